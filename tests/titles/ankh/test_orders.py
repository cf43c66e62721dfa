"""Sealed orders by mail: the call, the complete order, commitments line by line, the report (A-PBEM)."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256

import pytest

from pbem.core.errors import GameFileProblem
from pbem.engine.gamefile import Entry
from pbem.engine.play import Play
from pbem.engine.replay import Replayer
from pbem.engine.sides import adopt
from pbem.engine.submission.pledges import KIND, SLOTS, opening_problem, pledge_problem, promise, promises
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording.call import order_form
from pbem.titles.ankh.wording.menu import is_near
from tests.titles.ankh.build import put
from tests.titles.ankh.games import NOW, ankh, game, laid

FIGHT = {"B6": "isis warrior", "H6": "ra warrior"}
"""Both gods in regions 1 and 2."""


def near(t: Ankh) -> None:
    """The next Gain triggers the first Conflict."""
    t.event = 3
    t.tracks["gain"] = steps_of(t, "gain") - 1
    put(t, FIGHT)


def ready(*gods: str, **options: str) -> Play:
    return laid(game(*(gods or ("ra", "isis")), **options), near)


def orders(play: Play) -> list[Entry]:
    return [entry for entry in play.game.recent if entry.kind == KIND]


def opened(play: Play) -> list[tuple[str, str]]:
    return [(told["seat"], told["text"]) for entry in orders(play) for told in entry.note.get("opened", ())]


def replayed(play: Play) -> None:
    """Every hash and every promise holds when the journal is played again; the table was laid out by hand, so entries
    are judged one by one."""
    assert opening_problem(play.game.recent) is None
    for entry in orders(play):
        assert pledge_problem(entry, play.seed, play.game.id) is None


# -- the call --------------------------------------------------------------------------------------------------------


def brief(play: Play, seat: str) -> list[str]:
    question = play.run.questions()[seat]
    assert question.name == "order" and question.brief is not None
    return list(question.brief())


def test_the_call_names_regions_strengths_cards_and_followers() -> None:
    """A-PBEM-2: each region in order with who is there, and cards and Followers of everybody who fights."""
    play = ready()
    play.submit("ra", "action: gain", NOW)
    lines = brief(play, "isis")
    said = [line for line in lines if line.startswith("# Region")]
    assert said[0] == "# Region 1, Battle: Isis 1 unit, strength 1; Ra 2 units, strength 2."
    assert said[1] == "# Region 2, Battle: Isis 2 units, strength 2; Ra 1 unit, strength 1."
    assert said[2] == "# Region 3: nobody."
    cards = ankh(play).data.preferred
    assert cards[:3] == ("chariots", "drought", "flood")
    assert f"# Ra: 2 Followers; {len(cards)} cards in hand: {', '.join(cards)}." in lines
    assert "# Tie-breaker: Ra." in lines


def test_the_complete_order_is_taken_unchanged() -> None:
    """A-PBEM-4, A-PBEM-9: sent as it is, it does what no order would do."""
    sent, silent = ready(), ready()
    for play in (sent, silent):
        play.submit("ra", "action: gain", NOW)
        for seat in ("ra", "isis"):
            form = "\n".join(line for line in brief(play, seat) if not line.startswith("#"))
            play.submit(seat, form if play is sent else "order: ready", NOW)
    assert sent.table.model_dump(exclude={"itself"}) == silent.table.model_dump(exclude={"itself"})
    replayed(sent)


def test_the_order_may_come_before_the_call() -> None:
    """A-PBEM-6: with every order on file the Conflict is over before anybody is asked."""
    play = ready()
    play.submit("isis", "\n".join(order_form(ankh(play), "isis")), NOW)
    receipt = play.submit("ra", "action: gain\ncard: flood\nbid: 1 if plagues>=1, 0", NOW)
    assert ankh(play).conflict is None
    assert play.questions().keys() == {"isis"}
    assert [entry.kind for entry in receipt.entries].count(KIND) == 2


def test_players_are_shown_the_form_when_a_conflict_is_near() -> None:
    """A-PBEM-6: the next event is a Conflict, and a marker has at most two steps to go."""
    play = ready()
    assert is_near(ankh(play))
    assert "order" in [question.name for question in TITLE.menu(ankh(play), "isis")]
    laid(play, lambda t: setattr(t, "event", 2))
    assert not is_near(ankh(play))


# -- commitments -----------------------------------------------------------------------------------------------------


def fought() -> Play:
    play = ready()
    play.submit("isis", "card-1: drought, chariots\ncard: plague\nbid: all", NOW)
    play.submit("isis", "card-1: miracle, chariots", NOW)
    play.submit("ra", "action: gain\ncard-1: chariots\ntiebreak: no", NOW)
    return play


def test_every_line_is_promised_on_receipt() -> None:
    """A-PBEM-8: as many commitments whatever the number of lines, and nothing of the lines in the open."""
    play = ready()
    play.submit("isis", "card-1: drought, chariots\nbid: all", NOW)
    (entry,) = orders(play)
    assert len(entry.note["pledges"]) == SLOTS == len(set(entry.note["pledges"]))
    assert "drought" not in entry.model_dump_json(exclude={"secret"})
    assert entry.secret is not None
    assert entry.secret.note["lines"] == ["card-1: drought, chariots", "bid: all"]


def test_used_lines_are_opened_and_no_others() -> None:
    """A-PBEM-8, A-PBEM-11: with their nonce and what they answered; replaced and unused ones stay closed."""
    play = fought()
    assert ("isis", "card-1: miracle, chariots") in opened(play)
    assert ("isis", "card: plague") in opened(play)
    public = " ".join(entry.model_dump_json(exclude={"secret"}) for entry in play.game.recent)
    assert "drought, chariots" not in public
    assert "tiebreak: no" not in public
    told = next(
        told for entry in orders(play) for told in entry.note.get("opened", ()) if told["text"] == "card: plague"
    )
    assert told["for"] == ["conflict 1, region 2: plague"]
    pledges = {entry.n: entry.note["pledges"] for entry in orders(play) if "pledges" in entry.note}
    assert pledges[told["entry"]][told["line"] - 1] == promise(told["nonce"], "isis", "card: plague")
    replayed(play)


@pytest.mark.parametrize(("lines", "slots"), [(1, SLOTS), (SLOTS, SLOTS), (SLOTS + 1, 2 * SLOTS)])
def test_a_commitment_is_what_the_format_says(lines: int, slots: int) -> None:
    """A-PBEM-8: the nonce is an HMAC of seed, game, entry and line; lines are filled up to a round number of them."""
    texts = [f"card-{at}: flood" for at in range(1, lines + 1)]
    made = promises(bytes(range(32)), "nile", 7, "isis", texts)
    assert len(made) == len(set(made)) == slots
    for at, digest in enumerate(made, 1):
        said = json.dumps(["isis", texts[at - 1] if at <= lines else None], separators=(",", ":"))
        secret = hmac.new(bytes(range(32)), f"nile\nnonce\n7\n{at}".encode(), "sha256").hexdigest()
        assert digest == sha256((secret + said).encode()).hexdigest()


def test_the_report_says_what_was_left_to_its_default() -> None:
    """A-PBEM-9: ra had no card for region 2."""
    play = fought()
    (told,) = [entry.note["defaults"] for entry in orders(play) if "defaults" in entry.note]
    assert "card, conflict 1, region 2: drought" in told["ra"]


def tampered(play: Play) -> Iterator[list[Entry]]:
    """The journal with one opened line changed in each of its parts."""
    at = next(n for n, entry in enumerate(play.game.recent) if entry.note.get("opened"))
    for key, value in (("text", "card: flood"), ("nonce", "00" * 32), ("line", 12), ("entry", 99), ("seat", "amun")):
        entries = [entry.model_copy(deep=True) for entry in play.game.recent]
        entries[at].note["opened"][0][key] = value
        yield entries


def test_a_line_that_was_not_promised_is_found() -> None:
    play = fought()
    for entries in tampered(play):
        assert opening_problem(entries) is not None
    entry = orders(play)[0].model_copy(deep=True)
    assert entry.secret is not None
    entry.secret.note["lines"][0] = "card-1: flood"
    assert "promises other lines" in str(pledge_problem(entry, play.seed, play.game.id))


def test_replay_compares_promises() -> None:
    """A game without a table laid out by hand, replayed with every hash; a promise of another seed is refused."""
    play = game("ra", "isis")
    play.submit("isis", "card: chariots", NOW)
    entries = list(play.game.recent)
    Replayer(play.game, TITLE, TITLE.components()).run(entries)
    replayer = Replayer(play.game, TITLE, TITLE.components(), hashes=False)
    entries[1].note["pledges"] = ["00" * 32] * SLOTS
    with pytest.raises(GameFileProblem, match="promises other lines"):
        replayer.run(entries)


# -- Amun ------------------------------------------------------------------------------------------------------------


def with_amun(text: str) -> Play:
    """Isis has an order on file; then Amun announces two cards for region 1."""
    play = laid(game("amun", "isis"), near_amun)
    play.submit("isis", text, NOW)
    play.submit("amun", "action: gain\namun: 1\ncard: chariots, drought\nbid: 0", NOW)
    return play


def near_amun(t: Ankh) -> None:
    t.event = 3
    t.tracks["gain"] = steps_of(t, "gain") - 1
    put(t, {"B6": "isis warrior"})


def test_an_order_that_did_not_heed_amun_waits_for_the_call() -> None:
    """A-PBEM-10: it stays on file, is shown back, and its owner is asked."""
    play = with_amun("card: flood\nbid: 0")
    assert list(play.questions()) == ["isis"]
    assert "# Two cards are announced for region 1." in brief(play, "isis")
    assert [sent.name for sent in play.game.orders["isis"].ahead] == ["card", "bid"]


def test_an_order_that_heeded_amun_is_played_at_once() -> None:
    play = with_amun("card: miracle if amun, flood\nbid: 0")
    assert ankh(play).conflict is None
    assert ("isis", "card: miracle if amun, flood") in opened(play)
    assert ankh(play).gods["isis"].used == ["miracle"]
    assert ankh(play).gods["amun"].used == ["chariots", "drought"]


# -- merged gods -----------------------------------------------------------------------------------------------------


def merged_call(early: str = "") -> Play:
    """Ra (greater) and Isis (lesser) are one side against Amun; Conflict 4 is called. Isis may send lines before."""

    def change(t: Ankh) -> None:
        t.greater, t.lesser = "ra", "isis"
        t.ladder.remove("isis")
        for place in t.units_of("isis"):
            del t.units[place]
        for place in t.monuments_of("isis"):
            t.destroy(place)
        t.out |= {"isis god": 1, "isis ankh": 15}
        t.gods["isis"] = type(t.gods["isis"])()
        t.event, t.tracks["gain"] = 15, steps_of(t, "gain") - 1
        t.shift("ra", 25)
        t.shift("amun", 26)
        free = next(p for p in t.lay.adjacent[t.god_at("ra") or ""] if t.open_to("amun", p))
        put(t, {free: "amun warrior"})

    play = game("amun", "ra", "isis")
    change(ankh(play))
    play.run.reopen()
    if early:
        play.submit("isis", early, NOW)
    play.submit("amun", "action: gain\ncard: drought\nbid: 0", NOW)
    return play


def test_an_order_of_the_partner_is_kept_and_shown_to_both() -> None:
    """A-DEC-22: she may send it at any time; it is promised and told to the greater god's player."""
    play = merged_call()
    play.submit("isis", "card: miracle\nbid: 0", NOW)
    filed = [entry for entry in orders(play) if entry.seat == "isis"]
    assert filed[0].note["side"] == ["ra"]
    assert play.run.proposals() == {"ra": ("isis", ["ready"])}


