"""Input that is wrong: each refused with what was read, the rule, the reason and the nearest legal answers, and nothing
is changed."""

from __future__ import annotations

import pytest

from pbem.core.errors import Misuse, PlayerError
from pbem.engine.create import Holder, create_game
from pbem.engine.play import Play
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.components import GODS, default_components, default_raw
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import put
from tests.titles.ankh.games import NOW, ankh, game, laid
from tests.titles.ankh.test_lines import refusal
from tests.titles.ankh.test_orders import merged_call, ready


def at_caravan() -> Play:
    """The next Gain triggers a caravan."""

    def change(t: Ankh) -> None:
        t.event = 4
        t.tracks["gain"] = steps_of(t, "gain") - 1

    return laid(game("ra", "isis"), change)


def at_battle() -> Play:
    """A Battle of region 1 in the mode in which everything is asked when it arises; Ra has used Chariots."""
    play = ready(conflict_mode="table")
    play.submit("ra", "action: gain", NOW)
    assert set(play.questions()) == {"ra", "isis"}

    def change(t: Ankh) -> None:
        t.gods["ra"].hand.remove("chariots")
        t.gods["ra"].used.append("chariots")

    return laid(play, change)


TURNS = [
    ("action: gain\ncaravan: B1|B2", at_caravan, "A-CARA-1", "carries the River"),
    ("action: gain\ncaravan: D3|E4 D4|E4 D4|E5 D4|D5", at_caravan, "A-CARA-3", "leaves 6 land spaces on each side"),
    ("move: B5-C4, C4-C3\nunlock: none", lambda: game("ra", "isis"), "A-MOVE-1", "has moved in this action"),
    ("move: god B5-C5\nunlock: none", lambda: game("ra", "isis"), "A-MOVE-3", "C5 is Water"),
    ("summon: warrior C4\naction: summon", lambda: game("ra", "isis"), "A-TURN-5", "strictly below summon"),
    ("summon: warrior C4\nmove: god B5-A6", lambda: game("ra", "isis"), "A-TURN-5", "below summon"),
    ("card: chariots", at_battle, "A-BATTLE-7", "was used and lies open"),
    ("card: fireball", at_battle, "A-BATTLE-1", "is not an answer to card"),
    ("action: jump", lambda: game("ra", "isis"), "A-TURN-5", "is not an answer to action (First action; A-TURN-5)"),
    ("jump", lambda: game("ra", "isis"), "A-TURN-5", "is not an answer to action"),
    ("summon: warrior Z9", lambda: game("ra", "isis"), "A-MAP-1", "the map has no space Z9"),
    ("move: god B5-H9", lambda: game("ra", "isis"), "A-MAP-1", "the map has no space H9"),
    ("summon: warriors", lambda: game("ra", "isis"), "A-TURN-2", "is not an answer to summon"),
    ("unlock: flying", lambda: game("ra", "isis"), "A-TURN-2", "is not an answer to unlock"),
    ("unlock: glorious", lambda: game("ra", "isis"), "A-UNLOCK-1", "the next power is of level 1"),
    ("action: gain\ncaravan: nowhere", at_caravan, "A-EVT-2", "is not an answer to caravan"),
    ("summon: none\naction: gain\naction: unlock", lambda: game("ra", "isis"), "A-TURN-5", "leave it out"),
]


@pytest.mark.parametrize(("text", "play", "rule", "why"), TURNS, ids=[row[0].split("\n")[-1] for row in TURNS])
def test_moves_that_are_refused(text: str, play: object, rule: str, why: str) -> None:
    """A line of camels over a river or that leaves five spaces, a unit moved twice or onto water, a second action on
    the same or a higher track, a card already used."""
    assert callable(play)
    error = refusal(play(), "ra", text)
    assert (error.rule, why in error.message) == (rule, True), (error.rule, error.message)
    assert error.expected, error.message
    assert "Nothing was changed" in error.message


