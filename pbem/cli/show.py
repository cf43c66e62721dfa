"""The commands of looking: show, log, list."""

from __future__ import annotations

from typing import Any

from pbem.archive.frame import BY, KINDS
from pbem.cli.output import note, out, print_json, told_settings
from pbem.cli.play_commands import asked_sentence
from pbem.cli.speech import words_for_reader, words_in, zone_for_reader
from pbem.cli.terminal import table
from pbem.core.kept import text_of
from pbem.core.words import ENGLISH, Count, Say, Verbatim, Word, as_said, said
from pbem.desk.desk import here
from pbem.desk.interface import Session
from pbem.engine.adjudication.decisions import decided
from pbem.engine.gamefile import Entry
from pbem.engine.journal import events_for, message_for, moment
from pbem.engine.people import find_seat, holder_text
from pbem.engine.seeds import reopened_words
from pbem.engine.submission.pledges import told_lines


def show_game(
    game: str, as_: str | None, turn: int | None, secret: bool, reason: str | None, plain: bool, json: bool
) -> int:
    from pbem.desk.games.views import is_file, mails_then

    if is_file(game):
        from pbem.cli.archive_commands import show_public

        shown_publicly = show_public(game, as_, turn, secret, json)
        if shown_publicly is not None:
            return shown_publicly
    desk = here()
    session = desk.look(game, turn=turn, secret=secret, reason=reason)
    play = session.play
    seat = find_seat(session.game, as_).seat if as_ else None
    if secret:
        show_secret(session, plain, json)
        return 0
    view = play.title.view(play.table, seat)
    mails = mails_then(desk, session, seat) if seat and turn is not None else []
    if json:
        shown = view.model_dump(mode="json")
        document = {"game": session.game.id, "entry": session.game.entry, "as": seat, "view": shown}
        told = {"mail": mails[0] if mails else None, "mails": mails} if turn is not None else {}
        print_json({**document, **told})
        return 0
    words = words_for_reader(desk, session, as_)
    out(play.title.summary(view, play.data, plain, words))
    own = play.title.own(view, play.data, plain, words)
    if own:
        out("")
        out(own)
    out("")
    over = Say("The game is {status}.", status=Say(session.game.status))
    out(asked_sentence(play) if session.game.status == "running" else over, words)
    if turn is not None and seat:
        for mail in mails:
            out()
            out(Say("A mail of entry {n} to {seat}:", n=session.game.entry, seat=seat), words)
            out(f"\n{mail}")
        if not mails:
            out()
            out(Say("{seat} got no mail then.", seat=seat), words)
    return 0


def show_secret(session: Session, plain: bool, json: bool) -> None:
    """Show everything, for the moderator: the board with each seat's own things; as JSON the whole table, decks and
    all."""
    play = session.play
    if json:
        document = play.game.table.model_dump(mode="json")
        print_json({"game": session.game.id, "entry": session.game.entry, "secret": document})
        return
    words = words_in(session.desk, play.title)
    out(play.title.summary(play.title.view(play.table, None), play.data, plain, words))
    for info in session.game.players():
        own = play.title.own(play.title.view(play.table, info.seat), play.data, plain, words)
        out(f"\n{info.player} ({said(Word(info.seat), words)})\n{own}")
    note(Say("--json prints the whole table, what nobody has seen included."))


