"""The Vizier's challenge for two players, with or without Time of Seth (S-VIZ)."""
