"""The OpenAPI document and the page to try it on: our own files only, no foreign host, no inline script."""

from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response

from service.api.replies import reading
from service.api.spec import document

__all__ = ["serve_docs"]

# Swagger UI sets style attributes and draws its icons from data: addresses; scripts come from here alone.
_POLICY = (
    "default-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def serve_docs(app: Flask, api: Any) -> None:
    """Serve `/openapi.json` and `/docs`; to be called when every blueprint is registered."""
    rendered = msgspec.json.format(msgspec.json.encode(document(api)), indent=2)
    html = (Path(app.static_folder or "") / "docs.html").read_bytes()
    pages = Blueprint("docs", __name__)

    @pages.get("/openapi.json")
    def openapi() -> Response:
        return reading(rendered)

    @pages.get("/docs")
    def page() -> Response:
        headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"}
        return Response(html, headers=headers, mimetype="text/html")

    app.register_blueprint(pages)
