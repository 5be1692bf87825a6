import { element, lineKey } from "../dom";
import { formatNumber } from "../units";
import type { PlotSeries } from "./plot_data";
import { DASHES, seriesColor } from "./series_style";
import type { SeriesStyle } from "./series_style";

/** Names, colours and values of the series of a plot; a press hides a series. */
export class Legend {
  readonly root = element("div", { class: "legend" });
  private readonly rows: { key: SVGElement; value: HTMLElement }[];

  constructor(
    series: PlotSeries[],
    private readonly styles: SeriesStyle[],
    show: (index: number, on: boolean) => void,
  ) {
    this.rows = series.map((one, index) => {
      const key = lineKey(DASHES[styles[index].line]);
      const value = element("span", { class: "value" });
      const entry = element(
        "button",
        { title: `${one.name}: show or hide`, attributes: { type: "button", "aria-pressed": "true" } },
        key,
        shortName(one, series),
        value,
      );
      entry.addEventListener("click", () => {
        const on = entry.getAttribute("aria-pressed") !== "true";
        entry.setAttribute("aria-pressed", String(on));
        show(index, on);
      });
      this.root.append(entry);
      return { key, value };
    });
    this.recolor();
  }

  /** Show the values of the time of now. */
  setValues(values: (number | null | undefined)[]): void {
    this.rows.forEach(({ value }, i) => (value.textContent = formatNumber(values[i])));
  }

  recolor(): void {
    this.rows.forEach(({ key }, i) => (key.style.stroke = seriesColor(this.styles[i])));
  }
}

/** Of a reference that follows its series only what differs: `reference`. */
function shortName(one: PlotSeries, series: PlotSeries[]): string {
  const partner = one.of === undefined ? undefined : series[one.of];
  const follows = partner && series.indexOf(one) === one.of! + 1 && one.name.startsWith(`${partner.name} `);
  return follows ? one.name.slice(partner.name.length + 1) : one.name;
}
