/** Files that the server or the view gives, offered for download. */
import { download } from "../core/dom";
import { build, button, Section } from "./controls";
import type { SavedFile, SaveKind } from "./protocol";

const KINDS: { what: SaveKind; label: string; title: string }[] = [
  { what: "record", label: "Record", title: "All samples of the last run; kl.Record.load reads it" },
  { what: "report", label: "Report", title: "A page that plays the last run, in one file" },
  { what: "python", label: "Python", title: "A program that does the last run again" },
  { what: "experiment", label: "Experiment file", title: "The last run for kinloop simulate and kl.load_experiment" },
];

export class SavePanel {
  readonly section = new Section("save", "Save");
  private readonly buttons: HTMLButtonElement[];

  constructor(save: (what: SaveKind) => void, savePicture: () => void) {
    this.buttons = KINDS.map(({ what, label, title }) => button(label, () => save(what), { id: `save-${what}`, title }));
    const picture = button("Picture", savePicture, { id: "save-picture", title: "The view as a PNG file" });
    this.section.body.append(build("div", { class: "save" }, ...this.buttons, picture));
    this.setRecord(false);
  }

  /** Whether there is a run to save. */
  setRecord(there: boolean): void {
    for (const one of this.buttons) one.disabled = !there;
  }
}

export function offerFile(file: SavedFile): void {
  const part = file.text ?? Uint8Array.from(atob(file.base64 ?? ""), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([part], { type: file.media }));
  download(file.name, url);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
