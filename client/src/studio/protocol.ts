// The messages between this page and the server of the studio (src/kinloop/view/studio), as JSON and as binary data.
import type { Vec3 } from "../core/types";

export interface LawForm {
  kind: string;
  label: string;
  gains: { name: string; value: number; unit: string }[];
}
/** An active joint with a slider; ball joints have none. Messages name it by its place in the list. */
export interface Joint {
  name: string;
  value: number;
  low: number | null;
  high: number | null;
  unit: string;
}
export interface Task {
  names: string[];
  values: number[];
  units: string[];
}
export interface Parameter {
  name: string;
  value: number;
  unit: string;
  meaning: string;
}
export interface Mode {
  label: string;
  within_limits: boolean;
  note: string;
}

export interface Hello {
  type: "hello";
  version: string;
  machines: string[];
  laws: LawForm[];
  plants: string[];
  trajectories: string[];
  most_runs?: number;
}
export interface Machine {
  type: "machine";
  name: string;
  source?: string;
  description: string;
  joints: Joint[];
  task: Task;
  parameters: Parameter[];
  findings: string[];
  can_undo: boolean;
  can_redo: boolean;
  push_scale?: number;
  has_tool?: boolean;
  described?: boolean;
}
export interface State {
  type: "state";
  seq: number;
  q_active: number[];
  x: number[];
  mode: string;
  singularity: { kind: string; nearness: Record<string, number | null> };
  within_limits: boolean;
  reachable: boolean;
  message: string;
  can_undo?: boolean;
  can_redo?: boolean;
}
export interface Modes {
  type: "modes";
  list: Mode[];
  current: number;
}
export interface Progress {
  type: "progress";
  what: string;
  share: number | null;
  cancellable: boolean;
}
/** `seq` is that of the message which an error answers. */
export interface Sentence {
  type: "error" | "note";
  message: string;
  seq?: number;
}
export interface SavedFile {
  type: "file";
  name: string;
  media: string;
  text?: string;
  base64?: string;
}
/** How far a sweep is; without runs it is over. */
export interface SweepProgress {
  type: "sweep_progress";
  runs: number;
  done: number;
  words: string;
  early?: number;
  failed?: number;
  rate?: number;
  seconds_left?: number | null;
}
/** What the next run is to be made with. */
export interface Settings {
  type: "settings";
  run: Partial<RunMessage> & Pick<RunMessage, "law">;
}
export type ServerMessage = Hello | Machine | State | Modes | Progress | Sentence | SavedFile | SweepProgress | Settings;

export interface RunRequest {
  law: { kind: string; gains: Record<string, number> };
  plant: string;
  period: number;
  duration: number | null;
  sensors: { only_active: boolean; noise: { q: number; qd: number }; resolution: number; seed: number };
  live: boolean;
  speed: number;
  /** What the plant has otherwise than the law knows, by path: `plant.m_p`, `plant.payload.tool`. */
  mismatch: Record<string, number>;
}
/** What a sweep varies. Seeds have no end: they are `count` whole numbers. */
export interface VaryRequest {
  path: string;
  from: number;
  to?: number;
  count: number;
}
export interface RunMessage extends RunRequest {
  trajectory: TrajectoryRequest;
}
export interface TrajectoryRequest {
  kind: string;
  points: Vec3[];
  duration: number;
}

/** What each message to the server has beside its type and its number. */
export interface Requests {
  drag: { at: Vec3 };
  drag_end: object;
  joint: { index: number; value: number };
  task: { values: number[] };
  mode: { index: number };
  parameter: { name: string; value: number };
  load: { source: string };
  undo: object;
  redo: object;
  loci: { on: boolean };
  trajectory: TrajectoryRequest;
  run: RunMessage;
  stop: object;
  push: { force: Vec3 };
  cancel: object;
  sweep: { run: RunMessage; vary: VaryRequest[] };
  /** The next run is to be this one of the last sweep. */
  sweep_use: { run: number };
  sweep_python: object;
  /** With `run`: the Python or the experiment of settings that were not run. */
  save: { what: SaveKind; compare: boolean; run?: RunMessage };
}
export type SaveKind = "record" | "report" | "python" | "experiment";

/** The only binary message that is not packed data: its first number tells it apart. */
export const POSE_MAGIC = 0xf0a3e5;
const REACHABLE = 1,
  WITHIN_LIMITS = 2,
  AT_BORDER = 4,
  HEAD_BYTES = 20;

export interface PoseFrame {
  seq: number;
  reachable: boolean;
  withinLimits: boolean;
  atBorder: boolean;
  nearness: { type1: number; type2: number };
  poses: Float32Array;
  joints: Float32Array;
  tool: Float32Array;
}

export function isPoseFrame(buffer: ArrayBuffer): boolean {
  return buffer.byteLength >= HEAD_BYTES && new DataView(buffer).getUint32(0, true) === POSE_MAGIC;
}

/** A pose frame of a machine with so many links and active joints; null if the sizes do not fit (another machine's). */
export function readPoseFrame(buffer: ArrayBuffer, links: number, joints: number, task: number): PoseFrame | null {
  const numbers = new Float32Array(buffer, HEAD_BYTES);
  if (numbers.length !== 7 * links + joints + task) return null;
  const view = new DataView(buffer),
    flags = view.getUint32(8, true);
  return {
    seq: view.getUint32(4, true),
    reachable: (flags & REACHABLE) !== 0,
    withinLimits: (flags & WITHIN_LIMITS) !== 0,
    atBorder: (flags & AT_BORDER) !== 0,
    nearness: { type2: view.getFloat32(12, true), type1: view.getFloat32(16, true) },
    poses: numbers.subarray(0, 7 * links),
    joints: numbers.subarray(7 * links, 7 * links + joints),
    tool: numbers.subarray(7 * links + joints),
  };
}
