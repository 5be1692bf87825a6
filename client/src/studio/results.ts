/** Below the view: plots that grow while a run goes, and then its replay, with the run before as a ghost. */
import { Player } from "../core/player";
import { Plots } from "../core/plots";
import type { DisplayUnits } from "../core/units";
import { theme } from "../core/theme";
import type { EventData } from "../core/types";
import { TimeBar } from "../player/time_bar";
import { build, button, Toggle } from "./controls";
import { liveLists } from "./live_plots";
import type { LivePlot, LiveSample } from "./live_plots";
import { overlayPlots } from "./recorded_run";
import type { RecordedRun } from "./recorded_run";
import type { Stage } from "./stage";

const REDRAW = 80; // between drawings of growing plots [ms]

export interface ResultsListener {
  entered(): void;
  left(): void;
}

export class Results {
  run: RecordedRun | null = null;
  before: RecordedRun | null = null;
  private player: Player | null = null;
  private live: LivePlot[] = [];
  private lastDrawn = 0;
  private replaying = false;
  private units: DisplayUnits = { angle: "rad", length: "m" };
  private readonly plots: Plots;
  private readonly plotHost = build("div", { class: "plots kl" });
  private readonly title = build("span", { class: "run-title" });
  private timeBar: TimeBar | null = null;
  private readonly timeHost = build("div", { class: "time-host" });
  private readonly compare: Toggle;
  private readonly leaveButton: HTMLButtonElement;
  private readonly controls: HTMLElement;
  private readonly events = build("ul", { class: "events", id: "events" });

  constructor(
    private readonly host: HTMLElement,
    private readonly stage: Stage | null,
    private readonly listener: ResultsListener,
  ) {
    this.compare = new Toggle("compare", "Compare with the run before", false, () => this.showRun());
    this.leaveButton = button("Back to the pose", () => this.leave(), { id: "leave-replay", title: "Escape does the same" });
    this.controls = build("div", { class: "row" }, this.compare.root, this.leaveButton);
    host.append(build("div", { class: "results-bar kl" }, this.title, this.controls, this.timeHost), this.plotHost, this.events);
    this.plots = new Plots(this.plotHost, (time, how) => this.pointAt(time, how === "press"));
  }

  get time(): number {
    return this.player?.time ?? this.live[0]?.time.at(-1) ?? 0;
  }
  get inReplay(): boolean {
    return this.replaying;
  }
  get comparing(): boolean {
    return this.compare.on && this.before !== null;
  }

  setUnits(units: DisplayUnits): void {
    this.units = units;
    this.plots.setUnits(units);
  }

  /** Another machine: what was recorded of the former one goes. */
  clear(): void {
    this.player?.pause();
    this.player = null;
    this.replaying = false;
    this.run = this.before = null;
    this.live = [];
    this.host.hidden = true;
    this.plots.set([], []);
  }

  beginLive(plots: LivePlot[]): void {
    this.player?.pause();
    this.replaying = false;
    this.live = plots;
    this.host.hidden = false;
    this.controls.hidden = this.timeHost.hidden = this.events.hidden = true;
    this.title.textContent = "Running";
    this.plots.set(liveLists(plots), []);
    this.plots.setUnits(this.units);
  }

  addSample(sample: LiveSample): void {
    this.live.forEach((plot, index) => this.plots.append(index, sample.t, plot.pick(sample)));
    const now = performance.now();
    if (now - this.lastDrawn < REDRAW) return;
    this.lastDrawn = now;
    this.plots.setTime(sample.t);
    this.plots.refresh();
    this.title.textContent = `Running, ${sample.t.toFixed(2)} s${sample.share === null ? "" : ` (${Math.round(100 * sample.share)} %)`}`;
  }

  /** The run goes on no longer, and no record came. */
  endLive(): void {
    if (this.live.length) this.title.textContent = `Seen until ${this.time.toFixed(2)} s`;
  }

  /** A run is complete: show it at its end if it was watched, and play it otherwise. */
  setRun(run: RecordedRun, watched: boolean, replay = true): void {
    this.before = this.run;
    this.run = run;
    this.live = [];
    this.player?.pause();
    this.player = new Player(run.start, run.end);
    this.player.loop = false;
    this.player.onChange((time) => this.show(time));
    this.timeBar = new TimeBar(this.player, { toggle: () => this.togglePlay(), seek: (time) => this.seek(time) });
    this.timeHost.replaceChildren(this.timeBar.root);
    this.compare.input.disabled = !this.before;
    if (!this.before) this.compare.input.checked = false;
    this.host.hidden = this.controls.hidden = this.timeHost.hidden = false;
    this.title.replaceChildren(
      run.title,
      build("span", { class: "quiet run-notes" }, run.notes.map((note) => ` · ${note}`).join("")),
    );
    this.showEvents(run.events);
    this.showPlots();
    if (replay) this.enter();
    this.player.seek(watched ? run.end : run.start);
    if (replay && !watched && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.play();
  }

  // A press in a plot shows that time; pointing does so where a run is shown and stands still.
  private pointAt(time: number, pressed: boolean): void {
    if (!this.run || !(pressed || (this.replaying && !this.player?.playing))) return;
    this.player?.pause();
    this.seek(time);
  }

  togglePlay(): void {
    this.enter();
    this.player?.toggle();
  }

  seek(time: number): void {
    this.enter();
    this.player?.seek(time);
  }

  /** The view shows the run from now on. */
  enter(): void {
    if (this.replaying || !this.run) return;
    this.replaying = true;
    this.listener.entered();
    this.showRun();
  }

  /** The view shows the pose again. */
  leave(): void {
    if (!this.replaying) return;
    this.player?.pause();
    this.replaying = false;
    this.stage?.hideRun();
    this.listener.left();
    this.leaveButton.hidden = true;
  }

  private showRun(): void {
    if (!this.run) return;
    this.enter();
    this.leaveButton.hidden = false;
    this.stage?.showRun(this.run, this.comparing ? this.before : null);
    this.showPlots();
    this.show(this.time);
  }

  private showPlots(): void {
    if (!this.run) return;
    const plots = this.comparing && this.before ? overlayPlots(this.run.plots, this.before.plots) : this.run.plots;
    this.plots.set(plots, this.run.events);
    this.plots.setUnits(this.units);
    this.plots.setTime(this.time);
  }

  private show(time: number): void {
    const { run, player } = this;
    if (!run || !player) return;
    this.timeBar?.refresh();
    this.plots.setTime(time);
    if (this.replaying) this.stage?.placeRun(run, this.comparing ? this.before : null, time);
  }

  private showEvents(events: EventData[]): void {
    this.events.hidden = events.length === 0;
    this.events.replaceChildren(
      ...events.map((event) =>
        build(
          "li",
          {},
          button(
            `${event.time.toFixed(3)} s`,
            () => {
              this.player?.pause();
              this.seek(event.time);
            },
            { class: "plain" },
          ),
          ` ${event.kind}: ${event.message}`,
        ),
      ),
    );
    this.events.style.borderColor = events.length ? theme().mark : "";
  }
}
