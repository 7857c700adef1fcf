// Draws the table of SYNCRO from its plain view data (`table_view.py`).

import { el, svg } from "/page/dom.js";

export const style = "/games/syncro/table.css";

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8]; // of Spells in a hand and of targets, as action names have them
const KINDS = ["mushroom", "golem", "dragon"];
const SHAPES = {
  monster: "M4 20 L4 10 L8 4 L12 8 L16 4 L20 10 L20 20 Z M9 13 L9 15 M15 13 L15 15",
  mushroom: "M3 12 A9 8 0 0 1 21 12 Z M9 12 L9 21 L15 21 L15 12",
  golem: "M8 3 L16 3 L16 8 L8 8 Z M5 9 L19 9 L19 15 L5 15 Z M7 15 L7 21 M17 15 L17 21",
  dragon: "M3 20 C6 10 10 8 14 9 L20 4 L19 11 C21 15 16 20 10 19 Z M15 12 L15 13",
  lieutenant: "M12 2 L15 9 L22 9 L16 14 L18 22 L12 17 L6 22 L8 14 L2 9 L9 9 Z",
  boss: "M3 8 L8 12 L12 4 L16 12 L21 8 L19 20 L5 20 Z",
  cerberus: "M4 6 L8 10 L8 18 L4 18 Z M10 4 L14 4 L14 18 L10 18 Z M16 10 L20 6 L20 18 L16 18 Z",
  fog: "M3 8 C7 5 9 11 13 8 C17 5 19 10 21 8 M3 14 C7 11 9 17 13 14 C17 11 19 16 21 14",
};
const WORDS = ["pass", "estimate bad", "estimate middling", "estimate good", "keep hand", "discard hand", "pay no more"];

const icon = (name) => svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: SHAPES[name] ?? SHAPES.monster }));
const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

export function draw(frame, { actions, names, seats }) {
  const view = frame.view;
  return el("div", { class: "syncro" }, middle(view, actions, seats), el("div", { class: "mages" }, ...order(view).map((mage) => panel(mage, actions, names))));
}

/** The viewer first, then clockwise. */
function order({ mages, viewer }) {
  const first = viewer ?? 0;
  return mages.map((_, place) => mages[(first + place) % mages.length]);
}

function middle(view, actions, seats) {
  const tries = view.try_number > 1 || view.retries_left > 0 ? ` · try ${view.try_number}, ${view.retries_left} left` : "";
  const facts = `${count(view.foes_left, "foe")} left · ${view.cleared} of ${count(view.levels, "level")} won${tries}`;
  const rewards = view.reward_pile || view.reward_discard ? ` · Rewards ${view.reward_pile}, discard ${view.reward_discard}` : "";
  const piles = `Spells ${view.pile}, discard ${view.discard} · Monsters ${view.monster_pile}${view.fog_pile ? ` · Fog ${view.fog_pile}` : ""}${rewards}`;
  const told = (acts) => acts.filter((act) => act.did || act.reward).map((act) => el("li", {}, actText(act, view, seats)));
  const history = (title, acts) => (told(acts).length > 0 ? el("div", { class: "acts" }, el("h3", {}, title), el("ol", {}, ...told(acts))) : "");
  return el("section", { class: "middle", "aria-label": "The Horde and the piles" },
    el("header", {}, el("h2", {}, `Level ${view.level}, turn ${view.turn}`), el("span", {}, facts)),
    horde(view, actions),
    el("p", {}, piles),
    [...view.curses, ...view.in_force].length > 0 ? el("p", {}, el("b", {}, "In force: "), [...view.curses, ...view.in_force].join(", ")) : "",
    el("div", { class: "history" }, history("This turn", view.acts), history("Last turn", view.last_acts)));
}

function actText(act, { horde: cards }, seats) {
  const words = act.reward ? [`plays ${act.reward}`] : [];
  if (act.did === "attack") words.push(`${act.value ? `Spell ${act.value}` : "a Spell"} from position ${act.position} on ${cards[act.place]?.name ?? "a foe"}`);
  else if (act.did) words.push("passes");
  return `${seats[act.seat]}: ${words.join(", ")}`;
}

