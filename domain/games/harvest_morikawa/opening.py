"""Openings the rules refuse (Game Preparation)."""

from collections import Counter

from domain.games.harvest_morikawa.layout import board_squares, boards_needed, layout_faults
from domain.games.harvest_morikawa.manifest import Manifest
from domain.games.harvest_morikawa.state import Options, origins_of
from domain.kernel.rejection import reject_if
from domain.kernel.ruleset import Header, check_seats


def check_opening(header: Header) -> None:
    """Refuse seats, a field or options that make no game of Harvest; the first fault is the reason."""
    options: Options = header.options
    seats = len(header.seats)
    check_seats(header, 1, 6, "player_count_invalid")
    custom = options.layout == "custom"
    reject_if(custom != (options.origins is not None), "option_conflict", options=["layout", "origins"])
    origins = origins_of(options, seats)
    faults = layout_faults(origins, seats)
    reject_if(bool(faults), "layout_invalid", faults=faults, boards=len(origins), needed=boards_needed(seats))
    _check_colours(header.manifest, options, seats)
    _check_boards(options, seats)
    _check_solo(options, seats)


def _check_colours(manifest: Manifest, options: Options, seats: int) -> None:
    colours = options.colours
    if colours is None:
        return
    unknown = [colour for colour in colours if colour not in manifest.colours.names]
    reject_if(bool(unknown), "colour_unknown", colours=unknown, known=list(manifest.colours.names))
    reject_if(len(set(colours)) < len(colours), "colour_taken", colours=list(colours))
    reject_if(len(colours) != seats, "colours_missing", colours=len(colours), seats=seats)


def _check_boards(options: Options, seats: int) -> None:
    fixed = options.neutral_slot != "random"
    reject_if(fixed and seats != 2, "option_conflict", options=["neutral_slot"])
    if options.boards is None:
        return
    reject_if(fixed, "option_conflict", options=["boards", "neutral_slot"])
    neutral = boards_needed(seats) - seats
    wanted = [*range(1, seats + 1), *(None for _ in range(neutral))]
    named = list(options.boards)
    reject_if(Counter(named) != Counter(wanted), "assignment_invalid", boards=named, wanted=wanted)


def _check_solo(options: Options, seats: int) -> None:
    if seats > 1:
        solo = options.solo_deck_out != "finish_placement" or options.robot_order != "reading_order"
        reject_if(solo, "option_conflict", options=["solo_deck_out", "robot_order"])
        return
    if not isinstance(options.robot_order, str):
        squares = {square for origin in origins_of(options, seats) for square in board_squares(origin)}
        listed = options.robot_order
        whole = len(listed) == len(squares) and set(listed) == squares
        reject_if(not whole, "option_conflict", options=["layout", "robot_order"])
