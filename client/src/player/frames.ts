import { Quaternion, Vector3 } from "three";
import { arrayOf, decodePoses, decodeVectors } from "../core/data";
import { indexBefore } from "../core/plotting/plot_data";
import type { ArrayName, ArrowData, Arrays, RecordData, Vec3 } from "../core/types";

/** The poses of a record at any time: interpolated between its frames, which are decoded when they are first asked for. */
export class Frames {
  readonly times: ArrayLike<number>;
  private moving: Float32Array | null = null;
  private readonly vectors = new Map<ArrayName, Float32Array>();
  private readonly poses: Float32Array;

  constructor(
    private readonly record: RecordData,
    private readonly arrays: Arrays,
  ) {
    this.times = arrayOf(arrays, record.frames.t);
    this.poses = Float32Array.from(arrayOf(arrays, record.frames.poses.still));
  }

  /** Poses of all links at a time, 7 numbers each; the same array at every call. */
  at(time: number): Float32Array {
    const { poses, count } = this.record.frames;
    this.moving ??= decodePoses(poses, this.arrays, count);
    const width = 7 * poses.links.length;
    const [frame, share] = this.find(time);
    poses.links.forEach((link, k) => {
      const from = frame * width + 7 * k;
      this.interpolate(from, from + (share > 0 ? width : 0), share, 7 * link);
    });
    return this.poses;
  }

  /** An arrow's vector at a time, in the unit of its data. */
  vectorAt(arrow: ArrowData, time: number): Vec3 {
    const values = this.vectorsOf(arrow);
    const [frame, share] = this.find(time);
    const mix = (k: number): number => {
      const value = values[3 * frame + k];
      return share > 0 ? value + share * (values[3 * frame + 3 + k] - value) : value;
    };
    return [mix(0), mix(1), mix(2)];
  }

  /** The vectors of an arrow at all frames, decoded when they are first asked for. */
  private vectorsOf(arrow: ArrowData): Float32Array {
    let values = this.vectors.get(arrow.array);
    if (!values) this.vectors.set(arrow.array, (values = decodeVectors(arrayOf(this.arrays, arrow.array), arrow.largest)));
    return values;
  }

  /** A point of a link, where the last call of `at` placed it. */
  pointOf(link: number, at: Vec3): Vec3 {
    const [x, y, z, w, qx, qy, qz] = this.poses.subarray(7 * link, 7 * link + 7);
    const point = new Vector3(...at).applyQuaternion(new Quaternion(qx, qy, qz, w));
    return [point.x + x, point.y + y, point.z + z];
  }

  /** How many frames are at or before a time. */
  countUntil(time: number): number {
    return this.find(time)[0] + 1;
  }

  /** The time of the frame that is `step` frames after that of `time`. */
  neighbour(time: number, step: number): number {
    const [frame, share] = this.find(time + 1e-9);
    const from = step < 0 && share > 1e-6 ? frame + 1 : frame;
    return this.times[Math.min(this.times.length - 1, Math.max(0, from + step))];
  }

  /** The frame before a time, and the share of the way to the next. */
  private find(time: number): [number, number] {
    const frame = indexBefore(this.times, time);
    if (frame + 1 >= this.times.length) return [frame, 0];
    const length = this.times[frame + 1] - this.times[frame];
    return [frame, length > 0 ? Math.min(1, Math.max(0, (time - this.times[frame]) / length)) : 0];
  }

  /** Straight between positions, along the shorter arc between orientations. */
  private interpolate(from: number, to: number, share: number, into: number): void {
    const p = this.moving!;
    for (let k = 0; k < 3; k++) this.poses[into + k] = p[from + k] + share * (p[to + k] - p[from + k]);
    const a = new Quaternion(p[from + 4], p[from + 5], p[from + 6], p[from + 3]);
    a.slerp(new Quaternion(p[to + 4], p[to + 5], p[to + 6], p[to + 3]), share);
    this.poses.set([a.w, a.x, a.y, a.z], into + 3);
  }
}
