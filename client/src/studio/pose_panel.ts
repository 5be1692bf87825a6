// The configuration in numbers: typed tool coordinates and a slider for each active joint.
import { build, NumberField, Section } from "./controls";
import type { Joint, Machine } from "./protocol";
import type { DisplayUnits } from "../core/units";

export interface PoseActions {
  joint(index: number, value: number): void;
  task(values: number[]): void;
}

const TURN = Math.PI; // the slider of an unlimited joint goes so far to each side

/** A joint's range for its slider; where the description gives no limit, around the value. */
export function sliderRange(joint: Joint, extent: number): [number, number] {
  const reach = joint.unit === "rad" ? TURN : extent;
  return [joint.low ?? Math.min(-reach, joint.value), joint.high ?? Math.max(reach, joint.value)];
}

class JointRow {
  readonly root: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly field: NumberField;
  private held = false; // by the pointer: answers of the server come late and would pull the slider back

  constructor(joint: Joint, index: number, extent: number, actions: PoseActions) {
    const [low, high] = sliderRange(joint, extent),
      scale = Math.max(Math.abs(low), Math.abs(high), 1e-9);
    this.slider = build("input", {
      type: "range",
      id: `joint-slider-${index}`,
      min: low,
      max: high,
      step: "any",
      "aria-label": `${joint.name}, slider`,
    });
    this.field = new NumberField({
      id: `joint-${index}`,
      label: joint.name,
      unit: joint.unit,
      value: joint.value,
      scale,
      onInput: (value) => {
        this.slider.value = String(value);
        actions.joint(index, value);
      },
    });
    this.slider.addEventListener("input", () => {
      this.field.set(this.slider.valueAsNumber);
      actions.joint(index, this.slider.valueAsNumber);
    });
    this.slider.addEventListener("pointerdown", () => {
      this.held = true;
    });
    for (const end of ["pointerup", "pointercancel", "change"])
      this.slider.addEventListener(end, () => {
        this.held = false;
      });
    this.root = build("div", { class: "joint" }, this.field.root, this.slider);
    this.set(joint.value);
  }

  set(value: number): void {
    if (this.held) return;
    this.field.set(value);
    this.slider.value = String(value);
    this.slider.setAttribute("aria-valuetext", this.field.spoken);
  }

  setUnits(units: DisplayUnits): void {
    this.field.setUnits(units);
  }
}

export class PosePanel {
  readonly tool = new Section("tool", "Tool");
  readonly joints = new Section("joints", "Active joints");
  private rows: JointRow[] = [];
  private fields: NumberField[] = [];
  private key = "";
  private units: DisplayUnits = { angle: "rad", length: "m" };

  constructor(private readonly actions: PoseActions) {}

  /** Shows a machine's coordinates; the fields stay if only their values are others. */
  setMachine(machine: Machine, extent: number): void {
    const { names, values, units } = machine.task;
    const key = JSON.stringify([machine.joints.map((joint) => ({ ...joint, value: 0 })), names, units, extent]);
    if (key === this.key) {
      this.show(
        machine.joints.map((joint) => joint.value),
        values,
      );
      return;
    }
    this.key = key;
    this.fields = names.map(
      (name, index) =>
        new NumberField({
          id: `task-${index}`,
          label: name,
          unit: units[index] ?? "",
          value: values[index] ?? 0,
          scale: units[index] === "m" ? extent : 1,
          onChange: () => this.actions.task(this.fields.map((field) => field.value)),
        }),
    );
    this.tool.body.replaceChildren(build("div", { class: "grid" }, ...this.fields.map((field) => field.root)));
    this.rows = machine.joints.map((joint, index) => new JointRow(joint, index, extent, this.actions));
    this.joints.body.replaceChildren(...this.rows.map((row) => row.root));
    this.setUnits(this.units);
  }

  show(joints: ArrayLike<number>, tool: ArrayLike<number>): void {
    this.rows.forEach((row, index) => row.set(joints[index] ?? NaN));
    this.fields.forEach((field, index) => field.set(tool[index] ?? NaN));
  }

  setUnits(units: DisplayUnits): void {
    this.units = units;
    for (const part of [...this.rows, ...this.fields]) part.setUnits(units);
  }
}
