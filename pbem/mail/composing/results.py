"""The end of a game in a mail: places, and where the points came from."""

from __future__ import annotations

from pbem.core.document import Block, Para, Rows, Section
from pbem.core.kept import text_of
from pbem.mail.composing.context import MailContext
from pbem.mail.composing.layout import section, table, wrap


def result(context: MailContext) -> str:
    """Write the final table: places, scores, the title's words; then points by source."""
    rows, told = place_rows(context), last_words(context)
    if not rows and not told:
        return ""
    by_source = section(context.say("sources"), table(source_rows(context)))
    placed = section(context.say("result"), [*table(rows), "", *wrap(told)])
    return "\n\n".join(part for part in (placed, by_source) if part)


def place_rows(context: MailContext) -> list[list[str]]:
    """List place, seat, person and points."""
    found = context.game.moderation.result
    if context.kind != "over" or found is None:
        return []
    return [
        [f"{place}.", context.typed(seat), context.person(seat), str(found.get("scores", {}).get(seat, ""))]
        for place, seats in enumerate(found.get("places", []), 1)
        for seat in seats
    ]


def last_words(context: MailContext) -> str:
    """Return what the title says of the end."""
    found = context.game.moderation.result
    if context.kind != "over" or found is None:
        return ""
    made = context.title.result(context.play.table) if context.game.status == "finished" else None
    return context.tell(made.text) if made is not None else context.tell(text_of(found.get("text")))


def places_section(context: MailContext) -> Section:
    """Write the same as a table of a document, for the page."""
    rows, told = place_rows(context), last_words(context)
    blocks: list[Block] = [Rows([], rows, [4, 12, 30, 6])] if rows else []
    blocks += [Para(told)] if told else []
    return Section(context.say("result") if blocks else "", blocks)


def source_rows(context: MailContext) -> list[list[str]]:
    """List points by source and seat, with their sums: a head, a row a source. Nothing where the title names no
    sources."""
    found: dict[str, dict[str, int]] = context.note.get("sources", {})
    scores = context.title.scores(context.play.table)
    if not found or not scores:
        return []
    seats = list(scores)
    rows = [[context.typed(source), *(str(points.get(seat, 0)) for seat in seats)] for source, points in found.items()]
    rest = {seat: scores[seat] - sum(points.get(seat, 0) for points in found.values()) for seat in seats}
    if any(rest.values()):
        rows.append([context.say("sources-other"), *(str(rest[seat]) for seat in seats)])
    names = [context.person(seat) for seat in seats]
    return [["", *names], *rows, [context.say("sources-sum"), *(str(scores[seat]) for seat in seats)]]


def sources_section(context: MailContext) -> Section:
    """Write the same as a table of a document, for the page."""
    rows = source_rows(context)
    if not rows:
        return Section("", [])
    return Section(context.say("sources"), [Rows(rows[0], rows[1:], [24, *[10] * (len(rows[0]) - 1)])])
