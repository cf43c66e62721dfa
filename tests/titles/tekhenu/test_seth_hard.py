"""Time of Seth, what is hard to get right, each under its name; and rules whose break no other test noticed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.core.errors import PlayerError
from pbem.engine.computers.computer import turn_text
from pbem.engine.computers.fuzz import BEGINNING, NO_CHECKS, Fuzz
from pbem.engine.create import box_of, create_game
from pbem.engine.play import Play
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.fixes import FIXES, IN_TURN, ONCE
from pbem.titles.tekhenu.phases.decree import DecreeAction
from pbem.titles.tekhenu.phases.game import Game as Whole
from pbem.titles.tekhenu.phases.rotation import Rotation, shaded_sections
from pbem.titles.tekhenu.phases.scoring import Scoring
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR
from pbem.titles.tekhenu.seth.destiny_offers import SethDestiny
from pbem.titles.tekhenu.seth.part import SETH, seth
from pbem.titles.tekhenu.seth.phases import scale
from pbem.titles.tekhenu.solo.part import BOT
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.vizier.part import vizier
from tests.titles.tekhenu import solos
from tests.titles.tekhenu.build import ME, YOU, Game, why_not
from tests.titles.tekhenu.seths import build_in, cover, statue, stock, table
from tests.titles.tekhenu.test_turn_mails import NOW

# -- hard to get right -------------------------------------------------------------------------------------------------


def osiris_twice(god: str) -> Game:
    """A Pillar with an Osiris ability on the tile C10, happiness 1, a Statue whose bonus is happiness at a god."""
    t = table(2, "ra white 1", limestone=9, technologies=["T09"], happiness=1, population=9)
    osiris = next(tile for tile, entry in t.data.tiles.items() if entry.ability and entry.ability.god == "osiris")
    place = t.data.ra_place[1]
    t.tile_stack.remove(osiris)
    t.tile_stack.append(t.ra[place])
    t.ra[place] = osiris
    position = next(p for p, bonus in enumerate(t.data.horus_bonus) if bonus.get("happiness") == 2)
    rest = [other for other in t.data.gods if other != god]
    t.horus = [god if p == position else rest.pop() for p in range(1, 7)]
    statue(t, god, ME)
    cover(t, "b2", "C10")
    game = Game(t).say("die: ra white 1", "action: god", "space: b2", "turn: 0", "reward: osiris", "district: bread")
    return game


def test_a_statues_bonus_comes_between_two_nested_actions_where_the_second_needs_it() -> None:
    """S-TRIG-3, X-12: the bonus of the first Osiris action pays for the second; a Statue elsewhere lets it fizzle."""
    game = osiris_twice("osiris")
    if game.asked[1].name == "ability":
        game.say("ability: osiris")
    game.say(f"district: {game.options('district')[0]}")
    assert game.kinds().count("built_works") == 2 and game.me.happiness == 1
    events = [kind for kind in game.kinds() if kind in ("built_works", "horus_bonus")]
    assert events == ["built_works", "horus_bonus", "built_works"]
    game = osiris_twice("thoth").finish()
    assert game.kinds().count("built_works") == 1 and game.me.happiness == 0


def test_once_a_turn_is_per_effect_t07_and_t24_exempt() -> None:
    """S-TRIG-1, S-TRIG-2, S-R-16, S-R-18: two Ra actions pay T02 and the Statue at Ra once, T01 still pays for Osiris;
    T24 answers every Blessing played, T07 the bonuses of two Statues."""
    t = table(4, "ra white 2", limestone=9, technologies=["T02", "T06", "T24"], blessings=["B25", "B26"], happiness=5)
    statue(t, "ra", YOU)
    statue(t, "osiris", YOU)
    t.players[YOU].technologies = ["T07"]
    t.extra = [ME, ME]
    game = Game(t).say("play: B25", "play: B26", "bonus: ra 2", "space: c2", "turn: 0")
    game.say("bonus: osiris 2", "district: bread")
    game.say("die: ra white 2", "action: god", "space: b2", "turn: 0").finish()
    told = [(event.seat, event.data["why"]) for event in t.live.events if event.kind == "gained"]
    assert t.pillars_built(ME) == 2
    assert told.count((ME, "T02")) == 1 and told.count((ME, "T24")) == 2
    bonuses = [event.data["god"] for event in t.live.events if event.kind == "horus_bonus"]
    assert sorted(bonuses) == ["osiris", "ra"] and told.count((YOU, "T07")) == 2


def test_what_a_die_gives_comes_before_the_cost_is_judged() -> None:
    """S-R-40, S-R-34: a blue 2 pays for a Statue in honour of Seth with no Priests before; Anubis red 4 for region 4;
    and a die that gives too little is not offered."""
    for face, offered in ((2, True), (0, False)):
        t = table(2, "horus blue 2, osiris white 3" if face else "horus grey 2, osiris white 3", granite=9)
        t.people = {spot.id: YOU for spot in t.data.people_spots}
        t.statues[t.horus[1]] = [YOU]
        assert (f"horus {'blue' if face else 'grey'} 2" in Game(t).options("die")) == offered
    for value, possible in ((4, True), (3, False)):
        t = table(2, f"hathor black {value}", scribe=2, limestone=9)
        game = Game(t).say(f"die: hathor black {value}", "as: anubis red")
        assert ("seth" in game.options("action")) == possible
    t = table(2, "hathor black 5, osiris white 3", scribe=2, warrior=8)
    game = Game(t).say("die: hathor black 5", "as: anubis red", "action: seth", "tile: b2")
    assert stock(game, WARRIOR) == 6  # 8 and 5 are 10, not 13


@pytest.mark.parametrize("means", ["anubis", "B23"])
def test_anubis_colour_named_at_once_green_never_and_blood_still_placed(means: str) -> None:
    """S-ANUBIS-1 to S-ANUBIS-3, SD-08: with B23 too."""

    def position(dice: str, **more: int) -> Tekhenu:
        return table(2, dice, scribe=2, **more) if means == "anubis" else table(2, dice, blessings=["B23"], **more)

    t = position("hathor black 4, hathor green 4", limestone=9)
    game = Game(t)
    assert "hathor green 4" not in game.options("die")  # nothing pays Hathor, and Anubis cannot help
    assert why_not(game.question("die"), "hathor green 4")[1] in ("S-ANUBIS-3", "T-TURN-6", "S-R-12")
    game.say("die: hathor black 4")
    assert set(game.options("as")) >= {means, f"{means} red", f"{means} blue"}
    game.say(f"as: {means} blue")
    assert stock(game, PRIEST) == 4 and stock(game, WARRIOR) == 0
    assert not {"bread", "seth"} & set(game.options("action"))
    t = position("hathor black 4")
    before = scale(t, ME)
    Game(t).say("die: hathor black 4", f"as: {means} red", "action: seth", "tile: b2").finish()
    assert seth(t).blood[ME] == 1 and scale(t, ME) == before - 1 and t.players[ME].below == ["black 4"]


def test_refill_of_the_seth_board_only_from_the_first_shaded_section() -> None:
    """S-ROT-1 to S-ROT-4, S-R-23: by the wheel as it stands after its turn, whatever the second section brings."""
    seen = set()
    for seed in range(40):
        t = table(2, "seth grey 6", spare=False)
        t.live.chance = type(t.live.chance)(f"refill {seed}".encode(), "test")
        t.bag = ["grey", "grey", "white", "black"]
        t.stack = [Rotation()]
        Game(t)
        first, second = shaded_sections(t)
        drawn = [die.split()[0] for die in t.dice[first]]
        moved = len(t.dice[SETH]) == 2
        assert t.arrow == 1 and t.dice[SETH][0] == "grey 6" and len(t.dice[second]) == 2
        assert len(drawn) == 2 - moved and (moved or "grey" not in drawn)
        seen.add((moved, "grey" in drawn))
    assert seen == {(True, True), (True, False), (False, False)}


def seth_game(options: dict[str, Any], players: int = 2) -> Play:
    return create_game(
        TITLE, game_id="hard", players=["Ania", "Bartek", "Celina", "Dorota"][:players], moderator=None,
        options=options, clock={}, seed=bytes(32), chance_kind="given",
        raw_data=TITLE.components(box_of(TITLE, options, players)), now=BEGINNING,
    )  # fmt: skip


@pytest.mark.parametrize(("line", "what"), [("", "granite"), ("owed: bread\n", "bread")])
def test_the_owed_resource_without_an_extra_mail(line: str, what: str) -> None:
    """S-R-10, SD-14: the mail of another's Seth action ends that turn, and the owner's next one says what is owed, or
    says nothing of it."""
    t = table(4, "seth grey 3, thoth brown 3, thoth yellow 6", warrior=4)
    statue(t, SETH, YOU)
    t.stack = [Whole(at=0, step="turn_taken"), t.book.procedures["turn"](seat=ME)]
    play = seth_game({"expansion": "seth"}, 4)
    play.lay(t)
    assert play.submit(ME, "die: seth 3\ntile: b2", NOW).finished
    assert list(play.questions()) == [YOU] and seth(t).owed[YOU] == 1
    assert play.submit(YOU, f"{line}die: thoth brown 3\naction: produce", NOW).finished
    produced = t.players[YOU].production["bread"]
    assert seth(t).owed[YOU] == 0 and t.players[YOU].stock[what] >= 1
    assert t.players[YOU].stock["bread"] == min(3, produced) + (what == "bread")


def test_an_artifact_needs_its_destiny_card_free() -> None:
    """S-MAAT-5, S-R-27: taken with or without an Artifact; then its other Artifact is out of reach too."""
    for answer, gone in (("faith", ""), ("R06", "R05")):
        t = table(2, priest=9)
        t.destinies = list(t.data.destiny_cards)
        Game(t, SethDestiny(seat=ME)).say(f"destiny: {answer}")
        t.players[YOU].stock[PRIEST] = 10
        t.stack = [SethDestiny(seat=YOU)]
        question = Game(t).question("destiny")
        taken = t.players[ME].destiny
        ankh = t.data.cards[taken].ankh
        lost = [card for card in t.data.parts[SETH].artifacts if t.data.cards[card].ankh == ankh]
        assert not set(lost) & set(question.options) and gone in ("", *lost)
        left = next(card for card in lost if card != answer)
        assert why_not(question, left) == (f"{left} goes with {taken}, which is no longer on offer", "S-MAAT-5")


@pytest.mark.parametrize(
    ("dice", "taken", "row"),
    [
        ("osiris blue 4, osiris grey 4, osiris white 2", "blue 4", 4),
        ("osiris red 5, osiris white 5", "red 5", 5),
        ("osiris red 3, osiris grey 4", "red 3", 3),
    ],
)
def test_the_bots_rating_chooses_the_die_but_never_changes_the_actions_value(dice: str, taken: str, row: int) -> None:
    """S-BOT-2."""
    t = solos.bare(dice, expansion=SETH)
    solos.turn(t, "osiris")
    assert solos.told(t, "solo/took")[0]["die"] == taken
    assert [works["row"] for works in solos.told(t, "built_works")] == [row]


def test_no_destiny_card_for_the_bot_in_set_up() -> None:
    """S-R-32, S-BOT-SETUP-5: it is first, and all four are left to you."""
    t, running = solos.begun(expansion=SETH)
    while running.questions()[solos.ME].name != "destiny":
        running.give(solos.ME, running.questions()[solos.ME].harmless())
    assert t.order[0] == BOT and t.players[BOT].destiny == "" and t.destinies == list(t.data.destiny_cards)


def second_to_move(options: dict[str, Any]) -> tuple[Play, Tekhenu]:
    """A game with the Vizier in which the first player has had a turn and the second has not."""
    play = seth_game(options)
    while not (play.table.round and list(play.questions()) == play.table.order[1:]):  # type: ignore[attr-defined]
        seat = next(iter(play.questions()))
        play.submit(seat, turn_text(play, seat, TITLE.prefer), BEGINNING)
    assert isinstance(play.table, Tekhenu)
    return play, play.table


@pytest.mark.parametrize("action", ["ra", "bread"])
def test_the_vizier_pays_by_where_the_die_lay(action: str) -> None:
    """S-VIZ-4, S-R-29: Anubis with a die of Ra, to produce or for a god, pays at Ra and not where its action is."""
    for area, paid in (("ra", 2), ("thoth", 0)):
        play, t = second_to_move({"vizier": True})
        first, second = t.order
        t.dice["ra"].append("white 6")
        t.players[second].stock |= {"scribe": 2, "limestone": 9}
        vizier(t).area = area
        play.run.reopen()
        before = t.players[first].vp
        lines = ["die: ra white 6", "as: anubis", f"action: {action}"]
        play.submit(second, "\n".join([*lines, *(["space: c3", "turn: 0"] if action == "ra" else [])]), NOW)
        assert play.table.players[first].vp == before + paid  # type: ignore[attr-defined]


@pytest.mark.parametrize(("wanted", "area"), [("gold", "thoth"), ("faith", "horus")])
def test_the_vizier_moves_after_the_second_choice(wanted: str, area: str) -> None:
    """S-VIZ-3, S-R-30, SD-18: `vizier: thoth if A02, horus`, sent by both with the Destiny answer, is played for
    whoever is first then, by the card that the second took; nobody is asked for it."""
    play, t = second_to_move({"vizier": True})
    while not (t.round == 4 and list(play.questions()) == t.order[1:]):
        seat = next(iter(play.questions()))
        play.submit(seat, turn_text(play, seat, TITLE.prefer), BEGINNING)
    vizier(t).area = "ra"
    other, last = t.order
    ahead = f"destiny: scribe, {wanted}\naside: A03\nvizier: thoth if A02, horus\nfaith: auto"
    play.submit(other, ahead, NOW)
    assert vizier(t).area == "ra"
    play.submit(last, turn_text(play, last, TITLE.prefer).replace("; ", "\n") + f"\n{ahead}", NOW)
    kinds = [event.kind for event in t.live.events if event.kind in ("took_destiny", "vizier/aside", "vizier/placed")]
    assert (t.maat, t.round) == (1, 5) and "vizier" not in {question.name for question in play.questions().values()}
    taken = [t.data.cards[t.players[seat].destiny].id for seat in t.order]
    assert taken == ["A01", "A02" if wanted == "gold" else "A04"] and vizier(t).aside == "A03"
    assert vizier(t).area == area and (not kinds or kinds[-1] == "vizier/placed")


# -- rules whose break no other test noticed ---------------------------------------------------------------------------


def test_s_setup_4_purity_of_the_new_dice_in_every_section() -> None:
    """S-SETUP-4: red and blue are tainted, green is pure, wherever the wheel stands."""
    t = table()
    for arrow in range(6):
        t.arrow = arrow
        found = {(colour, t.purity(god, colour)) for god in t.data.gods for colour in ("red", "blue", "green")}
        assert found == {("red", "tainted"), ("blue", "tainted"), ("green", "pure")}


def test_s_r_07_a_die_of_the_seth_board_may_be_named_any_colour() -> None:
    """S-R-07: B11 names any of the seven others as long as the Seth action can be done; green makes it pure, and blue
    gives Priests."""
    t = table(2, "seth grey 3, osiris white 3", warrior=9, blessings=["B11"])
    game = Game(t).say("die: seth grey 3")
    colours = {key.split()[1] for key in game.options("as") if key.startswith("B11")}
    assert colours == {"white", "black", "yellow", "brown", "red", "blue", "green"}
    game.say("as: B11 green", "value: 3", "tile: b2")
    assert game.me.left == ["grey 3"]


def test_s_r_20_d23_waives_granite_and_not_priests() -> None:
    """S-R-20: with the spot in honour of Seth alone left, D23 builds there for 2 Priests and no granite."""
    for priests in (1, 2):
        t = table(2, decrees=["D23"], priest=priests)
        t.people = {spot.id: YOU for spot in t.data.people_spots}
        t.statues |= {god: [YOU] for god in t.data.gods}
        game = Game(t, DecreeAction(seat=ME, card="D23"))
        assert ("D23 horus 2" in game.options("decree")) == (priests == 2)
    game.say("decree: D23 horus 2").finish()
    assert t.statues[SETH] == [ME] and (stock(game, PRIEST), stock(game, "granite")) == (0, 0)


def test_s_r_26_no_artifact_outside_the_own_turn() -> None:
    """S-MAAT-7, S-R-26: R02 may serve a Seth action of the own turn, and none that happiness 21 brings outside it."""
    t = table(2, "seth grey 3", warrior=4, artifacts=["R02"])
    assert "R02" in Game(t).say("die: seth grey 3").options("play")
    t = table(2, warrior=4, artifacts=["R02"])
    t.extra = [ME]
    game = Game(t, t.book.procedures["off_turn"]())
    game.say("bonus: seth 3")
    assert game.asked[1].name == "tile" and seth(t).held[ME] == ["R02"] and stock(game, WARRIOR) == 0
    t = table(2, warrior=1, artifacts=["R02"])
    t.extra = [ME]
    assert "seth 3" not in Game(t, t.book.procedures["off_turn"]()).options("bonus")


def test_s_r_43_the_bonus_at_once_is_no_trigger() -> None:
    """S-R-43: with three players it comes although the turn's single use is gone, and it uses none."""
    t = table(3, "horus grey 2", granite=9, priest=2)
    t.stack = [t.book.procedures["turn"](seat=ME)]
    game = Game(t).say("die: horus grey 2")
    t.used.append(f"{ME} statue at seth")
    game.say("statue: seth", "owed: bread")
    assert stock(game, "bread") == 1
    t = table(3, "horus grey 2", granite=9, priest=2)
    game = Game(t).say("die: horus grey 2", "statue: seth")
    assert f"{ME} statue at seth" not in t.used


