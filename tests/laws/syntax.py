"""Every command that can be written down at a table, legal or not: what `legal` is measured against."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations_with_replacement, product
from typing import Any

import msgspec
from msgspec import inspect

from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Json
from tests.laws.facts import FACTS


def writable(ruleset: Ruleset[Any], state: Any) -> Iterator[Command]:
    """Yield commands of all kinds with all words, faces and numbers that mean something in a state."""
    words = sorted(vocabulary(msgspec.to_builtins(state)))
    faces = sorted(face for kinds in state.cards.unseen.values() for face in kinds)
    seats = range(1, len(state.cards.hands) + 1)
    most = max(hand.size for hand in state.cards.hands.values())
    for kind in ruleset.commands:
        fields = inspect.type_info(kind).fields  # type: ignore[attr-defined] # a command is a struct
        told = FACTS[ruleset.meta.id].spellings
        squares = [*rows_of(msgspec.to_builtins(state)), (99, 99)]
        choices = [
            squares
            if is_square(field.type)
            else list(candidates(field.type, list(told.get(field.name, words)), faces, seats, most))
            for field in fields
        ]
        for values in product(*choices):
            yield kind(*values)


def vocabulary(plain: Json) -> set[str]:
    """Return the words of a state: its texts, and the keys under which things are kept."""
    if isinstance(plain, str):
        return {plain}
    if isinstance(plain, dict):
        return {key for key in plain if len(key) < 4}.union(*map(vocabulary, plain.values()))
    if isinstance(plain, list | tuple):
        return set().union(*map(vocabulary, plain))
    return set()


def is_square(kind: inspect.Type) -> bool:
    """Tell whether a field holds a row and a column."""
    return isinstance(kind, inspect.TupleType) and len(kind.item_types) == 2


def rows_of(plain: Json) -> set[tuple[int, int]]:
    """Return the pairs of numbers of a state: its squares, where it names them by row and column."""
    if isinstance(plain, dict):
        return set().union(*map(rows_of, plain.values()))
    if not isinstance(plain, list | tuple):
        return set()
    if len(plain) == 2 and all(isinstance(number, int) for number in plain):
        return {(plain[0], plain[1])}
    return set().union(*map(rows_of, plain))


def candidates(kind: inspect.Type, words: list[str], faces: list[str], seats: range, most: int) -> Iterable[Any]:
    """Return the values a field may have; a list is tried empty, and as every hand of cards there can be."""
    match kind:
        case inspect.Metadata():
            return candidates(kind.type, words, faces, seats, most)
        case inspect.UnionType():
            return chain.from_iterable(candidates(each, words, faces, seats, most) for each in kind.types)
        case inspect.LiteralType():
            return kind.values
        case inspect.VarTupleType(item_type=inspect.StrType()):
            return chain.from_iterable(combinations_with_replacement(faces, n) for n in range(1, most + 1))
        case _:
            simple = {inspect.NoneType: [None], inspect.IntType: seats, inspect.StrType: words}
            return simple.get(type(kind), [()])
