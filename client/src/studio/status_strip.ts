// Below the view: the mode, the kind of singularity, how near each type is, and whether the joints are within their limits.
import { build } from "./controls";
import type { Modes, State } from "./protocol";
import { readable } from "./digits";

const NEAR = 0.1,
  VERY_NEAR = 0.01; // of the nearness, which is 0 at a singularity and about 1 elsewhere
const DECADES = 3; // that the gauge shows

class Gauge {
  readonly root: HTMLElement;
  private readonly bar = build("span", { class: "gauge-bar" });
  private readonly number = build("output", {});
  private readonly meter: HTMLElement;

  constructor(id: string, label: string, title: string) {
    this.meter = build(
      "span",
      { class: "gauge", role: "meter", "aria-label": label, "aria-valuemin": 0, "aria-valuemax": 1 },
      this.bar,
    );
    this.root = build(
      "div",
      { class: "gauge-row", id, title, hidden: true },
      build("span", { class: "gauge-label" }, label),
      this.meter,
      this.number,
    );
  }

  set(nearness: number | null | undefined): void {
    const known = typeof nearness === "number" && Number.isFinite(nearness);
    this.root.hidden = !known;
    if (!known) return;
    const share = Math.min(1, Math.max(0, 1 + Math.log10(Math.max(nearness, 1e-12)) / DECADES));
    this.bar.style.width = `${100 * share}%`;
    this.root.dataset["level"] = nearness < VERY_NEAR ? "very-near" : nearness < NEAR ? "near" : "far";
    this.number.textContent = readable(nearness, 3);
    this.meter.setAttribute("aria-valuenow", String(Math.min(1, nearness)));
    this.meter.setAttribute("aria-valuetext", `${readable(nearness, 3)}, where 0 is singular`);
  }
}

export class StatusStrip {
  readonly root: HTMLElement;
  private readonly mode = build("span", { class: "fact-value", id: "mode-now" }, "–");
  private named = false;
  private place = "–";
  private readonly kind = build("span", { class: "chip", id: "singularity-kind" }, "–");
  private readonly limits = build("span", { class: "chip warn", id: "limits", hidden: true }, "beyond joint limits");
  private readonly type1 = new Gauge(
    "nearness-1",
    "type 1",
    "How near the configuration is to a Type 1 (serial) singularity: 0 is singular, about 1 is far. The bar has three decades.",
  );
  private readonly type2 = new Gauge(
    "nearness-2",
    "type 2",
    "How near the configuration is to a Type 2 (parallel) singularity: 0 is singular, about 1 is far. The bar has three decades.",
  );

  constructor() {
    this.root = build(
      "div",
      { class: "status-strip" },
      build("div", { class: "fact" }, build("span", { class: "fact-name" }, "mode"), this.mode),
      build(
        "div",
        { class: "facts" },
        build("div", { class: "fact" }, build("span", { class: "fact-name" }, "singularity"), this.kind, this.limits),
        this.type2.root,
        this.type1.root,
      ),
    );
  }

  /** Where the machine's modes have no signs, its place in their list is named. */
  showModes({ list, current }: Modes): void {
    const label = list[current]?.label;
    this.place = label === undefined ? "–" : list.length === 1 ? "the only one" : `${label} of ${list.length}`;
    if (!this.named) this.mode.textContent = this.place;
  }

  showState(state: State): void {
    this.named = state.mode !== "";
    this.mode.textContent = state.mode || this.place;
    this.kind.textContent = state.singularity.kind || "–";
    this.kind.classList.toggle("warn", !["regular", "", "unknown"].includes(state.singularity.kind));
    const { "type 1": type1, "type 2": type2 } = state.singularity.nearness;
    this.type1.set(type1);
    this.type2.set(type2);
    this.showLimits(state.within_limits);
  }

  /** Between two states, while the tool moves; a machine that has no such singularity shows none. */
  showNearness(type1: number, type2: number): void {
    if (!this.type1.root.hidden) this.type1.set(type1);
    if (!this.type2.root.hidden) this.type2.set(type2);
  }

  showLimits(within: boolean): void {
    this.limits.hidden = within;
  }
}