def test_s_ra_1_a_covered_space_is_empty_for_ra() -> None:
    """S-RA-1, S-SET-8: it is offered like any other, and with all others taken Ra is still possible."""
    t = table(2, "ra white 1", limestone=9)
    t.tiles = ["P25"] * 25
    t.tiles[t.data.space_by_name["b2"]] = ""
    cover(t, "b2", "C01")
    game = Game(t).say("die: ra white 1")
    assert "god" in game.options("action")
    game.say("action: god", "space: b2", "turn: 0")
    assert t.pillars_built(ME) == 1


@pytest.mark.parametrize(("fixes", "papyrus"), [(FIXES, 0), ([fix for fix in FIXES if fix != IN_TURN], 1)])
def test_f6_a_declined_thoth_action_brings_nothing_ahead_of_it(fixes: Sequence[str], papyrus: int) -> None:
    """S-R-15: T20's papyrus comes with the first of these actions that is done; games begun before had it all the
    same."""

    def built() -> Game:
        t = table(2, "horus grey 2", granite=9, happiness=3, population=9, technologies=["T20"])
        t.live.fixes = frozenset(fixes)
        build_in(t, 1, YOU)
        build_in(t, 2, YOU)
        return Game(t).say("die: horus grey 2", "statue: west")

    game = built().say("section: none", "section: none").finish()
    assert stock(game, "papyrus") == papyrus
    game = built().say("section: none")
    game.say("section: I", f"cards: {game.t.market['I'][0]}").finish()
    assert stock(game, "papyrus") == 1
    game = built().say("refresh: I")
    assert stock(game, "papyrus") == 0 and "took_cards" not in game.kinds()


