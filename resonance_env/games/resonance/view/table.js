// Draws the table of Resonance from its plain view data (`table_view.py`).

import { el, svg } from "/page/dom.js";

export const style = "/games/resonance/table.css";

const TYPES = ["Herb", "Mineral", "Potion"];
const CLASSES = ["herb", "mineral", "potion"];
const SHAPES = [
  "M12 21 C4 18 3 9 6 3 C12 4 20 8 19 14 C18.500 19 15 21 12 21 Z M7 6 L13 19",
  "M12 2 L21 9 L17 21 L7 21 L3 9 Z M3 9 L21 9 M12 2 L12 21",
  "M9 2 L15 2 M10 2 L10 9 L4.500 18 C3.500 20 5 22 7 22 L17 22 C19 22 20.500 20 19.500 18 L14 9 L14 2 M7 15 L17 15",
];
const ROMAN = ["I", "II", "III"];

const shape = (kind, attributes = {}) => svg("path", { d: SHAPES[kind], class: `shape ${CLASSES[kind]}`, ...attributes });
const icon = (kind) => svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, shape(kind));
const count = (kind, number, word = "") => el("span", { class: `chip ${CLASSES[kind]}` }, icon(kind), `${number} ${TYPES[kind]}${word}`);
const counts = (numbers, word = "") => numbers.map((number, kind) => (number > 0 ? count(kind, number, word) : null));
const value = (what, number, mark = what[0].toUpperCase()) => el("span", { class: `chip ${what}`, "aria-label": `${what} ${number}` }, `${mark} ${number}`);
const pairs = (kind) => TYPES.map((_, other) => `draw ${[kind, other].sort().map((type) => CLASSES[type]).join(" ")}`);

export function draw(frame, { actions, names, seats }) {
  const view = frame.view;
  return el("div", { class: "resonance" }, middle(view, actions), el("div", { class: "witches" }, ...order(view).map((witch) => panel(witch, view, actions, names, seats))));
}

/** The viewer first, then clockwise. */
function order({ witches, viewer }) {
  const first = viewer ?? 0;
  return witches.map((_, place) => witches[(first + place) % witches.length]);
}

function middle(view, actions) {
  return el("section", { class: "middle", "aria-label": "Moons and piles" }, el("h2", { class: "unseen" }, "Moons and piles"), moons(view), el("div", { class: "stock" }, centre(view, actions), piles(view, actions), reserves(view, actions)));
}

function moons(view) {
  const places = view.moons.map((moon, place) => {
    const angle = (place / view.moons.length) * 2 * Math.PI - Math.PI / 2;
    const [x, y] = [150 + 112 * Math.cos(angle), 150 + 112 * Math.sin(angle)];
    const content = moon.kind === null ? "open" : TYPES[moon.kind];
    const label = `Moon ${moon.name}${moon.is_full ? ", the Full Moon" : ""}: ${content}${moon.is_next ? ", next to be locked" : ""}`;
    return svg("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, role: "img", "aria-label": label },
      svg("circle", { r: 31, class: `moon ${moon.kind === null ? "" : CLASSES[moon.kind]} ${moon.is_next ? "next" : ""} ${moon.is_full ? "full" : ""}` }),
      moon.kind === null ? "" : shape(moon.kind, { transform: "translate(-12 -19)" }),
      svg("text", { y: moon.kind === null ? 5 : 21, class: "roman" }, moon.name));
  });
  const total = view.on_moons.map((number, kind) => svg("g", { transform: `translate(${105 + 45 * kind} 150)` }, shape(kind, { transform: "translate(-12 -16)" }), svg("text", { y: 24, class: "total" }, String(number))));
  const when = view.round_number > 0 ? `Round ${view.round_number}` : "Set-up";
  return svg("svg", { viewBox: "0 0 300 300", class: "moons", role: "group", "aria-label": `The circle of moons, ${when}` }, svg("text", { x: 150, y: 118, class: "when" }, when), ...total, ...places);
}

function centre(view, actions) {
  const objects = view.centre_objects.map(({ kind, counts: each, copies }) => {
    const names = each > 1 ? [`remove ${CLASSES[kind]} counting ${each}`] : [`choose ${CLASSES[kind]}`];
    return actions.on(count(kind, copies, each > 1 ? ` counting ${each}` : ""), names);
  });
  const cards = view.centre_cards.map((card) => {
    const witch = view.witches[card.seat];
    const names = [];
    if (card.artifact !== null) names.push(`remove artifact ${card.artifact}`);
    if (card.kind !== null && card.counts > 1) names.push(`remove ${CLASSES[card.kind]} counting ${card.counts}`);
    const parts = [];
    if (card.incantation !== null) parts.push(value("incantation", card.incantation));
    if (card.artifact !== null) parts.push(value("artifact", card.artifact));
    if (card.kind !== null) parts.push(count(card.kind, 1, card.counts > 1 ? ` counting ${card.counts}` : ""));
    return actions.on(el("span", { class: "played" }, ...parts, el("small", {}, `${nameOf(witch)}${card.is_sigil ? ", a Sigil" : ""}`)), names);
  });
  const transient = view.transient === null ? null : actions.on(el("span", { class: `chip transient ${CLASSES[view.transient]}` }, icon(view.transient), `transient ${TYPES[view.transient]}`), [`choose ${CLASSES[view.transient]}`]);
  const all = [transient, ...objects, ...cards].filter(Boolean);
  return group("Centre", all.length > 0 ? all : [el("small", {}, "empty")]);
}

