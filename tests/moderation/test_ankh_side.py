"""Merged gods of Ankh: two people hold one side. The clock, substitutes, absences, the moderator's verbs, archives and
figures know it (A-DEC-22, A-MERGE-9, A-MERGE-10)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.archive.league import league
from pbem.archive.models import FULL, PUBLIC
from pbem.archive.stats import collect
from pbem.archive.stored import archive_of
from pbem.archive.verify import passed, verify
from pbem.core.errors import PlayerError
from pbem.engine.computers.computer import turn_text
from pbem.engine.gamefile import GameFile
from pbem.engine.journal import moment
from pbem.store.files import load_game
from pbem.titles.ankh import TITLE
from tests.titles.ankh.towns import Nile, merged, near

Make = Callable[..., Nile]
ORDER = "card: miracle\nbid: 0"


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Conflict 4 is called: Amun has sent his order, Ra is asked, and Isis may propose."""

    def made(**options: Any) -> Nile:
        town = Nile(tmp_path / "home", **{"turn": "4d", **options})
        town.lay(merged)
        town.say("amun", "action: gain\ncard: drought\nbid: 0")
        assert town.asked() == {"ra": "order"}
        return town

    return made


# -- the clock -------------------------------------------------------------------------------------------------------


def test_the_partners_order_is_played_at_half_time(make: Make) -> None:
    """A-DEC-22: kept, told to both, and used with all its lines if none has come from the greater god's player."""
    town = make()
    assert "Ania (ra) of your side is asked" in town.mails("isis")[-1]
    town.later(hours=1)
    assert town.reply("bela", ORDER, "question").verdict == "COUNTED"
    assert town.asked() == {"ra": "order"}
    assert "card: miracle; bid: 0" in town.mails("ra")[-1]
    deadline = town.now.deadlines["ra"]
    half = moment(deadline.half or "")
    assert half == moment(deadline.since) + timedelta(days=2)
    town.tick(hours=(half - town.time).total_seconds() / 3600 - 1)
    assert town.table.conflict is not None
    town.tick(hours=1)
    assert town.table.conflict is None
    assert town.table.gods["ra"].used == ["miracle"]
    adopted = next(entry for entry in town.now.recent if entry.note.get("adopted"))
    assert (adopted.seat, adopted.by, adopted.note["adopted"]) == ("ra", "clock", "isis")
    assert any("proposed `order: ready` for your side" in mail for mail in town.mails("ra"))
    assert any("Your proposal" in mail for mail in town.mails("isis"))
    assert not any("propos" in mail for mail in town.mails("amun"))
    town.audit("nile")


def test_the_greater_gods_player_may_still_send_hers(make: Make) -> None:
    """A-DEC-22: whenever it comes before the resolution, it goes before the partner's."""
    town = make()
    town.say("isis", ORDER)
    town.tick(hours=47)
    town.say("ra", "card: flood\nbid: 0")
    assert town.table.gods["ra"].used == ["flood"]
    assert not any(entry.note.get("adopted") for entry in town.now.recent)
    town.audit("nile")


