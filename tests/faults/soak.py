"""A soak of `serve`: `python -m tests.faults.soak [MINUTES] [GAMES]` plays games by mail against a server with faults.

The mail server refuses for now, closes connections in the middle and after the last dot, and is away for seconds at a
time. Players answer what they are asked. In the end the faults stop, what waits is sent, and the report says whether
every mail in and out is accounted for, every game replays, and memory and descriptors stayed flat. Exit code 1 if not.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import signal
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from email import message_from_bytes, policy
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from aiosmtpd.controller import Controller

import tests.toy  # noqa: F401  (registers the title)
from pbem.core.errors import PbemError
from pbem.desk.desk import Desk
from pbem.engine.computers.computer import Luck, turn_text
from pbem.mail.letter import read_stored
from pbem.store import spool
from pbem.store.home import Home
from tests.faults.simulation import ASKING, NAMES

ROOT = Path(__file__).parents[2]
LATER, DROP, AWAY = 0.02, 0.02, 0.01
"""How often a mail is put off, a connection lost behind the last dot, and the server gone for a while."""
LONGEST_AWAY = 5.0
GROWTH = 1.15
"""So much more memory at the end than after half of the time counts as flat: on a busy machine the games, each of which
is opened once, take a third of it to be loaded."""
MORE_FILES = 5
LONG = 5
"""From so many minutes on memory is judged: before that everything is still being loaded."""
SETTINGS = """\
[mail]
transport = "smtp"
[smtp]
host = "127.0.0.1"
port = {out}
tls = "none"
[listen]
protocol = "smtp"
port = {listen}
every = 1
"""


class Server:
    """The mail server of everybody, with its faults."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.faults = True
        self.away = 0.0
        self.taken: dict[str, set[bytes]] = {}
        self.count: Counter[str] = Counter()
        self.arrived: queue.Queue[bytes] = queue.Queue()

    def _chance(self, share: float) -> bool:
        return self.faults and self.luck.random() < share

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if self._chance(AWAY):
            self.away = time.monotonic() + self.luck.random() * LONGEST_AWAY
        if self.faults and time.monotonic() < self.away:
            self.count["refused while it was away"] += 1
            return "421 4.3.2 away for a moment"
        envelope.mail_from = address
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self._chance(LATER):
            self.count["put off by 451"] += 1
            return "451 4.7.1 try again"
        raw = bytes(envelope.content)
        ident = str(message_from_bytes(raw)["Message-ID"])
        forms = self.taken.setdefault(ident, set())
        if forms:
            self.count["brought again after a lost connection"] += 1
        else:
            self.arrived.put(raw)
        forms.add(sha256(raw).digest())
        if self._chance(DROP):
            self.count["connections lost behind the last dot"] += 1
            server.transport.abort()
        return "250 OK"


