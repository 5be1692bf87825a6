/** What the studio knows and does: messages of the server go to the parts of the page, and actions of the user to the server. */
import { arrayOf, floats, readMeshes, unpack } from "../core/data";
import type { Packed } from "../core/data";
import { download } from "../core/dom";
import type { Vec3 } from "../core/types";
import type { DisplayUnits } from "../core/units";
import { Viewer } from "../core/viewer";
import { Bar } from "./bar";
import { Connection, NewestOnly } from "./connection";
import { build } from "./controls";
import { Hook } from "./hook";
import { listenToKeys } from "./keys";
import { buildLayout, fillLayout } from "./layout";
import { livePlots } from "./live_plots";
import { Messages } from "./messages";
import { ModesPanel } from "./modes_panel";
import { MotionPanel } from "./motion_panel";
import type { Parts, ScenePart } from "./packed_parts";
import { FindingsPanel, ParametersPanel } from "./parameters_panel";
import { PosePanel } from "./pose_panel";
import { readPoseFrame } from "./protocol";
import type { Hello, Machine, Modes, Progress, RunMessage, ServerMessage, State } from "./protocol";
import { RecordedRun } from "./recorded_run";
import { Results } from "./results";
import { RunPanel } from "./run_panel";
import { offerFile, SavePanel } from "./saving";
import { Stage, type Locus } from "./stage";
import { StatusStrip } from "./status_strip";
import { Sweeps } from "./sweeps";
import { ViewTools } from "./view_tools";

const NOWHERE: Vec3 = [NaN, NaN, NaN];
const PUSH_SCALE = 50; // [N] for a pull over the machine's extent, where the server gives none
const NO_RECORD = 4000; // after the end of a run's progress without a sample [ms]
const PUSH_PAUSE = 25; // between messages of a push [ms]
const BORDER = "The tool is at the border of what this mode reaches; it stays there until the pointer comes back.";
const LOST =
  "The connection to the studio's server is lost. Trying again; nothing that was recorded is lost. If the server was stopped, start it again with: kinloop studio";

export class Studio {
  readonly hook = new Hook({
    tool: () => this.stage?.toolPoint ?? NOWHERE,
    seenTool: () => this.stage?.seenTool ?? NOWHERE,
    toScreen: (point) => this.stage?.viewer.project(point) ?? [NaN, NaN],
    force: () => this.stage?.pushing ?? [0, 0, 0],
    time: () => this.results.time,
    replaying: () => this.results.inReplay,
    comparing: () => this.results.comparing,
    disconnect: () => this.connection.drop(),
  });

  private machine: Machine | null = null;
  private hello: Hello | null = null;
  private links = 0;
  private extent = 0;
  private running = false;
  private watched = false;
  private units: DisplayUnits = { angle: "rad", length: "m" };
  private readonly layout = buildLayout();
  private readonly messages: Messages;
  private readonly bar: Bar;
  private readonly stage: Stage | null;
  private readonly pose: PosePanel;
  private readonly modes: ModesPanel;
  private readonly parameters: ParametersPanel;
  private readonly findings = new FindingsPanel();
  private readonly motion: MotionPanel;
  private readonly runPanel: RunPanel;
  private readonly sweeps: Sweeps;
  private readonly save: SavePanel;
  private readonly strip = new StatusStrip();
  private readonly tools: ViewTools;
  private readonly results: Results;
  private readonly about = build("div", { class: "about" });
  private readonly moves = new NewestOnly((milliseconds) => this.hook.note("latency", milliseconds));
  private readonly changes = new NewestOnly(); // of parameters
  private readonly connection: Connection;
  private lastPush = 0;
  private runSeq = 0; // of the message that began the last run
  private patience = 0;
  private lastRecord = 0; // the number of the last record that came; a new connection brings it again

