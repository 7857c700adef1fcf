// The review of a saved game: an agent's opinion of every decision, a graph over the game, and the costliest decisions.

import { el, fetchJson, notice, svg } from "./dom.js";
import { keep, linkOf } from "./keys.js";

const COSTLIEST = 5;
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [340, 150, 34, 8, 18];

export class Review {
  /** game: of an upload; go(position) shows a position. `panel` and `decisions` are the parts of the page that it draws. */
  constructor(game, go) {
    Object.assign(this, { game, go, position: 0, told: [], run: 0 });
    this.panel = el("section", { class: "review", "aria-label": "Review" });
    this.decisions = el("div", { class: "decisions" });
    this.graph = el("div", {});
    this.costly = el("div", {});
    this.state = el("p", { class: "soft", role: "status" });
  }

  async prepare() {
    const { agents } = (await fetchJson("/api/games")).find((other) => other.name === this.game.game);
    const names = agents.map((agent) => agent.name);
    const select = (label, chosen) => el("select", { "aria-label": label }, ...names.map((name) => el("option", { value: name, selected: name === chosen }, name)));
    const strong = names.includes("planner") ? "planner" : names[0];
    this.by = select("Reviewed by", strong);
    this.opponents = select("Opponents of a retry", strong);
    this.seat = el("select", { "aria-label": "Seat of a retry" }, ...this.game.seats.map((name, seat) => el("option", { value: String(seat) }, name)));
    this.panel.replaceChildren(el("h2", {}, "Review"),
      el("div", { class: "row" }, el("label", {}, "by ", this.by), el("button", { onclick: () => this.start() }, "Review this game")),
      this.state, this.graph, this.costly,
      el("details", {}, el("summary", {}, "Retry from here"), el("div", { class: "row" }, el("label", {}, "as ", this.seat), el("label", {}, "against ", this.opponents),
        el("button", { onclick: () => this.retry() }, "Play on from this step"))));
  }

  /** Asks about one position after another, and shows what is known so far. */
  async start() {
    const run = ++this.run;
    this.panel.closest(".table").classList.add("studied");
    this.told = [];
    for (let step = 0; step <= this.game.steps; step++) {
      this.state.textContent = `Step ${step} of ${this.game.steps} …`;
      let told;
      try {
        told = await fetchJson(`/api/replays/${this.game.replay}/${step}/review?by=${encodeURIComponent(this.by.value)}`);
      } catch (error) {
        if (run === this.run) this.state.textContent = error.message;
        return;
      }
      if (run !== this.run) return;
      this.told.push(told);
      this.drawGraph();
      if (step === this.position) this.drawDecisions();
    }
    this.state.textContent = `Reviewed by ${this.by.value}. A cost is what the best action is worth more, as the seat could know; ± is a standard error.`;
    this.drawCostly();
  }

  async retry() {
    try {
      const wanted = { position: this.position, seat: Number(this.seat.value), opponents: this.opponents.value };
      const made = await fetchJson(`/api/replays/${this.game.replay}/retry`, wanted);
      keep(made.table, { spectator: made.spectator, seats: made.seats });
      location.href = linkOf(made.table, made.seats[wanted.seat]);
    } catch (error) {
      notice(error.message);
    }
  }

  /** Shows a position together with what is said about it. */
  visit(position) {
    this.go(position);
    this.decisions.parentElement.scrollIntoView({ block: "nearest" });
  }

  show(position) {
    this.position = position;
    if (this.told.length > 0) this.drawGraph();
    this.drawDecisions();
  }

  amount(value, error) {
    const number = (part) => (this.game.unit === "chance to win" ? String(Math.round(100 * part)) : part.toFixed(1));
    const spread = error ? ` ± ${number(error)}` : "";
    return `${number(value)}${spread}${this.game.unit === "chance to win" ? " %" : ""}`;
  }

  /** Seats with the same values are one line: partners, or everybody in a cooperative game. */
  sides() {
    const found = new Map();
    this.game.seats.forEach((name, seat) => {
      const values = JSON.stringify(this.told.map((told) => told.values[seat]));
      if (found.has(values)) found.get(values).names.push(name);
      else found.set(values, { names: [name], seat });
    });
    return [...found.values()];
  }

