"""What was read as expected, and what was not."""

from dataclasses import dataclass, field


@dataclass
class Score:
    """One comparison a case; cases of one test begin with its name, so that whole tests can be counted, too."""

    right: list[str] = field(default_factory=list)
    wrong: list[tuple[str, str, str]] = field(default_factory=list)

    def count(self, name: str, expected: str, got: str) -> None:
        if expected == got:
            self.right.append(name)
        else:
            self.wrong.append((name, expected, got))

    @property
    def total(self) -> int:
        return len(self.right) + len(self.wrong)

    def tests(self) -> tuple[int, int]:
        """How many test functions have all their comparisons right, and how many compare at all."""
        failed = {name.split()[0] for name, _, _ in self.wrong}
        seen = failed | {name.split()[0] for name in self.right}
        return len(seen - failed), len(seen)
