"""Time of Seth for one player: what Botankhamun and the expansion need of each other (S-BOT)."""
