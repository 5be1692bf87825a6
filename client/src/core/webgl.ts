let available: boolean | undefined;
let spare: HTMLCanvasElement | null = null;

/** Whether the browser gives a WebGL context. It is asked once, and the context is kept for the first viewer: making one takes long. */
export function hasWebGL(): boolean {
  if (available === undefined) {
    spare = canvasWithContext();
    available = spare !== null;
  }
  return available;
}

/** A canvas for a viewer, with the context that was made to ask for one if no other viewer has it. */
export function takeCanvas(): HTMLCanvasElement {
  const canvas = spare ?? document.createElement("canvas");
  spare = null;
  return canvas;
}

function canvasWithContext(): HTMLCanvasElement | null {
  try {
    const canvas = document.createElement("canvas");
    return canvas.getContext("webgl2", { antialias: true }) ? canvas : null;
  } catch {
    return null;
  }
}
