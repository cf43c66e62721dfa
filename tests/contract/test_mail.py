"""Mail as a player's program and a mail server see it: raw mails in, raw mails out."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from tests.contract.conftest import PLAYERS
from tests.said import Pbem


def outbox(home: Path) -> list[EmailMessage]:
    files = sorted((home / "mail" / "out" / "new").iterdir(), key=lambda file: file.stat().st_mtime_ns)
    return [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]  # type: ignore[misc]


def reply(form: EmailMessage, text: str) -> str:
    return (
        f"From: {form['To']}\nTo: {form['Reply-To']}\nSubject: Re: {form['Subject']}\nDate: {form['Date']}\n"
        f"In-Reply-To: {form['Message-ID']}\nMessage-ID: <{text.encode().hex()}@example.org>\n\n{text}\n"
    )


def test_who_tries_the_moderators_commands_is_refused_and_the_moderator_told(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("new", "tekhenu", *PLAYERS, "--moderator", "Kasia <kasia@example.org>", "--id", "karnak")
    assert said.code == 0
    form = next(mail for mail in outbox(tmp_path) if "ania@" in mail["To"])
    assert pbem("mail", "receive", stdin=reply(form, "mod pause reason: tea")).code == 0
    new = outbox(tmp_path)
    answer = next(mail for mail in reversed(new) if "ania@" in mail["To"])
    assert answer.get_content().startswith("NOT COUNTED")
    told = next(mail for mail in reversed(new) if "kasia@" in mail["To"])
    assert "Ania" in told.get_content() and "refused" in told.get_content()
    assert pbem("list", "--json").json["games"][0]["status"] == "running"
