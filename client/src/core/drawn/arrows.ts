import { BufferGeometry, ConeGeometry, CylinderGeometry, Float32BufferAttribute, Group, Mesh, MeshLambertMaterial, Vector3 } from "three";
import type { Vec3 } from "../types";

export interface Arrow {
  /** Where it begins [m]. */
  at: Vec3;
  /** Its direction and, as it is drawn, its length [m]. */
  vector: Vec3;
  color: string;
  /** About the vector: an arc of the vector's length, for moments. */
  twist: boolean;
}

const Y = new Vector3(0, 1, 0);
const ARC_STEPS = 72;
const ARC_SIDES = 8;
const LARGEST_ARC = (330 * Math.PI) / 180;

/** Arrows that are replaced together; their objects are used again. */
export class ArrowGroup {
  readonly root = new Group();
  private readonly straight: StraightArrow[] = [];
  private readonly arcs: ArcArrow[] = [];

  /** Heads and shafts follow from the size of the machine [m]. Arrows of a planar machine are drawn over it. */
  constructor(
    private readonly size: number,
    private readonly planar: boolean,
  ) {}

  set(arrows: Arrow[]): void {
    const finite = arrows.filter((arrow) => [...arrow.at, ...arrow.vector].every(Number.isFinite));
    this.fill(this.straight, finite.filter((arrow) => !arrow.twist), () => new StraightArrow(this.size, this.planar));
    this.fill(this.arcs, finite.filter((arrow) => arrow.twist), () => new ArcArrow(this.size, this.planar));
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const arrow of [...this.straight, ...this.arcs]) arrow.dispose();
  }

  private fill(pool: DrawnArrow[], arrows: Arrow[], create: () => DrawnArrow): void {
    while (pool.length < arrows.length) {
      const arrow = create();
      pool.push(arrow);
      this.root.add(arrow.root);
    }
    pool.forEach((drawn, i) => {
      drawn.root.visible = i < arrows.length;
      if (drawn.root.visible) drawn.set(arrows[i]);
    });
  }
}

/** A body and a head of one colour. */
abstract class DrawnArrow {
  readonly root = new Group();
  protected readonly body: Mesh;
  protected readonly head: Mesh;
  private readonly material: MeshLambertMaterial;

  constructor(
    body: BufferGeometry,
    protected readonly headLength: number,
    planar: boolean,
  ) {
    this.material = new MeshLambertMaterial({ depthTest: !planar, transparent: planar });
    this.body = new Mesh(body, this.material);
    this.head = new Mesh(new ConeGeometry(0.32 * headLength, headLength, 20), this.material);
    this.body.renderOrder = this.head.renderOrder = planar ? 5 : 0;
    this.root.add(this.body, this.head);
  }

  set(arrow: Arrow): void {
    this.material.color.set(arrow.color);
    const vector = new Vector3(...arrow.vector);
    const length = vector.length();
    this.root.visible = length > this.headLength / 40;
    if (!this.root.visible) return;
    this.root.position.set(...arrow.at);
    this.root.quaternion.setFromUnitVectors(Y, vector.divideScalar(length));
    this.shape(length);
  }

  dispose(): void {
    this.body.geometry.dispose();
    this.head.geometry.dispose();
    this.material.dispose();
  }

  /** Give body and head their sizes; the arrow points along y. */
  protected abstract shape(length: number): void;
}

class StraightArrow extends DrawnArrow {
  constructor(size: number, planar: boolean) {
    super(new CylinderGeometry(0.006 * size, 0.006 * size, 1, 12).translate(0, 0.5, 0), 0.05 * size, planar);
  }

  protected shape(length: number): void {
    const size = Math.min(1, (0.6 * length) / this.headLength);
    const shaft = length - size * this.headLength;
    this.body.scale.set(size, shaft, size);
    this.head.scale.setScalar(size);
    this.head.position.set(0, shaft + (size * this.headLength) / 2, 0);
  }
}

class ArcArrow extends DrawnArrow {
  private readonly radius: number;

  constructor(size: number, planar: boolean) {
    super(arcGeometry(0.07 * size, 0.006 * size), 0.045 * size, planar);
    this.radius = 0.07 * size;
  }

  protected shape(length: number): void {
    const angle = Math.min(LARGEST_ARC, length / this.radius);
    const size = Math.min(1, length / this.headLength);
    const steps = Math.max(1, Math.round((angle / LARGEST_ARC) * ARC_STEPS));
    this.body.geometry.setDrawRange(0, 6 * ARC_SIDES * steps);
    this.head.scale.setScalar(size);
    this.head.position.set(this.radius * Math.cos(angle), 0, -this.radius * Math.sin(angle));
    const tangent = new Vector3(-Math.sin(angle), 0, -Math.cos(angle));
    this.head.quaternion.setFromUnitVectors(Y, tangent);
    this.head.position.addScaledVector(tangent, (size * this.headLength) / 4);
  }
}

/** A tube along an arc about y, in the order of its angle, so that a draw range ends it earlier. */
function arcGeometry(radius: number, tube: number): BufferGeometry {
  const [positions, normals, index]: number[][] = [[], [], []];
  for (let i = 0; i <= ARC_STEPS; i++) {
    const angle = (i / ARC_STEPS) * LARGEST_ARC;
    for (let j = 0; j < ARC_SIDES; j++) {
      const around = (2 * Math.PI * j) / ARC_SIDES;
      const normal = [Math.cos(angle) * Math.cos(around), Math.sin(around), -Math.sin(angle) * Math.cos(around)];
      const centre = [radius * Math.cos(angle), 0, -radius * Math.sin(angle)];
      normals.push(...normal);
      positions.push(...centre.map((value, k) => value + tube * normal[k]));
      if (i === ARC_STEPS) continue;
      const [a, b] = [ARC_SIDES * i + j, ARC_SIDES * i + ((j + 1) % ARC_SIDES)];
      index.push(a, a + ARC_SIDES, b, b, a + ARC_SIDES, b + ARC_SIDES);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  geometry.setIndex(index);
  return geometry;
}
