"""Games of the test title to be saved: owed choices, sealed bids, deadlines, and every act of a moderator."""

from __future__ import annotations

import json
from pathlib import Path

from pbem.engine.play import Play
from tests.saved.maker import SETTINGS, Hand, Maker, archives, at

BIDS = at("toy.night:start", "bid")
TURN = at("toy.turn:start", "float")


def lanterns(root: Path, target: Path) -> Maker:
    """The home of these games; their mails are owed, their earlier states are kept."""
    maker = Maker(root, SETTINGS)
    for part in (bids, turns, waiting, taken_back, quarrel, over):
        part(maker)
    maker.pack(target, mails=False, history={"taken-back": 99, "thanks": 1})
    return maker


def begin(maker: Maker, game: str, players: int = 3, **options: object) -> Hand:
    maker.begin(game, "toy", players, **{"nights": 2, **options})
    return Hand(game)


def bids(maker: Maker) -> None:
    """A sealed bid is in, another seat has standing orders, and one answers its turn ahead."""
    begin(maker, "bids")
    crane, heron, otter = maker.game("bids").table.seats
    maker.submit("bids", crane, "bid: 2")
    maker.typed("bids", otter, "orders bid: 1")
    maker.typed("bids", otter, "orders thanks: coin, point")
    hand = maker.game("bids").table.hands[crane]
    maker.submit("bids", crane, f"float: {hand[1]}, {hand[0]}\nrest: coin")
    assert heron in maker.asked("bids")


def turns(maker: Maker) -> None:
    """In the middle of a turn behind a draw; and with a choice owed to somebody who is not asked."""
    hand = begin(maker, "keep")
    maker.until("keep", TURN, hand)
    seat, question = next(iter(maker.asked("keep").items()))
    maker.submit("keep", seat, f"float: {next(iter(question.options))}; rest: draw")
    assert at("toy.turn:keep", "keep")(maker.desk.read("keep").play)

    def owes(play: Play) -> bool:
        asked = set(play.questions())
        return any(play.run.owed(seat) for seat in play.table.seats if seat not in asked)

    for n in range(200):
        game = "thanks"
        if n:
            remove(maker, game)
        maker.begin(game, "toy", 4, f"thanks {n}", nights=2)
        hand = Hand(f"thanks {n}")
        for _ in range(12):
            if owes(maker.desk.read(game).play):
                return
            maker.step(game, hand)
    raise AssertionError("nobody is ever owed thanks")


def remove(maker: Maker, game: str) -> None:
    """Forget a game that did not come to the wanted state."""
    import shutil

    for path in maker.home.games.glob(f"{game}.*"):
        path.unlink()
    shutil.rmtree(maker.home.history_folder(game), ignore_errors=True)


def waiting(maker: Maker) -> None:
    """A deadline that will pass, a late one that was given another full time, and a move that cools off."""
    begin(maker, "deadline", 2, turn="2d", on_late="default", reminders="12h")
    begin(maker, "late", 2, turn="1d", on_late="default", late_count=1)
    maker.wait(1.1, step=5)
    assert maker.game("late").moderation.late
    hand = begin(maker, "cooling", 2, turn="3d", cooling="6h")
    for seat in maker.game("cooling").table.seats:
        maker.step("cooling", hand, seat)
    maker.tick(hours=7)
    maker.step("cooling", hand)
    assert maker.game("cooling").moderation.notes["pending"]


def taken_back(maker: Maker) -> None:
    """Undone and redone, undone with fresh draws, and undone for good; a player's request to take a move back."""
    game = "taken-back"
    hand = begin(maker, game, 2)
    maker.until(game, TURN, hand)
    maker.step(game, hand)
    last = maker.game(game).entry
    maker.mod("undo", str(last), game=game, reason="a slip {of the pen}")
    maker.mod("redo", game=game, reason="it was none")
    maker.mod("undo", str(last), "fresh", game=game, reason="it was one")
    maker.until(game, lambda play: play.game.entry > last + 4, hand)
    maker.mod("undo", str(maker.game(game).entry), game=game, reason="asked for")
    hand = begin(maker, "request", 2)
    maker.until("request", TURN, hand)
    seat = maker.step("request", hand)
    if seat not in maker.asked("request"):
        maker.step("request", hand)
    maker.typed("request", seat, "undo")
    assert maker.game("request").moderation.requests


def quarrel(maker: Maker) -> None:
    """Rulings, corrections, other tables, messages, a substitute, a forced turn, an appeal, a pause."""
    game = "quarrel"
    hand = begin(maker, game, 2)
    maker.until(game, TURN, hand)
    seat = next(iter(maker.asked(game)))
    table = maker.game(game).table
    maker.mod("rule", game=game, reason="three nights after all", rules=["L1"], option="nights=3")
    patch = [{"op": "replace", "path": f"/coins/{seat}", "value": table.coins[seat] + 1},
             {"op": "replace", "path": "/bank", "value": table.bank - 1}]  # fmt: skip
    maker.mod("patch", json.dumps(patch), game=game, reason="a coin lay under the table")
    maker.mod("announce", "Tea is served", game=game)
    maker.mod("process", str(maker.game(game).entry), game=game, reason="nothing heard")
    maker.mod("act", next(iter(maker.asked(game))), act_text(maker, game), game=game, reason="by telephone")
    maker.mod("substitute", seat, "Ewa <ewa@example.org>", game=game, reason="gave the seat back")
    maker.typed(game, seat, "appeal 1 two nights were agreed")
    maker.mod("answer", "1", "refused", game=game, reason="three it is")
    maker.mod("pause", game=game, reason="holidays")


def act_text(maker: Maker, game: str) -> str:
    play = maker.desk.read(game).play
    return Hand("act").text(play, next(iter(play.questions())))


def over(maker: Maker) -> None:
    """Played to the end, with archives; ended by the moderator; and one answer before the end."""
    hand = begin(maker, "over", nights=1)
    maker.until("over", lambda play: play.game.status != "running", hand)
    archives(maker, "over", "public", "anonymous")
    begin(maker, "stopped", 2)
    maker.mod("end", "Ania", game="stopped", reason="as agreed")
