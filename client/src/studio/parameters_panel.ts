// The machine's parameters as numbers that can be changed while one looks, and what `check` found.
import { build, NumberField, Section } from "./controls";
import type { Parameter } from "./protocol";
import type { DisplayUnits } from "../core/units";

export class ParametersPanel {
  readonly section = new Section("parameters", "Parameters", false);
  private fields = new Map<string, NumberField>();
  private units: DisplayUnits = { angle: "rad", length: "m" };

  constructor(private readonly change: (name: string, value: number) => void) {}

  /** Shows the parameters; the same names keep their fields, so that one may go on typing. */
  set(parameters: Parameter[]): void {
    const same = parameters.length === this.fields.size && parameters.every((parameter) => this.fields.has(parameter.name));
    if (same) for (const parameter of parameters) this.fields.get(parameter.name)?.set(parameter.value);
    else this.rebuild(parameters);
  }

  /** The last change was not accepted: these are the values. */
  refuse(parameters: Parameter[]): void {
    for (const parameter of parameters) this.fields.get(parameter.name)?.refuse(parameter.value);
  }

  setUnits(units: DisplayUnits): void {
    this.units = units;
    for (const field of this.fields.values()) field.setUnits(units);
  }

  private rebuild(parameters: Parameter[]): void {
    this.fields = new Map(
      parameters.map((parameter, index) => [
        parameter.name,
        new NumberField({
          id: `parameter-${index}`,
          label: parameter.name,
          unit: parameter.unit,
          value: parameter.value,
          title: parameter.meaning,
          onInput: (value) => this.change(parameter.name, value),
        }),
      ]),
    );
    const rows = parameters.map((parameter) =>
      build(
        "div",
        { class: "parameter" },
        this.fields.get(parameter.name)?.root,
        parameter.meaning ? build("p", { class: "meaning" }, parameter.meaning) : null,
      ),
    );
    this.section.aside.textContent = parameters.length ? String(parameters.length) : "none";
    this.section.body.replaceChildren(
      ...(rows.length ? rows : [build("p", { class: "quiet" }, "This machine has no parameters.")]),
    );
    this.setUnits(this.units);
  }
}

export class FindingsPanel {
  readonly section = new Section("findings", "Check", false);

  set(findings: string[]): void {
    this.section.aside.textContent = findings.length ? String(findings.length) : "nothing found";
    this.section.body.replaceChildren(
      findings.length
        ? build("ul", { class: "findings" }, ...findings.map((finding) => build("li", {}, finding)))
        : build("p", { class: "quiet" }, "kinloop check found nothing to mention."),
    );
  }
}
