"""What is hard to get right, phrase by phrase, with the tests that show it: each is there and cites its rules."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

PHRASES = {
    "participants are fixed at the card step": "hard_phrases:participants_are_fixed_at_the_card_step",
    "has units is read again after each Plague": "hard_phrases:units_are_looked_for_again_after_each_plague",
    "Cat Mummies cost at once on a Plague": "guardians:a_cat_killed_by_plague_costs_at_once",
    "and after the gains, before Miracle, in the resolution":
        "guardians:cats_in_the_resolution_cost_after_the_gains_and_before_miracle",
    "a relocation can cancel a later battle": "battles:a_relocation_can_cancel_a_later_battle",
    "every pass ascends from a snapshot": "hard:a_pass_ascends_from_a_snapshot",
    "a loss on 0 reorders nothing": "guardians:a_loss_on_nothing_reorders_nothing",
    "the win is checked after every single marker": "hard_phrases:the_win_is_checked_after_every_single_marker",
    "one gain is one Bountiful check": "hard_phrases:one_gain_is_one_bountiful_check",
    "red can end between majority and win": "powers:red_can_end_between_majority_and_win",
    "one action a seat": "merge:one_action_a_turn_each",
    "one hand, pool and set of bases": "hard:one_hand_one_pool_one_set_of_bases",
    "both abilities": "merge:the_greater_ones_powers_and_both_abilities",
    "two Cat Mummies": "hard:two_cat_mummies_of_the_pair",
    "prisoners by who was Anubis": "hard:prisoners_by_who_was_anubis merge:lesser_anubis_frees_the_greater_ones",
    "removed figures never return": "hard_phrases:removed_figures_never_return",
    "Apep stands in up to three regions": "guardians:apep_stands_in_three_regions",
    "Apep is adjacent across rivers and camels": "hard:apep_is_adjacent_across_rivers_and_camels",
    "Apep owes a card in each battle": "guardians:apep_owes_a_card_in_every_battle",
    "Apep dies once": "hard_phrases:apep_dies_once",
    "Isis on water is protected by an enemy of another region":
        "guardians:isis_on_water_is_protected_from_another_region",
    "killings of their own for Anubis": "hard:every_killing_of_its_own_for_anubis hard:anubis_traps_twice_in_a_battle",
    "a Mummy can die twice": "guardians:a_mummy_can_die_twice_in_a_battle",
    "Miracle counts Plague and resolution": "battles:miracle_counts_the_battle",
    "Isis' protection is judged before anything is removed":
        "hard:isis_is_judged_before_anything_is_removed hard:isis_and_a_plague",
    "Flood, Build, bid, Commanding, Worshipful": "hard:followers_come_and_go_in_order",
    "chains: pyramids, underworld, ransom": "hard:a_chain_of_everything turns:a_chain_of_summons",
    "chains: Apep": "hard:the_regular_summon_is_used_up_by_what_no_extra_covers "
        "guardians:apep_as_an_extra_uses_water_beside_its_pyramid",
    "the order decides legality": "turns:the_order_of_a_chain_decides",
    "Underworld spaces are closed to every placement by others":
        "hard:the_underworld_is_closed_to_others hard:a_mummy_does_not_rise_from_the_underworld "
        "guardians:satet_does_not_enter_the_underworld",
    "neither desert nor flood": "hard_phrases:the_underworld_is_neither_desert_nor_flood",
    "The People's Revolt: killing turned round": "merge:the_winner_pays merge:nobody_wins_and_nobody_dies",
    "for dominance too": "hard_phrases:killing_is_turned_round_for_dominance_too merge:dominance_kills_too",
    "the token removed is the highest on the map": "hard_phrases:the_token_removed_is_the_highest_on_the_map",
    "tracks after eliminations": "hard:tracks_and_figures_stay_after_eliminations merge:tracks_keep_their_length",
    "one guardian figure a kind with two players": "hard:figures_by_players",
    "sealed gives the same as per_battle": "sealed:the_same_in_both_modes",
}  # fmt: skip
RULE = re.compile(r"\bA-[A-Z]+-[A-Z0-9]+")


@pytest.mark.parametrize("phrase", PHRASES)
def test_every_phrase_has_a_test_that_cites_its_rules(phrase: str) -> None:
    for named in PHRASES[phrase].split():
        module, _, name = named.partition(":")
        shown = getattr(import_module(f"tests.titles.ankh.test_{module}"), f"test_{name}")
        assert RULE.search(shown.__doc__ or ""), named
