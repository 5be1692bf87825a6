/** The live studio: a page over the WebSocket of `kinloop studio`. */
import { addStyle } from "../core/dom";
import themeCss from "../core/theme.css";
import studioCss from "./studio.css";
import sweepCss from "./sweep.css";
import { Studio } from "./session";

declare global {
  interface Window {
    kinloopStudio?: Studio["hook"];
  }
}

/** Builds the page and connects it to the server that it came from, with the token of its address. */
export function startStudio(): void {
  addStyle(themeCss);
  addStyle(studioCss);
  addStyle(sweepCss);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const studio = new Studio(`${scheme}://${location.host}/ws${location.search}`);
  window.kinloopStudio = studio.hook;
}
