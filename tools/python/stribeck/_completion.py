"""Tab completion in IPython and Jupyter of what stands behind an attribute: ``load.parameters["<tab>``."""

from __future__ import annotations

import sys


def trust(attributes: tuple[type, ...], items: tuple[type, ...]) -> None:
    """Tells IPython, where it runs, that looking at these types has no effect; else it does not look behind what they compute."""
    if "IPython" not in sys.modules:
        return
    try:
        from IPython.core.guarded_eval import EVALUATION_POLICIES
    except ImportError:  # an older one, which has no such rules
        return
    policy = EVALUATION_POLICIES.get("limited")
    for name, types in (("allowed_getattr", attributes), ("allowed_getitem", items)):
        known = getattr(policy, name, None)
        if isinstance(known, set):
            known.update(types)
