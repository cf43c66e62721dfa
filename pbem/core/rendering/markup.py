"""Documents as HTML; apart from `document`, because few processes make any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pbem.core.document import Block, Doc, Drawing, Para, Rows, Say, Section, same


def escape(text: str) -> str:
    """Escape a text so that it may stand in a page or in quotes. As `html.escape`, without the 2,200 named characters
    that come with its module: every mail with a page would load them."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#x27;")


def html(doc: Doc, say: Say = same, level: int = 2) -> str:
    """Write headings, paragraphs, lists and real tables; no styles, no scripts, nothing remote."""
    return "\n".join(_html_section(section, say, level) for section in doc)


def _html_section(section: Section, say: Say, level: int) -> str:
    parts = []
    if section.heading:
        parts.append(f"<h{level}>{escape(say(section.heading))}</h{level}>")
    if section.note:
        parts.append(f"<p>{escape(say(section.note))}</p>")
    bullets: list[str] = []
    for block in section.blocks:
        if isinstance(block, Para) and block.bullet:
            bullets.append(f"<li>{escape(say(block.text))}</li>")
            continue
        parts += _html_list(bullets)
        bullets = []
        parts += _html_block(block, say)
    return "\n".join(parts + _html_list(bullets))


def _html_list(bullets: list[str]) -> list[str]:
    return ["<ul>", *bullets, "</ul>"] if bullets else []


def _html_block(block: Block, say: Say) -> list[str]:
    if isinstance(block, Para):
        return [f"<p>{escape(say(block.text))}</p>"]
    if isinstance(block, Drawing) or _is_drawn(block):
        return _html_list([f"<li>{item}</li>" for item in _html_drawing(block, say)])
    return [line for table in _html_tables(block, say) for line in table]


def _is_drawn(block: Rows) -> bool:
    """Tell whether a table names neither rows nor columns and is told in words: cells side by side are a drawing
    then."""
    return not any(block.head) and not any([row[0] for row in block.rows]) and bool(block.aloud)


def _html_drawing(block: Drawing | Rows, say: Say) -> list[str]:
    """Write the words of a drawing; without any its lines, those that are set in as part of the one before."""
    if block.aloud or isinstance(block, Rows):
        return [escape(say(para.text)) for para in block.aloud]
    items: list[str] = []
    for line in block.lines:
        para = line if isinstance(line, Para) else Para(line)
        words = escape(say(para.text).strip())
        items[len(items) :] = [f"{items.pop()}<br>{words}"] if para.indent and items else [words]
    return items


MOST_CELLS = 4_000
"""Cells that a process keeps: few words stand in most of them."""
NARROW = 44
"""Letters that a table may need side by side, its longest words with the room between them: what 360 pixels hold."""


def _html_tables(block: Rows, say: Say) -> Iterator[list[str]]:
    """Write a table; one that is too wide for a phone in parts, each with the first column."""
    size = len(block.rows[0]) // block.abreast if block.rows else 0
    cells = [row[at : at + size] for at in range(0, size * block.abreast, size or 1) for row in block.rows]
    rows = [[say(cell) for cell in row] for row in ([block.head, *cells] if any(block.head) else cells)]
    for part in _columns(rows):
        yield _html_table([[row[at] for at in part] for row in rows], any(block.head))


def _columns(rows: Sequence[Sequence[str]]) -> list[list[int]]:
    """Choose the columns of each part."""
    needs = [1 + max(map(_room, column)) for column in zip(*rows, strict=True)]
    parts: list[list[int]] = [[0]]
    for at in range(1, len(needs)):
        if len(parts[-1]) > 1 and sum([needs[one] for one in parts[-1]]) + needs[at] > NARROW:
            parts.append([0])
        parts[-1].append(at)
    return parts if needs else []


@lru_cache(maxsize=MOST_CELLS)
def _room(cell: str) -> int:
    """Count letters that the longest word of a cell takes; capitals are wider."""
    return max([len(word) + sum(map(str.isupper, word)) // 3 for word in cell.split()], default=0)


def _html_table(rows: Sequence[Sequence[str]], headed: bool) -> list[str]:
    lines = ["<table>"]
    for at, (first, *rest) in enumerate(rows):
        heads = headed and not at
        name = _html_cell(first, "col" if heads else "row")
        lines.append(f"<tr>{name}{''.join([_html_cell(cell, 'col' if heads else '') for cell in rest])}</tr>")
    return [*lines, "</table>"]


@lru_cache(maxsize=MOST_CELLS)
def _html_cell(words: str, names: str) -> str:
    """Write a cell, or the name of a row or column."""
    return f'<th scope="{names}">{escape(words)}</th>' if words and names else f"<td>{escape(words)}</td>"
