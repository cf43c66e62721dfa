"""The home itself: a folder that is not there is misuse, and `check` looks at all of it that commands rely on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.said import Pbem

NEW = ("new", "toy", "--player", "Ania", "--player", "Bo", "--id", "karnak")
COMMANDS = [
    ("list",), ("check",), ("clock",), ("titles",), ("move", "karnak", "bid: 1"), ("show", "karnak"), ("roster",),
    ("archive", "--all"), ("mail", "send"), ("mod", "pause", "karnak", "--reason", "x"), ("stats",), NEW,
    ("archive", "--create"),
]  # fmt: skip


@pytest.mark.parametrize("by", ["option", "variable"])
@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_a_home_that_is_not_there_is_misuse(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], by: str
) -> None:
    missing = tmp_path / "mispelt"
    if by == "variable":
        monkeypatch.setenv("PBEM_HOME", str(missing))
        said = pbem(*args)
        if args == ("titles",):  # which needs no home and was named none
            assert said.code == 0
            return
    else:
        said = pbem(*args, "--home", str(missing))
    assert said.code == 2, said
    if args[-1] != "--create":
        assert f"There is no folder {missing}" in said.err and "new ... --create" in said.err
    assert not missing.exists()


def test_new_makes_a_home_for_its_owner_only_if_asked(pbem: Pbem, tmp_path: Path) -> None:
    home = tmp_path / "deep" / "home"
    assert pbem(*NEW, "--create", "--home", str(home)).code == 0
    assert home.stat().st_mode & 0o777 == 0o700 and (home / "games" / "karnak.json").exists()
    assert pbem(*NEW[:-1], "luxor", "--create", "--home", str(home)).code == 0  # one that is there is taken


def test_nothing_is_left_of_a_home_for_a_game_that_is_refused(pbem: Pbem, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert pbem("new", "toy", "--player", "Ania", "--create", "--home", str(home)).code == 2
    assert not home.exists()


def test_help_needs_no_home(pbem: Pbem, tmp_path: Path) -> None:
    assert pbem("new", "--help", "--home", str(tmp_path / "nowhere")).code == 0


BROKEN: list[tuple[str, str, int, str]] = [
    ("pbem.toml", 'zone = "Nowhere', 2, "pbem.toml"),
    ("pbem.toml", "zonk = 3\n", 2, "zonk: unknown key"),
    ("pbem.toml", '[smtp]\nport = "no"\n', 2, "smtp.port"),
    ("games/roster.json", "{", 3, "roster.json"),
    ("pbem.key", "short", 1, "pbem.key is damaged"),
    ("data/tekhenu.json", "[", 2, "tekhenu.json"),
    ("data/ankh.json", '{"pharaoh": {"counts": {"policy_cards": 7}}}', 2, "pharaoh.policies.list: 40 cards"),
    ("data/tekhenu.json", '{"seth": {"tracks": {"max": "x"}}}', 2, "seth.tracks.max: 'x' is of the wrong kind"),
    ("data/tekhenu.json", '{"solo": {"options": {"bot_decree_vp": {"value": "x"}}}}', 2, "solo.options.bot_decree_vp"),
]


@pytest.mark.parametrize(("name", "text", "code", "words"), BROKEN, ids=lambda value: str(value)[:28])
@pytest.mark.parametrize("args", [(), ("karnak",)], ids=["all", "one game"])
def test_check_finds_what_is_broken_around_the_games(
    game: Pbem, tmp_path: Path, args: tuple[str, ...], name: str, text: str, code: int, words: str
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    (tmp_path / name).chmod(0o600)
    said = game("check", *args)
    assert said.code == code and words in said.err and "karnak: sound" in said.out
    told = game("check", *args, "--json")
    assert told.code == code and not told.json["sound"] and words in told.json["error"]["message"]
    assert any(words in warning for warning in told.json["warnings"])


def test_check_of_a_file_alone_does_not_look_at_the_home(game: Pbem, tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text("zonk = 3\n")
    assert game("check", str(tmp_path / "games" / "karnak.json")).code == 0


def test_a_sound_home_is_sound(game: Pbem, tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text('zone = "UTC"\n')
    said = game("check", "--json")
    assert said.code == 0 and said.json["sound"] and said.json["warnings"] == []


def test_broken_settings_do_not_hide_a_broken_game(game: Pbem, tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text("zonk = 3\n")
    (tmp_path / "games" / "karnak.json").write_text("{")
    said = game("check")
    assert said.code == 3 and "zonk" in said.err and "karnak.json" in said.out


def test_a_mail_that_broken_settings_keep_from_being_processed_is_stored_and_the_server_reads_why(
    game: Pbem, tmp_path: Path
) -> None:
    """It said the name of an exception; and the mail that is stored is no reason to say that nothing was changed."""
    (tmp_path / "pbem.toml").write_text("[smtp]\nhots = 'x'\n")
    said = game("mail", "receive", stdin=b"From: ania@example.org\nTo: pbem@localhost\n\nbid: 1\n")
    assert said.code == 0 and len(list((tmp_path / "mail" / "in" / "new").iterdir())) == 1
    assert said.err.endswith("smtp.hots: unknown key; did you mean host?\n") and "pbem.toml, line 2" in said.err
    assert "othing was changed" not in said.err and "Misuse" not in said.err
