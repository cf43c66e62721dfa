"""The component tables for people: every value beside its mark, to compare with the box (`pbem data`).

Every house value is marked `(house)` wherever it is shown; `(public)` and `(owner)` mark the other sources that are
not the rulebooks themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import fill
from typing import Any

from pbem.core.words import Listed, Say, Word
from pbem.kit.sources import WIDTH, house_values, mark_of, part
from pbem.titles.tekhenu.board import words
from pbem.titles.tekhenu.components import SIDES, digest_of
from pbem.titles.tekhenu.seth.tables import parts as seth_parts

CARD_TABLES = (
    ("blessings", "Blessings"),
    ("technologies", "Technologies"),
    ("decrees", "Decrees"),
    ("starting_cards", "Starting cards"),
    ("destiny_cards", "Destiny cards"),
)
_PLURAL = {"scribe": "scribes", "vp": "VP"}


def tables(raw: Mapping[str, Any]) -> str:
    """All tables as text of at most 78 columns, to lie beside the box."""
    raw, seth = {key: value for key, value in raw.items() if key != "seth"}, raw.get("seth")
    parts = [
        _head(raw),
        part("Wheel and dice", _wheel(raw)),
        part("Pieces and start", _pieces(raw)),
        part("Statues", _statues(raw)),
        part("Building row", _building_row(raw)),
        part("People track", _people(raw)),
        part("Maat and scoring", _scoring(raw)),
        part("Card market", _market(raw)),
        part("Temple spaces (a1 is north-west, e5 south-east)", _temple(raw)),
        part("Temple border", _border(raw)),
        part("Building spots at the temple", _building_spots(raw)),
        part("Statue spots for the people", _people_spots(raw)),
        part("Display at Ra", _ra(raw)),
        part("Pillar tiles (edges north, east, south, west)", _tiles(raw)),
        part("Horus positions", _horus(raw)),
        part("Osiris area (row 1 on top)", _osiris(raw)),
        *(part(title, _cards(raw[table])) for table, title in CARD_TABLES),
        part("Solo opponent", _bot(raw)),
        part("Rulings that are values", [option_text(name, entry) for name, entry in raw["options"].items()]),
        part("Public sources", [f"{key}: {text}" for key, text in raw["public_sources"].items()]),
    ]
    if seth is not None:
        parts += seth_parts(seth)
    return "\n".join(parts)


def _head(raw: Mapping[str, Any]) -> str:
    count = len(house_values(raw))
    text = (
        f"Values marked (house) are ours, {count} entries; please correct them from your box. (public) comes from a "
        "source listed at the end, (owner) from this home's data/tekhenu.json. All else is from the rulebooks."
    )
    return f"{raw['title']}: component tables\ndigest {digest_of(raw)[:16]}\n\n{fill(text, WIDTH)}\n"


def amounts_text(amounts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {_word_for(kind, n)}" for kind, n in amounts.items())


def _word_for(kind: str, count: int) -> str:
    return kind if count == 1 and kind != "vp" else _PLURAL.get(kind, kind)


def _numbers(values: Iterable[Any]) -> str:
    return ", ".join(str(value) for value in values)


def _wheel(raw: Mapping[str, Any]) -> Iterator[str]:
    wheel, dice = raw["wheel"], raw["dice"]
    colours = ("white", "yellow", "black", "brown", "grey")
    yield f"sections clockwise: {_numbers(wheel['sections_clockwise']['value'])}{mark_of(wheel['sections_clockwise'])}"
    light = wheel["light_clockwise_from_arrow"]
    yield f"light clockwise from the arrow: {_numbers(light['value'])}{mark_of(light)}"
    markers = wheel["scoring_markers"]
    first, second = markers["first_offset_from_start_arrow"], markers["second_offset_from_start_arrow"]
    yield f"scoring markers: {first} and {second} sections clockwise from the arrow at the start"
    counts = dice["per_colour"]
    yield "dice: " + ", ".join(f"{counts[colour]} {colour}" for colour in colours) + mark_of(counts)
    for players in "432":
        removed = dice["removed_by_player_count"][players]
        out = ", ".join(f"{n} {colour}" for colour, n in removed.items()) or "none"
        yield f"left out with {players} players: {out}"
    for colour in colours:
        row = dice["purity"][colour]
        made = dice["produces"][colour] or "nothing"
        yield f"{colour:<7} sunny {row['sunny']:<10} shaded {row['shaded']:<10} dark {row['dark']:<10} makes {made}"


def _pieces(raw: Mapping[str, Any]) -> Iterator[str]:
    pieces, start, decks = raw["player_pieces"], raw["player_start"], raw["decks"]
    yield f"each player: {pieces['buildings']} buildings, {pieces['pillars']} pillars, {pieces['statues']} statues"
    yield (
        f"start: {start['vp']} VP, happiness {start['happiness']}, population {start['population']}, "
        f"{start['gold']} gold, {start['scribe']} scribe, production {start['production']}"
    )
    yield f"production runs from {raw['production_track']['min']} to {raw['production_track']['max']}"
    yield "colours: " + ", ".join(f"{entry['id']}{mark_of(entry)}" for entry in raw["players"]["colours"])
    kinds = ("blessing", "technology", "decree", "starting", "destiny")
    yield "cards: " + ", ".join(f"{decks[kind]} {kind}" for kind in kinds)
    dealt = raw["starting_cards_dealt"]
    shown = _numbers(dealt[players] for players in "234")
    yield f"starting cards laid out with 2, 3, 4 players: {shown}; alone {dealt['solo']}"
    box = raw["token_supply"]["counts_in_box"]
    basic = box["each_basic_resource"]
    yield (
        f"tokens in the box: {box['scribe']['value']} scribes, {box['faith']['value']} faith, "
        f"{box['gold']['value']} gold{mark_of(box['gold'])}, each basic resource {basic['ones']} ones and "
        f"{basic['fives']} fives{mark_of(basic)}"
    )


def _statues(raw: Mapping[str, Any]) -> Iterator[str]:
    statues = raw["statues"]
    costs = statues["costs_granite_left_to_right"]
    yield f"cost in granite from the left: {_numbers(costs['value'])}{mark_of(costs)}"
    scores = statues["scoring_by_count"]
    yield f"VP for 0 to 6 statues: {_numbers(scores['value'])}{mark_of(scores)}"
    spots = statues["god_spots_per_god"]
    yield f"spots at each god with 2, 3, 4 players: {spots['2']}, {spots['3']}, {spots['4']}"


def _building_row(raw: Mapping[str, Any]) -> Iterator[str]:
    row = raw["building_row"]
    for slot in row["left_to_right"]:
        shown = [f"{slot['bread']} bread"] * bool(slot["bread"]) + [f"{slot['vp']} VP"] * bool(slot["vp"])
        yield f"slot {slot['slot']:>2}: {', '.join(shown) or 'nothing'}{mark_of(slot, row)}"


def _people(raw: Mapping[str, Any]) -> Iterator[str]:
    track = raw["people_track"]
    yield f"runs from {track['min']['value']} to {track['max']['value']}{mark_of(track['max'])}"
    yield f"triangles at {_numbers(track['triangles']['thresholds'])}{mark_of(track['triangles'])}"
    scores = track["happiness_scoring_vp"]
    yield f"VP for happiness at the triangles: {_numbers(scores['value'])}{mark_of(scores)}"
    for reward in track["happiness_rewards"]:
        gain = reward["gain"]
        text = "any action with any value" if "extra_action" in gain else amounts_text(gain)
        yield f"happiness {reward['at']}: {text}{mark_of(reward)}"
    unlock = track["market_unlock_population"]
    yield f"population opens market section III at {unlock['III']}, IV at {unlock['IV']}{mark_of(unlock)}"


def _scoring(raw: Mapping[str, Any]) -> Iterator[str]:
    for entry in raw["maat"]["balance_penalty"]:
        low = "and worse" if entry["from"] is None else f"to {entry['from']}"
        yield f"balance {entry['to']} {low}: {entry['vp']} VP{mark_of(entry, raw['maat'])}"
    scoring = raw["scoring"]
    yield f"district: {scoring['district_vp']} VP; production on its last step: {scoring['production_at_max_vp']} VP"
    yield (
        f"temple: {scoring['temple_building_or_statue_vp']} VP for a building or statue, "
        f"{scoring['temple_pillar_vp_per_own_aligned_piece']} VP for a pillar and each own piece in line"
    )
    yield f"bread not paid: {scoring['unpaid_bread_vp']} VP each"
    first, second = scoring["end_first_in_order_vp"], scoring["end_second_in_order_vp_3_or_4_players"]
    yield f"end: first in order {first} VP, second {second} VP (3 or 4 players)"
    yield f"decrees: at most {scoring['max_decrees']}, {scoring['max_decrees_per_type']} of each type"


def _market(raw: Mapping[str, Any]) -> Iterator[str]:
    market = raw["market"]
    for section in market["sections"]:
        opens = section["opens"]
        when = "from the start" if opens == "setup" else f"at population {opens['population']}"
        colour = f"{section['colour']['value']}{mark_of(section['colour'])}"
        yield (
            f"{section['id']}, {colour}: {', '.join(section['slots'])}; opens {when}; needs happiness "
            f"{section['needs_happiness']}"
        )
    order = market["slot_order"]
    yield f"order of the slots: {order['value']}{mark_of(order)}"
    for row in market["thoth"]:
        cards = f"{row['cards']} card{'s' * (row['cards'] != 1)}"
        yield f"Thoth with {' or '.join(map(str, row['die']))}: {cards} for {row['papyrus']} papyrus"
    yield f"refreshing a section: {market['refresh']['papyrus']} papyrus"
    yield f"left out with 2 players and alone: {', '.join(market['removed_2p_and_solo'])}"


def space_name(space: Mapping[str, Any]) -> str:
    return f"{'abcde'[space['col'] - 1]}{space['row']}"


def space_text(space: Mapping[str, Any], parent: Mapping[str, Any]) -> str:
    return Say(
        "{space} {reward}{mark}", space=space_name(space), reward=words(space["reward"]), mark=mark_of(space, parent)
    )


def _temple(raw: Mapping[str, Any]) -> Iterator[str]:
    parent = raw["temple"]["spaces"]
    spaces = sorted(parent["list"], key=lambda s: (s["row"], s["col"]))
    cells = [space_text(space, parent) for space in spaces]
    for row in range(5):
        line = cells[row * 5 : row * 5 + 5]
        yield "".join(cell.ljust(26) for cell in line[:3]).rstrip()
        yield "".join(cell.ljust(26) for cell in line[3:]).rstrip()


def _border(raw: Mapping[str, Any]) -> Iterator[str]:
    temple = raw["temple"]
    edges = temple["outer_edges"]
    names = {
        "N_west_to_east": "north, from the west",
        "E_north_to_south": "east, from the north",
        "S_west_to_east": "south, from the west",
        "W_north_to_south": "west, from the north",
    }
    for key, label in names.items():
        yield f"{label}: {_numbers(edges[key])}{mark_of(edges)}"
    yield f"edge colours: {_numbers(temple['edge_colours']['value'])}{mark_of(temple['edge_colours'])}"


def _plain(value: Any) -> Any:
    return value["value"] if isinstance(value, Mapping) else value


def spot_text(spot: Mapping[str, Any], parent: Mapping[str, Any]) -> str:
    own = spot if "source" in spot else parent
    players, bread = spot["min_players"], spot["bread"]
    return Say(
        "{spot}: {line}, from {n} players{asked}, {bread}{price}", spot=spot["id"], line=_line(spot), n=_plain(players),
        asked=mark_of(players, own), bread=words({"bread": _plain(bread)}), price=mark_of(bread, own),
    )  # fmt: skip


def _line(spot: Mapping[str, Any]) -> str:
    return Say("row {n}", n=spot["line_no"]) if spot["line"] == "row" else Say("column {n}", n=spot["line_no"])


def _building_spots(raw: Mapping[str, Any]) -> Iterator[str]:
    parent = raw["temple"]["building_spots"]
    yield from (spot_text(spot, parent) for spot in parent["list"])


def _statue_spot(spot: Mapping[str, Any], parent: Mapping[str, Any]) -> str:
    gold, mark = words({"gold": parent["gold_at_setup"]}), mark_of(spot, parent)
    if "above" in spot:
        above = Listed([Word(name) for name in spot["above"]], Say(" and "))
        return Say(
            "{spot}: Osiris area, above {above}{mark}, {gold}", spot=spot["id"], above=above, mark=mark, gold=gold
        )
    sides = {"N": Say("north side"), "E": Say("east side"), "S": Say("south side"), "W": Say("west side")}
    return Say(
        "{spot}: temple, {line}{mark}, {side}{where}, {gold}", spot=spot["id"], line=_line(spot), mark=mark,
        side=sides[spot["side"]["value"]], where=mark_of(spot["side"]), gold=gold,
    )  # fmt: skip


def statue_spot_texts(raw: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Id and text of the four spots for the people."""
    for area in ("temple", "osiris"):
        parent = raw[area]["statue_spots"]
        for spot in parent["list"]:
            yield spot["id"], _statue_spot(spot, parent)


