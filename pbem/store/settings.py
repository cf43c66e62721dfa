"""Settings: `pbem.toml` in the home, with `PBEM_*` variables laid over it.

Everything has a default that works without a mail server. Unknown keys are errors, because a misspelt setting that is
silently ignored is found out on the day it was needed. Passwords never stand in the file: a variable
(`PBEM_SMTP_PASSWORD`) or a file of its own holds them, and no message ever shows their value.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, Self, get_args
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator, model_validator

from pbem.core.errors import Fault, Misuse
from pbem.core.words import Say, Verbatim, small
from pbem.plain import read_file
from pbem.store.findings import quoted

FILE = "pbem.toml"
PREFIX = "PBEM_"
NOT_SETTINGS = frozenset({"PBEM_HOME"})
LARGEST = 1 << 20


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class MailSettings(Section):
    """Who we are in mails, and how they leave."""

    transport: Literal["maildir", "smtp", "sendmail"] | None = None
    """How mail leaves; by default `smtp` or `sendmail` if that section is there, else a Maildir under `mail/`."""
    sender: str = "pbem@localhost"
    name: str = "pbem"
    reply: str | None = None
    """The address that takes moves; the sender if not given."""
    bounces: str | None = None
    """The address bounces go to; the reply address if not given."""
    plus: str = Field(default="+", max_length=1)
    """What divides the mailbox from the token in our addresses; empty if the server knows no such thing."""
    pictures: bool = True
    """Whether pages show a picture of the board, where the extra `png` is installed."""


class SmtpSettings(Section):
    host: str = "localhost"
    port: int = Field(default=587, ge=1, le=65535)
    tls: Literal["starttls", "tls", "none"] = "starttls"
    verify: bool = True
    ca_file: str | None = None
    user: str | None = None
    password: SecretStr | None = Field(default=None, exclude=True)
    password_file: str | None = None
    timeout: int = Field(default=60, ge=1, le=600)
    rate: int = Field(default=0, ge=0)
    """Mails a minute at most; 0 is no limit."""


class SendmailSettings(Section):
    command: list[str] = Field(default=["/usr/sbin/sendmail", "-i"], min_length=1)
    timeout: int = Field(default=60, ge=1, le=600)


class DkimSettings(Section):
    """For mail that no server signs on its way."""

    domain: str | None = None
    """By default the sender's."""
    selector: str = "pbem"
    key_file: str = "dkim.pem"


class ImapSettings(Section):
    host: str = "localhost"
    port: int = Field(default=993, ge=1, le=65535)
    tls: Literal["tls", "starttls", "none"] = "tls"
    verify: bool = True
    ca_file: str | None = None
    user: str = ""
    password: SecretStr | None = Field(default=None, exclude=True)
    password_file: str | None = None
    folder: str = "INBOX"
    timeout: int = Field(default=60, ge=1, le=600)


class PollSettings(Section):
    maildir: str | None = None
    """A Maildir that `pbem mail poll` reads."""


class ListenSettings(Section):
    """The listener of `pbem mail serve`."""

    protocol: Literal["smtp", "lmtp"] = "lmtp"
    host: str = "127.0.0.1"
    port: int = Field(default=10026, ge=0, le=65535)
    socket: str | None = None
    every: int = Field(default=60, ge=1)
    """Seconds between two looks at clock and outbox."""


class TrustSettings(Section):
    """What else must fit besides a good token."""

    wrong_sender: Literal["hold", "allow"] = "hold"
    match: Literal["exact", "case", "tags"] = "exact"
    """How a sender is compared with the roster: `exact` but for the domain's case, `case`, or `tags` (`+tag`) too."""
    authserv: str | None = None
    """Our own server's name in Authentication-Results; without it such headers are not read."""
    require_pass: bool = False


class ModerationSettings(Section):
    moderator: str | None = None
    """`Kasia <k@example.org>`: the moderator of games made without one."""
    daily: bool = True
    """A daily page for the moderator."""


class LimitSettings(Section):
    """The limits that the handbook names, with their defaults."""

    mail_bytes: int = Field(default=1_000_000, ge=1_000)
    mail_parts: int = Field(default=100, ge=1)
    mail_nesting: int = Field(default=10, ge=1)
    mail_lines: int = Field(default=2_000, ge=10)
    mails_a_day: int = Field(default=100, ge=1)
    answers_a_day: int = Field(default=10, ge=0)
    tries: int = Field(default=3, ge=1)
    give_up_days: int = Field(default=5, ge=1)
    history_states: int = Field(default=50, ge=0)
    """Earlier states kept of each running game, up to half as many again; they can be made again by replay. 0: all."""
    keep_days: int = Field(default=400, ge=0)
    """Mail that was processed or sent is deleted after this, unless its game is running; 0 keeps it for ever."""
    held_days: int = Field(default=400, ge=0)
    """Held mail older than this is deleted, unless its game is running; 0 keeps it for ever."""
    held_bytes: int = Field(default=500_000_000, ge=1_000_000)
    """Held mail in all; beyond it mail that proves nothing is refused for now."""
    jump_days: int = Field(default=30, ge=1, le=3650)
    """A silence of the clock longer than this is taken for a clock set wrong: nothing automatic happens until somebody
    has looked."""
    wait: int = Field(default=10, ge=0, le=600)
    """Seconds to wait for a game that another process holds."""


