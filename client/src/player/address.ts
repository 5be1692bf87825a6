/** Links to a time of a motion: `#motion=ID&t=1.25`. */
export interface Place {
  motion: string;
  time: number | null;
}

/** The motion and time that the page's address names, if any. */
export function readAddress(): Place | null {
  const parts = new URLSearchParams(location.hash.slice(1));
  const motion = parts.get("motion");
  if (motion === null) return null;
  const time = Number.parseFloat(parts.get("t") ?? "");
  return { motion, time: Number.isFinite(time) ? time : null };
}

/** Put a motion and its time into the page's address; returns the address. */
export function writeAddress(motion: string, time: number): string {
  const hash = `#${new URLSearchParams({ motion, t: String(Number(time.toFixed(4))) })}`;
  try {
    history.replaceState(null, "", hash);
  } catch {
    location.hash = hash; // pages of some origins may not change their history
  }
  return location.href;
}
