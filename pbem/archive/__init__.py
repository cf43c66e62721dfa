"""Archives: one file per game that anybody can read, replay and verify years later."""
