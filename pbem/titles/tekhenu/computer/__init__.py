"""The greedy player: what an answer is worth to it."""
