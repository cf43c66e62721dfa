"""Documents: what a title shows, said once and rendered as text, as plain lists, as HTML and as JSON.

A title answers with sections of blocks. `text` renders at most 78 columns for a mail, `plain` the same without tables
and drawings for those who hear it, `data` JSON; `markup.html` makes real tables. Where the plain form needs words of
its own, for a table read aloud or a drawing described, the block carries them as `aloud`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import lru_cache, partial
from itertools import zip_longest
from operator import lt, sub
from textwrap import wrap
from typing import Any

from pbem.core.records import record
from pbem.core.words import Catalogue, Listed, Unstopped, said

WIDTH = 78
Say = Callable[[str], str]
"""How a text is said to its reader: the identity for English."""


@record()
class Para:
    """A sentence or more. `indent` and `hang` shape its lines in the text; a bullet's own indent is used there, and
    `- ` in the plain form."""

    text: str
    indent: str = ""
    hang: str = ""
    bullet: bool = False


class Later(Sequence[Para]):
    """Paragraphs that are made when somebody reads them: most boards are only seen."""

    __slots__ = ("_found", "_make")

    def __init__(self, make: Callable[[], Sequence[Para]]) -> None:
        self._make = make
        self._found: Sequence[Para] | None = None

    def found(self) -> Sequence[Para]:
        if self._found is None:
            self._found = self._make()
        return self._found

    def __getitem__(self, at: Any) -> Any:
        return self.found()[at]

    def __len__(self) -> int:
        return len(self.found())


@record()
class Rows:
    """A table: a head (may be empty), rows of cells, and the widths of its columns in the text. `abreast` says how many
    rows stand side by side in a line of the text; HTML puts them below each other."""

    head: list[str]
    rows: list[list[str]]
    widths: Sequence[int]
    aloud: Sequence[Para] = ()
    abreast: int = 1


@record()
class Drawing:
    """Lines that only make sense in a fixed font, and the same in words. In HTML the words stand for it; a drawing that
    has none (a table above it is read aloud for both) shows its lines there. `legend` says below the lines what their
    letters mean, and is only shown where they are. A line whose room depends on its words is `Laid`, one that may need
    several lines a `Para`."""

    lines: Sequence[str | Para]
    aloud: Sequence[Para] = ()
    legend: list[Para] = field(default_factory=list)


Block = Para | Rows | Drawing


@record()
class Section:
    """A heading with what stands below it. `note` follows the heading in its line. `spoken` is the heading of the plain
    form where that differs."""

    heading: str
    blocks: list[Block]
    note: str = ""
    spoken: Para | None = None
    hang: str = ""

    def __bool__(self) -> bool:
        return bool(self.heading or self.note or self.blocks)


@record()
class Doc:
    """A whole board, or what a reader holds."""

    sections: list[Section]

    def __iter__(self) -> Iterator[Section]:
        return (section for section in self.sections if section)


def same(text: str) -> str:
    return text


def saying(words: Catalogue | None) -> Say:
    """Return how texts are said in a reader's language."""
    return same if words is None else partial(said, words=words)


# -- lines ---------------------------------------------------------------------------------------------------------


def lines_of(text: str, indent: str = "", hang: str = "") -> list[str]:
    """Cut a text into lines; most fit into one, and `wrap` is slow."""
    if text and len(indent) + len(text) <= WIDTH:
        return [f"{indent}{text}"]
    return list(_wrapped(str(text), indent, hang))


@lru_cache(maxsize=2_000)
def _wrapped(text: str, indent: str, hang: str) -> tuple[str, ...]:
    """Wrap a text and remember it: what cards and tiles say comes by in every mail of a game."""
    lines = wrap(text, WIDTH, initial_indent=indent, subsequent_indent=hang, break_on_hyphens=False)
    return tuple(lines) or ("",)


