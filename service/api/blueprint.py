"""Our blueprint: what a view takes, answers and refuses is said beside it, for server and document alike.

The decorators only describe; apart from `takes` none of them stands between a request and its view.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar

from flask import current_app, request
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import Schema, ValidationError
from werkzeug.datastructures import MultiDict

from service.api.body import JSON, read_json
from service.api.problem_docs import response_of
from service.api.problems import KINDS, Problem, invalid
from service.schemas.errors import Fault, faults

__all__ = ["COMMON", "IDEMPOTENCY_KEY", "IF_MATCH", "IF_NONE_MATCH", "LAST_EVENT_ID", "Blueprint"]

View = TypeVar("View", bound=Callable[..., Any])

COMMON = ("unauthenticated", "rate-limited", "unavailable")
"""The refusals that every operation of the API has."""

_BODY_KINDS = ("malformed", "too-large", "unsupported-media-type", "invalid")


def _header(name: str, description: str, example: str) -> dict[str, Any]:
    schema = {"type": "string", "example": example} if example else {"type": "string"}
    return {"in": "header", "name": name, "description": description, "required": False, "schema": schema}


IF_MATCH = _header("If-Match", "The version that the command relies on: exactly one strong ETag.", '"57"')
IF_NONE_MATCH = _header("If-None-Match", "ETags that the caller has; when one still holds, 304 answers.", "")
IDEMPOTENCY_KEY = _header(
    "Idempotency-Key",
    "1 to 255 visible ASCII characters that name this request; repeating it gives the first answer again.",
    "",
)
LAST_EVENT_ID = _header("Last-Event-ID", "The version after which an event stream goes on.", "57")


class Blueprint(SmorestBlueprint):
    """Group views under one tag; every operation is named after its view."""

    def __init__(self, *args: Any, common: Iterable[str] = COMMON, secured: bool = True, **kwargs: Any) -> None:
        """Take, beside Flask's arguments, the refusals all views have in common and whether tokens matter."""
        self._common = tuple(common)
        self._secured = secured
        super().__init__(*args, **kwargs)

    def takes(
        self, *, query: type[Schema] | None = None, body: type[Schema] | None = None, example: Any = None
    ) -> Callable[[View], View]:
        """Hand the view `query` and `body` as loaded by these schemas; without one for it, the query must be empty.

        Faults of both are collected into one refusal. A repeated query parameter is a fault; whether an unknown
        one is, its schema decides.
        """

        def decorate(view: View) -> View:
            wrapper = _loading(view, query() if query else None, body() if body else None)
            about = _about(wrapper)
            parameters = about.setdefault("arguments", {}).setdefault("parameters", [])
            if query is not None:
                parameters.append({"in": "query", "schema": query})
            if body is not None:
                shown = {} if example is None else {"example": example}
                parameters.append({"in": "json", "required": True, "schema": body, **shown})
            about.setdefault("refuses", set()).update(_BODY_KINDS if body else ("invalid",))
            return wrapper  # type: ignore[return-value]

        return decorate

    def headers(self, *headers: Mapping[str, Any]) -> Callable[[View], View]:
        """Describe headers that the view reads itself."""

        def decorate(view: View) -> View:
            _about(view).setdefault("headers", []).extend(headers)
            return view

        return decorate

    def answers(
        self,
        status: int,
        schema: type[Schema] | Mapping[str, Any] | None = None,
        description: str | None = None,
        *,
        content_type: str = JSON,
        headers: Mapping[str, str] | None = None,
        example: Any = None,
    ) -> Callable[[View], View]:
        """Describe an answer; `headers` maps names to descriptions. The view returns a finished response."""
        answer: dict[str, Any] = {"description": description or HTTPStatus(status).phrase}
        if schema is not None:
            answer["schema"] = schema
        if example is not None:
            answer["example"] = example
        if headers:
            answer["headers"] = {
                name: {"description": text, "schema": {"type": "string"}} for name, text in headers.items()
            }

        def decorate(view: View) -> View:
            responses = _about(view).setdefault("response", {}).setdefault("responses", {})
            responses.setdefault(status, []).append({**answer, "content_type": content_type})
            return view

        return decorate

    def refuses(self, *kinds: str) -> Callable[[View], View]:
        """Describe the kinds of refusal that the view has beside the common ones."""

        def decorate(view: View) -> View:
            _about(view).setdefault("refuses", set()).update(kinds)
            return view

        return decorate

    def _store_endpoint_docs(self, endpoint: str, obj: Any, parameters: Any, tags: Any, **options: Any) -> None:
        super()._store_endpoint_docs(endpoint, obj, parameters, tags, **options)
        for method, about in self._docs[endpoint].items():
            if method != "parameters":
                about.setdefault("manual_doc", {})["operationId"] = endpoint
                if not self._secured:
                    about["manual_doc"]["security"] = []
                self._finish(about)

    def _finish(self, about: dict[str, Any]) -> None:
        headers = about.pop("headers", None)
        if headers:
            about.setdefault("arguments", {}).setdefault("parameters", []).extend(headers)
        by_status: dict[int, list[str]] = {}
        named = {*self._common, *about.pop("refuses", ())}
        for slug in (slug for slug in KINDS if slug in named):
            by_status.setdefault(KINDS[slug].status, []).append(slug)
        responses = about["manual_doc"].setdefault("responses", {})
        if headers and IF_NONE_MATCH in headers:
            responses[304] = {"description": "What the caller has still holds."}
        responses |= {status: response_of(status, slugs) for status, slugs in by_status.items()}


def _about(view: Any) -> dict[str, Any]:
    if not hasattr(view, "_apidoc"):
        view._apidoc = {}  # noqa: SLF001  # where flask-smorest looks
    about: dict[str, Any] = view._apidoc  # noqa: SLF001
    return about


def _loading(view: Callable[..., Any], query: Schema | None, body: Schema | None) -> Callable[..., Any]:
    @wraps(view)
    def load(**arguments: Any) -> Any:
        found: list[Fault] = []
        if body is not None:
            sent = read_json(request, current_app.config["BODY_LIMIT"])
            arguments["body"] = _load(body, sent, "body", found)
        if query is not None:
            found += _repeated(request.args)
            arguments["query"] = _load(query, request.args.to_dict(), "query", found)
        else:
            found += faults({name: ["Unknown field."] for name in request.args}, "query")
        if found:
            raise invalid(found)
        return view(**arguments)

    return load


def _load(schema: Schema, sent: Any, place: str, found: list[Fault]) -> Any:
    try:
        return schema.load(sent)
    except ValidationError as error:
        found += faults(error.messages, place)
        return None
    except RecursionError:
        raise Problem("malformed", "The body nests too deeply.") from None


def _repeated(args: MultiDict[str, str]) -> list[Fault]:
    return faults({name: ["Given more than once."] for name, values in args.lists() if len(values) > 1}, "query")
