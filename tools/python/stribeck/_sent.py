"""Component types that Python declared, for other processes: what was said to the recorder is sent, and said there again.

A declaration asks which options, sizes and list lengths the diagram chose, and goes on by the answers. So a type is sent as all
conversations so far, and of its options every choice; a choice that none of them knows is refused there.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, cast

from . import _core

Call = tuple[str, tuple[Any, ...], Any]
"""Method of the recorder, arguments, answer."""
Conversation = tuple[Call, ...]


class Listener:
    """A recorder that keeps what is said to it."""

    def __init__(self, recorder: _core.Recorder) -> None:
        self._recorder = recorder
        self.calls: list[Call] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._recorder, name)

        def said(*arguments: Any) -> Any:
            kept = tuple(list(one) if isinstance(one, list) else one for one in arguments)
            answer = method(*arguments)
            self.calls.append((name, kept, answer))
            return answer

        self.__dict__[name] = said
        return said


def heard(conversations: dict[tuple[Any, ...], Conversation], declare: Callable[[_core.Recorder], None], recorder: _core.Recorder) -> None:
    """Records, and keeps the conversation."""
    listener = Listener(recorder)
    declare(cast(_core.Recorder, listener))
    conversations[tuple(answer for _, _, answer in listener.calls)] = tuple(listener.calls)


class Sent(NamedTuple):
    """A type on its way."""

    type: str
    doc: str
    origin: str
    content: str
    conversations: bytes
    """As a pickle of its own; empty: it cannot be sent."""
    why: str
    calls_main: bool
    """It calls functions of the script that was started."""


class Repeated:
    """Says again what another process has said."""

    def __init__(self, sent: Sent) -> None:
        self.sent = sent
        self._conversations: list[Conversation] = pickle.loads(sent.conversations) if sent.conversations else []
        self.error: BaseException | None = None

    @property
    def conversations(self) -> dict[tuple[Any, ...], Conversation]:
        return {tuple(answer for _, _, answer in one): one for one in self._conversations}

    def __call__(self, recorder: _core.Recorder) -> None:
        left, number = self._conversations, 0
        if not left:
            recorder.fault(f"{self.sent.type} is declared in another process and cannot be sent: {self.sent.why}")
            return
        while left := [one for one in left if number < len(one)]:
            name, arguments, _ = left[0][number]
            answer = getattr(recorder, name)(*arguments)
            ended = next((one for one in left if one[number][2] == answer and len(one) == number + 1), None)
            if ended is not None:
                return
            left = [one for one in left if one[number][2] == answer]
            number += 1
        recorder.fault(
            f"{self.sent.type} is declared in another process, which has not chosen these options, sizes or lists of it: run a diagram "
            "that does there, before this one is sent"
        )


def sent_of(declared: Iterable[tuple[str, tuple[Any, str, str, str]]]) -> list[Sent]:
    """``declared``: types with what records them, documentation, origin and fingerprint."""
    found = []
    catalogue = _core.Catalogue([])
    for type, (recording, doc, origin, content) in declared:
        catalogue.record_choices(type)
        conversations, why = b"", ""
        try:
            conversations = pickle.dumps(list(recording.conversations.values()))
        except Exception as error:  # of a class of pickle, or of the object
            why = f"it calls a function that cannot be pickled ({error}); define that at the top of a module which all processes can import"
        calls_main = any(getattr(one, "__module__", "") == "__main__" for one in _functions(recording.conversations.values()))
        found.append(Sent(type, doc, origin, content, conversations, why, calls_main))
    return found


def _functions(conversations: Iterable[Conversation]) -> list[Any]:
    return [one for conversation in conversations for _, arguments, _ in conversation for one in arguments if callable(one)]
