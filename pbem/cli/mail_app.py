"""`pbem mail ...`: receive, read, poll, send, serve, held."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pbem.cli.completion import Json
from pbem.cli.output import note, out, print_json, say
from pbem.cli.speech import in_home_language
from pbem.core.behind import leave_undone
from pbem.core.errors import Misuse, Undone
from pbem.core.words import Count, Listed, Say, Verbatim, as_said


def add_commands(app: typer.Typer) -> None:
    """Put the group on the application."""
    group = typer.Typer(
        help="Mail both ways: store, read, fetch, send, listen, and what was put aside.", no_args_is_help=True,
        rich_markup_mode=None, pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )  # fmt: skip
    group.command(epilog="For a mail server's pipe: exit 0 once the mail is stored, else 75.")(receive)
    group.command(epilog="Example: pbem mail read --reply < mail.eml")(read)
    group.command()(poll)
    group.command()(send)
    group.command()(serve)
    group.command(epilog="Examples: pbem mail held · pbem mail held show 1794 · pbem mail held release 1794")(held)
    app.add_typer(group, name="mail")


def receive() -> int:
    """Store one raw mail from standard input, then process and answer it (only store while a `serve` runs)."""
    from pbem.cli.receive import receive as store_and_process

    return store_and_process([])


def read(
    reply: Annotated[bool, typer.Option("--reply", help="Only the words the person typed.")] = False,
    text: Annotated[bool, typer.Option("--text", help="The decoded text body, nothing removed.")] = False,
    class_: Annotated[bool, typer.Option("--class", help="One word: human, auto or bounce.")] = False,
    json: Json = False,
) -> int:
    """Show what we understand of one raw mail on standard input; this changes nothing and needs no home."""
    from pbem.cli.input import read_bytes
    from pbem.mail.reading.description import run_read

    chosen = [mode for mode, wanted in (("reply", reply), ("text", text), ("class", class_)) if wanted]
    if len(chosen) > 1 or (chosen and json):
        raise Misuse(Say("Choose one of --reply, --text, --class and --json."))
    sys.stdout.write(run_read(chosen[0] if chosen else "json", read_bytes()) + "\n")
    return 0


def poll(
    no_send: Annotated[bool, typer.Option("--no-send", help="Leave the answers in the outbox.")] = False,
    json: Json = False,
) -> int:
    """Fetch mails from the configured IMAP box or Maildir and process them."""
    from pbem.desk.desk import here
    from pbem.desk.post.spool_run import process_spool
    from pbem.desk.receiving.mailboxes import poll as fetch

    desk = here()
    taken = fetch(desk)
    handled = process_spool(desk, send=False)
    if json:
        rows = [{"verdict": one.verdict, "why": one.why, "game": one.game or None} for one in handled]
        print_json({"taken": taken, "handled": rows})
    else:
        say(Say("{mails} fetched, {n} processed.", mails=Count(taken, "{n} mail", "{n} mails"), n=len(handled)))
    return 0 if no_send else desk.send(quiet=json)


def send(
    again: Annotated[bool, typer.Option("--again", help="Also what was given up or waits for its time.")] = False,
    json: Json = False,
) -> int:
    """Hand over what lies in the outbox."""
    from pbem.desk.desk import here
    from pbem.desk.sending.dispatch import compose_left, run

    desk = here()
    composed = compose_left(desk)
    report = run(desk, again=again)
    trouble = report.trouble.message if report.trouble else None
    if json:
        print_json({
            "composed": composed, "sent": len(report.sent), "later": len(report.later), "refused": len(report.refused),
            "given_up": len(report.given_up), "replaced": len(report.replaced), "trouble": trouble,
        })  # fmt: skip
    elif desk.home.settings.transport == "maildir":
        say(Say("No mail server is set up: mails stay in mail/out."))
    else:
        told = {"sent": len(report.sent), "later": len(report.later), "refused": len(report.refused)}
        say(Say("{sent} sent, {later} to be tried again, {refused} refused.", **told))
    if report.told():
        leave_undone(Undone("mail", report.told()))
    return report.exit_code or desk.unmade_code


def serve() -> int:
    """Listen for mail (SMTP or LMTP), process it, send, and keep the clock, until it is told to stop."""
    from pbem.desk.desk import here
    from pbem.desk.receiving.listener import leave
    from pbem.desk.receiving.listener import serve as run_server

    desk = here()
    listen = desk.home.settings.listen
    port = Say("{host} port {n}", host=Verbatim(listen.host), n=Verbatim(str(listen.port)))
    place = Verbatim(listen.socket) if listen.socket else port
    note(Say("{protocol} on {place}; Ctrl-C ends it.", protocol=Verbatim(listen.protocol), place=place))
    return leave(run_server(desk))


def held(
    verb: Annotated[str, typer.Argument(help="list, show, release or drop.")] = "list",
    name: Annotated[str | None, typer.Argument(help="A held mail, or the beginning of its name.")] = None,
    json: Json = False,
) -> int:
    """List mail that was put aside, show one, release it to be processed or sent, or drop it."""
    from pbem.desk.desk import here
    from pbem.desk.post import held_mail as box
    from pbem.desk.post.spool_run import process_spool

    desk = here()
    if verb == "list":
        rows, count = box.listing(desk)
        if json:
            print_json({"held": rows, "count": count})
            return 0
        for row in rows:
            out(f"{row['name']}  {row['at']}  {row['direction']}  {in_home_language(row['why'])}")
        if count > len(rows):
            note(Say("{n} older ones are not listed", n=count - len(rows)))
        return 0
    if verb not in ("show", "release", "drop") or name is None:
        raise Misuse(Say("Write `pbem mail held list`, or `show`, `release` or `drop` with the name of a held mail."))
    if verb == "show":
        text = box.show(desk, name)
        print_json({"text": text}) if json else say(text)
        return 0
    if verb == "drop":
        dropped = box.drop(desk, name)
        print_json({"dropped": dropped}) if json else say(Say("{name} is deleted.", name=Verbatim(dropped)))
        return 0
    where = box.release(desk, name)
    handled = process_spool(desk, send=False) if where == "in" else []
    told = [Say("{verdict}: {why}", verdict=Verbatim(one.verdict), why=as_said(one.why)) for one in handled]
    if json:
        print_json({"released": where, "handled": told})
    else:
        say(Listed(told, "\n") if told else Say("It will be sent again."))
    return desk.send(quiet=json)
