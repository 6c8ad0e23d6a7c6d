// A branch of motions over a parameter: full where they are stable, dashed where not, marked points labelled. A click on a point, or the arrow
// keys, shows the motion there. The data (#branch, JSON): parameter, outputs, points [{p, least, most, stable, mark, what, begins, facts,
// events, t, y}], steady [{p, values, stable, mark, what}].
"use strict";

(function () {
  const data = JSON.parse(document.getElementById("branch").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const chart = document.getElementById("chart"), curves = document.getElementById("curves");
  const choice = document.getElementById("output"), facts = document.getElementById("facts"), events = document.getElementById("events");
  let output = 0, chosen = -1;

  function add(parent, name, attributes, text) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    parent.appendChild(node);
    return node;
  }
  function ticks(low, high, most) {
    const rough = (high - low) / most, power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => power * factor >= rough);
    const values = [];
    for (let k = Math.ceil(low / step); k * step <= high * (1 + 1e-12); k++) values.push(k * step);
    return values;
  }
  const short = (value) => String(Number(value.toPrecision(4)));
  const axis = (name, unit) => name + (unit ? ` [${unit}]` : "");

  // Axes in a picture as wide as the page; returns where values are.
  function frame(svg, x, y, labelX, labelY, height) {
    svg.replaceChildren();
    const width = Math.max(280, svg.clientWidth), left = 62, right = 12, top = 14, bottom = 40;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("height", height);
    const at = {
      x: (value) => left + (value - x[0]) / (x[1] - x[0]) * (width - left - right),
      y: (value) => height - bottom - (value - y[0]) / (y[1] - y[0]) * (height - top - bottom),
    };
    for (const value of ticks(x[0], x[1], width / 90)) {
      add(svg, "line", { x1: at.x(value), x2: at.x(value), y1: top, y2: height - bottom, stroke: "var(--grid)" });
      add(svg, "text", { x: at.x(value), y: height - bottom + 15, "text-anchor": "middle" }, short(value));
    }
    for (const value of ticks(y[0], y[1], height / 50)) {
      add(svg, "line", { x1: left, x2: width - right, y1: at.y(value), y2: at.y(value), stroke: "var(--grid)" });
      add(svg, "text", { x: left - 6, y: at.y(value) + 4, "text-anchor": "end" }, short(value));
    }
    add(svg, "rect", { x: left, y: top, width: width - left - right, height: height - top - bottom, fill: "none", stroke: "var(--axis)" });
    add(svg, "text", { x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, labelX);
    add(svg, "text", { x: -(top + height - bottom) / 2, y: 13, transform: "rotate(-90)", "text-anchor": "middle" }, labelY);
    return at;
  }
  function range(values) {
    let low = Infinity, high = -Infinity;
    for (const value of values) low = Math.min(low, value), high = Math.max(high, value);
    const margin = high > low ? 0.05 * (high - low) : Math.abs(high) || 1;
    return [low - margin, high + margin];
  }

  // Neighbouring points joined; where stability changes at a fold or a flip the point itself is on the border.
  function line(svg, at, points, valueOf) {
    for (let k = 1; k < points.length; k++) {
      if (points[k].begins) continue;
      const [a, b] = [points[k - 1], points[k]];
      const stable = (a.stable || a.border) && (b.stable || b.border) && (a.stable || b.stable);
      add(svg, "line", { x1: at.x(points[k - 1].p), y1: at.y(valueOf(points[k - 1])), x2: at.x(points[k].p), y2: at.y(valueOf(points[k])),
                         stroke: stable ? "var(--accent)" : "var(--unstable)", "stroke-width": 2, "stroke-dasharray": stable ? "none" : "5 4" });
    }
  }
  const words = (mark) => mark.replace("_", " ");

  function drawBranch() {
    const all = data.points.flatMap((p) => [p.least[output], p.most[output]]).concat(data.steady.map((s) => s.values[output]));
    const parameters = data.points.map((p) => p.p).concat(data.steady.map((s) => s.p));
    const at = frame(chart, range(parameters), range(all), axis(data.parameter.name, data.parameter.unit),
                     axis(data.outputs[output].name, data.outputs[output].unit), 380);
    line(chart, at, data.steady, (s) => s.values[output]);
    line(chart, at, data.points, (p) => p.least[output]);
    line(chart, at, data.points, (p) => p.most[output]);
    const labelled = [];
    const label = (x, y, text) => {
      while (labelled.some(([a, b]) => Math.abs(a - x) < 70 && Math.abs(b - y) < 13)) y -= 13;
      labelled.push([x, y]);
      const right = x > chart.clientWidth - 90;
      add(chart, "text", { x: right ? x - 8 : x + 8, y: Math.max(24, y - 6), "text-anchor": right ? "end" : "start", class: "label" }, text);
    };
    for (const s of data.steady) {
      if (!s.mark) continue;
      const dot = add(chart, "circle", { cx: at.x(s.p), cy: at.y(s.values[output]), r: 4.5, fill: "var(--ink)" });
      add(dot, "title", {}, `${words(s.mark)} at ${short(s.p)}: ${s.what}`);
      label(at.x(s.p), at.y(s.values[output]), words(s.mark));
    }
    data.points.forEach((p, k) => {
      for (const value of [p.most[output], p.least[output]]) {
        const dot = add(chart, "circle", { cx: at.x(p.p), cy: at.y(value), r: k === chosen ? 6 : p.mark ? 4.5 : 2.5, "data-point": k,
                                           fill: k === chosen ? "var(--unstable)" : p.mark ? "var(--ink)" : p.stable ? "var(--accent)" : "var(--unstable)" });
        add(dot, "title", {}, `${data.parameter.name} = ${short(p.p)}${p.mark ? `, ${words(p.mark)}: ${p.what}` : ""}`);
      }
      if (p.mark) label(at.x(p.p), at.y(p.most[output]), words(p.mark));
    });
    chart.onclick = (event) => {
      if (data.points.length === 0) return;
      const box = chart.getBoundingClientRect();
      const x = event.clientX - box.left, y = event.clientY - box.top;
      let nearest = Infinity, found = 0;
      data.points.forEach((p, k) => {
        for (const value of [p.most[output], p.least[output]]) {
          const way = Math.hypot(at.x(p.p) - x, at.y(value) - y);
          if (way < nearest) nearest = way, found = k;
        }
      });
      choose(found);
    };
  }

  function rows(table, cells) {
    table.replaceChildren();
    for (const row of cells) {
      const line = table.insertRow();
      for (const cell of row) line.insertCell().textContent = cell;
    }
  }
  function drawOrbit() {
    const p = data.points[chosen];
    if (!p) return;
    const at = frame(curves, [0, p.t[p.t.length - 1]], range(p.y[output]), "time in the period [s]",
                     axis(data.outputs[output].name, data.outputs[output].unit), 240);
    for (const [time] of p.events) add(curves, "line", { x1: at.x(time), x2: at.x(time), y1: 14, y2: 200, stroke: "var(--mark)", "stroke-dasharray": "3 3" });
    const path = p.t.map((t, k) => `${k ? "L" : "M"}${at.x(t).toFixed(1)} ${at.y(p.y[output][k]).toFixed(1)}`).join("");
    add(curves, "path", { d: path, fill: "none", stroke: "var(--accent)", "stroke-width": 2 });
    rows(facts, [[axis(data.parameter.name, data.parameter.unit), String(p.p)], ...p.facts, ...(p.mark ? [[words(p.mark), p.what]] : [])]);
    rows(events, p.events.map(([time, what]) => [`${short(time)} s`, what]));
    document.getElementById("where").textContent = `Point ${chosen + 1} of ${data.points.length}`;
  }
  function choose(k) {
    chosen = Math.max(0, Math.min(data.points.length - 1, k));
    drawBranch();
    drawOrbit();
  }
  function draw() {
    drawBranch();
    drawOrbit();
  }

  data.outputs.forEach((one, k) => choice.add(new Option(one.name, k)));
  choice.value = output = data.chosen;
  choice.onchange = () => { output = Number(choice.value); draw(); };
  document.getElementById("before").onclick = () => choose(chosen - 1);
  document.getElementById("after").onclick = () => choose(chosen + 1);
  chart.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") choose(chosen - 1);
    else if (event.key === "ArrowRight") choose(chosen + 1);
    else return;
    event.preventDefault();
  });
  window.addEventListener("resize", draw);
  if (data.points.length > 0) choose(data.points.findIndex((p) => p.mark !== "") >= 0 ? data.points.findIndex((p) => p.mark !== "") : 0);
  else drawBranch(), document.getElementById("orbit").hidden = true;
})();