class Soak:
    def __init__(self, root: Path, minutes: float, games: int) -> None:
        self.luck = Random("soak")
        self.root, self.minutes, self.games = root, minutes, games
        self.server = Server(self.luck)
        self.controller = Controller(self.server, hostname="127.0.0.1", port=free_port())
        self.listen = free_port()
        (root / "pbem.toml").write_text(SETTINGS.format(out=self.controller.port, listen=self.listen))
        self.sent: dict[str, str] = {}
        """Answers of players by Message-ID, and for which game."""
        self.unsent: list[tuple[str, str, bytes]] = []
        self.samples: list[tuple[int, int]] = []
        self.kinds: Counter[str] = Counter()
        """Mails that were marked as sent, by what they are."""

    def desk(self) -> Desk:
        return Desk(Home(self.root, {"PBEM_MAIL_PICTURES": "false"}))

    # -- the run -----------------------------------------------------------------------------------------------------

    def run(self) -> list[str]:
        """Play for the given time; the trouble there was."""
        for n in range(self.games):  # of people of its own: a mail that is put off keeps back all others to its reader
            people = [f"{name} {n} <{name.lower()}{n}@example.org>" for name in NAMES[:2]]
            title = ("tekhenu", []) if n % 3 == 0 else ("toy", ["nights=3"])
            self.desk().create(title[0], people, "Kasia <kasia@example.org>", [], f"game-{n}", title[1], None)
        self.controller.start()
        process = self.serve()
        end = time.monotonic() + self.minutes * 60
        look = time.monotonic()
        try:
            while time.monotonic() < end:
                with contextlib.suppress(queue.Empty):
                    self.read(self.server.arrived.get(timeout=0.5))
                self.bring()
                if time.monotonic() >= look:
                    look += max(self.minutes, 1)
                    self.samples.append(measured(process.pid))
                if process.poll() is not None:
                    return [f"serve ended by itself with {process.returncode}"]
        finally:
            self.server.faults = False
            self.drain()
            process.send_signal(signal.SIGTERM)
            code = process.wait(60)
            self.command("mail", "send", "--again")
            self.controller.stop()
        return self.judged(code)

    def serve(self) -> subprocess.Popen[bytes]:
        env = {**os.environ, "PBEM_HOME": str(self.root)}
        with (self.root / "serve.log").open("wb") as said:
            command = [sys.executable, "-m", "tests.toy.run", "mail", "serve"]
            process = subprocess.Popen(command, cwd=ROOT, env=env, stderr=said)
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.listen), 1):
                return process
            time.sleep(0.1)
        process.kill()
        raise SystemExit("serve does not listen")

    def command(self, *args: str) -> int:
        env = {**os.environ, "PBEM_HOME": str(self.root)}
        quiet = subprocess.DEVNULL
        return subprocess.run(
            [sys.executable, "-m", "tests.toy.run", *args], cwd=ROOT, env=env, stdout=quiet
        ).returncode

    def drain(self) -> None:
        """What players still have to say is brought; nobody answers any more."""
        for _ in range(100):
            self.bring()
            if not self.unsent and not spool.names(self.root / "mail" / "in"):
                return
            time.sleep(0.2)

    # -- players -----------------------------------------------------------------------------------------------------

    def read(self, raw: bytes) -> None:
        """Somebody gets a mail, and answers if it asks."""
        mail = message_from_bytes(raw, policy=policy.default)
        about = dict(part.split("=", 1) for part in str(mail["X-Pbem"] or "").replace(";", " ").split() if "=" in part)
        if about.get("kind") not in ASKING:
            return
        try:
            play = self.desk().read(about["game"]).play
        except PbemError:
            return
        seat = about["seat"]
        if seat not in play.questions():
            return
        luck = Luck(sha256(f"{about}".encode()).digest())
        text = turn_text(play, seat, lambda table, who, question: luck.answer(question))
        ident = f"<{about['game']}.{seat}.{about['entry']}@client.example>"
        head = {
            "From": str(mail["To"]), "To": str(mail["Reply-To"]), "Subject": f"Re: {mail['Subject']}",
            "Message-ID": ident, "In-Reply-To": str(mail["Message-ID"]), "Content-Type": "text/plain; charset=utf-8",
        }  # fmt: skip
        lines = [f"{name}: {value}" for name, value in head.items()]
        if ident not in self.sent:
            self.sent[ident] = about["game"]
            to = str(mail["Reply-To"]).rpartition("<")[2].rstrip(">")
            self.unsent.append((str(mail["To"]), to, "\r\n".join([*lines, "", *text.split("\n"), ""]).encode()))

    def bring(self) -> None:
        """Players' servers try until they are told that the mail is safe."""
        waiting, self.unsent = self.unsent, []
        for sender, to, raw in waiting:
            try:
                with smtplib.SMTP("127.0.0.1", self.listen, timeout=30) as client:
                    client.sendmail(sender, [to], raw)
            except (OSError, smtplib.SMTPException):
                self.server.count["answers that we had to take twice"] += 1
                self.unsent.append((sender, to, raw))

    # -- the end -----------------------------------------------------------------------------------------------------

    def judged(self, code: int) -> list[str]:
        trouble = [f"serve ended with {code}"] if code else []
        out = {}
        for path in sorted((self.root / "mail" / "out" / "cur").glob("*.eml")):
            mail = read_stored(path.read_bytes())
            out[mail.message_id] = mail.about.get("kind", "")
        self.kinds = Counter(out.values())
        lost = out.keys() - self.server.taken.keys()
        strange = self.server.taken.keys() - out.keys()
        trouble += [f"arrived, but is not among those sent: {sorted(strange)[:5]}"] * bool(strange)
        trouble += [f"marked as sent, but nobody has it: {sorted(lost)[:5]}"] * bool(lost)
        left = spool.names(self.root / "mail" / "out") + spool.names(self.root / "mail" / "in")
        trouble += [f"still in a queue: {left[:5]}"] * bool(left)
        torn = [ident for ident, forms in self.server.taken.items() if len(forms) > 1]
        trouble += [f"came in two forms: {torn[:5]}"] * bool(torn)
        trouble += self._answered()
        if self.command("check", "--replay"):
            trouble.append("check --replay is not clean")
        later = self.samples[len(self.samples) // 2 :]
        if self.minutes >= LONG and (later[-1][0] > GROWTH * later[0][0] or later[-1][1] > later[0][1] + MORE_FILES):
            trouble.append(f"memory or descriptors grow: {later[0]} to {later[-1]}")
        return trouble

    def _answered(self) -> list[str]:
        """Each answer of a player is in a journal once, or was answered."""
        from pbem.mail.guard import mail_key

        counted: Counter[str] = Counter()
        for game in sorted(set(self.sent.values())):
            for entry in self.desk().read(game).journal():
                counted[entry.secret.mail if entry.secret else ""] += 1
        answers = "\n".join(
            path.name for box in ("new", "cur") for path in (self.root / "mail" / "out" / box).glob("answer-*")
        )
        self.counted = sum(counted[mail_key(ident)] == 1 for ident in self.sent)
        doubled = [ident for ident in self.sent if counted[mail_key(ident)] > 1]
        lost = [ident for ident in self.sent if not counted[mail_key(ident)] and mail_key(ident)[:16] not in answers]
        return [f"counted twice: {doubled[:5]}"] * bool(doubled) + [f"without a trace: {lost[:5]}"] * bool(lost)

    def said(self) -> list[str]:
        """What `serve` said, each kind of line once with how often it came."""
        lines = (self.root / "serve.log").read_text(encoding="utf-8", errors="replace").splitlines()
        kinds = Counter(re.sub(r"\d+", "N", line) for line in lines)
        return [f"serve said {n} times: {kind}" for kind, n in kinds.most_common(10)]

    def report(self, trouble: list[str]) -> str:
        lines = [f"{self.games} games, {self.minutes:g} minutes of `serve`."]
        counted = getattr(self, "counted", 0)
        all_in = len(self.sent)
        lines.append(f"In: {all_in} answers of players: {counted} counted, {all_in - counted} refused with a reason.")
        kinds = ", ".join(f"{n} {kind or 'other'}" for kind, n in sorted(self.kinds.items()))
        lines.append(f"Out: {len(self.server.taken)} mails arrived, of {sum(self.kinds.values())} sent ({kinds}).")
        lines += [f"  {words}: {n}" for words, n in sorted(self.server.count.items())]
        if self.samples:
            shown = [self.samples[round(at * (len(self.samples) - 1) / 4)] for at in range(5)]
            memory, files = ([str(one) for one in column] for column in zip(*shown, strict=True))
            lines.append(f"Memory at the start and after each quarter: {', '.join(n[:-3] for n in memory)} MB.")
            lines.append(f"Open files then: {', '.join(files)}.")
        lines += self.said()
        lines += [f"TROUBLE: {one}" for one in trouble] or ["Every mail is accounted for, every game replays."]
        return "\n".join(lines)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def measured(pid: int) -> tuple[int, int]:
    """Memory in kB and the number of open files of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    memory = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return int(memory), len(os.listdir(f"/proc/{pid}/fd"))


def main(minutes: str = "10", games: str = "60") -> int:
    with tempfile.TemporaryDirectory(prefix="pbem-soak-") as root:
        soak = Soak(Path(root), float(minutes), int(games))
        trouble = soak.run()
        sys.stdout.write(soak.report(trouble) + "\n")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
