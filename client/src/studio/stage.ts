/** The view of the studio: the machine, the ball that is dragged or pushed, clicked points, loci and the pushing force. */
import { Viewer } from "../core/viewer";
import { theme } from "../core/theme";
import type { MeshData, Scene, Vec3 } from "../core/types";
import { build } from "./controls";
import { markers } from "./markers";
import { readable } from "./digits";
import type { RecordedRun } from "./recorded_run";

export interface StageListener {
  dragged(point: Vec3): void;
  dragEnded(): void;
  pushed(force: Vec3): void;
  clicked(point: Vec3): void;
}
export type Handling = "pose" | "push" | "off";
export interface Locus {
  kind: string;
  points: Float32Array;
}

/** Okabe and Ito's blue and vermilion, as everywhere in kinloop: type 1 blue, type 2 vermilion. */
export const LOCUS_COLORS: Record<string, string> = { "type 1": "#0072b2", "type 2": "#d55e00" };
const OTHER_LOCUS = "#808892",
  POINT_COLOR = "#009e73",
  PUSH_COLOR = "#cc79a7";
const CLICK = 5; // a pointer that moves less [px] clicks
const ROOM = 0.2; // around the machine, for drags
const LIVE_ROOM = 0.15; // around the tool of a run that leaves the window, in shares of the extent
const EDGE = 12; // of the window, which counts as outside [px]
const RESIZED = 1.4; // a machine whose size changes more is framed again
const PICTURE = { width: 168, height: 126 };

export class Stage {
  readonly viewer: Viewer;
  scene: Scene | null = null;
  private meshes: MeshData = {};
  private shown: RecordedRun | null = null; // instead of the pose
  private handling: Handling = "pose";
  private atBorder = false;
  private tool: Vec3 = [0, 0, 0];
  private seen: Vec3 = [0, 0, 0];
  private framed: [Vec3, Vec3] | null = null; // a box that a run needs, instead of the machine's
  private poses: Float32Array = new Float32Array();
  private held = false; // the ball, by the pointer
  private force: Vec3 = [0, 0, 0];
  private forceScale = 1; // [N/m]
  private aim: Vec3 | null = null; // where the pointer pulls a push to
  private loci: Locus[] = [];
  private points: readonly Vec3[] = [];
  private drawing = false;
  private readonly label = build("output", { class: "force", hidden: true });

  constructor(
    private readonly host: HTMLElement,
    private readonly listener: StageListener,
  ) {
    this.viewer = new Viewer(host, { wheel: "always", room: ROOM });
    host.append(this.label);
    this.viewer.onHandle({ start: () => this.grab(), move: (point) => this.pull(point), end: () => this.drop() });
    this.listenToClicks();
    // The frame of focus is for keyboards; a pressed canvas needs none.
    addEventListener("keydown", () => host.classList.add("by-keyboard"));
    host.addEventListener("pointerdown", () => host.classList.remove("by-keyboard"), { capture: true });
  }

  setScene(scene: Scene, meshes: MeshData, poses: Float32Array): void {
    const before = this.scene,
      other = before?.name !== scene.name;
    this.scene = scene;
    this.meshes = meshes;
    this.shown = null;
    if (other) {
      this.loci = [];
      this.points = [];
    }
    this.viewer.setScene(scene, meshes);
    this.place(poses);
    this.drawOverlays();
    const change = before && !other ? scene.extent / before.extent : 1;
    if (Math.max(change, 1 / change) > RESIZED) this.viewer.home();
  }

  /** Newtons that a pull of one metre of the ball stands for during a run. */
  setForceScale(scale: number): void {
    this.forceScale = scale;
  }

  /** The pose of the machine, which is shown unless a run is. */
  place(poses: Float32Array): void {
    if (!this.fits(poses)) return;
    this.poses = poses;
    this.shown = null;
    this.show(poses);
    if (this.points.length) this.drawPoints();
  }

  /** Where a run is that goes on; the pose waits. */
  placeLive(poses: Float32Array): void {
    if (!this.fits(poses) || !this.scene) return;
    this.show(poses);
    const room = LIVE_ROOM * this.scene.extent,
      { tool } = this;
    this.keepInView([tool], tool.map((value) => value - room) as Vec3, tool.map((value) => value + room) as Vec3);
  }

  // Where a run leaves the window, more is framed, unless the user chose what to see.
  private keepInView(points: Vec3[], lo: Vec3, hi: Vec3): void {
    if (!this.scene || this.viewer.camera?.moved || points.every((point) => this.isSeen(point))) return;
    const [low, high] = this.framed ?? [this.scene.lo, this.scene.hi];
    this.framed = [low.map((value, i) => Math.min(value, lo[i])) as Vec3, high.map((value, i) => Math.max(value, hi[i])) as Vec3];
    this.viewer.fit(...this.framed);
  }

