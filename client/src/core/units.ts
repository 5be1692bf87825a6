/** Units that the reader chooses for display; the data is always in SI units and radians. */
export interface DisplayUnits {
  angle: "rad" | "deg";
  length: "m" | "mm";
}

const ANGLE_OR_LENGTH = /^(rad|m)(\/s(\^[23])?)?$/;

/** The unit to show for a unit of the data, and the factor to it. Only angles and lengths, and their rates, have a choice. */
export function displayUnit(unit: string, display: DisplayUnits): { unit: string; factor: number } {
  const [, base, rate = ""] = ANGLE_OR_LENGTH.exec(unit) ?? [];
  if (base === "rad" && display.angle === "deg") return { unit: `deg${rate}`, factor: 180 / Math.PI };
  if (base === "m" && display.length === "mm") return { unit: `mm${rate}`, factor: 1000 };
  return { unit, factor: 1 };
}

/** A number in five digits; a gap is a dash. */
export function formatNumber(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return value.toExponential(3);
  return value.toPrecision(5);
}

/** Numbers at the ticks of an axis, `step` apart, with the digits that tell them apart. */
export function formatTicks(values: (number | null)[], step: number): string[] {
  const largest = Math.max(...values.map((value) => Math.abs(value ?? 0)));
  const exponential = largest >= 1e5 || (largest > 0 && largest < 1e-2);
  const decimals = decimalsOf(step);
  return values.map((value) => {
    if (value === null) return "";
    if (Math.abs(value) < step / 1e6) return "0";
    if (!exponential) return value.toFixed(Math.max(0, decimals));
    const digits = Math.floor(Math.log10(Math.abs(value)) + 1e-9) + decimals;
    return value.toExponential(Math.min(9, Math.max(0, digits)));
  });
}

/** Decimals that a step such as 0.25 needs: 2; of 20 it is -1. */
function decimalsOf(step: number): number {
  const decimals = -Math.floor(Math.log10(step) + 1e-9);
  const digits = step * 10 ** decimals; // 1 to 10
  return Math.abs(digits - Math.round(digits)) < 1e-6 ? decimals : decimals + 1;
}
