/** What the keys of a motion do. */
export interface KeyActions {
  toggle(): void;
  step(frames: number): void;
  /** By a share of the whole duration. */
  skip(share: number): void;
  start(): void;
  end(): void;
  /** Keys of the camera, and in the plots of their zoom; true if it was one. */
  view(event: KeyboardEvent): boolean;
}

/** Keys of a motion, wherever in its figure the focus is: space plays, arrows step by a frame, Page keys by a tenth, Home and End. */
export function listenToKeys(figure: HTMLElement, actions: KeyActions): void {
  const keys: Record<string, () => void> = {
    " ": () => actions.toggle(),
    ArrowLeft: () => actions.step(-1),
    ArrowRight: () => actions.step(1),
    PageDown: () => actions.skip(-0.1),
    PageUp: () => actions.skip(0.1),
    Home: () => actions.start(),
    End: () => actions.end(),
  };
  figure.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || hasOwnKeys(event.target, event.key)) return;
    if (actions.view(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}

/** Lists use arrows and letters, buttons the space bar. */
function hasOwnKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLSelectElement || target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return key === " " && target.closest("button, summary, a") !== null;
}