  drawGraph() {
    const all = this.told.flatMap((told) => told.values);
    const most = this.game.unit === "chance to win" ? 1 : Math.max(1, ...all);
    const x = (step) => LEFT + (step / Math.max(this.game.steps, 1)) * (WIDTH - LEFT - 4);
    const y = (value) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM);
    const sides = this.sides();
    const lines = sides.map(({ seat }, place) => svg("polyline", { class: `curve curve-${place % 8}`, points: this.told.map((told) => `${x(told.step).toFixed(1)},${y(told.values[seat]).toFixed(1)}`).join(" ") }));
    const marks = [0, most / 2, most].flatMap((value) => [
      svg("line", { class: "grid", x1: LEFT, x2: WIDTH - 4, y1: y(value), y2: y(value) }),
      svg("text", { x: LEFT - 4, y: y(value) + 4, "text-anchor": "end" }, this.game.unit === "chance to win" ? `${100 * value}%` : value.toFixed(1)),
    ]);
    const here = svg("line", { class: "here", x1: x(this.position), x2: x(this.position), y1: TOP, y2: HEIGHT - BOTTOM });
    const plot = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": `${this.game.unit} of each seat over the game; the list of costliest decisions has the numbers` },
      ...marks, here, ...lines, svg("text", { x: WIDTH / 2, y: HEIGHT - 4, "text-anchor": "middle" }, "step"));
    plot.addEventListener("click", (event) => {
      const box = plot.getBoundingClientRect();
      const along = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - 4);
      this.visit(Math.round(along * this.game.steps));
    });
    const now = this.told[Math.min(this.position, this.told.length - 1)];
    const legend = sides.map(({ names, seat }, place) => el("span", { class: "key" },
      svg("svg", { viewBox: "0 0 24 8", "aria-hidden": "true" }, svg("line", { class: `curve curve-${place % 8}`, x1: 0, x2: 24, y1: 4, y2: 4 })), `${names.join(" + ")} ${this.amount(now.values[seat])}`));
    this.graph.replaceChildren(plot, el("p", { class: "legend" }, ...legend));
  }

  drawCostly() {
    const all = this.told.flatMap((told) => told.decisions.map((decision) => ({ ...decision, step: told.step }))).filter((decision) => decision.cost > decision.error);
    all.sort((one, other) => other.cost - other.error - (one.cost - one.error));
    const seats = this.game.seats.map((name, seat) => {
      const own = all.filter((decision) => decision.seat === seat).slice(0, COSTLIEST);
      return el("details", { open: seat === 0 }, el("summary", {}, `Costliest decisions of ${name}`),
        own.length === 0 ? el("p", {}, "None that cost more than its standard error.") : el("ol", { class: "costly" }, ...own.map((decision) =>
          el("li", {}, el("button", { onclick: () => this.visit(decision.step) }, `Step ${decision.step}: ${decision.action}, better ${decision.actions[0].action}: ${this.amount(decision.cost, decision.error)}`)))));
    });
    this.costly.replaceChildren(...seats);
  }

  drawDecisions() {
    const told = this.told[this.position];
    const real = (told?.decisions ?? []).filter((decision) => decision.actions.length > 1);
    this.decisions.replaceChildren(...real.map((decision, place) => el("details", { open: place === 0 },
      el("summary", {}, `${this.game.seats[decision.seat]}: ${decision.action}, ${decision.cost === 0 ? "the best" : `cost ${this.amount(decision.cost, decision.error)}`}`),
      el("ol", { class: "opinions" }, ...decision.actions.map((action) => this.opinion(action, decision))))));
  }

  opinion(action, decision) {
    const percent = Math.round(100 * action.probability);
    return el("li", { class: action.action === decision.action ? "taken" : "" },
      el("span", { class: "name" }, el("b", {}, action.action), action.action === decision.action ? " (taken)" : ""),
      el("span", { class: "likely" }, el("meter", { min: 0, max: 1, value: action.probability, "aria-label": "probability" }), ` ${percent} %`),
      el("span", { class: "worth" }, action.value === null ? "not played out" : this.amount(action.value, action.error)),
      el("small", {}, action.meaning),
      action.leads_to.length > 0 && el("small", { class: "leads" }, `Leads to: ${action.leads_to.join(" · ")}`));
  }
}
