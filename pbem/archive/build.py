"""Making archives. The same game gives the same bytes: no clock, no host, no order of a folder enters.

An archive is made in two steps: the *source* (game, journal, tables, what a spectator saw) is gathered by a replay that
checks everything, and the members are written from the source alone. So a verifier that has the source can write the
members again and compare them.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pbem
from pbem.archive.audit import Tell, readers_of, sights
from pbem.archive.container import write_zip
from pbem.archive.models import (
    ABOUT,
    GAME,
    JOURNAL,
    NEWS,
    PAGE,
    PRESS,
    RECORD,
    REPORT,
    SCHEMAS,
    SUMS,
    TABLES,
    VIEWS,
    About,
    PublicGame,
    Shown,
    Tables,
    Variant,
    cleaned,
    dump,
    journal_bytes,
    json_bytes,
    needed_tables,
    public_game,
    without_letters,
    without_secrets,
)
from pbem.archive.news import news_text, press_text
from pbem.archive.page import Shows, page_html, rules_of
from pbem.archive.public_views import write_views
from pbem.archive.record import write_record
from pbem.archive.spoken import bare, spoken, tell, told_in
from pbem.core.errors import Fault, GameFileProblem
from pbem.core.titles import Title, get_title
from pbem.core.words import ENGLISH, Say, Verbatim
from pbem.engine.gamefile import Entry, GameFile
from pbem.engine.journal import canonical, chain_problem
from pbem.resources import data_root, rules_text
from pbem.store.schema_writer import outside_texts, part_name, table_name
from pbem.store.schemas import schema_text


@dataclass(slots=True)
class Source:
    """All that an archive is written from."""

    about: About
    game: Shown
    entries: list[Entry]
    tables: dict[str, dict[str, Any]]
    shows: Shows
    title: Title
    views: bytes = b""
    """What everybody knew after each entry, in a public copy."""

    @property
    def variant(self) -> Variant:
        return Variant.of(self.about.variant)


def archive_bytes(
    game: GameFile,
    entries: Sequence[Entry],
    tables: Tables | dict[str, Any],
    variant: Variant | str = "full",
    tell: Tell | None = None,
    language: str = ENGLISH,
) -> bytes:
    """Build the archive of a game. Refuse a game that does not replay to its recorded hashes: see `pbem check`."""
    kind = Variant.of(variant) if isinstance(variant, str) else variant
    return write_zip(with_sums(members(gather(game, list(entries), tables, kind, tell, language))))


def gather(
    game: GameFile,
    entries: list[Entry],
    tables: Tables | dict[str, Any],
    variant: Variant,
    tell: Tell | None = None,
    language: str = ENGLISH,
) -> Source:
    """Replay the journal and gather what the archive will hold, its texts in one language."""
    title = spoken(get_title(game.title), language)
    _check(game, entries)
    digests: Tables = {_first(entries): dict(tables)} if _first(entries) not in tables else tables
    needed = needed_tables(entries, digests)
    readers = readers_of(game) if variant.secrets else []
    spectator, play = sights(game, title, entries, needed, readers, tell)
    if play.table.model_dump_json() != game.table.model_dump_json():
        raise GameFileProblem(
            Fault("{game}: the journal, played again, ends at another table than the game file's.", game=game.id)
        )
    clean = cleaned(game, variant)
    shown: Shown = clean
    views = b""
    if not variant.secrets:
        views = write_views(entries, spectator.known)
        shown = public_game(clean, title.view(play.table, None).model_dump(mode="json"))
        entries = without_secrets(entries)
    else:
        entries = without_letters(entries)
    language = language if told_in(title) is not None else ENGLISH
    about = About(
        variant=variant.name, made_by=made_by(), build=build_id(bare(title)), game=game.id, title=game.title,
        full_name=title.full_name, entry=game.entry, head=game.head, language=language,  # type: ignore[arg-type]
    )  # fmt: skip
    return Source(about, shown, entries, needed, Shows(spectator.seen, rules_of(title)), title, views)


def _first(entries: Sequence[Entry]) -> str:
    return str(entries[0].note.get("data", "")) if entries else ""


def _check(game: GameFile, entries: Sequence[Entry]) -> None:
    problem = chain_problem(entries)
    if problem is None and (not entries or (entries[-1].n, entries[-1].hash) != (game.entry, game.head)):
        problem = Fault("the journal does not end with the game's head")
    if problem is not None:
        raise GameFileProblem(Fault("{game}: {problem}.", game=game.id, problem=problem))


# -- members ----------------------------------------------------------------------------------------------------------


def members(source: Source) -> dict[str, bytes]:
    """Build every member but the checksums, from the source alone."""
    game, entries, title = source.game, source.entries, source.title
    made: dict[str, bytes] = {
        ABOUT: dump(source.about),
        GAME: dump(game),
        JOURNAL: journal_bytes(entries),
        RECORD: write_record(game, entries, title).encode(),
        NEWS: news_text(game, entries, title).encode(),
        PRESS: press_text(game, entries, title).encode(),
        PAGE: page_html(game, entries, title, source.shows, source.about.made_by).encode(),
    }
    if source.views:
        made[VIEWS] = source.views
    made |= {f"{TABLES}{digest}.json": canonical(raw) for digest, raw in source.tables.items()}
    made |= schema_members(title, game.rules.modules, public=not source.variant.secrets)
    made[REPORT] = report(source, made).encode()
    return made


def with_sums(made: Mapping[str, bytes]) -> dict[str, bytes]:
    return {**made, SUMS: sums(made)}


def sums(made: Mapping[str, bytes]) -> bytes:
    """Write the checksums of all members, in the form that `sha256sum -c` reads."""
    lines = [f"{sha256(made[name]).hexdigest()}  {name}\n" for name in sorted(made) if name != SUMS]
    return "".join(lines).encode()


def schema_members(title: Title, modules: Sequence[str], *, public: bool) -> dict[str, bytes]:
    """Collect the schemas of game file and journal, so that the archive explains itself; of the title's modules those
    used."""
    found = {f"{SCHEMAS}archive.schema.json": _schema_of(About)}
    found[f"{SCHEMAS}journal.schema.json"] = (schema_text("journal") or "").encode()
    if public:
        return {**found, f"{SCHEMAS}public-game.schema.json": _schema_of(PublicGame)}
    found[f"{SCHEMAS}game.schema.json"] = (schema_text("game") or "").encode()
    names = [table_name(title.name), *(part_name(title.name, module) for module in modules)]
    made = {name: schema_text(name) for name in names}
    if made[names[0]] is None:
        outside = outside_texts(title)
        made = {name: outside.get(name) for name in names}
    return {**found, **{f"{SCHEMAS}{name}.schema.json": text.encode() for name, text in made.items() if text}}


@cache
def _schema_of(model: type[About] | type[PublicGame]) -> bytes:
    return json_bytes(model.model_json_schema())


def report(source: Source, made: Mapping[str, bytes]) -> str:
    """Write down what was found true when the archive was made, and the digests of what it was found of."""
    game, entries = source.game, source.entries
    draws = sum(len(entry.chance) for entry in entries)
    open_draws = Say("{n} in the open; all draws, hidden ones too, replayed with the seed", n=draws)
    if game.rules.chance == "record":
        open_draws = Say("{n} in the open; all draws, hidden ones too, replayed with the record's own draws", n=draws)
    answers = sum(len(entry.answers) for entry in entries)
    found: list[tuple[str, str]] = [
        (Say("hash chain"), Say("{n} entries, head {head}", n=len(entries), head=Verbatim(game.head)))
    ]
    found += [
        (Say("seed"), Say("commitment {digest} (entries {first} to {last})", digest=Verbatim(pin.seed_commitment),
                          first=pin.first, last=pin.last))
        for pin in game.rules.seeds
    ]  # fmt: skip
    found += [
        (Say("seed"), Say("commitment {digest}", digest=Verbatim(game.seed_commitment))),
        (Say("draws"), open_draws),
        (Say("moves"), Say("{n} answers played again under the pinned tables", n=answers)),
        (Say("tables"), Say("{n} states compared with their recorded hashes", n=len(entries))),
        (Say("result"), canonical(game.moderation.result).decode()),
    ]
    title, rows = source.title, [f"{sha256(made[name]).hexdigest()}  {name}" for name in sorted(made)]
    head = Say("Verification report of {game} ({title}), {variant} copy", game=Verbatim(game.id),
               title=Verbatim(title.full_name), variant=Verbatim(source.about.variant))  # fmt: skip
    lines = [tell(title, head), maker_line(source.about, title), ""]
    lines += [f"{tell(title, name):<16}{tell(title, words)}" for name, words in found]
    lines += ["", tell(title, Say("SHA-256 of what was examined:")), *rows, ""]
    return "\n".join([*lines, tell(title, Say("`pbem verify` repeats all of this from this file alone.")), ""])


def maker_line(about: About, title: Title) -> str:
    """Say who made an archive, in the language of its texts."""
    return tell(
        title, Say("made by {maker}, build {build}", maker=Verbatim(about.made_by), build=Verbatim(about.build))
    )


# -- the build ---------------------------------------------------------------------------------------------------------


def made_by() -> str:
    return f"pbem {pbem.__version__}"


@cache
def _own_build() -> str:
    """Compute a digest of everything that decides an archive's bytes: our code, texts and schemas, Python and zlib."""
    import pydantic

    whole = sha256(f"{sys.version_info[:2]} {zlib.ZLIB_RUNTIME_VERSION} {pydantic.VERSION}".encode())
    root = Path(pbem.__file__).resolve().parent
    _add_files(whole, root, [*root.rglob("*.py"), *root.rglob("*.json"), *root.rglob("*.mo")])
    data = data_root()
    for text in [data / "templates" / "page.html", *sorted((data / "schemas").iterdir(), key=lambda file: file.name)]:
        if text.is_file():
            whole.update(text.name.encode() + b"\0" + text.read_bytes())
    return whole.hexdigest()


def _add_files(whole: Any, root: Path, files: list[Path]) -> None:
    for file in sorted(files):
        whole.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())


@cache
def build_id(title: Title) -> str:
    """Say which build of pbem and title makes exactly these bytes again."""
    whole = sha256(f"{_own_build()}\n{title.name}\n{title.version}\n".encode())
    try:
        whole.update(rules_text(title.name).encode())
    except OSError:
        whole.update(b"no rules digest")
    file = getattr(sys.modules.get(type(title).__module__), "__file__", None)
    if file and not type(title).__module__.startswith("pbem."):
        folder = Path(file).resolve().parent
        _add_files(whole, folder, [*folder.glob("*.py"), *folder.glob("*.json")])
    return whole.hexdigest()[:16]
