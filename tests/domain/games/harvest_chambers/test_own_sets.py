"""Sets of one's own: whatever the vocabulary can say is played to the end, and nothing gets lost."""

from random import Random
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from domain.games.harvest_chambers import RULESET
from domain.games.harvest_chambers.audit import components
from domain.games.harvest_chambers.faults import manifest_faults
from domain.games.harvest_chambers.items import ITEMS, KINDS, WILDCARDS
from domain.games.harvest_chambers.manifest import Manifest
from domain.games.harvest_chambers.score import lines
from domain.games.harvest_chambers.vocabulary import ACTIVE, COUNTERS, EVENTS
from domain.kernel.game import decide, fold
from domain.kernel.lifecycle import StartGame
from service.players import Player, Tabletop, next_command
from tests.domain.games.harvest_chambers.tables import MANIFEST, opened

GOODS = st.dictionaries(st.sampled_from(ITEMS), st.integers(1, 3), min_size=1, max_size=2)
LIMIT = st.none() | st.integers(1, 3)
TYPES = st.lists(st.sampled_from(("*", *KINDS)), min_size=1, max_size=2)


def named(name: str, said: SearchStrategy[Any]) -> SearchStrategy[dict[str, Any]]:
    """Return effects of one word."""
    return said.map(lambda value: {name: value})


SIMPLE = st.one_of(
    named("gain", GOODS),
    named(
        "gain_any",
        st.fixed_dictionaries(
            {
                "n": st.integers(1, 3),
                "of": st.lists(st.sampled_from((*ITEMS, *WILDCARDS)), min_size=1, max_size=3),
                "distinct": st.booleans(),
            }
        ),
    ),
    named("harvest", st.fixed_dictionaries({"max": LIMIT})),
    named("plant", st.fixed_dictionaries({"max": LIMIT, "fert_delta": st.integers(-3, 2)})),
    named("tend", st.fixed_dictionaries({"max": LIMIT, "water_delta": st.integers(-3, 2)})),
    *(named(word, st.integers(1, 2)) for word in ("expand", "plow", "build")),
    named("convert", st.fixed_dictionaries({"give": GOODS, "get": GOODS, "times": st.integers(1, 3)})),
)
BRANCHES = st.lists(st.lists(SIMPLE, min_size=1, max_size=2), min_size=2, max_size=3)
ACTIVES = st.lists(
    SIMPLE
    | named(
        "choose", BRANCHES.flatmap(lambda of: st.fixed_dictionaries({"k": st.integers(1, len(of)), "of": st.just(of)}))
    ),
    max_size=3,
)
PRICES = st.fixed_dictionaries({"types": TYPES, "delta": st.integers(-2, 2), "min": st.integers(0, 2)})
PASSIVES = st.lists(
    st.one_of(
        named("elixir_fills_field", st.fixed_dictionaries({"types": TYPES})),
        named("fert_per_plant", PRICES),
        named("water_per_tend", PRICES),
        named(
            "slot_cost",
            st.fixed_dictionaries(
                {"op": st.sampled_from(tuple(ACTIVE)), "delta": st.integers(-2, 2), "min": st.integers(0, 2)}
            ),
        ),
        named("buildings_are_fields", st.fixed_dictionaries({"capacity": st.integers(1, 6)})),
        named("field_capacity", st.fixed_dictionaries({"delta": st.integers(0, 3)})),
        named(
            "on_event",
            st.fixed_dictionaries({"event": st.sampled_from(EVENTS), "gain": GOODS, "limit_per_round": LIMIT}),
        ),
        named("enter_occupied", st.fixed_dictionaries({"per_round": st.integers(1, 2)})),
    ),
    max_size=2,
)
SCORES = st.lists(
    st.one_of(
        st.fixed_dictionaries({"flat": st.integers(-9, 20)}),
        st.fixed_dictionaries(
            {
                "per": st.sampled_from(COUNTERS),
                "each": st.integers(-2, 3),
                "div": st.integers(1, 3),
                "max": st.none() | st.integers(0, 9),
            }
        ),
        st.fixed_dictionaries(
            {
                "steps": st.sampled_from(COUNTERS),
                "at": st.lists(st.tuples(st.integers(0, 9), st.integers(-3, 9)).map(list), min_size=1, max_size=3),
            }
        ),
    ),
    max_size=2,
)


@st.composite
def own_sets(draw: st.DrawFn) -> Manifest:
    """Return component data in which every card says something else."""
    plain = msgspec.json.decode(msgspec.json.encode(MANIFEST))
    plain["totals"] = "free"
    rng = Random(draw(st.integers(0, 2**32)))
    timed = {"when_taken": ACTIVES, "when_built": ACTIVES, "setup": ACTIVES, "round_start": ACTIVES}
    texts = {
        timing: draw(st.lists(said, min_size=4, max_size=4))
        for timing, said in {**timed, "ability": PASSIVES, "game_end": SCORES}.items()
    }
    slots = [slot for card in plain["action_cards"] for slot in card["slots"]]
    for row in (*plain["initiative"], *plain["buildings"], *plain["characters"], *slots):
        for timing in texts.keys() & row.keys():
            row[timing] = rng.choice(texts[timing])
    costs = draw(st.lists(GOODS | st.just({}), min_size=3, max_size=3))
    for slot in slots:
        slot["cost"], slot["cost_stars"] = rng.choice(costs), rng.randrange(4)
    for crop in plain["crops"]:
        crop["count"], crop["stars"] = rng.choice((3, 40)), rng.randrange(6)
    return msgspec.convert(plain, Manifest)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(own_sets(), st.integers(2, 4), st.booleans(), st.integers(0, 2**32))
def test_any_set_is_played_to_its_end(manifest: Manifest, seats: int, soft: bool, number: int) -> None:
    assert [] == manifest_faults(manifest)
    options: dict[str, Any] = {
        "supply_limits": "soft" if soft else "hard",
        "card_order": "player" if number % 2 else "printed",
    }
    game = opened(seats, manifest=manifest, **options).game
    player = Player(Random(number))
    rng = Random(number)

    while game.status != "ended":
        command: Any = StartGame()
        if game.status == "running":
            command = next_command(RULESET, dict.fromkeys(range(1, seats + 1), game.state), player)
            seat = game.state.acting
            others = list(RULESET.legal(game.state, seat)) if seat else []
            for other in rng.sample(others, min(3, len(others))):
                assert decide(RULESET, game, other, Tabletop(player)).events
        decision = decide(RULESET, game, command, Tabletop(player))
        assert decision.game == fold(RULESET, manifest, game, decision.events)
        game = decision.game
        assert [] == components(game.state)
        assert all(RULESET.meta.label(line.key) for line in lines(game.state))

    assert game.ended is not None
    assert "five_rounds" == game.ended.reason
