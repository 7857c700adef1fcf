// The log of a game, with links from ids to rules.

import { el } from "./dom.js";

const ID = /\b[A-Z]{1,3}-[A-Z]+-\d+\b/g;

/** Returns a text as nodes, in which each id of a rule opens it. */
export function withRules(text, openRule) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(ID)) {
    nodes.push(text.slice(end, found.index), el("button", { class: "rule", onclick: () => openRule(found[0]) }, found[0]));
    end = found.index + found[0].length;
  }
  return [...nodes, text.slice(end)];
}

/** Returns lines of a log as list items: what stands without blanks before it begins a round. */
export function logItems(lines, openRule) {
  return lines.filter((line) => line.trim() !== "").map((line) => {
    const depth = line.length - line.trimStart().length;
    const kind = depth === 0 ? "round" : depth >= 12 ? "deep" : "event";
    return el("li", { class: kind }, ...withRules(line.trim().replace(/\s{2,}/g, " · "), openRule));
  });
}
