import type { Scene, Vec3 } from "../types";

/** The diagonal of what moves [m], by which arrows, dashes and grids are sized: rails can be much longer. */
export function movingSize(scene: Scene): number {
  const diagonal = Math.hypot(...scene.hi.map((value, k) => value - scene.lo[k]));
  return Math.max(diagonal, 4 * scene.radius) || scene.extent || 1;
}

/** The box of the moving parts [m], not smaller than a bar, with some room in shares of the extent. */
export function movingBox({ lo, hi, radius, extent }: Scene, room: number): [Vec3, Vec3] {
  const margin = radius + room * extent;
  return [lo.map((value) => value - margin) as Vec3, hi.map((value) => value + margin) as Vec3];
}
