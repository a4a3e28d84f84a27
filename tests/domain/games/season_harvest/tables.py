"""Tables to test on: openings, boards written as text, and three positions in the middle of a game.

A board is three rows of three spaces, each a season (or `--`) with its seeds/trees/fruitys.
"""

from typing import Any

import msgspec

from domain.games.season_harvest import RULESET
from domain.games.season_harvest.commands import ChooseFirst, TakeHome
from domain.games.season_harvest.events import Tokens
from domain.games.season_harvest.manifest import Manifest, default_manifest
from domain.games.season_harvest.state import SPACES, Options, Pawn, SeatState, Space, State
from domain.kernel.cards import Cards, Hand, Zone, count
from domain.kernel.game import Game, decide_opening
from domain.kernel.lifecycle import OpenGame, StartGame
from domain.kernel.values import Mode
from tests.domain.harness import Given

MANIFEST = msgspec.json.decode(default_manifest(), type=Manifest)
RUNNING_DECK = ("SP", "SU", "FA", "WI") * 13


def command_to_open(seats: int, *, mode: Mode = "dealt", **options: Any) -> OpenGame:
    """Return the command that opens a game for players p1, p2, ..."""
    players = tuple(f"p{seat}" for seat in range(1, seats + 1))
    given = msgspec.to_builtins(options)
    return OpenGame("season-harvest", mode, players, given, "sha256:poker", "public")


def opened(seats: int = 2, *, mode: Mode = "dealt", seed: bytes | None = None, **options: Any) -> Given:
    """Return a game that has been opened and not started."""
    command = command_to_open(seats, mode=mode, **options)
    return Given(RULESET, decide_opening(RULESET, MANIFEST, "g_table", command, seed).game)


def by_seat(deck: tuple[str, ...], seats: int) -> list[str]:
    """Return the cards of each seat in turn, as two rounds over the seats deal them from under the nine of the grid."""
    dealt = deck[9 : 9 + 2 * seats]
    return [card for seat in range(seats) for card in (dealt[seat], dealt[seat + seats])]


def dealt(seats: int = 2, deck: tuple[str, ...] = RUNNING_DECK, *, mode: Mode = "dealt", **options: Any) -> Given:
    """Return a game whose hands have been dealt from a deck in this order."""
    return opened(seats, mode=mode, **options).when(StartGame(), *by_seat(deck, seats)).accepted()


def begun(deck: tuple[str, ...] = RUNNING_DECK, **options: Any) -> Given:
    """Return a two-seat game at its first turn: homes a1 and c3, seat 1 to go first."""
    table = dealt(2, deck, **options)
    table = table.when(TakeHome(1, "a1"), deck[0]).accepted()
    table = table.when(TakeHome(2, "c3"), deck[8]).accepted()
    return table.when(ChooseFirst(1), *deck[1:8]).accepted()


def tokens(text: str) -> Tokens:
    """Read seeds/trees/fruitys."""
    return Tokens(*(int(number) for number in text.split("/")))


def board(text: str) -> dict[str, Space]:
    """Read the nine spaces of a board."""
    words = text.replace("|", " ").split()
    cards = [None if word == "--" else word for word in words[::2]]
    laid = zip(SPACES, cards, words[1::2], strict=True)
    return {space: Space(card, tokens(held)) for space, card, held in laid}


def written(state: State, space: str) -> str:
    """Write one space as a board's text has it."""
    lying, held = state.spaces[space].card, state.spaces[space].tokens
    return f"{lying or '--'} {held.seeds}/{held.trees}/{held.fruitys}"


def cards_of(state: State, seat: int) -> list[str]:
    """Return what is known of a hand, unknown cards as their back, in alphabetical order."""
    hand = state.cards.hand(seat)
    return sorted(card for counts in (hand.known, hand.unknown) for card, n in counts.items() for _ in range(n))


def midgame(*, mode: Mode = "dealt", **options: Any) -> Given:
    """Return turn 21 of a two-seat game, seat 1 to act: pawn 1-1 on a Fall space with a tree and a fruity."""
    start = opened(2, mode=mode, **options)
    state = State(
        mode=mode,
        options=msgspec.convert(msgspec.to_builtins(options), Options),
        cards=Cards(
            {"?": {"SP": 4, "SU": 4, "FA": 6, "WI": 5}},
            {"pile": Zone("?", 19), "grid": Zone("?", 0)},
            {"1": Hand(count(("SU", "FA", "WI"))), "2": Hand(count(("SP", "SP", "FA")))},
        ),
        seats={
            "1": SeatState(home="a1", fruit=3, seeds=1, harvested=3),
            "2": SeatState(home="c3", fruit=2, harvested=2),
        },
        spaces=board("""SU 0/1/0 | SP 1/0/0 | SU 1/1/0
                        WI 0/0/1 | FA 0/1/1 | SP 2/0/0
                        SU 1/0/0 | WI 0/1/0 | -- 0/0/0"""),
        follows=start.state.follows,
        pawns={"1-1": Pawn("1-1", 1, "b2", 0), "2-1": Pawn("2-1", 2, "c3", 0)},
        discards=("SP", "SU", "WI") * 5 + ("FA",) * 4,
        phase="play",
        turn=21,
        active_seat=1,
    )
    return Given(RULESET, _running(start.game, state))


def other_seat(**options: Any) -> Given:
    """Return the same table a turn on, seat 2 to act."""
    return midgame(**options).changed(turn=22, active_seat=2)


def stuck(*, mode: Mode = "dealt", **options: Any) -> Given:
    """Return the same table on a full grid of Spring and Summer: Spring and Winter cards fit nowhere."""
    table = midgame(mode=mode, **options)
    cards = Cards(
        {"?": {"SP": 0, "SU": 0, "FA": 1, "WI": 5}},
        {"pile": Zone("?", 6), "grid": Zone("?", 0)},
        {"1": Hand(count(("SP", "WI", "WI"))), "2": Hand(count(("SP", "SP", "FA")))},
    )
    spaces = board("""SP 0/1/0 | SU 1/0/0 | SP 1/1/0
                      SU 0/0/1 | SP 0/1/1 | SU 2/0/0
                      SP 1/0/0 | SU 0/1/0 | SP 0/0/0""")
    return table.changed(cards=cards, spaces=spaces)


def holding(table: Given, seat: int, *cards: str) -> Given:
    """Give a seat another hand, whether or not the deck has the cards."""
    hands = {**table.state.cards.hands, str(seat): Hand(count(cards))}
    return table.changed(cards=msgspec.structs.replace(table.state.cards, hands=hands))


def pile(table: Given, *cards: str) -> Given:
    """Let the pile hold these cards and nothing else be unseen."""
    unseen = dict.fromkeys(table.state.follows, 0) | count(cards)
    zones = {**table.state.cards.zones, "pile": Zone("?", len(cards))}
    return table.changed(cards=msgspec.structs.replace(table.state.cards, unseen={"?": unseen}, zones=zones))


def basket(table: Given, seat: int, **held: int) -> Given:
    """Change what a seat's basket holds; fruit counts as harvested."""
    if "fruit" in held:
        held.setdefault("harvested", held["fruit"])
    changed = msgspec.structs.replace(table.state.seat(seat), **held)
    return table.changed(seats={**table.state.seats, str(seat): changed})


def _running(game: Game, state: State) -> Game:
    return msgspec.structs.replace(game, status="running", version=120, state=state)
