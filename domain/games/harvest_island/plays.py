"""Playing cards: sow, plant, fertilize, release (A1 - Cultivation)."""

from domain.games.harvest_island.commands import Fertilize, Plant, Release, Sow
from domain.games.harvest_island.events import FieldFertilized, FruitPlanted, FruitReleased, SeedSown
from domain.games.harvest_island.faces import FERTILIZER, fruit_of, is_fruit
from domain.games.harvest_island.manifest import PLAYS
from domain.games.harvest_island.state import FIELDS, State, has_room
from domain.kernel.cards import is_kind
from domain.kernel.rejection import reject_if
from domain.kernel.table import Table
from domain.kernel.values import Card, Seat


def play(table: Table[State], command: Sow | Plant | Fertilize | Release) -> None:
    """Play one card of the two that a cultivation plays."""
    reject_if(table.state.plays_made == PLAYS, "no_plays_left")
    match command:
        case Sow():
            _sow(table, command)
        case Plant():
            _plant(table, command)
        case Fertilize():
            _fertilize(table, command)
        case Release():
            _release(table, command)


def _sow(table: Table[State], command: Sow) -> None:
    """Put a seed under a field that has none (Sow)."""
    state, seat = table.state, command.seat
    card = _fruit_in_hand(state, seat, command.card)
    reject_if(command.field not in FIELDS, "unknown_field", field=command.field)
    seed = state.seat(seat).fields[command.field].seed
    reject_if(seed is not None, "field_already_sown", field=command.field, seed=seed)
    table.record(SeedSown(state.turn, seat, command.field, card))


def _plant(table: Table[State], command: Plant) -> None:
    """Put a fruit on a field sown with the same fruit (Plant; Field capacity)."""
    state, seat, name = table.state, command.seat, command.field
    card = _fruit_in_hand(state, seat, command.card)
    seed = _seed_with_room(state, seat, name, card)
    reject_if(not leaves_a_second_play(state, seat, planted_on=name), "second_play_impossible", seed=seed)
    table.record(FruitPlanted(state.turn, seat, name, card))


def _fertilize(table: Table[State], command: Fertilize) -> None:
    """Put a fertilizer card on a sown field (Fertilize; Field capacity)."""
    state, seat = table.state, command.seat
    reject_if(not state.cards.hand(seat).known.get(FERTILIZER), "no_fertilizer_in_hand")
    _seed_with_room(state, seat, command.field, None)
    table.record(FieldFertilized(state.turn, seat, command.field))


def _release(table: Table[State], command: Release) -> None:
    """Put a fruit into the Storage Area (Release)."""
    state, seat = table.state, command.seat
    card = _in_hand(state, seat, command.card)
    reject_if(card == FERTILIZER, "fertilizer_not_releasable")
    reject_if(not leaves_a_second_play(state, seat), "second_play_impossible")
    table.record(FruitReleased(state.turn, seat, card))


def leaves_a_second_play(state: State, seat: Seat, *, planted_on: str | None = None) -> bool:
    """Tell whether something can be played after a fruit: not if only fertilizers are left and no field takes one.

    A first play that would leave the turn stuck is refused. Sowing never does, since it opens a field with room.
    """
    hand = state.cards.hand(seat)
    if state.plays_made or hand.known.get(FERTILIZER, 0) < hand.size - 1:
        return True
    fields = state.seat(seat).fields
    room = [name for name, field in fields.items() if field.seed is not None and has_room(name, field)]
    if planted_on in room:
        field = fields[planted_on]
        grown = type(field)(field.seed, (*field.stack, FERTILIZER))
        return len(room) > 1 or has_room(planted_on, grown)
    return bool(room)


def _seed_with_room(state: State, seat: Seat, name: str, card: Card | None) -> Card | None:
    reject_if(name not in FIELDS, "unknown_field", field=name)
    field = state.seat(seat).fields[name]
    seed = field.seed
    reject_if(seed is None, "field_not_sown", field=name)
    if card is not None and seed is not None:
        reject_if(fruit_of(card) != fruit_of(seed), "seed_mismatch", card=card, seed=seed)
    reject_if(not has_room(name, field), "field_full", field=name, load=len(field.stack))
    return seed


def _fruit_in_hand(state: State, seat: Seat, card: Card) -> Card:
    card = _in_hand(state, seat, card)
    reject_if(card == FERTILIZER, "not_a_fruit_card", card=card)
    return card


def _in_hand(state: State, seat: Seat, card: Card) -> Card:
    """Return the card of a hand that is named, or refuse one that the hand cannot hold.

    Points that a scribe leaves open are taken from a card that everybody has seen go into this hand.
    """
    cards, hand = state.cards, state.cards.hand(seat)
    loose = state.options.points_check == "as_entered"
    held = hand.known_as(card) if loose or not is_kind(card) else None
    if held is not None:
        return held if is_kind(card) and hand.shown.get(held) else card
    reject_if(not hand.unknown or card == FERTILIZER, "card_not_in_hand", card=card)
    known_class = is_fruit(card) and cards.back(card) in cards.unseen
    reject_if(not known_class, "unknown_card_class", card=card)
    reject_if(not hand.unknown.get(cards.back(card)), "no_compatible_hand_slot", card=card)
    reject_if(not cards.could_hold(seat, card), "card_copies_exhausted", card=card)
    return card
