"""Docstrings of functions begin with a verb in the imperative: `Cut a line`, neither `Cuts a line` nor `A line`."""

from __future__ import annotations

import re

from tests.architecture.source import SOURCES, relative, source

WORDS = """
Add Address Adjudicate Adjust Aim Align Allow Announce Answer Append Apply Ask Award Begin Bid Blot Break Bring
Build Call Cancel Carry Change Check Choose Clean Clear Close Collect Commit Compare Compile Compose Compute
Confirm Copy Correct Count Curse Cut Deal Decide Declare Decline Decode Delete Describe Destroy Digest Discard
Do Draw Drop Encode End Enter Escape Exchange Explain Extend Feed Fetch File Fill Find Finish Fit Fix Fold Force
Forfeit Forget Gain Gather Give Go Grade Grant Group Guess Halve Hand Have Hear Hide Hold Import Join Journal
Judge Keep Kill Label Lay Leave Let Lift List Listen Load Lock Look Lower Mail Make Map Mark Match Move Name
Note Notice Offer Open Order Owe Pack Pair Pause Pay Perform Place Plan Play Prefer Prepare Print Process
Produce Promise Prompt Push Put Raise Rank Ransom Read Reckon Recognise Record Reduce Refill Refuse Register
Relocate Remember Remove Replace Replay Report Require Reshuffle Resolve Return Reward Roll Round Run Save Say
Score Seal Seat See Send Set Shorten Show Shuffle Skip Slide Sort Split Start Step Stop Store Strengthen Strike
Suggest Sum Supply Suppose Sync Take Tell Terminate Test Tidy Trigger Try Turn Undo Unpack Use Wait Weigh Word
Work Wrap Write Yield
"""
"""What a function may be told to do. Ruff's D401 refuses openings that it knows to be no imperative; nouns, ids and
examples it lets pass, so the first word must stand here. A verb that is missing is to be added."""

VERBS = frozenset(WORDS.split())


def test_docstrings_begin_with_a_verb() -> None:
    """Of every function and method that is no property (CONTRIBUTING.md)."""
    assert {"Cut", "Return", "Tell"} <= VERBS and not {"Cuts", "Whether", "Cards", "The", "What"} & VERBS
    found = [
        f"{relative(path)}:{line}: {opening}"
        for path in SOURCES
        for line, opening in source(path).openings
        if not (first := re.match(r"[A-Z][a-z]+\b", opening)) or first[0] not in VERBS
    ]
    assert found == [], "begin with an imperative verb; one that is missing in VERBS may be added there"
