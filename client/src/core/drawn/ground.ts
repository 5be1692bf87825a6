import { GridHelper, Group, LineBasicMaterial, Quaternion, Vector3 } from "three";
import type { Scene } from "../types";
import { theme } from "../theme";
import { movingSize } from "./size";

/** A grid below the machine, or behind a planar one; its lines are 1, 2 or 5 times a power of ten apart. */
export class Ground {
  readonly root = new Group();
  /** Distance of the lines [m]. */
  readonly step: number;

  constructor(scene: Scene) {
    const normal = new Vector3(...(scene.view ?? scene.up)).normalize();
    const [lo, hi] = [new Vector3(...scene.lo), new Vector3(...scene.hi)];
    const centre = lo.clone().add(hi).divideScalar(2);
    this.step = roundStep(movingSize(scene) / 8);
    const grid = new GridHelper(20 * this.step, 20, theme().faint, theme().faint);
    grid.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), normal));
    const down = Math.abs(hi.sub(lo).dot(normal)) / 2 + scene.radius;
    grid.position.copy(centre).addScaledVector(normal, -down);
    for (const axis of ["x", "y", "z"] as const) {
      // Lines at whole steps from the origin.
      if (Math.abs(normal[axis]) < 0.5) grid.position[axis] = Math.round(grid.position[axis] / this.step) * this.step;
    }
    this.root.add(grid);
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const node of this.root.children as GridHelper[]) {
      node.geometry.dispose();
      (node.material as LineBasicMaterial).dispose();
    }
  }
}

/** The largest of 1, 2, 5 times a power of ten that is not above `value`. */
function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = value / power;
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}
