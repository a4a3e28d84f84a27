"""Tables to test on: openings, and positions of which only what matters is named.

Boards lie in the order of their slots, the first seat's first; squares and their cards are written `0,1 T+20`.
"""

from typing import Any

import msgspec

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.commands import PlaceCard
from domain.games.harvest_morikawa.events import Run
from domain.games.harvest_morikawa.faces import BACK
from domain.games.harvest_morikawa.layout import at
from domain.games.harvest_morikawa.manifest import Manifest, default_manifest
from domain.games.harvest_morikawa.state import State
from domain.kernel.cards import Cards, Hand, Zone, count
from domain.kernel.chance import Seeded
from domain.kernel.game import decide, decide_opening
from domain.kernel.lifecycle import OpenGame, StartGame
from domain.kernel.values import Mode, Seat
from tests.domain.harness import Given

MANIFEST = msgspec.json.decode(default_manifest(), type=Manifest)
COLOURS = ("red", "blue", "green", "pink", "purple", "orange")


def opened(seats: int = 4, *, mode: Mode = "dealt", seed: bytes | None = None, **options: Any) -> Given:
    """Return a game that has been opened and not started."""
    players = tuple(f"p_{seat}" for seat in range(1, seats + 1))
    command = OpenGame("harvest-morikawa", mode, players, msgspec.to_builtins(options), "sha256:placeholder", "public")
    return Given(RULESET, decide_opening(RULESET, MANIFEST, "g_table", command, seed).game)


def seated(seats: int, *, mode: Mode = "dealt", **options: Any) -> Given:
    """Return a game opened with agreed colours and boards: in slot a the first seat's, and so on, neutral ones last."""
    options.setdefault("colours", COLOURS[:seats])
    if seats == 1:
        return opened(1, mode=mode, **options)
    options.setdefault("boards", [*range(1, seats + 1), *[None] * (3 - seats)])
    return opened(seats, mode=mode, **options)


def dealt(seats: int, hands: str, *, mode: Mode = "dealt", **options: Any) -> Given:
    """Return a game that has been set up with these cards, four for each seat in turn (solo: then the robot's two)."""
    return seated(seats, mode=mode, **options).when(StartGame(), *hands.split()).accepted()


ANY = {
    2: "T+10 T+20 C+10 C-10 K+10 K-10 C+20 K+20",
    3: "T+10 T+20 C+10 C-10 K+10 K-10 C+20 K+20 T-10 T-20 C-20 K-20",
    4: "T+10 T+20 C+10 C-10 K+10 K-10 C+20 K+20 T-10 T-20 C-20 K-20 T+10 C+10 K+10 T+20",
}
"""Some hands, where it does not matter which."""


NO_LINE = "0,0 T+10 0,2 C+10 2,0 K+10 3,3 T+20"
ONE_LINE = "0,0 T+10 0,1 T+20 0,3 C+10 2,0 K+10 3,3 C+20"
"""Four fields of which each has a card, with no place for a special card and with one, at 0,2 for a tomato."""


def position(
    board: str = "",
    *,
    seats: int = 4,
    hands: dict[Seat, str] | None = None,
    deck: str | None = None,
    active: Seat = 1,
    mode: Mode = "dealt",
    harvest: dict[Seat, str] | None = None,
    passes: int = 0,
    **options: Any,
) -> Given:
    """Return a running game with these cards on the boards, in hands, in harvest areas and in the deck.

    A hand may have unknown cards, `?`. With no deck named, everything else is in it; else the rest was discarded.
    """
    given = seated(seats, mode=mode, **options)
    state = _laid_out(given)
    words = board.split()
    squares = dict(state.squares)
    for name, card in zip(words[::2], words[1::2], strict=True):
        squares[name] = msgspec.structs.replace(squares[name], card=card)
    held = {str(seat): (hands or {}).get(seat, "").split() for seat in range(1, seats + 1)}
    areas = {
        seat: msgspec.structs.replace(area, harvest=count((harvest or {}).get(int(seat), "").split()))
        for seat, area in state.seats.items()
    }
    out = [*words[1::2], *(card for cards in held.values() for card in cards if card != "?")]
    out += [card for area in areas.values() for card, n in area.harvest.items() for _ in range(n)]
    fresh: State = RULESET.initial(given.game.header)  # type: ignore[arg-type] # it has been opened
    unseen = {face: n - out.count(face) for face, n in fresh.cards.unseen[BACK].items()}
    discard: list[str] = []
    unknown = sum(cards.count("?") for cards in held.values())
    if deck is not None:
        kept = count(deck.split())
        discard = [face for face, n in unseen.items() for _ in range(n - kept.get(face, 0))]
        unseen = {face: kept.get(face, 0) for face in unseen}
    cards = Cards(
        {BACK: unseen},
        {"deck": Zone(BACK, sum(unseen.values()) - unknown), "box": Zone(BACK, 0)},
        {
            seat: Hand(
                known=count(card for card in cards if card != "?"),
                unknown={BACK: cards.count("?")} if "?" in cards else {},
            )
            for seat, cards in held.items()
        },
    )
    state = msgspec.structs.replace(
        state,
        squares=squares,
        seats=areas,
        cards=cards,
        discard=tuple(discard),
        phase="running",
        turn=20,
        active_seat=active,
        consecutive_passes=passes,
    )
    return Given(RULESET, msgspec.structs.replace(given.game, status="running", version=20, state=state))


def _laid_out(given: Given) -> State:
    """Return the state of a game with its boards laid out and empty, whatever was dealt."""
    game = decide(RULESET, given.game, StartGame(), Seeded(bytes(32), 2)).game
    bare = {name: msgspec.structs.replace(place, card=None) for name, place in game.state.squares.items()}
    state: State = msgspec.structs.replace(game.state, squares=bare, beside_deck=())
    return state


def place(seat: Seat, text: str) -> PlaceCard:
    """Read a placing: `T+10 0,2` or `HV 0,3 cabbage`."""
    card, square, *declared = text.split()
    return PlaceCard(seat, card, at(square), declared[0] if declared else None)


def run(axis: Any, *names: str) -> Run:
    """Return a line of these squares."""
    return Run(axis, tuple(at(name) for name in names))


def named(given: Given) -> dict[str, str]:
    """Return the cards on the boards by square."""
    return {name: square.card for name, square in given.state.squares.items() if square.card is not None}


def area(given: Given, seat: Seat) -> list[str]:
    """Return what a seat has harvested, in alphabetical order."""
    held = given.state.seats[str(seat)].harvest
    return sorted(face for face, n in held.items() for _ in range(n))
