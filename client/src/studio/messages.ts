// Sentences for the user: notes, errors, the border of the workspace, progress, and a lost connection. All are announced to screen readers.
import { build, button } from "./controls";
import type { Progress } from "./protocol";

const NOTE_TIME = 7000,
  ERROR_TIME = 20000; // [ms]

export class Messages {
  readonly root: HTMLElement;
  private readonly sentence = build("p", { class: "sentence" });
  private readonly card: HTMLElement;
  private readonly lost = build("p", { class: "message lost", role: "alert", hidden: true });
  private readonly border = build("p", { class: "message border", id: "border", role: "status", hidden: true });
  private readonly bar = build("progress", { max: 1, "aria-label": "Progress" });
  private readonly what = build("span", {});
  private readonly stopIt: HTMLButtonElement;
  private readonly progress: HTMLElement;
  private timer = 0;
  private lastSentence = "";

  constructor(cancel: () => void) {
    this.card = build(
      "div",
      { class: "message", id: "message", "aria-live": "polite", hidden: true },
      this.sentence,
      button("×", () => this.hide(), { class: "plain", "aria-label": "Close this message" }),
    );
    this.stopIt = button("Cancel", cancel, { id: "cancel" });
    this.progress = build(
      "div",
      { class: "message progress", id: "progress", role: "status", hidden: true },
      this.what,
      this.bar,
      this.stopIt,
    );
    this.root = build("div", { class: "messages" }, this.lost, this.progress, this.border, this.card);
  }

  get text(): string {
    return this.lastSentence;
  }

  say(message: string, kind: "note" | "warn" | "error" = "note"): void {
    if (!message) return;
    this.lastSentence = message;
    this.sentence.textContent = capitalise(message);
    this.card.className = `message ${kind}`;
    this.card.hidden = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.hide(), kind === "error" ? ERROR_TIME : NOTE_TIME);
  }

  hide(): void {
    this.card.hidden = true;
  }

  /** What was warned of is over. */
  withdrawWarning(): void {
    if (this.card.classList.contains("warn")) this.hide();
  }

  /** The sentence of the border stays as long as the tool is held there. */
  showBorder(message: string | null): void {
    this.border.hidden = message === null;
    if (message !== null && this.border.textContent !== message) this.border.textContent = message;
  }

  showLost(message: string | null): void {
    this.lost.hidden = message === null;
    this.lost.textContent = message ?? "";
    if (message !== null) this.progress.hidden = true;
  }

  showProgress(progress: Progress): void {
    const ended = !progress.what || (progress.share !== null && progress.share >= 1);
    this.progress.hidden = ended;
    this.what.textContent = capitalise(progress.what);
    if (progress.share === null) this.bar.removeAttribute("value");
    else this.bar.value = progress.share;
    this.stopIt.hidden = !progress.cancellable;
  }

  hideProgress(): void {
    this.progress.hidden = true;
  }
}

/** A sentence with a capital letter, unless it begins with a name, which stays as it is. */
function capitalise(sentence: string): string {
  return /^[a-z]+([ ,]|$)/.test(sentence) ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence;
}
