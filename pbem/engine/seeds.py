"""Which seed an entry's draws and salts are made from.

The end of a game opens its seed. A game that goes on after that needs another one, or everybody could foresee its draws
and try out its sealed answers. `seed` and `seed_commitment` of the file are the newest; those before stand in
`rules.seeds`, with the entries they were used for. The journal tells the same: the note of the set-up, and of every
entry that opened the game again, holds the commitment that counts from that entry on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.core.chance import commitment
from pbem.core.errors import Fault
from pbem.core.words import Listed, Say, Verbatim
from pbem.engine.gamefile import EarlierSeed, Entry, GameFile

SEED_BYTES = 32


def all_seeds(game: GameFile) -> list[bytes]:
    """List every seed of the game, oldest first."""
    return [bytes.fromhex(seed) for seed in [*(pin.seed or "" for pin in game.rules.seeds), game.seed]]


def seed_at(game: GameFile, n: int) -> bytes:
    """Return the seed of entry n."""
    told = next((pin.seed for pin in game.rules.seeds if n <= pin.last), game.seed)
    return bytes.fromhex(told or "")


def newest_from(game: GameFile) -> int:
    """Return the first entry of the present seed: what was hidden before it, an end of the game has opened."""
    return game.rules.seeds[-1].last + 1 if game.rules.seeds else 1


def reseed(game: GameFile, seed: bytes, first: int) -> None:
    """Take another seed from entry `first` on; keep the one before with the entries it served."""
    old = EarlierSeed(
        first=newest_from(game), last=first - 1, seed_commitment=game.seed_commitment, seed=game.seed
    )  # fmt: skip
    game.rules = game.rules.model_copy(update={"seeds": [*game.rules.seeds, old]})
    game.seed, game.seed_commitment = seed.hex(), commitment(seed)


def seeds_problem(game: GameFile) -> str | None:
    """Say what is wrong with the seeds that a game file holds, in words; None if each fits its commitment and its
    place. An imported record brings draws of its own, so no seed is promised for them."""
    first = 1
    for at, pin in enumerate(game.rules.seeds):
        if pin.first != first or not first <= pin.last < game.entry:
            return Fault(
                "{key}: entries {first} to {last} are not those that it was used for",
                key=f"rules.seeds.{at}",
                first=pin.first,
                last=pin.last,
            )
        if not _fits(pin.seed or "", pin.seed_commitment):
            return Fault("{key}: it does not fit its commitment", key=f"rules.seeds.{at}")
        first = pin.last + 1
    if game.rules.chance != "record" and not _fits(game.seed, game.seed_commitment):
        return Fault("{key}: it does not fit its commitment", key="seed")
    if game.rules.deal is not None:
        from pbem.engine.deals import deal_problem

        return deal_problem(game.id, game.rules.deal, all_seeds(game)[0], None)
    return None


def _fits(seed: str, promised: str) -> bool:
    try:
        raw = bytes.fromhex(seed)
    except ValueError:
        return False
    return len(raw) == SEED_BYTES and raw.hex() == seed and commitment(raw) == promised


def reopened_words(note: Mapping[str, Any]) -> list[str]:
    """Say what the note of an entry tells of a game that went on after its end, for everybody to read."""
    lines: list[str] = []
    if "known" in note and "commitment" in note:
        digest = Verbatim(note["commitment"])
        lines.append(Say("The game goes on with a new seed; its SHA-256 is {digest}", digest=digest))
    for seat, held in note.get("known", {}).items():
        lines.append(Say("Known to all: {seat}: {cards}", seat=seat, cards=Listed(held)))
    if note.get("unsealed"):
        lines.append(Say("Asked again, because the answer was opened: {seats}", seats=Listed(note["unsealed"])))
    return lines


def promised(entries: Iterable[Entry]) -> list[tuple[int, str]]:
    """List the commitments that a journal tells, each with the first entry it counts for."""
    return [(entry.n, str(entry.note["commitment"])) for entry in entries if "commitment" in entry.note]


def pinned(commitments: list[tuple[int, str]]) -> list[tuple[int, int, str]]:
    """Return what `rules.seeds` must say after these commitments: first entry, last entry, commitment of each but the
    last."""
    following = [first for first, _ in commitments[1:]]
    return [(first, then - 1, told) for (first, told), then in zip(commitments, following, strict=False)]
