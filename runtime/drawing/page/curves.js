// The numbers of curves: the page holds them as arrays (#array-N, base64), which are decoded when they are first asked for. Of long ones
// the description has a glance, so that their shape is there before their numbers are. However long a curve is, the smallest and largest
// value of each pixel column are found in a pyramid of minima and maxima.
"use strict";

// Of the arrays that `data` describes; isComplete(): whether the whole page is there.
function curveNumbers(data, isComplete) {
  const BRANCH = 16; // values that one value of the next level of a pyramid stands for

  function bytesOf(base64) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  }

  // Signed integers as bytes: seven bits each, the sign in the lowest bit. Nearly all have one byte.
  function integers(bytes, count, take) {
    let at = 0;
    for (let i = 0; i < count; i++) {
      let byte = bytes[at++];
      if (byte < 128) {
        take(i, byte & 1 ? -((byte + 1) >> 1) : byte >> 1);
        continue;
      }
      let value = byte & 127, place = 128;
      do {
        byte = bytes[at++];
        value += (byte & 127) * place;
        place *= 128;
      } while (byte & 128);
      take(i, value % 2 === 0 ? value / 2 : -(value + 1) / 2);
    }
  }

  function summedTwice(bytes, array, values) {
    let level = 0, rate = 0;
    integers(bytes, array.count, (i, change) => { rate += change; level += rate; values[i] = array.low + level * array.step; });
    return values;
  }

  const codings = {
    f32: (bytes) => new Float32Array(bytes.buffer),
    f64: (bytes) => new Float64Array(bytes.buffer),
    differences(bytes, array) {
      const values = new Float32Array(array.count);
      let level = 0;
      integers(bytes, array.count, (i, step) => { level += step; values[i] = array.low + level * array.step; });
      return values;
    },
    second_differences: (bytes, array) => summedTwice(bytes, array, new Float32Array(array.count)),
    times: (bytes, array) => summedTwice(bytes, array, new Float64Array(array.count)),
  };
  const decoded = new Map();
  function arrayOf(n) {
    if (!decoded.has(n)) {
      const text = document.getElementById(`array-${n}`);
      decoded.set(n, codings[data.arrays[n].coding](bytesOf(text.textContent), data.arrays[n]));
      text.remove(); // its memory is better used
    }
    return decoded.get(n);
  }
  const glances = new Map();
  function glanceOf(n) {
    const { glance, coding } = data.arrays[n];
    if (!glance) return null;
    if (!glances.has(n)) glances.set(n, codings[coding === "f64" || coding === "times" ? "f64" : "f32"](bytesOf(glance)));
    return glances.get(n);
  }

  // What is known of a curve: its glance until it is due, nothing before the page is there.
  const NOTHING = { x: new Float64Array(0), y: new Float32Array(0) };
  function columnsOf(curve) {
    if (!curve.due && glanceOf(curve.x) && glanceOf(curve.y)) return { x: glanceOf(curve.x), y: glanceOf(curve.y) };
    if (!isComplete()) return NOTHING;
    return { x: arrayOf(curve.x), y: arrayOf(curve.y) };
  }
  // The times of so many rows; none if they are not of this run.
  function timesOf(rows) {
    const glance = glanceOf(data.times);
    if (glance && glance.length === rows) return glance;
    return isComplete() && data.arrays[data.times].count === rows ? arrayOf(data.times) : null;
  }

  const pyramids = new WeakMap();
  function pyramidOf(values) {
    if (pyramids.has(values)) return pyramids.get(values);
    const levels = [];
    let low = values, high = low;
    while (low.length > BRANCH) {
      const size = Math.ceil(low.length / BRANCH), l = new Float64Array(size), h = new Float64Array(size);
      for (let i = 0; i < size; i++) {
        let least = Infinity, most = -Infinity;
        for (let k = i * BRANCH, end = Math.min(k + BRANCH, low.length); k < end; k++) {
          if (low[k] < least) least = low[k];
          if (high[k] > most) most = high[k];
        }
        l[i] = least;
        h[i] = most;
      }
      levels.push({ low: l, high: h });
      low = l;
      high = h;
    }
    pyramids.set(values, levels);
    return levels;
  }

  // Smallest and largest of the values [from, to).
  function extremes(values, from, to) {
    const levels = pyramidOf(values);
    let least = Infinity, most = -Infinity;
    const look = (low, high, a, b) => {
      for (let i = a; i < b; i++) {
        if (low[i] < least) least = low[i];
        if (high[i] > most) most = high[i];
      }
    };
    let low = values, high = values, a = from, b = to;
    for (const level of levels) {
      if (b - a < 2 * BRANCH) break;
      const upA = Math.ceil(a / BRANCH), upB = Math.floor(b / BRANCH);
      look(low, high, a, upA * BRANCH);
      look(low, high, upB * BRANCH, b);
      [low, high, a, b] = [level.low, level.high, upA, upB];
    }
    look(low, high, a, b);
    return [least, most];
  }

  // The first index whose value is not below x.
  function lowerBound(values, x) {
    let a = 0, b = values.length;
    while (a < b) {
      const middle = (a + b) >> 1;
      if (values[middle] < x) a = middle + 1;
      else b = middle;
    }
    return a;
  }

  function valueAt(curve, x) {
    const { x: xs, y: ys } = columnsOf(curve);
    const after = lowerBound(xs, x);
    if (xs.length === 0 || x < xs[0] || x > xs[xs.length - 1]) return NaN;
    if (after === 0 || xs[after] === x) return ys[Math.min(after, xs.length - 1)];
    const share = (x - xs[after - 1]) / (xs[after] - xs[after - 1]);
    return ys[after - 1] + share * (ys[after] - ys[after - 1]);
  }

  return { arrayOf, glanceOf, columnsOf, timesOf, pyramidOf, extremes, lowerBound, valueAt };
}
