"""Upkeep: the clock's runs, the daily round, inspections, limits and trouble of ours."""