def test_a_bid_above_what_is_owned_is_cut() -> None:
    """A-PBEM-5: on file it is cut to what is there when it falls due; typed when it is asked, it is refused."""
    play = ready()
    play.submit("isis", "card: plague\nbid: 50", NOW)
    play.submit("ra", "action: gain\ncard: flood\nbid: 0", NOW)
    told = [event.data for entry in play.game.recent for event in entry.events if event.kind == "plague"]
    assert told and all(0 <= row["bids"]["isis"] <= 3 for row in told)
    assert told[0]["bids"]["isis"] > 0
    play = ready(conflict_mode="table")
    play.submit("ra", "action: gain", NOW)
    play.submit("ra", "card: flood", NOW)
    play.submit("isis", "card: plague", NOW)
    error = refusal(play, "isis", "bid: 50")
    assert (error.rule, "you have" in error.message, bool(error.expected)) == ("A-CARD-PLAGUE", True, True)


def test_an_order_in_place_of_a_turn_says_where_it_may_stand() -> None:
    """A-PBEM-6: orders may be sent before the call, behind the lines of the own turn; alone they leave it open."""
    error = refusal(ready(), "ra", "card: flood\nbid: 0")
    assert "Behind the lines of your move it is kept for later." in error.message
    play = ready()
    play.submit("ra", "action: gain\ncard: flood", NOW)
    assert "kept for later" not in refusal(game("ra", "isis"), "ra", "push: D4").message


def test_an_order_for_a_region_that_is_not_there() -> None:
    """A-PBEM-4: there is no region 7; those that there are are named."""
    for seat in ("isis", "ra"):  # one is asked nothing, the other for an action
        error = refusal(ready(), seat, "card-7: flood")
        assert "it may be written for card-1, card-2, card-3, card." in error.message
        assert (error.rule, error.expected[0]) == ("A-BATTLE-1", "card-1: flood")


def test_an_order_for_a_region_without_own_units_is_refused() -> None:
    """A-BATTLE-1, A-PBEM-4: once the Conflict is called no unit can come there any more; Anubis may trap anywhere."""
    play = ready()
    play.submit("ra", "action: gain", NOW)
    error = refusal(play, "isis", "card-3: flood\ncard: miracle")
    assert "a unit (A-BATTLE-1)" in error.message
    assert (error.rule, error.expected) == ("A-BATTLE-1", ["card-1: flood", "card-2: flood", "card: flood"])
    play = ready("ra", "isis", "anubis")
    play.submit("ra", "action: gain", NOW)
    play.submit("anubis", "trap-3: ra\norder: ready", NOW)


def test_an_early_order_for_a_region_without_own_units_lapses() -> None:
    """A-PBEM-4: before the call units may still come there, so it is kept; unused, it is shown back."""
    play = ready()
    play.submit("isis", "card-3: flood\ncard: miracle", NOW)
    play.submit("ra", "action: gain\ncard: flood", NOW)
    assert "card-3: flood" in " ".join(play.game.orders["isis"].lapsed)


def test_the_partner_cannot_move_in_the_others_turn() -> None:
    """A-MERGE-9: both keep their own turns."""
    play = merged_call()
    play.submit("ra", "order: ready", NOW)
    seat = next(iter(play.questions()))
    assert seat in ("ra", "isis")
    other = "isis" if seat == "ra" else "ra"
    for text in ("action: gain", "gain", "move: god B5-C4", "summon: warrior B4", "unlock: revered"):
        error = refusal(play, other, text)
        assert f"It is not {other}'s turn; awaited: {seat} (action)" in error.message
        assert error.rule == "A-MERGE-9"
        assert error.expected
    for line in error.expected:  # what is named instead is taken: orders of the pair may come from both at any time
        assert line in error.message
        play.submit(other, line, NOW)


