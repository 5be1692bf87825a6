/** Many runs at once: what varies, how many runs that is, how far they are, and what came out. */
import type { Packed } from "../core/data";
import { build, button, Section } from "./controls";
import type { LawForm, Machine, RunRequest, SweepProgress, VaryRequest } from "./protocol";
import { AxisForm, SEED } from "./sweep_axis_form";
import type { PathGroup } from "./sweep_axis_form";
import { SweepResult } from "./sweep_result";
import type { SweepFound } from "./sweep_result";

export interface SweepListener {
  start(vary: VaryRequest[]): void;
  cancel(): void;
  use(run: number): void;
  python(): void;
}

export class SweepPanel {
  readonly section = new Section("sweep", "Sweep", false);
  private readonly first: AxisForm;
  private readonly second: AxisForm;
  private readonly count = build("p", { class: "quiet", id: "sweep-count" });
  private readonly begin: HTMLButtonElement;
  private readonly halt: HTMLButtonElement;
  private readonly bar = build("progress", { max: 1, value: 0, "aria-label": "Runs of the sweep", hidden: true });
  private readonly line = build("p", { class: "sweep-line", id: "sweep-line", role: "status", hidden: true });
  private readonly result: SweepResult;
  private most = Infinity;
  private blocked = true; // no machine yet, or a run goes on
  private sweeping = false;
  private shape = ""; // of what can vary

  constructor(private readonly listener: SweepListener) {
    this.first = new AxisForm("sweep-first", "Vary", false, 9, () => this.showCount());
    this.second = new AxisForm("sweep-second", "And", true, 5, () => this.showCount());
    this.begin = button("Start sweep", () => this.start(), { class: "primary", id: "sweep-button" });
    this.halt = button("Cancel", () => listener.cancel(), {
      id: "sweep-cancel",
      title: "Runs that are finished stay in the store",
    });
    this.result = new SweepResult(listener);
    this.section.body.append(
      build("p", { class: "quiet" }, "Runs the motion many times, with other values each time, and compares the errors."),
      this.first.root,
      this.second.root,
      this.count,
      build("div", { class: "row buttons" }, this.begin, this.halt),
      this.bar,
      this.line,
      this.result.root,
    );
    this.showButtons();
  }

  setLimit(most: number): void {
    this.most = most;
    this.showCount();
  }

  /** What can vary for a machine, a law with its gains, and the sensors as they are set. */
  setChoices(machine: Machine, form: LawForm | undefined, run: RunRequest): void {
    const groups = pathGroups(machine, form, run);
    const shape = JSON.stringify([machine.name, groups.map(({ paths }) => paths.map(({ path }) => path))]);
    const same = shape === this.shape;
    this.shape = shape;
    this.first.set(groups, same);
    this.second.set(groups, same);
    if (!same) this.showCount();
  }

  setBlocked(blocked: boolean): void {
    this.blocked = blocked;
    this.showButtons();
  }

  /** How far the sweep is; without runs it is over. */
  showProgress(progress: SweepProgress): void {
    this.sweeping = progress.runs > 0;
    this.bar.hidden = !this.sweeping;
    this.bar.value = progress.runs ? progress.done / progress.runs : 0;
    if (this.sweeping) {
      this.line.hidden = false;
      this.line.textContent = progressWords(progress);
      this.section.root.open = true;
    } else this.line.hidden = true;
    this.showButtons();
  }

  showResult(found: Packed<SweepFound>): void {
    this.result.set(found);
    this.section.aside.textContent = `${found.head.done} runs`;
  }

  /** Another machine: what was found of the former one goes. */
  clear(): void {
    this.result.clear();
    this.section.aside.textContent = "";
  }

  /** What a run of the result has, in words. */
  words(run: number): string {
    return this.result.words(run);
  }

  private get request(): VaryRequest[] {
    return [this.first.request, this.second.request].filter((each) => each !== null);
  }

  private get runs(): number {
    return this.first.size * this.second.size;
  }

  private start(): void {
    if (!this.begin.disabled) this.listener.start(this.request);
  }

  private showCount(): void {
    const [a, b] = [this.first.size, this.second.size],
      product = b > 1 ? `${a} × ${b} = ${this.runs} runs` : `${this.runs} runs`;
    const same = this.second.request !== null && this.first.request?.path === this.second.request.path;
    const fault = this.runs > this.most ? `; at most ${this.most} are made here, kl.sweep in Python has no limit` : "";
    this.count.textContent = same
      ? "Choose two different things to vary."
      : this.first.fault || this.second.fault
        ? "Two different numbers are needed, and at least 2 values."
        : product + fault;
    this.count.classList.toggle("fault", same || fault !== "" || this.first.fault || this.second.fault);
    this.showButtons();
  }

  private showButtons(): void {
    this.begin.disabled = this.blocked || this.sweeping || this.count.classList.contains("fault") || !this.first.request;
    this.halt.disabled = !this.sweeping;
  }
}

function progressWords({ runs, done, rate, early, failed, seconds_left, words }: SweepProgress): string {
  if (rate === undefined) return words.charAt(0).toUpperCase() + words.slice(1);
  const parts = [`${done} of ${runs} runs`];
  if (rate) parts.push(`${Number(rate.toPrecision(3))} runs/s`);
  parts.push(`${early ?? 0} ended early`);
  if (failed) parts.push(`${failed} chunks failed`);
  if (seconds_left !== null && seconds_left !== undefined) parts.push(`${duration(seconds_left)} left`);
  return parts.join(" · ");
}

function duration(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function pathGroups(machine: Machine, form: LawForm | undefined, run: RunRequest): PathGroup[] {
  const gains = (form?.gains ?? []).map(({ name, unit, value }) => ({
    path: `law.${name}`,
    label: name,
    unit,
    value: run.law.gains[name] ?? value,
    reach: [0.5, 2] as [number, number],
    low: 0,
  }));
  const parameters = (prefix: string, words: string) =>
    machine.parameters.map(({ name, unit, value }) => ({
      path: `${prefix}${name}`,
      label: words + name,
      unit,
      value,
      reach: [0.8, 1.2] as [number, number],
    }));
  const none: [number, number] = [0, 2],
    { noise, seed } = run.sensors;
  const payload = { path: "plant.payload.tool", label: "payload at the tool", unit: "kg", value: 0, reach: none, low: 0 };
  const sensors = [
    { path: "sensors.noise.q", label: "noise of positions", unit: "rad or m", value: noise.q, reach: none, low: 0 },
    { path: "sensors.noise.qd", label: "noise of rates", unit: "rad/s or m/s", value: noise.qd, reach: none, low: 0 },
    ...(noise.q || noise.qd ? [{ path: SEED, label: "seed of the noise", unit: "", value: seed, reach: none, low: 0 }] : []),
  ];
  return [
    { name: "Gains of the law", paths: gains },
    { name: "Of the plant alone: the law does not know", paths: [...(machine.has_tool ? [payload] : []), ...parameters("plant.", "plant: ")] },
    { name: "Of the machine: the law knows", paths: parameters("", "") },
    { name: "Sensors", paths: sensors },
  ];
}
