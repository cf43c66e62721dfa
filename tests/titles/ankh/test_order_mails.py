"""Orders for a Conflict as they come by mail: for single regions, before the call, as its answer, and too late."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import wrap

import pytest

from pbem.store.roster import changing_roster
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import put
from tests.titles.ankh.towns import Nile, near


@pytest.fixture
def nile(tmp_path: Path) -> Nile:
    """Amun's Gain triggers Conflict 1, in which Amun and Ra fight."""
    found = Nile(tmp_path)

    def beside(t: Ankh) -> None:
        near(t)
        god = t.god_at("ra")
        assert god is not None
        put(t, {next(place for place in t.lay.adjacent[god] if t.open_to("amun", place)): "amun warrior"})

    found.lay(beside)
    return found


def filed(nile: Nile, seat: str) -> list[tuple[str, str]]:
    orders = nile.now.orders.get(seat)
    return [(sent.name, sent.occasion) for sent in orders.ahead] if orders else []


def test_the_first_line_may_be_for_one_region(nile: Nile) -> None:
    """A-PBEM-4, A-PBEM-6: `card-1` is read as the name of a question, wherever in the mail it stands."""
    handled = nile.reply("ania", "card-9: chariots")
    assert handled.verdict == "NOT COUNTED"
    assert "it may be written for card-1, card-2" in handled.why and "(A-BATTLE-1)" in handled.why
    handled = nile.reply("ania", "card-1: chariots, flood\nbid-1: 2\ncard: flood")
    assert handled.verdict == "COUNTED", handled.why
    assert filed(nile, "ra")[0] == ("card", "conflict 1, region 1")
    nile.say("amun", "action: gain")
    assert nile.asked() == {"amun": "order"}
    handled = nile.reply("dora", "card-1: chariots\nbid-1: 0\norder: ready", "your turn")
    assert handled.verdict == "COUNTED", handled.why
    assert nile.table.conflict is None


def test_a_reply_to_a_call_that_was_resolved(nile: Nile) -> None:
    """A-PBEM-2: the Conflict is over, and what is asked now is listed; nothing is kept for the next one."""
    nile.say("amun", "action: gain")
    call = nile.last("ania", "question")
    nile.say("ra", "card: flood")
    nile.say("amun", "card: flood")
    assert nile.asked() == {"ra": "action"}
    for text in ("card-1: chariots\nbid: 2\norder: ready", "bid: 0", "order: ready"):
        (handled,) = nile.deliver(nile.answer(call, text))
        assert handled.verdict == "NOT COUNTED"
        assert "your open question is" in handled.why, handled.why
        assert "Conflict 1 is over: an order for it counts until it is resolved (A-PBEM-2)" in handled.why
        assert "  action: move" in nile.answered("ania")
    assert filed(nile, "ra") == []


def test_a_refused_order_is_told_what_plays_it(nile: Nile) -> None:
    """The short refusal has no room for the order; it names the word that plays what is on file, and the way to it."""
    nile.say("amun", "action: gain")
    handled = nile.reply("ania", "card-2: chariots if moon>3", "question")
    assert handled.verdict == "NOT COUNTED" and f"enemy {[*nile.table.data.cards][-1]}; A-BATTLE-1." in handled.why
    answer = nile.answered("ania")
    assert "  order: ready\n  (5 more; write `options order` to get them all)" in answer


def test_an_order_that_did_not_heed_amun_is_shown_back(nile: Nile) -> None:
    """A-PBEM-10: in the call, below what is asked; `ready` plays it as it stands."""
    nile.say("ra", "card-2: miracle, flood\nbid: 1 if plagues>=1, 0")
    nile.say("amun", "action: gain\namun: 2")
    assert nile.asked() == {"amun": "order", "ra": "order"}
    (call,) = [mail for mail in nile.mails("ra") if "Amun announced two cards for region 2" in mail]
    assert "or `ready`: as on file, else defaults" in call
    assert "YOUR ORDERS ON FILE card-2: miracle, flood # sent ahead at #3 bid: 1 if plagues>=1, 0 # sent" in call
    nile.say("amun", "card: drought, build\norder: ready")
    assert nile.table.gods["ra"].used == []
    nile.say("ra", "order: ready")
    assert nile.table.gods["ra"].used == ["miracle"]


def test_a_late_order_counts_until_the_conflict_is_resolved(nile: Nile) -> None:
    """A-PBEM-2: whoever is waited for may answer late, as in every turn, and by mail."""
    nile.say("amun", "action: gain\ncard: flood\nbid: 0")
    assert nile.asked() == {"ra": "order"}
    call = nile.last("ania", "your turn")
    nile.tick(days=30)
    (handled,) = nile.deliver(nile.answer(call, "card: chariots\nbid: 0"))
    assert handled.verdict == "COUNTED", handled.why
    assert nile.table.conflict is None
    assert nile.table.gods["ra"].used == ["chariots"]


