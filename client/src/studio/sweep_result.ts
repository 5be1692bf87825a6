/** What a sweep found: a picture over what was varied, the best and the worst runs, percentiles, and where it is kept. */
import { arrayOf } from "../core/data";
import type { Packed } from "../core/data";
import { formatNumber } from "../core/units";
import { build, button, Select } from "./controls";
import { SweepCurve } from "./sweep_curve";
import { SweepMap } from "./sweep_map";
import { onAxis, withUnit } from "./sweep_picture";
import type { Picture, SweepAxis } from "./sweep_picture";

interface Measure {
  name: string;
  unit: string;
  percentiles: (number | null)[];
  best: number[];
  worst: number[];
}
/** The head of the packed message; its arrays have a number for each run by the name of the measure, and `status`. */
export interface SweepFound {
  type: "sweep";
  number: number;
  machine: string;
  runs: number;
  done: number;
  statuses: Record<string, number>;
  failures: string[];
  words: Record<string, string>;
  percentiles: number[];
  axes: SweepAxis[];
  measures: Measure[];
  folder: string;
  command: string;
}
export interface SweepResultListener {
  use(run: number): void;
  python(): void;
}

const NAMES: Record<string, string> = {
  error_max: "Largest error",
  error_rms: "Root-mean-square error",
  error_last: "Error at the end",
};

export class SweepResult {
  readonly root = build("div", { class: "sweep-result", id: "sweep-result", hidden: true });
  private found: Packed<SweepFound> | null = null;
  private picture: Picture | null = null;
  private chosen: number | null = null;
  private readonly measure: Select;
  private readonly ended = build("p", { class: "quiet", id: "sweep-ended" });
  private readonly host = build("div", {});
  private readonly point = build("output", { class: "sweep-point", id: "sweep-point" });
  private readonly useBest: HTMLButtonElement;
  private readonly useChosen: HTMLButtonElement;
  private readonly table = build("table", { class: "sweep-table", id: "sweep-table" });
  private readonly percentiles = build("dl", { class: "sweep-percentiles", id: "sweep-percentiles" });
  private readonly folder = build("code", { id: "sweep-folder" });
  private readonly command = build("code", { id: "sweep-command" });

  constructor(private readonly listener: SweepResultListener) {
    this.measure = new Select("sweep-measure", "Measure", () => this.show());
    this.useBest = button("Use best run", () => this.use(this.current?.best[0] ?? null), {
      class: "primary",
      id: "sweep-use-best",
      title: "Sets machine, law and start to those of the best run, which can then be run and watched",
    });
    this.useChosen = button("Use chosen run", () => this.use(this.chosen), {
      id: "sweep-use-chosen",
      title: "Sets them to those of the run that was clicked in the picture",
    });
    const python = button("Python", () => listener.python(), {
      id: "sweep-python",
      title: "A program that does this sweep, and goes on with it",
    });
    const kept = build(
      "details",
      { class: "sweep-kept" },
      build("summary", {}, "Where it is kept"),
      build("p", { class: "quiet" }, "The store, which kl.Sweep.open reads:"),
      this.folder,
      build("p", { class: "quiet" }, "The same sweep in a terminal:"),
      this.command,
      build("div", { class: "row" }, python),
    );
    const buttons = build("div", { class: "row buttons" }, this.useBest, this.useChosen);
    this.root.append(this.ended, this.measure.root, this.host, this.point, buttons, this.table, this.percentiles, kept);
  }

  set(found: Packed<SweepFound>): void {
    this.found = found;
    this.chosen = null;
    const { head } = found;
    this.root.hidden = false;
    this.ended.textContent = endedWords(head);
    this.measure.set(head.measures.map(({ name }) => ({ value: name, label: label(name) })));
    this.folder.textContent = head.folder;
    this.command.textContent = head.command;
    this.show();
  }

  clear(): void {
    this.picture?.dispose();
    this.picture = this.found = null;
    this.root.hidden = true;
  }

  /** What a run has of each value, in words. */
  words(run: number): string {
    const { axes } = this.found!.head;
    return this.places(run)
      .map((place, k) => `${axes[k].path} = ${onAxis(axes[k], place)}${unitOf(axes[k].unit)}`)
      .join(", ");
  }

  private get current(): Measure | undefined {
    return this.found?.head.measures.find(({ name }) => name === this.measure.value);
  }

  private places(run: number): number[] {
    const { axes } = this.found!.head,
      last = axes[axes.length - 1].values.length;
    return axes.length === 1 ? [run] : [Math.floor(run / last), run % last];
  }

