// From values to pixels and to words.
"use strict";
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

// With minus signs in place of hyphens.
const signed = (text) => text.replaceAll("-", "\u2212");

function tickText(value, step) {
  if (Math.abs(value) < 1e-12 * step) return "0";
  const digits = Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-9)));
  return signed(Math.abs(value) >= 1e6 || step < 1e-6 ? value.toExponential(2).replace("e+", "e") : value.toFixed(digits));
}

const unitIn = (label) => (/\[([^\]]+)\]$/.exec(label) || ["", ""])[1];
const valueText = (v, label) => (Number.isFinite(v) ? `${signed(String(Number(v.toPrecision(5))))} ${unitIn(label)}`.trim() : "\u2013");
