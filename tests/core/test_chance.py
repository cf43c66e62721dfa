"""Chance must come out the same on any machine, for ever: the vectors below were computed with another program
(`openssl dgst -sha256 -mac HMAC`), and `docs/architecture.md` prints them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from pbem.core.chance import WORD, Draw, GivenChance, SeedChance, below, commitment

SEED = bytes(range(32))
DOCS = Path(__file__).parents[2] / "docs"


def chance() -> SeedChance:
    return SeedChance(SEED, "karnak")


def test_commitment() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize(
    ("label", "counter", "block", "mac"),
    [
        ("dice", 0, 0, "958ece6e427e381fbfc568a7124768484d217099cb8961bd4fb3e00f73d8a42d"),
        ("dice", 1, 0, "4e81f473df1d66b8d615bfbfd31530c0cc5a636cdd861158e075a3c122289b86"),
        ("deck/blessings", 0, 0, "45f5e6510eb15f22649fe6eedca9b7cb1f2a56bd8764cf607300c03e56c7869b"),
        ("deck/blessings", 0, 1, "a993c73bb46370feb54704e2b241d503beec428346fe75d23a49f53c26c9ff5f"),
        ("dice@1", 0, 0, "6536ceb2b845f066efc88ae8d265cb5cd107c0f545a51aec5704cdc918a5956d"),
    ],
)
def test_words(label: str, counter: int, block: int, mac: str) -> None:
    """Four big-endian words a block, blocks numbered from 0."""
    words = chance().words(label, counter)
    stream = [next(words) for _ in range(8)]
    assert b"".join(word.to_bytes(8, "big") for word in stream[4 * block : 4 * block + 4]).hex() == mac


def test_numbers() -> None:
    assert [chance().number("dice", counter, 6) for counter in range(10)] == [1, 0, 2, 2, 2, 2, 4, 3, 5, 4]
    assert [chance().number("dice", 0, of) for of in (1, 2, 6, 100)] == [0, 1, 1, 91]
    assert chance().number("dice@1", 0, 6) == 0


def test_orders() -> None:
    assert chance().order("deck/blessings", 0, 8) == [1, 0, 5, 7, 3, 4, 6, 2]
    assert chance().order("deck/blessings", 1, 8) == [3, 6, 4, 2, 0, 1, 5, 7]
    assert chance().order("deck/blessings", 0, 1) == [0]
    assert chance().order("deck/blessings", 0, 0) == []


def test_a_word_above_the_last_whole_multiple_is_passed_over() -> None:
    """With a range just above half of all words, nearly every second word is unusable."""
    of = 2**63 + 1
    assert chance().number("big", 0, of) == 7476280281699333635  # the fourth word: the first three are too high
    assert chance().number("big", 2, of) == 0x5A8D7AE4C38A8A9A  # the first word


@pytest.mark.parametrize("of", [1, 2, 3, 6, 10, 2**63 + 1])
def test_range_reduction_has_no_bias(of: int) -> None:
    """The usable words are a whole number of ranges: the highest usable word gives the highest value, the one after
    it is not used."""
    limit = WORD - WORD % of
    assert limit % of == 0
    assert below(iter([limit - 1]), of) == of - 1
    if limit < WORD:
        assert below(iter([limit, WORD - 1, 0]), of) == 0


def test_all_values_come_equally_often() -> None:
    """600 throws of a die: chi-squared with 5 degrees of freedom stays below its 99.9 % point, 20.5."""
    counts = Counter(chance().number("fair", counter, 6) for counter in range(600))
    assert sorted(counts) == list(range(6))
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 20.5


def test_all_orders_come_equally_often() -> None:
    """600 shuffles of three things: the same for their six orders."""
    counts = Counter(tuple(chance().order("fair", counter, 3)) for counter in range(600))
    assert len(counts) == 6
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 20.5


def test_label_counter_game_and_seed_each_matter() -> None:
    first = next(chance().words("dice", 0))
    others = [
        next(chance().words("dices", 0)),
        next(chance().words("dice", 1)),
        next(SeedChance(SEED, "karnak2").words("dice", 0)),
        next(SeedChance(bytes(32), "karnak").words("dice", 0)),
    ]
    assert len({first, *others}) == 5


def test_a_record_gives_its_own_draws() -> None:
    given = GivenChance([Draw("dice", 0, 6, value=4), Draw("deck", 0, 3, order=[2, 0, 1])])
    assert given.number("dice", 0, 6) == 4
    assert given.order("deck", 0, 3) == [2, 0, 1]


@pytest.mark.parametrize(
    ("draw", "kind"),
    [
        (Draw("x", 1, 6, value=4), "number"),
        (Draw("x", 0, 5, value=4), "number"),
        (Draw("x", 0, 6, value=6), "number"),
        (Draw("x", 0, 6, value=-1), "number"),
        (Draw("x", 0, 6, order=[0, 1, 2, 3, 4, 5]), "number"),
        (Draw("x", 0, 6, value=1), "order"),
        (Draw("x", 0, 6, order=[0, 1, 2, 3, 4, 4]), "order"),
    ],
    ids=["counter", "range", "too high", "negative", "an order", "a number", "no permutation"],
)
def test_a_record_that_does_not_fit_is_an_error(draw: Draw, kind: str) -> None:
    with pytest.raises(LookupError, match="the record"):
        getattr(GivenChance([draw]), kind)("x", 0, 6)


def test_a_record_is_not_changed_by_its_reader() -> None:
    draw = Draw("deck", 0, 2, order=[1, 0])
    GivenChance([draw]).order("deck", 0, 2).clear()
    assert draw.order == [1, 0]


def test_the_documented_vectors_are_these() -> None:
    """The table of `docs/architecture.md` is computed again, row by row."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w/@]+)` \| (\d+) \| (\d+) \| `([^`]+)` \|$", text, re.M)
    assert len(rows) >= 5
    for label, counter, of, value in rows:
        if value.startswith("["):
            assert str(chance().order(label, int(counter), int(of))) == value
        else:
            assert str(chance().number(label, int(counter), int(of))) == value
