"""Games of Tekhenu to be saved: at every place at which a game stops between two mails, and in all sorts of trouble."""

from __future__ import annotations

import json
from pathlib import Path

from pbem.core.procedures import AskAll
from pbem.engine.computers.computer import opened
from pbem.engine.play import Play
from tests.saved.maker import SETTINGS, Hand, Maker, Stop, archives, at

TURN = at("tekhenu.turn:windows", "die")
CORRECTION = {
    "statues": {"costs_granite_left_to_right": [1, 2, 2, 3, 3, 4]},
    "temple": {"building_spots": {"list": [{"id": "W1", "bread": 4}]}},
    "horus": {"positions": [{"position": 6, "bonus": {"vp": 1}}]},
}


def tekhenu(root: Path, target: Path) -> Maker:
    """The home of these games: every mail is owed and none composed, and almost no earlier states are kept."""
    maker = Maker(root, SETTINGS)
    for part in (set_up, turns, maat, taken_back, cooling, quarrel, over, corrected):
        part(maker)
    maker.pack(target, mails=False, history={"taken-back": 2})
    return maker


def set_up(maker: Maker) -> None:
    """Decrees under seal and half in, the draft with a ranking ahead, rewards of Starting cards."""
    hand = maker.bring("decrees", at("tekhenu.setup:ask_decrees", "keep"), 3)
    maker.step("decrees", hand)
    maker.bring("draft", at("tekhenu.setup:draft", "start"), 3)
    waiting = next(seat for seat in maker.game("draft").table.seats if seat not in maker.asked("draft"))
    cards = list(next(iter(maker.asked("draft").values())).options)
    maker.submit("draft", waiting, f"start: {cards[2]}, {cards[0]}, any")
    maker.bring("reward-keep", at("tekhenu.rewards:ask_keep", "keep"), 4)
    maker.bring("reward-mix", at("tekhenu.rewards:ask_mix", "mix"), 4)


def turns(maker: Maker) -> None:
    """In the middle of a turn, behind something revealed."""
    maker.bring("cards", at("tekhenu.thoth:choose_cards", "cards"))
    maker.bring("refresh", at("tekhenu.thoth:offer_refresh", "refresh"))
    maker.bring("section", at("tekhenu.thoth:offer_refresh", "section"), within=20)
    maker.bring("window", at("tekhenu.turn:windows", "play"), within=30)


def maat(maker: Maker) -> None:
    """Maat phases: answers half in under seal, a Destiny card, a Decree before the final scoring, and the turn before a
    phase with answers ahead and standing orders on file."""
    hand = maker.bring("faith", all_asked("faith"), 3, within=26)
    maker.step("faith", hand)
    hand = maker.bring("bread", all_asked("bread", "faith"), 2)
    maker.step("bread", hand)
    maker.bring("destiny", at("tekhenu.maat:destiny_taken", "destiny"), within=20)
    maker.bring("last-decree", at("tekhenu.decree:start", "decree"), within=60)
    maker.bring("orders", last_turn, within=20)
    table = maker.game("orders").table
    last = next(iter(maker.asked("orders")))
    first = next(seat for seat in table.seats if seat != last)
    maker.typed("orders", last, "orders faith: auto")
    maker.typed("orders", last, "orders destiny: gold, scribe, any")
    maker.submit("orders", first, "faith: 1 left, auto\ndestiny: gold, population, any")


def all_asked(*names: str) -> Stop:
    """Everybody is asked at once in a Maat phase, nobody has answered."""
    stands = at("tekhenu.maat:ask_faith", *names)

    def fresh(play: Play) -> bool:
        return stands(play) and isinstance(play.run.open, AskAll) and len(play.questions()) == len(play.table.seats)

    return fresh


def last_turn(play: Play) -> bool:
    """The last turn before a Maat phase in which both have Faith."""
    if not TURN(play):
        return False
    players = play.table.players
    asked = next(iter(play.questions()))
    faith = all(player.stock["faith"] for player in players.values())
    return faith and all(player.dice == (3 if seat == asked else 4) for seat, player in players.items())


def taken_back(maker: Maker) -> None:
    """An entry undone and redone, one undone with fresh draws and played otherwise, and one that can be redone."""
    game = "taken-back"
    maker.begin(game)
    hand = Hand(game, greedy=True)
    maker.until(game, TURN, hand)
    for _ in range(3):
        maker.step(game, hand)
    last = maker.game(game).entry
    maker.mod("undo", str(last), game=game, reason="a slip")
    maker.mod("redo", game=game, reason="it was none")
    maker.mod("undo", str(last), "fresh", game=game, reason="it was one")
    for _ in range(2):
        maker.step(game, Hand("otherwise"))
    maker.mod("undo", str(maker.game(game).entry), game=game, reason="asked for by both")


