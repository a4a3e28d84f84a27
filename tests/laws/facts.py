"""What the laws must be told of each ruleset: how to vary its games, and which of its events lay hands open."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec import structs

from domain.games.harvest_chambers.commands import AssertState, DeclareEffect, PlotCount
from domain.games.harvest_island.commands import Draw
from domain.games.harvest_island.state import State as IslandState
from domain.games.harvest_morikawa.faces import FACES, VEGETABLES
from domain.games.season_harvest.commands import BasketCount, CheckBoard, ShowCards, SpaceCount
from domain.games.season_harvest.state import BACK, SPACES, State
from domain.kernel.cards import Hand
from domain.kernel.values import Command, Json, Mode, Seat


@dataclass(frozen=True)
class Facts:
    """One ruleset's part in the laws."""

    openings: Callable[[Mode], SearchStrategy[tuple[int, dict[str, Json]]]]
    """Seats and options of games that are short and differ in everything that can be agreed."""

    shows: frozenset[str]
    """The tags of events by which a seat lets everybody see cards of its hand, other than by playing them."""

    free: frozenset[str]
    """The tags of commands that may be sent at other times or in other ways than those listed as legal."""

    aside: Callable[[Any, Seat, Random], Command | None]
    """A command that a seat (or its scribe) may send at any time, read from the state as its sender sees it."""

    at_table: Callable[[Command, Hand], Command]
    """A command as a scribe must send it who knew nothing of the hand before."""

    clerical: frozenset[str] = frozenset()
    """The tags of commands that only a physical table needs: a dealt game does by itself what they ask for."""

    rare: frozenset[str] = frozenset()
    """The tags and end reasons that play without a plan seldom meets; golden games show them."""

    spellings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What to try in fields whose words do not stand in the state, or of which all others are surely no card."""

    length: int = 1
    """How many times as long its games are as others: the laws try so many times fewer of them."""

    stated: frozenset[str] = frozenset()
    """The fields that state what a table counts; a command is as legal without them."""

    places: tuple[str, ...] = ()
    """The names of places that commands list; with none, what they list are cards."""

    hidden: bool = True
    """Whether chance gives something that not everybody sees."""

    beyond: frozenset[str] = frozenset()
    """The tags of commands and events that other component data than the packaged one brings about."""


def _season_openings(mode: Mode) -> SearchStrategy[tuple[int, dict[str, Json]]]:
    seats = st.sampled_from([2, 2, 2, 3, 1, 4, 8])
    return seats.flatmap(lambda n: _season_options(n, mode).map(lambda options: (n, options)))


def _season_options(seats: int, mode: Mode) -> SearchStrategy[dict[str, Json]]:
    variants = ("cooperative_a", "cooperative_b", "cooperative_c")
    cooperative = st.sampled_from(variants if seats == 1 else ("", *variants))
    others = st.lists(st.sampled_from(("poverty", "unsowed", "lumber")), unique=True)
    fewest = -(-(9 + 3 * seats) // 4)
    chosen = {
        "years": st.sampled_from([1, 1, 2, 3]),
        "variants": st.builds(lambda coop, rest: [coop, *rest] if coop else rest, cooperative, others),
        "cards_per_season": st.integers(max(4, fewest), max(4, fewest) + 2),
    }
    varied = {
        "pawn_limit": st.sampled_from([None, 1, 2, 5]),
        "new_pawn_acts": st.sampled_from(["same_turn", "next_turn"]),
        "homes": st.just("corners_then_edges"),
        "first_seat": st.sampled_from(["declared", "random"]),
        "hands": st.sampled_from(["hidden", "hidden", "hidden", "open"]),
        "series": st.sampled_from([None, "winter"]),
        "coop_measure": st.sampled_from(["basket", "harvested", "score"]),
    }
    if seats > 4:
        chosen["homes"] = varied.pop("homes")
    return st.fixed_dictionaries(chosen, optional=varied)


def _season_aside(state: State, seat: Seat, rng: Random) -> Command | None:
    if state.mode == "observed" and state.phase != "homes" and rng.randrange(3) == 0:
        space = SpaceCount(rng.choice(SPACES), seeds=rng.randrange(3), trees=rng.randrange(3), fruitys=0)
        return CheckBoard((space,), (BasketCount(seat, fruit=rng.randrange(3), seeds=0),))
    hand = state.cards.hand(seat)
    held = [face for face, n in sorted(hand.known.items()) for _ in range(n)]
    if hand.unknown:
        held += [face for face, n in sorted(state.cards.unseen[BACK].items()) if n][:1]
    return ShowCards(seat, tuple(rng.sample(held, rng.randint(1, len(held))))) if held else None


def _season_at_table(command: Command, hand: Hand) -> Command:
    if "discard" not in command.__struct_fields__:
        return command
    shown = tuple(face for face in sorted(hand.known) for _ in range(hand.known[face]))
    changes: dict[str, Any] = {"shown": shown}
    return structs.replace(command, **changes)


def _morikawa_openings(mode: Mode) -> SearchStrategy[tuple[int, dict[str, Json]]]:
    seats = st.sampled_from([2, 2, 1, 2, 3, 6, 4, 5])
    return seats.flatmap(lambda n: _morikawa_options(n, mode).map(lambda options: (n, options)))


def _morikawa_options(seats: int, mode: Mode) -> SearchStrategy[dict[str, Json]]:
    varied: dict[str, SearchStrategy[Json]] = {
        "auto_draw": st.sampled_from([True, True, False]),
        "auto_pass": st.sampled_from(["never", "empty_hand", "forced"]),
        "allow_empty_opponent_field": st.booleans(),
        "final_tie": st.sampled_from(["salad", "shared"]),
    }
    if mode == "observed":
        varied["late_harvest"] = st.sampled_from(["whole_board", "through_placed"])
    if seats == 1:
        varied["solo_deck_out"] = st.sampled_from(["finish_placement", "immediate", "finish_round"])
        varied["robot_order"] = st.sampled_from(["reading_order", "board_by_board"])
    if seats == 2:
        varied["neutral_slot"] = st.sampled_from(["random", "a", "b", "c"])
    if seats <= 3:
        varied["layout"] = st.sampled_from(["by_seats", "v3_inverted", "l3"])
    if seats == 5:
        varied["layout"] = st.sampled_from(["by_seats", "cross5", "p5"])
    if seats == 4:
        varied["colours"] = st.permutations(["red", "blue", "green", "pink"])
    return st.fixed_dictionaries({}, optional=varied)


_OF_SALADS = ("record_salad", "salad_required", "salad_judged")


def _chambers_openings(mode: Mode) -> SearchStrategy[tuple[int, dict[str, Json]]]:
    return st.tuples(st.sampled_from([2, 2, 3, 4]), st.fixed_dictionaries({}, optional=_chambers_options(mode)))


def _chambers_options(mode: Mode) -> dict[str, SearchStrategy[Json]]:
    yes_or_no = st.booleans()
    return {
        "town_slots": st.sampled_from(["rulebook_text", "first_farmer_two", "permissive"]),
        "allow_empty_placement": yes_or_no,
        "score_seeds": yes_or_no,
        "silo_counts": st.sampled_from(["total", "supply"]),
        "combine_costs": yes_or_no,
        "payment_minimal": yes_or_no,
        "expansion_plots": st.sampled_from(["locked", "open"]),
        "max_expansions": st.sampled_from([None, 0, 1]),
        "tend_limit": st.sampled_from(["none", "per_crop"]),
        "pick_order": st.sampled_from(["player", "printed"]),
        "card_order": st.sampled_from(["printed", "player"]),
        "supply_limits": st.sampled_from(["hard", "soft"]),
        "character_choice": st.sampled_from(["open", "sealed"] if mode == "observed" else ["open"]),
        "wil": st.sampled_from(["optional", "optional", "all", "none"]),
        "same_seat_twice": yes_or_no,
    }


def _chambers_aside(state: Any, seat: Seat, rng: Random) -> Command | None:
    if state.mode != "observed" or state.phase == "setup_characters":
        return None
    if rng.randrange(2):
        return AssertState(seat, {"water": rng.randrange(3)}, (PlotCount("P1", "field"),))
    return DeclareEffect(seat, "unknown-card", gained={"seed.scarrot": 1}, ops=()) if state.supply["scarrot"] else None


def _island_openings(mode: Mode) -> SearchStrategy[tuple[int, dict[str, Json]]]:
    varied = {
        "weather_replacement": st.sampled_from(["any_source", "season_deck"]),
        "track_overflow": st.sampled_from(["cap", "exact"]),
        "score_pile_view": st.sampled_from(["public", "count_only"]),
        "catastrophe_order": st.sampled_from(["any", "clockwise"]),
        "points_check": st.sampled_from(["strict"] if mode == "dealt" else ["strict", "as_entered"]),
    }
    return st.tuples(st.sampled_from([2, 2, 3, 4]), st.fixed_dictionaries({}, optional=varied))


def _island_aside(state: IslandState, seat: Seat, rng: Random) -> Command | None:
    drawing = state.phase == "draw" and state.catastrophe is None and seat == state.active_seat
    if state.mode == "observed" and drawing and state.open_season is not None:
        return Draw(seat, "season", deck_left=rng.randrange(20))
    return None


FACTS = {
    "season-harvest": Facts(
        openings=_season_openings,
        shows=frozenset({"season-harvest.hand_shown", "season-harvest.cards_shown"}),
        free=frozenset({"season-harvest.show_cards", "season-harvest.choose_first", "season-harvest.check_board"}),
        aside=_season_aside,
        at_table=_season_at_table,
    ),
    "harvest-morikawa": Facts(
        openings=_morikawa_openings,
        shows=frozenset({"harvest-morikawa.hand_revealed"}),
        free=frozenset({"harvest-morikawa.choose_first", "harvest-morikawa.note_harvest_overlooked"}),
        aside=lambda *_: None,
        at_table=lambda command, _: command,
        clerical=frozenset({"harvest-morikawa.reveal_hands"}),
        rare=frozenset({"solo_deck_out", *(f"harvest-morikawa.{name}" for name in _OF_SALADS)}),
        spellings={"card": (*FACES, "T+30"), "declared": (*VEGETABLES, "beet"), "judge": ()},
    ),
    "harvest-island": Facts(
        openings=_island_openings,
        shows=frozenset(),
        free=frozenset({"harvest-island.choose_first"}),
        aside=_island_aside,
        at_table=lambda command, _: command,
        length=2,
        places=("mountain", "hill", "plain"),
        stated=frozenset({"deck_left"}),
    ),
    "harvest-chambers": Facts(
        openings=_chambers_openings,
        shows=frozenset(),
        free=frozenset(
            f"harvest-chambers.{name}"
            for name in (
                "choose_character",
                "choose_initiative",
                "place_farmer",
                "harvest",
                "plant",
                "tend",
                "gain_any",
                "convert",
                "choose",
                "declare_effect",
                "assert_state",
            )
        ),
        hidden=False,
        length=3,
        beyond=frozenset(f"harvest-chambers.{name}" for name in ("convert", "items_converted", "goods_paid")),
        aside=_chambers_aside,
        at_table=lambda command, _: command,
    ),
}
"""By ruleset; a ruleset without an entry fails every law."""
