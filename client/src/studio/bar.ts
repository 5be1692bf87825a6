/** The bar on top: the machine, undo and redo, units for display, and whether the server answers. */
import type { DisplayUnits } from "../core/units";
import { build, button, Choice, Select } from "./controls";

export interface BarActions {
  load(source: string): void;
  undo(): void;
  redo(): void;
  units(units: DisplayUnits): void;
}

export class Bar {
  readonly parts: HTMLElement[];
  private readonly machine: Select;
  private readonly undoButton: HTMLButtonElement;
  private readonly redoButton: HTMLButtonElement;
  private readonly link = build("span", { class: "link-state", id: "link-state", role: "status" }, "connecting");
  private units: DisplayUnits = { angle: "rad", length: "m" };
  private history = { undo: false, redo: false };
  private busy = false;
  private loaded = "";

  constructor(private readonly actions: BarActions) {
    this.machine = new Select("machine", "Machine", actions.load);
    this.undoButton = button("Undo", () => this.undo(), { id: "undo", title: "Ctrl+Z" });
    this.redoButton = button("Redo", () => this.redo(), { id: "redo", title: "Ctrl+Shift+Z" });
    const angle = new Choice(
      "Unit of angles",
      [
        { value: "rad", label: "rad" },
        { value: "deg", label: "deg" },
      ] as const,
      "rad",
      (value) => this.change({ angle: value }),
    );
    const length = new Choice(
      "Unit of lengths",
      [
        { value: "m", label: "m" },
        { value: "mm", label: "mm" },
      ] as const,
      "m",
      (value) => this.change({ length: value }),
    );
    this.parts = [
      build("h1", {}, "kinloop studio"),
      this.machine.root,
      build("div", { class: "row" }, this.undoButton, this.redoButton),
      build("span", { class: "spring" }),
      angle.root,
      length.root,
      this.link,
    ];
    this.show();
  }

  /** The library's names, and what is loaded, which may be a file. */
  setMachines(names: string[], loaded: string): void {
    this.loaded = loaded;
    const all = loaded && !names.includes(loaded) ? [loaded, ...names] : names;
    const waiting = loaded ? [] : [{ value: "", label: "loading" }]; // none is there yet
    this.machine.set([...waiting, ...all.map((name) => ({ value: name, label: name }))], loaded);
  }

  /** Another machine was asked for and did not come. */
  showLoaded(): void {
    this.machine.input.value = this.loaded;
  }

  setHistory(undo: boolean, redo: boolean): void {
    this.history = { undo, redo };
    this.show();
  }

  /** While a run goes, the machine stays as it is. */
  setBusy(busy: boolean): void {
    this.busy = busy;
    this.show();
  }

  setConnected(connected: boolean): void {
    this.link.textContent = connected ? "connected" : "connection lost";
    this.link.classList.toggle("lost", !connected);
  }

  undo(): void {
    if (!this.undoButton.disabled) this.actions.undo();
  }
  redo(): void {
    if (!this.redoButton.disabled) this.actions.redo();
  }

  private change(part: Partial<DisplayUnits>): void {
    this.units = { ...this.units, ...part };
    this.actions.units(this.units);
  }

  private show(): void {
    this.undoButton.disabled = this.busy || !this.history.undo;
    this.redoButton.disabled = this.busy || !this.history.redo;
    this.machine.input.disabled = this.busy;
  }
}
