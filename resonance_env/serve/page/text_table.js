// Draws a game that has no drawing of its own, as text.

import { asText } from "/page/dom.js";

export const { draw } = asText;