def row(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Set cells side by side; a cell that is too long goes on in the next line of its column."""
    if all(map(lt, map(len, cells), widths)):
        return ["".join(map(str.ljust, cells, widths)).rstrip()]
    room = [*(width - 1 for width in widths[:-1]), widths[-1]]
    columns = [
        [cell] if len(cell) <= width else wrap(cell, width, break_on_hyphens=False)
        for cell, width in zip(cells, room, strict=True)
    ]
    lines = zip_longest(*columns, fillvalue="")
    return ["".join(map(str.ljust, line, widths)).rstrip() for line in lines]


def widened(cells: Sequence[Sequence[str]], widths: Sequence[int]) -> Sequence[int]:
    """Choose widths for the words of another language: what is too narrow takes from columns that have room to spare;
    first so much that no word is broken, then as much as the cells need."""
    if all([all(map(lt, map(len, one), widths)) for one in cells]):
        return widths
    columns = list(zip(*cells, strict=True))
    words = [max(map(len, " ".join(column).split()), default=0) + 1 for column in columns]
    unbroken = _given(words, widths, WIDTH - sum(widths))
    needed = [max(map(len, column)) + 1 for column in columns]
    return _given(needed, unbroken, WIDTH - sum(unbroken))


def _given(needed: Sequence[int], widths: Sequence[int], spare: int) -> list[int]:
    """Return widths in which columns that are too narrow took from the margin and from those that need less."""
    made = list(widths)
    for at in (at for at, need in enumerate(needed) if need > made[at]):
        while needed[at] > made[at]:
            if spare > 0:
                spare -= 1
            else:
                room = list(map(sub, made, needed))
                if (most := max(room)) <= 0:
                    return made
                made[room.index(most)] -= 1
            made[at] += 1
    return made


# -- text ----------------------------------------------------------------------------------------------------------


def text(doc: Doc, say: Say = same) -> str:
    """Write the document in at most 78 columns, tables and drawings included."""
    return "\n\n".join("\n".join(section_lines(section, say)) for section in doc)


def section_lines(section: Section, say: Say = same) -> list[str]:
    lines = lines_of(head, "", section.hang) if (head := _headed(section, say)) else []
    for block in section.blocks:
        lines += _text_block(block, say)
    return lines


def _headed(section: Section, say: Say) -> str:
    heading, note = say(section.heading), say(section.note)
    return f"{heading} {note}" if heading and note else heading or note


def _text_block(block: Block, say: Say) -> list[str]:
    if isinstance(block, Para):
        return lines_of(say(block.text), block.indent, block.hang)
    if isinstance(block, Rows):
        cells = [block.head, *block.rows] if block.head else block.rows
        if say is same:
            return [line for one in cells for line in row(one, block.widths)]
        told = [[say(cell) for cell in one] for one in cells]
        widths = widened(told, block.widths)
        return [line for one in told for line in row(one, widths)]
    return [line for drawn in (*block.lines, *block.legend) for line in _drawn(drawn, say)]


def _drawn(line: str | Para, say: Say) -> list[str]:
    return lines_of(say(line.text), say(line.indent), line.hang) if isinstance(line, Para) else [say(line)]


# -- close together ------------------------------------------------------------------------------------------------


def close(doc: Doc) -> Doc:
    """Write the same in fewer lines of text, where room is short: lists run on, and so do rows and lines that go on."""
    return Doc([replace(section, blocks=list(_run_on(section.blocks))) for section in doc])


def _run_on(blocks: Iterable[Block]) -> Iterator[Block]:
    last: Para | None = None
    items: list[Para] = []
    for block in blocks:
        if isinstance(block, Para) and block.bullet:
            items.append(block)
            continue
        yield from _listed(last, items)
        last, items = (block, []) if isinstance(block, Para) else (None, [])
        if last is None:
            yield _close_rows(block) if isinstance(block, Rows) else _close_lines(block)
    yield from _listed(last, items)


def run_on(texts: Sequence[str]) -> Listed:
    """Join texts one behind the other; a full stop stays at the end of the last one only."""
    return Listed([*map(Unstopped, texts[:-1]), *texts[-1:]], "; ")


def _listed(head: Para | None, items: Sequence[Para]) -> Iterator[Para]:
    """Write a list in one paragraph, behind the words that introduce it."""
    if not items:
        yield from [head] if head is not None else []
        return
    run = run_on([item.text for item in items])
    if head is not None and head.text.endswith(":"):
        yield replace(head, text=Listed((head.text, run), " "), hang=head.hang or "  ")
        return
    yield from [head] if head is not None else []
    yield replace(items[0], text=run, hang="  ")


def _close_rows(block: Block) -> Block:
    """Join rows of a table without heads whose names are empty to the row above."""
    if not isinstance(block, Rows) or any(block.head) or any(len(cells) != 2 for cells in block.rows):
        return block
    rows: list[list[str]] = []
    for name, words in block.rows:
        rows[len(rows) :] = [[name, words]] if name or not rows else [[rows[-1][0], run_on((rows.pop()[1], words))]]
    return replace(block, rows=rows)


def _close_lines(block: Block) -> Block:
    """Join lines of a drawing that are set in to the line above."""
    if not isinstance(block, Drawing):
        return block
    lines: list[str | Para] = []
    for line in block.lines:
        above = lines[-1] if lines else None
        if isinstance(line, Para) and isinstance(above, Para) and line.indent and not line.indent.strip():
            lines[-1] = replace(above, text=run_on((above.text, line.text)))
        else:
            lines.append(line)
    return replace(block, lines=lines)


# -- plain ---------------------------------------------------------------------------------------------------------


def plain(doc: Doc, say: Say = same) -> str:
    """Write sentences and lists only, for screen readers."""
    return "\n\n".join("\n".join(plain_lines(section, say)) for section in doc)


def plain_lines(section: Section, say: Say = same) -> list[str]:
    if section.spoken is not None:
        head = [section.spoken] if section.spoken.text else []
    else:
        words = _headed(section, say)
        head = [Para(words, hang=section.hang)] if words else []
    lines = [line for para in head for line in lines_of(say(para.text), para.indent, para.hang)]
    for para in aloud(section.blocks):
        indent, hang = ("- ", para.hang or "  ") if para.bullet else (para.indent, para.hang)
        lines += lines_of(say(para.text), indent, hang)
    return lines


def aloud(blocks: Iterable[Block]) -> Iterator[Para]:
    """Write blocks as paragraphs: those a title wrote for reading aloud, else each row of a table as a sentence."""
    for block in blocks:
        if isinstance(block, Para):
            yield block
        elif block.aloud or isinstance(block, Drawing):
            yield from block.aloud
        else:
            yield from (Para(_spoken(block.head, cells), bullet=True) for cells in block.rows)


def _spoken(head: Sequence[str], cells: Sequence[str]) -> str:
    """Write `Ra: dark, tainted brown 4`: the first cell names the row, the others follow their heads."""
    named = zip_longest(head[1:], cells[1:], fillvalue="")
    rest = [Listed((name, cell), " ") if name else cell for name, cell in named if cell not in ("", "-")]
    return Listed((cells[0], ": ", Listed(rest or ["-"]), "."), "")


# -- JSON ----------------------------------------------------------------------------------------------------------


def data(doc: Doc, say: Say = same) -> list[dict[str, Any]]:
    """Return the document as JSON: sections with their blocks."""
    return [
        {
            "heading": say(section.heading),
            "note": say(section.note),
            "blocks": [_data(block, say) for block in section.blocks],
        }
        for section in doc
    ]


def _data(block: Block, say: Say) -> dict[str, Any]:
    if isinstance(block, Para):
        return {"text": say(block.text)}
    if isinstance(block, Rows):
        rows = [[say(cell) for cell in cells] for cells in block.rows]
        return {"head": [say(cell) for cell in block.head], "rows": rows}
    legend = {"legend": [say(para.text) for para in block.legend]} if block.legend else {}
    lines = [line for drawn in block.lines for line in _drawn(drawn, say)]
    return {"drawing": lines, **legend, "aloud": [say(para.text) for para in block.aloud]}
