import { BoxGeometry, BufferGeometry, CapsuleGeometry, CylinderGeometry, EdgesGeometry, Float32BufferAttribute, SphereGeometry } from "three";
import type { Item } from "../types";

/** The geometry of an item that is not a mesh; round ones along z. */
export function itemGeometry(item: Item): BufferGeometry {
  const [a, b, c] = item.size;
  switch (item.kind) {
    case "box":
      return new BoxGeometry(a, b, c);
    case "sphere":
      return new SphereGeometry(a, 24, 16);
    case "cylinder":
      return new CylinderGeometry(a, a, b, 28).rotateX(Math.PI / 2);
    case "capsule":
      return new CapsuleGeometry(a, b, 8, 20).rotateX(Math.PI / 2);
    case "hull":
      return hullGeometry(item.vertices ?? [], item.faces ?? []);
    default:
      return new BufferGeometry();
  }
}

/** Edges of more than 30 degrees. three.js takes points within 1e-4 for the same, so small parts are enlarged before. */
export function edgeGeometry(geometry: BufferGeometry): BufferGeometry {
  geometry.computeBoundingSphere();
  const scale = 100 / (geometry.boundingSphere!.radius || 1);
  const enlarged = geometry.clone().scale(scale, scale, scale);
  return new EdgesGeometry(enlarged, 30).scale(1 / scale, 1 / scale, 1 / scale);
}

/** A polyhedron with flat faces. */
function hullGeometry(vertices: number[][], faces: number[][]): BufferGeometry {
  const indexed = new BufferGeometry();
  indexed.setAttribute("position", new Float32BufferAttribute(vertices.flat(), 3));
  indexed.setIndex(faces.flat());
  const flat = indexed.toNonIndexed();
  flat.computeVertexNormals();
  return flat;
}
