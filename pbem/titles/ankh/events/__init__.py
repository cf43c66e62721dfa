"""Events that concern the player who triggered them (A-CTRL, A-CARA)."""
