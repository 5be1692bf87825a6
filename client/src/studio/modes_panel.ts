// The list of configurations that have the tool's coordinates, with a small picture of each.
import { build, Section } from "./controls";
import type { Modes } from "./protocol";

export class ModesPanel {
  readonly section = new Section("modes", "Modes");
  private items: HTMLButtonElement[] = [];
  private listed = "";

  constructor(private readonly choose: (index: number) => void) {
    this.section.body.append(build("p", { class: "quiet" }, "The modes are being computed."));
  }

  set(modes: Modes): void {
    const listed = JSON.stringify(modes.list);
    if (listed === this.listed) {
      this.press(modes.current);
      return;
    } // the pictures stay until there are others
    this.listed = listed;
    this.section.aside.textContent = modes.list.length ? String(modes.list.length) : "";
    this.items = modes.list.map((mode, index) =>
      this.item(mode.label, mode.within_limits, mode.note, index === modes.current, index),
    );
    this.section.body.replaceChildren(
      this.items.length
        ? build(
            "div",
            { class: "modes", role: "group", "aria-label": "Configurations with these tool coordinates" },
            ...this.items,
          )
        : build("p", { class: "quiet" }, "No list of modes for this pose."),
    );
  }

  /** Puts the pictures into the list, in its order. */
  setPictures(pictures: (HTMLCanvasElement | null)[]): void {
    this.items.forEach((item, index) => {
      const picture = pictures[index],
        place = item.querySelector(".picture");
      if (picture && place) {
        picture.setAttribute("aria-hidden", "true");
        place.replaceChildren(picture);
      }
    });
  }

  private press(current: number): void {
    this.items.forEach((item, index) => item.setAttribute("aria-pressed", String(index === current)));
  }

  private item(label: string, within: boolean, note: string, current: boolean, index: number): HTMLButtonElement {
    const made = build(
      "button",
      { type: "button", class: "mode", "aria-pressed": String(current), title: note || null },
      build("span", { class: "picture" }),
      build("span", { class: "mode-label" }, label),
      within ? null : build("span", { class: "mode-note" }, "beyond limits"),
    );
    made.addEventListener("click", () => this.choose(index));
    return made;
  }
}
