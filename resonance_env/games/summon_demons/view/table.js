// Draws the table of Let's Summon Demons from its plain view data (`table_view.py`).

import { el, svg } from "/page/dom.js";

export const style = "/games/summon_demons/table.css";

const KINDS = { animal: "animal", girl: "girl", boy: "boy" };
const SHAPES = {
  animal: "M12 21 C7 21 5 18 7 15 C8 13 10 12 12 12 C14 12 16 13 17 15 C19 18 17 21 12 21 Z M5 9 A2 2.500 0 1 0 5.010 9 M10 6 A2 2.500 0 1 0 10.010 6 M15 6 A2 2.500 0 1 0 15.010 6 M20 9 A2 2.500 0 1 0 20.010 9",
  girl: "M12 3 A4 4 0 1 0 12.010 3 M12 11 L5 21 L19 21 Z",
  boy: "M12 3 A4 4 0 1 0 12.010 3 M6 21 L6 12 L18 12 L18 21 Z",
  demon: "M12 22 C6 22 4 16 5 11 L3 3 L9 7 C11 6 13 6 15 7 L21 3 L19 11 C20 16 18 22 12 22 Z M9 13 L10 15 M15 13 L14 15",
};

const icon = (name) => svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: SHAPES[name] }));
const group = (title, nodes) => el("div", { class: "group", role: "group", "aria-label": title }, el("h3", {}, title), el("div", { class: "cards" }, ...nodes));
const empty = (nodes) => (nodes.length > 0 ? nodes : [el("small", {}, "none")]);

export function draw(frame, { actions, names, seats }) {
  const view = frame.view;
  return el("div", { class: "summon" }, middle(view, actions), el("div", { class: "summoners" }, ...order(view).map((summoner) => panel(summoner, view, actions, names, seats))));
}

/** The viewer first, then clockwise. */
function order({ summoners, viewer }) {
  const first = viewer ?? 0;
  return summoners.map((_, place) => summoners[(first + place) % summoners.length]);
}

function card(of, verbs, actions, mark = "") {
  const names = verbs.map((verb) => `${verb} ${of.code}`);
  const kind = [of.mood, KINDS[of.kind]].filter(Boolean).join(" ");
  const node = el("div", { class: `card ${of.kind} ${of.mood}`, "aria-label": `${of.name}, ${of.number}, ${kind}: ${of.text}` },
    el("span", { class: "number" }, String(of.number)), el("b", { class: "name" }, of.name, of.copies > 1 ? el("span", { class: "copies" }, ` ×${of.copies}`) : ""),
    el("span", { class: "kind" }, icon(of.kind), kind), el("span", { class: "text" }, of.text), of.marked > 0 ? el("span", { class: "mark" }, mark) : "");
  return actions.on(node, names);
}

function demon(of, actions, isMine = true) {
  const node = el("div", { class: "card demon", "aria-label": `Demon ${of.name}${of.number === null ? "" : `, ${of.number}`}: ${of.text}` },
    el("span", { class: "number" }, of.number === null ? "∞" : String(of.number)), el("b", { class: "name" }, of.name), el("span", { class: "kind" }, icon("demon"), of.number === null ? "permanent demon" : "demon"),
    el("span", { class: "text" }, of.text), of.is_waiting ? el("span", { class: "mark" }, "waits") : "");
  return isMine ? actions.on(node, [`demon ${of.code}`]) : node;
}

function middle(view, actions) {
  const dice = view.total === null ? "not thrown yet" : `${view.total}${view.is_double ? ", a double" : ""}`;
  const when = view.turn > 0 ? `Turn ${view.turn}` : "Set-up";
  const facts = [`dice: ${dice}`, ...view.marks, `${view.rolls_left} rolls left`, `${view.need_demons} demons and ${view.need_souls} souls win${view.has_teams ? " (a team)" : ""}`];
  const roll = actions.meanings.has("roll") ? actions.on(el("span", { class: "dice" }, "Throw the dice"), ["roll"]) : "";
  return el("section", { class: "middle", "aria-label": "The row and the piles" },
    el("header", {}, el("h2", {}, when), el("span", {}, facts.join(" · ")), roll),
    view.stack.length > 0 ? el("ol", { class: "stack", "aria-label": "What is being resolved" }, ...view.stack.map((text) => el("li", {}, text))) : "",
    group(`Row, ${view.price} souls each`, empty(view.row.map((of) => card(of, ["take", "card"], actions, "to be replaced")))),
    view.shown.length > 0 ? group("To choose from", view.shown.map((of) => demon(of, actions))) : "",
    el("details", {}, el("summary", {}, `Deck ${view.deck} · demon pile ${view.pile} · ${view.discards.length} kinds of cards and ${view.demon_discards.length} demons discarded`),
      group("Discards", empty(view.discards.map((of) => card(of, [], actions)))), group("Discarded demons", empty(view.demon_discards.map((of) => demon(of, actions, false))))));
}

function panel(summoner, view, actions, names, seats) {
  const named = view.viewer === null || summoner.seat === view.viewer ? [] : [`opponent ${(summoner.seat - view.viewer + seats.length) % seats.length}`];
  const who = `${names[summoner.seat] ? ` · ${names[summoner.seat]}` : ""}${summoner.is_partner ? " · your partner" : ""}`;
  const badges = [summoner.has_won ? ["won", "badge won"] : null, summoner.is_active ? ["takes the turn", "badge turn"] : null, summoner.is_asked ? ["decides", "badge"] : null].filter(Boolean);
  const candles = summoner.candles.map((candle) => el("span", { class: "candle" }, `${candle.name}: ${candle.numbers.join(", ")}`));
  const whole = el("section", { class: `summoner ${summoner.is_viewer ? "mine" : ""}`, "aria-label": summoner.seat_name },
    el("header", {}, el("h2", {}, summoner.seat_name, el("small", {}, who)), el("span", { class: "souls" }, `${summoner.souls} souls`), el("span", { class: "count" }, `${summoner.demons.length} of ${view.need_demons} demons`), ...candles, ...badges.map(([text, look]) => el("b", { class: look }, text))),
    group("In play", empty([...summoner.cards.map((of) => card(of, ["card"], actions, "waits")), ...summoner.demons.map((of) => demon(of, actions))])),
    summoner.hand === null ? el("p", { class: "hidden-hand" }, `${summoner.hand_size} demons in hand${summoner.knows_pile ? ", has searched the pile" : ""}`)
      : group("Hand", empty(summoner.hand.map((of) => demon(of, actions)))));
  return named.some((name) => actions.meanings.has(name)) ? actions.on(whole, named) : whole;
}
