"""Fair Day, the test title for what Lantern Night has not: modules, an automaton, shared sides, occasions."""

from pbem.core.titles import register
from tests.fair.title import TITLE

register(TITLE)
