// Searches the index of the page: every word must be found, names count more than descriptions.
"use strict";
(function () {
  const rows = JSON.parse(document.getElementById("index").textContent).map((row) => ({
    type: row[0], fields: [row[0].replace(/[._]/g, " "), row[2], row[1], row[3].replace(/_/g, " ")].map((text) => text.toLowerCase()),
    elsewhere: row[2],
  }));
  const cards = new Map([...document.querySelectorAll(".card")].map((card) => [card.dataset.type, card]));
  const input = document.getElementById("search"), found = document.getElementById("found");
  const families = document.getElementById("families"), count = document.getElementById("count");
  const weights = [8, 5, 2, 1];

  // A word counts twice where a word begins with it, and again where it is that word.
  function scoreOfWord(field, word) {
    const at = (" " + field).indexOf(" " + word);
    if (at >= 0) return new RegExp("[^a-z0-9]", "").test(field[at + word.length] || " ") ? 3 : 2;
    return field.includes(word) ? 1 : 0;
  }
  function scoreOf(row, words) {
    let sum = 0;
    for (const word of words) {
      const best = Math.max(...row.fields.map((field, i) => weights[i] * scoreOfWord(field, word)));
      if (best === 0) return 0;
      sum += best;
    }
    return sum - row.fields[0].length / 100;
  }
  // "ElastoGap" and "elasto gap" are the same to whoever types it.
  function wordsOf(text) {
    return text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[\s._]+/).filter((word) => word);
  }
  for (const row of rows) row.fields[1] += " " + wordsOf(row.elsewhere).join(" ");

  function show() {
    const words = wordsOf(input.value);
    families.hidden = words.length > 0;
    found.replaceChildren();
    count.textContent = "";
    if (words.length === 0) return;
    const hits = rows.map((row) => ({ row, score: scoreOf(row, words) })).filter((hit) => hit.score > 0);
    hits.sort((a, b) => b.score - a.score || (a.row.type < b.row.type ? -1 : 1));
    const list = document.createElement("div");
    list.className = "cards";
    for (const { row } of hits) {
      const card = cards.get(row.type).cloneNode(true);
      card.querySelector("b").textContent = row.type;
      if (row.elsewhere) {
        const other = document.createElement("i");
        other.textContent = row.elsewhere;
        card.append(other);
      }
      list.append(card);
    }
    found.append(list);
    count.textContent = hits.length === 1 ? "1 component" : hits.length + " components";
  }
  input.addEventListener("input", () => { show(); history.replaceState(null, "", "#q=" + encodeURIComponent(input.value)); });
  input.addEventListener("keydown", (event) => {
    const first = found.querySelector(".card");
    if (event.key === "Enter" && first) location.href = first.href;
  });
  if (location.hash.startsWith("#q=")) input.value = decodeURIComponent(location.hash.slice(3));
  show();
})();
