"""Drawing cards one by one, and how a turn ends (A2 - Draw 2 cards; A3 - Check the Storage Area)."""

from domain.games.harvest_island.commands import Draw, ForgoDraw
from domain.games.harvest_island.events import (
    DeckCountDiffered,
    DrawLapsed,
    FertilizerTaken,
    FinalRoundAnnounced,
    SeasonCardDrawn,
    SeasonDeckExhausted,
    SupplyCardTaken,
    SupplyReplaced,
    TurnBegun,
    TurnEnded,
    WeatherRevealed,
)
from domain.games.harvest_island.faces import SEASONS
from domain.games.harvest_island.manifest import FIGURES, PLAYS
from domain.games.harvest_island.state import State
from domain.games.harvest_island.weather import check_weather, weather_of
from domain.kernel.rejection import reject_if
from domain.kernel.table import Table
from domain.kernel.values import Seat

LAST_SEASON = tuple(SEASONS)[-1]


def draw(table: Table[State], command: Draw) -> None:
    """Draw one card from the source that its player chooses (A2 - Draw 2 cards)."""
    state, seat = table.state, command.seat
    reject_if(state.phase != "draw", "two_plays_required", played=state.plays_made)
    counted = command.deck_left
    reject_if(counted is not None and state.mode == "dealt", "count_not_in_mode")
    chosen = command.card if command.source != "supply" else None
    reject_if(chosen is not None, "observed_card_unexpected", card=chosen)
    season = state.open_season
    match command.source:
        case "season":
            _draw_season(table, command)
        case "supply":
            _draw_supply(table, command)
        case "fertilizer":
            _draw_fertilizer(table, command)
    if counted is not None:
        _compare_count(table, seat, season or LAST_SEASON, counted)
    go_on(table)


def _draw_season(table: Table[State], command: Draw) -> None:
    """Draw from the left-most deck that has cards; weather is laid out and does not count as drawn (Weather cards)."""
    state, seat, season = table.state, command.seat, table.state.open_season
    reject_if(season is None, "season_decks_exhausted")
    if season is None:
        return
    reject_if(command.season not in (None, season), "season_deck_not_open", season=command.season, open=season)
    left = state.cards.left(season) - 1
    (card,) = table.draw(season, to=seat)
    weather = weather_of(card)
    if weather is not None:
        table.record(WeatherRevealed(state.turn, seat, season, weather, left))
        _note_exhausted(table, season)
        check_weather(table, weather)
    else:
        table.record(SeasonCardDrawn(state.turn, seat, season, left, card))
        _note_exhausted(table, season)


def _note_exhausted(table: Table[State], season: str) -> None:
    """Note a deck that has run out; after Winter's the round is completed (End of the Game)."""
    if table.state.cards.left(season):
        return
    table.record(SeasonDeckExhausted(season))
    if season == LAST_SEASON:
        table.record(FinalRoundAnnounced(table.state.round, table.state.last_player))


def _draw_supply(table: Table[State], command: Draw) -> None:
    """Take a named card from the Supply Area."""
    state = table.state
    _refuse_season(command)
    reject_if(not state.supply, "supply_empty")
    card = command.card
    reject_if(card is None, "card_choice_required", cards=list(state.supply))
    reject_if(card not in state.supply, "card_not_in_supply", card=card, cards=list(state.supply))
    reject_if(state.only_from_deck(), "replacement_from_deck_required", season=state.open_season)
    if card is not None:
        table.record(SupplyCardTaken(state.turn, command.seat, card))


def _draw_fertilizer(table: Table[State], command: Draw) -> None:
    """Take a fertilizer card: one at most, and only after two releases (Fertilizer cards)."""
    state = table.state
    _refuse_season(command)
    reject_if(state.released < PLAYS, "fertilizer_not_earned", released=state.released)
    reject_if(state.fertilizer_taken, "fertilizer_already_taken")
    reject_if(state.fertilizer_area == 0, "fertilizer_area_empty")
    reject_if(state.only_from_deck(), "replacement_from_deck_required", season=state.open_season)
    table.record(FertilizerTaken(state.turn, command.seat, state.fertilizer_area - 1))


def _refuse_season(command: Draw) -> None:
    reject_if(command.season is not None, "season_deck_not_open", season=command.season, source=command.source)


def _compare_count(table: Table[State], seat: Seat, season: str, counted: int) -> None:
    left = table.state.cards.left(season)
    if counted != left:
        table.record(DeckCountDiffered(table.state.turn, seat, season, counted, left))


def forgo_draw(table: Table[State], command: ForgoDraw) -> None:
    """Let the draws lapse; a fertilizer card may be left where no other card can be drawn (Fertilizer cards)."""
    state = table.state
    reject_if(state.phase != "draw", "two_plays_required", played=state.plays_made)
    other = state.open_season is not None or bool(state.supply)
    reject_if(other, "draw_source_available", season=state.open_season, supply=list(state.supply))
    table.record(DrawLapsed(state.turn, command.seat, state.draws_owed, by_choice=True))
    go_on(table)


def go_on(table: Table[State]) -> None:
    """Go on after a play, a draw or a catastrophe: the turn ends if nothing is owed, or if nothing can be drawn."""
    state = table.state
    if state.phase != "draw" or state.catastrophe is not None:
        return
    if state.draws_owed:
        if state.open_season is not None or state.supply or state.may_draw_fertilizer():
            return
        table.record(DrawLapsed(state.turn, state.active_seat or 1, state.draws_owed, by_choice=False))
    _check_storage(table)
    end_turn(table)


def _check_storage(table: Table[State]) -> None:
    """Let a full Storage Area become the Supply Area (A3 - Check the Storage Area)."""
    state = table.state
    if len(state.storage) >= FIGURES["storage_trigger"]:
        table.record(SupplyReplaced(state.supply, state.storage))


def end_turn(table: Table[State]) -> None:
    """End the turn; in the last round the game ends with its last player's turn (End of the Game)."""
    state = table.state
    seat = state.active_seat or 1
    table.record(TurnEnded(state.turn, seat))
    if state.final_round and seat == state.last_player:
        table.end("winter_exhausted")
        return
    following = state.next_seat()
    table.record(TurnBegun(state.turn + 1, state.round + (following == state.first_player), following))