@pytest.mark.parametrize(("fixes", "built"), [(FIXES, 1), ([fix for fix in FIXES if fix != ONCE], 0)])
def test_s_r_39_a_die_of_the_seth_board_is_not_placed_idle(fixes: Sequence[str], built: int) -> None:
    """S-R-39: no action is possible but by B27, which nobody has to play: then the red die is placed; the die of the
    Seth board is taken only to be used. Games begun before F4 could place it, too."""
    t = table(2, "ra red 4, seth grey 3", spare=False, blessings=["B27"])
    t.live.fixes = frozenset(fixes)
    assert set(Game(t).options("die")) == {"ra red 4", "seth grey 3"}
    game = Game(t).say("die: seth grey 3")
    while not game.run.over:
        seat, question = game.asked
        low = "nothing" if "nothing" in question.options else None
        game.run.give(seat, [low] if low else question.harmless())
    assert t.buildings_built(ME) == built and game.me.right == ["grey 3"]


@pytest.mark.parametrize(("fixes", "paid"), [(FIXES, 2), ([fix for fix in FIXES if fix != IN_TURN], 1)])
def test_f6_bread_owed_through_d23_is_paid(fixes: Sequence[str], paid: int) -> None:
    """S-R-10: whoever said to pay all the bread there was pays what the Seth action of D23 brings as well."""
    t = table(2, warrior=4, decrees=["D23"])
    t.live.fixes = frozenset(fixes)
    t.round, t.markers, t.scoring = t.data.rounds, [t.arrow], t.data.scorings - 1
    statue(t, SETH, YOU)
    player = t.players[YOU]
    player.buildings, player.stock["bread"] = 0, 1
    t.stack = [Scoring(bread={YOU: "1 bread"}, told=[YOU])]
    game = Game(t).say("decree: D23 seth 3", "tile: b2", "owed: bread").finish()
    assert [event.data["paid"] for event in t.live.events if event.kind == "bread_paid" and event.seat == YOU] == [
        {"bread": paid}
    ]
    assert game.run.over


