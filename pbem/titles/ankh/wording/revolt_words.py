"""Words of the questions of The People's Revolt."""

from __future__ import annotations

from pbem.core.words import Count, Say
from pbem.titles.ankh.notation import spelled_pair
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording.turn_words import Why


def consolidate_prompt() -> str:
    return Say("Join two regions that Camels divide")


def consolidate_text(t: Ankh, key: str) -> str:
    one, other = (t.lay.spaces[t.anchor_of(int(token))] for token in key.split("-"))
    return Count(len(one) + len(other), "one region of {n} space", "one region of {n} spaces")


def why_no_consolidation(t: Ankh, words: str) -> Why:
    pair = spelled_pair(words)
    if pair is None:
        return None
    return Say("no Camel lies between the regions {pair}", pair=pair), "A-RUL-40"


def move_token_prompt() -> str:
    return Say("Which of the two order tokens goes where the removed one lay")


def move_token_text(key: str) -> str:
    return Say("token {token} goes there", token=key)