  constructor(url: string) {
    const send: Connection["send"] = (type, fields) => this.connection.send(type, fields);
    this.messages = new Messages(() => send("cancel", {}));
    this.bar = new Bar({
      load: (source) => {
        this.messages.hide();
        send("load", { source });
      },
      undo: () => send("undo", {}),
      redo: () => send("redo", {}),
      units: (units) => this.setUnits(units),
    });
    this.stage = this.buildStage();
    this.pose = new PosePanel({
      joint: (index, value) => this.move(() => send("joint", { index, value })),
      task: (values) => this.move(() => send("task", { values })),
    });
    this.modes = new ModesPanel((index) => {
      this.showPose();
      this.messages.hide();
      send("mode", { index });
    });
    this.parameters = new ParametersPanel((name, value) => {
      this.showPose();
      this.messages.hide();
      this.changes.put(() => send("parameter", { name, value }));
    });
    this.motion = new MotionPanel({
      changed: (request) => send("trajectory", request),
      pointsChanged: (points) => {
        this.hook.points = [...points];
        this.stage?.setPoints(points);
      },
      drawing: (on) => this.stage?.setDrawing(on),
    });
    this.runPanel = new RunPanel(
      () => this.run(),
      () => send("stop", {}),
    );
    this.save = new SavePanel(
      (what, settings) => send("save", { what, compare: this.results.comparing, ...(settings ? { run: this.runMessage } : {}) }),
      () => this.savePicture(),
    );
    this.tools = new ViewTools({
      loci: (on) => this.askForLoci(on),
      style: (style) => this.stage?.viewer.setStyle(style),
      home: () => this.stage?.viewer.home(),
    });
    this.results = new Results(this.layout.results, this.stage, {
      entered: () => this.stage?.setHandling("off"),
      left: () => this.stage?.setHandling("pose"),
    });
    const { pose, runPanel: run, tools, motion, messages, hook } = this;
    this.sweeps = new Sweeps({ motion, run, messages, hook, send, runMessage: () => this.runMessage });
    fillLayout(this.layout, {
      bar: this.bar.parts,
      machine: [this.about, pose.tool, pose.joints, this.modes.section, this.parameters.section, this.findings.section],
      experiment: [this.motion.section, run.lawSection, run.plantSection, run.runSection, this.sweeps.panel.section, this.save.section],
      tools: tools.parts,
      corner: [tools.legend],
      stage: [this.messages.root],
      below: [this.strip.root],
    });
    this.connection = new Connection(url, {
      message: (message) => this.receive(message),
      packed: (buffer) => this.receivePacked(buffer),
      poses: (buffer) => this.receivePoses(buffer),
      connected: () => this.connected(),
      lost: () => this.lose(),
    });
    listenToKeys({
      undo: () => this.bar.undo(),
      redo: () => this.bar.redo(),
      run: () => this.run(),
      leave: () => this.results.leave(),
      play: () => this.results.togglePlay(),
      removePoint: () => this.motion.removeLast(),
    });
  }

  private buildStage(): Stage | null {
    if (!Viewer.available()) {
      this.layout.view.append(
        build("p", { class: "no-view" }, "This browser has no WebGL: the machine is not drawn, all numbers and plots work."),
      );
      return null;
    }
    const send: Connection["send"] = (type, fields) => this.connection.send(type, fields);
    return new Stage(this.layout.view, {
      dragged: (at) => {
        this.messages.hide();
        this.move(() => send("drag", { at }));
      },
      dragEnded: () => {
        this.moves.flush();
        this.messages.showBorder(null);
        send("drag_end", {});
      },
      pushed: (force) => this.push(force),
      clicked: (point) => this.motion.addPoint(point),
    });
  }

  // ---------------------------------------------------------------- connection

  private connected(): void {
    this.hook.connected = true;
    this.moves.clear();
    this.changes.clear();
    this.messages.showLost(null);
    this.bar.setConnected(true);
  }

