/** The studio's frame: a bar on top, the machine at the left, the experiment at the right, view and results between them. */
import { build, Section } from "./controls";

export interface Layout {
  bar: HTMLElement;
  machine: HTMLElement;
  experiment: HTMLElement;
  view: HTMLElement;
  below: HTMLElement;
  results: HTMLElement;
  tools: HTMLElement;
  corner: HTMLElement;
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

/** What is in each part; a section is put in by its root. */
export interface Filling {
  bar: Node[];
  machine: (Node | Section)[];
  experiment: (Node | Section)[];
  tools: Node[];
  corner: Node[];
  stage: Node[];
  below: Node[];
}

export function fillLayout(layout: Layout, filling: Filling): void {
  const roots = (parts: (Node | Section)[]): Node[] => parts.map((part) => (part instanceof Section ? part.root : part));
  layout.bar.append(...filling.bar);
  layout.machine.append(...roots(filling.machine));
  layout.experiment.append(...roots(filling.experiment));
  layout.tools.append(...filling.tools);
  layout.corner.append(...filling.corner);
  layout.view.parentElement?.append(...filling.stage);
  layout.below.append(...filling.below);
}
