"""What nobody may know, and what can never be lost: the order of the Policy deck; Priests, Sphinxes, cards, Infantry
(P-PBEM-4, P-COMP-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict

import pytest

from pbem.core.interpreter import Run
from pbem.engine.play import Play
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.pharaoh.part import court
from pbem.titles.ankh.pharaoh.show import display as show
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.court import clear, deal, seat_priests, sphinx
from tests.titles.ankh.games import NOW, ankh, laid
from tests.titles.ankh.test_pharaoh_games import walk
from tests.titles.ankh.test_pharaoh_orders import begun

# -- secrets -----------------------------------------------------------------------------------------------------------


def turned(t: Ankh) -> None:
    """The deck the other way round: what nobody may notice."""
    court(t).deck.reverse()


def shown(t: Ankh) -> list[str]:
    """Everything that anybody is shown of a table: views, boards, questions and lines that may be sent ahead."""
    found = []
    for reader in (None, *t.seats):
        view = TITLE.view(t, reader)
        boards = [TITLE.summary(view, t.data, plain) for plain in (False, True)]
        found += [view.model_dump_json(), *boards, TITLE.picture(view, t.data)]
    for seat, question in Run(t).questions().items():
        options = [f"{key} {question.text(key) if question.text else ''}" for key in list(question.options)[:20]]
        found += [seat, question.name, str(question.prompt), *options]
    for seat in t.seats:
        found += [f"{one.name} {one.prompt} {list(one.options)[:20]}" for one in TITLE.menu(t, seat)]
    return found


def leaks(t: Ankh) -> bool:
    before = shown(t)
    turned(t)
    after = shown(t)
    turned(t)
    return before != after


@pytest.mark.parametrize("pharaoh", ["amenhotep", "tutankhamun"])
def test_the_order_of_the_deck_is_nowhere(pharaoh: str) -> None:
    """P-PBEM-4, P-SETUP-5: at every tenth question of a game nothing that is shown depends on it."""
    looked = 0
    for number, (t, _, _) in enumerate(walk(pharaoh, 2, "middle-kingdom", "secrets")):
        if number % 40 == 3 and len(set(court(t).deck)) > 1:
            assert not leaks(t)
            looked += 1
    assert looked >= 2


@pytest.mark.parametrize("field", ["discard", "drawn", "row"])
def test_a_leak_would_be_noticed(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same look finds a view that shows the top card."""
    whole = show.view

    def leaking(t: Ankh, seat: str | None) -> show.CourtView:
        return whole(t, seat).model_copy(update={field: [court(t).deck[-1]]})

    t = ankh(begun())
    assert not leaks(t)
    monkeypatch.setattr(show, "view", leaking)
    assert leaks(t)


def near_riddle(t: Ankh) -> None:
    """Ra wins the War Room with two Sphinxes: the Riddle draws three cards, then the row is filled up."""
    clear(t)
    seat_priests(t, war="ra", law="ra")
    sphinx(t, "A3", "A7", side="ra")


def previewed(change: Callable[[Ankh], None]) -> str:
    """What a preview of the turn that triggers the Palace says."""
    play = laid(laid(begun(), near_riddle), change)
    return repr(asdict(play.preview("ra", "action: gain\nlaw: any\nriddle: yes\ndrawn: any")))


def test_a_preview_shows_no_new_card() -> None:
    """P-PBEM-4: neither cards that the Riddle draws nor those that fill the row; played, they differ."""
    assert previewed(lambda t: None) == previewed(turned)
    new = []
    for change in (lambda t: None, turned):
        play: Play = laid(laid(begun(), near_riddle), change)
        play.submit("ra", "action: gain\nlaw: any\nriddle: yes\ndrawn: any", NOW)
        new.append((court(ankh(play)).row, court(ankh(play)).hand["ra"]))
    assert new[0] != new[1]


# -- conservation ------------------------------------------------------------------------------------------------------

LOSSES: dict[str, Callable[[Ankh], object]] = {
    "a Priest of a pool": lambda t: court(t).priests.update(ra=court(t).priests["ra"] - 1),
    "a Priest of a chamber": lambda t: court(t).chambers["law"].pop("ra"),
    "a Priest too many": lambda t: court(t).chambers["war"].update(isis=1),
    "a card of the deck": lambda t: court(t).deck.pop(),
    "a card twice": lambda t: court(t).hand["ra"].append(court(t).deck[0]),
    "a card of a hand": lambda t: court(t).hand["ra"].pop(),
    "a used card": lambda t: court(t).used["ra"].pop(),
    "a face-up card": lambda t: court(t).row.__setitem__(0, ""),
    "a removed card": lambda t: court(t).removed.pop(),
    "a Sphinx of the supply": lambda t: t.supply.update(sphinx=t.supply["sphinx"] - 1),
    "a Sphinx of the map": lambda t: t.monuments.pop("A3"),
    "a Pharaoh token": lambda t: court(t).tokens.pop(),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_what_is_lost_is_noticed(loss: str) -> None:
    """Conservation counts Priests, cards, Sphinxes and tokens: a table with one less or one more is not sound."""

    def lay(t: Ankh) -> None:
        clear(t)
        seat_priests(t, law="ra isis")
        deal(t, "ra", "census")
        deal(t, "ra", "ferrymen", used=True)
        court(t).removed.append(court(t).deck.pop())
        sphinx(t, "A3", side="isis")

    t = ankh(laid(begun(pharaoh="ramesses"), lay))
    before = dict(TITLE.conserved(t))
    LOSSES[loss](t)
    assert dict(TITLE.conserved(t)) != before or TITLE.problems(t) != []


def test_infantry_is_what_was_drafted_and_not_disbanded() -> None:
    """P-RAMESSES-2, P-RAMESSES-4: Infantry has no limit, so its ledger is the log: one for each draft since the last
    expedition, each on a land space of its own, and none under a unit, a Monument or a token."""
    on_map, most = 0, 0
    heard = 0
    for t, _, _ in walk("ramesses", 2, "middle-kingdom", "ledger", listening=True):
        events, heard = t.live.events[heard:], len(t.live.events)
        for event in events:
            if event.kind == "pharaoh/drafted":
                on_map += 1
            elif event.kind == "pharaoh/disbanded":
                assert event.data["n"] == on_map
                on_map = 0
        places = court(t).infantry
        assert len(places) == len(set(places)) == on_map
        assert not set(places) & {*t.units, *t.monuments, *t.underworld, *t.data.board.is_water, court(t).at}
        most = max(most, on_map)
    assert most >= 2


def test_every_policy_card_is_somewhere() -> None:
    """P-COMP-1: all cards, two of each, at every question of a game in which decks run dry."""
    for t, _, _ in walk("amenhotep", 3, "peoples-revolt", "cards"):
        part = court(t)
        piles = (part.deck, part.row, part.discard, part.drawn, part.removed, *part.hand.values(), *part.used.values())
        counts = Counter(card for pile in piles for card in pile if card)
        assert counts == Counter(t.data.boxes["pharaoh"].deck())
