// The moving picture of a mechanism in space: turned by dragging or by keys, played in time.
"use strict";
(() => {
  const box = document.getElementById("mechanism");
  if (!box) return;
  const data = JSON.parse(document.getElementById("mechanism-data").textContent);
  const canvas = box.querySelector("canvas"), pen = canvas.getContext("2d");
  const button = box.querySelector(".play"), when = box.querySelector(".when"), shown = box.querySelector(".time");
  const said = box.querySelector(".said"), forces = box.querySelector(".forces");
  const columns = data.columns, last = columns[0].length - 1, length = data.end - data.begin;
  const joints = data.parts.filter((part) => part.b && part.type !== "transform");
  const kFar = 4;  // lengths of the mechanism: from there it is seen

  const plus = (a, b, factor = 1) => a.map((x, k) => x + factor * b[k]);
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = (a) => a.map((x) => x / (Math.hypot(...a) || 1));

  // The box around all that is ever drawn, and a force that is great for this run: an impact for an instant must not make all others small.
  let middle = [0, 0, 0], size = 1, great = 0, corners = [];
  (() => {
    const magnitudes = [];
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    const take = (point) => point.forEach((x, k) => { low[k] = Math.min(low[k], x); high[k] = Math.max(high[k], x); });
    for (let i = 0; i <= last; i += Math.max(1, Math.floor(last / 100)))
      for (const part of data.parts) {
        for (const end of [part.a, part.b]) if (end) take(end.map((c) => columns[c][i]));
        if (part.at) for (const point of [part.center, ...part.lines.flat()]) take(placed(part, point, i));
        if (part.force) magnitudes.push(Math.hypot(...part.force.map((c) => columns[c][i])));
      }
    great = magnitudes.sort((a, b) => a - b)[Math.floor(0.9 * magnitudes.length)] || 0;
    if (!isFinite(low[0])) return;
    corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, k & 2, k & 4].map((isHigh, axis) => (isHigh ? high : low)[axis]));
    middle = low.map((x, k) => (x + high[k]) / 2);
    size = Math.hypot(...low.map((x, k) => high[k] - x)) || 1;
  })();

  /// A point of a body's frame, in the world at instant i, which may lie between two that are stored.
  function placed(part, point, i) {
    const [e1, e2, e3] = part.axes.map((axis) => value(axis, i));
    return plus(plus(plus(value(part.at, i), e1, point[0]), e2, point[1]), e3, point[2]);
  }
  function value(triple, i) {
    const whole = Math.min(Math.floor(i), last - 1), rest = i - whole;
    return triple.map((c) => columns[c][whole] * (1 - rest) + columns[c][whole + 1] * rest);
  }

  // The view: up stands up; turned by `around` about it and lifted by `lift`.
  const up = unit(data.up);
  const side = unit(Math.abs(up[1]) < 0.9 ? cross([0, 1, 0], up) : cross(up, [0, 0, 1])), front = cross(up, side);
  const home = liesIn(front) ? { around: 0, lift: 0, near: 1 } : liesIn(side) ? { around: Math.PI / 2, lift: 0, near: 1 } : { around: 0.6, lift: 0.35, near: 1 };
  let view = { ...home }, at = 0, since = 0;
  const extents = (() => {  // to the right and upwards, as first seen
    const { right, upward } = eye();
    const along = (axis) => Math.max(0.3 * size, ...corners.map((corner) => 2 * Math.abs(dot(plus(corner, middle, -1), axis))));
    return [along(right), along(upward)];
  })();

  /// Whether all stays in the plane square to a direction: then it is seen square on.
  function liesIn(normal) {
    return data.parts.every((part) => [part.a, part.b, part.at].every((end) => !end || [0, Math.floor(last / 3), last].every((i) =>
      Math.abs(dot(plus(end.map((c) => columns[c][i]), middle, -1), normal)) < 1e-6 * size)));
  }
  function eye() {
    const [ca, sa, cl, sl] = [Math.cos(view.around), Math.sin(view.around), Math.cos(view.lift), Math.sin(view.lift)];
    const right = plus(side.map((x) => x * ca), front, sa);
    const flatBack = plus(front.map((x) => x * ca), side, -sa);
    const back = plus(flatBack.map((x) => x * cl), up, -sl);  // away from the eye
    return { right, upward: cross(right, back), back };
  }

  function colour(name) { return getComputedStyle(box).getPropertyValue(name).trim(); }

  function draw() {
    const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const { right, upward, back } = eye(), scale = 0.72 * Math.min(width / extents[0], height / extents[1]) * view.near;
    const seen = (point) => {
      const d = plus(point, middle, -1), by = kFar / (kFar + dot(d, back) / size);
      return [width / 2 + scale * by * dot(d, right), height / 2 - scale * by * dot(d, upward), dot(d, back)];
    };
    const line = (points, style, thick) => {
      pen.strokeStyle = style, pen.lineWidth = thick, pen.lineCap = pen.lineJoin = "round";
      pen.beginPath();
      points.map(seen).forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
      pen.stroke();
    };
    const [ink, soft, accent, stuckColour, pull] = ["--ink", "--soft", "--accent", "--stuck", "--pull"].map(colour);
    const tasks = [], marks = [], arrows = [], stuck = [];
    [["x", [1, 0, 0]], ["y", [0, 1, 0]], ["z", [0, 0, 1]]].forEach(([name, axis]) => {
      const end = axis.map((x) => 0.08 * size * x), [x, y] = seen(end);
      line([[0, 0, 0], end], soft, 1);
      pen.fillStyle = soft, pen.font = "11px sans-serif", pen.fillText(name, x + 3, y - 3);
    });
    for (const part of data.parts) {
      if (part.at) {
        const center = placed(part, part.center, at), origin = value(part.at, at);
        tasks.push([seen(center)[2], () => {
          if (!part.lines.length) line([origin, center], ink, 3);
          for (const edge of part.lines) line(edge.map((point) => placed(part, point, at)), ink, 1.2);
          const [x, y] = seen(center);
          pen.fillStyle = ink, pen.beginPath(), pen.arc(x, y, part.lines.length ? 2.5 : 4.5, 0, 7), pen.fill();
        }]);
        continue;
      }
      const a = value(part.a, at), b = value(part.b, at), isLink = part.type === "transform", isSource = /source|spring/.test(part.type);
      tasks.push([seen(b)[2], () => line([a, b], isLink ? ink : soft, isLink ? 4 : part.type === "free" ? 0 : 1.5)]);
      const holds = part.mode !== undefined && columns[part.mode][Math.round(at)] === 0;
      if (holds) stuck.push(part.name);
      if (!isLink && !isSource && !/free|sensor/.test(part.type)) marks.push([b, holds]);
      if (part.force && great > 0) {
        const force = value(part.force, at).map((x) => -x);  // on frame b: the port counts into the component
        const long = Math.min(0.2 * size / great, 0.5 * size / Math.hypot(...force, 1e-300));
        arrows.push([b, plus(b, force, long), isSource ? pull : accent]);
      }
    }
    tasks.sort((one, other) => other[0] - one[0]).forEach(([, paint]) => paint());
    for (const [point, holds] of marks) {
      const [x, y] = seen(point), r = holds ? 7 : 5;
      pen.beginPath();
      holds ? pen.rect(x - r, y - r, 2 * r, 2 * r) : pen.arc(x, y, r, 0, 7);
      pen.fillStyle = holds ? stuckColour : colour("--paper"), pen.fill();
      pen.strokeStyle = holds ? stuckColour : ink, pen.lineWidth = 2, pen.stroke();
    }
    if (forces.checked) for (const [from, to, style] of arrows) arrow(seen(from), seen(to), style);
    shown.value = `${(data.begin + length * at / last).toPrecision(4)} s`;
    when.value = String(Math.round(1000 * at / last));
    said.textContent = stuck.length ? `sticks: ${stuck.join(", ")}` : joints.some((part) => part.mode !== undefined) ? "nothing sticks" : "";
  }
  function arrow([x0, y0], [x1, y1], style) {
    const long = Math.hypot(x1 - x0, y1 - y0);
    if (long < 3) return;
    const [dx, dy] = [(x1 - x0) / long, (y1 - y0) / long], head = Math.min(9, long / 2);
    pen.strokeStyle = pen.fillStyle = style, pen.lineWidth = 2;
    pen.beginPath(), pen.moveTo(x0, y0), pen.lineTo(x1 - head * dx, y1 - head * dy), pen.stroke();
    pen.beginPath(), pen.moveTo(x1, y1);
    pen.lineTo(x1 - head * dx + 0.45 * head * dy, y1 - head * dy - 0.45 * head * dx);
    pen.lineTo(x1 - head * dx - 0.45 * head * dy, y1 - head * dy + 0.45 * head * dx);
    pen.fill();
  }

  // As long as it took, but never shorter than two seconds nor longer than twenty.
  const plays = Math.min(20, Math.max(2, length)) * 1000;
  function step(now) {
    if (button.textContent !== "pause") return;
    at = Math.min(last, at + (now - since) / plays * last), since = now;
    if (at >= last) button.textContent = "play";
    draw();
    requestAnimationFrame(step);
  }
  button.addEventListener("click", () => {
    const isPlaying = button.textContent === "pause";
    button.textContent = isPlaying ? "play" : "pause";
    if (isPlaying) return;
    if (at >= last) at = 0;
    since = performance.now();
    requestAnimationFrame(step);
  });
  when.addEventListener("input", () => { button.textContent = "play", at = last * Number(when.value) / 1000, draw(); });
  forces.addEventListener("change", draw);
  box.querySelector(".home").addEventListener("click", () => { view = { ...home }, draw(); });
  const turn = (around, lift) => {
    view.around += around, view.lift = Math.max(-1.57, Math.min(1.57, view.lift + lift));
    draw();
  };
  const nearer = (factor) => { view.near = Math.max(0.2, Math.min(20, view.near * factor)), draw(); };
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener("pointermove", (event) => { if (event.buttons & 1) turn(-0.008 * event.movementX, 0.008 * event.movementY); });
  canvas.addEventListener("wheel", (event) => {
    if (document.activeElement !== canvas) return;  // else the page could not be scrolled past it
    event.preventDefault(), nearer(Math.exp(-0.001 * event.deltaY));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const does = { ArrowLeft: () => turn(0.1, 0), ArrowRight: () => turn(-0.1, 0), ArrowUp: () => turn(0, 0.1), ArrowDown: () => turn(0, -0.1),
                   "+": () => nearer(1.2), "-": () => nearer(1 / 1.2) }[event.key];
    if (does) event.preventDefault(), does();
  });
  new ResizeObserver(draw).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  window.stribeckMechanism = { view: () => ({ ...view }), at: () => at };  // for tests
})();
