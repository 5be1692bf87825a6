import { BufferAttribute, BufferGeometry } from "three";

const SMOOTH = Math.cos(Math.PI / 6);

/** Normals that are shared across edges below 30 degrees only: round parts look round, edges stay sharp. */
export function creasedGeometry(vertices: Float32Array, faces: Uint16Array | Uint32Array): BufferGeometry {
  const corners = faces.length - (faces.length % 3);
  const positions = new Float32Array(3 * corners);
  for (let c = 0; c < corners; c++) for (let k = 0; k < 3; k++) positions[3 * c + k] = vertices[3 * faces[c] + k];
  const areas = faceNormals(positions, corners / 3);
  const around = cornersOfVertices(faces, corners, vertices.length / 3);
  const normals = new Float32Array(3 * corners);
  for (let c = 0; c < corners; c++) addSmoothNeighbours(normals, c, faces[c], areas, around);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  return geometry;
}

interface FaceNormals {
  /** Unit normals, three numbers a face. */
  unit: Float32Array;
  /** Twice the areas, which weigh the normals. */
  area: Float32Array;
}

function faceNormals(p: Float32Array, count: number): FaceNormals {
  const unit = new Float32Array(3 * count);
  const area = new Float32Array(count);
  for (let f = 0; f < count; f++) {
    const o = 9 * f;
    const [ax, ay, az] = [p[o + 3] - p[o], p[o + 4] - p[o + 1], p[o + 5] - p[o + 2]];
    const [bx, by, bz] = [p[o + 6] - p[o], p[o + 7] - p[o + 1], p[o + 8] - p[o + 2]];
    const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    area[f] = Math.hypot(...normal);
    for (let k = 0; k < 3; k++) unit[3 * f + k] = area[f] > 0 ? normal[k] / area[f] : 0;
  }
  return { unit, area };
}

/** Linked lists of the corners at each vertex: `first` of a vertex, then `next`, until -1. */
interface VertexCorners {
  first: Int32Array;
  next: Int32Array;
}

function cornersOfVertices(faces: Uint16Array | Uint32Array, corners: number, vertices: number): VertexCorners {
  const first = new Int32Array(vertices).fill(-1);
  const next = new Int32Array(corners);
  for (let c = 0; c < corners; c++) {
    next[c] = first[faces[c]];
    first[faces[c]] = c;
  }
  return { first, next };
}

function addSmoothNeighbours(normals: Float32Array, corner: number, vertex: number, faces: FaceNormals, around: VertexCorners): void {
  const own = 3 * Math.floor(corner / 3);
  const n = faces.unit;
  const sum = [0, 0, 0];
  for (let c = around.first[vertex]; c >= 0; c = around.next[c]) {
    const face = Math.floor(c / 3);
    const other = 3 * face;
    const cosine = n[own] * n[other] + n[own + 1] * n[other + 1] + n[own + 2] * n[other + 2];
    if (cosine > SMOOTH) for (let k = 0; k < 3; k++) sum[k] += faces.area[face] * n[other + k];
  }
  const length = Math.hypot(...sum);
  for (let k = 0; k < 3; k++) normals[3 * corner + k] = length > 0 ? sum[k] / length : n[own + k];
}