  private isSeen(point: Vec3): boolean {
    const [x, y] = this.viewer.project(point),
      box = this.viewer.canvas.getBoundingClientRect();
    return x > box.left + EDGE && x < box.right - EDGE && y > box.top + EDGE && y < box.bottom - EDGE;
  }

  private fits(poses: Float32Array): boolean {
    return this.scene !== null && poses.length === 7 * this.scene.links.length;
  }

  private show(poses: Float32Array): void {
    if (!this.scene) return;
    this.viewer.place(poses);
    this.seen = this.tool = pointOf(poses, this.scene.tool.link, this.scene.tool.at);
    if (this.held && this.handling === "push" && this.aim) this.pull(this.aim);
    this.showHandle();
  }

  /** Whether the ball moves the tool, pushes it, or is hidden. */
  setHandling(handling: Handling): void {
    if (handling === this.handling) return;
    this.endPush();
    this.handling = handling;
    this.showHandle();
  }

  setBorder(atBorder: boolean): void {
    this.atBorder = atBorder;
    this.showHandle();
  }

  get toolPoint(): Vec3 {
    return this.tool;
  }
  /** Where the tool is drawn, also in a replay. */
  get seenTool(): Vec3 {
    return this.seen;
  }
  get holding(): boolean {
    return this.held;
  }
  get pushing(): Vec3 {
    return this.force;
  }

  setLoci(loci: Locus[]): void {
    this.loci = loci;
    this.drawLoci();
  }

  setPoints(points: readonly Vec3[]): void {
    this.points = points;
    this.drawPoints();
  }

  setDrawing(on: boolean): void {
    this.drawing = on;
    this.host.classList.toggle("drawing", on);
  }

  /** Show a run instead of the pose, with the machine as it was then, and another run as its ghost. */
  showRun(run: RecordedRun, ghost: RecordedRun | null): void {
    if (this.shown !== run) {
      this.shown = run;
      if (!this.scene || !sameParts(this.scene, run.scene)) {
        this.viewer.setScene(run.scene, run.meshes);
        this.drawOverlays();
      }
      this.viewer.setLines(
        "reference",
        run.lines
          .filter((line) => line.kind === "reference")
          .map(({ points, color }) => ({ points, color, width: 1.5, dashed: true })),
      );
      this.viewer.setLines("trace", run.trace ? [{ points: run.trace, color: theme().series[2], width: 2.5 }] : []);
    }
    if (ghost) this.viewer.setGhost(ghost.scene, ghost.meshes);
    else this.viewer.hideGhost();
    if (run.trace) this.keepInView(corners(run.trace), run.scene.lo, run.scene.hi);
  }

  placeRun(run: RecordedRun, ghost: RecordedRun | null, time: number): void {
    if (this.shown !== run) return;
    const poses = run.frames.at(time);
    this.viewer.place(poses);
    this.seen = pointOf(poses, run.scene.tool.link, run.scene.tool.at);
    this.viewer.trimLines("trace", run.frames.countUntil(time));
    if (ghost) this.viewer.place(ghost.frames.at(time), 1);
  }

  /** Show the pose again. */
  hideRun(): void {
    const { shown, scene } = this;
    if (!scene) return;
    if (shown && !sameParts(scene, shown.scene)) this.setScene(scene, this.meshes, this.poses);
    for (const group of ["reference", "trace"]) this.viewer.setLines(group, []);
    if (this.framed && !this.viewer.camera?.moved) this.viewer.home();
    this.framed = null;
    this.viewer.hideGhost();
    this.place(this.poses);
  }

  /** Small pictures of postures, all framed alike. */
  drawPostures(poses: Float32Array, count: number): HTMLCanvasElement[] {
    if (!this.scene) return [];
    const width = 7 * this.scene.links.length;
    const each = Array.from({ length: count }, (_, i) => poses.subarray(i * width, (i + 1) * width));
    const [lo, hi] = boxOf(this.scene, each);
    return this.viewer.drawPostures(each, lo, hi, PICTURE);
  }

  private showHandle(): void {
    const state = this.handling === "push" ? "push" : this.atBorder ? "border" : "free";
    this.viewer.setHandle(this.handling === "off" || !this.poses.length ? null : this.tool, state);
  }

  private grab(): void {
    this.held = true;
  }

  private pull(point: Vec3): void {
    if (this.handling === "pose") this.listener.dragged(point);
    if (this.handling !== "push") return;
    this.aim = point;
    const vector = point.map((value, i) => value - this.tool[i]) as Vec3;
    this.force = vector.map((value) => value * this.forceScale) as Vec3;
    this.viewer.setArrows("push", [{ at: this.tool, vector, color: PUSH_COLOR, twist: false }]);
    this.showForce(point);
    this.listener.pushed(this.force);
  }

