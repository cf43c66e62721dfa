"""Lantern Night, the engine's own test title and the example of `docs/adding-a-title.md`."""

from pbem.core.titles import register
from tests.toy.title import TITLE

register(TITLE)
