/** Labelled controls of the studio. Texts are always set as text: names come from files that anyone may have written. */
import { element } from "../core/dom";
import { displayUnit } from "../core/units";
import type { DisplayUnits } from "../core/units";
import { decimals } from "./digits";

type Attributes = Record<string, string | number | boolean | null | undefined>;

/** An element with attributes, of which null and false are left out, and children, of which null is left out. */
export function build<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string | null | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const given = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined && value !== false);
  const texts = Object.fromEntries(given.map(([name, value]) => [name, value === true ? "" : String(value)]));
  return element(tag, { attributes: texts }, ...children.filter((child) => child !== null && child !== undefined));
}

export function button(text: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = build("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", onClick);
  return made;
}

let counter = 0;
export function freshId(prefix: string): string {
  counter += 1;
  return `${prefix}-${counter}`;
}

/** A part of a column that can be closed. */
export class Section {
  readonly body = build("div", { class: "section-body" });
  readonly aside = build("span", { class: "section-aside" });
  readonly root: HTMLDetailsElement;

  constructor(id: string, title: string, open = true) {
    this.root = build("details", { class: "section", id }, build("summary", {}, build("h2", {}, title), this.aside), this.body);
    this.root.open = open;
  }
}

export interface Option {
  value: string;
  label: string;
}

/** A labelled list of choices. */
export class Select {
  readonly input: HTMLSelectElement;
  readonly root: HTMLElement;

  constructor(id: string, label: string, onChange: (value: string) => void, hideLabel = false) {
    this.input = build("select", { id });
    this.input.addEventListener("change", () => onChange(this.input.value));
    this.root = build(
      "div",
      { class: "field" },
      build("label", { for: id, class: hideLabel ? "hidden" : null }, label),
      this.input,
    );
  }

  get value(): string {
    return this.input.value;
  }

  set(options: Option[], value?: string): void {
    const chosen = value ?? this.input.value;
    this.input.replaceChildren(...options.map((option) => build("option", { value: option.value }, option.label)));
    if (options.some((option) => option.value === chosen)) this.input.value = chosen;
  }
}

export interface NumberOptions {
  id?: string;
  label: string;
  unit?: string;
  value: number;
  low?: number;
  high?: number;
  integer?: boolean;
  title?: string;
  scale?: number; // the size of typical values, for digits and steps
  hideLabel?: boolean;
  onInput?: (value: number) => void;
  onChange?: (value: number) => void;
}

/** A number with its unit, in SI inside and in the display's units outside. */
export class NumberField {
  readonly input: HTMLInputElement;
  readonly root: HTMLElement;
  private readonly unit: HTMLSpanElement;
  private stored: number;
  private committed: number; // the value of the last change that is finished
  private refused: string | null = null; // a text that is still there, and was not accepted
  private units: DisplayUnits = { angle: "rad", length: "m" };

  constructor(private readonly options: NumberOptions) {
    const id = options.id ?? freshId("number");
    this.stored = this.committed = options.value;
    if (options.unit === "1") this.options.unit = ""; // a number without a unit
    this.input = build("input", {
      id,
      type: "number",
      step: "any",
      inputmode: "decimal",
      autocomplete: "off",
      title: options.title,
    });
    this.unit = build("span", { class: "unit" });
    const label = build("label", { for: id, class: options.hideLabel ? "hidden" : null, title: options.title }, options.label);
    this.root = build("div", { class: "field number" }, label, build("span", { class: "with-unit" }, this.input, this.unit));
    this.input.addEventListener("input", () => {
      this.refused = null;
      if (this.read()) options.onInput?.(this.stored);
    });
    this.input.addEventListener("change", () => this.commit());
    this.input.addEventListener("blur", () => this.write());
    this.input.addEventListener("keydown", (event) => this.step(event));
    this.write();
  }

  get value(): number {
    return this.stored;
  }

  /** The value as it is read aloud. */
  get spoken(): string {
    return `${this.text(this.stored)} ${displayUnit(this.options.unit ?? "", this.units).unit}`;
  }

