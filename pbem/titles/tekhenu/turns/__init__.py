"""Turns (T-TURN): taking a die, what it can pay for, what may come between, and whether a turn can be completed."""
