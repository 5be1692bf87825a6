/** Files that the server or the view gives, offered for download. */
import { download } from "../core/dom";
import { build, button, Section } from "./controls";
import type { SavedFile, SaveKind } from "./protocol";

// `settings`: what it is before there is a run.
const KINDS: { what: SaveKind; label: string; title: string; settings?: string }[] = [
  { what: "record", label: "Record", title: "All samples of the last run; kl.Record.load reads it" },
  { what: "report", label: "Report", title: "A page that plays the last run, in one file" },
  {
    what: "python",
    label: "Python",
    title: "A program that does the last run again",
    settings: "A program that does the run with these settings",
  },
  {
    what: "experiment",
    label: "Experiment file",
    title: "The last run for kinloop simulate and kl.load_experiment",
    settings: "The run with these settings for kinloop simulate and kl.load_experiment",
  },
];

export class SavePanel {
  readonly section = new Section("save", "Save");
  private readonly buttons: HTMLButtonElement[];
  private hasRecord = false;

  /** `save` is told whether it is of the settings, since there is no run. */
  constructor(save: (what: SaveKind, settings: boolean) => void, savePicture: () => void) {
    this.buttons = KINDS.map(({ what, label }) => button(label, () => save(what, !this.hasRecord), { id: `save-${what}` }));
    const picture = button("Picture", savePicture, { id: "save-picture", title: "The view as a PNG file" });
    this.section.body.append(build("div", { class: "save" }, ...this.buttons, picture));
    this.setRecord(false);
  }

  /** Whether there is a run of this machine to save. */
  setRecord(there: boolean): void {
    this.hasRecord = there;
    KINDS.forEach(({ title, settings }, index) => {
      const button = this.buttons[index];
      button.disabled = !there && settings === undefined;
      button.title = there ? title : (settings ?? title);
    });
  }
}

export function offerFile(file: SavedFile): void {
  const part = file.text ?? Uint8Array.from(atob(file.base64 ?? ""), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([part], { type: file.media }));
  download(file.name, url);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
