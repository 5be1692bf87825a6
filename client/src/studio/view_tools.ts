/** Buttons over the view: loci, shapes or skeleton, the usual side; and the legend of the loci. */
import type { Style } from "../core/drawn/machine";
import { build, button, Choice, Toggle } from "./controls";
import { LOCUS_COLORS } from "./stage";

export interface ViewActions {
  loci(on: boolean): void;
  style(style: Style): void;
  home(): void;
}

export class ViewTools {
  readonly parts: HTMLElement[];
  readonly legend = build("div", { class: "loci-legend", id: "loci-legend", hidden: true });
  private readonly loci: Toggle;
  private readonly style: Choice<Style>;

  constructor(actions: ViewActions) {
    this.loci = new Toggle("loci", "Singularity loci", false, actions.loci);
    this.style = new Choice<Style>(
      "How links are drawn",
      [
        { value: "shapes", label: "Shapes" },
        { value: "skeleton", label: "Skeleton" },
      ],
      "shapes",
      actions.style,
    );
    this.parts = [this.loci.root, this.style.root, button("Reset view", actions.home, { id: "home" })];
  }

  setStyles(hasShapes: boolean): void {
    this.style.root.hidden = !hasShapes;
  }

  /** Loci are curves in a plane: the task must have two positions. */
  setTask(names: string[]): void {
    const drawn = names.filter((name) => ["x", "y", "z"].includes(name)).length === 2;
    this.loci.input.disabled = !drawn;
    this.loci.root.title = drawn ? "" : "Loci are drawn for machines whose tool moves in a plane.";
    if (!drawn) this.switchLoci(false);
  }

  switchLoci(on: boolean): void {
    this.loci.input.checked = on;
  }

  showLoci(kinds: string[], note: string): void {
    const entries = [...new Set(kinds)].map((kind) => {
      const key = build("i", { "aria-hidden": "true" });
      key.style.borderColor = LOCUS_COLORS[kind] ?? "";
      return build("span", {}, key, kind);
    });
    this.legend.hidden = !this.loci.on || (!entries.length && !note);
    this.legend.replaceChildren(...entries, ...(note ? [build("span", { class: "quiet" }, note)] : []));
  }
}
