"""Signing with DKIM: receivers accept it, a second try has the same bytes, and without the key nothing is sent."""

from __future__ import annotations

import sys
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import Any

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from pbem.core.errors import MailProblem
from pbem.mail.composing.compose import compose
from pbem.mail.handover.signing import Seal, load_seal, signed
from pbem.mail.letter import Stored, read_stored
from tests.mail.support import context, new_play


@cache
def keys() -> tuple[bytes, bytes]:
    """A private key in PEM and the record that its owner publishes."""
    key = rsa.generate_private_key(65537, 2048)
    form, none = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    public = key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    private = key.private_bytes(serialization.Encoding.PEM, form, none)
    return private, b"v=DKIM1; k=rsa; p=" + b64encode(public)


def a_mail() -> Stored:
    return read_stored(compose(context(new_play(), "crane", "start", language="pl")))


def record(name: bytes, timeout: int = 5) -> bytes | None:
    return keys()[1] if name == b"pbem._domainkey.example.org." else None


def test_a_receiver_accepts_the_signature_and_finds_every_change() -> None:
    sealed = signed(a_mail(), Seal("example.org", "pbem", keys()[0]))
    on_the_wire = sealed.content.replace(b"\n", b"\r\n")
    assert sealed.content.startswith(b"DKIM-Signature: ") and sealed.content.endswith(a_mail().content)
    assert dkim.verify(on_the_wire, dnsfunc=record)
    assert not dkim.verify(on_the_wire.replace(b"From: ", b"From: x", 1), dnsfunc=record)
    assert not dkim.verify(on_the_wire + b"one more line\r\n", dnsfunc=record)


def test_a_second_try_has_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """fault 7: the signature tells the mail's date, not the moment of signing."""
    seal = Seal("example.org", "pbem", keys()[0])
    first = signed(a_mail(), seal)
    monkeypatch.setattr("time.time", lambda: 4_000_000_000.0)
    assert signed(a_mail(), seal) == first


def test_what_is_missing_is_named_and_the_key_is_never_shown(tmp_path: Path, monkeypatch: Any) -> None:
    """fault 262."""
    with pytest.raises(MailProblem, match="DKIM key cannot be read"):
        load_seal("example.org", "pbem", tmp_path / "dkim.pem")
    (tmp_path / "dkim.pem").write_bytes(b"no key at all")
    seal = load_seal("example.org", "pbem", tmp_path / "dkim.pem")
    with pytest.raises(MailProblem, match="cannot be signed"):
        signed(a_mail(), seal)
    assert "no key" not in repr(seal)
    monkeypatch.setitem(sys.modules, "dkim", None)
    with pytest.raises(MailProblem, match=r"pbem\[dkim\]"):
        load_seal("example.org", "pbem", tmp_path / "dkim.pem")
