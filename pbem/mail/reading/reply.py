"""The words a person typed in a mail, without quotes, signatures and what programs add.

The reader looks at each line a fixed number of times. It finds where quoted mails begin, decides whether their lines
carry quote marks, and takes the rest as typed. If the mail that we sent is known, its lines are recognised without
marks, too. If typed and quoted lines cannot be told apart, the reading is `uncertain`: the mail is refused and shown.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.core.errors import Fault
from pbem.core.words import Say
from pbem.mail.reading.attribution import Marker, find_markers, introduces, is_rule, letters
from pbem.mail.reading.flat import Flat
from pbem.mail.reading.incoming import Incoming
from pbem.mail.reading.languages import phrases
from pbem.mail.reading.normalize import clean, scrub
from pbem.mail.reading.ours import Ours
from pbem.mail.reading.tail import cut_tail, is_answer_like, is_link, is_noise, top_banners

_QUOTED = re.compile(r"(?:>|＞|\|[ >]|[A-Z][A-Za-z]{0,2}>)")
_MARK = re.compile(r"^\s*(?:>|＞|\|(?=[ >])|[A-Z][A-Za-z]{0,2}>)\s?")
_MOST_ASIDE = 400
_DECORATION = re.compile(r"^>+[^<]*<<+\s*$")
_OPEN_LINK = re.compile(r"[<(]https?://[^\s>)]*$")
_LONE_LINK = re.compile(r"^\s*\(?<?https?://[^\s>)]*[>)]*\s*>?\s*$")
_PGP_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_PGP_END = "-----END PGP SIGNATURE-----"
# Links, pictures and the numbers of a list stand in one part of a mail and not in the other.
_EMBEDDED = re.compile(r"<?https?://\S+|\[(?:image|cid):[^\]]*\]|^\s*\(?\d{1,3}[.)]\s+")
_TOGETHER = Say("typed and quoted lines stand together without marks")
_ENDS_OF_SENTENCES = ".!?:;…\"'”)"
_NEARLY_FULL = 62  # programs begin to wrap lines at about this length
_FULL = 68
_LONGEST_TEXT = 400_000
_MOST_LINES = 20_000


class Dropped(NamedTuple):
    reason: str
    text: str


@dataclass(slots=True)
class Reply:
    """What one mail says. `typed` counts; `other` is what the HTML part says, if it differs."""

    typed: str = ""
    dropped: list[Dropped] = field(default_factory=list)
    uncertain: bool = False
    doubts: list[str] = field(default_factory=list)
    other: str | None = None
    aside: list[Dropped] = field(default_factory=list)
    """Dropped lines that are not of our own mail: the player may have typed them, so answers among them are named."""

    @property
    def lines(self) -> list[str]:
        """The typed lines that are not empty; commands are read from them."""
        return [line for line in (clean(line) for line in self.typed.split("\n")) if line]


def reply_text(mail: Incoming | str, sent: str | None = None, page: Sequence[str] = ()) -> Reply:
    """Find what the person typed. `sent` is our mail that is answered, if it is known, `page` what its page says."""
    ours = Ours(sent, page) if sent else None
    if isinstance(mail, str):
        return _read(scrub(mail[:_LONGEST_TEXT]).split("\n"), None, ours)
    reply = _read(mail.text.split("\n"), mail.flat, ours)
    if mail.other is not None:
        _compare(reply, _read(mail.other.lines, mail.other, ours))
    return reply


def _read(lines: list[str], flat: Flat | None, ours: Ours | None) -> Reply:
    rest = lines[_MOST_LINES:]
    sheet = _Sheet(_unarmour(clean_lines(lines[:_MOST_LINES])), flat, ours)
    sheet.walk()
    sheet.trim()
    reply = sheet.reply()
    if rest:
        reply.dropped.append(Dropped("too long", "\n".join(rest[:100])))
        if not reply.dropped[:-1] or sheet.tags[-1] == "typed":
            reply.uncertain = True
            reply.doubts.append(Say("the mail is too long to be read whole"))
    return reply


def clean_lines(lines: list[str]) -> list[str]:
    """Clean lines of invisible characters and odd blanks; plain ASCII has none and takes a short way."""
    if all(map(str.isascii, lines)):
        return [bare if (bare := line.rstrip()) != "--" else line for line in lines]
    return list(map(clean_keep, lines))


def clean_keep(line: str) -> str:
    """Remove invisible characters and odd blanks from a line, but keep its indentation."""
    if line.isascii():
        bare = line.rstrip()
        return bare if bare != "--" else line
    bare = clean(line)
    indent = len(line) - len(line.lstrip())
    return " " * min(indent, 20) + bare if bare else ""


def _unarmour(lines: list[str]) -> list[str]:
    """Remove a PGP signature around the text and undo its escaping of dashes."""
    if f"\n{_PGP_BEGIN}" not in "\n".join(["", *lines]):
        return lines
    out: list[str] = []
    state = "text"
    for line in lines:
        if line.startswith(_PGP_BEGIN):
            state = "armour"
        elif line.startswith(_PGP_SIGNATURE):
            state = "signature"
        elif line.startswith(_PGP_END):
            state = "text"
        elif state == "armour":
            state = "signed" if not line.strip() else state
        elif state == "signed":
            out.append(line[2:] if line.startswith("- ") else line)
        elif state == "text":
            out.append(line)
    return out


class _Sheet:
    """The lines of one mail, each with a tag that says what it is (`typed`, `quote`, `signature` ...)."""

    def __init__(self, lines: list[str], flat: Flat | None, ours: Ours | None) -> None:
        self.lines = lines
        self.ours = ours
        self.tags = ["typed"] * len(lines)
        self.quoted = _quoted(lines)
        self.markers = find_markers(lines, self.quoted)
        self.before: dict[int, str] = {}
        self.doubts: list[str] = []
        if flat is not None:
            self._hints(flat)

    def _hints(self, flat: Flat) -> None:
        """Use the HTML containers by which mail programs mark signatures and quoted mails."""
        for first, end in flat.signature:
            for place in range(first, min(end, len(self.lines))):
                if self.lines[place].strip():
                    self.tags[place] = "signature"
        below = flat.below
        if below is not None and below < len(self.lines) and any(line.strip() for line in self.lines[below:]):
            covering = any(marker.first <= below < marker.last for marker in self.markers.values())
            if not covering:
                self.markers[below] = Marker(below, below, "separator")

    def walk(self) -> None:
        """Go through the lines once: tag quotes, markers, and everything below an unmarked quote."""
        place = 0
        passed = -1  # a hint from HTML may be a marker without lines: do not meet it twice
        count = len(self.lines)
        while place < count:
            marker = self.markers.get(place)
            if marker is not None and place > passed:
                passed = place
                place = self._pass_marker(marker)
            elif self.quoted[place]:
                self.tags[place] = "quote"
                place += 1
            else:
                place += 1
        self._leftovers()
        if self.ours is not None:
            self._with_ours(self.ours)

    def _pass_marker(self, marker: Marker) -> int:
        """Drop the marker; if the quote below it carries no marks, drop that to the end. Return where to go on."""
        if marker.before:
            self.before[marker.first] = marker.before
        reason = "divider" if marker.kind == "divider" else "attribution"
        for place in range(marker.first, marker.last):
            self.tags[place] = reason
        following = marker.last
        while following < len(self.lines) and not self.lines[following].strip():
            following += 1
        if marker.kind not in ("run-on", "divider"):
            if following in self.markers and following >= marker.last and following != marker.first:
                return following
            if following < len(self.lines) and self.quoted[following]:
                return marker.last
        if marker.kind == "divider":
            self._head_of_ours(marker.first)
        self._unmarked(marker.last)
        return len(self.lines)

    def _head_of_ours(self, divider: int) -> None:
        """Drop the head of our mail above our dividing line: without an attribution it looks as if it were typed."""
        place = divider - 1
        while self.ours is not None and place >= 0 and self.tags[place] == "typed":
            if letters(self.lines[place]) not in self.ours.head:
                break
            self.tags[place] = "quote"
            place -= 1
        if self.ours is None and any(self._typed(place) for place in range(divider)):
            self.doubts.append(Say("the beginning of the quoted mail was not recognised"))

    def _unmarked(self, start: int) -> None:
        places = [place for place in range(start, len(self.lines)) if not self._is_marker_line(place)]
        for place in range(start, len(self.lines)):
            self.tags[place] = "quote"
        if self.ours is None:
            return
        sifted = self.ours.sift(self.lines, [place for place in places if not self.quoted[place]])
        if not sifted.is_ours:
            return
        later = [first for first, one in self.markers.items() if first > start and one.kind != "divider"]
        second = min(later, default=None)
        top = next((place for place in places if self.lines[place].strip()), None)
        for place in sifted.typed:
            if place == top and introduces(self.lines[place]):
                self.tags[place] = "attribution"  # `pbem wrote:` alone, recognised by its HTML container
            elif second is None or place < second:
                self.tags[place] = "typed"
        if sifted.doubtful:
            self.doubts.append(_TOGETHER)

    def _is_marker_line(self, place: int) -> bool:
        return any(one.first <= place < one.last for one in (self.markers.get(place),) if one)

    def _leftovers(self) -> None:
        """Drop pieces of quoted lines that lost their mark, such as links that a program broke in two."""
        for place in range(1, len(self.lines)):
            if self.tags[place] != "typed" or self.tags[place - 1] != "quote" or not self.lines[place].strip():
                continue
            before = self.lines[place - 1]
            after = self.tags[place + 1] if place + 1 < len(self.lines) else ""
            if after == "quote" and (_OPEN_LINK.search(before[-300:]) or _LONE_LINK.match(self.lines[place][:500])):
                self.tags[place] = "quote"
            elif after == "quote" and self.ours is None:
                self._torn(before, place)

    def _torn(self, before: str, place: int) -> None:
        """Drop the end of a quoted line that was wrapped on the way: it goes on in small letters below a full line."""
        line = self.lines[place].strip()
        torn = len(before) > _NEARLY_FULL and line[:1].islower() and before.rstrip()[-1] not in _ENDS_OF_SENTENCES
        if torn and not _could_be_move(line):
            self.tags[place] = "quote"
        elif (torn or len(before) > _FULL) and is_answer_like(line):
            self.doubts.append(Fault("typed or the end of a quoted line: {line}", line=line[:100]))

    def _with_ours(self, ours: Ours) -> None:
        """Compare with the mail we sent: find quotes that no sign announces, and lines whose marks were lost."""
        written = [place for place in range(len(self.lines)) if self._typed(place)]
        remarks = ours.remarks(self.lines, written)
        self._beside_ours(ours, sorted(set(written).difference(remarks)))
        for place in remarks:
            self.tags[place] = "quote"

    def _beside_ours(self, ours: Ours, typed: list[int]) -> None:
        """Compare these lines, none of which is a remark of ours."""
        start = ours.start_of_quote(self.lines, typed)
        if start is not None:
            below = [place for place in typed if place >= start]
            sifted = ours.sift(self.lines, below)
            for place in below:
                if place not in sifted.typed:
                    self.tags[place] = "quote"
            unknown = not sifted.is_ours and any(
                is_answer_like(self.lines[place]) and not ours.has(self.lines[place]) for place in below
            )
            if sifted.doubtful or unknown:
                self.doubts.append(_TOGETHER)
        first = next((place for place, tag in enumerate(self.tags) if tag in ("quote", "attribution")), None)
        if first is None:
            return
        quotes = [self.lines[place] for place, tag in enumerate(self.tags) if tag == "quote"]
        marked = Counter(letters(line) for line in quotes)
        after = [place for place in typed if place > first and self._typed(place)]
        certain, doubtful = ours.lost_marks(self.lines, after, marked)
        for place in (*certain, *doubtful):
            self.tags[place] = "quote"
        if doubtful:
            shown = "; ".join(self.lines[place].strip()[:80] for place in doubtful[:5])
            self.doubts.append(Fault("typed or quoted: {lines}", lines=shown))

    def _typed(self, place: int) -> bool:
        return self.tags[place] == "typed" and bool(self.lines[place].strip())

    def trim(self) -> None:
        """Drop signatures, footers, banners and lines of programs from each run of typed lines."""
        words = phrases()
        first = True
        for stretch in self._stretches():
            self._drop_rule(stretch)
        for stretch in self._stretches():
            lines = [self.lines[place] for place in stretch]
            if first and any(line.strip() for line in lines):
                for index in top_banners(lines):
                    self.tags[stretch[index]] = "banner"
                first = False
            end, why = cut_tail(lines)
            for index in range(end, len(stretch)):
                if self.tags[stretch[index]] == "typed":
                    self.tags[stretch[index]] = why
            for index in range(end):
                place = stretch[index]
                if self.tags[place] == "typed" and lines[index].strip():
                    reason = is_noise(lines[index], words)
                    if not reason and index and self.tags[stretch[index - 1]] == "sent from" and is_link(lines[index]):
                        reason = "sent from"
                    if reason:
                        self.tags[place] = reason

    def _drop_rule(self, stretch: list[int]) -> None:
        """Drop a line drawn right above a quote: the program drew it."""
        after = stretch[-1] + 1
        if after >= len(self.tags) or self.tags[after] not in ("quote", "attribution", "divider"):
            return
        full = [place for place in stretch if self.lines[place].strip()]
        if full and is_rule(self.lines[full[-1]]):
            for place in range(full[-1], after):
                self.tags[place] = "attribution"

    def _stretches(self) -> list[list[int]]:
        """Find the runs of typed lines between quotes."""
        runs: list[list[int]] = []
        run: list[int] = []
        for place, tag in enumerate(self.tags):
            if tag == "typed":
                run.append(place)
            elif run:
                runs.append(run)
                run = []
        if run:
            runs.append(run)
        return runs

    def reply(self) -> Reply:
        out: list[str] = []
        dropped: list[tuple[str, list[str]]] = []
        fresh = True  # nothing was typed since the last dropped line: empty lines belong to the quote
        for place, line in enumerate(self.lines):
            tag = self.tags[place]
            if tag == "typed":
                if line.strip() or not fresh:
                    out.append(line.rstrip())
                    fresh = False
                continue
            fresh = True
            if place in self.before:
                out.append(self.before[place])
                line = line[len(self.before[place]) :]
            if dropped and dropped[-1][0] == tag:
                dropped[-1][1].append(line)
            elif line.strip():
                dropped.append((tag, [line]))
        while out and not out[-1].strip():
            out.pop()
        pieces = [Dropped(tag, "\n".join(lines).strip("\n")) for tag, lines in dropped]
        return Reply("\n".join(out), pieces, bool(self.doubts), self.doubts, aside=self._aside())

    def _aside(self) -> list[Dropped]:
        """Collect the dropped lines that are not of our mail, without their quote marks.

        If our mail is not known, a quote mark shows that a line was quoted. Skip quotes of quotes: they are old.
        """
        found: list[Dropped] = []
        for place, line in enumerate(self.lines):
            tag = self.tags[place]
            if tag in ("typed", "divider") or not line.strip():
                continue
            bare = line[len(self.before[place]) :] if place in self.before else line
            if tag in ("quote", "attribution"):
                marked = _MARK.match(bare)
                bare = bare[marked.end() :] if marked else bare
                ours = (bare in self.ours.printed or self.ours.has(bare)) if self.ours is not None else marked
                if ours or _MARK.match(bare) or len(found) >= _MOST_ASIDE:
                    continue
            found.append(Dropped(tag, bare.strip()))
        return found


def _quoted(lines: list[str]) -> list[bool]:
    """Tell which lines carry a quote mark. A mark behind blanks counts only next to other marked lines."""
    flags: list[bool] = []
    last = False  # whether the last line that is not empty was a quote
    for place, line in enumerate(lines):
        if last and line[:1] == ">" and "<<" not in line:  # the quick way: most lines of a reply
            flags.append(True)
            continue
        bare = line.lstrip()
        flag = False
        if bare and _QUOTED.match(bare):
            own = bare[0] == ">" and len(bare) == len(line)
            flag = own or last or (bare[0] == ">" and len(line) - len(bare) > 3)
            if not own and bare[0] not in ">＞":
                flag = last or (place > 0 and lines[place - 1].rstrip().endswith(":")) or _run_of_marks(lines, place)
            if flag and "<<" in bare and _DECORATION.match(bare[:400]):
                flag = False
            if flag and place and not last and _OPEN_LINK.search(lines[place - 1][-300:]):
                flag = False  # the bracket closes a link that was wrapped
        flags.append(flag)
        if bare:
            last = flag
    return flags


def _run_of_marks(lines: list[str], place: int) -> bool:
    """Tell whether three lines in a row begin alike: only then are bars and initials (`AK> text`) quote marks."""
    mark = lines[place].lstrip()[:2]
    following = [line.lstrip()[:2] for line in lines[place + 1 : place + 3] if line.strip()]
    return len(following) == 2 and all(one == mark for one in following)


def _compare(reply: Reply, other: Reply) -> None:
    """Compare text and HTML part. If lines differ that could be moves, the reading is uncertain: nobody chooses."""
    mine, theirs = _meaning(reply), _meaning(other)
    if mine == theirs:
        return
    # It is no contradiction if only one part marks a line as signature; it is one if only one marks it as quote.
    joined, others = "".join(mine) + _set_aside(reply), "".join(theirs) + _set_aside(other)
    only_mine = [line for line in mine if line not in others]
    only_theirs = [line for line in theirs if line not in joined]
    if not only_mine and not only_theirs:
        return
    reply.other = other.typed
    if not reply.typed.strip() and not other.typed.strip():
        return
    plain = {letters(_EMBEDDED.sub("", line)): line for line in (*reply.lines, *other.lines)}
    if any(_could_be_move(plain.get(line, "")) for line in (*only_mine, *only_theirs)):
        reply.uncertain = True
        reply.doubts.append(Say("the text and the HTML part of the mail say different things"))


def _set_aside(reply: Reply) -> str:
    return "".join(letters(one.text) for one in reply.dropped if one.reason not in ("quote", "attribution", "divider"))


def _meaning(reply: Reply) -> list[str]:
    return [text for text in (letters(_EMBEDDED.sub("", line)) for line in reply.lines) if text]


def _could_be_move(line: str) -> bool:
    return is_answer_like(line) or 0 < len(line.split()) <= 4
