/** A measure of a sweep over the two values that were varied: the first to the right, the second upwards, numbers as colours. */
import { onTheme, theme } from "../core/theme";
import { listenToArrows, onAxis, pictureRoot, rangeOf, short, withUnit } from "./sweep_picture";
import type { Picture, PictureData, PictureListener, SweepAxis } from "./sweep_picture";

// Viridis: its lightness grows evenly, so that colour-blind readers and grey prints show the same order.
const COLOURS = ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"];
const STOPS = COLOURS.map((colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));
const LEFT = 46,
  RIGHT = 8,
  TOP = 22,
  BOTTOM = 36,
  LEGEND = 34; // room around the cells, and for the scale below them [px]
const FONT = "11px system-ui, sans-serif";

/** The colour at a share of the scale, from 0 to 1. */
export function colourAt(share: number): string {
  const place = Math.min(1, Math.max(0, share)) * (STOPS.length - 1),
    k = Math.min(STOPS.length - 2, Math.floor(place));
  return `rgb(${STOPS[k].map((from, i) => Math.round(from + (place - k) * (STOPS[k + 1][i] - from))).join(" ")})`;
}

export class SweepMap implements Picture {
  readonly root: HTMLElement;
  private readonly canvas = document.createElement("canvas");
  private readonly observer = new ResizeObserver(() => this.draw());
  private readonly endTheme: () => void;
  private chosen: number | null = null;
  private readonly columns: number;
  private readonly rows: number;

  constructor(
    private readonly data: PictureData,
    listener: PictureListener,
  ) {
    const [x, y] = data.axes;
    this.columns = x.values.length;
    this.rows = y.values.length;
    this.root = pictureRoot(`${data.name} over ${x.path} and ${y.path}; the arrow keys choose a run`, "map");
    this.root.append(this.canvas);
    this.canvas.addEventListener("pointermove", (event) => listener.pointed(this.runAt(event)));
    this.canvas.addEventListener("pointerleave", () => listener.pointed(null));
    this.canvas.addEventListener("click", (event) => {
      const run = this.runAt(event);
      if (run !== null) listener.chosen(run);
    });
    listenToArrows(this.root, (right, up) => {
      const run = this.chosen ?? data.best ?? 0,
        column = clamp(Math.floor(run / this.rows) + right, this.columns),
        row = clamp((run % this.rows) + up, this.rows);
      listener.chosen(column * this.rows + row);
    });
    this.observer.observe(this.root);
    this.endTheme = onTheme(() => this.draw());
  }

  setChosen(run: number | null): void {
    this.chosen = run;
    this.draw();
  }

  dispose(): void {
    this.observer.disconnect();
    this.endTheme();
  }

  private get size(): [number, number] {
    const width = this.root.clientWidth;
    return [width - LEFT - RIGHT, Math.min(200, Math.max(110, 0.72 * (width - LEFT - RIGHT)))];
  }

  private runAt(event: MouseEvent): number | null {
    const box = this.canvas.getBoundingClientRect(),
      [width, height] = this.size;
    const column = Math.floor(((event.clientX - box.left - LEFT) / width) * this.columns),
      row = Math.floor((1 - (event.clientY - box.top - TOP) / height) * this.rows);
    const inside = column >= 0 && column < this.columns && row >= 0 && row < this.rows;
    return inside ? column * this.rows + row : null;
  }

  private draw(): void {
    const [width, height] = this.size,
      context = this.canvas.getContext("2d");
    if (width <= 0 || !context) return;
    const whole = [width + LEFT + RIGHT, height + TOP + BOTTOM + LEGEND];
    this.canvas.width = whole[0] * devicePixelRatio;
    this.canvas.height = whole[1] * devicePixelRatio;
    this.canvas.style.width = `${whole[0]}px`;
    this.canvas.style.height = `${whole[1]}px`;
    context.scale(devicePixelRatio, devicePixelRatio);
    context.font = FONT;
    const { low, high, log } = rangeOf(this.data.values);
    const scale = (value: number): number => (log ? Math.log(value) : value);
    const share = (value: number): number => (high > low ? (scale(value) - scale(low)) / (scale(high) - scale(low)) : 0);
    const cell = (run: number): [number, number, number, number] => {
      const column = Math.floor(run / this.rows),
        row = run % this.rows;
      const left = LEFT + (column * width) / this.columns,
        top = TOP + ((this.rows - 1 - row) * height) / this.rows;
      return [left, top, width / this.columns, height / this.rows];
    };
    for (let run = 0; run < this.data.values.length; run++) {
      const value = this.data.values[run],
        [left, top, across, down] = cell(run);
      context.fillStyle = Number.isFinite(value) ? colourAt(share(value)) : theme().background;
      context.fillRect(left, top, across + 0.5, down + 0.5);
      if (!Number.isFinite(value)) this.cross(context, left, top, across, down);
    }
    this.frame(context, width, height);
    if (this.data.best !== null) this.ring(context, cell(this.data.best));
    if (this.chosen !== null) outline(context, cell(this.chosen));
    this.scale(context, width, height, low, high, log);
  }

