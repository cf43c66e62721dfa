"""What `pbem rules tekhenu` and `pbem data tekhenu` print: our wording of a rule, and the tables beside the box.

Every house value is marked `(house)` wherever it is shown; `(public)` and `(owner)` mark the other sources that are
not the rulebooks themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from textwrap import fill, wrap
from typing import Any

from pbem.core.rulebook import Entry, Rulebook
from pbem.titles.tekhenu.components import SIDES, default_raw, digest_of

WIDTH = 78
_CARD_TABLES = (
    ("blessings", "Blessings"),
    ("technologies", "Technologies"),
    ("decrees", "Decrees"),
    ("starting_cards", "Starting cards"),
    ("destiny_cards", "Destiny cards"),
)
_PLURAL = {"scribe": "scribes", "vp": "VP"}


# -- rules -------------------------------------------------------------------------------------------------------------


@cache
def rulebook() -> Rulebook:
    """The digest, with card, tile and Horus numbers as short names."""
    from pbem.resources import rules_text

    text = rules_text("tekhenu")
    counts = {"B": 24, "T": 24, "D": 24, "S": 12, "A": 4}
    short = {f"{letter}{n:02d}": f"T-CARD-{letter}{n:02d}" for letter, top in counts.items() for n in range(1, top + 1)}
    short.update({f"P{n:02d}": f"T-TILE-P{n:02d}" for n in range(1, 28)})
    return Rulebook(text, short)


def rule_ids() -> tuple[str, ...]:
    """Every id of the digest, in its order."""
    return tuple(rulebook().entries)


def near(ident: str, count: int = 3) -> list[str]:
    """Known ids that look like an unknown one."""
    return rulebook().near(ident, count)


def explain(ident: str, raw: Mapping[str, Any] | None = None) -> str | None:
    """Our wording of a rule, ruling, decision, example, card, tile, option or house value; None if there is none.

    With it come the rulings that touch it, and what of it is a house value. `raw` are the tables to take values from,
    the shipped ones by default. The name of a group (`T-MAAT`) gives all of it.
    """
    tables = raw if raw is not None else default_raw()
    entry = rulebook().lookup(ident)
    if entry is not None:
        return _entry_text(entry, tables)
    value = _value_text(ident.strip(), tables)
    if value is not None:
        return value
    group = rulebook().family(ident)
    if group:
        return "\n".join(_hanging(entry.id, entry.text) for entry in group) + "\n"
    return None


def _entry_text(entry: Entry, raw: Mapping[str, Any]) -> str:
    blocks = [f"{entry.id}  ({entry.section})", fill(entry.text, WIDTH, initial_indent="  ", subsequent_indent="  ")]
    values = list(_values_of(entry.id, raw))
    if values:
        blocks.append("In the tables:\n" + "\n".join(_indent(value) for value in values))
    if entry.kind != "RUL":
        rulings = rulebook().touching(entry.id, "RUL")
        if rulings:
            blocks.append("Rulings:\n" + "\n".join(_hanging(other.id, other.text, 2) for other in rulings))
    if entry.kind == "HV":
        still = any(node.get("house") == entry.id for _, node in _walk(raw, ""))
        words = "This is a house value (house): nothing in print was found for it."
        blocks.append(_indent(words if still else "Corrected in these tables by their owner (owner)."))
    else:
        houses = rulebook().touching(entry.id, "HV")
        if houses:
            text = "\n".join(_hanging(other.id, other.text, 2) for other in houses)
            blocks.append("House values (house), please check against the box:\n" + text)
    return "\n\n".join(blocks) + "\n"


def _values_of(ident: str, raw: Mapping[str, Any]) -> Iterator[str]:
    """The values of the tables that belong to an id, with their marks."""
    if ident.startswith("T-CARD-"):
        for table, _ in _CARD_TABLES:
            for card in raw[table]:
                if card["rule"] == ident:
                    yield from _card_values(card)
    elif ident.startswith("T-TILE-P"):
        for tile in raw["pillar_tiles"]:
            if tile["rule"] == ident:
                yield f"cost {_cost(tile)}"
                yield f"edges {_edges(tile)}"
    elif ident.startswith("HV-"):
        for path, value in _house_paths(ident, raw):
            yield f"{path}: {value}"
    elif ident == "T-TILE-H2":
        yield from (_position(entry) for entry in raw["horus"]["positions"])
    elif ident.startswith("RUL-"):
        for name, option in raw["options"].items():
            if option["ruling"] == ident:
                yield _option(name, option)


def _card_values(card: Mapping[str, Any]) -> Iterator[str]:
    if "type" in card:
        yield f"type {card['type']['value']}{_mark(card['type'])}"
    if "initiative" in card:
        yield f"initiative {card['initiative']}"
    if "ankh" in card:
        yield f"Ankh {card['ankh']}"
    if card.get("min_players"):
        yield f"from {card['min_players']} players"


def _value_text(ident: str, raw: Mapping[str, Any]) -> str | None:
    """Things that have a name in the tables but no id of their own: Horus positions, spots, spaces, options."""
    name = ident.upper()
    if len(name) == 2 and name[0] == "H" and name[1] in "123456":
        entry = next(e for e in raw["horus"]["positions"] if e["position"] == int(name[1]))
        printed = raw["horus"]["preprinted"]
        god = printed[name[1]].capitalize() + _mark(printed) * (name[1] != "4")  # position 4 is printed in EX-13
        return f"Horus {_position(entry)}\n\n{_indent(f'Without the tiles its god is {god}.')}\n{_see('T-TILE-H2')}"
    for spot in raw["temple"]["building_spots"]["list"]:
        if spot["id"] == name:
            return f"Building spot {_spot(spot, raw['temple']['building_spots'])}\n{_see('T-HATHOR-0')}"
    for spot_id, text in _statue_spots(raw):
        if spot_id == name:
            return f"Statue spot {text}\n{_see('T-HORUS-8')}"
    for space in raw["temple"]["spaces"]["list"]:
        if _space_name(space).upper() == name:
            return f"Temple space {_space(space, raw['temple']['spaces'])}\n{_see('T-RA-3')}"
    for key, option in raw["options"].items():
        if key.upper() == name:
            return f"Option {_option(key, option)}\n{_see(option['ruling'])}"
    return None


def _see(ident: str) -> str:
    return _indent(f"See {ident}.") + "\n"


def _house_paths(ident: str, raw: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is tagged with a house value's id, as path and value; nothing once an owner has corrected it."""
    for path, node in _walk(raw, ""):
        if node.get("house") == ident:
            text = _short(node)
            if text:
                yield path, f"{text} (house)"


