"""What a ruleset is: the one list of what a game supplies to the kernel."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from domain.kernel.cards import Cards
from domain.kernel.rejection import Refusal, Ruling, reject_if
from domain.kernel.score import Line, Verdict
from domain.kernel.values import Card, Command, Event, Json, Mode, Seat, Value, tag_of

if TYPE_CHECKING:
    from domain.kernel.table import Table

S = TypeVar("S", bound=Struct)


class Meta(Value, frozen=True):
    """What can be said of a ruleset without its rules."""

    id: str
    revision: int
    title: str
    designer: str
    publisher: str
    year: int
    rulebook: str
    min_seats: int
    max_seats: int
    modes: tuple[Mode, ...]
    stage: Literal["preview", "stable"]
    end_reasons: dict[str, str]
    lines: dict[str, str]
    rulings: tuple[Ruling, ...]

    def label(self, key: str) -> str:
        """Return the label of a score line; `building.*` stands for all keys that begin with `building.`."""
        return self.lines.get(key) or self.lines[key.partition(".")[0] + ".*"]


class Header(Value, frozen=True):
    """What is fixed when a game opens; `options` and `manifest` are the ruleset's own types."""

    game: str
    ruleset: str
    revision: int
    mode: Mode
    seats: tuple[str, ...]
    options: Any
    manifest: Any


def check_seats(header: Header, fewest: int, most: int, code: str) -> None:
    """Refuse, with a ruleset's own code, fewer or more seats than can play, and a player who would have two."""
    seats = len(header.seats)
    reject_if(not fewest <= seats <= most, code, seats=seats, fewest=fewest, most=most)
    reject_if(len(set(header.seats)) < seats, "duplicate_player", players=list(header.seats))


class Ask(Value, frozen=True):
    """What exactly an obligation asks for, in public facts: its kind, its limits and the candidates."""

    kind: str
    limits: dict[str, Json] = {}
    candidates: tuple[Json, ...] = ()


class Obligation(Value, frozen=True):
    """Who must act now and with which commands; `seat` is null where anybody of `by` may."""

    seat: Seat | None
    by: tuple[str, ...]
    commands: tuple[str, ...]
    ask: Ask | None = None


def senders(mode: Mode) -> tuple[str, ...]:
    """Return who sends what a seat decides: the seat itself in a dealt game, the scribe in an observed one."""
    return ("seat",) if mode == "dealt" else ("scribe",)


def first_seat_open(mode: Mode, seats: int, command: type[Command]) -> Obligation:
    """Return the obligation to settle who goes first, which anybody at the table may do."""
    candidates = tuple(range(1, seats + 1))
    return Obligation(None, (*senders(mode), "arbiter"), (tag_of(command),), Ask("seat", candidates=candidates))


class Past(Value, frozen=True):
    """A finished game of the same ruleset that a new one may look back on; `state` is null where it cannot be read."""

    game: str
    version: int
    state: Any


class Finished(Protocol):
    """Gives the games that had ended when a new one starts, the latest first; each is read when it is asked for."""

    def __call__(self, *, players: frozenset[str] | None = None, series: str | None = None) -> Iterable[Past]:
        """Return all of them, or those of exactly these players, or those of a series."""


class Finding(Value, frozen=True):
    """What an audit reports beside the sheet: a ruleset's own code, in a sentence, with the versions it rests on."""

    code: str
    status: Literal["fail", "warn"]
    detail: str
    versions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Generic[S]):
    """A game as data and functions; see each field for what it must do.

    `evolve` is total: it never refuses or asks and works on stand-ins as on faces. `obligations` and `legal` see a
    viewer's own fold. `lines` and `verdict` are one function for a running and a finished game.
    """

    meta: Meta
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    state: type[S]
    component_fields: tuple[str, ...] = ()
    """The fields of the state that hold component data: the same in every version, so no reading repeats them."""
    options: type[Struct]
    manifest: type[Struct]
    settle: Callable[[Any, Mode], Any] = lambda options, _: options
    """Fill in the options whose default depends on the mode."""
    steady_after: Mapping[type[Command], tuple[type[Command], ...]] = field(default_factory=dict)
    """For a command that asks chance: those whose acceptance never depends on the answer, so may follow in a batch."""
    refusals: Mapping[str, Refusal]
    default_manifest: Callable[[], bytes]
    manifest_faults: Callable[[Any], list[tuple[str, str]]]
    """Say everything that is wrong with component data beyond its types: pairs of a JSON pointer and a sentence."""
    manifest_warnings: Callable[[Any], list[tuple[str, str]]] = lambda _: []
    """Say what is doubtful of sound component data, in the same way: figures that no source forbids."""
    check_opening: Callable[[Header], None]
    """Refuse an opening that the rules do not allow."""
    initial: Callable[[Header], S]
    setup: "Callable[[Table[S], Json], None]"
    """Record the random set-up; the second argument is what `resolve` found."""
    decide: "Callable[[Table[S], Any], None]"
    evolve: Callable[[S, Any], S]
    obligations: Callable[[S], tuple[Obligation, ...]]
    legal: Callable[[S, Seat], Iterator[Command]]
    attest: Callable[[S], Iterator[Command]] = lambda _: iter(())
    """Yield what a scribe or an arbiter may attest now: facts that no rule can work out, sent without a seat."""
    unsure: Callable[[S, Seat], bool]
    """Tell whether unknown cards allow a seat more commands than `legal` lists."""
    lines: Callable[[S], tuple[Line, ...]]
    verdict: Callable[[S], Verdict]
    back: Callable[[Card], str]
    hand_may_hold: Callable[[Card], bool] = lambda _: True
    beyond: Callable[[S, Cards], tuple[Card, ...]] = lambda _, __: ()
    """Name the faces of which a table may show more copies than component data lists that is only a guess."""
    make_room: Callable[[S, Cards, Card], Cards] = lambda _, cards, __: cards
    """Return the cards with room for one more of a face of which that data lists no more."""
    readings: Callable[[Card], tuple[Card, ...]] = lambda kind: (kind,)
    """Return the faces as which a counted kind may be entered; only itself where every face is a known fact."""
    components: Callable[[S], list[str]]
    """Say which components are not conserved; an empty list is a sound state."""
    resolve: Callable[[Header, Finished], Json] = lambda *_: None
    """Find in finished games what this one needs of them when it starts; null where it needs nothing."""
    findings: Callable[[list[tuple[int, Event]], Json], list[Finding]]
    """Report what an audit should show of (version, event) pairs; the last argument is what `resolve` finds today."""
