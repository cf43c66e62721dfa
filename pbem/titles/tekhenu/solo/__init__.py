"""Botankhamun, the opponent of a single player: a module of Tekhenu (T-BOT)."""
