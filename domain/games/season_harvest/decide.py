"""What follows from each command, in the rulebook's order; a command the rules do not allow is rejected."""

from typing import assert_never

from domain.games.season_harvest.commands import (
    CheckBoard,
    ChooseFirst,
    Cut,
    DeclareCannotPlay,
    EndTurn,
    Gather,
    Grow,
    Harvest,
    Move,
    Plant,
    PlayCard,
    ShowCards,
    TakeHome,
)
from domain.games.season_harvest.draw import draw_replacement, open_hand
from domain.games.season_harvest.events import (
    CardDiscarded,
    CardPlayed,
    CardsShown,
    Cell,
    FirstSeatSet,
    GridRevealed,
    GrowthApplied,
    HandShown,
    HomeTaken,
    TurnEnded,
    TurnStarted,
)
from domain.games.season_harvest.growth import growth
from domain.games.season_harvest.pawns import act
from domain.games.season_harvest.recount import check_board
from domain.games.season_harvest.state import SPACES, State
from domain.kernel.cards import count
from domain.kernel.rejection import reject_if
from domain.kernel.table import Table
from domain.kernel.values import Card, Seat

SeasonTable = Table[State]
SeasonCommand = (
    TakeHome
    | ChooseFirst
    | Move
    | Plant
    | Gather
    | Harvest
    | Grow
    | Cut
    | PlayCard
    | DeclareCannotPlay
    | ShowCards
    | EndTurn
    | CheckBoard
)


def decide(table: SeasonTable, command: SeasonCommand) -> None:
    """Record what follows from a command, or raise `Rejected`."""
    state, seat = table.state, command.seat
    setting_up = state.phase == "homes"
    unknown = seat is not None and str(seat) not in state.seats
    match command:
        case TakeHome() | ChooseFirst():
            reject_if(not setting_up, "already_started")
        case ShowCards():
            pass
        case _:
            reject_if(setting_up, "game_not_started")
    reject_if(unknown, "unknown_seat", seat=seat)
    match command:
        case TakeHome():
            _take_home(table, command)
        case ChooseFirst():
            _choose_first(table, command)
        case ShowCards():
            _show_cards(table, command)
        case CheckBoard():
            check_board(table, command)
        case _:
            reject_if(seat != state.active_seat, "not_active_player", seat=seat, active=state.active_seat)
            _take_turn(table, command)


def _take_turn(
    table: SeasonTable,
    command: Move | Plant | Gather | Harvest | Grow | Cut | PlayCard | DeclareCannotPlay | EndTurn,
) -> None:
    match command:
        case PlayCard():
            _play_card(table, command)
        case DeclareCannotPlay():
            _declare_cannot_play(table, command)
        case EndTurn():
            _end_turn(table, command.seat)
        case Move() | Plant() | Gather() | Harvest() | Grow() | Cut():
            act(table, command)
        case _:
            assert_never(command)


def _take_home(table: SeasonTable, command: TakeHome) -> None:
    """Take the card from a corner and put a pawn there; the space is home base from now on (Setting Up)."""
    state, seat, space = table.state, command.seat, command.space
    reject_if(state.seat(seat).home is not None, "home_already_taken", seat=seat, home=state.seat(seat).home)
    taken = [other.home for other in state.seats.values()]
    reject_if(space not in taken and space not in state.free_homes(), "not_a_home_space", space=space)
    reject_if(space in taken, "home_space_taken", space=space)
    openly = state.options.hands == "open"
    (card,) = table.draw("grid", to=seat, openly=openly)
    table.record(HomeTaken(seat, space, card, f"{seat}-1"))
    open_hand(table, seat, (card,))
    if state.options.first_seat == "random" and not _homeless(table.state):
        _begin(table, None)


def _choose_first(table: SeasonTable, command: ChooseFirst) -> None:
    """Turn all cards on the board face-up and select who goes first (Setting Up)."""
    state, first = table.state, command.first
    homeless = _homeless(state)
    reject_if(bool(homeless), "homes_incomplete", seats=homeless)
    by_lot = command.basis == "lot"
    reject_if(by_lot and first is not None, "first_drawn_by_lot", first=first)
    reject_if(not by_lot and str(first) not in state.seats, "unknown_seat", seat=first)
    _begin(table, first)


def _begin(table: SeasonTable, first: Seat | None) -> None:
    """Turn the grid up and start the first turn: of the seat that is named, else of the one the lot falls on."""
    homes = {seat.home for seat in table.state.seats.values()}
    spaces = [space for space in SPACES if space not in homes]
    cards = table.draw("grid", len(spaces))
    table.record(GridRevealed(tuple(Cell(space, card) for space, card in zip(spaces, cards, strict=True))))
    seat = table.lot("the first seat", range(1, len(homes) + 1)) if first is None else first
    table.record(FirstSeatSet(seat, "lot" if first is None else "declared"))
    _start_turn(table, 1, seat)


