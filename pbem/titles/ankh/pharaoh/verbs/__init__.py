"""The vocabulary of effects: one function for each verb."""
