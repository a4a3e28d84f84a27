import pytest

from service.api.preconditions import (
    Preconditions,
    idempotency_key,
    matches,
    parse_if_match,
    parse_preconditions,
    version_tag,
)
from service.api.problems import Problem


def refused(problem: Problem) -> tuple[int, str]:
    return problem.kind.status, problem.kind.slug


@pytest.mark.parametrize("version", [0, 1, 57, 10**15])
def test_a_version_tag_is_read_back(version: int) -> None:
    assert version == parse_if_match(version_tag(version))


def test_spaces_around_a_tag_do_not_count() -> None:
    assert 57 == parse_if_match(' "57"\t')


@pytest.mark.parametrize(
    "header",
    [
        "",
        "57",
        "*",
        '""',
        '"*"',
        'W/"57"',
        '"57", "58"',
        '"57","57"',
        '"057"',
        '"-1"',
        '"+1"',
        '"1.0"',
        '"٣"',
        '"57',
        '"57"\n',
        '"99999999999999999"',
    ],
)
def test_anything_but_one_strong_version_is_malformed(header: str) -> None:
    with pytest.raises(Problem) as refusal:
        parse_if_match(header)

    assert (400, "malformed") == refused(refusal.value)


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ("abc", "abc"),
        ('"abc"', "abc"),
        (' "abc" ', "abc"),
        ('"a"b"', 'a"b'),
        ('"', '"'),
        ('"abc', '"abc'),
        ("!~", "!~"),
        ("x" * 255, "x" * 255),
        ('"' + "x" * 255 + '"', "x" * 255),
    ],
)
def test_keys_are_read_with_or_without_quotes(header: str, key: str) -> None:
    assert key == idempotency_key(header)


@pytest.mark.parametrize("header", ["", " ", '""', "a b", "a\tb", "ä", "\x7f", "x" * 256, '"' + "x" * 256 + '"'])
def test_unusable_keys_are_malformed(header: str) -> None:
    with pytest.raises(Problem) as refusal:
        idempotency_key(header)

    assert (400, "malformed") == refused(refusal.value)


def test_preconditions_are_a_version_a_key_both_or_neither() -> None:
    assert None is parse_preconditions(None, None)
    assert Preconditions(3, None) == parse_preconditions('"3"', None)
    assert Preconditions(None, "k") == parse_preconditions(None, "k")
    assert Preconditions(3, "k") == parse_preconditions('"3"', '"k"')


@pytest.mark.parametrize(("if_match", "key"), [("*", "k"), ('"3"', "")])
def test_one_bad_precondition_spoils_a_good_one(if_match: str, key: str) -> None:
    with pytest.raises(Problem):
        parse_preconditions(if_match, key)


@pytest.mark.parametrize("header", ['"a"', 'W/"a"', '"x", "a"', '"x" , W/"a"', "*", " * ", '"x,y","a"'])
def test_if_none_match_finds_the_tag(header: str) -> None:
    assert matches(header, '"a"')
    assert matches(header, 'W/"a"')


@pytest.mark.parametrize("header", [None, "", "a", '"b"', '"b", W/"c"', '"a', "'a'", '"xa"'])
def test_if_none_match_does_not_find_another(header: str | None) -> None:
    assert not matches(header, '"a"')