def _walk(node: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(node, Mapping):
        yield path, node
        for key, below in node.items():
            yield from _walk(below, f"{path}.{key}" if path else key)
    elif isinstance(node, list):
        for i, below in enumerate(node):
            label = below.get("id", i) if isinstance(below, Mapping) else i
            yield from _walk(below, f"{path}[{label}]")


def _short(node: Mapping[str, Any]) -> str:
    """The value of a tagged object in a few words; long ones are left to the tables."""
    if "value" in node:
        value = node["value"]
        return ", ".join(str(part) for part in value) if isinstance(value, list) else str(value)
    if "bonus" in node:
        return _amounts(node["bonus"])
    if "limestone" in node:
        return f"{node['limestone']} limestone"
    if "advance" in node:
        return f"{' and '.join(node['advance'])} up, gain {_amounts(node['gain'])}"
    if all(side in node for side in SIDES):
        return " ".join(node[side] for side in SIDES)
    return ""


# -- tables ------------------------------------------------------------------------------------------------------------


def tables_data(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The tables for programs: their digest, the paths of all house values, and the tables themselves."""
    return {"title": "tekhenu", "digest": digest_of(raw), "house": house_values(raw), "components": dict(raw)}


def house_values(raw: Mapping[str, Any]) -> list[str]:
    """The paths of all objects that are still house values."""
    return [path for path, node in _walk(raw, "") if node.get("source") == "house"]


def tables(raw: Mapping[str, Any]) -> str:
    """All tables as text of at most 78 columns, to lie beside the box."""
    parts = [
        _head(raw),
        _part("Wheel and dice", _wheel(raw)),
        _part("Pieces and start", _pieces(raw)),
        _part("Statues", _statues(raw)),
        _part("Building row", _building_row(raw)),
        _part("People track", _people(raw)),
        _part("Maat and scoring", _scoring(raw)),
        _part("Card market", _market(raw)),
        _part("Temple spaces (a1 is north-west, e5 south-east)", _temple(raw)),
        _part("Temple border", _border(raw)),
        _part("Building spots at the temple", _building_spots(raw)),
        _part("Statue spots for the people", _people_spots(raw)),
        _part("Display at Ra", _ra(raw)),
        _part("Pillar tiles (edges north, east, south, west)", _tiles(raw)),
        _part("Horus positions", _horus(raw)),
        _part("Osiris area (row 1 on top)", _osiris(raw)),
        *(_part(title, _cards(raw[table])) for table, title in _CARD_TABLES),
        _part("Solo opponent", _bot(raw)),
        _part("Rulings that are values", [_option(name, entry) for name, entry in raw["options"].items()]),
        _part("Public sources", [f"{key}: {text}" for key, text in raw["public_sources"].items()]),
    ]
    return "\n".join(parts)


def _head(raw: Mapping[str, Any]) -> str:
    count = len(house_values(raw))
    text = (
        f"Values marked (house) are ours, {count} entries; please correct them from your box. (public) comes from a "
        "source listed at the end, (owner) from this home's data/tekhenu.json. All else is from the rulebooks."
    )
    return f"{raw['title']}: component tables\ndigest {digest_of(raw)[:16]}\n\n{fill(text, WIDTH)}\n"


def _part(title: str, lines: Iterable[str]) -> str:
    body = "\n".join(fill(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False) for line in lines)
    return f"{title}\n{'-' * len(title)}\n{body}\n"


def _mark(node: Any, inherited: Mapping[str, Any] | None = None) -> str:
    """` (house)` and the like for an object, or for what its parent says if it has no source of its own."""
    source = node.get("source") if isinstance(node, Mapping) else None
    if source is None and inherited is not None:
        source = inherited.get("source")
    return f" ({source})" if source in ("house", "public", "owner") else ""


def _amounts(amounts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {_word_for(kind, n)}" for kind, n in amounts.items())


def _word_for(kind: str, count: int) -> str:
    return kind if count == 1 and kind != "vp" else _PLURAL.get(kind, kind)


def _numbers(values: Iterable[Any]) -> str:
    return ", ".join(str(value) for value in values)


def _wheel(raw: Mapping[str, Any]) -> Iterator[str]:
    wheel, dice = raw["wheel"], raw["dice"]
    colours = ("white", "yellow", "black", "brown", "grey")
    yield f"sections clockwise: {_numbers(wheel['sections_clockwise']['value'])}{_mark(wheel['sections_clockwise'])}"
    light = wheel["light_clockwise_from_arrow"]
    yield f"light clockwise from the arrow: {_numbers(light['value'])}{_mark(light)}"
    markers = wheel["scoring_markers"]
    first, second = markers["first_offset_from_start_arrow"], markers["second_offset_from_start_arrow"]
    yield f"scoring markers: {first} and {second} sections clockwise from the arrow at the start"
    counts = dice["per_colour"]
    yield "dice: " + ", ".join(f"{counts[colour]} {colour}" for colour in colours) + _mark(counts)
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
    yield "colours: " + ", ".join(f"{entry['id']}{_mark(entry)}" for entry in raw["players"]["colours"])
    kinds = ("blessing", "technology", "decree", "starting", "destiny")
    yield "cards: " + ", ".join(f"{decks[kind]} {kind}" for kind in kinds)
    dealt = raw["starting_cards_dealt"]
    shown = _numbers(dealt[players] for players in "234")
    yield f"starting cards laid out with 2, 3, 4 players: {shown}; alone {dealt['solo']}"
    box = raw["token_supply"]["counts_in_box"]
    basic = box["each_basic_resource"]
    yield (
        f"tokens in the box: {box['scribe']['value']} scribes, {box['faith']['value']} faith, "
        f"{box['gold']['value']} gold{_mark(box['gold'])}, each basic resource {basic['ones']} ones and "
        f"{basic['fives']} fives{_mark(basic)}"
    )


def _statues(raw: Mapping[str, Any]) -> Iterator[str]:
    statues = raw["statues"]
    costs = statues["costs_granite_left_to_right"]
    yield f"cost in granite from the left: {_numbers(costs['value'])}{_mark(costs)}"
    scores = statues["scoring_by_count"]
    yield f"VP for 0 to 6 statues: {_numbers(scores['value'])}{_mark(scores)}"
    spots = statues["god_spots_per_god"]
    yield f"spots at each god with 2, 3, 4 players: {spots['2']}, {spots['3']}, {spots['4']}"


def _building_row(raw: Mapping[str, Any]) -> Iterator[str]:
    row = raw["building_row"]
    for slot in row["left_to_right"]:
        shown = [f"{slot['bread']} bread"] * bool(slot["bread"]) + [f"{slot['vp']} VP"] * bool(slot["vp"])
        yield f"slot {slot['slot']:>2}: {', '.join(shown) or 'nothing'}{_mark(slot, row)}"


def _people(raw: Mapping[str, Any]) -> Iterator[str]:
    track = raw["people_track"]
    yield f"runs from {track['min']['value']} to {track['max']['value']}{_mark(track['max'])}"
    yield f"triangles at {_numbers(track['triangles']['thresholds'])}{_mark(track['triangles'])}"
    scores = track["happiness_scoring_vp"]
    yield f"VP for happiness at the triangles: {_numbers(scores['value'])}{_mark(scores)}"
    for reward in track["happiness_rewards"]:
        gain = reward["gain"]
        text = "any action with any value" if "extra_action" in gain else _amounts(gain)
        yield f"happiness {reward['at']}: {text}{_mark(reward)}"
    unlock = track["market_unlock_population"]
    yield f"population opens market section III at {unlock['III']}, IV at {unlock['IV']}{_mark(unlock)}"


def _scoring(raw: Mapping[str, Any]) -> Iterator[str]:
    for entry in raw["maat"]["balance_penalty"]:
        low = "and worse" if entry["from"] is None else f"to {entry['from']}"
        yield f"balance {entry['to']} {low}: {entry['vp']} VP{_mark(entry, raw['maat'])}"
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
        colour = f"{section['colour']['value']}{_mark(section['colour'])}"
        yield (
            f"{section['id']}, {colour}: {', '.join(section['slots'])}; opens {when}; needs happiness "
            f"{section['needs_happiness']}"
        )
    order = market["slot_order"]
    yield f"order of the slots: {order['value']}{_mark(order)}"
    for row in market["thoth"]:
        cards = f"{row['cards']} card{'s' * (row['cards'] != 1)}"
        yield f"Thoth with {' or '.join(map(str, row['die']))}: {cards} for {row['papyrus']} papyrus"
    yield f"refreshing a section: {market['refresh']['papyrus']} papyrus"
    yield f"left out with 2 players and alone: {', '.join(market['removed_2p_and_solo'])}"


def _space_name(space: Mapping[str, Any]) -> str:
    return f"{'abcde'[space['col'] - 1]}{space['row']}"


def _space(space: Mapping[str, Any], parent: Mapping[str, Any]) -> str:
    return f"{_space_name(space)} {_amounts(space['reward'])}{_mark(space, parent)}"


def _temple(raw: Mapping[str, Any]) -> Iterator[str]:
    parent = raw["temple"]["spaces"]
    spaces = sorted(parent["list"], key=lambda s: (s["row"], s["col"]))
    cells = [_space(space, parent) for space in spaces]
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
        yield f"{label}: {_numbers(edges[key])}{_mark(edges)}"
    yield f"edge colours: {_numbers(temple['edge_colours']['value'])}{_mark(temple['edge_colours'])}"


def _plain(value: Any) -> Any:
    return value["value"] if isinstance(value, Mapping) else value


def _spot(spot: Mapping[str, Any], parent: Mapping[str, Any]) -> str:
    own = spot if "source" in spot else parent
    players, bread = spot["min_players"], spot["bread"]
    line = "row" if spot["line"] == "row" else "column"
    return (
        f"{spot['id']}: {line} {spot['line_no']}, from {_plain(players)} players{_mark(players, own)}, "
        f"{_plain(bread)} bread{_mark(bread, own)}"
    )


def _building_spots(raw: Mapping[str, Any]) -> Iterator[str]:
    parent = raw["temple"]["building_spots"]
    yield from (_spot(spot, parent) for spot in parent["list"])


def _statue_spot(spot: Mapping[str, Any], parent: Mapping[str, Any]) -> str:
    gold = f"{parent['gold_at_setup']} gold"
    if "above" in spot:
        return f"{spot['id']}: Osiris area, above {' and '.join(spot['above'])}{_mark(spot, parent)}, {gold}"
    sides = {"N": "north", "E": "east", "S": "south", "W": "west"}
    line = "row" if spot["line"] == "row" else "column"
    return (
        f"{spot['id']}: temple, {line} {spot['line_no']}{_mark(spot, parent)}, {sides[spot['side']['value']]} "
        f"side{_mark(spot['side'])}, {gold}"
    )


def _statue_spots(raw: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Id and text of the four spots for the people."""
    for area in ("temple", "osiris"):
        parent = raw[area]["statue_spots"]
        for spot in parent["list"]:
            yield spot["id"], _statue_spot(spot, parent)


def _people_spots(raw: Mapping[str, Any]) -> Iterator[str]:
    yield from (text for _, text in _statue_spots(raw))
    temple = raw["temple"]
    yield f"VP for each own pillar in line of a new statue: {temple['statue_vp_per_own_pillar']['value']}"
    yield f"VP for each own pillar in line of a new building: {temple['hathor_vp_per_own_pillar']['value']}"
    yield f"a matching edge on a corner counts {temple['corner_edge_multiplier']['value']} times"


def _ra(raw: Mapping[str, Any]) -> Iterator[str]:
    display = raw["ra_display"]
    for place in display["spaces_left_to_right"]:
        yield f"{place['id']}: die {' or '.join(map(str, place['die']))}, {place['vp']} VP{_mark(place, display)}"


def _cost(tile: Mapping[str, Any]) -> str:
    return f"{tile['cost']['limestone']} limestone{_mark(tile['cost'])}"


def _edges(tile: Mapping[str, Any]) -> str:
    return " ".join(tile["edges"][side] for side in SIDES) + _mark(tile["edges"])


def _tiles(raw: Mapping[str, Any]) -> Iterator[str]:
    for tile in raw["pillar_tiles"]:
        light = tile["ability"]["light"] or "-"
        yield f"{tile['id']} {light:<6} {_cost(tile)}; {_edges(tile)}"
        yield f"    {tile['text']}"


def _position(entry: Mapping[str, Any]) -> str:
    return f"position {entry['position']}: {_amounts(entry['bonus'])}{_mark(entry)}"


def _horus(raw: Mapping[str, Any]) -> Iterator[str]:
    horus = raw["horus"]
    yield from (_position(entry) for entry in horus["positions"])
    printed = horus["preprinted"]
    gods = ", ".join(f"{position} {printed[str(position)]}" for position in range(1, 7))
    yield f"printed for first games: {gods}{_mark(printed)}"
    yield f"tiles: {_numbers(horus['tiles']['value'])}{_mark(horus['tiles'])}"


def _osiris(raw: Mapping[str, Any]) -> Iterator[str]:
    for cell in raw["osiris"]["grid"]:
        steps = ", ".join(f"{kind} +{n}" for kind, n in cell["advance"].items())
        where = f"row {cell['row']} {cell['district']}:"
        yield f"{where:<17} production {steps}; gain {_amounts(cell['gain'])}{_mark(cell)}"
    yield f"first building in row 2: {raw['osiris']['row2_first_building_gold']['value']} gold"


def _cards(cards: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for card in cards:
        extra = ""
        if "type" in card:
            extra = f" [{card['type']['value']}{_mark(card['type'])}]"
        if "ankh" in card:
            extra = f" [Ankh {card['ankh']}]"
        yield f"{card['id']}{extra} {card['text']}"


def _bot(raw: Mapping[str, Any]) -> Iterator[str]:
    bot = raw["bot"]
    start = bot["start"]
    yield (
        f"start: {start['vp']['value']} VP, happiness {start['happiness']['value']}, population "
        f"{start['population']['value']}, {start['scribe']['value']} scribe{_mark(start['scribe'])}"
    )
    statue = start["god_statue_at_horus_position"]
    yield f"statue at Horus position {statue['value']}{_mark(statue)}"
    tiles = bot["tiles"]["resource"]
    for order in tiles["value"]:
        yield f"resource tile: {_numbers(order)}{_mark(tiles)}"
    bonus = bot["horus_bonus_by_position"]
    for position in range(1, 7):
        yield f"Horus bonus on {position}: {_amounts(bonus[str(position)])}{_mark(bonus)}"
    balance = bot["maat_balance"]
    yield f"balance in the four Maat phases: {_numbers(balance[str(phase)] for phase in range(1, 5))}"
    yield f"Ankh {bot['ankh']['value']}"
    medium, hard = bot["difficulty"]["medium"], bot["difficulty"]["hard"]
    yield f"medium: buildings in row 5 for bread and granite, pillar on c3{_mark(medium)}"
    yield f"hard: as medium, statue at Horus position 4{_mark(hard)}"
    scoring = bot["scoring"]
    yield (
        f"VP: {scoring['blessing']['vp']} for a blessing, {scoring['technology']['vp']} for a technology, "
        f"{scoring['decree']['vp']} (or {scoring['decree']['hard_variant']}) for a decree, 1 for "
        f"{scoring['scribes_per_vp']} scribes"
    )


def _option(name: str, entry: Mapping[str, Any]) -> str:
    others = f", or {_numbers(_word(v) for v in entry['alternatives'])}" if entry.get("alternatives") else ""
    return f"{name}: {_word(entry['value'])}{others}, {entry['ruling']}{_mark(entry)}"


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _indent(text: str) -> str:
    return fill(text, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _hanging(ident: str, text: str, indent: int = 0) -> str:
    first = " " * indent + f"{ident}  "
    return "\n".join(wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * (indent + 4)))
