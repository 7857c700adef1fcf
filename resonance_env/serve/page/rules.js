// The rules of a game in a dialog, found by id or by words.

import { el, fetchJson } from "./dom.js";

/** Returns a function that opens the rules, at the rule of an id or at their beginning. */
export function rulesOf(game) {
  let dialog = null;
  return async (id = "") => {
    dialog ??= await make(game);
    document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
    const search = dialog.querySelector("input");
    search.value = id;
    search.dispatchEvent(new Event("input"));
    search.focus();
  };
}

async function make(game) {
  const sections = await fetchJson(`/api/games/${encodeURIComponent(game)}/rules`);
  const items = [];
  const body = el("div", { class: "pages", tabindex: 0 }, ...sections.flatMap((section) => [
    el("h3", {}, section.title),
    ...section.rules.map((rule) => {
      const item = el("p", {}, el("b", {}, rule.id), " ", rule.text);
      items.push([item, `${rule.id} ${section.title} ${rule.text}`.toLowerCase()]);
      return item;
    }),
  ]));
  const search = el("input", { type: "search", "aria-label": "Find a rule by its id or by words", placeholder: "An id or words" });
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [item, text] of items) item.hidden = !words.every((found) => text.includes(found));
    for (const title of body.querySelectorAll("h3")) title.hidden = words.length > 0;
  });
  const dialog = el("dialog", { class: "rules", "aria-label": "Rules" },
    el("div", { class: "row" }, search, el("button", { onclick: () => dialog.close() }, "Close")), body);
  return dialog;
}
