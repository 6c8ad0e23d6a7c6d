"""The rows of a study as files that other programs read: HDF5 and Parquet."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ._arrays import np
from ._errors import refused

_SLASH = "\N{DIVISION SLASH}"  # a slash separates groups in names of HDF5, as in results


class Rows(NamedTuple):
    """The rows that are there, by columns; curves are theirs, row by row, but for "time"."""

    columns: dict[str, np.ndarray[Any, Any]]
    curves: dict[str, np.ndarray[Any, Any]]
    units: dict[str, str]
    curve_units: dict[str, str]
    scalars: frozenset[str]


@contextlib.contextmanager
def _named_when_complete(path: str) -> Iterator[str]:
    """Another name to write to: a file that was there stays until the new one is whole."""
    draft = f"{path}.draft-{os.getpid()}"
    try:
        yield draft
        os.replace(draft, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(draft)


def _write_hdf5(rows: Rows, path: str) -> None:
    try:
        import h5py
    except ImportError:
        raise refused("h5py is not installed, which writes HDF5", "pip install h5py, or write .csv") from None
    with _named_when_complete(path) as draft, h5py.File(draft, "w") as file:
        for name, values in rows.columns.items():
            kind = h5py.string_dtype() if values.dtype == object else values.dtype
            column = file.create_dataset(name.replace("/", _SLASH), data=values, dtype=kind)
            column.attrs["unit"] = rows.units.get(name, "")
        for name, values in rows.curves.items():
            curve = file.create_dataset("curves/" + name.replace("/", _SLASH), data=values)
            curve.attrs["unit"] = rows.curve_units[name]


def _write_parquet(rows: Rows, path: str) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise refused("pyarrow is not installed, which writes Parquet", "pip install pyarrow, or write .csv") from None
    fields, columns = [], []
    for name, values in rows.columns.items():
        kind = pyarrow.string() if values.dtype == object else pyarrow.from_numpy_dtype(values.dtype)
        fields.append(pyarrow.field(name, kind, metadata={"unit": rows.units.get(name, "")}))
        columns.append(pyarrow.array(values, type=kind, from_pandas=name in rows.scalars))  # null where a sample has no number
    with _named_when_complete(path) as draft:
        pyarrow.parquet.write_table(pyarrow.table(columns, schema=pyarrow.schema(fields)), draft)


_WRITERS = {".h5": _write_hdf5, ".hdf5": _write_hdf5, ".parquet": _write_parquet}


def write_rows(path: str, rows: Callable[[], Rows]) -> None:
    ending = os.path.splitext(path)[1].lower()
    if ending not in _WRITERS:
        raise refused(f"rows are not written to files that end in {ending!r}", "name one that ends in .csv, .h5, .hdf5 or .parquet")
    _WRITERS[ending](rows(), path)
