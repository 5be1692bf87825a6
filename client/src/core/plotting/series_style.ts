import { theme } from "../theme";
import type { PlotSeries } from "./plot_data";

export interface SeriesStyle {
  /** Index of the colour in the theme. */
  color: number;
  line: "solid" | "chain" | "double chain" | "dashed" | "dotted";
}

/** Dashes and gaps [px] of each kind of line. */
export const DASHES: Record<SeriesStyle["line"], number[] | undefined> = {
  solid: undefined,
  chain: [10, 3, 2, 3],
  "double chain": [10, 3, 2, 3, 2, 3],
  dashed: [7, 4],
  dotted: [2, 3],
};
/** Lines of a record: the next kind when all colours are used. */
const ROUNDS: SeriesStyle["line"][] = ["solid", "chain", "double chain"];

/** Colours and lines of the series of a plot. A reference, and a series of the ghost, has the colour of the series it belongs to. */
export function seriesStyles(series: PlotSeries[]): SeriesStyle[] {
  const styles: SeriesStyle[] = [];
  let next = 0;
  for (const one of series) {
    const partner = partnerOf(one, series.slice(0, styles.length));
    const color = partner >= 0 ? styles[partner].color : next++;
    const round = ROUNDS[Math.min(ROUNDS.length - 1, Math.floor(color / theme().series.length))];
    styles.push({ color, line: one.dashed ? "dashed" : one.record === 1 ? "dotted" : round });
  }
  return styles;
}

export function seriesColor(style: SeriesStyle): string {
  const colors = theme().series;
  return colors[style.color % colors.length];
}

/** The place of the series among the earlier ones whose colour a series has; -1 if none. */
function partnerOf(one: PlotSeries, earlier: PlotSeries[]): number {
  if (one.of !== undefined) return one.of < earlier.length ? one.of : -1;
  if (one.record === 0 && !one.dashed) return -1;
  return earlier.findIndex((other) => other.record === 0 && !other.dashed && (one.name === other.name || one.name.startsWith(`${other.name} `)));
}