def log_game(game_id: str, as_: str | None, json: bool) -> int:
    from pbem.engine.clock.times import local

    session = here().read(game_id)
    seat = find_seat(session.game, as_).seat if as_ else None
    undone = set(session.game.moderation.undone)
    documents: list[dict[str, Any]] = []
    for entry in session.journal():
        lines = [session.play.title.line(event, seat) for event in events_for(entry, seat)]
        message = message_for(entry, seat)
        if message is not None:
            lines.append(f"{message.sender} -> {', '.join(message.to)}: {message.text}")
        lines += [*own_days(entry, seat), *reopened_words(entry.note), *told_lines(entry.note)]
        decision = decided(entry)
        documents.append(
            {
                "n": entry.n, "at": entry.at, "kind": entry.kind, "seat": entry.seat, "by": entry.by,
                "answers": [session.answer_seen(entry, at, seat) for at in range(len(entry.answers))],
                "lines": [line for line in lines if line], "note": entry.note,
                "decided": decision, "undone": entry.n in undone, "hash": entry.hash,
            }
        )  # fmt: skip
    stood = stops_document(session)
    if json:
        print_json({"game": game_id, "entries": documents, "stops": stood})
        return 0
    words, zone = words_for_reader(session.desk, session, as_), zone_for_reader(session.desk, session, as_)
    for document in documents:
        whose, n = document["seat"], document["n"]
        person = said(holder_text(session.game.known_to(), whose, n), words) if whose else ""
        mark = said(Say(" (undone)"), words) if document["undone"] else ""
        kind, by = KINDS.get(document["kind"], Say("move")), document["by"]
        made = "" if by == "player" else f" {said(BY[by], words)}"
        head = f"#{document['n']} {document['at']} {said(kind, words)} {person}"
        out(f"{head}{made}{mark}  [{document['hash'][:12]}]")
        if document["note"].get("reason"):
            text = Verbatim(said(text_of(document["note"]["reason"]), words))
            says = Say("    says: {text}", text=text)
            out(says if document["kind"] == "announce" else Say("    reason: {text}", text=text), words)
        for line in [*document["decided"], *document["lines"]]:
            out(f"    {said(local(line, zone, words.language if words else ENGLISH), words)}")
    for stop in stood:
        out(Say("{who}: {text}", who=as_said(stop["who"]), text=as_said(stop["text"])), words)
    return 0


def own_days(entry: Entry, seat: str | None) -> list[str]:
    """Tell when a seat was away and why, to that seat alone."""
    if entry.kind != "absence" or entry.secret is None or entry.seat != seat:
        return []
    hidden = entry.secret.note
    days = Say("{first} to {last}", **dict(zip(("first", "last"), map(Verbatim, hidden["days"]), strict=True))) if (
        "days" in hidden) else ""  # fmt: skip
    return [text for text in (days, hidden.get("reason", "")) if text]


def stops_document(session: Session) -> list[dict[str, Any]]:
    """Tell when the clock stood still, for whom, for how long and why; announced absences too."""
    from pbem.engine.clock import Stop, duration_text, stop_text

    game, now = session.game, session.desk.now()
    found = []
    for one in game.moderation.stops:
        stop = Stop(one.cause, moment(one.start), moment(one.end) if one.end else None, text_of(one.reason))
        found.append({
            "who": game.person(one.seat) if one.seat else Say("everybody"), "seat": one.seat, "cause": one.cause,
            "start": one.start, "end": one.end, "length": duration_text(stop.length(now)), "reason": stop.reason,
            "text": Say("{at}: {text}", at=Verbatim(one.start), text=as_said(stop_text(stop, now))),
        })  # fmt: skip
    for away in game.moderation.absences:
        length = duration_text(moment(away.end) - moment(away.start))
        first, last = away.shown() if game.anonymous else (away.start, away.end)  # the hour would tell where they live
        found.append({
            "who": game.person(away.seat), "seat": away.seat, "cause": "absence", "start": first,
            "end": last, "length": length, "reason": Say("announced {at}", at=Verbatim(away.at)),
            "text": Say(
                "{first} to {last}: away for {length} (announced {at})", length=Verbatim(length), at=Verbatim(away.at),
                **dict(zip(("first", "last"), map(Verbatim, away.shown()), strict=True)),
            ),
        })  # fmt: skip
    return sorted(found, key=lambda stop: str(stop["start"]))


def list_all(json: bool) -> int:
    from pbem.store.spool import names

    desk = here()
    rows = desk.listing()
    held = len(names(desk.home.mail / "held"))
    if json:
        print_json({"games": rows, "held": held})
        return told_settings(desk)
    for lost in desk.home.lost_games():
        note(lost)
    if held:
        mails = Count(
            held, "{n} mail is held: `pbem mail held` lists it.", "{n} mails are held: `pbem mail held` lists them."
        )
        note(mails)
    if not rows:
        note(Say("no games here."))
        return told_settings(desk)
    table(
        [
            [
                str(row["id"]), str(row["title"]), str(row["status"]), f"#{row['entry']}",
                ", ".join(row["awaited"]), str(row["since"] or ""), str(row["due"] or ""), row["remarks"],
                ", ".join(f"{seat} {at[:10]}" for seat, at in row["contact"].items()),
            ]
            for row in rows
        ],
        ["game", "title", "status", "entry", "awaited", "since", "due", "remarks", "last contact"],
    )  # fmt: skip
    return told_settings(desk)