def test_without_a_clock_it_waits_for_48_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A-DEC-22: as where nobody asked for deadlines."""
    monkeypatch.setattr(GameFile, "untimed", property(lambda game: True))
    town = Nile(tmp_path / "home")
    town.lay(merged)
    town.say("amun", "action: gain\ncard: drought\nbid: 0")
    assert town.now.deadlines["ra"].due is None
    town.say("isis", ORDER)
    town.tick(hours=47)
    assert town.table.conflict is not None
    town.tick(hours=1)
    assert town.table.gods["ra"].used == ["miracle"]


def test_an_absence_does_not_hold_up_the_partner(make: Make) -> None:
    """The deadline of who is away moves on; the order of the partner is played when it would have been."""
    town = make()
    since = moment(town.now.deadlines["ra"].since)
    town.reply("ania", "away 1 Jul to 20 Jul")
    assert moment(town.now.deadlines["ra"].due or "") > since + timedelta(days=19)
    town.say("isis", ORDER)
    town.tick(days=2)
    assert town.table.conflict is None


def test_when_neither_answers_the_default_is_played_once(make: Make) -> None:
    """A-PBEM-9: one order for the side, of the defaults."""
    town = make(on_late="default")
    town.tick(days=5)
    assert town.table.conflict is None
    assert town.table.gods["ra"].used == ["chariots"]
    town.audit("nile")


# -- turns -----------------------------------------------------------------------------------------------------------


def test_each_keeps_the_own_turn(make: Make) -> None:
    """A-MERGE-9: one action each, and an answer of the partner is none."""
    town = make()
    town.say("ra", "order: ready")
    assert town.asked() == {"ra": "action"}
    with pytest.raises(PlayerError) as refused:
        town.say("isis", "action: gain")
    assert refused.value.rule == "A-MERGE-9"
    town.say("ra", "action: gain")
    assert town.asked() == {"isis": "action"}
    before = town.table.gods["ra"].followers
    town.say("isis", "action: gain")
    assert town.table.gods["ra"].followers >= before
    assert town.asked() == {"amun": "action"}


# -- who sits there --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "name"), [("isis", "Béla"), ("ra", "Ania")])
def test_a_substitute_takes_over_half_a_side(make: Make, seat: str, name: str) -> None:
    """The new holder is told of the side, and the partner's order stays where it was."""
    town = make()
    town.say("isis", ORDER)
    town.mod("substitute", name, "Ewa <ewa@example.org>", reason="on a journey", game="nile")
    assert {info.seat: info.player for info in town.now.seats}[seat] == "Ewa"
    assert town.desk.read("nile").play.run.proposals() == {"ra": ("isis", ["ready"])}
    packet = " ".join(str(town.mails_to("ewa")[-1].get_content()).split())
    assert "propose" in packet and "card: miracle bid: 0" in packet
    town.tick(days=3)
    assert town.table.gods["ra"].used == ["miracle"]
    town.audit("nile")


@pytest.mark.parametrize("by", ["herself", "the clock"])
def test_who_shares_a_side_with_a_computer_speaks_for_it(make: Make, by: str) -> None:
    """A computer's order would go before, but it has none of its own to give: its partner is asked, with a deadline,
    and the game waits for nobody else."""
    town = make(on_late="default")
    town.mod("substitute", "ra", "computer", reason="she left", game="nile")
    assert town.asked() == {"isis": "order"} and set(town.now.deadlines) == {"isis"}
    assert "Your order, all defaults" in town.mails("isis")[-1]
    town.mod("substitute", "ra", "Ewa <ewa@example.org>", game="nile")
    assert town.asked() == {"ra": "order"} and set(town.now.deadlines) == {"ra"}
    town.mod("substitute", "ra", "computer", reason="she left, too", game="nile")
    if by == "herself":
        assert town.reply("bela", ORDER, "turn").verdict == "COUNTED"
    else:
        town.tick(days=5)
    assert town.table.conflict is None
    assert town.table.gods["ra"].used == ["miracle" if by == "herself" else "chariots"]
    assert town.asked() == {"isis": "action"}
    assert not any("propos" in mail for mail in town.mails("isis")[-2:])
    town.audit("nile")


def test_the_moderators_verbs(make: Make) -> None:
    """A move for the partner, time for the side, an undo of the order, a ruling, a forced turn."""
    town = make()
    due = moment(town.now.deadlines["ra"].due or "")
    town.mod("act", "isis", "card: miracle; bid: 0", game="nile")
    assert town.desk.read("nile").play.run.proposals() == {"ra": ("isis", ["ready"])}
    town.mod("extend", "ra", "2d", game="nile")
    assert moment(town.now.deadlines["ra"].due or "") > due
    town.mod("rule", "bountiful_everywhere=false", game="nile")
    assert town.desk.read("nile").play.run.proposals() == {"ra": ("isis", ["ready"])}
    town.mod("process", str(town.now.entry), game="nile")
    assert town.table.conflict is None
    town.audit("nile")


