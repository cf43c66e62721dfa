"""The saved homes: where they are, what they must be byte for byte, and copies to work on."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from hashlib import sha256
from pathlib import Path

from pbem.engine.journal import moment
from tests.desk.mailing import parsed
from tests.moderation.village import Village

HERE = Path(__file__).parent
MANIFEST, TIMES, REPLIES = "MANIFEST", "TIMES.json", "replies"

SETS = {
    "653b68f": "4545a595d5e54c34d7b5d74bf3f39a889dd85428fddbbe7f0f45c96c33002b3d",
    "8ef4515": "9ecf315eb6ab8791c631e399726535643e51ba326fec8c3965c252a617f53545",
    "32bae36": "c947f704d2cb0803b375cc1a2e6f46280f88b6feb971ff6c01de1eb6ec56eb4c",
    "44abe23": "1e5d35ddd2628235bc3e2b497159ac2ad0d853f85f66f10386aff8b2fb7f2e98",
}
"""The sets by the build that made them, with the digest of their manifests. Entries are added, never changed. The
second set adds rare states to the first; the program was the same. The third has games that wait for one more word,
the fourth games of the expansions and opponents, of Ankh, and an invitation."""
HOMES = [(build, path.parent.name) for build in SETS for path in sorted((HERE / build).glob("*/pbem.toml"))]


def sets_with(home: str) -> list[str]:
    """The builds that saved a home of this name."""
    return [build for build, name in HOMES if name == home]


def files_of(folder: Path) -> Iterator[Path]:
    """Every file below a folder, in a fixed order."""
    yield from sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def digests_of(folder: Path) -> str:
    """The manifest of a set as `sha256sum` writes it."""
    return "".join(
        f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in files_of(folder)
        if path != folder / MANIFEST
    )


def games_of(build: str, home: str) -> list[str]:
    """The ids of a home's games, running and finished."""
    games = HERE / build / home / "games"
    paths = [*games.glob("*.json"), *games.glob("finished/*.json")]
    return sorted(path.stem for path in paths if path.stem != "roster" and not path.name.startswith("."))


def all_games() -> list[tuple[str, str, str]]:
    return [(build, home, game) for build, home in HOMES for game in games_of(build, home)]


def standing(build: str, home: str) -> Village:
    """A home where it is, to be read only."""
    return Village(HERE / build / home)


def copied(build: str, home: str, folder: Path) -> Village:
    """A copy of a home to work on, at the time at which it was left.

    What a checkout does not keep is put back: modes, and the times of mails in the order of their dates.
    """
    source = HERE / build / home
    root = folder / home
    for path in files_of(source):
        target = root / path.relative_to(source)
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        target.chmod(0o600)
        if path.suffix == ".eml":
            made = parsedate_to_datetime(str(parsed(path.read_bytes())["Date"])).timestamp()
            os.utime(target, (made, made))
    village = Village(root)
    village.time = moment(json.loads((HERE / build / TIMES).read_text(encoding="utf-8"))[home])
    return village


def reply(build: str, name: str) -> bytes:
    """A mail that was written to the post home of a set and has not arrived yet."""
    return (HERE / build / REPLIES / name).read_bytes()
