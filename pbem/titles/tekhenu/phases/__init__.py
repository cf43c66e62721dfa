"""The phases of a game (T-FLOW): set-up, rotation, Maat, scoring, the end, and what only they do."""
