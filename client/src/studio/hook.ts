/** What tests and consoles may look at: window.kinloopStudio. */
import type { Vec3 } from "../core/types";
import type { PoseFrame, State } from "./protocol";

const MOST = 5000; // numbers that a list keeps

export interface HookQuestions {
  tool(): Vec3;
  seenTool(): Vec3;
  toScreen(point: Vec3): [number, number];
  force(): Vec3;
  time(): number;
  replaying(): boolean;
  comparing(): boolean;
  disconnect(): void;
}

export class Hook implements HookQuestions {
  /** A machine is drawn. */
  ready = false;
  connected = false;
  running = false;
  machine = "";
  sceneOf = "";
  state: State | null = null;
  pose: PoseFrame | null = null;
  points: Vec3[] = [];
  /** How many of each came. */
  states = 0;
  records = 0;
  liveFrames = 0;
  lost = 0;
  loci = 0;
  sweeps = 0;
  settings = 0;
  /** When poses came, and what a move took from the page to the server and back [ms]. */
  readonly frames: number[] = [];
  readonly latency: number[] = [];

  readonly tool!: HookQuestions["tool"];
  readonly seenTool!: HookQuestions["seenTool"];
  readonly toScreen!: HookQuestions["toScreen"];
  readonly force!: HookQuestions["force"];
  readonly time!: HookQuestions["time"];
  readonly replaying!: HookQuestions["replaying"];
  readonly comparing!: HookQuestions["comparing"];
  readonly disconnect!: HookQuestions["disconnect"];

  constructor(questions: HookQuestions) {
    Object.assign(this, questions);
  }

  /** Add a number to a list, which keeps the newest. */
  note(list: "frames" | "latency", value: number): void {
    if (this[list].length >= MOST) this[list].splice(0, MOST / 2);
    this[list].push(value);
  }
}
