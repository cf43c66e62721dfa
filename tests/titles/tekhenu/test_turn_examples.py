"""The digest's worked examples and tables that concern turns."""

from __future__ import annotations

import pytest

from pbem.titles.tekhenu.actions.bastet import Bastet
from pbem.titles.tekhenu.actions.hathor import Hathor
from pbem.titles.tekhenu.actions.horus import Horus
from pbem.titles.tekhenu.actions.produce import Produce
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import Thoth, reachable
from pbem.titles.tekhenu.state import Player
from tests.titles.tekhenu.build import ME, THIRD, YOU, Game, tekhenu

SUNNY, SHADED, DARK = "horus", "ra", "bastet"


def purities(colour: str) -> list[str]:
    t = tekhenu()
    return [t.purity(god, colour) for god in (SUNNY, SHADED, DARK)]


def test_ex_01_white_dice() -> None:
    assert purities("white") == ["pure", "tainted", "forbidden"]


def test_ex_02_black_dice() -> None:
    assert purities("black") == ["forbidden", "tainted", "pure"]


def test_ex_03_yellow_and_brown_dice() -> None:
    assert purities("yellow") == ["tainted", "pure", "forbidden"]
    assert purities("brown") == ["forbidden", "pure", "tainted"]


def test_ex_04_grey_dice() -> None:
    assert purities("grey") == ["tainted"] * 3


@pytest.mark.parametrize(
    ("light", "row"),
    [
        ("sunny", "white pure, yellow tainted, black forbidden, brown forbidden, grey tainted"),
        ("shaded", "white tainted, yellow pure, black tainted, brown pure, grey tainted"),
        ("dark", "white forbidden, yellow forbidden, black pure, brown tainted, grey tainted"),
    ],
)
def test_tab_01_purity(light: str, row: str) -> None:
    """T-DICE-3, T-DICE-4; T-DICE-2: the light of all six sections follows the arrow."""
    t = tekhenu()
    for arrow in range(6):
        t.arrow = arrow
        lights = [t.light(god) for god in t.data.gods]
        assert lights[arrow:] + lights[:arrow] == ["sunny", "shaded", "dark", "dark", "shaded", "sunny"]
        for god in t.data.gods:
            if t.light(god) == light:
                assert ", ".join(f"{colour} {t.purity(god, colour)}" for colour in t.data.dice) == row


def test_ex_06_balance() -> None:
    """T-MAAT-1: an Anubis die below the scale counts 0, overproduced resources count one each."""
    player = Player(left=["white 3"], right=["grey 5", "black 2"], below=["black 6"])
    player.overproduced["bread"] = 2
    assert player.balance == -6
    assert player.dice == 4


@pytest.mark.parametrize(
    ("face", "scribes", "values"),
    [(4, 1, "2 3 4 5 6"), (4, 2, "1 2 3 4 5 6"), (6, 1, "4 5 6"), (1, 1, "1 2 3"), (6, 2, "2 3 4 5 6")],
)
def test_ex_11_scribes(face: int, scribes: int, values: str) -> None:
    """T-SCRIBE-1, T-SCRIBE-2: 1 or 2 steps a Scribe, no wrapping."""
    game = Game(tekhenu(dice=f"ra yellow {face}", scribe=scribes))
    game.say(f"die: ra yellow {face}")
    assert game.options("value") == values.split()


def test_ex_11_scribes_are_paid() -> None:
    game = Game(tekhenu(dice="ra yellow 4", scribe=3)).say("die: ra yellow 4", "value: 1").finish()
    assert game.me.stock["scribe"] == 1
    assert game.me.left == ["yellow 1"]


def test_ex_12_anubis() -> None:
    """A forbidden die with two Scribes: any god, any resource, below the scale, no part of the balance."""
    game = Game(tekhenu(dice="horus black 5", scribe=2, papyrus=3, granite=2, limestone=1, bread=2))
    game.say("die: horus black 5")  # `as: anubis` is the only way and answers itself
    expected = "horus ra hathor bastet thoth osiris papyrus bread limestone granite"
    assert game.options("action") == expected.split()
    game.say("action: bread").finish()
    assert game.me.stock["scribe"] == 0
    assert game.me.below == ["black 5"]
    assert game.me.balance == -3  # three of the five loaves are overproduced
    assert game.me.overproduced["bread"] == 3


def test_ex_12_anubis_with_a_third_scribe() -> None:
    game = Game(tekhenu(dice="horus black 5", scribe=3)).say("die: horus black 5")
    assert game.options("value") == ["3", "4", "5", "6"]


def horus_on_hathor(seats: int) -> Game:
    """The Hathor tile on position 4, as in EX-13."""
    t = tekhenu(seats, granite=2)
    t.horus = ["horus", "ra", "bastet", "hathor", "thoth", "osiris"]
    return Game(t, Horus(seat=ME, value=4)).say("statue: hathor").finish()


