// What the server sends as packed data, by type.
import type { Motion, PackedMeshes, Scene } from "../core/types";
import type { SweepFound } from "./sweep_result";

export type ScenePart = { type: "scene"; scene: Scene; meshes: PackedMeshes };
export type Parts =
  | ScenePart
  | { type: "mode_poses"; count: number }
  | { type: "loci"; on: boolean; curves: { kind: string; array: string }[]; refined: boolean; note: string }
  | { type: "live"; t: number; share: number | null }
  | (Motion & { type: "record"; number: number })
  | SweepFound;
