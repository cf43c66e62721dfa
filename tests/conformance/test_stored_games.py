"""The complete games under `games/` are played again in every run, every hash compared."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.core.errors import GameFileProblem
from pbem.core.kept import told
from pbem.core.titles import get_title
from pbem.engine.gamefile import Entry, GameFile
from pbem.engine.replay import Replayer

GAMES = Path(__file__).parents[2] / "games"
STORED = sorted(path for path in GAMES.glob("*.json") if path.with_suffix(".journal.jsonl").exists())

PHARAOH = "pharaoh"
AREAS = {
    "built_pillar", "built_building", "built_statue at a god", "built_statue for the people", "built_works", "festival",
    "took_cards", "took blessing", "took technology", "took decree", "produced", "overproduced", "played",
    "horus_bonus", "market_opened IV", "anubis", "scribes", "scored", "decrees_scored", "balanced",
}  # fmt: skip
"""What a stored game of Tekhenu shows."""


@cache
def stored(path: Path) -> tuple[GameFile, list[Entry], dict[str, Any]]:
    raw = json.loads(path.read_text(encoding="utf-8"))
    raw["recent"] = []
    title = get_title(raw["title"])
    title.book(raw["rules"].get("modules", []))  # it knows the parts of its modules
    raw["table"] = title.table_model.model_validate_json(json.dumps(raw["table"]))
    game = GameFile.model_validate(raw)
    lines = path.with_suffix(".journal.jsonl").read_text(encoding="utf-8").splitlines()
    pinned = (GAMES / "data" / f"{game.rules.data}.json").read_bytes()
    assert sha256(pinned).hexdigest() == game.rules.data
    return game, [Entry.model_validate_json(line) for line in lines], json.loads(pinned)


HEADS = {
    "ankh-2-77c135c5": "7c1e9859f8f7da39",
    "ankh-2-db356093": "fbb01ceed7f6e67a",
    "ankh-2-ece6c96f": "8942387898ee932a",
    "ankh-3-6b2a805b": "e164bb073ebe680a",
    "ankh-3-81ac4c5b": "4ce83d7512bf3340",
    "ankh-3-e7f20339": "43cb2d69adacea89",
    "ankh-4-bb09c2d0": "7209bfc88e3ff468",
    "ankh-4-d49faf6c": "8d3a906cbcc787bc",
    "ankh-5-46891144": "a93547d39b069425",
    "ankh-5-d634862d": "c9c02fc7a26f57f3",
    "tekhenu-1-73a61aad": "f1c7e3b38bcf68f1",
    "tekhenu-1-9645c926": "26475a889f267402",
    "tekhenu-1-acd235d1": "a69eccaabbfa52c5",
    "tekhenu-1-bd1eb02a": "d4f3c6d8e89ac406",
    "tekhenu-2-393a0964": "604cbf7e07239cee",
    "tekhenu-2-55324854": "43548084bfec9e25",
    "tekhenu-2-67161daf": "b6afbc613ed56fdf",
    "tekhenu-2-ddfa4b35": "1fd86049a0bea9ef",
    "tekhenu-3-3411b6c9": "5e8b90795db91a1c",
    "tekhenu-3-59b917a0": "e597a2b8bc56e5e0",
    "tekhenu-3-57a01bef": "3838810c01503cf2",
    "tekhenu-4-0370d361": "24e6090e67ef31a9",
    "tekhenu-4-49331636": "4458f008912fa55f",
    "tekhenu-4-6b5b2831": "28946ce2c3588ba7",
    "tekhenu-2-9ae7b3c8": "d624aab8e21872ca",
    "tekhenu-3-02c7871e": "6f5d9b5e78345178",
    "tekhenu-3-5353452c": "8551d894cd1baea4",
    "tekhenu-2-bd731d8f": "8e917a9d1f522a93",
}
"""The last hash of every game that was ever stored: entries are added, never changed."""


def test_what_is_stored_stays() -> None:
    """History is never rewritten: games begun under older fixes stay beside newer ones."""
    assert {path.stem: stored(path)[0].head[:16] for path in STORED} == HEADS


def test_games_are_stored() -> None:
    """A complete game for each number of players, under no fixes and under each set that games were stored with."""
    sizes: dict[tuple[str, ...], list[int]] = {}
    for path in STORED:
        game = stored(path)[0]
        title = f"{game.title} {PHARAOH}" if PHARAOH in game.rules.modules else game.title
        sizes.setdefault((title, *game.rules.fixes), []).append(len(game.players()))
    assert sizes == {
        ("ankh",): [2, 3, 4, 5],
        ("ankh pharaoh",): [2, 3, 3, 4, 5],
        ("ankh pharaoh", "F1"): [2],
        ("tekhenu",): [2, 3, 4],
        ("tekhenu", "F1", "F2", "F3"): [1, 1, 1, 2, 3, 4],
        ("tekhenu", "F1", "F2", "F3", "F4"): [1, 2, 2, 3, 4],
        ("tekhenu", "F1", "F2", "F3", "F4", "F5", "F6"): [2, 3],
        ("tekhenu", "F1", "F2", "F3", "F4", "F5", "F6", "F7"): [3],
        ("tekhenu", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"): [2],
    }
    alone = [stored(path)[0] for path in ALONE]
    assert sorted(str(game.options.get("difficulty", "easy")) for game in alone) == ["easy", "hard", "medium"]
    assert {stored(path)[0].status for path in STORED} == {"finished"}


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_game_replays(path: Path) -> None:
    """Fault 276: from the seed, the pinned tables and the recorded answers alone: every hash, the table, the result."""
    game, entries, tables = stored(path)
    title = get_title(game.title)
    again = Replayer(game, title, tables, keep_states=False).run(entries)
    assert again.table.model_dump_json() == game.table.model_dump_json()
    assert (again.game.entry, again.game.head) == (len(entries), entries[-1].hash) == (game.entry, game.head)
    result = title.result(again.table)
    assert result is not None and told(result.data()) == told(game.moderation.result)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_another_answer_would_be_noticed(path: Path) -> None:
    """The replay is no formality."""
    game, entries, tables = stored(path)
    changed = [entry.model_copy(deep=True) for entry in entries]
    at = next(n for n, entry in enumerate(changed) if any(answer.name in ("die", "action") for answer in entry.answers))
    changed[at].answers[0].source = "clock"
    with pytest.raises(GameFileProblem, match=f"{changed[at].n}"):
        Replayer(game, get_title(game.title), tables).run(changed)


def shown(entries: list[Entry]) -> set[str]:
    """What happened in a game of Tekhenu."""
    found: set[str] = set()
    kinds = {"B": "blessing", "T": "technology", "D": "decree"}
    for event in (event for entry in entries for event in entry.events):
        data: dict[str, Any] = dict(event.data)
        found.add(event.kind)
        if event.kind == "took_cards":
            found |= {f"took {kinds[card[0]]}" for card in data["cards"]}
        elif event.kind == "built_statue":
            found.add("built_statue for the people" if data["at"].isupper() else "built_statue at a god")
        elif event.kind == "produced" and data["over"]:
            found.add("overproduced")
        elif event.kind == "market_opened":
            found.add(f"market_opened {data['section']}")
        elif event.kind == "took_die":
            found |= {"anubis"} if data["purity"] == "anubis" else set()
            found |= {"scribes"} if not str(data["die"]).endswith(str(data["value"])) else set()
    return found


ANKH = {
    "acted", "moved", "summoned", "followers_gained", "unlocked", "event", "conflict_began", "battle_began", "cards",
    "strengths", "devotion_gained", "killed",
}  # fmt: skip
"""What every stored game of Ankh shows."""
SOMEWHERE = {"guardian_gained", "controlled", "caravan", "dominated", "battle_won", "plague", "merged"}
"""What at least one of them shows."""


def test_stored_games_of_ankh() -> None:
    """Each shows what a game is made of, and together all that is rare."""
    games = [stored(path) for path in STORED if path.name.startswith("ankh")]
    kinds = [{event.kind for entry in entries for event in entry.events} for _, entries, _ in games]
    for found in kinds:
        assert sorted(ANKH - found) == []
    assert sorted(SOMEWHERE - set().union(*kinds)) == []


def test_stored_games_of_pharaoh() -> None:
    """One for each Pharaoh: the Palace, Priests and Policies in each, and together what they do."""
    games = [stored(path) for path in STORED if path.name.startswith("ankh")]
    games = [game for game in games if PHARAOH in game[0].rules.modules]
    rulers = {str(game.options.get("pharaoh", "amenhotep")) for game, _, _ in games}
    assert sorted(rulers) == ["akhenaten", "amenhotep", "ramesses", "tutankhamun", "xerxes"]
    kinds = [{event.kind for entry in entries for event in entry.events} for _, entries, _ in games]
    for found in kinds:
        assert {
            f"pharaoh/{name}" for name in ("chamber_won", "took", "priest_placed", "policy_used", "sphinx")
        } <= found
    rare = ("drafted", "disbanded", "drawn", "kept", "died", "ability", "policies_back", "priest_moved", "paid")
    assert {f"pharaoh/{name}" for name in rare} <= set().union(*kinds)


SETH = {
    "tekhenu-1-bd1eb02a": ["seth", "solo", "seth_solo"],
    "tekhenu-2-55324854": ["seth"],
    "tekhenu-3-57a01bef": ["seth"],
    "tekhenu-4-49331636": ["seth"],
    "tekhenu-2-393a0964": ["vizier"],
}
"""Games of Time of Seth, one for each number of players, and one of the Vizier, with their modules."""
BASE = [path for path in STORED if path.name.startswith("tekhenu") and path.stem not in SETH]
TOGETHER = [path for path in BASE if path.name[8] != "1"]
ALONE = [path for path in BASE if path.name[8] == "1"]
OF_SETH = {"seth/built", "seth/covered", "seth/next_tile", "seth/gave", "seth/followers", "seth/die_added"}
"""What every stored game of Time of Seth shows."""
OF_SOME = {"seth/owed", "seth/artifact", "seth_solo/took", "seth_solo/built", "seth_solo/covered", "seth_solo/destiny"}
OF_VIZIER = {"vizier/aside", "vizier/placed", "vizier/paid"}


def test_stored_games_of_the_expansion() -> None:
    """Each shows what its box is made of, and together those of Time of Seth all that is rare."""
    together: set[str] = set()
    for path in STORED:
        if path.stem in SETH:
            game, entries, _ = stored(path)
            assert game.rules.modules == SETH[path.stem]
            found = {event.kind for entry in entries for event in entry.events}
            together |= found
            assert sorted((OF_VIZIER if "vizier" in game.rules.modules else OF_SETH) - found) == []
    assert sorted(OF_SOME - together) == []


BOT = {
    "built_pillar", "built_building", "built_statue at a god", "built_works", "solo/feast", "solo/cards", "solo/took",
    "solo/destiny", "solo/end", "horus_bonus", "market_opened III", "scored", "balanced",
}  # fmt: skip
"""What the stored games against Botankhamun show of it, each of them."""


@pytest.mark.parametrize("path", TOGETHER, ids=lambda path: path.stem)
def test_all_areas_are_used(path: Path) -> None:
    assert sorted(AREAS - shown(stored(path)[1])) == []


def of_bot(entries: list[Entry]) -> list[Entry]:
    """The entries with the events of the bot's seat and of nobody's only."""
    changed = []
    for entry in entries:
        events = [event for event in entry.events if event.seat in (None, "violet")]
        changed.append(entry.model_copy(update={"events": events}))
    return changed


@pytest.mark.parametrize("path", ALONE, ids=lambda path: path.stem)
def test_the_bot_does_everything(path: Path) -> None:
    game, entries, _ = stored(path)
    assert game.title == "tekhenu"
    assert sorted(BOT - shown(of_bot(entries))) == []
