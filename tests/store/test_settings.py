"""Settings: defaults that work, faults that name file, line and key."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pbem.core.errors import Misuse
from pbem.store.home import Home
from pbem.store.schemas import schema_problem
from pbem.store.settings import Settings, load_settings, password

WHOLE = """
zone = "Europe/Warsaw"
language = "pl"

[mail]
transport = "smtp"
sender = "moves@example.org"
reply = "moves@example.org"

[smtp]
host = "mail.example.org"
port = 465
tls = "tls"
user = "moves"
password_file = "smtp.password"

[moderation]
moderator = "Kasia <k@example.org>"

[limits]
wait = 3
"""


def test_no_file_is_fine(tmp_path: Path) -> None:  # fault 261
    settings = load_settings(tmp_path / "nowhere", {})
    assert settings == Settings()
    assert settings.transport == "maildir" and settings.limits.answers_a_day == 10


def test_a_whole_file(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text(WHOLE)
    (tmp_path / "smtp.password").write_text("hunter2\n")
    settings = Home(tmp_path, {}).settings
    assert settings.transport == "smtp" and settings.smtp is not None
    assert (settings.smtp.port, settings.zone, settings.limits.wait) == (465, "Europe/Warsaw", 3)
    assert password(settings.smtp, tmp_path) == "hunter2"
    assert schema_problem(tomllib.loads(WHOLE), "settings") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("zone = \n", "line 1"),
        ("[mail\n", "line 1"),
        ("zone = 'UTC'\nlangauge = 'pl'\n", "line 2: langauge: unknown key; did you mean language?"),
        ("\n[mail]\nsendr = 'x'\n", "line 3: mail.sendr: unknown key; did you mean sender?"),
        ("[male]\nx = 1\n", "line 1: male: unknown key; did you mean mail?"),
        ("language = 'xx'\n", "line 1: language: "),
        ("zone = 'Mars/Olympus'\n", "line 1: zone: 'Mars/Olympus' is no time zone"),
        ("zone = '../../etc/passwd'\n", "line 1: zone: "),
        ("[smtp]\nport = '25'\n", "line 2: smtp.port: "),
        ("[smtp]\nport = 70000\n", "line 2: smtp.port: "),
        ("[limits]\nwait = 2.5\n", "line 2: limits.wait: "),
        ("[smtp]\n[sendmail]\n", "[smtp] and [sendmail] are both there"),
        ("[mail]\ntransport = 'maildir'\n[smtp]\n", "mail.transport says maildir, but there is a section [smtp]"),
        ("[mail]\ntransport = 'smtp'\n[sendmail]\n", "mail.transport says smtp"),
        ("[smtp]\nuser = 'x'\npassword = 'hunter2'\n", "line 3: smtp.password must not stand in this file"),
        ("mail = 3\n", "line 1: mail: "),
    ],
)
def test_faults_name_file_line_and_key(tmp_path: Path, text: str, words: str) -> None:  # faults 261, 262
    path = tmp_path / "pbem.toml"
    path.write_text(text)
    with pytest.raises(Misuse) as caught:
        load_settings(tmp_path, {})
    assert caught.value.exit_code == 2
    assert words in caught.value.message and str(path) in caught.value.message
    assert "hunter2" not in caught.value.message


def test_not_text(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_bytes(b"zone = 'UTC'\n# \xff\n")
    with pytest.raises(Misuse, match="line 2: it is not UTF-8"):
        load_settings(tmp_path, {})
    (tmp_path / "pbem.toml").write_bytes(b"a = " + b"[" * 100_000)
    with pytest.raises(Misuse):
        load_settings(tmp_path, {})
    (tmp_path / "pbem.toml").unlink()
    (tmp_path / "pbem.toml").mkdir()
    with pytest.raises(Misuse, match="cannot be read"):
        load_settings(tmp_path, {})


def test_variables_are_laid_over(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text(WHOLE)
    environ = {
        "PBEM_HOME": "/x", "PBEM_ZONE": "Europe/Budapest", "PBEM_SMTP_PORT": "2525", "PBEM_SMTP_VERIFY": "no",
        "PBEM_SMTP_PASSWORD": "12345", "PBEM_MAIL_SENDER": "other@example.org", "PATH": "/bin",
    }  # fmt: skip
    settings = load_settings(tmp_path, environ)
    assert settings.zone == "Europe/Budapest" and settings.mail.sender == "other@example.org"
    assert settings.smtp is not None
    assert (settings.smtp.port, settings.smtp.verify, settings.smtp.host) == (2525, False, "mail.example.org")
    assert password(settings.smtp, tmp_path) == "12345"
    assert "12345" not in repr(settings) + settings.model_dump_json()  # fault 262


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PBEM_SMTP_PROT", "1", "PBEM_SMTP_PROT is no setting"),
        ("PBEM_SMTP_PORT", "many", "PBEM_SMTP_PORT must be a whole number"),
        ("PBEM_SMTP_PORT", "99999", "PBEM_SMTP_PORT: "),
        ("PBEM_SMTP_VERIFY", "perhaps", "PBEM_SMTP_VERIFY must be true or false"),
        ("PBEM_LANGUAGE", "xx", "PBEM_LANGUAGE: "),
        ("PBEM_MAIL", "x", "PBEM_MAIL is no setting"),
    ],
)
def test_bad_variables_are_named(tmp_path: Path, name: str, value: str, words: str) -> None:
    with pytest.raises(Misuse) as caught:
        load_settings(tmp_path, {name: value})
    assert words in caught.value.message


def test_a_missing_password_file(tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text(WHOLE)
    settings = load_settings(tmp_path, {})
    assert settings.smtp is not None
    with pytest.raises(Misuse, match="password file cannot be read"):
        password(settings.smtp, tmp_path)
