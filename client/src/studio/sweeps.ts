/** The sweeps of a page: the section's wishes go to the server, and its answers to the section and to the settings of the next run. */
import type { Packed } from "../core/data";
import type { Connection } from "./connection";
import type { Hook } from "./hook";
import type { Messages } from "./messages";
import type { MotionPanel } from "./motion_panel";
import type { Machine, RunMessage, Settings, SweepProgress } from "./protocol";
import type { RunPanel } from "./run_panel";
import { SweepPanel } from "./sweep_panel";
import type { SweepFound } from "./sweep_result";

/** The parts of the page that sweeps have to do with. */
export interface Surroundings {
  motion: MotionPanel;
  run: RunPanel;
  messages: Messages;
  hook: Hook;
  send: Connection["send"];
  runMessage(): RunMessage;
}

export class Sweeps {
  readonly panel: SweepPanel;
  private machine: Machine | null = null;
  private wanted = ""; // what the settings that were asked for have
  private last = 0; // the number of the last sweep that came; a new connection brings it again

  constructor(private readonly page: Surroundings) {
    const { messages, send } = page;
    this.panel = new SweepPanel({
      start: (vary) => {
        if (page.motion.missing) return messages.say(page.motion.missing, "error");
        messages.hide();
        send("sweep", { run: page.runMessage(), vary });
      },
      cancel: () => send("cancel", {}),
      use: (run) => {
        messages.hide();
        this.wanted = this.panel.words(run);
        send("sweep_use", { run });
      },
      python: () => send("sweep_python", {}),
    });
    page.run.onChange = () => this.refresh();
  }

  /** `other`: it is not the one of before. */
  showMachine(machine: Machine, other: boolean): void {
    this.machine = machine;
    if (other) {
      this.panel.clear();
      this.page.run.setMismatch({});
    }
    this.refresh();
  }

  receive(message: SweepProgress | Settings): void {
    if (message.type === "sweep_progress") this.panel.showProgress(message);
    else this.showSettings(message);
  }

  show(found: Packed<SweepFound>): void {
    if (found.head.number <= this.last || found.head.machine !== this.machine?.name) return;
    this.last = found.head.number;
    this.panel.showResult(found);
    this.page.hook.sweeps += 1;
  }

  private showSettings({ run }: Settings): void {
    this.page.run.setRequest(run);
    if (run.trajectory) this.page.motion.setRequest(run.trajectory);
    this.page.hook.settings += 1;
    if (this.wanted) this.page.messages.say(`The next run has ${this.wanted}; Run makes it.`);
    this.wanted = "";
  }

  /** The machine, the law or the sensors are others, or a run has begun or ended. */
  private refresh(): void {
    const { run } = this.page;
    if (this.machine) this.panel.setChoices(this.machine, run.form, run.request);
    this.panel.setBlocked(run.blocked);
  }
}
