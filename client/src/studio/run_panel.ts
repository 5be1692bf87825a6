/** With what a motion is run: law and gains, plant, period, sensors; run and stop. */
import { build, button, NumberField, Section, Select, Toggle } from "./controls";
import type { LawForm, RunRequest, Settings } from "./protocol";

const PLANTS: Record<string, string> = {
  native: "native: constrained dynamics",
  adaptive: "adaptive: error-controlled steps",
  kinematic: "kinematic: rates are followed",
  prescribed: "prescribed: the motion is followed",
  exudyn: "Exudyn (external engine)",
  mujoco: "MuJoCo (external engine)",
};
const SPEEDS = ["0.1", "0.25", "0.5", "1", "2", "4"];

export class RunPanel {
  readonly lawSection = new Section("law", "Control law");
  readonly plantSection = new Section("plant", "Plant and sensors", false);
  readonly runSection = new Section("run", "Run");
  private readonly law: Select;
  private readonly plant: Select;
  private readonly measured: Select;
  private readonly gains = build("div", { class: "grid" });
  private readonly typed = new Map<string, Map<string, number>>(); // gains by law: another law and back keeps them
  private forms: LawForm[] = [];
  private ready = false;
  private running = false;
  private readonly period = new NumberField({
    id: "period",
    label: "Control period",
    unit: "s",
    value: 1e-3,
    low: 1e-5,
    high: 1,
  });
  private readonly duration = build("input", {
    id: "run-duration",
    type: "number",
    min: 0,
    step: "any",
    placeholder: "auto",
    title: "Left empty: as long as the motion takes",
    inputmode: "decimal",
  });
  private readonly noise = new NumberField({ id: "noise-q", label: "Noise of positions", unit: "rad or m", value: 0, low: 0 });
  private readonly rateNoise = new NumberField({
    id: "noise-qd",
    label: "Noise of rates",
    unit: "rad/s or m/s",
    value: 0,
    low: 0,
  });
  private readonly resolution = new NumberField({
    id: "resolution",
    label: "Resolution of positions",
    unit: "rad or m",
    value: 0,
    low: 0,
  });
  private readonly seed = new NumberField({ id: "seed", label: "Seed", value: 0, low: 0, integer: true });
  private readonly live: Toggle;
  private readonly speed: Select;
  private readonly start: HTMLButtonElement;
  private readonly halt: HTMLButtonElement;
  private readonly hint = build("p", { class: "quiet", id: "run-hint" });
  private readonly mismatches = build("div", { class: "grid", id: "mismatch" });
  private mismatch: Record<string, number> = {};

  /** Is called when the law, its gains or the noise are others, and when a run begins or ends. */
  onChange: () => void = () => undefined;

  constructor(run: () => void, stop: () => void) {
    this.law = new Select("law-kind", "Law", () => {
      this.showGains();
      this.onChange();
    });
    this.plant = new Select("plant-kind", "Plant", () => undefined);
    this.measured = new Select("measured", "Sensors", () => undefined);
    this.measured.set([
      { value: "all", label: "all joints are measured" },
      { value: "active", label: "active joints; the model gives the others" },
    ]);
    this.live = new Toggle("live", "Watch it as it runs", true, () => this.setRunning(this.running));
    this.speed = new Select("speed", "Speed", () => undefined, true);
    this.speed.set(
      SPEEDS.map((value) => ({ value, label: `${value} ×` })),
      "1",
    );
    this.start = button("Run", run, { class: "primary", id: "run-button", title: "Ctrl+Enter does the same" });
    this.halt = button("Stop", stop, { id: "stop-button", disabled: true });
    const own = build(
      "div",
      { class: "field" },
      build("label", { for: "run-duration" }, "Duration"),
      build("span", { class: "with-unit" }, this.duration, build("span", { class: "unit" }, "s")),
    );
    this.lawSection.body.append(this.law.root, this.gains);
    const sensors = [this.measured, this.noise, this.rateNoise, this.resolution, this.seed].map((one) => one.root);
    this.plantSection.body.append(this.plant.root, this.mismatches, this.period.root, own, ...sensors);
    for (const field of [this.noise, this.rateNoise, this.seed]) field.input.addEventListener("input", () => this.onChange());
    this.runSection.body.append(
      build("div", { class: "row" }, this.live.root, this.speed.root),
      build("div", { class: "row buttons" }, this.start, this.halt),
      this.hint,
    );
    this.setRunning(false);
  }

