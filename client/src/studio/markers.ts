/** Rings around points, as one line with breaks: one ring in the plane of a planar machine, three rings in space. */
import type { Vec3 } from "../core/types";

const SIDES = 24;

export function markers(points: readonly Vec3[], radius: number, normal: Vec3 | null): Float32Array {
  const planes = normal ? [axesAcross(normal)] : [axesAcross([1, 0, 0]), axesAcross([0, 1, 0]), axesAcross([0, 0, 1])];
  const numbers: number[] = [];
  for (const point of points) {
    for (const [u, v] of planes) {
      for (let i = 0; i <= SIDES; i++) {
        const angle = (2 * Math.PI * i) / SIDES,
          [c, s] = [radius * Math.cos(angle), radius * Math.sin(angle)];
        numbers.push(...point.map((value, k) => value + c * u[k] + s * v[k]));
      }
      numbers.push(NaN, NaN, NaN);
    }
  }
  return Float32Array.from(numbers);
}

/** Two unit vectors perpendicular to a vector and to one another. */
function axesAcross(vector: Vec3): [Vec3, Vec3] {
  const n = unit(vector),
    helper: Vec3 = Math.abs(n[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0];
  const u = unit(cross(n, helper));
  return [u, cross(n, u)];
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: Vec3): Vec3 {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}
