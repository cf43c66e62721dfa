"""Every command of pbem, its options and its help. The work is done in the modules that each command imports."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli import archive_app, completion, mail_app, mod_app
from pbem.cli.completion import As, Game, Json, NoSend, Title

app = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""Play-by-email turn processor: deep board games by correspondence.

The home folder is --home DIR (anywhere in the command), else $PBEM_HOME, else the current folder.

Exit codes: 0 done, 1 refused (nothing changed), 2 misuse, 3 broken file (not touched), 4 busy, 5 saved, but
something behind it could not be done (mail not handed over, a folder not synced, an archive not written).""",
)


@app.callback()
def start(ctx: typer.Context) -> None:
    if ctx.invoked_subcommand is None:
        from pbem.cli.play_commands import welcome

        welcome()


@app.command(
    epilog="Example: pbem new tekhenu --player 'Ania <ania@example.org>' --player 'Bartek <b@example.org>' "
    "--id karnak --option turn=3d. `pbem titles` lists every option, those of the clock too."
)
def new(
    title: Title,
    player: Annotated[list[str], typer.Option("--player", help="'Name <address>'; once for each, in seating order.")],
    moderator: Annotated[str | None, typer.Option(help="'Name <address>'; not a player.")] = None,
    observer: Annotated[list[str] | None, typer.Option("--observer", help="'Name <address>'.")] = None,
    id: Annotated[str | None, typer.Option("--id", help="Game id; made up if not given.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            help="K=V, of the title or the clock; `pbem titles` lists them.",
            autocompletion=completion.options,
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="32 bytes in hexadecimal; drawn if not given.")] = None,
    invite: Annotated[
        bool, typer.Option("--invite", help="Ask the players first; the game begins when all have accepted.")
    ] = False,
    create: Annotated[bool, typer.Option("--create", help="Make the home if it is not there.")] = False,
    no_send: NoSend = False,
    json: Json = False,
) -> int:
    """Make a game and mail the first questions."""
    from pbem.cli.play_commands import invite_players, new_game

    if invite:
        return invite_players(
            title, player, moderator, observer or [], id, option or [], seed, create, not no_send, json
        )
    return new_game(title, player, moderator, observer or [], id, option or [], seed, create, not no_send, json)


@app.command(
    epilog="Quote the move, or give it on standard input: pbem move karnak - --as ania <<'END' ... END",
)
def move(
    game: Game,
    text: Annotated[list[str] | None, typer.Argument(help="The move; `-` reads standard input.")] = None,
    file: Annotated[str | None, typer.Option("--file", "-f", help="Read the move from a file; `-` is stdin.")] = None,
    as_: As = None,
    entry: Annotated[int | None, typer.Option(help="Only if the open question was put at this entry.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what it would do up to the first reveal.")] = False,
    no_send: NoSend = False,
    json: Json = False,
) -> int:
    """Apply a submitted move, run the rules on, save, and mail whoever is asked next."""
    from pbem.cli.play_commands import move_game

    return move_game(game, text or [], file, as_, entry, dry_run, not no_send, json)


@app.command(epilog="Example: pbem options karnak --as ania --after 'die: osiris yellow 4'")
def options(
    game: Game,
    as_: As = None,
    after: Annotated[str | None, typer.Option(help="First apply this part of a move on a copy.")] = None,
    json: Json = False,
) -> int:
    """List the open questions and every legal answer, exactly as `move` takes them."""
    from pbem.cli.options_command import show_options

    return show_options(game, as_, after, json)


@app.command()
def show(
    game: Annotated[str, typer.Argument(help="Game id or archive file.", autocompletion=completion.games)],
    as_: As = None,
    turn: Annotated[int | None, typer.Option(help="As it was at this entry.")] = None,
    secret: Annotated[bool, typer.Option("--secret", help="Everything; for the moderator, journaled.")] = False,
    reason: Annotated[str | None, typer.Option(help="Why a secret is opened.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Without drawings.")] = False,
    svg: Annotated[str | None, typer.Option(help="Write the picture of the board here (`-`: standard output).")] = None,
    png: Annotated[str | None, typer.Option(help="The same as PNG; needs the extra `png`.")] = None,
    open_: Annotated[bool, typer.Option("--open", help="Show the picture in the browser.")] = False,
    json: Json = False,
) -> int:
    """Show the board as text: the public view, or one seat's; or as a picture, which shows what everybody may see."""
    from pbem.cli.show import show_game

    if svg is not None or png is not None or open_:
        from pbem.cli.pictures import draw_game

        return draw_game(game, turn, svg, png, open_, json, secret or as_ is not None)
    return show_game(game, as_, turn, secret, reason, plain, json)


@app.command()
def log(game: Game, as_: As = None, json: Json = False) -> int:
    """Show what has happened, entry by entry."""
    from pbem.cli.show import log_game

    return log_game(game, as_, json)


@app.command("list")
def list_games(json: Json = False) -> int:
    """List all games, with who is awaited since when."""
    from pbem.cli.show import list_all

    return list_all(json)


@app.command(epilog="Without names every game of the home is checked.")
def check(
    games: Annotated[
        list[str] | None, typer.Argument(help="Game ids or files.", autocompletion=completion.games)
    ] = None,
    replay: Annotated[bool, typer.Option("--replay", help="Play the whole journal again, compare every hash.")] = False,
    restore: Annotated[
        bool, typer.Option("--restore", help="First bring back games whose file is gone, from their history.")
    ] = False,
    json: Json = False,
) -> int:
    """Check schema, models, invariants and the hash chain."""
    from pbem.cli.check import check_games

    return check_games(games or [], replay, restore, json)


