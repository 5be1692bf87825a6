/** What Python sends: scenes, records and motions. `kinloop.view.scene` and `kinloop.view.page` write them. */

export type Vec3 = [number, number, number];
/** Scalar first, as in Python. */
export type Quat = [number, number, number, number];
/** Red, green, blue and opacity from 0 to 1, sRGB. */
export type RGBA = [number, number, number, number];
/** The key of an array of packed data. */
export type ArrayName = string;
export type NumberArray = Float32Array | Float64Array | Int16Array | Uint16Array | Int32Array | Uint32Array;
export type Arrays = Record<ArrayName, NumberArray>;

/** A part that is fixed to a link. Sizes: box edges; sphere [r]; cylinder and capsule [r, length] along z; scales of a mesh. */
export interface Item {
  kind: "box" | "sphere" | "cylinder" | "capsule" | "hull" | "mesh";
  size: number[];
  pos: Vec3;
  quat: Quat;
  color: RGBA;
  vertices?: Vec3[];
  faces?: Vec3[];
  mesh?: string;
}

/** A rod between two links, from `pa` in link `a` to `pb` in link `b`. */
export interface StretchedRod {
  a: number;
  pa: Vec3;
  b: number;
  pb: Vec3;
  radius: number;
  color: RGBA;
  name: string;
  /** Also where both links are drawn by their shapes. */
  always?: boolean;
}

export interface Scene {
  name: string;
  links: { name: string; shapes: Item[]; skeleton: Item[] }[];
  stretched: StretchedRod[];
  /** Radius of a typical bar [m]. */
  radius: number;
  /** Diagonal of what is drawn [m]. */
  extent: number;
  /** Box of the moving parts over all configurations [m]. */
  lo: Vec3;
  hi: Vec3;
  /** Against gravity. */
  up: Vec3;
  /** Of planar machines the direction from the machine to the camera; null: a machine in space. */
  view: Vec3 | null;
  tool: { link: number; at: Vec3 };
  has_shapes: boolean;
}

/** Quantised parts of meshes as they are packed: position = lo + step * integer. */
export type PackedMeshes = Record<string, { vertices: ArrayName; faces: ArrayName; lo: Vec3; step: Vec3; color: RGBA }[]>;
export interface MeshPart {
  vertices: Float32Array;
  faces: Uint16Array | Uint32Array;
  color: RGBA;
}
export type MeshData = Record<string, MeshPart[]>;

/** Poses as 16 bit integers, differences along time; see `decodePoses`. */
export interface Quantised {
  array: ArrayName;
  links: number[];
  lo: Vec3;
  step: number;
  still: ArrayName;
}

export interface ArrowData {
  name: string;
  kind: "velocity" | "effort" | "loop force";
  unit: string;
  link: number;
  at: Vec3;
  /** 16 bit integers, differences along time; see `decodeVectors`. */
  array: ArrayName;
  largest: number;
  twist: boolean;
}

export interface RecordData {
  name: string;
  duration: number;
  frames: { t: ArrayName; count: number; poses: Quantised };
  trace: ArrayName | null;
  arrows: ArrowData[];
}

export interface SeriesData {
  name: string;
  array: ArrayName;
  record: 0 | 1;
  dashed: boolean;
  /** Of a reference: the place of the series that follows it. */
  of?: number;
}

export interface PackedPlot {
  title: string;
  unit: string;
  /** The values are constant between samples. */
  held?: boolean;
  time: ArrayName;
  series: SeriesData[];
}

export interface EventData {
  time: number;
  kind: string;
  message: string;
  record: 0 | 1;
}

export interface LineData {
  name: string;
  kind: "locus type 1" | "locus type 2" | "path" | "reference";
  array: ArrayName;
  color: string;
}

export interface Motion {
  version: 1;
  id: string;
  title: string;
  notes: string[];
  scene: Scene;
  meshes: PackedMeshes;
  /** One record, or two: the second is the ghost. */
  records: RecordData[];
  plots: PackedPlot[];
  events: EventData[];
  lines: LineData[];
}
