/** A measure of a sweep over the one value that was varied. */
import uPlot from "uplot";
import { onTheme, theme } from "../core/theme";
import { formatTicks } from "../core/units";
import { listenToArrows, pictureRoot, rangeOf, withUnit } from "./sweep_picture";
import type { Picture, PictureData, PictureListener } from "./sweep_picture";

const HEIGHT = 190;

export class SweepCurve implements Picture {
  readonly root: HTMLElement;
  private readonly chart: uPlot;
  private readonly observer = new ResizeObserver(() => this.resize());
  private readonly endTheme: () => void;
  private chosen: number | null = null;

  constructor(
    private readonly data: PictureData,
    listener: PictureListener,
  ) {
    const [axis] = data.axes;
    this.root = pictureRoot(`${data.name} over ${axis.path}; the arrow keys choose a run`, "curve");
    // Values that fall from run to run are drawn from the last one.
    const last = axis.values.length - 1,
      falls = axis.values[last] < axis.values[0];
    const runOf = (place: number): number => (falls ? last - place : place);
    const runs = axis.values.map((_, place) => runOf(place));
    const numbers = runs.map((run) => (Number.isFinite(data.values[run]) ? data.values[run] : null));
    this.chart = new uPlot(this.options(), [runs.map((run) => axis.values[run]), numbers], this.root);
    const over = this.chart.over;
    const at = (event: MouseEvent): number => runOf(this.chart.posToIdx(event.clientX - over.getBoundingClientRect().left));
    over.addEventListener("pointermove", (event) => listener.pointed(at(event)));
    over.addEventListener("pointerleave", () => listener.pointed(null));
    over.addEventListener("click", (event) => listener.chosen(at(event)));
    listenToArrows(this.root, (right, up) => {
      const step = falls ? -right - up : right + up;
      listener.chosen(Math.min(last, Math.max(0, (this.chosen ?? data.best ?? 0) + step)));
    });
    this.observer.observe(this.root);
    this.endTheme = onTheme(() => this.chart.redraw(false));
  }

  setChosen(run: number | null): void {
    this.chosen = run;
    this.chart.redraw(false);
  }

  dispose(): void {
    this.observer.disconnect();
    this.endTheme();
    this.chart.destroy();
  }

  private resize(): void {
    const width = this.root.clientWidth;
    if (width && width !== this.chart.width) this.chart.setSize({ width, height: HEIGHT });
  }

  private options(): uPlot.Options {
    const { data } = this,
      { log, low, high } = rangeOf(data.values);
    const axis: uPlot.Axis = {
      stroke: () => theme().ink,
      grid: { stroke: () => theme().faint, width: 1 },
      ticks: { stroke: () => theme().faint, width: 1, size: 4 },
      font: "11px system-ui, sans-serif",
      labelFont: "11px system-ui, sans-serif",
      labelSize: 16,
    };
    const room = 0.08 * (high - low || Math.abs(high) || 1);
    const [x] = data.axes,
      span = 0.03 * Math.abs(x.values[x.values.length - 1] - x.values[0]);
    const ends: [number, number] = [Math.min(...x.values) - span, Math.max(...x.values) + span];
    return {
      width: 260,
      height: HEIGHT,
      padding: [8, 10, 0, 0],
      legend: { show: false },
      scales: {
        x: { time: false, range: () => ends },
        y: log ? { distr: 3, log: 10 } : { range: () => [low >= 0 ? Math.max(0, low - room) : low - room, high + room] },
      },
      axes: [
        { ...axis, size: 24, space: 44, label: withUnit(x.path, x.unit), values: (_, values, __, ___, step) => formatTicks(values, step) },
        {
          ...axis,
          size: 54,
          space: 26,
          label: `${withUnit(data.name, data.unit)}${log ? ", logarithmic" : ""}`,
          values: (_, values, __, ___, step) =>
            log ? values.map((value) => (value && /^1e/.test(value.toExponential()) ? value.toExponential(0) : "")) : formatTicks(values, step),
        },
      ],
      series: [
        {},
        {
          stroke: () => theme().series[0],
          width: 1.6,
          spanGaps: false,
          points: { show: x.values.length <= 60, size: 6, fill: () => theme().series[0] },
        },
      ],
      cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
      hooks: { draw: [(chart) => this.mark(chart)] },
    };
  }

  /** A ring at the best run, and a line at the chosen one. */
  private mark(chart: uPlot): void {
    const { ctx: context, bbox } = chart,
      { data } = this;
    const [axis] = data.axes;
    context.save();
    context.lineWidth = 2 * devicePixelRatio;
    if (data.best !== null) {
      context.strokeStyle = theme().series[1];
      context.beginPath();
      const x = chart.valToPos(axis.values[data.best], "x", true),
        y = chart.valToPos(data.values[data.best], "y", true);
      context.arc(x, y, 6 * devicePixelRatio, 0, 2 * Math.PI);
      context.stroke();
    }
    if (this.chosen !== null) {
      context.strokeStyle = theme().ink;
      context.lineWidth = devicePixelRatio;
      const x = chart.valToPos(axis.values[this.chosen], "x", true);
      context.beginPath();
      context.moveTo(x, bbox.top);
      context.lineTo(x, bbox.top + bbox.height);
      context.stroke();
    }
    context.restore();
  }
}
