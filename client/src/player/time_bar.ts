import { button, choice, element, icon, toggle } from "../core/dom";
import type { Player } from "../core/player";

const SPEEDS = ["0.1", "0.25", "0.5", "1", "2", "4"];
const PLAY = "M3 1.5 L14 8 L3 14.5 Z";
const PAUSE = "M3 2 H6.5 V14 H3 Z M9.5 2 H13 V14 H9.5 Z";

/** Play, the slider of time, speed and loop. */
export class TimeBar {
  readonly root = element("div", { class: "time-bar", attributes: { role: "group", "aria-label": "playback" } });
  private readonly play: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly clock = element("span", { class: "clock", attributes: { "aria-hidden": "true" } });
  private playing: boolean | null = null;

  /** `toggle` and `seek` are the user's; they also bring the stage. */
  constructor(
    private readonly player: Player,
    actions: { toggle(): void; seek(time: number): void },
  ) {
    this.play = button("", "play or pause (space)", () => actions.toggle());
    this.play.classList.add("play");
    this.slider = element("input", {
      attributes: { type: "range", step: "any", min: String(player.start), max: String(player.end), "aria-label": "time" },
    });
    this.slider.addEventListener("input", () => actions.seek(Number(this.slider.value)));
    const speed = choice("speed", SPEEDS.map((value) => [value, `${value}×`]), "1", (value) => (player.speed = Number(value)));
    const loop = toggle("Loop", "begin again at the end", player.loop, (on) => (player.loop = on));
    this.root.append(this.play, this.slider, this.clock, speed, loop);
    this.play.disabled = this.slider.disabled = player.end <= player.start;
    this.refresh();
  }

  /** Show the time of now. */
  refresh(): void {
    const { time, end, playing } = this.player;
    const text = `${time.toFixed(3)} s`;
    this.slider.value = String(time);
    this.slider.setAttribute("aria-valuetext", text);
    this.clock.textContent = `${text} / ${end.toFixed(3)} s`;
    if (playing === this.playing) return;
    this.playing = playing;
    this.play.replaceChildren(icon(playing ? PAUSE : PLAY));
    this.play.setAttribute("aria-label", playing ? "pause" : "play");
  }
}
