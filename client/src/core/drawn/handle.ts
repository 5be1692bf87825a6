import { Mesh, MeshBasicMaterial, Plane, Raycaster, SphereGeometry, Vector2, Vector3 } from "three";
import type { Camera } from "three";
import type { Vec3 } from "../types";

export type HandleState = "free" | "border" | "push";
export interface HandleListeners {
  start(): void;
  move(point: Vec3): void;
  end(): void;
}

const COLORS: Record<HandleState, string> = { free: "#0072b2", border: "#d55e00", push: "#cc79a7" };
/** Pointers this close [px] take the handle; fingers are wider. */
const REACH = { mouse: 16, touch: 30 };

/** The ball that is dragged. Its points are in a plane through it: of a planar machine the machine's, else parallel to the screen. */
export class Handle {
  readonly mesh = new Mesh(new SphereGeometry(1, 24, 16), new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.85 }));
  private listeners: HandleListeners | null = null;
  private pointer: number | null = null;
  private offset = new Vector3(); // from the pointer to the ball's middle, when it is taken
  private readonly plane = new Plane();

  /** `camera` and `normal` (of a planar machine, or null) are asked when they are needed, since they change with the machine. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: () => Camera,
    private readonly normal: () => Vec3 | null,
  ) {
    this.mesh.visible = false;
    this.mesh.renderOrder = 10;
    canvas.addEventListener("pointerdown", this.press, { capture: true }); // before the camera's controls
    canvas.addEventListener("pointermove", this.move);
    for (const name of ["pointerup", "pointercancel"] as const) canvas.addEventListener(name, this.release);
  }

  set(at: Vec3 | null, state: HandleState): void {
    this.mesh.visible = at !== null && at.every(Number.isFinite);
    if (at) this.mesh.position.set(...at);
    this.mesh.material.color.set(COLORS[state]);
  }

  listen(listeners: HandleListeners): void {
    this.listeners = listeners;
  }

  /** Where a pointer meets the plane through `origin`. */
  pointAt(event: PointerEvent, origin: Vector3): Vec3 {
    this.setPlane(origin);
    return this.intersect(event) ?? (origin.toArray() as Vec3);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  private readonly press = (event: PointerEvent): void => {
    if (!this.listeners || !this.mesh.visible || event.button !== 0 || this.distance(event) > reach(event)) return;
    event.stopImmediatePropagation();
    this.pointer = event.pointerId;
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.focus({ preventScroll: true });
    this.setPlane(this.mesh.position);
    this.offset.copy(this.mesh.position).sub(new Vector3(...(this.intersect(event) ?? this.mesh.position.toArray())));
    this.listeners.start();
  };

  private readonly move = (event: PointerEvent): void => {
    if (this.pointer === null) {
      const near = this.listeners && this.mesh.visible && this.distance(event) <= reach(event);
      this.canvas.style.cursor = near ? "grab" : "";
      return;
    }
    if (event.pointerId !== this.pointer) return;
    const point = this.intersect(event);
    if (point) this.listeners?.move(new Vector3(...point).add(this.offset).toArray() as Vec3);
  };

  private readonly release = (event: PointerEvent): void => {
    if (event.pointerId !== this.pointer) return;
    this.pointer = null;
    this.listeners?.end();
  };

  private setPlane(origin: Vector3): void {
    const normal = this.normal();
    const direction = normal ? new Vector3(...normal).normalize() : this.camera().getWorldDirection(new Vector3());
    this.plane.setFromNormalAndCoplanarPoint(direction, origin);
  }

  private intersect(event: PointerEvent): Vec3 | null {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera());
    return (ray.ray.intersectPlane(this.plane, new Vector3())?.toArray() as Vec3 | undefined) ?? null;
  }

  /** From the pointer to the ball [px]. */
  private distance(event: PointerEvent): number {
    const box = this.canvas.getBoundingClientRect();
    const at = this.mesh.position.clone().project(this.camera());
    return Math.hypot(box.left + ((at.x + 1) / 2) * box.width - event.clientX, box.top + ((1 - at.y) / 2) * box.height - event.clientY);
  }
}

function reach(event: PointerEvent): number {
  return event.pointerType === "mouse" ? REACH.mouse : REACH.touch;
}