class SiteSettings(Section):
    """Static pages, made again by the clock and by `mail serve`."""

    folder: str | None = None
    """A folder of its own that a web server shows; none: no pages are made."""
    full: bool = False
    """Reading pages of finished games with everything that was secret."""
    base: str = ""
    """Where the folder is on the web, for the links of the feed."""


class LogSettings(Section):
    file: str | None = None
    level: Literal["debug", "info", "warning", "error"] = "info"


class Settings(Section):
    """The whole of `pbem.toml`."""

    zone: str = "UTC"
    language: Literal["en", "pl", "hu", "de", "fr"] = "en"
    # Constructed, not validated: the defaults above are right, and a cold start need not build what nobody changed.
    mail: MailSettings = MailSettings.model_construct()
    smtp: SmtpSettings | None = None
    sendmail: SendmailSettings | None = None
    dkim: DkimSettings | None = None
    imap: ImapSettings | None = None
    poll: PollSettings = PollSettings.model_construct()
    listen: ListenSettings = ListenSettings.model_construct()
    trust: TrustSettings = TrustSettings.model_construct()
    moderation: ModerationSettings = ModerationSettings.model_construct()
    limits: LimitSettings = LimitSettings.model_construct()
    log: LogSettings = LogSettings.model_construct()
    site: SiteSettings = SiteSettings.model_construct()

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, zone: str) -> str:
        if zone != "UTC":
            try:
                ZoneInfo(zone)
            except (KeyError, ValueError, OSError):
                raise ValueError(
                    Fault("{zone} is no time zone; write for example Europe/Warsaw", zone=repr(zone))
                ) from None
        return zone

    @model_validator(mode="after")
    def _one_transport(self) -> Self:
        named = [name for name in ("smtp", "sendmail") if getattr(self, name) is not None]
        chosen = self.mail.transport
        if chosen is None and len(named) > 1:
            raise ValueError(Fault("[smtp] and [sendmail] are both there; say which in mail.transport"))
        if chosen == "maildir" and named:
            raise ValueError(Fault("mail.transport says maildir, but there is a section [{section}]", section=named[0]))
        if chosen in ("smtp", "sendmail") and named and chosen not in named:
            raise ValueError(
                Fault(
                    "mail.transport says {chosen}, but the section there is [{section}]",
                    chosen=chosen,
                    section=named[0],
                )
            )
        return self

    @property
    def transport(self) -> Literal["maildir", "smtp", "sendmail"]:
        if self.mail.transport is not None:
            return self.mail.transport
        if self.smtp is not None:
            return "smtp"
        return "maildir" if self.sendmail is None else "sendmail"


def _toml(text: str) -> dict[str, Any]:
    import tomllib  # its patterns cost a cold start that finds no settings as much as all ours together

    return tomllib.loads(text)


def load_settings(root: Path, environ: Mapping[str, str] | None = None) -> Settings:
    """Load the settings of a home. Every fault is a `Misuse` that names file, line and key (fault 261)."""
    path = root / FILE
    text = _read(path)
    try:
        values = _toml(text) if text else {}
    except (ValueError, RecursionError) as error:
        raise Misuse(Fault("{path}: {problem}.", path=path, problem=error)) from None
    for section in ("smtp", "imap"):
        if isinstance(values.get(section), dict) and "password" in values[section]:
            raise Misuse(
                Fault(
                    "{where}: {section}.password must not stand in this file; use {section}.password_file or "
                    "the variable {variable}.",
                    where=_place(path, text, [section, "password"]),
                    section=section,
                    variable=f"{PREFIX}{section.upper()}_PASSWORD",
                )
            )
    origin = lay_environment(values, os.environ if environ is None else environ)
    if not values:
        return Settings.model_construct()
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        raise _misuse(error, path, text, origin) from None


def password(section: SmtpSettings | ImapSettings, root: Path) -> str | None:
    """Read the password of a section: the variable's, else the content of its file."""
    if section.password is not None:
        return section.password.get_secret_value()
    if section.password_file is None:
        return None
    path = root / section.password_file
    try:
        return read_file(path, LARGEST).decode("utf-8").strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise Misuse(
            Fault("{path}: the password file cannot be read ({kind}).", path=path, kind=type(error).__name__)
        ) from None


