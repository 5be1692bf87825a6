// One thing that a sweep varies: which, from where to where, and how many values.
import { build, NumberField } from "./controls";
import type { VaryRequest } from "./protocol";

/** A path that can vary, with the value that it has now. */
export interface PathChoice {
  path: string;
  label: string;
  unit: string;
  value: number;
  /** How far its values reach at first, as factors of the present one. */
  reach: [number, number];
  low?: number;
}
export interface PathGroup {
  name: string;
  paths: PathChoice[];
}

export const SEED = "sensors.seed";
const NOTHING = "";

export class AxisForm {
  readonly root: HTMLElement;
  private readonly select: HTMLSelectElement;
  private readonly fields = build("div", { class: "axis-fields" });
  private choices = new Map<string, PathChoice>();
  private from: NumberField | null = null;
  private to: NumberField | null = null;
  private count: NumberField | null = null;

  /** `optional`: it may vary nothing. `number`: of values at first. */
  constructor(
    private readonly id: string,
    label: string,
    private readonly optional: boolean,
    private readonly number: number,
    private readonly changed: () => void,
  ) {
    this.select = build("select", { id });
    this.select.addEventListener("change", () => this.choose());
    const field = build("div", { class: "field" }, build("label", { for: id }, label), this.select);
    this.root = build("div", { class: "axis" }, field, this.fields);
  }

  /** What is asked for; null for nothing, or where a number is not one. */
  get request(): VaryRequest | null {
    const path = this.select.value;
    if (!path || !this.from || !this.count) return null;
    const request = { path, from: this.from.value, count: this.count.value };
    return this.to ? { ...request, to: this.to.value } : request;
  }

  get size(): number {
    return this.select.value && this.count ? this.count.value : 1;
  }

  /** A number that is typed is none, or both ends are the same. */
  get fault(): boolean {
    if (!this.select.value) return false;
    const wrong = [this.from, this.to, this.count].some((field) => field?.input.getAttribute("aria-invalid") === "true");
    return wrong || (this.to !== null && this.to.value === this.from?.value);
  }

  /** What can vary, with its values; what was chosen stays where it can. `same`: only values are others. */
  set(groups: PathGroup[], same: boolean): void {
    const before = this.select.value;
    this.choices = new Map(groups.flatMap((group) => group.paths.map((choice) => [choice.path, choice])));
    if (same) return;
    const options = groups
      .filter((group) => group.paths.length)
      .map((group) => {
        const node = build("optgroup", { label: group.name });
        node.append(...group.paths.map((choice) => build("option", { value: choice.path }, choice.label)));
        return node;
      });
    this.select.replaceChildren(...(this.optional ? [build("option", { value: NOTHING }, "nothing else")] : []), ...options);
    if (this.choices.has(before)) this.select.value = before;
    if (this.select.value !== before || !this.count) this.choose();
  }

  private choose(): void {
    const choice = this.choices.get(this.select.value);
    this.from = this.to = this.count = null;
    if (choice) this.build(choice);
    this.fields.replaceChildren(...[this.from, this.to, this.count].flatMap((field) => (field ? [(field as NumberField).root] : [])));
    this.changed();
  }

  private build(choice: PathChoice): void {
    const { unit, value, low, reach } = choice,
      seeds = choice.path === SEED;
    const [first, last] = value === 0 ? [0, unit.startsWith("rad") ? 1e-4 : 1] : reach.map((factor) => rounded(factor * value));
    const listen = { onInput: () => this.changed(), onChange: () => this.changed() };
    this.from = new NumberField({
      ...listen,
      id: `${this.id}-from`,
      label: seeds ? "First" : "From",
      unit,
      low,
      integer: seeds,
      value: seeds ? value : first,
    });
    this.to = seeds ? null : new NumberField({ ...listen, id: `${this.id}-to`, label: "To", unit, low, value: last });
    this.count = new NumberField({
      ...listen,
      id: `${this.id}-count`,
      label: "Number",
      value: this.number,
      low: 2,
      integer: true,
    });
    // A field that is left shows its value again, which may be one that counts.
    for (const field of [this.from, this.to, this.count]) field?.input.addEventListener("blur", () => this.changed());
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
