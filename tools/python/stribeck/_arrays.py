"""NumPy, imported when it is first used: it takes longer than all the rest, and who builds or checks diagrams may never need it.

numpy.typing is slower still, and only type checkers need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["ArrayLike", "Complexes", "Floats", "np"]

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Complexes = npt.NDArray[np.complex128]
    ArrayLike = npt.ArrayLike
else:
    Floats = Complexes = ArrayLike = Any

    class _NumPy:
        """Stands for the module; what was asked for once is an attribute."""

        def __getattr__(self, name: str) -> Any:
            import numpy

            value = getattr(numpy, name)
            self.__dict__[name] = value
            return value

    np = _NumPy()