  /** Shows a value, unless the user is typing in this field. */
  set(value: number): void {
    this.stored = this.committed = value;
    if (document.activeElement !== this.input) this.write();
  }

  /** What was typed is not accepted: the value is another one, which is seen when the field is left. */
  refuse(value: number): void {
    const typing = value !== this.stored && document.activeElement === this.input;
    if (typing) this.refused = this.input.value;
    this.set(value);
    if (typing) this.input.setAttribute("aria-invalid", "true");
  }

  setUnits(units: DisplayUnits): void {
    this.units = units;
    this.write();
  }

  private get factor(): number {
    return displayUnit(this.options.unit ?? "", this.units).factor;
  }

  private commit(): void {
    if (this.input.value === this.refused) {
      this.write();
      return;
    }
    const right = this.read(),
      changed = right && this.stored !== this.committed;
    this.committed = this.stored;
    if (right) this.write();
    if (changed) this.options.onChange?.(this.committed);
  }

  // Takes what is typed where it is a number in range. A text that was not edited keeps all digits of the value.
  private read(): boolean {
    const typed = this.input.value.trim(),
      value = typed === "" ? NaN : Number(typed) / this.factor;
    const { low = -Infinity, high = Infinity, integer = false } = this.options;
    const right = Number.isFinite(value) && value >= low && value <= high && (!integer || Number.isInteger(value));
    this.input.setAttribute("aria-invalid", String(!right));
    if (right && typed !== this.text(this.stored)) this.stored = value;
    return right;
  }

  private write(): void {
    this.input.value = this.text(this.stored);
    this.input.setAttribute("aria-invalid", "false");
    this.unit.textContent = displayUnit(this.options.unit ?? "", this.units).unit;
  }

  private text(value: number): string {
    if (!Number.isFinite(value)) return "";
    if (this.options.integer) return String(value);
    if (this.options.scale === undefined) return String(Number((value * this.factor).toPrecision(9)));
    const text = (value * this.factor).toFixed(decimals(this.options.scale * this.factor));
    return text.replace(/^-(0(?:\.0*)?)$/, "$1");
  }

  // The arrow keys change the last digits that matter, not the first ones (a browser's step would be 1).
  private step(event: KeyboardEvent): void {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (!direction || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const size = Math.abs(this.options.scale ?? this.stored) * this.factor || 1;
    const step = this.options.integer ? 1 : 10 ** (Math.round(Math.log10(size)) - (event.shiftKey ? 1 : 2));
    this.input.value = String(Number((Number(this.input.value) + direction * step).toPrecision(9)));
    this.input.dispatchEvent(new Event("input"));
    this.input.dispatchEvent(new Event("change"));
  }
}

/** A checkbox with its label. */
export class Toggle {
  readonly input: HTMLInputElement;
  readonly root: HTMLLabelElement;

  constructor(id: string, label: string, checked: boolean, onChange: (on: boolean) => void) {
    this.input = build("input", { id, type: "checkbox" });
    this.input.checked = checked;
    this.input.addEventListener("change", () => onChange(this.input.checked));
    this.root = build("label", { class: "toggle", for: id }, this.input, label);
  }

  get on(): boolean {
    return this.input.checked;
  }
}

/** Two or three buttons of which one is pressed. */
export class Choice<Value extends string> {
  readonly root: HTMLElement;
  private readonly buttons: Map<Value, HTMLButtonElement>;

  constructor(
    label: string,
    options: readonly { value: Value; label: string }[],
    public value: Value,
    private readonly onChange: (value: Value) => void,
  ) {
    this.buttons = new Map(
      options.map((option) => [
        option.value,
        button(option.label, () => this.choose(option.value), { "data-value": option.value }),
      ]),
    );
    this.root = build("div", { class: "choice", role: "group", "aria-label": label }, ...this.buttons.values());
    this.show();
  }

  choose(value: Value): void {
    if (value === this.value) return;
    this.value = value;
    this.show();
    this.onChange(value);
  }

  private show(): void {
    for (const [value, made] of this.buttons) made.setAttribute("aria-pressed", String(value === this.value));
  }
}
