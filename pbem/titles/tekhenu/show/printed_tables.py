"""The component tables for people: every value beside its mark, to compare with the box (`pbem data`).

Every house value is marked `(house)` wherever it is shown; `(public)` and `(owner)` mark the other sources that are
not the rulebooks themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.core.overlay import unmarked
from pbem.core.rendering.columns import Cell, Laid
from pbem.core.words import Catalogue, Count, Listed, Name, Say, Things, Verbatim, Word, phrase
from pbem.kit.sources import filled, house_values, mark_of, part
from pbem.titles.tekhenu.board import card_said, counted, words
from pbem.titles.tekhenu.components import SIDES, digest_of
from pbem.titles.tekhenu.seth.printed_tables import parts as seth_parts
from pbem.titles.tekhenu.show.wording import COLOURS

CARD_TABLES = (
    ("blessings", Say("Blessings")),
    ("technologies", Say("Technologies")),
    ("decrees", Say("Decrees")),
    ("starting_cards", Say("Starting cards")),
    ("destiny_cards", Say("Destiny cards")),
)


def tables(raw: Mapping[str, Any], language: Catalogue | None = None) -> str:
    """Write all tables as text of at most 78 columns, to lie beside the box, in the words of a language (None:
    English)."""
    raw, seth = {key: value for key, value in raw.items() if key != "seth"}, raw.get("seth")
    found = [*_parts(raw), *(seth_parts(seth) if seth is not None else ())]
    return "\n".join([_head(raw, language), *(part(title, lines, language) for title, lines in found)])


def _parts(raw: Mapping[str, Any]) -> list[tuple[str, Iterable[str]]]:
    """List the parts with their lines."""
    options = [option_text(name, entry) for name, entry in raw["options"].items()]
    return [
        (Say("Wheel and dice"), _wheel(raw)),
        (Say("Pieces and start"), _pieces(raw)),
        (Say("Statues"), _statues(raw)),
        (Say("Building row"), _building_row(raw)),
        (Say("People track"), _people(raw)),
        (Say("Maat and scoring"), _scoring(raw)),
        (Say("Card market"), _market(raw)),
        (Say("Temple spaces (a1 is north-west, e5 south-east)"), _temple(raw)),
        (Say("Temple border"), _border(raw)),
        (Say("Building spots at the temple"), _building_spots(raw)),
        (Say("Statue spots for the people"), _people_spots(raw)),
        (Say("Display at Ra"), _ra(raw)),
        (Say("Pillar tiles (edges north, east, south, west)"), _tiles(raw)),
        (Say("Horus positions"), _horus(raw)),
        (Say("Osiris area (row 1 on top)"), _osiris(raw)),
        *((title, _cards(raw[table])) for table, title in CARD_TABLES),
        (Say("Solo opponent"), _bot(raw)),
        (Say("Rulings that are values"), options),
        (Say("Public sources"), [f"{key}: {text}" for key, text in raw["public_sources"].items()]),
    ]


def _head(raw: Mapping[str, Any], language: Catalogue | None) -> str:
    lines = [
        Say("{title}: component tables", title=Verbatim(raw["title"])),
        Say("digest {digest}", digest=Verbatim(digest_of(raw)[:16])),
        "",
        Say(
            "Values marked (house) are ours, {n} entries; please correct them from your box. (public) comes from a "
            "source listed at the end, (owner) from this home's data/tekhenu.json. All else is from the rulebooks.",
            n=len(house_values(raw)),
        ),
    ]
    return filled(lines, language, indent="") + "\n"


def _numbers(values: Iterable[Any]) -> Listed:
    """Write numbers or ids in a row."""
    return Listed(str(value) for value in values)


def _either(values: Iterable[Any]) -> Listed:
    """Write `1 or 2`."""
    return Listed(map(str, values), Say(" or "))


def _wheel(raw: Mapping[str, Any]) -> Iterator[str]:
    wheel, dice = raw["wheel"], raw["dice"]
    colours = ("white", "yellow", "black", "brown", "grey")
    sections = wheel["sections_clockwise"]
    gods = Listed(map(Name, sections["value"]))
    yield Say("sections clockwise: {gods}{mark}", gods=gods, mark=mark_of(sections))
    light = wheel["light_clockwise_from_arrow"]
    row = _numbers(light["value"])
    yield Say("light clockwise from the arrow: {row}{mark}", row=row, mark=mark_of(light))
    markers = wheel["scoring_markers"]
    first, second = markers["first_offset_from_start_arrow"], markers["second_offset_from_start_arrow"]
    yield Say(
        "scoring markers: {first} and {second} sections clockwise from the arrow at the start",
        first=first, second=second,
    )  # fmt: skip
    counts = dice["per_colour"]
    yield Say(
        "dice: {dice}{mark}", dice=Things({colour: counts[colour] for colour in colours}, COLOURS), mark=mark_of(counts)
    )
    for players in "432":
        removed = unmarked(dice["removed_by_player_count"][players])
        out = Things(removed, COLOURS) or Say("none")
        yield Say("left out with {n} players: {dice}", n=int(players), dice=out)
    for colour in colours:
        row = dice["purity"][colour]
        made = Word(dice["produces"][colour] or "nothing")
        yield Say(
            "{colour}: sunny {sunny}, shaded {shaded}, dark {dark}; makes {made}",
            colour=colour, sunny=row["sunny"], shaded=row["shaded"], dark=row["dark"], made=made,
        )  # fmt: skip


def _pieces(raw: Mapping[str, Any]) -> Iterator[str]:
    pieces, start, decks = raw["player_pieces"], raw["player_start"], raw["decks"]
    yield Say("each player: buildings {buildings}, pillars {pillars}, statues {statues}", **pieces)
    yield Say(
        "start: {vp} VP, happiness {happiness}, population {population}, {tokens}, production {production}",
        tokens=words({kind: start[kind] for kind in ("gold", "scribe")}),
        **{key: start[key] for key in ("vp", "happiness", "population", "production")},
    )
    track = raw["production_track"]
    yield Say("production runs from {low} to {high}", low=track["min"], high=track["max"])
    colours = [Word(entry["id"]) + mark_of(entry) for entry in raw["players"]["colours"]]
    yield Say("colours: {colours}", colours=Listed(colours))
    kinds = ("blessing", "technology", "decree", "starting", "destiny")
    yield Say("cards: {cards}", cards=Listed(Say("{kind} {n}", kind=kind, n=decks[kind]) for kind in kinds))
    dealt = raw["starting_cards_dealt"]
    shown = _numbers(dealt[players] for players in "234")
    yield Say("starting cards laid out with 2, 3, 4 players: {shown}; alone {solo}", shown=shown, solo=dealt["solo"])
    box = raw["token_supply"]["counts_in_box"]
    basic = box["each_basic_resource"]
    yield Say(
        "tokens in the box: {tokens}{mark}, each basic resource {ones} ones and {fives} fives{other}",
        tokens=words({kind: box[kind]["value"] for kind in ("scribe", "faith", "gold")}), mark=mark_of(box["gold"]),
        ones=basic["ones"], fives=basic["fives"], other=mark_of(basic),
    )  # fmt: skip


def _statues(raw: Mapping[str, Any]) -> Iterator[str]:
    statues = raw["statues"]
    costs = statues["costs_granite_left_to_right"]
    yield Say("cost in granite from the left: {row}{mark}", row=_numbers(costs["value"]), mark=mark_of(costs))
    scores = statues["scoring_by_count"]
    yield Say("VP for 0 to 6 statues: {row}{mark}", row=_numbers(scores["value"]), mark=mark_of(scores))
    spots = statues["god_spots_per_god"]
    yield Say("spots at each god with 2, 3, 4 players: {row}", row=_numbers(spots[n] for n in "234"))


def _building_row(raw: Mapping[str, Any]) -> Iterator[str]:
    row = raw["building_row"]
    for slot in row["left_to_right"]:
        shown = words({kind: slot[kind] for kind in ("bread", "vp")}) or Word("nothing")
        yield Say("slot {n}: {gain}{mark}", n=slot["slot"], gain=shown, mark=mark_of(slot, row))


def _people(raw: Mapping[str, Any]) -> Iterator[str]:
    track = raw["people_track"]
    low, high = track["min"]["value"], track["max"]["value"]
    yield Say("runs from {low} to {high}{mark}", low=low, high=high, mark=mark_of(track["max"]))
    triangles = track["triangles"]
    yield Say("triangles at {row}{mark}", row=_numbers(triangles["thresholds"]), mark=mark_of(triangles))
    scores = track["happiness_scoring_vp"]
    yield Say("VP for happiness at the triangles: {row}{mark}", row=_numbers(scores["value"]), mark=mark_of(scores))
    for reward in track["happiness_rewards"]:
        gain = reward["gain"]
        text = Say("any action with any value") if "extra_action" in gain else words(gain)
        yield Say("happiness {n}: {gain}{mark}", n=reward["at"], gain=text, mark=mark_of(reward))
    unlock = track["market_unlock_population"]
    yield Say(
        "population opens market section III at {third}, IV at {fourth}{mark}",
        third=unlock["III"], fourth=unlock["IV"], mark=mark_of(unlock),
    )  # fmt: skip


def _scoring(raw: Mapping[str, Any]) -> Iterator[str]:
    for entry in raw["maat"]["balance_penalty"]:
        told = {"high": entry["to"], "vp": entry["vp"], "mark": mark_of(entry, raw["maat"])}
        if entry["from"] is None:
            yield Say("balance {high} and worse: {vp} VP{mark}", **told)
        else:
            yield Say("balance {high} to {low}: {vp} VP{mark}", low=entry["from"], **told)
    scoring = raw["scoring"]
    yield Say(
        "district: {vp} VP; production on its last step: {last} VP",
        vp=scoring["district_vp"], last=scoring["production_at_max_vp"],
    )  # fmt: skip
    yield Say(
        "temple: {vp} VP for a building or statue, {pillar} VP for a pillar and each own piece in line",
        vp=scoring["temple_building_or_statue_vp"], pillar=scoring["temple_pillar_vp_per_own_aligned_piece"],
    )  # fmt: skip
    yield Say("bread not paid: {vp} VP each", vp=scoring["unpaid_bread_vp"])
    first, second = scoring["end_first_in_order_vp"], scoring["end_second_in_order_vp_3_or_4_players"]
    yield Say("end: first in order {first} VP, second {second} VP (3 or 4 players)", first=first, second=second)
    most, each = scoring["max_decrees"], scoring["max_decrees_per_type"]
    yield Say("decrees: at most {most}, {each} of each type", most=most, each=each)


def _market(raw: Mapping[str, Any]) -> Iterator[str]:
    market = raw["market"]
    for section in market["sections"]:
        opens, colour = section["opens"], section["colour"]
        yield Say(
            "{section}, {colour}{mark}: {slots}; {opens}; needs happiness {n}", section=section["id"],
            colour=colour["value"], mark=mark_of(colour), slots=Listed(section["slots"]), n=section["needs_happiness"],
            opens=Say("opens from the start") if opens == "setup"
            else Say("opens at population {n}", n=opens["population"]),
        )  # fmt: skip
    order = market["slot_order"]
    yield Say("order of the slots: {order}{mark}", order=phrase(order["value"]), mark=mark_of(order))
    for row in market["thoth"]:
        cards, price = Count(row["cards"], "{n} card", "{n} cards"), counted(row["papyrus"], "papyrus")
        yield Say("Thoth with {die}: {cards} for {price}", die=_either(row["die"]), cards=cards, price=price)
    yield Say("refreshing a section: {price}", price=counted(market["refresh"]["papyrus"], "papyrus"))
    yield Say("left out with 2 players and alone: {cards}", cards=_numbers(market["removed_2p_and_solo"]))


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
        yield Laid(Cell(cell, 26, "!") for cell in line[:3])
        yield Laid(Cell(cell, 26, "!") for cell in line[3:])


def _border(raw: Mapping[str, Any]) -> Iterator[str]:
    temple = raw["temple"]
    edges = temple["outer_edges"]
    names = {
        "N_west_to_east": Say("north, from the west"),
        "E_north_to_south": Say("east, from the north"),
        "S_west_to_east": Say("south, from the west"),
        "W_north_to_south": Say("west, from the north"),
    }
    for key, label in names.items():
        yield Say("{side}: {colours}{mark}", side=label, colours=_numbers(edges[key]), mark=mark_of(edges))
    colours = temple["edge_colours"]
    yield Say("edge colours: {colours}{mark}", colours=_numbers(colours["value"]), mark=mark_of(colours))


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
    """Yield id and text of the four spots for the people."""
    for area in ("temple", "osiris"):
        parent = raw[area]["statue_spots"]
        for spot in parent["list"]:
            yield spot["id"], _statue_spot(spot, parent)


def _people_spots(raw: Mapping[str, Any]) -> Iterator[str]:
    yield from (text for _, text in statue_spot_texts(raw))
    temple = raw["temple"]
    statue, building = temple["statue_vp_per_own_pillar"]["value"], temple["hathor_vp_per_own_pillar"]["value"]
    yield Say("VP for each own pillar in line of a new statue: {n}", n=statue)
    yield Say("VP for each own pillar in line of a new building: {n}", n=building)
    yield Say("a matching edge on a corner counts {n} times", n=temple["corner_edge_multiplier"]["value"])


def _ra(raw: Mapping[str, Any]) -> Iterator[str]:
    display = raw["ra_display"]
    for place in display["spaces_left_to_right"]:
        yield Say(
            "{place}: die {die}, {vp} VP{mark}",
            place=place["id"], die=_either(place["die"]), vp=place["vp"], mark=mark_of(place, display),
        )  # fmt: skip


def cost_text(tile: Mapping[str, Any]) -> str:
    return Say("{cost}{mark}", cost=words({"limestone": tile["cost"]["limestone"]}), mark=mark_of(tile["cost"]))


def edges_text(tile: Mapping[str, Any]) -> str:
    edges = Listed([Word(tile["edges"][side]) for side in SIDES], " ")
    return Say("{edges}{mark}", edges=edges, mark=mark_of(tile["edges"]))


def _tiles(raw: Mapping[str, Any]) -> Iterator[str]:
    for tile in raw["pillar_tiles"]:
        light = tile["ability"]["light"]
        told = {"tile": tile["id"], "cost": cost_text(tile), "edges": edges_text(tile)}
        yield (
            Say("{tile} {light}: {cost}; {edges}", light=light, **told)
            if light
            else Say("{tile}: {cost}; {edges}", **told)
        )
        yield "    " + card_said(tile["text"])


def position_text(entry: Mapping[str, Any]) -> str:
    return Say("position {n}: {bonus}{mark}", n=entry["position"], bonus=words(entry["bonus"]), mark=mark_of(entry))


def _horus(raw: Mapping[str, Any]) -> Iterator[str]:
    horus = raw["horus"]
    yield from (position_text(entry) for entry in horus["positions"])
    printed = horus["preprinted"]
    gods = Listed(Say("{n} {god}", n=position, god=Name(printed[str(position)])) for position in range(1, 7))
    yield Say("printed for first games: {gods}{mark}", gods=gods, mark=mark_of(printed))
    tiles = horus["tiles"]
    yield Say("tiles: {gods}{mark}", gods=Listed(map(Name, tiles["value"])), mark=mark_of(tiles))


def _osiris(raw: Mapping[str, Any]) -> Iterator[str]:
    for cell in raw["osiris"]["grid"]:
        steps = Listed(Say("{what} +{n}", what=kind, n=n) for kind, n in cell["advance"].items())
        yield Say(
            "row {row} {district}: production {steps}; gain {gain}{mark}", row=cell["row"], district=cell["district"],
            steps=steps, gain=words(cell["gain"]), mark=mark_of(cell),
        )  # fmt: skip
    gold = words({"gold": raw["osiris"]["row2_first_building_gold"]["value"]})
    yield Say("first building in row 2: {gold}", gold=gold)


def _cards(cards: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for card in cards:
        extra = ""
        if "type" in card:
            extra = Say(" [{type}{mark}]", type=card["type"]["value"], mark=mark_of(card["type"]))
        if "ankh" in card:
            extra = f" [Ankh {card['ankh']}]"
        yield Say("{card}{extra} {text}", card=card["id"], extra=extra, text=card_said(card["text"]))


def _bot(raw: Mapping[str, Any]) -> Iterator[str]:
    bot = raw["bot"]
    start = bot["start"]
    yield Say(
        "start: {vp} VP, happiness {happiness}, population {population}, {scribes}{mark}",
        scribes=words({"scribe": start["scribe"]["value"]}), mark=mark_of(start["scribe"]),
        **{key: start[key]["value"] for key in ("vp", "happiness", "population")},
    )  # fmt: skip
    statue = start["god_statue_at_horus_position"]
    yield Say("statue at Horus position {n}{mark}", n=statue["value"], mark=mark_of(statue))
    tiles = bot["tiles"]["resource"]
    for order in tiles["value"]:
        yield Say("resource tile: {row}{mark}", row=_numbers(order), mark=mark_of(tiles))
    bonus = bot["horus_bonus_by_position"]
    for position in range(1, 7):
        gain = words(bonus[str(position)])
        yield Say("Horus bonus on {n}: {gain}{mark}", n=position, gain=gain, mark=mark_of(bonus))
    balance = _numbers(bot["maat_balance"][str(phase)] for phase in range(1, 5))
    yield Say("balance in the four Maat phases: {row}", row=balance)
    yield f"Ankh {bot['ankh']['value']}"
    medium, hard = bot["difficulty"]["medium"], bot["difficulty"]["hard"]
    yield Say("medium: buildings in row 5 for bread and granite, pillar on c3{mark}", mark=mark_of(medium))
    yield Say("hard: as medium, statue at Horus position 4{mark}", mark=mark_of(hard))
    scoring = bot["scoring"]
    yield Say(
        "VP: {blessing} for a blessing, {technology} for a technology, {decree} (or {hard}) for a decree, 1 for "
        "{scribes}",
        blessing=scoring["blessing"]["vp"], technology=scoring["technology"]["vp"], decree=scoring["decree"]["vp"],
        hard=scoring["decree"]["hard_variant"], scribes=words({"scribe": scoring["scribes_per_vp"]}),
    )  # fmt: skip


def option_text(name: str, entry: Mapping[str, Any]) -> str:
    values = [_word(value) for value in entry.get("alternatives") or ()]
    others = Say(", or {values}", values=Listed(values)) if values else ""
    return Say(
        "{name}: {value}{others}, {ruling}{mark}", name=name, value=_word(entry["value"]), others=others,
        ruling=entry["ruling"], mark=mark_of(entry),
    )  # fmt: skip


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
