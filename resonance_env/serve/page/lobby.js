// The lobby: a game, its options, and who plays.

import { el, fetchJson, notice } from "./dom.js";
import { keep } from "./keys.js";

const PERSON = "person";
const word = (value) => (value === null ? "default" : value === true ? "yes" : value === false ? "no" : String(value));

export async function showLobby(main) {
  const games = await fetchJson("/api/games");
  const form = el("form", { class: "lobby" });
  const state = { game: games[0] };
  const draw = () => form.replaceChildren(...fields(games, state, draw));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await create(form, state.game);
    } catch (error) {
      notice(error.message);
    }
  });
  draw();
  main.replaceChildren(form);
}

function fields(games, state, draw) {
  const game = state.game;
  const players = state.players ?? game.default_players;
  const select = (label, id, choices, chosen, onchange) =>
    el("label", { for: id }, el("span", {}, label), el("select", { id, name: id, onchange }, ...choices.map(([value, text]) => el("option", { value, selected: value === chosen }, text))));
  const chooseGame = select("Game", "game", games.map((other) => [other.name, other.title]), game.name, (event) => {
    state.game = games.find((other) => other.name === event.target.value);
    state.players = undefined;
    draw();
    document.getElementById("game").focus();
  });
  const choosePlayers = select("Players", "players", game.players.map((number) => [String(number), String(number)]), String(players), (event) => {
    state.players = Number(event.target.value);
    draw();
    document.getElementById("players").focus();
  });
  const options = game.options.map((option) => {
    const choices = option.choices.map((choice, place) => [String(place), word(choice)]);
    const chosen = String(option.choices.findIndex((choice) => choice === option.default));
    const label = select(option.name.replaceAll("_", " "), `option-${option.name}`, choices, chosen, () => {});
    label.append(el("small", {}, option.meaning));
    return label;
  });
  const strong = game.agents.find((agent) => agent.name === "planner") ?? game.agents[0];
  const seats = Array.from({ length: players }, (_, seat) => seatField(game, seat, seat === 0 ? PERSON : strong.name));
  const [goal, ...course] = game.primer.split("\n\n");
  return [
    el("h1", {}, "A new game"),
    el("div", { class: "row" }, chooseGame, choosePlayers),
    el("p", { class: "goal" }, goal),
    course.length > 0 && el("details", {}, el("summary", {}, "How a game goes"), el("pre", {}, course.join("\n\n"))),
    el("fieldset", {}, el("legend", {}, "Who plays"), ...seats, el("label", { class: "check" }, el("input", { type: "checkbox", name: "shuffle" }), "Seats at random")),
    el("details", {}, el("summary", {}, "Options"), el("div", { class: "options" }, ...options, el("label", { for: "seed" }, el("span", {}, "seed"), el("input", { id: "seed", name: "seed", inputmode: "numeric", pattern: "[0-9]{1,15}", placeholder: "secret" }), el("small", {}, "The same seed is the same deal. Who knows it may know what is hidden.")))),
    el("button", { class: "main", type: "submit" }, "Set up the table"),
  ].filter(Boolean);
}

function seatField(game, seat, chosen) {
  const parameters = el("span", { class: "parameters" });
  const details = el("details", { class: "more" }, el("summary", {}, "settings"), parameters);
  const show = (name) => {
    const agent = game.agents.find((other) => other.name === name);
    parameters.replaceChildren(...(agent?.parameters ?? []).map((parameter) => parameterField(seat, parameter)));
    details.hidden = parameters.children.length === 0;
  };
  const who = el("select", { id: `seat-${seat}`, name: `seat-${seat}`, onchange: (event) => show(event.target.value) },
    el("option", { value: PERSON, selected: chosen === PERSON }, "A person, by link"),
    ...game.agents.map((agent) => el("option", { value: agent.name, title: agent.meaning, selected: agent.name === chosen }, agent.name)));
  show(chosen);
  return el("div", { class: "seat" }, el("label", { for: `seat-${seat}` }, `Player ${seat + 1}`), who, details);
}

function parameterField(seat, parameter) {
  const id = `seat-${seat}-${parameter.name}`;
  const choices = parameter.choices.length > 0 ? parameter.choices : parameter.type === "bool" ? ["true", "false"] : null;
  const attributes = { id, name: id, "data-default": String(parameter.default) };
  const input = choices
    ? el("select", attributes, ...choices.map((choice) => el("option", { value: String(choice), selected: String(choice) === String(parameter.default).toLowerCase() || choice === parameter.default }, String(choice))))
    : el("input", { ...attributes, value: String(parameter.default) });
  return el("label", { for: id, title: parameter.meaning }, el("span", {}, parameter.name), input);
}

function holder(form, game, seat) {
  const name = form.elements[`seat-${seat}`].value;
  const agent = game.agents.find((other) => other.name === name);
  const given = (agent?.parameters ?? [])
    .map((parameter) => [parameter, form.elements[`seat-${seat}-${parameter.name}`].value.trim()])
    .filter(([parameter, value]) => value !== "" && value.toLowerCase() !== String(parameter.default).toLowerCase())
    .map(([parameter, value]) => `${parameter.name}=${value}`);
  return given.length > 0 ? `${name}:${given.join(",")}` : name;
}

async function create(form, game) {
  const players = Number(form.elements.players.value);
  const options = {};
  for (const option of game.options) {
    const value = option.choices[Number(form.elements[`option-${option.name}`].value)];
    if (value !== option.default) options[option.name] = value;
  }
  const seed = form.elements.seed.value.trim();
  const holders = Array.from({ length: players }, (_, seat) => holder(form, game, seat));
  const made = await fetchJson("/api/tables", { game: game.name, players, options, holders, shuffle: form.elements.shuffle.checked, seed: seed === "" ? null : Number(seed) });
  keep(made.table, { spectator: made.spectator, seats: made.seats });
  const first = Object.values(made.seats)[0] ?? made.spectator;
  location.href = `/table/${made.table}#${first}`;
}
