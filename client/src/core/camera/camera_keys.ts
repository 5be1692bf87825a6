import type { CameraRig } from "./camera_rig";

/** The keys of the camera, for labels. */
export const CAMERA_KEYS = "Shift and arrows turn, Ctrl, Shift and arrows move, + and - zoom, 0 resets the view";

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Turn, move or zoom by a key; false where the key is none of the camera's. */
export function pressCameraKey(event: KeyboardEvent, rig: CameraRig, home: () => void): boolean {
  const arrow = ARROWS[event.key];
  if (arrow && event.shiftKey) {
    if (event.ctrlKey) rig.pan(0.05 * arrow[0], 0.05 * arrow[1]);
    else rig.turn(-0.1 * arrow[0], -0.1 * arrow[1]);
  } else if (event.ctrlKey || event.metaKey || event.altKey) return false;
  else if (event.key === "+" || event.key === "=") rig.zoom(1.15);
  else if (event.key === "-") rig.zoom(1 / 1.15);
  else if (event.key === "0") home();
  else return false;
  event.preventDefault();
  return true;
}