  setForms(laws: LawForm[], plants: string[]): void {
    this.forms = laws;
    this.law.set(laws.map((law) => ({ value: law.kind, label: law.label })));
    this.plant.set(plants.map((plant) => ({ value: plant, label: PLANTS[plant] ?? plant })));
    this.showGains();
  }

  get request(): RunRequest {
    const duration = this.duration.valueAsNumber;
    return {
      law: { kind: this.law.value, gains: Object.fromEntries(this.values()) },
      plant: this.plant.value,
      period: this.period.value,
      duration: duration > 0 ? duration : null,
      sensors: {
        only_active: this.measured.value === "active",
        noise: { q: this.noise.value, qd: this.rateNoise.value },
        resolution: this.resolution.value,
        seed: this.seed.value,
      },
      live: this.live.on,
      speed: Number(this.speed.value),
      mismatch: { ...this.mismatch },
    };
  }

  /** There is no machine yet, or a run goes on. */
  get blocked(): boolean {
    return this.running || !this.ready;
  }

  get form(): LawForm | undefined {
    return this.forms.find((law) => law.kind === this.law.value);
  }

  /** Shows the settings of a run; what it does not have is as it is at first. How it is watched stays. */
  setRequest({ law, plant = "native", period = 1e-3, duration, sensors, mismatch = {} }: Settings["run"]): void {
    this.typed.set(law.kind, new Map(Object.entries(law.gains ?? {})));
    this.law.input.value = law.kind;
    this.plant.input.value = plant;
    this.period.set(period);
    this.duration.value = duration ? String(duration) : "";
    this.measured.input.value = sensors?.only_active ? "active" : "all";
    this.noise.set(sensors?.noise?.q ?? 0);
    this.rateNoise.set(sensors?.noise?.qd ?? 0);
    this.resolution.set(sensors?.resolution ?? 0);
    this.seed.set(sensors?.seed ?? 0);
    this.setMismatch(mismatch);
    this.showGains();
    this.onChange();
  }

  /** What the plant has otherwise than the law knows. */
  setMismatch(mismatch: Record<string, number>): void {
    this.mismatch = { ...mismatch };
    const entries = Object.entries(mismatch);
    if (entries.length) this.plantSection.root.open = true;
    this.mismatches.replaceChildren(
      ...(entries.length ? [build("p", { class: "quiet" }, "The plant differs from what the law knows:")] : []),
      ...entries.map(([path, value]) => {
        const remove = (): void => this.setMismatch(Object.fromEntries(entries.filter(([other]) => other !== path)));
        const words = `${path} = ${Number(value.toPrecision(6))}`;
        return build("div", { class: "mismatch" }, build("span", {}, words), button("×", remove, { class: "plain", "aria-label": `Remove ${words}` }));
      }),
    );
  }

  /** There is a machine that can be run. */
  setReady(): void {
    this.ready = true;
    this.setRunning(this.running);
  }

  setRunning(running: boolean): void {
    this.running = running;
    this.start.disabled = running || !this.ready;
    this.halt.disabled = !running;
    this.speed.root.hidden = !this.live.on;
    this.hint.textContent = !this.live.on
      ? "The run is computed at once; then it can be replayed."
      : running
        ? "Drag the ball at the tool: it is pushed with the force of the arrow."
        : "While it runs, drag the ball at the tool to push it.";
    this.onChange();
  }

  private values(): Map<string, number> {
    const form = this.forms.find((law) => law.kind === this.law.value),
      typed = this.typed.get(this.law.value);
    return new Map((form?.gains ?? []).map((gain) => [gain.name, typed?.get(gain.name) ?? gain.value]));
  }

  private showGains(): void {
    const form = this.forms.find((law) => law.kind === this.law.value),
      values = this.values();
    const typed = this.typed.get(this.law.value) ?? new Map<string, number>();
    this.typed.set(this.law.value, typed);
    this.gains.replaceChildren(
      ...(form?.gains ?? []).map(
        (gain) =>
          new NumberField({
            id: `gain-${gain.name.replace(/\W+/g, "-")}`,
            label: gain.name,
            unit: gain.unit,
            value: values.get(gain.name) ?? gain.value,
            onInput: (value) => {
              typed.set(gain.name, value);
              this.onChange();
            },
          }).root,
      ),
    );
  }
}
