"""What titles share: SVG shapes, sourced component tables, payments, hidden exchange.

Nothing here knows a title; a title takes what it needs. Text tables are in `pbem.core.document`, corrections of
component tables in `pbem.core.overlay`, digests of rules in `pbem.core.rulebook`, greedy ranking in `pbem.core.asking`.
"""
