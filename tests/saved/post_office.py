"""A home full of mail to be saved: composed and unsent, owed, refused, held, stored and unread, and replies to come."""

from __future__ import annotations

import html
from email.message import EmailMessage
from pathlib import Path

from pbem.desk.post.spool_run import process_spool
from pbem.store import spool
from tests.desk.mailing import parsed
from tests.saved.homes import REPLIES
from tests.saved.maker import SETTINGS, Hand, Maker, at

TURN = at("tekhenu.turn:windows", "die")
PROGRAM = """[sendmail]
command = ["/bin/sh", "-c", 'for to; do :; done; cat > /dev/null; case $to in {refused}@*) exit 67;; esac', "-"]
"""
STRANGER = b"From: Who <who@else.example>\nTo: pbem@localhost\nSubject: games\nMessage-ID: <who@else.example>\n\nhi\n"
PAGE = (
    '<html><body><div>{typed}</div><br><div class="gmail_quote"><div class="gmail_attr">On Wed, 1 Jul 2026 at 12:00, '
    'pbem &lt;pbem@localhost&gt; wrote:<br></div><blockquote class="gmail_quote">{quoted}</blockquote></div>'
    "</body></html>"
)


class PostOffice(Maker):
    """A home whose mails can be sent, by a program that may refuse an address."""

    def send(self, refused: str = "nobody") -> None:
        toml = self.home.root / "pbem.toml"
        toml.write_text(SETTINGS + PROGRAM.format(refused=refused), encoding="utf-8")
        del self.home.settings
        self.desk.send(quiet=True)
        toml.write_text(SETTINGS, encoding="utf-8")
        del self.home.settings

    def arrive(self, raw: bytes) -> str:
        """Store a mail as it came, under a name that does not depend on the machine."""
        self.count += 1
        name = f"{int(self.time.timestamp()):010d}.M{self.count:06d}P1Q{self.count:06d}.pbem"
        return spool.store(self.home.mail / "in", raw, name=name)

    def take(self, raw: bytes) -> str:
        self.arrive(raw)
        (handled,) = process_spool(self.desk, send=False)
        return handled.verdict

    def form(self, game: str, seat: str) -> EmailMessage:
        """The mail that put the open question to a seat."""
        asked = self.game(game).deadlines[seat].entry
        about = {f"game={game}", f"seat={seat}", f"question={asked}"}
        return [mail for mail in self.out() if about <= set(str(mail["X-Pbem"]).split("; "))][-1]

    def reply_text(self, game: str, hand: Hand) -> tuple[EmailMessage, str]:
        """The mail that whoever is asked answers, and the move."""
        self.later(minutes=7)
        play = self.desk.read(game).play
        seat = next(iter(play.questions()))
        return self.form(game, seat), hand.text(play, seat).replace("; ", "\n")

    def turn_by_mail(self, game: str, hand: Hand) -> bytes:
        """Whoever is asked replies; what was sent."""
        mail, text = self.reply_text(game, hand)
        raw = self.answer(mail, f"Hello,\n\n{text}\n\nBest wishes\nA.")
        assert self.take(raw) == "COUNTED"
        return raw


def post(root: Path, target: Path) -> Maker:
    """The home; the mails that are still to come lie in `replies` beside it."""
    maker = PostOffice(root, SETTINGS)
    hand = Hand("post", greedy=True)
    maker.begin("karnak", turn="3d")
    maker.until("karnak", TURN, hand)
    maker.send()
    again = maker.turn_by_mail("karnak", hand)
    maker.turn_by_mail("karnak", hand)
    maker.send(refused="olek")
    old = maker.form("karnak", next(iter(maker.asked("karnak"))))
    maker.turn_by_mail("karnak", hand)
    maker.send()
    form, move = maker.reply_text("karnak", hand)
    replies = {
        "move.eml": maker.answer(form, f"Good evening,\n\n{move}\n\n-- \nAnia"),
        "page.eml": as_page(maker, form, move),
        "old.eml": maker.answer(old, "say: this question is closed"),
        "again.eml": again,
    }
    assert maker.take(STRANGER) == "held"
    assert maker.take(maker.answer(form, move, From="Friend <friend@else.example>")) == "held"
    assert maker.take(maker.answer(old, "say: a good game")) == "COUNTED"
    maker.begin("dendera", players=3)
    luxor(maker)
    sent = {str(mail["Message-ID"]) for mail in (form, old)}
    cur = maker.home.mail / "out" / "cur"
    kept = [path.stem for path in cur.glob("*.eml") if str(parsed(path.read_bytes())["Message-ID"]) in sent]
    maker.pack(target, mails=True, keep=kept)
    (target.parent / REPLIES).mkdir()
    for name, raw in replies.items():
        (target.parent / REPLIES / name).write_bytes(raw)
    return maker


def as_page(maker: PostOffice, form: EmailMessage, move: str) -> bytes:
    """The same move from a mail program that writes HTML only."""
    typed = "".join(f"<div>{html.escape(line)}</div>" for line in move.split("\n"))
    quoted = html.escape(str(form.get_content())).replace("\n", "<br>\n")
    raw = maker.answer(form, PAGE.format(typed=typed, quoted=quoted), quote=False)
    return raw.replace(b"Content-Type: text/plain", b"Content-Type: text/html")


def luxor(maker: PostOffice) -> None:
    """A game whose mails were never composed, and a move for it that is stored and not yet processed."""
    maker.begin("luxor")
    seat, question = next(iter(maker.asked("luxor").items()))
    form = maker.form("luxor", seat)
    maker.later(minutes=7)
    maker.arrive(maker.answer(form, f"keep: {', '.join(list(question.options)[: question.low])}"))
    for mail in maker.game("luxor").outbox:
        (maker.home.mail / "out" / "new" / f"{mail.id}.eml").unlink()