def test_sd_13_artifacts_beside_blessings_for_an_extra_action() -> None:
    """SD-13: an Artifact is offered beside what a Blessing offers, and both may be used."""
    t = table(2, "osiris white 2", blessings=["B17"], artifacts=["R07"], granite=9, limestone=9, scribe=2, happiness=3)
    keys = Game(t).say("die: osiris white 2").options("extra")
    assert {key.split()[0] for key in keys} == {"B17", "R07"}


def test_the_lines_sent_ahead_of_an_extra_action_begin_with_it() -> None:
    """A computer foresees the action of happiness 21 in the middle of its turn, with a card of any moment in hand: the
    window before that question belongs to the turn and is not written down."""
    t = table(2, artifacts=["R01"], happiness=20, population=21)
    t.players[ME].reached = [16, 19]
    t.active = ME
    fuzz = Fuzz(TITLE, 2, "rehearsed", "greedy", True, NO_CHECKS, {"expansion": SETH})
    lines = fuzz.sent_ahead.lines(t, ME, [found for found in TITLE.foresee(t, ME) if found.leads is not None], ())
    assert lines and lines[0].startswith("bonus: ")
    t.players[ME].reached, t.round, t.players[ME].decrees = [16, 19, 21], t.data.rounds, ["D23"]
    lines = fuzz.sent_ahead.lines(t, ME, [found for found in TITLE.foresee(t, ME) if found.leads is not None], ())
    assert lines and lines[0].startswith("decree: D23 ")


