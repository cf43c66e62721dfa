"""Tekhenu: Obelisk of the Sun."""
