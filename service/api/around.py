"""What stands around the API: is the process up, can it write, and how it fares in numbers."""

from collections.abc import Callable

from flask import Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from service.api.blueprint import Blueprint
from service.api.problems import unavailable
from service.api.replies import json_response

__all__ = ["blueprint"]

_UP = {
    "type": "object",
    "required": ["status"],
    "properties": {"status": {"type": "string", "enum": ["up", "ready"]}},
}
_METRICS = {"type": "string", "description": "Prometheus text exposition."}
_UNSTORED = {"Cache-Control": "no-store"}


def blueprint(writable: Callable[[], bool], registry: CollectorRegistry) -> Blueprint:
    """Make the views; `writable` asks the store, `registry` holds the app's own metrics."""
    around = Blueprint("around", __name__, description="Health and numbers, for operators.", common=(), secured=False)

    @around.route("/healthz")
    @around.answers(200, _UP, "The process is up.")
    def health() -> Response:
        """Tell that the process answers."""
        return json_response({"status": "up"}, headers=_UNSTORED)

    @around.route("/readyz")
    @around.answers(200, _UP, "The log can be written.")
    @around.refuses("unavailable")
    def readiness() -> Response:
        """Tell whether the log can be written."""
        if not _ready(writable):
            raise unavailable("The log cannot be written now. Look at the disk and at the service's log.", 5)
        return json_response({"status": "ready"}, headers=_UNSTORED)

    @around.route("/metrics")
    @around.answers(200, _METRICS, "The numbers.", content_type="text/plain")
    def metrics() -> Response:
        """List the service's numbers in Prometheus' text format."""
        return Response(generate_latest(registry), headers=_UNSTORED, content_type=CONTENT_TYPE_LATEST)

    return around


def _ready(writable: Callable[[], bool]) -> bool:
    try:
        return writable()
    except Exception:  # noqa: BLE001  # a store that cannot even say how it fares is not ready
        return False