def cooling(maker: Maker) -> None:
    """A counted move that waits for its time."""
    maker.begin("cooling", turn="3d", cooling="12h")
    hand = Hand("cooling", greedy=True)
    for _ in range(40):
        if TURN(maker.desk.read("cooling").play):
            break
        maker.step("cooling", hand)
        maker.tick(hours=13)
    maker.step("cooling", hand)
    assert maker.game("cooling").moderation.notes["pending"]


def quarrel(maker: Maker) -> None:
    """Rulings with and without a switch, a correction, an extension, messages, a substitute, an absence, an appeal, and
    a pause on top."""
    game = "quarrel"
    maker.begin(game, players=3)
    hand = Hand(game, greedy=True)
    maker.until(game, TURN, hand)
    maker.step(game, hand)
    seat = next(iter(maker.asked(game)))
    other = next(one for one in maker.game(game).table.seats if one != seat)
    maker.mod("rule", game=game, reason="as both read it", rules=["RUL-44"])
    maker.mod("rule", game=game, reason="by two, then", rules=["RUL-03"], option="T13_adjust=2")
    points = maker.game(game).table.players[seat].vp
    patch = [{"op": "replace", "path": f"/players/{seat}/vp", "value": points + 1}]
    maker.mod("patch", json.dumps(patch), game=game, reason="a point was forgotten")
    maker.mod("extend", seat, "2d", game=game, reason="illness")
    maker.typed(game, other, f"say to {maker.game(game).person(seat)}: shall we?")
    maker.typed(game, other, "say: a good game")
    maker.mod("substitute", other, "Ewa <ewa@example.org>", game=game, reason="gave the seat back")
    away = maker.time.strftime("%B").lower()[:3]
    maker.typed(game, other, f"away 28 {away} to 30 {away}")
    maker.typed(game, seat, "appeal 1 the book says otherwise")
    maker.mod("pause", game=game, reason="holidays")


def over(maker: Maker) -> None:
    """A game played to its end, with its archives, and one that the moderator ended."""
    maker.begin("over")
    maker.until("over", lambda play: play.game.status != "running", Hand("over", greedy=True))
    archives(maker, "over", "public")


def corrected(maker: Maker) -> None:
    """A game pinned to component tables with an owner's corrections."""
    folder = maker.home.root / "data"
    folder.mkdir()
    (folder / "tekhenu.json").write_text(json.dumps(CORRECTION, indent=2) + "\n", encoding="utf-8")
    maker.begin("corrected")
    maker.until("corrected", TURN, Hand("corrected", greedy=True))


# -- what is rare ------------------------------------------------------------------------------------------------------

CHOSEN = {"auto_decree_scoring": False, "remove_D03": False}
"""Players name their Decrees themselves, and D03 is in the game."""
LATE = 60


def rare(root: Path, target: Path) -> Maker:
    """The home of games at places that most games never stop at."""
    maker = Maker(root, SETTINGS)
    maker.bring("reward-district", at("tekhenu.rewards:next_card", "district"))
    maker.bring("card-thoth", at("tekhenu.turn:windows", "refresh"), within=LATE)
    maker.bring("crown-thoth", at("tekhenu.tile_action:done", "refresh"), within=LATE)
    maker.bring("action", at("tekhenu.turn:windows", "action"), within=LATE)
    maker.bring("off-turn", at("tekhenu.off_turn:acted", "bonus"), 3, greedy=True, within=85)
    hand = maker.bring("score", at("tekhenu.end:ask_score", "score"), within=LATE, **CHOSEN)
    maker.step("score", hand)
    maker.bring("tribute", at("tekhenu.end:ask_tribute", "tribute"), within=LATE, **CHOSEN)
    action_ahead(maker)
    maker.pack(target, mails=False)
    return maker


def action_ahead(maker: Maker) -> None:
    """A Decree sent ahead with the lines of the action that it sets in motion."""

    def waits(play: Play) -> bool:
        return TURN(play) and foreseen(play) is not None

    maker.bring("decree-ahead", waits, within=LATE)
    play = maker.desk.read("decree-ahead").play
    found = foreseen(play)
    assert found is not None
    maker.submit("decree-ahead", *found)


def foreseen(play: Play) -> tuple[str, str] | None:
    """A seat that is not asked and may send a Decree ahead, and the lines that it sends."""
    for seat in play.table.seats:
        questions = [q for q in play.title.foresee(play.table, seat) if q.name == "decree"]
        if seat in play.questions() or not questions:
            continue
        run = opened(play.title, play.table, play.table.live, preview=True, stack=[questions[0].leads()])
        lines = []
        while seat in run.questions():
            question = run.questions()[seat]
            key = next((key for key in question.options if "osiris" in key), next(iter(question.options), "none"))
            lines.append(f"{question.name}: {key}")
            run.give(seat, [key])
        return (seat, "\n".join(lines)) if len(lines) > 1 else None
    return None
