"""How things are typed: names of units, moves, directions, edges, and the lines that one line may stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbem.titles.ankh.components import shipped
from pbem.titles.ankh.map.geometry import DIRECTIONS, Board, edge

__all__ = ["CLAWS", "KINDS", "LABELS", "claws_spelled", "hex_spelled", "label", "move_key", "read_move", "series"]

_GUARDIANS = shipped()["guardians"]["list"]
LABELS: dict[str, str] = {
    "god": "god", "warrior": "warrior",
    **{row["id"]: row.get("word", row["id"].replace("_", " ")) for row in _GUARDIANS},
}  # fmt: skip
"""What units are called in moves."""
KINDS: dict[str, str] = {
    **{word: kind for kind, word in LABELS.items()}, **{kind: kind for kind in LABELS}, "w": "warrior", "g": "god",
    **{row["name"].lower(): row["id"] for row in _GUARDIANS}, "sphinx": "androsphinx",
    **{row["id"].replace("_", " "): row["id"] for row in _GUARDIANS},
}  # fmt: skip
"""The kinds that words mean."""
CLAWS = tuple(f"{one}-{DIRECTIONS[(at + 1) % 6]}" for at, one in enumerate(DIRECTIONS))
"""The six ways in which claws may point (A-GUARD-SCORPION-1)."""

_MOVE = re.compile(r"(?:(?P<unit>[a-z][a-z _]*?) ?\d? )?(?P<start>[a-k]\d) ?(?:-+>?|>|to|,)? ?(?P<end>[a-k]\d)")
_EXTRAS = re.compile(
    r"(?P<body>.*?)(?: push(?:es)?(?: to)? (?P<push>[a-k]\d))?(?P<sun> (?:(?:with )?(?:a )?sun|no sun|without sun))?"
    r"(?: claws? (?P<claws>[a-z0-9]+ ?[- ] ?[a-z0-9]+))?"
)


def label(kind: str) -> str:
    return LABELS.get(kind, kind)


def move_key(kind: str, start: str, end: str) -> str:
    return f"{label(kind)} {start}-{end}"


def read_move(words: str) -> tuple[str, str, str] | None:
    """Read kind (empty if not said), start and end of a move that somebody typed in lower case, `w2 d5-e6`. A number
    behind the unit is the writer's own count; the space says which unit is meant. An unknown word stays as it is."""
    found = _MOVE.fullmatch(words)
    if found is None:
        return None
    unit = (found["unit"] or "").strip()
    return KINDS.get(unit, unit), found["start"].upper(), found["end"].upper()


def series(name: str) -> Callable[[str], Sequence[str]]:
    """Cut `god c4-d5, satet d5-e6 push e7` into `move: god c4-d5`, `move: satet d5-e6`, `push: e7`."""

    def cut(words: str) -> list[str]:
        lines: list[str] = []
        for member in (part.strip() for part in words.split(",") if part.strip()):
            found = _EXTRAS.fullmatch(member)
            if found is None:
                lines.append(f"{name}: {member}")
                continue
            lines.append(f"{name}: {found['body']}")
            if found["push"]:
                lines.append(f"push: {found['push']}")
            if found["sun"]:
                lines.append(f"sun: {'no' if 'no' in found['sun'] or 'out' in found['sun'] else 'yes'}")
            if found["claws"]:
                lines.append(f"claws: {found['claws']}")
        return lines

    return cut


def hex_spelled(board: Board) -> Callable[[str], str | None]:
    return lambda words: board.spelled.get(words)


def claws_spelled(board: Board, place: str) -> Callable[[str], str | None]:
    """Read claws by directions in either order, or by the two spaces they point at, if it is known where they will
    be."""

    def read(words: str) -> str | None:
        parts = [part for part in re.split(r"[ -]+", words.upper()) if part]
        around = {name: DIRECTIONS[at] for at, name in enumerate(board.around.get(place, ())) if name}
        said = [around.get(part, part) for part in parts]
        if len(said) != 2:
            return None
        return next((key for key in CLAWS if sorted(key.split("-")) == sorted(said)), None)

    return read


def spelled_edge(text: str) -> str | None:
    """Read `d0|e1`, `e1-d0`, `d0/e1`: an edge."""
    parts = re.findall(r"[a-k]\d", text)
    return edge(*(part.upper() for part in parts)) if len(parts) == 2 else None


def cut_line(text: str) -> list[str]:
    """Cut `d0|e1 d0|d1, c1|d1`: edges in a row, each a line of its own."""
    return [f"caravan: {part}" for part in re.findall(r"[a-k]\d ?[|/-] ?[a-k]\d|[^ ,]+", text)]


def spelled_pair(text: str) -> str | None:
    """Read `5-2`, `2 5`, `2/5`: two order tokens, the lower one first."""
    parts = sorted(map(int, re.findall(r"\d+", text)))
    return "-".join(map(str, parts)) if len(parts) == 2 else None
