"""The course of a game: set-up, turns, the merge, the end, and scenarios with rules of their own."""
