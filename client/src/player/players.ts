/** Players of all motions of a page: which of them is in use, which come first, printing, links. */
import themeCss from "../core/theme.css";
import { addStyle, element } from "../core/dom";
import { onTheme, setPrinting } from "../core/theme";
import { Viewer } from "../core/viewer";
import { readAddress } from "./address";
import { MotionFigure } from "./motion_figure";
import playerCss from "./player.css";
import { Stage } from "./stage";

/** What tests and scripts see of a motion. */
interface MotionHook {
  readonly id: string;
  readonly ready: boolean;
  readonly time: number;
  readonly playing: boolean;
  seek(time: number): void;
}

declare global {
  interface Window {
    kinloop?: { motions: MotionHook[]; webgl: boolean };
  }
}

/** Pictures and plots of motions this near to the window are made [px]. */
const NEAR = "400px";

class Players {
  private readonly stage = Stage.open();
  private readonly roots = [...document.querySelectorAll<HTMLElement>("figure.kinloop-motion")];
  private readonly figures = new Map<HTMLElement, MotionFigure>();
  private readonly near = new Set<HTMLElement>();
  private readonly visible = new Map<HTMLElement, number>();
  private current: MotionFigure | null = null;
  private untouched = true;
  private posterTask = 0;

  async start(): Promise<void> {
    window.kinloop = { motions: this.roots.map((root) => this.hook(root)), webgl: Viewer.available() };
    window.addEventListener("hashchange", () => this.openAddress());
    window.addEventListener("beforeprint", () => this.print(true));
    window.addEventListener("afterprint", () => this.print(false));
    onTheme(() => this.renewPosters());
    await this.mountAll();
  }

  /** Read the motions one after the other, the one that the address names first. */
  private async mountAll(): Promise<void> {
    const named = readAddress()?.motion;
    const order = [...this.roots].sort((a, b) => Number(b.dataset.motion === named) - Number(a.dataset.motion === named));
    for (const root of order) {
      try {
        this.figures.set(root, await MotionFigure.mount(root, this.stage, (figure) => this.use(figure)));
      } catch (error) {
        this.report(root, error);
      }
      this.watch(root);
      if (root === order[0]) this.openAddress();
      await new Promise((resolve) => setTimeout(resolve)); // the page stays responsive
    }
  }

  private report(root: HTMLElement, error: unknown): void {
    const words = error instanceof Error ? error.message : String(error);
    root.append(element("p", { class: "kl status", text: `This motion cannot be shown: ${words}` }));
    console.error(error);
  }

  private hook(root: HTMLElement): MotionHook {
    const figure = (): MotionFigure | undefined => this.figures.get(root);
    return {
      id: root.dataset.motion ?? "",
      get ready() {
        return figure() !== undefined;
      },
      get time() {
        return figure()?.time ?? 0;
      },
      get playing() {
        return figure()?.player.playing ?? false;
      },
      seek: (time) => {
        const found = figure();
        if (!found) return;
        this.use(found);
        found.seek(time);
      },
    };
  }

  /** The user turns to a motion: it gets the stage, and the others stop. */
  private use(figure: MotionFigure): void {
    this.untouched = false;
    this.takeStage(figure);
  }

  private takeStage(figure: MotionFigure): void {
    for (const other of this.figures.values()) if (other !== figure) other.player.pause();
    this.current = figure;
    figure.makePlots();
    this.stage?.moveTo(figure);
  }

  private openAddress(): void {
    const place = readAddress();
    const root = this.roots.find((each) => each.dataset.motion === place?.motion);
    const figure = root && this.figures.get(root);
    if (!place || !figure) return;
    this.use(figure);
    figure.seek(place.time ?? figure.player.start);
    figure.root.scrollIntoView({ block: "start" });
  }

  /** Make plots and pictures when a motion comes near, and give it the stage when it is seen and the one before is not. */
  private watch(root: HTMLElement): void {
    const coming = new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) this.near.add(root);
      else this.near.delete(root);
      if (entry.isIntersecting) this.figures.get(root)?.makePlots();
      this.schedulePosters();
    }, { rootMargin: NEAR });
    coming.observe(root);
    const seen = new IntersectionObserver(([entry]) => {
      this.visible.set(root, entry.isIntersecting ? entry.intersectionRatio : 0);
      this.followScrolling();
    }, { threshold: [0, 0.05, 0.25, 0.5, 0.75] });
    seen.observe(root.querySelector(".stage") ?? root);
  }

  private followScrolling(): void {
    const seen = (root: HTMLElement): number => this.visible.get(root) ?? 0;
    if (this.current && seen(this.current.root) > 0) return;
    const next = this.roots.find((root) => this.figures.has(root) && seen(root) > 0.25);
    if (!next) return;
    this.takeStage(this.figures.get(next)!);
    this.autoplay(next);
  }

  /** The first motion plays by itself, unless the reader asked for less motion or already uses the page. */
  private autoplay(root: HTMLElement): void {
    if (root !== this.roots[0] || !this.untouched || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.untouched = false;
    this.figures.get(root)!.player.play();
  }

  private renewPosters(): void {
    for (const figure of this.figures.values()) figure.posterIsFresh = false;
    this.schedulePosters();
  }

  /** Make the pictures of motions near the window, one a task. */
  private schedulePosters(): void {
    if (this.posterTask || !this.stage) return;
    this.posterTask = window.setTimeout(() => {
      this.posterTask = 0;
      const next = [...this.near].map((root) => this.figures.get(root)).find((figure) => figure && this.needsPoster(figure));
      if (!next) return;
      this.stage!.makePoster(next);
      if (next.posterIsFresh) this.schedulePosters();
    }, 30);
  }

  private needsPoster(figure: MotionFigure): boolean {
    return !figure.posterIsFresh && figure !== this.current;
  }

  /** On paper all motions are pictures on light ground, and plots have the width of a column. */
  private print(on: boolean): void {
    setPrinting(on);
    for (const figure of this.figures.values()) {
      figure.setPrinting(on);
      if (on && (figure === this.current || !figure.posterIsFresh)) this.stage?.makePoster(figure);
    }
  }
}

/** Start the players of the page. */
export function startPlayers(): void {
  addStyle(themeCss);
  addStyle(playerCss);
  void new Players().start();
}
