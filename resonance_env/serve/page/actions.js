// What can be done with what lies on the table: legal cards glow, others say why not.

import { el } from "./dom.js";

export class Actions {
  /** choices: [{action, meaning}]; choose(action) and why(action) are called on a click; without them nothing can be clicked. */
  constructor(choices, choose, why) {
    this.meanings = new Map(choices.map((choice) => [choice.action, choice.meaning]));
    this.choose = choose;
    this.why = why;
  }

  /** The legal actions whose meaning begins with a text, such as the name of a card. */
  beginning(text) {
    return [...this.meanings].filter(([, meaning]) => meaning.startsWith(text)).map(([action]) => action);
  }

  /** Lets a node be clicked for those of some actions that are legal; returns the node. */
  on(node, names) {
    if (!this.choose || this.meanings.size === 0 || names.length === 0) return node;
    const legal = names.filter((name) => this.meanings.has(name));
    node.setAttribute("role", "button");
    node.setAttribute("tabindex", "0");
    if (legal.length === 0) node.setAttribute("aria-disabled", "true");
    else node.classList.add("legal");
    const text = legal.map((name) => this.meanings.get(name)).join(" / ");
    if (text) node.setAttribute("title", text);
    const act = () => {
      if (legal.length === 1) this.choose(legal[0]);
      else if (legal.length > 1) this.menu(node, legal);
      else this.why(names[0]);
    };
    node.addEventListener("click", (event) => {
      event.stopPropagation();
      act();
    });
    node.addEventListener("keydown", (event) => {
      if (event.target === node && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        act();
      }
    });
    return node;
  }

  menu(node, names) {
    const dialog = el("dialog", { class: "menu", "aria-label": "Which action?" },
      ...names.map((name) => el("button", { onclick: () => { dialog.close(); this.choose(name); } }, el("b", {}, name), " ", this.meanings.get(name))),
      el("button", { class: "quiet", onclick: () => dialog.close() }, "Cancel"));
    dialog.addEventListener("close", () => { dialog.remove(); node.focus(); });
    document.body.append(dialog);
    dialog.showModal();
  }
}
