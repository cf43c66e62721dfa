"""The component tables in detail: their models, the check of a table, and the parts made from it."""
