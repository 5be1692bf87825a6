/** Colours of light and dark pages, for what is drawn on canvases; `theme.css` has those of the elements. */

export interface Theme {
  background: string;
  ink: string;
  faint: string;
  mark: string;
  /** Of the part of a path that is still ahead. */
  ahead: string;
  /** Okabe and Ito's colours, which colour-blind readers can tell apart, in an order that suits the background. */
  series: string[];
}

const LIGHT: Theme = {
  background: "#f6f8fa",
  ink: "#30343b",
  faint: "#dde1e7",
  mark: "#b3261e",
  ahead: "#9aa3ae",
  series: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#30343b"],
};
const DARK: Theme = {
  background: "#1d232a",
  ink: "#c9cdd5",
  faint: "#3a424d",
  mark: "#ff8a80",
  ahead: "#66707c",
  series: ["#56b4e9", "#e69f00", "#00b383", "#cc79a7", "#f0e442", "#d55e00", "#c9cdd5"],
};

const darkQuery = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let printing = false;

/** The colours of now: paper is light. */
export function theme(): Theme {
  return darkQuery.matches && !printing ? DARK : LIGHT;
}

/** Call `listener` when the colours change; returns what ends that. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page is being printed, or no longer. */
export function setPrinting(on: boolean): void {
  const changes = darkQuery.matches && on !== printing;
  printing = on;
  if (changes) report();
}

function report(): void {
  for (const listener of [...listeners]) listener();
}

darkQuery.addEventListener("change", report);
