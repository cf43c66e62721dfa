"""What travels in the package, and what commands say without their extra."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from tests.said import Pbem

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]


@pytest.mark.parametrize(
    ("module", "extra", "command"),
    [("aiosmtpd", "receive", ["mail", "serve"]), ("imap_tools", "imap", ["mail", "poll"])],
)
def test_without_its_extra_a_command_says_which_one_to_install(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, extra: str, command: list[str]
) -> None:
    assert extra in EXTRAS
    for name in [name for name in sys.modules if name.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setenv("PBEM_IMAP_PASSWORD", "secret")
    (tmp_path / "pbem.toml").write_text('[imap]\nhost = "127.0.0.1"\nuser = "x"\n')
    said = pbem(*command)
    assert said.code == 1 and f"pip install 'pbem[{extra}]'" in said.err, said.err


def test_every_command_has_help_without_escapes(pbem: Pbem) -> None:
    commands = pbem("--help").out.partition("Commands:")[2].split("\n")
    names = [line.split()[0] for line in commands if line.startswith("  ") and line[2] != " "]
    play, record = "new move options show log list check fuzz titles rules data", "archive verify import stats"
    assert {*play.split(), *record.split(), "clock", "roster", "mod", "mail"} <= set(names)
    mails = ["receive", "read", "poll", "send", "serve", "held"]
    for command in [[name] for name in names] + [["mail", name] for name in mails]:
        said = pbem(*command, "--help")
        assert said.code == 0 and said.out.startswith("Usage: pbem "), command
        assert "\x1b" not in said.out and max(map(len, said.out.splitlines())) <= 80, command


def test_a_bare_locale_and_a_narrow_terminal_do_no_harm(shell: Pbem, tmp_path: Path) -> None:
    new = "pbem new tekhenu --player 'Łucja <l@example.org>' --player 'Zoë <z@example.org>' --id karnak"
    said = shell(f"{new} && pbem show karnak && pbem list && pbem log karnak", LC_ALL="C", COLUMNS="20", TERM="dumb")
    assert said.code == 0, said.err
    assert "\x1b" not in said.out and "ucja" in said.out
    assert "Łucja" in (tmp_path / "games" / "karnak.json").read_text(encoding="utf-8")