  private drop(): void {
    this.held = false;
    if (this.handling === "pose") this.listener.dragEnded();
    this.endPush();
  }

  private endPush(): void {
    if (!this.aim) return;
    this.aim = null;
    this.force = [0, 0, 0];
    this.viewer.setArrows("push", []);
    this.label.hidden = true;
    this.listener.pushed(this.force);
  }

  private showForce(point: Vec3): void {
    const [x, y] = this.viewer.project(point),
      box = this.host.getBoundingClientRect();
    this.label.hidden = false;
    this.label.textContent = `${readable(Math.hypot(...this.force), 3)} N`;
    this.label.style.left = `${Math.min(box.width - 90, Math.max(0, x - box.left))}px`;
    this.label.style.top = `${Math.min(box.height - 4, Math.max(74, y - box.top))}px`;
  }

  private drawOverlays(): void {
    this.drawLoci();
    this.drawPoints();
  }

  private drawLoci(): void {
    this.viewer.setLines(
      "loci",
      this.loci.map(({ kind, points }) => ({ points, color: LOCUS_COLORS[kind] ?? OTHER_LOCUS, width: 2.5 })),
    );
  }

  private drawPoints(): void {
    if (!this.scene || !this.points.length) {
      this.viewer.setLines("points", []);
      return;
    }
    const path = Float32Array.from([this.tool, ...this.points].flat());
    const marks = markers(this.points, Math.max(0.012 * this.scene.extent, 1.3 * this.scene.radius), this.scene.view);
    this.viewer.setLines("points", [
      { points: path, color: POINT_COLOR, width: 1.5, dashed: true },
      { points: marks, color: POINT_COLOR, width: 2.5 },
    ]);
  }

  // A click is a press and a release at one place; moving in between turns the camera.
  private listenToClicks(): void {
    let down: PointerEvent | null = null;
    this.host.addEventListener(
      "pointerdown",
      (event) => {
        down = event.button === 0 && event.target === this.viewer.canvas ? event : null;
      },
      { capture: true },
    );
    this.host.addEventListener(
      "pointerup",
      (event) => {
        const still = down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < CLICK;
        if (still && this.drawing && !this.held && this.scene) this.listener.clicked(this.viewer.pointAt(event));
        down = null;
      },
      { capture: true },
    );
  }
}

/** The corners of the box of points. */
function corners(points: Float32Array): Vec3[] {
  const lo: Vec3 = [Infinity, Infinity, Infinity],
    hi: Vec3 = [-Infinity, -Infinity, -Infinity];
  points.forEach((value, i) => {
    if (!Number.isFinite(value)) return;
    lo[i % 3] = Math.min(lo[i % 3], value);
    hi[i % 3] = Math.max(hi[i % 3], value);
  });
  if (!lo.every(Number.isFinite)) return [];
  return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? hi[0] : lo[0], k & 2 ? hi[1] : lo[1], k & 4 ? hi[2] : lo[2]]);
}

/** Whether two scenes draw the same machine with the same lengths. */
function sameParts(a: Scene, b: Scene): boolean {
  const parts = ({ name, links, stretched, tool, view, up }: Scene): string =>
    JSON.stringify([name, links, stretched, tool, view, up]);
  return parts(a) === parts(b);
}

/** A point of a link in world coordinates, from poses of 7 numbers a link. */
export function pointOf(poses: ArrayLike<number>, link: number, [x, y, z]: Vec3): Vec3 {
  const at = 7 * link,
    [w, a, b, c] = [poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]];
  const u = 2 * (b * z - c * y),
    v = 2 * (c * x - a * z),
    s = 2 * (a * y - b * x); // v + w u + q x u, with u = 2 q x v
  return [
    poses[at] + x + w * u + b * s - c * v,
    poses[at + 1] + y + w * v + c * u - a * s,
    poses[at + 2] + z + w * s + a * v - b * u,
  ];
}

/** The scene's box, widened by the links' origins in other postures. */
function boxOf(scene: Scene, postures: Float32Array[]): [Vec3, Vec3] {
  const lo = [...scene.lo] as Vec3,
    hi = [...scene.hi] as Vec3;
  for (const poses of postures) {
    for (let at = 0; at < poses.length; at++) {
      const axis = at % 7;
      if (axis > 2 || !Number.isFinite(poses[at])) continue;
      lo[axis] = Math.min(lo[axis], poses[at]);
      hi[axis] = Math.max(hi[axis], poses[at]);
    }
  }
  return [lo, hi];
}
