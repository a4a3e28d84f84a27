"""Season Harvest: seasons on a three by three grid, pawns that plant, gather, harvest and grow."""

from domain.games.season_harvest.audit import components, findings
from domain.games.season_harvest.commands import COMMANDS, STEADY_AFTER
from domain.games.season_harvest.decide import decide
from domain.games.season_harvest.events import EVENTS
from domain.games.season_harvest.evolve import evolve
from domain.games.season_harvest.legal import legal, obligations, unsure
from domain.games.season_harvest.manifest import Manifest, default_manifest, manifest_faults
from domain.games.season_harvest.meta import META
from domain.games.season_harvest.opening import check_opening
from domain.games.season_harvest.rulings import REFUSALS
from domain.games.season_harvest.score import lines, verdict
from domain.games.season_harvest.setup import setup
from domain.games.season_harvest.state import BACK, Options, State, initial
from domain.games.season_harvest.target import resolve
from domain.kernel.ruleset import Ruleset

RULESET = Ruleset(
    meta=META,
    commands=COMMANDS,
    events=EVENTS,
    state=State,
    options=Options,
    manifest=Manifest,
    steady_after=STEADY_AFTER,
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
    back=lambda _: BACK,
    components=components,
    resolve=resolve,
    findings=findings,
)
