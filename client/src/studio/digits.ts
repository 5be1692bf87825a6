/** Digits of numbers for display. */

/** Decimals that show one part in ten thousand of a size. */
export function decimals(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 4;
  return Math.min(9, Math.max(0, Math.ceil(4 - Math.log10(size) - 1e-9)));
}

/** A number for reading: some significant digits, without trailing zeros. */
export function readable(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1e5 || size < 1e-4 ? value.toExponential(digits - 2) : String(Number(value.toPrecision(digits)));
}
