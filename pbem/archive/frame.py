"""Words around the game in archives: what kinds of entries are called, and the frame of the reading page.

The page itself is the same in every language. Its data hold what it says in another one beside the English (`said`), so
that a page of another build is still known by its script, and its words are that build's own.
"""

from __future__ import annotations

from pbem.core.words import Catalogue, Say, said

KINDS = {
    "setup": Say("setup"), "undo": Say("undo"), "redo": Say("redo"), "rule": Say("rule"), "patch": Say("patch"),
    "pause": Say("pause"), "resume": Say("resume"), "extend": Say("extend"), "substitute": Say("substitute"),
    "announce": Say("announce"), "end": Say("end"), "secret": Say("secret"), "appeal": Say("appeal"),
    "data": Say("data"), "say": Say("say"), "mail": Say("mail"), "people": Say("people"), "order": Say("order"),
    "request": Say("request"), "absence": Say("absence"),
}  # fmt: skip
"""What an entry is called that is no move."""
BY = {
    "moderator": Say("by moderator"), "clock": Say("by clock"), "orders": Say("by orders"),
    "computer": Say("by computer"),
}  # fmt: skip
"""Who did it, if not a player."""
TAKEN_BACK = Say("taken back later")

PAGE = (
    *KINDS.values(), *BY.values(), TAKEN_BACK, Say("To the log"), Say("Step through the game"), Say("First"),
    Say("Back"),
    Say("Next"), Say("Last"), Say("Play"), Say("Pause"), Say("Seconds an entry"), Say("Entry"), Say("Seen by "),
    Say("Answers"), Say("What happened"), Say("Scores after this entry"), Say("Board"),
    Say("Board, drawn; tap a part to read what it is"), Say("The board in words"), Say("Victory points"),
    Say("Look up a rule"), Say("Rule, card or ruling: "), Say("Explain"),
    Say("Left and right arrow step through the entries, p plays. Tap a plot to go to its entry."), Say("Log"),
    Say("All entries"), Say("Close"), Say("as a spectator saw the game"), Say("Part of the board"),
    Say("There is no rule, card or ruling of this name."), Say("with all secrets open"), Say("a spectator"),
    Say("everybody: all secrets"), Say("Drawn and shown to nobody"),
    Say("Made by {build} from the journal, "), Say("Entry {n} of {all}"), Say("entry {n}"), Say("{seat} alone: {line}"),
    Say("sealed, {answer}"), Say("Own things of {seat}"), Say("{name} over the game; at its end {scores}"),
    Say("as {seat} saw the game"), Say("The game is {status}."), Say("running"), Say("paused"), Say("finished"),
    Say("terminated"),
)  # fmt: skip
"""Everything that the reading page says by itself."""


def page_words(words: Catalogue) -> dict[str, str]:
    """Collect the page's own words: in English and in another language. Places for values are the page's to fill."""
    return {key: text for one in PAGE if (text := words.message(key := one.key)) != key}


def marks_of(kind: str, by: str, undone: bool, words: Catalogue | None) -> list[str]:
    """Say what stands behind the head of an entry: what it is if no move, who made it if no player, what became of
    it."""
    marks: list[str] = [] if kind == "move" else [KINDS.get(kind, kind)]
    if by != "player" and kind != "setup":
        marks.append(BY.get(by, f"by {by}"))
    if undone:
        marks.append(TAKEN_BACK)
    return [said(mark, words) for mark in marks]
