"""Harvest Island: fruits of four seasons on three fields, harvested for points and for animal tokens."""

from domain.games.harvest_island.audit import components, findings
from domain.games.harvest_island.commands import COMMANDS
from domain.games.harvest_island.decide import decide
from domain.games.harvest_island.events import EVENTS
from domain.games.harvest_island.evolve import evolve
from domain.games.harvest_island.faces import back, hand_may_hold, readings
from domain.games.harvest_island.legal import legal, obligations, unsure
from domain.games.harvest_island.manifest import Manifest, default_manifest, manifest_faults
from domain.games.harvest_island.meta import META
from domain.games.harvest_island.opening import check_opening
from domain.games.harvest_island.rulings import REFUSALS
from domain.games.harvest_island.score import lines, verdict
from domain.games.harvest_island.setup import setup
from domain.games.harvest_island.state import Options, State, initial, settle
from domain.kernel.ruleset import Ruleset

RULESET = Ruleset(
    meta=META,
    commands=COMMANDS,
    events=EVENTS,
    state=State,
    options=Options,
    manifest=Manifest,
    settle=settle,
    refusals=REFUSALS,
    default_manifest=default_manifest,
    manifest_faults=manifest_faults,
    check_opening=check_opening,
    initial=initial,
    setup=setup,
    decide=decide,
    evolve=evolve,
    obligations=obligations,
    legal=legal,
    unsure=unsure,
    lines=lines,
    verdict=verdict,
    back=back,
    hand_may_hold=hand_may_hold,
    readings=readings,
    components=components,
    findings=findings,
)
