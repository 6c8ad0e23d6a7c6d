"""Makes a network that fails smaller while it fails in the same way."""
import copy

from generate import tidied, without

MOST_TRIALS = 60


def shrunk(diagram, fails):
    """`fails` says of a diagram whether it still does."""
    left = [MOST_TRIALS]

    def smaller(candidate):
        left[0] -= 1
        return left[0] >= 0 and bool(candidate["components"]) and fails(candidate)

    changed = True
    while changed and left[0] > 0:
        changed = False
        for name in list(diagram["components"]):
            if name not in diagram["components"]:
                continue
            candidate = without(diagram, name)
            if smaller(candidate):
                diagram, changed = candidate, True
    for name, component in list(diagram["components"].items()):
        for section in ("initial", "parameters"):
            for key in list(component.get(section, {})):
                candidate = copy.deepcopy(diagram)
                del candidate["components"][name][section][key]
                if smaller(tidied(candidate)):
                    diagram = candidate
    return diagram
