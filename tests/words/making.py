"""`make words`: find every text that people read, compare the catalogues with it, compile them.

Each title has a folder `words` with a `.po` file for each language it speaks; the engine has `pbem/words`. New texts
are added without a translation, texts that are gone are taken out, and the `.mo` files are written anew. What a
translation said before it was changed is kept (`earlier.json`, ADR 19). What has no
translation is counted and stays English. Babel is needed here and nowhere else.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from typer.main import get_command

from pbem.cli.app import app
from pbem.cli.guide.manual import help_texts
from pbem.core.catalogues import WORD
from pbem.core.questions import ANY, DONE, NONE
from pbem.core.titles import SHIPPED, get_title
from pbem.engine.clock import StopKind
from pbem.engine.gamefile import GameFile, Request
from pbem.mail.words import words_of
from tests.words import rules_books
from tests.words.earlier import keep

PBEM = Path(__file__).parents[2] / "pbem"
KEYWORDS = {
    "Say": None,
    "Failed": None,
    "Fault": None,
    "Trouble": (2,),
    "Flaw": None,
    "Unchanged": None,
    "Count": (2, 3),
    "Noun": (1, 2),
}
PLURALS = {
    "pl": (3, "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"),
    "hu": (2, "n != 1"),
}
"""GNU's forms: Babel's own for Hungarian has one form only, and tools that translators use would change it."""

UNTRUE = tuple(
    f'"{name}'.encode()
    for name in ("Report-Msgid", "POT-Creation", "PO-Revision", "Last-Transl", "Generated-By", "Project-Id")
)
"""Lines of a header that would say nothing, or change with the day."""

COMMON = ("You", NONE, ANY, DONE, "if", "and", "not")
"""Words of the engine that each title's catalogue says, so that moves and their conditions are in one language."""

ROLES = ("observer", "moderator")
"""Seats that no title names."""

Ident = str | tuple[str, str]
Key = tuple[str | None, Ident]


@dataclass(frozen=True)
class Domain:
    """One folder of catalogues: the engine's, or a title's."""

    name: str
    folder: Path
    languages: tuple[str, ...]
    sources: tuple[Path, ...]

    def file(self, language: str) -> Path:
        return self.folder / f"{language}.po"


def domains() -> list[Domain]:
    """The engine, and every title that ships."""
    names = ("core", "engine", "desk", "mail", "archive", "kit", "store", "cli", "raster.py")
    engine = [PBEM / name for name in names]
    found = [Domain("engine", PBEM / "words", spoken(PBEM / "words"), tuple(engine))]
    for name in SHIPPED:
        folder = PBEM / "titles" / name
        found.append(Domain(name, folder / "words", spoken(folder / "words"), (folder,)))
    return found


def spoken(folder: Path) -> tuple[str, ...]:
    """The languages of a folder: those that have a file there."""
    return tuple(sorted(path.stem for path in folder.glob("*.po")))


def keys_of(domain: Domain) -> dict[Key, list[tuple[str, int]]]:
    """Every key of a domain, with the places where it stands."""
    found: dict[Key, list[tuple[str, int]]] = {}
    for path in sorted(
        path for source in domain.sources for path in (source.rglob("*.py") if source.is_dir() else [source])
    ):
        place = path.relative_to(PBEM.parent).as_posix()
        for line, message, _, _ in extract_from_file("python", path, keywords=KEYWORDS):
            if speaks(message):
                found.setdefault((None, message), []).append((place, line))
    for context, texts in _of_data(domain):
        for text in texts:
            found.setdefault((context, text), [])
    return found


AGREEING = frozenset({"{side} {colour}"})
"""Texts of places only whose values agree with something: the colour of an edge is feminine in Polish."""

FORMER = (
    "seen in private: {kinds}",
    "Ended before its time; nobody was declared the winner. {reason}",
    "Ended before its time; the result was declared, not played out. {reason}",
)
"""Sentences that games keep under a key which was reworded since; they are said in every language all the same."""


def speaks(message: Ident) -> bool:
    """Whether a text has words of its own: `{card} ({seat})` is the same in all languages."""
    text = message if isinstance(message, str) else message[0]
    if text in AGREEING or "{who}" in text:  # languages differ in where the subject stands, and whether it does
        return True
    return re.search(r"[^\W\d_]", re.sub(r"\{[^{}]*\}", "", text)) is not None


