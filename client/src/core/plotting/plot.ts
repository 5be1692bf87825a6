import uPlot from "uplot";
import { element } from "../dom";
import { theme } from "../theme";
import type { EventData } from "../types";
import { displayUnit, formatTicks } from "../units";
import type { DisplayUnits } from "../units";
import { Legend } from "./legend";
import { indexBefore, nearestIndex, scaled } from "./plot_data";
import type { PlotData } from "./plot_data";
import { DASHES, seriesColor, seriesStyles } from "./series_style";
import type { SeriesStyle } from "./series_style";

/** How a pointer chose a time: by moving over a plot, or by pressing. */
export type Pointing = "point" | "press";

export interface PlotListeners {
  time(time: number, how: Pointing): void;
  /** Seconds to show in all plots; null: all. */
  zoom(range: [number, number] | null): void;
}

const HEIGHT = 140;
/** More events than this are short marks at the bottom: lines would hide the curves. */
const MOST_LINES = 20;

/** One plot over time: title, legend with values, curves, marks of events and a line at the time of now. */
export class Plot {
  readonly root = element("div", { class: "plot", attributes: { role: "group" } });
  private readonly title = element("span", { class: "plot-title" });
  private readonly box = element("div", { class: "plot-box" });
  private readonly now = element("div", { class: "now" });
  private readonly styles: SeriesStyle[];
  private readonly legend: Legend;
  private readonly chart: uPlot;
  private index = -1;
  private time = NaN;

  constructor(
    private readonly data: PlotData,
    private readonly events: EventData[],
    private range: [number, number],
    private units: DisplayUnits,
    listeners: PlotListeners,
  ) {
    this.styles = seriesStyles(data.series);
    this.legend = new Legend(data.series, this.styles, (index, show) => this.chart.setSeries(index + 1, { show }));
    this.root.append(element("div", { class: "plot-head" }, this.title, this.legend.root), this.box);
    this.chart = new uPlot(this.options(listeners), this.numbers(), this.box);
    this.chart.over.append(this.now);
    this.listenToPointers(listeners);
    this.setTitle();
  }

  /** Take a width [px], or else fill the page's. */
  resize(given: number | null): void {
    const width = given ?? this.box.clientWidth;
    if (width && width !== this.chart.width) this.chart.setSize({ width, height: HEIGHT });
  }

  setTime(time: number): void {
    this.time = time;
    const at = this.chart.valToPos(time, "x");
    const width = this.chart.bbox.width / uPlot.pxRatio; // known without asking the page for its layout
    const inside = at >= -1 && at <= width + 1;
    this.now.style.visibility = inside ? "visible" : "hidden";
    if (inside) this.now.style.transform = `translateX(${at}px)`;
    const index = this.data.held ? indexBefore(this.data.time, time) : nearestIndex(this.data.time, time);
    if (index === this.index) return;
    this.index = index;
    this.showValues();
  }

  /** Show a part of the time [s]. */
  setRange(range: [number, number]): void {
    this.range = range;
    this.chart.setScale("x", { min: range[0], max: range[1] });
  }

  setUnits(units: DisplayUnits): void {
    this.units = units;
    this.refresh();
  }

  /** The data has changed: draw it anew. */
  refresh(): void {
    this.chart.setData(this.numbers());
    this.setTitle();
    this.showValues();
  }

  recolor(): void {
    this.legend.recolor();
    this.chart.redraw(false);
  }

  dispose(): void {
    this.chart.destroy();
    this.root.remove();
  }

