import { element } from "../core/dom";
import type { Motion } from "../core/types";

const MOST = 200;

/** Events of a motion; a press goes to the time of one. Null without events. */
export function eventList(motion: Motion, seek: (time: number) => void): HTMLElement | null {
  if (!motion.events.length) return null;
  const sorted = [...motion.events].sort((a, b) => a.time - b.time);
  const list = element("ul");
  for (const event of sorted.slice(0, MOST)) {
    const of = motion.records.length > 1 ? ` (${motion.records[event.record].name})` : "";
    const seekButton = element("button", { title: "go to this time", attributes: { type: "button" } });
    seekButton.append(element("b", { text: `${event.time.toFixed(3)} s` }), ` ${event.kind}${of}`);
    seekButton.addEventListener("click", () => seek(event.time));
    list.append(element("li", {}, seekButton, element("span", { class: "soft", text: event.message })));
  }
  if (sorted.length > MOST) list.append(element("li", { class: "soft", text: `and ${sorted.length - MOST} more` }));
  const count = sorted.length === 1 ? "1 event" : `${sorted.length} events`;
  const details = element("details", { class: "events" }, element("summary", { text: count }), list);
  details.open = true;
  return details;
}
