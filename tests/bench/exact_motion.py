"""Motions to rounding, independently of Stribeck: smooth pieces by extrapolation of the midpoint rule, cut where a guard reaches zero.
Gragg (1965), On extrapolation algorithms for ordinary initial value problems, SIAM J. Numer. Anal. 2, 384-403."""

_SUBSTEPS = (2, 4, 6, 8, 10, 12, 14, 16)  # of order 16 together


def _midpoint(rhs, t, x, length, count):
    h = length / count
    before, now = x, [a + h * b for a, b in zip(x, rhs(t, x))]
    for k in range(1, count):
        before, now = now, [a + 2 * h * b for a, b in zip(before, rhs(t + k * h, now))]
    return now


def smooth_step(rhs, t, x, length):
    """The state a time `length` after t, by polynomial extrapolation in the square of the substep."""
    if length == 0:
        return x
    rows = []
    for i, count in enumerate(_SUBSTEPS):
        row = [_midpoint(rhs, t, x, length, count)]
        for k in range(1, i + 1):
            ratio = (count / _SUBSTEPS[i - k]) ** 2
            row.append([a + (a - b) / (ratio - 1) for a, b in zip(row[k - 1], rows[i - 1][k - 1])])
        rows.append(row)
    return rows[-1][-1]


def _root(guard, rhs, t, x, length):
    """How long after t the guard reaches zero; it is positive after `length`. By halves and secants."""
    low, high = 0.0, length
    at_low, at_high = guard(t, x), guard(t + length, smooth_step(rhs, t, x, length))
    for k in range(200):
        if high - low <= 4e-16 * max(t, length):
            break
        middle = (low + high) / 2
        if k % 3 and at_low < 0:
            middle = min(max(low - at_low * (high - low) / (at_high - at_low), low), high)
        value = guard(t + middle, smooth_step(rhs, t, x, middle))
        if value > 0:
            high, at_high = middle, value
        else:
            low, at_low = middle, value
    return high


def motion(modes, mode, x, stop, interval):
    """Rows (t, x, dx/dt) at multiples of the interval. modes: name -> (rhs(t, x), [(guard(t, x), after(t, x) -> (name, x))]). The mode ends where a
    guard has become positive; its value where the mode begins may be zero."""
    rows, t, parts = [(0.0, x, modes[mode][0](0.0, x))], 0.0, 4  # a row is a few steps, so that no guard changes and changes back in one
    for k in range(1, round(stop / interval) * parts + 1):
        end = k * interval / parts
        while t < end:
            rhs, guards = modes[mode]
            there = smooth_step(rhs, t, x, end - t)
            fired = [(_root(guard, rhs, t, x, end - t), after) for guard, after in guards if guard(end, there) > 0]
            if not fired:
                t, x = end, there
                continue
            length, after = min(fired, key=lambda pair: pair[0])
            x = smooth_step(rhs, t, x, length)
            t += length
            mode, x = after(t, x)
        if k % parts == 0:
            rows.append((t, x, modes[mode][0](t, x)))
    return rows
