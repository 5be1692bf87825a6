/** Packed data: a JSON head and arrays of numbers in one buffer. `kinloop.view.page.pack` writes it. */
import type { Arrays, MeshData, NumberArray, PackedMeshes, Quantised } from "./types";

export interface Packed<Head = Record<string, unknown>> {
  head: Head;
  arrays: Arrays;
}

type ArrayType = new (buffer: ArrayBuffer, at: number, count: number) => NumberArray;
const ARRAY_TYPES: Record<string, ArrayType> = {
  f4: Float32Array,
  f8: Float64Array,
  i2: Int16Array,
  u2: Uint16Array,
  i4: Int32Array,
  u4: Uint32Array,
};

/** Bytes of gzip data that is written as base64. */
export async function inflate(base64: string): Promise<ArrayBuffer> {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Head and arrays; the arrays are views of the buffer. */
export function unpack<Head = Record<string, unknown>>(buffer: ArrayBuffer): Packed<Head> {
  const length = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const begin = Math.ceil((4 + length) / 8) * 8;
  const arrays: Arrays = {};
  for (const [name, entry] of Object.entries<{ type: string; at: number; count: number }>(head.arrays ?? {})) {
    const type = ARRAY_TYPES[entry.type];
    if (!type) throw new Error(`array '${name}' has the unknown type '${entry.type}'`);
    arrays[name] = new type(buffer, begin + entry.at, entry.count);
  }
  return { head, arrays };
}

/** The array of a name; an error names what is missing. */
export function arrayOf(arrays: Arrays, name: string): NumberArray {
  const array = arrays[name];
  if (!array) throw new Error(`the data has no array '${name}'`);
  return array;
}

/** The same numbers as 32 bit floats, without a copy where they are. */
export function floats(array: NumberArray): Float32Array {
  return array instanceof Float32Array ? array : Float32Array.from(array);
}

/** Vertices [m] of quantised meshes. */
export function readMeshes(meshes: PackedMeshes, arrays: Arrays): MeshData {
  const result: MeshData = {};
  for (const [name, parts] of Object.entries(meshes ?? {})) {
    result[name] = parts.map((part) => {
      const integers = arrayOf(arrays, part.vertices);
      const vertices = new Float32Array(integers.length);
      for (let i = 0; i < vertices.length; i++) vertices[i] = part.lo[i % 3] + part.step[i % 3] * integers[i];
      return { vertices, faces: arrayOf(arrays, part.faces) as Uint16Array | Uint32Array, color: part.color };
    });
  }
  return result;
}

/** Poses of the moving links, `count` rows of 7 numbers a link: position [m], unit quaternion (scalar first). */
export function decodePoses(poses: Quantised, arrays: Arrays, count: number): Float32Array {
  const differences = arrayOf(arrays, poses.array);
  const width = 7 * poses.links.length;
  const result = new Float32Array(count * width);
  const sums = new Int16Array(width); // wraps modulo 65536, as the differences do
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < width; column++) {
      sums[column] += differences[row * width + column];
      const entry = column % 7;
      const value = sums[column];
      result[row * width + column] = entry < 3 ? poses.lo[entry] + poses.step * (value + 32768) : value / 32767;
    }
    for (let link = 0; link < poses.links.length; link++) normalize(result, row * width + 7 * link + 3);
  }
  return result;
}

/** Vectors of three numbers: differences along time of whole numbers, of which 32767 is `largest`. */
export function decodeVectors(differences: NumberArray, largest: number): Float32Array {
  const result = new Float32Array(differences.length);
  const sums = new Int16Array(3); // wraps as the differences do
  for (let i = 0; i < result.length; i++) {
    sums[i % 3] += differences[i];
    result[i] = (sums[i % 3] / 32767) * largest;
  }
  return result;
}

/** Make the quaternion at `at` a unit one. */
function normalize(numbers: Float32Array, at: number): void {
  const length = Math.hypot(numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]);
  if (!(length > 0)) {
    numbers.set([1, 0, 0, 0], at);
    return;
  }
  for (let i = at; i < at + 4; i++) numbers[i] /= length;
}
