// What is cut off at an edge of its box fades there, so that a reader sees that it goes on.
"use strict";
(() => {
  const boxes = document.querySelectorAll("pre, .scroll, .wide, .drawing, td:has(> .math)");
  function look(box) {
    box.classList.toggle("cut-right", box.scrollWidth - box.clientWidth - box.scrollLeft > 2);
    box.classList.toggle("cut-below", box.scrollHeight - box.clientHeight - box.scrollTop > 2);
  }
  const watcher = new ResizeObserver((entries) => entries.forEach((entry) => look(entry.target)));
  for (const box of boxes) {
    watcher.observe(box);
    box.addEventListener("scroll", () => look(box), { passive: true });
  }
})();
