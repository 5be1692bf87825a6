/** Small helpers for elements. Text is always set as text, so that names with `<` or quotes stay names. */

type Child = Node | string;
interface Options {
  class?: string;
  text?: string;
  title?: string;
  attributes?: Record<string, string>;
}

/** A new element with a class, text, attributes and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: Options = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  if (options.class) node.className = options.class;
  if (options.text !== undefined) node.textContent = options.text;
  if (options.title) node.title = options.title;
  for (const [name, value] of Object.entries(options.attributes ?? {})) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A button that calls `press`. */
export function button(text: string, title: string, press: () => void): HTMLButtonElement {
  const node = element("button", { text, title, attributes: { type: "button" } });
  node.addEventListener("click", press);
  return node;
}

/** A button that is on or off; `change` hears of it. */
export function toggle(text: string, title: string, on: boolean, change: (on: boolean) => void): HTMLButtonElement {
  const node = button(text, title, () => {
    const now = node.getAttribute("aria-pressed") !== "true";
    node.setAttribute("aria-pressed", String(now));
    change(now);
  });
  node.classList.add("toggle");
  node.setAttribute("aria-pressed", String(on));
  return node;
}

/** A labelled choice of one option, given as [value, text]. */
export function choice(
  label: string,
  options: [value: string, text: string][],
  value: string,
  change: (value: string) => void,
): HTMLSelectElement {
  const node = element("select", { title: label, attributes: { "aria-label": label } });
  for (const [name, text] of options) node.append(element("option", { text, attributes: { value: name } }));
  node.value = value;
  node.addEventListener("change", () => change(node.value));
  return node;
}

/** An icon: one path in a box of 16 by 16 units. */
export function icon(path: string): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(space, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/** A piece of a line with its dashes [px], for a legend; its colour is the stroke. */
export function lineKey(dashes: number[] | undefined): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 26 4");
  svg.setAttribute("class", "key");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", "M0 2 H26");
  line.setAttribute("stroke-width", "3");
  if (dashes) line.setAttribute("stroke-dasharray", dashes.join(" "));
  svg.append(line);
  return svg;
}

/** Offer a file for download. */
export function download(name: string, url: string): void {
  const link = element("a", { attributes: { href: url, download: name } });
  document.body.append(link);
  link.click();
  link.remove();
}

const sheets = new Set<string>();

/** Add a style sheet to the page, once. */
export function addStyle(text: string): void {
  if (sheets.has(text)) return;
  sheets.add(text);
  document.head.append(element("style", { text }));
}
