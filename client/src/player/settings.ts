import type { DisplayUnits } from "../core/units";

const units: DisplayUnits = { angle: "rad", length: "m" };
const listeners: ((units: DisplayUnits) => void)[] = [];

/** Units of all plots of the page. */
export function pageUnits(): DisplayUnits {
  return units;
}

export function setPageUnits(change: Partial<DisplayUnits>): void {
  Object.assign(units, change);
  for (const listener of listeners) listener(units);
}

export function onPageUnits(listener: (units: DisplayUnits) => void): void {
  listeners.push(listener);
}
