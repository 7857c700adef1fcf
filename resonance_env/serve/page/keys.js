// The keys of seats that this browser holds. They stand behind the # of a link, which browsers send to no server.

const name = (table) => `table.${table}`;

/** Returns {spectator, seats: {seat: key}} of what this browser knows of a table. */
export function keysOf(table) {
  try {
    return { seats: {}, ...JSON.parse(localStorage.getItem(name(table)) ?? "{}") };
  } catch {
    return { seats: {} };
  }
}

export function keep(table, keys) {
  localStorage.setItem(name(table), JSON.stringify(keys));
}

export const linkOf = (table, key) => `${location.origin}/table/${table}#${key}`;
export const keyOfLink = () => decodeURIComponent(location.hash.slice(1));