def lay_environment(values: dict[str, Any], environ: Mapping[str, str]) -> dict[str, str]:
    """Lay `PBEM_SECTION_KEY` variables over the values; return which variable set which key."""
    origin: dict[str, str] = {}
    for name in sorted(environ):
        if not name.startswith(PREFIX) or name in NOT_SETTINGS:
            continue
        path, annotation = _field(name)
        place = values
        for key in path[:-1]:
            place = place.setdefault(key, {})
            if not isinstance(place, dict):
                raise Misuse(Fault("{name}: {key} is set as a plain value in {file}.", name=name, key=key, file=FILE))
        place[path[-1]] = _typed(name, environ[name], annotation)
        origin[".".join(path)] = name
    return origin


def _field(name: str) -> tuple[list[str], Any]:
    key = name.removeprefix(PREFIX).lower()
    fields = Settings.model_fields
    if key in fields and not _section_of(fields[key].annotation):
        return [key], fields[key].annotation
    for section, info in fields.items():
        model = _section_of(info.annotation)
        inner = key.removeprefix(f"{section}_")
        if model is not None and inner != key and inner in model.model_fields:
            return [section, inner], model.model_fields[inner].annotation
    raise Misuse(Fault("The variable {name} is no setting of pbem.", name=name))


def _section_of(annotation: Any) -> type[Section] | None:
    for part in (annotation, *get_args(annotation)):
        if isinstance(part, type) and issubclass(part, Section):
            return part
    return None


def _typed(name: str, text: str, annotation: Any) -> Any:
    kinds = {annotation, *get_args(annotation)}
    if bool in kinds:
        words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if text.lower() not in words:
            raise Misuse(Fault("The variable {name} must be true or false.", name=name))
        return words[text.lower()]
    if int in kinds:
        if not re.fullmatch(r"\d{1,12}", text):
            raise Misuse(Fault("The variable {name} must be a whole number.", name=name))
        return int(text)
    if list[str] in kinds:
        return text.split()
    return SecretStr(text) if SecretStr in kinds else text


def _read(path: Path) -> str:
    try:
        raw = read_file(path, LARGEST + 1)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise Misuse(Fault("{path}: it cannot be read: {reason}.", path=path, reason=error.strerror)) from None
    if len(raw) > LARGEST:
        raise Misuse(Fault("{path}: it is larger than {n} bytes.", path=path, n=LARGEST))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Misuse(Fault("{path}, line {line}: it is not UTF-8.", path=path, line=line)) from None


def _misuse(error: ValidationError, path: Path, text: str, origin: Mapping[str, str]) -> Misuse:
    first = error.errors(include_url=False, include_input=False)[0]
    keys = [str(part) for part in first["loc"] if not isinstance(part, int)]
    key, why = ".".join(keys), _why(first, keys)
    if key in origin:
        return Misuse(Fault("The variable {name}: {why}", name=origin[key], why=why))
    where = _place(path, text, keys)
    if not key:
        return Misuse(Fault("{where}: {why}", where=where, why=why))
    return Misuse(Fault("{where}: {key}: {why}", where=where, key=key, why=why))


_NEEDED = {
    "string_type": Say("a text is needed."),
    "int_type": Say("a whole number is needed."),
    "bool_type": Say("true or false is needed."),
    "list_type": Say("a list is needed."),
    "model_type": Say("a section is needed."),
}
_LIMITS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "literal_error": lambda context: Fault("one of {allowed} is needed.", allowed=quoted(context["expected"])),
    "greater_than_equal": lambda context: Fault("{limit} or more is needed.", limit=context["ge"]),
    "less_than_equal": lambda context: Fault("{limit} or less is needed.", limit=context["le"]),
}


def _why(error: Mapping[str, Any], keys: list[str]) -> str:
    """Say why a value is not taken; never the value itself, which may be a password."""
    kind = error["type"]
    if kind == "extra_forbidden":
        return _unknown(keys)
    if kind == "value_error":
        return Fault("{problem}.", problem=error["ctx"]["error"])
    if kind in _LIMITS:
        return _LIMITS[kind](error["ctx"])
    return _NEEDED.get(kind) or Fault("{problem}.", problem=small(str(error["msg"])))


def _unknown(keys: list[str]) -> str:
    model: type[BaseModel] | None = Settings
    if len(keys) > 1:
        model = _section_of(Settings.model_fields[keys[0]].annotation)
    near = get_close_matches(keys[-1], model.model_fields if model else (), 1)
    return Fault("unknown key; did you mean {near}?", near=near[0]) if near else Say("unknown key.")


def _place(path: Path, text: str, keys: list[str]) -> str:
    """Name the file, with the line of a key where it is found."""
    number = _line(text, keys)
    return Fault("{path}, line {n}", path=path, n=number) if number else Verbatim(path)


def _line(text: str, keys: list[str]) -> int:
    """Find the line of a key under its section's heading; 0 if it is not there."""
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if heading := re.match(r"\s*\[([^\[\]]+)\]", line):
            section = heading[1].strip()
            if [section] == keys:
                return number
        elif keys and re.match(rf"\s*[\"']?{re.escape(keys[-1])}[\"']?\s*=", line) and section == ".".join(keys[:-1]):
            return number
    return 0
