"""Bad input, as it comes in a mail: each is refused with the rule, a reason in a sentence, and legal answers nearby."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.core.errors import PlayerError
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.phases.end import End
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import ME, YOU, tekhenu
from tests.titles.tekhenu.test_turn_mails import NOW, play, table


def refused(t: Tekhenu, text: str, **options: Any) -> PlayerError:
    """What a mail is refused with; nothing has changed then."""
    opened = play(t, **options)
    before = opened.table.model_dump_json()
    entry = opened.game.entry
    with pytest.raises(PlayerError) as caught:
        opened.submit(ME, text.replace(" / ", "\n"), NOW)
    assert opened.table.model_dump_json() == before
    assert opened.game.entry == entry
    return caught.value


def occupied(t: Tekhenu) -> None:
    t.osiris[8] = YOU
    t.buildings = {"W1": YOU, "S1": ME}
    t.tiles[0], t.pillars[0] = "P01", YOU
    t.people["OW"] = YOU


def nothing(t: Tekhenu) -> None:
    pass


Row = tuple[str, str, dict[str, Any], Callable[[Tekhenu], None], str, str, str]
ROWS: list[Row] = [
    # forbidden dice
    ("horus black 5", "die: horus black 5 / action: god", {}, nothing, "T-TURN-2", "forbidden", "die"),
    ("hathor white 2", "die: hathor white 2", {}, nothing, "T-TURN-2", "while hathor is dark", "die"),
    ("horus white 5", "die: horus white 4", {}, nothing, "T-TURN-2", "There is no white 4 at horus", "die"),
    # actions that cannot be paid or performed
    ("ra yellow 5", "die: ra yellow 5 / action: god / space: a1", {}, nothing, "T-TURN-6", "ra action with 5",
     "action"),
    ("ra grey 5", "die: ra grey 5", {}, nothing, "T-TURN-6", "grey dice cannot produce", "die"),
    ("hathor black 2", "die: hathor black 2 / action: god / spot: W3", {"bread": 3}, nothing, "T-PAY-2",
     "4 bread", "spot"),
    ("horus white 2", "die: horus white 2 / action: god / statue: OQ / pay: 3 gold", {"granite": 2, "gold": 1}, nothing,
     "T-PAY-2", "must be paid in full", "pay"),
    ("osiris yellow 3", "die: osiris yellow 3 / as: anubis / action: ra", {"scribe": 1}, nothing, "T-ANUBIS-1",
     "costs 2 scribes", "as"),
    ("osiris yellow 3", "die: osiris yellow 3 / value: 4 / action: god", {}, nothing, "T-SCRIBE-1", "you have none",
     "value"),
    # occupied spaces
    ("osiris yellow 3", "die: osiris yellow 3 / action: god / district: papyrus", {}, occupied, "T-OSIRIS-2",
     "taken by blue", "district"),
    ("hathor black 2", "die: hathor black 2 / action: god / spot: W1", {"bread": 3}, occupied, "T-HATHOR-0",
     "W1 is taken by blue", "spot"),
    ("ra yellow 5", "die: ra yellow 5 / action: god / space: a1 / turn: 0", {"limestone": 3}, occupied, "T-RA-0",
     "a1 is taken by tile P01", "space"),
    ("horus white 2", "die: horus white 2 / action: god / statue: OW", {"granite": 3}, occupied, "T-HORUS-8",
     "OW is taken by blue", "statue"),
    # values past 1 or 6
    ("ra yellow 6", "die: ra yellow 6 / value: 7", {"scribe": 1}, nothing, "T-SCRIBE-2", "1 to 6", "value"),
    ("ra yellow 1", "die: ra yellow 1 / value: 0", {"scribe": 1}, nothing, "T-SCRIBE-2", "6 is not next to 1", "value"),
    ("ra yellow 6", "die: ra yellow 6 / value: 7", {}, nothing, "T-SCRIBE-2", "1 to 6", "value"),
    ("ra yellow 6", "die: ra yellow 6 / action: produce / value: 7", {"scribe": 1}, nothing, "T-SCRIBE-2", "1 to 6",
     "value"),
    ("ra yellow 1", "die: ra yellow 1 / value: 6", {"scribe": 1}, nothing, "T-SCRIBE-1", "out of reach", "value"),
    # a card not held
    ("ra yellow 2", "play: B08 happiness / die: ra yellow 2 / action: produce", {}, nothing, "T-CARD-0a",
     "do not hold B08", "play"),
    ("ra yellow 2", "play: B08 happiness / die: ra yellow 2 / action: produce", {"blessings": ["B07"]}, nothing,
     "T-CARD-0a", "do not hold B08", "play"),
    ("ra yellow 2", "die: ra yellow 2 / action: produce / play: B01", {"blessings": ["B07"]}, nothing, "T-CARD-0a",
     "do not hold B01", "play"),
    ("ra yellow 2", "die: ra yellow 2 / extra: B17 hathor / action: produce", {}, nothing, "T-CARD-0a",
     "do not hold B17", "extra"),
    # a window already past
    ("ra yellow 2", "die: ra yellow 2 / action: produce / value: 3", {"scribe": 1}, nothing, "T-TURN-4",
     "lies on the scale already", "value"),
    ("ra yellow 2", "die: ra yellow 2 / action: produce / as: B23", {"blessings": ["B23"]}, nothing, "T-CARD-B23",
     "cannot be played at this moment", "as"),
    ("ra yellow 2", "die: ra yellow 2 / action: produce / value: B09 5", {"blessings": ["B09"]}, nothing, "T-CARD-B09",
     "cannot be played at this moment", "value"),
    ("thoth yellow 1", "die: thoth yellow 1 / action: god / cards: B01 / refresh: I", {"papyrus": 1}, nothing,
     "T-THOTH-3", "before the cards are taken", "refresh"),
    # two answers for one question
    ("osiris yellow 3", "die: osiris yellow 3 / die: thoth brown 3 / action: produce", {}, nothing, "T-TURN-2",
     "one die in a turn", "die"),
    ("osiris yellow 3", "die: osiris yellow 3 / action: produce / action: god", {}, nothing, "T-TURN-5",
     "line 2 has answered action already", "action"),
    ("hathor black 2", "die: hathor black 2 / action: god / spot: W1 / spot: W2", {"bread": 5}, nothing, "T-HATHOR-0",
     "line 3 has answered spot already", "spot"),
    # cards from two market sections
    ("thoth yellow 3", "die: thoth yellow 3 / action: god / section: I / cards: {I}, {II}",
     {"papyrus": 2, "happiness": 5}, nothing, "T-THOTH-2", "all cards come from section I", "cards"),
    # grey production
    ("osiris grey 3", "die: osiris grey 3 / action: produce", {}, nothing, "T-PROD-1",
     "Grey dice cannot produce", "action"),
    # beyond the digest's list
    ("osiris yellow 3", "die: osiris yellow 3 / action: bread", {}, nothing, "T-PROD-1", "say produce", "action"),
    ("osiris yellow 3", "die: osiris yellow 3 / action: osiris", {}, nothing, "T-TURN-5", "say god", "action"),
    ("osiris yellow 3", "die: osiris yellow 3 / action: ra", {}, nothing, "T-TURN-5", "say god", "action"),
    ("ra yellow 5", "die: ra yellow 5 / as: anubis / action: produce", {"scribe": 2}, nothing, "T-ANUBIS-1",
     "name the resource", "action"),
    ("ra yellow 5", "die: ra yellow 5 / as: anubis / action: god", {"scribe": 2}, nothing, "T-ANUBIS-1",
     "name the god", "action"),
    ("ra yellow 5", "die: ra yellow 5 / as: B11", {"blessings": ["B11"]}, nothing, "T-CARD-B11", "with a colour", "as"),
    ("ra yellow 5", "die: ra yellow 5 / value: B09", {"blessings": ["B09"]}, nothing, "T-CARD-B09", "with a value",
     "value"),
    ("ra yellow 5", "play: B07 / die: ra yellow 5", {"blessings": ["B07"]}, nothing, "T-CARD-B07",
     "with population or happiness", "play"),
    ("osiris yellow 3", "die: osiris yellow 3 / action: god", {"happiness": 0}, nothing, "T-TURN-6",
     "costs 1 happiness, and you have 0", "action"),
    ("osiris yellow 3", "die: osiris yellow 3 / action: god", {"buildings": 0}, nothing, "T-TURN-6",
     "no building left", "action"),
    ("ra yellow 5", "die: ra yellow 5 / action: thoth", {}, nothing, "T-TURN-5", "no other god", "action"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("dice", "text", "mine", "change", "rule", "reason", "name"),
    ROWS,
    ids=[f"{n} {row[1]}" for n, row in enumerate(ROWS)],
)
def test_refused(
    dice: str, text: str, mine: dict[str, Any], change: Callable[[Tekhenu], None], rule: str, reason: str, name: str
) -> None:
    t = table(dice, **mine)
    change(t)
    for section in ("I", "II"):
        text = text.replace(f"{{{section}}}", t.market[section][0])
    text = text.replace("cards: B01", f"cards: {t.market['I'][0]}")
    error = refused(t, text)
    assert error.rule == rule, error.message
    assert reason in error.message and f"({rule})" in error.message
    assert error.message.endswith("Nothing was changed.")
    lines = text.split(" / ")
    assert error.line is not None and lines[error.line - 1].startswith(f"{name}:")
    assert error.text == lines[error.line - 1]
    assert 1 <= len(error.expected) <= 3, error.message
    assert "Possible" in error.message
    for near in error.expected:
        assert near.partition(": ")[2] in error.message or near in error.message, "what is said is what is listed"


def test_fourth_decree() -> None:
    """auto_decree_scoring off: three Decrees of different types score, a fourth is refused (T-END-1)."""

    def ending() -> Tekhenu:
        t = tekhenu(options={"auto_decree_scoring": False}, decrees=["D07", "D11", "D12", "D13", "D18"])
        t.stack = [End()]
        return t

    three = "score: D07 / score: D11 / score: D12"
    for text, reason, near in (
        (f"{three} / score: D18", "at most three Decrees", ["D07, D11, D12", "D07, D11, D18", "D07, D12, D18"]),
        ("score: D07, D11, D12, D18", "at most three Decrees", ["D07, D11, D12", "D07, D11, D18", "D07, D12, D18"]),
        ("score: D12 / score: D13", "only one Decree of each type", ["D12", "D13", "none"]),
        ("score: D12, D13", "only one Decree of each type", ["D12", "D13", "none"]),
        ("score: D22", "you do not hold D22", ["D12", "D18", "D07"]),
    ):
        error = refused(ending(), text, auto_decree_scoring=False)
        assert error.rule == "T-END-1", error.message
        assert reason in error.message and "(T-END-1)" in error.message
        assert sorted(error.expected) == sorted(near) if "hold" not in reason else 1 <= len(error.expected) <= 3
        assert error.line == len(text.split(" / "))
    for text in (three, "score: D07, D11, D12", "score: D12, D11, D07"):
        opened = play(ending(), auto_decree_scoring=False)
        opened.submit(ME, text.replace(" / ", "\n"), NOW)
        t = opened.table
        assert isinstance(t, Tekhenu) and sorted(t.players[ME].scored) == ["D07", "D11", "D12"]


def test_every_question_has_its_place() -> None:
    """A line of any name that is out of place is refused with a rule of the digest."""
    places = [kind.place for kind in TITLE.book().questions.values()]
    assert len(places) == 29 and None not in places
    assert {rule for _, rule in filter(None, places)} <= set(TITLE.rule_ids())
    assert not [reason for reason, _ in filter(None, places) if reason.endswith(".")]
