// The samples of a study: each a line across parallel axes, a point in scatter plots, a count in histograms. Canvases show at most some
// thousand marks at once, drawn by chance from all rows; histograms, heat map and bars count all of them. The data (#study, JSON): columns
// [{name, unit, factor, words}], states, samples, stride, rows, command {before, variants: the same by diagram, values, after}, curves {names,
// units, times, every, ranges}, indices; numbers are base64 in scripts #column-K, #states, #curve-K.
"use strict";

(function () {
  const data = JSON.parse(document.getElementById("study").textContent);
  const MOST_LINES = 1200, MOST_POINTS = 12000, MOST_SMALL = 1500, MOST_CURVES = 300, BINS = 30, HEAT = 26, NO_CURVE = 65535;
  const find = (id) => document.getElementById(id);
  const columns = data.columns, rows = data.rows;

  function bytesOf(id) {
    const text = atob(find(id).textContent), bytes = new Uint8Array(text.length);
    for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
    return bytes.buffer;
  }
  const values = columns.map((_, k) => new Float64Array(bytesOf(`column-${k}`)));
  const states = new Uint8Array(bytesOf("states"));
  const curves = data.curves ? data.curves.names.map((_, k) => new Uint16Array(bytesOf(`curve-${k}`))) : [];

  const ranges = values.map((column, k) => {
    if (columns[k].words.length) return [-0.5, columns[k].words.length - 0.5];
    let low = Infinity, high = -Infinity;
    for (const value of column) if (value < low) low = value;
    for (const value of column) if (value > high) high = value;
    if (!(low <= high)) return [0, 1];
    const margin = high > low ? 0.02 * (high - low) : Math.abs(high) || 1;
    return [low - margin, high + margin];
  });
  const brushes = columns.map(() => null);  // [low, high] of what is selected on an axis
  let selected = new Uint8Array(rows).fill(1), count = rows, chosen = -1;

  const factors = columns.flatMap((column, k) => (column.factor ? [k] : []));
  const scalars = columns.flatMap((column, k) => (column.factor ? [] : [k]));
  const label = (k) => columns[k].name + (columns[k].unit ? ` [${columns[k].unit}]` : "");
  const short = (value) => (Number.isNaN(value) ? "-" : String(Number(value.toPrecision(5))));
  const coarse = (value) => (Number.isNaN(value) ? "-" : String(Number(value.toPrecision(3))));
  const shown = (k, value) => (columns[k].words.length ? columns[k].words[value] ?? "-" : short(value));
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // From dark blue over green to yellow, of growing lightness: Smith and van der Walt's "viridis" at eight places.
  const SCALE = [[68, 1, 84], [70, 50, 127], [54, 92, 141], [39, 127, 142], [31, 161, 135], [74, 194, 109], [159, 218, 58], [253, 231, 37]];
  function colour(share, alpha) {
    if (Number.isNaN(share)) return `rgba(128,128,128,${alpha})`;
    const at = Math.min(Math.max(share, 0), 1) * (SCALE.length - 1), from = Math.min(Math.floor(at), SCALE.length - 2), part = at - from;
    const mixed = SCALE[from].map((value, k) => Math.round(value + part * (SCALE[from + 1][k] - value)));
    return `rgba(${mixed.join(",")},${alpha})`;
  }
  const share = (k, value) => (value - ranges[k][0]) / (ranges[k][1] - ranges[k][0]);

  // About so many of the rows for which `wanted` holds, as if drawn by chance: every second, fourth ... point of Sobol, or of a grid, were all of
  // one side.
  function some(most, wanted, total) {
    const below = total > most ? (most / total) * 2 ** 32 : 2 ** 32, list = [];
    for (let row = 0; row < rows; row++) if (wanted(row) && drawn(row) < below) list.push(row);
    return list;
  }
  function drawn(row) {
    let bits = Math.imul(row + 1, 0x9e3779b1);
    bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return (bits ^ (bits >>> 16)) >>> 0;
  }

  // A canvas as wide as its place; returns its context in CSS pixels.
  function prepare(canvas, height) {
    const width = canvas.parentElement.clientWidth, scale = window.devicePixelRatio || 1;
    canvas.style.width = `${width}px`, canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * scale), canvas.height = Math.round(height * scale);
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "11px sans-serif";
    context.fillStyle = style("--ink");
    return { context, width, height };
  }
  function ticks(low, high, most) {
    const rough = (high - low) / Math.max(most, 1), power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => power * factor >= rough), list = [];
    for (let k = Math.ceil(low / step); k * step <= high * (1 + 1e-12) && list.length < 50; k++) list.push(k * step);
    return list;
  }
  // Text no wider than so many pixels.
  function text(context, words, x, y, room, align = "left") {
    context.textAlign = align;
    let cut = words;
    while (cut.length > 2 && context.measureText(cut).width > room) cut = cut.slice(0, -2) + "…";
    context.fillText(cut, x, y);
  }
  // Axes in a box; returns where values are.
  function axes(context, box, x, y) {
    const at = { x: (value) => box.left + share(x, value) * box.width, y: (value) => box.top + box.height - share(y, value) * box.height };
    context.strokeStyle = style("--grid"), context.fillStyle = style("--soft"), context.lineWidth = 1;
    const marks = (k, most) => (columns[k].words.length ? columns[k].words.map((_, word) => word) : ticks(...ranges[k], most));
    for (const value of marks(x, box.width / 90)) {
      context.strokeRect(at.x(value), box.top, 0, box.height);
      text(context, shown(x, value), at.x(value), box.top + box.height + 14, 88, "center");
    }
    for (const value of marks(y, box.height / 45)) {
      context.strokeRect(box.left, at.y(value), box.width, 0);
      text(context, shown(y, value), box.left - 5, at.y(value) + 4, 60, "right");
    }
    context.strokeStyle = style("--axis");
    context.strokeRect(box.left, box.top, box.width, box.height);
    context.fillStyle = style("--ink");
    text(context, label(x), box.left + box.width / 2, box.top + box.height + 30, box.width, "center");
    text(context, label(y), box.left, box.top - 6, box.width);
    return at;
  }

  const choice = (id) => Number(find(id).value);
  function fill(id, list, first) {
    for (const k of list) find(id).add(new Option(label(k), k));
    find(id).value = first;
    find(id).addEventListener("change", drawAll);
  }

  // --- parallel axes: drag along one to select, click to pick a line
  const parallel = find("parallel");
  const axisX = (k, width) => 40 + (columns.length > 1 ? (k * (width - 80)) / (columns.length - 1) : 0);
  const TOP = 44, HEIGHT = 320, BOTTOM = 22;
  const axisY = (k, value) => HEIGHT - BOTTOM - share(k, value) * (HEIGHT - TOP - BOTTOM);

  function drawParallel() {
    const wide = Math.max(parallel.parentElement.parentElement.clientWidth, 70 * columns.length);
    parallel.parentElement.style.width = `${wide}px`;
    const { context, width } = prepare(parallel, HEIGHT), by = choice("colour");
    const line = (row) => {
      context.beginPath();
      let open = false;
      for (let k = 0; k < columns.length; k++) {
        const value = values[k][row];
        if (Number.isNaN(value)) open = false;
        else if (open) context.lineTo(axisX(k, width), axisY(k, value));
        else context.moveTo(axisX(k, width), axisY(k, value)), (open = true);
      }
      context.stroke();
    };
    context.lineWidth = 1;
    context.strokeStyle = style("--grid");
    if (count < rows) some(MOST_LINES / 3, (row) => !selected[row], rows - count).forEach(line);
    const list = some(MOST_LINES, (row) => selected[row], count), alpha = list.length > 300 ? 0.35 : 0.7;
    for (const row of list) (context.strokeStyle = colour(share(by, values[by][row]), alpha)), line(row);
    if (chosen >= 0) (context.strokeStyle = style("--ink")), (context.lineWidth = 2.5), line(chosen);
    const room = (width - 80) / Math.max(columns.length - 1, 1) - 6;
    columns.forEach((column, k) => {
      const x = axisX(k, width);
      context.strokeStyle = style("--axis"), context.lineWidth = 1;
      context.strokeRect(x, TOP, 0, HEIGHT - TOP - BOTTOM);
      if (brushes[k]) {
        context.fillStyle = style("--accent"), context.globalAlpha = 0.35;
        context.fillRect(x - 6, axisY(k, brushes[k][1]), 12, Math.max(2, axisY(k, brushes[k][0]) - axisY(k, brushes[k][1])));
        context.globalAlpha = 1;
      }
      const align = k === 0 ? "left" : k === columns.length - 1 ? "right" : "center", edge = k === 0 ? 4 : k === columns.length - 1 ? width - 4 : x;
      context.fillStyle = style("--ink");
      text(context, column.name, edge, 14 + (k % 2 ? 13 : 0), 2 * room, align);
      context.fillStyle = style("--soft");
      const ends = column.words.length ? [column.words[0], column.words.at(-1)] : ranges[k].map((value) => String(Number(value.toPrecision(3))));
      text(context, ends[1], x, TOP - 3, room, "center");
      text(context, ends[0], x, HEIGHT - 6, room, "center");
    });
  }
  let drag = null;
  parallel.addEventListener("pointerdown", (event) => {
    const box = parallel.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    let k = 0;
    for (let other = 1; other < columns.length; other++) if (Math.abs(axisX(other, box.width) - x) < Math.abs(axisX(k, box.width) - x)) k = other;
    drag = { k, y, near: Math.abs(axisX(k, box.width) - x) < 16 };
    if (drag.near) parallel.setPointerCapture(event.pointerId);
  });
  const valueAt = (k, y) => ranges[k][0] + ((HEIGHT - BOTTOM - y) / (HEIGHT - TOP - BOTTOM)) * (ranges[k][1] - ranges[k][0]);
  parallel.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const box = parallel.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    const { k, y: from, near } = drag;
    drag = null;
    if (Math.abs(y - from) > 4 && near) {
      brushes[k] = [valueAt(k, Math.max(y, from)), valueAt(k, Math.min(y, from))];
      select();
    } else if (near && brushes[k]) {
      brushes[k] = null;
      select();
    } else {
      pickLine(x, y, box.width);
    }
  });
  function pickLine(x, y, width) {
    let best = Infinity, found = -1;
    const step = columns.length > 1 ? (width - 80) / (columns.length - 1) : 1;
    const k = Math.min(Math.max(Math.floor((x - 40) / step), 0), Math.max(columns.length - 2, 0)), part = (x - axisX(k, width)) / step;
    const next = Math.min(k + 1, columns.length - 1);
    for (let row = 0; row < rows; row++) {
      if (!selected[row]) continue;
      const way = Math.abs((1 - part) * axisY(k, values[k][row]) + part * axisY(next, values[next][row]) - y);
      if (way < best) (best = way), (found = row);
    }
    if (found >= 0 && best < 30) choose(found);
  }

  function select() {
    count = 0;
    const active = brushes.flatMap((brush, k) => (brush ? [k] : []));
    for (let row = 0; row < rows; row++) {
      selected[row] = active.every((k) => values[k][row] >= brushes[k][0] && values[k][row] <= brushes[k][1]) ? 1 : 0;
      count += selected[row];
    }
    find("selected").textContent = `${count} of ${rows} rows selected`;
    drawAll();
  }
  find("all").addEventListener("click", () => (brushes.fill(null), select()));

  // --- one scatter plot and the heat map beside it
  const place = (width, height) => ({ left: 66, top: 24, width: width - 78, height: height - 64 });
  function drawScatter() {
    const canvas = find("scatter"), { context, width, height } = prepare(canvas, 340), x = choice("x"), y = choice("y"), by = choice("colour");
    const at = axes(context, place(width, height), x, y);
    const dot = (row, size) => context.fillRect(at.x(values[x][row]) - size / 2, at.y(values[y][row]) - size / 2, size, size);
    for (const row of some(MOST_POINTS, (one) => selected[one], count)) {
      context.fillStyle = colour(share(by, values[by][row]), 0.75);
      dot(row, count > 5000 ? 2 : 3);
    }
    if (chosen >= 0) {
      context.strokeStyle = style("--ink"), context.lineWidth = 2;
      context.beginPath(), context.arc(at.x(values[x][chosen]), at.y(values[y][chosen]), 7, 0, 7), context.stroke();
    }
    canvas.onclick = (event) => {
      const box = canvas.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
      let best = Infinity, found = -1;
      for (let row = 0; row < rows; row++) {
        const way = selected[row] ? Math.hypot(at.x(values[x][row]) - px, at.y(values[y][row]) - py) : NaN;
        if (way < best) (best = way), (found = row);
      }
      if (found >= 0) choose(found);
    };
  }
  function drawHeat() {
    const { context, width, height } = prepare(find("heat"), 340), x = choice("x"), y = choice("y"), by = choice("colour"), box = place(width, height);
    const sizes = [x, y].map((k) => columns[k].words.length || HEAT), sums = new Float64Array(sizes[0] * sizes[1]), counts = new Float64Array(sums.length);
    const cellOf = (k, axis, row) => Math.floor(share(k, values[k][row]) * sizes[axis]);
    for (let row = 0; row < rows; row++) {
      const cell = cellOf(x, 0, row) + cellOf(y, 1, row) * sizes[0], value = values[by][row];
      if (selected[row] && cell >= 0 && !Number.isNaN(value)) (sums[cell] += value), ++counts[cell];
    }
    let low = Infinity, high = -Infinity;
    sums.forEach((sum, k) => counts[k] && ((low = Math.min(low, sum / counts[k])), (high = Math.max(high, sum / counts[k]))));
    axes(context, box, x, y);
    const w = box.width / sizes[0], h = box.height / sizes[1];
    sums.forEach((sum, k) => {
      if (!counts[k]) return;
      context.fillStyle = colour(high > low ? (sum / counts[k] - low) / (high - low) : 0.5, 1);
      context.fillRect(box.left + (k % sizes[0]) * w, box.top + box.height - (Math.floor(k / sizes[0]) + 1) * h, w + 0.5, h + 0.5);
    });
    find("heat-words").textContent = low <= high ? `Mean of ${label(by)} in each cell: dark ${short(low)}, light ${short(high)}.` : "";
  }

  // --- scatter matrix, with histograms on its diagonal
  function drawMatrix() {
    const list = [...find("picked").querySelectorAll("input:checked")].map((box) => Number(box.value));
    const canvas = find("matrix"), full = Math.max(canvas.parentElement.parentElement.clientWidth, 90 * list.length);
    canvas.parentElement.style.width = `${full}px`;
    const cell = full / Math.max(list.length, 1), tall = Math.min(cell, 190), { context } = prepare(canvas, tall * list.length), by = choice("colour");
    const points = some(MOST_SMALL, (row) => selected[row], count);
    const colours = points.map((row) => colour(share(by, values[by][row]), 0.7));
    list.forEach((y, r) =>
      list.forEach((x, c) => {
        const box = { left: c * cell + 3, top: r * tall + 3, width: cell - 6, height: tall - 6 };
        if (r === c) return bars(context, x, box, true);
        context.strokeStyle = style("--line"), context.lineWidth = 1, context.strokeRect(box.left, box.top, box.width, box.height);
        points.forEach((row, k) => {
          context.fillStyle = colours[k];
          context.fillRect(box.left + share(x, values[x][row]) * box.width - 1, box.top + box.height - share(y, values[y][row]) * box.height - 1, 2, 2);
        });
      }),
    );
    canvas.onclick = (event) => {
      const box = canvas.getBoundingClientRect(), c = Math.floor((event.clientX - box.left) / cell), r = Math.floor((event.clientY - box.top) / tall);
      if (list[c] === undefined || list[r] === undefined || c === r) return;
      find("x").value = list[c], find("y").value = list[r];
      drawAll();
    };
  }
  // All rows pale, those selected over them.
  function bars(context, k, box, named) {
    const size = columns[k].words.length || BINS, all = new Float64Array(size), picked = new Float64Array(size);
    for (let row = 0; row < rows; row++) {
      const bin = Math.min(size - 1, Math.floor(share(k, values[k][row]) * size));
      if (bin >= 0) ++all[bin], (picked[bin] += selected[row]);
    }
    const most = Math.max(1, ...all), w = box.width / size, room = box.height - (named ? 18 : 16);
    const draw = (counts, fillStyle) => {
      context.fillStyle = fillStyle;
      counts.forEach((value, bin) => context.fillRect(box.left + bin * w, box.top + box.height - (value / most) * room, Math.max(w - 1, 1), (value / most) * room));
    };
    draw(all, style("--line")), draw(picked, style("--accent"));
    context.strokeStyle = style("--axis"), context.lineWidth = 1, context.strokeRect(box.left, box.top, box.width, box.height);
    context.fillStyle = style("--ink");
    text(context, label(k), box.left + 4, box.top + 13, box.width - 8);
  }
  function drawHistograms() {
    const canvas = find("histograms"), width = canvas.parentElement.clientWidth, across = Math.max(1, Math.floor(width / 230)), w = width / across;
    const { context } = prepare(canvas, Math.ceil(columns.length / across) * 150);
    columns.forEach((_, k) => {
      const box = { left: (k % across) * w + 2, top: Math.floor(k / across) * 150 + 4, width: w - 8, height: 122 };
      bars(context, k, box, false);
      context.fillStyle = style("--soft");
      text(context, columns[k].words.length ? columns[k].words[0] : short(ranges[k][0]), box.left, box.top + box.height + 14, w / 2);
      text(context, columns[k].words.length ? columns[k].words.at(-1) : short(ranges[k][1]), box.left + box.width, box.top + box.height + 14, w / 2, "right");
    });
  }

  // --- what decides: means at the ends of each factor, Sobol's indices
  function mean(by, wanted) {
    let sum = 0, found = 0;
    for (let row = 0; row < rows; row++) if (wanted(row) && !Number.isNaN(values[by][row])) (sum += values[by][row]), ++found;
    return found ? sum / found : NaN;
  }
  // Of a factor the means of a scalar where it is in its lowest and in its highest tenth; of words the least and the greatest of their means.
  function swing(k, by) {
    if (columns[k].words.length) {
      const means = columns[k].words.map((_, word) => mean(by, (row) => values[k][row] === word)).filter((value) => !Number.isNaN(value));
      return [Math.min(...means), Math.max(...means)];
    }
    const sorted = values[k].filter((value) => !Number.isNaN(value)).sort(), tenth = Math.floor(sorted.length / 10);
    const low = sorted[tenth], high = sorted[sorted.length - 1 - tenth];
    return [mean(by, (row) => values[k][row] <= low), mean(by, (row) => values[k][row] >= high)];
  }
  function drawTornado() {
    const by = choice("decides"), middle = mean(by, () => true);
    const list = factors.map((k) => ({ k, ends: swing(k, by) })).sort((a, b) => Math.abs(b.ends[1] - b.ends[0]) - Math.abs(a.ends[1] - a.ends[0]));
    const { context, width } = prepare(find("tornado"), 26 * list.length + 30);
    const all = list.flatMap((one) => one.ends).concat(middle).filter((value) => !Number.isNaN(value));
    const low = Math.min(...all), high = Math.max(...all), left = Math.min(190, width * 0.35), room = width - left - 110;
    const at = (value) => left + (high > low ? (value - low) / (high - low) : 0.5) * room;
    list.forEach((one, place) => {
      const y = 4 + 26 * place, [a, b] = one.ends;
      context.fillStyle = style("--ink"), text(context, columns[one.k].name, left - 8, y + 14, left - 10, "right");
      if (Number.isNaN(a) || Number.isNaN(b)) return;
      [[a, style("--curve-1")], [b, style("--curve-2")]].forEach(([end, fillStyle]) => {
        context.fillStyle = fillStyle;
        context.fillRect(Math.min(at(end), at(middle)), y, Math.max(1, Math.abs(at(end) - at(middle))), 18);
      });
      context.fillStyle = style("--soft"), text(context, `${coarse(a)} to ${coarse(b)}`, Math.max(at(a), at(b), at(middle)) + 4, y + 13, 104);
    });
    context.strokeStyle = style("--axis"), context.strokeRect(at(middle), 0, 0, 26 * list.length);
    context.fillStyle = style("--soft"), text(context, `mean ${short(middle)}`, at(middle), 26 * list.length + 16, 160, "center");
    drawSobol(by);
  }
  function drawSobol(by) {
    const list = data.indices.filter((one) => one.scalar === columns[by].name && one.first);
    find("sobol-part").hidden = list.length === 0;
    if (list.length === 0) return;
    const { context, width } = prepare(find("sobol"), 40 * list.length + 24), left = Math.min(190, width * 0.4), room = width - left - 30;
    const at = (value) => left + Math.min(Math.max(value, -0.02), 1.05) * room;
    list.forEach((one, place) => {
      const y = 4 + 40 * place;
      context.fillStyle = style("--ink"), text(context, one.factor, left - 8, y + 20, left - 10, "right");
      [[one.first, style("--curve-1")], [one.total, style("--curve-2")]].forEach(([index, fillStyle], second) => {
        const top = y + 16 * second;
        context.fillStyle = fillStyle, context.fillRect(at(0), top, Math.max(1, at(index.value) - at(0)), 13);
        context.strokeStyle = style("--ink"), context.lineWidth = 1.5;
        if (index.low !== null) context.strokeRect(at(index.low), top + 6, at(index.high) - at(index.low), 0);
      });
    });
    context.fillStyle = style("--soft");
    for (const value of [0, 0.5, 1]) text(context, String(value), at(value), 40 * list.length + 16, 60, "center");
  }

  // --- a run by itself
  const pointsOf = () => data.curves.times.length;
  const curveOf = (c, place) => curves[c].subarray(place * pointsOf(), (place + 1) * pointsOf());
  const decoded = (c, code) => (code === NO_CURVE ? NaN : data.curves.ranges[c][0] + (code / (NO_CURVE - 1)) * (data.curves.ranges[c][1] - data.curves.ranges[c][0]));
  function drawCurves() {
    if (!data.curves) return;
    const c = Number(find("curve").value), { context, width } = prepare(find("curves"), 260), by = choice("colour"), times = data.curves.times;
    const box = { left: 66, top: 24, width: width - 78, height: 190 }, [low, high] = data.curves.ranges[c], span = times.at(-1) - times[0];
    const atX = (t) => box.left + ((t - times[0]) / span) * box.width, atY = (value) => box.top + box.height - ((value - low) / (high - low || 1)) * box.height;
    context.strokeStyle = style("--grid"), context.fillStyle = style("--soft");
    for (const t of ticks(times[0], times.at(-1), width / 90)) context.strokeRect(atX(t), box.top, 0, box.height), text(context, short(t), atX(t), box.top + box.height + 14, 80, "center");
    for (const value of ticks(low, high, 4)) context.strokeRect(box.left, atY(value), box.width, 0), text(context, short(value), box.left - 5, atY(value) + 4, 60, "right");
    context.fillStyle = style("--ink"), text(context, data.curves.names[c] + (data.curves.units[c] ? ` [${data.curves.units[c]}]` : ""), box.left, 14, box.width);
    text(context, "time [s]", box.left + box.width / 2, box.top + box.height + 30, 90, "center");
    const line = (place) => {
      context.beginPath();
      curveOf(c, place).forEach((code, k) => code !== NO_CURVE && context.lineTo(atX(times[k]), atY(decoded(c, code))));
      context.stroke();
    };
    const hasCurve = (row) => row % data.curves.every === 0;
    context.lineWidth = 1;
    for (const row of some(MOST_CURVES, (one) => hasCurve(one) && selected[one], count / data.curves.every)) {
      context.strokeStyle = colour(share(by, values[by][row]), chosen >= 0 ? 0.2 : 0.5);
      line(row / data.curves.every);
    }
    if (chosen >= 0 && hasCurve(chosen)) (context.strokeStyle = style("--ink")), (context.lineWidth = 2.2), line(chosen / data.curves.every);
    find("curve-words").textContent =
      chosen >= 0 && !hasCurve(chosen)
        ? `This page has the curves of every ${data.curves.every * data.stride}th sample; those of sample ${chosen * data.stride} are in curves.zarr, and the command makes them again.`
        : "";
  }
  function commandOf(row) {
    const {values: factors, variants} = data.command;
    const chooses = (factor) => variants && factor.name === "diagram";
    const which = factors.findIndex(chooses);
    let line = which < 0 ? data.command.before : variants[columns[which].words[values[which][row]]];
    factors.forEach((factor, k) => {
      if (chooses(factor)) return;
      const value = values[k][row], told = columns[k].words.length ? columns[k].words[value] : `${value}${factor.unit ? ` ${factor.unit}` : ""}`;
      const word = `${factor.name}=${told}`;
      line += ` --set ${/^[\w.=+,:/@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`}`;
    });
    return line + data.command.after;
  }
  function choose(row) {
    chosen = row;
    find("which").textContent = `Sample ${row * data.stride}: ${["done", "failed", "excluded", "not yet there"][states[row]]}`;
    const table = find("facts");
    table.replaceChildren();
    columns.forEach((column, k) => {
      const line = table.insertRow();
      line.insertCell().textContent = label(k);
      line.insertCell().textContent = shown(k, values[k][row]);
    });
    find("command").textContent = commandOf(row);
    find("run").hidden = false;
    drawAll();
  }
  find("before").addEventListener("click", () => choose(Math.max(0, chosen - 1)));
  find("after").addEventListener("click", () => choose(Math.min(rows - 1, chosen + 1)));
  find("copy").addEventListener("click", () => navigator.clipboard?.writeText(find("command").textContent));

  function drawAll() {
    drawParallel(), drawScatter(), drawHeat(), drawMatrix(), drawHistograms(), drawTornado(), drawCurves();
  }
  const all = columns.map((_, k) => k), target = scalars[0] ?? 0;
  fill("colour", all, target), fill("x", all, factors[0] ?? 0), fill("y", all, factors[1] ?? target), fill("decides", scalars, target);
  const first = new Set([...factors.slice(0, 3), ...scalars.slice(0, 2)]);
  for (const k of all) {
    const box = document.createElement("label"), input = document.createElement("input");
    input.type = "checkbox", input.value = k, input.checked = first.has(k);
    input.addEventListener("change", drawMatrix);
    box.append(input, ` ${columns[k].name} `);
    find("picked").append(box);
  }
  if (data.curves) {
    data.curves.names.forEach((name, k) => find("curve").add(new Option(name, k)));
    find("curve").addEventListener("change", drawCurves);
  }
  find("curve-part").hidden = !data.curves;
  find("selected").textContent = `${rows} rows`;
  let waits = 0;
  window.addEventListener("resize", () => (clearTimeout(waits), (waits = setTimeout(drawAll, 100))));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  drawAll();
})();
