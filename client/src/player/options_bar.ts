import { button, choice, element, toggle } from "../core/dom";
import type { Style } from "../core/drawn/machine";
import type { DisplayUnits } from "../core/units";
import type { MotionScene } from "./motion_scene";
import { onPageUnits, pageUnits, setPageUnits } from "./settings";

/** What the options act on. */
export interface OptionActions {
  /** `scene.shown` has changed. */
  refresh(): void;
  resetView(): void;
  savePicture(): void;
  copyLink(): void;
}

const ARROW_TITLES = { velocity: "Velocity", effort: "Efforts", "loop force": "Loop forces" };

/** Buttons for what is shown: those of the three-dimensional view only where there is one. */
export function optionsBar(scene: MotionScene, threeD: boolean, actions: OptionActions): HTMLElement {
  const root = element("div", { class: "options", attributes: { role: "group", "aria-label": "display" } });
  if (threeD) root.append(...viewOptions(scene, actions));
  root.append(unitChoice(), button("Copy link", "copy a link to this motion and time", () => actions.copyLink()));
  return root;
}

function viewOptions(scene: MotionScene, actions: OptionActions): HTMLElement[] {
  const { motion, shown } = scene;
  const set = (change: () => void): void => {
    change();
    actions.refresh();
  };
  const options: HTMLElement[] = [];
  if (motion.scene.has_shapes) {
    const styles: [Style, string][] = [["shapes", "Shapes"], ["skeleton", "Skeleton"]];
    options.push(choice("how links are drawn", styles, shown.style, (style) => set(() => (shown.style = style as Style))));
  }
  if (motion.records[0].trace) options.push(toggle("Trace", "the tool's path", shown.trace, (on) => set(() => (shown.trace = on))));
  if (motion.records.length > 1) {
    options.push(toggle("Ghost", `${motion.records[1].name}, translucent`, shown.ghost, (on) => set(() => (shown.ghost = on))));
  }
  for (const { kind } of scene.arrowKinds()) {
    const change = (on: boolean): void => set(() => (on ? shown.arrows.add(kind) : shown.arrows.delete(kind)));
    options.push(toggle(ARROW_TITLES[kind], `arrows: ${kind}`, shown.arrows.has(kind), change));
  }
  options.push(
    toggle("Grid", "a grid below or behind the machine", shown.ground, (on) => set(() => (shown.ground = on))),
    button("Reset view", "show the whole machine from the usual side (0)", () => actions.resetView()),
    button("Picture", "save the view as a PNG picture", () => actions.savePicture()),
  );
  return options;
}

/** Units of the plots, for all motions of the page. */
function unitChoice(): HTMLElement {
  const units = (value: string): DisplayUnits => {
    const [angle, length] = value.split(" ") as [DisplayUnits["angle"], DisplayUnits["length"]];
    return { angle, length };
  };
  const text = (now: DisplayUnits): string => `${now.angle} ${now.length}`;
  const names = ["rad m", "deg m", "rad mm", "deg mm"];
  const node = choice("units", names.map((name) => [name, name.replace(" ", ", ")]), text(pageUnits()), (value) => setPageUnits(units(value)));
  onPageUnits((now) => (node.value = text(now)));
  return node;
}