def _people_spots(raw: Mapping[str, Any]) -> Iterator[str]:
    yield from (text for _, text in statue_spot_texts(raw))
    temple = raw["temple"]
    yield f"VP for each own pillar in line of a new statue: {temple['statue_vp_per_own_pillar']['value']}"
    yield f"VP for each own pillar in line of a new building: {temple['hathor_vp_per_own_pillar']['value']}"
    yield f"a matching edge on a corner counts {temple['corner_edge_multiplier']['value']} times"


def _ra(raw: Mapping[str, Any]) -> Iterator[str]:
    display = raw["ra_display"]
    for place in display["spaces_left_to_right"]:
        yield f"{place['id']}: die {' or '.join(map(str, place['die']))}, {place['vp']} VP{mark_of(place, display)}"


def cost_text(tile: Mapping[str, Any]) -> str:
    return Say("{cost}{mark}", cost=words({"limestone": tile["cost"]["limestone"]}), mark=mark_of(tile["cost"]))


def edges_text(tile: Mapping[str, Any]) -> str:
    edges = Listed([Word(tile["edges"][side]) for side in SIDES], " ")
    return Say("{edges}{mark}", edges=edges, mark=mark_of(tile["edges"]))


def _tiles(raw: Mapping[str, Any]) -> Iterator[str]:
    for tile in raw["pillar_tiles"]:
        light = tile["ability"]["light"] or "-"
        yield f"{tile['id']} {light:<6} {cost_text(tile)}; {edges_text(tile)}"
        yield f"    {tile['text']}"


