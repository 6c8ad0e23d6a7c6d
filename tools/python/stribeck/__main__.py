"""The program: ``python -m stribeck run drive.json``, or ``stribeck run drive.json`` where the package is installed."""

import os
import sys

from . import _core


def main() -> None:
    """Ends the process with the status of the command."""
    sys.stdout.flush()
    status = _core.run_program([os.fsdecode(word) for word in sys.argv[1:]])
    sys.exit(status)


if __name__ == "__main__":
    main()
