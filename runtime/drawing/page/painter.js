// Paints the axes and curves of a panel, on a canvas or on what takes the same calls (paper.js).
"use strict";
// `state.window` is the part of the run that is shown, 0 to 1; of the context, `colour` gives the page's own colours by their names.
function curvePainter(data, state, { columnsOf, timesOf, extremes, lowerBound }) {
  const LEFT = 76, RIGHT = 24, TOP = 6, BOTTOM = 40;
  const DASHES = { dashed: [6, 4], dotted: [2, 3], "dash-dotted": [8, 3, 2, 3] };
  const HEIGHT = 206, PLANE = 380, LANE = 28;
  const inWindow = (panel, share) => panel.x[0] + share * (panel.x[1] - panel.x[0]);
  const lanesOf = (panel) => panel.lanes.filter((lane) => lane.shown);
  function heightOf(panel) {
    const inner = panel.lanes.length ? LANE * lanesOf(panel).length : panel.height || (panel.overTime ? HEIGHT - TOP - BOTTOM : PLANE);
    return inner + TOP + BOTTOM;
  }

  function rangeOfY(panel) {
    let low = Infinity, high = -Infinity;
    for (const curve of panel.curves) {
      if (!curve.shown) continue;
      const [from, to] = rowsInWindow(panel, curve);
      const ys = columnsOf(curve).y;
      const [least, most] = extremes(ys, from, to);
      if (panel.logY && least <= 0) {
        for (let i = from; i < to; i++) if (ys[i] > 0 && ys[i] < low) low = ys[i];
      } else if (least < low) low = least;
      if (most > high) high = most;
    }
    if (low > high) return panel.y;
    if (panel.logY) return [low / 1.2, high * 1.2];
    const margin = high > low ? 0.06 * (high - low) : Math.abs(high) * 0.1 || 1;
    return [low - margin, high + margin];
  }

  // Rows [from, to) of a curve that belong to the window, with one more on each side.
  function rowsInWindow(panel, curve) {
    const xs = columnsOf(curve).x, times = panel.overTime ? xs : timesOf(xs.length);
    if (times === null || xs.length === 0) return [0, xs.length];
    const first = times[0], last = times[times.length - 1];
    const span = panel.overTime ? [inWindow(panel, state.window[0]), inWindow(panel, state.window[1])]
      : state.window.map((share) => first + share * (last - first));
    const from = lowerBound(times, span[0]);
    let to = lowerBound(times, span[1]);
    while (to < times.length && times[to] <= span[1]) to++;
    return [Math.max(0, from - 1), Math.min(times.length, to + 1)];
  }

  // On a canvas, or on what takes the same calls.
  function drawOn(context, panel, width) {
    const right = width - RIGHT, bottom = heightOf(panel) - BOTTOM;
    const x = panel.overTime ? state.window.map((share) => inWindow(panel, share)) : panel.x;
    const y = panel.lanes.length ? [0, lanesOf(panel).length] : rangeOfY(panel);
    panel.view = {
      x, y, right, bottom, toX: scaleOf(x[0], x[1], panel.logX, LEFT, right), toY: scaleOf(y[0], y[1], panel.logY, bottom, TOP),
      fromX: valueScaleOf(x[0], x[1], panel.logX, LEFT, right),
    };
    context.save();
    context.beginPath();
    context.rect(LEFT, TOP - 1, right - LEFT, bottom - TOP + 2);
    context.clip();
    paintBackground(context, panel);
    context.restore();
    paintAxes(context, panel);
    context.save();
    context.beginPath();
    context.rect(LEFT, TOP - 1, right - LEFT, bottom - TOP + 2);
    context.clip();
    panel.lanes.length ? paintLanes(context, panel) : panel.curves.forEach((curve) => curve.shown && paintCurve(context, panel, curve));
    context.restore();
  }

  // One mark for events that lie closer than a mark is wide.
  function apart(times, toX) {
    let last = -Infinity;
    return times.filter((time) => toX(time) - last >= data.markWidth && ((last = toX(time)), true));
  }

  function paintBackground(context, panel) {
    const { toX, bottom, x } = panel.view;
    context.fillStyle = context.colour("shade");
    for (const [from, to] of panel.shaded) context.fillRect(toX(from), TOP, Math.max(toX(to) - toX(from), 0.5), bottom - TOP);
    if (!panel.overTime || panel.lanes.length) return;
    const marks = apart(panel.events.filter((time) => time >= x[0] && time <= x[1]), toX);
    if (marks.length > data.mostMarks) return;
    context.strokeStyle = context.colour("mark");
    context.setLineDash([3, 4]);
    context.beginPath();
    for (const time of marks) {
      context.moveTo(toX(time), TOP);
      context.lineTo(toX(time), bottom);
    }
    context.stroke();
    context.setLineDash([]);
  }

  function paintAxes(context, panel) {
    const { x, y, toX, toY, right, bottom } = panel.view;
    context.strokeStyle = context.colour("grid");
    context.fillStyle = context.colour("ink");
    context.lineWidth = 1;
    const xs = ticksOf(x[0], x[1], panel.logX, Math.max(2, Math.min(9, (right - LEFT) / 60))), ys = panel.lanes.length ? [] : ticksOf(y[0], y[1], panel.logY, 6);
    context.beginPath();
    for (const v of xs) { context.moveTo(toX(v), TOP); context.lineTo(toX(v), bottom); }
    for (const v of ys) { context.moveTo(LEFT, toY(v)); context.lineTo(right, toY(v)); }
    context.stroke();
    context.strokeStyle = context.colour("axis");
    context.beginPath();
    context.moveTo(LEFT, TOP);
    context.lineTo(LEFT, bottom);
    context.lineTo(right, bottom);
    context.stroke();
    context.textAlign = "center";
    context.textBaseline = "top";
    xs.forEach((v) => context.fillText(panel.logX ? signed(String(Number(v.toPrecision(6)))) : tickText(v, xs[1] - xs[0] || 1), toX(v), bottom + 5));
    context.textAlign = "right";
    context.textBaseline = "middle";
    ys.forEach((v) => context.fillText(panel.logY ? signed(v.toExponential(0)) : tickText(v, ys[1] - ys[0] || 1), LEFT - 6, toY(v)));
    lanesOf(panel).forEach((lane, i) => context.fillText(lane.label, LEFT - 6, TOP + LANE * (i + 0.5), LEFT - 8));
    context.textAlign = "center";
    context.fillText(panel.xLabel, (LEFT + right) / 2, bottom + 30);
    context.save();
    context.translate(12, (TOP + bottom) / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(panel.yLabel, 0, 0);
    context.restore();
  }

  function paintCurve(context, panel, curve) {
    const { toX, toY, fromX, right } = panel.view;
    const { x: xs, y: ys } = columnsOf(curve);
    const [from, to] = rowsInWindow(panel, curve);
    context.strokeStyle = context.colour(curve.colour);
    const above = panel.curves.length - 1 - panel.curves.indexOf(curve);
    context.lineWidth = 1.6 + (curve.style === "line" ? 0.6 * Math.min(above, 3) : 0); // what covers a curve leaves its edges
    context.lineJoin = "round";
    context.setLineDash(DASHES[curve.style] || []);
    context.beginPath();
    if (curve.style === "crosses") {
      for (let i = from; i < to; i++) {
        const x = toX(xs[i]), y = toY(ys[i]);
        for (const side of [-4, 4]) context.moveTo(x - 4, y - side), context.lineTo(x + 4, y + side);
      }
    } else if (curve.style === "points") {
      for (let i = from; i < to; i++) {
        context.moveTo(toX(xs[i]) + 3, toY(ys[i]));
        context.arc(toX(xs[i]), toY(ys[i]), 3, 0, 7);
      }
    } else if (!panel.overTime || to - from <= 4 * (right - LEFT)) {
      let pen = false;
      for (let i = from; i < to; i++) {
        const drawable = Number.isFinite(ys[i]) && Number.isFinite(xs[i]) && (!panel.logY || ys[i] > 0);
        if (drawable) pen ? context.lineTo(toX(xs[i]), toY(ys[i])) : context.moveTo(toX(xs[i]), toY(ys[i]));
        pen = drawable;
      }
    } else {
      let row = from;
      for (let pixel = LEFT; pixel <= right && row < to; pixel++) {
        const end = Math.min(to, Math.max(row + 1, lowerBound(xs, fromX(pixel + 1))));
        const [least, most] = extremes(ys, row, end);
        if (least <= most) {
          context.lineTo(pixel, toY(ys[row] > (least + most) / 2 ? most : least));
          context.lineTo(pixel, toY(ys[row] > (least + most) / 2 ? least : most));
        }
        row = end;
      }
    }
    context.stroke();
    context.setLineDash([]);
  }

  function paintLanes(context, panel) {
    const { toX } = panel.view;
    lanesOf(panel).forEach((lane, i) => {
      for (const [from, to, colour] of lane.spans) {
        context.fillStyle = colour;
        context.fillRect(toX(from), TOP + LANE * i + 4, Math.max(toX(to) - toX(from), 0.5), LANE - 8);
      }
    });
  }

  return { lanesOf, heightOf, inWindow, drawOn, LEFT, TOP, DASHES };
}
