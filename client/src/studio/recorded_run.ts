/** A run that the server recorded, read from its packed data: poses at any time, the tool's path, plots. */
import { arrayOf, floats, readMeshes } from "../core/data";
import type { Packed } from "../core/data";
import { readPlots } from "../core/plots";
import type { PlotData } from "../core/plots";
import type { EventData, LineData, MeshData, Motion, Scene } from "../core/types";
import { Frames } from "../player/frames";

export class RecordedRun {
  readonly scene: Scene;
  readonly meshes: MeshData;
  readonly title: string;
  readonly notes: string[];
  readonly events: EventData[];
  readonly plots: PlotData[];
  readonly frames: Frames;
  readonly trace: Float32Array | null;
  readonly lines: (LineData & { points: Float32Array })[];

  constructor({ head, arrays }: Packed<Motion>) {
    const [record] = head.records;
    this.scene = head.scene;
    this.meshes = readMeshes(head.meshes, arrays);
    this.title = head.title;
    this.notes = head.notes;
    this.events = head.events.filter((event) => event.record === 0);
    this.plots = readPlots(head.plots, arrays);
    this.frames = new Frames(record, arrays);
    this.trace = record.trace ? floats(arrayOf(arrays, record.trace)) : null;
    this.lines = head.lines.map((line) => ({ ...line, points: floats(arrayOf(arrays, line.array)) }));
  }

  /** First and last time [s]. */
  get start(): number {
    return this.frames.times[0] ?? 0;
  }
  get end(): number {
    return this.frames.times[this.frames.times.length - 1] ?? 0;
  }
}

/** The plots of a run, and in each of them the same quantity of an earlier run, dashed. */
export function overlayPlots(plots: PlotData[], earlier: PlotData[]): PlotData[] {
  return plots.map((plot) => {
    const other = earlier.find((candidate) => candidate.title === plot.title && candidate.unit === plot.unit);
    if (!other) return plot;
    const time = unionOfTimes(plot.time, other.time);
    const own = plot.series.map((series) => ({ ...series, values: resample(plot.time, series.values, time, plot.held) }));
    const ghost = other.series
      .filter((series) => !series.dashed)
      .map((series) => ({
        name: `${series.name} before`,
        values: resample(other.time, series.values, time, other.held),
        record: 1 as const,
        dashed: true,
      }));
    return { ...plot, time, series: [...own, ...ghost] };
  });
}

function unionOfTimes(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const all = Float64Array.from([...Array.from(a), ...Array.from(b)]).sort();
  return all.filter((time, i) => i === 0 || time !== all[i - 1]);
}

/** Values on other times, by straight lines between samples or, where they are held, by steps; NaN outside of them and beside gaps. */
function resample(time: ArrayLike<number>, values: ArrayLike<number>, wanted: Float64Array, held = false): Float64Array {
  let at = 0;
  return wanted.map((t) => {
    while (at + 1 < time.length && time[at + 1] <= t) at += 1;
    if (time.length === 0 || t < time[0] || t > time[time.length - 1]) return NaN;
    if (held || time[at] === t || at + 1 >= time.length) return values[at];
    const share = (t - time[at]) / (time[at + 1] - time[at]);
    return (1 - share) * values[at] + share * values[at + 1];
  });
}
