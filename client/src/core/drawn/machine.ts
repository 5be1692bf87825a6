import { Color, CylinderGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, SRGBColorSpace, Vector3 } from "three";
import type { Box3, BufferGeometry } from "three";
import { corners } from "../camera/camera_rig";
import type { Item, MeshData, MeshPart, RGBA, Scene, StretchedRod, Vec3 } from "../types";
import { creasedGeometry } from "./creases";
import { edgeGeometry, itemGeometry } from "./geometry";

export type Style = "shapes" | "skeleton";

const Z = new Vector3(0, 0, 1);
const GHOST_OPACITY = 0.3;
/** Steps of depth between coinciding faces of two colours, which would flicker through each other. */
const COLOR_GAP = 4;

/** A machine in one posture: a group for each link, and rods stretched between links. */
export class Machine {
  readonly root = new Group();
  private readonly links: { frame: Group; shapes: Group; skeleton: Group }[];
  private readonly rods: { rod: StretchedRod; mesh: Mesh }[];
  private readonly materials = new Map<string, MeshLambertMaterial>();

  constructor(
    scene: Scene,
    private readonly meshes: MeshData,
    private readonly ghost: boolean,
  ) {
    this.links = scene.links.map((link) => {
      const [shapes, skeleton] = [this.draw(link.shapes), this.draw(link.skeleton)];
      const frame = new Group().add(shapes, skeleton);
      this.root.add(frame);
      return { frame, shapes, skeleton };
    });
    this.rods = scene.stretched.map((rod) => {
      const mesh = new Mesh(new CylinderGeometry(rod.radius, rod.radius, 1, 16).rotateX(Math.PI / 2), this.material(rod.color));
      this.root.add(mesh);
      return { rod, mesh };
    });
    this.setStyle("shapes");
  }

  /** Shapes where a link has them, or the skeleton of every link. */
  setStyle(style: Style): void {
    for (const { shapes, skeleton } of this.links) {
      shapes.visible = style === "shapes" && shapes.children.length > 0;
      skeleton.visible = !shapes.visible;
    }
    for (const { rod, mesh } of this.rods) this.stretch(rod, mesh);
  }

  /** Move the links: 7 numbers a link, position and quaternion (scalar first). Links without a finite pose are hidden. */
  place(poses: ArrayLike<number>): void {
    this.links.forEach(({ frame }, i) => {
      const [x, y, z, w, qx, qy, qz] = Array.prototype.slice.call(poses, 7 * i, 7 * i + 7);
      frame.visible = Number.isFinite(x + y + z + w + qx + qy + qz);
      if (!frame.visible) return;
      frame.position.set(x, y, z);
      frame.quaternion.set(qx, qy, qz, w).normalize();
      frame.updateMatrixWorld(true);
    });
    for (const { rod, mesh } of this.rods) this.stretch(rod, mesh);
  }

  /** A point of a link in world coordinates. */
  pointOf(link: number, at: ArrayLike<number>): Vector3 {
    return new Vector3(at[0], at[1], at[2]).applyMatrix4(this.links[link].frame.matrixWorld);
  }

  /** Corners of the boxes of all parts that are drawn, in world coordinates. */
  corners(): Vector3[] {
    const found: Vector3[] = [];
    this.root.updateMatrixWorld(true);
    this.root.traverseVisible((node) => {
      if (!(node instanceof Mesh)) return;
      if (!node.geometry.boundingBox) node.geometry.computeBoundingBox();
      const { min, max } = node.geometry.boundingBox as Box3;
      for (const point of corners(min.toArray() as Vec3, max.toArray() as Vec3)) found.push(point.applyMatrix4(node.matrixWorld));
    });
    return found;
  }

  dispose(): void {
    this.root.removeFromParent();
    this.root.traverse((node) => {
      if (node instanceof Mesh || node instanceof LineSegments) node.geometry.dispose();
      if (node instanceof LineSegments) (node.material as LineBasicMaterial).dispose();
    });
    for (const material of this.materials.values()) material.dispose();
  }

  private stretch(rod: StretchedRod, mesh: Mesh): void {
    const a = this.pointOf(rod.a, rod.pa);
    const b = this.pointOf(rod.b, rod.pb);
    const length = a.distanceTo(b);
    const ends = [this.links[rod.a], this.links[rod.b]];
    const hidden = rod.always === false && ends.every((link) => link.shapes.visible);
    mesh.visible = !hidden && length > 0 && ends.every((link) => link.frame.visible);
    if (!mesh.visible) return;
    mesh.position.copy(a).add(b).divideScalar(2);
    mesh.quaternion.setFromUnitVectors(Z, b.sub(a).divideScalar(length));
    mesh.scale.set(1, 1, length);
  }

  private draw(items: Item[]): Group {
    const group = new Group();
    for (const item of items) {
      for (const mesh of this.meshesOf(item)) {
        const [w, x, y, z] = item.quat;
        mesh.position.set(...item.pos);
        mesh.quaternion.set(x, y, z, w);
        group.add(mesh);
      }
    }
    return group;
  }

  private meshesOf(item: Item): Mesh[] {
    if (item.kind !== "mesh") return [this.outlined(item)];
    return (this.meshes[item.mesh ?? ""] ?? []).map((part) => {
      const mesh = new Mesh(geometryOf(part), this.material(part.color));
      if (item.size.length === 3) mesh.scale.set(item.size[0], item.size[1], item.size[2]);
      return mesh;
    });
  }

  /** Parts with edges have them drawn darker, since faces of one direction have one shade. */
  private outlined(item: Item): Mesh {
    const mesh = new Mesh(itemGeometry(item), this.material(item.color));
    if (this.ghost || !["box", "hull", "cylinder"].includes(item.kind)) return mesh;
    const color = mesh.material.color.clone().multiplyScalar(0.45);
    mesh.add(new LineSegments(edgeGeometry(mesh.geometry), new LineBasicMaterial({ color })));
    return mesh;
  }

  private material([red, green, blue, alpha]: RGBA): MeshLambertMaterial {
    const key = [red, green, blue, alpha].join();
    let material = this.materials.get(key);
    if (!material) {
      const opacity = this.ghost ? GHOST_OPACITY * alpha : alpha;
      const color = new Color().setRGB(red, green, blue, SRGBColorSpace);
      // Where surfaces coincide, faces are behind edges, later colours behind earlier ones, and the ghost behind the machine.
      const behind = this.ghost ? 2 : 1;
      const offset = { polygonOffset: true, polygonOffsetFactor: behind, polygonOffsetUnits: behind + COLOR_GAP * this.materials.size };
      material = new MeshLambertMaterial({ color, transparent: opacity < 1, opacity, ...offset });
      this.materials.set(key, material);
    }
    return material;
  }
}

const geometries = new WeakMap<MeshPart, BufferGeometry>();

/** The geometry of a part of a mesh, computed once; the graphics card's copy is freed with each machine. */
function geometryOf(part: MeshPart): BufferGeometry {
  let geometry = geometries.get(part);
  if (!geometry) geometries.set(part, (geometry = creasedGeometry(part.vertices, part.faces)));
  return geometry;
}
