"""Postfix and Dovecot of one test: own folders, high ports, nothing under /etc touched.

The configuration of the mail server itself (who has a mailbox, certificates, ports) is this file's; what an operator
adds to it for pbem comes from `docs/operator.md`.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import trustme

from tests.mailserver.handbook import ROOT, printed

DOMAIN = "example.org"
OWNER = "mail"
"""The system user that holds the home and runs pbem: every Debian has it, so none is made."""
PASSWORD = "secret of a test"
NEEDED = ("postfix", "postqueue", "dovecot", "doveadm", "opendkim", "openssl")

DOVECOT = """\
base_dir = {root}/dovecot
log_path = {root}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = required
ssl_cert = <{root}/tls/cert.pem
ssl_key = <{root}/tls/key.pem
auth_mechanisms = plain login
first_valid_uid = 1
mail_location = maildir:{root}/boxes/%n
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {root}/users
}}
userdb {{
  driver = static
  args = uid={owner} gid={owner} home={root}/boxes/%n
}}
namespace inbox {{
  inbox = yes
}}
protocol lmtp {{
  auth_username_format = %u
}}
recipient_delimiter = +
service imap-login {{
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {imaps}
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {delivery}
  }}
}}
service auth {{
  unix_listener {root}/queue/private/auth {{
    mode = 0660
    user = postfix
    group = postfix
  }}
}}
"""

MAIN = """\
compatibility_level = 3.6
queue_directory = {root}/queue
data_directory = {root}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {root}/postfix.log
maillog_file_prefixes = {root}
myhostname = localhost
mydomain = example.org
myorigin = example.org
mydestination =
mynetworks =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = example.org
virtual_mailbox_maps = texthash:{root}/postfix/mailboxes
virtual_transport = lmtp:inet:127.0.0.1:{delivery}
default_transport = elsewhere
smtpd_tls_security_level = may
smtpd_tls_cert_file = {root}/tls/cert.pem
smtpd_tls_key_file = {root}/tls/key.pem
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = private/auth
smtpd_relay_restrictions = permit_sasl_authenticated, reject
# A real server tries again after minutes.
minimal_backoff_time = 2s
maximal_backoff_time = 2s
queue_run_delay = 2s
"""

MASTER = """\
127.0.0.1:{submission} inet n - n - - smtpd
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
showq     unix n - n - - showq
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
lmtp      unix - - n - - lmtp
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
tlsmgr    unix - - n 1000? 1 tlsmgr
postlog   unix-dgram n - n - 1 postlogd
# The rest of the world: takes every mail and knows nobody.
elsewhere unix - n n - - pipe flags=R user={owner} argv={root}/elsewhere
"""


def free_ports(count: int) -> list[int]:
    """Ports nobody listens on; all are held until the last is found."""
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [int(one.getsockname()[1]) for one in held]
    for one in held:
        one.close()
    return ports


def until(what: str, found: Callable[[], Any], seconds: float = 60) -> Any:
    """Wait for something to become true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = found()
        if result:
            return result
        time.sleep(0.1)
    raise AssertionError(f"{what}: not within {seconds:g} seconds")


def run(command: Sequence[str]) -> str:
    """A command's output, by way of a file: a daemon it starts would keep a pipe open."""
    with tempfile.TemporaryFile("w+") as said:
        done = subprocess.run(command, stdout=said, stderr=said, stdin=subprocess.DEVNULL, timeout=120, check=False)
        said.seek(0)
        text = said.read()
    assert done.returncode == 0, f"{command}: {done.returncode}\n{text}"
    return text


