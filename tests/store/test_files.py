"""Loading and saving games: what is refused, with which words, and what a save leaves on disk."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.core.errors import GameFileProblem, Refused, RulesBug, UnknownGame
from pbem.engine.journal import digest, entry_hash, state_digest
from pbem.store import files, journals, migrate
from pbem.store.checking import Loaded, check_bytes
from pbem.store.files import add_game, history_entries, load_at, load_game, move_game, restore_game, save_game
from pbem.store.home import Home
from tests.store.games import apply_one, new_game, play_one

Doc = dict[str, Any]


def refused(home: Home, data: bytes, game_id: str = "karnak") -> str:
    """The message for a file with these bytes; the file is not touched."""
    path = home.game_path(game_id)
    path.write_bytes(data)
    before = path.stat()
    with pytest.raises(GameFileProblem) as caught:
        load_game(home, game_id)
    assert caught.value.exit_code == 3
    assert path.read_bytes() == data
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    message = caught.value.message
    assert message.startswith(f"{path}: ") and message.endswith((".", ")")) and message.isprintable()
    return message.removeprefix(f"{path}: ")


def edited(game: Loaded, change: Callable[[Doc], None]) -> bytes:
    doc: Doc = json.loads(game.raw)
    change(doc)
    return json.dumps(doc, indent=2).encode()


def sealed_again(game: Loaded) -> bytes:
    """The file after its table was changed, with the last entry made to fit."""
    last = game.game.recent[-1]
    assert last.secret is not None
    last.secret.state = state_digest(game.game.table)
    last.sealed = digest(last.secret.model_dump(mode="json"))
    last.hash = game.game.head = entry_hash(last)
    return files.dump_game(game.game)


# -- not a game file ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty (line 1"),
        (b"  \n", "empty"),
        (b"hello", "not JSON: Expecting value (line 1, column 1)"),
        (b"{} {}", "not JSON: Extra data"),
        (b"\x89PNG\r\n\x1a\n", "not UTF-8 text at byte 0"),
        ('{"format": 1}'.encode("utf-16"), "not UTF-8"),
        (b"[1, 2]", "a list is not a game"),
        (b'"x"', '"x" is not a game'),
        (b"{}", "format: missing"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "nested too deeply"),
        (b'{"format": ' + b"9" * 5_000 + b"}", "format: 9999"),
    ],
)
def test_not_a_game(home: Home, game: Loaded, data: bytes, words: str) -> None:  # faults 181, 182, 183
    assert words in refused(home, data)


def test_cut_off_anywhere(home: Home, game: Loaded) -> None:  # fault 181
    for at in range(0, len(game.raw) - 2, 97):
        refused(home, game.raw[:at])
    assert "Extra data" in refused(home, game.raw + b"x")


def test_other_games_are_unaffected(home: Home, game: Loaded) -> None:  # fault 181
    new_game(home, "luxor")
    refused(home, b"broken")
    assert play_one(home, "luxor").entry == 2


def test_marks_of_editors_are_let_pass_and_rewritten(home: Home, game: Loaded) -> None:  # fault 182
    path = home.game_path("karnak")
    path.write_bytes(b"\xef\xbb\xbf" + game.raw.replace(b"\n", b"\r\n"))
    assert files.dump_game(load_game(home, "karnak").game) == game.raw
    after = play_one(home)
    assert after.raw.startswith(b"{\n") and b"\r" not in path.read_bytes()


@pytest.mark.parametrize("shape", ["link", "folder", "pipe", "dangling"])
def test_odd_files_are_not_opened(home: Home, game: Loaded, tmp_path: Path, shape: str) -> None:  # fault 191
    path = home.game_path("karnak")
    path.rename(tmp_path / "real.json")
    if shape == "link":
        path.symlink_to(tmp_path / "real.json")
    elif shape == "dangling":
        path.symlink_to(tmp_path / "nothing")
    elif shape == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    with pytest.raises(GameFileProblem):
        load_game(home, "karnak")
    with home.lock("karnak"), pytest.raises((GameFileProblem, Refused)):
        save_game(game)
    assert (tmp_path / "real.json").read_bytes() == game.raw


def test_a_huge_file_is_refused_unread(home: Home, game: Loaded) -> None:  # fault 195
    with home.game_path("karnak").open("ab") as file:
        file.truncate(50_000_000)
    with pytest.raises(GameFileProblem, match="50000000 bytes are more than the limit of 8000000"):
        load_game(home, "karnak")


def test_left_overs_are_not_games(home: Home, game: Loaded) -> None:  # faults 196, 197
    for name in ("karnak.json~", ".karnak.json.swp", "karnak (conflicted copy).json", ".karnak.json.tmp", "x.tmp"):
        (home.games / name).write_bytes(game.raw)
    assert home.game_ids() == ["karnak"]
    assert load_game(home, "karnak").entry == 1


# -- schema, models, rules ------------------------------------------------------------------------------------------


def put(*path: str | int, value: Any) -> Callable[[Doc], None]:
    def change(doc: Doc) -> None:
        place: Any = doc
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


def cut(*path: str | int) -> Callable[[Doc], None]:
    def change(doc: Doc) -> None:
        place: Any = doc
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("table", "bank", value=-1), "table.bank: -1 is less than 0."),
        (put("table", "wind", value=5), "table.wind: 5 is greater than 4."),
        (put("table", "night", value="one"), 'table.night: "one" is not a whole number.'),
        (put("table", "gold", value=1), "table.gold: unknown key."),
        (cut("table", "seats"), "table.seats: missing."),
        (put("table", "seats", 1, value=7), "table.seats[1]: 7 is not a text."),
        (put("table", "stack", 0, "kind", value="toy.dance"), 'table.stack[0].kind: "toy.dance" is none of'),
        (put("table", "stack", 0, "kind", value=["x"]), "table.stack[0].kind: a list is none of"),
        (put("table", "stack", 0, "step", value="dance"), "toy.game has no step 'dance'"),
        (put("table", "stack", 0, "step", value="__init__"), "has no step '__init__'"),
        (put("table", "stack", 0, "luck", value=1), "table.stack[0].luck: unknown key."),
        (put("table", "stack", value={}), "table.stack: an object is not a list."),
        (put("table", value=[]), "table: a list is not an object."),
        (put("status", value="asleep"), 'status: "asleep" is none of running, paused, finished, terminated.'),
        (put("entry", value=-3), "entry: -3 is less than 0."),
        (put("entry", value=True), "entry: true is not a whole number."),
        (put("seats", 0, "role", value="king"), 'seats[0].role: "king" is none of'),
        (put("extra", value=1), "extra: unknown key."),
        (cut("moderation"), "moderation: missing."),
        (cut("title"), "title: missing."),
        (put("title", value=3), "title: 3 is not a text."),
        (put("title", value="chess"), "title: There is no title 'chess'."),
        (put("id", value="luxor"), 'id: "luxor" is not the name of the file.'),
        (put("id", value="../x"), 'id: "../x" is not the name of the file.'),
        (put("format", value=0), "format: 0 is not known to this version of pbem."),
        (put("format", value=2), "format: 2 is newer than 1; a newer version of pbem is needed."),
        (put("format", value="1"), 'format: "1" is not the number of a format.'),
        (put("rules", "version", value="99"), "this game is played under version 99 of Lantern Night; installed is 1."),
        (put("rules", "fixes", value=["F7"]), "this game is played under fix F7"),
        (put("rules", "data", value="0" * 64), "the component tables"),
        (put("rules", "data", value="../../x"), "rules.data: it is not a digest."),
        (put("options", "nights", value=9), "options.nights: 9 is greater than 5."),
        (put("seed", value="00" * 32), "seed: it does not fit its commitment."),
        (put("seed", value="xyz"), "seed: it is not hexadecimal."),
        (put("head", value="f" * 64), "entry 1: it is not the head that the file names."),
        (put("recent", value=[]), "recent: the last entry is missing."),
        (put("recent", 0, "at", value="2027-01-01T00:00:00Z"), "entry 1: its text does not fit its hash."),
        (put("recent", 0, "prev", value="a" * 64), "entry 1: it does not follow the entry before it."),
        (put("recent", 0, "secret", "salt", value="x"), "entry 1: its text does not fit its hash."),
        (put("table", "order", value=["heron", "crane"]), "entry 1: the table is not the one this entry left"),
    ],
)
def test_valid_json_that_is_no_sound_game(
    home: Home, game: Loaded, change: Callable[[Doc], None], message: str
) -> None:  # faults 183, 185, 188, 189, 194
    assert message in refused(home, edited(game, change))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"bank": ', b'"bank": NaN, "x": ', "table.bank: NaN is not a number that may be stored."),
        (b'"bank": ', b'"bank": 1e400, "x": ', "table.bank: 1e400 is not a whole number."),
        (b'"bank": ', b'"bank": 1.0, "x": ', "table.bank: 1.0 is not a whole number."),
        (b'"bank": ', b'"bank": 3, "bank": ', "table.bank: this key stands twice."),
        (b'"entry": 1,', b'"entry": ' + b"1" * 5000 + b",", "entry: 1111"),
        (b'"entry": 1,', b'"entry": 9007199254740993,', "entry: 9007199254740993 is too large."),
        (b'"Ania"', b'"\\ud800"', "seats[0].player: the text holds half a character."),
    ],
)
def test_numbers_and_keys_that_readers_take_differently(
    home: Home, game: Loaded, old: bytes, new: bytes, message: str
) -> None:  # fault 183
    assert old in game.raw
    assert message in refused(home, game.raw.replace(old, new, 1))


def test_impossible_by_rules_names_the_invariant(home: Home, game: Loaded) -> None:  # fault 184
    game.game.table.coins["crane"] += 1  # type: ignore[attr-defined]
    assert "table: coins: some are lost or false." in refused(home, sealed_again(game))


def test_an_older_format_is_migrated_and_kept(home: Home, game: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fault 187, fault 233: on load in memory only; with the next save the original goes to history. A save that is
    stopped leaves the old file."""
    doc = json.loads(game.raw)
    doc["format"] = 0
    doc["moderator_notes"] = doc.pop("moderation")

    def step(old: Doc) -> Doc:
        old["moderation"] = old.pop("moderator_notes")
        return old

    monkeypatch.setitem(migrate.STEPS, 0, step)
    path = home.game_path("karnak")
    path.write_bytes(json.dumps(doc).encode())
    loaded = load_game(home, "karnak")
    assert loaded.migrated and files.dump_game(loaded.game) == game.raw
    assert json.loads(path.read_bytes())["format"] == 0

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    for call in ("write", "fsync", "rename"):
        with monkeypatch.context() as patch, home.lock("karnak"):
            patch.setattr(os, call, stopped)
            with pytest.raises(KeyboardInterrupt):
                save_game(loaded)
        assert json.loads(path.read_bytes())["format"] == 0 and load_game(home, "karnak").migrated
    loaded = load_game(home, "karnak")
    with home.lock("karnak"):
        save_game(loaded)
    assert json.loads(path.read_bytes())["format"] == 1
    assert json.loads((home.history_folder("karnak") / "1.json").read_bytes())["format"] == 0
    assert not load_game(home, "karnak").migrated


