// A saved game, step by step, as any seat or as a spectator.

import { Actions } from "./actions.js";
import { asText, el, fetchJson, loadDrawing, notice, redraw, textButton } from "./dom.js";
import { logItems } from "./log.js";
import { Review } from "./review.js";
import { rulesOf } from "./rules.js";

export async function showWatch(main) {
  const kept = sessionStorage.getItem("watch");
  sessionStorage.removeItem("watch");
  if (kept) return open(main, kept);
  const text = el("textarea", { id: "text", rows: 12, spellcheck: "false", placeholder: "resonance game 1 …" });
  const file = el("input", { type: "file", id: "file", accept: ".txt,text/plain" });
  file.addEventListener("change", async () => { text.value = await file.files[0].text(); });
  const form = el("form", { class: "lobby" }, el("h1", {}, "Watch a saved game"),
    el("p", {}, "A game that `resonance play --save`, a tournament or a finished table has written."),
    el("label", { for: "file" }, el("span", {}, "File"), file), el("label", { for: "text" }, el("span", {}, "or its text"), text), el("button", { class: "main" }, "Open"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await open(main, text.value);
    } catch (error) {
      notice(error.message);
    }
  });
  main.replaceChildren(form);
  return undefined;
}

async function open(main, text) {
  const game = await fetchJson("/api/replays", { text });
  await new Watch(main, game, await loadDrawing(game.game), text).show();
}

class Watch {
  constructor(main, game, drawing, text) {
    Object.assign(this, { main, game, drawing, text, position: 0, viewer: "", seen: new Map() });
    this.openRule = rulesOf(game.game);
    this.board = el("section", { class: "board", "aria-label": "The table" });
    this.asked = el("p", { class: "asked", "aria-live": "polite" });
    this.slider = el("input", { type: "range", min: 0, max: game.steps, value: 0, "aria-label": "Step", oninput: (event) => this.go(Number(event.target.value)) });
    this.count = el("output", {});
    this.log = el("ol", { class: "log", tabindex: 0, "aria-label": "What happened" });
    this.review = new Review(game, (position) => this.go(position));
    this.names = Object.fromEntries(game.seats.map((_, seat) => [seat, game.holders?.[seat] ?? ""]));
  }

  async show() {
    const { game } = this;
    document.title = game.title;
    const step = (label, by, text) => el("button", { "aria-label": label, onclick: () => this.go(by === null ? game.steps : by === 0 ? 0 : this.position + by) }, text);
    const viewer = el("select", { "aria-label": "Seen by", onchange: (event) => { this.viewer = event.target.value; this.go(this.position); } },
      el("option", { value: "" }, "as a spectator"), ...game.seats.map((name, seat) => el("option", { value: String(seat) }, `as ${name}`)));
    this.groups = game.lines.map((lines, position) => {
      const items = logItems(lines, this.openRule);
      return el("li", { class: "step" }, el("button", { class: "jump", "aria-label": `Step ${position}`, onclick: () => this.go(position) }, String(position)), el("ol", {}, ...items));
    });
    this.log.replaceChildren(...this.groups);
    this.main.classList.add("wide");
    this.main.replaceChildren(el("div", { class: "table" },
      el("div", { class: "head" }, el("h1", {}, game.title), el("p", { class: "who" }, game.holders ? game.holders.join(", ") : ""), el("div", { class: "tools" }, viewer, textButton((isText) => { this.isText = isText; this.go(this.position); }), el("button", { onclick: () => this.openRule() }, "Rules"))),
      this.board,
      el("aside", { class: "side" },
        el("section", { class: "now", "aria-label": "Steps" }, this.asked,
          el("div", { class: "steps" }, step("First step", 0, "|◀"), step("Step back", -1, "◀"), this.slider, step("Step on", 1, "▶"), step("Last step", null, "▶|"), this.count),
          this.review.decisions),
        this.review.panel,
        el("section", { class: "past", "aria-label": "Log" }, el("h2", {}, "Log"), this.log))));
    document.addEventListener("keydown", (event) => {
      if (event.target.closest?.("input, select, textarea, dialog")) return;
      const to = { ArrowLeft: this.position - 1, ArrowRight: this.position + 1, Home: 0, End: this.game.steps }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        this.go(to);
      }
    });
    await this.review.prepare();
    await this.go(0);
  }

  async go(position) {
    this.position = Math.max(0, Math.min(this.game.steps, position));
    const [wanted, viewer] = [this.position, this.viewer];
    try {
      const frame = await this.frame(wanted, viewer);
      if (wanted !== this.position || viewer !== this.viewer) return;
      this.draw(frame);
    } catch (error) {
      notice(error.message);
    }
  }

  async frame(position, viewer) {
    const name = `${position}/${viewer}`;
    if (!this.seen.has(name)) {
      const query = viewer === "" ? "" : `?viewer=${viewer}`;
      this.seen.set(name, await fetchJson(`/api/replays/${this.game.replay}/${position}${query}`));
    }
    return this.seen.get(name);
  }

  draw(frame) {
    this.slider.value = this.position;
    this.count.textContent = `${this.position} of ${this.game.steps}`;
    const played = this.game.actions[this.position];
    const did = played ? Object.entries(played).map(([seat, action]) => `${this.game.seats[seat]}: ${action}`).join(" · ") : "";
    this.asked.textContent = did ? `Next: ${did}` : (frame.view.asked ?? ["The game is over."]).join(" ");
    redraw(this.board, (this.isText ? asText : this.drawing).draw(frame, { actions: new Actions([]), names: this.names, seats: this.game.seats }));
    this.review.show(this.position);
    this.groups.forEach((group, place) => group.classList.toggle("here", place === this.position));
    const here = this.groups[this.position];
    this.log.scrollTop = here.offsetTop - this.log.offsetTop - this.log.clientHeight / 2;
  }
}