class Program:
    """pbem where the unprivileged owner of the home can run it."""

    def __init__(self, root: Path) -> None:
        mine = Path(sys.prefix) / "bin" / "pbem"
        self.folder = mine.parents[1] if self._runs(mine) else self._copy(root / "program")
        self.command = str(self.folder / "bin" / "pbem")
        assert self._runs(Path(self.command)), "the user of the home cannot run pbem"

    @staticmethod
    def _runs(command: Path) -> bool:
        try:
            done = subprocess.run([command, "--version"], user=OWNER, group=OWNER, capture_output=True, check=False)
        except OSError:
            return False
        return done.returncode == 0

    @staticmethod
    def _copy(folder: Path) -> Path:
        """Interpreter, packages and project, copied: a virtual environment below /root is closed to others."""
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        library = folder / "lib" / version
        leave = shutil.ignore_patterns(
            "__pycache__", "test", "tests", "idlelib", "tkinter", "config-*", "site-packages", "ensurepip", "*.a"
        )
        shutil.copytree(sysconfig.get_path("stdlib"), library, ignore=leave)
        tools = shutil.ignore_patterns(
            "__pycache__", "mypy*", "ruff*", "hypothesis*", "pip*", "setuptools*", "selenium*", "cryptography*", "*.pth"
        )
        shutil.copytree(sysconfig.get_path("purelib"), library / "site-packages", ignore=tools)
        for shared in Path(str(sysconfig.get_config_var("LIBDIR"))).glob("libpython*.so*"):
            shutil.copy(shared, folder / "lib")
        source = folder / "source"
        for name in ("pbem", "schemas", "templates", "docs"):
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", source)
        (folder / "bin").mkdir()
        shutil.copy(Path(sys.executable).resolve(), folder / "bin" / version)
        script = folder / "bin" / "pbem"
        script.write_text(
            f"#!/bin/sh\nLD_LIBRARY_PATH={folder}/lib PYTHONHOME={folder} PYTHONPATH={source} "
            f'exec {folder}/bin/{version} -c "import sys; from pbem.cli import main; sys.exit(main())" "$@"\n'
        )
        script.chmod(0o755)
        return folder


