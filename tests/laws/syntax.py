"""Every command that can be written down at a table, legal or not: what `legal` is measured against."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, combinations_with_replacement, product
from typing import Any

import msgspec
from msgspec import inspect

from domain.kernel.cards import open_kind
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Json
from tests.laws.facts import FACTS

CARDS = ("card", "discard")
"""The fields that name a card; all others are tried with every other word."""


def writable(ruleset: Ruleset[Any], state: Any) -> Iterator[Command]:
    """Yield commands of all kinds with all words, faces and numbers that mean something in a state."""
    held = {face for hand in state.cards.hands.values() for face in hand.known}
    faces = sorted(held.union(*state.cards.unseen.values()))
    places = FACTS[ruleset.meta.id].places
    plain = msgspec.to_builtins(state)
    plain.pop("manifest", None)  # component data that a state carries are no words about the table
    found = vocabulary(plain)
    words = sorted(found.union(places).difference(faces))
    faces = sorted({*faces, *(word for word in found if open_kind(word) in faces)})
    seats = range(1, len(state.cards.hands) + 1)
    most = max(hand.size for hand in state.cards.hands.values())
    lists = subsets(places) if places else hands(faces, most)
    for kind in ruleset.commands:
        fields = inspect.type_info(kind).fields  # type: ignore[attr-defined] # a command is a struct
        choices = [
            [None]
            if field.encode_name in FACTS[ruleset.meta.id].stated
            else list(candidates(field.type, faces if field.encode_name in CARDS else words, lists, seats))
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


def hands(faces: list[str], most: int) -> list[tuple[str, ...]]:
    """Return every hand of cards there can be."""
    return [hand for n in range(1, most + 1) for hand in combinations_with_replacement(faces, n)]


def subsets(places: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return every list of places, also none."""
    return [chosen for n in range(len(places) + 1) for chosen in combinations(places, n)]


def candidates(kind: inspect.Type, words: list[str], lists: list[tuple[str, ...]], seats: range) -> Iterable[Any]:
    """Return the values a field may have; a list is tried as each of those given."""
    match kind:
        case inspect.Metadata():
            return candidates(kind.type, words, lists, seats)
        case inspect.UnionType():
            return chain.from_iterable(candidates(each, words, lists, seats) for each in kind.types)
        case inspect.LiteralType():
            return kind.values
        case inspect.VarTupleType(item_type=inspect.StrType()):
            return lists
        case _:
            simple = {inspect.NoneType: [None], inspect.IntType: seats, inspect.StrType: words}
            return simple.get(type(kind), [()])
