// What takes the calls of a canvas and makes SVG of them: it stays sharp at any size and needs nobody to paint it.
"use strict";
const textWidth = (() => {
  const context = document.createElement("canvas").getContext("2d");
  context.font = "12px sans-serif";
  return (text) => context.measureText(text).width;
})();

// `colour` gives the page's own colours by their names.
function svgContext(width, height, colour) {
  const NEAR = 0.2; // px: a line goes on where it has moved by this
  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const short = (v) => String(Math.round(v * 100) / 100);
  const parts = [], open = []; // open: how many groups each save() has begun
  let path = "", dashes = [], last = null;
  const begin = (tag) => { parts.push(tag); open[open.length - 1]++; };
  const context = {
    colour, lineWidth: 1, strokeStyle: "none", fillStyle: "none", lineJoin: "miter", textAlign: "left", textBaseline: "middle",
    setLineDash: (lengths) => { dashes = lengths; },
    save: () => { open.push(0); },
    restore: () => { parts.push("</g>".repeat(open.pop())); },
    translate: (x, y) => begin(`<g transform="translate(${short(x)} ${short(y)})">`),
    rotate: (angle) => begin(`<g transform="rotate(${short(angle * 180 / Math.PI)})">`),
    beginPath: () => { path = ""; last = null; },
    moveTo: (x, y) => { path += `M${short(x)} ${short(y)}`; last = [x, y]; },
    lineTo: (x, y) => {
      if (!last) return context.moveTo(x, y);
      if (Math.abs(x - last[0]) + Math.abs(y - last[1]) < NEAR) return;
      path += `L${short(x)} ${short(y)}`;
      last = [x, y];
    },
    rect: (x, y, w, h) => { path += `M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-w)}z`; },
    arc: (x, y, r) => { path += `M${short(x + r)} ${short(y)}a${r} ${r} 0 1 0 ${-2 * r} 0a${r} ${r} 0 1 0 ${2 * r} 0`; }, // whole circles alone
    clip: () => {
      const id = `clip-${svgContext.clips = (svgContext.clips || 0) + 1}`;
      parts.push(`<clipPath id="${id}"><path d="${path}"/></clipPath>`);
      begin(`<g clip-path="url(#${id})">`);
    },
    stroke: () => {
      if (path) parts.push(`<path d="${path}" style="fill: none; stroke: ${context.strokeStyle}; stroke-width: ${context.lineWidth}; stroke-linejoin: ${context.lineJoin}; stroke-dasharray: ${dashes.join(" ") || "none"}"/>`);
    },
    fillRect: (x, y, w, h) => { parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" style="fill: ${context.fillStyle}"/>`); },
    fillText: (text, x, y) => {
      const anchor = { left: "start", center: "middle", right: "end" }[context.textAlign];
      const base = y + (context.textBaseline === "top" ? 10 : 4);
      parts.push(`<text x="${short(x)}" y="${short(base)}" text-anchor="${anchor}" style="fill: ${context.fillStyle}; font: 12px sans-serif">${escaped(text)}</text>`);
    },
    text: (name = "picture") => `<svg xmlns="http://www.w3.org/2000/svg" class="${name}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${parts.join("")}</svg>`,
  };
  return context;
}
