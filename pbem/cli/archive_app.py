"""The commands around archives: archive, verify, import, stats."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.completion import Json, games


def add_commands(app: typer.Typer) -> None:
    """Put the commands on the application."""
    app.command(epilog="Example: pbem archive karnak --public -o karnak.zip")(archive)
    app.command(
        epilog="Needs no home, settings or network. Exit code 0; 1 if only packed again; 3 if anything differs."
    )(verify)
    app.command("import", epilog="Example: pbem import record.txt --id karnak")(import_)
    app.command()(stats)


def archive(
    game: Annotated[str | None, typer.Argument(help="Game id.", autocompletion=games)] = None,
    all_: Annotated[bool, typer.Option("--all", help="Every finished game (with --public running ones too).")] = False,
    public: Annotated[bool, typer.Option("--public", help="Without seed and secrets; the rule while it runs.")] = False,
    full: Annotated[bool, typer.Option("--full", help="With seed and secrets; the rule once it is over.")] = False,
    reason: Annotated[
        str | None, typer.Option(help="Why --full opens the secrets of a game that still runs; journaled.")
    ] = None,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Names beside the seats replaced.")] = False,
    language: Annotated[
        str | None, typer.Option(help="Language of its texts: en, pl, hu, de or fr; else that of the home.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="File (with --all: folder); `-` is standard output.")
    ] = None,
    json: Json = False,
) -> int:
    """Write the self-contained archive of a game: one file that anybody can read, replay and verify."""
    from pbem.cli.archive_commands import Asked, archive_all, archive_game

    asked = Asked(public, full, anonymous, reason, language)
    return archive_all(game, asked, output, json) if all_ else archive_game(game, asked, output, json)


def verify(
    file: Annotated[str, typer.Argument(help="Archive.")],
    mails: Annotated[str | None, typer.Option(help="Folder of kept mails to compare with the record.")] = None,
    json: Json = False,
) -> int:
    """Check an archive: checksums, schema, hash chain, seed, every draw, every move, every hash, the score."""
    from pbem.cli.archive_commands import verify_file

    return verify_file(file, mails, json)


def import_(
    record: Annotated[str, typer.Argument(help="Text record; `-` is standard input.")],
    id: Annotated[str | None, typer.Option("--id", help="Game id; the record's if not given.")] = None,
    json: Json = False,
) -> int:
    """Replay a game from its text record into a game file; its chance counts as not verifiable."""
    from pbem.cli.archive_commands import import_game

    return import_game(record, id, json)


def stats(
    folder: Annotated[str | None, typer.Argument(help="Folder of archives; if not given, games/finished.")] = None,
    table: Annotated[
        bool, typer.Option("--table", help="A club's table: points by place, rating, head to head; names by consent.")
    ] = False,
    csv: Annotated[bool, typer.Option("--csv", help="With --table: as comma-separated values.")] = False,
    json: Json = False,
) -> int:
    """Reckon figures over archives: games, players, results, length, mails, scores by title and seat."""
    from pbem.cli.published import show_stats

    return show_stats(folder, json, table, csv)
