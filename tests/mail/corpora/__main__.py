"""Fetch the corpora, read them, print a table; fails when a figure is below its goal."""

import argparse
from collections.abc import Callable

from tests.mail.corpora import classes, fetching, refusals, replies
from tests.mail.corpora.score import Score

CORPORA: tuple[tuple[str, Callable[[], Score], float], ...] = (
    ("replies, talon 1.4.4", replies.talon, 66 / 79),
    ("replies, quotequail 0.5.4", replies.quotequail, 1),
    ("machines, flufl.bounce 6.0.0", classes.machines, 240 / 242),
    ("people, six packages", classes.people, 1),
    ("moves over all these mails", refusals.alarms, 0.99),
    ("moves over each of their lines", refusals.lines, 0.995),
    ("nothing named in their answers", refusals.named, 0.98),
)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--verbose", action="store_true", help="show what was read differently")
    chosen = options.parse_args()
    fetching.fetch()
    low = False
    print(f"{'':30} {'right':>6} {'of':>5}   {'goal':>5}   whole tests")
    for name, measure, goal in CORPORA:
        score = measure()
        whole = "{} of {}".format(*score.tests()) if name.startswith("replies") else ""
        print(f"{name:30} {len(score.right):6} {score.total:5}   {goal:5.1%}   {whole}".rstrip())
        low = low or len(score.right) < goal * score.total
        for case, expected, got in score.wrong if chosen.verbose else ():
            print(f"  {case}\n    expected {expected[:300]!r}\n    read     {got[:300]!r}")
    return 1 if low else 0


if __name__ == "__main__":
    raise SystemExit(main())
