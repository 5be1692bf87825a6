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

export class Plots {
  private plots: Plot[] = [];
  private data: PlotData[] = [];
  private time = 0;
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
    const range = timeRange(plots);
    this.plots = plots.map(
      (data) => new Plot(data, events, range, this.units, { time: this.onTime, zoom: (part) => this.zoom(part) }),
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
    const range = timeRange(this.data);
    for (const plot of this.plots) {
      plot.setRange(range);
      plot.refresh();
    }
    this.setTime(this.time);
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
    for (const plot of this.plots) plot.setRange(part ?? timeRange(this.data));
  }

  private resize(): void {
    for (const plot of this.plots) plot.resize(this.width);
  }
}
