"""People: who holds a seat, where their mail goes, and what the roster must learn."""
