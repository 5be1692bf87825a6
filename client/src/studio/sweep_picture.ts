/** A measure of a sweep over what was varied: a curve over one value, a map over two. Both show one chosen run. */
import { build } from "./controls";

export interface SweepAxis {
  path: string;
  unit: string;
  values: number[];
}
/** What a picture shows: a number for each run, in the order of the runs; the last axis varies fastest. NaN is a gap. */
export interface PictureData {
  axes: SweepAxis[];
  name: string;
  unit: string;
  values: ArrayLike<number>;
  best: number | null;
}
export interface PictureListener {
  /** The pointer is over a run, or over none. */
  pointed(run: number | null): void;
  chosen(run: number): void;
}
export interface Picture {
  readonly root: HTMLElement;
  setChosen(run: number | null): void;
  dispose(): void;
}

export const RATIO = 30; // between the largest and the smallest number, from which on scales are logarithmic

/** The range of the finite numbers, and whether a logarithmic scale suits it. */
export function rangeOf(values: ArrayLike<number>): { low: number; high: number; log: boolean } {
  const known = Array.from(values).filter((value) => Number.isFinite(value));
  const low = known.length ? Math.min(...known) : 0,
    high = known.length ? Math.max(...known) : 1;
  return { low, high, log: low > 0 && high / low > RATIO };
}

export function withUnit(name: string, unit: string): string {
  return unit && unit !== "1" ? `${name} [${unit}]` : name;
}

/** A number in three digits. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e5) ? value.toExponential(2) : String(Number(value.toPrecision(3)));
}

/** A number of an axis, in as many digits as its neighbours need. */
export function onAxis(axis: SweepAxis, place: number): string {
  return String(Number(axis.values[place].toPrecision(6)));
}

/** Keys that move the choice; the picture says by how many runs. */
export function listenToArrows(root: HTMLElement, move: (right: number, up: number) => void): void {
  const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  root.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(...step);
  });
}

export function pictureRoot(label: string, kind: string): HTMLElement {
  return build("div", { class: `sweep-picture ${kind}`, tabindex: 0, role: "group", "aria-label": label });
}
