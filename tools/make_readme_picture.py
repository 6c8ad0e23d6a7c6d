#!/usr/bin/env python3
"""Draws the README's picture from the curves of the start diagram, with nothing but the standard library.

usage: tools/run diagrams/start/rotational_stick_slip.json --interval "1 ms" && tools/make_readme_picture.py
"""
import csv
import math
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 760, 170, 78, 16, 34, 26
CURVES = [("load.w", "speed of the load, rad/s", "#1f5fa8"), ("spring.phi", "angle of the spring, rad", "#a8491f"),
          ("friction.T", "friction torque, N m", "#2f7d3b")]


def ticks(low, high):
    """Round numbers, four to eight of them, inside [low, high]."""
    step = 10.0 ** math.floor(math.log10((high - low) / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= 8)
    return [step * i for i in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def thinned(points, tolerance=0.15):
    """As few of the points as keep the line within `tolerance` pixels of all (Douglas and Peucker 1973, The Canadian Cartographer 10)."""
    kept, spans = {0, len(points) - 1}, [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        (x1, y1), (x2, y2) = points[first], points[last]
        distance, farthest = max(((abs((x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)), i)
                                  for i, (x, y) in enumerate(points[first + 1:last], first + 1)), default=(0, first))
        if distance > tolerance * math.hypot(x2 - x1, y2 - y1):
            kept.add(farthest)
            spans += [(first, farthest), (farthest, last)]
    return [points[i] for i in sorted(kept)]


def text(x, y, words, anchor="middle", colour="#444"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def panel(times, values, title, colour, top):
    margin = 0.06 * (max(values) - min(values) or 1)
    low, high = min(values) - margin, max(values) + margin
    x_of = lambda t: LEFT + (t - times[0]) / (times[-1] - times[0]) * (WIDTH - LEFT - RIGHT)
    y_of = lambda v: top + (high - v) / (high - low) * PANEL
    parts = [text(LEFT, top - 8, title, "start", colour)]
    for tick in ticks(low, high):
        parts.append(f'<path d="M{LEFT} {y_of(tick):.1f}H{WIDTH - RIGHT}" stroke="#e4e4e4"/>')
        parts.append(text(LEFT - 8, y_of(tick) + 4, f"{tick:.6g}", "end"))
    points = thinned([(x_of(t), y_of(v)) for t, v in zip(times, values)])
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts.append(f'<rect x="{LEFT}" y="{top}" width="{WIDTH - LEFT - RIGHT}" height="{PANEL}" fill="none" stroke="#999"/>')
    parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6" stroke-linejoin="round"/>')
    return parts, [(x_of(t), t) for t in ticks(times[0], times[-1])]


def main():
    with open("results/rotational_stick_slip.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    times = [float(row["time"]) for row in rows]
    height = TOP + len(CURVES) * (PANEL + GAP) + 22
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">',
             f'<rect width="{WIDTH}" height="{height}" fill="white"/>']
    for index, (column, title, colour) in enumerate(CURVES):
        top = TOP + index * (PANEL + GAP)
        drawn, time_ticks = panel(times, [float(row[column]) for row in rows], f"{column}: {title}", colour, top)
        parts += drawn
    parts += [text(x, top + PANEL + 18, f"{t:g}") for x, t in time_ticks]
    parts.append(text(LEFT + (WIDTH - LEFT - RIGHT) / 2, height - 8, "time, s"))
    (ROOT / "docs").mkdir(exist_ok=True)
    (ROOT / "docs/rotational_stick_slip.svg").write_text("\n".join(parts + ["</svg>\n"]), encoding="utf-8")


if __name__ == "__main__":
    main()
