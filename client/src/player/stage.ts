import { Viewer } from "../core/viewer";
import type { MotionScene } from "./motion_scene";

/** A place in the page where the stage can be. */
export interface Seat {
  readonly box: HTMLElement;
  readonly scene: MotionScene;
  readonly time: number;
  /** The canvas has come, or gone and left a picture. */
  occupied(on: boolean): void;
  showPoster(url: string): void;
}

/** Browsers allow 8 to 16 WebGL contexts, so the page has one: it is moved to the motion in use, the others show pictures. */
export class Stage {
  private viewer: Viewer | null = null;
  private seat: Seat | null = null;

  /** Null where the browser has no WebGL. */
  static open(): Stage | null {
    return Viewer.available() ? new Stage() : null;
  }

  get current(): Seat | null {
    return this.seat;
  }

  /** Move to a seat; the one before keeps a picture. */
  moveTo(seat: Seat): void {
    if (this.seat === seat) return;
    this.leave();
    this.seat = seat;
    const viewer = this.viewerIn(seat.box);
    seat.scene.enter(viewer, seat.time);
    seat.occupied(true);
  }

  /** Draw the time of now, if this seat has the stage. */
  draw(seat: Seat): void {
    if (this.viewer && this.seat === seat) seat.scene.draw(this.viewer, seat.time);
  }

  /** What is shown has changed. */
  refresh(seat: Seat): void {
    if (this.viewer && this.seat === seat) seat.scene.refresh(this.viewer, seat.time);
  }

  resetView(): void {
    this.viewer?.home();
  }

  pressKey(event: KeyboardEvent): boolean {
    return this.viewer?.pressKey(event) ?? false;
  }

  /** What is seen on the stage, as the data URL of a PNG. */
  picture(): string {
    return this.viewer?.picture() ?? "";
  }

  /** Make the poster of a seat, also of one without the stage. */
  makePoster(seat: Seat): void {
    const { clientWidth: width, clientHeight: height } = seat.box;
    if (!width || !height || this.viewer?.lost) return;
    if (this.seat === seat) {
      seat.showPoster(this.viewer!.picture());
      return;
    }
    const viewer = this.viewer ?? this.viewerIn(seat.box);
    if (this.seat) this.seat.scene.camera = viewer.camera;
    seat.scene.enter(viewer, seat.time);
    seat.showPoster(viewer.picture({ width, height }));
    if (this.seat) this.seat.scene.enter(viewer, this.seat.time);
    else viewer.canvas.remove();
  }

  private leave(): void {
    if (!this.viewer || !this.seat) return;
    this.seat.scene.camera = this.viewer.camera;
    if (!this.viewer.lost) this.seat.showPoster(this.viewer.picture());
    this.seat.occupied(false);
    this.seat = null;
  }

  private viewerIn(box: HTMLElement): Viewer {
    if (this.viewer) this.viewer.attach(box);
    else this.viewer = this.createViewer(box);
    return this.viewer;
  }

  private createViewer(box: HTMLElement): Viewer {
    const viewer = new Viewer(box, { wheel: "focused" });
    viewer.canvas.addEventListener("webglcontextlost", () => this.seat?.occupied(false)); // the last picture is shown instead
    viewer.canvas.addEventListener("webglcontextrestored", () => this.seat?.occupied(true));
    return viewer;
  }
}
