"""SVG pictures as PNG, the same bytes on every machine: only the fonts of the extra are used."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.core.errors import Fault, Refused

if TYPE_CHECKING:
    from PIL.Image import Image

FONT, PACKAGE = "Source Sans Pro", "font_source_sans_pro"
COLOURS = 64
MISSING = Fault("Pictures as PNG need the extra `png`: pip install 'pbem[png]'.")
FACES = ("SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf")


class NoRenderer(Refused):
    """The extra is not installed."""


def png(svg: str, width: int, colours: int = COLOURS) -> bytes:
    """Draw a picture of that width in pixels. Few colours make it small: a board has hardly more."""
    return packed(drawn(svg, width), colours)


def small_png(svg: str, most: int) -> bytes:
    """Draw a picture of at most so many bytes: packed closer, narrower, and with fewer colours, until it fits."""
    image = drawn(svg, SMALL[0][0])
    found = b""
    for width, colours, effort in SMALL:
        if width < image.width:
            image = image.resize((width, image.height * width // image.width))
        found = packed(image, colours, effort)
        if len(found) <= most:
            break
    return found


BEST = 9
SMALL = (
    (800, 64, 6),
    (800, 64, BEST),
    (800, 32, BEST),
    (720, 32, BEST),
    (640, 24, BEST),
    (560, 16, BEST),
    (400, 16, BEST),
)
"""Widths, numbers of colours and efforts to pack of pictures in mails, the best first. A mail waits for its picture,
and the highest effort takes six times as long for a tenth of the bytes: it is tried where the first is not enough."""


def drawn(svg: str, width: int) -> Image:
    try:
        from PIL.PngImagePlugin import PngImageFile  # PIL.Image.open would load the readers of all other formats
        from resvg_py import svg_to_bytes
    except ImportError:
        raise NoRenderer(MISSING) from None
    made = svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=fonts(),
        font_family=FONT,
        sans_serif_family=FONT,
        background="#fffaf0",
    )
    return PngImageFile(BytesIO(bytes(made))).convert("RGB")


def packed(image: Image, colours: int, effort: int = BEST) -> bytes:
    """Pack a PNG with so many colours. The octree keeps colours apart that few pixels have (a median cut made orange
    pieces brown), in an eighth of the time."""
    from PIL.Image import Dither, Quantize

    few = image.quantize(colours, method=Quantize.FASTOCTREE, dither=Dither.NONE)
    file = BytesIO()
    few.save(file, "PNG", compress_level=effort)
    return file.getvalue()


@cache
def fonts() -> list[str]:
    """Find the regular and the bold font; letters of Polish and Hungarian are in them."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise NoRenderer(MISSING)
    folder = Path(next(iter(spec.submodule_search_locations))) / "files"
    return [str(folder / face) for face in FACES]


if __name__ == "__main__":  # a process of its own, which whoever waits for it can end
    import sys

    sys.stdout.buffer.write(small_png(sys.stdin.read(), int(sys.argv[1])))
