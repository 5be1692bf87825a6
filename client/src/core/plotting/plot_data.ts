import { arrayOf } from "../data";
import type { Arrays, NumberArray, PackedPlot } from "../types";

/** Curves of one unit over one time axis; NaN is a gap. */
export interface PlotData {
  title: string;
  unit: string;
  /** The values are constant between samples. */
  held?: boolean;
  time: ArrayLike<number>;
  series: PlotSeries[];
}

export interface PlotSeries {
  name: string;
  values: ArrayLike<number>;
  /** Of the record, or of the ghost. */
  record: 0 | 1;
  dashed: boolean;
  /** Of a reference: the place of the series that follows it. */
  of?: number;
}

/** Plots with their numbers. Series of the ghost are named after `ghost`, if it is given. */
export function readPlots(plots: PackedPlot[], arrays: Arrays, ghost = ""): PlotData[] {
  return plots.map((plot) => ({
    ...plot,
    time: arrayOf(arrays, plot.time),
    series: plot.series.map((series) => ({
      ...series,
      name: series.record === 1 && ghost ? `${series.name} (${ghost})` : series.name,
      values: arrayOf(arrays, series.array),
    })),
  }));
}

/** Values in another unit, as uPlot takes them: null is a gap. */
export function scaled(values: ArrayLike<number>, factor: number): (number | null)[] {
  return Array.from(values, (value) => (Number.isFinite(value) ? factor * value : null));
}

/** First and last time of all plots [s]. */
export function timeRange(plots: { time: ArrayLike<number> }[]): [number, number] {
  let [first, last] = [Infinity, -Infinity];
  for (const { time } of plots) {
    if (!time.length) continue;
    first = Math.min(first, time[0]);
    last = Math.max(last, time[time.length - 1]);
  }
  return first <= last ? [first, last] : [0, 1];
}

/** The index of the last number of a sorted list that is not above `value`; 0 if there is none. */
export function indexBefore(sorted: ArrayLike<number> | NumberArray, value: number): number {
  let [low, high] = [0, sorted.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** The index of the number of a sorted list that is nearest to `value`. */
export function nearestIndex(sorted: ArrayLike<number>, value: number): number {
  const before = indexBefore(sorted, value);
  return before + 1 < sorted.length && sorted[before + 1] - value < value - sorted[before] ? before + 1 : before;
}
