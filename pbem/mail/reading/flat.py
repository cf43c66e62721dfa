"""Lines of a text with hints from HTML. A module of its own, so that plain mails need not load the HTML reader."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Flat:
    """The lines of an HTML part, and where in them signatures and the quoted mail stand."""

    lines: list[str] = field(default_factory=list)
    signature: list[tuple[int, int]] = field(default_factory=list)  # from one line up to, not including, another
    below: int | None = None  # the mail that is answered begins at this line
    struck: bool = False

    @property
    def text(self) -> str:
        return "\n".join(self.lines)
