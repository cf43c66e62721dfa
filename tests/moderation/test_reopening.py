"""A game that goes on after its end: what the end had opened is no help to anybody.

The end mails the seed to all and files the full archive. So a reopened game draws a new seed, and the attacker of these
tests has everything that was published: whatever happened since must be beyond them.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.archive.importing import import_record
from pbem.archive.look import play_at
from pbem.archive.models import GAME, PUBLIC, RECORD
from pbem.archive.opening import Opened, open_archive_bytes
from pbem.archive.stored import archive_of
from pbem.archive.verify import verify
from pbem.core.chance import SeedChance, commitment
from pbem.core.errors import GameFileProblem, Refused
from pbem.core.titles import get_title
from pbem.engine.gamefile import Entry, Secret
from pbem.engine.journal import salt, secret_digest
from pbem.engine.notices import mail_id
from pbem.store.files import journal_entries, load_game
from tests.docs.test_file_format import checked
from tests.moderation.village import FOUR, SEATS, Village

NEW = [bytes([n]) * 32 for n in (7, 8, 9)]
"""The seeds that are drawn, so that no test hangs on luck."""


@pytest.fixture
def village(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Village:
    drawn = iter(NEW)
    town = Village(tmp_path / "home")
    town.new_game(FOUR[:3], nights=2)
    monkeypatch.setattr(secrets, "token_bytes", lambda n=32: next(drawn))
    return town


def over(village: Village, mod_end: bool = False) -> Opened:
    """Play to the end (or to the second night's bids, two of which are in, and end it then); what is published."""
    while village.game().status == "running":
        game = village.game()
        if mod_end and game.table.night == 2 and len(game.deadlines) == 1:  # type: ignore[attr-defined]
            village.mod("end", reason="nobody has time")
        else:
            village.turn(rest="draw" if len(game.deadlines) == 1 and game.entry % 2 else "coin")
            finish_drawing(village)
    return open_archive_bytes((village.home.finished / "river.zip").read_bytes())


def finish_drawing(village: Village) -> None:
    for seat, question in village.desk.read("river").play.questions().items():
        if question.name == "keep":
            with village.desk.game("river") as session:
                village.desk.take(session, seat, f"keep: {question.options[0]}")


def entries(village: Village) -> list[Entry]:
    return list(journal_entries(load_game(village.home, "river")))


# -- the ways in which a game is opened again -----------------------------------------------------------------------


def typed(village: Village) -> None:
    village.mod("undo", str(first_turn(village)), draws="same")


def mailed(village: Village) -> None:
    assert village.reply("kasia", f"mod undo {first_turn(village)} reason: a slip").verdict == "COUNTED"


def asked(village: Village) -> None:
    """A request that was filed before the end."""
    village.mod("answer", "1", "granted")


def agreed(village: Village) -> None:
    for name in ("bela", "zaneta"):
        done = village.reply(name, "agree 1")
        assert done.verdict == "COUNTED", village.text(name)


def first_turn(village: Village) -> int:
    """The first turn that is not a bid."""
    return next(entry.n for entry in entries(village) if entry.answers and entry.answers[0].name == "float")


WAYS = [typed, mailed, asked, agreed]
ENDS = ["by result", "by moderator"]


@pytest.mark.parametrize(
    ("way", "mod_end"),
    [
        pytest.param(
            way,
            by == ENDS[1],
            id=f"{way.__name__}-{by}",
            # Each way once and both ends twice in `make test`, the other pairs in `make test-modes`.
            marks=[pytest.mark.modes] if (at + ENDS.index(by)) % 2 else [],
        )
        for at, way in enumerate(WAYS)
        for by in ENDS
    ],
)
def test_with_the_first_seed_and_the_full_archive_nothing_later_can_be_computed(
    village: Village, way: Callable[[Village], None], mod_end: bool
) -> None:
    village.bids()
    who = village.turn(rest="draw")
    finish_drawing(village)
    name = next(name for name, seat in SEATS.items() if seat == who)
    if way in (asked, agreed):
        # The request must come from Ania, for the others to agree.
        before = first_turn(village)
        village.turn()
        assert village.reply("ania", f"undo {before}").verdict == "COUNTED", name
    published = over(village, mod_end)
    way(village)
    last = published.game.entry
    game = village.game()
    assert game.status == "running" and (village.home.games / "river.json").exists()
    assert not (village.home.finished / "river.zip").exists()
    while village.game().status == "running":
        village.turn(rest="draw" if village.game().entry % 2 else "coin")
        finish_drawing(village)
    later = entries(village)[last:]
    later = later[next(at for at, entry in enumerate(later) if entry.kind == "undo") :]  # before it others may agree
    seed = published.full.seed  # type: ignore[union-attr]
    beyond_draws(later, bytes.fromhex(seed))
    assert sealed_bids(later, bytes.fromhex(seed)) == []
    assert sealed_bids(later, NEW[0]) != []  # the attack is a good one: with the right seed it succeeds
    beyond_piles(published, later[0])
    promises_kept(village, published, later[0])
    village.audit()


def beyond_draws(later: list[Entry], seed: bytes) -> None:
    """No shuffle of the reopened game is one of the first seed, under any label it could have had, and of the numbers
    not all are."""
    chance = SeedChance(seed, "river")
    drawn = [draw for entry in later for draw in [*entry.chance, *(entry.secret.chance if entry.secret else [])]]
    numbers = [draw for draw in drawn if draw.order is None]
    shuffles = [draw for draw in drawn if draw.order is not None and draw.of > 4]
    assert numbers and shuffles
    for plain in (True, False):
        labels = [draw.label.partition("@")[0] if plain else draw.label for draw in numbers]
        guessed = [chance.number(label, d.counter, d.of) for label, d in zip(labels, numbers, strict=True)]
        assert guessed != [draw.value for draw in numbers]
    for draw in shuffles:
        bare = draw.label.partition("@")[0]
        labels = [bare, *(f"{bare}@{epoch}" for epoch in range(1, 4))]
        assert draw.order not in [chance.order(label, n, draw.of) for label in labels for n in range(4)]
        assert draw.order == SeedChance(NEW[0], "river").order(draw.label, draw.counter, draw.of)


def sealed_bids(later: list[Entry], seed: bytes) -> list[int]:
    """Entries whose sealed answer the attacker finds by trying every bid, with all else of the secret part for free."""
    found = []
    for entry in later:
        if not entry.secret or not entry.secret.answers or entry.answers[0].name != "bid":
            continue
        for bid in range(12):
            guess = entry.secret.model_copy(update={"salt": salt(seed, "river", entry.n), "answers": {"0": [str(bid)]}})
            if secret_digest(Secret.model_validate(guess.model_dump())) == entry.sealed:
                found.append(entry.n)
    return found


def beyond_piles(published: Opened, reopened: Entry) -> None:
    """The deck of the position that came back lies in another order than the archive tells."""
    title, full = get_title("toy"), published.full
    assert full is not None and reopened.secret is not None
    then = play_at(full, published.entries, title, published.tables, reopened.note["before"] - 1).table.deck  # type: ignore[attr-defined]
    (shuffle,) = reopened.secret.chance
    assert shuffle.order is not None and len(then) == shuffle.of > 4
    assert [sorted(then)[at] for at in shuffle.order] != then


def promises_kept(village: Village, published: Opened, reopened: Entry) -> None:
    """The commitment stands in the public note and in everybody's mail, with the hands that the end had shown."""
    note = reopened.note
    assert (reopened.kind, note["commitment"], note["draws"]) == ("undo", commitment(NEW[0]), "fresh")
    full = published.full
    assert full is not None
    hands = play_at(full, published.entries, get_title("toy"), published.tables, note["before"] - 1).table.hands  # type: ignore[attr-defined]
    assert note["known"] == {seat: hand for seat, hand in hands.items() if hand}
    for name in ("ania", "bela", "zaneta", "kasia", "olek"):
        text = village.text(name, "the game goes on" if reopened.by == "player" else "decided")
        assert commitment(NEW[0]) in text
        for seat, hand in note["known"].items():
            assert f"({seat}): {', '.join(hand)}." in text
    seeds = village.game().rules.seeds
    assert [(pin.first, pin.last, pin.seed) for pin in seeds] == [(1, reopened.n - 1, full.seed)]
    assert village.game().seed == NEW[0].hex()


def test_sealed_answers_that_the_end_had_opened_are_asked_for_again(village: Village) -> None:
    published = over(village, mod_end=True)
    given = [seat for frame in published.full.table.stack for seat in frame.given]  # type: ignore[union-attr]
    assert len(given) == 2
    village.mod("undo", str(published.game.entry), reason="we have time after all")
    game, last = village.game(), entries(village)[-1]
    assert sorted(game.deadlines) == sorted(game.table.seats) and sorted(last.note["unsealed"]) == sorted(given)
    assert "asked for again: " in village.text("olek", "decided")
    village.audit()


# -- going further back, and forth ---------------------------------------------------------------------------------


def test_an_undo_to_before_the_reopening_hides_anew_what_the_end_had_shown(village: Village) -> None:
    published = over(village)
    village.mod("undo", str(published.game.entry - 3))
    village.turn()
    assert village.game().status == "running"
    village.mod("undo", "5", draws="same")
    last = entries(village)[-1]
    assert village.game().seed_commitment == commitment(NEW[0]) and "commitment" not in last.note
    assert last.note["draws"] == "fresh" and last.note["known"]
    assert last.secret is not None
    (shuffle,) = last.secret.chance
    assert shuffle.order == SeedChance(NEW[0], "river").order(shuffle.label, shuffle.counter, shuffle.of)
    village.turn()
    village.mod("undo", str(village.game().entry), draws="same")  # nothing that an end had shown lies before it
    assert entries(village)[-1].note["draws"] == "same" and "known" not in entries(village)[-1].note
    epochs = [entry.note["epoch"] for entry in entries(village) if entry.note.get("draws") == "fresh"]
    assert epochs == sorted(set(epochs))  # so no label comes twice
    village.audit()


@pytest.mark.parametrize("mod_end", [False, True], ids=["by result", "by moderator"])
def test_a_redo_of_the_reopening(village: Village, mod_end: bool) -> None:
    """By result the game is over again; else the position, which the end had shown, is hidden anew."""
    published = over(village, mod_end)
    village.mod("undo", str(published.game.entry))
    village.mod("redo", reason="no, it stands")
    last = entries(village)[-1]
    if mod_end:
        assert village.game().status == "running" and last.note["known"] and last.secret and last.secret.chance
    else:
        assert village.game().status == "finished" and "known" not in last.note
        assert NEW[0].hex() in village.text("ania", "over") and published.full.seed in village.text("ania", "over")  # type: ignore[union-attr]
    village.audit()


def test_a_game_may_be_opened_again_and_again(village: Village) -> None:
    for at in range(3):
        village.mod("undo", str(over(village).game.entry), reason=f"once more {at}")
    game = village.game()
    assert [pin.seed for pin in game.rules.seeds] == ["ab" * 32, NEW[0].hex(), NEW[1].hex()]
    assert game.seed == NEW[2].hex()
    over(village)
    village.audit()
    for pin in village.game().rules.seeds:
        then = village.desk.at("river", pin.last).game
        assert (then.seed, then.seed_commitment) == (pin.seed, pin.seed_commitment)
    with pytest.raises(Refused, match="the end opened the seed"):
        village.mod("undo", "5", draws="refuse")


def test_a_dry_run_says_what_the_end_had_opened_and_changes_nothing(village: Village) -> None:
    over(village)
    stored = village.stored()
    told = village.mod("undo", "5", dry_run=True).text
    assert "everybody: the end opened the seed, all hands, piles and sealed answers" in told
    assert village.stored() == stored and (village.home.finished / "river.zip").exists()


# -- files, archives, the printed script -----------------------------------------------------------------------------


@pytest.fixture
def reopened(village: Village) -> Village:
    village.mod("undo", str(over(village).game.entry))
    over(village)
    return village


def test_the_printed_script_knows_earlier_seeds(reopened: Village, tmp_path: Path) -> None:
    game, journal = reopened.home.locate("river"), reopened.home.journal_path("river")
    done = checked(tmp_path, game, journal)
    assert (done.returncode, done.stderr) == (0, "")
    other = tmp_path / "river.json"
    other.write_text(game.read_text().replace("ab" * 32, "ac" * 32))
    done = checked(tmp_path, other, journal)
    assert done.returncode == 1 and "not the one that was promised" in done.stderr


def test_archives_tell_every_seed_or_none(reopened: Village) -> None:
    loaded = load_game(reopened.home, "river")
    seeds = ["ab" * 32, NEW[0].hex()]
    full, _ = archive_of(loaded)
    told = {check.name: check.text for check in verify(full)}
    last = loaded.game.rules.seeds[0].last
    first = commitment(bytes.fromhex(seeds[0]))[:12]
    assert told["seed"].startswith(f"fits the commitment {first} until entry {last}, then ")
    public, _ = archive_of(loaded, PUBLIC)
    assert all(check.passed is not False for check in verify(public))
    opened, open_full = open_archive_bytes(public), open_archive_bytes(full)
    for seed in seeds:
        assert not any(seed.encode() in raw for raw in opened.members.values())
        assert seed.encode() in open_full.members[GAME] and seed.encode() in open_full.members[RECORD]
    assert b"The game goes on with a new seed" in opened.members["news.txt"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda seeds: seeds[0].update(seed="ac" * 32), "rules.seeds.0: it does not fit its commitment"),
        (lambda seeds: seeds[0].update(first=2), "rules.seeds.0: entries 2 to"),
        (lambda seeds: seeds[0].pop("seed"), "rules.seeds.0: it does not fit its commitment"),
        (lambda seeds: seeds.append(dict(seeds[0])), "rules.seeds.1: entries 1 to"),
    ],
)  # fmt: skip
def test_a_file_with_other_seeds_is_refused(reopened: Village, change: Callable[[Any], Any], words: str) -> None:
    import json

    path = reopened.home.locate("river")
    document = json.loads(path.read_text())
    change(document["rules"]["seeds"])
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    with pytest.raises(GameFileProblem, match=re.escape(words)):
        load_game(reopened.home, "river")


def test_a_record_of_it_is_imported_with_a_seed_of_its_own(reopened: Village) -> None:
    full, written = archive_of(load_game(reopened.home, "river"))
    text = open_archive_bytes(full).members[RECORD].decode()
    play = import_record(text, game_id="copy", seed=b"\5" * 32, now=reopened.time)
    assert play.game.moderation.result == reopened.game().moderation.result and not play.game.rules.seeds
    assert [entry.kind for entry in play.game.recent] == [entry.kind for entry in written]


def test_names_of_mails_from_before_stay_what_they_were(village: Village) -> None:
    published = over(village)
    assert published.full is not None
    before = [mail_id(published.full, n, "crane", "turn") for n in (1, published.game.entry)]
    village.mod("undo", str(published.game.entry))
    assert [mail_id(village.game(), n, "crane", "turn") for n in (1, published.game.entry)] == before


def test_a_game_that_was_never_reopened_has_no_trace_of_this(village: Village) -> None:
    over(village)
    assert b'"seeds"' not in village.stored() and b"EarlierSeed" not in archive_of(load_game(village.home, "river"))[0]
