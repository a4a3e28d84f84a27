"""Openings the rules refuse (Components & Setup)."""

from domain.games.harvest_chambers.manifest import Manifest
from domain.games.harvest_chambers.state import Options
from domain.kernel.rejection import reject_if
from domain.kernel.ruleset import Header, check_seats


def check_opening(header: Header) -> None:
    """Refuse seats or options that make no game of Harvest; the first fault is the reason."""
    options: Options = header.options
    manifest: Manifest = header.manifest
    seats = len(header.seats)
    check_seats(header, 2, 4, "player_count_out_of_range")
    fixed = options.characters == "fixed"
    reject_if(not fixed and bool(options.boards), "bad_option", option="boards")
    if fixed:
        known = {board.id for board in manifest.characters}
        strange = [board for board in options.boards if board not in known]
        reject_if(bool(strange), "unknown_board", boards=strange)
        whole = len(options.boards) == len(set(options.boards)) == seats
        reject_if(not whole, "bad_option", option="boards", seats=seats)
