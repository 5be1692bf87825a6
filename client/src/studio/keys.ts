/** Keys that work anywhere in the studio, except where one types. */
export interface KeyActions {
  undo(): void;
  redo(): void;
  run(): void;
  leave(): void;
  play(): void;
  removePoint(): void;
}

export function listenToKeys(actions: KeyActions): void {
  addEventListener("keydown", (event) => {
    const act = actionOf(event, actions);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function actionOf(event: KeyboardEvent, actions: KeyActions): (() => void) | null {
  const command = event.ctrlKey || event.metaKey,
    key = event.key.toLowerCase(),
    target = event.target;
  const typing = (target instanceof HTMLInputElement && target.type === "number") || target instanceof HTMLSelectElement;
  if (command && key === "enter") return actions.run;
  if (typing || event.altKey) return null;
  if (command && key === "z") return event.shiftKey ? actions.redo : actions.undo;
  if (command && key === "y") return actions.redo;
  if (command) return null;
  if (key === "escape") return actions.leave;
  if (key === "backspace" || key === "delete") return actions.removePoint;
  if (key === " " && (target === document.body || target instanceof HTMLCanvasElement)) return actions.play;
  return null;
}