@pytest.mark.parametrize(("seats", "now"), [(2, 0), (3, 1), (4, 0)])
def test_ex_13_statue_at_hathor(seats: int, now: int) -> None:
    """T-HORUS-3 to T-HORUS-6: three players get the bonus once at once."""
    game = horus_on_hathor(seats)
    assert game.t.statues["hathor"] == [ME]
    assert game.me.statues == 5
    assert game.me.stock["granite"] == 0
    assert game.me.stock["gold"] == now
    game.t.players[YOU].stock["bread"] = 2
    Game(game.t, Hathor(seat=YOU, value=1)).say("spot: W1").finish()
    assert game.me.stock["gold"] == now + 1


@pytest.mark.parametrize(("seats", "gold"), [(2, 1), (3, 0), (4, 0)])
def test_ex_13_own_hathor_action(seats: int, gold: int) -> None:
    """T-HORUS-6: only with two players the owner's own actions count."""
    t = tekhenu(seats, bread=2)
    t.horus = ["horus", "ra", "bastet", "hathor", "thoth", "osiris"]
    t.statues["hathor"] = [ME]
    assert Game(t, Hathor(seat=ME, value=1)).say("spot: W1").me.stock["gold"] == gold


def test_ex_14_corner() -> None:
    """T-RA-2: both outer edges of a corner match, two VP each."""
    t = tekhenu(limestone=1)
    # P22 shows red, red, blue, blue from the north; turned once its north is blue. Unturned: north red, west blue.
    game = Game(t, Ra(seat=ME, value=5)).say("space: a1", "turn: 0")
    assert game.event("built_pillar")["edges"] == 4
    assert game.me.vp == 10 + 4 + 3  # and the left place of the display


@pytest.mark.parametrize(
    ("arrow", "technologies", "gold"), [(0, [], 0), (1, [], 2), (2, [], 2), (3, [], 0), (4, [], 0), (4, ["T09"], 2)]
)
def test_ex_15_light_of_the_ability(arrow: int, technologies: list[str], gold: int) -> None:
    """T-RA-5: P17 works while Ra is sunny (arrow before Ra or Hathor), or for the owner of T09."""
    t = tekhenu(limestone=3, technologies=technologies)
    t.arrow = arrow
    t.ra[0] = "P17"
    assert Game(t, Ra(seat=ME, value=6)).say("space: b2", "turn: 0").me.stock["gold"] == gold


def test_ex_16_festival() -> None:
    game = Game(tekhenu(dice="bastet grey 6", happiness=8, population=12, papyrus=2))
    game.say("die: bastet grey 6").finish()
    assert (game.me.happiness, game.me.stock["papyrus"], game.me.stock["scribe"]) == (12, 0, 0)


def test_ex_17_overproduction() -> None:
    t = tekhenu()
    t.players[ME].production["bread"] = 3
    game = Game(t, Produce(seat=ME, resource="bread", value=5))
    assert (game.me.stock["bread"], game.me.overproduced["bread"], game.me.balance) == (3, 2, -2)


def test_ex_18_no_overproduction() -> None:
    t = tekhenu(limestone=7)
    t.players[ME].production["limestone"] = 5
    game = Game(t, Produce(seat=ME, resource="limestone", value=4))
    assert (game.me.stock["limestone"], game.me.overproduced["limestone"]) == (11, 0)


@pytest.mark.parametrize(
    ("happiness", "highest"),
    [(0, ""), (1, "I"), (4, "I"), (5, "II"), (8, "II"), (9, "III"), (12, "III"), (13, "IV")],
)
def test_tab_04_market_access(happiness: int, highest: str) -> None:
    t = tekhenu(happiness=happiness, population=5)
    t.add_population(ME, 8)
    found = reachable(t, ME, 1)
    assert (found[-1] if found else "") == highest
    assert Thoth.possible(t, ME, 1) == bool(highest)


@pytest.mark.parametrize(
    ("value", "cards", "papyrus"), [(1, 1, 0), (2, 1, 0), (3, 2, 2), (4, 2, 2), (5, 3, 3), (6, 3, 3)]
)
def test_tab_05_thoth(value: int, cards: int, papyrus: int) -> None:
    t = tekhenu(happiness=5, papyrus=papyrus)
    game = Game(t, Thoth(seat=ME, value=value)).say("section: II")
    game.say("cards: " + ", ".join(game.options("cards")[:cards])).finish()
    assert len(game.me.blessings) + len(game.me.technologies) == cards
    assert game.me.stock["papyrus"] == 0
    assert t.market["II"].count("") == cards
    assert papyrus == 0 or not Thoth.possible(tekhenu(happiness=5, papyrus=papyrus - 1), ME, value)


@pytest.mark.parametrize(("value", "scribes"), [(1, 2), (2, 2), (3, 1), (4, 1), (5, 0), (6, 0)])
def test_tab_06_bastet(value: int, scribes: int) -> None:
    game = Game(tekhenu(papyrus=2, happiness=0, population=21), Bastet(seat=ME, value=value))
    assert game.me.stock["scribe"] == scribes
    assert game.me.happiness == value


def test_third_seat_gets_its_bonus_too() -> None:
    """T-HORUS-5, T-HORUS-7: every other owner once, a second own Statue brings nothing more."""
    t = tekhenu(4, papyrus=2)
    t.statues["bastet"] = [YOU, YOU, THIRD]
    Game(t, Bastet(seat=ME, value=1))
    assert [t.players[seat].stock["gold"] for seat in t.seats] == [0, 1, 1, 0]