def _of_data(domain: Domain) -> Iterator[tuple[str | None, Iterable[str]]]:
    if domain.name in SHIPPED:
        title = get_title(domain.name)
        yield WORD, dict.fromkeys([*COMMON, *title.vocabulary()])
        yield None, dict.fromkeys(title.phrases())
        options = title.options_model.model_fields.values()
        yield None, dict.fromkeys(option.description for option in options if option.description)
    else:
        for choices in (GameFile.model_fields["status"].annotation, Request.model_fields["kind"].annotation, StopKind):
            yield None, get_args(choices)
        yield None, [text for key, text in words_of("en").items() if key.startswith("hold-")]
        yield None, dict.fromkeys(help_texts(get_command(app)))
        yield None, FORMER
        yield WORD, ROLES


def is_case(context: str | None) -> bool:
    """Whether a context is a case that sentences ask for, `gen`: such entries are the translator's own."""
    return context is not None and context != WORD


def read(domain: Domain, language: str) -> Catalog:
    """A catalogue as it stands; an empty one if there is none yet."""
    path = domain.file(language)
    if not path.exists():
        return Catalog(locale=language, domain=domain.name, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain.name, abort_invalid=True)


def merged(domain: Domain, language: str, keys: dict[Key, list[tuple[str, int]]]) -> Catalog:
    """The catalogue with every key of today and no other; what was translated stays."""
    old = read(domain, language)
    new = Catalog(
        locale=language, domain=domain.name, fuzzy=False, project="pbem", creation_date=old.creation_date,
        revision_date=old.revision_date, last_translator="", language_team=language, header_comment=f"# {domain.name}",
    )  # fmt: skip
    new._num_plurals, new._plural_expr = PLURALS[language]
    known: dict[Key, Message] = {(message.context, message.id): message for message in old if message.id}
    for (context, ident), places in keys.items():
        before = known.get((context, ident))
        files = [(place, None) for place in dict.fromkeys(place for place, _ in places)]
        new.add(ident, before.string if before else None, locations=files, context=context,
                user_comments=before.user_comments if before else ())  # fmt: skip
    idents = {one for _, ident in keys for one in (ident if isinstance(ident, tuple) else (ident,))}
    for (context, ident), message in known.items():
        if is_case(context) and (ident if isinstance(ident, str) else ident[0]) in idents:
            new.add(ident, message.string, context=context, user_comments=message.user_comments)
    return new


def missing(catalogue: Catalog) -> list[str]:
    """Keys without a translation."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue
        if message.id and not translated(message)
    ]


def text_of(catalogue: Catalog) -> bytes:
    """A catalogue as a `.po` file."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=120, include_lineno=False)
    lines = buffer.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(UNTRUE))


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as a `.mo` file, without what has no translation."""
    full = Catalog(locale=catalogue.locale, fuzzy=False)
    full._num_plurals, full._plural_expr = PLURALS[str(catalogue.locale)]
    for message in catalogue:
        if message.id and translated(message):
            full.add(message.id, message.string, context=message.context)
    buffer = io.BytesIO()
    write_mo(buffer, full)
    return _timeless(buffer.getvalue())


def _timeless(made: bytes) -> bytes:
    """Babel writes the time into the header; the same words must make the same file."""
    return re.sub(rb"Creation-Date: [-0-9+: ]{21}", b"Creation-Date: 2000-01-01 00:00+0000", made)


def translated(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def main(change: bool = True) -> int:
    """Bring all catalogues up to date and say what is missing."""
    for domain in domains():
        keys = keys_of(domain)
        for language in domain.languages:
            catalogue = merged(domain, language, keys)
            gaps = missing(catalogue)
            whole = len(keys) - len(gaps)
            print(f"{domain.name} {language}: {whole} of {len(keys)} translated, {len(gaps)} missing")
            for gap in gaps[: 0 if change else None]:
                print(f"  {gap}")
            if change:
                compiled_file = domain.file(language).with_suffix(".mo")
                keep(domain.folder, language, compiled_file, catalogue)
                domain.file(language).write_bytes(text_of(catalogue))
                compiled_file.write_bytes(compiled(catalogue))
    rules_books.main(change)
    return 0


if __name__ == "__main__":
    sys.exit(main(change="--missing" not in sys.argv))