def test_it_is_played_at_half_time() -> None:
    """A-DEC-22: with all of its lines; they are opened as hers."""
    play = merged_call()
    play.submit("isis", "card: miracle\nbid: 0", NOW)
    adopt(play, "ra", NOW + timedelta(hours=48))
    assert ankh(play).conflict is None
    assert "miracle" in ankh(play).gods["ra"].used
    assert ("isis", "card: miracle") in opened(play)
    assert opening_problem(play.game.recent) is None


def test_the_partners_order_may_come_before_the_call() -> None:
    """A-DEC-22, A-PBEM-6: it proposes and does not answer for the greater god's player, who is called all the same."""
    play = merged_call("card: miracle\nbid: 0")
    assert list(play.questions()) == ["ra"]
    assert play.run.proposals() == {"ra": ("isis", ["ready"])}
    adopt(play, "ra", NOW + timedelta(hours=48))
    assert ankh(play).gods["ra"].used == ["miracle"]


def test_an_order_of_the_greater_gods_player_replaces_it() -> None:
    play = merged_call()
    play.submit("isis", "card: miracle\nbid: 0", NOW)
    play.submit("ra", "card: flood", NOW)
    assert "flood" in ankh(play).gods["ra"].used
    assert ("isis", "card: miracle") not in opened(play)
