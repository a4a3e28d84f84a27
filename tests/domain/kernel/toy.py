"""A ruleset of nothing but the kernel's own verbs: fruit and weather in one pile, a second pile with its own back."""

from collections.abc import Iterator
from typing import Annotated, Any

from domain.kernel.cards import Cards, Hand, Zone
from domain.kernel.lifecycle import END_REASONS
from domain.kernel.rejection import Refusal, reject_if
from domain.kernel.ruleset import Header, Meta, Obligation, Ruleset
from domain.kernel.score import Line, Outcome, Verdict, places
from domain.kernel.sealed import sealed_to, sealed_to_nobody
from domain.kernel.table import Table
from domain.kernel.values import Card, Command, Event, Json, Seat, Value

FRUIT = ("apple", "pear")
BACKS = {"apple": "?fruit", "pear": "?fruit", "storm": "storm", "gold": "?coin", "lead": "?coin"}


class Options(Value, frozen=True, kw_only=True):
    apples: int = 3


class Manifest(Value, frozen=True):
    ruleset: str = "toy"


class State(Value, frozen=True):
    cards: Cards
    points: dict[str, int]
    rolled: tuple[int, ...] = ()


class Drawn(Event, frozen=True, tag="toy.drawn"):
    seat: Seat
    cards: Annotated[tuple[Card, ...], sealed_to("seat")]
    zone: str = "pile"


class TurnedUp(Event, frozen=True, tag="toy.turned_up"):
    cards: tuple[Card, ...]
    zone: str = "pile"


class Played(Event, frozen=True, tag="toy.played"):
    seat: Seat
    card: Card


class Shown(Event, frozen=True, tag="toy.shown"):
    seat: Seat
    cards: tuple[Card, ...]


class Rolled(Event, frozen=True, tag="toy.rolled"):
    number: int


class Hidden(Event, frozen=True, tag="toy.hidden"):
    seat: Seat
    bid: Annotated[Card | None, sealed_to("seat")]
    mark: Annotated[Card, sealed_to_nobody]


class Draw(Command, frozen=True, tag="toy.draw"):
    seat: Seat
    n: int = 1


class Play(Command, frozen=True, tag="toy.play"):
    seat: Seat
    card: Card


class Roll(Command, frozen=True, tag="toy.roll"):
    seat: Seat | None = None
    refuse: bool = False


class Bid(Command, frozen=True, tag="toy.bid"):
    seat: Seat
    bid: Annotated[Card, sealed_to("seat")]


class Stop(Command, frozen=True, tag="toy.stop"):
    seat: Seat


def initial(header: Header) -> State:
    options: Options = header.options
    seats = [str(seat) for seat in range(1, len(header.seats) + 1)]
    unseen = {
        "?fruit": {"apple": options.apples, "pear": 2, "storm": 2},
        "?coin": {"gold": 1, "lead": 1},
    }
    zones = {"pile": Zone("?fruit", options.apples + 4), "purse": Zone("?coin", 2)}
    return State(Cards(unseen, zones, {seat: Hand() for seat in seats}), dict.fromkeys(seats, 0))


def setup(table: Table[State], resolved: Json) -> None:
    table.record(TurnedUp(table.draw("pile")))


def decide(table: Table[State], command: Draw | Play | Roll | Bid | Stop) -> None:
    match command:
        case Draw():
            reject_if(command.n > 3, "too_many", n=command.n)
            table.record(Drawn(command.seat, table.draw("pile", command.n, to=command.seat)))
        case Play():
            reject_if(not table.state.cards.could_hold(command.seat, command.card), "not_in_hand")
            table.record(Played(command.seat, command.card))
        case Roll():
            table.record(Rolled(table.roll(6)))
            reject_if(command.refuse, "too_late")
        case Bid():
            table.record(Hidden(command.seat, command.bid, "gold"))
        case Stop():
            table.end("stopped")


def evolve(state: State, event: Drawn | TurnedUp | Played | Shown | Rolled | Hidden) -> State:
    cards = state.cards
    match event:
        case Drawn():
            for card in event.cards:
                cards = cards.draw(event.zone, card, event.seat)
        case TurnedUp():
            for card in event.cards:
                cards = cards.take(event.zone, card)
        case Played():
            cards = cards.play(event.seat, event.card)
        case Shown():
            cards = cards.show(event.seat, event.cards)
        case Rolled():
            points = {**state.points, "1": state.points["1"] + event.number}
            return State(cards, points, (*state.rolled, event.number))
        case Hidden():
            pass
    return State(cards, state.points, state.rolled)


def obligations(state: State) -> tuple[Obligation, ...]:
    return (Obligation(None, ("seat", "scribe"), ("toy.stop",)),)


def legal(state: State, seat: Seat) -> Iterator[Command]:
    yield Stop(seat)


def lines(state: State) -> tuple[Line, ...]:
    return tuple(Line(int(seat), "points", points, 1) for seat, points in state.points.items())


def verdict(state: State) -> Verdict:
    scores = {int(seat): points for seat, points in state.points.items()}
    winners = tuple(seat for seat, points in scores.items() if points == max(scores.values()))
    return Verdict(Outcome("win" if len(winners) == 1 else "shared_win", "", winners), places(scores))


def check_opening(header: Header) -> None:
    reject_if(header.options.apples < 1, "no_apples")


RULESET: Ruleset[Any] = Ruleset(
    meta=Meta(
        id="toy",
        revision=7,
        title="Toy",
        designer="",
        publisher="",
        year=2026,
        rulebook="",
        min_seats=1,
        max_seats=4,
        modes=("dealt", "observed"),
        stage="preview",
        end_reasons={"stopped": "Somebody stopped.", **END_REASONS},
        lines={"points": "Points"},
        rulings=(),
    ),
    commands=(Draw, Play, Roll, Bid, Stop),
    events=(Drawn, TurnedUp, Played, Shown, Rolled, Hidden),
    state=State,
    options=Options,
    manifest=Manifest,
    refusals={"too_many": Refusal("Draw three at most.")},
    default_manifest=lambda: b'{"ruleset":"toy"}',
    manifest_faults=lambda _: [],
    check_opening=check_opening,
    initial=initial,
    setup=setup,
    decide=decide,
    evolve=evolve,
    obligations=obligations,
    legal=legal,
    unsure=lambda _state, _seat: False,
    lines=lines,
    verdict=verdict,
    back=lambda card: BACKS[card],
    hand_may_hold=lambda card: card != "storm",
    components=lambda state: state.cards.faults(),
    findings=lambda _events, _resolved: [],
)


def header(seats: int = 2, mode: Any = "observed", **options: Any) -> Header:
    """Return the header of a toy game."""
    players = tuple(f"p_{seat}" for seat in range(1, seats + 1))
    return Header("g_toy", "toy", 7, mode, players, Options(**options), Manifest())
