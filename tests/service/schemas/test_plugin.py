"""What flask-smorest publishes of these schemas, and whether it keeps to it."""

from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_smorest import Api, Blueprint
from marshmallow import Schema, fields
from openapi_spec_validator import OpenAPIV31SpecValidator

from service.schemas.derive import COMMAND, EVENT, READ, derive
from service.schemas.fields import QueryInt, RequestSchema, ResponseSchema, Text
from service.schemas.plugin import Plugin, standalone
from service.schemas.union import ChoosingSchema, OneOrManySchema, union
from tests.service.schemas import toys

PLANT = {"type": "toy-game.plant", "pawn": "1-1"}
COMMANDS = {"toy-game.plant": derive(toys.Plant, COMMAND), "toy-game.show": derive(toys.Show, COMMAND)}


class CommandRequest(RequestSchema):
    """A command with what goes beside it."""

    command = fields.Nested(union("Command", COMMANDS, doc="Any command."), required=True)


class CommandBody(OneOrManySchema):
    """One command or a batch."""

    item = CommandRequest


class Reading(ResponseSchema):
    event = fields.Nested(derive(toys.Drawn, EVENT), required=True)
    state = fields.Nested(derive(toys.State, READ, "toy-game"), required=True, allow_none=True)


class PageQuery(RequestSchema):
    limit = QueryInt(minimum=1, maximum=200, load_default=50, metadata={"description": "How many."})
    word = Text()


@pytest.fixture(scope="module")
def app() -> Flask:
    flask = Flask(__name__)
    flask.config.update(API_TITLE="Toy", API_VERSION="v1", OPENAPI_VERSION="3.1.0")
    api = Api(flask, spec_kwargs={"marshmallow_plugin": Plugin()})
    blueprint = Blueprint("toy", __name__, url_prefix="/toy", description="Toys")

    @blueprint.route("/commands", methods=["POST"])
    @blueprint.arguments(CommandBody())
    @blueprint.arguments(PageQuery(), location="query")
    @blueprint.response(200, Reading())
    def send(body: Any, query: Any) -> dict[str, Any]:
        return {"event": None, "state": None}

    api.register_blueprint(blueprint)
    flask.extensions["spec"] = api.spec.to_dict()
    return flask


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def components(app: Flask) -> dict[str, Any]:
    found: dict[str, Any] = app.extensions["spec"]["components"]["schemas"]
    return found


def test_the_document_is_valid_openapi(app: Flask) -> None:
    OpenAPIV31SpecValidator(app.extensions["spec"]).validate()


def test_a_union_is_published_with_its_discriminator(components: dict[str, Any]) -> None:
    plant, show = "#/components/schemas/ToyGamePlant", "#/components/schemas/ToyGameShow"

    assert components["Command"] == {
        "oneOf": [{"$ref": plant}, {"$ref": show}],
        "discriminator": {
            "propertyName": "type",
            "mapping": {"toy-game.plant": plant, "toy-game.show": show},
        },
        "description": "Any command.",
    }


def test_every_variant_requires_its_own_tag(components: dict[str, Any]) -> None:
    for tag, schema in COMMANDS.items():
        published = components[schema.__name__]

        assert published["properties"]["type"]["enum"] == [tag]
        assert "type" in published["required"]


def test_a_batch_is_published_beside_the_single_command(components: dict[str, Any]) -> None:
    item = {"$ref": "#/components/schemas/CommandRequest"}

    assert components["CommandBody"]["oneOf"] == [
        item,
        {"type": "array", "items": item, "minItems": 1, "maxItems": 100},
    ]


def test_requests_are_closed_and_responses_stay_open(components: dict[str, Any]) -> None:
    assert components["CommandRequest"]["additionalProperties"] is False
    assert components["CommandRequest"]["description"] == "A command with what goes beside it."
    assert "additionalProperties" not in components["Reading"]


def test_a_nullable_reference_may_be_null(components: dict[str, Any]) -> None:
    assert components["Reading"]["properties"]["state"] == {
        "anyOf": [{"$ref": "#/components/schemas/ToyGameState"}, {"type": "null"}]
    }


def test_every_enum_has_a_type(components: dict[str, Any]) -> None:
    for published in components.values():
        for name, part in published.get("properties", {}).items():
            assert "enum" not in part or part["type"] in ("string", "integer"), name


def test_query_fields_become_parameters(app: Flask) -> None:
    limit, _ = app.extensions["spec"]["paths"]["/toy/commands"]["post"]["parameters"]

    assert limit == {
        "in": "query",
        "name": "limit",
        "description": "How many.",
        "required": False,
        "schema": {"type": "integer", "default": 50, "minimum": 1, "maximum": 200},
    }


@pytest.mark.parametrize(
    "body",
    [
        {"command": PLANT},
        [{"command": PLANT}],
        [],
        {"command": {"type": "toy-game.show", "cards": ["SP", "SU"]}},
        {"command": {"type": "toy-game.show", "cards": "SP"}},
        {"command": {"pawn": "1-1"}},
        {"command": {**PLANT, "seat": "1"}},
        {"command": {**PLANT, "seat": 1.0}},
        {"command": {**PLANT, "extra": 1}},
        {"command": PLANT, "extra": 1},
        {},
    ],
)
def test_the_server_keeps_to_what_it_publishes(app: Flask, client: FlaskClient, body: Any) -> None:
    document = {**app.extensions["spec"], "$ref": "#/components/schemas/CommandBody"}
    published = jsonschema_rs.Draft202012Validator(document).is_valid(body)

    assert client.post("/toy/commands", json=body).status_code == (200 if published else 422)


def test_a_standalone_schema_needs_nothing_else() -> None:
    published = standalone(CommandBody)

    assert jsonschema_rs.Draft202012Validator(published).is_valid({"command": PLANT})
    assert "#/components" not in str(published)


def test_a_schema_of_unknown_kind_is_not_published_as_something_else() -> None:
    class Strange(ChoosingSchema):
        pass

    with pytest.raises(TypeError, match="no way to publish"):
        standalone(Strange)


def test_an_open_object_is_published_as_open() -> None:
    class Loose(Schema):
        class Meta:
            unknown = "include"
            description = "Meta's own words."

    assert standalone(Loose)["additionalProperties"] is True