class Servers:
    """The mail server of `example.org`, and a home beside it."""

    def __init__(self, root: Path, people: Sequence[str], program: Program) -> None:
        root.chmod(0o755)  # Postfix's own users come through here
        self.root = root
        self.people = people
        self.home = root / "home"
        self.submission, self.imaps, self.delivery, self.listen, self.milter = free_ports(5)
        self.at_home = False
        """Whether commands find this server's configuration under /etc/postfix, as `sendmail` needs it."""
        self.program = program
        self.places: Mapping[str, str] = {
            "/srv/pbem": str(self.home), "/opt/pbem": str(self.program.folder), "/etc/postfix": str(root / "postfix"),
            "/var/backups/pbem": str(root / "backups"), "/srv/restored": str(root / "restored"),
            "/etc/ssl/certs/ca-certificates.crt": str(root / "tls" / "ca.pem"),
            "mail.example.org": "localhost", "587": str(self.submission), "993": str(self.imaps),
            "10026": str(self.listen), "8891": str(self.milter), "/run/pbem": str(root / "run"),
            "user=pbem": f"user={OWNER}", "pbem:pbem": f"{OWNER}:{OWNER}",
        }  # fmt: skip
        self._folders()
        self._certificate()
        self._write("dovecot.conf", DOVECOT)
        self.postfix_with()

    def _folders(self) -> None:
        for name in ("postfix", "queue", "data", "dovecot", "boxes", "tls", "home", "backups", "restored", "run"):
            (self.root / name).mkdir()
        shutil.chown(self.root / "data", "postfix")
        for name in ("boxes", "home", "backups", "restored", "run"):
            shutil.chown(self.root / name, OWNER, OWNER)
            (self.root / name).chmod(0o755 if name == "run" else 0o700)
        elsewhere = self.root / "elsewhere"
        elsewhere.write_text("#!/bin/sh\ncat >/dev/null\necho there is nobody behind this address\nexit 67\n")
        elsewhere.chmod(0o755)
        users = "".join(f"{name}@{DOMAIN}:{{PLAIN}}{PASSWORD}::::::\n" for name in self.people)
        (self.root / "users").write_text(users)
        (self.root / "postfix" / "mailboxes").write_text("".join(f"{name}@{DOMAIN} x\n" for name in self.people))

    def _certificate(self) -> None:
        authority = trustme.CA()
        issued = authority.issue_cert("localhost", "127.0.0.1")
        tls = self.root / "tls"
        authority.cert_pem.write_to_path(str(tls / "ca.pem"))
        issued.private_key_pem.write_to_path(str(tls / "key.pem"))
        (tls / "cert.pem").write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))

    def _write(self, name: str, text: str) -> None:
        values = {
            "root": self.root, "imaps": self.imaps, "delivery": self.delivery, "submission": self.submission,
            "owner": OWNER,
        }  # fmt: skip
        (self.root / name).write_text(text.format(**values))

    # -- configuration -------------------------------------------------------------------------------------------------

    def printed(self, name: str) -> str:
        return printed(name, self.places)

    def postfix_with(self, *, main: Sequence[str] = (), master: Sequence[str] = (), transport: str = "") -> None:
        """The server's own configuration and, behind it, the named blocks of the handbook."""
        self._write("postfix/main.cf", MAIN)
        self._write("postfix/master.cf", MASTER)
        for file, names in (("main.cf", main), ("master.cf", master)):
            with (self.root / "postfix" / file).open("a") as out:
                out.writelines(self.printed(name) for name in names)
        (self.root / "postfix" / "pbem-transport").write_text(self.printed(transport) if transport else "")

    def settings(self, *names: str) -> None:
        """`pbem.toml` from blocks of the handbook."""
        file = self.home / "pbem.toml"
        printed = "\n".join(self.printed(name) for name in names)
        # A picture for each turn would be most of the work of a game; tests of their own look at them.
        file.write_text(printed.replace("[mail]\n", "[mail]\npictures = false\n"))
        secret = self.home / "mail.password"
        secret.write_text(f"{PASSWORD}\n")
        for one in (file, secret):
            shutil.chown(one, OWNER, OWNER)
            one.chmod(0o600)

    # -- running -------------------------------------------------------------------------------------------------------

    def answers(self, port: int) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", port), 1):
                return True
        except OSError:
            return False

    def start_postfix(self) -> None:
        run(["postfix", "-c", str(self.root / "postfix"), "start"])
        until("Postfix listens", lambda: self.answers(self.submission), 20)

    def stop_postfix(self) -> None:
        subprocess.run(["postfix", "-c", str(self.root / "postfix"), "stop"], capture_output=True, check=False)
        until("Postfix has stopped", lambda: not self.answers(self.submission), 20)

    def start_dovecot(self) -> None:
        run(["dovecot", "-c", str(self.root / "dovecot.conf")])
        until("Dovecot listens", lambda: self.answers(self.imaps) and self.answers(self.delivery), 20)

    def stop_dovecot(self) -> None:
        subprocess.run(["doveadm", "-c", str(self.root / "dovecot.conf"), "stop"], capture_output=True, check=False)
        until("Dovecot has stopped", lambda: not self.answers(self.imaps), 20)

    def start(self) -> None:
        self.start_postfix()  # makes the folder of the queue, in which Dovecot opens its socket
        self.start_dovecot()

    def stop(self) -> None:
        self.stop_postfix()
        self.stop_dovecot()

    def queue(self) -> str:
        return run(["postqueue", "-c", str(self.root / "postfix"), "-j"])

    # -- pbem ----------------------------------------------------------------------------------------------------------

    def environment(self, **extra: str) -> dict[str, str]:
        """As cron and the mail server give it: next to nothing."""
        return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LANG": "C.UTF-8", **extra}

    def as_owner(self, command: Sequence[str]) -> tuple[list[str], dict[str, Any]]:
        """A command, and how `subprocess` runs it as the owner of the home.

        With `at_home` our Postfix folder lies over /etc/postfix for this one process, in a name space of its own.
        """
        if not self.at_home:
            return list(command), {"user": OWNER, "group": OWNER}
        over = f"mount --bind {self.root}/postfix /etc/postfix && exec setpriv --reuid {OWNER} --regid {OWNER}"
        words = f'{over} --clear-groups -- "$@"'
        return ["unshare", "--mount", "/bin/sh", "-c", words, "sh", *command], {}

    def pbem(self, *args: str, stdin: bytes = b"", codes: Sequence[int] = (0,)) -> str:
        """One command as the owner of the home."""
        command, who = self.as_owner([self.program.command, *args, "--home", str(self.home)])
        done = subprocess.run(
            command, input=stdin, capture_output=True, timeout=120, env=self.environment(), cwd="/", check=False, **who
        )
        said = f"{done.stdout.decode()}{done.stderr.decode()}"
        assert done.returncode in codes, f"pbem {args}: {done.returncode}\n{said}"
        return said

    def shell(self, script: str, codes: Sequence[int] = (0,), **environment: str) -> str:
        """A printed command line or script as the owner of the home."""
        done = subprocess.run(
            ["/bin/sh", "-c", script], capture_output=True, text=True, timeout=120, user=OWNER, group=OWNER,
            env=self.environment(**environment), cwd="/", check=False,
        )  # fmt: skip
        assert done.returncode in codes, f"{script}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr
