"""The operator's handbook: its settings load and are complete, its commands exist. `make test-mail` runs the rest."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest

from pbem.store.settings import Settings, load_settings
from tests.mailserver.handbook import FILE, blocks, cron_commands, printed, unit_values

PAGE = FILE.read_text(encoding="utf-8")
BLOCKS = blocks()


def keys_of(model: Any) -> set[str]:
    """`section.key` of every setting; passwords are kept out of files."""
    found = set()
    for name, info in model.model_fields.items():
        inner = next((part for part in (info.annotation, *getattr(info.annotation, "__args__", ()))
                      if hasattr(part, "model_fields")), None)  # fmt: skip
        found |= {f"{name}.{key}" for key in keys_of(inner)} if inner else {name}
    return {key for key in found if not key.endswith("password")}


def test_every_setting_is_shown_once_and_loads(tmp_path: Path) -> None:
    text = BLOCKS["settings-all"]
    (tmp_path / "pbem.toml").write_text(text, encoding="utf-8")
    settings = load_settings(tmp_path, {})
    assert settings.transport == "smtp" and settings.limits.mails_a_day == 100
    shown = {
        f"{name}.{key}" if isinstance(value, dict) else name
        for name, value in tomllib.loads(text).items()
        for key in (value if isinstance(value, dict) else [""])
    }
    assert shown == keys_of(Settings)


def test_what_is_called_a_default_is_one(tmp_path: Path) -> None:
    """The sections that are all figures stand there with the program's own values."""
    plain = load_settings(tmp_path, {})
    shown = tomllib.loads(BLOCKS["settings-all"])
    for section in ("limits", "trust"):
        for key, value in shown[section].items():
            if key != "authserv":
                assert getattr(getattr(plain, section), key) == value, f"{section}.{key}"


@pytest.mark.parametrize("names", [("settings-sending",), ("settings-sending", "lmtp-settings"),
                                   ("settings-sending", "imap-settings")])  # fmt: skip
def test_the_settings_of_each_way_load(tmp_path: Path, names: tuple[str, ...]) -> None:
    (tmp_path / "pbem.toml").write_text("\n".join(BLOCKS[name] for name in names), encoding="utf-8")
    assert load_settings(tmp_path, {}).smtp is not None


def commands() -> list[str]:
    """Every call of pbem in a block, marked or not."""
    fenced = "\n".join(re.findall(r"^```\w*\n(.*?)^```$", PAGE, re.M | re.S))
    return re.findall(r"/opt/pbem/bin/pbem ([^>|\\\n\"]+)", fenced)


def test_there_are_commands_to_look_at() -> None:
    assert len(commands()) >= 10


@pytest.mark.parametrize("line", sorted(set(commands())))
def test_every_command_exists(line: str) -> None:
    from typer.testing import CliRunner

    from pbem.cli.app import app

    words = shlex.split(line)
    if "--home" in words:
        at = words.index("--home")
        del words[at : at + 2]
    verbs = words[: 2 if words[0] == "mail" else 1]
    result = CliRunner().invoke(app, [*verbs, "--help"])
    assert result.exit_code == 0, result.output
    for option in (word for word in words if word.startswith("--")):
        assert option in result.output, f"`pbem {' '.join(verbs)}` knows no {option}"


def test_the_wheel_is_called_what_a_build_calls_it() -> None:
    """Version, tags and extras are those of the project."""
    from pbem import __version__

    project = tomllib.loads((FILE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(re.findall(r"pbem-\S+?\.whl", PAGE)) == {f"pbem-{__version__}-py3-none-any.whl"}
    named = {extra for found in re.findall(r"(?:\.|whl|pbem)\[([a-z,]+)\]", PAGE) for extra in found.split(",")}
    assert {"receive", "imap", "fast", "dkim"} <= named <= set(project["optional-dependencies"])


def test_what_a_bare_machine_lacks_is_named_before_it_is_used() -> None:
    part = PAGE[PAGE.index("## Installing") : PAGE.index("## Sending")]
    for package, use in (("python3-venv", "python3 -m venv"), ("cron", "useradd")):
        assert 0 <= part.index(package) < part.index(use)
    assert "pip install 'pbem[receive" not in part.replace("--find-links dist 'pbem[receive", "")


def test_unit_and_cron_lines_run_as_the_owner_of_the_home() -> None:
    assert unit_values(BLOCKS["unit"], "User") == ["pbem"]
    assert unit_values(BLOCKS["unit"], "Environment") == ["PBEM_HOME=/srv/pbem"]
    for name in ("pipe-cron", "imap-cron"):
        lines = cron_commands(BLOCKS[name])
        assert {user for user, _ in lines} == {"pbem"}
        assert any(" clock " in command for _, command in lines)
        assert any(" mail send " in command for _, command in lines)


def test_the_handbook_says_which_sender_to_use() -> None:
    """fault 27: From and envelope under DMARC."""
    part = PAGE[PAGE.index("### Which sender") : PAGE.index("## Receiving")]
    for word in ("mail.sender", "mail.bounces", "SPF", "DKIM", "DMARC", "5.7.26", "--again"):
        assert word in part


def test_the_unit_is_one(tmp_path: Path) -> None:
    """Sections and keys parse; where systemd is at hand, it finds nothing to say."""
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(BLOCKS["unit"])
    assert parser.sections() == ["Unit", "Service", "Install"]
    assert parser["Service"]["Restart"] == "always" and parser["Service"]["UMask"] == "0077"
    if shutil.which("systemd-analyze"):
        unit = tmp_path / "pbem.service"
        unit.write_text(printed("unit", {"/opt/pbem/bin/pbem": "/bin/true", "/srv/pbem": "/tmp"}), encoding="utf-8")
        done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
        assert "pbem.service" not in done.stderr, done.stderr
