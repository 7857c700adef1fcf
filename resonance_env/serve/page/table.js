// A table: what one seat, or a spectator, sees, and what it can do now.

import { Actions } from "./actions.js";
import { asText, el, loadDrawing, notice, redraw, textButton } from "./dom.js";
import { keep, keyOfLink, keysOf, linkOf } from "./keys.js";
import { logItems, withRules } from "./log.js";
import { rulesOf } from "./rules.js";

const RETRY = [300, 1000, 2000, 5000];

export async function showTable(main, id) {
  await new Table(main, id).open();
  window.addEventListener("hashchange", () => location.reload());
}

class Table {
  constructor(main, id) {
    this.main = main;
    this.id = id;
    this.key = keyOfLink() || keysOf(id).spectator || "";
    this.board = el("section", { class: "board", "aria-label": "The table" });
    this.asked = el("p", { class: "asked", "aria-live": "polite" });
    this.choices = el("ol", { class: "choices", "aria-label": "What you can do" });
    this.log = el("ol", { class: "log", tabindex: 0, "aria-label": "What has happened" });
    this.head = el("div", { class: "head" });
    this.end = el("div", { class: "end" });
    this.failures = 0;
    document.addEventListener("keydown", (event) => this.press(event));
  }

  async open() {
    this.main.classList.add("wide");
    this.main.replaceChildren(el("div", { class: "table" }, this.head, this.board,
      el("aside", { class: "side" }, el("section", { class: "now", "aria-label": "Your decision" }, this.asked, this.end, this.choices),
        el("section", { class: "past", "aria-label": "Log" }, el("h2", {}, "Log"), this.log))));
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}`);
    this.socket.addEventListener("open", () => this.send({ type: "join", key: this.key }));
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => {
      if (this.isDone) return;
      if (this.frame) {
        this.frame = { ...this.frame, choices: [] }; // a click would be lost
        this.drawChoices();
      }
      this.asked.textContent = "The connection is lost; trying again …";
      setTimeout(() => this.connect(), RETRY[Math.min(this.failures++, RETRY.length - 1)]);
    });
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  async receive(message) {
    if (message.type === "error") {
      notice(message.error);
      if (message.fatal) {
        this.isDone = true;
        this.asked.textContent = message.error;
      } else if (this.frame) this.drawChoices(); // what was chosen has not been taken
    } else if (message.type === "why") {
      notice(`${message.action}: ${message.why}`);
      this.asked.replaceChildren(...withRules(`${message.action}: ${message.why}`, this.openRule));
    } else if (message.type === "welcome") {
      this.failures = 0;
      this.queue = this.welcome(message);
    } else {
      this.queue = (this.queue ?? Promise.resolve()).then(() => this.draw(message));
    }
  }

  async welcome(message) {
    this.about = message;
    this.openRule = rulesOf(message.game);
    document.title = message.title;
    this.drawing ??= await loadDrawing(message.game);
    if (message.viewer !== null) {
      const kept = keysOf(this.id);
      kept.seats[message.viewer] = this.key;
      keep(this.id, kept);
    }
    this.log.replaceChildren();
    this.drawHead();
  }

  drawHead() {
    const { seats, viewer, title, holders } = this.about;
    const kept = keysOf(this.id);
    const held = Object.keys(kept.seats).map(Number);
    const tab = (seat) => el("button", { class: "tab", "aria-pressed": String(seat === viewer), onclick: () => this.moveTo(seat, kept.seats[seat]) }, seats[seat]);
    this.head.replaceChildren(
      el("h1", {}, title),
      el("p", { class: "who" }, viewer === null ? "You look on." : `You are ${seats[viewer]}.`),
      held.length > 1 ? el("div", { class: "tabs", role: "group", "aria-label": "Your seats" }, ...held.map(tab)) : "",
      el("div", { class: "tools" },
        textButton((isText) => { this.isText = isText; this.drawChoices(); }),
        el("button", { onclick: () => this.openRule() }, "Rules"),
        kept.spectator ? el("button", { onclick: () => this.showLinks(kept) }, "Links") : ""));
    this.names = Object.fromEntries(seats.map((name, seat) => [seat, seat === viewer ? "you" : holders[seat]]));
  }

  moveTo(seat, key) {
    if (seat === this.about.viewer) return;
    const show = () => { location.hash = key; };
    const shield = el("dialog", { class: "shield" }, el("p", {}, `The next view is for ${this.about.seats[seat]} only.`), el("button", { class: "main", onclick: show }, `Show the table to ${this.about.seats[seat]}`));
    this.board.replaceChildren();
    this.choices.replaceChildren();
    document.body.append(shield);
    shield.addEventListener("cancel", (event) => event.preventDefault());
    shield.showModal();
  }

  showLinks(kept) {
    const row = (name, key) => {
      const link = linkOf(this.id, key);
      return el("p", {}, el("b", {}, name), " ", el("input", { readonly: true, value: link, "aria-label": `Link of ${name}`, onfocus: (event) => event.target.select() }),
        el("button", { onclick: () => navigator.clipboard.writeText(link).then(() => notice("Copied.")) }, "Copy"));
    };
    const dialog = el("dialog", { class: "links", "aria-label": "Links" }, el("p", {}, "Whoever has the link of a seat plays it; give each to one person."),
      ...Object.entries(kept.seats).map(([seat, key]) => row(this.about.seats[seat], key)), row("Spectators", kept.spectator),
      el("button", { class: "main", onclick: () => dialog.close() }, "Close"));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  draw(frame) {
    this.frame = frame;
    if (frame.log_from === 0) this.log.replaceChildren();
    this.log.append(...logItems(frame.log, this.openRule));
    this.log.scrollTop = this.log.scrollHeight;
    const focused = document.activeElement?.closest(".choices") ? "choices" : null;
    this.drawChoices();
    this.choices.parentElement.scrollTop = 0;
    if (focused) this.choices.querySelector("button")?.focus({ preventScroll: true });
  }

  drawChoices() {
    const { frame } = this;
    const actions = new Actions(frame.choices, (action) => this.choose(action), (action) => this.send({ type: "why", action }));
    redraw(this.board, (this.isText ? asText : this.drawing).draw(frame, { actions, names: this.names, seats: this.about.seats }));
    this.choices.replaceChildren(...frame.choices.map(({ action, meaning }, place) =>
      el("li", {}, el("button", { onclick: () => this.choose(action) }, place < 9 ? el("kbd", {}, String(place + 1)) : "", el("b", {}, action), " ", ...withRules(meaning, this.openRule).map((node) => (node instanceof Node ? node.textContent : node))))));
    this.asked.textContent = this.sentence(frame);
    this.asked.classList.toggle("yours", frame.choices.length > 0);
    document.title = `${frame.choices.length > 0 ? "● " : ""}${this.about.title}`;
    this.end.replaceChildren(...(frame.over ? [el("button", { class: "main", onclick: () => this.watch() }, "Watch this game again")] : []));
  }

  sentence(frame) {
    if (frame.forfeit) return `The game is over: ${frame.forfeit}.`;
    if (frame.chosen) return `You have chosen: ${frame.chosen}. The others decide.`;
    const asked = frame.view.asked ?? [];
    if (asked.length > 0) return asked.join(" ");
    if (frame.over) return frame.winners.length > 0 ? `The game is over: ${frame.winners.map((seat) => this.about.seats[seat]).join(" and ")} won.` : "The game is over.";
    return frame.choices.length > 0 ? "It is your decision." : "You wait.";
  }

  choose(action) {
    for (const button of this.choices.querySelectorAll("button")) button.disabled = true;
    this.send({ type: "choose", step: this.frame.step, action });
  }

  press(event) {
    const isTyping = event.target.closest?.("input, select, textarea, dialog");
    if (!this.frame || isTyping || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
    const choice = this.frame.choices[Number(event.key) - 1];
    if (choice) this.choose(choice.action);
  }

  async watch() {
    const answer = await fetch(`/api/tables/${encodeURIComponent(this.id)}/text`, { headers: { "X-Key": this.key } });
    if (!answer.ok) return notice((await answer.json()).error);
    sessionStorage.setItem("watch", await answer.text());
    location.href = "/watch";
    return undefined;
  }
}