def test_a_computer_says_what_answers_itself_where_its_next_line_would_be_taken_for_it() -> None:
    """R08 builds in the one district left in row 3, which asks nothing; `district: papyrus` is for the action of the
    die, so it is written twice."""
    t = table(2, "osiris green 4, thoth brown 3, thoth yellow 6", artifacts=["R08"], happiness=3)
    for district in ("bread", "limestone", "granite"):
        t.osiris[t.data.osiris_at(3, t.data.districts.index(district)).index] = YOU
        t.players[YOU].buildings -= 1
    t.stack = [Whole(at=0, step="turn_taken"), t.book.procedures["turn"](seat=ME)]
    play = seth_game({"expansion": SETH})
    play.lay(t)
    wanted = {"die": "osiris green 4", "extra": "R08 osiris 3", "district": "papyrus"}

    def choose(table: Any, seat: str, question: Any) -> list[str]:
        key = wanted.get(question.name)
        if key not in question.options:
            return list(question.default if question.default is not None else question.options[: question.low])
        return [] if question.name == "extra" and not table.players[seat].dice else [key]

    text = turn_text(play, ME, choose)
    assert text.count("district: papyrus") == 2
    assert play.submit(ME, text, NOW).finished and t.buildings_built(ME) == 2


def test_none_behind_cards_that_an_action_needs_is_for_the_next_window() -> None:
    """R02 is needed for the Warriors, and more cards may follow it; `play: none` behind it is no card, but the answer
    to the window before the Conquest tile."""
    t = table(2, "seth grey 1, thoth brown 3, thoth yellow 6", warrior=3, artifacts=["R02", "R05"], blood=1)
    t.stack = [Whole(at=0, step="turn_taken"), t.book.procedures["turn"](seat=ME)]
    play = seth_game({"expansion": SETH})
    play.lay(t)
    assert play.submit(
        ME, "play: none\ndie: seth 1\nplay: none\nplay: none\nplay: R02\nplay: none\ntile: a3", NOW
    ).finished
    assert seth(t).held[ME] == ["R05"] and seth(t).regions[0] == [ME]


def test_a_card_of_the_action_passes_the_windows_before_it() -> None:
    """`play: R02` right behind the die is for the Seth action, although R05 could be played before; and where no Seth
    action comes it is refused by its rule."""
    for die, finished in (("seth 1", True), ("thoth brown 3", False)):
        t = table(2, "seth grey 1, thoth brown 3, thoth yellow 6", warrior=3, artifacts=["R02", "R05"], blood=1)
        t.stack = [Whole(at=0, step="turn_taken"), t.book.procedures["turn"](seat=ME)]
        play = seth_game({"expansion": SETH})
        play.lay(t)
        if finished:
            assert play.submit(ME, f"die: {die}\nplay: R02\ntile: a3", NOW).finished and seth(t).held[ME] == ["R05"]
            continue
        with pytest.raises(PlayerError) as caught:
            play.submit(ME, f"die: {die}\nplay: R02\naction: produce", NOW)
        assert caught.value.rule == "S-CARD-R02" and caught.value.line == 2
