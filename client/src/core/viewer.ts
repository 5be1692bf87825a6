/** The machine in three dimensions. One WebGL context; pictures are made only when something changed. */
import { Color, DirectionalLight, Group, HemisphereLight, Scene as World, Vector3, WebGLRenderer } from "three";
import { CAMERA_KEYS, pressCameraKey } from "./camera/camera_keys";
import { CameraRig, corners } from "./camera/camera_rig";
import type { CameraState } from "./camera/camera_rig";
import { ArrowGroup } from "./drawn/arrows";
import type { Arrow } from "./drawn/arrows";
import { Ground } from "./drawn/ground";
import { Handle } from "./drawn/handle";
import type { HandleListeners, HandleState } from "./drawn/handle";
import { LineGroup } from "./drawn/lines";
import type { Line } from "./drawn/lines";
import { Machine } from "./drawn/machine";
import type { Style } from "./drawn/machine";
import { movingBox, movingSize } from "./drawn/size";
import { element } from "./dom";
import { onTheme, theme } from "./theme";
import type { MeshData, Scene, Vec3 } from "./types";
import { hasWebGL, takeCanvas } from "./webgl";

export interface ViewerOptions {
  /** The wheel zooms always, or only while the canvas has the focus, so that long pages scroll past it. */
  wheel: "always" | "focused";
  /** Room around the machine at home, in shares of its extent; a box in space leaves some by itself. */
  room?: number;
}

interface Discardable {
  root: Group;
  dispose(): void;
}

export class Viewer {
  readonly canvas: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly sun = new DirectionalLight(0xffffff, 2.4);
  private readonly sky = new HemisphereLight(0xffffff, 0xa8b0c0, 2.8);
  private readonly overlays = new Group();
  private readonly handle: Handle;
  private readonly lines = new Map<string, LineGroup>();
  private readonly arrows = new Map<string, ArrowGroup>();
  private readonly observer = new ResizeObserver(() => {
    this.resize();
    this.render(); // at once: a canvas of a new size is empty
  });
  private readonly endTheme: () => void;
  private scene: Scene | null = null;
  private meshes: MeshData = {};
  private machines: (Machine | null)[] = [null, null];
  private style: Style = "shapes";
  private rig: CameraRig | null = null;
  private ground: Ground | null = null;
  private groundOn = false;
  private covered: Vector3[] = [];
  private frame = 0;
  private readonly discarded: Discardable[] = [];
  private host: HTMLElement;

  /** Whether the browser gives a WebGL context; asked once. */
  static available(): boolean {
    return hasWebGL();
  }