  private lose(): void {
    this.hook.connected = false;
    this.hook.lost += 1;
    this.setRunning(false);
    this.messages.showLost(LOST);
    this.bar.setConnected(false);
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        return this.showHello(message);
      case "machine":
        return this.showMachine(message);
      case "state":
        return this.showState(message);
      case "modes":
        return this.showModes(message);
      case "progress":
        return this.showProgress(message);
      case "sweep_progress":
      case "settings":
        return this.sweeps.receive(message);
      case "file":
        return offerFile(message);
      case "note":
        return this.messages.say(message.message);
      case "error":
        this.moves.release();
        this.changes.release();
        if (this.machine) this.parameters.refuse(this.machine.parameters);
        this.bar.showLoaded();
        if (message.seq === undefined || message.seq === this.runSeq) this.setRunning(false);
        return this.messages.say(message.message, "error");
    }
  }

  private receivePacked(buffer: ArrayBuffer): void {
    const { head, arrays } = unpack<Parts>(buffer);
    switch (head.type) {
      case "scene":
        return this.showScene({ head, arrays });
      case "mode_poses": {
        if (this.stage) this.modes.setPictures(this.stage.drawPostures(floats(arrayOf(arrays, "poses")), head.count));
        return;
      }
      case "loci":
        return this.showLoci(
          head.curves.map(({ kind, array }) => ({ kind, points: floats(arrayOf(arrays, array)) })),
          head.note,
          head.on,
        );
      case "live":
        return this.showLive({ t: head.t, share: head.share, arrays });
      case "record":
        return this.showRecord(new RecordedRun({ head, arrays }), head.number);
      case "sweep":
        return this.sweeps.show({ head, arrays });
    }
  }

  private receivePoses(buffer: ArrayBuffer): void {
    const frame = this.machine
      ? readPoseFrame(buffer, this.links, this.machine.joints.length, this.machine.task.names.length)
      : null;
    if (!frame) return;
    this.hook.note("frames", performance.now());
    this.hook.pose = frame;
    if (this.results.inReplay) this.results.leave();
    this.stage?.place(frame.poses);
    this.stage?.setBorder(frame.atBorder);
    this.pose.show(frame.joints, frame.tool);
    this.strip.showNearness(frame.nearness.type1, frame.nearness.type2);
    this.strip.showLimits(frame.withinLimits);
    this.messages.showBorder(frame.atBorder && this.stage?.holding ? BORDER : null);
    this.moves.answer(frame.seq);
  }

  // ---------------------------------------------------------------- what the server says

  private showHello(hello: Hello): void {
    this.hello = hello;
    this.bar.setMachines(hello.machines, this.machine?.source ?? this.machine?.name ?? "");
    this.runPanel.setForms(hello.laws, hello.plants);
    this.sweeps.panel.setLimit(hello.most_runs ?? Infinity);
    this.motion.setKinds(hello.trajectories, this.machine?.described ?? true);
  }

  private showMachine(machine: Machine): void {
    const other = this.machine?.name !== machine.name;
    this.machine = machine;
    this.hook.machine = machine.name;
    document.title = `${machine.name} – kinloop studio`;
    this.about.replaceChildren(build("strong", {}, machine.name), build("p", {}, machine.description));
    this.bar.setMachines(this.hello?.machines ?? [], machine.source ?? machine.name);
    this.bar.setHistory(machine.can_undo, machine.can_redo);
    this.parameters.set(machine.parameters);
    this.findings.set(machine.findings);
    this.motion.setKinds(this.hello?.trajectories ?? [], machine.described ?? true);
    this.changes.release();
    this.tools.setTask(machine.task.names);
    if (other) {
      this.messages.hide();
      this.save.setRecord(false);
      this.motion.reset();
      this.results.clear();
      this.tools.showLoci([], "");
    } else if (this.extent) this.pose.setMachine(machine, this.extent);
    this.sweeps.showMachine(machine, other);
  }

  private showScene({ head, arrays }: Packed<Parts>): void {
    const { scene, meshes } = head as ScenePart;
    if (this.results.inReplay) this.results.leave();
    this.links = scene.links.length;
    this.extent = scene.extent;
    this.stage?.setScene(scene, readMeshes(meshes, arrays), floats(arrayOf(arrays, "poses")));
    this.stage?.setForceScale((this.machine?.push_scale ?? PUSH_SCALE) / (scene.extent || 1));
    this.tools.setStyles(scene.has_shapes);
    if (this.machine) this.pose.setMachine(this.machine, scene.extent);
    this.pose.setUnits(this.units);
    this.runPanel.setReady();
    this.hook.sceneOf = scene.name;
    this.hook.ready = true;
  }

  private showState(state: State): void {
    this.hook.state = state;
    this.hook.states += 1;
    this.pose.show(state.q_active, state.x);
    this.strip.showState(state);
    if (state.can_undo !== undefined && state.can_redo !== undefined) this.bar.setHistory(state.can_undo, state.can_redo);
    this.stage?.setBorder(!state.reachable);
    if (state.message) this.messages.say(state.message, state.reachable ? "note" : "warn");
    else this.messages.withdrawWarning();
  }

  private showModes(modes: Modes): void {
    this.modes.set(modes);
    this.strip.showModes(modes);
  }

  private showLive(sample: { t: number; share: number | null; arrays: Packed["arrays"] }): void {
    if (!this.machine) return;
    if (!this.watched) {
      this.watched = true;
      this.setRunning(true);
      this.results.leave();
      this.results.beginLive(livePlots(this.machine, sample));
      this.stage?.setHandling("push");
    }
    this.hook.liveFrames += 1;
    this.stage?.placeLive(floats(arrayOf(sample.arrays, "poses")));
    this.results.addSample(sample);
  }

  private showRecord(run: RecordedRun, number: number): void {
    const watched = this.watched,
      mine = this.running;
    this.setRunning(false);
    if (number <= this.lastRecord) return;
    this.lastRecord = number;
    if (run.scene.name !== this.machine?.name) return;
    this.save.setRecord(true);
    this.hook.records += 1;
    this.results.setRun(run, watched, mine);
  }

  private showLoci(loci: Locus[], note: string, on: boolean): void {
    this.hook.loci = loci.length;
    if (loci.length || !on) this.tools.switchLoci(on); // another page may have asked for them
    this.stage?.setLoci(loci);
    this.tools.showLoci(
      loci.map((locus) => locus.kind),
      note,
    );
  }

  private showProgress(progress: Progress): void {
    this.messages.showProgress(progress);
    clearTimeout(this.patience);
    // A run that ends without samples sends no record.
    if (this.running && !progress.what)
      this.patience = window.setTimeout(() => {
        if (this.running && !this.watched) this.setRunning(false);
      }, NO_RECORD);
  }

  // ---------------------------------------------------------------- what the user does

  private move(send: () => number): void {
    this.showPose();
    this.moves.put(send);
  }

  /** The view shows the pose, not a run. */
  private showPose(): void {
    this.results.leave();
  }

  private run(): void {
    if (this.running || !this.hook.ready) return;
    if (this.motion.missing) {
      this.messages.say(this.motion.missing, "error");
      return;
    }
    this.messages.hide();
    this.watched = false;
    this.runSeq = this.connection.send("run", this.runMessage);
    if (this.runSeq) this.setRunning(true);
  }

  private askForLoci(on: boolean): void {
    if (!on) this.showLoci([], "", false);
    this.connection.send("loci", { on });
  }

  private setRunning(running: boolean): void {
    if (!running) {
      if (this.watched) {
        this.stage?.hideRun();
        this.results.endLive();
      }
      this.watched = false;
      if (!this.results.inReplay) this.stage?.setHandling("pose");
    }
    this.running = this.hook.running = running;
    this.runPanel.setRunning(running);
    this.layout.machine.inert = running;
    this.bar.setBusy(running);
  }

  private push(force: Vec3): void {
    const now = performance.now(),
      over = force.every((value) => value === 0);
    if (!over && now - this.lastPush < PUSH_PAUSE) return;
    this.lastPush = now;
    this.connection.send("push", { force });
  }

  private setUnits(units: DisplayUnits): void {
    this.units = units;
    this.pose.setUnits(units);
    this.parameters.setUnits(units);
    this.results.setUnits(units);
  }

  private get runMessage(): RunMessage {
    return { ...this.runPanel.request, trajectory: this.motion.request };
  }

  private savePicture(): void {
    if (this.stage) download(`${this.machine?.name ?? "kinloop"}.png`, this.stage.viewer.picture());
  }
}
