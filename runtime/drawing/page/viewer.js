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
  const numbers = curveNumbers(data, () => isComplete);
  const { arrayOf, glanceOf, columnsOf, pyramidOf, valueAt } = numbers;
  const PAPER = 700;

  // ---- state ----------------------------------------------------------------------------------------------------------------------
  // The window is the part of the run that is shown, 0 to 1; the cursor an instant of it, or null.
  const state = { window: [0, 1], cursor: null, drag: null };
  const { lanesOf, heightOf, inWindow, drawOn, LEFT, TOP, DASHES } = curvePainter(data, state, numbers);

  function setWindow(a, b) {
    const width = Math.min(1, Math.max(b - a, 1e-9));
    const from = Math.min(Math.max(a, 0), 1 - width);
    state.window = [from, from + width];
    paintAll();
  }

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
      curve.entry.style.setProperty("--colour", `var(--${curve.colour})`);
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
    const saveText = (text, kind, ending) => save(URL.createObjectURL(new Blob([text], { type: kind })), ending);
    const button = (text, title, onclick) => element("button", { type: "button", textContent: text, title, onclick });
    const box = element("div", { className: "save" }, button("PNG", "save this picture", () => save(pictureOf(panel), "png")),
      button("SVG", "save this picture as lines and letters", () => saveText(drawingOf(panel), "image/svg+xml", "svg")));
    if (panel.curves.length) box.append(button("CSV", "save the numbers of its curves", () => saveText(numbersOf(panel), "text/csv", "csv")));
    return box;
  }

  // With its title and legend, as wide as the panel is.
  function pictureOf(panel) {
    const width = panel.canvas.clientWidth, canvas = document.createElement("canvas");
    const context = prepare(canvas, width, heightOf(panel) + headOf(panel, width));
    context.colour = colour;
    paintWithHead(context, panel, width);
    return canvas.toDataURL("image/png");
  }

  function drawingOf(panel) {
    const width = panel.canvas.clientWidth, drawing = svgContext(width, heightOf(panel) + headOf(panel, width), colour);
    paintWithHead(drawing, panel, width);
    return drawing.text();
  }

  const entriesOf = (panel) => [...panel.box.querySelectorAll(".legend .entry")].filter((entry) => !entry.hidden)
    .map((entry) => ({ text: entry.firstElementChild.nextSibling.textContent.trim(), kind: entry.className,
      colour: entry.style.getPropertyValue("--colour") || "var(--mark)", curve: panel.curves.find((own) => own.entry === entry) }));

  // Places of the entries of the legend, in rows; what stands above a panel is as high as they need.
  function placed(panel, width) {
    let x = LEFT, y = panel.title ? 34 : 14;
    return entriesOf(panel).map((entry) => {
      const wide = 26 + textWidth(entry.text) + 18;
      if (x > LEFT && x + wide > width) x = LEFT, y += 18;
      const place = { ...entry, x, y };
      x += wide;
      return place;
    });
  }
  const headOf = (panel, width) => Math.max(panel.title ? 26 : 6, ...placed(panel, width).map((entry) => entry.y + 14));

  function paintWithHead(context, panel, width) {
    const head = headOf(panel, width), resolved = (text) => (text.startsWith("var(--") ? context.colour(text.slice(6, -1)) : text);
    context.fillStyle = context.colour("paper");
    context.fillRect(0, 0, width, head + heightOf(panel));
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.fillStyle = context.colour("ink");
    if (panel.title) context.fillText(panel.title, LEFT, 12);
    for (const entry of placed(panel, width)) {
      context.fillStyle = context.strokeStyle = resolved(entry.colour);
      if (entry.kind.includes("patch")) {
        context.fillRect(entry.x, entry.y - 5, 20, 10);
      } else {
        const isMark = entry.kind.includes("event"), style = entry.curve ? entry.curve.style : "line";
        context.lineWidth = isMark ? 1 : 2;
        context.setLineDash(isMark ? [3, 3] : DASHES[style] || []);
        context.beginPath();
        isMark ? (context.moveTo(entry.x + 10, entry.y - 6), context.lineTo(entry.x + 10, entry.y + 6)) : sampleOf(context, style, entry.x, entry.y);
        context.stroke();
        context.setLineDash([]);
      }
      context.fillStyle = context.colour("ink");
      context.fillText(entry.text, entry.x + 26, entry.y);
    }
    context.save();
    context.translate(0, head);
    const view = panel.view;
    drawOn(context, panel, width);
    panel.view = view;
    context.restore();
  }

  function sampleOf(context, style, x, y) {
    if (style === "points") context.moveTo(x + 13, y), context.arc(x + 10, y, 3, 0, 7);
    else if (style === "crosses") for (const side of [-4, 4]) context.moveTo(x + 6, y - side), context.lineTo(x + 14, y + side);
    else context.moveTo(x, y), context.lineTo(x + 20, y);
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

  const resize = (panel) => { panel.frame.style.height = `${heightOf(panel)}px`; };
  const isShown = (panel) => lanesOf(panel).length > 0 || panel.curves.some((curve) => curve.shown);

  // The page's own colours, light, dark or on paper.
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

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

  function paint(panel) {
    if (panel.box.hidden) return;
    const width = panel.canvas.parentElement.clientWidth, height = heightOf(panel);
    const context = prepare(panel.canvas, width, height);
    context.colour = colour;
    prepare(panel.overlay, width, height);
    drawOn(context, panel, width);
    paintCursor(panel);
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
        one.choice = element("label", { title: one.name || one.label }, box, one.entry ? ` ${one.label}` : ` ${one.label}: mode`);
        list.append(one.choice);
      }
    }
    search.addEventListener("input", () => {
      const words = search.value.toLowerCase();
      for (const panel of data.panels) for (const one of [...panel.curves, ...panel.lanes]) one.choice.hidden = ![one.choice.textContent, one.name || ""].some((text) => text.toLowerCase().includes(words));
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
  // Paper holds drawings in place of canvases, which a browser may paint again, empty, when it lays out its sheets; also of what nobody has
  // seen yet. They are in the colours of the paper, whatever those of the screen are.
  function paintOnPaper() {
    for (const panel of data.panels.filter(isShown)) {
      paint(panel);
      const drawing = svgContext(PAPER, heightOf(panel), (name) => `var(--${name})`), view = panel.view;
      drawOn(drawing, panel, PAPER);
      panel.view = view;
      panel.frame.querySelector(".paper")?.remove();
      panel.frame.insertAdjacentHTML("beforeend", drawing.text("paper"));
    }
  }
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
  host.viewer = { state, setWindow, settled, numbersOf, drawingOf, panels: data.panels }; // for whoever scripts the page
})();
