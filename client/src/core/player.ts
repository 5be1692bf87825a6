/** Seconds: a page that was hidden goes on where it was. */
const LONGEST_STEP = 0.5;

/** The clock of a motion: plays, pauses, seeks. It knows nothing of what is drawn. */
export class Player {
  private current: number;
  private running = false;
  private frame = 0;
  private last = 0;
  private rate = 1;
  private readonly listeners: ((time: number) => void)[] = [];
  /** Begin again at the end. */
  loop = true;

  /** Times are in seconds; a motion with `end` at `start` stands still. */
  constructor(
    readonly start: number,
    readonly end: number,
  ) {
    this.current = start;
  }

  get time(): number {
    return this.current;
  }

  get playing(): boolean {
    return this.running;
  }

  /** Seconds of the motion in one second. */
  get speed(): number {
    return this.rate;
  }

  set speed(speed: number) {
    this.rate = Math.min(100, Math.max(0.001, speed));
  }

  /** Call `listener` after every change of the time, and when playing starts or stops. */
  onChange(listener: (time: number) => void): void {
    this.listeners.push(listener);
  }

  /** Start, from the beginning if the end is reached. */
  play(): void {
    if (this.running || this.end <= this.start) return;
    if (this.current >= this.end) this.current = this.start;
    this.running = true;
    this.last = performance.now();
    this.frame = requestAnimationFrame(this.advance);
    this.report();
  }

  pause(): void {
    if (!this.running) return;
    this.running = false;
    cancelAnimationFrame(this.frame);
    this.report();
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.play();
  }

  /** Go to a time, within the motion; playing goes on from there. */
  seek(time: number): void {
    if (!Number.isFinite(time)) return;
    this.current = Math.min(this.end, Math.max(this.start, time));
    this.report();
  }

  private readonly advance = (now: number): void => {
    if (!this.running) return;
    const length = this.end - this.start;
    const passed = Math.min(LONGEST_STEP, Math.max(0, now - this.last) / 1000);
    let time = this.current + passed * this.rate;
    this.last = now;
    if (time >= this.end) {
      if (this.loop) time = this.start + ((time - this.start) % length);
      else {
        this.current = this.end;
        this.pause();
        return;
      }
    }
    this.current = time;
    this.frame = requestAnimationFrame(this.advance);
    this.report();
  };

  private report(): void {
    for (const listener of this.listeners) listener(this.current);
  }
}
