import { element } from "../core/dom";
import { ARROW_COLORS, TRACE_COLOR } from "./motion_scene";
import type { MotionScene } from "./motion_scene";

/** Names of what is drawn beside the machine: lines, arrows with the length of the largest, the two records. */
export class SceneLegend {
  readonly root = element("div", { class: "scene-legend" });

  constructor(private readonly scene: MotionScene) {
    this.refresh();
  }

  refresh(): void {
    const { motion, shown } = this.scene;
    const entries = motion.lines.map((line) => entry(line.name, line.color, line.kind === "reference" ? "dashed" : "solid"));
    if (shown.trace && motion.records[0].trace) entries.push(entry("tool's path", TRACE_COLOR, "solid"));
    for (const { kind, largest } of this.scene.arrowKinds()) {
      if (shown.arrows.has(kind)) entries.push(entry(`${kind}, largest ${largest}`, ARROW_COLORS[kind], "solid"));
    }
    if (motion.records.length > 1 && shown.ghost) {
      entries.push(element("span", { text: `${motion.records[0].name}; translucent: ${motion.records[1].name}` }));
    }
    this.root.replaceChildren(...entries);
  }
}

function entry(name: string, color: string, line: "solid" | "dashed"): HTMLElement {
  const key = element("span", { class: "key" });
  key.style.borderTop = `3px ${line} ${color}`;
  return element("span", {}, key, name);
}
