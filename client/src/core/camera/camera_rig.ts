import { Box3, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Scene, Vec3 } from "../types";

/** What is needed to look at a machine from the same side again. */
export interface CameraState {
  position: Vec3;
  target: Vec3;
  zoom: number;
  moved: boolean;
}

const FIELD_OF_VIEW = 35; // degrees, vertical
const MARGIN = 1.08;

/** The camera of a machine and its controls: orthographic along the normal of a planar machine, else perspective. */
export class CameraRig {
  readonly camera: OrthographicCamera | PerspectiveCamera;
  readonly controls: OrbitControls;
  private readonly direction: Vector3;
  private points: Vector3[];
  private halfHeight = 1;
  private aspect = 1;
  private moved = false;

  /** `change` is called after every move. */
  constructor(scene: Scene, canvas: HTMLCanvasElement, change: () => void) {
    const up = upOf(scene);
    this.camera = scene.view ? new OrthographicCamera() : new PerspectiveCamera(FIELD_OF_VIEW);
    this.camera.up.copy(up);
    this.direction = scene.view ? new Vector3(...scene.view).normalize() : obliqueDirection(up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", change);
    this.controls.addEventListener("start", () => (this.moved = true));
    this.points = corners(scene.lo, scene.hi);
  }

  /** Frame points from the machine's usual side. */
  fit(points: Vector3[]): void {
    this.points = points;
    this.moved = false;
    this.frame();
  }

  /** A new shape of the window: what is framed stays framed until the user moves the camera. */
  resize(aspect: number): void {
    this.aspect = aspect;
    if (this.moved) this.project();
    else this.frame();
  }

  get state(): CameraState {
    const { position, zoom } = this.camera;
    return { position: position.toArray() as Vec3, target: this.controls.target.toArray() as Vec3, zoom, moved: this.moved };
  }

  set state(state: CameraState) {
    if (!state.moved) return;
    this.moved = true;
    this.camera.position.set(...state.position);
    this.camera.zoom = state.zoom;
    this.controls.target.set(...state.target);
    this.project();
    this.controls.update();
  }

  /** Turn about the target [rad]: to the side, and up. */
  turn(side: number, up: number): void {
    const arm = this.camera.position.clone().sub(this.controls.target);
    const right = this.axis(0);
    const polar = arm.angleTo(this.camera.up);
    arm.applyAxisAngle(right, Math.min(Math.PI - 0.02, Math.max(0.02, polar - up)) - polar);
    arm.applyAxisAngle(this.camera.up, side);
    this.camera.position.copy(this.controls.target).add(arm);
    this.finish();
  }

  /** Move sideways and up, in shares of what the window shows. */
  pan(side: number, up: number): void {
    const height = 2 * this.pixelSize(1);
    const step = this.axis(0).multiplyScalar(side * height).addScaledVector(this.axis(1), up * height);
    this.camera.position.add(step);
    this.controls.target.add(step);
    this.finish();
  }

  /** Come closer by a factor. */
  zoom(factor: number): void {
    if (this.camera instanceof OrthographicCamera) this.camera.zoom *= factor;
    else this.camera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
    this.finish();
  }

  /** Length [m], at the target, of a share of half the window's height. */
  pixelSize(share: number): number {
    if (this.camera instanceof OrthographicCamera) return (share * this.camera.top) / this.camera.zoom;
    const distance = this.camera.position.distanceTo(this.controls.target);
    return share * distance * Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
  }

  dispose(): void {
    this.controls.dispose();
  }

  private finish(): void {
    this.moved = true;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.camera.updateMatrixWorld();
  }

  private axis(column: 0 | 1): Vector3 {
    this.camera.updateMatrixWorld();
    return new Vector3().setFromMatrixColumn(this.camera.matrixWorld, column);
  }

  /** The nearest place from which all points are within the window: its four sides touch the outermost ones. */
  private frame(): void {
    const box = new Box3().setFromPoints(this.points);
    const centre = box.getCenter(new Vector3());
    const reach = Math.max(box.getSize(new Vector3()).length() / 2, 1e-9);
    const right = this.camera.up.clone().cross(this.direction).normalize();
    const above = this.direction.clone().cross(right);
    const orthographic = this.camera instanceof OrthographicCamera;
    const slope = orthographic ? 0 : Math.tan((FIELD_OF_VIEW * Math.PI) / 360) / MARGIN;
    const [width, height] = [new Span(), new Span()];
    for (const point of this.points) {
      const arm = point.clone().sub(centre);
      const depth = arm.dot(this.direction);
      width.add(arm.dot(right), depth * slope * this.aspect);
      height.add(arm.dot(above), depth * slope);
    }
    const half = Math.max(height.half, width.half / this.aspect, 1e-3 * reach);
    this.halfHeight = MARGIN * half;
    const distance = orthographic ? 5 * reach : half / slope;
    this.camera.zoom = 1;
    this.camera.near = orthographic ? -20 * reach : distance / 100;
    this.camera.far = orthographic ? 40 * reach : 20 * (distance + reach);
    this.controls.target.copy(centre).addScaledVector(right, width.middle).addScaledVector(above, height.middle);
    this.camera.position.copy(this.controls.target).addScaledVector(this.direction, distance);
    this.project();
    this.controls.update();
    this.camera.updateMatrixWorld();
  }

  private project(): void {
    if (this.camera instanceof OrthographicCamera) {
      const [width, height] = [this.halfHeight * this.aspect, this.halfHeight];
      Object.assign(this.camera, { left: -width, right: width, top: height, bottom: -height });
    } else this.camera.aspect = this.aspect;
    this.camera.updateProjectionMatrix();
  }
}

/** Against gravity; of a planar machine that lies, an axis of its plane. */
function upOf(scene: Scene): Vector3 {
  const up = new Vector3(...scene.up).normalize();
  if (!scene.view) return up;
  const view = new Vector3(...scene.view).normalize();
  if (Math.abs(up.dot(view)) < 0.9) return up.addScaledVector(view, -up.dot(view)).normalize();
  const axis = Math.abs(view.y) < 0.9 ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
  return axis.addScaledVector(view, -axis.dot(view)).normalize();
}

/** From the front, the right and above. */
function obliqueDirection(up: Vector3): Vector3 {
  const front = Math.abs(up.y) < 0.9 ? new Vector3(0, -1, 0) : new Vector3(0, 0, 1);
  front.addScaledVector(up, -front.dot(up)).normalize();
  const right = front.clone().cross(up).negate();
  return front.addScaledVector(right, 0.75).addScaledVector(up, 0.55).normalize();
}

/** The corners of a box. */
export function corners(lo: Vec3, hi: Vec3): Vector3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => new Vector3(i & 1 ? hi[0] : lo[0], i & 2 ? hi[1] : lo[1], i & 4 ? hi[2] : lo[2]));
}

/** An interval that grows with each point: to both sides by what its nearness to the camera adds. */
class Span {
  private high = -Infinity;
  private low = -Infinity;

  add(value: number, more: number): void {
    this.high = Math.max(this.high, value + more);
    this.low = Math.max(this.low, more - value);
  }

  get half(): number {
    return (this.high + this.low) / 2;
  }

  get middle(): number {
    return (this.high - this.low) / 2;
  }
}
