import { inflate, unpack } from "../core/data";
import { download, element } from "../core/dom";
import { Player } from "../core/player";
import { PLOT_KEYS, Plots, readPlots } from "../core/plots";
import type { PlotData } from "../core/plots";
import type { Motion } from "../core/types";
import { writeAddress } from "./address";
import { eventList } from "./event_list";
import { listenToKeys } from "./keys";
import { MotionScene } from "./motion_scene";
import { optionsBar } from "./options_bar";
import { SceneLegend } from "./scene_legend";
import { onPageUnits, pageUnits } from "./settings";
import type { Seat, Stage } from "./stage";
import { TimeBar } from "./time_bar";

const NO_WEBGL = "This browser has no WebGL: the machine is a still picture, the plots work.";

/** A motion with its data and its elements: stage, controls, events and plots. */
export class MotionFigure implements Seat {
  readonly box: HTMLElement;
  readonly player: Player;
  private readonly poster: HTMLImageElement;
  private readonly timeBar: TimeBar;
  private readonly legend: SceneLegend;
  private readonly status = element("p", { class: "status soft", attributes: { role: "status" } });
  private readonly plotBox: HTMLElement;
  private readonly plotData: PlotData[];
  private plots: Plots | null = null;
  /** The poster shows how the motion looks now. */
  posterIsFresh = false;

  /** `use` is called when the user turns to this motion. */
  constructor(
    readonly root: HTMLElement,
    readonly scene: MotionScene,
    plotData: PlotData[],
    private readonly stage: Stage | null,
    private readonly use: (figure: MotionFigure) => void,
  ) {
    this.plotData = plotData;
    this.player = new Player(...timeSpan(scene));
    this.legend = new SceneLegend(scene);
    this.poster = root.querySelector<HTMLImageElement>("img.poster") ?? element("img", { class: "poster" });
    this.poster.alt ||= scene.motion.title;
    this.box = element("div", { class: "stage" }, this.poster);
    this.timeBar = new TimeBar(this.player, { toggle: () => this.toggle(), seek: (time) => this.seekByUser(time) });
    const attributes = { tabindex: "0", role: "group", "aria-label": `plots over time. ${PLOT_KEYS}` };
    this.plotBox = element("div", { class: "plots", attributes });
    this.plotBox.style.setProperty("--plots", String(plotData.length));
    this.build();
    this.listen();
  }

  /** Read the data of a figure and build its elements. */
  static async mount(root: HTMLElement, stage: Stage | null, use: (figure: MotionFigure) => void): Promise<MotionFigure> {
    const id = root.dataset.motion ?? "";
    const data = document.getElementById(`data-${id}`);
    if (!data?.textContent) throw new Error(`the page has no data of the motion '${id}'`);
    const { head: motion, arrays } = unpack<Motion>(await inflate(data.textContent));
    if (motion.version !== 1) throw new Error(`the data has version ${motion.version}, this player reads version 1`);
    const plots = readPlots(motion.plots, arrays, motion.records[1]?.name);
    return new MotionFigure(root, new MotionScene(motion, arrays), plots, stage, use);
  }

  get id(): string {
    return this.scene.motion.id;
  }

  get time(): number {
    return this.player.time;
  }

  /** Go to a time and stop there. */
  seek(time: number): void {
    this.player.pause();
    this.player.seek(time);
  }

  occupied(on: boolean): void {
    this.root.classList.toggle("in-use", on);
  }

  showPoster(url: string): void {
    this.poster.src = url;
    this.posterIsFresh = true;
  }

  /** Make the plots, if they are not there yet: pages with many motions make those near the window first. */
  makePlots(): void {
    if (this.plots) return;
    this.plots = new Plots(this.plotBox, (time, how) => {
      if (how === "press") this.seekByUser(time);
      else if (!this.player.playing) this.player.seek(time);
    });
    this.plots.setUnits(pageUnits());
    this.plots.set(this.plotData, this.scene.motion.events);
    this.plots.setTime(this.time);
  }

  /** Give the plots the width of paper, or of the page again. */
  setPrinting(on: boolean): void {
    this.makePlots();
    this.plots!.setWidth(on ? PAPER_PLOT_WIDTH : null);
  }

  private build(): void {
    const { motion } = this.scene;
    const bar = optionsBar(this.scene, this.stage !== null, {
      refresh: () => this.refreshView(),
      resetView: () => this.resetView(),
      savePicture: () => this.savePicture(),
      copyLink: () => void this.copyLink(),
    });
    const machine = element("div", { class: "machine" }, this.box, this.legend.root, this.timeBar.root, bar, this.status);
    if (!this.stage) this.status.textContent = NO_WEBGL;
    this.root.classList.toggle("no-webgl", !this.stage);
    const events = eventList(motion, (time) => this.seekByUser(time));
    if (events) machine.append(events);
    const notes = element("ul", { class: "notes soft" }, ...motion.notes.map((text) => element("li", { text })));
    if (motion.notes.length) machine.append(notes);
    this.root.classList.add("kl");
    this.root.setAttribute("aria-label", motion.title);
    this.root.prepend(element("div", { class: "columns" }, machine, this.plotBox));
  }

  private listen(): void {
    this.player.onChange(() => this.showTime());
    onPageUnits((units) => this.plots?.setUnits(units));
    this.box.addEventListener("click", () => this.use(this));
    this.root.addEventListener("focusin", () => this.use(this));
    listenToKeys(this.root, {
      toggle: () => this.toggle(),
      step: (frames) => this.seekByUser(this.scene.frames[0].neighbour(this.time, frames)),
      skip: (share) => this.seekByUser(this.time + share * (this.player.end - this.player.start)),
      start: () => this.seekByUser(this.player.start),
      end: () => this.seekByUser(this.player.end),
      view: (event) => this.pressViewKey(event),
    });
  }

  /** Keys of the plots where the focus is in them, else those of the camera. */
  private pressViewKey(event: KeyboardEvent): boolean {
    if (this.plots && this.plotBox.contains(event.target as Node) && this.plots.pressKey(event)) return true;
    return this.stage?.current === this && this.stage.pressKey(event);
  }

  private toggle(): void {
    this.use(this);
    this.player.toggle();
  }

  private seekByUser(time: number): void {
    this.use(this);
    this.seek(time);
  }

  private showTime(): void {
    this.posterIsFresh = false;
    this.timeBar.refresh();
    this.stage?.draw(this);
    this.plots?.setTime(this.time);
  }

  private refreshView(): void {
    this.use(this);
    this.legend.refresh();
    this.stage?.refresh(this);
  }

  private resetView(): void {
    this.use(this);
    this.stage?.resetView();
  }

  private savePicture(): void {
    this.use(this);
    if (this.stage) download(`${this.id} ${this.time.toFixed(3)} s.png`, this.stage.picture());
  }

  private async copyLink(): Promise<void> {
    const link = writeAddress(this.id, this.time);
    try {
      await navigator.clipboard.writeText(link);
      this.status.textContent = "The link to this motion and time is in the clipboard.";
    } catch {
      this.status.textContent = "The page's address is now the link to this motion and time.";
    }
  }
}

const PAPER_PLOT_WIDTH = 330;

/** From the first frame of all records to the last. */
function timeSpan(scene: MotionScene): [number, number] {
  const times = scene.frames.map((frames) => frames.times);
  return [Math.min(...times.map((t) => t[0])), Math.max(...times.map((t) => t[t.length - 1]))];
}