function piles(view, actions) {
  const open = view.object_pile.map((number, kind) => actions.on(count(kind, number), [...pairs(kind), `choose ${CLASSES[kind]}`]));
  const pile = (what, { top, left }, names) => actions.on(el("span", { class: `chip ${what}` }, `${what} pile: ${top === null ? "empty" : `top ${top}`}, ${left} left`), names);
  return group("Piles", [...open, pile("artifact", view.artifact_pile, ["draw artifact"]), pile("incantation", view.incantation_pile, []),
    el("span", { class: "chip" }, `transients: ${view.transient_pile.map((number, kind) => `${number} ${TYPES[kind]}`).join(", ")}`)]);
}

function reserves(view, actions) {
  const card = (name) => actions.on(el("span", { class: "chip" }, name), actions.beginning(name).filter((action) => action.startsWith("take ")));
  const offered = view.offered.map((spells) => actions.on(el("div", { class: "offer" }, el("b", {}, spells.witch), spellList(spells, null, actions)), actions.beginning(spells.witch)));
  return el("div", {}, offered.length > 0 ? group("Offered", offered) : "",
    el("details", {}, el("summary", {}, `Reserve: ${view.demons_left.length} demons, ${view.witches_left.length} spell cards`),
      group("Demons", view.demons_left.map(card)), group("Spell cards", view.witches_left.map(card)), group("Gone", hand(view.gone, new Set(), actions))));
}

const group = (title, nodes) => el("div", { class: "group", role: "group", "aria-label": title }, el("h3", {}, title), el("div", { class: "chips" }, ...nodes));
const nameOf = (witch) => (witch.spells !== null && witch.has_chosen ? witch.spells.witch : witch.seat_name);

function spellList(spells, mine, actions) {
  return el("ol", { class: "spells" }, ...spells.spells.map((text, place) => {
    return el("li", {}, mine ? actions.on(el("span", {}, text), [`cast spell ${place + 1}`]) : text);
  }));
}

function panel(witch, view, actions, names, seats) {
  const aims = view.viewer === null || witch.seat === view.viewer ? [] : [`aim ${(witch.seat - view.viewer + seats.length) % seats.length}`];
  const title = el("h2", {}, nameOf(witch), el("small", {}, ` ${witch.seat_name}${names[witch.seat] ? ` · ${names[witch.seat]}` : ""}${witch.is_partner ? " · your partner" : ""}${witch.rank ? ` · ${witch.rank}` : ""}`));
  const marks = [witch.has_won ? el("b", { class: "badge won" }, "won") : null, witch.is_asked ? el("b", { class: "badge" }, "decides") : null,
    witch.sigil === null ? null : actions.on(el("span", { class: "chip sigil" }, `Sigil ${witch.sigil}`), witch.is_viewer ? ["break sigil"] : [])];
  const held = witch.hand === null ? backs(witch.hand_counts) : hand(witch.hand, witch.is_viewer ? new Set(["play", "discard", "choose"]) : new Set(), actions);
  const whole = el("section", { class: `witch ${witch.is_viewer ? "mine" : ""} ${witch.is_asked ? "asked-now" : ""}`, "aria-label": nameOf(witch) },
    el("header", {}, title, ...marks.filter(Boolean)),
    demon(witch, actions), group("Hand", held),
    witch.picked === null ? "" : group(`Discards, ${witch.picks_left} more`, hand(witch.picked, new Set(), actions)),
    witch.did ? el("p", { class: "did" }, witch.did) : "",
    witch.spells === null ? "" : el("details", { open: witch.is_viewer }, el("summary", {}, `Spells of ${witch.spells.witch}`), spellList(witch.spells, witch.is_viewer, actions)));
  return aims.some((name) => actions.meanings.has(name)) ? actions.on(whole, aims) : whole;
}

function backs([objects, artifacts, incantations]) {
  const word = (number, name) => `${number} ${name}${number === 1 ? "" : "s"}`;
  return [[objects, "object"], [artifacts, "artifact"], [incantations, "incantation"]].filter(([number]) => number > 0).map(([number, name]) => el("span", { class: "chip back" }, word(number, name)));
}

function hand(cards, verbs, actions) {
  const of = (...names) => names.filter((name) => verbs.has(name.split(" ")[0]));
  const chips = [
    ...cards.objects.map((number, kind) => (number > 0 ? actions.on(count(kind, number), of(`play ${CLASSES[kind]}`, `choose ${CLASSES[kind]}`)) : null)),
    ...cards.transients.map((number, kind) => (number > 0 ? count(kind, number, " transient") : null)),
    ...cards.artifacts.map((number) => actions.on(value("artifact", number, "artifact"), of(`play artifact ${number}`, `discard artifact ${number}`))),
    ...cards.incantations.map((number) => actions.on(value("incantation", number, "incantation"), of(`play incantation ${number}`, `discard incantation ${number}`))),
  ].filter(Boolean);
  return chips.length > 0 ? chips : [el("small", {}, "nothing")];
}

function demon(witch, actions) {
  if (witch.demon === null) return "";
  const { name, levels, validated, missing } = witch.demon;
  const rows = levels.map((needs, level) => {
    const state = level < validated ? "done" : level === validated ? "next-level" : "";
    const lacks = level === validated && missing.some(Boolean) ? el("small", {}, ` missing ${missing.map((number, kind) => (number > 0 ? `${number} ${TYPES[kind]}` : null)).filter(Boolean).join(", ")}`) : "";
    return el("li", { class: state }, el("b", {}, `${ROMAN[level]}${level < validated ? " ✓" : ""}`), ...counts(needs).filter(Boolean), lacks);
  });
  const card = el("div", { class: "demon" }, el("h3", {}, name), el("ol", { class: "levels" }, ...rows));
  return witch.is_viewer && actions.meanings.has("trade demon") ? actions.on(card, ["trade demon"]) : card;
}