def position_text(entry: Mapping[str, Any]) -> str:
    return Say("position {n}: {bonus}{mark}", n=entry["position"], bonus=words(entry["bonus"]), mark=mark_of(entry))


def _horus(raw: Mapping[str, Any]) -> Iterator[str]:
    horus = raw["horus"]
    yield from (position_text(entry) for entry in horus["positions"])
    printed = horus["preprinted"]
    gods = ", ".join(f"{position} {printed[str(position)]}" for position in range(1, 7))
    yield f"printed for first games: {gods}{mark_of(printed)}"
    yield f"tiles: {_numbers(horus['tiles']['value'])}{mark_of(horus['tiles'])}"


def _osiris(raw: Mapping[str, Any]) -> Iterator[str]:
    for cell in raw["osiris"]["grid"]:
        steps = ", ".join(f"{kind} +{n}" for kind, n in cell["advance"].items())
        where = f"row {cell['row']} {cell['district']}:"
        yield f"{where:<17} production {steps}; gain {amounts_text(cell['gain'])}{mark_of(cell)}"
    yield f"first building in row 2: {raw['osiris']['row2_first_building_gold']['value']} gold"


def _cards(cards: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for card in cards:
        extra = ""
        if "type" in card:
            extra = f" [{card['type']['value']}{mark_of(card['type'])}]"
        if "ankh" in card:
            extra = f" [Ankh {card['ankh']}]"
        yield f"{card['id']}{extra} {card['text']}"


def _bot(raw: Mapping[str, Any]) -> Iterator[str]:
    bot = raw["bot"]
    start = bot["start"]
    yield (
        f"start: {start['vp']['value']} VP, happiness {start['happiness']['value']}, population "
        f"{start['population']['value']}, {start['scribe']['value']} scribe{mark_of(start['scribe'])}"
    )
    statue = start["god_statue_at_horus_position"]
    yield f"statue at Horus position {statue['value']}{mark_of(statue)}"
    tiles = bot["tiles"]["resource"]
    for order in tiles["value"]:
        yield f"resource tile: {_numbers(order)}{mark_of(tiles)}"
    bonus = bot["horus_bonus_by_position"]
    for position in range(1, 7):
        yield f"Horus bonus on {position}: {amounts_text(bonus[str(position)])}{mark_of(bonus)}"
    balance = bot["maat_balance"]
    yield f"balance in the four Maat phases: {_numbers(balance[str(phase)] for phase in range(1, 5))}"
    yield f"Ankh {bot['ankh']['value']}"
    medium, hard = bot["difficulty"]["medium"], bot["difficulty"]["hard"]
    yield f"medium: buildings in row 5 for bread and granite, pillar on c3{mark_of(medium)}"
    yield f"hard: as medium, statue at Horus position 4{mark_of(hard)}"
    scoring = bot["scoring"]
    yield (
        f"VP: {scoring['blessing']['vp']} for a blessing, {scoring['technology']['vp']} for a technology, "
        f"{scoring['decree']['vp']} (or {scoring['decree']['hard_variant']}) for a decree, 1 for "
        f"{scoring['scribes_per_vp']} scribes"
    )


def option_text(name: str, entry: Mapping[str, Any]) -> str:
    values = [_word(value) for value in entry.get("alternatives") or ()]
    others = Say(", or {values}", values=Listed(values)) if values else ""
    return Say(
        "{name}: {value}{others}, {ruling}{mark}", name=name, value=_word(entry["value"]), others=others,
        ruling=entry["ruling"], mark=mark_of(entry),
    )  # fmt: skip


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
