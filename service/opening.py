"""Opening a game: the two entries every game begins with, its players and its tokens."""

from contextlib import suppress
from typing import Any

import msgspec

from domain.kernel.game import Game, decide_opening
from domain.kernel.lifecycle import OpenGame, StartGame, Visibility
from domain.kernel.rejection import Rejected
from domain.kernel.values import Actor, Mode
from eventstore import port
from service import ids
from service.faults import BadOutcome, Forbidden, Invalid, KeyReused, NotFound, Unauthenticated, Unavailable
from service.folds import private_of
from service.grants import Grant, Principal
from service.ledger import Decided, Ledger, Sent, judge
from service.rules import Rules, UnknownManifest

SEED_BYTES = 32


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who takes a seat: somebody new by name, or a player of the directory by id."""

    name: str | None = None
    player: str | None = None


class Opening(msgspec.Struct, frozen=True):
    """What a client asks to open."""

    ruleset: str
    mode: Mode
    seats: tuple[Seating, ...]
    options: dict[str, Any] = {}
    manifest: str | None = None
    visibility: Visibility = "public"
    start: bool = True
    outcomes: tuple[str | int, ...] = ()
    fill_unknown: bool = False
    table_at: str | None = None


class Opened(msgspec.Struct, frozen=True):
    """A game that was opened, its tokens (shown once), its version, and whether it had been opened before."""

    game: str
    tokens: dict[str, Any]
    version: int
    replayed: bool


def open_game(ledger: Ledger, principal: Principal | None, wanted: Opening, key: str | None) -> Opened:
    """Open a game, and start it if so asked; a refused start opens nothing.

    A repeated key gives the same game with fresh tokens. Raises what `service.faults` names.
    """
    parts, grant = ledger.parts, _opening_grant(principal)
    game = ids.new_game_id(parts.entropy) if key is None else ids.game_id_for(grant.id, key)
    digest = None if key is None else ids.key_digest(grant.id, key)
    request = ids.fingerprint(wanted)
    found = None if digest is None else parts.store.find(game, bytes.fromhex(digest))
    if found is not None:
        return _again(ledger, found, request)
    if key is not None:
        # A game whose log is gone must not begin a second time.
        with suppress(NotFound):
            ledger.folds.find(game)
    rules = parts.rules[wanted.ruleset]
    players, named = _players(ledger, wanted, game)
    decided = _decide(ledger, principal, rules, wanted, game, players)
    written = ledger.write(rules, None, decided, parts.clock(), key=digest, request=request, grant=grant.id)
    parts.directory.add_players(named)
    appended = ledger.append(game, 0, written, digest)
    if isinstance(appended, port.Conflict):
        raise Unavailable("This game exists already; send the request again with another key.")
    if appended.replayed:
        return _again(ledger, appended, request)
    return Opened(game, _issue(ledger, game, len(players), wanted.mode), appended.last, replayed=False)


def _opening_grant(principal: Principal | None) -> Grant:
    if principal is None:
        raise Unauthenticated("Opening a game needs a token that may open games.")
    grant = principal.opening_grant()
    if grant is None:
        raise Forbidden("This token may not open games; ask an administrator for one that may.")
    return grant


def _players(ledger: Ledger, wanted: Opening, game: str) -> tuple[tuple[str, ...], list[tuple[str, str]]]:
    """Return the players' ids in seat order, and the names of those who are new to the directory."""
    players, named, faults = [], [], []
    for index, seating in enumerate(wanted.seats):
        if seating.player is None:
            players.append(ids.player_id_for(game, index + 1))
            named.append((players[-1], seating.name or ""))
            continue
        players.append(seating.player)
        if ledger.parts.directory.player(seating.player) is None:
            faults.append((f"/seats/{index}/player", "There is no such player in the directory."))
    if faults:
        raise Invalid(*faults)
    return tuple(players), named


def _decide(
    ledger: Ledger, principal: Principal | None, rules: Rules, wanted: Opening, game: str, players: tuple[str, ...]
) -> list[Decided]:
    """Decide the opening and the start; nothing is written yet."""
    digest = wanted.manifest or rules.default_manifest
    try:
        manifest = rules.manifest(digest)
    except UnknownManifest as fault:
        raise Invalid(("/manifest", "No such manifest is registered for this ruleset.")) from fault
    actor: Actor = "admin" if principal is not None and principal.is_admin else "system"
    command = OpenGame(wanted.ruleset, wanted.mode, players, wanted.options, digest, wanted.visibility)
    seed = ledger.parts.entropy(SEED_BYTES) if wanted.mode == "dealt" else None
    try:
        opening = decide_opening(rules.ruleset, manifest, game, command, seed)
    except Rejected as rejected:
        raise rules.illegal(rejected, 0) from rejected
    decided = [Decided(command, actor, opening, wanted.table_at)]
    if not wanted.start and wanted.outcomes:
        raise BadOutcome("outcomes_left_over", None, 0)
    if wanted.start:
        decided.append(_start(ledger, principal, rules, wanted, opening.game, actor))
    return decided


def _start(
    ledger: Ledger, principal: Principal | None, rules: Rules, wanted: Opening, game: Game, actor: Actor
) -> Decided:
    if game.header is None:
        raise AssertionError("an opened game has a header")
    at = wanted.table_at or ledger.parts.clock()
    start = StartGame(ledger.past.resolve(rules, game.header, at, principal))
    sent = Sent({}, wanted.outcomes, wanted.fill_unknown, wanted.table_at)
    return Decided(start, actor, judge(rules, game, start, sent), wanted.table_at)


def _again(ledger: Ledger, found: port.Appended, request: str) -> Opened:
    live = ledger.folds.find(found.stream)
    if private_of(live.entries(0, 1)[0]).request != request:
        raise KeyReused("This key opened another game; take a new one.")
    opened = live.opened
    return Opened(live.id, _issue(ledger, live.id, len(opened.seats), opened.mode), found.last, replayed=True)


def _issue(ledger: Ledger, game: str, seats: int, mode: Mode) -> dict[str, Any]:
    """Make the tokens of a game: one for each seat, the arbiter's, and the scribe's where there is one."""
    grants = [Grant.to_seat(game, seat) for seat in range(1, seats + 1)]
    wanted = [((grant,), f"seat {grant.seat}") for grant in grants]
    wanted.append(((Grant.to_arbiter(game),), "arbiter"))
    if mode == "observed":
        wanted.append(((Grant.to_scribe(game),), "scribe"))
    issued = [each.token for each in ledger.parts.directory.issue_many(wanted)]
    tokens: dict[str, Any] = {"seats": issued[:seats], "arbiter": issued[seats]}
    if mode == "observed":
        tokens["scribe"] = issued[seats + 1]
    return tokens
