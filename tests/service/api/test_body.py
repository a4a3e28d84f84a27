import io

import pytest
from werkzeug import Request
from werkzeug.test import EnvironBuilder

from service.api.body import decode_json, read_json
from service.api.problems import Problem


def request(body: bytes, content_type: str | None = "application/json", *headers: tuple[str, str]) -> Request:
    builder = EnvironBuilder(method="POST", data=body, content_type=content_type, headers=headers)
    return Request(builder.get_environ())


def refusal(sent: Request, limit: int = 100) -> tuple[int, str]:
    with pytest.raises(Problem) as raised:
        read_json(sent, limit)
    return raised.value.kind.status, raised.value.kind.slug


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "Application/JSON",
        "application/json;charset=utf-8",
        'application/json ; charset="UTF-8" ',
    ],
)
def test_json_is_read(content_type: str) -> None:
    assert {"a": [1, None]} == read_json(request(b'{"a": [1, null]}', content_type), 100)


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/vnd.toy+json",
        "application/json; charset=latin-1",
        "application/json, text/plain",
        "application/jsonp",
    ],
)
def test_another_media_type_is_refused_before_the_body_is_looked_at(content_type: str | None) -> None:
    assert (415, "unsupported-media-type") == refusal(request(b"{}" * 100, content_type))


def test_a_compressed_body_is_refused_as_such() -> None:
    assert (415, "unsupported-media-type") == refusal(request(b"{}", "application/json", ("Content-Encoding", "gzip")))


def test_the_limit_is_the_largest_body() -> None:
    assert 1 == read_json(request(b"1" + b" " * 99), 100)
    assert (413, "too-large") == refusal(request(b"1" + b" " * 100))


def test_a_body_without_stated_length_is_held_to_the_limit_too() -> None:
    sent = request(b"")
    sent.environ |= {"wsgi.input": io.BytesIO(b"1" * 101), "wsgi.input_terminated": True}
    sent.environ.pop("CONTENT_LENGTH", None)

    assert (413, "too-large") == refusal(sent)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" \n",
        b"{",
        b"nul",
        b"NaN",
        b"[Infinity]",
        b"{'a': 1}",
        b'{"a": 1,}',
        b"1 2",
        b"01",
        b'"\xff"',
        b'"\\ud800"',
        b"\xef\xbb\xbf{}",
        b'{"a": 1, "a": 1}',
        b'[{"b": {"a": 1, "\\u0061": 2}}]',
        b"1e999",
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b"1" * 5000,
    ],
)
def test_what_is_no_plain_json_is_malformed(body: bytes) -> None:
    with pytest.raises(Problem) as raised:
        decode_json(body)

    assert "malformed" == raised.value.kind.slug
    assert raised.value.detail


def test_equal_names_in_different_objects_are_fine() -> None:
    assert [{"a": 1}, {"a": {"a": 2}}] == decode_json(b'[{"a": 1}, {"a": {"a": 2}}]')
