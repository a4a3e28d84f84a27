"""Random games under the eyes of a referee who knows the rulebook and shares nothing with the ruleset."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.commands import ChooseFirst, DrawUp, Pass, PlaceCard, RecordSalad
from domain.games.harvest_morikawa.turn import ground_to_pass
from domain.kernel.claims import HandClaim
from domain.kernel.game import Game, decide, fold, outcome_of, source_for
from domain.kernel.lifecycle import StartGame
from domain.kernel.rejection import Rejected
from domain.kernel.score import Citations, Line
from domain.kernel.values import Command
from tests.domain.games.harvest_morikawa.referee import Referee, threes_on
from tests.domain.games.harvest_morikawa.tables import opened, position

Choose = Callable[[Referee, list[PlaceCard], Random], PlaceCard]
NEXT_TO = ((0, 2), (0, -2), (2, 0), (-2, 0), (1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1))


def careless(_: Referee, plays: list[PlaceCard], rng: Random) -> PlaceCard:
    return rng.choice(plays)


def thrifty(referee: Referee, plays: list[PlaceCard], rng: Random) -> PlaceCard:
    """Choose what takes most off the fields."""
    return max(plays, key=lambda play: (referee.worth(play.card, play.square, play.declared), rng.random()))


def patient(referee: Referee, plays: list[PlaceCard], rng: Random) -> PlaceCard:
    """Wait for harvests of more than three cards."""

    def worth(play: PlaceCard) -> tuple[int, float]:
        taken = referee.worth(play.card, play.square, play.declared)
        return taken if taken > 3 else -taken, rng.random()

    return max(plays, key=worth)


def a_field(rng: Random, boards: int) -> list[tuple[int, int]]:
    """Return origins of boards that hang together somehow."""
    origins = [(rng.randint(-5, 5), rng.randint(-5, 5))]
    while len(origins) < boards:
        row, column = rng.choice(origins)
        down, right = rng.choice(NEXT_TO)
        new = (row + down, column + right)
        if all(max(abs(new[0] - r), abs(new[1] - c)) >= 2 for r, c in origins):
            origins.append(new)
    return origins


def refereed(seats: int, seed: int, choose: Choose, **options: Any) -> Referee:
    """Play a game to its end, all of it seen by a referee."""
    rng = Random(seed)
    given = opened(seats, seed=rng.randbytes(32), **options)
    referee, citations = Referee(seats, msgspec.to_builtins(given.state.options)), Citations()
    game = given.game
    command: Command = StartGame()
    while game.status != "ended":
        command = following(referee, game, choose, rng) if game.status == "running" else command
        game = enter(referee, citations, game, command)
    check_result(referee, game)
    check_citations(referee, citations.cited())
    return referee


def enter(referee: Referee, citations: Citations, game: Game, command: Command) -> Game:
    decision = decide(RULESET, game, command, source_for(game))
    for index, event in enumerate(decision.events):
        referee.at = (decision.game.version, index)
        referee.read(msgspec.to_builtins(event))
    referee.check_at_rest()
    assert decision.game == fold(RULESET, None, game, decision.events, citations)
    return decision.game


def following(referee: Referee, game: Game, choose: Choose, rng: Random) -> Command:
    """Choose the next command, having asked the rules for all that are possible."""
    if not referee.begun:
        return ChooseFirst(rng.randint(1, referee.seats))
    if referee.ended:
        return RecordSalad(rng.choice(referee.level()))
    late = [seat for seat in referee.hands if referee.debt(seat) and not referee.options["auto_draw"]]
    if late and rng.randrange(2):
        return DrawUp(rng.choice(late))
    seat = referee.turn or 1
    plays = [PlaceCard(seat, card, square, declared) for card, square, declared in referee.plays(seat)]
    check_moves(referee, game, seat, plays, rng)
    if plays:
        return choose(referee, plays, rng)
    return DrawUp(seat) if seat in late else Pass(seat)


def check_moves(referee: Referee, game: Game, seat: int, plays: list[PlaceCard], rng: Random) -> None:
    """See that the rules allow these placings and no others, and a pass only where there are none."""
    listed = list(RULESET.legal(game.state, seat))
    assert Counter(map(str, plays)) == Counter(str(each) for each in listed if isinstance(each, PlaceCard))
    may_pass = not plays and not referee.debt(seat)
    assert (Pass(seat) in listed) == may_pass == accepts(game, Pass(seat))
    for _ in range(3):
        square = rng.choice(list(referee.owners))
        card, declared = rng.choice([*referee.hands[seat], "K-20"]), rng.choice([None, "tomato", "corn"])
        attempt = PlaceCard(seat, card, square, declared)
        assert accepts(game, attempt) == (attempt in plays)


def accepts(game: Game, command: Command) -> bool:
    try:
        decide(RULESET, game, command, source_for(game))
    except Rejected:
        return False
    return True


def check_result(referee: Referee, game: Game) -> None:
    """Compare sheet, places and winners with what the referee has counted."""
    outcome, places = outcome_of(RULESET, game)
    assert outcome is not None
    for seat in referee.areas:
        lines = {(line.key, line.unit): line.quantity for line in RULESET.lines(game.state) if line.seat == seat}
        assert referee.sheet(seat) == Counter({key: n for key, n in lines.items() if n})
    if referee.seats == 1:
        lost = referee.ended != "solo_deck_out"
        total = referee.total(1)
        band = None if lost else 1 + sum(total > most for most in (100, 150, 200))
        assert (outcome.kind, outcome.facts) == ("solo_lost" if lost else "solo_won", {"score": total, "band": band})
        assert places == ({} if lost else {"1": 1})
        return
    assert list(outcome.winners) == referee.level()
    assert places == {str(seat): referee.place(seat) for seat in referee.areas}
    first, second = sorted((referee.rank(seat) for seat in referee.areas), reverse=True)[:2]
    decisive = [name for name, one, two in zip(STEPS_OF_A_TIE, first, second, strict=True) if one != two]
    assert outcome.decided_by == (decisive or ["shared"])[0]


def check_citations(referee: Referee, lines: Sequence[Line]) -> None:
    """See that a line cites the events in which the referee saw its cards come, its field empty, its hand open."""
    cited = {(line.seat, line.key, line.unit): [(cite.version, cite.event) for cite in line.cites] for line in lines}

    assert {key: cites for key, cites in cited.items() if cites} == referee.proof


STEPS_OF_A_TIE = ("score", "cards_harvested", "field_points", "salad")


def variants(seats: int, rng: Random) -> dict[str, Any]:
    options: dict[str, Any] = {
        "auto_draw": rng.choice([True, True, False]),
        "final_tie": rng.choice(["salad", "shared"]),
    }
    if rng.randrange(2):
        options |= {"layout": "custom", "origins": a_field(rng, max(seats, 3))}
    if seats == 1:
        options["solo_deck_out"] = rng.choice(["finish_placement", "immediate", "finish_round"])
    else:
        options["allow_empty_opponent_field"] = rng.randrange(4) == 0
    return options


@pytest.mark.parametrize(
    ("seats", "games", "rare"),
    [
        (1, 50, {"run 4", "solo_deck_out", "solo_robot_blocked", "solo_player_blocked"}),
        (2, 12, {"all_passed", "hands_and_deck_empty", "tornado_resolved"}),
        (3, 18, {"all_passed", "hands_and_deck_empty", "tornado_resolved"}),
        (4, 9, {"all_passed", "lines 2", "tornado_resolved"}),
        (5, 6, {"hands_and_deck_empty", "run 4"}),
        (6, 6, {"lines 2", "run 4", "tornado_resolved"}),
    ],
)
def test_games_go_by_the_rulebook(seats: int, games: int, rare: set[str]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(games):
        choose = (careless, thrifty, patient)[seed % 3]
        referee = refereed(seats, seed, choose, **variants(seats, Random(seed)))
        seen += referee.seen + Counter([str(referee.ended)])

    assert {"lines 1", "run 3", *rare} <= seen.keys()


def test_ties_go_by_the_rulebook() -> None:
    salads = [refereed(2, seed, careless, layout="l3").salad for seed in range(60)]

    assert any(salads)


# -- passes of a hand that nobody sees


def worlds(unseen: list[str], sizes: list[int]) -> Iterator[list[Counter[str]]]:
    """Yield every way in which unseen cards can lie in hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in {tuple(sorted(cards)) for cards in combinations(unseen, sizes[0])}:
        rest = list((Counter(unseen) - Counter(hand)).elements())
        for others in worlds(rest, sizes[1:]):
            yield [Counter(hand), *others]