@app.command(epilog="Example: pbem fuzz tekhenu --players 4 --games 10 --seed 1 --json")
def fuzz(
    title: Title,
    players: Annotated[int | None, typer.Option(help="How many sit down; every count if not given.")] = None,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 1,
    seed: Annotated[str, typer.Option(help="Any text; same text, same games.")] = "1",
    option: Annotated[
        list[str] | None, typer.Option("--option", help="K=V.", autocompletion=completion.options)
    ] = None,
    player: Annotated[str, typer.Option(help="random or greedy.")] = "random",
    ahead: Annotated[bool, typer.Option("--ahead", help="Players rank and answer ahead.")] = False,
    save: Annotated[str | None, typer.Option(help="Write each finished game and its journal here.")] = None,
    json: Json = False,
) -> int:
    """Play complete legal games by computer, every invariant on."""
    from pbem.cli.fuzz_command import fuzz_games

    return fuzz_games(title, players, games, seed, option or [], player, ahead, save, json)


@app.command(epilog="Example: pbem demo --solo")
def demo(
    solo: Annotated[bool, typer.Option("--solo", help="Against Botankhamun instead of computer players.")] = False,
    seed: Annotated[str | None, typer.Option(help="32 bytes in hex: the same deal again.")] = None,
) -> int:
    """Play a first round here on the terminal; nothing is configured, sent or kept."""
    from pbem.cli.guide.first_round import play_demo

    return play_demo(solo, seed)


@app.command(epilog="Example: pbem site /var/www/pbem")
def site(
    folder: Annotated[str, typer.Argument(help="A folder of its own; it is made if it is not there.")],
    full: Annotated[bool, typer.Option("--full", help="Finished games with everything that was secret.")] = False,
    base: Annotated[str, typer.Option(help="Where the folder is on the web, for the links of the feed.")] = "",
    json: Json = False,
) -> int:
    """Write static pages for any web server: running games as everybody may see them, finished games, figures, a
    feed."""
    from pbem.cli.published import make_site

    return make_site(folder, full, base, json)


@app.command()
def titles(json: Json = False) -> int:
    """List the installed titles with their options, and the options of the clock, which every game has."""
    from pbem.cli.books import list_titles

    return list_titles(json)


@app.command(epilog="Examples: pbem rules tekhenu T-MAAT-4 · pbem rules tekhenu anubis die")
def rules(
    title: Title,
    words: Annotated[
        list[str] | None, typer.Argument(help="An id (rule, ruling, card, house value), or words to look for.")
    ] = None,
    language: Annotated[str | None, typer.Option(help="en, pl, hu, de or fr; the home's by default.")] = None,
    json: Json = False,
) -> int:
    """Explain a rule, ruling, card or house value by its id, or find where words occur; without words list the
    contents."""
    from pbem.cli.books import explain_rule

    return explain_rule(title, " ".join(words or []), json, language)


@app.command()
def data(title: Title, json: Json = False) -> int:
    """Show the component tables, to compare with the box; an owner's corrections included."""
    from pbem.cli.books import print_tables

    return print_tables(title, json)


@app.command()
def clock(
    accept_jump: Annotated[
        bool, typer.Option("--accept-jump", help="The machine's clock is right although it jumped.")
    ] = False,
    no_send: NoSend = False,
    json: Json = False,
) -> int:
    """Work off reminders, deadlines, absences and due default actions; run it from cron, or let `mail serve` do it."""
    from pbem.cli.clock_command import run_clock

    return run_clock(accept_jump, not no_send, json)


@app.command(epilog="Example: pbem roster Ania --zone Europe/Warsaw --language pl")
def roster(
    name: Annotated[str | None, typer.Argument(help="Player's name; without it everybody is listed.")] = None,
    address: Annotated[str | None, typer.Option(help="New mail address.")] = None,
    zone: Annotated[str | None, typer.Option(help="Time zone, for example Europe/Warsaw.")] = None,
    language: Annotated[str | None, typer.Option(help="en, pl, hu, de or fr.")] = None,
    news: Annotated[str | None, typer.Option(help="each, daily, asked or none.")] = None,
    plain: Annotated[bool | None, typer.Option("--plain/--drawn", help="Mails without drawings.")] = None,
    format: Annotated[str | None, typer.Option(help="Mails as text, html or both.")] = None,
    also: Annotated[str | None, typer.Option(help="Another address from which this person writes.")] = None,
    drop: Annotated[str | None, typer.Option(help="One of these addresses that counts no longer.")] = None,
    public: Annotated[bool | None, typer.Option("--public/--private", help="May be named in tables and pages.")] = None,
    standby: Annotated[str | None, typer.Option(help="Stands by as a substitute: a title, all or none.")] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Delete this person; games keep their hashes.")] = False,
    reason: Annotated[str | None, typer.Option(help="Why, for the journal of this person's entry.")] = None,
    log: Annotated[bool, typer.Option("--log", help="What was changed here, by whom and why.")] = False,
    json: Json = False,
) -> int:
    """List, show, change or delete players on file."""
    from pbem.cli.roster_command import run_roster

    return run_roster(
        name, address, zone, language, news, plain, format, forget, json, public, standby, also, drop, reason, log
    )


# The commands above come first in --help.
mail_app.add_commands(app)
mod_app.add_commands(app)
archive_app.add_commands(app)
