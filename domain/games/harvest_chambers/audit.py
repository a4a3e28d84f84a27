"""What an audit looks at in Harvest beside the sheet: components, declared effects, recounts, lenient options."""

from collections.abc import Iterator

from domain.games.harvest_chambers.events import (
    CostPaid,
    EffectDeclared,
    ItemsGained,
    StartingGoodsTaken,
    StateAsserted,
)
from domain.games.harvest_chambers.hooks import capacity
from domain.games.harvest_chambers.items import KINDS, RESOURCES, by_kind
from domain.games.harvest_chambers.state import EXPANSION, State
from domain.kernel.lifecycle import GameOpened
from domain.kernel.ruleset import Finding
from domain.kernel.values import Event, Json


def components(state: State) -> list[str]:
    """Say which components are not conserved: chits, tokens, expansions, cards, fields, initiative numbers."""
    return [*state.cards.faults(), *_goods(state), *_cards(state), *_farms(state), *_initiative(state)]


def _goods(state: State) -> Iterator[str]:
    counts = {crop.kind: crop.count for crop in state.manifest.crops}
    counts |= {each.item: each.count for each in state.manifest.resources}
    there = {name: state.supply[name] for name in (*KINDS, *RESOURCES)}
    for held in state.seats.values():
        for kind, n in by_kind(held.items).items():
            there[kind] += n
        for plot in held.plots.values():
            if plot.crop is not None:
                there[plot.crop] += plot.chits
    yield from (f"{there[name]} of {name}, {n} in the box" for name, n in counts.items() if there[name] != n)
    expansions = state.supply[EXPANSION] + sum(held.expansions for held in state.seats.values())
    if expansions != state.manifest.farm.expansions:
        yield f"{expansions} expansions, {state.manifest.farm.expansions} in the box"
    if state.hard:
        yield from (f"the supply holds {n} of {name}" for name, n in state.supply.items() if n < 0)
    for seat, held in state.seats.items():
        yield from (f"seat {seat} holds {n} of {item}" for item, n in held.items.items() if n < 0)


def _cards(state: State) -> Iterator[str]:
    built = [plot.card for held in state.seats.values() for plot in held.plots.values() if plot.kind == "building"]
    buildings = sum(each.copies for each in state.manifest.buildings)
    there = len(built) + len(state.display) + state.cards.left("field stack") + state.cards.left("plowed")
    if there != buildings:
        yield f"{there} building cards, {buildings} in the box"
    for each in state.manifest.buildings:
        seen = built.count(each.id) + state.display.count(each.id)
        if seen + state.cards.unseen["?field"].get(each.id, 0) != each.copies:
            yield f"{each.id} is not there {each.copies} times"
    actions = len(state.action_row) + len(state.spent)
    actions += state.cards.left("action stack") + state.cards.left("action box")
    if actions != len(state.manifest.action_cards):
        yield f"{actions} action cards, {len(state.manifest.action_cards)} in the box"


def _farms(state: State) -> Iterator[str]:
    for seat, held in state.seats.items():
        for name, plot in held.plots.items():
            spaces = capacity(state, int(seat), plot)
            if (plot.crop is None) != (plot.chits == 0):
                yield f"plot {name} of seat {seat} has a crop without chits"
            if plot.crop is not None and (spaces is None or state.used(plot) > spaces):
                yield f"plot {name} of seat {seat} holds more than fits"


def _initiative(state: State) -> Iterator[str]:
    held = [seat.initiative for seat in state.seats.values() if seat.initiative is not None]
    numbers = sorted((*held, *state.initiative_row, *state.initiative_deck))
    if numbers != sorted(card.n for card in state.manifest.initiative):
        yield f"the initiative numbers are {numbers}"


def findings(events: list[tuple[int, Event]], _: Json) -> list[Finding]:
    """Report what rests on the table's word alone: declared effects, recounts that differ, lenient readings."""
    found = []
    lenient = False
    for version, event in events:
        match event:
            case GameOpened(options=options):
                lenient = options.get("payment_minimal") is False
                found += _opening(version, options)
            case EffectDeclared(cause=cause):
                said = f"Seat {event.seat} declared an effect of {cause}; nothing in the component data says so."
                found.append(Finding("effect_unverified", "warn", said, (version,)))
            case StateAsserted(differences=differences) if differences:
                named = ", ".join(f"{each.where} {each.what}" for each in differences)
                said = f"The table of seat {event.seat} was counted and differed in {named}."
                found.append(Finding("discrepancy", "warn", said, (version,)))
            case CostPaid(over=over, chits=chits) if lenient and over and sum(chits.values()) > 1:
                said = f"Seat {event.seat} paid {over} more than the price; whether it had to was not checked."
                found.append(Finding("overpaid", "warn", said, (version,)))
            case ItemsGained(short=short) | StartingGoodsTaken(short=short) if short:
                named = ", ".join(f"{n} {item}" for item, n in sorted(short.items()))
                found.append(Finding("supply_short", "warn", f"The supply lacked {named}.", (version,)))
            case _:
                pass
    return found


def _opening(version: int, options: dict[str, Json]) -> list[Finding]:
    town = options.get("town_slots")
    if town in (None, "rulebook_text"):
        return []
    said = f"The town was played by the profile {town}, which is not the rulebook's text."
    return [Finding("town_slots_chosen", "warn", said, (version,))]
