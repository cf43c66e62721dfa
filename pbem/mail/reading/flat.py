"""Lines of a text with what HTML said about them; apart from the HTML reader, which plain mails do not need."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Flat:
    """Lines of an HTML part, and at which of them a signature or the quoted mail stands."""

    lines: list[str] = field(default_factory=list)
    signature: list[tuple[int, int]] = field(default_factory=list)  # from this line to before that line
    below: int | None = None  # from this line on stands the mail that is being answered
    struck: bool = False

    @property
    def text(self) -> str:
        return "\n".join(self.lines)
