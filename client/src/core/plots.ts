/** Plots over time that share one cursor: the time of the machine shows in all, and a pointer at one sets it. */
import uplotCss from "uplot/dist/uPlot.min.css";
import { addStyle } from "./dom";
import { Plot } from "./plotting/plot";
import type { Pointing } from "./plotting/plot";
import { timeRange } from "./plotting/plot_data";
import type { PlotData } from "./plotting/plot_data";
import { onTheme } from "./theme";
import type { EventData } from "./types";
import type { DisplayUnits } from "./units";

export type { PlotData, PlotSeries } from "./plotting/plot_data";
export { readPlots } from "./plotting/plot_data";

/** The keys of plots, for labels. */
export const PLOT_KEYS = "+ and - zoom about the time of now, 0 shows all";
/** By how much a key makes the time that is shown longer. */
const ZOOM_KEYS: Record<string, number> = { "+": 0.5, "=": 0.5, "-": 2, "0": Infinity };

export class Plots {
  private plots: Plot[] = [];
  private data: PlotData[] = [];
  private time = 0;
  private range: [number, number] = [0, 1];
  private width: number | null = null;
  private units: DisplayUnits = { angle: "rad", length: "m" };
  private readonly observer = new ResizeObserver(() => this.resize());
  private readonly endTheme: () => void;

  constructor(
    private readonly host: HTMLElement,
    private readonly onTime: (time: number, how: Pointing) => void,
  ) {
    addStyle(uplotCss);
    this.observer.observe(host);
    this.endTheme = onTheme(() => this.plots.forEach((plot) => plot.recolor()));
  }

  /** Replace all plots. */
  set(plots: PlotData[], events: EventData[]): void {
    for (const plot of this.plots) plot.dispose();
    this.data = plots;
    this.range = timeRange(plots);
    this.plots = plots.map(
      (data) => new Plot(data, events, this.range, this.units, { time: this.onTime, zoom: (part) => this.zoom(part) }),
    );
    this.host.append(...this.plots.map((plot) => plot.root));
    this.resize();
    this.setTime(this.time);
  }

  /** Add samples at the end, of a run that goes on: `values` has one entry a series. The plot's lists must be plain arrays. */
  append(plot: number, time: number, values: number[]): void {
    const data = this.data[plot];
    if (!Array.isArray(data.time)) throw new Error("only plots of plain arrays grow");
    data.time.push(time);
    data.series.forEach((series, i) => (series.values as number[]).push(values[i] ?? NaN));
  }

  /** Draw what was appended. */
  refresh(): void {
    this.range = timeRange(this.data);
    for (const plot of this.plots) {
      plot.setRange(this.range);
      plot.refresh();
    }
    this.setTime(this.time);
  }

  /** Zoom the time by a key; false where the key is none of the plots'. */
  pressKey(event: KeyboardEvent): boolean {
    const factor = ZOOM_KEYS[event.key];
    if (factor === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
    event.preventDefault();
    const [first, last] = timeRange(this.data);
    const length = factor * (this.range[1] - this.range[0]);
    const about = Math.min(this.range[1], Math.max(this.range[0], this.time));
    const start = Math.min(last - length, Math.max(first, about - factor * (about - this.range[0])));
    this.zoom(length < last - first ? [start, start + length] : null);
    return true;
  }

  setTime(time: number): void {
    this.time = time;
    for (const plot of this.plots) plot.setTime(time);
  }

  /** Draw with a width [px] of paper; null: the width of the page. */
  setWidth(width: number | null): void {
    this.width = width;
    this.resize();
  }

  setUnits(display: DisplayUnits): void {
    this.units = { ...display };
    for (const plot of this.plots) plot.setUnits(display);
  }

  dispose(): void {
    this.observer.disconnect();
    this.endTheme();
    for (const plot of this.plots) plot.dispose();
    this.plots = [];
  }

  private zoom(part: [number, number] | null): void {
    this.range = part ?? timeRange(this.data);
    for (const plot of this.plots) plot.setRange(this.range);
  }

  private resize(): void {
    for (const plot of this.plots) plot.resize(this.width);
  }
}
