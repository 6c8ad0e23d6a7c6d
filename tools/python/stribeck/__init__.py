"""Mechanical diagrams with exact stick-slip friction: load or build one, run it, read its curves.

import stribeck
d = stribeck.load("drive.json")
r = d.run(stop="20 s", speed="3 rpm")
r["load.w"], r.t, r.events, r.to_pandas(), r.plot()
"""

from pathlib import Path as _Path

from . import _core
from ._advice import advised as _advised
from ._advice import advised_methods as _advised_methods
from ._analyses import Analyses as _Analyses
from ._asks import Asks as _Asks
from ._compare import Comparison, compare, decay, read_result, spectrum
from ._completion import trust as _trust
from ._component import Component, Port
from ._core import version as __version__
from ._diagram import Diagram, load
from ._equations import Equations
from ._errors import (
    Diagnostic,
    DiagramError,
    Error,
    ExpectationError,
    FileError,
    FileMissing,
    Interrupted,
    RunError,
    StribeckWarning,
    UnknownName,
)
from ._expression import Condition, Expression, der, if_else, required, unbounded
from ._fit import Fit, Fitted
from ._linear import FrequencyCurve, LinearModel, Mode, Modes, Sensitivities, StepResponse, Transfer
from ._motions import Branch, Orbit, StabilityMap
from ._phenomena import Phenomena as _Phenomena
from ._recording import Builder, component
from ._result import Audit, EnergyRow, Event, Result
from ._stepper import Stepper
from ._stepper import _Motion as _Motion
from ._study import Study, optimise, study
from ._survey import Basins, Survey
from ._tools import Tools as _Tools
from ._types import Types as _Types
from ._types import describe, describe_fmu, read_parameters, search, types
from ._values import Value

__all__ = [
    "Builder",
    "Condition",
    "Expression",
    "component",
    "der",
    "if_else",
    "required",
    "unbounded",
    "Stepper",
    "LinearModel",
    "Orbit",
    "Branch",
    "StabilityMap",
    "Survey",
    "Basins",
    "Fit",
    "Fitted",
    "Study",
    "study",
    "optimise",
    "Mode",
    "Modes",
    "StepResponse",
    "FrequencyCurve",
    "Transfer",
    "Sensitivities",
    "Equations",
    "Comparison",
    "Audit",
    "Component",
    "Diagnostic",
    "Diagram",
    "DiagramError",
    "EnergyRow",
    "Error",
    "Event",
    "ExpectationError",
    "FileError",
    "FileMissing",
    "Interrupted",
    "Port",
    "Result",
    "RunError",
    "StribeckWarning",
    "UnknownName",
    "Value",
    "__version__",
    "describe",
    "describe_fmu",
    "read_parameters",
    "search",
    "spectrum",
    "read_result",
    "decay",
    "compare",
    "load",
    "types",
]

for _type in (Stepper, Equations, LinearModel, Diagram, Result, Component, Builder, Study, Fit, Orbit, Branch):
    _advised_methods(_type)
for _part in (_Asks, _Analyses, _Phenomena, _Tools):
    _advised_methods(_part, "Diagram")
_advised_methods(_Motion, "Stepper")
load, study, optimise, describe, component = _advised(load), _advised(study), _advised(optimise), _advised(describe), _advised(component)
search, describe_fmu, read_parameters = _advised(search), _advised(describe_fmu), _advised(read_parameters)
compare, decay, spectrum, read_result = _advised(compare), _advised(decay), _advised(spectrum), _advised(read_result)
der, if_else = _advised(der), _advised(if_else)

_trust((Component, _Types), (Diagram,))
_core.use_units(str(_Path(__file__).parent / "units/udunits2.xml"))

for _type in [globals()[name] for name in __all__]:  # they are called what users import them as
    if isinstance(_type, type):
        _type.__module__ = "stribeck"
