/** The studio's frame: a bar on top, the machine at the left, the experiment at the right, view and results between them. */
import { build } from "./controls";

export interface Layout {
  bar: HTMLElement; machine: HTMLElement; experiment: HTMLElement; view: HTMLElement; below: HTMLElement; results: HTMLElement; tools: HTMLElement; corner: HTMLElement;
}

export function buildLayout(): Layout {
  const bar = build("header", { class: "studio-bar" });
  const machine = build("aside", { class: "column machine", "aria-label": "Machine" });
  const experiment = build("aside", { class: "column experiment", "aria-label": "Experiment" });
  const view = build("div", { class: "view", id: "view" });
  const tools = build("div", { class: "view-tools" });
  const corner = build("div", { class: "view-corner" });
  const below = build("div", { class: "below" });
  const results = build("section", { class: "results", "aria-label": "Results", hidden: true });
  const stage = build("div", { class: "stage" }, view, tools, corner);
  const middle = build("main", { class: "middle" }, stage, below, results);
  document.body.replaceChildren(bar, machine, middle, experiment);
  return { bar, machine, experiment, view, below, results, tools, corner };
}
