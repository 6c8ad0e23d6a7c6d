"""Compiled diagrams: each is used by one thread at a time, so that there are as many as threads run at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from . import _core, _types


class Sessions:
    """Those of one diagram. The lock is held only while one is handed out; others are compiled as they are needed."""

    def __init__(self, make: Callable[[], _core.Session]) -> None:
        self._make = make
        self._free: list[_core.Session] = []
        self._changes = _types.changes
        self._lock = threading.Lock()

    @contextmanager
    def one(self) -> Iterator[_core.Session]:
        with self._lock:
            if self._changes != _types.changes:  # a type of Python's has been declared since, perhaps anew
                self._changes = _types.changes
                self._free.clear()
            session = self._free.pop() if self._free else None
            changes = self._changes
        if session is None:
            session = self._make()
        try:
            yield session
        finally:
            with self._lock:
                if changes == self._changes:
                    self._free.append(session)

    @property
    def built(self) -> int:
        """How often equations have been built and compiled so far."""
        with self._lock:
            return sum(session.built for session in self._free)