def test_nobody_acts_while_a_conflict_is_called() -> None:
    """A-TURN-3: turns go on behind it."""
    play = ready()
    play.submit("ra", "action: gain\ncard: flood", NOW)
    error = refusal(play, "ra", "action: gain")
    assert (error.rule, "Turns go on when the Conflict is resolved" in error.message) == ("A-TURN-3", True)


def test_an_order_after_the_conflict_is_for_the_next_one() -> None:
    """A-PBEM-6: nothing of a Conflict that was resolved can be changed; what comes late is kept for the next."""
    play = ready()
    play.submit("ra", "action: gain\ncard: flood", NOW)
    play.submit("isis", "card: chariots", NOW)
    before = ankh(play).model_dump()
    assert ankh(play).conflict is None
    play.submit("ra", "card: plague", NOW)
    assert ankh(play).model_dump() == before
    assert [sent.occasion for sent in play.game.orders["ra"].ahead] == ["conflict 2"]


def new(players: int, *gods: str | None, **options: object) -> Play:
    return create_game(
        TITLE, game_id="nile", players=[Holder(f"P{n}", god) for n, god in zip(range(players), gods, strict=True)],
        moderator=None, options=options, clock={}, seed=bytes(32), raw_data=TITLE.components(), now=NOW,
    )  # fmt: skip


def test_an_impossible_scenario_or_seat() -> None:
    """A-SCEN-1, A-SETUP-1, A-SETUP-6: refused with what there is."""

    def refused(*gods: str | None, **options: object) -> tuple[object, object]:
        with pytest.raises(Misuse) as caught:
            new(len(gods), *gods, **options)
        data = caught.value.data()
        assert str(data["rule"]) in caught.value.message
        assert "Input should" not in caught.value.message and "Value error" not in caught.value.message
        return data["rule"], data["expected"]

    scenarios = ["middle-kingdom", "old-kingdom", "peoples-revolt"]
    assert refused(None, None, scenario="two-capitals") == ("A-SCEN-1", scenarios)
    assert refused("seth", None) == ("A-SETUP-1", list(GODS))
    assert refused("ra", "ra") == ("A-SETUP-1", ["amun", "anubis", "isis", "osiris"])
    assert refused("ra", "isis", first="amun") == ("A-SETUP-1", ["ra", "isis"])
    kinds = list(default_components().guardians)
    assert refused(None, None, guardians="satet, cat_mummy") == ("A-SETUP-6", kinds)
    assert refused(None, None, guardians="hydra") == ("A-SETUP-6", kinds)
    assert refused(None, None, pharaoh="xerxes") == ("P-SETUP-4", ["expansion=pharaoh"])
    assert refused(None, None, palace_mode="ask") == ("P-PBEM-2", ["expansion=pharaoh"])
    assert refused(None, None, control_optional="perhaps") == ("A-RUL-3", ["yes", "no"])
    for number in (1, 6):
        assert refused(*[None] * number) == ("A-SCEN-1", ["2", "3", "4", "5"])


def test_guardians_by_the_names_on_their_cards() -> None:
    """A-SETUP-6: what the tables print is read as well as the ids."""
    for row in default_raw()["guardians"]["list"]:
        for typed in (row["id"], row["name"], row["name"].lower().replace(" ", "-")):
            assert Options(guardians=typed).guardians == row["id"]
    assert Options(guardians="cat-mummies,mummy,androsphinx").guardians == "cat_mummy, mummy, androsphinx"


def test_refusals_are_player_errors() -> None:
    """So a mail that holds one is answered, not lost."""
    with pytest.raises(PlayerError):
        game("ra", "isis").submit("ra", "move: god B5-K8", NOW)


def test_a_unit_of_somebody_else() -> None:
    play = laid(game("ra", "isis"), lambda t: put(t, {"B3": "isis warrior"}))
    error = refusal(play, "ra", "move: B3-A3\nunlock: none")
    assert (error.rule, "no unit of yours stands on B3" in error.message) == ("A-MOVE-1", True)