  /** A run without a number. */
  private cross(context: CanvasRenderingContext2D, left: number, top: number, across: number, down: number): void {
    context.strokeStyle = theme().ahead;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(left + 0.25 * across, top + 0.25 * down);
    context.lineTo(left + 0.75 * across, top + 0.75 * down);
    context.moveTo(left + 0.75 * across, top + 0.25 * down);
    context.lineTo(left + 0.25 * across, top + 0.75 * down);
    context.stroke();
  }

  private ring(context: CanvasRenderingContext2D, [left, top, across, down]: number[]): void {
    for (const [colour, wide] of [
      ["#000000", 4],
      ["#ffffff", 2],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = wide;
      context.beginPath();
      context.arc(left + across / 2, top + down / 2, Math.max(4, Math.min(7, 0.3 * Math.min(across, down))), 0, 2 * Math.PI);
      context.stroke();
    }
  }

  private frame(context: CanvasRenderingContext2D, width: number, height: number): void {
    const [x, y] = this.data.axes;
    context.strokeStyle = theme().ahead;
    context.lineWidth = 1;
    context.strokeRect(LEFT + 0.5, TOP + 0.5, width, height);
    context.fillStyle = theme().ink;
    context.textBaseline = "top";
    ticks(x, width / 56).forEach((place, k, all) => {
      context.textAlign = k === 0 && all.length > 1 ? "left" : k === all.length - 1 && all.length > 1 ? "right" : "center";
      const centre = LEFT + ((place + 0.5) * width) / this.columns;
      const edge = context.textAlign === "left" ? LEFT : context.textAlign === "right" ? LEFT + width : centre;
      context.fillText(onAxis(x, place), edge, TOP + height + 4);
    });
    context.textAlign = "center";
    context.fillText(withUnit(x.path, x.unit), LEFT + width / 2, TOP + height + 20);
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const place of ticks(y, height / 24))
      context.fillText(onAxis(y, place), LEFT - 5, TOP + height - ((place + 0.5) * height) / this.rows, LEFT - 6);
    context.textAlign = "left";
    context.textBaseline = "top";
    context.fillText(withUnit(y.path, y.unit), 2, 4);
  }

  /** The scale of the colours. */
  private scale(context: CanvasRenderingContext2D, width: number, height: number, low: number, high: number, log: boolean): void {
    const top = TOP + height + BOTTOM + 6,
      gradient = context.createLinearGradient(LEFT, 0, LEFT + width, 0);
    for (let k = 0; k <= 20; k++) gradient.addColorStop(k / 20, colourAt(k / 20));
    context.fillStyle = gradient;
    context.fillRect(LEFT, top, width, 9);
    context.fillStyle = theme().ink;
    context.textBaseline = "top";
    context.textAlign = "left";
    context.fillText(short(low), LEFT, top + 13);
    context.textAlign = "right";
    context.fillText(short(high), LEFT + width, top + 13);
    context.textAlign = "center";
    context.fillText(`${withUnit(this.data.name, this.data.unit)}${log ? ", log." : ""}`, LEFT + width / 2, top + 13);
  }
}

function outline(context: CanvasRenderingContext2D, [left, top, across, down]: number[]): void {
  for (const [colour, wide] of [
    ["#000000", 4],
    ["#ffffff", 2],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = wide;
    context.strokeRect(left + 1, top + 1, across - 2, down - 2);
  }
}

function clamp(place: number, count: number): number {
  return Math.min(count - 1, Math.max(0, place));
}

/** Places of an axis that are written: both ends, and some between them, as many as there is room for. */
function ticks(axis: SweepAxis, room: number): number[] {
  const last = axis.values.length - 1,
    parts = Math.max(1, Math.min(last, Math.floor(room) - 1, 4));
  const even = [4, 3, 2].find((count) => count <= parts && last % count === 0) ?? parts;
  return Array.from({ length: even + 1 }, (_, k) => Math.round((k * last) / even));
}
