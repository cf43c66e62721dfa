"""Time of Seth, the expansion: a module of Tekhenu (S-...)."""
