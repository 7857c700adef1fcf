// Chooses the page by its address.

import { el, notice } from "./dom.js";
import { showLobby } from "./lobby.js";
import { showTable } from "./table.js";
import { showWatch } from "./watch.js";

const main = document.getElementById("main");
const [, place, id] = location.pathname.split("/");

try {
  if (place === "table") await showTable(main, id);
  else if (place === "watch") await showWatch(main);
  else await showLobby(main);
} catch (error) {
  main.replaceChildren(el("p", { class: "error", role: "alert" }, error.message));
  notice(error.message);
}
