"""Earlier wordings, kept by `make words`: what a translation said before it was changed (`earlier.json`, ADR 19).

Two places know that: the compiled catalogue that `make words` is about to replace, and every version of the `.po` file
that was committed, because somebody may have compiled a catalogue, or merged one, without that command.
"""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from pbem.resources import EARLIER

Kept = dict[str, dict[str, list[str]]]


def kept_in(folder: Path) -> Kept:
    """The earlier wordings beside some catalogues, by language and today's key."""
    path = folder / EARLIER
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def keep(folder: Path, language: str, before: Path, now: Catalog) -> None:
    """Add what a compiled catalogue, or a committed one, said otherwise, or under the earlier key of a sentence, than
    today's."""
    kept = kept_in(folder)
    english = kept.get("en", {})
    old = committed(folder / f"{language}.po", language)
    counted = {one for message in now if isinstance(message.id, tuple) for one in message.id}
    for key, texts in (_said(before) if before.is_file() else {}).items():
        old.setdefault(key, []).extend(texts)
    for key, forms in _forms(now).items():
        then = [text for former in (key, *english.get(key, ())) for text in old.get(former, ())]
        known = kept.get(language, {}).get(key, [])
        new = [text for text in dict.fromkeys(then) if text not in {*forms, *known}]
        if key in counted:  # it was a sentence that chose by its number, and a `Count` has nothing to choose by
            new = [text for text in new if "{n:" not in text]
        if new:
            kept.setdefault(language, {})[key] = [*known, *new]
    if kept:
        tidy = {name: dict(sorted(texts.items())) for name, texts in sorted(kept.items())}
        text = json.dumps(tidy, ensure_ascii=False, indent=1)
        (folder / EARLIER).write_text(f"{text}\n", encoding="utf-8")


def committed(path: Path, language: str) -> dict[str, list[str]]:
    """What the committed versions of a catalogue have said for each key, the oldest first; nothing outside a clone."""
    found: dict[str, list[str]] = {}
    for version in reversed(_git(path, "log", "--diff-filter=AM", "--format=%H", "--", path.name).decode().split()):
        raw = _git(path, "show", f"{version}:./{path.name}")
        for key, texts in _forms(read_po(io.BytesIO(raw), locale=language)).items():
            known = found.setdefault(key, [])
            known += sorted(text for text in texts if text and text not in known)
    return found


def _git(path: Path, *words: str) -> bytes:
    try:
        return subprocess.run(["git", *words], cwd=path.parent, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return b""


def _forms(catalogue: Catalog) -> dict[str, set[str]]:
    """What a catalogue says for each key, in all cases and numbers."""
    found: dict[str, set[str]] = {}
    for message in catalogue:
        for key in message.id if isinstance(message.id, tuple) else (message.id,):
            if key:
                texts = message.string if isinstance(message.string, tuple) else (message.string,)
                found.setdefault(str(key), set()).update(map(str, texts))
    return found


def _said(path: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    with path.open("rb") as file:
        for key, text in _pairs(GNUTranslations(file)):
            found.setdefault(key, []).append(text)
    return found


def _pairs(catalogue: GNUTranslations) -> Iterator[tuple[str, str]]:
    for key, text in catalogue._catalog.items():  # type: ignore[attr-defined]
        ident = key[0] if isinstance(key, tuple) else key
        if ident:
            yield ident.rpartition("\x04")[2], text
