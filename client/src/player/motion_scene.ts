import { arrayOf, floats, readMeshes } from "../core/data";
import type { CameraState } from "../core/camera/camera_rig";
import { movingSize } from "../core/drawn/size";
import type { Style } from "../core/drawn/machine";
import { theme } from "../core/theme";
import type { ArrowData, Arrays, MeshData, Motion, Vec3 } from "../core/types";
import type { Viewer } from "../core/viewer";
import { Frames } from "./frames";

export type ArrowKind = ArrowData["kind"];
export const ARROW_COLORS: Record<ArrowKind, string> = { velocity: "#56b4e9", effort: "#d55e00", "loop force": "#cc79a7" };
export const TRACE_COLOR = "#009e73";
/** The longest arrow of a kind, in shares of the machine's size. */
const LONGEST_ARROW = 0.3;
/** As many postures of a record are framed. */
const POSTURES = 16;

/** What of a motion is shown. */
export interface Shown {
  style: Style;
  trace: boolean;
  ghost: boolean;
  ground: boolean;
  arrows: Set<ArrowKind>;
}

/** A motion in three dimensions: draws the machine, its trace, its ghost and its arrows at a time into a viewer. */
export class MotionScene {
  readonly frames: Frames[];
  readonly shown: Shown;
  camera: CameraState | null = null;
  private framed: Style | null = null;
  private readonly meshes: MeshData;

  constructor(
    readonly motion: Motion,
    private readonly arrays: Arrays,
  ) {
    this.frames = motion.records.map((record) => new Frames(record, arrays));
    this.meshes = readMeshes(motion.meshes, arrays);
    this.shown = { style: "shapes", trace: true, ghost: motion.records.length > 1, ground: !motion.scene.view, arrows: new Set() };
  }

  /** The kinds of arrows that the motion has, with the largest value of each unit. */
  arrowKinds(): { kind: ArrowKind; largest: string }[] {
    const kinds = new Map<ArrowKind, Map<string, number>>();
    for (const { kind, unit, largest } of this.motion.records[0].arrows) {
      const units = kinds.get(kind) ?? new Map<string, number>();
      kinds.set(kind, units.set(unit, Math.max(units.get(unit) ?? 0, largest)));
    }
    return [...kinds].map(([kind, units]) => ({
      kind,
      largest: [...units].map(([unit, value]) => `${Number(value.toPrecision(3))} ${unit}`).join(", "),
    }));
  }

  /** Show this motion in a viewer that showed another. */
  enter(viewer: Viewer, time: number): void {
    viewer.setStyle(this.shown.style);
    viewer.setGround(this.shown.ground);
    viewer.setScene(this.motion.scene, this.meshes);
    this.frame(viewer, this.camera);
    this.refresh(viewer, time);
  }

  /** What is shown has changed. */
  refresh(viewer: Viewer, time: number): void {
    viewer.setStyle(this.shown.style);
    if (this.framed !== this.shown.style) this.frame(viewer, viewer.camera);
    viewer.setGround(this.shown.ground);
    this.setLines(viewer);
    if (!this.shown.ghost) viewer.hideGhost();
    this.draw(viewer, time);
  }

  /** Move everything to a time. */
  draw(viewer: Viewer, time: number): void {
    const [first, ghost] = this.frames;
    viewer.place(first.at(time));
    if (ghost && this.shown.ghost) viewer.place(ghost.at(time), 1);
    viewer.trimLines("trace", first.countUntil(time));
    this.drawArrows(viewer, first, time);
  }

  /** Frame what the machine covers, as it is drawn now; a camera that the user has moved stays where it is. */
  private frame(viewer: Viewer, camera: CameraState | null): void {
    this.framed = this.shown.style;
    viewer.frameMotion(this.postures());
    viewer.camera = camera;
  }

  /** Poses at some times of the whole motion, and where the tool is farthest to each side. */
  private postures(): Float32Array[] {
    return this.frames.flatMap((frames, k) => {
      const [first, last] = [frames.times[0], frames.times[frames.times.length - 1]];
      const even = Array.from({ length: POSTURES }, (_, i) => first + (i / (POSTURES - 1)) * (last - first));
      const { trace } = this.motion.records[k];
      const farthest = trace ? outermost(floats(arrayOf(this.arrays, trace))).map((point) => frames.times[point]) : [];
      return [...even, ...farthest].map((time) => frames.at(time).slice());
    });
  }

  private setLines(viewer: Viewer): void {
    const lines = this.motion.lines.map((line) => ({
      points: floats(arrayOf(this.arrays, line.array)),
      color: line.color,
      width: line.kind === "reference" ? 1.5 : 2,
      dashed: line.kind === "reference",
    }));
    viewer.setLines("lines", lines);
    const { trace } = this.motion.records[0];
    const points = this.shown.trace && trace ? floats(arrayOf(this.arrays, trace)) : null;
    viewer.setLines("trace ahead", points ? [{ points, color: theme().ahead, width: 1.5 }] : []);
    viewer.setLines("trace", points ? [{ points, color: TRACE_COLOR, width: 3 }] : []);
  }

  private drawArrows(viewer: Viewer, frames: Frames, time: number): void {
    const { arrows } = this.motion.records[0];
    const chosen = arrows.filter(({ kind }) => this.shown.arrows.has(kind));
    const drawn = chosen.map((arrow) => {
      const longest = LONGEST_ARROW * movingSize(this.motion.scene);
      const scale = longest / Math.max(...arrows.filter((other) => sameScale(other, arrow)).map(({ largest }) => largest), 1e-300);
      const vector = frames.vectorAt(arrow, time).map((value) => scale * value) as Vec3;
      return { at: frames.pointOf(arrow.link, arrow.at), vector, color: ARROW_COLORS[arrow.kind], twist: arrow.twist };
    });
    viewer.setArrows("arrows", drawn);
  }
}

/** The places of the points (x, y, z each) with the least and the largest of every coordinate. */
function outermost(points: Float32Array): number[] {
  return [0, 1, 2].flatMap((axis) => {
    let [low, high] = [0, 0];
    for (let i = 1; 3 * i < points.length; i++) {
      if (points[3 * i + axis] < points[3 * low + axis]) low = i;
      if (points[3 * i + axis] > points[3 * high + axis]) high = i;
    }
    return [low, high];
  });
}

/** Arrows of one kind and unit can be compared by length. */
function sameScale(a: ArrowData, b: ArrowData): boolean {
  return a.kind === b.kind && a.unit === b.unit;
}
