"""How a law becomes a test: for every ruleset, with more examples at night."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from domain.kernel.ruleset import Ruleset
from domain.registry import RULESETS
from tests.laws.facts import FACTS

Check = Callable[[Ruleset[Any], DataObject], None]
Test = Callable[[Ruleset[Any], int], None]

NIGHTLY = 40
"""How many times as many examples a night tries; they differ from night to night."""


def law(examples: int) -> Callable[[Check], Test]:
    """Make a test of a law that is checked on so many examples of each ruleset."""

    def decorate(check: Check) -> Test:
        def on_examples(ruleset: Ruleset[Any], times: int) -> None:
            def on_one(data: DataObject) -> None:
                check(ruleset, data)

            on_one.__name__ = on_one.__qualname__ = check.__name__
            limits = settings(
                max_examples=max(1, examples * times // FACTS[ruleset.meta.id].length),
                derandomize=times == 1,
                deadline=None,
                suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
            )
            limits(given(st.data())(on_one))()

        on_examples.__name__ = check.__name__
        on_examples.__doc__ = check.__doc__
        nightly = pytest.param(NIGHTLY, marks=[pytest.mark.nightly, pytest.mark.timeout(3600)], id="nightly")
        by_times = pytest.mark.parametrize("times", [pytest.param(1, id="always"), nightly])
        by_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.meta.id)
        return by_ruleset(by_times(on_examples))  # type: ignore[no-any-return] # pytest gives back what it was given

    return decorate
