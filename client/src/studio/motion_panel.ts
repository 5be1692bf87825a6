/** Which motion is run: the description's, one to a clicked point, or one through points that are drawn in the view. */
import type { Vec3 } from "../core/types";
import { build, button, NumberField, Section, Select } from "./controls";
import type { TrajectoryRequest } from "./protocol";

const DURATION = 2; // [s], until another is typed

interface Kind {
  label: string;
  points: "none" | "one" | "several";
  hint: string;
}
const KINDS: Record<string, Kind> = {
  described: { label: "Motion of the description", points: "none", hint: "The motion that the machine's file gives." },
  quintic: {
    label: "To a point",
    points: "one",
    hint: "Click a point in the view: the tool goes there on a straight line and rests.",
  },
  drawn: {
    label: "Through drawn points",
    points: "several",
    hint: "Click points in the view: the tool goes through them in this order and rests at the last.",
  },
  lines: {
    label: "Along straight lines",
    points: "several",
    hint: "Click points in the view: the tool goes from one to the next on straight lines and rests at each.",
  },
  circle: {
    label: "On a circle",
    points: "one",
    hint: "Click the middle of the circle in the view: the tool goes around it once.",
  },
};

/** What is known of a kind of trajectory; a kind that only the server knows needs no points. */
function kindOf(name: string): Kind {
  return KINDS[name] ?? { label: name, points: "none", hint: "" };
}

export interface MotionListener {
  changed(request: TrajectoryRequest): void;
  pointsChanged(points: Vec3[]): void;
  drawing(on: boolean): void;
}

export class MotionPanel {
  readonly section = new Section("motion", "Motion");
  private readonly kind: Select;
  private readonly duration: NumberField;
  private readonly hint = build("p", { class: "quiet", id: "motion-hint" });
  private readonly count = build("output", { id: "point-count" });
  private readonly undoPoint: HTMLButtonElement;
  private readonly clearPoints: HTMLButtonElement;
  private readonly pointRow: HTMLElement;
  private list: Vec3[] = [];

  constructor(private readonly listener: MotionListener) {
    this.kind = new Select("motion-kind", "Kind", () => this.chooseKind());
    this.duration = new NumberField({
      id: "motion-duration",
      label: "Duration",
      unit: "s",
      value: DURATION,
      low: 1e-3,
      high: 600,
      onChange: () => this.report(),
    });
    this.undoPoint = button("Undo last point", () => this.removeLast(), { id: "undo-point", title: "Backspace does the same" });
    this.clearPoints = button("Clear", () => this.setPoints([]), { id: "clear-points" });
    this.pointRow = build("div", { class: "row points" }, this.count, this.undoPoint, this.clearPoints);
    this.section.body.append(this.kind.root, this.hint, this.pointRow, this.duration.root);
    this.show();
  }

  get points(): readonly Vec3[] {
    return this.list;
  }

  /** Whether clicks in the view are points of the motion. */
  get takesPoints(): boolean {
    return kindOf(this.kind.value).points !== "none";
  }

  /** Whether the motion can be run, or a sentence that says what is missing. */
  get missing(): string | null {
    return this.takesPoints && this.list.length === 0 ? "Click at least one point in the view first: the motion has none." : null;
  }

  get request(): TrajectoryRequest {
    return { kind: this.kind.value, points: [...this.list], duration: this.duration.value };
  }

  setKinds(kinds: string[], described: boolean): void {
    const offered = kinds.filter((kind) => described || kind !== "described");
    const first = offered[0] ?? "";
    this.kind.set(
      offered.map((kind) => ({ value: kind, label: kindOf(kind).label })),
      offered.includes(this.kind.value) ? undefined : first,
    );
    this.show();
  }

  /** Shows the motion of a run that the server has chosen. */
  setRequest({ kind, points, duration }: TrajectoryRequest): void {
    this.kind.input.value = kind;
    this.list = [...points];
    this.duration.set(duration);
    this.show();
  }

  /** Another machine: its points are elsewhere. */
  reset(): void {
    if (this.list.length) {
      this.list = [];
      this.show();
    }
  }

  addPoint(point: Vec3): void {
    if (kindOf(this.kind.value).points === "one") this.setPoints([point]);
    else this.setPoints([...this.list, point]);
  }

  removeLast(): void {
    if (this.list.length) this.setPoints(this.list.slice(0, -1));
  }

  private chooseKind(): void {
    const { points } = kindOf(this.kind.value);
    if (points === "one") this.list = this.list.slice(-1);
    if (points === "none") this.list = [];
    this.show();
    this.report();
  }

  private setPoints(points: Vec3[]): void {
    this.list = points;
    this.show();
    this.report();
  }

  private report(): void {
    if (this.missing === null) this.listener.changed(this.request);
  }

  private show(): void {
    const { points, hint } = kindOf(this.kind.value),
      several = points === "several";
    this.hint.textContent = hint;
    this.hint.hidden = !hint;
    this.pointRow.hidden = points === "none";
    this.duration.root.hidden = this.kind.value === "described";
    this.count.textContent =
      this.list.length === 0
        ? "No point yet"
        : several
          ? `${this.list.length} ${this.list.length === 1 ? "point" : "points"}`
          : "Point chosen";
    this.undoPoint.hidden = !several;
    this.undoPoint.disabled = this.clearPoints.disabled = this.list.length === 0;
    this.listener.pointsChanged(this.list);
    this.listener.drawing(points !== "none");
  }
}
