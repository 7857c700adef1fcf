// Elements without markup: text from the server only ever becomes text.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const el = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Shows a sentence for some seconds; screen readers say it. */
export function notice(text) {
  const place = document.getElementById("notice");
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => place.classList.remove("shown"), 6000);
}

/** Returns what a request answers; an error of the server is thrown with its text. */
export async function fetchJson(path, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer.");
  }
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error ?? "The server refused.");
  return told;
}

/** Draws a table as text. */
export const asText = { draw: (frame) => el("pre", { class: "plain", tabindex: 0 }, frame.text) };

/** Returns a game's own drawing, or one that shows the table as text. */
export async function loadDrawing(game) {
  const drawing = await import(`/games/${encodeURIComponent(game)}/table.js`);
  if (drawing.style) {
    const style = el("link", { rel: "stylesheet", href: drawing.style });
    await new Promise((done) => {
      style.addEventListener("load", done);
      style.addEventListener("error", done);
      document.head.append(style);
    });
  }
  return drawing;
}

/** Returns a button that changes between a game's drawing and text; redraw(isText) draws again. */
export function textButton(redraw) {
  const button = el("button", { "aria-pressed": "false" }, "As text");
  button.addEventListener("click", () => {
    const isText = button.getAttribute("aria-pressed") === "false";
    button.setAttribute("aria-pressed", String(isText));
    redraw(isText);
  });
  return button;
}

/** Replaces a drawing: what was unfolded stays so, what holds legal cards is unfolded, and the focus stays on the table. */
export function redraw(board, node) {
  const name = (details) => details.querySelector("summary").textContent.replace(/[0-9]+/g, "");
  const states = new Map([...board.querySelectorAll("details")].map((details) => [name(details), details.open]));
  const hadFocus = board.contains(document.activeElement);
  board.replaceChildren(node);
  for (const details of board.querySelectorAll("details")) {
    details.open = details.querySelector(".legal") !== null || (states.get(name(details)) ?? details.open);
  }
  if (hadFocus) board.querySelector(".legal")?.focus({ preventScroll: true });
}