function horde(view, actions) {
  const columns = Math.max(...view.horde.map((card) => card.column), 0) + 2;
  const cards = view.horde.filter((card) => card.is_here).map((card) => {
    const node = foe(card, actions);
    node.style.gridColumn = `${card.column + 1} / span 2`;
    node.style.gridRow = String(card.row + 1);
    return node;
  });
  const grid = el("div", { class: "horde", role: "group", "aria-label": "The Horde" }, ...cards);
  grid.style.gridTemplateColumns = `repeat(${columns}, minmax(1.9rem, 1fr))`;
  return el("div", { class: "scroll" }, grid);
}

function foe(card, actions) {
  const back = card.back[0].toUpperCase() + card.back.slice(1);
  if (!card.is_up) return el("div", { class: `foe down ${card.back}`, role: "img", "aria-label": `${card.name ?? back}, face down` }, icon(card.back), el("b", {}, card.name ?? back));
  const kind = KINDS.find((name) => card.rules.includes(name)) ?? (card.back === "monster" ? "monster" : card.back);
  const laid = card.down.map((down) => `face down from mage_${down.seat}${down.value ? ` (${down.value})` : ""}`);
  const state = card.target ? `target ${card.target}` : card.is_covered ? "covered" : "guarded";
  const words = [`${card.name}, ${state}`, `force ${card.force}${card.force === card.printed ? "" : ` (printed ${card.printed})`}`, ...card.rules,
    ...(card.spells.length > 0 ? [`Spells ${card.spells.join(" + ")}`] : []), ...laid];
  const node = el("div", { class: `foe ${kind} ${card.is_resolving ? "resolving" : ""} ${card.is_covered ? "covered" : ""}`, "aria-label": words.join(", ") },
    el("span", { class: "head-line" }, card.target ? el("span", { class: "target" }, String(card.target)) : el("small", {}, state), el("span", { class: "force" }, String(card.force))),
    el("b", { class: "name" }, icon(kind), card.name),
    card.rules.length > 0 ? el("small", {}, card.rules.join(", ")) : "",
    card.absorbed.length > 0 ? el("small", {}, `absorbed ${card.absorbed.join(" ")}`) : "",
    el("span", { class: "spells" }, ...card.spells.map((value) => el("span", { class: "spell" }, String(value))),
      ...card.down.map((down) => el("span", { class: "spell hidden" }, String(down.value ?? "?"), el("small", {}, `m${down.seat}`)))));
  if (!card.target) return node;
  return actions.on(node, [...NUMBERS.map((number) => `card ${number} on target ${card.target}`), `reward on target ${card.target}`]);
}

function panel(mage, actions, names) {
  const words = [mage.estimate ? `estimate: ${mage.estimate}` : null, mage.sum ? `sum ${mage.sum}` : null].filter(Boolean);
  const badges = [mage.is_leader ? el("b", { class: "badge turn" }, "Leader") : "", mage.is_asked ? el("b", { class: "badge" }, "decides") : ""];
  const hand = mage.hand.map((held, place) => spell(held, place + 1, mage.is_viewer ? actions : null));
  const choices = mage.is_viewer ? WORDS.filter((name) => actions.meanings.has(name)).map((name) => actions.on(el("span", { class: "choice" }, name), [name])) : [];
  return el("section", { class: `mage ${mage.is_viewer ? "mine" : ""}`, "aria-label": mage.seat_name },
    el("header", {}, el("h2", {}, mage.seat_name, el("small", {}, names[mage.seat] ? ` · ${names[mage.seat]}` : "")), ...badges, el("span", {}, words.join(" · "))),
    el("div", { class: "hand", role: "group", "aria-label": "Hand" }, ...(hand.length > 0 ? hand : [el("small", {}, "no Spells")])),
    mage.has_reward ? reward(mage, actions) : "",
    choices.length > 0 ? el("div", { class: "hand" }, ...choices) : "");
}

function spell(held, position, actions) {
  const what = held.value === null ? "hidden" : String(held.value);
  const node = el("span", { class: `spell ${held.value === null ? "hidden" : ""} ${held.is_open ? "open" : ""}`, role: "img", "aria-label": `Spell at position ${position}: ${what}${held.is_open ? ", open to all" : ""}` },
    String(held.value ?? "?"), el("small", {}, String(position)));
  return actions ? actions.on(node, [...NUMBERS.map((target) => `card ${position} on target ${target}`), `pay card ${position}`]) : node;
}

function reward(mage, actions) {
  const node = el("span", { class: "reward" }, `Reward: ${mage.reward ?? "hidden"}`);
  return mage.is_viewer ? actions.on(node, ["reward", ...NUMBERS.map((target) => `reward on target ${target}`)]) : node;
}
