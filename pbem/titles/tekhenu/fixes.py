"""Numbered corrections of the rules (`Title.fixes`): a game keeps those that it began with, until its moderator brings
the others in (`mod data`). A rule asks `NAME in t.live.fixes`."""

from __future__ import annotations

EXACT = "F1"
"""What a card in hand brings between die and action counts for every die and every value (T-TURN-6)."""

NEWCOMERS = "F2"
"""A Technology taken by an action does not pay for that action (RUL-69)."""

ANY_MOMENT = "F3"
"""B07 and B08 can be played before every question of the own turn, inside an action too (RUL-70)."""

ONCE = "F4"
"""Once in a turn is reckoned as in Time of Seth: an occasion that does not fit uses nothing up (RUL-16, S-TRIG). With
Time of Seth a die that has to be used is not placed without an action (S-R-39), which came at the same time."""

SURE = "F5"
"""What a rebuilt deck lays out for certain counts, and the card that is played for it (T-TURN-6, RUL-66)."""

IN_TURN = "F6"
"""Time of Seth: what comes ahead of a Thoth action below a column comes only if that action is done (S-R-15, T20), and
a resource owed through D23 is there before bread is paid with it (S-R-10)."""

WHOLE = "F7"
"""A card for an extra action that was played and comes back in the same turn is too late (RUL-46), and the look at what
can still be completed is never broken off (T-TURN-6)."""

EACH_KIND = "F8"
"""A refresh counts also where it is cards of another kind that make its section large enough, and where it hangs on the
kind of a useless card that was taken before; not if a card that was played as the die was taken lies there as well
(T-TURN-6, RUL-66)."""

FIXES = (EXACT, NEWCOMERS, ANY_MOMENT, ONCE, SURE, IN_TURN, WHOLE, EACH_KIND)
NOTES = {
    EXACT: "dice and values that only cards in hand make possible are offered (T-TURN-6)",
    NEWCOMERS: "a technology taken by an action does not pay for that action (RUL-69)",
    ANY_MOMENT: "B07 and B08 can be played before every question of your turn, inside an action too (RUL-70)",
    ONCE: "an effect that works once in a turn is not used up by an occasion that does not fit (RUL-16)",
    SURE: "what is offered counts on cards that a refresh is certain to lay out from the discards (RUL-66)",
    IN_TURN: "a Thoth action below a column that is declined brings no papyrus of T20 (S-R-15)",
    WHOLE: "a blessing for an extra action works once in a turn, even if a refresh brings it back (RUL-46)",
    EACH_KIND: "what is offered counts on every card that refreshes lay out for certain, in whatever order (RUL-66)",
}
"""What players are told when a game gets them."""