def _start_turn(table: SeasonTable, turn: int, seat: Seat) -> None:
    """Let everything grow, then start a turn (Play)."""
    table.record(GrowthApplied(turn, growth(table.state.spaces)))
    table.record(TurnStarted(turn, seat, table.state.year))


def _play_card(table: SeasonTable, command: PlayCard) -> None:
    """Play a card on an empty space or over the season that precedes it, then draw (Play, Cards)."""
    state, seat, card, space = table.state, command.seat, command.card, command.space
    reject_if(space not in state.spaces, "unknown_space", space=space)
    reject_if(state.card_step != "pending", "card_step_done")
    hand = state.cards.hand(seat)
    in_hand = hand.known.get(card, 0) > 0 or (bool(hand.unknown) and card in state.follows)
    reject_if(not in_hand, "card_not_in_hand", card=card)
    covered = state.spaces[space].card
    reject_if(not state.fits(card, space), "season_does_not_follow", card=card, space=space, covers=covered)
    reject_if(not state.cards.could_hold(seat, card), "season_overdrawn", card=card)
    table.record(CardPlayed(seat, card, space, covered))
    draw_replacement(table, seat)


def _declare_cannot_play(table: SeasonTable, command: DeclareCannotPlay) -> None:
    """Show a hand in which nothing fits, discard a card and draw one (Play, Cards)."""
    state, seat = table.state, command.seat
    reject_if(state.card_step != "pending", "card_step_done")
    shown = _whole_hand(state, seat, command.shown)
    fitting = sorted({card for card in shown if any(state.fits(card, space) for space in state.spaces)})
    reject_if(bool(fitting), "playable_card_exists", cards=fitting)
    reject_if(command.discard not in shown, "card_not_in_hand", card=command.discard)
    table.record(HandShown(seat, shown))
    table.record(CardDiscarded(seat, command.discard))
    draw_replacement(table, seat)


def _whole_hand(state: State, seat: Seat, shown: tuple[Card, ...] | None) -> tuple[Card, ...]:
    """Return the hand as it is shown; a hand that is not known must be stated whole and fit what is known of it."""
    hand = state.cards.hand(seat)
    known = tuple(card for card in sorted(hand.known) for _ in range(hand.known[card]))
    if shown is None:
        reject_if(bool(hand.unknown), "shown_hand_mismatch", cards=hand.size, shown=None)
        return known
    counted = count(shown)
    learned = {card: n - hand.known.get(card, 0) for card, n in counted.items()}
    seasons = all(card in state.follows for card in shown)
    fits = len(shown) == hand.size and all(counted.get(card, 0) >= n for card, n in hand.known.items())
    reject_if(not (seasons and fits), "shown_hand_mismatch", cards=hand.size, shown=list(shown))
    _check_unseen(state, learned)
    return tuple(sorted(shown))


def _show_cards(table: SeasonTable, command: ShowCards) -> None:
    """Show cards to the other players, at any time (Setting Up)."""
    state, seat = table.state, command.seat
    hand = state.cards.hand(seat)
    learned = {card: n - hand.known.get(card, 0) for card, n in count(command.cards).items()}
    foreign = [card for card, n in learned.items() if n > 0 and (not hand.unknown or card not in state.follows)]
    unknown = sum(n for n in learned.values() if n > 0)
    too_many = unknown > sum(hand.unknown.values())
    reject_if(bool(foreign) or too_many, "card_not_in_hand", cards=foreign or list(command.cards))
    _check_unseen(state, learned)
    table.record(CardsShown(seat, command.cards))


def _check_unseen(state: State, learned: dict[Card, int]) -> None:
    """Refuse cards that an unknown hand cannot hold because all copies lie elsewhere."""
    for card, n in learned.items():
        left = state.cards.unlearned(card)
        reject_if(n > left, "season_overdrawn", card=card, copies=n, unseen=left)


def _end_turn(table: SeasonTable, seat: Seat) -> None:
    """End the turn; the game ends when nobody has cards in hand, else everything grows and the next seat goes on."""
    state = table.state
    reject_if(state.card_step == "pending", "card_step_pending")
    table.record(TurnEnded(state.turn, seat))
    if all(hand.size == 0 for hand in state.cards.hands.values()):
        table.end("hands_empty")
        return
    _start_turn(table, state.turn + 1, seat % len(state.seats) + 1)


def _homeless(state: State) -> list[Seat]:
    return [int(seat) for seat, basket in state.seats.items() if basket.home is None]
