"""Conflicts: dominance, Battles, killings, and what follows them (A-CONF, A-DOM, A-BATTLE)."""
