"""SVG pictures as PNG, the same bytes on every machine: only the fonts of the extra are used."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from pbem.core.errors import Refused

FONT, PACKAGE = "Source Sans Pro", "font_source_sans_pro"
COLOURS = 64
MISSING = "Pictures as PNG need the extra `png`: pip install 'pbem[png]'."
FACES = ("SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf")


class NoRenderer(Refused):
    """The extra is not installed."""


def png(svg: str, width: int, colours: int = COLOURS) -> bytes:
    """A picture of that width in pixels. Few colours make it small: a board has hardly more."""
    try:
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ImportError:
        raise NoRenderer(MISSING) from None
    drawn = svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=fonts(),
        font_family=FONT,
        sans_serif_family=FONT,
        background="#fffaf0",
    )
    image = Image.open(BytesIO(bytes(drawn))).convert("RGB")
    few = image.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    packed = BytesIO()
    few.save(packed, "PNG", optimize=True)
    return packed.getvalue()


@cache
def fonts() -> list[str]:
    """Regular and bold; letters of Polish and Hungarian are in them."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise NoRenderer(MISSING)
    folder = Path(next(iter(spec.submodule_search_locations))) / "files"
    return [str(folder / face) for face in FACES]
