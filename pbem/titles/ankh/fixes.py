"""Numbered corrections of the rules (`Title.fixes`): a game keeps those that it began with, until its moderator brings
the others in (`mod data`). A rule asks `NAME in t.live.fixes`."""

from __future__ import annotations

__all__ = ["FIXES", "NOTES", "ORDER_IN_TURN"]

ORDER_IN_TURN = "F1"
"""Whoever triggers a Palace and wins a chamber gives the palace order in the turn (P-PBEM-1)."""

FIXES = (ORDER_IN_TURN,)
NOTES = {
    ORDER_IN_TURN: "whoever triggers the Palace and wins a chamber says in that turn what to take (P-PBEM-1)",
}
"""What players are told when a game gets them."""