def test_a_pinned_table_that_was_edited_is_noticed(home: Home, game: Loaded) -> None:  # fault 189
    from pbem.store.tables import load_tables

    pin = home.pins / f"{game.game.rules.data}.json"
    pin.write_bytes(b'{"changed":true}')
    with pytest.raises(GameFileProblem, match="were changed after games began"):
        load_tables(home, game.game.rules.data)
    other = Home(home.root.rename(home.root.with_name("other")), {})
    with pytest.raises(GameFileProblem, match="put the old file back"):
        load_game(other, "karnak")


def test_two_files_with_one_id(home: Home, game: Loaded) -> None:  # fault 194
    home.finished.mkdir()
    (home.finished / "karnak.json").write_bytes(game.raw)
    with pytest.raises(GameFileProblem, match="both claim"):
        load_game(home, "karnak")


# -- saving ---------------------------------------------------------------------------------------------------------


class Calls:
    """Counts and orders the calls that reach the disk."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[tuple[str, str]] = []
        for name in ("fsync", "fdatasync", "rename", "replace", "link", "write", "truncate", "ftruncate"):
            monkeypatch.setattr(os, name, self.watch(name, getattr(os, name)))

    def watch(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            first = args[0]
            what = os.readlink(f"/proc/self/fd/{first}") if isinstance(first, int) else str(args[-1])
            self.seen.append((name, Path(what).name))
            return real(*args, **kwargs)

        return call

    def names(self, *wanted: str) -> list[tuple[str, str]]:
        return [call for call in self.seen if call[0] in wanted]


def test_order_of_a_save(home: Home, game: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults 202, 238: history before the commit, the file synced before the rename, the folder after, then more."""
    from pbem.store import index

    index.rows(home)
    calls = Calls(monkeypatch)
    play_one(home)
    assert calls.seen == [
        ("link", "1.json"),
        ("link", "1.json"),
        ("write", "index.tsv"),
        ("write", ".karnak.json.tmp"),
        ("fsync", ".karnak.json.tmp"),
        ("rename", "karnak.json"),
        ("fsync", "games"),
        ("write", "karnak.journal.jsonl"),
        ("write", "index.tsv"),
    ]