def filed(town: Nile) -> dict[str, list[tuple[str, list[str]]]]:
    rows = {seat: [(sent.name, sent.keys) for sent in orders.ahead] for seat, orders in town.now.orders.items()}
    return {seat: lines for seat, lines in rows.items() if lines}


def test_an_undo_into_a_call_and_a_redo(make: Make) -> None:
    """Orders that were complete lie there again, the partner's too: nobody is asked once more for what was said. A
    patch of the pair's Followers leaves the proposal where it is."""
    town = make()
    town.say("isis", ORDER)
    lines, table, n = filed(town), town.table.model_dump_json(), town.now.entry
    assert lines == {"amun": [("card", ["drought"]), ("bid", ["0"])], "isis": [("card", ["miracle"]), ("bid", ["0"])]}
    town.say("ra", "card: flood\nbid: 0")
    resolved = town.table.model_dump_json()
    town.mod("undo", str(n + 1), game="nile")
    assert (town.table.model_dump_json(), filed(town), town.asked()) == (table, lines, {"ra": "order"})
    assert town.desk.read("nile").play.run.proposals() == {"ra": ("isis", ["ready"])}
    town.mod("redo", game="nile")
    assert (town.table.model_dump_json(), filed(town)) == (resolved, {})
    town.mod("undo", str(n + 1), game="nile")
    town.lay(lambda t: setattr(t.gods["ra"], "followers", 5))
    assert town.desk.read("nile").play.run.proposals() == {"ra": ("isis", ["ready"])}
    town.tick(days=3)
    assert (town.table.gods["ra"].used, town.table.gods["amun"].used) == (["miracle"], ["drought"])
    town.audit("nile")


# -- what two people see ---------------------------------------------------------------------------------------------


def test_both_see_the_side_and_nothing_older(tmp_path: Path) -> None:
    """Views are by side from the merge on; what the greater god's player put on file before is not opened."""
    town = Nile(tmp_path / "home", turn="4d")
    town.lay(lambda t: near(t))
    town.say("ra", "card: cycle, plague\nbid: 1")
    town.lay(merged)
    town.say("amun", "action: gain\ncard: drought\nbid: 0")
    play = town.desk.read("nile").play
    views = {seat: TITLE.view(play.table, seat).model_dump(exclude={"reader", "seat"}) for seat in ("ra", "isis")}
    assert views["ra"] == views["isis"]
    assert not any("cycle, plague" in mail for seat in ("isis", "amun") for mail in town.mails(seat))
    town.say("isis", ORDER)
    for name in ("ania", "bela"):
        town.reply(name, "status")
        assert "order: ready" in town.answered(name) and "card: miracle" in town.answered(name), town.answered(name)
    town.reply("dora", "status")
    assert "propos" not in town.answered("dora")


# -- the end ---------------------------------------------------------------------------------------------------------


def test_archive_and_figures_of_a_merged_side(make: Make, tmp_path: Path) -> None:
    """The two share a place; archive, record and league know that they were one side."""
    town = make()
    town.say("ra", "order: ready")
    while town.now.status == "running":
        play = town.desk.read("nile").play
        seat = next(iter(play.questions()))
        town.say(seat, turn_text(play, seat, play.title.prefer))
    result = TITLE.result(town.table)
    assert result is not None
    assert ["ra", "isis"] in result.places
    loaded = load_game(town.home, "nile")
    for variant in (FULL, PUBLIC):
        raw, _ = archive_of(loaded, variant)
        assert passed(verify(raw)), variant.name
        (tmp_path / f"{variant.secrets}.zip").write_bytes(raw)
    (row,) = collect([tmp_path / "True.zip"]).rows
    assert row.sides == {"amun": "amun", "ra": "ra", "isis": "ra"}
    met = league([row], lambda name: True).met
    assert ("Ania", "Béla") not in met and ("Ania", "Dora") in met