@pytest.mark.parametrize("seed", range(60))
def test_a_hidden_hand_may_pass_where_it_can_be_true(seed: int) -> None:
    rng = Random(seed)
    unseen = rng.sample(["HV", "TN", "TN", "TN", "T+40", "C-20", "K-20", "K+40"], rng.randint(4, 7))
    known = {seat: rng.choice(["", "", "T+10", "TN" if unseen.count("TN") < 3 else "C+10"]) for seat in (1, 2)}
    sizes = {seat: rng.randint(0, 2) for seat in (1, 2)}
    board = rng.choice(["0,0 T+10 0,2 C+10", "0,0 T+10 0,1 T+20 0,3 C+10", "0,2 C+10"])
    hands = {seat: f"{known[seat]} {'? ' * sizes[seat]}" for seat in (1, 2)}
    table = position(board, seats=3, hands=hands, deck=" ".join(unseen), mode="observed")
    claim = rng.choice([None, HandClaim(2, "only_specials", sizes[2] + bool(known[2]))])
    if claim is not None and known[2][:1] not in ("T", "C"):
        table = table.changed(claims=(claim,))
    else:
        claim = None

    honest = False
    for first, second in worlds(unseen, [sizes[1], sizes[2]]):
        mine = Counter(known[1].split()) + first
        theirs = Counter(known[2].split()) + second
        if claim is None or set(theirs) <= {"HV", "TN"}:
            referee = Referee(3, {"allow_empty_opponent_field": False}, hands={1: mine})
            places = [(place.square, place) for place in table.state.squares.values()]
            referee.owners = {square: (place.slot, place.owner) for square, place in places}
            referee.threes = threes_on(referee.owners)
            referee.grid = {square: place.card for square, place in places if place.card}
            honest |= not list(referee.plays(1))

    assert honest == (ground_to_pass(table.state, 1) is not None)