  private options(listeners: PlotListeners): uPlot.Options {
    const axis: uPlot.Axis = {
      stroke: () => theme().ink,
      grid: { stroke: () => theme().faint, width: 1 },
      ticks: { stroke: () => theme().faint, width: 1, size: 4 },
      font: "11px system-ui, sans-serif",
      values: (_, values, __, ___, step) => formatTicks(values, step),
    };
    return {
      width: 400,
      height: HEIGHT,
      padding: [8, 18, 0, 0],
      legend: { show: false },
      scales: { x: { time: false, range: () => widened(...this.range) }, y: { range: (_, low, high) => padded(low, high) } },
      axes: [
        { ...axis, size: 24, space: 60 },
        { ...axis, size: (_, labels) => axisWidth(labels), space: 26 },
      ],
      series: [
        {},
        ...this.data.series.map((_, i) => ({
          stroke: () => seriesColor(this.styles[i]),
          width: 1.6,
          pxAlign: 0,
          dash: DASHES[this.styles[i].line],
          paths: this.data.held ? uPlot.paths.stepped!({ align: 1 }) : undefined,
          points: { show: this.data.time.length === 1, size: 6 },
        })),
      ],
      cursor: {
        x: false,
        y: false,
        points: { show: false },
        drag: { x: true, y: false, setScale: false },
        bind: {
          mousedown: (_, __, handler) => (event) => (event.shiftKey ? handler(event) : null),
          dblclick: () => () => (listeners.zoom(null), null),
        },
      },
      hooks: {
        draw: [(chart) => this.drawEvents(chart)],
        setScale: [() => this.setTime(this.time)],
        setSize: [() => this.setTime(this.time)],
        setSelect: [(chart) => this.zoomTo(chart, listeners)],
      },
    };
  }

  private zoomTo(chart: uPlot, listeners: PlotListeners): void {
    const { left, width } = chart.select;
    if (width < 4) return;
    listeners.zoom([chart.posToVal(left, "x"), chart.posToVal(left + width, "x")]);
    chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  private listenToPointers({ time }: PlotListeners): void {
    const area = this.chart.over;
    const timeAt = (event: PointerEvent): number => this.chart.posToVal(event.clientX - area.getBoundingClientRect().left, "x");
    area.addEventListener("pointerdown", (event) => {
      if (event.shiftKey || event.button !== 0) return;
      area.setPointerCapture(event.pointerId);
      time(timeAt(event), "press");
    });
    area.addEventListener("pointermove", (event) => {
      if (event.shiftKey) return;
      if (event.buttons & 1) time(timeAt(event), "press");
      else if (event.pointerType === "mouse") time(timeAt(event), "point");
    });
  }

  private drawEvents(chart: uPlot): void {
    const { ctx: context, bbox } = chart;
    context.save();
    context.strokeStyle = context.fillStyle = theme().mark;
    context.lineWidth = devicePixelRatio;
    context.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
    const length = this.events.length > MOST_LINES ? 8 * devicePixelRatio : bbox.height;
    for (const event of this.events) {
      const x = chart.valToPos(event.time, "x", true);
      if (!(x >= bbox.left && x <= bbox.left + bbox.width)) continue;
      context.beginPath();
      context.moveTo(x, bbox.top + bbox.height - length);
      context.lineTo(x, bbox.top + bbox.height);
      context.stroke();
    }
    context.restore();
  }

  private numbers(): uPlot.AlignedData {
    const { factor } = displayUnit(this.data.unit, this.units);
    const columns = this.data.series.map((one) => scaled(one.values, factor));
    return [Array.from(this.data.time), ...columns] as uPlot.AlignedData;
  }

  private setTitle(): void {
    const { unit } = displayUnit(this.data.unit, this.units);
    this.title.textContent = unit ? `${this.data.title} [${unit}]` : this.data.title;
    this.root.setAttribute("aria-label", this.title.textContent);
  }

  private showValues(): void {
    const { factor } = displayUnit(this.data.unit, this.units);
    this.legend.setValues(this.data.series.map((one) => factor * one.values[this.index]));
  }
}

/** Room for the numbers at an axis [px]; the same in most plots, so that their times are below one another. */
function axisWidth(labels: string[] | null): number {
  const longest = Math.max(0, ...(labels ?? []).map((label) => label.length));
  return Math.max(58, 6.5 * longest + 14);
}

/** A range of positive length. */
function widened(low: number, high: number): [number, number] {
  return high > low ? [low, high] : [low - 0.5, low + 0.5];
}

/** Some room above and below. A constant up to rounding is a horizontal line, not noise. */
function padded(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low + high)) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, 1e-9 * size);
  return half > 0 ? [middle - 1.08 * half, middle + 1.08 * half] : [-1, 1];
}
