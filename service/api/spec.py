"""The OpenAPI document: flask-smorest's, with our refusals, security and server, and nothing unused."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from flask import Flask
from flask_smorest import Api

from service.api.problem_docs import document_problems

__all__ = ["VERSION", "ServiceApi", "document"]

_ABOUT = """\
Tabletop games as append-only logs: open a game, send commands, follow it live, replay it at any version,
read a score whose lines cite the log, and audit a claimed result.

Send `Authorization: Bearer <token>` to act. Readings of public games need no token. Every refusal is
`application/problem+json`; its `type` and, where there is one, its `reason` are stable."""


def _version() -> str:
    try:
        return version("harvest-ledger")
    except PackageNotFoundError:
        return "0.0.0"


VERSION = _version()
"""The release of this service; 0.0.0 when it runs from a folder that is not installed."""


class ServiceApi(Api):
    """Collect the document of one app; errors and the document's own routes are not its business."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask, *, server: str, plugin: Any = None) -> None:
        app.config["API_SPEC_OPTIONS"] = {
            "info": {"description": _ABOUT, "license": {"name": "MIT", "identifier": "MIT"}},
            "servers": [{"url": server, "description": "This service."}],
            "security": [{}, {"bearer": []}],
        }
        about = {"title": "Harvest Ledger", "version": VERSION, "openapi_version": "3.1.0"}
        super().__init__(app, spec_kwargs=about | ({"marshmallow_plugin": plugin} if plugin else {}))
        self.spec.components.security_scheme(
            "bearer",
            {"type": "http", "scheme": "bearer", "description": "A token from an opening, or the admin's."},
        )

    def _register_responses(self) -> None:
        document_problems(self.spec)

    def _register_error_handlers(self) -> None:
        """Leave errors to the app's one handler, which keeps headers and knows our types."""

    def _register_etag_headers(self) -> None:
        """Register none: our blueprints describe their own headers."""

    def _register_pagination_header(self) -> None:
        """Register none, for the same reason."""


def document(api: Any) -> dict[str, Any]:
    """Return the finished document, without components that nothing in it refers to."""
    spec: dict[str, Any] = api.spec.to_dict()
    components = spec["components"]
    used = set(_reachable(spec, {key: part for key, part in spec.items() if key != "components"}))
    for kind in [kind for kind in components if kind != "securitySchemes"]:
        components[kind] = {
            name: part for name, part in components[kind].items() if f"#/components/{kind}/{name}" in used
        }
        if not components[kind]:
            del components[kind]
    return spec


def _reachable(spec: dict[str, Any], start: Any) -> Iterator[str]:
    seen: set[str] = set()
    pending = [start]
    while pending:
        for ref in _refs(pending.pop()):
            if ref not in seen:
                seen.add(ref)
                yield ref
                pending.append(_resolve(spec, ref))


def _refs(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref" and isinstance(value, str):
                yield value
            elif key == "discriminator":
                yield from value.get("mapping", {}).values()
            else:
                yield from _refs(value)
    elif isinstance(part, list):
        for item in part:
            yield from _refs(item)


def _resolve(spec: dict[str, Any], ref: str) -> Any:
    part: Any = spec
    for step in ref.removeprefix("#/").split("/"):
        part = part[step]
    return part