def test_whoever_sends_the_last_order_reads_the_whole_report(nile: Nile) -> None:
    """A-PBEM-11: a receipt is short, but not where it tells the Conflict: regions, gains, the lines that were used."""
    nile.say("amun", "action: gain")
    nile.say("ra", "card-2: flood, chariots\ncard: drought\nbid: all-1 if stake>=2, 0")
    handled = nile.reply("dora", "card-2: chariots\nbid-2: 0\norder: ready", "question")
    assert handled.verdict == "COUNTED", handled.why
    report = nile.answered("dora")
    assert "write `history`" not in report
    for part in ("Region 2, Battle: ", "Region 2, cards: ", "Strengths: ", "Conflict 1 is over.", "`card-2: flood"):
        assert part in report, part


REPORTED = ("Region 2, Battle: ", "Region 2, cards: ", "Strengths: ", "Conflict 1 is over.", "line 1 of #")


def news_of(nile: Nile, seat: str) -> list[str]:
    wanted = [mail for mail in nile.out() if f"seat={seat}; kind=news;" in str(mail["X-Pbem"])]
    return [" ".join(str(mail.get_content()).split()) for mail in wanted]


def beside_isis(t: Ankh) -> None:
    """Isis fights Amun, too."""
    god = t.god_at("isis")
    assert god is not None
    put(t, {next(at for at in t.lay.adjacent[god] if t.open_to("amun", at)): "amun warrior"})


@pytest.mark.parametrize(("wish", "mails"), [(None, 1), ("each", 1), ("daily", 0), ("none", 0)])
def test_whoever_had_an_order_on_file_is_sent_the_report(nile: Nile, wish: str | None, mails: int) -> None:
    """A-PBEM-11: at once, though usually news comes once a day where many play; but as who has said how often."""
    nile.lay(beside_isis)
    with changing_roster(nile.home) as roster:
        for person in roster.people:
            person.news = wish if person.name == "Béla" else None
    for seat in ("isis", "ra"):
        nile.say(seat, "card: flood, chariots\nbid: all-1 if stake>=2, 0")
    nile.say("amun", "action: gain\ncard: drought\nbid: 0")
    assert nile.asked() == {"ra": "action"}
    told = news_of(nile, "isis")
    assert len(told) == mails
    for report in (*told, *news_of(nile, "ra")):
        assert [part for part in REPORTED if part not in report] == [] and "write `history`" not in report
    form = nile.mails("ra")[-1 - len(news_of(nile, "ra"))]
    assert bool(news_of(nile, "ra")) == ("write `history`" in form)  # a form that holds it does


def test_a_turn_that_brings_an_order_along_is_news(nile: Nile) -> None:
    """What an order promises tells others nothing; the turn that it came with does."""
    nile.say("amun", "unlock: revered\ncard: drought")
    for seat in ("moderator", "isis"):
        assert "Revered" in news_of(nile, seat)[-1]


SHAPES: dict[str, Callable[[list[str]], list[str]]] = {
    "as it stands": lambda block: block,
    "unindented, empty lines between": lambda block: [part for line in block for part in (line.strip(), "")],
    "indented further, greeted and signed": lambda block: [
        "Hello,",
        "",
        *("    " + line for line in block),
        "",
        "Ania",
    ],
    "wrapped": lambda block: [part for line in block for part in wrap(line, 68)],
    "edited": lambda block: [line.replace("card-2: chariots, drought", "card-2: drought") for line in block],
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("quote", [False, True])
def test_the_complete_order_is_sent_as_it_was_copied(nile: Nile, shape: str, quote: bool) -> None:
    """The block of a call, its remarks included, is an order: whoever edits a line of it sends the others along."""
    nile.say("amun", "action: gain")
    lines = str(nile.last("ania", "question").get_content()).split("\n")
    first = lines.index("  # Tie-breaker: Amun.")
    block = lines[first : lines.index("", first)]
    handled = nile.reply("ania", "\n".join(SHAPES[shape](block)), "question", quote=quote)
    assert handled.verdict == "COUNTED", handled.why
    assert [name for name, _ in filed(nile, "ra")] == ["card", "bid", "card", "bid", "build"]
    nile.say("amun", "card: flood")
    assert nile.table.gods["ra"].used == ["drought" if shape == "edited" else "chariots"]
