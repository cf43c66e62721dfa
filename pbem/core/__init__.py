"""The rules engine: questions, procedures, chance, events. It imports nothing else of ours."""
