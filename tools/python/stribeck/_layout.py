"""The text of diagrams that were made or changed here."""

from __future__ import annotations

import json
from typing import Any


def spread(document: dict[str, Any]) -> str:
    """JSON with a line for each entry of the diagram, of its components and of its connections: what begins so stays open in the layout."""

    def of(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    def inner(key: str, value: Any) -> str:
        if key in ("components", "parameters") and isinstance(value, dict) and value:
            return "{\n" + ",\n".join(f"{of(name)}: {of(one)}" for name, one in value.items()) + "}"
        if key == "connections" and isinstance(value, list) and value:
            return "[\n" + ",\n".join(of(one) for one in value) + "]"
        return of(value)

    return "{\n" + ",\n".join(f"{of(key)}: {inner(key, value)}" for key, value in document.items()) + "}"
