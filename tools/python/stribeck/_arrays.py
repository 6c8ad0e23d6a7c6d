"""Types of arrays. numpy.typing is slow to import, and only type checkers need it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    ArrayLike = npt.ArrayLike
else:
    Floats = ArrayLike = Any
