import { Group } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";

export interface Line {
  /** x, y, z of each point [m]; NaN breaks the line. */
  points: Float32Array;
  color: string;
  /** In pixels. */
  width?: number;
  dashed?: boolean;
}

/** Lines that are replaced together. */
export class LineGroup {
  readonly root = new Group();
  private readonly drawn: { segments: LineSegments2; until: Int32Array }[] = [];

  /** Lines of a planar machine are in its plane, within its links: they are drawn over them. */
  constructor(lines: Line[], size: number, planar: boolean) {
    for (const line of lines) {
      const { positions, until } = segmentsOf(line.points);
      if (!positions.length) continue;
      const { color, width = 2, dashed = false } = line;
      const material = new LineMaterial({ color, linewidth: width, dashed, dashSize: size / 60, gapSize: size / 60, depthTest: !planar, transparent: planar });
      const segments = new LineSegments2(new LineSegmentsGeometry().setPositions(positions), material);
      if (line.dashed) segments.computeLineDistances();
      segments.frustumCulled = false;
      segments.renderOrder = planar ? 1 + this.drawn.length : 0;
      this.drawn.push({ segments, until });
      this.root.add(segments);
    }
  }

  /** Show each line up to its first `points` points. */
  trim(points: number): void {
    for (const { segments, until } of this.drawn) {
      const last = Math.min(until.length, Math.max(1, Math.floor(points))) - 1;
      segments.geometry.instanceCount = until[last];
    }
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const { segments } of this.drawn) {
      segments.geometry.dispose();
      segments.material.dispose();
    }
  }
}

/** Pairs of neighbours without NaN, and how many of them end at or before each point. */
function segmentsOf(points: Float32Array): { positions: Float32Array; until: Int32Array } {
  const count = Math.floor(points.length / 3);
  const positions = new Float32Array(6 * Math.max(0, count - 1));
  const until = new Int32Array(count);
  let used = 0;
  for (let i = 1; i < count; i++) {
    const pair = points.subarray(3 * i - 3, 3 * i + 3);
    if (pair.every(Number.isFinite)) positions.set(pair, 6 * used++);
    until[i] = used;
  }
  return { positions: positions.slice(0, 6 * used), until };
}
