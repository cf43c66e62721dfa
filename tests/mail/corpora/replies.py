"""Replies of people in the tests of two public libraries, read by our reader and compared with what they expect.

The test modules are run with stand-ins for the libraries, so that every mail they try is read by our reader, and what
they expect is compared with what we take as typed. Words count, blanks at line ends and markup do not. Both libraries
keep a signature as part of a reply, and talon keeps forwarded mails; we drop them, as docs/move-language.md
says, and such cases are counted as not read.
"""

import contextlib
import os
import re
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pbem.mail.reading.description import run_read
from pbem.mail.reading.html import flatten
from tests.mail.corpora import fetching
from tests.mail.corpora.score import Score


def plain_words(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().split("\n")).strip()


def packed(text: str) -> str:
    """Text of markup without any blanks."""
    return re.sub(r"\s", "", text)


SEEN: list[tuple[bytes, str]] = []
"""Every text that was read, with its kind: `refusals` reads them again under a move."""


def as_mail(body: bytes, kind: str) -> bytes:
    head = f"From: somebody@example.org\nSubject: Re: test\nContent-Type: text/{kind}; charset=utf-8\n\n"
    return head.encode() + body


def typed(text: str | bytes, kind: str) -> str:
    """What `pbem mail read --reply` says about a mail that has this text as its body."""
    body = text if isinstance(text, bytes) else text.encode()
    if (body, kind) not in SEEN:
        SEEN.append((body, kind))
    return run_read("reply", as_mail(body, kind))


@contextlib.contextmanager
def stand_ins(modules: dict[str, types.ModuleType], folder: Path) -> Iterator[None]:
    kept = {name: sys.modules.get(name) for name in modules}
    here = Path.cwd()
    sys.modules.update(modules)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)
        for name, module in kept.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def module(name: str, **names: Any) -> types.ModuleType:
    made = types.ModuleType(name)
    made.__dict__.update(names)
    return made


class FromPlain(str):
    """What our reader took from a plain text."""


class FromHtml(str):
    """What our reader took from HTML."""


def run_module(path: Path, package: str, names: dict[str, Any]) -> dict[str, Any]:
    """A test module's names, its relative imports turned into ours."""
    source = re.sub(r"^from \. ?\w* import \*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    space: dict[str, Any] = {"__name__": package, **names}
    exec(compile(source, str(path), "exec"), space)
    return space


def talon() -> Score:
    """Every comparison talon's tests make with what was extracted from a plain text or from HTML."""
    folder = fetching.folder("talon")
    score = Score()
    running = [""]

    def extract_from_plain(text: Any) -> FromPlain:
        return FromPlain(typed(text, "plain"))

    def extract_from_html(text: Any) -> FromHtml:
        return FromHtml(typed(text, "html"))

    def expect(expected: Any, got: Any, *_: Any) -> None:
        if isinstance(expected, (FromPlain, FromHtml)):
            expected, got = got, expected
        name = f"{running[0]} {len(score.right) + len(score.wrong)}"
        if isinstance(got, FromPlain):
            score.count(name, plain_words(expected), plain_words(got))
        elif isinstance(got, FromHtml):
            score.count(name, packed(flatten(expected).text), packed(got))

    class Whitespace:
        """Keeps the kind of text while blanks are taken out."""

        def sub(self, _new: str, text: str) -> str:
            return type(text)(re.sub(r"\s", "", text)) if isinstance(text, FromHtml) else text

    quotations = module("talon.quotations", extract_from_plain=extract_from_plain, extract_from_html=extract_from_html)
    utils = module("talon.utils", html_to_text=lambda text: Encoded(text), _MAX_TAGS_COUNT=419)
    base = module("talon", quotations=quotations, utils=utils, init=lambda: None)
    six = module("six", text_type=str, StringIO=None)
    moves = module("six.moves", range=range)

    class Encoded(FromHtml):
        def decode(self, *_: Any) -> FromHtml:
            return FromHtml(self)

    class patch:
        @staticmethod
        def object(*_: Any) -> Callable[[Any], Any]:
            return lambda function: None  # tests that reach into the library say nothing about mails

    modules = {"talon": base, "talon.quotations": quotations, "talon.utils": utils, "six": six, "six.moves": moves}
    tests = folder / "tests"
    fixtures = tests / "fixtures"
    names = {
        "eq_": expect, "ok_": lambda *_: None, "assert_false": lambda *_: None, "patch": patch, "Mock": dict,
        "STANDARD_REPLIES": "tests/fixtures/standard_replies",
        "REPLY_QUOTATIONS_SHARE_BLOCK": (fixtures / "reply-quotations-share-block.eml").read_text(encoding="utf-8"),
        "OLK_SRC_BODY_SECTION": (fixtures / "OLK_SRC_BODY_SECTION.html").read_text(encoding="utf-8"),
        "REPLY_SEPARATED_BY_HR": (fixtures / "reply-separated-by-hr.html").read_text(encoding="utf-8"),
    }  # fmt: skip
    with stand_ins(modules, folder):
        for file in ("text_quotations_test.py", "quotations_test.py", "html_quotations_test.py"):
            space = run_module(tests / file, "talon_tests", names)
            space["RE_WHITESPACE"] = Whitespace()
            for name, test in list(space.items()):
                if name.startswith("test_") and callable(test):
                    running[0] = name
                    _run(test, expect)
    return score


def _run(test: Callable[[], Any], expect: Callable[..., None]) -> None:
    """Run one test; those that look into the library's inner parts end early and count nothing."""
    try:
        made = test()
    except (AttributeError, TypeError):
        return
    if made is not None:
        for check, *given in made:
            check(*given)


def quotequail() -> Score:
    """What stands above the quote, for every mail of quotequail's tests of quoting."""
    folder = fetching.folder("quotequail")
    score = Score()
    given: list[tuple[Any, ...]] = []

    class Mark:
        @staticmethod
        def parametrize(_names: Any, rows: list[tuple[Any, ...]]) -> Callable[[Any], Any]:
            given.extend(rows)
            return lambda function: function

    modules = {
        "pytest": module("pytest", mark=Mark),
        "quotequail": module("quotequail", quote=None, quote_html=None, unwrap_html=None),
    }
    with stand_ins(modules, folder):
        for file in ("test_quote.py", "test_quote_html.py"):
            given.clear()
            run_module(folder / "tests" / file, "quotequail_tests", {})
            for number, (text, _, parts) in enumerate(given):
                expected = "".join(words for is_top, words in parts if is_top)
                if "html" in file:
                    score.count(f"{file} {number}", packed(flatten(expected).text), packed(typed(text, "html")))
                else:
                    score.count(f"{file} {number}", plain_words(expected), plain_words(typed(text, "plain")))
    return score
