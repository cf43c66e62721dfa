"""The titles: each game plugged into the engine."""
