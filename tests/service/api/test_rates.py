from service.api.rates import RateLimit


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_no_text_means_no_limit() -> None:
    rates = RateLimit("")

    assert {0} == {rates.hit("a") for _ in range(1000)}


def test_each_caller_has_an_allowance_until_the_window_ends() -> None:
    clock = Clock()
    rates = RateLimit("2/minute", clock)

    assert [0, 0, 20] == [rates.hit("a") for _ in range(3)]
    assert 0 == rates.hit("b")
    clock.now += 19.5
    assert 1 == rates.hit("a")
    clock.now += 0.5
    assert [0, 0, 60] == [rates.hit("a") for _ in range(3)]


def test_the_longest_wait_counts() -> None:
    rates = RateLimit("1/second; 2/hour", Clock())

    assert [0, 1, 2600] == [rates.hit("a") for _ in range(3)]


def test_counts_of_a_window_that_is_over_are_forgotten() -> None:
    clock = Clock()
    rates = RateLimit("2/second", clock)
    for number in range(100):
        rates.hit(f"caller {number}")
    clock.now += 1
    rates.hit("late")

    assert [{"late": 1}] == [window.counts for window in rates._windows]
