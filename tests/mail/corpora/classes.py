"""People and machines: the class of every mail in the tests of packages that handle bounces or lists."""

from pathlib import Path

from pbem.mail.reading import read_message
from tests.mail.corpora import fetching
from tests.mail.corpora.score import Score

# A person's mail among the bounces: its tests keep it because a detector once took it for one.
NO_BOUNCE = {"groupwise_03.txt"}
PEOPLE = (
    ("talon", "tests/fixtures/**/*.eml"),
    ("django-mailbox", "django_mailbox/tests/messages/*.eml"),
    ("hyperkitty", "hyperkitty/tests/testdata/*"),
    ("mailman", "src/mailman/**/tests/data/*.eml"),
    ("django-mailman3", "django_mailman3/tests/testdata/*"),
    ("Products.listen", "Products/listen/content/tests/corpus/*.eml"),
)


def machines() -> Score:
    """Bounces and automatic answers; that they are a machine's is what counts, not which kind."""
    score = Score()
    for file in sorted((fetching.folder("flufl.bounce") / "tests" / "data").glob("*.txt")):
        if file.name not in NO_BOUNCE:
            score.count(file.name, "machine", "human" if _kind(file) == "human" else "machine")
    return score


def people_files() -> list[Path]:
    """Mails that people wrote, one file each."""
    found = [file for name, pattern in PEOPLE for file in sorted(fetching.folder(name).glob(pattern))]
    return [file for file in found if file.is_file() and b"\nFrom: " in b"\n" + file.read_bytes()]


def people() -> Score:
    score = Score()
    for file in people_files():
        score.count(f"{file.relative_to(fetching.CACHE).parts[0]} {file.name}", "human", _kind(file))
    for trap in NO_BOUNCE:
        file = fetching.folder("flufl.bounce") / "tests" / "data" / trap
        score.count(trap, "human", _kind(file))
    return score


def _kind(file: Path) -> str:
    return read_message(file.read_bytes()).kind
