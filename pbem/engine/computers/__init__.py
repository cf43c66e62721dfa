"""Computer players: whole turns, whole games, suggestions, and what checks ask of a seat's sight."""
