"""The four actions (A-MOVE, A-SUMMON, A-GAIN, A-UNLOCK)."""
