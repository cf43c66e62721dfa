"""Palace orders: what may be said of the Palace, the draft and the expedition before it is asked (P-PBEM-1).

Words are accepted that may come to be possible: any card, any space. A line stands for every Palace to come until
another one replaces it; `law-6` is for the Palace at event 6 alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pbem.core.asking import Asked
from pbem.core.questions import ANY, Pick, Question, Seat
from pbem.core.words import Say
from pbem.titles.ankh.actions.summon import spelled
from pbem.titles.ankh.notation import hex_spelled, label
from pbem.titles.ankh.pharaoh.components import SPHINX
from pbem.titles.ankh.pharaoh.palace.palace import lines_of
from pbem.titles.ankh.pharaoh.palace.palace_questions import expeditions, facts, foreseen, solves, spelled_card
from pbem.titles.ankh.pharaoh.part import box, court, in_play
from pbem.titles.ankh.pharaoh.show import prompts
from pbem.titles.ankh.pharaoh.verbs.things import draft_spaces, face_up, targets
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording.menu import near_event

__all__ = ["ASKED"]


def law(t: Ankh, seat: Seat) -> Iterable[Question]:
    cards = sorted(box(t).spelled, key=lambda card: card not in face_up(t))
    options = [*(f"take {card}" for card in cards), *(f"denounce {card}" for card in cards)]
    return foreseen(
        t, seat, "law", prompts.take_prompt(t, "law"), options, text=lambda key: prompts.law_text(t, key),
        brief=lambda: example("law", [f"take {card}" for card in face_up(t)]),
        spelled=prompts.spelled_law(t, t.side(seat), True), known=prompts.LawWords(t),
    )  # fmt: skip


def example(name: str, keys: Sequence[str]) -> list[str]:
    """Write a ranking to edit; it stands for every Palace to come."""
    return [f"{name}: {', '.join([*keys, ANY])}  # " + Say("a ranking; stands until you replace it")]


def taken(text: str) -> str | None:
    """Read `take census` as for the Chamber of Law, or the card alone."""
    return spelled_card(text.removeprefix("take "))


def taking(chamber: str) -> object:
    def ahead(t: Ankh, seat: Seat) -> Iterable[Question]:
        return foreseen(
            t, seat, chamber, prompts.take_prompt(t, chamber), list(box(t).spelled), spelled=taken,
            text=lambda key: prompts.card_text(t, key), brief=lambda: example(chamber, face_up(t)),
        )  # fmt: skip

    return ahead


def sphinx(t: Ankh, seat: Seat) -> Iterable[Question]:
    """Ask ahead for own Monuments; a ranking may name those that others have or nobody has yet, but no space without
    one."""
    side = t.side(seat)
    known = sorted(place for place, monument in t.monuments.items() if monument.kind != SPHINX)
    own = [place for place in known if t.monuments[place].owner == side]
    if not known:
        return []
    return foreseen(
        t, seat, "sphinx", prompts.sphinx_prompt(), own or known, known=known, spelled=hex_spelled(t.data.board),
        why_not=lambda text: prompts.why_no_sphinx(t, side, text),
    )  # fmt: skip


def riddle(t: Ankh, seat: Seat) -> Iterable[Question]:
    return foreseen(t, seat, "riddle", prompts.riddle_prompt(t), ["yes", "no"])


def drawn(t: Ankh, seat: Seat) -> Iterable[Question]:
    if not solves(t, "policy"):
        return []
    return foreseen(t, seat, "drawn", prompts.drawn_prompt(), list(box(t).spelled), spelled=spelled_card)


def infantry(t: Ankh, seat: Seat) -> Iterable[Question]:
    if not solves(t, "token"):
        return []
    return foreseen(
        t, seat, "infantry", prompts.infantry_prompt(), ["none"], low=0, known=prompts.Steps(t),
        spelled=prompts.spelled_spaces_in_order,
    )  # fmt: skip


def flock(t: Ankh, seat: Seat) -> Iterable[Question]:
    if not solves(t, "summon"):
        return []
    kinds = ["warrior", "ransom", *(label(kind) for kind in t.guardians)]
    options = [f"{kind} {place}" for kind in kinds for place in t.data.board.hexes]
    return foreseen(
        t, seat, "flock", prompts.flock_question(t, seat, [], spelled).prompt, options, low=0, spelled=spelled
    )


def journey(t: Ankh, seat: Seat) -> Iterable[Question]:
    return foreseen(
        t, seat, "journey", prompts.journey_prompt(t), t.data.board.land, low=0, spelled=hex_spelled(t.data.board),
        brief=lambda: example("journey", sorted(targets(t, 3))[:3]),
        why_not=lambda text: prompts.why_not_there(t, text, "P-PHAR-3"),
    )  # fmt: skip


def draft(t: Ankh, seat: Seat) -> Iterable[Question]:
    if not in_play(t, "blockade"):
        return []
    return foreseen(
        t, seat, "draft", prompts.draft_prompt(), t.data.board.land, spelled=hex_spelled(t.data.board),
        why_not=lambda text: prompts.why_not_there(t, text, "P-RAMESSES-2"),
        brief=lambda: example("draft", draft_spaces(t)[:3]),
    )  # fmt: skip


def expedition(t: Ankh, seat: Seat) -> Iterable[Question]:
    side = t.side(seat)
    first = t.event if t.conflict is not None else t.event + 1
    occasions = expeditions(t, first) if in_play(t, "blockade") and side in t.ladder else []
    if not occasions:
        return []
    return [
        Pick(
            "expedition", prompts.journey_prompt(t), t.data.board.land, low=0, occasions=occasions,
            facts=facts(t, side), spelled=hex_spelled(t.data.board),
        )
    ]  # fmt: skip


def form(t: Ankh, seat: Seat) -> list[Question]:
    """List what a turn mail offers for a Palace that is near: lines of the chambers in which the reader has Priests,
    and the draft (P-PBEM-1)."""
    side = t.side(seat)
    if not near_event(t, "control") or side not in t.ladder:
        return []
    won = [chamber for chamber, there in court(t).chambers.items() if there.get(side)]
    names = [name for chamber in won for name in lines_of(t, chamber)]
    if t.side(t.active) == side:
        names.append("draft")
    kinds = (t.book.questions[name] for name in names)
    found = [question for kind in kinds for question in kind.foreseen(t, seat)]
    return [shortened(question, first=at == 0) for at, question in enumerate(found)]


def shortened(question: Question, *, first: bool) -> Question:
    """Shorten a question for a mail to the Palace that comes next and all of them; what lines may depend on is said
    once."""
    occasions = [question.occasions[0], question.occasions[-1]]
    return replace(question, occasions=occasions, facts=question.facts if first else None)


MINDS = "pbem.titles.ankh.pharaoh.minds"
JUDGES = {
    "law": "law", "court": "card", "throne": "card", "drawn": "card", "riddle": "yes", "census": "region",
    "recall": "recall", "ordain": "chamber", "intrigue": "intrigue", "escort": "escort",
}  # fmt: skip
"""What the greedy player judges these questions by; others get what is harmless."""
LOOKING = {"journey": "place_pharaoh", "expedition": "place_pharaoh", "progress": "place_pharaoh"}


def _asked(name: str, place: str, rule: str, ahead: object = None) -> Asked:
    judge = f"{MINDS}:{JUDGES[name]}" if name in JUDGES else None
    mind = f"{MINDS}:{LOOKING[name]}" if name in LOOKING else None
    return Asked(name, (place, rule), judge=judge, mind=mind, ahead=ahead)  # type: ignore[arg-type]


ASKED = (
    _asked("palace", Say("an order for the Palace is called for when you win a chamber"), "P-PBEM-2"),
    _asked("law", Say("the Chamber of Law is resolved at the end of a Control event"), "P-LAW-1", law),
    _asked("sphinx", Say("a Sphinx comes by the War Room only"), "P-WAR-1", sphinx),
    _asked("riddle", Say("a Riddle is resolved in the War Room"), "P-WAR-1", riddle),
    _asked("court", Say("the Civil Court is resolved at the end of a Control event"), "P-COURT-1", taking("court")),
    _asked("throne", Say("the Throne Room is resolved at the end of a Control event"), "P-THRONE-1", taking("throne")),
    _asked("journey", Say("the Throne Room lets its winner move the Pharaoh"), "P-THRONE-1", journey),
    _asked("drawn", Say("Amenhotep's Riddle draws cards"), "P-AMENHOTEP-2", drawn),
    _asked("infantry", Say("Ramesses' Riddle moves Infantry"), "P-RAMESSES-5", infantry),
    _asked("flock", Say("Akhenaten's Riddle summons units beside Sphinxes"), "P-AKH-3", flock),
    _asked("draft", Say("whoever triggers a Control event under Ramesses places Infantry"), "P-RAMESSES-2", draft),
    _asked("expedition", Say("Ramesses leads an expedition at the end of a Conflict"), "P-RAMESSES-4", expedition),
    _asked("census", Say("regions are counted by the card Census"), "P-POL-6"),
    _asked("recall", Say("Recalled Decree brings a Battle card back"), "P-RUL-21"),
    _asked("escort", Say("Royal Summons moves a unit to the Pharaoh"), "P-RUL-23"),
    _asked("ferry", Say("Ferrymen exchange two units"), "P-RUL-23"),
    _asked("bury", Say("Burial Rites return a Warrior"), "P-POL-6"),
    _asked("claim", Say("Rededication takes a neutral Monument"), "P-POL-6"),
    _asked("ordain", Say("Ordination places a Priest"), "P-POL-6"),
    _asked("intrigue", Say("Court Intrigue moves a Priest"), "P-POL-6"),
    _asked("progress", Say("Royal Progress moves the Pharaoh"), "P-POL-6"),
)