  constructor(host: HTMLElement, private readonly options: ViewerOptions = { wheel: "always" }) {
    this.host = host;
    this.canvas = takeCanvas();
    this.canvas.className = "kinloop-canvas";
    for (const [name, value] of Object.entries({ tabindex: "0", role: "img", "aria-label": `3D view. ${CAMERA_KEYS}` })) {
      this.canvas.setAttribute(name, value);
    }
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true });
    this.handle = new Handle(this.canvas, () => this.cameraRig().camera, () => this.scene?.view ?? null);
    this.world.add(this.sky, this.sun, this.overlays, this.handle.mesh);
    this.canvas.addEventListener("keydown", (event) => this.pressKey(event));
    this.canvas.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && this.canvas.focus({ preventScroll: true }));
    this.canvas.addEventListener("webglcontextrestored", () => this.changed());
    for (const name of ["focus", "blur"] as const) this.canvas.addEventListener(name, () => this.engage());
    this.endTheme = onTheme(() => this.recolor());
    this.attach(host);
    this.recolor();
  }

  /** Show the canvas in another element. */
  attach(host: HTMLElement): void {
    this.observer.disconnect();
    this.host = host;
    host.append(this.canvas);
    this.observer.observe(host);
    this.resize();
  }

  /** Draw another machine. The camera stays if the machine has the same name, links and sides; `fit` or `home` frame it. */
  setScene(scene: Scene, meshes: MeshData): void {
    const same = this.scene && sameSides(this.scene, scene);
    for (const machine of this.machines) if (machine) this.discard(machine);
    this.clearOverlays();
    this.scene = scene;
    this.meshes = meshes;
    this.covered = [];
    this.machines = [new Machine(scene, meshes, false), null];
    this.machines[0]!.setStyle(this.style);
    this.world.add(this.machines[0]!.root);
    this.placeLights(scene);
    if (!same) {
      this.rig?.dispose();
      this.rig = new CameraRig(scene, this.canvas, () => this.changed());
      this.resize();
      this.home();
    }
    this.engage();
    this.setGround(this.groundOn);
  }

  /** Move the links to poses (7 numbers a link). Record 1 is the ghost, which is drawn translucent. */
  place(poses: ArrayLike<number>, record: 0 | 1 = 0): void {
    if (!this.scene) return;
    let machine = this.machines[record];
    if (!machine) {
      machine = this.machines[record] = new Machine(this.scene, this.meshes, record === 1);
      machine.setStyle(this.style);
      this.world.add(machine.root);
    }
    machine.root.visible = true;
    machine.place(poses);
    this.changed();
  }

  /** Draw the ghost as another scene than the machine's, such as the same machine with other lengths. */
  setGhost(scene: Scene, meshes: MeshData): void {
    if (this.machines[1]) this.discard(this.machines[1]);
    this.machines[1] = new Machine(scene, meshes, true);
    this.machines[1].setStyle(this.style);
    this.machines[1].root.visible = false;
    this.world.add(this.machines[1].root);
  }

  hideGhost(): void {
    if (this.machines[1]) this.machines[1].root.visible = false;
    this.changed();
  }

  setStyle(style: Style): void {
    this.style = style;
    for (const machine of this.machines) machine?.setStyle(style);
    this.changed();
  }

  /** Replace the lines of a group; an empty list removes them. */
  setLines(group: string, lines: Line[]): void {
    const old = this.lines.get(group);
    if (old) this.discard(old);
    this.lines.delete(group);
    if (lines.length) {
      const drawn = new LineGroup(lines, ...this.sizes());
      this.lines.set(group, drawn);
      this.overlays.add(drawn.root);
    }
    this.changed();
  }

  /** Show the lines of a group up to their first `points` points. */
  trimLines(group: string, points: number): void {
    this.lines.get(group)?.trim(points);
    this.changed();
  }

  /** Replace the arrows of a group; an empty list removes them. */
  setArrows(group: string, arrows: Arrow[]): void {
    let drawn = this.arrows.get(group);
    if (!drawn) {
      if (!arrows.length) return;
      drawn = new ArrowGroup(...this.sizes());
      this.arrows.set(group, drawn);
      this.overlays.add(drawn.root);
    }
    drawn.set(arrows);
    this.changed();
  }

  /** Show the ball that is dragged, or hide it. */
  setHandle(at: Vec3 | null, state: HandleState): void {
    this.handle.set(at, state);
    this.changed();
  }

  /** Hear of drags of the handle. Meanwhile the camera stands still. */
  onHandle(listeners: HandleListeners): void {
    this.handle.listen(listeners);
  }

  /** Where a pointer meets the plane of a planar machine, or the one parallel to the screen, through the handle. */
  pointAt(event: PointerEvent): Vec3 {
    const origin = this.handle.mesh.visible ? this.handle.mesh.position : this.toolPoint();
    return this.handle.pointAt(event, origin);
  }

  /** A grid below or behind the machine. */
  setGround(on: boolean): void {
    this.groundOn = on;
    this.ground?.dispose();
    this.ground = on && this.scene ? new Ground(this.scene) : null;
    if (this.ground) this.world.add(this.ground.root);
    this.changed();
  }

  /** Frame a box [m] from the usual side. */
  fit(lo: Vec3, hi: Vec3): void {
    this.rig?.fit(corners(lo, hi));
    this.changed();
  }

  /** Frame what the machine covers in some postures of a motion; `place` it afterwards. */
  frameMotion(postures: ArrayLike<number>[]): void {
    if (!this.scene) return;
    const [lo, hi] = movingBox(this.scene, 0).map((corner) => new Vector3(...corner));
    const machine = this.machines[0]!;
    this.covered = postures.flatMap((poses) => {
      machine.place(poses);
      return machine.corners().map((point) => point.clamp(lo, hi)); // rails reach far beyond the motion
    });
    this.home();
  }

  /** Frame the motion, or else the scene's box, from the usual side. */
  home(): void {
    if (!this.scene) return;
    const room = (this.options.room ?? 0) * (this.scene.view ? 1 : 0.2);
    this.rig?.fit(this.covered.length ? this.covered : corners(...movingBox(this.scene, room)));
    this.changed();
  }

  /** The camera, to return to it after another machine was shown. */
  get camera(): CameraState | null {
    return this.rig?.state ?? null;
  }

  set camera(state: CameraState | null) {
    if (!this.rig || !state) return;
    this.rig.state = state;
    this.changed();
  }

  /** Turn, move or zoom by a key; false where the key is none of the camera's. */
  pressKey(event: KeyboardEvent): boolean {
    const used = !!this.rig && !event.defaultPrevented && pressCameraKey(event, this.rig, () => this.home());
    if (used) this.changed();
    return used;
  }

  /** The browser has taken the context away: nothing is drawn until it gives it back. */
  get lost(): boolean {
    return this.renderer.getContext().isContextLost();
  }

  /** Draw now. */
  render(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.rig || this.lost) return;
    const pixels = Math.max(1, this.host.clientHeight / 2);
    this.handle.mesh.scale.setScalar(Math.max(this.rig.pixelSize(8 / pixels), 1.5 * (this.scene?.radius ?? 0)));
    this.renderer.render(this.world, this.rig.camera);
    for (const old of this.discarded.splice(0)) old.dispose();
  }

  /** What is seen, as the data URL of a PNG; `size` [px] if not that of the window. */
  picture(size?: { width: number; height: number }): string {
    if (size) this.setSize(size.width, size.height, 1);
    this.render(); // in the same task as reading: the buffer is not preserved
    const url = this.canvas.toDataURL("image/png");
    if (size) this.resize();
    return url;
  }

  /** Where a point [m] is seen, in the window's pixels. */
  project(point: Vec3): [x: number, y: number] {
    const { camera } = this.cameraRig();
    camera.updateMatrixWorld();
    const { x, y } = new Vector3(...point).project(camera);
    const box = this.canvas.getBoundingClientRect();
    return [box.left + ((x + 1) / 2) * box.width, box.top + ((1 - y) / 2) * box.height];
  }

  /** Small pictures of other postures in a box [m], from the usual side, without lines, arrows and handle. The view stays as it is. */
  drawPostures(postures: ArrayLike<number>[], lo: Vec3, hi: Vec3, size: { width: number; height: number }): HTMLCanvasElement[] {
    if (!this.scene) return [];
    const machine = new Machine(this.scene, this.meshes, false);
    machine.setStyle(this.style);
    const others = [this.overlays, this.handle.mesh, ...this.machines.flatMap((shown) => (shown ? [shown.root] : []))];
    const seen = others.map((other) => other.visible);
    for (const other of others) other.visible = false;
    this.world.add(machine.root);
    const rig = new CameraRig(this.scene, element("canvas"), () => undefined); // another camera: the one of the view stands still
    rig.resize(size.width / size.height);
    rig.fit(corners(lo, hi));
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(size.width, size.height, false);
    const pictures = postures.map((poses) => {
      machine.place(poses);
      this.renderer.render(this.world, rig.camera);
      const picture = element("canvas", { attributes: { width: String(size.width), height: String(size.height) } });
      picture.getContext("2d")?.drawImage(this.canvas, 0, 0, size.width, size.height); // in the same task: the buffer is not preserved
      return picture;
    });
    this.discard(machine);
    rig.dispose();
    others.forEach((other, i) => (other.visible = seen[i]));
    this.resize();
    return pictures;
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.endTheme();
    for (const machine of this.machines) machine?.dispose();
    this.clearOverlays();
    for (const old of this.discarded.splice(0)) old.dispose();
    this.ground?.dispose();
    this.handle.dispose();
    this.rig?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  private changed(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.render());
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.host;
    if (!clientWidth || !clientHeight) return;
    this.setSize(clientWidth, clientHeight, Math.min(window.devicePixelRatio, 2));
    this.changed();
  }

  private setSize(width: number, height: number, ratio: number): void {
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.rig?.resize(width / height);
  }

  /** Remove what is replaced. It is freed after the next picture: what replaces it uses the same shaders, which would be compiled again. */
  private discard(old: Discardable): void {
    old.root.removeFromParent();
    this.discarded.push(old);
  }

  private cameraRig(): CameraRig {
    if (!this.rig) throw new Error("the viewer has no scene");
    return this.rig;
  }

  /** The size of overlays, and whether the machine is planar. */
  private sizes(): [number, boolean] {
    return this.scene ? [movingSize(this.scene), this.scene.view !== null] : [1, false];
  }

  private toolPoint(): Vector3 {
    if (!this.scene) return new Vector3();
    return this.machines[0]!.pointOf(this.scene.tool.link, this.scene.tool.at);
  }

  private clearOverlays(): void {
    for (const group of [...this.lines.values(), ...this.arrows.values()]) this.discard(group);
    this.lines.clear();
    this.arrows.clear();
  }

  private placeLights(scene: Scene): void {
    const up = new Vector3(...scene.up).normalize();
    const side = new Vector3(1, -0.7, 0.4);
    const view = scene.view ? new Vector3(...scene.view) : up;
    this.sky.position.copy(view);
    this.sun.position.copy(view).multiplyScalar(3).add(up).add(side);
  }

  private recolor(): void {
    this.world.background = new Color(theme().background);
    this.setGround(this.groundOn);
    this.changed();
  }

  /** Wheel and fingers move the camera only while the canvas has the focus, if so chosen. */
  private engage(): void {
    if (!this.rig) return;
    const engaged = this.options.wheel === "always" || document.activeElement === this.canvas;
    this.rig.controls.enableZoom = engaged;
    this.canvas.style.touchAction = engaged ? "none" : "pan-y pinch-zoom";
  }
}

function sameSides(a: Scene, b: Scene): boolean {
  const sides = (scene: Scene): string => JSON.stringify([scene.name, scene.links.length, scene.up, scene.view]);
  return sides(a) === sides(b);
}
