// Curves that can be zoomed, read and picked, in a page that needs nothing but itself.
//
// The page holds a description (#viewer-data), this script after that of the curves' numbers (curves.js) and, at its end, the numbers.
// However long a curve is, what is painted is the smallest and largest value of each pixel column.
"use strict";
(() => {
  const host = document.getElementById("viewer");
  if (!host) return;
  const data = JSON.parse(document.getElementById("viewer-data").textContent);
  let isComplete = document.readyState !== "loading";
  const { arrayOf, glanceOf, columnsOf, timesOf, pyramidOf, extremes, lowerBound, valueAt } = curveNumbers(data, () => isComplete);
  const LEFT = 76, RIGHT = 24, TOP = 6, BOTTOM = 40;
  const DASHES = { dashed: [6, 4], dotted: [2, 3], "dash-dotted": [8, 3, 2, 3] };
  const HEIGHT = 206, PLANE = 380, LANE = 28;

  // ---- state ----------------------------------------------------------------------------------------------------------------------
  // The window is the part of the run that is shown, 0 to 1; the cursor an instant of it, or null.
  const state = { window: [0, 1], cursor: null, drag: null };
  const inWindow = (panel, share) => panel.x[0] + share * (panel.x[1] - panel.x[0]);

  function setWindow(a, b) {
    const width = Math.min(1, Math.max(b - a, 1e-9));
    const from = Math.min(Math.max(a, 0), 1 - width);
    state.window = [from, from + width];
    paintAll();
  }

  // ---- scales and text ------------------------------------------------------------------------------------------------------------
  // Pixels to values, the other way round than scaleOf().
  function valueScaleOf(low, high, log, from, to) {
    if (log) return (p) => low * (high / low) ** ((p - from) / (to - from));
    return (p) => low + (p - from) / (to - from) * (high - low);
  }

  function scaleOf(low, high, log, from, to) {
    if (log) {
      const a = Math.log(low), b = Math.log(high);
      return (v) => from + (Math.log(v) - a) / (b - a) * (to - from);
    }
    return (v) => from + (v - low) / (high - low) * (to - from);
  }

  function ticksOf(low, high, log, most) {
    const ticks = [];
    if (log) {
      for (let e = Math.ceil(Math.log10(low) - 1e-9); e <= Math.log10(high) + 1e-9; e++) ticks.push(10 ** e);
      if (ticks.length > 1) return ticks;
      ticks.length = 0;
    }
    const raw = (high - low) / most, unit = 10 ** Math.floor(Math.log10(raw));
    const step = unit * [1, 2, 5, 10].find((f) => f * unit >= raw);
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) ticks.push(i * step);
    return ticks;
  }

  function tickText(value, step) {
    if (Math.abs(value) < 1e-12 * step) return "0";
    const digits = Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-9)));
    return Math.abs(value) >= 1e6 || step < 1e-6 ? value.toExponential(2).replace("e+", "e") : value.toFixed(digits);
  }

  const unitIn = (label) => (/\[([^\]]+)\]$/.exec(label) || ["", ""])[1];
  const valueText = (v, label) => (Number.isFinite(v) ? `${Number(v.toPrecision(5))} ${unitIn(label)}`.trim() : "\u2013");

  // ---- the page -------------------------------------------------------------------------------------------------------------------
  function element(tag, properties, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  }

  function buildPanel(panel) {
    panel.box = element("section", { className: "panel" });
    if (panel.title) panel.box.append(element(host.closest("section") ? "h3" : "h2", { textContent: panel.title }));
    const legend = element("div", { className: "legend" });
    for (const curve of panel.curves) {
      curve.value = element("output", {});
      curve.entry = element("span", { className: `entry ${curve.style}` }, element("i", {}), curve.label + " ", curve.value);
      curve.entry.style.setProperty("--colour", curve.colour === "#000000" ? "var(--ink)" : curve.colour);
      legend.append(curve.entry);
    }
    for (const word of panel.words) legend.append(patch(word.colour, word.text));
    if (panel.shaded.length) legend.append(patch("var(--shade)", panel.shadedLabel));
    if (panel.overTime && !panel.lanes.length && panel.events.length) legend.append(element("span", { className: "entry event" }, element("i", {}), "event"));
    panel.canvas = element("canvas", {});
    panel.canvas.setAttribute("role", "img");
    panel.canvas.setAttribute("aria-label", `${panel.title || panel.yLabel}: ${panel.curves.map((curve) => curve.label).concat(panel.lanes.map((lane) => lane.label)).join(", ")} over ${panel.xLabel}`);
    panel.overlay = element("canvas", { className: "overlay" });
    panel.overlay.setAttribute("aria-hidden", "true");
    const frame = element("div", { className: "frame" }, panel.canvas, panel.overlay);
    panel.frame = frame;
    resize(panel);
    panel.box.append(savers(panel), legend, frame);
    listen(panel);
    return panel.box;
  }

  // ---- what is taken along ---------------------------------------------------------------------------------------------------------
  function savers(panel) {
    const name = (panel.title || panel.yLabel || "curves").replace(/[^\p{L}\p{N}]+/gu, "_");
    const save = (address, ending) => element("a", { href: address, download: `${name}.${ending}` }).click();
    const button = (text, title, onclick) => element("button", { type: "button", textContent: text, title, onclick });
    const box = element("div", { className: "save" }, button("PNG", "save this picture", () => save(pictureOf(panel), "png")));
    if (panel.curves.length) box.append(button("CSV", "save the numbers of its curves", () => save(URL.createObjectURL(new Blob([numbersOf(panel)], { type: "text/csv" })), "csv")));
    return box;
  }

  function pictureOf(panel) {
    const paper = document.createElement("canvas");
    paper.width = panel.canvas.width;
    paper.height = panel.canvas.height;
    const context = paper.getContext("2d");
    context.fillStyle = colour("paper");
    context.fillRect(0, 0, paper.width, paper.height);
    context.drawImage(panel.canvas, 0, 0);
    return paper.toDataURL("image/png");
  }

  // Columns of the curves that are shown, each set of abscissae once.
  function numbersOf(panel) {
    const columns = [], abscissae = new Set();
    for (const curve of panel.curves.filter((own) => own.shown)) {
      const { x, y } = columnsOf(curve);
      if (!abscissae.has(curve.x)) columns.push([panel.xLabel, x]);
      abscissae.add(curve.x);
      columns.push([curve.label, y]);
    }
    const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const lines = [columns.map(([label]) => quoted(label)).join(",")];
    const rows = Math.max(0, ...columns.map(([, values]) => values.length));
    for (let i = 0; i < rows; i++) lines.push(columns.map(([, values]) => (i < values.length ? values[i] : "")).join(","));
    return lines.join("\n") + "\n";
  }

  function patch(colour, text) {
    const entry = element("span", { className: "entry patch" }, element("i", {}), text);
    entry.style.setProperty("--colour", colour);
    return entry;
  }

  const lanesOf = (panel) => panel.lanes.filter((lane) => lane.shown);
  const resize = (panel) => { panel.frame.style.height = `${heightOf(panel)}px`; };
  function heightOf(panel) {
    const inner = panel.lanes.length ? LANE * lanesOf(panel).length : panel.height || (panel.overTime ? HEIGHT - TOP - BOTTOM : PLANE);
    return inner + TOP + BOTTOM;
  }

  const isShown = (panel) => lanesOf(panel).length > 0 || panel.curves.some((curve) => curve.shown);

  // The page's own colours, light, dark or on paper.
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const shown = (curveColour) => (curveColour === "#000000" ? colour("ink") : curveColour);

  // ---- painting -------------------------------------------------------------------------------------------------------------------
  function prepare(canvas, width, height) {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    context.font = "12px sans-serif";
    return context;
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

  function paint(panel) {
    if (panel.box.hidden) return;
    const width = panel.canvas.parentElement.clientWidth, height = heightOf(panel);
    const context = prepare(panel.canvas, width, height);
    prepare(panel.overlay, width, height);
    const right = width - RIGHT, bottom = height - BOTTOM;
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
    paintCursor(panel);
  }

  // One mark for events that lie closer than a mark is wide.
  function apart(times, toX) {
    let last = -Infinity;
    return times.filter((time) => toX(time) - last >= data.markWidth && ((last = toX(time)), true));
  }

  function paintBackground(context, panel) {
    const { toX, bottom, x } = panel.view;
    context.fillStyle = colour("shade");
    for (const [from, to] of panel.shaded) context.fillRect(toX(from), TOP, Math.max(toX(to) - toX(from), 0.5), bottom - TOP);
    if (!panel.overTime || panel.lanes.length) return;
    const marks = apart(panel.events.filter((time) => time >= x[0] && time <= x[1]), toX);
    if (marks.length > data.mostMarks) return;
    context.strokeStyle = colour("mark");
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
    context.strokeStyle = colour("grid");
    context.fillStyle = colour("ink");
    context.lineWidth = 1;
    const xs = ticksOf(x[0], x[1], panel.logX, Math.max(2, Math.min(9, (right - LEFT) / 60))), ys = panel.lanes.length ? [] : ticksOf(y[0], y[1], panel.logY, 6);
    context.beginPath();
    for (const v of xs) { context.moveTo(toX(v), TOP); context.lineTo(toX(v), bottom); }
    for (const v of ys) { context.moveTo(LEFT, toY(v)); context.lineTo(right, toY(v)); }
    context.stroke();
    context.strokeStyle = colour("axis");
    context.beginPath();
    context.moveTo(LEFT, TOP);
    context.lineTo(LEFT, bottom);
    context.lineTo(right, bottom);
    context.stroke();
    context.textAlign = "center";
    context.textBaseline = "top";
    xs.forEach((v) => context.fillText(panel.logX ? String(Number(v.toPrecision(6))) : tickText(v, xs[1] - xs[0] || 1), toX(v), bottom + 5));
    context.textAlign = "right";
    context.textBaseline = "middle";
    ys.forEach((v) => context.fillText(panel.logY ? v.toExponential(0) : tickText(v, ys[1] - ys[0] || 1), LEFT - 6, toY(v)));
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
    context.strokeStyle = shown(curve.colour);
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

  // Over the curves: the cursor, and what is being dragged over.
  function paintCursor(panel) {
    if (panel.box.hidden || !panel.view) return;
    const context = panel.overlay.getContext("2d");
    context.clearRect(0, 0, panel.overlay.width, panel.overlay.height);
    const { toX, right, bottom, x } = panel.view;
    if (state.drag && panel.overTime) {
      context.fillStyle = "rgba(0, 114, 178, 0.15)";
      const a = toX(inWindow(panel, state.drag[0])), b = toX(inWindow(panel, state.drag[1]));
      context.fillRect(Math.min(a, b), TOP, Math.abs(b - a), bottom - TOP);
    }
    const time = state.cursor === null ? NaN : inWindow(panel, state.cursor);
    for (const curve of panel.curves) curve.value.textContent = panel.overTime && state.cursor !== null ? valueText(valueAt(curve, time), panel.yLabel) : "";
    if (state.cursor === null || !panel.overTime || time < x[0] || time > x[1]) return;
    context.strokeStyle = colour("ink");
    context.beginPath();
    context.moveTo(toX(time), TOP);
    context.lineTo(toX(time), bottom);
    context.stroke();
    const label = valueText(time, panel.xLabel);
    context.fillStyle = colour("ink");
    context.textAlign = toX(time) > (LEFT + right) / 2 ? "right" : "left";
    context.textBaseline = "top";
    context.fillText(` ${label} `, toX(time), TOP + 2);
  }

  // What nobody sees is painted when it comes into view: a page of a hundred panels opens as quickly as one of three.
  const inView = new Set();
  function paintWhereSeen(panel) {
    panel.box.hidden = !isShown(panel);
    panel.stale = !inView.has(panel);
    if (!panel.stale) paint(panel);
  }
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const panel = data.panels[Number(entry.target.dataset.panel)];
      entry.isIntersecting ? inView.add(panel) : inView.delete(panel);
      if (entry.isIntersecting && panel.stale) paintWhereSeen(panel);
    }
  }, { rootMargin: "200px" });

  const paintAll = () => data.panels.forEach(paintWhereSeen);
  const paintCursors = () => data.panels.forEach(paintCursor);

  // ---- hands ----------------------------------------------------------------------------------------------------------------------
  function shareAt(panel, event) {
    const inFrame = event.clientX - panel.overlay.getBoundingClientRect().left;
    const x = panel.view.fromX(Math.min(panel.view.right, Math.max(LEFT, inFrame)));
    return (x - panel.x[0]) / (panel.x[1] - panel.x[0]);
  }

  function listen(panel) {
    if (!panel.overTime) return;
    panel.overlay.addEventListener("pointerdown", (event) => {
      state.drag = [shareAt(panel, event), shareAt(panel, event)];
      panel.overlay.setPointerCapture(event.pointerId);
    });
    panel.overlay.addEventListener("pointermove", (event) => {
      state.cursor = shareAt(panel, event);
      if (state.drag) state.drag[1] = state.cursor;
      paintCursors();
    });
    panel.overlay.addEventListener("pointerup", () => {
      const drag = state.drag;
      state.drag = null;
      if (drag && Math.abs(drag[1] - drag[0]) > 0.004 * (state.window[1] - state.window[0])) setWindow(Math.min(...drag), Math.max(...drag));
      else paintCursors();
    });
    panel.overlay.addEventListener("pointerleave", () => {
      if (state.drag) return;
      state.cursor = null;
      paintCursors();
    });
    panel.overlay.addEventListener("dblclick", () => setWindow(0, 1));
    panel.overlay.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return; // plain wheels scroll the page
      event.preventDefault();
      zoomAround(shareAt(panel, event), event.deltaY > 0 ? 1.25 : 0.8);
    }, { passive: false });
  }

  function zoomAround(share, factor) {
    const [a, b] = state.window;
    setWindow(share - (share - a) * factor, share + (b - share) * factor);
  }

  function buildTools() {
    const middle = () => (state.window[0] + state.window[1]) / 2;
    const shift = (part) => setWindow(state.window[0] + part * (state.window[1] - state.window[0]), state.window[1] + part * (state.window[1] - state.window[0]));
    const button = (text, title, onclick) => element("button", { type: "button", textContent: text, title, ariaLabel: title, onclick });
    return element("div", { className: "tools" }, button("\u25c0", "earlier", () => shift(-0.5)), button("\u25b6", "later", () => shift(0.5)),
      button("+", "zoom in", () => zoomAround(middle(), 0.5)), button("\u2212", "zoom out", () => zoomAround(middle(), 2)),
      button("all", "the whole run", () => setWindow(0, 1)),
      element("span", { textContent: "drag to zoom, double-click for all, Ctrl and wheel; point to read values" }));
  }

  function buildPicker() {
    const search = element("input", { type: "search", placeholder: "find a variable", ariaLabel: "find a variable" });
    const list = element("div", { className: "choices" });
    const labels = data.panels.flatMap((panel) => panel.curves.map((curve) => curve.label));
    const areAmbiguous = new Set(labels).size < labels.length;  // as of models, each of which has a curve in the panel of each variable
    for (const panel of data.panels) {
      if (areAmbiguous && panel.title) list.append(element("b", { textContent: panel.title }));
      for (const one of [...panel.curves, ...panel.lanes]) {
        const box = element("input", { type: "checkbox", checked: one.shown });
        box.addEventListener("change", () => { one.shown = box.checked; if (one.entry) one.entry.hidden = !one.shown; resize(panel); paintWhereSeen(panel); });
        if (one.entry) one.entry.hidden = !one.shown;
        one.choice = element("label", { title: one.label }, box, one.entry ? ` ${one.label}` : ` ${one.label}: mode`);
        list.append(one.choice);
      }
    }
    search.addEventListener("input", () => {
      const words = search.value.toLowerCase();
      for (const panel of data.panels) for (const one of [...panel.curves, ...panel.lanes]) one.choice.hidden = !one.choice.textContent.toLowerCase().includes(words);
    });
    return element("aside", { className: "picker" }, search, list);
  }

  const panels = element("div", { className: "panels" }, buildTools());
  data.panels.forEach((panel, number) => {
    panels.append(buildPanel(panel));
    panel.box.dataset.panel = number;
    panel.stale = true;
    panel.box.hidden = !isShown(panel);
    watcher.observe(panel.box);
  });
  host.append(panels, buildPicker());
  new ResizeObserver(paintAll).observe(panels);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paintAll);
  const paintOnPaper = () => data.panels.forEach((panel) => { if (isShown(panel)) paint(panel); });  // also what nobody has seen yet
  addEventListener("beforeprint", paintOnPaper);
  matchMedia("print").addEventListener("change", paintOnPaper);

  // Once the page is there, one thing after another, so that hands are answered in between.
  function* arrival() {
    isComplete = true;
    paintAll();
    for (const panel of data.panels) {
      for (const curve of panel.curves) {
        if (!glanceOf(curve.y)) continue;
        yield arrayOf(curve.x);
        yield pyramidOf(arrayOf(curve.y));
        curve.due = true;
        yield paintWhereSeen(panel);
      }
    }
  }
  const settled = new Promise((resolve) => {
    const work = arrival();
    const step = () => (work.next().done ? resolve() : setTimeout(step));
    if (isComplete) step();
    else document.addEventListener("DOMContentLoaded", step);
  });

  function showInstantOf(event) {
    const row = event.target.closest("tr[data-time]");
    if (!row || (event.type === "keydown" && event.key !== "Enter")) return;
    const [first, last] = data.span;
    state.cursor = (Number(row.dataset.time) - first) / (last - first);
    setWindow(state.cursor - 0.02, state.cursor + 0.02);
    host.scrollIntoView();
  }
  document.addEventListener("click", showInstantOf);
  document.addEventListener("keydown", showInstantOf);
  host.viewer = { state, setWindow, settled, numbersOf, panels: data.panels }; // for whoever scripts the page
})();
