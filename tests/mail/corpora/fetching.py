"""Source packages whose tests hold mails: fetched from the package index into `.cache/corpora`, never copied."""

import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CACHE = ROOT / ".cache" / "corpora"
PACKAGES = {
    "talon": "1.4.4",
    "quotequail": "0.5.4",
    "flufl.bounce": "6.0.0",
    "django-mailbox": "4.10.1",
    "hyperkitty": "1.3.12",
    "mailman": "3.3.10",
    "django-mailman3": "1.3.15",
    "Products.listen": "0.7.1",
}


def folder(name: str) -> Path:
    """Where a package lies unpacked; index names and file names differ in dots and dashes."""
    version = PACKAGES[name]
    for spelling in (name, name.replace("-", "_"), name.replace(".", "_")):
        if (CACHE / f"{spelling}-{version}").is_dir():
            return CACHE / f"{spelling}-{version}"
    return CACHE / f"{name}-{version}"


def fetch() -> None:
    """All packages that are not in the cache yet."""
    CACHE.mkdir(parents=True, exist_ok=True)
    for name, version in PACKAGES.items():
        if folder(name).is_dir():
            continue
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*command, "--no-binary", name, "--dest", str(CACHE), f"{name}=={version}"], check=True)
        for archive in CACHE.glob(f"*{version}.tar.gz"):
            with tarfile.open(archive) as tar:
                tar.extractall(CACHE, filter="data")