  private value(run: number): number {
    return arrayOf(this.found!.arrays, this.measure.value)[run];
  }

  private show(): void {
    const { found, current } = this;
    if (!found || !current) return;
    this.picture?.dispose();
    const best = current.best[0] ?? null;
    const data = { axes: found.head.axes, name: current.name, unit: current.unit, best, values: arrayOf(found.arrays, current.name) };
    const listener = {
      pointed: (run: number | null) => this.showPoint(run ?? this.chosen),
      chosen: (run: number) => this.choose(run),
    };
    this.picture = found.head.axes.length === 1 ? new SweepCurve(data, listener) : new SweepMap(data, listener);
    this.host.replaceChildren(this.picture.root);
    this.picture.setChosen(this.chosen);
    this.showPoint(this.chosen);
    this.showTable(current);
    this.showPercentiles(current);
    this.useBest.disabled = best === null;
    this.useChosen.disabled = this.chosen === null;
  }

  private choose(run: number): void {
    this.chosen = run;
    this.useChosen.disabled = false;
    this.picture?.setChosen(run);
    this.showPoint(run);
  }

  private use(run: number | null): void {
    if (run !== null) this.listener.use(run);
  }

  private showPoint(run: number | null): void {
    if (run === null) {
      this.point.textContent = "The ring is the best run. Point at another one to see its values, click to choose it.";
      return;
    }
    const head = this.found!.head,
      value = this.value(run),
      code = String(arrayOf(this.found!.arrays, "status")[run]);
    const found = Number.isFinite(value) ? `${formatNumber(value)}${unitOf(this.current?.unit ?? "")}` : (head.words[code] ?? "");
    this.point.textContent = `${this.words(run)}: ${found}`;
  }

  private showTable(measure: Measure): void {
    const { axes } = this.found!.head;
    const heads = ["", ...axes.map((axis) => withUnit(axis.path, axis.unit)), withUnit(measure.name, measure.unit), ""];
    const row = (name: string, run: number): HTMLElement =>
      build(
        "tr",
        {},
        build("th", { scope: "row" }, name),
        ...this.places(run).map((place, k) => build("td", {}, onAxis(axes[k], place))),
        build("td", {}, formatNumber(this.value(run))),
        build(
          "td",
          {},
          button("Use", () => this.use(run), { class: "plain", "data-run": run, "aria-label": `Use the run with ${this.words(run)}` }),
        ),
      );
    const worst = measure.worst.filter((run) => !measure.best.includes(run)).reverse();
    this.table.replaceChildren(
      build("caption", { class: "hidden" }, "The best and the worst runs"),
      build("thead", {}, build("tr", {}, ...heads.map((text) => build("th", { scope: "col" }, text)))),
      build(
        "tbody",
        {},
        ...measure.best.map((run, k) => row(k ? `${k + 1}.` : "Best", run)),
        ...worst.map((run, k) => row(k === worst.length - 1 ? "Worst" : `${worst.length - k}. worst`, run)),
      ),
    );
    this.table.hidden = measure.best.length === 0;
  }

  private showPercentiles(measure: Measure): void {
    const names: Record<number, string> = { 0: "Least", 50: "Median", 100: "Largest" };
    this.percentiles.replaceChildren(
      ...this.found!.head.percentiles.map((percentile, k) =>
        build(
          "div",
          {},
          build("dt", {}, names[percentile] ?? `${percentile} %`),
          build("dd", {}, formatNumber(measure.percentiles[k])),
        ),
      ),
    );
  }
}

function label(name: string): string {
  return NAMES[name] ?? (name.startsWith("tau_max.") ? `Largest effort of ${name.slice(8)}` : name);
}

function unitOf(unit: string): string {
  return unit && unit !== "1" ? ` ${unit}` : "";
}

/** How the runs ended. */
function endedWords({ runs, done, statuses, failures }: SweepFound): string {
  const early = Object.entries(statuses).filter(([word]) => word !== "complete"),
    count = early.reduce((sum, [, each]) => sum + each, 0);
  const why = early.map(([word, each]) => `${each} ${word}`).join(", ");
  const parts = [done === runs ? `${runs} runs` : `${done} of ${runs} runs`, count ? `${count} ended early (${why})` : "all others complete"];
  if (!count) parts[1] = done ? "all complete" : "none complete";
  if (failures.length) parts.push(`failed: ${failures.join("; ")}`);
  return parts.join(", ");
}