def test_two_syncs_a_move_and_one_more_in_eight_entries(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    new_game(home, players=4)
    extra = []
    for _ in range(24):
        calls = Calls(monkeypatch)
        loaded = play_one(home)
        syncs = calls.names("fsync", "fdatasync")
        assert [what for _, what in syncs][-2:] == [".karnak.json.tmp", "games"]
        assert len(calls.names("rename", "replace")) == 1
        assert 1 <= len(loaded.recent) <= 9
        if len(syncs) > 2:
            assert syncs[0] == ("fsync", "karnak.journal.jsonl") and len(syncs) == 3
            assert [entry.n for entry in loaded.recent] == [loaded.entry]
            extra.append(loaded.entry)
    assert extra == [9, 17, 25]
    assert journals.check_journal(loaded.journal, loaded.recent, loaded.game.head) == 25


def test_bytes_read_and_written_do_not_grow(home: Home) -> None:
    new_game(home, players=4)
    sizes = [len(play_one(home).raw) for _ in range(24)]
    assert max(sizes[16:]) < 1.15 * max(sizes[:9])


def test_nothing_of_other_games_is_opened(home: Home, game: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    new_game(home, "luxor")
    real = os.open
    opened: list[str] = []

    def watch(path: Any, *args: Any, **kwargs: Any) -> int:
        opened.append(str(path))
        return real(path, *args, **kwargs)

    monkeypatch.setattr(os, "open", watch)
    play_one(home)
    assert opened and not [path for path in opened if "luxor" in path]


def test_history_keeps_every_state_without_copying(home: Home, game: Loaded) -> None:
    states = {1: game.raw}
    inode = home.game_path("karnak").stat().st_ino
    for _ in range(3):
        after = play_one(home)
        states[after.entry] = after.raw
    assert history_entries(home, "karnak") == [1, 2, 3]
    assert (home.history_folder("karnak") / "1.json").stat().st_ino == inode
    for entry, raw in states.items():
        old = load_at(home, "karnak", entry)
        assert old is not None and old.raw == raw
    assert load_at(home, "karnak", 99) is None


@pytest.mark.parametrize("left", [b"", b"{", b"[1]"])
def test_a_damaged_earlier_state_is_as_good_as_none(home: Home, game: Loaded, left: bytes) -> None:
    """It can be made again by replay; and a game that is gone comes back from the last state that is sound."""
    for _ in range(3):
        play_one(home)
    third = home.history_folder("karnak") / "3.json"
    third.unlink()
    third.write_bytes(left)
    assert load_at(home, "karnak", 3) is None and load_at(home, "karnak", 2) is not None
    home.game_path("karnak").unlink()
    with home.lock("karnak", new=True):
        assert restore_game(home, "karnak").entry == 2
    assert play_one(home).entry == 3


def test_history_without_hard_links_is_copied(home: Home, game: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_link(*args: Any, **kwargs: Any) -> None:
        raise OSError(1, "Operation not permitted")

    (home.history_folder("karnak")).mkdir(parents=True)
    monkeypatch.setattr(os, "link", no_link)
    play_one(home)
    assert (home.history_folder("karnak") / "1.json").read_bytes() == game.raw


def test_a_save_without_an_entry_makes_no_history(home: Home, game: Loaded) -> None:
    with home.lock("karnak"):
        loaded = load_game(home, "karnak")
        loaded.game.moderation.chat = 1
        after = save_game(loaded)
        after.game.moderation.chat = 2
        save_game(after)
    assert history_entries(home, "karnak") == []
    assert load_game(home, "karnak").game.moderation.chat == 2
    play_one(home)
    old = load_at(home, "karnak", 1)
    assert old is not None and old.game.moderation.chat == 2


def test_what_is_not_sound_is_not_saved(home: Home, game: Loaded) -> None:
    for spoil in (
        lambda g: g.table.coins.update(crane=-5),
        lambda g: setattr(g, "status", "asleep"),
        lambda g: g.table.__dict__.update(bank="many"),
        lambda g: g.recent.pop(),
        lambda g: setattr(g, "head", "0" * 64),
        lambda g: setattr(g, "entry", 5),
    ):
        loaded = load_game(home, "karnak")
        spoil(loaded.game)
        with home.lock("karnak"), pytest.raises(RulesBug):
            save_game(loaded)
        assert home.game_path("karnak").read_bytes() == game.raw
    assert not list(home.games.glob(".*"))


def test_recorded_entries_cannot_be_rewritten(home: Home, game: Loaded) -> None:
    loaded = load_game(home, "karnak")
    loaded.game.recent = [entry.model_copy(update={"at": "2030-01-01T00:00:00Z"}) for entry in loaded.game.recent]
    with home.lock("karnak"), pytest.raises(RulesBug, match="already recorded"):
        save_game(loaded)


def test_a_file_changed_behind_our_back_is_not_overwritten(home: Home, game: Loaded) -> None:  # faults 209, 259
    with home.lock("karnak"):
        loaded = load_game(home, "karnak")
        apply_one(loaded)
        path = home.game_path("karnak")
        path.write_bytes(game.raw + b"\n")
        with pytest.raises(Refused, match="changed by something else"):
            save_game(loaded)
        assert path.read_bytes() == game.raw + b"\n"
        path.unlink()
        with pytest.raises(Refused):
            save_game(loaded)
        assert not path.exists()


def test_the_file_is_indented_with_its_keys_in_order(home: Home, game: Loaded) -> None:
    text = home.game_path("karnak").read_text("utf-8")
    assert text.startswith('{\n  "format": 1,\n  "id": "karnak",\n') and text.endswith("}\n")
    keys = "format id title rules options seats seed_commitment seed status entry head table recent orders outbox"
    assert list(json.loads(text)) == [*keys.split(), "deadlines", "moderation"]


def test_a_game_is_not_made_over_another(home: Home, game: Loaded) -> None:
    with home.lock("karnak", new=True), pytest.raises(Refused, match="already a game"):
        add_game(home, game.game)
    play_one(home)
    home.game_path("karnak").unlink()
    with home.lock("karnak", new=True), pytest.raises(Refused, match="was here before"):
        add_game(home, game.game)


# -- finished, deleted ------------------------------------------------------------------------------------------------


def test_finished_games_are_found_in_either_place(home: Home, game: Loaded) -> None:
    play_one(home)
    with home.lock("karnak"):
        move_game(home, "karnak")
    assert home.locate("karnak") == home.finished / "karnak.json"
    loaded = load_game(home, "karnak")
    assert loaded.journal == home.finished / "karnak.journal.jsonl"
    assert [entry.n for entry in files.journal_entries(loaded)] == [1, 2]
    after = play_one(home)
    assert after.path.parent == home.finished and not (home.games / "karnak.json").exists()
    with home.lock("karnak"):
        move_game(home, "karnak", finished=False)
    assert load_game(home, "karnak").journal.parent == home.games
    assert play_one(home).entry == 4


def test_a_half_done_move_is_found_and_finished(home: Home, game: Loaded) -> None:
    play_one(home)
    home.finished.mkdir()
    home.game_path("karnak").rename(home.finished / "karnak.json")  # killed before the journal followed
    assert play_one(home).entry == 3
    loaded = load_game(home, "karnak")
    assert journals.check_journal(loaded.journal, loaded.recent, loaded.game.head) == 3
    with home.lock("karnak"):
        move_game(home, "karnak")
    assert not (home.games / "karnak.journal.jsonl").exists()
    assert load_game(home, "karnak").journal.exists()


def test_a_deleted_game_is_restored_from_history(home: Home, game: Loaded) -> None:  # fault 190
    for _ in range(3):
        play_one(home)
    home.game_path("karnak").unlink()
    with pytest.raises(UnknownGame, match="history is there"):
        load_game(home, "karnak")
    with home.lock("karnak", new=True):
        restored = restore_game(home, "karnak")
        assert restored.entry == 3
        with pytest.raises(Refused):
            restore_game(home, "karnak")
    assert (home.history_folder("karnak") / "after-3.jsonl").read_bytes().startswith(b'{"n":4,')
    after = play_one(home)
    assert journals.check_journal(after.journal, after.recent, after.game.head) == 4


def test_checking_bytes_that_lie_elsewhere(home: Home, game: Loaded) -> None:
    loaded = check_bytes(game.raw, "mail.json", home)
    assert files.dump_game(loaded.game) == game.raw
    with pytest.raises(GameFileProblem, match=r"^mail\.json: "):
        check_bytes(b"{", "mail.json", home)
