/*
kinloop's client, which contains, under the MIT licence:
three 0.187.0: Copyright (c) 2010-2026 three.js authors
uplot 1.6.32: Copyright (c) 2022 Leon Sorokin

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.
*/
"use strict";(()=>{function Ze(n,e={},...t){let i=document.createElement(n);e.class&&(i.className=e.class),e.text!==void 0&&(i.textContent=e.text),e.title&&(i.title=e.title);for(let[s,r]of Object.entries(e.attributes??{}))i.setAttribute(s,r);return i.append(...t),i}function lr(n,e,t){let i=Ze("button",{text:n,title:e,attributes:{type:"button"}});return i.addEventListener("click",t),i}function cr(n,e,t,i){let s=lr(n,e,()=>{let r=s.getAttribute("aria-pressed")!=="true";s.setAttribute("aria-pressed",String(r)),i(r)});return s.classList.add("toggle"),s.setAttribute("aria-pressed",String(t)),s}function Jo(n,e,t,i){let s=Ze("select",{title:n,attributes:{"aria-label":n}});for(let[r,o]of e)s.append(Ze("option",{text:o,attributes:{value:r}}));return s.value=t,s.addEventListener("change",()=>i(s.value)),s}function yp(n){let e="http://www.w3.org/2000/svg",t=document.createElementNS(e,"svg");t.setAttribute("viewBox","0 0 16 16"),t.setAttribute("aria-hidden","true");let i=document.createElementNS(e,"path");return i.setAttribute("d",n),t.append(i),t}function xp(n){let e="http://www.w3.org/2000/svg",t=document.createElementNS(e,"svg");t.setAttribute("viewBox","0 0 26 4"),t.setAttribute("class","key"),t.setAttribute("aria-hidden","true");let i=document.createElementNS(e,"path");return i.setAttribute("d","M0 2 H26"),i.setAttribute("stroke-width","3"),n&&i.setAttribute("stroke-dasharray",n.join(" ")),t.append(i),t}function Gr(n,e){let t=Ze("a",{attributes:{href:e,download:n}});document.body.append(t),t.click(),t.remove()}var _p=new Set;function Fs(n){_p.has(n)||(_p.add(n),document.head.append(Ze("style",{text:n})))}var hl=`/* Colours and controls of the player and the studio. Canvases take theirs from theme.ts. */
:root {
  color-scheme: light dark;
  --kl-ink: #1d2127;
  --kl-soft: #5a616c;
  --kl-paper: #ffffff;
  --kl-panel: #f6f8fa;
  --kl-line: #d5d9df;
  --kl-accent: #005f94;
  --kl-accent-ink: #ffffff;
  --kl-mark: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --kl-ink: #e4e7ec;
    --kl-soft: #a3aab6;
    --kl-paper: #14181d;
    --kl-panel: #1d232a;
    --kl-line: #343943;
    --kl-accent: #56b4e9;
    --kl-accent-ink: #0b1015;
    --kl-mark: #ff8a80;
  }
}
.kl {
  color: var(--kl-ink);
  font: 14px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
.kl button,
.kl select,
.kl input[type="number"] {
  box-sizing: border-box;
  min-height: 32px;
  padding: 3px 10px;
  border: 1px solid var(--kl-line);
  border-radius: 6px;
  background: var(--kl-paper);
  color: inherit;
  font: inherit;
  cursor: pointer;
}
.kl button:hover:not(:disabled),
.kl select:hover { border-color: var(--kl-accent); }
.kl button:disabled { opacity: 0.45; cursor: default; }
.kl .toggle[aria-pressed="true"] {
  border-color: var(--kl-accent);
  background: var(--kl-accent);
  color: var(--kl-accent-ink);
}
.kl :focus-visible { outline: 2px solid var(--kl-accent); outline-offset: 2px; }
.kl input[type="range"] { accent-color: var(--kl-accent); }
.kl svg { width: 14px; height: 14px; fill: currentColor; vertical-align: -2px; }
.kl .soft { color: var(--kl-soft); }
.kinloop-canvas { display: block; width: 100%; height: 100%; }
.kinloop-canvas:focus-visible { outline-offset: -2px !important; }

.kl .plot { min-width: 0; }
.kl .plot-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 8px; padding-left: 6px; }
.kl .plot-title { font-weight: 600; font-size: 13px; }
.kl .plot-box { height: 140px; overflow: hidden; }
.kl .legend { display: flex; flex-wrap: wrap; gap: 0 4px; }
.kl .legend button {
  min-height: 24px;
  padding: 0 4px;
  border-color: transparent;
  background: none;
  font-size: 12px;
  white-space: nowrap;
}
.kl .legend button[aria-pressed="false"] { opacity: 0.45; text-decoration: line-through; }
.kl .legend .key { width: 26px; height: 4px; margin-right: 5px; vertical-align: middle; }
.kl .legend .value { display: inline-block; min-width: 5.6em; margin-left: 5px; text-align: left; font-variant-numeric: tabular-nums; color: var(--kl-soft); }
.kl .u-over { touch-action: pan-y; cursor: col-resize; }
.kl .now { position: absolute; top: 0; left: -1px; width: 2px; height: 100%; background: var(--kl-ink); opacity: 0.75; pointer-events: none; }
`;var bp=`/* The studio: a bar, two columns of controls, the view and the results between them. */
body.kinloop-studio {
  --ink: var(--kl-ink); --quiet: var(--kl-soft); --line: var(--kl-line); --accent: var(--kl-accent); --accent-ink: var(--kl-accent-ink); --bad: var(--kl-mark);
  --page: #eef0f3; --card: #ffffff; --field: #ffffff; --hover: #f1f3f6; --accent-soft: #e3f0f9; --good: #00805c; --warn: #9a5b00; --warn-soft: #fff3dc; --bad-soft: #fdecea;
  --shadow: 0 1px 2px rgb(20 30 45 / 8%), 0 4px 14px rgb(20 30 45 / 8%);
  margin: 0; height: 100vh; height: 100dvh; overflow: hidden; box-sizing: border-box; max-width: none; padding: 0;
  display: grid; grid-template: auto minmax(0, 1fr) / 292px minmax(0, 1fr) 312px; grid-template-areas: "bar bar bar" "machine middle experiment";
  background: var(--page); color: var(--ink); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums;
  color-scheme: light dark; accent-color: var(--accent);
}
@media (prefers-color-scheme: dark) {
  body.kinloop-studio {
    --page: #101216; --card: #191c22; --field: #12151a; --hover: #22262e; --accent-soft: #17303f; --good: #3ecf9f; --warn: #f0b45a; --warn-soft: #33270f; --bad-soft: #3a1c1a;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 4px 14px rgb(0 0 0 / 35%);
  }
}
.kinloop-studio *, .kinloop-studio *::before { box-sizing: border-box; }
.kinloop-studio [hidden] { display: none !important; }
.kinloop-studio .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.kinloop-studio h1, .kinloop-studio h2, .kinloop-studio p { margin: 0; font: inherit; }
.kinloop-studio :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

/* Controls */
.kinloop-studio button, .kinloop-studio select, .kinloop-studio input[type="number"] {
  font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line); border-radius: 6px; height: 30px; padding: 0 9px; margin: 0; min-width: 0;
}
.kinloop-studio button { background: var(--card); cursor: pointer; white-space: nowrap; }
.kinloop-studio button:hover:not(:disabled) { background: var(--hover); }
.kinloop-studio button:disabled { color: var(--quiet); opacity: 0.55; cursor: default; }
.kinloop-studio button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
.kinloop-studio button.primary:hover:not(:disabled) { background: var(--accent); filter: brightness(1.08); }
.kinloop-studio button.plain { border-color: transparent; background: transparent; padding: 0 7px; }
.kinloop-studio input[type="number"] { width: 100%; text-align: right; appearance: textfield; -moz-appearance: textfield; }
.kinloop-studio input[type="number"]::-webkit-inner-spin-button { appearance: none; margin: 0; }
.kinloop-studio input[aria-invalid="true"] { border-color: var(--bad); background: var(--bad-soft); }
.kinloop-studio input[type="range"] { width: 100%; height: 20px; margin: 0; display: block; }
.kinloop-studio select { width: 100%; padding-right: 4px; text-overflow: ellipsis; }
.kinloop-studio .choice { display: inline-flex; }
.kinloop-studio .choice button { border-radius: 0; margin-left: -1px; }
.kinloop-studio .choice button:first-child { border-radius: 6px 0 0 6px; margin-left: 0; }
.kinloop-studio .choice button:last-child { border-radius: 0 6px 6px 0; }
.kinloop-studio .choice button[aria-pressed="true"] { background: var(--accent-soft); color: var(--accent); border-color: var(--accent); z-index: 1; }
.kinloop-studio .toggle { display: inline-flex; align-items: center; gap: 7px; cursor: pointer; min-height: 30px; }
.kinloop-studio .toggle input { margin: 0; }
.kinloop-studio .toggle:has(input:disabled) { color: var(--quiet); cursor: default; }
.kinloop-studio .field { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr); align-items: center; gap: 4px 10px; min-height: 32px; }
.kinloop-studio .field > label { overflow-wrap: anywhere; }
.kinloop-studio #tool .field, .kinloop-studio #joints .field { grid-template-columns: minmax(0, 1.05fr) minmax(0, 1fr); }
.kinloop-studio #joints .field > label { font-size: 13px; }
.kinloop-studio .with-unit { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: 6px; }
.kinloop-studio .unit { color: var(--quiet); min-width: 2.1em; font-size: 12.5px; white-space: nowrap; }
.kinloop-studio .experiment .with-unit { grid-template-columns: minmax(0, 1fr) 4.2em; }
.kinloop-studio .experiment .unit { white-space: normal; line-height: 1.15; }
.kinloop-studio .experiment .field:has(> select) { grid-template-columns: 4.4em minmax(0, 1fr); }
.kinloop-studio .grid { display: grid; gap: 6px; }
.kinloop-studio .quiet { color: var(--quiet); font-size: 13px; }
.kinloop-studio .row { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; }
.kinloop-studio .chip { display: inline-block; padding: 1px 8px; border-radius: 10px; background: var(--hover); border: 1px solid var(--line); font-size: 13px; }
.kinloop-studio .chip.warn { background: var(--warn-soft); color: var(--warn); border-color: currentcolor; }

/* Bar */
.kinloop-studio .studio-bar { grid-area: bar; display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; padding: 8px 14px; background: var(--card); border-bottom: 1px solid var(--line); }
.kinloop-studio .studio-bar h1 { font-weight: 650; font-size: 15px; white-space: nowrap; }
.kinloop-studio .studio-bar .field { display: flex; gap: 8px; }
.kinloop-studio .studio-bar select { width: 190px; }
.kinloop-studio .spring { flex: 1; }
.kinloop-studio .link-state { display: inline-flex; align-items: center; gap: 7px; color: var(--quiet); font-size: 13px; white-space: nowrap; }
.kinloop-studio .link-state::before { content: ""; width: 9px; height: 9px; border-radius: 50%; background: var(--good); }
.kinloop-studio .link-state.lost { color: var(--bad); }
.kinloop-studio .link-state.lost::before { background: var(--bad); }

/* Columns */
.kinloop-studio .column { overflow: auto; padding: 10px; display: flex; flex-direction: column; gap: 10px; scrollbar-width: thin; }
.kinloop-studio .column.machine { grid-area: machine; padding-right: 0; }
.kinloop-studio .column.experiment { grid-area: experiment; padding-left: 0; }
.kinloop-studio .section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; flex: none; }
.kinloop-studio .section > summary { display: flex; align-items: center; gap: 8px; padding: 8px 12px; cursor: pointer; list-style: none; border-radius: 10px; }
.kinloop-studio .section > summary::-webkit-details-marker { display: none; }
.kinloop-studio .section > summary::before { content: ""; flex: none; width: 6px; height: 6px; border-right: 1.6px solid var(--quiet); border-bottom: 1.6px solid var(--quiet); transform: rotate(-45deg); margin-left: 1px; }
.kinloop-studio .section[open] > summary::before { transform: translateY(-2px) rotate(45deg); }
.kinloop-studio .section h2 { font-weight: 600; }
.kinloop-studio .section-aside { margin-left: auto; color: var(--quiet); font-size: 12.5px; }
.kinloop-studio .section-body { padding: 0 12px 12px; display: grid; gap: 6px; }
.kinloop-studio .about { padding: 2px 4px 0; }
.kinloop-studio .about strong { display: block; font-size: 15px; font-weight: 600; overflow-wrap: anywhere; }
.kinloop-studio .about p { color: var(--quiet); font-size: 13px; overflow-wrap: anywhere; }
.kinloop-studio .joint + .joint, .kinloop-studio .parameter + .parameter { margin-top: 2px; }
.kinloop-studio .meaning { color: var(--quiet); font-size: 12.5px; line-height: 1.35; margin-top: 1px; overflow-wrap: anywhere; }
.kinloop-studio .findings { margin: 0; padding-left: 18px; display: grid; gap: 6px; font-size: 13px; overflow-wrap: anywhere; }
.kinloop-studio .modes { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px; max-height: 372px; overflow: auto; scrollbar-width: thin; padding: 2px; }
.kinloop-studio .mode { height: auto; padding: 5px; display: grid; gap: 3px; text-align: center; white-space: normal; line-height: 1.3; font-size: 12.5px; align-content: start; }
.kinloop-studio .mode[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-soft); }
.kinloop-studio .mode[aria-pressed="true"]:hover { background: var(--accent-soft); }
.kinloop-studio .mode .picture { display: block; aspect-ratio: 4 / 3; border-radius: 4px; overflow: hidden; background: var(--page); }
.kinloop-studio .mode canvas { width: 100%; height: 100%; display: block; }
.kinloop-studio .mode-label { overflow-wrap: anywhere; }
.kinloop-studio .mode-note { color: var(--warn); font-size: 12px; }
.kinloop-studio .points output { flex: 1; white-space: nowrap; }
.kinloop-studio .buttons button { flex: 1; }
.kinloop-studio #run .row:first-child { justify-content: space-between; flex-wrap: nowrap; }
.kinloop-studio #run .field { display: block; min-height: 0; }
.kinloop-studio #run .field select { width: 78px; }
.kinloop-studio .save { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 6px; }

/* View */
.kinloop-studio .middle { grid-area: middle; display: grid; grid-template-rows: minmax(220px, 1fr) auto auto; gap: 10px; padding: 10px; min-height: 0; min-width: 0; }
.kinloop-studio .stage { position: relative; min-height: 0; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; background: var(--card); }
.kinloop-studio .view { position: absolute; inset: 0; }
.kinloop-studio .view.drawing canvas { cursor: crosshair; }
.kinloop-studio .view:not(.by-keyboard) > canvas:focus-visible { outline: none; }
.kinloop-studio .view-tools { position: absolute; top: 8px; right: 8px; display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 6px 10px; align-items: center; max-width: calc(100% - 16px); }
.kinloop-studio .view-tools .toggle { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 0 10px; height: 30px; }
.kinloop-studio .view-corner { position: absolute; left: 8px; bottom: 8px; display: grid; gap: 4px; pointer-events: none; }
.kinloop-studio .loci-legend { display: flex; flex-wrap: wrap; gap: 4px 12px; font-size: 12.5px; background: color-mix(in srgb, var(--card) 82%, transparent); border-radius: 6px; padding: 3px 8px; justify-self: start; }
.kinloop-studio .loci-legend span { display: inline-flex; align-items: center; gap: 6px; }
.kinloop-studio .loci-legend i { width: 18px; height: 0; border-top: 3px solid; border-radius: 2px; }
.kinloop-studio .column[inert] { opacity: 0.6; }
.kinloop-studio .force { position: absolute; z-index: 2; pointer-events: none; font-weight: 600; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 1px 7px; transform: translate(14px, -28px); white-space: nowrap; }
.kinloop-studio .messages { position: absolute; top: 8px; left: 8px; width: min(300px, calc(100% - 16px)); display: grid; justify-items: start; gap: 6px; pointer-events: none; z-index: 3; }
.kinloop-studio .message { pointer-events: auto; max-width: 100%; line-height: 1.35; background: var(--card); color: var(--ink); border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 8px; box-shadow: var(--shadow); padding: 6px 12px; font-size: 13.5px; overflow-wrap: anywhere; max-height: 40vh; overflow: auto; }
.kinloop-studio div.message { display: flex; align-items: center; gap: 10px; padding-right: 6px; }
.kinloop-studio .message.error, .kinloop-studio .message.lost { border-left-color: var(--bad); }
.kinloop-studio .message.border, .kinloop-studio .message.warn { border-left-color: var(--warn); }
.kinloop-studio .message.progress { flex-wrap: wrap; }
.kinloop-studio .message.progress span { flex: 1 1 100%; }
.kinloop-studio .message.progress progress { flex: 1; min-width: 100px; }
.kinloop-studio .message.progress { padding-right: 8px; }
/* They do not keep the pointer from the ball. */
.kinloop-studio .message.border, .kinloop-studio .message.warn { pointer-events: none; }
.kinloop-studio .message.warn button { pointer-events: auto; }
.kinloop-studio .sentence { white-space: pre-line; }
.kinloop-studio .status-strip { display: grid; gap: 6px; padding: 8px 12px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.kinloop-studio .facts { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 22px; }
.kinloop-studio .fact { display: flex; align-items: center; gap: 8px; min-width: 0; }
.kinloop-studio .fact-value { overflow-wrap: anywhere; }
.kinloop-studio .fact-name, .kinloop-studio .gauge-label { color: var(--quiet); font-size: 13px; white-space: nowrap; }
.kinloop-studio .gauge-row { display: flex; align-items: center; gap: 8px; }
.kinloop-studio .gauge-row output { min-width: 4.2em; }
.kinloop-studio .gauge { width: 92px; height: 8px; border-radius: 4px; background: var(--line); overflow: hidden; display: block; }
.kinloop-studio .gauge-bar { display: block; height: 100%; background: var(--good); border-radius: 4px; }
.kinloop-studio [data-level="near"] .gauge-bar { background: var(--warn); }
.kinloop-studio [data-level="very-near"] .gauge-bar { background: var(--bad); }

/* Results */
.kinloop-studio .results { background: var(--card); border: 1px solid var(--line); border-radius: 10px; display: flex; flex-direction: column; min-height: 0; height: clamp(240px, 38vh, 460px); }
.kinloop-studio .results-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; padding: 8px 12px; border-bottom: 1px solid var(--line); }
.kinloop-studio .time-host { flex: 1 1 100%; min-width: 0; }
.kinloop-studio .time-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; }
.kinloop-studio .time-bar input[type="range"] { flex: 1 1 120px; width: auto; min-width: 90px; }
.kinloop-studio .time-bar select { width: 70px; }
.kinloop-studio .time-bar .play { width: 42px; }
.kinloop-studio .time-bar svg { width: 14px; height: 14px; fill: currentcolor; vertical-align: -2px; }
.kinloop-studio .time-bar .toggle[aria-pressed="true"] { background: var(--accent-soft); color: var(--accent); border-color: var(--accent); }
.kinloop-studio .time-bar .clock { min-width: 10em; text-align: right; white-space: nowrap; }
.kinloop-studio .run-title { flex: 1 1 200px; font-weight: 600; overflow-wrap: anywhere; }
.kinloop-studio .run-notes { font-weight: 400; }
.kinloop-studio .results-bar .row { flex-wrap: nowrap; }
.kinloop-studio .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)); gap: 8px 14px; align-content: start; flex: 1; overflow: auto; min-height: 0; padding: 8px 12px; scrollbar-width: thin; }
.kinloop-studio .plots .legend button { height: 24px; }
.kinloop-studio .events { margin: 0; padding: 4px 12px; list-style: none; font-size: 13px; max-height: 64px; overflow: auto; border-top: 1px solid var(--line); }

/* Beside the buttons over the view there is no room for messages. */
@media (max-width: 1399px) {
  .kinloop-studio .messages { top: 46px; }
}

/* Narrow windows: the view first, then the controls in two columns, and the page scrolls. */
@media (max-width: 1080px) {
  body.kinloop-studio { height: auto; min-height: 100dvh; overflow: auto; grid-template: auto auto auto / minmax(0, 1fr) minmax(0, 1fr); grid-template-areas: "bar bar" "middle middle" "machine experiment"; }
  .kinloop-studio .middle { grid-template-rows: auto; padding-bottom: 0; }
  .kinloop-studio .stage { height: 56vh; min-height: 320px; }
  .kinloop-studio .column { overflow: visible; align-self: start; }
  .kinloop-studio .messages { position: fixed; top: auto; bottom: 10px; left: 10px; width: min(340px, calc(100% - 20px)); }
  .kinloop-studio .studio-bar select { width: 140px; }
  .kinloop-studio .studio-bar { column-gap: 10px; }
  .kinloop-studio .column.machine { padding-right: 5px; }
  .kinloop-studio .column.experiment { padding-left: 5px; }
  .kinloop-studio .results { height: auto; max-height: none; }
}
@media (max-width: 620px) {
  body.kinloop-studio { grid-template: auto auto auto auto / minmax(0, 1fr); grid-template-areas: "bar" "middle" "machine" "experiment"; }
  .kinloop-studio .column.machine, .kinloop-studio .column.experiment { padding: 10px; }
  .kinloop-studio .studio-bar select { width: 150px; }
  .kinloop-studio .results-bar .row { flex-wrap: wrap; }
}
`;var g_={f4:Float32Array,f8:Float64Array,i2:Int16Array,u2:Uint16Array,i4:Int32Array,u4:Uint32Array};async function Sp(n){let e=atob(n.trim()),t=new Uint8Array(e.length);for(let s=0;s<e.length;s++)t[s]=e.charCodeAt(s);let i=new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"));return new Response(i).arrayBuffer()}function ul(n){let e=new DataView(n).getUint32(0,!0),t=JSON.parse(new TextDecoder().decode(new Uint8Array(n,4,e))),i=Math.ceil((4+e)/8)*8,s={};for(let[r,o]of Object.entries(t.arrays??{})){let a=g_[o.type];if(!a)throw new Error(`array '${r}' has the unknown type '${o.type}'`);s[r]=new a(n,i+o.at,o.count)}return{head:t,arrays:s}}function ti(n,e){let t=n[e];if(!t)throw new Error(`the data has no array '${e}'`);return t}function xn(n){return n instanceof Float32Array?n:Float32Array.from(n)}function Wr(n,e){let t={};for(let[i,s]of Object.entries(n??{}))t[i]=s.map(r=>{let o=ti(e,r.vertices),a=new Float32Array(o.length);for(let l=0;l<a.length;l++)a[l]=r.lo[l%3]+r.step[l%3]*o[l];return{vertices:a,faces:ti(e,r.faces),color:r.color}});return t}function Mp(n,e,t){let i=ti(e,n.array),s=7*n.links.length,r=new Float32Array(t*s),o=new Int16Array(s);for(let a=0;a<t;a++){for(let l=0;l<s;l++){o[l]+=i[a*s+l];let c=l%7,h=o[l];r[a*s+l]=c<3?n.lo[c]+n.step*(h+32768):h/32767}for(let l=0;l<n.links.length;l++)v_(r,a*s+7*l+3)}return r}function wp(n,e){let t=new Float32Array(n.length),i=new Int16Array(3);for(let s=0;s<t.length;s++)i[s%3]+=n[s],t[s]=i[s%3]/32767*e;return t}function v_(n,e){let t=Math.hypot(n[e],n[e+1],n[e+2],n[e+3]);if(!(t>0)){n.set([1,0,0,0],e);return}for(let i=e;i<e+4;i++)n[i]/=t}var $s={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},Js={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},sm=0,od=1,rm=2;var Ia=1,om=2,yo=3,js=0,Qi=1,ts=2,vr=0,xo=1,ad=2,ld=3,cd=4,am=5;var _r=100,lm=101,cm=102,hm=103,um=104,dm=200,fm=201,pm=202,mm=203,hd=204,ud=205,gm=206,vm=207,_m=208,ym=209,xm=210,bm=211,Sm=212,Mm=213,wm=214,zl=0,Vl=1,Hl=2,lo=3,Gl=4,Wl=5,Xl=6,ql=7,xc=0,Em=1,Tm=2,is=0,dd=1,fd=2,pd=3,md=4,gd=5,vd=6,_d=7;var yd=300,yr=301,bo=302,bc=303,Sc=304,Yl=1e3,Qn=1001,Kl=1002,Li=1003,Am=1004;var Da=1005;var Ji=1006,Mc=1007;var ws=1008;var rn=1009,xd=1010,bd=1011,So=1012,wc=1013,Fn=1014,On=1015,kn=1016,Ec=1017,Tc=1018,xr=1020,Sd=35902,Md=35899,wd=1021,Ed=1022,Bn=1023,xs=1026,Es=1027,Td=1028,Ac=1029,Qs=1030,Rc=1031;var Cc=1033,Na=33776,Ua=33777,Fa=33778,Oa=33779,Pc=35840,Lc=35841,Ic=35842,Dc=35843,Nc=36196,Uc=37492,Fc=37496,Oc=37488,kc=37489,ka=37490,Bc=37491,zc=37808,Vc=37809,Hc=37810,Gc=37811,Wc=37812,Xc=37813,qc=37814,Yc=37815,Kc=37816,Zc=37817,$c=37818,Jc=37819,jc=37820,Qc=37821,eh=36492,th=36494,ih=36495,nh=36283,sh=36284,Ba=36285,rh=36286;var ra=2300,Zl=2301,kl=2302,ju=2303,Qu=2400,ed=2401,td=2402;var Rm=3200;var oh=0,Cm=1,Ts="",Ki="srgb",oa="srgb-linear",aa="linear",Tt="srgb";var Bl=7680;var Pm=519,Lm=512,Im=513,Dm=514,Ad=515,Nm=516,Um=517,Rd=518,Cd=519,Pd=35044;var Ld="300 es",Sn=2e3,co=2001;function __(n){for(let e=n.length-1;e>=0;--e)if(n[e]>=65535)return!0;return!1}function y_(n){return ArrayBuffer.isView(n)&&!(n instanceof DataView)}function la(n){return document.createElementNS("http://www.w3.org/1999/xhtml",n)}function Fm(){let n=la("canvas");return n.style.display="block",n}var Ep={},ho=null;function ca(...n){let e="THREE."+n.shift();ho?ho("log",e,...n):console.log(e,...n)}function Om(n){let e=n[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=n[1];t&&t.isStackTrace?n[0]+=" "+t.getLocation():n[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return n}function qe(...n){n=Om(n);let e="THREE."+n.shift();if(ho)ho("warn",e,...n);else{let t=n[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...n)}}function Qe(...n){n=Om(n);let e="THREE."+n.shift();if(ho)ho("error",e,...n);else{let t=n[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...n)}}function na(...n){let e=n.join(" ");e in Ep||(Ep[e]=!0,qe(...n))}function km(n,e,t){return new Promise(function(i,s){function r(){switch(n.clientWaitSync(e,n.SYNC_FLUSH_COMMANDS_BIT,0)){case n.WAIT_FAILED:s();break;case n.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:i()}}setTimeout(r,t)})}var Bm={[zl]:zl,[Hl]:Xl,[Gl]:Gl,[lo]:Wl,[Vl]:Vl,[Xl]:Hl,[ql]:ql,[Wl]:lo},In=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[e]===void 0&&(i[e]=[]),i[e].indexOf(t)===-1&&i[e].push(t)}hasEventListener(e,t){let i=this._listeners;return i===void 0?!1:i[e]!==void 0&&i[e].indexOf(t)!==-1}removeEventListener(e,t){let i=this._listeners;if(i===void 0)return;let s=i[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let i=t[e.type];if(i!==void 0){e.target=this;let s=i.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},ki=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Tp=1234567,oo=Math.PI/180,uo=180/Math.PI;function er(){let n=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(ki[n&255]+ki[n>>8&255]+ki[n>>16&255]+ki[n>>24&255]+"-"+ki[e&255]+ki[e>>8&255]+"-"+ki[e>>16&15|64]+ki[e>>24&255]+"-"+ki[t&63|128]+ki[t>>8&255]+"-"+ki[t>>16&255]+ki[t>>24&255]+ki[i&255]+ki[i>>8&255]+ki[i>>16&255]+ki[i>>24&255]).toLowerCase()}function ot(n,e,t){return Math.max(e,Math.min(t,n))}function Id(n,e){return(n%e+e)%e}function x_(n,e,t,i,s){return i+(n-e)*(s-i)/(t-e)}function b_(n,e,t){return n!==e?(t-n)/(e-n):0}function sa(n,e,t){return(1-t)*n+t*e}function S_(n,e,t,i){return sa(n,e,1-Math.exp(-t*i))}function M_(n,e=1){return e-Math.abs(Id(n,e*2)-e)}function w_(n,e,t){return n<=e?0:n>=t?1:(n=(n-e)/(t-e),n*n*(3-2*n))}function E_(n,e,t){return n<=e?0:n>=t?1:(n=(n-e)/(t-e),n*n*n*(n*(n*6-15)+10))}function T_(n,e){return n+Math.floor(Math.random()*(e-n+1))}function A_(n,e){return n+Math.random()*(e-n)}function R_(n){return n*(.5-Math.random())}function C_(n){n!==void 0&&(Tp=n);let e=Tp+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function P_(n){return n*oo}function L_(n){return n*uo}function I_(n){return n>0&&Number.isInteger(n)&&2**Math.round(Math.log2(n))===n}function D_(n){return Math.pow(2,Math.ceil(Math.log(n)/Math.LN2))}function Dd(n){return Math.pow(2,Math.floor(Math.log(n)/Math.LN2))}function N_(n,e,t,i,s){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+i)/2),h=o((e+i)/2),u=r((e-i)/2),d=o((e-i)/2),f=r((i-e)/2),g=o((i-e)/2);switch(s){case"XYX":n.set(a*h,l*u,l*d,a*c);break;case"YZY":n.set(l*d,a*h,l*u,a*c);break;case"ZXZ":n.set(l*u,l*d,a*h,a*c);break;case"XZX":n.set(a*h,l*g,l*f,a*c);break;case"YXY":n.set(l*f,a*h,l*g,a*c);break;case"ZYZ":n.set(l*g,l*f,a*h,a*c);break;default:qe("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function ah(n){switch(n.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Nd(n,e){if(e.constructor===Float32Array)return n;let t=ah(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(n/t,-1)}function Ud(n,e){if(e.constructor===Float32Array)return n;let t=ah(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(n*t)}var za={DEG2RAD:oo,RAD2DEG:uo,generateUUID:er,clamp:ot,euclideanModulo:Id,mapLinear:x_,inverseLerp:b_,lerp:sa,damp:S_,pingpong:M_,smoothstep:w_,smootherstep:E_,randInt:T_,randFloat:A_,randFloatSpread:R_,seededRandom:C_,degToRad:P_,radToDeg:L_,isPowerOfTwo:I_,ceilPowerOfTwo:D_,floorPowerOfTwo:Dd,setQuaternionFromProperEuler:N_,normalize:Ud,denormalize:Nd},Ye=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,i=this.y,s=e.elements;return this.x=s[0]*t+s[3]*i+s[6],this.y=s[1]*t+s[4]*i+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=ot(this.x,e.x,t.x),this.y=ot(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=ot(this.x,e,t),this.y=ot(this.y,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(ot(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(ot(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y;return t*t+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let i=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*i-o*s+e.x,this.y=r*s+o*i+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},vi=class{constructor(e=0,t=0,i=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=i,this._w=s}static slerpFlat(e,t,i,s,r,o,a){let l=i[s+0],c=i[s+1],h=i[s+2],u=i[s+3],d=r[o+0],f=r[o+1],g=r[o+2],b=r[o+3];if(u!==b||l!==d||c!==f||h!==g){let m=l*d+c*f+h*g+u*b;m<0&&(d=-d,f=-f,g=-g,b=-b,m=-m);let p=1-a;if(m<.9995){let y=Math.acos(m),A=Math.sin(y);p=Math.sin(p*y)/A,a=Math.sin(a*y)/A,l=l*p+d*a,c=c*p+f*a,h=h*p+g*a,u=u*p+b*a}else{l=l*p+d*a,c=c*p+f*a,h=h*p+g*a,u=u*p+b*a;let y=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=y,c*=y,h*=y,u*=y}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,i,s,r,o){let a=i[s],l=i[s+1],c=i[s+2],h=i[s+3],u=r[o],d=r[o+1],f=r[o+2],g=r[o+3];return e[t]=a*g+h*u+l*f-c*d,e[t+1]=l*g+h*d+c*u-a*f,e[t+2]=c*g+h*f+a*d-l*u,e[t+3]=h*g-a*u-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,i,s){return this._x=e,this._y=t,this._z=i,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let i=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(i/2),h=a(s/2),u=a(r/2),d=l(i/2),f=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u-d*f*g;break;case"YXZ":this._x=d*h*u+c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u+d*f*g;break;case"ZXY":this._x=d*h*u-c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u-d*f*g;break;case"ZYX":this._x=d*h*u-c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u+d*f*g;break;case"YZX":this._x=d*h*u+c*f*g,this._y=c*f*u+d*h*g,this._z=c*h*g-d*f*u,this._w=c*h*u-d*f*g;break;case"XZY":this._x=d*h*u-c*f*g,this._y=c*f*u-d*h*g,this._z=c*h*g+d*f*u,this._w=c*h*u+d*f*g;break;default:qe("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let i=t/2,s=Math.sin(i);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,i=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],u=t[10],d=i+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(i>a&&i>u){let f=2*Math.sqrt(1+i-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-i-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-i-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let i=e.dot(t)+1;return i<1e-8?(i=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=i):(this._x=0,this._y=-e.z,this._z=e.y,this._w=i)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=i),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(ot(this.dot(e),-1,1)))}rotateTowards(e,t){let i=this.angleTo(e);if(i===0)return this;let s=Math.min(1,t/i);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let i=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=i*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-i*c,this._z=r*h+o*c+i*l-s*a,this._w=o*h-i*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let i=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(i=-i,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+i*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+i*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,i){return this.copy(e).slerp(t,i)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),i=Math.random(),s=Math.sqrt(1-i),r=Math.sqrt(i);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},U=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,i=0){this.x=e,this.y=t,this.z=i}set(e,t,i){return i===void 0&&(i=this.z),this.x=e,this.y=t,this.z=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(Ap.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Ap.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,i=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*i+r[6]*s,this.y=r[1]*t+r[4]*i+r[7]*s,this.z=r[2]*t+r[5]*i+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,i=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*i+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*i+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*i+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*i+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,i=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*i),h=2*(a*t-r*s),u=2*(r*i-o*t);return this.x=t+l*c+o*u-a*h,this.y=i+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,i=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*i+r[8]*s,this.y=r[1]*t+r[5]*i+r[9]*s,this.z=r[2]*t+r[6]*i+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=ot(this.x,e.x,t.x),this.y=ot(this.y,e.y,t.y),this.z=ot(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=ot(this.x,e,t),this.y=ot(this.y,e,t),this.z=ot(this.z,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(ot(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let i=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-i*l,this.z=i*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let i=e.dot(this)/t;return this.copy(e).multiplyScalar(i)}projectOnPlane(e){return Cu.copy(this).projectOnVector(e),this.sub(Cu)}reflect(e){return this.sub(Cu.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(ot(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y,s=this.z-e.z;return t*t+i*i+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,i){let s=Math.sin(t)*e;return this.x=s*Math.sin(i),this.y=Math.cos(t)*e,this.z=s*Math.cos(i),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,i){return this.x=e*Math.sin(t),this.y=i,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),i=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=i,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,i=Math.sqrt(1-t*t);return this.x=i*Math.cos(e),this.y=t,this.z=i*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Cu=new U,Ap=new vi,tt=class{static{this.prototype.isMatrix3=!0}constructor(e,t,i,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,i,s,r,o,a,l,c)}set(e,t,i,s,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=s,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=i,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],this}extractBasis(e,t,i){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,s=t.elements,r=this.elements,o=i[0],a=i[3],l=i[6],c=i[1],h=i[4],u=i[7],d=i[2],f=i[5],g=i[8],b=s[0],m=s[3],p=s[6],y=s[1],A=s[4],S=s[7],C=s[2],T=s[5],_=s[8];return r[0]=o*b+a*y+l*C,r[3]=o*m+a*A+l*T,r[6]=o*p+a*S+l*_,r[1]=c*b+h*y+u*C,r[4]=c*m+h*A+u*T,r[7]=c*p+h*S+u*_,r[2]=d*b+f*y+g*C,r[5]=d*m+f*A+g*T,r[8]=d*p+f*S+g*_,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-i*r*h+i*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],i=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,g=t*u+i*d+s*f;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let b=1/g;return e[0]=u*b,e[1]=(s*c-h*i)*b,e[2]=(a*i-s*o)*b,e[3]=d*b,e[4]=(h*t-s*l)*b,e[5]=(s*r-a*t)*b,e[6]=f*b,e[7]=(i*l-c*t)*b,e[8]=(o*t-i*r)*b,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,i,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(i*l,i*c,-i*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return na("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Pu.makeScale(e,t)),this}rotate(e){return na("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Pu.makeRotation(-e)),this}translate(e,t){return na("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Pu.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,i,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,i=e.elements;for(let s=0;s<9;s++)if(t[s]!==i[s])return!1;return!0}fromArray(e,t=0){for(let i=0;i<9;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e}clone(){return new this.constructor().fromArray(this.elements)}},Pu=new tt,Rp=new tt().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Cp=new tt().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function U_(){let n={enabled:!0,workingColorSpace:oa,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Tt&&(s.r=ys(s.r),s.g=ys(s.g),s.b=ys(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Tt&&(s.r=ao(s.r),s.g=ao(s.g),s.b=ao(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Ts?aa:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],i=[.3127,.329];return n.define({[oa]:{primaries:e,whitePoint:i,transfer:aa,toXYZ:Rp,fromXYZ:Cp,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Ki},outputColorSpaceConfig:{drawingBufferColorSpace:Ki}},[Ki]:{primaries:e,whitePoint:i,transfer:Tt,toXYZ:Rp,fromXYZ:Cp,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Ki}}}),n}var vt=U_();function ys(n){return n<.04045?n*.0773993808:Math.pow(n*.9478672986+.0521327014,2.4)}function ao(n){return n<.0031308?n*12.92:1.055*Math.pow(n,.41666)-.055}var Xr,$l=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let i;if(e instanceof HTMLCanvasElement)i=e;else{Xr===void 0&&(Xr=la("canvas")),Xr.width=e.width,Xr.height=e.height;let s=Xr.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),i=Xr}return i.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=la("canvas");t.width=e.width,t.height=e.height;let i=t.getContext("2d");i.drawImage(e,0,0,e.width,e.height);let s=i.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=ys(r[o]/255)*255;return i.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let i=0;i<t.length;i++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[i]=Math.floor(ys(t[i]/255)*255):t[i]=ys(t[i]);return{data:t,width:e.width,height:e.height}}else return qe("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},F_=0,fo=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:F_++}),this.uuid=er(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let i={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Lu(s[o].image)):r.push(Lu(s[o]))}else r=Lu(s);i.url=r}return t||(e.images[this.uuid]=i),i}};function Lu(n){return typeof HTMLImageElement<"u"&&n instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&n instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&n instanceof ImageBitmap?$l.getDataURL(n):n.data?{data:Array.from(n.data),width:n.width,height:n.height,type:n.data.constructor.name}:(qe("Texture: Unable to serialize Texture."),{})}var O_=0,Iu=new U,sn=class n extends In{constructor(e=n.DEFAULT_IMAGE,t=n.DEFAULT_MAPPING,i=Qn,s=Qn,r=Ji,o=ws,a=Bn,l=rn,c=n.DEFAULT_ANISOTROPY,h=Ts){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:O_++}),this.uuid=er(),this.name="",this.source=new fo(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=i,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Ye(0,0),this.repeat=new Ye(1,1),this.center=new Ye(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new tt,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Iu).x}get height(){return this.source.getSize(Iu).y}get depth(){return this.source.getSize(Iu).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let i=e[t];if(i===void 0){qe(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){qe(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&i&&s.isVector2&&i.isVector2||s&&i&&s.isVector3&&i.isVector3||s&&i&&s.isMatrix3&&i.isMatrix3?s.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(i.userData=this.userData),t||(e.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==yd)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case Yl:e.x=e.x-Math.floor(e.x);break;case Qn:e.x=e.x<0?0:1;break;case Kl:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case Yl:e.y=e.y-Math.floor(e.y);break;case Qn:e.y=e.y<0?0:1;break;case Kl:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};sn.DEFAULT_IMAGE=null;sn.DEFAULT_MAPPING=yd;sn.DEFAULT_ANISOTROPY=1;var At=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,i=0,s=1){this.x=e,this.y=t,this.z=i,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,i,s){return this.x=e,this.y=t,this.z=i,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,i=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*i+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*i+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*i+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*i+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,i,s,r,l=e.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],g=l[9],b=l[2],m=l[6],p=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-b)<.01&&Math.abs(g-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+b)<.1&&Math.abs(g+m)<.1&&Math.abs(c+f+p-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let A=(c+1)/2,S=(f+1)/2,C=(p+1)/2,T=(h+d)/4,_=(u+b)/4,E=(g+m)/4;return A>S&&A>C?A<.01?(i=0,s=.707106781,r=.707106781):(i=Math.sqrt(A),s=T/i,r=_/i):S>C?S<.01?(i=.707106781,s=0,r=.707106781):(s=Math.sqrt(S),i=T/s,r=E/s):C<.01?(i=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),i=_/r,s=E/r),this.set(i,s,r,t),this}let y=Math.sqrt((m-g)*(m-g)+(u-b)*(u-b)+(d-h)*(d-h));return Math.abs(y)<.001&&(y=1),this.x=(m-g)/y,this.y=(u-b)/y,this.z=(d-h)/y,this.w=Math.acos((c+f+p-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=ot(this.x,e.x,t.x),this.y=ot(this.y,e.y,t.y),this.z=ot(this.z,e.z,t.z),this.w=ot(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=ot(this.x,e,t),this.y=ot(this.y,e,t),this.z=ot(this.z,e,t),this.w=ot(this.w,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(ot(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this.w=e.w+(t.w-e.w)*i,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Jl=class extends In{constructor(e=1,t=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Ji,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},i),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=i.depth,this.scissor=new At(0,0,e,t),this.scissorTest=!1,this.viewport=new At(0,0,e,t),this.textures=[];let s=i.count;for(let r=0;r<s;r++)this.textures[r]=new sn({width:e,height:t,depth:i.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:Ji,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,i=1){if(this.width!==e||this.height!==t||this.depth!==i){this.width=e,this.height=t,this.depth=i;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=i,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,i=e.textures.length;t<i;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new fo(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},fn=class extends Jl{constructor(e=1,t=1,i={}){super(e,t,i),this.isWebGLRenderTarget=!0}},ha=class extends sn{constructor(e=null,t=1,i=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:i,depth:s},this.magFilter=Li,this.minFilter=Li,this.wrapR=Qn,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var jl=class extends sn{constructor(e=null,t=1,i=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:i,depth:s},this.magFilter=Li,this.minFilter=Li,this.wrapR=Qn,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Nt=class n{static{this.prototype.isMatrix4=!0}constructor(e,t,i,s,r,o,a,l,c,h,u,d,f,g,b,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,i,s,r,o,a,l,c,h,u,d,f,g,b,m)}set(e,t,i,s,r,o,a,l,c,h,u,d,f,g,b,m){let p=this.elements;return p[0]=e,p[4]=t,p[8]=i,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=h,p[10]=u,p[14]=d,p[3]=f,p[7]=g,p[11]=b,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new n().fromArray(this.elements)}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],t[9]=i[9],t[10]=i[10],t[11]=i[11],t[12]=i[12],t[13]=i[13],t[14]=i[14],t[15]=i[15],this}copyPosition(e){let t=this.elements,i=e.elements;return t[12]=i[12],t[13]=i[13],t[14]=i[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,i){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),i.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(e,t,i){return this.set(e.x,t.x,i.x,0,e.y,t.y,i.y,0,e.z,t.z,i.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,i=e.elements,s=1/qr.setFromMatrixColumn(e,0).length(),r=1/qr.setFromMatrixColumn(e,1).length(),o=1/qr.setFromMatrixColumn(e,2).length();return t[0]=i[0]*s,t[1]=i[1]*s,t[2]=i[2]*s,t[3]=0,t[4]=i[4]*r,t[5]=i[5]*r,t[6]=i[6]*r,t[7]=0,t[8]=i[8]*o,t[9]=i[9]*o,t[10]=i[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,i=e.x,s=e.y,r=e.z,o=Math.cos(i),a=Math.sin(i),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(e.order==="XYZ"){let d=o*h,f=o*u,g=a*h,b=a*u;t[0]=l*h,t[4]=-l*u,t[8]=c,t[1]=f+g*c,t[5]=d-b*c,t[9]=-a*l,t[2]=b-d*c,t[6]=g+f*c,t[10]=o*l}else if(e.order==="YXZ"){let d=l*h,f=l*u,g=c*h,b=c*u;t[0]=d+b*a,t[4]=g*a-f,t[8]=o*c,t[1]=o*u,t[5]=o*h,t[9]=-a,t[2]=f*a-g,t[6]=b+d*a,t[10]=o*l}else if(e.order==="ZXY"){let d=l*h,f=l*u,g=c*h,b=c*u;t[0]=d-b*a,t[4]=-o*u,t[8]=g+f*a,t[1]=f+g*a,t[5]=o*h,t[9]=b-d*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let d=o*h,f=o*u,g=a*h,b=a*u;t[0]=l*h,t[4]=g*c-f,t[8]=d*c+b,t[1]=l*u,t[5]=b*c+d,t[9]=f*c-g,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let d=o*l,f=o*c,g=a*l,b=a*c;t[0]=l*h,t[4]=b-d*u,t[8]=g*u+f,t[1]=u,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*u+g,t[10]=d-b*u}else if(e.order==="XZY"){let d=o*l,f=o*c,g=a*l,b=a*c;t[0]=l*h,t[4]=-u,t[8]=c*h,t[1]=d*u+b,t[5]=o*h,t[9]=f*u-g,t[2]=g*u-f,t[6]=a*h,t[10]=b*u+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(k_,e,B_)}lookAt(e,t,i){let s=this.elements;return un.subVectors(e,t),un.lengthSq()===0&&(un.z=1),un.normalize(),Os.crossVectors(i,un),Os.lengthSq()===0&&(Math.abs(i.z)===1?un.x+=1e-4:un.z+=1e-4,un.normalize(),Os.crossVectors(i,un)),Os.normalize(),dl.crossVectors(un,Os),s[0]=Os.x,s[4]=dl.x,s[8]=un.x,s[1]=Os.y,s[5]=dl.y,s[9]=un.y,s[2]=Os.z,s[6]=dl.z,s[10]=un.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,s=t.elements,r=this.elements,o=i[0],a=i[4],l=i[8],c=i[12],h=i[1],u=i[5],d=i[9],f=i[13],g=i[2],b=i[6],m=i[10],p=i[14],y=i[3],A=i[7],S=i[11],C=i[15],T=s[0],_=s[4],E=s[8],k=s[12],L=s[1],I=s[5],z=s[9],V=s[13],N=s[2],W=s[6],Y=s[10],G=s[14],ce=s[3],$=s[7],j=s[11],ne=s[15];return r[0]=o*T+a*L+l*N+c*ce,r[4]=o*_+a*I+l*W+c*$,r[8]=o*E+a*z+l*Y+c*j,r[12]=o*k+a*V+l*G+c*ne,r[1]=h*T+u*L+d*N+f*ce,r[5]=h*_+u*I+d*W+f*$,r[9]=h*E+u*z+d*Y+f*j,r[13]=h*k+u*V+d*G+f*ne,r[2]=g*T+b*L+m*N+p*ce,r[6]=g*_+b*I+m*W+p*$,r[10]=g*E+b*z+m*Y+p*j,r[14]=g*k+b*V+m*G+p*ne,r[3]=y*T+A*L+S*N+C*ce,r[7]=y*_+A*I+S*W+C*$,r[11]=y*E+A*z+S*Y+C*j,r[15]=y*k+A*V+S*G+C*ne,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],u=e[6],d=e[10],f=e[14],g=e[3],b=e[7],m=e[11],p=e[15],y=l*f-c*d,A=a*f-c*u,S=a*d-l*u,C=o*f-c*h,T=o*d-l*h,_=o*u-a*h;return t*(b*y-m*A+p*S)-i*(g*y-m*C+p*T)+s*(g*A-b*C+p*_)-r*(g*S-b*T+m*_)}determinantAffine(){let e=this.elements,t=e[0],i=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-i*(r*h-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,i){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=i),this}invert(){let e=this.elements,t=e[0],i=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=e[9],d=e[10],f=e[11],g=e[12],b=e[13],m=e[14],p=e[15],y=t*a-i*o,A=t*l-s*o,S=t*c-r*o,C=i*l-s*a,T=i*c-r*a,_=s*c-r*l,E=h*b-u*g,k=h*m-d*g,L=h*p-f*g,I=u*m-d*b,z=u*p-f*b,V=d*p-f*m,N=y*V-A*z+S*I+C*L-T*k+_*E;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let W=1/N;return e[0]=(a*V-l*z+c*I)*W,e[1]=(s*z-i*V-r*I)*W,e[2]=(b*_-m*T+p*C)*W,e[3]=(d*T-u*_-f*C)*W,e[4]=(l*L-o*V-c*k)*W,e[5]=(t*V-s*L+r*k)*W,e[6]=(m*S-g*_-p*A)*W,e[7]=(h*_-d*S+f*A)*W,e[8]=(o*z-a*L+c*E)*W,e[9]=(i*L-t*z-r*E)*W,e[10]=(g*T-b*S+p*y)*W,e[11]=(u*S-h*T-f*y)*W,e[12]=(a*k-o*I-l*E)*W,e[13]=(t*I-i*k+s*E)*W,e[14]=(b*A-g*C-m*y)*W,e[15]=(h*C-u*A+d*y)*W,this}scale(e){let t=this.elements,i=e.x,s=e.y,r=e.z;return t[0]*=i,t[4]*=s,t[8]*=r,t[1]*=i,t[5]*=s,t[9]*=r,t[2]*=i,t[6]*=s,t[10]*=r,t[3]*=i,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],i=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,i,s))}makeTranslation(e,t,i){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,i,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),i=Math.sin(e);return this.set(1,0,0,0,0,t,-i,0,0,i,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,0,i,0,0,1,0,0,-i,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,0,i,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let i=Math.cos(t),s=Math.sin(t),r=1-i,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+i,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+i,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+i,0,0,0,0,1),this}makeScale(e,t,i){return this.set(e,0,0,0,0,t,0,0,0,0,i,0,0,0,0,1),this}makeShear(e,t,i,s,r,o){return this.set(1,i,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,i){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,g=r*u,b=o*h,m=o*u,p=a*u,y=l*c,A=l*h,S=l*u,C=i.x,T=i.y,_=i.z;return s[0]=(1-(b+p))*C,s[1]=(f+S)*C,s[2]=(g-A)*C,s[3]=0,s[4]=(f-S)*T,s[5]=(1-(d+p))*T,s[6]=(m+y)*T,s[7]=0,s[8]=(g+A)*_,s[9]=(m-y)*_,s[10]=(1-(d+b))*_,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,i){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return i.set(1,1,1),t.identity(),this;let o=qr.set(s[0],s[1],s[2]).length(),a=qr.set(s[4],s[5],s[6]).length(),l=qr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Cn.copy(this);let c=1/o,h=1/a,u=1/l;return Cn.elements[0]*=c,Cn.elements[1]*=c,Cn.elements[2]*=c,Cn.elements[4]*=h,Cn.elements[5]*=h,Cn.elements[6]*=h,Cn.elements[8]*=u,Cn.elements[9]*=u,Cn.elements[10]*=u,t.setFromRotationMatrix(Cn),i.x=o,i.y=a,i.z=l,this}makePerspective(e,t,i,s,r,o,a=Sn,l=!1){let c=this.elements,h=2*r/(t-e),u=2*r/(i-s),d=(t+e)/(t-e),f=(i+s)/(i-s),g,b;if(l)g=r/(o-r),b=o*r/(o-r);else if(a===Sn)g=-(o+r)/(o-r),b=-2*o*r/(o-r);else if(a===co)g=-o/(o-r),b=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=b,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,i,s,r,o,a=Sn,l=!1){let c=this.elements,h=2/(t-e),u=2/(i-s),d=-(t+e)/(t-e),f=-(i+s)/(i-s),g,b;if(l)g=1/(o-r),b=o/(o-r);else if(a===Sn)g=-2/(o-r),b=-(o+r)/(o-r);else if(a===co)g=-1/(o-r),b=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=g,c[14]=b,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,i=e.elements;for(let s=0;s<16;s++)if(t[s]!==i[s])return!1;return!0}fromArray(e,t=0){for(let i=0;i<16;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e[t+9]=i[9],e[t+10]=i[10],e[t+11]=i[11],e[t+12]=i[12],e[t+13]=i[13],e[t+14]=i[14],e[t+15]=i[15],e}},qr=new U,Cn=new Nt,k_=new U(0,0,0),B_=new U(1,1,1),Os=new U,dl=new U,un=new U,Pp=new Nt,Lp=new vi,bs=class n{constructor(e=0,t=0,i=0,s=n.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=i,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,i,s=this._order){return this._x=e,this._y=t,this._z=i,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,i=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(ot(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-ot(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(ot(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-ot(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(ot(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-ot(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:qe("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,i===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,i){return Pp.makeRotationFromQuaternion(e),this.setFromRotationMatrix(Pp,t,i)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return Lp.setFromEuler(this),this.setFromQuaternion(Lp,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};bs.DEFAULT_ORDER="XYZ";var po=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},z_=0,Ip=new U,Yr=new vi,fs=new Nt,fl=new U,jo=new U,V_=new U,H_=new vi,Dp=new U(1,0,0),Np=new U(0,1,0),Up=new U(0,0,1),Fp={type:"added"},G_={type:"removed"},Kr={type:"childadded",child:null},Du={type:"childremoved",child:null},Di=class n extends In{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:z_++}),this.uuid=er(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=n.DEFAULT_UP.clone();let e=new U,t=new bs,i=new vi,s=new U(1,1,1);function r(){i.setFromEuler(t,!1)}function o(){t.setFromQuaternion(i,void 0,!1)}t._onChange(r),i._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Nt},normalMatrix:{value:new tt}}),this.matrix=new Nt,this.matrixWorld=new Nt,this.matrixAutoUpdate=n.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new po,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Yr.setFromAxisAngle(e,t),this.quaternion.multiply(Yr),this}rotateOnWorldAxis(e,t){return Yr.setFromAxisAngle(e,t),this.quaternion.premultiply(Yr),this}rotateX(e){return this.rotateOnAxis(Dp,e)}rotateY(e){return this.rotateOnAxis(Np,e)}rotateZ(e){return this.rotateOnAxis(Up,e)}translateOnAxis(e,t){return Ip.copy(e).applyQuaternion(this.quaternion),this.position.add(Ip.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Dp,e)}translateY(e){return this.translateOnAxis(Np,e)}translateZ(e){return this.translateOnAxis(Up,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(fs.copy(this.matrixWorld).invert())}lookAt(e,t,i){e.isVector3?fl.copy(e):fl.set(e,t,i);let s=this.parent;this.updateWorldMatrix(!0,!1),jo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?fs.lookAt(jo,fl,this.up):fs.lookAt(fl,jo,this.up),this.quaternion.setFromRotationMatrix(fs),s&&(fs.extractRotation(s.matrixWorld),Yr.setFromRotationMatrix(fs),this.quaternion.premultiply(Yr.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Qe("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(Fp),Kr.child=e,this.dispatchEvent(Kr),Kr.child=null):Qe("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(G_),Du.child=e,this.dispatchEvent(Du),Du.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),fs.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),fs.multiply(e.parent.matrixWorld)),e.applyMatrix4(fs),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(Fp),Kr.child=e,this.dispatchEvent(Kr),Kr.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let i=0,s=this.children.length;i<s;i++){let o=this.children[i].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,i=[]){this[e]===t&&i.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,i);return i}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(jo,e,V_),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(jo,H_,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,i=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*i-r[8]*s,r[13]+=i-r[1]*t-r[5]*i-r[9]*s,r[14]+=s-r[2]*t-r[6]*i-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].updateMatrixWorld(e)}updateWorldMatrix(e,t,i=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,i)}}toJSON(e){let t=e===void 0||typeof e=="string",i={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(e.shapes,u)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),u=o(e.shapes),d=o(e.skeletons),f=o(e.animations),g=o(e.nodes);a.length>0&&(i.geometries=a),l.length>0&&(i.materials=l),c.length>0&&(i.textures=c),h.length>0&&(i.images=h),u.length>0&&(i.shapes=u),d.length>0&&(i.skeletons=d),f.length>0&&(i.animations=f),g.length>0&&(i.nodes=g)}return i.object=s,i;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let i=0;i<e.children.length;i++){let s=e.children[i];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Di.DEFAULT_UP=new U(0,1,0);Di.DEFAULT_MATRIX_AUTO_UPDATE=!0;Di.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var di=class extends Di{constructor(){super(),this.isGroup=!0,this.type="Group"}},W_={type:"move"},mo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new di,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new di,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new U,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new U),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new di,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new U,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new U,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let i of e.hand.values())this._getHandJoint(t,i)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,i){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let b of e.hand.values()){let m=t.getJointPose(b,i),p=this._getHandJoint(c,b);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.quaternion,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,g=.005;c.inputState.pinching&&d>f+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,i),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,i),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(W_)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let i=new di;i.matrixAutoUpdate=!1,i.visible=!1,e.joints[t.jointName]=i,e.add(i)}return e.joints[t.jointName]}},zm={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},ks={h:0,s:0,l:0},pl={h:0,s:0,l:0};function Nu(n,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?n+(e-n)*6*t:t<1/2?e:t<2/3?n+(e-n)*6*(2/3-t):n}var at=class{constructor(e,t,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,i)}set(e,t,i){if(t===void 0&&i===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,i);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Ki){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,vt.colorSpaceToWorking(this,t),this}setRGB(e,t,i,s=vt.workingColorSpace){return this.r=e,this.g=t,this.b=i,vt.colorSpaceToWorking(this,s),this}setHSL(e,t,i,s=vt.workingColorSpace){if(e=Id(e,1),t=ot(t,0,1),i=ot(i,0,1),t===0)this.r=this.g=this.b=i;else{let r=i<=.5?i*(1+t):i+t-i*t,o=2*i-r;this.r=Nu(o,r,e+1/3),this.g=Nu(o,r,e),this.b=Nu(o,r,e-1/3)}return vt.colorSpaceToWorking(this,s),this}setStyle(e,t=Ki){function i(r){r!==void 0&&parseFloat(r)<1&&qe("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:qe("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);qe("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Ki){let i=zm[e.toLowerCase()];return i!==void 0?this.setHex(i,t):qe("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=ys(e.r),this.g=ys(e.g),this.b=ys(e.b),this}copyLinearToSRGB(e){return this.r=ao(e.r),this.g=ao(e.g),this.b=ao(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Ki){return vt.workingToColorSpace(Bi.copy(this),e),Math.round(ot(Bi.r*255,0,255))*65536+Math.round(ot(Bi.g*255,0,255))*256+Math.round(ot(Bi.b*255,0,255))}getHexString(e=Ki){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=vt.workingColorSpace){vt.workingToColorSpace(Bi.copy(this),t);let i=Bi.r,s=Bi.g,r=Bi.b,o=Math.max(i,s,r),a=Math.min(i,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case i:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-i)/u+2;break;case r:l=(i-s)/u+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=vt.workingColorSpace){return vt.workingToColorSpace(Bi.copy(this),t),e.r=Bi.r,e.g=Bi.g,e.b=Bi.b,e}getStyle(e=Ki){vt.workingToColorSpace(Bi.copy(this),e);let t=Bi.r,i=Bi.g,s=Bi.b;return e!==Ki?`color(${e} ${t.toFixed(3)} ${i.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(i*255)},${Math.round(s*255)})`}offsetHSL(e,t,i){return this.getHSL(ks),this.setHSL(ks.h+e,ks.s+t,ks.l+i)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,i){return this.r=e.r+(t.r-e.r)*i,this.g=e.g+(t.g-e.g)*i,this.b=e.b+(t.b-e.b)*i,this}lerpHSL(e,t){this.getHSL(ks),e.getHSL(pl);let i=sa(ks.h,pl.h,t),s=sa(ks.s,pl.s,t),r=sa(ks.l,pl.l,t);return this.setHSL(i,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,i=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*i+r[6]*s,this.g=r[1]*t+r[4]*i+r[7]*s,this.b=r[2]*t+r[5]*i+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Bi=new at;at.NAMES=zm;var ua=class extends Di{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new bs,this.environmentIntensity=1,this.environmentRotation=new bs,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Pn=new U,ps=new U,Uu=new U,ms=new U,Zr=new U,$r=new U,Op=new U,Fu=new U,Ou=new U,ku=new U,Bu=new At,zu=new At,Vu=new At,_s=class n{constructor(e=new U,t=new U,i=new U){this.a=e,this.b=t,this.c=i}static getNormal(e,t,i,s){s.subVectors(i,t),Pn.subVectors(e,t),s.cross(Pn);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,i,s,r){Pn.subVectors(s,t),ps.subVectors(i,t),Uu.subVectors(e,t);let o=Pn.dot(Pn),a=Pn.dot(ps),l=Pn.dot(Uu),c=ps.dot(ps),h=ps.dot(Uu),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,g=(o*h-a*l)*d;return r.set(1-f-g,g,f)}static containsPoint(e,t,i,s){return this.getBarycoord(e,t,i,s,ms)===null?!1:ms.x>=0&&ms.y>=0&&ms.x+ms.y<=1}static getInterpolation(e,t,i,s,r,o,a,l){return this.getBarycoord(e,t,i,s,ms)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,ms.x),l.addScaledVector(o,ms.y),l.addScaledVector(a,ms.z),l)}static getInterpolatedAttribute(e,t,i,s,r,o){return Bu.setScalar(0),zu.setScalar(0),Vu.setScalar(0),Bu.fromBufferAttribute(e,t),zu.fromBufferAttribute(e,i),Vu.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(Bu,r.x),o.addScaledVector(zu,r.y),o.addScaledVector(Vu,r.z),o}static isFrontFacing(e,t,i,s){return Pn.subVectors(i,t),ps.subVectors(e,t),Pn.cross(ps).dot(s)<0}set(e,t,i){return this.a.copy(e),this.b.copy(t),this.c.copy(i),this}setFromPointsAndIndices(e,t,i,s){return this.a.copy(e[t]),this.b.copy(e[i]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,i,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,i),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Pn.subVectors(this.c,this.b),ps.subVectors(this.a,this.b),Pn.cross(ps).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return n.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return n.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,i,s,r){return n.getInterpolation(e,this.a,this.b,this.c,t,i,s,r)}containsPoint(e){return n.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return n.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let i=this.a,s=this.b,r=this.c,o,a;Zr.subVectors(s,i),$r.subVectors(r,i),Fu.subVectors(e,i);let l=Zr.dot(Fu),c=$r.dot(Fu);if(l<=0&&c<=0)return t.copy(i);Ou.subVectors(e,s);let h=Zr.dot(Ou),u=$r.dot(Ou);if(h>=0&&u<=h)return t.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(i).addScaledVector(Zr,o);ku.subVectors(e,r);let f=Zr.dot(ku),g=$r.dot(ku);if(g>=0&&f<=g)return t.copy(r);let b=f*c-l*g;if(b<=0&&c>=0&&g<=0)return a=c/(c-g),t.copy(i).addScaledVector($r,a);let m=h*g-f*u;if(m<=0&&u-h>=0&&f-g>=0)return Op.subVectors(r,s),a=(u-h)/(u-h+(f-g)),t.copy(s).addScaledVector(Op,a);let p=1/(m+b+d);return o=b*p,a=d*p,t.copy(i).addScaledVector(Zr,o).addScaledVector($r,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},ji=class{constructor(e=new U(1/0,1/0,1/0),t=new U(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t+=3)this.expandByPoint(Ln.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,i=e.count;t<i;t++)this.expandByPoint(Ln.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let i=Ln.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(i),this.max.copy(e).add(i),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let i=e.geometry;if(i!==void 0){let r=i.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Ln):Ln.fromBufferAttribute(r,o),Ln.applyMatrix4(e.matrixWorld),this.expandByPoint(Ln);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),ml.copy(e.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),ml.copy(i.boundingBox)),ml.applyMatrix4(e.matrixWorld),this.union(ml)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Ln),Ln.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,i;return e.normal.x>0?(t=e.normal.x*this.min.x,i=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,i=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,i+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,i+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,i+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,i+=e.normal.z*this.min.z),t<=-e.constant&&i>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Qo),gl.subVectors(this.max,Qo),Jr.subVectors(e.a,Qo),jr.subVectors(e.b,Qo),Qr.subVectors(e.c,Qo),Bs.subVectors(jr,Jr),zs.subVectors(Qr,jr),hr.subVectors(Jr,Qr);let t=[0,-Bs.z,Bs.y,0,-zs.z,zs.y,0,-hr.z,hr.y,Bs.z,0,-Bs.x,zs.z,0,-zs.x,hr.z,0,-hr.x,-Bs.y,Bs.x,0,-zs.y,zs.x,0,-hr.y,hr.x,0];return!Hu(t,Jr,jr,Qr,gl)||(t=[1,0,0,0,1,0,0,0,1],!Hu(t,Jr,jr,Qr,gl))?!1:(vl.crossVectors(Bs,zs),t=[vl.x,vl.y,vl.z],Hu(t,Jr,jr,Qr,gl))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Ln).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Ln).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(gs[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),gs[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),gs[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),gs[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),gs[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),gs[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),gs[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),gs[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(gs),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},gs=[new U,new U,new U,new U,new U,new U,new U,new U],Ln=new U,ml=new ji,Jr=new U,jr=new U,Qr=new U,Bs=new U,zs=new U,hr=new U,Qo=new U,gl=new U,vl=new U,ur=new U;function Hu(n,e,t,i,s){for(let r=0,o=n.length-3;r<=o;r+=3){ur.fromArray(n,r);let a=s.x*Math.abs(ur.x)+s.y*Math.abs(ur.y)+s.z*Math.abs(ur.z),l=e.dot(ur),c=t.dot(ur),h=i.dot(ur);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var ui=new U,_l=new Ye,X_=0,nn=class extends In{constructor(e,t,i=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:X_++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=i,this.usage=Pd,this.updateRanges=[],this.gpuType=On,this.version=0,this._normalizationScale=e!==void 0?ah(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,i){e*=this.itemSize,i*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[i+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,i=this.count;t<i;t++)_l.fromBufferAttribute(this,t),_l.applyMatrix3(e),this.setXY(t,_l.x,_l.y);else if(this.itemSize===3)for(let t=0,i=this.count;t<i;t++)ui.fromBufferAttribute(this,t),ui.applyMatrix3(e),this.setXYZ(t,ui.x,ui.y,ui.z);return this}applyMatrix4(e){for(let t=0,i=this.count;t<i;t++)ui.fromBufferAttribute(this,t),ui.applyMatrix4(e),this.setXYZ(t,ui.x,ui.y,ui.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)ui.fromBufferAttribute(this,t),ui.applyNormalMatrix(e),this.setXYZ(t,ui.x,ui.y,ui.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)ui.fromBufferAttribute(this,t),ui.transformDirection(e),this.setXYZ(t,ui.x,ui.y,ui.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let i=this.array[e*this.itemSize+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(i)),this.array[e*this.itemSize+t]=i,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=i,this}setXYZ(e,t,i,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=s,this}setXYZW(e,t,i,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Nd(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Ud(e,this.array)}};var da=class extends nn{constructor(e,t,i){super(new Uint16Array(e),t,i)}};var fa=class extends nn{constructor(e,t,i){super(new Uint32Array(e),t,i)}};var yt=class extends nn{constructor(e,t,i){super(new Float32Array(e),t,i)}},q_=new ji,ea=new U,Gu=new U,Dn=class{constructor(e=new U,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let i=this.center;t!==void 0?i.copy(t):q_.setFromPoints(e).getCenter(i);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,i.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let i=this.center.distanceToSquared(e);return t.copy(e),i>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;ea.subVectors(e,this.center);let t=ea.lengthSq();if(t>this.radius*this.radius){let i=Math.sqrt(t),s=(i-this.radius)*.5;this.center.addScaledVector(ea,s/i),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Gu.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(ea.copy(e.center).add(Gu)),this.expandByPoint(ea.copy(e.center).sub(Gu))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},Y_=0,bn=new Nt,Wu=new Di,eo=new U,dn=new ji,ta=new ji,Pi=new U,Kt=class n extends In{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Y_++}),this.uuid=er(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(__(e)?fa:da)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,i=0){this.groups.push({start:e,count:t,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let i=this.attributes.normal;if(i!==void 0){let r=new tt().getNormalMatrix(e);i.applyNormalMatrix(r),i.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return bn.makeRotationFromQuaternion(e),this.applyMatrix4(bn),this}rotateX(e){return bn.makeRotationX(e),this.applyMatrix4(bn),this}rotateY(e){return bn.makeRotationY(e),this.applyMatrix4(bn),this}rotateZ(e){return bn.makeRotationZ(e),this.applyMatrix4(bn),this}translate(e,t,i){return bn.makeTranslation(e,t,i),this.applyMatrix4(bn),this}scale(e,t,i){return bn.makeScale(e,t,i),this.applyMatrix4(bn),this}lookAt(e){return Wu.lookAt(e),Wu.updateMatrix(),this.applyMatrix4(Wu.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(eo).negate(),this.translate(eo.x,eo.y,eo.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let i=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];i.push(o.x,o.y,o.z||0)}this.setAttribute("position",new yt(i,3))}else{let i=Math.min(e.length,t.count);for(let s=0;s<i;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&qe("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new ji);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new U(-1/0,-1/0,-1/0),new U(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let i=0,s=t.length;i<s;i++){let r=t[i];dn.setFromBufferAttribute(r),this.morphTargetsRelative?(Pi.addVectors(this.boundingBox.min,dn.min),this.boundingBox.expandByPoint(Pi),Pi.addVectors(this.boundingBox.max,dn.max),this.boundingBox.expandByPoint(Pi)):(this.boundingBox.expandByPoint(dn.min),this.boundingBox.expandByPoint(dn.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Qe('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Dn);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new U,1/0);return}if(e){let i=this.boundingSphere.center;if(dn.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];ta.setFromBufferAttribute(a),this.morphTargetsRelative?(Pi.addVectors(dn.min,ta.min),dn.expandByPoint(Pi),Pi.addVectors(dn.max,ta.max),dn.expandByPoint(Pi)):(dn.expandByPoint(ta.min),dn.expandByPoint(ta.max))}dn.getCenter(i);let s=0;for(let r=0,o=e.count;r<o;r++)Pi.fromBufferAttribute(e,r),s=Math.max(s,i.distanceToSquared(Pi));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Pi.fromBufferAttribute(a,c),l&&(eo.fromBufferAttribute(e,c),Pi.add(eo)),s=Math.max(s,i.distanceToSquared(Pi))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&Qe('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Qe("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==i.count)&&(o=new nn(new Float32Array(4*i.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(i.count);for(let k=0;k<i.count;k++)a[k]=new U,l[k]=new U;let h=new U,u=new U,d=new U,f=new Ye,g=new Ye,b=new Ye,m=new U,p=new U;function y(k,L,I){c[k]=c[L]=c[I]=1,h.fromBufferAttribute(i,k),u.fromBufferAttribute(i,L),d.fromBufferAttribute(i,I),f.fromBufferAttribute(r,k),g.fromBufferAttribute(r,L),b.fromBufferAttribute(r,I),u.sub(h),d.sub(h),g.sub(f),b.sub(f);let z=1/(g.x*b.y-b.x*g.y);isFinite(z)&&(m.copy(u).multiplyScalar(b.y).addScaledVector(d,-g.y).multiplyScalar(z),p.copy(d).multiplyScalar(g.x).addScaledVector(u,-b.x).multiplyScalar(z),a[k].add(m),a[L].add(m),a[I].add(m),l[k].add(p),l[L].add(p),l[I].add(p))}let A=this.groups;A.length===0&&(A=[{start:0,count:e.count}]);for(let k=0,L=A.length;k<L;++k){let I=A[k],z=I.start,V=I.count;for(let N=z,W=z+V;N<W;N+=3)y(e.getX(N+0),e.getX(N+1),e.getX(N+2))}let S=new U,C=new U,T=new U,_=new U;function E(k){T.fromBufferAttribute(s,k),_.copy(T);let L=a[k];S.copy(L),S.sub(T.multiplyScalar(T.dot(L))).normalize(),C.crossVectors(_,L);let z=C.dot(l[k])<0?-1:1;o.setXYZW(k,S.x,S.y,S.z,z)}for(let k=0,L=i.count;k<L;++k)c[k]&&E(k);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==t.count)i=new nn(new Float32Array(t.count*3),3),this.setAttribute("normal",i);else for(let d=0,f=i.count;d<f;d++)i.setXYZ(d,0,0,0);let s=new U,r=new U,o=new U,a=new U,l=new U,c=new U,h=new U,u=new U;if(e)for(let d=0,f=e.count;d<f;d+=3){let g=e.getX(d+0),b=e.getX(d+1),m=e.getX(d+2);s.fromBufferAttribute(t,g),r.fromBufferAttribute(t,b),o.fromBufferAttribute(t,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(i,g),l.fromBufferAttribute(i,b),c.fromBufferAttribute(i,m),a.add(h),l.add(h),c.add(h),i.setXYZ(g,a.x,a.y,a.z),i.setXYZ(b,l.x,l.y,l.z),i.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)s.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),i.setXYZ(d+0,h.x,h.y,h.z),i.setXYZ(d+1,h.x,h.y,h.z),i.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,i=e.count;t<i;t++)Pi.fromBufferAttribute(e,t),Pi.normalize(),e.setXYZ(t,Pi.x,Pi.y,Pi.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,g=0;for(let b=0,m=l.length;b<m;b++){a.isInterleavedBufferAttribute?f=l[b]*a.data.stride+a.offset:f=l[b]*h;for(let p=0;p<h;p++)d[g++]=c[f++]}return new nn(d,h,u)}if(this.index===null)return qe("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new n,i=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,i);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=e(d,i);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let i=this.attributes;for(let l in i){let c=i[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(e.data))}h.length>0&&(s[l]=h,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let i=e.index;i!==null&&this.setIndex(i.clone());let s=e.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},Ql=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e!==void 0?e.length/t:0,this.usage=Pd,this.updateRanges=[],this.version=0,this.uuid=er()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,i){e*=this.stride,i*=t.stride;for(let s=0,r=this.stride;s<r;s++)this.array[e+s]=t.array[i+s];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=kp(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=this.array.slice(0).buffer);let i=new this.array.constructor(e.arrayBuffers[t]),s=new this.constructor(i,this.stride);return s.setUsage(this.usage),s}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=kp(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let i={uuid:this.uuid,buffer:t,type:this.array.constructor.name,stride:this.stride};return i.usage=this.usage,i}};function kp(n){return n.buffer._uuid===void 0&&(n.buffer._uuid=er()),n.byteOffset===0&&n.byteLength===n.buffer.byteLength?n.buffer._uuid:n.buffer._uuid+":"+n.byteOffset+":"+n.byteLength}var Yi=new U,Nn=class n{constructor(e,t,i,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=e,this.itemSize=t,this.offset=i,this.normalized=s,this._normalizationScale=e!==void 0?ah(e.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,i=this.data.count;t<i;t++)Yi.fromBufferAttribute(this,t),Yi.applyMatrix4(e),this.setXYZ(t,Yi.x,Yi.y,Yi.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)Yi.fromBufferAttribute(this,t),Yi.applyNormalMatrix(e),this.setXYZ(t,Yi.x,Yi.y,Yi.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)Yi.fromBufferAttribute(this,t),Yi.transformDirection(e),this.setXYZ(t,Yi.x,Yi.y,Yi.z);return this}getComponent(e,t){let i=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(i)),this.data.array[e*this.data.stride+this.offset+t]=i,this}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=this._denormalize(t)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=this._denormalize(t)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=this._denormalize(t)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=this._denormalize(t)),t}setXY(e,t,i){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),i=this._normalize(i)),this.data.array[e+0]=t,this.data.array[e+1]=i,this}setXYZ(e,t,i,s){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),i=this._normalize(i),s=this._normalize(s)),this.data.array[e+0]=t,this.data.array[e+1]=i,this.data.array[e+2]=s,this}setXYZW(e,t,i,s,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),i=this._normalize(i),s=this._normalize(s),r=this._normalize(r)),this.data.array[e+0]=t,this.data.array[e+1]=i,this.data.array[e+2]=s,this.data.array[e+3]=r,this}clone(e){if(e===void 0){ca("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let i=0;i<this.count;i++){let s=i*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return new nn(new this.array.constructor(t),this.itemSize,this.normalized)}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.clone(e)),new n(e.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){ca("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let i=0;i<this.count;i++){let s=i*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:t,normalized:this.normalized}}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Nd(e,this.data.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Ud(e,this.data.array)}},Xu=new U,K_=new U,Z_=new tt,Zi=class{constructor(e=new U(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,i,s){return this.normal.set(e,t,i),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,i){let s=Xu.subVectors(i,t).cross(K_.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,i=!0){let s=e.delta(Xu),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return i===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),i=this.distanceToPoint(e.end);return t<0&&i>0||i<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let i=t||Z_.getNormalMatrix(e),s=this.coplanarPoint(Xu).applyMatrix4(e),r=this.normal.applyMatrix3(i).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},$_=0,Ss=class extends In{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:$_++}),this.uuid=er(),this.name="",this.type="Material",this.blending=xo,this.side=js,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=hd,this.blendDst=ud,this.blendEquation=_r,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new at(0,0,0),this.blendAlpha=0,this.depthFunc=lo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Pm,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Bl,this.stencilZFail=Bl,this.stencilZPass=Bl,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let i=e[t];if(i===void 0){qe(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){qe(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(i):s&&s.isVector2&&i&&i.isVector2||s&&s.isEuler&&i&&i.isEuler||s&&s.isVector3&&i&&i.isVector3?s.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.stencilWriteMask=this.stencilWriteMask,i.stencilFunc=this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(e).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(e).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(e).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=this.normalMap.toJSON(e).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(e).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(i.combine=this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(i.textures=r),o.length>0&&(i.images=o)}return i}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new at().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(i=>new Zi().fromJSON(i))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let i=e.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new Ye().fromArray(i)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Ye().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,i=null;if(t!==null){let s=t.length;i=new Array(s);for(let r=0;r!==s;++r)i[r]=t[r].clone()}return this.clippingPlanes=i,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var vs=new U,qu=new U,yl=new U,xl=new U,Hs=class{constructor(e=new U,t=new U(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,vs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let i=t.dot(this.direction);return i<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=vs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(vs.copy(this.origin).addScaledVector(this.direction,t),vs.distanceToSquared(e))}distanceSqToSegment(e,t,i,s){qu.copy(e).add(t).multiplyScalar(.5),yl.copy(t).sub(e).normalize(),xl.copy(this.origin).sub(qu);let r=e.distanceTo(t)*.5,o=-this.direction.dot(yl),a=xl.dot(this.direction),l=-xl.dot(yl),c=xl.lengthSq(),h=Math.abs(1-o*o),u,d,f,g;if(h>0)if(u=o*l-a,d=o*a-l,g=r*h,u>=0)if(d>=-g)if(d<=g){let b=1/h;u*=b,d*=b,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-g?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=g?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return i&&i.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(qu).addScaledVector(yl,d),f}intersectSphere(e,t){if(e.radius<0)return null;vs.subVectors(e.center,this.origin);let i=vs.dot(this.direction),s=vs.dot(vs)-i*i,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=i-o,l=i+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(e.normal)+e.constant)/t;return i>=0?i:null}intersectPlane(e,t){let i=this.distanceToPlane(e);return i===null?null:this.at(i,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let i,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(i=(e.min.x-d.x)*c,s=(e.max.x-d.x)*c):(i=(e.max.x-d.x)*c,s=(e.min.x-d.x)*c),h>=0?(r=(e.min.y-d.y)*h,o=(e.max.y-d.y)*h):(r=(e.max.y-d.y)*h,o=(e.min.y-d.y)*h),i>o||r>s||((r>i||isNaN(i))&&(i=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(e.min.z-d.z)*u,l=(e.max.z-d.z)*u):(a=(e.max.z-d.z)*u,l=(e.min.z-d.z)*u),i>l||a>s)||((a>i||i!==i)&&(i=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(i>=0?i:s,t)}intersectsBox(e){return this.intersectBox(e,vs)!==null}intersectTriangle(e,t,i,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=e.x-o.x,d=e.y-o.y,f=e.z-o.z,g=t.x-o.x,b=t.y-o.y,m=t.z-o.z,p=i.x-o.x,y=i.y-o.y,A=i.z-o.z,S=Math.abs(l),C=Math.abs(c),T=Math.abs(h),_,E,k,L,I,z,V,N,W,Y,G,ce;if(S>=C&&S>=T?(k=l,z=u,W=g,ce=p,l>=0?(_=c,E=h,L=d,I=f,V=b,N=m,Y=y,G=A):(_=h,E=c,L=f,I=d,V=m,N=b,Y=A,G=y)):C>=T?(k=c,z=d,W=b,ce=y,c>=0?(_=h,E=l,L=f,I=u,V=m,N=g,Y=A,G=p):(_=l,E=h,L=u,I=f,V=g,N=m,Y=p,G=A)):(k=h,z=f,W=m,ce=A,h>=0?(_=l,E=c,L=u,I=d,V=g,N=b,Y=p,G=y):(_=c,E=l,L=d,I=u,V=b,N=g,Y=y,G=p)),k===0)return null;let $=_/k,j=E/k,ne=1/k,de=L-$*z,ue=I-j*z,Q=V-$*W,me=N-j*W,_e=Y-$*ce,Ae=G-j*ce,Se=_e*me-Ae*Q,Ge=de*Ae-ue*_e,st=Q*ue-me*de;if(s){if(Se<0||Ge<0||st<0)return null}else if((Se<0||Ge<0||st<0)&&(Se>0||Ge>0||st>0))return null;let Ve=Se+Ge+st;if(Ve===0)return null;let dt=ne*(Se*z+Ge*W+st*ce);return(Ve>0?dt<0:dt>0)?null:this.at(dt/Ve,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},go=class extends Ss{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new at(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new bs,this.combine=xc,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},Bp=new Nt,dr=new Hs,bl=new Dn,zp=new U,Sl=new U,Ml=new U,wl=new U,Yu=new U,El=new U,Vp=new U,Tl=new U,Zt=class extends Di{constructor(e=new Kt,t=new go){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let s=t[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let i=this.geometry,s=i.attributes.position,r=i.morphAttributes.position,o=i.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){El.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(Yu.fromBufferAttribute(u,e),o?El.addScaledVector(Yu,h):El.addScaledVector(Yu.sub(t),h))}t.add(El)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),bl.copy(i.boundingSphere),bl.applyMatrix4(r),dr.copy(e.ray).recast(e.near),!(bl.containsPoint(dr.origin)===!1&&(dr.intersectSphere(bl,zp)===null||dr.origin.distanceToSquared(zp)>(e.far-e.near)**2))&&(Bp.copy(r).invert(),dr.copy(e.ray).applyMatrix4(Bp),!(i.boundingBox!==null&&dr.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(e,t,dr)))}_computeIntersections(e,t,i){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,b=d.length;g<b;g++){let m=d[g],p=o[m.materialIndex],y=Math.max(m.start,f.start),A=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let S=y,C=A;S<C;S+=3){let T=a.getX(S),_=a.getX(S+1),E=a.getX(S+2);s=Al(this,p,e,i,c,h,u,T,_,E),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let g=Math.max(0,f.start),b=Math.min(a.count,f.start+f.count);for(let m=g,p=b;m<p;m+=3){let y=a.getX(m),A=a.getX(m+1),S=a.getX(m+2);s=Al(this,o,e,i,c,h,u,y,A,S),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,b=d.length;g<b;g++){let m=d[g],p=o[m.materialIndex],y=Math.max(m.start,f.start),A=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let S=y,C=A;S<C;S+=3){let T=S,_=S+1,E=S+2;s=Al(this,p,e,i,c,h,u,T,_,E),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let g=Math.max(0,f.start),b=Math.min(l.count,f.start+f.count);for(let m=g,p=b;m<p;m+=3){let y=m,A=m+1,S=m+2;s=Al(this,o,e,i,c,h,u,y,A,S),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}}};function J_(n,e,t,i,s,r,o,a){let l;if(e.side===Qi?l=i.intersectTriangle(o,r,s,!0,a):l=i.intersectTriangle(s,r,o,e.side===js,a),l===null)return null;Tl.copy(a),Tl.applyMatrix4(n.matrixWorld);let c=t.ray.origin.distanceTo(Tl);return c<t.near||c>t.far?null:{distance:c,point:Tl.clone(),object:n}}function Al(n,e,t,i,s,r,o,a,l,c){n.getVertexPosition(a,Sl),n.getVertexPosition(l,Ml),n.getVertexPosition(c,wl);let h=J_(n,e,t,i,Sl,Ml,wl,Vp);if(h){let u=new U;_s.getBarycoord(Vp,Sl,Ml,wl,u),s&&(h.uv=_s.getInterpolatedAttribute(s,a,l,c,u,new Ye)),r&&(h.uv1=_s.getInterpolatedAttribute(r,a,l,c,u,new Ye)),o&&(h.normal=_s.getInterpolatedAttribute(o,a,l,c,u,new U),h.normal.dot(i.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new U,materialIndex:0};_s.getNormal(Sl,Ml,wl,d.normal),h.face=d,h.barycoord=u}return h}var ec=class extends sn{constructor(e=null,t=1,i=1,s,r,o,a,l,c=Li,h=Li,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var fr=new Dn,j_=new Ye(.5,.5),Rl=new U,Gs=class{constructor(e=new Zi,t=new Zi,i=new Zi,s=new Zi,r=new Zi,o=new Zi){this.planes=[e,t,i,s,r,o]}set(e,t,i,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(i),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let i=0;i<6;i++)t[i].copy(e.planes[i]);return this}setFromProjectionMatrix(e,t=Sn,i=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],g=r[8],b=r[9],m=r[10],p=r[11],y=r[12],A=r[13],S=r[14],C=r[15];if(s[0].setComponents(c-o,f-h,p-g,C-y).normalize(),s[1].setComponents(c+o,f+h,p+g,C+y).normalize(),s[2].setComponents(c+a,f+u,p+b,C+A).normalize(),s[3].setComponents(c-a,f-u,p-b,C-A).normalize(),i)s[4].setComponents(l,d,m,S).normalize(),s[5].setComponents(c-l,f-d,p-m,C-S).normalize();else if(s[4].setComponents(c-l,f-d,p-m,C-S).normalize(),t===Sn)s[5].setComponents(c+l,f+d,p+m,C+S).normalize();else if(t===co)s[5].setComponents(l,d,m,S).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),fr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),fr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(fr)}intersectsSprite(e){fr.center.set(0,0,0);let t=j_.distanceTo(e.center);return fr.radius=.7071067811865476+t,fr.applyMatrix4(e.matrixWorld),this.intersectsSphere(fr)}intersectsSphere(e){let t=this.planes,i=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(i)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let i=0;i<6;i++){let s=t[i];if(Rl.x=s.normal.x>0?e.max.x:e.min.x,Rl.y=s.normal.y>0?e.max.y:e.min.y,Rl.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(Rl)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let i=0;i<6;i++)if(t[i].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Hp=new Nt,tc=class n{constructor(){this.coordinateSystem=Sn,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,i=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];Hp.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),i[s]===void 0&&(i[s]=new Gs),i[s].setFromProjectionMatrix(Hp,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,i=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new Gs),t[s].copy(i[s]);return this._count=e._count,this}clone(){return new n().copy(this)}};var pr=class extends Ss{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new at(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},ic=new U,nc=new U,Gp=new Nt,ia=new Hs,Cl=new Dn,Ku=new U,Wp=new U,sc=class extends Di{constructor(e=new Kt,t=new pr){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[0];for(let s=1,r=t.count;s<r;s++)ic.fromBufferAttribute(t,s-1),nc.fromBufferAttribute(t,s),i[s]=i[s-1],i[s]+=ic.distanceTo(nc);e.setAttribute("lineDistance",new yt(i,1))}else qe("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=i.drawRange;if(i.boundingSphere===null&&i.computeBoundingSphere(),Cl.copy(i.boundingSphere),Cl.applyMatrix4(s),Cl.radius+=r,e.ray.intersectsSphere(Cl)===!1)return;Gp.copy(s).invert(),ia.copy(e.ray).applyMatrix4(Gp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=i.index,d=i.attributes.position;if(h!==null){let f=Math.max(0,o.start),g=Math.min(h.count,o.start+o.count);for(let b=f,m=g-1;b<m;b+=c){let p=h.getX(b),y=h.getX(b+1),A=Pl(this,e,ia,l,p,y,b);A&&t.push(A)}if(this.isLineLoop){let b=h.getX(g-1),m=h.getX(f),p=Pl(this,e,ia,l,b,m,g-1);p&&t.push(p)}}else{let f=Math.max(0,o.start),g=Math.min(d.count,o.start+o.count);for(let b=f,m=g-1;b<m;b+=c){let p=Pl(this,e,ia,l,b,b+1,b);p&&t.push(p)}if(this.isLineLoop){let b=Pl(this,e,ia,l,g-1,f,g-1);b&&t.push(b)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let s=t[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Pl(n,e,t,i,s,r,o){let a=n.geometry.attributes.position;if(ic.fromBufferAttribute(a,s),nc.fromBufferAttribute(a,r),t.distanceSqToSegment(ic,nc,Ku,Wp)>i)return;Ku.applyMatrix4(n.matrixWorld);let c=e.ray.origin.distanceTo(Ku);if(!(c<e.near||c>e.far))return{distance:c,point:Wp.clone().applyMatrix4(n.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:n}}var Xp=new U,qp=new U,Ws=class extends sc{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[];for(let s=0,r=t.count;s<r;s+=2)Xp.fromBufferAttribute(t,s),qp.fromBufferAttribute(t,s+1),i[s]=s===0?0:i[s-1],i[s+1]=i[s]+Xp.distanceTo(qp);e.setAttribute("lineDistance",new yt(i,1))}else qe("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var pa=class extends sn{constructor(e=[],t=yr,i,s,r,o,a,l,c,h){super(e,t,i,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var Ms=class extends sn{constructor(e,t,i=Fn,s,r,o,a=Li,l=Li,c,h=xs,u=1){if(h!==xs&&h!==Es)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,s,r,o,a,l,h,i,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new fo(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},ma=class extends Ms{constructor(e,t=Fn,i=yr,s,r,o=Li,a=Li,l,c=xs){let h={width:e,height:e,depth:1},u=[h,h,h,h,h,h];super(e,e,t,i,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},ga=class extends sn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},Xs=class n extends Kt{constructor(e=1,t=1,i=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:i,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;g("z","y","x",-1,-1,i,t,e,o,r,0),g("z","y","x",1,-1,i,t,-e,o,r,1),g("x","z","y",1,1,e,i,t,s,o,2),g("x","z","y",1,-1,e,i,-t,s,o,3),g("x","y","z",1,-1,e,t,i,s,r,4),g("x","y","z",-1,-1,e,t,-i,s,r,5),this.setIndex(l),this.setAttribute("position",new yt(c,3)),this.setAttribute("normal",new yt(h,3)),this.setAttribute("uv",new yt(u,2));function g(b,m,p,y,A,S,C,T,_,E,k){let L=S/_,I=C/E,z=S/2,V=C/2,N=T/2,W=_+1,Y=E+1,G=0,ce=0,$=new U;for(let j=0;j<Y;j++){let ne=j*I-V;for(let de=0;de<W;de++){let ue=de*L-z;$[b]=ue*y,$[m]=ne*A,$[p]=N,c.push($.x,$.y,$.z),$[b]=0,$[m]=0,$[p]=T>0?1:-1,h.push($.x,$.y,$.z),u.push(de/_),u.push(1-j/E),G+=1}}for(let j=0;j<E;j++)for(let ne=0;ne<_;ne++){let de=d+ne+W*j,ue=d+ne+W*(j+1),Q=d+(ne+1)+W*(j+1),me=d+(ne+1)+W*j;l.push(de,ue,me),l.push(ue,Q,me),ce+=6}a.addGroup(f,ce,k),f+=ce,d+=G}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}},va=class n extends Kt{constructor(e=1,t=1,i=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:e,height:t,capSegments:i,radialSegments:s,heightSegments:r},t=Math.max(0,t),i=Math.max(1,Math.floor(i)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=t/2,u=Math.PI/2*e,d=t,f=2*u+d,g=i*2+r,b=s+1,m=new U,p=new U;for(let y=0;y<=g;y++){let A=0,S=0,C=0,T=0;if(y<=i){let k=y/i,L=k*Math.PI/2;S=-h-e*Math.cos(L),C=e*Math.sin(L),T=-e*Math.cos(L),A=k*u}else if(y<=i+r){let k=(y-i)/r;S=-h+k*t,C=e,T=0,A=u+k*d}else{let k=(y-i-r)/i,L=k*Math.PI/2;S=h+e*Math.sin(L),C=e*Math.cos(L),T=e*Math.sin(L),A=u+d+k*u}let _=Math.max(0,Math.min(1,A/f)),E=0;y===0?E=.5/s:y===g&&(E=-.5/s);for(let k=0;k<=s;k++){let L=k/s,I=L*Math.PI*2,z=Math.sin(I),V=Math.cos(I);p.x=-C*V,p.y=S,p.z=C*z,a.push(p.x,p.y,p.z),m.set(-C*V,T,C*z),m.normalize(),l.push(m.x,m.y,m.z),c.push(L+E,_)}if(y>0){let k=(y-1)*b;for(let L=0;L<s;L++){let I=k+L,z=k+L+1,V=y*b+L,N=y*b+L+1;o.push(I,z,V),o.push(z,N,V)}}}this.setIndex(o),this.setAttribute("position",new yt(a,3)),this.setAttribute("normal",new yt(l,3)),this.setAttribute("uv",new yt(c,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radius,e.height,e.capSegments,e.radialSegments,e.heightSegments)}};var es=class n extends Kt{constructor(e=1,t=1,i=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:i,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],g=0,b=[],m=i/2,p=0;y(),o===!1&&(e>0&&A(!0),t>0&&A(!1)),this.setIndex(h),this.setAttribute("position",new yt(u,3)),this.setAttribute("normal",new yt(d,3)),this.setAttribute("uv",new yt(f,2));function y(){let S=new U,C=new U,T=0,_=(t-e)/i;for(let E=0;E<=r;E++){let k=[],L=E/r,I=L*(t-e)+e;for(let z=0;z<=s;z++){let V=z/s,N=V*l+a,W=Math.sin(N),Y=Math.cos(N);C.x=I*W,C.y=-L*i+m,C.z=I*Y,u.push(C.x,C.y,C.z),S.set(W,_,Y).normalize(),d.push(S.x,S.y,S.z),f.push(V,1-L),k.push(g++)}b.push(k)}for(let E=0;E<s;E++)for(let k=0;k<r;k++){let L=b[k][E],I=b[k+1][E],z=b[k+1][E+1],V=b[k][E+1];(e>0||k!==0)&&(h.push(L,I,V),T+=3),(t>0||k!==r-1)&&(h.push(I,z,V),T+=3)}c.addGroup(p,T,0),p+=T}function A(S){let C=g,T=new Ye,_=new U,E=0,k=S===!0?e:t,L=S===!0?1:-1;for(let z=1;z<=s;z++)u.push(0,m*L,0),d.push(0,L,0),f.push(.5,.5),g++;let I=g;for(let z=0;z<=s;z++){let N=z/s*l+a,W=Math.cos(N),Y=Math.sin(N);_.x=k*Y,_.y=m*L,_.z=k*W,u.push(_.x,_.y,_.z),d.push(0,L,0),T.x=W*.5+.5,T.y=Y*.5*L+.5,f.push(T.x,T.y),g++}for(let z=0;z<s;z++){let V=C+z,N=I+z;S===!0?h.push(N,N+1,V):h.push(N+1,N,V),E+=3}c.addGroup(p,E,S===!0?1:2),p+=E}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},_a=class n extends es{constructor(e=1,t=1,i=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,i,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:i,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new n(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var Ll=new U,Il=new U,Zu=new U,Dl=new _s,ya=class extends Kt{constructor(e=null,t=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:e,thresholdAngle:t},e!==null){let s=Math.pow(10,4),r=Math.cos(oo*t),o=e.getIndex(),a=e.getAttribute("position"),l=o?o.count:a.count,c=[0,0,0],h=["a","b","c"],u=new Array(3),d=new Map,f=[];for(let g=0;g<l;g+=3){o?(c[0]=o.getX(g),c[1]=o.getX(g+1),c[2]=o.getX(g+2)):(c[0]=g,c[1]=g+1,c[2]=g+2);let{a:b,b:m,c:p}=Dl;if(b.fromBufferAttribute(a,c[0]),m.fromBufferAttribute(a,c[1]),p.fromBufferAttribute(a,c[2]),Dl.getNormal(Zu),u[0]=`${Math.round(b.x*s)},${Math.round(b.y*s)},${Math.round(b.z*s)}`,u[1]=`${Math.round(m.x*s)},${Math.round(m.y*s)},${Math.round(m.z*s)}`,u[2]=`${Math.round(p.x*s)},${Math.round(p.y*s)},${Math.round(p.z*s)}`,!(u[0]===u[1]||u[1]===u[2]||u[2]===u[0]))for(let y=0;y<3;y++){let A=(y+1)%3,S=u[y],C=u[A],T=Dl[h[y]],_=Dl[h[A]],E=`${S}_${C}`,k=`${C}_${S}`,L=d.get(k);L?(Zu.dot(L.normal)<=r&&(f.push(T.x,T.y,T.z),f.push(_.x,_.y,_.z)),d.set(k,null)):d.has(E)||d.set(E,{index0:c[y],index1:c[A],normal:Zu.clone()})}}for(let g of d.values())if(g){let{index0:b,index1:m}=g;Ll.fromBufferAttribute(a,b),Il.fromBufferAttribute(a,m),f.push(Ll.x,Ll.y,Ll.z),f.push(Il.x,Il.y,Il.z)}this.setAttribute("position",new yt(f,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}};var xa=class n extends Kt{constructor(e=1,t=1,i=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:i,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(i),l=Math.floor(s),c=a+1,h=l+1,u=e/a,d=t/l,f=[],g=[],b=[],m=[];for(let p=0;p<h;p++){let y=p*d-o;for(let A=0;A<c;A++){let S=A*u-r;g.push(S,-y,0),b.push(0,0,1),m.push(A/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let y=0;y<a;y++){let A=y+c*p,S=y+c*(p+1),C=y+1+c*(p+1),T=y+1+c*p;f.push(A,S,T),f.push(S,C,T)}this.setIndex(f),this.setAttribute("position",new yt(g,3)),this.setAttribute("normal",new yt(b,3)),this.setAttribute("uv",new yt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.widthSegments,e.heightSegments)}};var mr=class n extends Kt{constructor(e=1,t=32,i=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:i,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),i=Math.max(2,Math.floor(i));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new U,d=new U,f=[],g=[],b=[],m=[];for(let p=0;p<=i;p++){let y=[],A=p/i,S=o+A*a,C=e*Math.cos(S),T=Math.sqrt(e*e-C*C),_=0;p===0&&o===0?_=.5/t:p===i&&l===Math.PI&&(_=-.5/t);for(let E=0;E<=t;E++){let k=E/t,L=s+k*r;u.x=-T*Math.cos(L),u.y=C,u.z=T*Math.sin(L),g.push(u.x,u.y,u.z),d.copy(u).normalize(),b.push(d.x,d.y,d.z),m.push(k+_,1-A),y.push(c++)}h.push(y)}for(let p=0;p<i;p++)for(let y=0;y<t;y++){let A=h[p][y+1],S=h[p][y],C=h[p+1][y],T=h[p+1][y+1];(p!==0||o>0)&&f.push(A,S,T),(p!==i-1||l<Math.PI)&&f.push(S,C,T)}this.setIndex(f),this.setAttribute("position",new yt(g,3)),this.setAttribute("normal",new yt(b,3)),this.setAttribute("uv",new yt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var ba=class extends Kt{constructor(e=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:e},e!==null){let t=[],i=new Set,s=new U,r=new U;if(e.index!==null){let o=e.attributes.position,a=e.index,l=e.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],d=u.start,f=u.count;for(let g=d,b=d+f;g<b;g+=3)for(let m=0;m<3;m++){let p=a.getX(g+m),y=a.getX(g+(m+1)%3);s.fromBufferAttribute(o,p),r.fromBufferAttribute(o,y),Yp(s,r,i)===!0&&(t.push(s.x,s.y,s.z),t.push(r.x,r.y,r.z))}}}else{let o=e.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),Yp(s,r,i)===!0&&(t.push(s.x,s.y,s.z),t.push(r.x,r.y,r.z))}}this.setAttribute("position",new yt(t,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}};function Yp(n,e,t){let i=`${n.x},${n.y},${n.z}-${e.x},${e.y},${e.z}`,s=`${e.x},${e.y},${e.z}-${n.x},${n.y},${n.z}`;return t.has(i)===!0||t.has(s)===!0?!1:(t.add(i),t.add(s),!0)}function br(n){let e={};for(let t in n){e[t]={};for(let i in n[t]){let s=n[t][i];if(Kp(s))s.isRenderTargetTexture?(qe("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][i]=null):e[t][i]=s.clone();else if(Array.isArray(s))if(Kp(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][i]=r}else e[t][i]=s.slice();else e[t][i]=s}}return e}function zi(n){let e={};for(let t=0;t<n.length;t++){let i=br(n[t]);for(let s in i)e[s]=i[s]}return e}function Kp(n){return n&&(n.isColor||n.isMatrix3||n.isMatrix4||n.isVector2||n.isVector3||n.isVector4||n.isTexture||n.isQuaternion)}function Q_(n){let e=[];for(let t=0;t<n.length;t++)e.push(n[t].clone());return e}function Fd(n){let e=n.getRenderTarget();return e===null?n.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:vt.workingColorSpace}var Va={clone:br,merge:zi},ey=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,ty=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Mn=class extends Ss{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=ey,this.fragmentShader=ty,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=br(e.uniforms),this.uniformsGroups=Q_(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let i={};for(let s in this.extensions)this.extensions[s]===!0&&(i[s]=!0);return Object.keys(i).length>0&&(t.extensions=i),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let i in e.uniforms){let s=e.uniforms[i];switch(this.uniforms[i]={},s.type){case"t":this.uniforms[i].value=t[s.value]||null;break;case"c":this.uniforms[i].value=new at().setHex(s.value);break;case"v2":this.uniforms[i].value=new Ye().fromArray(s.value);break;case"v3":this.uniforms[i].value=new U().fromArray(s.value);break;case"v4":this.uniforms[i].value=new At().fromArray(s.value);break;case"m3":this.uniforms[i].value=new tt().fromArray(s.value);break;case"m4":this.uniforms[i].value=new Nt().fromArray(s.value);break;default:this.uniforms[i].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let i in e.extensions)this.extensions[i]=e.extensions[i];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},rc=class extends Mn{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var gr=class extends Ss{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new at(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new at(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=oh,this.normalScale=new Ye(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new bs,this.combine=xc,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},oc=class extends Ss{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Rm,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},ac=class extends Ss{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function to(n,e){return!n||n.constructor===e?n:typeof e.BYTES_PER_ELEMENT=="number"?new e(n):Array.prototype.slice.call(n)}function Nl(n){return n!==void 0&&n.inTangents!==void 0&&n.outTangents!==void 0}var qs=class{constructor(e,t,i,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(i),this.sampleValues=t,this.valueSize=i,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,i=this._cachedIndex,s=t[i],r=t[i-1];i:{e:{let o;t:{n:if(!(e<s)){for(let a=i+2;;){if(s===void 0){if(e<r)break n;return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}if(i===a)break;if(r=s,s=t[++i],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(i=2,r=a);for(let l=i-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===l)break;if(s=r,r=t[--i-1],e>=r)break e}o=i,i=0;break t}break i}for(;i<o;){let a=i+o>>>1;e<t[a]?o=a:i=a+1}if(s=t[i],r=t[i-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}this._cachedIndex=i,this.intervalChanged_(i,r,s)}return this.interpolate_(i,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,i=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=i[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},lc=class extends qs{constructor(e,t,i,s){super(e,t,i,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Qu,endingEnd:Qu}}intervalChanged_(e,t,i){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case ed:r=e,a=2*t-i;break;case td:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=i}if(l===void 0)switch(this.getSettings_().endingEnd){case ed:o=e,l=2*i-t;break;case td:o=1,l=i+s[1]-s[0];break;default:o=e-1,l=t}let c=(i-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-i),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,g=(i-t)/(s-t),b=g*g,m=b*g,p=-d*m+2*d*b-d*g,y=(1+d)*m+(-1.5-2*d)*b+(-.5+d)*g+1,A=(-1-f)*m+(1.5+f)*b+.5*g,S=f*m-f*b;for(let C=0;C!==a;++C)r[C]=p*o[h+C]+y*o[c+C]+A*o[l+C]+S*o[u+C];return r}},cc=class extends qs{constructor(e,t,i,s){super(e,t,i,s)}interpolate_(e,t,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(i-t)/(s-t),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},hc=class extends qs{constructor(e,t,i,s){super(e,t,i,s)}interpolate_(e){return this.copySampleValue_(e-1)}},uc=class extends qs{interpolate_(e,t,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let g=(i-t)/(s-t),b=1-g;for(let m=0;m!==a;++m)r[m]=o[c+m]*b+o[l+m]*g;return r}let d=a*2,f=e-1;for(let g=0;g!==a;++g){let b=o[c+g],m=o[l+g],p=f*d+g*2,y=u[p],A=u[p+1],S=e*d+g*2,C=h[S],T=h[S+1],_=ny(i,t,y,C,s);r[g]=Vm(_,b,A,T,m)}return r}};function Vm(n,e,t,i,s){let r=1-n;return r*r*r*e+3*r*r*n*t+3*r*n*n*i+n*n*n*s}function iy(n,e,t,i,s){let r=1-n;return 3*r*r*(t-e)+6*r*n*(i-t)+3*n*n*(s-i)}function ny(n,e,t,i,s){let r=(n-e)/(s-e);for(let o=0;o<8;o++){let a=Vm(r,e,t,i,s)-n;if(Math.abs(a)<1e-10)break;let l=iy(r,e,t,i,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var pn=class{constructor(e,t,i,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=to(t,this.TimeBufferType),this.values=to(i,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,i;if(t.toJSON!==this.toJSON)i=t.toJSON(e);else{i={name:e.name,times:to(e.times,Array),values:to(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(i.interpolation=s),Nl(e.settings)&&(i.settings={inTangents:to(e.settings.inTangents,Array),outTangents:to(e.settings.outTangents,Array)})}return i.type=e.ValueTypeName,i}InterpolantFactoryMethodDiscrete(e){return new hc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new cc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new lc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new uc(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case ra:t=this.InterpolantFactoryMethodDiscrete;break;case Zl:t=this.InterpolantFactoryMethodLinear;break;case kl:t=this.InterpolantFactoryMethodSmooth;break;case ju:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let i="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(i);return qe("KeyframeTrack:",i),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return ra;case this.InterpolantFactoryMethodLinear:return Zl;case this.InterpolantFactoryMethodSmooth:return kl;case this.InterpolantFactoryMethodBezier:return ju}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let i=0,s=t.length;i!==s;++i)t[i]+=e;Nl(this.settings)&&(Zp(this.settings.inTangents,e),Zp(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let i=0,s=t.length;i!==s;++i)t[i]*=e;Nl(this.settings)&&($p(this.settings.inTangents,e),$p(this.settings.outTangents,e))}return this}trim(e,t){let i=this.times,s=i.length,r=0,o=s-1;for(;r!==s&&i[r]<e;)++r;for(;o!==-1&&i[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=i.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Qe("KeyframeTrack: Invalid value size in track.",this),e=!1);let i=this.times,s=this.values,r=i.length;r===0&&(Qe("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=i[a];if(typeof l=="number"&&isNaN(l)){Qe("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){Qe("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&y_(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){Qe("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),i=this.getValueSize(),s=this.getInterpolation()===kl,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(s)l=!0;else{let u=a*i,d=u-i,f=u+i;for(let g=0;g!==i;++g){let b=t[u+g];if(b!==t[d+g]||b!==t[f+g]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let u=a*i,d=o*i;for(let f=0;f!==i;++f)t[d+f]=t[u+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*i,l=o*i,c=0;c!==i;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*i)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),i=this.constructor,s=new i(this.name,e,t);return s.createInterpolant=this.createInterpolant,Nl(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Zp(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]+=e}function $p(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]*=e}pn.prototype.ValueTypeName="";pn.prototype.TimeBufferType=Float32Array;pn.prototype.ValueBufferType=Float32Array;pn.prototype.DefaultInterpolation=Zl;var Ys=class extends pn{constructor(e,t,i){super(e,t,i)}};Ys.prototype.ValueTypeName="bool";Ys.prototype.ValueBufferType=Array;Ys.prototype.DefaultInterpolation=ra;Ys.prototype.InterpolantFactoryMethodLinear=void 0;Ys.prototype.InterpolantFactoryMethodSmooth=void 0;var dc=class extends pn{constructor(e,t,i,s){super(e,t,i,s)}};dc.prototype.ValueTypeName="color";var fc=class extends pn{constructor(e,t,i,s){super(e,t,i,s)}};fc.prototype.ValueTypeName="number";var pc=class extends qs{constructor(e,t,i,s){super(e,t,i,s)}interpolate_(e,t,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(i-t)/(s-t),c=e*a;for(let h=c+a;c!==h;c+=4)vi.slerpFlat(r,0,o,c-a,o,c,l);return r}},Sa=class extends pn{constructor(e,t,i,s){super(e,t,i,s)}InterpolantFactoryMethodLinear(e){return new pc(this.times,this.values,this.getValueSize(),e)}};Sa.prototype.ValueTypeName="quaternion";Sa.prototype.InterpolantFactoryMethodSmooth=void 0;var Ks=class extends pn{constructor(e,t,i){super(e,t,i)}};Ks.prototype.ValueTypeName="string";Ks.prototype.ValueBufferType=Array;Ks.prototype.DefaultInterpolation=ra;Ks.prototype.InterpolantFactoryMethodLinear=void 0;Ks.prototype.InterpolantFactoryMethodSmooth=void 0;var mc=class extends pn{constructor(e,t,i,s){super(e,t,i,s)}};mc.prototype.ValueTypeName="vector";var gc=class{constructor(e,t,i){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=i,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],g=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return g}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Hm=new gc,vc=class{constructor(e){this.manager=e!==void 0?e:Hm,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let i=this;return new Promise(function(s,r){i.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};vc.DEFAULT_MATERIAL_NAME="__DEFAULT";var Ma=class extends Di{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new at(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},wa=class extends Ma{constructor(e,t,i){super(e,i),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Di.DEFAULT_UP),this.updateMatrix(),this.groundColor=new at(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},$u=new Nt,Jp=new U,jp=new U,_c=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Ye(512,512),this.mapType=rn,this.map=null,this.mapPass=null,this.matrix=new Nt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Gs,this._frameExtents=new Ye(1,1),this._viewportCount=1,this._viewports=[new At(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;Jp.setFromMatrixPosition(e.matrixWorld),t.position.copy(Jp),jp.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(jp),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,i,s){$u.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),i.setFromProjectionMatrix($u,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===co||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply($u)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},Ul=new U,Fl=new vi,jn=new U,Ea=class extends Di{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Nt,this.projectionMatrix=new Nt,this.projectionMatrixInverse=new Nt,this.coordinateSystem=Sn,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Ul,Fl,jn),jn.x===1&&jn.y===1&&jn.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ul,Fl,jn.set(1,1,1)).invert()}updateWorldMatrix(e,t,i=!1){super.updateWorldMatrix(e,t,i),this.matrixWorld.decompose(Ul,Fl,jn),jn.x===1&&jn.y===1&&jn.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ul,Fl,jn.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Vs=new U,Qp=new Ye,em=new Ye,$i=class extends Ea{constructor(e=50,t=1,i=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=i,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=uo*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(oo*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return uo*2*Math.atan(Math.tan(oo*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,i){Vs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Vs.x,Vs.y).multiplyScalar(-e/Vs.z),Vs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(Vs.x,Vs.y).multiplyScalar(-e/Vs.z)}getViewSize(e,t){return this.getViewBounds(e,Qp,em),t.subVectors(em,Qp)}setViewOffset(e,t,i,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(oo*.5*this.fov)/this.zoom,i=2*t,s=this.aspect*i,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*i/c,s*=o.width/l,i*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-i,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var Un=class extends Ea{constructor(e=-1,t=1,i=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=i,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,i,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=i-e,o=i+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},id=class extends _c{constructor(){super(new Un(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Ta=class extends Ma{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Di.DEFAULT_UP),this.updateMatrix(),this.target=new Di,this.shadow=new id}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}};var Aa=class extends Kt{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(e){return super.copy(e),this.instanceCount=e.instanceCount,this}toJSON(){let e=super.toJSON();return e.instanceCount=this.instanceCount,e.isInstancedBufferGeometry=!0,e}};var io=-90,no=1,vo=class extends Di{constructor(e,t,i){super(),this.type="CubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new $i(io,no,e,t);s.layers=this.layers,this.add(s);let r=new $i(io,no,e,t);r.layers=this.layers,this.add(r);let o=new $i(io,no,e,t);o.layers=this.layers,this.add(o);let a=new $i(io,no,e,t);a.layers=this.layers,this.add(a);let l=new $i(io,no,e,t);l.layers=this.layers,this.add(l);let c=new $i(io,no,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[i,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===Sn)i.up.set(0,1,0),i.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===co)i.up.set(0,-1,0),i.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),g=e.xr.enabled;e.xr.enabled=!1;let b=i.texture.mipmapsAutoUpdate;i.texture.mipmapsAutoUpdate=!1;let m=!1;e.isWebGLRenderer===!0?m=e.state.buffers.depth.getReversed():m=e.reversedDepthBuffer,e.setRenderTarget(i,0,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(i,1,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(i,2,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(i,3,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(i,4,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),i.texture.mipmapsAutoUpdate=b,e.setRenderTarget(i,5,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(u,d,f),e.xr.enabled=g,i.texture.needsPMREMUpdate=!0}},yc=class extends $i{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var Od="\\[\\]\\.:\\/",sy=new RegExp("["+Od+"]","g"),kd="[^"+Od+"]",ry="[^"+Od.replace("\\.","")+"]",oy=/((?:WC+[\/:])*)/.source.replace("WC",kd),ay=/(WCOD+)?/.source.replace("WCOD",ry),ly=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",kd),cy=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",kd),hy=new RegExp("^"+oy+ay+ly+cy+"$"),uy=["material","materials","bones","map"],nd=class{constructor(e,t,i){let s=i||Gt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let i=this._targetGroup.nCachedObjects_,s=this._bindings[i];s!==void 0&&s.getValue(e,t)}setValue(e,t){let i=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=i.length;s!==r;++s)i[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].unbind()}},Gt=class n{constructor(e,t,i){this.path=t,this.parsedPath=i||n.parseTrackName(t),this.node=n.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,i){return e&&e.isAnimationObjectGroup?new n.Composite(e,t,i):new n(e,t,i)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(sy,"")}static parseTrackName(e){let t=hy.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let i={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=i.nodeName&&i.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=i.nodeName.substring(s+1);uy.indexOf(r)!==-1&&(i.nodeName=i.nodeName.substring(0,s),i.objectName=r)}if(i.propertyName===null||i.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return i}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let i=e.skeleton.getBoneByName(t);if(i!==void 0)return i}if(e.children){let i=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=i(a.children);if(l)return l}return null},s=i(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)e[t++]=i[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,i=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=n.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){qe("PropertyBinding: No target node found for track: "+this.path+".");return}if(i){let c=t.objectIndex;switch(i){case"materials":if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Qe("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Qe("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Qe("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[i]===void 0){Qe("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[i]}if(c!==void 0){if(e[c]===void 0){Qe("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;Qe("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Gt.Composite=nd;Gt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Gt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Gt.prototype.GetterByBindingType=[Gt.prototype._getValue_direct,Gt.prototype._getValue_array,Gt.prototype._getValue_arrayElement,Gt.prototype._getValue_toArray];Gt.prototype.SetterByBindingTypeAndVersioning=[[Gt.prototype._setValue_direct,Gt.prototype._setValue_direct_setNeedsUpdate,Gt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Gt.prototype._setValue_array,Gt.prototype._setValue_array_setNeedsUpdate,Gt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Gt.prototype._setValue_arrayElement,Gt.prototype._setValue_arrayElement_setNeedsUpdate,Gt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Gt.prototype._setValue_fromArray,Gt.prototype._setValue_fromArray_setNeedsUpdate,Gt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var OT=new Float32Array(1);var Zs=class extends Ql{constructor(e,t,i=1){super(e,t),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=i}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}clone(e){let t=super.clone(e);return t.meshPerAttribute=this.meshPerAttribute,t}toJSON(e){let t=super.toJSON(e);return t.isInstancedInterleavedBuffer=!0,t.meshPerAttribute=this.meshPerAttribute,t}};var tm=new Nt,Ra=class{constructor(e,t,i=0,s=1/0){this.ray=new Hs(e,t),this.near=i,this.far=s,this.camera=null,this.layers=new po,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):Qe("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return tm.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(tm),this}intersectObject(e,t=!0,i=[]){return sd(e,this,i,t),i.sort(im),i}intersectObjects(e,t=!0,i=[]){for(let s=0,r=e.length;s<r;s++)sd(e[s],this,i,t);return i.sort(im),i}};function im(n,e){return n.distance-e.distance}function sd(n,e,t,i){let s=!0;if(n.layers.test(e.layers)&&n.raycast(e,t)===!1&&(s=!1),s===!0&&i===!0){let r=n.children;for(let o=0,a=r.length;o<a;o++)sd(r[o],e,t,!0)}}var _o=class{constructor(e=1,t=0,i=0){this.radius=e,this.phi=t,this.theta=i}set(e,t,i){return this.radius=e,this.phi=t,this.theta=i,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=ot(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,i){return this.radius=Math.sqrt(e*e+t*t+i*i),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,i),this.phi=Math.acos(ot(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var rd=class{static{this.prototype.isMatrix2=!0}constructor(e,t,i,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,i,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let i=0;i<4;i++)this.elements[i]=e[i+t];return this}set(e,t,i,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=i,r[3]=s,this}};var nm=new U,Ol=new U,so=new U,ro=new U,Ju=new U,dy=new U,fy=new U,Ca=class{constructor(e=new U,t=new U){this.start=e,this.end=t}set(e,t){return this.start.copy(e),this.end.copy(t),this}copy(e){return this.start.copy(e.start),this.end.copy(e.end),this}getCenter(e){return e.addVectors(this.start,this.end).multiplyScalar(.5)}delta(e){return e.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(e,t){return this.delta(t).multiplyScalar(e).add(this.start)}closestPointToPointParameter(e,t){nm.subVectors(e,this.start),Ol.subVectors(this.end,this.start);let i=Ol.dot(Ol);if(i===0)return 0;let r=Ol.dot(nm)/i;return t&&(r=ot(r,0,1)),r}closestPointToPoint(e,t,i){let s=this.closestPointToPointParameter(e,t);return this.delta(i).multiplyScalar(s).add(this.start)}distanceSqToLine3(e,t=dy,i=fy){let s=10000000000000001e-32,r,o,a=this.start,l=e.start,c=this.end,h=e.end;so.subVectors(c,a),ro.subVectors(h,l),Ju.subVectors(a,l);let u=so.dot(so),d=ro.dot(ro),f=ro.dot(Ju);if(u<=s&&d<=s)return t.copy(a),i.copy(l),t.distanceToSquared(i);if(u<=s)r=0,o=f/d,o=ot(o,0,1);else{let g=so.dot(Ju);if(d<=s)o=0,r=ot(-g/u,0,1);else{let b=so.dot(ro),m=u*d-b*b;m!==0?r=ot((b*f-g*d)/m,0,1):r=0,o=(b*r+f)/d,o<0?(o=0,r=ot(-g/u,0,1)):o>1&&(o=1,r=ot((b-g)/u,0,1))}}return t.copy(a).addScaledVector(so,r),i.copy(l).addScaledVector(ro,o),t.distanceToSquared(i)}applyMatrix4(e){return this.start.applyMatrix4(e),this.end.applyMatrix4(e),this}equals(e){return e.start.equals(this.start)&&e.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var Pa=class extends Ws{constructor(e=10,t=10,i=4473924,s=8947848){i=new at(i),s=new at(s);let r=t/2,o=e/t,a=e/2,l=[],c=[];for(let d=0,f=0,g=-a;d<=t;d++,g+=o){l.push(-a,0,g,a,0,g),l.push(g,0,-a,g,0,a);let b=d===r?i:s;b.toArray(c,f),f+=3,b.toArray(c,f),f+=3,b.toArray(c,f),f+=3,b.toArray(c,f),f+=3}let h=new Kt;h.setAttribute("position",new yt(l,3)),h.setAttribute("color",new yt(c,3));let u=new pr({vertexColors:!0,toneMapped:!1});super(h,u),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var La=class extends In{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function Bd(n,e,t,i){let s=py(i);switch(t){case wd:return n*e;case Td:return n*e/s.components*s.byteLength;case Ac:return n*e/s.components*s.byteLength;case Qs:return n*e*2/s.components*s.byteLength;case Rc:return n*e*2/s.components*s.byteLength;case Ed:return n*e*3/s.components*s.byteLength;case Bn:return n*e*4/s.components*s.byteLength;case Cc:return n*e*4/s.components*s.byteLength;case Na:case Ua:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case Fa:case Oa:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Lc:case Dc:return Math.max(n,16)*Math.max(e,8)/4;case Pc:case Ic:return Math.max(n,8)*Math.max(e,8)/2;case Nc:case Uc:case Oc:case kc:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case Fc:case ka:case Bc:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case zc:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Vc:return Math.floor((n+4)/5)*Math.floor((e+3)/4)*16;case Hc:return Math.floor((n+4)/5)*Math.floor((e+4)/5)*16;case Gc:return Math.floor((n+5)/6)*Math.floor((e+4)/5)*16;case Wc:return Math.floor((n+5)/6)*Math.floor((e+5)/6)*16;case Xc:return Math.floor((n+7)/8)*Math.floor((e+4)/5)*16;case qc:return Math.floor((n+7)/8)*Math.floor((e+5)/6)*16;case Yc:return Math.floor((n+7)/8)*Math.floor((e+7)/8)*16;case Kc:return Math.floor((n+9)/10)*Math.floor((e+4)/5)*16;case Zc:return Math.floor((n+9)/10)*Math.floor((e+5)/6)*16;case $c:return Math.floor((n+9)/10)*Math.floor((e+7)/8)*16;case Jc:return Math.floor((n+9)/10)*Math.floor((e+9)/10)*16;case jc:return Math.floor((n+11)/12)*Math.floor((e+9)/10)*16;case Qc:return Math.floor((n+11)/12)*Math.floor((e+11)/12)*16;case eh:case th:case ih:return Math.ceil(n/4)*Math.ceil(e/4)*16;case nh:case sh:return Math.ceil(n/4)*Math.ceil(e/4)*8;case Ba:case rh:return Math.ceil(n/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function py(n){switch(n){case rn:case xd:return{byteLength:1,components:1};case So:case bd:case kn:return{byteLength:2,components:1};case Ec:case Tc:return{byteLength:2,components:4};case Fn:case wc:case On:return{byteLength:4,components:1};case Sd:case Md:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${n}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?qe("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function hg(){let n=null,e=!1,t=null,i=null;function s(r,o){i=n.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&n!==null&&(i=n.requestAnimationFrame(s),e=!0)},stop:function(){n!==null&&n.cancelAnimationFrame(i),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){n=r}}}function gy(n){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=n.createBuffer();n.bindBuffer(l,d),n.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=n.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=n.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=n.HALF_FLOAT:f=n.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=n.SHORT;else if(c instanceof Uint32Array)f=n.UNSIGNED_INT;else if(c instanceof Int32Array)f=n.INT;else if(c instanceof Int8Array)f=n.BYTE;else if(c instanceof Uint8Array)f=n.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=n.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function i(a,l,c){let h=l.array,u=l.updateRanges;if(n.bindBuffer(c,a),u.length===0)n.bufferSubData(c,0,h);else{u.sort((f,g)=>f.start-g.start);let d=0;for(let f=1;f<u.length;f++){let g=u[d],b=u[f];b.start<=g.start+g.count+1?g.count=Math.max(g.count,b.start+b.count-g.start):(++d,u[d]=b)}u.length=d+1;for(let f=0,g=u.length;f<g;f++){let b=u[f];n.bufferSubData(c,b.start*h.BYTES_PER_ELEMENT,h,b.start,b.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(n.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var vy=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,_y=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,yy=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,xy=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,by=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Sy=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,My=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,wy=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Ey=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Ty=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Ay=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Ry=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,Cy=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,Py=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,Ly=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Iy=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Dy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Ny=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Uy=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Fy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,Oy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,ky=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,By=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,zy=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,Vy=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,Hy=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Gy=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Wy=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,Xy=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,qy="gl_FragColor = linearToOutputTexel( gl_FragColor );",Yy=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Ky=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,Zy=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,$y=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Jy=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,jy=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Qy=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,ex=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,tx=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,ix=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,nx=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,sx=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,rx=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,ox=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,ax=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,lx=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,cx=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,hx=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,ux=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,dx=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,fx=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,px=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,mx=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,gx=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,vx=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,_x=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,yx=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,xx=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,bx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Sx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Mx=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,wx=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Ex=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Tx=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Ax=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Rx=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,Cx=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,Px=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,Lx=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Ix=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,Dx=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Nx=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,Ux=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,Fx=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Ox=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,kx=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,Bx=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,zx=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Vx=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,Hx=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,Gx=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Wx=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,Xx=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,qx=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,Yx=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Kx=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Zx=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,$x=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Jx=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,jx=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,Qx=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,eb=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,tb=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,ib=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,nb=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,sb=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,rb=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,ob=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,ab=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,lb=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,cb=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,hb=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,ub=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,db=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,fb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,pb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,mb=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,gb=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,vb=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,_b=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,yb=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,xb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,bb=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Sb=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Mb=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,wb=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,Eb=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,Tb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,Ab=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Rb=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Cb=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Pb=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,Lb=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Ib=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Db=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Nb=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,Ub=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Fb=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,Ob=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,kb=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Bb=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,zb=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,Vb=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Hb=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Gb=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Wb=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,Xb=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,qb=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Yb=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Kb=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Zb=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ut={alphahash_fragment:vy,alphahash_pars_fragment:_y,alphamap_fragment:yy,alphamap_pars_fragment:xy,alphatest_fragment:by,alphatest_pars_fragment:Sy,aomap_fragment:My,aomap_pars_fragment:wy,batching_pars_vertex:Ey,batching_vertex:Ty,begin_vertex:Ay,beginnormal_vertex:Ry,bsdfs:Cy,iridescence_fragment:Py,bumpmap_pars_fragment:Ly,clipping_planes_fragment:Iy,clipping_planes_pars_fragment:Dy,clipping_planes_pars_vertex:Ny,clipping_planes_vertex:Uy,color_fragment:Fy,color_pars_fragment:Oy,color_pars_vertex:ky,color_vertex:By,common:zy,defaultnormal_vertex:Vy,displacementmap_pars_vertex:Hy,displacementmap_vertex:Gy,emissivemap_fragment:Wy,emissivemap_pars_fragment:Xy,colorspace_fragment:qy,colorspace_pars_fragment:Yy,envmap_fragment:Ky,envmap_common_pars_fragment:Zy,envmap_pars_fragment:$y,envmap_pars_vertex:Jy,envmap_physical_pars_fragment:lx,envmap_vertex:jy,fog_vertex:Qy,fog_pars_vertex:ex,fog_fragment:tx,fog_pars_fragment:ix,gradientmap_pars_fragment:nx,lightmap_pars_fragment:sx,lights_lambert_fragment:rx,lights_lambert_pars_fragment:ox,lights_pars_begin:ax,lights_toon_fragment:cx,lights_toon_pars_fragment:hx,lights_phong_fragment:ux,lights_phong_pars_fragment:dx,lights_physical_fragment:fx,lights_physical_pars_fragment:px,lights_fragment_begin:mx,lights_fragment_maps:gx,lights_fragment_end:vx,lightprobes_pars_fragment:_x,logdepthbuf_fragment:yx,logdepthbuf_pars_fragment:xx,logdepthbuf_pars_vertex:bx,logdepthbuf_vertex:Sx,map_fragment:Mx,map_pars_fragment:wx,map_particle_fragment:Ex,map_particle_pars_fragment:Tx,metalnessmap_fragment:Ax,metalnessmap_pars_fragment:Rx,morphinstance_vertex:Cx,morphcolor_vertex:Px,morphnormal_vertex:Lx,morphtarget_pars_vertex:Ix,morphtarget_vertex:Dx,normal_fragment_begin:Nx,normal_fragment_maps:Ux,normal_pars_fragment:Fx,normal_pars_vertex:Ox,normal_vertex:kx,normalmap_pars_fragment:Bx,clearcoat_normal_fragment_begin:zx,clearcoat_normal_fragment_maps:Vx,clearcoat_pars_fragment:Hx,iridescence_pars_fragment:Gx,opaque_fragment:Wx,packing:Xx,premultiplied_alpha_fragment:qx,project_vertex:Yx,dithering_fragment:Kx,dithering_pars_fragment:Zx,roughnessmap_fragment:$x,roughnessmap_pars_fragment:Jx,shadowmap_pars_fragment:jx,shadowmap_pars_vertex:Qx,shadowmap_vertex:eb,shadowmask_pars_fragment:tb,skinbase_vertex:ib,skinning_pars_vertex:nb,skinning_vertex:sb,skinnormal_vertex:rb,specularmap_fragment:ob,specularmap_pars_fragment:ab,tonemapping_fragment:lb,tonemapping_pars_fragment:cb,transmission_fragment:hb,transmission_pars_fragment:ub,uv_pars_fragment:db,uv_pars_vertex:fb,uv_vertex:pb,worldpos_vertex:mb,background_vert:gb,background_frag:vb,backgroundCube_vert:_b,backgroundCube_frag:yb,cube_vert:xb,cube_frag:bb,depth_vert:Sb,depth_frag:Mb,distance_vert:wb,distance_frag:Eb,equirect_vert:Tb,equirect_frag:Ab,linedashed_vert:Rb,linedashed_frag:Cb,meshbasic_vert:Pb,meshbasic_frag:Lb,meshlambert_vert:Ib,meshlambert_frag:Db,meshmatcap_vert:Nb,meshmatcap_frag:Ub,meshnormal_vert:Fb,meshnormal_frag:Ob,meshphong_vert:kb,meshphong_frag:Bb,meshphysical_vert:zb,meshphysical_frag:Vb,meshtoon_vert:Hb,meshtoon_frag:Gb,points_vert:Wb,points_frag:Xb,shadow_vert:qb,shadow_frag:Yb,sprite_vert:Kb,sprite_frag:Zb},Pe={common:{diffuse:{value:new at(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new tt},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new tt}},envmap:{envMap:{value:null},envMapRotation:{value:new tt},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new tt}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new tt}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new tt},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new tt},normalScale:{value:new Ye(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new tt},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new tt}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new tt}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new tt}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new at(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new at(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0},uvTransform:{value:new tt}},sprite:{diffuse:{value:new at(16777215)},opacity:{value:1},center:{value:new Ye(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new tt},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0}}},en={basic:{uniforms:zi([Pe.common,Pe.specularmap,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.fog]),vertexShader:ut.meshbasic_vert,fragmentShader:ut.meshbasic_frag},lambert:{uniforms:zi([Pe.common,Pe.specularmap,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.fog,Pe.lights,{emissive:{value:new at(0)},envMapIntensity:{value:1}}]),vertexShader:ut.meshlambert_vert,fragmentShader:ut.meshlambert_frag},phong:{uniforms:zi([Pe.common,Pe.specularmap,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.fog,Pe.lights,{emissive:{value:new at(0)},specular:{value:new at(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ut.meshphong_vert,fragmentShader:ut.meshphong_frag},standard:{uniforms:zi([Pe.common,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.roughnessmap,Pe.metalnessmap,Pe.fog,Pe.lights,{emissive:{value:new at(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ut.meshphysical_vert,fragmentShader:ut.meshphysical_frag},toon:{uniforms:zi([Pe.common,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.gradientmap,Pe.fog,Pe.lights,{emissive:{value:new at(0)}}]),vertexShader:ut.meshtoon_vert,fragmentShader:ut.meshtoon_frag},matcap:{uniforms:zi([Pe.common,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.fog,{matcap:{value:null}}]),vertexShader:ut.meshmatcap_vert,fragmentShader:ut.meshmatcap_frag},points:{uniforms:zi([Pe.points,Pe.fog]),vertexShader:ut.points_vert,fragmentShader:ut.points_frag},dashed:{uniforms:zi([Pe.common,Pe.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ut.linedashed_vert,fragmentShader:ut.linedashed_frag},depth:{uniforms:zi([Pe.common,Pe.displacementmap]),vertexShader:ut.depth_vert,fragmentShader:ut.depth_frag},normal:{uniforms:zi([Pe.common,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,{opacity:{value:1}}]),vertexShader:ut.meshnormal_vert,fragmentShader:ut.meshnormal_frag},sprite:{uniforms:zi([Pe.sprite,Pe.fog]),vertexShader:ut.sprite_vert,fragmentShader:ut.sprite_frag},background:{uniforms:{uvTransform:{value:new tt},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ut.background_vert,fragmentShader:ut.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new tt}},vertexShader:ut.backgroundCube_vert,fragmentShader:ut.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ut.cube_vert,fragmentShader:ut.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ut.equirect_vert,fragmentShader:ut.equirect_frag},distance:{uniforms:zi([Pe.common,Pe.displacementmap,{referencePosition:{value:new U},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ut.distance_vert,fragmentShader:ut.distance_frag},shadow:{uniforms:zi([Pe.lights,Pe.fog,{color:{value:new at(0)},opacity:{value:1}}]),vertexShader:ut.shadow_vert,fragmentShader:ut.shadow_frag}};en.physical={uniforms:zi([en.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new tt},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new tt},clearcoatNormalScale:{value:new Ye(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new tt},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new tt},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new tt},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new tt},sheen:{value:0},sheenColor:{value:new at(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new tt},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new tt},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new tt},transmissionSamplerSize:{value:new Ye},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new tt},attenuationDistance:{value:0},attenuationColor:{value:new at(0)},specularColor:{value:new at(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new tt},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new tt},anisotropyVector:{value:new Ye},anisotropyMap:{value:null},anisotropyMapTransform:{value:new tt}}]),vertexShader:ut.meshphysical_vert,fragmentShader:ut.meshphysical_frag};var lh={r:0,b:0,g:0},$b=new Nt,ug=new tt;ug.set(-1,0,0,0,1,0,0,0,1);function Jb(n,e,t,i,s,r){let o=new at(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(y){let A=y.isScene===!0?y.background:null;if(A&&A.isTexture){let S=y.backgroundBlurriness>0;A=e.get(A,S)}return A}function g(y){let A=!1,S=f(y);S===null?m(o,a):S&&S.isColor&&(m(S,1),A=!0);let C=n.xr.getEnvironmentBlendMode();C==="additive"?t.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(n.autoClear||A)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),n.clear(n.autoClearColor,n.autoClearDepth,n.autoClearStencil))}function b(y,A){let S=f(A);S&&S.isCubeTexture?(c===void 0&&(c=new Zt(new Xs(1,1,1),new Mn({name:"BackgroundCubeMaterial",uniforms:br(en.backgroundCube.uniforms),vertexShader:en.backgroundCube.vertexShader,fragmentShader:en.backgroundCube.fragmentShader,side:Qi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,T,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(c)),c.material.uniforms.envMap.value=S,c.material.uniforms.backgroundBlurriness.value=A.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4($b.makeRotationFromEuler(A.backgroundRotation)).transpose(),S.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(ug),c.material.toneMapped=vt.getTransfer(S.colorSpace)!==Tt,(h!==S||u!==S.version||d!==n.toneMapping)&&(c.material.needsUpdate=!0,h=S,u=S.version,d=n.toneMapping),c.layers.enableAll(),y.unshift(c,c.geometry,c.material,0,0,null)):S&&S.isTexture&&(l===void 0&&(l=new Zt(new xa(2,2),new Mn({name:"BackgroundMaterial",uniforms:br(en.background.uniforms),vertexShader:en.background.vertexShader,fragmentShader:en.background.fragmentShader,side:js,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(l)),l.material.uniforms.t2D.value=S,l.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,l.material.toneMapped=vt.getTransfer(S.colorSpace)!==Tt,S.matrixAutoUpdate===!0&&S.updateMatrix(),l.material.uniforms.uvTransform.value.copy(S.matrix),(h!==S||u!==S.version||d!==n.toneMapping)&&(l.material.needsUpdate=!0,h=S,u=S.version,d=n.toneMapping),l.layers.enableAll(),y.unshift(l,l.geometry,l.material,0,0,null))}function m(y,A){y.getRGB(lh,Fd(n)),t.buffers.color.setClear(lh.r,lh.g,lh.b,A,r)}function p(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(y,A=1){o.set(y),a=A,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(y){a=y,m(o,a)},render:g,addToRenderList:b,dispose:p}}function jb(n,e){let t=n.getParameter(n.MAX_VERTEX_ATTRIBS),i={},s=d(null),r=s,o=!1;function a(I,z,V,N,W){let Y=!1,G=u(I,N,V,z);r!==G&&(r=G,c(r.object)),Y=f(I,N,V,W),Y&&g(I,N,V,W),W!==null&&e.update(W,n.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,S(I,z,V,N),W!==null&&n.bindBuffer(n.ELEMENT_ARRAY_BUFFER,e.get(W).buffer))}function l(){return n.createVertexArray()}function c(I){return n.bindVertexArray(I)}function h(I){return n.deleteVertexArray(I)}function u(I,z,V,N){let W=N.wireframe===!0,Y=i[z.id];Y===void 0&&(Y={},i[z.id]=Y);let G=I.isInstancedMesh===!0?I.id:0,ce=Y[G];ce===void 0&&(ce={},Y[G]=ce);let $=ce[V.id];$===void 0&&($={},ce[V.id]=$);let j=$[W];return j===void 0&&(j=d(l()),$[W]=j),j}function d(I){let z=[],V=[],N=[];for(let W=0;W<t;W++)z[W]=0,V[W]=0,N[W]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:V,attributeDivisors:N,object:I,attributes:{},index:null}}function f(I,z,V,N){let W=r.attributes,Y=z.attributes,G=0,ce=V.getAttributes();for(let $ in ce)if(ce[$].location>=0){let ne=W[$],de=Y[$];if(de===void 0&&($==="instanceMatrix"&&I.instanceMatrix&&(de=I.instanceMatrix),$==="instanceColor"&&I.instanceColor&&(de=I.instanceColor)),ne===void 0||ne.attribute!==de||de&&ne.data!==de.data)return!0;G++}return r.attributesNum!==G||r.index!==N}function g(I,z,V,N){let W={},Y=z.attributes,G=0,ce=V.getAttributes();for(let $ in ce)if(ce[$].location>=0){let ne=Y[$];ne===void 0&&($==="instanceMatrix"&&I.instanceMatrix&&(ne=I.instanceMatrix),$==="instanceColor"&&I.instanceColor&&(ne=I.instanceColor));let de={};de.attribute=ne,ne&&ne.data&&(de.data=ne.data),W[$]=de,G++}r.attributes=W,r.attributesNum=G,r.index=N}function b(){let I=r.newAttributes;for(let z=0,V=I.length;z<V;z++)I[z]=0}function m(I){p(I,0)}function p(I,z){let V=r.newAttributes,N=r.enabledAttributes,W=r.attributeDivisors;V[I]=1,N[I]===0&&(n.enableVertexAttribArray(I),N[I]=1),W[I]!==z&&(n.vertexAttribDivisor(I,z),W[I]=z)}function y(){let I=r.newAttributes,z=r.enabledAttributes;for(let V=0,N=z.length;V<N;V++)z[V]!==I[V]&&(n.disableVertexAttribArray(V),z[V]=0)}function A(I,z,V,N,W,Y,G){G===!0?n.vertexAttribIPointer(I,z,V,W,Y):n.vertexAttribPointer(I,z,V,N,W,Y)}function S(I,z,V,N){b();let W=N.attributes,Y=V.getAttributes(),G=z.defaultAttributeValues;for(let ce in Y){let $=Y[ce];if($.location>=0){let j=W[ce];if(j===void 0&&(ce==="instanceMatrix"&&I.instanceMatrix&&(j=I.instanceMatrix),ce==="instanceColor"&&I.instanceColor&&(j=I.instanceColor)),j!==void 0){let ne=j.normalized,de=j.itemSize,ue=e.get(j);if(ue===void 0)continue;let Q=ue.buffer,me=ue.type,_e=ue.bytesPerElement,Ae=me===n.INT||me===n.UNSIGNED_INT||j.gpuType===wc;if(j.isInterleavedBufferAttribute){let Se=j.data,Ge=Se.isInterleavedBuffer===!0?Se.stride:Se.itemSize,st=j.offset;if(Se.isInstancedInterleavedBuffer||Se.isInstancedBufferAttribute){for(let Ve=0;Ve<$.locationSize;Ve++)p($.location+Ve,Se.meshPerAttribute);I.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=Se.meshPerAttribute*Se.count)}else for(let Ve=0;Ve<$.locationSize;Ve++)m($.location+Ve);n.bindBuffer(n.ARRAY_BUFFER,Q);for(let Ve=0;Ve<$.locationSize;Ve++)A($.location+Ve,de/$.locationSize,me,ne,Ge*_e,(st+de/$.locationSize*Ve)*_e,Ae)}else{if(j.isInstancedBufferAttribute){for(let Se=0;Se<$.locationSize;Se++)p($.location+Se,j.meshPerAttribute);I.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let Se=0;Se<$.locationSize;Se++)m($.location+Se);n.bindBuffer(n.ARRAY_BUFFER,Q);for(let Se=0;Se<$.locationSize;Se++)A($.location+Se,de/$.locationSize,me,ne,de*_e,de/$.locationSize*Se*_e,Ae)}}else if(G!==void 0){let ne=G[ce];if(ne!==void 0)switch(ne.length){case 2:n.vertexAttrib2fv($.location,ne);break;case 3:n.vertexAttrib3fv($.location,ne);break;case 4:n.vertexAttrib4fv($.location,ne);break;default:n.vertexAttrib1fv($.location,ne)}}}}y()}function C(){k();for(let I in i){let z=i[I];for(let V in z){let N=z[V];for(let W in N){let Y=N[W];for(let G in Y)h(Y[G].object),delete Y[G];delete N[W]}}delete i[I]}}function T(I){if(i[I.id]===void 0)return;let z=i[I.id];for(let V in z){let N=z[V];for(let W in N){let Y=N[W];for(let G in Y)h(Y[G].object),delete Y[G];delete N[W]}}delete i[I.id]}function _(I){for(let z in i){let V=i[z];for(let N in V){let W=V[N];if(W[I.id]===void 0)continue;let Y=W[I.id];for(let G in Y)h(Y[G].object),delete Y[G];delete W[I.id]}}}function E(I){for(let z in i){let V=i[z],N=I.isInstancedMesh===!0?I.id:0,W=V[N];if(W!==void 0){for(let Y in W){let G=W[Y];for(let ce in G)h(G[ce].object),delete G[ce];delete W[Y]}delete V[N],Object.keys(V).length===0&&delete i[z]}}}function k(){L(),o=!0,r!==s&&(r=s,c(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:k,resetDefaultState:L,dispose:C,releaseStatesOfGeometry:T,releaseStatesOfObject:E,releaseStatesOfProgram:_,initAttributes:b,enableAttribute:m,disableUnusedAttributes:y}}function Qb(n,e,t){let i;function s(l){i=l}function r(l,c){n.drawArrays(i,l,c),t.update(c,i,1)}function o(l,c,h){h!==0&&(n.drawArraysInstanced(i,l,c,h),t.update(c,i,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];t.update(d,i,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function eS(n,e,t,i){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let _=e.get("EXT_texture_filter_anisotropic");s=n.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==Bn&&i.convert(_)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let E=_===kn&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(_!==rn&&_!==On&&!E&&i.convert(_)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.HIGH_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.MEDIUM_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(qe("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&u===!1;t.reversedDepthBuffer===!0&&u===!1&&qe("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&u===!0&&qe("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=n.getParameter(n.MAX_TEXTURE_IMAGE_UNITS),g=n.getParameter(n.MAX_VERTEX_TEXTURE_IMAGE_UNITS),b=n.getParameter(n.MAX_TEXTURE_SIZE),m=n.getParameter(n.MAX_CUBE_MAP_TEXTURE_SIZE),p=n.getParameter(n.MAX_VERTEX_ATTRIBS),y=n.getParameter(n.MAX_VERTEX_UNIFORM_VECTORS),A=n.getParameter(n.MAX_VARYING_VECTORS),S=n.getParameter(n.MAX_FRAGMENT_UNIFORM_VECTORS),C=n.getParameter(n.MAX_SAMPLES),T=n.getParameter(n.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:g,maxTextureSize:b,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:y,maxVaryings:A,maxFragmentUniforms:S,maxSamples:C,samples:T}}function tS(n){let e=this,t=null,i=0,s=!1,r=!1,o=new Zi,a=new tt,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||i!==0||s;return s=d,i=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){t=h(u,d,0)},this.setState=function(u,d,f){let g=u.clippingPlanes,b=u.clipIntersection,m=u.clipShadows,p=n.get(u);if(!s||g===null||g.length===0||r&&!m)r?h(null):c();else{let y=r?0:i,A=y*4,S=p.clippingState||null;l.value=S,S=h(g,d,A,f);for(let C=0;C!==A;++C)S[C]=t[C];p.clippingState=S,this.numIntersection=b?this.numPlanes:0,this.numPlanes+=y}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=i>0),e.numPlanes=i,e.numIntersection=0}function h(u,d,f,g){let b=u!==null?u.length:0,m=null;if(b!==0){if(m=l.value,g!==!0||m===null){let p=f+b*4,y=d.matrixWorldInverse;a.getNormalMatrix(y),(m===null||m.length<p)&&(m=new Float32Array(p));for(let A=0,S=f;A!==b;++A,S+=4)o.copy(u[A]).applyMatrix4(y,a),o.normal.toArray(m,S),m[S+3]=o.constant}l.value=m,l.needsUpdate=!0}return e.numPlanes=b,e.numIntersection=0,m}}var Wa=class extends fn{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let i={width:e,height:e,depth:1},s=[i,i,i,i,i,i];this.texture=new pa(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let i={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Xs(5,5,5),r=new Mn({name:"CubemapFromEquirect",uniforms:br(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:Qi,blending:vr});r.uniforms.tEquirect.value=t;let o=new Zt(s,r),a=t.minFilter;return t.minFilter===ws&&(t.minFilter=Ji),new vo(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,i=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,i,s);e.setRenderTarget(r)}},Gm=256,iS=3,nS=20,dg=256,fg=16,sS=3,rS=new U,oS=new at,hh=class n{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new vo(1,10,null),this._boxMesh=new Zt(new Xs(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,i=.1,s=100,r={}){let{size:o=256,position:a=rS}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,g=l.autoClearStencil,b=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,b===null&&(e.background=l.getClearColor(oS));let m=new vo(i,s,h);return m.position.copy(a),m.update(l,e),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=g,e.background=b,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=qm(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Xm(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(Gm,Dd(e))}_fromTexture(e,t){e.mapping===yr||e.mapping===bo?this._setSize(e.image.length===0?Gm:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let i=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(i),i}_allocateTarget(){let e=this._cubeSize,t=Wm(e,!1,!1),i=Math.log2(e)-iS;for(let s=0;s<=i;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,i=this._sourceTarget;return(i===null||i.width!==t||e&&i.depthBuffer===!1)&&(i!==null&&i.dispose(),this._sourceTarget=Wm(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,i){let s=this._boxMesh,r=this._cubeCamera;s.material=i,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===yr||e.mapping===bo?(this._cubemapMaterial===null&&(this._cubemapMaterial=qm()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Xm()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=aS(),this._integrationMaterial=lS());let t=this._cubeSize,i=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/fg);for(let o=0;o<=i;o++){let a=n.lodToRoughness(o,i);if(o>i-sS)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(dg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=cS());let i=this._blurMaterial,s=i.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,i),s.envMap.value=e.texture,this._renderCube(r,0,i)}};function Wm(n,e,t){return new Wa(n,{minFilter:ws,generateMipmaps:e,type:kn,colorSpace:oa,depthBuffer:t})}function Xa(n,e,t){return new Mn({name:n,uniforms:e,vertexShader:ut.cube_vert,fragmentShader:t,side:Qi,blending:vr,depthTest:!1,depthWrite:!1})}function aS(){return Xa("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${dg}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function lS(){return Xa("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:fg}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function cS(){return Xa("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${nS}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Xm(){return Xa("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function qm(){return Xa("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function hS(n){let e=new WeakMap,t=new WeakMap,i=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===bc||f===Sc)if(e.has(d)){let g=e.get(d).texture;return a(g,d.mapping)}else{let g=d.image;if(g&&g.height>0){let b=new Wa(g.height);return b.fromEquirectangularTexture(n,d),e.set(d,b),d.addEventListener("dispose",c),a(b.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,g=f===bc||f===Sc,b=f===yr||f===bo;if(g||b){let m=t.get(d),p=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==p)return i===null&&(i=new hh(n)),m=g?i.fromEquirectangular(d,m):i.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),m.texture;if(m!==void 0)return m.texture;{let y=d.image;return g&&y&&y.height>0||b&&y&&l(y)?(i===null&&(i=new hh(n)),m=g?i.fromEquirectangular(d):i.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),d.addEventListener("dispose",h),m.texture):null}}}return d}function a(d,f){return f===bc?d.mapping=yr:f===Sc&&(d.mapping=bo),d}function l(d){let f=0,g=6;for(let b=0;b<g;b++)d[b]!==void 0&&f++;return f===g}function c(d){let f=d.target;f.removeEventListener("dispose",c);let g=e.get(f);g!==void 0&&(e.delete(f),g.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let g=t.get(f);g!==void 0&&(t.delete(f),g.dispose())}function u(){e=new WeakMap,t=new WeakMap,i!==null&&(i.dispose(),i=null)}return{get:s,dispose:u}}function uS(n){let e={};function t(i){if(e[i]!==void 0)return e[i];let s=n.getExtension(i);return e[i]=s,s}return{has:function(i){return t(i)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(i){let s=t(i);return s===null&&na("WebGLRenderer: "+i+" extension not supported."),s}}}function dS(n,e,t,i){let s={},r=new WeakMap,o=new FinalizationRegistry(g=>delete s[g]);function a(g){l(g.target)}function l(g){g.index!==null&&e.remove(g.index);for(let m in g.attributes)e.remove(g.attributes[m]);g.removeEventListener("dispose",a),delete s[g.id],o.unregister(g);let b=r.get(g);b&&(e.remove(b),r.delete(g)),i.releaseStatesOfGeometry(g),g.isInstancedBufferGeometry===!0&&delete g._maxInstanceCount,t.memory.geometries--}function c(g,b){return s[b.id]!==void 0||(b.addEventListener("dispose",a),s[b.id]=new WeakRef(b),o.register(b,b.id,b),t.memory.geometries++),b}function h(g){let b=g.attributes;for(let m in b)e.update(b[m],n.ARRAY_BUFFER)}function u(g){let b=g.index,m=g.attributes.position,p=0;if(m===void 0)return;let y=b!==null?b.array.length:m.array.length/3-1,A=m.count>=65535?fa:da,S=new A(Math.ceil(y/3)*6,1),C=S.array;if(b!==null){let _=b.array;p=b.version;for(let E=0,k=0;E<y;E+=3){let L=_[E+0],I=_[E+1],z=_[E+2];C[k++]=L,C[k++]=I,C[k++]=I,C[k++]=z,C[k++]=z,C[k++]=L}}else{p=m.version;for(let _=0,E=0;_<y;_+=3){let k=_+0,L=_+1,I=_+2;C[E++]=k,C[E++]=L,C[E++]=L,C[E++]=I,C[E++]=I,C[E++]=k}}S.version=p;let T=r.get(g);T&&e.remove(T),r.set(g,S)}function d(g){let b=r.get(g);if(b){let m=g.index;m!==null&&b.version<m.version&&u(g)}else u(g);return r.get(g)}function f(){for(let g in s){let b=s[g].deref();b!==void 0&&l(b)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function fS(n,e,t){let i;function s(u){i=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){n.drawElements(i,d,r,u*o),t.update(d,i,1)}function c(u,d,f){f!==0&&(n.drawElementsInstanced(i,d,r,u*o,f),t.update(d,i,f))}function h(u,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,d,0,r,u,0,f);let b=0;for(let m=0;m<f;m++)b+=d[m];t.update(b,i,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function pS(n){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function i(r,o,a){switch(t.calls++,o){case n.TRIANGLES:t.triangles+=a*(r/3);break;case n.LINES:t.lines+=a*(r/2);break;case n.LINE_STRIP:t.lines+=a*(r-1);break;case n.LINE_LOOP:t.lines+=a*r;break;case n.POINTS:t.points+=a*r;break;default:Qe("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:i}}function mS(n,e,t){let i=new WeakMap,s=new At;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=i.get(a);if(d===void 0||d.count!==u){let k=function(){_.dispose(),i.delete(a),a.removeEventListener("dispose",k)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,b=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],y=a.morphAttributes.color||[],A=0;f===!0&&(A=1),g===!0&&(A=2),b===!0&&(A=3);let S=a.attributes.position.count*A,C=1;S>e.maxTextureSize&&(C=Math.ceil(S/e.maxTextureSize),S=e.maxTextureSize);let T=new Float32Array(S*C*4*u),_=new ha(T,S,C,u);_.type=On,_.needsUpdate=!0;let E=A*4;for(let L=0;L<u;L++){let I=m[L],z=p[L],V=y[L],N=S*C*4*L;for(let W=0;W<I.count;W++){let Y=W*E;f===!0&&(s.fromBufferAttribute(I,W),T[N+Y+0]=s.x,T[N+Y+1]=s.y,T[N+Y+2]=s.z,T[N+Y+3]=0),g===!0&&(s.fromBufferAttribute(z,W),T[N+Y+4]=s.x,T[N+Y+5]=s.y,T[N+Y+6]=s.z,T[N+Y+7]=0),b===!0&&(s.fromBufferAttribute(V,W),T[N+Y+8]=s.x,T[N+Y+9]=s.y,T[N+Y+10]=s.z,T[N+Y+11]=V.itemSize===4?s.w:1)}}d={count:u,texture:_,size:new Ye(S,C)},i.set(a,d),a.addEventListener("dispose",k)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(n,"morphTexture",o.morphTexture,t);else{let f=0;for(let b=0;b<c.length;b++)f+=c[b];let g=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(n,"morphTargetBaseInfluence",g),l.getUniforms().setValue(n,"morphTargetInfluences",c)}l.getUniforms().setValue(n,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(n,"morphTargetsTextureSize",d.size)}return{update:r}}function gS(n,e,t,i,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=e.get(c,u);if(r.get(d)!==h&&(e.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,n.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,n.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),i.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var vS={[dd]:"LINEAR_TONE_MAPPING",[fd]:"REINHARD_TONE_MAPPING",[pd]:"CINEON_TONE_MAPPING",[md]:"ACES_FILMIC_TONE_MAPPING",[vd]:"AGX_TONE_MAPPING",[_d]:"NEUTRAL_TONE_MAPPING",[gd]:"CUSTOM_TONE_MAPPING"};function _S(n,e,t,i,s,r){let o=new fn(e,t,{type:n,depthBuffer:s,stencilBuffer:r,samples:i?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Kt;h.setAttribute("position",new yt([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new yt([0,2,0,0,2,0],2));let u=new rc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new Zt(h,u),f=new Un(-1,1,1,-1,0,1),g=null,b=null,m=!1,p,y=null,A=[],S=!1;this.setSize=function(C,T){o.setSize(C,T),a!==null&&a.setSize(C,T),l!==null&&l.setSize(C,T);for(let _=0;_<A.length;_++){let E=A[_];E.setSize&&E.setSize(C,T)}},this.setEffects=function(C){A=C,S=A.length>0&&A[0].isRenderPass===!0;let T=o.width,_=o.height;A.length>0&&a===null&&(a=new fn(T,_,{type:kn,depthBuffer:!1,stencilBuffer:!1}),l=new fn(T,_,{type:kn,depthBuffer:!1,stencilBuffer:!1}));let E=s===!0&&A.some(k=>k.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&c===null&&(c=new Ms(T,_),r===!0&&(c.format=Es,c.type=xr)),o.dispose(),o.depthTexture=E?c:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let k=0;k<A.length;k++){let L=A[k];L.setSize&&L.setSize(T,_),E&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(c)}},this.begin=function(C,T){if(m||C.toneMapping===is&&A.length===0)return!1;if(y=T,T!==null){let _=T.width,E=T.height;(o.width!==_||o.height!==E)&&this.setSize(_,E)}return S===!1&&C.setRenderTarget(o),p=C.toneMapping,C.toneMapping=is,!0},this.hasRenderPass=function(){return S},this.end=function(C,T){C.toneMapping=p,m=!0;let _=o,E=a;for(let k=0;k<A.length;k++){let L=A[k];L.enabled!==!1&&(L.render(C,E,_,T),L.needsSwap!==!1&&(_=E,E=E===a?l:a))}if(g!==C.outputColorSpace||b!==C.toneMapping){g=C.outputColorSpace,b=C.toneMapping,u.defines={},vt.getTransfer(g)===Tt&&(u.defines.SRGB_TRANSFER="");let k=vS[b];k&&(u.defines[k]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=_.texture,C.setRenderTarget(y),C.render(d,f),y=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var pg=new sn,mg=new Ms(1,1),gg=new ma(1),vg=new ha,_g=new jl,yg=new pa,Ym=[],Km=[],Zm=new Float32Array(16),$m=new Float32Array(9),Jm=new Float32Array(4);function wo(n,e,t){let i=n[0];if(i<=0||i>0)return n;let s=e*t,r=Ym[s];if(r===void 0&&(r=new Float32Array(s),Ym[s]=r),e!==0){i.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,n[o].toArray(r,a)}return r}function _i(n,e){if(n.length!==e.length)return!1;for(let t=0,i=n.length;t<i;t++)if(n[t]!==e[t])return!1;return!0}function yi(n,e){for(let t=0,i=e.length;t<i;t++)n[t]=e[t]}function dh(n,e){let t=Km[e];t===void 0&&(t=new Int32Array(e),Km[e]=t);for(let i=0;i!==e;++i)t[i]=n.allocateTextureUnit();return t}function yS(n,e){let t=this.cache;t[0]!==e&&(n.uniform1f(this.addr,e),t[0]=e)}function xS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(_i(t,e))return;n.uniform2fv(this.addr,e),yi(t,e)}}function bS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(n.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(_i(t,e))return;n.uniform3fv(this.addr,e),yi(t,e)}}function SS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(_i(t,e))return;n.uniform4fv(this.addr,e),yi(t,e)}}function MS(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(_i(t,e))return;n.uniformMatrix2fv(this.addr,!1,e),yi(t,e)}else{if(_i(t,i))return;Jm.set(i),n.uniformMatrix2fv(this.addr,!1,Jm),yi(t,i)}}function wS(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(_i(t,e))return;n.uniformMatrix3fv(this.addr,!1,e),yi(t,e)}else{if(_i(t,i))return;$m.set(i),n.uniformMatrix3fv(this.addr,!1,$m),yi(t,i)}}function ES(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(_i(t,e))return;n.uniformMatrix4fv(this.addr,!1,e),yi(t,e)}else{if(_i(t,i))return;Zm.set(i),n.uniformMatrix4fv(this.addr,!1,Zm),yi(t,i)}}function TS(n,e){let t=this.cache;t[0]!==e&&(n.uniform1i(this.addr,e),t[0]=e)}function AS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(_i(t,e))return;n.uniform2iv(this.addr,e),yi(t,e)}}function RS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(_i(t,e))return;n.uniform3iv(this.addr,e),yi(t,e)}}function CS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(_i(t,e))return;n.uniform4iv(this.addr,e),yi(t,e)}}function PS(n,e){let t=this.cache;t[0]!==e&&(n.uniform1ui(this.addr,e),t[0]=e)}function LS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(_i(t,e))return;n.uniform2uiv(this.addr,e),yi(t,e)}}function IS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(_i(t,e))return;n.uniform3uiv(this.addr,e),yi(t,e)}}function DS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(_i(t,e))return;n.uniform4uiv(this.addr,e),yi(t,e)}}function fh(n){return n.version===0&&(n.compareFunction=Cd,n.needsUpdate=!0),n}function NS(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===n.SAMPLER_2D_SHADOW?r=fh(mg):r=pg,t.setTexture2D(e||r,s)}function US(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),t.setTexture3D(e||_g,s)}function FS(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===n.SAMPLER_CUBE_SHADOW?r=fh(gg):r=yg,t.setTextureCube(e||r,s)}function OS(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),t.setTexture2DArray(e||vg,s)}function kS(n){switch(n){case 5126:return yS;case 35664:return xS;case 35665:return bS;case 35666:return SS;case 35674:return MS;case 35675:return wS;case 35676:return ES;case 5124:case 35670:return TS;case 35667:case 35671:return AS;case 35668:case 35672:return RS;case 35669:case 35673:return CS;case 5125:return PS;case 36294:return LS;case 36295:return IS;case 36296:return DS;case 35678:case 36198:case 36298:case 36306:case 35682:return NS;case 35679:case 36299:case 36307:return US;case 35680:case 36300:case 36308:case 36293:return FS;case 36289:case 36303:case 36311:case 36292:return OS}}function BS(n,e){n.uniform1fv(this.addr,e)}function zS(n,e){let t=wo(e,this.size,2);n.uniform2fv(this.addr,t)}function VS(n,e){let t=wo(e,this.size,3);n.uniform3fv(this.addr,t)}function HS(n,e){let t=wo(e,this.size,4);n.uniform4fv(this.addr,t)}function GS(n,e){let t=wo(e,this.size,4);n.uniformMatrix2fv(this.addr,!1,t)}function WS(n,e){let t=wo(e,this.size,9);n.uniformMatrix3fv(this.addr,!1,t)}function XS(n,e){let t=wo(e,this.size,16);n.uniformMatrix4fv(this.addr,!1,t)}function qS(n,e){n.uniform1iv(this.addr,e)}function YS(n,e){n.uniform2iv(this.addr,e)}function KS(n,e){n.uniform3iv(this.addr,e)}function ZS(n,e){n.uniform4iv(this.addr,e)}function $S(n,e){n.uniform1uiv(this.addr,e)}function JS(n,e){n.uniform2uiv(this.addr,e)}function jS(n,e){n.uniform3uiv(this.addr,e)}function QS(n,e){n.uniform4uiv(this.addr,e)}function eM(n,e,t){let i=this.cache,s=e.length,r=dh(t,s);_i(i,r)||(n.uniform1iv(this.addr,r),yi(i,r));let o;this.type===n.SAMPLER_2D_SHADOW?o=fh(mg):o=pg;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function tM(n,e,t){let i=this.cache,s=e.length,r=dh(t,s);_i(i,r)||(n.uniform1iv(this.addr,r),yi(i,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||_g,r[o])}function iM(n,e,t){let i=this.cache,s=e.length,r=dh(t,s);_i(i,r)||(n.uniform1iv(this.addr,r),yi(i,r));let o;this.type===n.SAMPLER_CUBE_SHADOW?o=fh(gg):o=yg;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function nM(n,e,t){let i=this.cache,s=e.length,r=dh(t,s);_i(i,r)||(n.uniform1iv(this.addr,r),yi(i,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||vg,r[o])}function sM(n){switch(n){case 5126:return BS;case 35664:return zS;case 35665:return VS;case 35666:return HS;case 35674:return GS;case 35675:return WS;case 35676:return XS;case 5124:case 35670:return qS;case 35667:case 35671:return YS;case 35668:case 35672:return KS;case 35669:case 35673:return ZS;case 5125:return $S;case 36294:return JS;case 36295:return jS;case 36296:return QS;case 35678:case 36198:case 36298:case 36306:case 35682:return eM;case 35679:case 36299:case 36307:return tM;case 35680:case 36300:case 36308:case 36293:return iM;case 36289:case 36303:case 36311:case 36292:return nM}}var Hd=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.setValue=kS(t.type)}},Gd=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=sM(t.type)}},Wd=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,i){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],i)}}},zd=/(\w+)(\])?(\[|\.)?/g;function jm(n,e){n.seq.push(e),n.map[e.id]=e}function rM(n,e,t){let i=n.name,s=i.length;for(zd.lastIndex=0;;){let r=zd.exec(i),o=zd.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){jm(t,c===void 0?new Hd(a,n,e):new Gd(a,n,e));break}else{let u=t.map[a];u===void 0&&(u=new Wd(a),jm(t,u)),t=u}}}var Mo=class{constructor(e,t){this.seq=[],this.map={};let i=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<i;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);rM(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,i,s){let r=this.map[t];r!==void 0&&r.setValue(e,i,s)}setOptional(e,t,i){let s=t[i];s!==void 0&&this.setValue(e,i,s)}static upload(e,t,i,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=i[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let i=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&i.push(o)}return i}};function Qm(n,e,t){let i=n.createShader(e);return n.shaderSource(i,t),n.compileShader(i),i}var oM=37297,aM=0;function lM(n,e){let t=n.split(`
`),i=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;i.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return i.join(`
`)}var eg=new tt;function cM(n){vt._getMatrix(eg,vt.workingColorSpace,n);let e=`mat3( ${eg.elements.map(t=>t.toFixed(4))} )`;switch(vt.getTransfer(n)){case aa:return[e,"LinearTransferOETF"];case Tt:return[e,"sRGBTransferOETF"];default:return qe("WebGLProgram: Unsupported color space: ",n),[e,"LinearTransferOETF"]}}function tg(n,e,t){let i=n.getShaderParameter(e,n.COMPILE_STATUS),r=(n.getShaderInfoLog(e)||"").trim();if(i&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+lM(n.getShaderSource(e),a)}else return r}function hM(n,e){let t=cM(e);return[`vec4 ${n}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var uM={[dd]:"Linear",[fd]:"Reinhard",[pd]:"Cineon",[md]:"ACESFilmic",[vd]:"AgX",[_d]:"Neutral",[gd]:"Custom"};function dM(n,e){let t=uM[e];return t===void 0?(qe("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+n+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+n+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var ch=new U;function fM(){vt.getLuminanceCoefficients(ch);let n=ch.x.toFixed(4),e=ch.y.toFixed(4),t=ch.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${n}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function pM(n){return[n.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",n.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Ga).join(`
`)}function mM(n){let e=[];for(let t in n){let i=n[t];i!==!1&&e.push("#define "+t+" "+i)}return e.join(`
`)}function gM(n,e){let t={},i=n.getProgramParameter(e,n.ACTIVE_ATTRIBUTES);for(let s=0;s<i;s++){let r=n.getActiveAttrib(e,s),o=r.name,a=1;r.type===n.FLOAT_MAT2&&(a=2),r.type===n.FLOAT_MAT3&&(a=3),r.type===n.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:n.getAttribLocation(e,o),locationSize:a}}return t}function Ga(n){return n!==""}function ig(n,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return n.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function ng(n,e){return n.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var vM=/^[ \t]*#include +<([\w\d./]+)>/gm;function Xd(n){return n.replace(vM,_M)}function _M(n,e){let t=ut[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return Xd(t)}var yM=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function sg(n){return n.replace(yM,xM)}function xM(n,e,t,i){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=i.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function rg(n){let e=`precision ${n.precision} float;
	precision ${n.precision} int;
	precision ${n.precision} sampler2D;
	precision ${n.precision} samplerCube;
	precision ${n.precision} sampler3D;
	precision ${n.precision} sampler2DArray;
	precision ${n.precision} sampler2DShadow;
	precision ${n.precision} samplerCubeShadow;
	precision ${n.precision} sampler2DArrayShadow;
	precision ${n.precision} isampler2D;
	precision ${n.precision} isampler3D;
	precision ${n.precision} isamplerCube;
	precision ${n.precision} isampler2DArray;
	precision ${n.precision} usampler2D;
	precision ${n.precision} usampler3D;
	precision ${n.precision} usamplerCube;
	precision ${n.precision} usampler2DArray;
	`;return n.precision==="highp"?e+=`
#define HIGH_PRECISION`:n.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:n.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var bM={[Ia]:"SHADOWMAP_TYPE_PCF",[yo]:"SHADOWMAP_TYPE_VSM"};function SM(n){return bM[n.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var MM={[bo]:"ENVMAP_MODE_REFRACTION"};function wM(n){return n.envMap===!1?"ENVMAP_MODE_REFLECTION":MM[n.envMapMode]||"ENVMAP_MODE_REFLECTION"}var EM={[xc]:"ENVMAP_BLENDING_MULTIPLY",[Em]:"ENVMAP_BLENDING_MIX",[Tm]:"ENVMAP_BLENDING_ADD"};function TM(n){return n.envMap===!1?"ENVMAP_BLENDING_NONE":EM[n.combine]||"ENVMAP_BLENDING_NONE"}function AM(n,e,t,i){let s=n.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=SM(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=wM(t),u=TM(t),d=pM(t),f=mM(r),g=s.createProgram(),b,m,p=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(b=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Ga).join(`
`),b.length>0&&(b+=`
`),m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Ga).join(`
`),m.length>0&&(m+=`
`)):(b=[rg(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Ga).join(`
`),m=[rg(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==is?"#define TONE_MAPPING":"",t.toneMapping!==is?ut.tonemapping_pars_fragment:"",t.toneMapping!==is?dM("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",ut.colorspace_pars_fragment,hM("linearToOutputTexel",t.outputColorSpace),fM(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Ga).join(`
`)),o=Xd(o),o=ig(o,t),o=ng(o,t),a=Xd(a),a=ig(a,t),a=ng(a,t),o=sg(o),a=sg(a),t.isRawShaderMaterial!==!0&&(p=`#version 300 es
`,b=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+b,m=["#define varying in",t.glslVersion===Ld?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===Ld?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let y=p+b+o,A=p+m+a,S=Qm(s,s.VERTEX_SHADER,y),C=Qm(s,s.FRAGMENT_SHADER,A);s.attachShader(g,S),s.attachShader(g,C),t.index0AttributeName!==void 0?s.bindAttribLocation(g,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(g,0,"position"),s.linkProgram(g);function T(L){if(n.debug.checkShaderErrors){let I=s.getProgramInfoLog(g)||"",z=s.getShaderInfoLog(S)||"",V=s.getShaderInfoLog(C)||"",N=I.trim(),W=z.trim(),Y=V.trim(),G=!0,ce=!0;if(s.getProgramParameter(g,s.LINK_STATUS)===!1)if(G=!1,typeof n.debug.onShaderError=="function")n.debug.onShaderError(s,g,S,C);else{let $=tg(s,S,"vertex"),j=tg(s,C,"fragment");Qe("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(g,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+N+`
`+$+`
`+j)}else N!==""?qe("WebGLProgram: Program Info Log:",N):(W===""||Y==="")&&(ce=!1);ce&&(L.diagnostics={runnable:G,programLog:N,vertexShader:{log:W,prefix:b},fragmentShader:{log:Y,prefix:m}})}s.deleteShader(S),s.deleteShader(C),_=new Mo(s,g),E=gM(s,g)}let _;this.getUniforms=function(){return _===void 0&&T(this),_};let E;this.getAttributes=function(){return E===void 0&&T(this),E};let k=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return k===!1&&(k=s.getProgramParameter(g,oM)),k},this.destroy=function(){i.releaseStatesOfProgram(this),s.deleteProgram(g),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=aM++,this.cacheKey=e,this.usedTimes=1,this.program=g,this.vertexShader=S,this.fragmentShader=C,this}var RM=0,qd=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,i){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(i)===!1&&(s.add(i),i.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let i of t)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,i=t.get(e);return i===void 0&&(i=new Set,t.set(e,i)),i}_getShaderStage(e){let t=this.shaderCache,i=t.get(e);return i===void 0&&(i=new Yd(e),t.set(e,i)),i}},Yd=class{constructor(e){this.id=RM++,this.code=e,this.usedTimes=0}};function CM(n){return n===Qs||n===ka||n===Ba}function PM(n,e,t,i,s,r){let o=new po,a=new qd,l=new Set,c=[],h=new Map,u=i.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(_){return l.add(_),_===0?"uv":`uv${_}`}function g(_,E,k,L,I,z){let V=L.fog,N=I.geometry,W=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?L.environment:null,Y=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,G=e.get(_.envMap||W,Y),ce=d[_.type],$=i.precision;_.precision!==null&&($=i.getMaxPrecision(_.precision),$!==_.precision&&qe("WebGLProgram.getParameters:",_.precision,"not supported, using",$,"instead."));let j=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,ne=j!==void 0?j.length:0,de=0;N.morphAttributes.position!==void 0&&(de=1),N.morphAttributes.normal!==void 0&&(de=2),N.morphAttributes.color!==void 0&&(de=3);let ue,Q,me,_e;if(ce){let Re=en[ce];ue=Re.vertexShader,Q=Re.fragmentShader}else{ue=_.vertexShader,Q=_.fragmentShader;let Re=a.getVertexShaderStage(_),lt=a.getFragmentShaderStage(_);a.update(_,Re,lt),me=Re.id,_e=lt.id}let Ae=n.getRenderTarget(),Se=n.state.buffers.depth.getReversed(),Ge=I.isInstancedMesh===!0,st=I.isBatchedMesh===!0,Ve=!!_.map,dt=!!_.matcap,ct=!!G,it=ct&&G.isPMREMTexture===!0,Xt=!!_.aoMap,kt=!!_.lightMap,ri=!!_.bumpMap&&_.wireframe===!1,It=!!_.normalMap,Ei=!!_.displacementMap,xt=!!_.emissiveMap,mi=!!_.metalnessMap,$t=!!_.roughnessMap,oi=_.anisotropy>0,O=_.clearcoat>0,Ce=_.diffuseRoughness>0,Ke=_.dispersion>0,rt=_.retroreflectivity>0,Me=_.iridescence>0,Ut=_.sheen>0,ze=_.transmission>0,Xe=oi&&!!_.anisotropyMap,R=O&&!!_.clearcoatMap,x=O&&!!_.clearcoatNormalMap,X=O&&!!_.clearcoatRoughnessMap,he=Ce&&!!_.diffuseRoughnessMap,re=Me&&!!_.iridescenceMap,ve=Me&&!!_.iridescenceThicknessMap,ye=Ut&&!!_.sheenColorMap,ee=Ut&&!!_.sheenRoughnessMap,ie=!!_.specularMap,pe=!!_.specularColorMap,F=!!_.specularIntensityMap,se=ze&&!!_.transmissionMap,te=ze&&!!_.thicknessMap,we=!!_.gradientMap,ge=!!_.alphaMap,be=_.alphaTest>0,He=!!_.alphaHash,Je=!!_.extensions,le=is;_.toneMapped&&(Ae===null||Ae.isXRRenderTarget===!0)&&(le=n.toneMapping);let Oe=it?G.isCompressedCubeTexture?G.image[0].mipmaps:G.mipmaps:null,je={shaderID:ce,shaderType:_.type,shaderName:_.name,vertexShader:ue,fragmentShader:Q,defines:_.defines,customVertexShaderID:me,customFragmentShaderID:_e,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:$,batching:st,batchingColor:st&&I._colorsTexture!==null,instancing:Ge,instancingColor:Ge&&I.instanceColor!==null,instancingMorph:Ge&&I.morphTexture!==null,outputColorSpace:Ae===null?n.outputColorSpace:Ae.isXRRenderTarget===!0?Ae.texture.colorSpace:vt.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Ve,matcap:dt,envMap:ct,envMapMode:ct&&G.mapping,envMapPMREM:it,envMapMaxLod:it?Oe.length-1:null,envMapSize:it?Oe[0].width:null,aoMap:Xt,lightMap:kt,bumpMap:ri,normalMap:It,displacementMap:Ei,emissiveMap:xt,normalMapObjectSpace:It&&_.normalMapType===Cm,normalMapTangentSpace:It&&_.normalMapType===oh,packedNormalMap:It&&_.normalMapType===oh&&CM(_.normalMap.format),metalnessMap:mi,roughnessMap:$t,anisotropy:oi,anisotropyMap:Xe,clearcoat:O,clearcoatMap:R,clearcoatNormalMap:x,clearcoatRoughnessMap:X,diffuseRoughness:Ce,diffuseRoughnessMap:he,dispersion:Ke,retroreflection:rt,iridescence:Me,iridescenceMap:re,iridescenceThicknessMap:ve,sheen:Ut,sheenColorMap:ye,sheenRoughnessMap:ee,specularMap:ie,specularColorMap:pe,specularIntensityMap:F,transmission:ze,transmissionMap:se,thicknessMap:te,gradientMap:we,opaque:_.transparent===!1&&_.blending===xo&&_.alphaToCoverage===!1,alphaMap:ge,alphaTest:be,alphaHash:He,combine:_.combine,mapUv:Ve&&f(_.map.channel),aoMapUv:Xt&&f(_.aoMap.channel),lightMapUv:kt&&f(_.lightMap.channel),bumpMapUv:ri&&f(_.bumpMap.channel),normalMapUv:It&&f(_.normalMap.channel),displacementMapUv:Ei&&f(_.displacementMap.channel),emissiveMapUv:xt&&f(_.emissiveMap.channel),metalnessMapUv:mi&&f(_.metalnessMap.channel),roughnessMapUv:$t&&f(_.roughnessMap.channel),anisotropyMapUv:Xe&&f(_.anisotropyMap.channel),clearcoatMapUv:R&&f(_.clearcoatMap.channel),clearcoatNormalMapUv:x&&f(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:he&&f(_.diffuseRoughnessMap.channel),iridescenceMapUv:re&&f(_.iridescenceMap.channel),iridescenceThicknessMapUv:ve&&f(_.iridescenceThicknessMap.channel),sheenColorMapUv:ye&&f(_.sheenColorMap.channel),sheenRoughnessMapUv:ee&&f(_.sheenRoughnessMap.channel),specularMapUv:ie&&f(_.specularMap.channel),specularColorMapUv:pe&&f(_.specularColorMap.channel),specularIntensityMapUv:F&&f(_.specularIntensityMap.channel),transmissionMapUv:se&&f(_.transmissionMap.channel),thicknessMapUv:te&&f(_.thicknessMap.channel),alphaMapUv:ge&&f(_.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(It||oi),vertexNormals:!!N.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:I.isPoints===!0&&!!N.attributes.uv&&(Ve||ge),fog:!!V,useFog:_.fog===!0,fogExp2:!!V&&V.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||N.attributes.normal===void 0&&It===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:Se,skinning:I.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:ne,morphTextureStride:de,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:z.filter(Re=>Re.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:n.shadowMap.enabled&&k.length>0,shadowMapType:n.shadowMap.type,toneMapping:le,decodeVideoTexture:Ve&&_.map.isVideoTexture===!0&&vt.getTransfer(_.map.colorSpace)===Tt,decodeVideoTextureEmissive:xt&&_.emissiveMap.isVideoTexture===!0&&vt.getTransfer(_.emissiveMap.colorSpace)===Tt,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===ts,flipSided:_.side===Qi,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:Je&&_.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Je&&_.extensions.multiDraw===!0||st)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return je.vertexUv1s=l.has(1),je.vertexUv2s=l.has(2),je.vertexUv3s=l.has(3),l.clear(),je}function b(_){let E=[];if(_.shaderID?E.push(_.shaderID):(E.push(_.customVertexShaderID),E.push(_.customFragmentShaderID)),_.defines!==void 0)for(let k in _.defines)E.push(k),E.push(_.defines[k]);return _.isRawShaderMaterial===!1&&(m(E,_),p(E,_),E.push(n.outputColorSpace)),E.push(_.customProgramCacheKey),E.join()}function m(_,E){_.push(E.precision),_.push(E.outputColorSpace),_.push(E.envMapMode),_.push(E.envMapPMREM),_.push(E.envMapMaxLod),_.push(E.envMapSize),_.push(E.mapUv),_.push(E.alphaMapUv),_.push(E.lightMapUv),_.push(E.aoMapUv),_.push(E.bumpMapUv),_.push(E.normalMapUv),_.push(E.displacementMapUv),_.push(E.emissiveMapUv),_.push(E.metalnessMapUv),_.push(E.roughnessMapUv),_.push(E.anisotropyMapUv),_.push(E.clearcoatMapUv),_.push(E.clearcoatNormalMapUv),_.push(E.clearcoatRoughnessMapUv),_.push(E.diffuseRoughnessMapUv),_.push(E.iridescenceMapUv),_.push(E.iridescenceThicknessMapUv),_.push(E.sheenColorMapUv),_.push(E.sheenRoughnessMapUv),_.push(E.specularMapUv),_.push(E.specularColorMapUv),_.push(E.specularIntensityMapUv),_.push(E.transmissionMapUv),_.push(E.thicknessMapUv),_.push(E.combine),_.push(E.fogExp2),_.push(E.sizeAttenuation),_.push(E.morphTargetsCount),_.push(E.numSunLights),_.push(E.numDirLights),_.push(E.numPointLights),_.push(E.numSpotLights),_.push(E.numSpotLightMaps),_.push(E.numHemiLights),_.push(E.numRectAreaLights),_.push(E.numSunLightShadows),_.push(E.numDirLightShadows),_.push(E.numPointLightShadows),_.push(E.numSpotLightShadows),_.push(E.numSpotLightShadowsWithMaps),_.push(E.numLightProbes),_.push(E.numLightProbeGrids),_.push(E.shadowMapType),_.push(E.toneMapping),_.push(E.numClippingPlanes),_.push(E.numClipIntersection),_.push(E.depthPacking)}function p(_,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function y(_){let E=d[_.type],k;if(E){let L=en[E];k=Va.clone(L.uniforms)}else k=_.uniforms;return k}function A(_,E){let k=h.get(E);return k!==void 0?++k.usedTimes:(k=new AM(n,E,_,s),c.push(k),h.set(E,k)),k}function S(_){if(--_.usedTimes===0){let E=c.indexOf(_);c[E]=c[c.length-1],c.pop(),h.delete(_.cacheKey),_.destroy()}}function C(_){a.remove(_)}function T(){a.dispose()}return{getParameters:g,getProgramCacheKey:b,getUniforms:y,acquireProgram:A,releaseProgram:S,releaseShaderCache:C,programs:c,dispose:T}}function LM(){let n=new WeakMap;function e(o){return n.has(o)}function t(o){let a=n.get(o);return a===void 0&&(a={},n.set(o,a)),a}function i(o){n.delete(o)}function s(o,a,l){n.get(o)[a]=l}function r(){n=new WeakMap}return{has:e,get:t,remove:i,update:s,dispose:r}}function IM(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.material.id!==e.material.id?n.material.id-e.material.id:n.materialVariant!==e.materialVariant?n.materialVariant-e.materialVariant:n.z!==e.z?n.z-e.z:n.id-e.id}function og(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.z!==e.z?e.z-n.z:n.id-e.id}function ag(){let n=[],e=0,t=[],i=[],s=[];function r(){e=0,t.length=0,i.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,g,b,m,p){let y=n[e];return y===void 0?(y={id:d.id,object:d,geometry:f,material:g,materialVariant:o(d),groupOrder:b,renderOrder:d.renderOrder,z:m,group:p},n[e]=y):(y.id=d.id,y.object=d,y.geometry=f,y.material=g,y.materialVariant=o(d),y.groupOrder=b,y.renderOrder=d.renderOrder,y.z=m,y.group=p),e++,y}function l(d,f,g,b,m,p,y){y.reversedDepth===!0&&(m=-m);let A=a(d,f,g,b,m,p);g.transmission>0?i.push(A):g.transparent===!0?s.push(A):t.push(A)}function c(d,f,g,b,m,p){let y=a(d,f,g,b,m,p);g.transmission>0?i.unshift(y):g.transparent===!0?s.unshift(y):t.unshift(y)}function h(d,f){t.length>1&&t.sort(d||IM),i.length>1&&i.sort(f||og),s.length>1&&s.sort(f||og)}function u(){for(let d=e,f=n.length;d<f;d++){let g=n[d];if(g.id===null)break;g.id=null,g.object=null,g.geometry=null,g.material=null,g.group=null}}return{opaque:t,transmissive:i,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function DM(){let n=new WeakMap;function e(i,s){let r=n.get(i),o;return r===void 0?(o=new ag,n.set(i,[o])):s>=r.length?(o=new ag,r.push(o)):o=r[s],o}function t(){n=new WeakMap}return{get:e,dispose:t}}function NM(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new U,color:new at};break;case"SpotLight":t={position:new U,direction:new U,color:new at,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new U,color:new at,distance:0,decay:0};break;case"HemisphereLight":t={direction:new U,skyColor:new at,groundColor:new at};break;case"RectAreaLight":t={color:new at,position:new U,halfWidth:new U,halfHeight:new U};break}return n[e.id]=t,t}}}function UM(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ye};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ye};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ye,shadowCameraNear:1,shadowCameraFar:1e3};break}return n[e.id]=t,t}}}var FM=0;function OM(n,e){return(e.castShadow?2:0)-(n.castShadow?2:0)+(e.map?1:0)-(n.map?1:0)}function kM(n){let e=new NM,t=UM(),i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)i.probe.push(new U);let s=new U,r=new Nt,o=new Nt;function a(c){let h=0,u=0,d=0;for(let z=0;z<9;z++)i.probe[z].set(0,0,0);let f=0,g=0,b=0,m=0,p=0,y=0,A=0,S=0,C=0,T=0,_=0,E=0,k=0,L=0;c.sort(OM);for(let z=0,V=c.length;z<V;z++){let N=c[z],W=N.color,Y=N.intensity,G=N.distance,ce=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===Qs?ce=N.shadow.map.texture:ce=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=W.r*Y,u+=W.g*Y,d+=W.b*Y;else if(N.isLightProbe){for(let $=0;$<9;$++)i.probe[$].addScaledVector(N.sh.coefficients[$],Y);L++}else if(N.isSunLight){let $=e.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let j=N.shadow,ne=t.get(N);ne.shadowIntensity=j.intensity,ne.shadowBias=j.bias,ne.shadowNormalBias=j.normalBias,ne.shadowRadius=j.radius,ne.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),i.sunShadow[g]=ne,i.sunShadowMap[g]=ce;let de=j.getViewportCount();for(let ue=0;ue<de;ue++)i.sunShadowMatrix[b+ue]=j.getMatrix(ue),i.sunShadowCascade[b+ue]=j._cascadeData[ue];b+=de,g++}i.sun[f]=$,f++}else if(N.isDirectionalLight){let $=e.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let j=N.shadow,ne=t.get(N);ne.shadowIntensity=j.intensity,ne.shadowBias=j.bias,ne.shadowNormalBias=j.normalBias,ne.shadowRadius=j.radius,ne.shadowMapSize=j.mapSize,i.directionalShadow[m]=ne,i.directionalShadowMap[m]=ce,i.directionalShadowMatrix[m]=N.shadow.matrix,C++}i.directional[m]=$,m++}else if(N.isSpotLight){let $=e.get(N);$.position.setFromMatrixPosition(N.matrixWorld),$.color.copy(W).multiplyScalar(Y),$.distance=G,$.coneCos=Math.cos(N.angle),$.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),$.decay=N.decay,i.spot[y]=$;let j=N.shadow;if(N.map&&(i.spotLightMap[E]=N.map,E++,j.updateMatrices(N),N.castShadow&&k++),i.spotLightMatrix[y]=j.matrix,N.castShadow){let ne=t.get(N);ne.shadowIntensity=j.intensity,ne.shadowBias=j.bias,ne.shadowNormalBias=j.normalBias,ne.shadowRadius=j.radius,ne.shadowMapSize=j.mapSize,i.spotShadow[y]=ne,i.spotShadowMap[y]=ce,_++}y++}else if(N.isRectAreaLight){let $=e.get(N);$.color.copy(W).multiplyScalar(Y),$.halfWidth.set(N.width*.5,0,0),$.halfHeight.set(0,N.height*.5,0),i.rectArea[A]=$,A++}else if(N.isPointLight){let $=e.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),$.distance=N.distance,$.decay=N.decay,N.castShadow){let j=N.shadow,ne=t.get(N);ne.shadowIntensity=j.intensity,ne.shadowBias=j.bias,ne.shadowNormalBias=j.normalBias,ne.shadowRadius=j.radius,ne.shadowMapSize=j.mapSize,ne.shadowCameraNear=j.camera.near,ne.shadowCameraFar=j.camera.far,i.pointShadow[p]=ne,i.pointShadowMap[p]=ce,i.pointShadowMatrix[p]=N.shadow.matrix,T++}i.point[p]=$,p++}else if(N.isHemisphereLight){let $=e.get(N);$.skyColor.copy(N.color).multiplyScalar(Y),$.groundColor.copy(N.groundColor).multiplyScalar(Y),i.hemi[S]=$,S++}}A>0&&(n.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=Pe.LTC_FLOAT_1,i.rectAreaLTC2=Pe.LTC_FLOAT_2):(i.rectAreaLTC1=Pe.LTC_HALF_1,i.rectAreaLTC2=Pe.LTC_HALF_2)),i.ambient[0]=h,i.ambient[1]=u,i.ambient[2]=d;let I=i.hash;(I.sunLength!==f||I.directionalLength!==m||I.pointLength!==p||I.spotLength!==y||I.rectAreaLength!==A||I.hemiLength!==S||I.numSunShadows!==g||I.numDirectionalShadows!==C||I.numPointShadows!==T||I.numSpotShadows!==_||I.numSpotMaps!==E||I.numLightProbes!==L)&&(i.sun.length=f,i.directional.length=m,i.spot.length=y,i.rectArea.length=A,i.point.length=p,i.hemi.length=S,i.sunShadow.length=g,i.sunShadowMap.length=g,i.sunShadowMatrix.length=b,i.sunShadowCascade.length=b,i.directionalShadow.length=C,i.directionalShadowMap.length=C,i.directionalShadowMatrix.length=C,i.pointShadow.length=T,i.pointShadowMap.length=T,i.pointShadowMatrix.length=T,i.spotShadow.length=_,i.spotShadowMap.length=_,i.spotLightMatrix.length=_+E-k,i.spotLightMap.length=E,i.numSpotLightShadowsWithMaps=k,i.numLightProbes=L,I.sunLength=f,I.directionalLength=m,I.pointLength=p,I.spotLength=y,I.rectAreaLength=A,I.hemiLength=S,I.numSunShadows=g,I.numDirectionalShadows=C,I.numPointShadows=T,I.numSpotShadows=_,I.numSpotMaps=E,I.numLightProbes=L,i.version=FM++)}function l(c,h){let u=0,d=0,f=0,g=0,b=0,m=0,p=h.matrixWorldInverse;for(let y=0,A=c.length;y<A;y++){let S=c[y];if(S.isSunLight){let C=i.sun[u];C.direction.setFromMatrixPosition(S.matrixWorld),C.direction.transformDirection(p),u++}else if(S.isDirectionalLight){let C=i.directional[d];C.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),d++}else if(S.isSpotLight){let C=i.spot[g];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(p),C.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),g++}else if(S.isRectAreaLight){let C=i.rectArea[b];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(p),o.identity(),r.copy(S.matrixWorld),r.premultiply(p),o.extractRotation(r),C.halfWidth.set(S.width*.5,0,0),C.halfHeight.set(0,S.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),b++}else if(S.isPointLight){let C=i.point[f];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(p),f++}else if(S.isHemisphereLight){let C=i.hemi[m];C.direction.setFromMatrixPosition(S.matrixWorld),C.direction.transformDirection(p),m++}}}return{setup:a,setupView:l,state:i}}function lg(n){let e=new kM(n),t=[],i=[],s=[];function r(u){h.camera=u,t.length=0,i.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):t.push(u)}function a(u){i.push(u)}function l(){e.setup(t),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){e.setupView(t,u)}let h={lightsArray:t,shadowsArray:i,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function BM(n){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new lg(n),e.set(s,[a])):r>=o.length?(a=new lg(n),o.push(a)):a=o[r],a}function i(){e=new WeakMap}return{get:t,dispose:i}}var zM=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,VM=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,HM=[new U(1,0,0),new U(-1,0,0),new U(0,1,0),new U(0,-1,0),new U(0,0,1),new U(0,0,-1)],GM=[new U(0,-1,0),new U(0,-1,0),new U(0,0,1),new U(0,0,-1),new U(0,-1,0),new U(0,-1,0)],cg=new Nt,Ha=new U,Vd=new U;function WM(n,e,t){let i=new Gs,s=new Ye,r=new Ye,o=new At,a=new oc,l=new ac,c={},h=t.maxTextureSize,u={[js]:Qi,[Qi]:js,[ts]:ts},d=new Mn({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Ye},radius:{value:4}},vertexShader:zM,fragmentShader:VM}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let g=new Kt;g.setAttribute("position",new nn(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let b=new Zt(g,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Ia;let p=this.type;this.render=function(T,_,E){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;this.type===om&&(qe("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Ia);let k=n.getRenderTarget(),L=n.getActiveCubeFace(),I=n.getActiveMipmapLevel(),z=n.state;z.setBlending(vr),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let V=p!==this.type;V&&_.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(W=>W.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,W=T.length;N<W;N++){let Y=T[N],G=Y.shadow;if(G===void 0){qe("WebGLShadowMap:",Y,"has no shadow.");continue}if(G.autoUpdate===!1&&G.needsUpdate===!1)continue;s.copy(G.mapSize);let ce=G.getFrameExtents();s.multiply(ce),r.copy(G.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ce.x),s.x=r.x*ce.x,G.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ce.y),s.y=r.y*ce.y,G.mapSize.y=r.y));let $=n.state.buffers.depth.getReversed();if(G.camera._reversedDepth=$,G.map===null||V===!0){if(G.map!==null&&(G.map.depthTexture!==null&&(G.map.depthTexture.dispose(),G.map.depthTexture=null),G.map.dispose()),this.type===yo){if(Y.isPointLight){qe("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}G.map=new fn(s.x,s.y,{format:Qs,type:kn,minFilter:Ji,magFilter:Ji,generateMipmaps:!1}),G.map.texture.name=Y.name+".shadowMap",G.map.depthTexture=new Ms(s.x,s.y,On),G.map.depthTexture.name=Y.name+".shadowMapDepth",G.map.depthTexture.format=xs,G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=Li,G.map.depthTexture.magFilter=Li}else Y.isPointLight?(G.map=new Wa(s.x),G.map.depthTexture=new ma(s.x,Fn)):(G.map=new fn(s.x,s.y),G.map.depthTexture=new Ms(s.x,s.y,Fn)),G.map.depthTexture.name=Y.name+".shadowMap",G.map.depthTexture.format=xs,this.type===Ia?(G.map.depthTexture.compareFunction=$?Rd:Ad,G.map.depthTexture.minFilter=Ji,G.map.depthTexture.magFilter=Ji):(G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=Li,G.map.depthTexture.magFilter=Li);G.camera.updateProjectionMatrix()}G.map.isWebGLCubeRenderTarget!==!0&&(G.map.width!==s.x||G.map.height!==s.y)&&G.map.setSize(s.x,s.y);let j=G.map.isWebGLCubeRenderTarget?6:G.getViewportCount();Y.isPointLight!==!0&&G.updateMatrices(Y,E);let ne=(G.camera.layers.mask&4294967294)!==0?G.camera.layers:E.layers;for(let de=0;de<j;de++){let ue=G.getCamera(de);if(Y.isPointLight){let Q=G.camera,me=G.matrix,_e=Y.distance||Q.far;_e!==Q.far&&(Q.far=_e,Q.updateProjectionMatrix()),Ha.setFromMatrixPosition(Y.matrixWorld),Q.position.copy(Ha),Vd.copy(Q.position),Vd.add(HM[de]),Q.up.copy(GM[de]),Q.lookAt(Vd),Q.updateMatrixWorld(),me.makeTranslation(-Ha.x,-Ha.y,-Ha.z),cg.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),G._frustum.setFromProjectionMatrix(cg,Q.coordinateSystem,Q.reversedDepth)}if(G.map.isWebGLCubeRenderTarget)n.setRenderTarget(G.map,de),n.clear();else{de===0&&(n.setRenderTarget(G.map),n.clear());let Q=G.getViewport(de);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),z.viewport(o)}i=G.getFrustum(de),S(_,E,ue,Y,ne,this.type)}G.isPointLightShadow!==!0&&this.type===yo&&y(G,E),G.needsUpdate=!1}p=this.type,m.needsUpdate=!1,n.setRenderTarget(k,L,I)};function y(T,_){let E=e.update(b);d.defines.VSM_SAMPLES!==T.blurSamples&&(d.defines.VSM_SAMPLES=T.blurSamples,f.defines.VSM_SAMPLES=T.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),T.mapPass===null?T.mapPass=new fn(s.x,s.y,{format:Qs,type:kn}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),d.uniforms.shadow_pass.value=T.map.depthTexture,d.uniforms.resolution.value.set(T.map.width,T.map.height),d.uniforms.radius.value=T.radius,n.setRenderTarget(T.mapPass),n.clear(),n.renderBufferDirect(_,null,E,d,b,null),f.uniforms.shadow_pass.value=T.mapPass.texture,f.uniforms.resolution.value.set(T.map.width,T.map.height),f.uniforms.radius.value=T.radius,n.setRenderTarget(T.map),n.clear(),n.renderBufferDirect(_,null,E,f,b,null)}function A(T,_,E,k){let L=null,I=E.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(I!==void 0)L=I;else if(L=E.isPointLight===!0?l:a,n.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let z=L.uuid,V=_.uuid,N=c[z];N===void 0&&(N={},c[z]=N);let W=N[V];W===void 0&&(W=L.clone(),N[V]=W,_.addEventListener("dispose",C)),L=W}if(L.visible=_.visible,L.wireframe=_.wireframe,k===yo?L.side=_.shadowSide!==null?_.shadowSide:_.side:L.side=_.shadowSide!==null?_.shadowSide:u[_.side],L.alphaMap=_.alphaMap,L.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,L.map=_.map,L.clipShadows=_.clipShadows,L.clippingPlanes=_.clippingPlanes,L.clipIntersection=_.clipIntersection,L.displacementMap=_.displacementMap,L.displacementScale=_.displacementScale,L.displacementBias=_.displacementBias,L.wireframeLinewidth=_.wireframeLinewidth,L.linewidth=_.linewidth,E.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let z=n.properties.get(L);z.light=E}return L}function S(T,_,E,k,L,I){if(T.visible===!1)return;if(T.layers.test(L)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&I===yo)&&(!T.frustumCulled||T.intersectsFrustum(i))){T.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,T.matrixWorld);let N=e.update(T),W=T.material;if(Array.isArray(W)){let Y=N.groups;for(let G=0,ce=Y.length;G<ce;G++){let $=Y[G],j=W[$.materialIndex];if(j&&j.visible){let ne=A(T,j,k,I);T.onBeforeShadow(n,T,_,E,N,ne,$),n.renderBufferDirect(E,null,N,ne,T,$),T.onAfterShadow(n,T,_,E,N,ne,$)}}}else if(W.visible){let Y=A(T,W,k,I);T.onBeforeShadow(n,T,_,E,N,Y,null),n.renderBufferDirect(E,null,N,Y,T,null),T.onAfterShadow(n,T,_,E,N,Y,null)}}let V=T.children;for(let N=0,W=V.length;N<W;N++)S(V[N],_,E,k,L,I)}function C(T){T.target.removeEventListener("dispose",C);for(let E in c){let k=c[E],L=T.target.uuid;L in k&&(k[L].dispose(),delete k[L])}}}function XM(n,e){function t(){let F=!1,se=new At,te=null,we=new At(0,0,0,0);return{setMask:function(ge){te!==ge&&!F&&(n.colorMask(ge,ge,ge,ge),te=ge)},setLocked:function(ge){F=ge},setClear:function(ge,be,He,Je,le){le===!0&&(ge*=Je,be*=Je,He*=Je),se.set(ge,be,He,Je),we.equals(se)===!1&&(n.clearColor(ge,be,He,Je),we.copy(se))},reset:function(){F=!1,te=null,we.set(-1,0,0,0)}}}function i(){let F=!1,se=!1,te=null,we=null,ge=null;return{setReversed:function(be){if(se!==be){let He=e.get("EXT_clip_control");be?He.clipControlEXT(He.LOWER_LEFT_EXT,He.ZERO_TO_ONE_EXT):He.clipControlEXT(He.LOWER_LEFT_EXT,He.NEGATIVE_ONE_TO_ONE_EXT),se=be;let Je=ge;ge=null,this.setClear(Je)}},getReversed:function(){return se},setTest:function(be){be?Se(n.DEPTH_TEST):Ge(n.DEPTH_TEST)},setMask:function(be){te!==be&&!F&&(n.depthMask(be),te=be)},setFunc:function(be){if(se&&(be=Bm[be]),we!==be){switch(be){case zl:n.depthFunc(n.NEVER);break;case Vl:n.depthFunc(n.ALWAYS);break;case Hl:n.depthFunc(n.LESS);break;case lo:n.depthFunc(n.LEQUAL);break;case Gl:n.depthFunc(n.EQUAL);break;case Wl:n.depthFunc(n.GEQUAL);break;case Xl:n.depthFunc(n.GREATER);break;case ql:n.depthFunc(n.NOTEQUAL);break;default:n.depthFunc(n.LEQUAL)}we=be}},setLocked:function(be){F=be},setClear:function(be){ge!==be&&(ge=be,se&&(be=1-be),n.clearDepth(be))},reset:function(){F=!1,te=null,we=null,ge=null,se=!1}}}function s(){let F=!1,se=null,te=null,we=null,ge=null,be=null,He=null,Je=null,le=null;return{setTest:function(Oe){F||(Oe?Se(n.STENCIL_TEST):Ge(n.STENCIL_TEST))},setMask:function(Oe){se!==Oe&&!F&&(n.stencilMask(Oe),se=Oe)},setFunc:function(Oe,je,Re){(te!==Oe||we!==je||ge!==Re)&&(n.stencilFunc(Oe,je,Re),te=Oe,we=je,ge=Re)},setOp:function(Oe,je,Re){(be!==Oe||He!==je||Je!==Re)&&(n.stencilOp(Oe,je,Re),be=Oe,He=je,Je=Re)},setLocked:function(Oe){F=Oe},setClear:function(Oe){le!==Oe&&(n.clearStencil(Oe),le=Oe)},reset:function(){F=!1,se=null,te=null,we=null,ge=null,be=null,He=null,Je=null,le=null}}}let r=new t,o=new i,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,g=[],b=null,m=!1,p=null,y=null,A=null,S=null,C=null,T=null,_=null,E=new at(0,0,0),k=0,L=!1,I=null,z=null,V=null,N=null,W=null,Y=n.getParameter(n.MAX_COMBINED_TEXTURE_IMAGE_UNITS),G=!1,ce=0,$=n.getParameter(n.VERSION);$.indexOf("WebGL")!==-1?(ce=parseFloat(/^WebGL (\d)/.exec($)[1]),G=ce>=1):$.indexOf("OpenGL ES")!==-1&&(ce=parseFloat(/^OpenGL ES (\d)/.exec($)[1]),G=ce>=2);let j=null,ne={},de=n.getParameter(n.SCISSOR_BOX),ue=n.getParameter(n.VIEWPORT),Q=new At().fromArray(de),me=new At().fromArray(ue);function _e(F,se,te,we){let ge=new Uint8Array(4),be=n.createTexture();n.bindTexture(F,be),n.texParameteri(F,n.TEXTURE_MIN_FILTER,n.NEAREST),n.texParameteri(F,n.TEXTURE_MAG_FILTER,n.NEAREST);for(let He=0;He<te;He++)F===n.TEXTURE_3D||F===n.TEXTURE_2D_ARRAY?n.texImage3D(se,0,n.RGBA,1,1,we,0,n.RGBA,n.UNSIGNED_BYTE,ge):n.texImage2D(se+He,0,n.RGBA,1,1,0,n.RGBA,n.UNSIGNED_BYTE,ge);return be}let Ae={};Ae[n.TEXTURE_2D]=_e(n.TEXTURE_2D,n.TEXTURE_2D,1),Ae[n.TEXTURE_CUBE_MAP]=_e(n.TEXTURE_CUBE_MAP,n.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ae[n.TEXTURE_2D_ARRAY]=_e(n.TEXTURE_2D_ARRAY,n.TEXTURE_2D_ARRAY,1,1),Ae[n.TEXTURE_3D]=_e(n.TEXTURE_3D,n.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Se(n.DEPTH_TEST),o.setFunc(lo),ri(!1),It(od),Se(n.CULL_FACE),Xt(vr);function Se(F){h[F]!==!0&&(n.enable(F),h[F]=!0)}function Ge(F){h[F]!==!1&&(n.disable(F),h[F]=!1)}function st(F,se){return d[F]!==se?(n.bindFramebuffer(F,se),d[F]=se,F===n.DRAW_FRAMEBUFFER&&(d[n.FRAMEBUFFER]=se),F===n.FRAMEBUFFER&&(d[n.DRAW_FRAMEBUFFER]=se),!0):!1}function Ve(F,se){let te=g,we=!1;if(F){te=f.get(se),te===void 0&&(te=[],f.set(se,te));let ge=F.textures;if(te.length!==ge.length||te[0]!==n.COLOR_ATTACHMENT0){for(let be=0,He=ge.length;be<He;be++)te[be]=n.COLOR_ATTACHMENT0+be;te.length=ge.length,we=!0}}else te[0]!==n.BACK&&(te[0]=n.BACK,we=!0);we&&n.drawBuffers(te)}function dt(F){return b!==F?(n.useProgram(F),b=F,!0):!1}let ct={[_r]:n.FUNC_ADD,[lm]:n.FUNC_SUBTRACT,[cm]:n.FUNC_REVERSE_SUBTRACT};ct[hm]=n.MIN,ct[um]=n.MAX;let it={[dm]:n.ZERO,[fm]:n.ONE,[pm]:n.SRC_COLOR,[hd]:n.SRC_ALPHA,[xm]:n.SRC_ALPHA_SATURATE,[_m]:n.DST_COLOR,[gm]:n.DST_ALPHA,[mm]:n.ONE_MINUS_SRC_COLOR,[ud]:n.ONE_MINUS_SRC_ALPHA,[ym]:n.ONE_MINUS_DST_COLOR,[vm]:n.ONE_MINUS_DST_ALPHA,[bm]:n.CONSTANT_COLOR,[Sm]:n.ONE_MINUS_CONSTANT_COLOR,[Mm]:n.CONSTANT_ALPHA,[wm]:n.ONE_MINUS_CONSTANT_ALPHA};function Xt(F,se,te,we,ge,be,He,Je,le,Oe){if(F===vr){m===!0&&(Ge(n.BLEND),m=!1);return}if(m===!1&&(Se(n.BLEND),m=!0),F!==am){if(F!==p||Oe!==L){if((y!==_r||C!==_r)&&(n.blendEquation(n.FUNC_ADD),y=_r,C=_r),Oe)switch(F){case xo:n.blendFuncSeparate(n.ONE,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case ad:n.blendFunc(n.ONE,n.ONE);break;case ld:n.blendFuncSeparate(n.ZERO,n.ONE_MINUS_SRC_COLOR,n.ZERO,n.ONE);break;case cd:n.blendFuncSeparate(n.DST_COLOR,n.ONE_MINUS_SRC_ALPHA,n.ZERO,n.ONE);break;default:Qe("WebGLState: Invalid blending: ",F);break}else switch(F){case xo:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case ad:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE,n.ONE,n.ONE);break;case ld:Qe("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case cd:Qe("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Qe("WebGLState: Invalid blending: ",F);break}A=null,S=null,T=null,_=null,E.set(0,0,0),k=0,p=F,L=Oe}return}ge=ge||se,be=be||te,He=He||we,(se!==y||ge!==C)&&(n.blendEquationSeparate(ct[se],ct[ge]),y=se,C=ge),(te!==A||we!==S||be!==T||He!==_)&&(n.blendFuncSeparate(it[te],it[we],it[be],it[He]),A=te,S=we,T=be,_=He),(Je.equals(E)===!1||le!==k)&&(n.blendColor(Je.r,Je.g,Je.b,le),E.copy(Je),k=le),p=F,L=!1}function kt(F,se){F.side===ts?Ge(n.CULL_FACE):Se(n.CULL_FACE);let te=F.side===Qi;se&&(te=!te),ri(te),F.blending===xo&&F.transparent===!1?Xt(vr):Xt(F.blending,F.blendEquation,F.blendSrc,F.blendDst,F.blendEquationAlpha,F.blendSrcAlpha,F.blendDstAlpha,F.blendColor,F.blendAlpha,F.premultipliedAlpha),o.setFunc(F.depthFunc),o.setTest(F.depthTest),o.setMask(F.depthWrite),r.setMask(F.colorWrite);let we=F.stencilWrite;a.setTest(we),we&&(a.setMask(F.stencilWriteMask),a.setFunc(F.stencilFunc,F.stencilRef,F.stencilFuncMask),a.setOp(F.stencilFail,F.stencilZFail,F.stencilZPass)),xt(F.polygonOffset,F.polygonOffsetFactor,F.polygonOffsetUnits),F.alphaToCoverage===!0?Se(n.SAMPLE_ALPHA_TO_COVERAGE):Ge(n.SAMPLE_ALPHA_TO_COVERAGE)}function ri(F){I!==F&&(F?n.frontFace(n.CW):n.frontFace(n.CCW),I=F)}function It(F){F!==sm?(Se(n.CULL_FACE),F!==z&&(F===od?n.cullFace(n.BACK):F===rm?n.cullFace(n.FRONT):n.cullFace(n.FRONT_AND_BACK))):Ge(n.CULL_FACE),z=F}function Ei(F){F!==V&&(G&&n.lineWidth(F),V=F)}function xt(F,se,te){F?(Se(n.POLYGON_OFFSET_FILL),(N!==se||W!==te)&&(N=se,W=te,o.getReversed()&&(se=-se,te=-te),n.polygonOffset(se,te))):Ge(n.POLYGON_OFFSET_FILL)}function mi(F){F?Se(n.SCISSOR_TEST):Ge(n.SCISSOR_TEST)}function $t(F){F===void 0&&(F=n.TEXTURE0+Y-1),j!==F&&(n.activeTexture(F),j=F)}function oi(F,se,te){te===void 0&&(j===null?te=n.TEXTURE0+Y-1:te=j);let we=ne[te];we===void 0&&(we={type:void 0,texture:void 0},ne[te]=we),(we.type!==F||we.texture!==se)&&(j!==te&&(n.activeTexture(te),j=te),n.bindTexture(F,se||Ae[F]),we.type=F,we.texture=se)}function O(){let F=ne[j];F!==void 0&&F.type!==void 0&&(n.bindTexture(F.type,null),F.type=void 0,F.texture=void 0)}function Ce(){try{n.compressedTexImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Ke(){try{n.compressedTexImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function rt(){try{n.texSubImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Me(){try{n.texSubImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Ut(){try{n.compressedTexSubImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function ze(){try{n.compressedTexSubImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Xe(){try{n.texStorage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function R(){try{n.texStorage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function x(){try{n.texImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function X(){try{n.texImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function he(F){return u[F]!==void 0?u[F]:n.getParameter(F)}function re(F,se){u[F]!==se&&(n.pixelStorei(F,se),u[F]=se)}function ve(F){Q.equals(F)===!1&&(n.scissor(F.x,F.y,F.z,F.w),Q.copy(F))}function ye(F){me.equals(F)===!1&&(n.viewport(F.x,F.y,F.z,F.w),me.copy(F))}function ee(F,se){let te=c.get(se);te===void 0&&(te=new WeakMap,c.set(se,te));let we=te.get(F);we===void 0&&(we=n.getUniformBlockIndex(se,F.name),n.uniformBlockBinding(se,we,we),te.set(F,we))}function ie(F,se,te){let ge=c.get(se).get(F);l[ge]!==te&&(n.bindBufferBase(n.UNIFORM_BUFFER,ge,te),l[ge]=te)}function pe(){n.disable(n.BLEND),n.disable(n.CULL_FACE),n.disable(n.DEPTH_TEST),n.disable(n.POLYGON_OFFSET_FILL),n.disable(n.SCISSOR_TEST),n.disable(n.STENCIL_TEST),n.disable(n.SAMPLE_ALPHA_TO_COVERAGE),n.blendEquation(n.FUNC_ADD),n.blendFunc(n.ONE,n.ZERO),n.blendFuncSeparate(n.ONE,n.ZERO,n.ONE,n.ZERO),n.blendColor(0,0,0,0),n.colorMask(!0,!0,!0,!0),n.clearColor(0,0,0,0),n.depthMask(!0),n.depthFunc(n.LESS),o.setReversed(!1),n.clearDepth(1),n.stencilMask(4294967295),n.stencilFunc(n.ALWAYS,0,4294967295),n.stencilOp(n.KEEP,n.KEEP,n.KEEP),n.clearStencil(0),n.cullFace(n.BACK),n.frontFace(n.CCW),n.polygonOffset(0,0),n.activeTexture(n.TEXTURE0),n.bindFramebuffer(n.FRAMEBUFFER,null),n.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),n.bindFramebuffer(n.READ_FRAMEBUFFER,null),n.useProgram(null),n.lineWidth(1),n.scissor(0,0,n.canvas.width,n.canvas.height),n.viewport(0,0,n.canvas.width,n.canvas.height),n.pixelStorei(n.PACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,!1),n.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),n.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,n.BROWSER_DEFAULT_WEBGL),n.pixelStorei(n.PACK_ROW_LENGTH,0),n.pixelStorei(n.PACK_SKIP_PIXELS,0),n.pixelStorei(n.PACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_ROW_LENGTH,0),n.pixelStorei(n.UNPACK_IMAGE_HEIGHT,0),n.pixelStorei(n.UNPACK_SKIP_PIXELS,0),n.pixelStorei(n.UNPACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_SKIP_IMAGES,0),h={},u={},j=null,ne={},d={},l={},f=new WeakMap,g=[],b=null,m=!1,p=null,y=null,A=null,S=null,C=null,T=null,_=null,E=new at(0,0,0),k=0,L=!1,I=null,z=null,V=null,N=null,W=null,Q.set(0,0,n.canvas.width,n.canvas.height),me.set(0,0,n.canvas.width,n.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Se,disable:Ge,bindFramebuffer:st,drawBuffers:Ve,useProgram:dt,setBlending:Xt,setMaterial:kt,setFlipSided:ri,setCullFace:It,setLineWidth:Ei,setPolygonOffset:xt,setScissorTest:mi,activeTexture:$t,bindTexture:oi,unbindTexture:O,compressedTexImage2D:Ce,compressedTexImage3D:Ke,texImage2D:x,texImage3D:X,pixelStorei:re,getParameter:he,updateUBOMapping:ee,uniformBlockBinding:ie,texStorage2D:Xe,texStorage3D:R,texSubImage2D:rt,texSubImage3D:Me,compressedTexSubImage2D:Ut,compressedTexSubImage3D:ze,scissor:ve,viewport:ye,reset:pe}}function qM(n,e,t,i,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Ye,h=new WeakMap,u=new Set,d,f=new WeakMap,g=new Set,b=new FinalizationRegistry(R=>g.delete(R)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function p(R,x){return m?new OffscreenCanvas(R,x):la("canvas")}function y(R,x,X){let he=1,re=Xe(R);if((re.width>X||re.height>X)&&(he=X/Math.max(re.width,re.height)),he<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let ve=Math.floor(he*re.width),ye=Math.floor(he*re.height);d===void 0&&(d=p(ve,ye));let ee=x?p(ve,ye):d;return ee.width=ve,ee.height=ye,ee.getContext("2d").drawImage(R,0,0,ve,ye),qe("WebGLRenderer: Texture has been resized from ("+re.width+"x"+re.height+") to ("+ve+"x"+ye+")."),ee}else return"data"in R&&qe("WebGLRenderer: Image in DataTexture is too big ("+re.width+"x"+re.height+")."),R;return R}function A(R){return R.generateMipmaps}function S(R){n.generateMipmap(R)}function C(R){return R.isWebGLCubeRenderTarget?n.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?n.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?n.TEXTURE_2D_ARRAY:n.TEXTURE_2D}function T(R,x,X,he,re,ve=!1){if(R!==null){if(n[R]!==void 0)return n[R];qe("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let ye;he&&(ye=e.get("EXT_texture_norm16"),ye||qe("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let ee=x;if(x===n.RED&&(X===n.FLOAT&&(ee=n.R32F),X===n.HALF_FLOAT&&(ee=n.R16F),X===n.UNSIGNED_BYTE&&(ee=n.R8),X===n.UNSIGNED_SHORT&&ye&&(ee=ye.R16_EXT),X===n.SHORT&&ye&&(ee=ye.R16_SNORM_EXT)),x===n.RED_INTEGER&&(X===n.UNSIGNED_BYTE&&(ee=n.R8UI),X===n.UNSIGNED_SHORT&&(ee=n.R16UI),X===n.UNSIGNED_INT&&(ee=n.R32UI),X===n.BYTE&&(ee=n.R8I),X===n.SHORT&&(ee=n.R16I),X===n.INT&&(ee=n.R32I)),x===n.RG&&(X===n.FLOAT&&(ee=n.RG32F),X===n.HALF_FLOAT&&(ee=n.RG16F),X===n.UNSIGNED_BYTE&&(ee=n.RG8),X===n.UNSIGNED_SHORT&&ye&&(ee=ye.RG16_EXT),X===n.SHORT&&ye&&(ee=ye.RG16_SNORM_EXT)),x===n.RG_INTEGER&&(X===n.UNSIGNED_BYTE&&(ee=n.RG8UI),X===n.UNSIGNED_SHORT&&(ee=n.RG16UI),X===n.UNSIGNED_INT&&(ee=n.RG32UI),X===n.BYTE&&(ee=n.RG8I),X===n.SHORT&&(ee=n.RG16I),X===n.INT&&(ee=n.RG32I)),x===n.RGB_INTEGER&&(X===n.UNSIGNED_BYTE&&(ee=n.RGB8UI),X===n.UNSIGNED_SHORT&&(ee=n.RGB16UI),X===n.UNSIGNED_INT&&(ee=n.RGB32UI),X===n.BYTE&&(ee=n.RGB8I),X===n.SHORT&&(ee=n.RGB16I),X===n.INT&&(ee=n.RGB32I)),x===n.RGBA_INTEGER&&(X===n.UNSIGNED_BYTE&&(ee=n.RGBA8UI),X===n.UNSIGNED_SHORT&&(ee=n.RGBA16UI),X===n.UNSIGNED_INT&&(ee=n.RGBA32UI),X===n.BYTE&&(ee=n.RGBA8I),X===n.SHORT&&(ee=n.RGBA16I),X===n.INT&&(ee=n.RGBA32I)),x===n.RGB&&(X===n.UNSIGNED_SHORT&&ye&&(ee=ye.RGB16_EXT),X===n.SHORT&&ye&&(ee=ye.RGB16_SNORM_EXT),X===n.UNSIGNED_INT_5_9_9_9_REV&&(ee=n.RGB9_E5),X===n.UNSIGNED_INT_10F_11F_11F_REV&&(ee=n.R11F_G11F_B10F)),x===n.RGBA){let ie=ve?aa:vt.getTransfer(re);X===n.FLOAT&&(ee=n.RGBA32F),X===n.HALF_FLOAT&&(ee=n.RGBA16F),X===n.UNSIGNED_BYTE&&(ee=ie===Tt?n.SRGB8_ALPHA8:n.RGBA8),X===n.UNSIGNED_SHORT&&ye&&(ee=ye.RGBA16_EXT),X===n.SHORT&&ye&&(ee=ye.RGBA16_SNORM_EXT),X===n.UNSIGNED_SHORT_4_4_4_4&&(ee=n.RGBA4),X===n.UNSIGNED_SHORT_5_5_5_1&&(ee=n.RGB5_A1)}return(ee===n.R16F||ee===n.R32F||ee===n.RG16F||ee===n.RG32F||ee===n.RGBA16F||ee===n.RGBA32F)&&e.get("EXT_color_buffer_float"),ee}function _(R,x){let X;return R?x===null||x===Fn||x===xr?X=n.DEPTH24_STENCIL8:x===On?X=n.DEPTH32F_STENCIL8:x===So&&(X=n.DEPTH24_STENCIL8,qe("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):x===null||x===Fn||x===xr?X=n.DEPTH_COMPONENT24:x===On?X=n.DEPTH_COMPONENT32F:x===So&&(X=n.DEPTH_COMPONENT16),X}function E(R,x){return A(R)===!0||R.isFramebufferTexture&&R.minFilter!==Li&&R.minFilter!==Ji?Math.log2(Math.max(x.width,x.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?x.mipmaps.length:1}function k(R){let x=new WeakRef(R);i.get(R).__ref=x,g.add(x),b.register(R,x,x)}function L(R){let x=i.get(R).__ref;x!==void 0&&(g.delete(x),b.unregister(x))}function I(R){V(R.target)}function z(R){N(R.target)}function V(R){R.removeEventListener("dispose",I),L(R),Y(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&u.delete(R)}function N(R){R.removeEventListener("dispose",z),L(R),ce(R)}function W(){for(let R of g){let x=R.deref();x!==void 0&&(x.isRenderTarget===!0?N(x):V(x))}g.clear(),u.clear()}function Y(R){let x=i.get(R);if(x.__webglInit===void 0)return;let X=R.source,he=f.get(X);if(he){let re=he[x.__cacheKey];re.usedTimes--,re.usedTimes===0&&G(R),Object.keys(he).length===0&&f.delete(X)}i.remove(R)}function G(R){let x=i.get(R);n.deleteTexture(x.__webglTexture);let X=R.source,he=f.get(X);delete he[x.__cacheKey],o.memory.textures--}function ce(R){let x=i.get(R);x.__depthDisposeCallback&&x.__depthDisposeCallback();let X=R.depthTexture;if(X&&X.renderTarget===R&&V(X),R.isWebGLCubeRenderTarget)for(let re=0;re<6;re++){if(Array.isArray(x.__webglFramebuffer[re]))for(let ve=0;ve<x.__webglFramebuffer[re].length;ve++)n.deleteFramebuffer(x.__webglFramebuffer[re][ve]);else n.deleteFramebuffer(x.__webglFramebuffer[re]);x.__webglDepthbuffer&&n.deleteRenderbuffer(x.__webglDepthbuffer[re])}else{if(Array.isArray(x.__webglFramebuffer))for(let re=0;re<x.__webglFramebuffer.length;re++)n.deleteFramebuffer(x.__webglFramebuffer[re]);else n.deleteFramebuffer(x.__webglFramebuffer);if(x.__webglDepthbuffer&&n.deleteRenderbuffer(x.__webglDepthbuffer),x.__webglMultisampledFramebuffer&&n.deleteFramebuffer(x.__webglMultisampledFramebuffer),x.__webglColorRenderbuffer)for(let re=0;re<x.__webglColorRenderbuffer.length;re++)x.__webglColorRenderbuffer[re]&&n.deleteRenderbuffer(x.__webglColorRenderbuffer[re]);x.__webglDepthRenderbuffer&&n.deleteRenderbuffer(x.__webglDepthRenderbuffer)}let he=R.textures;for(let re=0,ve=he.length;re<ve;re++){let ye=i.get(he[re]);ye.__webglTexture&&(n.deleteTexture(ye.__webglTexture),o.memory.textures--),i.remove(he[re])}i.remove(R)}let $=0;function j(){$=0}function ne(){return $}function de(R){$=R}function ue(){let R=$;return R>=s.maxTextures&&qe("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),$+=1,R}function Q(R){let x=[];return x.push(R.wrapS),x.push(R.wrapT),x.push(R.wrapR||0),x.push(R.magFilter),x.push(R.minFilter),x.push(R.anisotropy),x.push(R.internalFormat),x.push(R.format),x.push(R.type),x.push(R.generateMipmaps),x.push(R.mipmapsAutoUpdate),x.push(R.premultiplyAlpha),x.push(R.flipY),x.push(R.unpackAlignment),x.push(R.colorSpace),x.join()}function me(R,x){let X=i.get(R);if(R.isVideoTexture&&Ut(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&X.__version!==R.version){let he=R.image;if(he===null)qe("WebGLRenderer: Texture marked for update but no image data found.");else if(he.complete===!1)qe("WebGLRenderer: Texture marked for update but image is incomplete");else{kt(X,R,x);return}}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(n.TEXTURE_2D,X.__webglTexture,n.TEXTURE0+x)}function _e(R,x){let X=i.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){kt(X,R,x);return}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(n.TEXTURE_2D_ARRAY,X.__webglTexture,n.TEXTURE0+x)}function Ae(R,x){let X=i.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){kt(X,R,x);return}t.bindTexture(n.TEXTURE_3D,X.__webglTexture,n.TEXTURE0+x)}function Se(R,x){let X=i.get(R);if(R.version>0&&X.__version!==R.version){ri(X,R,x);return}t.bindTexture(n.TEXTURE_CUBE_MAP,X.__webglTexture,n.TEXTURE0+x)}let Ge={[Yl]:n.REPEAT,[Qn]:n.CLAMP_TO_EDGE,[Kl]:n.MIRRORED_REPEAT},st={[Li]:n.NEAREST,[Am]:n.NEAREST_MIPMAP_NEAREST,[Da]:n.NEAREST_MIPMAP_LINEAR,[Ji]:n.LINEAR,[Mc]:n.LINEAR_MIPMAP_NEAREST,[ws]:n.LINEAR_MIPMAP_LINEAR},Ve={[Lm]:n.NEVER,[Cd]:n.ALWAYS,[Im]:n.LESS,[Ad]:n.LEQUAL,[Dm]:n.EQUAL,[Rd]:n.GEQUAL,[Nm]:n.GREATER,[Um]:n.NOTEQUAL};function dt(R,x){if(x.type===On&&e.has("OES_texture_float_linear")===!1&&(x.magFilter===Ji||x.magFilter===Mc||x.magFilter===Da||x.magFilter===ws||x.minFilter===Ji||x.minFilter===Mc||x.minFilter===Da||x.minFilter===ws)&&qe("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),n.texParameteri(R,n.TEXTURE_WRAP_S,Ge[x.wrapS]),n.texParameteri(R,n.TEXTURE_WRAP_T,Ge[x.wrapT]),(R===n.TEXTURE_3D||R===n.TEXTURE_2D_ARRAY)&&n.texParameteri(R,n.TEXTURE_WRAP_R,Ge[x.wrapR]),n.texParameteri(R,n.TEXTURE_MAG_FILTER,st[x.magFilter]),n.texParameteri(R,n.TEXTURE_MIN_FILTER,st[x.minFilter]),x.compareFunction&&(n.texParameteri(R,n.TEXTURE_COMPARE_MODE,n.COMPARE_REF_TO_TEXTURE),n.texParameteri(R,n.TEXTURE_COMPARE_FUNC,Ve[x.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(x.magFilter===Li||x.minFilter!==Da&&x.minFilter!==ws||x.type===On&&e.has("OES_texture_float_linear")===!1)return;if(x.anisotropy>1||i.get(x).__currentAnisotropy){let X=e.get("EXT_texture_filter_anisotropic");n.texParameterf(R,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(x.anisotropy,s.getMaxAnisotropy())),i.get(x).__currentAnisotropy=x.anisotropy}}}function ct(R,x){let X=!1;R.__webglInit===void 0&&(R.__webglInit=!0,x.addEventListener("dispose",I),k(x));let he=x.source,re=f.get(he);re===void 0&&(re={},f.set(he,re));let ve=Q(x);if(ve!==R.__cacheKey){re[ve]===void 0&&(re[ve]={texture:n.createTexture(),usedTimes:0},o.memory.textures++,X=!0),re[ve].usedTimes++;let ye=re[R.__cacheKey];ye!==void 0&&(re[R.__cacheKey].usedTimes--,ye.usedTimes===0&&G(x)),R.__cacheKey=ve,R.__webglTexture=re[ve].texture}return X}function it(R,x,X){return Math.floor(Math.floor(R/X)/x)}function Xt(R,x,X,he){let ve=R.updateRanges;if(ve.length===0)t.texSubImage2D(n.TEXTURE_2D,0,0,0,x.width,x.height,X,he,x.data);else{ve.sort((F,se)=>F.start-se.start);let ye=0;for(let F=1;F<ve.length;F++){let se=ve[ye],te=ve[F],we=se.start+se.count,ge=it(te.start,x.width,4),be=it(se.start,x.width,4);te.start<=we+1&&ge===be&&it(te.start+te.count-1,x.width,4)===ge?se.count=Math.max(se.count,te.start+te.count-se.start):(++ye,ve[ye]=te)}ve.length=ye+1;let ee=t.getParameter(n.UNPACK_ROW_LENGTH),ie=t.getParameter(n.UNPACK_SKIP_PIXELS),pe=t.getParameter(n.UNPACK_SKIP_ROWS);t.pixelStorei(n.UNPACK_ROW_LENGTH,x.width);for(let F=0,se=ve.length;F<se;F++){let te=ve[F],we=Math.floor(te.start/4),ge=Math.ceil(te.count/4),be=we%x.width,He=Math.floor(we/x.width),Je=ge,le=1;t.pixelStorei(n.UNPACK_SKIP_PIXELS,be),t.pixelStorei(n.UNPACK_SKIP_ROWS,He),t.texSubImage2D(n.TEXTURE_2D,0,be,He,Je,le,X,he,x.data)}R.clearUpdateRanges(),t.pixelStorei(n.UNPACK_ROW_LENGTH,ee),t.pixelStorei(n.UNPACK_SKIP_PIXELS,ie),t.pixelStorei(n.UNPACK_SKIP_ROWS,pe)}}function kt(R,x,X){let he=n.TEXTURE_2D;(x.isDataArrayTexture||x.isCompressedArrayTexture)&&(he=n.TEXTURE_2D_ARRAY),x.isData3DTexture&&(he=n.TEXTURE_3D);let re=ct(R,x),ve=x.source;t.bindTexture(he,R.__webglTexture,n.TEXTURE0+X);let ye=i.get(ve);if(ve.version!==ye.__version||re===!0){if(t.activeTexture(n.TEXTURE0+X),(typeof ImageBitmap<"u"&&x.image instanceof ImageBitmap)===!1){let le=vt.getPrimaries(vt.workingColorSpace),Oe=x.colorSpace===Ts?null:vt.getPrimaries(x.colorSpace),je=x.colorSpace===Ts||le===Oe?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,x.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,je)}t.pixelStorei(n.UNPACK_ALIGNMENT,x.unpackAlignment);let ie=y(x.image,!1,s.maxTextureSize);ie=ze(x,ie);let pe=r.convert(x.format,x.colorSpace),F=r.convert(x.type),se=T(x.internalFormat,pe,F,x.normalized,x.colorSpace,x.isVideoTexture);dt(he,x);let te,we=x.mipmaps,ge=x.isVideoTexture!==!0,be=ye.__version===void 0||re===!0,He=ve.dataReady,Je=E(x,ie);if(x.isDepthTexture)se=_(x.format===Es,x.type),be&&(ge?t.texStorage2D(n.TEXTURE_2D,1,se,ie.width,ie.height):t.texImage2D(n.TEXTURE_2D,0,se,ie.width,ie.height,0,pe,F,null));else if(x.isDataTexture)if(we.length>0){ge&&be&&t.texStorage2D(n.TEXTURE_2D,Je,se,we[0].width,we[0].height);for(let le=0,Oe=we.length;le<Oe;le++)te=we[le],ge?He&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,te.width,te.height,pe,F,te.data):t.texImage2D(n.TEXTURE_2D,le,se,te.width,te.height,0,pe,F,te.data);x.generateMipmaps=!1}else ge?(be&&t.texStorage2D(n.TEXTURE_2D,Je,se,ie.width,ie.height),He&&Xt(x,ie,pe,F)):t.texImage2D(n.TEXTURE_2D,0,se,ie.width,ie.height,0,pe,F,ie.data);else if(x.isCompressedTexture)if(x.isCompressedArrayTexture){ge&&be&&t.texStorage3D(n.TEXTURE_2D_ARRAY,Je,se,we[0].width,we[0].height,ie.depth);for(let le=0,Oe=we.length;le<Oe;le++)if(te=we[le],x.format!==Bn)if(pe!==null)if(ge){if(He)if(x.layerUpdates.size>0){let je=Bd(te.width,te.height,x.format,x.type);for(let Re of x.layerUpdates){let lt=te.data.subarray(Re*je/te.data.BYTES_PER_ELEMENT,(Re+1)*je/te.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,Re,te.width,te.height,1,pe,lt)}}else t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,0,te.width,te.height,ie.depth,pe,te.data)}else t.compressedTexImage3D(n.TEXTURE_2D_ARRAY,le,se,te.width,te.height,ie.depth,0,te.data,0,0);else qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ge?He&&t.texSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,0,te.width,te.height,ie.depth,pe,F,te.data):t.texImage3D(n.TEXTURE_2D_ARRAY,le,se,te.width,te.height,ie.depth,0,pe,F,te.data);x.layerUpdates.size>0&&x.clearLayerUpdates()}else{ge&&be&&t.texStorage2D(n.TEXTURE_2D,Je,se,we[0].width,we[0].height);for(let le=0,Oe=we.length;le<Oe;le++)te=we[le],x.format!==Bn?pe!==null?ge?He&&t.compressedTexSubImage2D(n.TEXTURE_2D,le,0,0,te.width,te.height,pe,te.data):t.compressedTexImage2D(n.TEXTURE_2D,le,se,te.width,te.height,0,te.data):qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ge?He&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,te.width,te.height,pe,F,te.data):t.texImage2D(n.TEXTURE_2D,le,se,te.width,te.height,0,pe,F,te.data)}else if(x.isDataArrayTexture)if(ge){if(be&&t.texStorage3D(n.TEXTURE_2D_ARRAY,Je,se,ie.width,ie.height,ie.depth),He)if(x.layerUpdates.size>0){let le=Bd(ie.width,ie.height,x.format,x.type);for(let Oe of x.layerUpdates){let je=ie.data.subarray(Oe*le/ie.data.BYTES_PER_ELEMENT,(Oe+1)*le/ie.data.BYTES_PER_ELEMENT);t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,Oe,ie.width,ie.height,1,pe,F,je)}x.clearLayerUpdates()}else t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,0,ie.width,ie.height,ie.depth,pe,F,ie.data)}else t.texImage3D(n.TEXTURE_2D_ARRAY,0,se,ie.width,ie.height,ie.depth,0,pe,F,ie.data);else if(x.isData3DTexture)ge?(be&&t.texStorage3D(n.TEXTURE_3D,Je,se,ie.width,ie.height,ie.depth),He&&t.texSubImage3D(n.TEXTURE_3D,0,0,0,0,ie.width,ie.height,ie.depth,pe,F,ie.data)):t.texImage3D(n.TEXTURE_3D,0,se,ie.width,ie.height,ie.depth,0,pe,F,ie.data);else if(x.isFramebufferTexture){if(be)if(ge)t.texStorage2D(n.TEXTURE_2D,Je,se,ie.width,ie.height);else{let le=ie.width,Oe=ie.height;for(let je=0;je<Je;je++)t.texImage2D(n.TEXTURE_2D,je,se,le,Oe,0,pe,F,null),le>>=1,Oe>>=1}}else if(x.isHTMLTexture){if("texElementImage2D"in n){let le=n.canvas;if(le.hasAttribute("layoutsubtree")||le.setAttribute("layoutsubtree","true"),ie.parentNode!==le){le.appendChild(ie),u.add(x),le.onpaint=Oe=>{let je=Oe.changedElements;for(let Re of u)je.includes(Re.image)&&(Re.needsUpdate=!0)},le.requestPaint();return}if(n.texElementImage2D.length===3)n.texElementImage2D(n.TEXTURE_2D,n.RGBA8,ie);else{let je=n.RGBA,Re=n.RGBA,lt=n.UNSIGNED_BYTE;n.texElementImage2D(n.TEXTURE_2D,0,je,Re,lt,ie)}n.texParameteri(n.TEXTURE_2D,n.TEXTURE_MIN_FILTER,n.LINEAR),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_S,n.CLAMP_TO_EDGE),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_T,n.CLAMP_TO_EDGE)}}else if(we.length>0){if(ge&&be){let le=Xe(we[0]);t.texStorage2D(n.TEXTURE_2D,Je,se,le.width,le.height)}for(let le=0,Oe=we.length;le<Oe;le++)te=we[le],ge?He&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,pe,F,te):t.texImage2D(n.TEXTURE_2D,le,se,pe,F,te);x.generateMipmaps=!1}else if(ge){if(be){let le=Xe(ie);t.texStorage2D(n.TEXTURE_2D,Je,se,le.width,le.height)}He&&t.texSubImage2D(n.TEXTURE_2D,0,0,0,pe,F,ie)}else t.texImage2D(n.TEXTURE_2D,0,se,pe,F,ie);A(x)&&x.mipmapsAutoUpdate===!0&&S(he),ye.__version=ve.version,x.onUpdate&&x.onUpdate(x)}R.__version=x.version}function ri(R,x,X){if(x.image.length!==6)return;let he=ct(R,x),re=x.source;t.bindTexture(n.TEXTURE_CUBE_MAP,R.__webglTexture,n.TEXTURE0+X);let ve=i.get(re);if(re.version!==ve.__version||he===!0){t.activeTexture(n.TEXTURE0+X);let ye=vt.getPrimaries(vt.workingColorSpace),ee=x.colorSpace===Ts?null:vt.getPrimaries(x.colorSpace),ie=x.colorSpace===Ts||ye===ee?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,x.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),t.pixelStorei(n.UNPACK_ALIGNMENT,x.unpackAlignment),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,ie);let pe=x.isCompressedTexture||x.image[0].isCompressedTexture,F=x.image[0]&&x.image[0].isDataTexture,se=[];for(let Re=0;Re<6;Re++)!pe&&!F?se[Re]=y(x.image[Re],!0,s.maxCubemapSize):se[Re]=F?x.image[Re].image:x.image[Re],se[Re]=ze(x,se[Re]);let te=se[0],we=r.convert(x.format,x.colorSpace),ge=r.convert(x.type),be=T(x.internalFormat,we,ge,x.normalized,x.colorSpace),He=x.isVideoTexture!==!0,Je=ve.__version===void 0||he===!0,le=re.dataReady,Oe=E(x,te);dt(n.TEXTURE_CUBE_MAP,x);let je;if(x.isDepthTexture){if(be=_(x.format===Es,x.type),Je)if(He)t.texStorage2D(n.TEXTURE_CUBE_MAP,1,be,te.width,te.height);else for(let Re=0;Re<6;Re++)t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,te.width,te.height,0,we,ge,null)}else if(pe){He&&Je&&t.texStorage2D(n.TEXTURE_CUBE_MAP,Oe,be,te.width,te.height);for(let Re=0;Re<6;Re++){je=se[Re].mipmaps;for(let lt=0;lt<je.length;lt++){let Bt=je[lt];x.format!==Bn?we!==null?He?le&&t.compressedTexSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt,0,0,Bt.width,Bt.height,we,Bt.data):t.compressedTexImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt,be,Bt.width,Bt.height,0,Bt.data):qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):He?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt,0,0,Bt.width,Bt.height,we,ge,Bt.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt,be,Bt.width,Bt.height,0,we,ge,Bt.data)}}}else{if(je=x.mipmaps,He&&Je){je.length>0&&Oe++;let Re=Xe(se[0]);t.texStorage2D(n.TEXTURE_CUBE_MAP,Oe,be,Re.width,Re.height)}for(let Re=0;Re<6;Re++)if(F){He?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,se[Re].width,se[Re].height,we,ge,se[Re].data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,se[Re].width,se[Re].height,0,we,ge,se[Re].data);for(let lt=0;lt<je.length;lt++){let Hi=je[lt].image[Re].image;He?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt+1,0,0,Hi.width,Hi.height,we,ge,Hi.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt+1,be,Hi.width,Hi.height,0,we,ge,Hi.data)}}else{He?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,we,ge,se[Re]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,we,ge,se[Re]);for(let lt=0;lt<je.length;lt++){let Bt=je[lt];He?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt+1,0,0,we,ge,Bt.image[Re]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt+1,be,we,ge,Bt.image[Re])}}}A(x)&&x.mipmapsAutoUpdate===!0&&S(n.TEXTURE_CUBE_MAP),ve.__version=re.version,x.onUpdate&&x.onUpdate(x)}R.__version=x.version}function It(R,x,X,he,re,ve){let ye=r.convert(X.format,X.colorSpace),ee=r.convert(X.type),ie=T(X.internalFormat,ye,ee,X.normalized,X.colorSpace),pe=i.get(x),F=i.get(X);if(F.__renderTarget=x,!pe.__hasExternalTextures){let se=Math.max(1,x.width>>ve),te=Math.max(1,x.height>>ve);re===n.TEXTURE_3D||re===n.TEXTURE_2D_ARRAY?t.texImage3D(re,ve,ie,se,te,x.depth,0,ye,ee,null):t.texImage2D(re,ve,ie,se,te,0,ye,ee,null)}t.bindFramebuffer(n.FRAMEBUFFER,R),Me(x)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,he,re,F.__webglTexture,0,rt(x)):(re===n.TEXTURE_2D||re>=n.TEXTURE_CUBE_MAP_POSITIVE_X&&re<=n.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&n.framebufferTexture2D(n.FRAMEBUFFER,he,re,F.__webglTexture,ve),t.bindFramebuffer(n.FRAMEBUFFER,null)}function Ei(R,x,X){if(n.bindRenderbuffer(n.RENDERBUFFER,R),x.depthBuffer){let he=x.depthTexture,re=he&&he.isDepthTexture?he.type:null,ve=_(x.stencilBuffer,re),ye=x.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;Me(x)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,rt(x),ve,x.width,x.height):X?n.renderbufferStorageMultisample(n.RENDERBUFFER,rt(x),ve,x.width,x.height):n.renderbufferStorage(n.RENDERBUFFER,ve,x.width,x.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,ye,n.RENDERBUFFER,R)}else{let he=x.textures;for(let re=0;re<he.length;re++){let ve=he[re],ye=r.convert(ve.format,ve.colorSpace),ee=r.convert(ve.type),ie=T(ve.internalFormat,ye,ee,ve.normalized,ve.colorSpace);Me(x)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,rt(x),ie,x.width,x.height):X?n.renderbufferStorageMultisample(n.RENDERBUFFER,rt(x),ie,x.width,x.height):n.renderbufferStorage(n.RENDERBUFFER,ie,x.width,x.height)}}n.bindRenderbuffer(n.RENDERBUFFER,null)}function xt(R,x,X){let he=x.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(n.FRAMEBUFFER,R),!(x.depthTexture&&x.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let re=i.get(x.depthTexture);re.__renderTarget=x;let ve=he?x.depthTexture.image[0]:x.depthTexture.image;(!re.__webglTexture||ve.width!==x.width||ve.height!==x.height)&&(ve.width=x.width,ve.height=x.height,x.depthTexture.needsUpdate=!0),he?Se(x.depthTexture,0):me(x.depthTexture,0);let ye=re.__webglTexture,ee=rt(x),ie=he?n.TEXTURE_CUBE_MAP_POSITIVE_X+X:n.TEXTURE_2D,pe=x.depthTexture.format===Es?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;if(x.depthTexture.format===xs)Me(x)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,pe,ie,ye,0,ee):n.framebufferTexture2D(n.FRAMEBUFFER,pe,ie,ye,0);else if(x.depthTexture.format===Es)Me(x)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,pe,ie,ye,0,ee):n.framebufferTexture2D(n.FRAMEBUFFER,pe,ie,ye,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function mi(R){let x=i.get(R),X=R.isWebGLCubeRenderTarget===!0;if(x.__boundDepthTexture!==R.depthTexture){let he=R.depthTexture;if(x.__depthDisposeCallback&&x.__depthDisposeCallback(),he){let re=()=>{delete x.__boundDepthTexture,delete x.__depthDisposeCallback,he.removeEventListener("dispose",re)};he.addEventListener("dispose",re),x.__depthDisposeCallback=re}x.__boundDepthTexture=he}if(R.depthTexture&&!x.__autoAllocateDepthBuffer)if(X)for(let he=0;he<6;he++)xt(x.__webglFramebuffer[he],R,he);else R.texture.mipmaps.length>0?xt(x.__webglFramebuffer[0],R,0):xt(x.__webglFramebuffer,R,0);else if(X){x.__webglDepthbuffer=[];for(let he=0;he<6;he++)if(t.bindFramebuffer(n.FRAMEBUFFER,x.__webglFramebuffer[he]),x.__webglDepthbuffer[he]===void 0)x.__webglDepthbuffer[he]=n.createRenderbuffer(),Ei(x.__webglDepthbuffer[he],R,!1);else{let re=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ve=x.__webglDepthbuffer[he];n.bindRenderbuffer(n.RENDERBUFFER,ve),n.framebufferRenderbuffer(n.FRAMEBUFFER,re,n.RENDERBUFFER,ve)}}else if(R.texture.mipmaps.length>0?t.bindFramebuffer(n.FRAMEBUFFER,x.__webglFramebuffer[0]):t.bindFramebuffer(n.FRAMEBUFFER,x.__webglFramebuffer),x.__webglDepthbuffer===void 0)x.__webglDepthbuffer=n.createRenderbuffer(),Ei(x.__webglDepthbuffer,R,!1);else{let re=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ve=x.__webglDepthbuffer;n.bindRenderbuffer(n.RENDERBUFFER,ve),n.framebufferRenderbuffer(n.FRAMEBUFFER,re,n.RENDERBUFFER,ve)}t.bindFramebuffer(n.FRAMEBUFFER,null)}function $t(R,x,X){let he=i.get(R);x!==void 0&&It(he.__webglFramebuffer,R,R.texture,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,0),X!==void 0&&mi(R)}function oi(R){let x=R.texture,X=i.get(R),he=i.get(x);R.addEventListener("dispose",z),k(R);let re=R.textures,ve=R.isWebGLCubeRenderTarget===!0,ye=re.length>1;if(ye||(he.__webglTexture===void 0&&(he.__webglTexture=n.createTexture()),he.__version=x.version,o.memory.textures++),ve){X.__webglFramebuffer=[];for(let ee=0;ee<6;ee++)if(x.mipmaps.length>0){X.__webglFramebuffer[ee]=[];for(let ie=0;ie<x.mipmaps.length;ie++)X.__webglFramebuffer[ee][ie]=n.createFramebuffer()}else X.__webglFramebuffer[ee]=n.createFramebuffer()}else{if(x.mipmaps.length>0){X.__webglFramebuffer=[];for(let ee=0;ee<x.mipmaps.length;ee++)X.__webglFramebuffer[ee]=n.createFramebuffer()}else X.__webglFramebuffer=n.createFramebuffer();if(ye)for(let ee=0,ie=re.length;ee<ie;ee++){let pe=i.get(re[ee]);pe.__webglTexture===void 0&&(pe.__webglTexture=n.createTexture(),o.memory.textures++)}if(R.samples>0&&Me(R)===!1){X.__webglMultisampledFramebuffer=n.createFramebuffer(),X.__webglColorRenderbuffer=[],t.bindFramebuffer(n.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let ee=0;ee<re.length;ee++){let ie=re[ee];X.__webglColorRenderbuffer[ee]=n.createRenderbuffer(),n.bindRenderbuffer(n.RENDERBUFFER,X.__webglColorRenderbuffer[ee]);let pe=r.convert(ie.format,ie.colorSpace),F=r.convert(ie.type),se=T(ie.internalFormat,pe,F,ie.normalized,ie.colorSpace,R.isXRRenderTarget===!0),te=rt(R);n.renderbufferStorageMultisample(n.RENDERBUFFER,te,se,R.width,R.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+ee,n.RENDERBUFFER,X.__webglColorRenderbuffer[ee])}n.bindRenderbuffer(n.RENDERBUFFER,null),R.depthBuffer&&(X.__webglDepthRenderbuffer=n.createRenderbuffer(),Ei(X.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(n.FRAMEBUFFER,null)}}if(ve){t.bindTexture(n.TEXTURE_CUBE_MAP,he.__webglTexture),dt(n.TEXTURE_CUBE_MAP,x);for(let ee=0;ee<6;ee++)if(x.mipmaps.length>0)for(let ie=0;ie<x.mipmaps.length;ie++)It(X.__webglFramebuffer[ee][ie],R,x,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+ee,ie);else It(X.__webglFramebuffer[ee],R,x,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+ee,0);A(x)?S(n.TEXTURE_CUBE_MAP):x.mipmaps.length>0&&n.texParameteri(n.TEXTURE_CUBE_MAP,n.TEXTURE_MAX_LEVEL,x.mipmaps.length-1),t.unbindTexture()}else if(ye){for(let ee=0,ie=re.length;ee<ie;ee++){let pe=re[ee],F=i.get(pe),se=n.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(se=R.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(se,F.__webglTexture),dt(se,pe),It(X.__webglFramebuffer,R,pe,n.COLOR_ATTACHMENT0+ee,se,0),A(pe)&&S(se)}t.unbindTexture()}else{let ee=n.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(ee=R.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(ee,he.__webglTexture),dt(ee,x),x.mipmaps.length>0)for(let ie=0;ie<x.mipmaps.length;ie++)It(X.__webglFramebuffer[ie],R,x,n.COLOR_ATTACHMENT0,ee,ie);else It(X.__webglFramebuffer,R,x,n.COLOR_ATTACHMENT0,ee,0);A(x)?S(ee):x.mipmaps.length>0&&n.texParameteri(ee,n.TEXTURE_MAX_LEVEL,x.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&mi(R)}function O(R){let x=R.textures;for(let X=0,he=x.length;X<he;X++){let re=x[X];if(A(re)&&re.mipmapsAutoUpdate===!0){let ve=C(R),ye=i.get(re).__webglTexture;t.bindTexture(ve,ye),S(ve),t.unbindTexture()}}}let Ce=[];function Ke(R){if(R.samples>0){if(Me(R)===!1){let x=R.textures,X=R.width,he=R.height,re=n.COLOR_BUFFER_BIT,ve=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ye=i.get(R),ee=x.length>1;if(ee)for(let pe=0;pe<x.length;pe++)t.bindFramebuffer(n.FRAMEBUFFER,ye.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.RENDERBUFFER,null),t.bindFramebuffer(n.FRAMEBUFFER,ye.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.TEXTURE_2D,null,0);t.bindFramebuffer(n.READ_FRAMEBUFFER,ye.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?t.bindFramebuffer(n.DRAW_FRAMEBUFFER,ye.__webglFramebuffer[0]):t.bindFramebuffer(n.DRAW_FRAMEBUFFER,ye.__webglFramebuffer);for(let pe=0;pe<x.length;pe++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(re|=n.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(re|=n.STENCIL_BUFFER_BIT)),ee){n.framebufferRenderbuffer(n.READ_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.RENDERBUFFER,ye.__webglColorRenderbuffer[pe]);let F=i.get(x[pe]).__webglTexture;n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,F,0)}n.blitFramebuffer(0,0,X,he,0,0,X,he,re,n.NEAREST),l===!0&&(Ce.length=0,Ce.push(n.COLOR_ATTACHMENT0+pe),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Ce.push(ve),n.invalidateFramebuffer(n.READ_FRAMEBUFFER,Ce))}if(t.bindFramebuffer(n.READ_FRAMEBUFFER,null),t.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),ee)for(let pe=0;pe<x.length;pe++){t.bindFramebuffer(n.FRAMEBUFFER,ye.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.RENDERBUFFER,ye.__webglColorRenderbuffer[pe]);let F=i.get(x[pe]).__webglTexture;t.bindFramebuffer(n.FRAMEBUFFER,ye.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.TEXTURE_2D,F,0)}t.bindFramebuffer(n.DRAW_FRAMEBUFFER,ye.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let x=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;n.invalidateFramebuffer(n.DRAW_FRAMEBUFFER,[x])}}}function rt(R){return Math.min(s.maxSamples,R.samples)}function Me(R){let x=i.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&x.__useRenderToTexture!==!1}function Ut(R){let x=o.render.frame;h.get(R)!==x&&(h.set(R,x),R.update())}function ze(R,x){let X=R.colorSpace,he=R.format,re=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||X!==oa&&X!==Ts&&(vt.getTransfer(X)===Tt?(he!==Bn||re!==rn)&&qe("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Qe("WebGLTextures: Unsupported texture color space:",X)),x}function Xe(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=ue,this.resetTextureUnits=j,this.getTextureUnits=ne,this.setTextureUnits=de,this.setTexture2D=me,this.setTexture2DArray=_e,this.setTexture3D=Ae,this.setTextureCube=Se,this.rebindTextures=$t,this.setupRenderTarget=oi,this.updateRenderTargetMipmap=O,this.updateMultisampleRenderTarget=Ke,this.setupDepthRenderbuffer=mi,this.setupFrameBufferTexture=It,this.useMultisampledRTT=Me,this.dispose=W}function YM(n,e){function t(i,s=Ts){let r,o=vt.getTransfer(s);if(i===rn)return n.UNSIGNED_BYTE;if(i===Ec)return n.UNSIGNED_SHORT_4_4_4_4;if(i===Tc)return n.UNSIGNED_SHORT_5_5_5_1;if(i===Sd)return n.UNSIGNED_INT_5_9_9_9_REV;if(i===Md)return n.UNSIGNED_INT_10F_11F_11F_REV;if(i===xd)return n.BYTE;if(i===bd)return n.SHORT;if(i===So)return n.UNSIGNED_SHORT;if(i===wc)return n.INT;if(i===Fn)return n.UNSIGNED_INT;if(i===On)return n.FLOAT;if(i===kn)return n.HALF_FLOAT;if(i===wd)return n.ALPHA;if(i===Ed)return n.RGB;if(i===Bn)return n.RGBA;if(i===xs)return n.DEPTH_COMPONENT;if(i===Es)return n.DEPTH_STENCIL;if(i===Td)return n.RED;if(i===Ac)return n.RED_INTEGER;if(i===Qs)return n.RG;if(i===Rc)return n.RG_INTEGER;if(i===Cc)return n.RGBA_INTEGER;if(i===Na||i===Ua||i===Fa||i===Oa)if(o===Tt)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(i===Na)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===Ua)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===Fa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===Oa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(i===Na)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===Ua)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(i===Fa)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===Oa)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===Pc||i===Lc||i===Ic||i===Dc)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(i===Pc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===Lc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===Ic)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===Dc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(i===Nc||i===Uc||i===Fc||i===Oc||i===kc||i===ka||i===Bc)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(i===Nc||i===Uc)return o===Tt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(i===Fc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(i===Oc)return r.COMPRESSED_R11_EAC;if(i===kc)return r.COMPRESSED_SIGNED_R11_EAC;if(i===ka)return r.COMPRESSED_RG11_EAC;if(i===Bc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===zc||i===Vc||i===Hc||i===Gc||i===Wc||i===Xc||i===qc||i===Yc||i===Kc||i===Zc||i===$c||i===Jc||i===jc||i===Qc)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(i===zc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===Vc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(i===Hc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===Gc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===Wc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===Xc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===qc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===Yc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===Kc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===Zc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===$c)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===Jc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===jc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===Qc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===eh||i===th||i===ih)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(i===eh)return o===Tt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===th)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===ih)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===nh||i===sh||i===Ba||i===rh)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(i===nh)return r.COMPRESSED_RED_RGTC1_EXT;if(i===sh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(i===Ba)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===rh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===xr?n.UNSIGNED_INT_24_8:n[i]!==void 0?n[i]:null}return{convert:t}}var KM=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,ZM=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Kd=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let i=new ga(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=i}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,i=new Mn({vertexShader:KM,fragmentShader:ZM,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new Zt(new xa(20,20),i)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Zd=class extends In{constructor(e,t){super();let i=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,g=null,b=typeof XRWebGLBinding<"u",m=new Kd,p={},y=t.getContextAttributes(),A=null,S=null,C=[],T=[],_=new Ye,E=null,k=null,L=new $i;L.viewport=new At;let I=new $i;I.viewport=new At;let z=[L,I],V=new yc,N=null,W=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let me=C[Q];return me===void 0&&(me=new mo,C[Q]=me),me.getTargetRaySpace()},this.getControllerGrip=function(Q){let me=C[Q];return me===void 0&&(me=new mo,C[Q]=me),me.getGripSpace()},this.getHand=function(Q){let me=C[Q];return me===void 0&&(me=new mo,C[Q]=me),me.getHandSpace()};function Y(Q){let me=T.indexOf(Q.inputSource);if(me===-1)return;let _e=C[me];_e!==void 0&&(_e.update(Q.inputSource,Q.frame,c||o),_e.dispatchEvent({type:Q.type,data:Q.inputSource}))}function G(){s.removeEventListener("select",Y),s.removeEventListener("selectstart",Y),s.removeEventListener("selectend",Y),s.removeEventListener("squeeze",Y),s.removeEventListener("squeezestart",Y),s.removeEventListener("squeezeend",Y),s.removeEventListener("end",G),s.removeEventListener("inputsourceschange",ce);for(let Q=0;Q<C.length;Q++){let me=T[Q];me!==null&&(T[Q]=null,C[Q].disconnect(me))}N=null,W=null,m.reset();for(let Q in p)delete p[Q];if(e.setRenderTarget(A),f=null,d=null,u=null,s=null,S=null,ue.stop(),i.isPresenting=!1,e.setPixelRatio(E),e.setSize(_.width,_.height,!1),k!==null){let Q=k.camera;Q.fov=k.fov,Q.zoom=k.zoom,Q.updateProjectionMatrix(),k=null}i.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,i.isPresenting===!0&&qe("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,i.isPresenting===!0&&qe("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&b&&(u=new XRWebGLBinding(s,t)),u},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(A=e.getRenderTarget(),s.addEventListener("select",Y),s.addEventListener("selectstart",Y),s.addEventListener("selectend",Y),s.addEventListener("squeeze",Y),s.addEventListener("squeezestart",Y),s.addEventListener("squeezeend",Y),s.addEventListener("end",G),s.addEventListener("inputsourceschange",ce),y.xrCompatible!==!0&&await t.makeXRCompatible(),E=e.getPixelRatio(),e.getSize(_),b&&"createProjectionLayer"in XRWebGLBinding.prototype){let _e=null,Ae=null,Se=null;y.depth&&(Se=y.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,_e=y.stencil?Es:xs,Ae=y.stencil?xr:Fn);let Ge={colorFormat:t.RGBA8,depthFormat:Se,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(Ge),s.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),S=new fn(d.textureWidth,d.textureHeight,{format:Bn,type:rn,depthTexture:new Ms(d.textureWidth,d.textureHeight,Ae,void 0,void 0,void 0,void 0,void 0,void 0,_e),stencilBuffer:y.stencil,colorSpace:e.outputColorSpace,samples:y.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let _e={antialias:y.antialias,alpha:!0,depth:y.depth,stencil:y.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,_e),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),S=new fn(f.framebufferWidth,f.framebufferHeight,{format:Bn,type:rn,colorSpace:e.outputColorSpace,stencilBuffer:y.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}S.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ue.setContext(s),ue.start(),i.isPresenting=!0,i.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ce(Q){for(let me=0;me<Q.removed.length;me++){let _e=Q.removed[me],Ae=T.indexOf(_e);Ae>=0&&(T[Ae]=null,C[Ae].disconnect(_e))}for(let me=0;me<Q.added.length;me++){let _e=Q.added[me],Ae=T.indexOf(_e);if(Ae===-1){for(let Ge=0;Ge<C.length;Ge++)if(Ge>=T.length){T.push(_e),Ae=Ge;break}else if(T[Ge]===null){T[Ge]=_e,Ae=Ge;break}if(Ae===-1)break}let Se=C[Ae];Se&&Se.connect(_e)}}function $(Q,me){me===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(me.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let me=Q.near,_e=Q.far;m.texture!==null&&(m.depthNear>0&&(me=m.depthNear),m.depthFar>0&&(_e=m.depthFar)),V.near=I.near=L.near=me,V.far=I.far=L.far=_e,(N!==V.near||W!==V.far)&&(s.updateRenderState({depthNear:V.near,depthFar:V.far}),N=V.near,W=V.far),V.layers.mask=Q.layers.mask|6,L.layers.mask=V.layers.mask&-5,I.layers.mask=V.layers.mask&-3;let Ae=Q.parent,Se=V.cameras;$(V,Ae);for(let Ge=0;Ge<Se.length;Ge++)$(Se[Ge],Ae);V.projectionMatrix.copy(L.projectionMatrix),V.projectionMatrixInverse.copy(L.projectionMatrixInverse),k===null&&Q.isPerspectiveCamera&&(k={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(Q,V,Ae)};function j(Q,me,_e){_e===null?Q.matrix.copy(me.matrixWorld):(Q.matrix.copy(_e.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(me.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(me.projectionMatrix),Q.projectionMatrixInverse.copy(me.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=uo*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return V},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(Q){l=Q,d!==null&&(d.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(V)},this.getCameraTexture=function(Q){return p[Q]};let ne=null;function de(Q,me){if(h=me.getViewerPose(c||o),g=me,h!==null){let _e=h.views;f!==null&&(e.setRenderTargetFramebuffer(S,f.framebuffer),e.setRenderTarget(S));let Ae=!1;_e.length!==V.cameras.length&&(V.cameras.length=0,Ae=!0);for(let Ve=0;Ve<_e.length;Ve++){let dt=_e[Ve],ct=null;if(f!==null)ct=f.getViewport(dt);else{let Xt=u.getViewSubImage(d,dt);ct=Xt.viewport,Ve===0&&(e.setRenderTargetTextures(S,Xt.colorTexture,Xt.depthStencilTexture),e.setRenderTarget(S))}let it=z[Ve];it===void 0&&(it=new $i,it.layers.enable(Ve),it.viewport=new At,z[Ve]=it),it.matrix.fromArray(dt.transform.matrix),it.matrix.decompose(it.position,it.quaternion,it.scale),it.projectionMatrix.fromArray(dt.projectionMatrix),it.projectionMatrixInverse.copy(it.projectionMatrix).invert(),it.viewport.set(ct.x,ct.y,ct.width,ct.height),Ve===0&&(V.matrix.copy(it.matrix),V.matrix.decompose(V.position,V.quaternion,V.scale)),Ae===!0&&V.cameras.push(it)}let Se=s.enabledFeatures;if(Se&&Se.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&b){u=i.getBinding();let Ve=u.getDepthInformation(_e[0]);Ve&&Ve.isValid&&Ve.texture&&m.init(Ve,s.renderState)}if(Se&&Se.includes("camera-access")&&b){e.state.unbindTexture(),u=i.getBinding();for(let Ve=0;Ve<_e.length;Ve++){let dt=_e[Ve].camera;if(dt){let ct=p[dt];ct||(ct=new ga,p[dt]=ct);let it=u.getCameraImage(dt);ct.sourceTexture=it}}}}for(let _e=0;_e<C.length;_e++){let Ae=T[_e],Se=C[_e];Ae!==null&&Se!==void 0&&Se.update(Ae,me,c||o)}ne&&ne(Q,me),me.detectedPlanes&&i.dispatchEvent({type:"planesdetected",data:me}),g=null}let ue=new hg;ue.setAnimationLoop(de),this.setAnimationLoop=function(Q){ne=Q},this.dispose=function(){}}},$M=new Nt,xg=new tt;xg.set(-1,0,0,0,1,0,0,0,1);function JM(n,e){function t(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function i(m,p){p.color.getRGB(m.fogColor.value,Fd(n)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function s(m,p,y,A,S){p.isNodeMaterial?p.uniformsNeedUpdate=!1:p.isMeshBasicMaterial?r(m,p):p.isMeshLambertMaterial?(r(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshToonMaterial?(r(m,p),u(m,p)):p.isMeshPhongMaterial?(r(m,p),h(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshStandardMaterial?(r(m,p),d(m,p),p.isMeshPhysicalMaterial&&f(m,p,S)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),b(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,y,A):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,t(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,t(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===Qi&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,t(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===Qi&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,t(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,t(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,t(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let y=e.get(p),A=y.envMap,S=y.envMapRotation;A&&(m.envMap.value=A,m.envMapRotation.value.setFromMatrix4($M.makeRotationFromEuler(S)).transpose(),A.isCubeTexture&&A.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(xg),m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,t(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,t(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,t(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,y,A){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*y,m.scale.value=A*.5,p.map&&(m.map.value=p.map,t(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,t(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function h(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function u(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function d(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,t(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,t(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function f(m,p,y){m.ior.value=p.ior,p.diffuseRoughness>0&&(m.diffuseRoughness.value=p.diffuseRoughness,p.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=p.diffuseRoughnessMap,t(p.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,t(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,t(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,t(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,t(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,t(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===Qi&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.retroreflectivity>0&&(m.retroreflectivity.value=p.retroreflectivity),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=p.iridescenceThicknessMaximum,p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,t(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,t(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=y.texture,m.transmissionSamplerSize.value.set(y.width,y.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,t(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,t(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,t(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,t(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,t(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function b(m,p){let y=e.get(p).light;m.referencePosition.value.setFromMatrixPosition(y.matrixWorld),m.nearDistance.value=y.shadow.camera.near,m.farDistance.value=y.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:s}}function jM(n,e,t,i){let s={},r={};function o(y,A){let S=A.program;i.uniformBlockBinding(y,S,s[y.id])}function a(y,A){let S=s[y.id];S===void 0&&(g(y),S=l(y),s[y.id]=S,y.addEventListener("dispose",m));let C=A.program;i.updateUBOMapping(y,C);let T=e.render.frame;r[y.id]!==T&&(c(y),r[y.id]=T)}function l(y){let A=n.createBuffer(),S=y.__size,C=y.usage;return n.bindBuffer(n.UNIFORM_BUFFER,A),n.bufferData(n.UNIFORM_BUFFER,S,C),n.bindBuffer(n.UNIFORM_BUFFER,null),A}function c(y){let A=s[y.id],S=y.uniforms,C=y.__cache;n.bindBuffer(n.UNIFORM_BUFFER,A);for(let T=0,_=S.length;T<_;T++){let E=S[T];if(Array.isArray(E))for(let k=0,L=E.length;k<L;k++)h(E[k],T,k,C);else h(E,T,0,C)}n.bindBuffer(n.UNIFORM_BUFFER,null)}function h(y,A,S,C){if(d(y,A,S,C)===!0){let T=y.__offset,_=y.value;if(Array.isArray(_)){let E=0;for(let k=0;k<_.length;k++){let L=_[k],I=b(L,!0);u(L,y.__data,E),E+=I.storage/Float32Array.BYTES_PER_ELEMENT}}else u(_,y.__data,0);n.bufferSubData(n.UNIFORM_BUFFER,T,y.__data)}}function u(y,A,S){typeof y=="number"||typeof y=="boolean"?A[S]=y:y.isMatrix3?(A[S]=y.elements[0],A[S+1]=y.elements[1],A[S+2]=y.elements[2],A[S+3]=0,A[S+4]=y.elements[3],A[S+5]=y.elements[4],A[S+6]=y.elements[5],A[S+7]=0,A[S+8]=y.elements[6],A[S+9]=y.elements[7],A[S+10]=y.elements[8],A[S+11]=0):ArrayBuffer.isView(y)?A.set(y.subarray(0,A.length-S),S):y.toArray(A,S)}function d(y,A,S,C){let T=y.value,_=A+"_"+S;if(Array.isArray(T)){C[_]===void 0&&(C[_]=[]);let E=C[_],k=!1;for(let L=0;L<T.length;L++)f(T[L],E,L)===!0&&(k=!0);return k}return f(T,C,_)}function f(y,A,S){if(A[S]===void 0)return typeof y=="number"||typeof y=="boolean"?A[S]=y:ArrayBuffer.isView(y)?A[S]=y.slice():A[S]=y.clone(),!0;{let C=A[S];if(typeof y=="number"||typeof y=="boolean"){if(C!==y)return A[S]=y,!0}else{if(ArrayBuffer.isView(y))return!0;if(C.equals(y)===!1)return C.copy(y),!0}}return!1}function g(y){let A=y.uniforms,S=0,C=16;for(let _=0,E=A.length;_<E;_++){let k=Array.isArray(A[_])?A[_]:[A[_]];for(let L=0,I=k.length;L<I;L++){let z=k[L],V=Array.isArray(z.value)?z.value:[z.value],N=Array.isArray(A[_])||Array.isArray(z.value),W=S;for(let G=0,ce=V.length;G<ce;G++){let $=V[G],j=b($,N),ne=S%C,de=ne%j.boundary,ue=ne+de;S+=de,ue!==0&&C-ue<j.storage&&(S+=C-ue),G===0&&(W=S),S+=j.storage}let Y=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new Y((S-W)/Float32Array.BYTES_PER_ELEMENT),z.__offset=W}}let T=S%C;return T>0&&(S+=C-T),y.__size=S,y.__cache={},this}function b(y,A){let S={boundary:0,storage:0};return typeof y=="number"||typeof y=="boolean"?(S.boundary=4,S.storage=4):y.isVector2?(S.boundary=8,S.storage=8):y.isVector3||y.isColor?(S.boundary=16,S.storage=12):y.isVector4?(S.boundary=16,S.storage=16):y.isMatrix3?(S.boundary=16,S.storage=48):y.isMatrix4?(S.boundary=16,S.storage=64):y.isTexture?qe("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(y)?(S.boundary=16,S.storage=y.byteLength):qe("WebGLRenderer: Unsupported uniform value type.",y),A===!0&&(S.boundary=16,S.storage=Math.ceil(S.storage/16)*16),S}function m(y){let A=y.target;A.removeEventListener("dispose",m),n.deleteBuffer(s[A.id]),delete s[A.id],delete r[A.id]}function p(){for(let y in s)n.deleteBuffer(s[y]);s={},r={}}return{bind:o,update:a,dispose:p}}var QM=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),ns=null;function ew(){return ns===null&&(ns=new ec(QM,16,16,Qs,kn),ns.name="DFG_LUT",ns.minFilter=Ji,ns.magFilter=Ji,ns.wrapS=Qn,ns.wrapT=Qn,ns.generateMipmaps=!1,ns.needsUpdate=!0),ns}var uh=class{constructor(e={}){let{canvas:t=Fm(),context:i=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=rn}=e;this.isWebGLRenderer=!0;let g;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");g=i.getContextAttributes().alpha}else g=o;let b=f,m=new Set([Cc,Rc,Ac]),p=new Set([rn,Fn,So,xr,Ec,Tc]),y=new Uint32Array(4),A=new Int32Array(4),S={textures:[],min:[],max:[],resolution:[]},C=null,T=null,_=[],E=[],k=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=is,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,I=!1,z=null,V=null,N=null,W=null;this._outputColorSpace=Ki;let Y=0,G=0,ce=null,$=-1,j=null,ne=new At,de=new At,ue=null,Q=new at(0),me=0,_e=t.width,Ae=t.height,Se=1,Ge=null,st=null,Ve=new At(0,0,_e,Ae),dt=new At(0,0,_e,Ae),ct=!1,it=new Gs,Xt=new tc,kt=!1,ri=!1,It=new Nt,Ei=new U,xt=new At,mi={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},$t=!1;function oi(){return ce===null?Se:1}let O=i;function Ce(w,B){return t.getContext(w,B)}let Ke,rt,Me,Ut,ze,Xe,R,x,X,he,re,ve,ye,ee,ie,pe,F,se,te,we,ge,be,He;try{let w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Oe,!1),t.addEventListener("webglcontextrestored",je,!1),t.addEventListener("webglcontextcreationerror",Re,!1),O===null){let B="webgl2";if(O=Ce(B,w),O===null)throw Ce(B)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Je()}catch(w){throw t.removeEventListener("webglcontextlost",Oe,!1),t.removeEventListener("webglcontextrestored",je,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),Qe("WebGLRenderer: "+w.message),w}function Je(){Ke=new uS(O),Ke.init(),ge=new YM(O,Ke),rt=new eS(O,Ke,e,ge),Me=new XM(O,Ke),rt.reversedDepthBuffer&&d&&Me.buffers.depth.setReversed(!0),V=O.createFramebuffer(),N=O.createFramebuffer(),W=O.createFramebuffer(),Ut=new pS(O),ze=new LM,Xe=new qM(O,Ke,Me,ze,rt,ge,Ut),R=new hS(L),x=new gy(O),be=new jb(O,x),X=new dS(O,x,Ut,be),he=new gS(O,X,x,be,Ut),se=new mS(O,rt,Xe),ie=new tS(ze),re=new PM(L,R,Ke,rt,be,ie),ve=new JM(L,ze),ye=new DM,ee=new BM(Ke),F=new Jb(L,R,Me,he,g,l),pe=new WM(L,he,rt),He=new jM(O,Ut,rt,Me),te=new Qb(O,Ke,Ut),we=new fS(O,Ke,Ut),Ut.programs=re.programs,L.capabilities=rt,L.extensions=Ke,L.properties=ze,L.renderLists=ye,L.shadowMap=pe,L.state=Me,L.info=Ut}b!==rn&&(k=new _S(b,t.width,t.height,a,s,r));let le=new Zd(L,O);this.xr=le,this.getContext=function(){return O},this.getContextAttributes=function(){return O.getContextAttributes()},this.forceContextLoss=function(){let w=Ke.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=Ke.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return Se},this.setPixelRatio=function(w){w!==void 0&&(Se=w,this.setSize(_e,Ae,!1))},this.getSize=function(w){return w.set(_e,Ae)},this.setSize=function(w,B,J=!0){if(le.isPresenting){qe("WebGLRenderer: Can't change size while VR device is presenting.");return}_e=w,Ae=B,t.width=Math.floor(w*Se),t.height=Math.floor(B*Se),J===!0&&(t.style.width=w+"px",t.style.height=B+"px"),k!==null&&k.setSize(t.width,t.height),this.setViewport(0,0,w,B)},this.getDrawingBufferSize=function(w){return w.set(_e*Se,Ae*Se).floor()},this.setDrawingBufferSize=function(w,B,J){_e=w,Ae=B,Se=J,t.width=Math.floor(w*J),t.height=Math.floor(B*J),this.setViewport(0,0,w,B)},this.setEffects=function(w){if(b===rn){Qe("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let B=0;B<w.length;B++)if(w[B].isOutputPass===!0){qe("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}k.setEffects(w||[])},this.getCurrentViewport=function(w){return w.copy(ne)},this.getViewport=function(w){return w.copy(Ve)},this.setViewport=function(w,B,J,q){w.isVector4?Ve.set(w.x,w.y,w.z,w.w):Ve.set(w,B,J,q),Me.viewport(ne.copy(Ve).multiplyScalar(oi()).round())},this.getScissor=function(w){return w.copy(dt)},this.setScissor=function(w,B,J,q){w.isVector4?dt.set(w.x,w.y,w.z,w.w):dt.set(w,B,J,q),Me.scissor(de.copy(dt).multiplyScalar(oi()).round())},this.getScissorTest=function(){return ct},this.setScissorTest=function(w){Me.setScissorTest(ct=w)},this.setOpaqueSort=function(w){Ge=w},this.setTransparentSort=function(w){st=w},this.getClearColor=function(w){return w.copy(F.getClearColor())},this.setClearColor=function(){F.setClearColor(...arguments)},this.getClearAlpha=function(){return F.getClearAlpha()},this.setClearAlpha=function(){F.setClearAlpha(...arguments)},this.clear=function(w=!0,B=!0,J=!0){let q=0;if(w){let K=!1;if(ce!==null){let Ee=ce.texture.format;K=m.has(Ee)}if(K){let Ee=ce.texture.type,Le=p.has(Ee),Te=F.getClearColor(),Ie=F.getClearAlpha(),Be=Te.r,et=Te.g,ft=Te.b;Le?(y[0]=Be,y[1]=et,y[2]=ft,y[3]=Ie,O.clearBufferuiv(O.COLOR,0,y)):(A[0]=Be,A[1]=et,A[2]=ft,A[3]=Ie,O.clearBufferiv(O.COLOR,0,A))}else q|=O.COLOR_BUFFER_BIT}B&&(q|=O.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),J&&(q|=O.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),q!==0&&O.clear(q)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(w){w.setRenderer(this),z=w},this.dispose=function(){t.removeEventListener("webglcontextlost",Oe,!1),t.removeEventListener("webglcontextrestored",je,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),F.dispose(),ye.dispose(),ee.dispose(),Xe.dispose(),ze.dispose(),R.dispose(),he.dispose(),X.dispose(),be.dispose(),He.dispose(),re.dispose(),le.dispose(),le.removeEventListener("sessionstart",ol),le.removeEventListener("sessionend",Xn),ls.stop()};function Oe(w){w.preventDefault(),ca("WebGLRenderer: Context Lost."),I=!0}function je(){ca("WebGLRenderer: Context Restored."),I=!1;let w=Ut.autoReset,B=pe.enabled,J=pe.autoUpdate,q=pe.needsUpdate,K=pe.type;Je(),Ut.autoReset=w,pe.enabled=B,pe.autoUpdate=J,pe.needsUpdate=q,pe.type=K}function Re(w){Qe("WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function lt(w){let B=w.target;B.removeEventListener("dispose",lt),Bt(B)}function Bt(w){Hi(w),ze.remove(w)}function Hi(w){let B=ze.get(w).programs;B!==void 0&&(B.forEach(function(J){re.releaseProgram(J)}),w.isShaderMaterial&&re.releaseShaderCache(w))}this.renderBufferDirect=function(w,B,J,q,K,Ee){B===null&&(B=mi);let Le=K.isMesh&&K.matrixWorld.determinantAffine()<0,Te=qo(w,B,J,q,K);Me.setMaterial(q,Le);let Ie=J.index,Be=1;if(q.wireframe===!0){if(Ie=X.getWireframeAttribute(J),Ie===void 0)return;Be=2}let et=J.drawRange,ft=J.attributes.position,ke=et.start*Be,pt=(et.start+et.count)*Be;Ee!==null&&(ke=Math.max(ke,Ee.start*Be),pt=Math.min(pt,(Ee.start+Ee.count)*Be)),Ie!==null?(ke=Math.max(ke,0),pt=Math.min(pt,Ie.count)):ft!=null&&(ke=Math.max(ke,0),pt=Math.min(pt,ft.count));let Yt=pt-ke;if(Yt<0||Yt===1/0)return;be.setup(K,q,Te,J,Ie);let Ct,Pt=te;if(Ie!==null&&(Ct=x.get(Ie),Pt=we,Pt.setIndex(Ct)),K.isMesh)q.wireframe===!0?(Me.setLineWidth(q.wireframeLinewidth*oi()),Pt.setMode(O.LINES)):Pt.setMode(O.TRIANGLES);else if(K.isLine){let gi=q.linewidth;gi===void 0&&(gi=1),Me.setLineWidth(gi*oi()),K.isLineSegments?Pt.setMode(O.LINES):K.isLineLoop?Pt.setMode(O.LINE_LOOP):Pt.setMode(O.LINE_STRIP)}else K.isPoints?Pt.setMode(O.POINTS):K.isSprite&&Pt.setMode(O.TRIANGLES);if(K.isBatchedMesh)if(Ke.get("WEBGL_multi_draw"))Pt.renderMultiDraw(K._multiDrawStarts,K._multiDrawCounts,K._multiDrawCount);else{let gi=K._multiDrawStarts,Ue=K._multiDrawCounts,ai=K._multiDrawCount,gt=Ie?x.get(Ie).bytesPerElement:1,hs=ze.get(q).currentProgram.getUniforms();for(let li=0;li<ai;li++)hs.setValue(O,"_gl_DrawID",li),Pt.render(gi[li]/gt,Ue[li])}else if(K.isInstancedMesh)Pt.renderInstances(ke,Yt,K.count);else if(J.isInstancedBufferGeometry){let gi=J._maxInstanceCount!==void 0?J._maxInstanceCount:1/0,Ue=Math.min(J.instanceCount,gi);Pt.renderInstances(ke,Yt,Ue)}else Pt.render(ke,Yt)};function Go(w,B,J,q){z!==null&&w.isNodeMaterial&&z.setObject(q,w),kt===!0&&ie.setState(w,J,!1),w.transparent===!0&&w.side===ts&&w.forceSinglePass===!1?(w.side=Qi,w.needsUpdate=!0,qn(w,B,q),w.side=js,w.needsUpdate=!0,qn(w,B,q),w.side=ts):qn(w,B,q)}this.compile=function(w,B,J=null){J===null&&(J=w),z!==null&&z.renderStart(w,B,J),T=ee.get(J),T.init(B),E.push(T),J.traverseVisible(function(K){K.isLight&&K.layers.test(B.layers)&&(T.pushLight(K),K.castShadow&&T.pushShadow(K))}),w!==J&&w.traverseVisible(function(K){K.isLight&&K.layers.test(B.layers)&&(T.pushLight(K),K.castShadow&&T.pushShadow(K))}),T.setupLights(),z!==null&&z.updateLights(T.state.lightsArray),ri=this.localClippingEnabled,kt=ie.init(this.clippingPlanes,ri),kt===!0&&ie.setGlobalState(this.clippingPlanes,B),z!==null&&pe.render(T.state.shadowsArray,J,B);let q=new Set;return w.traverse(function(K){if(!(K.isMesh||K.isPoints||K.isLine||K.isSprite))return;let Ee=K.material;if(Ee)if(Array.isArray(Ee))for(let Le=0;Le<Ee.length;Le++){let Te=Ee[Le];Go(Te,J,B,K),q.add(Te)}else Go(Ee,J,B,K),q.add(Ee)}),T=E.pop(),z!==null&&z.renderEnd(),q},this.compileAsync=function(w,B,J=null){let q=this.compile(w,B,J);return new Promise(K=>{function Ee(){if(q.forEach(function(Le){let Ie=ze.get(Le).currentProgram;(Ie===void 0||Ie.isReady())&&q.delete(Le)}),q.size===0){K(w);return}setTimeout(Ee,10)}Ke.get("KHR_parallel_shader_compile")!==null?Ee():setTimeout(Ee,10)})};let Ir=null;function yu(w){Ir&&Ir(w)}function ol(){ls.stop()}function Xn(){ls.start()}let ls=new hg;ls.setAnimationLoop(yu),typeof self<"u"&&ls.setContext(self),this.setAnimationLoop=function(w){Ir=w,le.setAnimationLoop(w),w===null?ls.stop():ls.start()},le.addEventListener("sessionstart",ol),le.addEventListener("sessionend",Xn),this.render=function(w,B){if(B!==void 0&&B.isCamera!==!0){Qe("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(I===!0)return;z!==null&&z.renderStart(w,B);let J=le.enabled===!0&&le.isPresenting===!0,q=k!==null&&(ce===null||J)&&k.begin(L,ce);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),B.parent===null&&B.matrixWorldAutoUpdate===!0&&B.updateMatrixWorld(),le.enabled===!0&&le.isPresenting===!0&&(k===null||k.isCompositing()===!1)&&(le.cameraAutoUpdate===!0&&le.updateCamera(B),B=le.getCamera()),w.isScene===!0&&w.onBeforeRender(L,w,B,ce),T=ee.get(w,E.length),T.init(B),T.state.textureUnits=Xe.getTextureUnits(),E.push(T),It.multiplyMatrices(B.projectionMatrix,B.matrixWorldInverse),B.isArrayCamera?Xt.setFromArrayCamera(B):it.setFromProjectionMatrix(It,Sn,B.reversedDepth),ri=this.localClippingEnabled,kt=ie.init(this.clippingPlanes,ri),C=ye.get(w,_.length),C.init(),_.push(C),this.info.render.frame++,le.enabled===!0&&le.isPresenting===!0){let Le=L.xr.getDepthSensingMesh();Le!==null&&cs(Le,B,-1/0,L.sortObjects)}cs(w,B,0,L.sortObjects),C.finish(),z!==null&&z.updateLights(T.state.lightsArray),L.sortObjects===!0&&C.sort(Ge,st),$t=le.enabled===!1||le.isPresenting===!1||le.hasDepthSensing()===!1,$t&&F.addToRenderList(C,w),this.info.autoReset===!0&&this.info.reset(),kt===!0&&ie.beginShadows();let K=T.state.shadowsArray;if(pe.render(K,w,B),kt===!0&&ie.endShadows(),(q&&k.hasRenderPass())===!1){let Le=C.opaque,Te=C.transmissive;if(T.setupLights(),B.isArrayCamera){let Ie=B.cameras;if(Te.length>0)for(let Be=0,et=Ie.length;Be<et;Be++){let ft=Ie[Be];Tn(Le,Te,w,ft)}$t&&F.render(w);for(let Be=0,et=Ie.length;Be<et;Be++){let ft=Ie[Be];Wo(C,w,ft,ft.viewport)}}else Te.length>0&&Tn(Le,Te,w,B),$t&&F.render(w),Wo(C,w,B)}ce!==null&&G===0&&(Xe.updateMultisampleRenderTarget(ce),Xe.updateRenderTargetMipmap(ce)),q&&k.end(L),w.isScene===!0&&w.onAfterRender(L,w,B),be.resetDefaultState(),$=-1,j=null,E.pop(),E.length>0?(T=E[E.length-1],Xe.setTextureUnits(T.state.textureUnits),kt===!0&&ie.setGlobalState(L.clippingPlanes,T.state.camera)):T=null,_.pop(),_.length>0?C=_[_.length-1]:C=null,z!==null&&z.renderEnd()};function cs(w,B,J,q){if(w.visible===!1)return;if(w.layers.test(B.layers)){if(w.isGroup)J=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(B);else if(w.isLight)T.pushLight(w),w.castShadow&&T.pushShadow(w);else if(w.isSprite){let Le=B.isArrayCamera?Xt:it;if(!w.frustumCulled||w.intersectsFrustum(Le)){q&&xt.setFromMatrixPosition(w.matrixWorld).applyMatrix4(It);let Te=he.update(w),Ie=w.material;Ie.visible&&C.push(w,Te,Ie,J,xt.z,null,B)}}else if(w.isMesh||w.isLine||w.isPoints){let Le=B.isArrayCamera?Xt:it;if(!w.frustumCulled||w.intersectsFrustum(Le)){let Te=he.update(w),Ie=w.material;if(q&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),xt.copy(w.boundingSphere.center)):(Te.boundingSphere===null&&Te.computeBoundingSphere(),xt.copy(Te.boundingSphere.center)),xt.applyMatrix4(w.matrixWorld).applyMatrix4(It)),Array.isArray(Ie)){let Be=Te.groups;for(let et=0,ft=Be.length;et<ft;et++){let ke=Be[et],pt=Ie[ke.materialIndex];pt&&pt.visible&&C.push(w,Te,pt,J,xt.z,ke,B)}}else Ie.visible&&C.push(w,Te,Ie,J,xt.z,null,B)}}}let Ee=w.children;for(let Le=0,Te=Ee.length;Le<Te;Le++)cs(Ee[Le],B,J,q)}function Wo(w,B,J,q){let{opaque:K,transmissive:Ee,transparent:Le}=w;T.setupLightsView(J),kt===!0&&ie.setGlobalState(L.clippingPlanes,J),q&&Me.viewport(ne.copy(q)),K.length>0&&Jt(K,B,J),Ee.length>0&&Jt(Ee,B,J),Le.length>0&&Jt(Le,B,J),Me.buffers.depth.setTest(!0),Me.buffers.depth.setMask(!0),Me.buffers.color.setMask(!0),Me.setPolygonOffset(!1)}function Tn(w,B,J,q){if((J.isScene===!0?J.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[q.id]===void 0){let ke=Ke.has("EXT_color_buffer_half_float")||Ke.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[q.id]=new fn(1,1,{generateMipmaps:!0,type:ke?kn:rn,minFilter:ws,samples:Math.max(4,rt.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:vt.workingColorSpace})}let Ee=T.state.transmissionRenderTarget[q.id],Le=q.viewport||ne;Ee.setSize(Le.z*L.transmissionResolutionScale,Le.w*L.transmissionResolutionScale);let Te=L.getRenderTarget(),Ie=L.getActiveCubeFace(),Be=L.getActiveMipmapLevel();L.setRenderTarget(Ee),L.getClearColor(Q),me=L.getClearAlpha(),me<1&&L.setClearColor(16777215,.5),L.clear(),$t&&F.render(J);let et=L.toneMapping;L.toneMapping=is;let ft=q.viewport;if(q.viewport!==void 0&&(q.viewport=void 0),T.setupLightsView(q),kt===!0&&ie.setGlobalState(L.clippingPlanes,q),Jt(w,J,q),Xe.updateMultisampleRenderTarget(Ee),Xe.updateRenderTargetMipmap(Ee),Ke.has("WEBGL_multisampled_render_to_texture")===!1){let ke=!1;for(let pt=0,Yt=B.length;pt<Yt;pt++){let Ct=B[pt],{object:Pt,geometry:gi,material:Ue,group:ai}=Ct;if(Ue.side===ts&&Pt.layers.test(q.layers)){let gt=Ue.side;Ue.side=Qi,Ue.needsUpdate=!0,ii(Pt,J,q,gi,Ue,ai),Ue.side=gt,Ue.needsUpdate=!0,ke=!0}}ke===!0&&(Xe.updateMultisampleRenderTarget(Ee),Xe.updateRenderTargetMipmap(Ee))}L.setRenderTarget(Te,Ie,Be),L.setClearColor(Q,me),ft!==void 0&&(q.viewport=ft),L.toneMapping=et}function Jt(w,B,J){let q=B.isScene===!0?B.overrideMaterial:null;for(let K=0,Ee=w.length;K<Ee;K++){let Le=w[K],{object:Te,geometry:Ie,group:Be}=Le,et=Le.material;et.allowOverride===!0&&q!==null&&(et=q),Te.layers.test(J.layers)&&ii(Te,B,J,Ie,et,Be)}}function ii(w,B,J,q,K,Ee){z!==null&&K.isNodeMaterial&&z.setObject(w,K),w.onBeforeRender(L,B,J,q,K,Ee),w.modelViewMatrix.multiplyMatrices(J.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),K.onBeforeRender(L,B,J,q,w,Ee),K.transparent===!0&&K.side===ts&&K.forceSinglePass===!1?(K.side=Qi,K.needsUpdate=!0,L.renderBufferDirect(J,B,q,K,w,Ee),K.side=js,K.needsUpdate=!0,L.renderBufferDirect(J,B,q,K,w,Ee),K.side=ts):L.renderBufferDirect(J,B,q,K,w,Ee),w.onAfterRender(L,B,J,q,K,Ee)}function ni(w){let B=0;for(let J of w)J.texture!==null&&B++;return B}function qn(w,B,J){B.isScene!==!0&&(B=mi);let q=ze.get(w),K=T.state.lights,Ee=T.state.shadowsArray,Le=K.state.version,Te=re.getParameters(w,K.state,Ee,B,J,T.state.lightProbeGridArray),Ie=re.getProgramCacheKey(Te),Be=q.programs;q.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?B.environment:null,q.fog=B.fog;let et=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;q.envMap=R.get(w.envMap||q.environment,et),q.envMapRotation=q.environment!==null&&w.envMap===null?B.environmentRotation:w.envMapRotation,Be===void 0&&(w.addEventListener("dispose",lt),Be=new Map,q.programs=Be,q.programVariants=new Map);let ft=Be.get(Ie);if(ft!==void 0){if(q.currentProgram===ft&&q.lightsStateVersion===Le)return Xo(w,Te),ft}else Te.uniforms=re.getUniforms(w),z!==null&&w.isNodeMaterial&&z.build(w,J,Te),w.onBeforeCompile(Te,L),ft=re.acquireProgram(Te,Ie),Be.set(Ie,ft),q.uniforms=Te.uniforms;let ke=q.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(ke.clippingPlanes=ie.uniform),Xo(w,Te),q.needsLights=Ls(w),q.lightsStateVersion=Le,q.needsLights&&(ke.ambientLightColor.value=K.state.ambient,ke.lightProbe.value=K.state.probe,ke.sunLights.value=K.state.sun,ke.sunLightShadows.value=K.state.sunShadow,ke.directionalLights.value=K.state.directional,ke.directionalLightShadows.value=K.state.directionalShadow,ke.spotLights.value=K.state.spot,ke.spotLightShadows.value=K.state.spotShadow,ke.rectAreaLights.value=K.state.rectArea,ke.ltc_1.value=K.state.rectAreaLTC1,ke.ltc_2.value=K.state.rectAreaLTC2,ke.pointLights.value=K.state.point,ke.pointLightShadows.value=K.state.pointShadow,ke.hemisphereLights.value=K.state.hemi,ke.sunShadowMatrix.value=K.state.sunShadowMatrix,ke.sunShadowCascade.value=K.state.sunShadowCascade,ke.directionalShadowMatrix.value=K.state.directionalShadowMatrix,ke.spotLightMatrix.value=K.state.spotLightMatrix,ke.spotLightMap.value=K.state.spotLightMap,ke.pointShadowMatrix.value=K.state.pointShadowMatrix),q.numLightProbeGrids=ni(T.state.lightProbeGridArray),q.currentProgram=ft,q.uniformsList=null,ft}function an(w,B,J,q,K){let Ee=ze.get(w),Le=Ee.currentProgram.id+","+q+","+K,Te=Ee.programVariants.get(Le);return Te===void 0?(Te=qn(w,B,J),Ee.programVariants.set(Le,Te)):(Ee.currentProgram=Te,Ee.uniformsList=null,Ee.outputColorSpace=q,Ee.toneMapping=K),Te}function Ps(w){if(w.uniformsList===null){let B=w.currentProgram.getUniforms();w.uniformsList=Mo.seqWithValue(B.seq,w.uniforms)}return w.uniformsList}function Xo(w,B){let J=ze.get(w);J.outputColorSpace=B.outputColorSpace,J.batching=B.batching,J.batchingColor=B.batchingColor,J.instancing=B.instancing,J.instancingColor=B.instancingColor,J.instancingMorph=B.instancingMorph,J.skinning=B.skinning,J.morphTargets=B.morphTargets,J.morphNormals=B.morphNormals,J.morphColors=B.morphColors,J.morphTargetsCount=B.morphTargetsCount,J.numClippingPlanes=B.numClippingPlanes,J.numIntersection=B.numClipIntersection,J.vertexAlphas=B.vertexAlphas,J.vertexTangents=B.vertexTangents,J.toneMapping=B.toneMapping}function qo(w,B,J,q,K){B.isScene!==!0&&(B=mi),Xe.resetTextureUnits();let Ee=B.fog,Le=q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial?B.environment:null,Te=ce===null?L.outputColorSpace:ce.isXRRenderTarget===!0?ce.texture.colorSpace:vt.workingColorSpace,Ie=q.isMeshStandardMaterial||q.isMeshLambertMaterial&&!q.envMap||q.isMeshPhongMaterial&&!q.envMap,Be=R.get(q.envMap||Le,Ie),et=q.vertexColors===!0&&!!J.attributes.color&&J.attributes.color.itemSize===4,ft=!!J.attributes.tangent&&(!!q.normalMap||q.anisotropy>0),ke=!!J.morphAttributes.position,pt=!!J.morphAttributes.normal,Yt=!!J.morphAttributes.color,Ct=is;q.toneMapped&&(ce===null||ce.isXRRenderTarget===!0)&&(Ct=L.toneMapping);let Pt=J.morphAttributes.position||J.morphAttributes.normal||J.morphAttributes.color,gi=Pt!==void 0?Pt.length:0,Ue=ze.get(q),ai=T.state.lights;if(kt===!0&&(ri===!0||w!==j)){let Lt=w===j&&q.id===$;ie.setState(q,w,Lt)}let gt=!1,hs=!1;q.version===Ue.__version?Ue.needsLights&&Ue.lightsStateVersion!==ai.state.version||K.isBatchedMesh&&Ue.batching===!1||!K.isBatchedMesh&&Ue.batching===!0||K.isBatchedMesh&&Ue.batchingColor===!0&&K._colorsTexture===null||K.isBatchedMesh&&Ue.batchingColor===!1&&K._colorsTexture!==null||K.isInstancedMesh&&Ue.instancing===!1||!K.isInstancedMesh&&Ue.instancing===!0||K.isSkinnedMesh&&Ue.skinning===!1||!K.isSkinnedMesh&&Ue.skinning===!0||K.isInstancedMesh&&Ue.instancingColor===!0&&K.instanceColor===null||K.isInstancedMesh&&Ue.instancingColor===!1&&K.instanceColor!==null||K.isInstancedMesh&&Ue.instancingMorph===!0&&K.morphTexture===null||K.isInstancedMesh&&Ue.instancingMorph===!1&&K.morphTexture!==null||Ue.envMap!==Be||q.fog===!0&&Ue.fog!==Ee||Ue.numClippingPlanes!==void 0&&(Ue.numClippingPlanes!==ie.numPlanes||Ue.numIntersection!==ie.numIntersection)||Ue.vertexAlphas!==et||Ue.vertexTangents!==ft||Ue.morphTargets!==ke||Ue.morphNormals!==pt||Ue.morphColors!==Yt||Ue.morphTargetsCount!==gi||Ue.numLightProbeGrids!==ni(T.state.lightProbeGridArray)?gt=!0:(Ue.outputColorSpace!==Te||Ue.toneMapping!==Ct)&&(hs=!0):(gt=!0,Ue.__version=q.version);let li=Ue.currentProgram;(gt===!0||hs===!0)&&(li=hs===!0?an(q,B,K,Te,Ct):qn(q,B,K),z&&q.isNodeMaterial&&z.onUpdateProgram(q,li,Ue));let Ur=!1,Yn=!1,us=!1,ht=li.getUniforms(),jt=Ue.uniforms;if(Me.useProgram(li.program)&&(Ur=!0,Yn=!0,us=!0),q.id!==$&&($=q.id,Yn=!0),Ur||j!==w){Me.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),ht.setValue(O,"projectionMatrix",w.projectionMatrix),ht.setValue(O,"viewMatrix",w.matrixWorldInverse);let ci=ht.map.cameraPosition;ci!==void 0&&ci.setValue(O,Ei.setFromMatrixPosition(w.matrixWorld)),rt.logarithmicDepthBuffer&&ht.setValue(O,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(q.isMeshPhongMaterial||q.isMeshToonMaterial||q.isMeshLambertMaterial||q.isMeshBasicMaterial||q.isMeshStandardMaterial||q.isShaderMaterial)&&ht.setValue(O,"isOrthographic",w.isOrthographicCamera===!0),j!==w&&(j=w,Yn=!0,us=!0)}if(Ue.needsLights&&(ai.state.sunShadowMap.length>0&&ht.setValue(O,"sunShadowMap",ai.state.sunShadowMap,Xe),ai.state.directionalShadowMap.length>0&&ht.setValue(O,"directionalShadowMap",ai.state.directionalShadowMap,Xe),ai.state.spotShadowMap.length>0&&ht.setValue(O,"spotShadowMap",ai.state.spotShadowMap,Xe),ai.state.pointShadowMap.length>0&&ht.setValue(O,"pointShadowMap",ai.state.pointShadowMap,Xe)),K.isSkinnedMesh){ht.setOptional(O,K,"bindMatrix"),ht.setOptional(O,K,"bindMatrixInverse");let Lt=K.skeleton;Lt&&(Lt.boneTexture===null&&Lt.computeBoneTexture(),ht.setValue(O,"boneTexture",Lt.boneTexture,Xe))}K.isBatchedMesh&&(ht.setOptional(O,K,"batchingTexture"),ht.setValue(O,"batchingTexture",K._matricesTexture,Xe),ht.setOptional(O,K,"batchingIdTexture"),ht.setValue(O,"batchingIdTexture",K._indirectTexture,Xe),ht.setOptional(O,K,"batchingColorTexture"),K._colorsTexture!==null&&ht.setValue(O,"batchingColorTexture",K._colorsTexture,Xe));let Gi=J.morphAttributes;if((Gi.position!==void 0||Gi.normal!==void 0||Gi.color!==void 0)&&se.update(K,J,li),(Yn||Ue.receiveShadow!==K.receiveShadow)&&(Ue.receiveShadow=K.receiveShadow,ht.setValue(O,"receiveShadow",K.receiveShadow)),(q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial)&&q.envMap===null&&B.environment!==null&&(jt.envMapIntensity.value=B.environmentIntensity),jt.dfgLUT!==void 0&&(jt.dfgLUT.value=ew()),Yn){if(ht.setValue(O,"toneMappingExposure",L.toneMappingExposure),Ue.needsLights&&Dr(jt,us),Ee&&q.fog===!0&&ve.refreshFogUniforms(jt,Ee),ve.refreshMaterialUniforms(jt,q,Se,Ae,T.state.transmissionRenderTarget[w.id]),Ue.needsLights&&Ue.numLightProbeGrids>0){let Lt=S,ci=0;for(let Oi of T.state.lightProbeGridArray)Oi.texture!==null&&(Lt.textures[ci]=Oi.texture,Lt.min[ci]=Oi.boundingBox.min,Lt.max[ci]=Oi.boundingBox.max,Lt.resolution[ci]=Oi.resolution,ci++);for(let Oi in Lt)Lt[Oi].length=ci;jt.probesSH.value=Lt.textures,jt.probesMin.value=Lt.min,jt.probesMax.value=Lt.max,jt.probesResolution.value=Lt.resolution}Mo.upload(O,Ps(Ue),jt,Xe)}if(q.isShaderMaterial&&q.uniformsNeedUpdate===!0&&(Mo.upload(O,Ps(Ue),jt,Xe),q.uniformsNeedUpdate=!1),q.isSpriteMaterial&&ht.setValue(O,"center",K.center),ht.setValue(O,"modelViewMatrix",K.modelViewMatrix),ht.setValue(O,"normalMatrix",K.normalMatrix),ht.setValue(O,"modelMatrix",K.matrixWorld),q.uniformsGroups!==void 0){let Lt=q.uniformsGroups;for(let ci=0,Oi=Lt.length;ci<Oi;ci++){let al=Lt[ci];He.update(al,li),He.bind(al,li)}}return li}function Dr(w,B){w.ambientLightColor.needsUpdate=B,w.lightProbe.needsUpdate=B,w.sunLights.needsUpdate=B,w.sunLightShadows.needsUpdate=B,w.directionalLights.needsUpdate=B,w.directionalLightShadows.needsUpdate=B,w.pointLights.needsUpdate=B,w.pointLightShadows.needsUpdate=B,w.spotLights.needsUpdate=B,w.spotLightShadows.needsUpdate=B,w.rectAreaLights.needsUpdate=B,w.hemisphereLights.needsUpdate=B}function Ls(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return G},this.getRenderTarget=function(){return ce},this.setRenderTargetTextures=function(w,B,J){let q=ze.get(w);q.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,q.__autoAllocateDepthBuffer===!1&&(q.__useRenderToTexture=!1),ze.get(w.texture).__webglTexture=B,ze.get(w.depthTexture).__webglTexture=q.__autoAllocateDepthBuffer?void 0:J,q.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,B){let J=ze.get(w);J.__webglFramebuffer=B,J.__useDefaultFramebuffer=B===void 0},this.setRenderTarget=function(w,B=0,J=0){ce=w,Y=B,G=J;let q=null,K=!1,Ee=!1;if(w){let Te=ze.get(w);if(Te.__useDefaultFramebuffer!==void 0){Me.bindFramebuffer(O.FRAMEBUFFER,Te.__webglFramebuffer),ne.copy(w.viewport),de.copy(w.scissor),ue=w.scissorTest,Me.viewport(ne),Me.scissor(de),Me.setScissorTest(ue),$=-1;return}else if(Te.__webglFramebuffer===void 0)Xe.setupRenderTarget(w);else if(Te.__hasExternalTextures)Xe.rebindTextures(w,ze.get(w.texture).__webglTexture,ze.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let et=w.depthTexture;if(Te.__boundDepthTexture!==et){if(et!==null&&ze.has(et)&&(w.width!==et.image.width||w.height!==et.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Xe.setupDepthRenderbuffer(w)}}let Ie=w.texture;(Ie.isData3DTexture||Ie.isDataArrayTexture||Ie.isCompressedArrayTexture)&&(Ee=!0);let Be=ze.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray(Be[B])?q=Be[B][J]:q=Be[B],K=!0):w.samples>0&&Xe.useMultisampledRTT(w)===!1?q=ze.get(w).__webglMultisampledFramebuffer:Array.isArray(Be)?q=Be[J]:q=Be,ne.copy(w.viewport),de.copy(w.scissor),ue=w.scissorTest}else ne.copy(Ve).multiplyScalar(Se).floor(),de.copy(dt).multiplyScalar(Se).floor(),ue=ct;if(J!==0&&(q=V),Me.bindFramebuffer(O.FRAMEBUFFER,q)&&Me.drawBuffers(w,q),Me.viewport(ne),Me.scissor(de),Me.setScissorTest(ue),K){let Te=ze.get(w.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_CUBE_MAP_POSITIVE_X+B,Te.__webglTexture,J)}else if(Ee){let Te=B;for(let Ie=0;Ie<w.textures.length;Ie++){let Be=ze.get(w.textures[Ie]);O.framebufferTextureLayer(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0+Ie,Be.__webglTexture,J,Te)}}else if(w!==null&&J!==0){let Te=ze.get(w.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,Te.__webglTexture,J)}$=-1};function Nr(w){let B=ze.get(w);return(B.__readFormat!==w.format||B.__readType!==w.type)&&(B.__readFormat=w.format,B.__readType=w.type,B.__formatReadable=rt.textureFormatReadable(w.format),B.__typeReadable=rt.textureTypeReadable(w.type)),B}this.readRenderTargetPixels=function(w,B,J,q,K,Ee,Le,Te=0){if(!(w&&w.isWebGLRenderTarget)){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ie=ze.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Le!==void 0&&(Ie=Ie[Le],Array.isArray(Ie)&&(Ie=Ie[0])),Ie){Me.bindFramebuffer(O.FRAMEBUFFER,Ie);try{let Be=w.textures[Te],et=Be.format,ft=Be.type;w.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+Te);let ke=Nr(Be);if(ke.__formatReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(ke.__typeReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}B>=0&&B<=w.width-q&&J>=0&&J<=w.height-K&&O.readPixels(B,J,q,K,ge.convert(et),ge.convert(ft),Ee)}finally{let Be=ce!==null?ze.get(ce).__webglFramebuffer:null;Me.bindFramebuffer(O.FRAMEBUFFER,Be)}}},this.readRenderTargetPixelsAsync=async function(w,B,J,q,K,Ee,Le,Te=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ie=ze.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Le!==void 0&&(Ie=Ie[Le],Array.isArray(Ie)&&(Ie=Ie[0])),Ie)if(B>=0&&B<=w.width-q&&J>=0&&J<=w.height-K){Me.bindFramebuffer(O.FRAMEBUFFER,Ie);let Be=w.textures[Te],et=Be.format,ft=Be.type;w.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+Te);let ke=Nr(Be);if(ke.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(ke.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let pt=O.createBuffer();O.bindBuffer(O.PIXEL_PACK_BUFFER,pt),O.bufferData(O.PIXEL_PACK_BUFFER,Ee.byteLength,O.STREAM_READ),O.readPixels(B,J,q,K,ge.convert(et),ge.convert(ft),0),O.bindBuffer(O.PIXEL_PACK_BUFFER,null);let Yt=ce!==null?ze.get(ce).__webglFramebuffer:null;Me.bindFramebuffer(O.FRAMEBUFFER,Yt);let Ct=O.fenceSync(O.SYNC_GPU_COMMANDS_COMPLETE,0);return O.flush(),await km(O,Ct,4),O.bindBuffer(O.PIXEL_PACK_BUFFER,pt),O.getBufferSubData(O.PIXEL_PACK_BUFFER,0,Ee),O.bindBuffer(O.PIXEL_PACK_BUFFER,null),O.deleteBuffer(pt),O.deleteSync(Ct),Ee}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(w,B=null,J=0){let q=Math.pow(2,-J),K=Math.floor(w.image.width*q),Ee=Math.floor(w.image.height*q),Le=B!==null?B.x:0,Te=B!==null?B.y:0;Xe.setTexture2D(w,0),O.copyTexSubImage2D(O.TEXTURE_2D,J,0,0,Le,Te,K,Ee),Me.unbindTexture()},this.copyTextureToTexture=function(w,B,J=null,q=null,K=0,Ee=0){let Le,Te,Ie,Be,et,ft,ke,pt,Yt,Ct=w.isCompressedTexture?w.mipmaps[Ee]:w.image;if(J!==null)Le=J.max.x-J.min.x,Te=J.max.y-J.min.y,Ie=J.isBox3?J.max.z-J.min.z:1,Be=J.min.x,et=J.min.y,ft=J.isBox3?J.min.z:0;else{let ht=Math.pow(2,-K);Le=Math.floor(Ct.width*ht),Te=Math.floor(Ct.height*ht),w.isDataArrayTexture?Ie=Ct.depth:w.isData3DTexture?Ie=Math.floor(Ct.depth*ht):Ie=1,Be=0,et=0,ft=0}q!==null?(ke=q.x,pt=q.y,Yt=q.z):(ke=0,pt=0,Yt=0);let Pt=ge.convert(B.format),gi=ge.convert(B.type),Ue;B.isData3DTexture?(Xe.setTexture3D(B,0),Ue=O.TEXTURE_3D):B.isDataArrayTexture||B.isCompressedArrayTexture?(Xe.setTexture2DArray(B,0),Ue=O.TEXTURE_2D_ARRAY):(Xe.setTexture2D(B,0),Ue=O.TEXTURE_2D),Me.activeTexture(O.TEXTURE0),Me.pixelStorei(O.UNPACK_FLIP_Y_WEBGL,B.flipY),Me.pixelStorei(O.UNPACK_PREMULTIPLY_ALPHA_WEBGL,B.premultiplyAlpha),Me.pixelStorei(O.UNPACK_ALIGNMENT,B.unpackAlignment);let ai=Me.getParameter(O.UNPACK_ROW_LENGTH),gt=Me.getParameter(O.UNPACK_IMAGE_HEIGHT),hs=Me.getParameter(O.UNPACK_SKIP_PIXELS),li=Me.getParameter(O.UNPACK_SKIP_ROWS),Ur=Me.getParameter(O.UNPACK_SKIP_IMAGES);Me.pixelStorei(O.UNPACK_ROW_LENGTH,Ct.width),Me.pixelStorei(O.UNPACK_IMAGE_HEIGHT,Ct.height),Me.pixelStorei(O.UNPACK_SKIP_PIXELS,Be),Me.pixelStorei(O.UNPACK_SKIP_ROWS,et),Me.pixelStorei(O.UNPACK_SKIP_IMAGES,ft);let Yn=w.isDataArrayTexture||w.isData3DTexture,us=B.isDataArrayTexture||B.isData3DTexture;if(w.isDepthTexture){let ht=ze.get(w),jt=ze.get(B),Gi=ze.get(ht.__renderTarget),Lt=ze.get(jt.__renderTarget);Me.bindFramebuffer(O.READ_FRAMEBUFFER,Gi.__webglFramebuffer),Me.bindFramebuffer(O.DRAW_FRAMEBUFFER,Lt.__webglFramebuffer);for(let ci=0;ci<Ie;ci++)Yn&&(O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,ze.get(w).__webglTexture,K,ft+ci),O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,ze.get(B).__webglTexture,Ee,Yt+ci)),O.blitFramebuffer(Be,et,Be+Le,et+Te,ke,pt,ke+Le,pt+Te,O.DEPTH_BUFFER_BIT,O.NEAREST);Me.bindFramebuffer(O.READ_FRAMEBUFFER,null),Me.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else if(K!==0||w.isRenderTargetTexture||ze.has(w)){let ht=ze.get(w),jt=ze.get(B);Me.bindFramebuffer(O.READ_FRAMEBUFFER,N),Me.bindFramebuffer(O.DRAW_FRAMEBUFFER,W);for(let Gi=0;Gi<Ie;Gi++)Yn?O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,ht.__webglTexture,K,ft+Gi):O.framebufferTexture2D(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,ht.__webglTexture,K),us?O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,jt.__webglTexture,Ee,Yt+Gi):O.framebufferTexture2D(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,jt.__webglTexture,Ee),K!==0?O.blitFramebuffer(Be,et,Be+Le,et+Te,ke,pt,ke+Le,pt+Te,O.COLOR_BUFFER_BIT,O.NEAREST):us?O.copyTexSubImage3D(Ue,Ee,ke,pt,Yt+Gi,Be,et,Le,Te):O.copyTexSubImage2D(Ue,Ee,ke,pt,Be,et,Le,Te);Me.bindFramebuffer(O.READ_FRAMEBUFFER,null),Me.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else us?w.isDataTexture||w.isData3DTexture?O.texSubImage3D(Ue,Ee,ke,pt,Yt,Le,Te,Ie,Pt,gi,Ct.data):B.isCompressedArrayTexture?O.compressedTexSubImage3D(Ue,Ee,ke,pt,Yt,Le,Te,Ie,Pt,Ct.data):O.texSubImage3D(Ue,Ee,ke,pt,Yt,Le,Te,Ie,Pt,gi,Ct):w.isDataTexture?O.texSubImage2D(O.TEXTURE_2D,Ee,ke,pt,Le,Te,Pt,gi,Ct.data):w.isCompressedTexture?O.compressedTexSubImage2D(O.TEXTURE_2D,Ee,ke,pt,Ct.width,Ct.height,Pt,Ct.data):O.texSubImage2D(O.TEXTURE_2D,Ee,ke,pt,Le,Te,Pt,gi,Ct);Me.pixelStorei(O.UNPACK_ROW_LENGTH,ai),Me.pixelStorei(O.UNPACK_IMAGE_HEIGHT,gt),Me.pixelStorei(O.UNPACK_SKIP_PIXELS,hs),Me.pixelStorei(O.UNPACK_SKIP_ROWS,li),Me.pixelStorei(O.UNPACK_SKIP_IMAGES,Ur),Ee===0&&B.generateMipmaps===!0&&B.mipmapsAutoUpdate===!0&&O.generateMipmap(Ue),Me.unbindTexture()},this.initRenderTarget=function(w){ze.get(w).__webglFramebuffer===void 0&&Xe.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?Xe.setTextureCube(w,0):w.isData3DTexture?Xe.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?Xe.setTexture2DArray(w,0):Xe.setTexture2D(w,0),Me.unbindTexture()},this.resetState=function(){Y=0,G=0,ce=null,Me.reset(),be.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Sn}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=vt._getDrawingBufferColorSpace(e),t.unpackColorSpace=vt._getUnpackColorSpace()}};var bg="Shift and arrows turn, Ctrl, Shift and arrows move, + and - zoom, 0 resets the view",tw={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]};function Sg(n,e,t){let i=tw[n.key];if(i&&n.shiftKey)n.ctrlKey?e.pan(.05*i[0],.05*i[1]):e.turn(-.1*i[0],-.1*i[1]);else{if(n.ctrlKey||n.metaKey||n.altKey)return!1;if(n.key==="+"||n.key==="=")e.zoom(1.15);else if(n.key==="-")e.zoom(1/1.15);else if(n.key==="0")t();else return!1}return n.preventDefault(),!0}var Mg={type:"change"},Jd={type:"start"},Eg={type:"end"},ph=new Hs,wg=new Zi,iw=Math.cos(70*za.DEG2RAD),xi=new U,on=2*Math.PI,wt={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},$d=1e-6,mh=class extends La{constructor(e,t=null){super(e,t),this.state=wt.NONE,this.target=new U,this.cursor=new U,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:$s.ROTATE,MIDDLE:$s.DOLLY,RIGHT:$s.PAN},this.touches={ONE:Js.ROTATE,TWO:Js.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new U,this._lastQuaternion=new vi,this._lastTargetPosition=new U,this._quat=new vi().setFromUnitVectors(e.up,new U(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new _o,this._sphericalDelta=new _o,this._scale=1,this._panOffset=new U,this._rotateStart=new Ye,this._rotateEnd=new Ye,this._rotateDelta=new Ye,this._panStart=new Ye,this._panEnd=new Ye,this._panDelta=new Ye,this._dollyStart=new Ye,this._dollyEnd=new Ye,this._dollyDelta=new Ye,this._dollyDirection=new U,this._mouse=new Ye,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=sw.bind(this),this._onPointerDown=nw.bind(this),this._onPointerUp=rw.bind(this),this._onContextMenu=dw.bind(this),this._onMouseWheel=lw.bind(this),this._onKeyDown=cw.bind(this),this._onTouchStart=hw.bind(this),this._onTouchMove=uw.bind(this),this._onMouseDown=ow.bind(this),this._onMouseMove=aw.bind(this),this._interceptControlDown=fw.bind(this),this._interceptControlUp=pw.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=wt.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(Mg),this.update(),this.state=wt.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;xi.copy(t).sub(this.target),xi.applyQuaternion(this._quat),this._spherical.setFromVector3(xi),this.autoRotate&&this.state===wt.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let i=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(i)&&isFinite(s)&&(i<-Math.PI?i+=on:i>Math.PI&&(i-=on),s<-Math.PI?s+=on:s>Math.PI&&(s-=on),i<=s?this._spherical.theta=Math.max(i,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(i+s)/2?Math.max(i,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(xi.setFromSpherical(this._spherical),xi.applyQuaternion(this._quatInverse),t.copy(this.target).add(xi),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=xi.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new U(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new U(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=xi.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(ph.origin.copy(this.object.position),ph.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(ph.direction))<iw?this.object.lookAt(this.target):(wg.setFromNormalAndCoplanarPoint(this.object.up,this.target),ph.intersectPlane(wg,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>$d||8*(1-this._lastQuaternion.dot(this.object.quaternion))>$d||this._lastTargetPosition.distanceToSquared(this.target)>$d?(this.dispatchEvent(Mg),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?on/60*this.autoRotateSpeed*e:on/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){xi.setFromMatrixColumn(t,0),xi.multiplyScalar(-e),this._panOffset.add(xi)}_panUp(e,t){this.screenSpacePanning===!0?xi.setFromMatrixColumn(t,1):(xi.setFromMatrixColumn(t,0),xi.crossVectors(this.object.up,xi)),xi.multiplyScalar(e),this._panOffset.add(xi)}_pan(e,t){let i=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;xi.copy(s).sub(this.target);let r=xi.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/i.clientHeight,this.object.matrix),this._panUp(2*t*r/i.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/i.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/i.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let i=this.domElement.getBoundingClientRect(),s=e-i.left,r=t-i.top,o=i.width,a=i.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(on*this._rotateDelta.x/t.clientHeight),this._rotateUp(on*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(on*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-on*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(on*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-on*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._rotateStart.set(i,s)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panStart.set(i,s)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),i=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(i*i+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let i=this._getSecondPointerPosition(e),s=.5*(e.pageX+i.x),r=.5*(e.pageY+i.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(on*this._rotateDelta.x/t.clientHeight),this._rotateUp(on*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panEnd.set(i,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),i=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(i*i+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new Ye,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,i={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:i.deltaY*=16;break;case 2:i.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(i.deltaY*=10),i}};function nw(n){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(n.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(n)&&(this._addPointer(n),n.pointerType==="touch"?this._onTouchStart(n):this._onMouseDown(n),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function sw(n){this.enabled!==!1&&(n.pointerType==="touch"?this._onTouchMove(n):this._onMouseMove(n))}function rw(n){switch(this._removePointer(n),this._pointers.length){case 0:this.domElement.releasePointerCapture(n.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(Eg),this.state=wt.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function ow(n){let e;switch(n.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case $s.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(n),this.state=wt.DOLLY;break;case $s.ROTATE:if(n.ctrlKey||n.metaKey||n.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(n),this.state=wt.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(n),this.state=wt.ROTATE}break;case $s.PAN:if(n.ctrlKey||n.metaKey||n.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(n),this.state=wt.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(n),this.state=wt.PAN}break;default:this.state=wt.NONE}this.state!==wt.NONE&&this.dispatchEvent(Jd)}function aw(n){switch(this.state){case wt.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(n);break;case wt.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(n);break;case wt.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(n);break}}function lw(n){this.enabled===!1||this.enableZoom===!1||this.state!==wt.NONE||(n.preventDefault(),this.dispatchEvent(Jd),this._handleMouseWheel(this._customWheelEvent(n)),this.dispatchEvent(Eg))}function cw(n){this.enabled!==!1&&this._handleKeyDown(n)}function hw(n){switch(this._trackPointer(n),this._pointers.length){case 1:switch(this.touches.ONE){case Js.ROTATE:if(this.enableRotate===!1){this.state=wt.NONE;break}this._handleTouchStartRotate(n),this.state=wt.TOUCH_ROTATE;break;case Js.PAN:if(this.enablePan===!1){this.state=wt.NONE;break}this._handleTouchStartPan(n),this.state=wt.TOUCH_PAN;break;default:this.state=wt.NONE}break;case 2:switch(this.touches.TWO){case Js.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(n),this.state=wt.TOUCH_DOLLY_PAN;break;case Js.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(n),this.state=wt.TOUCH_DOLLY_ROTATE;break;default:this.state=wt.NONE}break;default:this.state=wt.NONE}this.state!==wt.NONE&&this.dispatchEvent(Jd)}function uw(n){switch(this._trackPointer(n),this.state){case wt.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(n),this.update();break;case wt.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(n),this.update();break;case wt.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(n),this.update();break;case wt.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(n),this.update();break;default:this.state=wt.NONE}}function dw(n){this.enabled!==!1&&n.preventDefault()}function fw(n){n.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function pw(n){n.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var jd=35,Tg=1.08,qa=class{camera;controls;direction;points;halfHeight=1;aspect=1;moved=!1;constructor(e,t,i){let s=mw(e);this.camera=e.view?new Un:new $i(jd),this.camera.up.copy(s),this.direction=e.view?new U(...e.view).normalize():gw(s),this.controls=new mh(this.camera,t),this.controls.addEventListener("change",i),this.controls.addEventListener("start",()=>this.moved=!0),this.points=Sr(e.lo,e.hi)}fit(e){this.points=e,this.moved=!1,this.frame()}resize(e){this.aspect=e,this.moved?this.project():this.frame()}get state(){let{position:e,zoom:t}=this.camera;return{position:e.toArray(),target:this.controls.target.toArray(),zoom:t,moved:this.moved}}set state(e){e.moved&&(this.moved=!0,this.camera.position.set(...e.position),this.camera.zoom=e.zoom,this.controls.target.set(...e.target),this.project(),this.controls.update())}turn(e,t){let i=this.camera.position.clone().sub(this.controls.target),s=this.axis(0),r=i.angleTo(this.camera.up);i.applyAxisAngle(s,Math.min(Math.PI-.02,Math.max(.02,r-t))-r),i.applyAxisAngle(this.camera.up,e),this.camera.position.copy(this.controls.target).add(i),this.finish()}pan(e,t){let i=2*this.pixelSize(1),s=this.axis(0).multiplyScalar(e*i).addScaledVector(this.axis(1),t*i);this.camera.position.add(s),this.controls.target.add(s),this.finish()}zoom(e){this.camera instanceof Un?this.camera.zoom*=e:this.camera.position.sub(this.controls.target).divideScalar(e).add(this.controls.target),this.finish()}pixelSize(e){if(this.camera instanceof Un)return e*this.camera.top/this.camera.zoom;let t=this.camera.position.distanceTo(this.controls.target);return e*t*Math.tan(jd*Math.PI/360)}dispose(){this.controls.dispose()}finish(){this.moved=!0,this.camera.updateProjectionMatrix(),this.controls.update(),this.camera.updateMatrixWorld()}axis(e){return this.camera.updateMatrixWorld(),new U().setFromMatrixColumn(this.camera.matrixWorld,e)}frame(){let e=new ji().setFromPoints(this.points),t=e.getCenter(new U),i=Math.max(e.getSize(new U).length()/2,1e-9),s=this.camera.up.clone().cross(this.direction).normalize(),r=this.direction.clone().cross(s),o=this.camera instanceof Un,a=o?0:Math.tan(jd*Math.PI/360)/Tg,[l,c]=[new gh,new gh];for(let d of this.points){let f=d.clone().sub(t),g=f.dot(this.direction);l.add(f.dot(s),g*a*this.aspect),c.add(f.dot(r),g*a)}let h=Math.max(c.half,l.half/this.aspect,.001*i);this.halfHeight=Tg*h;let u=o?5*i:h/a;this.camera.zoom=1,this.camera.near=o?-20*i:u/100,this.camera.far=o?40*i:20*(u+i),this.controls.target.copy(t).addScaledVector(s,l.middle).addScaledVector(r,c.middle),this.camera.position.copy(this.controls.target).addScaledVector(this.direction,u),this.project(),this.controls.update(),this.camera.updateMatrixWorld()}project(){if(this.camera instanceof Un){let[e,t]=[this.halfHeight*this.aspect,this.halfHeight];Object.assign(this.camera,{left:-e,right:e,top:t,bottom:-t})}else this.camera.aspect=this.aspect;this.camera.updateProjectionMatrix()}};function mw(n){let e=new U(...n.up).normalize();if(!n.view)return e;let t=new U(...n.view).normalize();if(Math.abs(e.dot(t))<.9)return e.addScaledVector(t,-e.dot(t)).normalize();let i=Math.abs(t.y)<.9?new U(0,1,0):new U(0,0,1);return i.addScaledVector(t,-i.dot(t)).normalize()}function gw(n){let e=Math.abs(n.y)<.9?new U(0,-1,0):new U(0,0,1);e.addScaledVector(n,-e.dot(n)).normalize();let t=e.clone().cross(n).negate();return e.addScaledVector(t,.75).addScaledVector(n,.55).normalize()}function Sr(n,e){return[0,1,2,3,4,5,6,7].map(t=>new U(t&1?e[0]:n[0],t&2?e[1]:n[1],t&4?e[2]:n[2]))}var gh=class{high=-1/0;low=-1/0;add(e,t){this.high=Math.max(this.high,e+t),this.low=Math.max(this.low,t-e)}get half(){return(this.high+this.low)/2}get middle(){return(this.high-this.low)/2}};var Ag=new U(0,1,0),vh=72,As=8,Qd=330*Math.PI/180,_h=class{constructor(e,t){this.size=e;this.planar=t}size;planar;root=new di;straight=[];arcs=[];set(e){let t=e.filter(i=>[...i.at,...i.vector].every(Number.isFinite));this.fill(this.straight,t.filter(i=>!i.twist),()=>new ef(this.size,this.planar)),this.fill(this.arcs,t.filter(i=>i.twist),()=>new tf(this.size,this.planar))}dispose(){this.root.removeFromParent();for(let e of[...this.straight,...this.arcs])e.dispose()}fill(e,t,i){for(;e.length<t.length;){let s=i();e.push(s),this.root.add(s.root)}e.forEach((s,r)=>{s.root.visible=r<t.length,s.root.visible&&s.set(t[r])})}},yh=class{constructor(e,t,i){this.headLength=t;this.material=new gr({depthTest:!i,transparent:i}),this.body=new Zt(e,this.material),this.head=new Zt(new _a(.32*t,t,20),this.material),this.body.renderOrder=this.head.renderOrder=i?5:0,this.root.add(this.body,this.head)}headLength;root=new di;body;head;material;set(e){this.material.color.set(e.color);let t=new U(...e.vector),i=t.length();this.root.visible=i>this.headLength/40,this.root.visible&&(this.root.position.set(...e.at),this.root.quaternion.setFromUnitVectors(Ag,t.divideScalar(i)),this.shape(i))}dispose(){this.body.geometry.dispose(),this.head.geometry.dispose(),this.material.dispose()}},ef=class extends yh{constructor(e,t){super(new es(.006*e,.006*e,1,12).translate(0,.5,0),.05*e,t)}shape(e){let t=Math.min(1,.6*e/this.headLength),i=e-t*this.headLength;this.body.scale.set(t,i,t),this.head.scale.setScalar(t),this.head.position.set(0,i+t*this.headLength/2,0)}},tf=class extends yh{radius;constructor(e,t){super(vw(.07*e,.006*e),.045*e,t),this.radius=.07*e}shape(e){let t=Math.min(Qd,e/this.radius),i=Math.min(1,e/this.headLength),s=Math.max(1,Math.round(t/Qd*vh));this.body.geometry.setDrawRange(0,6*As*s),this.head.scale.setScalar(i),this.head.position.set(this.radius*Math.cos(t),0,-this.radius*Math.sin(t));let r=new U(-Math.sin(t),0,-Math.cos(t));this.head.quaternion.setFromUnitVectors(Ag,r),this.head.position.addScaledVector(r,i*this.headLength/4)}};function vw(n,e){let[t,i,s]=[[],[],[]];for(let o=0;o<=vh;o++){let a=o/vh*Qd;for(let l=0;l<As;l++){let c=2*Math.PI*l/As,h=[Math.cos(a)*Math.cos(c),Math.sin(c),-Math.sin(a)*Math.cos(c)],u=[n*Math.cos(a),0,-n*Math.sin(a)];if(i.push(...h),t.push(...u.map((g,b)=>g+e*h[b])),o===vh)continue;let[d,f]=[As*o+l,As*o+(l+1)%As];s.push(d,d+As,f,f,d+As,f+As)}}let r=new Kt;return r.setAttribute("position",new yt(t,3)),r.setAttribute("normal",new yt(i,3)),r.setIndex(s),r}var _w={background:"#f6f8fa",ink:"#30343b",faint:"#dde1e7",mark:"#b3261e",ahead:"#9aa3ae",series:["#0072b2","#d55e00","#009e73","#cc79a7","#e69f00","#56b4e9","#30343b"]},yw={background:"#1d232a",ink:"#c9cdd5",faint:"#3a424d",mark:"#ff8a80",ahead:"#66707c",series:["#56b4e9","#e69f00","#00b383","#cc79a7","#f0e442","#d55e00","#c9cdd5"]},rf=matchMedia("(prefers-color-scheme: dark)"),nf=new Set,sf=!1;function bi(){return rf.matches&&!sf?yw:_w}function Eo(n){return nf.add(n),()=>nf.delete(n)}function Rg(n){let e=rf.matches&&n!==sf;sf=n,e&&Cg()}function Cg(){for(let n of[...nf])n()}rf.addEventListener("change",Cg);function To(n){let e=Math.hypot(...n.hi.map((t,i)=>t-n.lo[i]));return Math.max(e,4*n.radius)||n.extent||1}function of({lo:n,hi:e,radius:t,extent:i},s){let r=t+s*i;return[n.map(o=>o-r),e.map(o=>o+r)]}var xh=class{root=new di;step;constructor(e){let t=new U(...e.view??e.up).normalize(),[i,s]=[new U(...e.lo),new U(...e.hi)],r=i.clone().add(s).divideScalar(2);this.step=xw(To(e)/8);let o=new Pa(20*this.step,20,bi().faint,bi().faint);o.quaternion.copy(new vi().setFromUnitVectors(new U(0,1,0),t));let a=Math.abs(s.sub(i).dot(t))/2+e.radius;o.position.copy(r).addScaledVector(t,-a);for(let l of["x","y","z"])Math.abs(t[l])<.5&&(o.position[l]=Math.round(o.position[l]/this.step)*this.step);this.root.add(o)}dispose(){this.root.removeFromParent();for(let e of this.root.children)e.geometry.dispose(),e.material.dispose()}};function xw(n){let e=10**Math.floor(Math.log10(n)),t=n/e;return e*(t>=5?5:t>=2?2:1)}var bw={free:"#0072b2",border:"#d55e00",push:"#cc79a7"},Pg={mouse:16,touch:30},bh=class{constructor(e,t,i){this.canvas=e;this.camera=t;this.normal=i;this.mesh.visible=!1,this.mesh.renderOrder=10,e.addEventListener("pointerdown",this.press,{capture:!0}),e.addEventListener("pointermove",this.move);for(let s of["pointerup","pointercancel"])e.addEventListener(s,this.release)}canvas;camera;normal;mesh=new Zt(new mr(1,24,16),new go({depthTest:!1,transparent:!0,opacity:.85}));listeners=null;pointer=null;offset=new U;plane=new Zi;set(e,t){this.mesh.visible=e!==null&&e.every(Number.isFinite),e&&this.mesh.position.set(...e),this.mesh.material.color.set(bw[t])}listen(e){this.listeners=e}pointAt(e,t){return this.setPlane(t),this.intersect(e)??t.toArray()}dispose(){this.mesh.geometry.dispose(),this.mesh.material.dispose()}press=e=>{!this.listeners||!this.mesh.visible||e.button!==0||this.distance(e)>Lg(e)||(e.stopImmediatePropagation(),this.pointer=e.pointerId,this.canvas.setPointerCapture(e.pointerId),this.canvas.focus({preventScroll:!0}),this.setPlane(this.mesh.position),this.offset.copy(this.mesh.position).sub(new U(...this.intersect(e)??this.mesh.position.toArray())),this.listeners.start())};move=e=>{if(this.pointer===null){let i=this.listeners&&this.mesh.visible&&this.distance(e)<=Lg(e);this.canvas.style.cursor=i?"grab":"";return}if(e.pointerId!==this.pointer)return;let t=this.intersect(e);t&&this.listeners?.move(new U(...t).add(this.offset).toArray())};release=e=>{e.pointerId===this.pointer&&(this.pointer=null,this.listeners?.end())};setPlane(e){let t=this.normal(),i=t?new U(...t).normalize():this.camera().getWorldDirection(new U);this.plane.setFromNormalAndCoplanarPoint(i,e)}intersect(e){let t=this.canvas.getBoundingClientRect(),i=new Ye(2*(e.clientX-t.left)/t.width-1,1-2*(e.clientY-t.top)/t.height),s=new Ra;return s.setFromCamera(i,this.camera()),s.ray.intersectPlane(this.plane,new U)?.toArray()??null}distance(e){let t=this.canvas.getBoundingClientRect(),i=this.mesh.position.clone().project(this.camera());return Math.hypot(t.left+(i.x+1)/2*t.width-e.clientX,t.top+(1-i.y)/2*t.height-e.clientY)}};function Lg(n){return n.pointerType==="mouse"?Pg.mouse:Pg.touch}Pe.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new Ye},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};en.line={uniforms:Va.merge([Pe.common,Pe.fog,Pe.line]),vertexShader:`
		#include <common>
		#include <color_pars_vertex>
		#include <fog_pars_vertex>
		#include <logdepthbuf_pars_vertex>
		#include <clipping_planes_pars_vertex>

		uniform float linewidth;
		uniform vec2 resolution;

		attribute vec3 instanceStart;
		attribute vec3 instanceEnd;

		attribute vec3 instanceColorStart;
		attribute vec3 instanceColorEnd;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#ifdef USE_DASH

			uniform float dashScale;
			attribute float instanceDistanceStart;
			attribute float instanceDistanceEnd;
			varying float vLineDistance;

		#endif

		float trimSegmentAlpha( const in vec4 start, const in vec4 end ) {

			// compute the interpolation factor needed to trim the segment so it terminates
			// between the camera plane and the near plane

			// conservative estimate of the near plane
			float a = projectionMatrix[ 2 ][ 2 ]; // 3nd entry in 3th column
			float b = projectionMatrix[ 3 ][ 2 ]; // 3nd entry in 4th column

			// we need different nearEstimate formula for reversed and default depth buffer
			// a is positive with a reversed depth buffer so it can be used for controlling the code flow
			float nearEstimate = ( a > 0.0 ) ? ( - b / ( a + 1.0 ) ) : ( - 0.5 * b / a );

			return ( nearEstimate - start.z ) / ( end.z - start.z );

		}

		void main() {

			#ifdef USE_COLOR

				vColor.xyz = ( position.y < 0.5 ) ? instanceColorStart : instanceColorEnd;

			#endif

			float aspect = resolution.x / resolution.y;

			// camera space
			vec4 start = modelViewMatrix * vec4( instanceStart, 1.0 );
			vec4 end = modelViewMatrix * vec4( instanceEnd, 1.0 );

			#ifdef USE_DASH

				float lineDistanceStart = dashScale * instanceDistanceStart;
				float lineDistanceEnd = dashScale * instanceDistanceEnd;

			#endif

			#ifdef WORLD_UNITS

				worldStart = start.xyz;
				worldEnd = end.xyz;

			#else

				vUv = uv;

			#endif

			// special case for perspective projection, and segments that terminate either in, or behind, the camera plane
			// clearly the gpu firmware has a way of addressing this issue when projecting into ndc space
			// but we need to perform ndc-space calculations in the shader, so we must address this issue directly
			// perhaps there is a more elegant solution -- WestLangley

			bool perspective = ( projectionMatrix[ 2 ][ 3 ] == - 1.0 ); // 4th entry in the 3rd column

			if ( perspective ) {

				if ( start.z < 0.0 && end.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( start, end );
					end.xyz = mix( start.xyz, end.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceEnd = mix( lineDistanceStart, lineDistanceEnd, alpha );

					#endif

				} else if ( end.z < 0.0 && start.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( end, start );
					start.xyz = mix( end.xyz, start.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceStart = mix( lineDistanceEnd, lineDistanceStart, alpha );

					#endif

				}

			}

			#ifdef USE_DASH

				vLineDistance = ( position.y < 0.5 ) ? lineDistanceStart : lineDistanceEnd;
				vUv = uv;

			#endif

			// clip space
			vec4 clipStart = projectionMatrix * start;
			vec4 clipEnd = projectionMatrix * end;

			// ndc space
			vec3 ndcStart = clipStart.xyz / clipStart.w;
			vec3 ndcEnd = clipEnd.xyz / clipEnd.w;

			// direction
			vec2 dir = ndcEnd.xy - ndcStart.xy;

			// account for clip-space aspect ratio
			dir.x *= aspect;
			dir = normalize( dir );

			#ifdef WORLD_UNITS

				vec3 worldDir = normalize( end.xyz - start.xyz );
				vec3 tmpFwd = perspective ? normalize( mix( start.xyz, end.xyz, 0.5 ) ) : vec3( 0.0, 0.0, - 1.0 );
				vec3 worldUp = normalize( cross( worldDir, tmpFwd ) );
				vec3 worldFwd = cross( worldDir, worldUp );
				worldPos = position.y < 0.5 ? start: end;

				// height offset
				float hw = linewidth * 0.5;
				worldPos.xyz += position.x < 0.0 ? hw * worldUp : - hw * worldUp;

				// don't extend the line if we're rendering dashes because we
				// won't be rendering the endcaps
				#ifndef USE_DASH

					// cap extension
					worldPos.xyz += position.y < 0.5 ? - hw * worldDir : hw * worldDir;

					// add width to the box
					worldPos.xyz += worldFwd * hw;

					// endcaps
					if ( position.y > 1.0 || position.y < 0.0 ) {

						worldPos.xyz -= worldFwd * 2.0 * hw;

					}

				#endif

				// project the worldpos
				vec4 clip = projectionMatrix * worldPos;

				// shift the depth of the projected points so the line
				// segments overlap neatly
				vec3 clipPose = ( position.y < 0.5 ) ? ndcStart : ndcEnd;

				// only shift the depth of vertices in front of the camera (#35137)
				if ( clip.w > 0.0 ) clip.z = clipPose.z * clip.w;

			#else

				vec2 offset = vec2( dir.y, - dir.x );
				// undo aspect ratio adjustment
				dir.x /= aspect;
				offset.x /= aspect;

				// sign flip
				if ( position.x < 0.0 ) offset *= - 1.0;

				// endcaps
				if ( position.y < 0.0 ) {

					offset += - dir;

				} else if ( position.y > 1.0 ) {

					offset += dir;

				}

				// adjust for linewidth
				offset *= linewidth;

				// adjust for clip-space to screen-space conversion // maybe resolution should be based on viewport ...
				offset /= resolution.y;

				// select end
				vec4 clip = ( position.y < 0.5 ) ? clipStart : clipEnd;

				// back to clip space
				offset *= clip.w;

				clip.xy += offset;

			#endif

			gl_Position = clip;

			vec4 mvPosition = ( position.y < 0.5 ) ? start : end; // this is an approximation

			#include <logdepthbuf_vertex>
			#include <clipping_planes_vertex>
			#include <fog_vertex>

		}
		`,fragmentShader:`
		uniform vec3 diffuse;
		uniform float opacity;
		uniform float linewidth;

		#ifdef USE_DASH

			uniform float dashOffset;
			uniform float dashSize;
			uniform float gapSize;

		#endif

		varying float vLineDistance;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#include <common>
		#include <color_pars_fragment>
		#include <fog_pars_fragment>
		#include <logdepthbuf_pars_fragment>
		#include <clipping_planes_pars_fragment>

		vec2 closestLineToLine(vec3 p1, vec3 p2, vec3 p3, vec3 p4) {

			float mua;
			float mub;

			vec3 p13 = p1 - p3;
			vec3 p43 = p4 - p3;

			vec3 p21 = p2 - p1;

			float d1343 = dot( p13, p43 );
			float d4321 = dot( p43, p21 );
			float d1321 = dot( p13, p21 );
			float d4343 = dot( p43, p43 );
			float d2121 = dot( p21, p21 );

			float denom = d2121 * d4343 - d4321 * d4321;

			float numer = d1343 * d4321 - d1321 * d4343;

			mua = numer / denom;
			mua = clamp( mua, 0.0, 1.0 );
			mub = ( d1343 + d4321 * ( mua ) ) / d4343;
			mub = clamp( mub, 0.0, 1.0 );

			return vec2( mua, mub );

		}

		void main() {

			float alpha = opacity;
			vec4 diffuseColor = vec4( diffuse, alpha );

			#include <clipping_planes_fragment>

			#ifdef USE_DASH

				if ( vUv.y < - 1.0 || vUv.y > 1.0 ) discard; // discard endcaps

				if ( mod( vLineDistance + dashOffset, dashSize + gapSize ) > dashSize ) discard; // todo - FIX

			#endif

			#ifdef WORLD_UNITS

				float len;

				if ( isOrthographic ) {

					// View rays are parallel to the z axis so the distance reduces to camera-space XY
					vec2 lineDir = worldEnd.xy - worldStart.xy;
					float t = clamp( dot( worldPos.xy - worldStart.xy, lineDir ) / dot( lineDir, lineDir ), 0.0, 1.0 );
					len = length( worldStart.xy + lineDir * t - worldPos.xy );

				} else {

					// Find the closest points on the view ray and the line segment
					vec3 rayEnd = normalize( worldPos.xyz ) * 1e5;
					vec3 lineDir = worldEnd - worldStart;
					vec2 params = closestLineToLine( worldStart, worldEnd, vec3( 0.0, 0.0, 0.0 ), rayEnd );

					vec3 p1 = worldStart + lineDir * params.x;
					vec3 p2 = rayEnd * params.y;
					vec3 delta = p1 - p2;
					len = length( delta );

				}

				float norm = len / linewidth;

				#ifndef USE_DASH

					#ifdef USE_ALPHA_TO_COVERAGE

						float dnorm = fwidth( norm );
						alpha = 1.0 - smoothstep( 0.5 - dnorm, 0.5 + dnorm, norm );

					#else

						if ( norm > 0.5 ) {

							discard;

						}

					#endif

				#endif

			#else

				#ifdef USE_ALPHA_TO_COVERAGE

					// artifacts appear on some hardware if a derivative is taken within a conditional
					float a = vUv.x;
					float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
					float len2 = a * a + b * b;
					float dlen = fwidth( len2 );

					if ( abs( vUv.y ) > 1.0 ) {

						alpha = 1.0 - smoothstep( 1.0 - dlen, 1.0 + dlen, len2 );

					}

				#else

					if ( abs( vUv.y ) > 1.0 ) {

						float a = vUv.x;
						float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
						float len2 = a * a + b * b;

						if ( len2 > 1.0 ) discard;

					}

				#endif

			#endif

			#include <logdepthbuf_fragment>
			#include <color_fragment>

			gl_FragColor = vec4( diffuseColor.rgb, alpha );

			#include <tonemapping_fragment>
			#include <colorspace_fragment>
			#include <fog_fragment>
			#include <premultiplied_alpha_fragment>

		}
		`};var Ao=class extends Mn{constructor(e){super({type:"LineMaterial",uniforms:Va.clone(en.line.uniforms),vertexShader:en.line.vertexShader,fragmentShader:en.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(e)}get color(){return this.uniforms.diffuse.value}set color(e){this.uniforms.diffuse.value=e}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(e){e===!0!==this.worldUnits&&(this.needsUpdate=!0),e===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(e){this.uniforms.linewidth&&(this.uniforms.linewidth.value=e)}get dashed(){return"USE_DASH"in this.defines}set dashed(e){e===!0!==this.dashed&&(this.needsUpdate=!0),e===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(e){this.uniforms.dashScale.value=e}get dashSize(){return this.uniforms.dashSize.value}set dashSize(e){this.uniforms.dashSize.value=e}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(e){this.uniforms.dashOffset.value=e}get gapSize(){return this.uniforms.gapSize.value}set gapSize(e){this.uniforms.gapSize.value=e}get opacity(){return this.uniforms.opacity.value}set opacity(e){this.uniforms&&(this.uniforms.opacity.value=e)}get resolution(){return this.uniforms.resolution.value}set resolution(e){this.uniforms.resolution.value.copy(e)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(e){this.defines&&(e===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),e===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var Ig=new ji,Sh=new U,Ro=class extends Aa{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let e=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],t=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],i=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(i),this.setAttribute("position",new yt(e,3)),this.setAttribute("uv",new yt(t,2))}applyMatrix4(e){let t=this.attributes.instanceStart,i=this.attributes.instanceEnd;return t!==void 0&&(t.applyMatrix4(e),i.applyMatrix4(e),t.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let i=new Zs(t,6,1);return this.setAttribute("instanceStart",new Nn(i,3,0)),this.setAttribute("instanceEnd",new Nn(i,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let i=new Zs(t,6,1);return this.setAttribute("instanceColorStart",new Nn(i,3,0)),this.setAttribute("instanceColorEnd",new Nn(i,3,3)),this}fromWireframeGeometry(e){return this.setPositions(e.attributes.position.array),this}fromEdgesGeometry(e){return this.setPositions(e.attributes.position.array),this}fromMesh(e){return this.fromWireframeGeometry(new ba(e.geometry)),this}fromLineSegments(e){let t=e.geometry;return this.setPositions(t.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new ji);let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;e!==void 0&&t!==void 0&&(this.boundingBox.setFromBufferAttribute(e),Ig.setFromBufferAttribute(t),this.boundingBox.union(Ig))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Dn),this.boundingBox===null&&this.computeBoundingBox();let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;if(e!==void 0&&t!==void 0){let i=this.boundingSphere.center;this.boundingBox.getCenter(i);let s=0;for(let r=0,o=e.count;r<o;r++)Sh.fromBufferAttribute(e,r),s=Math.max(s,i.distanceToSquared(Sh)),Sh.fromBufferAttribute(t,r),s=Math.max(s,i.distanceToSquared(Sh));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};var af=new At,Dg=new U,Ng=new U,Ni=new At,Ui=new At,ss=new At,lf=new U,cf=new Nt,Fi=new Ca,Ug=new U,Mh=new ji,wh=new Dn,rs=new At,os,Mr;function Fg(n,e,t){return rs.set(0,0,-e,1).applyMatrix4(n.projectionMatrix),rs.multiplyScalar(1/rs.w),rs.x=Mr/t.width,rs.y=Mr/t.height,rs.applyMatrix4(n.projectionMatrixInverse),rs.multiplyScalar(1/rs.w),Math.abs(Math.max(rs.x,rs.y))}function Sw(n,e){let t=n.matrixWorld,i=n.geometry,s=i.attributes.instanceStart,r=i.attributes.instanceEnd,o=Math.min(i.instanceCount,s.count);for(let a=0,l=o;a<l;a++){Fi.start.fromBufferAttribute(s,a),Fi.end.fromBufferAttribute(r,a),Fi.applyMatrix4(t);let c=new U,h=new U;os.distanceSqToSegment(Fi.start,Fi.end,h,c),h.distanceTo(c)<Mr*.5&&e.push({point:h,pointOnLine:c,distance:os.origin.distanceTo(h),object:n,face:null,faceIndex:a,uv:null,uv1:null})}}function Mw(n,e,t){let i=e.projectionMatrix,r=n.material.resolution,o=n.matrixWorld,a=n.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-e.near;os.at(1,ss),ss.w=1,ss.applyMatrix4(e.matrixWorldInverse),ss.applyMatrix4(i),ss.multiplyScalar(1/ss.w),ss.x*=r.x/2,ss.y*=r.y/2,ss.z=0,lf.copy(ss),cf.multiplyMatrices(e.matrixWorldInverse,o);for(let d=0,f=h;d<f;d++){if(Ni.fromBufferAttribute(l,d),Ui.fromBufferAttribute(c,d),Ni.w=1,Ui.w=1,Ni.applyMatrix4(cf),Ui.applyMatrix4(cf),Ni.z>u&&Ui.z>u)continue;if(Ni.z>u){let A=Ni.z-Ui.z,S=(Ni.z-u)/A;Ni.lerp(Ui,S)}else if(Ui.z>u){let A=Ui.z-Ni.z,S=(Ui.z-u)/A;Ui.lerp(Ni,S)}Ni.applyMatrix4(i),Ui.applyMatrix4(i),Ni.multiplyScalar(1/Ni.w),Ui.multiplyScalar(1/Ui.w),Ni.x*=r.x/2,Ni.y*=r.y/2,Ui.x*=r.x/2,Ui.y*=r.y/2,Fi.start.copy(Ni),Fi.start.z=0,Fi.end.copy(Ui),Fi.end.z=0;let b=Fi.closestPointToPointParameter(lf,!0);Fi.at(b,Ug);let m=za.lerp(Ni.z,Ui.z,b),p=m>=-1&&m<=1,y=lf.distanceTo(Ug)<Mr*.5;if(p&&y){Fi.start.fromBufferAttribute(l,d),Fi.end.fromBufferAttribute(c,d),Fi.start.applyMatrix4(o),Fi.end.applyMatrix4(o);let A=new U,S=new U;os.distanceSqToSegment(Fi.start,Fi.end,S,A),t.push({point:S,pointOnLine:A,distance:os.origin.distanceTo(S),object:n,face:null,faceIndex:d,uv:null,uv1:null})}}}var Eh=class extends Zt{constructor(e=new Ro,t=new Ao({color:Math.random()*16777215})){super(e,t),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let e=this.geometry,t=e.attributes.instanceStart,i=e.attributes.instanceEnd,s=new Float32Array(2*t.count);for(let o=0,a=0,l=t.count;o<l;o++,a+=2)Dg.fromBufferAttribute(t,o),Ng.fromBufferAttribute(i,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+Dg.distanceTo(Ng);let r=new Zs(s,2,1);return e.setAttribute("instanceDistanceStart",new Nn(r,1,0)),e.setAttribute("instanceDistanceEnd",new Nn(r,1,1)),this}raycast(e,t){let i=this.material.worldUnits,s=e.camera;if(s===null&&!i&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),i===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=e.params.Line2!==void 0&&e.params.Line2.threshold||0;os=e.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;Mr=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),wh.copy(a.boundingSphere).applyMatrix4(o);let c;if(i)c=Mr*.5;else{let u=Math.max(s.near,wh.distanceToPoint(os.origin));c=Fg(s,u,l.resolution)}if(wh.radius+=c,os.intersectsSphere(wh)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),Mh.copy(a.boundingBox).applyMatrix4(o);let h;if(i)h=Mr*.5;else{let u=Math.max(s.near,Mh.distanceToPoint(os.origin));h=Fg(s,u,l.resolution)}Mh.expandByScalar(h),os.intersectsBox(Mh)!==!1&&(i?Sw(this,t):Mw(this,s,t))}onBeforeRender(e){let t=this.material.uniforms;t&&t.resolution&&(e.getViewport(af),this.material.uniforms.resolution.value.set(af.z,af.w))}};var Th=class{root=new di;drawn=[];constructor(e,t,i){for(let s of e){let{positions:r,until:o}=ww(s.points);if(!r.length)continue;let{color:a,width:l=2,dashed:c=!1}=s,h=new Ao({color:a,linewidth:l,dashed:c,dashSize:t/60,gapSize:t/60,depthTest:!i,transparent:i}),u=new Eh(new Ro().setPositions(r),h);s.dashed&&u.computeLineDistances(),u.frustumCulled=!1,u.renderOrder=i?1+this.drawn.length:0,this.drawn.push({segments:u,until:o}),this.root.add(u)}}trim(e){for(let{segments:t,until:i}of this.drawn){let s=Math.min(i.length,Math.max(1,Math.floor(e)))-1;t.geometry.instanceCount=i[s]}}dispose(){this.root.removeFromParent();for(let{segments:e}of this.drawn)e.geometry.dispose(),e.material.dispose()}};function ww(n){let e=Math.floor(n.length/3),t=new Float32Array(6*Math.max(0,e-1)),i=new Int32Array(e),s=0;for(let r=1;r<e;r++){let o=n.subarray(3*r-3,3*r+3);o.every(Number.isFinite)&&t.set(o,6*s++),i[r]=s}return{positions:t.slice(0,6*s),until:i}}var Ew=Math.cos(Math.PI/6);function Og(n,e){let t=e.length-e.length%3,i=new Float32Array(3*t);for(let l=0;l<t;l++)for(let c=0;c<3;c++)i[3*l+c]=n[3*e[l]+c];let s=Tw(i,t/3),r=Aw(e,t,n.length/3),o=new Float32Array(3*t);for(let l=0;l<t;l++)Rw(o,l,e[l],s,r);let a=new Kt;return a.setAttribute("position",new nn(i,3)),a.setAttribute("normal",new nn(o,3)),a}function Tw(n,e){let t=new Float32Array(3*e),i=new Float32Array(e);for(let s=0;s<e;s++){let r=9*s,[o,a,l]=[n[r+3]-n[r],n[r+4]-n[r+1],n[r+5]-n[r+2]],[c,h,u]=[n[r+6]-n[r],n[r+7]-n[r+1],n[r+8]-n[r+2]],d=[a*u-l*h,l*c-o*u,o*h-a*c];i[s]=Math.hypot(...d);for(let f=0;f<3;f++)t[3*s+f]=i[s]>0?d[f]/i[s]:0}return{unit:t,area:i}}function Aw(n,e,t){let i=new Int32Array(t).fill(-1),s=new Int32Array(e);for(let r=0;r<e;r++)s[r]=i[n[r]],i[n[r]]=r;return{first:i,next:s}}function Rw(n,e,t,i,s){let r=3*Math.floor(e/3),o=i.unit,a=[0,0,0];for(let c=s.first[t];c>=0;c=s.next[c]){let h=Math.floor(c/3),u=3*h;if(o[r]*o[u]+o[r+1]*o[u+1]+o[r+2]*o[u+2]>Ew)for(let f=0;f<3;f++)a[f]+=i.area[h]*o[u+f]}let l=Math.hypot(...a);for(let c=0;c<3;c++)n[3*e+c]=l>0?a[c]/l:o[r+c]}function kg(n){let[e,t,i]=n.size;switch(n.kind){case"box":return new Xs(e,t,i);case"sphere":return new mr(e,24,16);case"cylinder":return new es(e,e,t,28).rotateX(Math.PI/2);case"capsule":return new va(e,t,8,20).rotateX(Math.PI/2);case"hull":return Cw(n.vertices??[],n.faces??[]);default:return new Kt}}function Bg(n){n.computeBoundingSphere();let e=100/(n.boundingSphere.radius||1),t=n.clone().scale(e,e,e);return new ya(t,30).scale(1/e,1/e,1/e)}function Cw(n,e){let t=new Kt;t.setAttribute("position",new yt(n.flat(),3)),t.setIndex(e.flat());let i=t.toNonIndexed();return i.computeVertexNormals(),i}var Pw=new U(0,0,1),Lw=.3,Iw=4,wr=class{constructor(e,t,i){this.meshes=t;this.ghost=i;this.links=e.links.map(s=>{let[r,o]=[this.draw(s.shapes),this.draw(s.skeleton)],a=new di().add(r,o);return this.root.add(a),{frame:a,shapes:r,skeleton:o}}),this.rods=e.stretched.map(s=>{let r=new Zt(new es(s.radius,s.radius,1,16).rotateX(Math.PI/2),this.material(s.color));return this.root.add(r),{rod:s,mesh:r}}),this.setStyle("shapes")}meshes;ghost;root=new di;links;rods;materials=new Map;setStyle(e){for(let{shapes:t,skeleton:i}of this.links)t.visible=e==="shapes"&&t.children.length>0,i.visible=!t.visible;for(let{rod:t,mesh:i}of this.rods)this.stretch(t,i)}place(e){this.links.forEach(({frame:t},i)=>{let[s,r,o,a,l,c,h]=Array.prototype.slice.call(e,7*i,7*i+7);t.visible=Number.isFinite(s+r+o+a+l+c+h),t.visible&&(t.position.set(s,r,o),t.quaternion.set(l,c,h,a).normalize(),t.updateMatrixWorld(!0))});for(let{rod:t,mesh:i}of this.rods)this.stretch(t,i)}pointOf(e,t){return new U(t[0],t[1],t[2]).applyMatrix4(this.links[e].frame.matrixWorld)}corners(){let e=[];return this.root.updateMatrixWorld(!0),this.root.traverseVisible(t=>{if(!(t instanceof Zt))return;t.geometry.boundingBox||t.geometry.computeBoundingBox();let{min:i,max:s}=t.geometry.boundingBox;for(let r of Sr(i.toArray(),s.toArray()))e.push(r.applyMatrix4(t.matrixWorld))}),e}dispose(){this.root.removeFromParent(),this.root.traverse(e=>{(e instanceof Zt||e instanceof Ws)&&e.geometry.dispose(),e instanceof Ws&&e.material.dispose()});for(let e of this.materials.values())e.dispose()}stretch(e,t){let i=this.pointOf(e.a,e.pa),s=this.pointOf(e.b,e.pb),r=i.distanceTo(s),o=[this.links[e.a],this.links[e.b]],a=e.always===!1&&o.every(l=>l.shapes.visible);t.visible=!a&&r>0&&o.every(l=>l.frame.visible),t.visible&&(t.position.copy(i).add(s).divideScalar(2),t.quaternion.setFromUnitVectors(Pw,s.sub(i).divideScalar(r)),t.scale.set(1,1,r))}draw(e){let t=new di;for(let i of e)for(let s of this.meshesOf(i)){let[r,o,a,l]=i.quat;s.position.set(...i.pos),s.quaternion.set(o,a,l,r),t.add(s)}return t}meshesOf(e){return e.kind!=="mesh"?[this.outlined(e)]:(this.meshes[e.mesh??""]??[]).map(t=>{let i=new Zt(Dw(t),this.material(t.color));return e.size.length===3&&i.scale.set(e.size[0],e.size[1],e.size[2]),i})}outlined(e){let t=new Zt(kg(e),this.material(e.color));if(this.ghost||!["box","hull","cylinder"].includes(e.kind))return t;let i=t.material.color.clone().multiplyScalar(.45);return t.add(new Ws(Bg(t.geometry),new pr({color:i}))),t}material([e,t,i,s]){let r=[e,t,i,s].join(),o=this.materials.get(r);if(!o){let a=this.ghost?Lw*s:s,l=new at().setRGB(e,t,i,Ki),c=this.ghost?2:1,h={polygonOffset:!0,polygonOffsetFactor:c,polygonOffsetUnits:c+Iw*this.materials.size};o=new gr({color:l,transparent:a<1,opacity:a,...h}),this.materials.set(r,o)}return o}},zg=new WeakMap;function Dw(n){let e=zg.get(n);return e||zg.set(n,e=Og(n.vertices,n.faces)),e}var hf,Ah=null;function Vg(){return hf===void 0&&(Ah=Nw(),hf=Ah!==null),hf}function Hg(){let n=Ah??document.createElement("canvas");return Ah=null,n}function Nw(){try{let n=document.createElement("canvas");return n.getContext("webgl2",{antialias:!0})?n:null}catch{return null}}var zn=class{constructor(e,t={wheel:"always"}){this.options=t;this.host=e,this.canvas=Hg(),this.canvas.className="kinloop-canvas";for(let[i,s]of Object.entries({tabindex:"0",role:"img","aria-label":`3D view. ${bg}`}))this.canvas.setAttribute(i,s);this.renderer=new uh({canvas:this.canvas,antialias:!0}),this.handle=new bh(this.canvas,()=>this.cameraRig().camera,()=>this.scene?.view??null),this.world.add(this.sky,this.sun,this.overlays,this.handle.mesh),this.canvas.addEventListener("keydown",i=>this.pressKey(i)),this.canvas.addEventListener("pointerdown",i=>i.pointerType==="mouse"&&this.canvas.focus({preventScroll:!0})),this.canvas.addEventListener("webglcontextrestored",()=>this.changed());for(let i of["focus","blur"])this.canvas.addEventListener(i,()=>this.engage());this.endTheme=Eo(()=>this.recolor()),this.attach(e),this.recolor()}options;canvas;renderer;world=new ua;sun=new Ta(16777215,2.4);sky=new wa(16777215,11055296,2.8);overlays=new di;handle;lines=new Map;arrows=new Map;observer=new ResizeObserver(()=>{this.resize(),this.render()});endTheme;scene=null;meshes={};machines=[null,null];style="shapes";rig=null;ground=null;groundOn=!1;covered=[];frame=0;discarded=[];host;static available(){return Vg()}attach(e){this.observer.disconnect(),this.host=e,e.append(this.canvas),this.observer.observe(e),this.resize()}setScene(e,t){let i=this.scene&&Uw(this.scene,e);for(let s of this.machines)s&&this.discard(s);this.clearOverlays(),this.scene=e,this.meshes=t,this.covered=[],this.machines=[new wr(e,t,!1),null],this.machines[0].setStyle(this.style),this.world.add(this.machines[0].root),this.placeLights(e),i||(this.rig?.dispose(),this.rig=new qa(e,this.canvas,()=>this.changed()),this.resize(),this.home()),this.engage(),this.setGround(this.groundOn)}place(e,t=0){if(!this.scene)return;let i=this.machines[t];i||(i=this.machines[t]=new wr(this.scene,this.meshes,t===1),i.setStyle(this.style),this.world.add(i.root)),i.root.visible=!0,i.place(e),this.changed()}setGhost(e,t){this.machines[1]&&this.discard(this.machines[1]),this.machines[1]=new wr(e,t,!0),this.machines[1].setStyle(this.style),this.machines[1].root.visible=!1,this.world.add(this.machines[1].root)}hideGhost(){this.machines[1]&&(this.machines[1].root.visible=!1),this.changed()}setStyle(e){this.style=e;for(let t of this.machines)t?.setStyle(e);this.changed()}setLines(e,t){let i=this.lines.get(e);if(i&&this.discard(i),this.lines.delete(e),t.length){let s=new Th(t,...this.sizes());this.lines.set(e,s),this.overlays.add(s.root)}this.changed()}trimLines(e,t){this.lines.get(e)?.trim(t),this.changed()}setArrows(e,t){let i=this.arrows.get(e);if(!i){if(!t.length)return;i=new _h(...this.sizes()),this.arrows.set(e,i),this.overlays.add(i.root)}i.set(t),this.changed()}setHandle(e,t){this.handle.set(e,t),this.changed()}onHandle(e){this.handle.listen(e)}pointAt(e){let t=this.handle.mesh.visible?this.handle.mesh.position:this.toolPoint();return this.handle.pointAt(e,t)}setGround(e){this.groundOn=e,this.ground?.dispose(),this.ground=e&&this.scene?new xh(this.scene):null,this.ground&&this.world.add(this.ground.root),this.changed()}fit(e,t){this.rig?.fit(Sr(e,t)),this.changed()}frameMotion(e){if(!this.scene)return;let[t,i]=of(this.scene,0).map(r=>new U(...r)),s=this.machines[0];this.covered=e.flatMap(r=>(s.place(r),s.corners().map(o=>o.clamp(t,i)))),this.home()}home(){if(!this.scene)return;let e=(this.options.room??0)*(this.scene.view?1:.2);this.rig?.fit(this.covered.length?this.covered:Sr(...of(this.scene,e))),this.changed()}get camera(){return this.rig?.state??null}set camera(e){!this.rig||!e||(this.rig.state=e,this.changed())}pressKey(e){let t=!!this.rig&&!e.defaultPrevented&&Sg(e,this.rig,()=>this.home());return t&&this.changed(),t}get lost(){return this.renderer.getContext().isContextLost()}render(){if(cancelAnimationFrame(this.frame),this.frame=0,!this.rig||this.lost)return;let e=Math.max(1,this.host.clientHeight/2);this.handle.mesh.scale.setScalar(Math.max(this.rig.pixelSize(8/e),1.5*(this.scene?.radius??0))),this.renderer.render(this.world,this.rig.camera);for(let t of this.discarded.splice(0))t.dispose()}picture(e){e&&this.setSize(e.width,e.height,1),this.render();let t=this.canvas.toDataURL("image/png");return e&&this.resize(),t}project(e){let{camera:t}=this.cameraRig();t.updateMatrixWorld();let{x:i,y:s}=new U(...e).project(t),r=this.canvas.getBoundingClientRect();return[r.left+(i+1)/2*r.width,r.top+(1-s)/2*r.height]}drawPostures(e,t,i,s){if(!this.scene)return[];let r=new wr(this.scene,this.meshes,!1);r.setStyle(this.style);let o=[this.overlays,this.handle.mesh,...this.machines.flatMap(h=>h?[h.root]:[])],a=o.map(h=>h.visible);for(let h of o)h.visible=!1;this.world.add(r.root);let l=new qa(this.scene,Ze("canvas"),()=>{});l.resize(s.width/s.height),l.fit(Sr(t,i)),this.renderer.setPixelRatio(1),this.renderer.setSize(s.width,s.height,!1);let c=e.map(h=>{r.place(h),this.renderer.render(this.world,l.camera);let u=Ze("canvas",{attributes:{width:String(s.width),height:String(s.height)}});return u.getContext("2d")?.drawImage(this.canvas,0,0,s.width,s.height),u});return this.discard(r),l.dispose(),o.forEach((h,u)=>h.visible=a[u]),this.resize(),c}dispose(){cancelAnimationFrame(this.frame),this.observer.disconnect(),this.endTheme();for(let e of this.machines)e?.dispose();this.clearOverlays();for(let e of this.discarded.splice(0))e.dispose();this.ground?.dispose(),this.handle.dispose(),this.rig?.dispose(),this.renderer.dispose(),this.renderer.forceContextLoss(),this.canvas.remove()}changed(){this.frame||(this.frame=requestAnimationFrame(()=>this.render()))}resize(){let{clientWidth:e,clientHeight:t}=this.host;!e||!t||(this.setSize(e,t,Math.min(window.devicePixelRatio,2)),this.changed())}setSize(e,t,i){this.renderer.setPixelRatio(i),this.renderer.setSize(e,t,!1),this.rig?.resize(e/t)}discard(e){e.root.removeFromParent(),this.discarded.push(e)}cameraRig(){if(!this.rig)throw new Error("the viewer has no scene");return this.rig}sizes(){return this.scene?[To(this.scene),this.scene.view!==null]:[1,!1]}toolPoint(){return this.scene?this.machines[0].pointOf(this.scene.tool.link,this.scene.tool.at):new U}clearOverlays(){for(let e of[...this.lines.values(),...this.arrows.values()])this.discard(e);this.lines.clear(),this.arrows.clear()}placeLights(e){let t=new U(...e.up).normalize(),i=new U(1,-.7,.4),s=e.view?new U(...e.view):t;this.sky.position.copy(s),this.sun.position.copy(s).multiplyScalar(3).add(t).add(i)}recolor(){this.world.background=new at(bi().background),this.setGround(this.groundOn),this.changed()}engage(){if(!this.rig)return;let e=this.options.wheel==="always"||document.activeElement===this.canvas;this.rig.controls.enableZoom=e,this.canvas.style.touchAction=e?"none":"pan-y pinch-zoom"}};function Uw(n,e){let t=i=>JSON.stringify([i.name,i.links.length,i.up,i.view]);return t(n)===t(e)}var Fw=/^(rad|m)(\/s(\^[23])?)?$/;function tr(n,e){let[,t,i=""]=Fw.exec(n)??[];return t==="rad"&&e.angle==="deg"?{unit:`deg${i}`,factor:180/Math.PI}:t==="m"&&e.length==="mm"?{unit:`mm${i}`,factor:1e3}:{unit:n,factor:1}}function Gg(n){if(n==null||!Number.isFinite(n))return"\u2013";let e=Math.abs(n);return e!==0&&(e<.001||e>=1e5)?n.toExponential(3):n.toPrecision(5)}function Wg(n,e){let t=Math.max(...n.map(r=>Math.abs(r??0))),i=t>=1e5||t>0&&t<.01,s=Ow(e);return n.map(r=>{if(r===null)return"";if(Math.abs(r)<e/1e6)return"0";if(!i)return r.toFixed(Math.max(0,s));let o=Math.floor(Math.log10(Math.abs(r))+1e-9)+s;return r.toExponential(Math.min(9,Math.max(0,o)))})}function Ow(n){let e=-Math.floor(Math.log10(n)+1e-9),t=n*10**e;return Math.abs(t-Math.round(t))<1e-6?e:e+1}function Xg(n){return!(n>0)||!Number.isFinite(n)?4:Math.min(9,Math.max(0,Math.ceil(4-Math.log10(n)-1e-9)))}function Ya(n,e=4){if(n==null||!Number.isFinite(n))return"\u2013";if(n===0)return"0";let t=Math.abs(n);return t>=1e5||t<1e-4?n.toExponential(e-2):String(Number(n.toPrecision(e)))}function ae(n,e={},...t){let i=Object.entries(e).filter(([,r])=>r!=null&&r!==!1),s=Object.fromEntries(i.map(([r,o])=>[r,o===!0?"":String(o)]));return Ze(n,{attributes:s},...t.filter(r=>r!=null))}function si(n,e,t={}){let i=ae("button",{type:"button",...t},n);return i.addEventListener("click",e),i}var qg=0;function kw(n){return qg+=1,`${n}-${qg}`}var fi=class{body=ae("div",{class:"section-body"});aside=ae("span",{class:"section-aside"});root;constructor(e,t,i=!0){this.root=ae("details",{class:"section",id:e},ae("summary",{},ae("h2",{},t),this.aside),this.body),this.root.open=i}},Vn=class{input;root;constructor(e,t,i,s=!1){this.input=ae("select",{id:e}),this.input.addEventListener("change",()=>i(this.input.value)),this.root=ae("div",{class:"field"},ae("label",{for:e,class:s?"hidden":null},t),this.input)}get value(){return this.input.value}set(e,t){let i=t??this.input.value;this.input.replaceChildren(...e.map(s=>ae("option",{value:s.value},s.label))),e.some(s=>s.value===i)&&(this.input.value=i)}},Vi=class{constructor(e){this.options=e;let t=e.id??kw("number");this.stored=this.committed=e.value,e.unit==="1"&&(this.options.unit=""),this.input=ae("input",{id:t,type:"number",step:"any",inputmode:"decimal",autocomplete:"off",title:e.title}),this.unit=ae("span",{class:"unit"});let i=ae("label",{for:t,class:e.hideLabel?"hidden":null,title:e.title},e.label);this.root=ae("div",{class:"field number"},i,ae("span",{class:"with-unit"},this.input,this.unit)),this.input.addEventListener("input",()=>{this.refused=null,this.read()&&e.onInput?.(this.stored)}),this.input.addEventListener("change",()=>this.commit()),this.input.addEventListener("blur",()=>this.write()),this.input.addEventListener("keydown",s=>this.step(s)),this.write()}options;input;root;unit;stored;committed;refused=null;units={angle:"rad",length:"m"};get value(){return this.stored}get spoken(){return`${this.text(this.stored)} ${tr(this.options.unit??"",this.units).unit}`}set(e){this.stored=this.committed=e,document.activeElement!==this.input&&this.write()}refuse(e){let t=e!==this.stored&&document.activeElement===this.input;t&&(this.refused=this.input.value),this.set(e),t&&this.input.setAttribute("aria-invalid","true")}setUnits(e){this.units=e,this.write()}get factor(){return tr(this.options.unit??"",this.units).factor}commit(){if(this.input.value===this.refused){this.write();return}let e=this.read(),t=e&&this.stored!==this.committed;this.committed=this.stored,e&&this.write(),t&&this.options.onChange?.(this.committed)}read(){let e=this.input.value.trim(),t=e===""?NaN:Number(e)/this.factor,{low:i=-1/0,high:s=1/0,integer:r=!1}=this.options,o=Number.isFinite(t)&&t>=i&&t<=s&&(!r||Number.isInteger(t));return this.input.setAttribute("aria-invalid",String(!o)),o&&e!==this.text(this.stored)&&(this.stored=t),o}write(){this.input.value=this.text(this.stored),this.input.setAttribute("aria-invalid","false"),this.unit.textContent=tr(this.options.unit??"",this.units).unit}text(e){return Number.isFinite(e)?this.options.integer?String(e):this.options.scale===void 0?String(Number((e*this.factor).toPrecision(9))):(e*this.factor).toFixed(Xg(this.options.scale*this.factor)).replace(/^-(0(?:\.0*)?)$/,"$1"):""}step(e){let t=e.key==="ArrowUp"?1:e.key==="ArrowDown"?-1:0;if(!t||e.ctrlKey||e.metaKey)return;e.preventDefault();let i=Math.abs(this.options.scale??this.stored)*this.factor||1,s=this.options.integer?1:10**(Math.round(Math.log10(i))-(e.shiftKey?1:2));this.input.value=String(Number((Number(this.input.value)+t*s).toPrecision(9))),this.input.dispatchEvent(new Event("input")),this.input.dispatchEvent(new Event("change"))}},ir=class{input;root;constructor(e,t,i,s){this.input=ae("input",{id:e,type:"checkbox"}),this.input.checked=i,this.input.addEventListener("change",()=>s(this.input.checked)),this.root=ae("label",{class:"toggle",for:e},this.input,t)}get on(){return this.input.checked}},Er=class{constructor(e,t,i,s){this.value=i;this.onChange=s;this.buttons=new Map(t.map(r=>[r.value,si(r.label,()=>this.choose(r.value),{"data-value":r.value})])),this.root=ae("div",{class:"choice",role:"group","aria-label":e},...this.buttons.values()),this.show()}value;onChange;root;buttons;choose(e){e!==this.value&&(this.value=e,this.show(),this.onChange(e))}show(){for(let[e,t]of this.buttons)t.setAttribute("aria-pressed",String(e===this.value))}};var Rh=class{constructor(e){this.actions=e;this.machine=new Vn("machine","Machine",e.load),this.undoButton=si("Undo",()=>this.undo(),{id:"undo",title:"Ctrl+Z"}),this.redoButton=si("Redo",()=>this.redo(),{id:"redo",title:"Ctrl+Shift+Z"});let t=new Er("Unit of angles",[{value:"rad",label:"rad"},{value:"deg",label:"deg"}],"rad",s=>this.change({angle:s})),i=new Er("Unit of lengths",[{value:"m",label:"m"},{value:"mm",label:"mm"}],"m",s=>this.change({length:s}));this.parts=[ae("h1",{},"kinloop studio"),this.machine.root,ae("div",{class:"row"},this.undoButton,this.redoButton),ae("span",{class:"spring"}),t.root,i.root,this.link],this.show()}actions;parts;machine;undoButton;redoButton;link=ae("span",{class:"link-state",id:"link-state",role:"status"},"connecting");units={angle:"rad",length:"m"};history={undo:!1,redo:!1};busy=!1;loaded="";setMachines(e,t){this.loaded=t;let i=t&&!e.includes(t)?[t,...e]:e,s=t?[]:[{value:"",label:"loading"}];this.machine.set([...s,...i.map(r=>({value:r,label:r}))],t)}showLoaded(){this.machine.input.value=this.loaded}setHistory(e,t){this.history={undo:e,redo:t},this.show()}setBusy(e){this.busy=e,this.show()}setConnected(e){this.link.textContent=e?"connected":"connection lost",this.link.classList.toggle("lost",!e)}undo(){this.undoButton.disabled||this.actions.undo()}redo(){this.redoButton.disabled||this.actions.redo()}change(e){this.units={...this.units,...e},this.actions.units(this.units)}show(){this.undoButton.disabled=this.busy||!this.history.undo,this.redoButton.disabled=this.busy||!this.history.redo,this.machine.input.disabled=this.busy}};function Yg(n){return n.byteLength>=20&&new DataView(n).getUint32(0,!0)===15770597}function Kg(n,e,t,i){let s=new Float32Array(n,20);if(s.length!==7*e+t+i)return null;let r=new DataView(n),o=r.getUint32(8,!0);return{seq:r.getUint32(4,!0),reachable:(o&1)!==0,withinLimits:(o&2)!==0,atBorder:(o&4)!==0,nearness:{type2:r.getFloat32(12,!0),type1:r.getFloat32(16,!0)},poses:s.subarray(0,7*e),joints:s.subarray(7*e,7*e+t),tool:s.subarray(7*e+t)}}var Bw=300,zw=3e3,Ch=class{constructor(e,t){this.url=e;this.listener=t;this.open()}url;listener;socket=null;seq=0;attempt=0;send(e,t){return this.socket?.readyState!==WebSocket.OPEN?0:(this.seq+=1,this.socket.send(JSON.stringify({type:e,seq:this.seq,...t})),this.seq)}drop(){this.socket?.close()}open(){let e=new WebSocket(this.url);e.binaryType="arraybuffer",e.onopen=()=>{this.attempt=0,this.listener.connected()},e.onmessage=t=>this.receive(t.data),e.onclose=()=>{this.attempt+=1,this.listener.lost(this.attempt),setTimeout(()=>this.open(),Math.min(zw,Bw*2**(this.attempt-1)))},this.socket=e}receive(e){typeof e=="string"?this.listener.message(JSON.parse(e)):Yg(e)?this.listener.poses(e):this.listener.packed(e)}},Ka=class{constructor(e=()=>{},t=3e3){this.answered=e;this.patience=t}answered;patience;flying=0;sentAt=0;waiting=null;get busy(){return this.flying!==0}put(e){if(this.flying&&performance.now()-this.sentAt<this.patience){this.waiting=e;return}this.sentAt=performance.now(),this.flying=e()}answer(e){this.flying&&e===this.flying&&(this.answered(performance.now()-this.sentAt),this.release())}release(){this.flying=0;let e=this.waiting;this.waiting=null,e&&this.put(e)}flush(){let e=this.waiting;this.clear(),e&&e()}clear(){this.flying=0,this.waiting=null}};var Ph=class{ready=!1;connected=!1;running=!1;machine="";sceneOf="";state=null;pose=null;points=[];states=0;records=0;liveFrames=0;lost=0;loci=0;frames=[];latency=[];tool;seenTool;toScreen;force;time;replaying;comparing;disconnect;constructor(e){Object.assign(this,e)}note(e,t){this[e].length>=5e3&&this[e].splice(0,5e3/2),this[e].push(t)}};function Zg(n){addEventListener("keydown",e=>{let t=Vw(e,n);t&&(e.preventDefault(),t())})}function Vw(n,e){let t=n.ctrlKey||n.metaKey,i=n.key.toLowerCase(),s=n.target,r=s instanceof HTMLInputElement&&s.type==="number"||s instanceof HTMLSelectElement;return t&&i==="enter"?e.run:r||n.altKey?null:t&&i==="z"?n.shiftKey?e.redo:e.undo:t&&i==="y"?e.redo:t?null:i==="escape"?e.leave:i==="backspace"||i==="delete"?e.removePoint:i===" "&&(s===document.body||s instanceof HTMLCanvasElement)?e.play:null}function $g(){let n=ae("header",{class:"studio-bar"}),e=ae("aside",{class:"column machine","aria-label":"Machine"}),t=ae("aside",{class:"column experiment","aria-label":"Experiment"}),i=ae("div",{class:"view",id:"view"}),s=ae("div",{class:"view-tools"}),r=ae("div",{class:"view-corner"}),o=ae("div",{class:"below"}),a=ae("section",{class:"results","aria-label":"Results",hidden:!0}),l=ae("div",{class:"stage"},i,s,r),c=ae("main",{class:"middle"},l,o,a);return document.body.replaceChildren(n,e,c,t),{bar:n,machine:e,experiment:t,view:i,below:o,results:a,tools:s,corner:r}}function Jg(n,e){let t=i=>i.map(s=>s instanceof fi?s.root:s);n.bar.append(...e.bar),n.machine.append(...t(e.machine)),n.experiment.append(...t(e.experiment)),n.tools.append(...e.tools),n.corner.append(...e.corner),n.view.parentElement?.append(...e.stage),n.below.append(...e.below)}function jg(n,{arrays:e}){let{task:t,joints:i}=n,s={names:i.map(a=>a.name),units:i.map(a=>a.unit)},r={names:s.names,units:s.units.map(a=>a==="m"?"N":"N m")},o=a=>e[a]?.length??0;return[...df("tool","x",uf(o("x"),[t])),...df("error","error",uf(o("error"),[t,Hw(t),s])),...df("effort","tau",uf(o("tau"),[r]))]}function Qg(n){return n.map(({title:e,unit:t,names:i,time:s})=>({title:e,unit:t,time:s,series:i.map(r=>({name:r,values:[],record:0,dashed:!1}))}))}function uf(n,e){return e.find(({names:i})=>i.length===n)??{names:Array.from({length:n},(i,s)=>String(s+1)),units:Array.from({length:n},()=>"")}}function Hw({names:n,units:e}){let t=n.indexOf("qw");return t<0?{names:n,units:e}:{names:[...n.slice(0,t),"rotation x","rotation y","rotation z",...n.slice(t+4)],units:[...e.slice(0,t),"rad","rad","rad",...e.slice(t+4)]}}function df(n,e,{names:t,units:i}){return[...new Set(i)].map(s=>{let r=t.flatMap((o,a)=>i[a]===s?[a]:[]);return{title:n,unit:s==="1"?"":s,names:r.map(o=>t[o]),time:[],pick:({arrays:o})=>r.map(a=>o[e]?.[a]??NaN)}})}var Gw=7e3,Ww=2e4,Lh=class{root;sentence=ae("p",{class:"sentence"});card;lost=ae("p",{class:"message lost",role:"alert",hidden:!0});border=ae("p",{class:"message border",id:"border",role:"status",hidden:!0});bar=ae("progress",{max:1,"aria-label":"Progress"});what=ae("span",{});stopIt;progress;timer=0;lastSentence="";constructor(e){this.card=ae("div",{class:"message",id:"message","aria-live":"polite",hidden:!0},this.sentence,si("\xD7",()=>this.hide(),{class:"plain","aria-label":"Close this message"})),this.stopIt=si("Cancel",e,{id:"cancel"}),this.progress=ae("div",{class:"message progress",id:"progress",role:"status",hidden:!0},this.what,this.bar,this.stopIt),this.root=ae("div",{class:"messages"},this.lost,this.progress,this.border,this.card)}get text(){return this.lastSentence}say(e,t="note"){e&&(this.lastSentence=e,this.sentence.textContent=e0(e),this.card.className=`message ${t}`,this.card.hidden=!1,clearTimeout(this.timer),this.timer=window.setTimeout(()=>this.hide(),t==="error"?Ww:Gw))}hide(){this.card.hidden=!0}withdrawWarning(){this.card.classList.contains("warn")&&this.hide()}showBorder(e){this.border.hidden=e===null,e!==null&&this.border.textContent!==e&&(this.border.textContent=e)}showLost(e){this.lost.hidden=e===null,this.lost.textContent=e??"",e!==null&&(this.progress.hidden=!0)}showProgress(e){let t=!e.what||e.share!==null&&e.share>=1;this.progress.hidden=t,this.what.textContent=e0(e.what),e.share===null?this.bar.removeAttribute("value"):this.bar.value=e.share,this.stopIt.hidden=!e.cancellable}hideProgress(){this.progress.hidden=!0}};function e0(n){return/^[a-z]+([ ,]|$)/.test(n)?n.charAt(0).toUpperCase()+n.slice(1):n}var Ih=class{constructor(e){this.choose=e;this.section.body.append(ae("p",{class:"quiet"},"The modes are being computed."))}choose;section=new fi("modes","Modes");items=[];listed="";set(e){let t=JSON.stringify(e.list);if(t===this.listed){this.press(e.current);return}this.listed=t,this.section.aside.textContent=e.list.length?String(e.list.length):"",this.items=e.list.map((i,s)=>this.item(i.label,i.within_limits,i.note,s===e.current,s)),this.section.body.replaceChildren(this.items.length?ae("div",{class:"modes",role:"group","aria-label":"Configurations with these tool coordinates"},...this.items):ae("p",{class:"quiet"},"No list of modes for this pose."))}setPictures(e){this.items.forEach((t,i)=>{let s=e[i],r=t.querySelector(".picture");s&&r&&(s.setAttribute("aria-hidden","true"),r.replaceChildren(s))})}press(e){this.items.forEach((t,i)=>t.setAttribute("aria-pressed",String(i===e)))}item(e,t,i,s,r){let o=ae("button",{type:"button",class:"mode","aria-pressed":String(s),title:i||null},ae("span",{class:"picture"}),ae("span",{class:"mode-label"},e),t?null:ae("span",{class:"mode-note"},"beyond limits"));return o.addEventListener("click",()=>this.choose(r)),o}};var Xw=2,qw={described:{label:"Motion of the description",points:"none",hint:"The motion that the machine's file gives."},quintic:{label:"To a point",points:"one",hint:"Click a point in the view: the tool goes there on a straight line and rests."},drawn:{label:"Through drawn points",points:"several",hint:"Click points in the view: the tool goes through them in this order and rests at the last."},lines:{label:"Along straight lines",points:"several",hint:"Click points in the view: the tool goes from one to the next on straight lines and rests at each."},circle:{label:"On a circle",points:"one",hint:"Click the middle of the circle in the view: the tool goes around it once."}};function Za(n){return qw[n]??{label:n,points:"none",hint:""}}var Dh=class{constructor(e){this.listener=e;this.kind=new Vn("motion-kind","Kind",()=>this.chooseKind()),this.duration=new Vi({id:"motion-duration",label:"Duration",unit:"s",value:Xw,low:.001,high:600,onChange:()=>this.report()}),this.undoPoint=si("Undo last point",()=>this.removeLast(),{id:"undo-point",title:"Backspace does the same"}),this.clearPoints=si("Clear",()=>this.setPoints([]),{id:"clear-points"}),this.pointRow=ae("div",{class:"row points"},this.count,this.undoPoint,this.clearPoints),this.section.body.append(this.kind.root,this.hint,this.pointRow,this.duration.root),this.show()}listener;section=new fi("motion","Motion");kind;duration;hint=ae("p",{class:"quiet",id:"motion-hint"});count=ae("output",{id:"point-count"});undoPoint;clearPoints;pointRow;list=[];get points(){return this.list}get takesPoints(){return Za(this.kind.value).points!=="none"}get missing(){return this.takesPoints&&this.list.length===0?"Click at least one point in the view first: the motion has none.":null}get request(){return{kind:this.kind.value,points:[...this.list],duration:this.duration.value}}setKinds(e,t){let i=e.filter(r=>t||r!=="described"),s=i[0]??"";this.kind.set(i.map(r=>({value:r,label:Za(r).label})),i.includes(this.kind.value)?void 0:s),this.show()}reset(){this.list.length&&(this.list=[],this.show())}addPoint(e){Za(this.kind.value).points==="one"?this.setPoints([e]):this.setPoints([...this.list,e])}removeLast(){this.list.length&&this.setPoints(this.list.slice(0,-1))}chooseKind(){let{points:e}=Za(this.kind.value);e==="one"&&(this.list=this.list.slice(-1)),e==="none"&&(this.list=[]),this.show(),this.report()}setPoints(e){this.list=e,this.show(),this.report()}report(){this.missing===null&&this.listener.changed(this.request)}show(){let{points:e,hint:t}=Za(this.kind.value),i=e==="several";this.hint.textContent=t,this.hint.hidden=!t,this.pointRow.hidden=e==="none",this.duration.root.hidden=this.kind.value==="described",this.count.textContent=this.list.length===0?"No point yet":i?`${this.list.length} ${this.list.length===1?"point":"points"}`:"Point chosen",this.undoPoint.hidden=!i,this.undoPoint.disabled=this.clearPoints.disabled=this.list.length===0,this.listener.pointsChanged(this.list),this.listener.drawing(e!=="none")}};var Nh=class{constructor(e){this.change=e}change;section=new fi("parameters","Parameters",!1);fields=new Map;units={angle:"rad",length:"m"};set(e){if(e.length===this.fields.size&&e.every(i=>this.fields.has(i.name)))for(let i of e)this.fields.get(i.name)?.set(i.value);else this.rebuild(e)}refuse(e){for(let t of e)this.fields.get(t.name)?.refuse(t.value)}setUnits(e){this.units=e;for(let t of this.fields.values())t.setUnits(e)}rebuild(e){this.fields=new Map(e.map((i,s)=>[i.name,new Vi({id:`parameter-${s}`,label:i.name,unit:i.unit,value:i.value,title:i.meaning,onInput:r=>this.change(i.name,r)})]));let t=e.map(i=>ae("div",{class:"parameter"},this.fields.get(i.name)?.root,i.meaning?ae("p",{class:"meaning"},i.meaning):null));this.section.aside.textContent=e.length?String(e.length):"none",this.section.body.replaceChildren(...t.length?t:[ae("p",{class:"quiet"},"This machine has no parameters.")]),this.setUnits(this.units)}},Uh=class{section=new fi("findings","Check",!1);set(e){this.section.aside.textContent=e.length?String(e.length):"nothing found",this.section.body.replaceChildren(e.length?ae("ul",{class:"findings"},...e.map(t=>ae("li",{},t))):ae("p",{class:"quiet"},"kinloop check found nothing to mention."))}};var Yw=Math.PI;function Kw(n,e){let t=n.unit==="rad"?Yw:e;return[n.low??Math.min(-t,n.value),n.high??Math.max(t,n.value)]}var ff=class{root;slider;field;held=!1;constructor(e,t,i,s){let[r,o]=Kw(e,i),a=Math.max(Math.abs(r),Math.abs(o),1e-9);this.slider=ae("input",{type:"range",id:`joint-slider-${t}`,min:r,max:o,step:"any","aria-label":`${e.name}, slider`}),this.field=new Vi({id:`joint-${t}`,label:e.name,unit:e.unit,value:e.value,scale:a,onInput:l=>{this.slider.value=String(l),s.joint(t,l)}}),this.slider.addEventListener("input",()=>{this.field.set(this.slider.valueAsNumber),s.joint(t,this.slider.valueAsNumber)}),this.slider.addEventListener("pointerdown",()=>{this.held=!0});for(let l of["pointerup","pointercancel","change"])this.slider.addEventListener(l,()=>{this.held=!1});this.root=ae("div",{class:"joint"},this.field.root,this.slider),this.set(e.value)}set(e){this.held||(this.field.set(e),this.slider.value=String(e),this.slider.setAttribute("aria-valuetext",this.field.spoken))}setUnits(e){this.field.setUnits(e)}},Fh=class{constructor(e){this.actions=e}actions;tool=new fi("tool","Tool");joints=new fi("joints","Active joints");rows=[];fields=[];key="";units={angle:"rad",length:"m"};setMachine(e,t){let{names:i,values:s,units:r}=e.task,o=JSON.stringify([e.joints.map(a=>({...a,value:0})),i,r,t]);if(o===this.key){this.show(e.joints.map(a=>a.value),s);return}this.key=o,this.fields=i.map((a,l)=>new Vi({id:`task-${l}`,label:a,unit:r[l]??"",value:s[l]??0,scale:r[l]==="m"?t:1,onChange:()=>this.actions.task(this.fields.map(c=>c.value))})),this.tool.body.replaceChildren(ae("div",{class:"grid"},...this.fields.map(a=>a.root))),this.rows=e.joints.map((a,l)=>new ff(a,l,t,this.actions)),this.joints.body.replaceChildren(...this.rows.map(a=>a.root)),this.setUnits(this.units)}show(e,t){this.rows.forEach((i,s)=>i.set(e[s]??NaN)),this.fields.forEach((i,s)=>i.set(t[s]??NaN))}setUnits(e){this.units=e;for(let t of[...this.rows,...this.fields])t.setUnits(e)}};var t0='.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: relative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th > * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.07);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 solid;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}';var $w="uplot",Jw="u-hz",jw="u-vt",Qw="u-title",e1="u-wrap",t1="u-under",i1="u-over",n1="u-axis",Rr="u-off",s1="u-select",r1="u-cursor-x",o1="u-cursor-y",a1="u-cursor-pt",l1="u-legend",c1="u-live",h1="u-inline",u1="u-series",d1="u-marker",i0="u-label",f1="u-value",Ja="width",ja="height";var n0="bottom",Co="left",pf="right",Lf="#000",s0=Lf+"0",mf="mousemove",r0="mousedown",gf="mouseup",o0="mouseenter",a0="mouseleave",l0="dblclick",p1="resize",m1="scroll",c0="change",Vh="dppxchange",If="--",Fo=typeof window<"u",bf=Fo?document:null,Lo=Fo?window:null,g1=Fo?navigator:null,Et,Oh;function Sf(){let n=devicePixelRatio;Et!=n&&(Et=n,Oh&&wf(c0,Oh,Sf),Oh=matchMedia(`(min-resolution: ${Et-.001}dppx) and (max-resolution: ${Et+.001}dppx)`),Cr(c0,Oh,Sf),Lo.dispatchEvent(new CustomEvent(Vh)))}function mn(n,e){if(e!=null){let t=n.classList;!t.contains(e)&&t.add(e)}}function Mf(n,e){let t=n.classList;t.contains(e)&&t.remove(e)}function Wt(n,e,t){n.style[e]=t+"px"}function Hn(n,e,t,i){let s=bf.createElement(n);return e!=null&&mn(s,e),t?.insertBefore(s,i),s}function wn(n,e){return Hn("div",n,e)}var h0=new WeakMap;function as(n,e,t,i,s){let r="translate("+e+"px,"+t+"px)",o=h0.get(n);r!=o&&(n.style.transform=r,h0.set(n,r),e<0||t<0||e>i||t>s?mn(n,Rr):Mf(n,Rr))}var u0=new WeakMap;function d0(n,e,t){let i=e+t,s=u0.get(n);i!=s&&(u0.set(n,i),n.style.background=e,n.style.borderColor=t)}var f0=new WeakMap;function p0(n,e,t,i){let s=e+""+t,r=f0.get(n);s!=r&&(f0.set(n,s),n.style.height=t+"px",n.style.width=e+"px",n.style.marginLeft=i?-e/2+"px":0,n.style.marginTop=i?-t/2+"px":0)}var Df={passive:!0},v1={...Df,capture:!0};function Cr(n,e,t,i){e.addEventListener(n,t,i?v1:Df)}function wf(n,e,t,i){e.removeEventListener(n,t,Df)}Fo&&Sf();function Gn(n,e,t,i){let s;t=t||0,i=i||e.length-1;let r=i<=2147483647;for(;i-t>1;)s=r?t+i>>1:gn((t+i)/2),e[s]<n?t=s:i=s;return n-e[t]<=e[i]-n?t:i}function H0(n){return(t,i,s)=>{let r=-1,o=-1;for(let a=i;a<=s;a++)if(n(t[a])){r=a;break}for(let a=s;a>=i;a--)if(n(t[a])){o=a;break}return[r,o]}}var G0=n=>n!=null,W0=n=>n!=null&&n>0,Wh=H0(G0),_1=H0(W0);function y1(n,e,t,i=0,s=!1){let r=s?_1:Wh,o=s?W0:G0;[e,t]=r(n,e,t);let a=n[e],l=n[e];if(e>-1)if(i==1)a=n[e],l=n[t];else if(i==-1)a=n[t],l=n[e];else for(let c=e;c<=t;c++){let h=n[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Ft,l??-Ft]}function Xh(n,e,t,i){let s=v0(n),r=v0(e);n==e&&(s==-1?(n*=t,e/=t):(n/=t,e*=t));let o=t==10?Rs:X0,a=s==1?gn:En,l=r==1?En:gn,c=a(o(Mi(n))),h=l(o(Mi(e))),u=Io(t,c),d=Io(t,h);return t==10&&(c<0&&(u=Ot(u,-c)),h<0&&(d=Ot(d,-h))),i||t==2?(n=u*s,e=d*r):(n=Z0(n,u),e=qh(e,d)),[n,e]}function Nf(n,e,t,i){let s=Xh(n,e,t,i);return n==0&&(s[0]=0),e==0&&(s[1]=0),s}var Uf=.1,m0={mode:3,pad:Uf},el={pad:0,soft:null,mode:0},x1={min:el,max:el};function Hh(n,e,t,i){return Yh(t)?g0(n,e,t):(el.pad=t,el.soft=i?0:null,el.mode=i?3:0,g0(n,e,x1))}function St(n,e){return n??e}function b1(n,e,t){for(e=St(e,0),t=St(t,n.length-1);e<=t;){if(n[e]!=null)return!0;e++}return!1}function g0(n,e,t){let i=t.min,s=t.max,r=St(i.pad,0),o=St(s.pad,0),a=St(i.hard,-Ft),l=St(s.hard,Ft),c=St(i.soft,Ft),h=St(s.soft,-Ft),u=St(i.mode,0),d=St(s.mode,0),f=e-n,g=Rs(f),b=tn(Mi(n),Mi(e)),m=Rs(b),p=Mi(m-g);(f<1e-24||p>10)&&(f=0,(n==0||e==0)&&(f=1e-24,u==2&&c!=Ft&&(r=0),d==2&&h!=-Ft&&(o=0)));let y=f||b||1e3,A=Rs(y),S=Io(10,gn(A)),C=y*(f==0?n==0?.1:1:r),T=Ot(Z0(n-C,S/10),24),_=n>=c&&(u==1||u==3&&T<=c||u==2&&T>=c)?c:Ft,E=tn(a,T<_&&n>=_?_:Wn(_,T)),k=y*(f==0?e==0?.1:1:o),L=Ot(qh(e+k,S/10),24),I=e<=h&&(d==1||d==3&&L>=h||d==2&&L<=h)?h:-Ft,z=Wn(l,L>I&&e<=I?I:tn(I,L));return E==z&&E==0&&(z=100),[E,z]}var S1=new Intl.NumberFormat(Fo?g1.language:"en-US"),Ff=n=>S1.format(n),vn=Math,zh=vn.PI,Mi=vn.abs,gn=vn.floor,Si=vn.round,En=vn.ceil,Wn=vn.min,tn=vn.max,Io=vn.pow,v0=vn.sign,Rs=vn.log10,X0=vn.log2,M1=(n,e=1)=>vn.sinh(n)*e,vf=(n,e=1)=>vn.asinh(n/e),Ft=1/0;function _0(n){return(Rs((n^n>>31)-(n>>31))|0)+1}function Ef(n,e,t){return Wn(tn(n,e),t)}function q0(n){return typeof n=="function"}function _t(n){return q0(n)?n:()=>n}var w1=()=>{},Y0=n=>n,K0=(n,e)=>e,E1=n=>null,y0=n=>!0,x0=(n,e)=>n==e,T1=/\.\d*?(?=9{6,}|0{6,})/gm,Pr=n=>{if(J0(n)||sr.has(n))return n;let e=`${n}`,t=e.match(T1);if(t==null)return n;let i=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${Pr(s)}e${r}`}return Ot(n,i)};function Tr(n,e){return Pr(Ot(Pr(n/e))*e)}function qh(n,e){return Pr(En(Pr(n/e))*e)}function Z0(n,e){return Pr(gn(Pr(n/e))*e)}function Ot(n,e=0){if(J0(n))return n;let t=10**e,i=n*t*(1+Number.EPSILON);return Si(i)/t}var sr=new Map;function $0(n){return((""+n).split(".")[1]||"").length}function il(n,e,t,i){let s=[],r=i.map($0);for(let o=e;o<t;o++){let a=Mi(o),l=Ot(Io(n,o),a);for(let c=0;c<i.length;c++){let h=n==10?+`${i[c]}e${o}`:i[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=n==10?h:Ot(h,u);s.push(d),sr.set(d,u)}}return s}var tl={},Of=[],Do=[null,null],nr=Array.isArray,J0=Number.isInteger,A1=n=>n===void 0;function b0(n){return typeof n=="string"}function Yh(n){let e=!1;if(n!=null){let t=n.constructor;e=t==null||t==Object}return e}function R1(n){return n!=null&&typeof n=="object"}var C1=Object.getPrototypeOf(Uint8Array),j0="__proto__";function No(n,e=Yh){let t;if(nr(n)){let i=n.find(s=>s!=null);if(nr(i)||e(i)){t=Array(n.length);for(let s=0;s<n.length;s++)t[s]=No(n[s],e)}else t=n.slice()}else if(n instanceof C1)t=n.slice();else if(e(n)){t={};for(let i in n)i!=j0&&(t[i]=No(n[i],e))}else t=n;return t}function pi(n){let e=arguments;for(let t=1;t<e.length;t++){let i=e[t];for(let s in i)s!=j0&&(Yh(n[s])?pi(n[s],No(i[s])):n[s]=No(i[s]))}return n}var P1=0,L1=1,I1=2;function D1(n,e,t){for(let i=0,s,r=-1;i<e.length;i++){let o=e[i];if(o>r){for(s=o-1;s>=0&&n[s]==null;)n[s--]=null;for(s=o+1;s<t&&n[s]==null;)n[r=s++]=null}}}function N1(n,e){if(O1(n)){let o=n[0].slice();for(let a=1;a<n.length;a++)o.push(...n[a].slice(1));return k1(o[0])||(o=F1(o)),o}let t=new Set;for(let o=0;o<n.length;o++){let l=n[o][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let i=[Array.from(t).sort((o,a)=>o-a)],s=i[0].length,r=new Map;for(let o=0;o<s;o++)r.set(i[0][o],o);for(let o=0;o<n.length;o++){let a=n[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=e?e[o][c]:L1,f=[];for(let g=0;g<h.length;g++){let b=h[g],m=r.get(l[g]);b===null?d!=P1&&(u[m]=b,d==I1&&f.push(m)):u[m]=b}D1(u,f,s),i.push(u)}}return i}var U1=typeof queueMicrotask>"u"?n=>Promise.resolve().then(n):queueMicrotask;function F1(n){let e=n[0],t=e.length,i=Array(t);for(let r=0;r<i.length;r++)i[r]=r;i.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<n.length;r++){let o=n[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[i[l]];s.push(a)}return s}function O1(n){let e=n[0][0],t=e.length;for(let i=1;i<n.length;i++){let s=n[i][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function k1(n,e=100){let t=n.length;if(t<=1)return!0;let i=0,s=t-1;for(;i<=s&&n[i]==null;)i++;for(;s>=i&&n[s]==null;)s--;if(s<=i)return!0;let r=tn(1,gn((s-i+1)/e));for(let o=n[i],a=i+r;a<=s;a+=r){let l=n[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Q0=["January","February","March","April","May","June","July","August","September","October","November","December"],ev=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function tv(n){return n.slice(0,3)}var B1=ev.map(tv),z1=Q0.map(tv),V1={MMMM:Q0,MMM:z1,WWWW:ev,WWW:B1};function $a(n){return(n<10?"0":"")+n}function H1(n){return(n<10?"00":n<100?"0":"")+n}var G1={YYYY:n=>n.getFullYear(),YY:n=>(n.getFullYear()+"").slice(2),MMMM:(n,e)=>e.MMMM[n.getMonth()],MMM:(n,e)=>e.MMM[n.getMonth()],MM:n=>$a(n.getMonth()+1),M:n=>n.getMonth()+1,DD:n=>$a(n.getDate()),D:n=>n.getDate(),WWWW:(n,e)=>e.WWWW[n.getDay()],WWW:(n,e)=>e.WWW[n.getDay()],HH:n=>$a(n.getHours()),H:n=>n.getHours(),h:n=>{let e=n.getHours();return e==0?12:e>12?e-12:e},AA:n=>n.getHours()>=12?"PM":"AM",aa:n=>n.getHours()>=12?"pm":"am",a:n=>n.getHours()>=12?"p":"a",mm:n=>$a(n.getMinutes()),m:n=>n.getMinutes(),ss:n=>$a(n.getSeconds()),s:n=>n.getSeconds(),fff:n=>H1(n.getMilliseconds())};function kf(n,e){e=e||V1;let t=[],i=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=i.exec(n);)t.push(s[0][0]=="{"?G1[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var W1=new Intl.DateTimeFormat().resolvedOptions().timeZone;function X1(n,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+n+n.getTimezoneOffset()*6e4):e==W1?t=n:(t=new Date(n.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(n.getMilliseconds())),t}var iv=n=>n%1==0,Gh=[1,2,2.5,5],q1=il(10,-32,0,Gh),nv=il(10,0,32,Gh),Y1=nv.filter(iv),Ar=q1.concat(nv),Bf=`
`,sv="{YYYY}",S0=Bf+sv,rv="{M}/{D}",Qa=Bf+rv,kh=Qa+"/{YY}",ov="{aa}",K1="{h}:{mm}",Po=K1+ov,M0=Bf+Po,w0=":{ss}",Rt=null;function av(n){let e=n*1e3,t=e*60,i=t*60,s=i*24,r=s*30,o=s*365,l=(n==1?il(10,0,3,Gh).filter(iv):il(10,-3,0,Gh)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,i,i*2,i*3,i*4,i*6,i*8,i*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,sv,Rt,Rt,Rt,Rt,Rt,Rt,1],[s*28,"{MMM}",S0,Rt,Rt,Rt,Rt,Rt,1],[s,rv,S0,Rt,Rt,Rt,Rt,Rt,1],[i,"{h}"+ov,kh,Rt,Qa,Rt,Rt,Rt,1],[t,Po,kh,Rt,Qa,Rt,Rt,Rt,1],[e,w0,kh+" "+Po,Rt,Qa+" "+Po,Rt,M0,Rt,1],[n,w0+".{fff}",kh+" "+Po,Rt,Qa+" "+Po,Rt,M0,Rt,1]];function h(u){return(d,f,g,b,m,p)=>{let y=[],A=m>=o,S=m>=r&&m<o,C=u(g),T=Ot(C*n,3),_=_f(C.getFullYear(),A?0:C.getMonth(),S||A?1:C.getDate()),E=Ot(_*n,3);if(S||A){let k=S?m/r:0,L=A?m/o:0,I=T==E?T:Ot(_f(_.getFullYear()+L,_.getMonth()+k,1)*n,3),z=new Date(Si(I/n)),V=z.getFullYear(),N=z.getMonth();for(let W=0;I<=b;W++){let Y=_f(V+L*W,N+k*W,1),G=Y-u(Ot(Y*n,3));I=Ot((+Y+G)*n,3),I<=b&&y.push(I)}}else{let k=m>=s?s:m,L=gn(g)-gn(T),I=E+L+qh(T-E,k);y.push(I);let z=u(I),V=z.getHours()+z.getMinutes()/t+z.getSeconds()/i,N=m/i,W=d.axes[f]._space,Y=p/W;for(;I=Ot(I+m,n==1?0:3),!(I>b);)if(N>1){let G=gn(Ot(V+N,6))%24,j=u(I).getHours()-G;j>1&&(j=-1),I-=j*i,V=(V+N)%24;let ne=y[y.length-1];Ot((I-ne)/m,3)*Y>=.7&&y.push(I)}else y.push(I)}return y}}return[l,c,h]}var[Z1,$1,J1]=av(1),[j1,Q1,eE]=av(.001);il(2,-53,53,[1]);function E0(n,e){return n.map(t=>t.map((i,s)=>s==0||s==8||i==null?i:e(s==1||t[8]==0?i:t[1]+i)))}function T0(n,e){return(t,i,s,r,o)=>{let a=e.find(g=>o>=g[0])||e[e.length-1],l,c,h,u,d,f;return i.map(g=>{let b=n(g),m=b.getFullYear(),p=b.getMonth(),y=b.getDate(),A=b.getHours(),S=b.getMinutes(),C=b.getSeconds(),T=m!=l&&a[2]||p!=c&&a[3]||y!=h&&a[4]||A!=u&&a[5]||S!=d&&a[6]||C!=f&&a[7]||a[1];return l=m,c=p,h=y,u=A,d=S,f=C,T(b)})}}function tE(n,e){let t=kf(e);return(i,s,r,o,a)=>s.map(l=>t(n(l)))}function _f(n,e,t){return new Date(n,e,t)}function A0(n,e){return e(n)}var iE="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function R0(n,e){return(t,i,s,r)=>r==null?If:e(n(i))}function nE(n,e){let t=n.series[e];return t.width?t.stroke(n,e):t.points.width?t.points.stroke(n,e):null}function sE(n,e){return n.series[e].fill(n,e)}var rE={show:!0,live:!0,isolate:!1,mount:w1,markers:{show:!0,width:2,stroke:nE,fill:sE,dash:"solid"},idx:null,idxs:null,values:[]};function oE(n,e){let t=n.cursor.points,i=wn(),s=t.size(n,e);Wt(i,Ja,s),Wt(i,ja,s);let r=s/-2;Wt(i,"marginLeft",r),Wt(i,"marginTop",r);let o=t.width(n,e,s);return o&&Wt(i,"borderWidth",o),i}function aE(n,e){let t=n.series[e].points;return t._fill||t._stroke}function lE(n,e){let t=n.series[e].points;return t._stroke||t._fill}function cE(n,e){return n.series[e].points.size}var yf=[0,0];function hE(n,e,t){return yf[0]=e,yf[1]=t,yf}function Bh(n,e,t,i=!0){return s=>{s.button==0&&(!i||s.target==e)&&t(s)}}function xf(n,e,t,i=!0){return s=>{(!i||s.target==e)&&t(s)}}var uE={show:!0,x:!0,y:!0,lock:!1,move:hE,points:{one:!1,show:oE,size:cE,width:0,stroke:lE,fill:aE},bind:{mousedown:Bh,mouseup:Bh,click:Bh,dblclick:Bh,mousemove:xf,mouseleave:xf,mouseenter:xf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(n,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(n,e,t,i,s)=>i-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},lv={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},zf=pi({},lv,{filter:K0}),cv=pi({},zf,{size:10}),hv=pi({},lv,{show:!1}),Vf='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',uv="bold "+Vf,dv=1.5,C0={show:!0,scale:"x",stroke:Lf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:uv,side:2,grid:zf,ticks:cv,border:hv,font:Vf,lineGap:dv,rotate:0},dE="Value",fE="Time",P0={show:!0,scale:"x",auto:!1,sorted:1,min:Ft,max:-Ft,idxs:[]};function pE(n,e,t,i,s){return e.map(r=>r==null?"":Ff(r))}function mE(n,e,t,i,s,r,o){let a=[],l=sr.get(s)||0;t=o?t:Ot(qh(t,s),l);for(let c=t;c<=i;c=Ot(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Tf(n,e,t,i,s,r,o){let a=[],l=n.scales[n.axes[e].scale].log,c=l==10?Rs:X0,h=gn(c(t));s=Io(l,h),l==10&&(s=Ar[Gn(s,Ar)]);let u=t,d=s*l;l==10&&(d=Ar[Gn(d,Ar)]);do a.push(u),u=u+s,l==10&&!sr.has(u)&&(u=Ot(u,sr.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=Ar[Gn(d,Ar)]));while(u<=i);return a}function gE(n,e,t,i,s,r,o){let l=n.scales[n.axes[e].scale].asinh,c=i>l?Tf(n,e,tn(l,t),i,s):[l],h=i>=0&&t<=0?[0]:[];return(t<-l?Tf(n,e,tn(l,-i),-t,s):[l]).reverse().map(d=>-d).concat(h,c)}var fv=/./,vE=/[12357]/,_E=/[125]/,L0=/1/,Af=(n,e,t,i)=>n.map((s,r)=>e==4&&s==0||r%i==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function yE(n,e,t,i,s){let r=n.axes[t],o=r.scale,a=n.scales[o],l=n.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?fv:l(7,o)-h>=c?vE:l(5,o)-h>=c?_E:L0;if(u==L0){let d=Mi(l(1,o)-h);if(d<c)return Af(e.slice().reverse(),a.distr,u,En(c/d)).reverse()}return Af(e,a.distr,u,1)}function xE(n,e,t,i,s){let r=n.axes[t],o=r.scale,a=r._space,l=n.valToPos,c=Mi(l(1,o)-l(2,o));return c<a?Af(e.slice().reverse(),3,fv,En(a/c)).reverse():e}function bE(n,e,t,i){return i==null?If:e==null?"":Ff(e)}var I0={show:!0,scale:"y",stroke:Lf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:uv,side:3,grid:zf,ticks:cv,border:hv,font:Vf,lineGap:dv,rotate:0};function SE(n,e){let t=3+(n||1)*2;return Ot(t*e,3)}function ME(n,e){let{scale:t,idxs:i}=n.series[0],s=n._data[0],r=n.valToPos(s[i[0]],t,!0),o=n.valToPos(s[i[1]],t,!0),a=Mi(o-r),l=n.series[e],c=a/(l.points.space*Et);return i[1]-i[0]<=c}var D0={scale:null,auto:!0,sorted:0,min:Ft,max:-Ft},pv=(n,e,t,i,s)=>s,N0={show:!0,auto:!0,sorted:0,gaps:pv,alpha:1,facets:[pi({},D0,{scale:"x"}),pi({},D0,{scale:"y"})]},U0={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:pv,alpha:1,points:{show:ME,filter:null},values:null,min:Ft,max:-Ft,idxs:[],path:null,clip:null};function wE(n,e,t,i,s){return t/10}var mv={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},EE=pi({},mv,{time:!1,ori:1}),F0={};function gv(n,e){let t=F0[n];return t||(t={key:n,plots:[],sub(i){t.plots.push(i)},unsub(i){t.plots=t.plots.filter(s=>s!=i)},pub(i,s,r,o,a,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=s&&t.plots[h].pub(i,s,r,o,a,l,c)}},n!=null&&(F0[n]=t)),t}var Uo=1,Rf=2;function Lr(n,e,t){let i=n.mode,s=n.series[e],r=i==2?n._data[e]:n._data,o=n.scales,a=n.bbox,l=r[0],c=i==2?r[1]:r[e],h=i==2?o[s.facets[0].scale]:o[n.series[0].scale],u=i==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,g=a.width,b=a.height,m=n.valToPosH,p=n.valToPosV;return h.ori==0?t(s,l,c,h,u,m,p,d,f,g,b,Zh,Oo,Jh,_v,xv):t(s,l,c,h,u,p,m,f,d,b,g,$h,ko,Wf,yv,bv)}function Hf(n,e){let t=0,i=0,s=St(n.bands,Of);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?i|=1:i|=2)}return[t,i==1?-1:i==2?1:i==3?2:0]}function TE(n,e,t,i,s){let r=n.mode,o=n.series[e],a=r==2?o.facets[1].scale:o.scale,l=n.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Cs(n,e,t,i,s,r){return Lr(n,e,(o,a,l,c,h,u,d,f,g,b,m)=>{let p=o.pxRound,y=c.dir*(c.ori==0?1:-1),A=c.ori==0?Oo:ko,S,C;y==1?(S=t,C=i):(S=i,C=t);let T=p(u(a[S],c,b,f)),_=p(d(l[S],h,m,g)),E=p(u(a[C],c,b,f)),k=p(d(r==1?h.max:h.min,h,m,g)),L=new Path2D(s);return A(L,E,k),A(L,T,k),A(L,T,_),L})}function Kh(n,e,t,i,s,r){let o=null;if(n.length>0){o=new Path2D;let a=e==0?Jh:Wf,l=t;for(let u=0;u<n.length;u++){let d=n[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,i,f,i+r),l=d[1]}}let c=t+s-l,h=10;c>0&&a(o,l,i-h/2,c,i+r+h)}return o}function AE(n,e,t){let i=n[n.length-1];i&&i[0]==e?i[1]=t:n.push([e,t])}function Gf(n,e,t,i,s,r,o){let a=[],l=n.length;for(let c=s==1?t:i;c>=t&&c<=i;c+=s)if(e[c]===null){let u=c,d=c;if(s==1)for(;++c<=i&&e[c]===null;)d=c;else for(;--c>=t&&e[c]===null;)d=c;let f=r(n[u]),g=d==u?f:r(n[d]),b=u-s;f=o<=0&&b>=0&&b<l?r(n[b]):f;let p=d+s;g=o>=0&&p>=0&&p<l?r(n[p]):g,g>=f&&a.push([f,g])}return a}function O0(n){return n==0?Y0:n==1?Si:e=>Tr(e,n)}function vv(n){let e=n==0?Zh:$h,t=n==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},i=n==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?i(s,r,o,a,l):(c=Wn(c,a/2,l/2),h=Wn(h,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,h),t(s,r,o+l,r,o,h),t(s,r,o,r+a,o,c),s.closePath())}}var Zh=(n,e,t)=>{n.moveTo(e,t)},$h=(n,e,t)=>{n.moveTo(t,e)},Oo=(n,e,t)=>{n.lineTo(e,t)},ko=(n,e,t)=>{n.lineTo(t,e)},Jh=vv(0),Wf=vv(1),_v=(n,e,t,i,s,r)=>{n.arc(e,t,i,s,r)},yv=(n,e,t,i,s,r)=>{n.arc(t,e,i,s,r)},xv=(n,e,t,i,s,r,o)=>{n.bezierCurveTo(e,t,i,s,r,o)},bv=(n,e,t,i,s,r,o)=>{n.bezierCurveTo(t,e,s,i,o,r)};function Sv(n){return(e,t,i,s,r)=>Lr(e,t,(o,a,l,c,h,u,d,f,g,b,m)=>{let{pxRound:p,points:y}=o,A,S;c.ori==0?(A=Zh,S=_v):(A=$h,S=yv);let C=Ot(y.width*Et,3),T=(y.size-y.width)/2*Et,_=Ot(T*2,3),E=new Path2D,k=new Path2D,{left:L,top:I,width:z,height:V}=e.bbox;Jh(k,L-_,I-_,z+_*2,V+_*2);let N=W=>{if(l[W]!=null){let Y=p(u(a[W],c,b,f)),G=p(d(l[W],h,m,g));A(E,Y+T,G),S(E,Y,G,T,0,zh*2)}};if(r)r.forEach(N);else for(let W=i;W<=s;W++)N(W);return{stroke:C>0?E:null,fill:E,clip:k,flags:Uo|Rf}})}function Mv(n){return(e,t,i,s,r,o)=>{i!=s&&(r!=i&&o!=i&&n(e,t,i),r!=s&&o!=s&&n(e,t,s),n(e,t,o))}}var RE=Mv(Oo),CE=Mv(ko);function wv(n){let e=St(n?.alignGaps,0);return(t,i,s,r)=>Lr(t,i,(o,a,l,c,h,u,d,f,g,b,m)=>{[s,r]=Wh(l,s,r);let p=o.pxRound,y=V=>p(u(V,c,b,f)),A=V=>p(d(V,h,m,g)),S,C;c.ori==0?(S=Oo,C=RE):(S=ko,C=CE);let T=c.dir*(c.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Uo},E=_.stroke,k=!1;if(r-s>=b*4){let V=ue=>t.posToVal(ue,c.key,!0),N=null,W=null,Y,G,ce,$=y(a[T==1?s:r]),j=y(a[s]),ne=y(a[r]),de=V(T==1?j+1:ne-1);for(let ue=T==1?s:r;ue>=s&&ue<=r;ue+=T){let Q=a[ue],_e=(T==1?Q<de:Q>de)?$:y(Q),Ae=l[ue];_e==$?Ae!=null?(G=Ae,N==null?(S(E,_e,A(G)),Y=N=W=G):G<N?N=G:G>W&&(W=G)):Ae===null&&(k=!0):(N!=null&&C(E,$,A(N),A(W),A(Y),A(G)),Ae!=null?(G=Ae,S(E,_e,A(G)),N=W=Y=G):(N=W=null,Ae===null&&(k=!0)),$=_e,de=V($+T))}N!=null&&N!=W&&ce!=$&&C(E,$,A(N),A(W),A(Y),A(G))}else for(let V=T==1?s:r;V>=s&&V<=r;V+=T){let N=l[V];N===null?k=!0:N!=null&&S(E,y(a[V]),A(N))}let[I,z]=Hf(t,i);if(o.fill!=null||I!=0){let V=_.fill=new Path2D(E),N=o.fillTo(t,i,o.min,o.max,I),W=A(N),Y=y(a[s]),G=y(a[r]);T==-1&&([G,Y]=[Y,G]),S(V,G,W),S(V,Y,W)}if(!o.spanGaps){let V=[];k&&V.push(...Gf(a,l,s,r,T,y,e)),_.gaps=V=o.gaps(t,i,s,r,V),_.clip=Kh(V,c.ori,f,g,b,m)}return z!=0&&(_.band=z==2?[Cs(t,i,s,r,E,-1),Cs(t,i,s,r,E,1)]:Cs(t,i,s,r,E,z)),_})}function PE(n){let e=St(n.align,1),t=St(n.ascDesc,!1),i=St(n.alignGaps,0),s=St(n.extend,!1);return(r,o,a,l)=>Lr(r,o,(c,h,u,d,f,g,b,m,p,y,A)=>{[a,l]=Wh(u,a,l);let S=c.pxRound,{left:C,width:T}=r.bbox,_=j=>S(g(j,d,y,m)),E=j=>S(b(j,f,A,p)),k=d.ori==0?Oo:ko,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Uo},I=L.stroke,z=d.dir*(d.ori==0?1:-1),V=E(u[z==1?a:l]),N=_(h[z==1?a:l]),W=N,Y=N;s&&e==-1&&(Y=C,k(I,Y,V)),k(I,N,V);for(let j=z==1?a:l;j>=a&&j<=l;j+=z){let ne=u[j];if(ne==null)continue;let de=_(h[j]),ue=E(ne);e==1?k(I,de,V):k(I,W,ue),k(I,de,ue),V=ue,W=de}let G=W;s&&e==1&&(G=C+T,k(I,G,V));let[ce,$]=Hf(r,o);if(c.fill!=null||ce!=0){let j=L.fill=new Path2D(I),ne=c.fillTo(r,o,c.min,c.max,ce),de=E(ne);k(j,G,de),k(j,Y,de)}if(!c.spanGaps){let j=[];j.push(...Gf(h,u,a,l,z,_,i));let ne=c.width*Et/2,de=t||e==1?ne:-ne,ue=t||e==-1?-ne:ne;j.forEach(Q=>{Q[0]+=de,Q[1]+=ue}),L.gaps=j=c.gaps(r,o,a,l,j),L.clip=Kh(j,d.ori,m,p,y,A)}return $!=0&&(L.band=$==2?[Cs(r,o,a,l,I,-1),Cs(r,o,a,l,I,1)]:Cs(r,o,a,l,I,$)),L})}function k0(n,e,t,i,s,r,o=Ft){if(n.length>1){let a=null;for(let l=0,c=1/0;l<n.length;l++)if(e[l]!==void 0){if(a!=null){let h=Mi(n[l]-n[a]);h<c&&(c=h,o=Mi(t(n[l],i,s,r)-t(n[a],i,s,r)))}a=l}}return o}function LE(n){n=n||tl;let e=St(n.size,[.6,Ft,1]),t=n.align||0,i=n.gap||0,s=n.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=_t(s),o=1-e[0],a=St(e[1],Ft),l=St(e[2],1),c=St(n.disp,tl),h=St(n.each,f=>{}),{fill:u,stroke:d}=c;return(f,g,b,m)=>Lr(f,g,(p,y,A,S,C,T,_,E,k,L,I)=>{let z=p.pxRound,V=t,N=i*Et,W=a*Et,Y=l*Et,G,ce;S.ori==0?[G,ce]=r(f,g):[ce,G]=r(f,g);let $=S.dir*(S.ori==0?1:-1),j=S.ori==0?Jh:Wf,ne=S.ori==0?h:(Ce,Ke,rt,Me,Ut,ze,Xe)=>{h(Ce,Ke,rt,Ut,Me,Xe,ze)},de=St(f.bands,Of).find(Ce=>Ce.series[0]==g),ue=de!=null?de.dir:0,Q=p.fillTo(f,g,p.min,p.max,ue),me=z(_(Q,C,I,k)),_e,Ae,Se,Ge=L,st=z(p.width*Et),Ve=!1,dt=null,ct=null,it=null,Xt=null;u!=null&&(st==0||d!=null)&&(Ve=!0,dt=u.values(f,g,b,m),ct=new Map,new Set(dt).forEach(Ce=>{Ce!=null&&ct.set(Ce,new Path2D)}),st>0&&(it=d.values(f,g,b,m),Xt=new Map,new Set(it).forEach(Ce=>{Ce!=null&&Xt.set(Ce,new Path2D)})));let{x0:kt,size:ri}=c;if(kt!=null&&ri!=null){V=1,y=kt.values(f,g,b,m),kt.unit==2&&(y=y.map(rt=>f.posToVal(E+rt*L,S.key,!0)));let Ce=ri.values(f,g,b,m);ri.unit==2?Ae=Ce[0]*L:Ae=T(Ce[0],S,L,E)-T(0,S,L,E),Ge=k0(y,A,T,S,L,E,Ge),Se=Ge-Ae+N}else Ge=k0(y,A,T,S,L,E,Ge),Se=Ge*o+N,Ae=Ge-Se;Se<1&&(Se=0),st>=Ae/2&&(st=0),Se<5&&(z=Y0);let It=Se>0,Ei=Ge-Se-(It?st:0);Ae=z(Ef(Ei,Y,W)),_e=(V==0?Ae/2:V==$?0:Ae)-V*$*((V==0?N/2:0)+(It?st/2:0));let xt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},mi=Ve?null:new Path2D,$t=null;if(de!=null)$t=f.data[de.series[1]];else{let{y0:Ce,y1:Ke}=c;Ce!=null&&Ke!=null&&(A=Ke.values(f,g,b,m),$t=Ce.values(f,g,b,m))}let oi=G*Ae,O=ce*Ae;for(let Ce=$==1?b:m;Ce>=b&&Ce<=m;Ce+=$){let Ke=A[Ce];if(Ke==null)continue;if($t!=null){let X=$t[Ce]??0;if(Ke-X==0)continue;me=_(X,C,I,k)}let rt=S.distr!=2||c!=null?y[Ce]:Ce,Me=T(rt,S,L,E),Ut=_(St(Ke,Q),C,I,k),ze=z(Me-_e),Xe=z(tn(Ut,me)),R=z(Wn(Ut,me)),x=Xe-R;if(Ke!=null){let X=Ke<0?O:oi,he=Ke<0?oi:O;Ve?(st>0&&it[Ce]!=null&&j(Xt.get(it[Ce]),ze,R+gn(st/2),Ae,tn(0,x-st),X,he),dt[Ce]!=null&&j(ct.get(dt[Ce]),ze,R+gn(st/2),Ae,tn(0,x-st),X,he)):j(mi,ze,R+gn(st/2),Ae,tn(0,x-st),X,he),ne(f,g,Ce,ze-st/2,R,Ae+st,x)}}return st>0?xt.stroke=Ve?Xt:mi:Ve||(xt._fill=p.width==0?p._fill:p._stroke??p._fill,xt.width=0),xt.fill=Ve?ct:mi,xt})}function IE(n,e){let t=St(e?.alignGaps,0);return(i,s,r,o)=>Lr(i,s,(a,l,c,h,u,d,f,g,b,m,p)=>{[r,o]=Wh(c,r,o);let y=a.pxRound,A=G=>y(d(G,h,m,g)),S=G=>y(f(G,u,p,b)),C,T,_;h.ori==0?(C=Zh,_=Oo,T=xv):(C=$h,_=ko,T=bv);let E=h.dir*(h.ori==0?1:-1),k=A(l[E==1?r:o]),L=k,I=[],z=[];for(let G=E==1?r:o;G>=r&&G<=o;G+=E)if(c[G]!=null){let $=l[G],j=A($);I.push(L=j),z.push(S(c[G]))}let V={stroke:n(I,z,C,_,T,y),fill:null,clip:null,band:null,gaps:null,flags:Uo},N=V.stroke,[W,Y]=Hf(i,s);if(a.fill!=null||W!=0){let G=V.fill=new Path2D(N),ce=a.fillTo(i,s,a.min,a.max,W),$=S(ce);_(G,L,$),_(G,k,$)}if(!a.spanGaps){let G=[];G.push(...Gf(l,c,r,o,E,A,t)),V.gaps=G=a.gaps(i,s,r,o,G),V.clip=Kh(G,h.ori,g,b,m,p)}return Y!=0&&(V.band=Y==2?[Cs(i,s,r,o,N,-1),Cs(i,s,r,o,N,1)]:Cs(i,s,r,o,N,Y)),V})}function DE(n){return IE(NE,n)}function NE(n,e,t,i,s,r){let o=n.length;if(o<2)return null;let a=new Path2D;if(t(a,n[0],e[0]),o==2)i(a,n[1],e[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=e[d+1]-e[d],u[d]=n[d+1]-n[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,n[d]+u[d]/3,e[d]+l[d]*u[d]/3,n[d+1]-u[d]/3,e[d+1]-l[d+1]*u[d]/3,n[d+1],e[d+1])}return a}var Cf=new Set;function B0(){for(let n of Cf)n.syncRect(!0)}Fo&&(Cr(p1,Lo,B0),Cr(m1,Lo,B0,!0),Cr(Vh,Lo,()=>{wi.pxRatio=Et}));var UE=wv(),FE=Sv();function z0(n,e,t,i){return(i?[n[0],n[1]].concat(n.slice(2)):[n[0]].concat(n.slice(1))).map((r,o)=>Pf(r,o,e,t))}function OE(n,e){return n.map((t,i)=>i==0?{}:pi({},e,t))}function Pf(n,e,t,i){return pi({},e==0?t:i,n)}function Ev(n,e,t){return e==null?Do:[e,t]}var kE=Ev;function BE(n,e,t){return e==null?Do:Hh(e,t,Uf,!0)}function Tv(n,e,t,i){return e==null?Do:Xh(e,t,n.scales[i].log,!1)}var zE=Tv;function Av(n,e,t,i){return e==null?Do:Nf(e,t,n.scales[i].log,!1)}var VE=Av;function HE(n,e,t,i,s){let r=tn(_0(n),_0(e)),o=e-n,a=Gn(s/i*o,t);do{let l=t[a],c=i*l/o;if(c>=s&&r+(l<5?sr.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function V0(n){let e,t;return n=n.replace(/(\d+)px/,(i,s)=>(e=Si((t=+s)*Et))+"px"),[n,e,t]}function GE(n){n.show&&[n.font,n.labelFont].forEach(e=>{let t=Ot(e[2]*Et,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function wi(n,e,t){let i={mode:St(n.mode,1)},s=i.mode;function r(v,M,P,D){let H=M.valToPct(v);return D+P*(M.dir==-1?1-H:H)}function o(v,M,P,D){let H=M.valToPct(v);return D+P*(M.dir==-1?H:1-H)}function a(v,M,P,D){return M.ori==0?r(v,M,P,D):o(v,M,P,D)}i.valToPosH=r,i.valToPosV=o;let l=!1;i.status=0;let c=i.root=wn($w);if(n.id!=null&&(c.id=n.id),mn(c,n.class),n.title){let v=wn(Qw,c);v.textContent=n.title}let h=Hn("canvas"),u=i.ctx=h.getContext("2d"),d=wn(e1,c);Cr("click",d,v=>{v.target===g&&(zt!=kr||qt!=Br)&&Ii.click(i,v)},!0);let f=i.under=wn(t1,d);d.appendChild(h);let g=i.over=wn(i1,d);n=No(n);let b=+St(n.pxAlign,1),m=O0(b);(n.plugins||[]).forEach(v=>{v.opts&&(n=v.opts(i,n)||n)});let p=n.ms||.001,y=i.series=s==1?z0(n.series||[],P0,U0,!1):OE(n.series||[null],N0),A=i.axes=z0(n.axes||[],C0,I0,!0),S=i.scales={},C=i.bands=n.bands||[];C.forEach(v=>{v.fill=_t(v.fill||null),v.dir=St(v.dir,-1)});let T=s==2?y[1].facets[0].scale:y[0].scale,_={axes:us,series:pt},E=(n.drawOrder||["axes","series"]).map(v=>_[v]);function k(v){let M=v.distr==3?P=>Rs(P>0?P:v.clamp(i,P,v.min,v.max,v.key)):v.distr==4?P=>vf(P,v.asinh):v.distr==100?P=>v.fwd(P):P=>P;return P=>{let D=M(P),{_min:H,_max:Z}=v,oe=Z-H;return(D-H)/oe}}function L(v){let M=S[v];if(M==null){let P=(n.scales||tl)[v]||tl;if(P.from!=null){L(P.from);let D=pi({},S[P.from],P,{key:v});D.valToPct=k(D),S[v]=D}else{M=S[v]=pi({},v==T?mv:EE,P),M.key=v;let D=M.time,H=M.range,Z=nr(H);if((v!=T||s==2&&!D)&&(Z&&(H[0]==null||H[1]==null)&&(H={min:H[0]==null?m0:{mode:1,hard:H[0],soft:H[0]},max:H[1]==null?m0:{mode:1,hard:H[1],soft:H[1]}},Z=!1),!Z&&Yh(H))){let oe=H;H=(fe,xe,De)=>xe==null?Do:Hh(xe,De,oe)}M.range=_t(H||(D?kE:v==T?M.distr==3?zE:M.distr==4?VE:Ev:M.distr==3?Tv:M.distr==4?Av:BE)),M.auto=_t(Z?!1:M.auto),M.clamp=_t(M.clamp||wE),M._min=M._max=null,M.valToPct=k(M)}}}L("x"),L("y"),s==1&&y.forEach(v=>{L(v.scale)}),A.forEach(v=>{L(v.scale)});for(let v in n.scales)L(v);let I=S[T],z=I.distr,V,N;I.ori==0?(mn(c,Jw),V=r,N=o):(mn(c,jw),V=o,N=r);let W={};for(let v in S){let M=S[v];(M.min!=null||M.max!=null)&&(W[v]={min:M.min,max:M.max},M.min=M.max=null)}let Y=n.tzDate||(v=>new Date(Si(v/p))),G=n.fmtDate||kf,ce=p==1?J1(Y):eE(Y),$=T0(Y,E0(p==1?$1:Q1,G)),j=R0(Y,A0(iE,G)),ne=[],de=i.legend=pi({},rE,n.legend),ue=i.cursor=pi({},uE,{drag:{y:s==2}},n.cursor),Q=de.show,me=ue.show,_e=de.markers;de.idxs=ne,_e.width=_t(_e.width),_e.dash=_t(_e.dash),_e.stroke=_t(_e.stroke),_e.fill=_t(_e.fill);let Ae,Se,Ge,st=[],Ve=[],dt,ct=!1,it={};if(de.live){let v=y[1]?y[1].values:null;ct=v!=null,dt=ct?v(i,1,0):{_:0};for(let M in dt)it[M]=If}if(Q)if(Ae=Hn("table",l1,c),Ge=Hn("tbody",null,Ae),de.mount(i,Ae),ct){Se=Hn("thead",null,Ae,Ge);let v=Hn("tr",null,Se);Hn("th",null,v);for(var Xt in dt)Hn("th",i0,v).textContent=Xt}else mn(Ae,h1),de.live&&mn(Ae,c1);let kt={show:!0},ri={show:!1};function It(v,M){if(M==0&&(ct||!de.live||s==2))return Do;let P=[],D=Hn("tr",u1,Ge,Ge.childNodes[M]);mn(D,v.class),v.show||mn(D,Rr);let H=Hn("th",null,D);if(_e.show){let fe=wn(d1,H);if(M>0){let xe=_e.width(i,M);xe&&(fe.style.border=xe+"px "+_e.dash(i,M)+" "+_e.stroke(i,M)),fe.style.background=_e.fill(i,M)}}let Z=wn(i0,H);v.label instanceof HTMLElement?Z.appendChild(v.label):Z.textContent=v.label,M>0&&(_e.show||(Z.style.color=v.width>0?_e.stroke(i,M):_e.fill(i,M)),xt("click",H,fe=>{if(ue._lock)return;Je(fe);let xe=y.indexOf(v);if((fe.ctrlKey||fe.metaKey)!=de.isolate){let De=y.some((Ne,Fe)=>Fe>0&&Fe!=xe&&Ne.show);y.forEach((Ne,Fe)=>{Fe>0&&Kn(Fe,De?Fe==xe?kt:ri:kt,!0,hi.setSeries)})}else Kn(xe,{show:!v.show},!0,hi.setSeries)},!1),je&&xt(o0,H,fe=>{ue._lock||(Je(fe),Kn(y.indexOf(v),Vr,!0,hi.setSeries))},!1));for(var oe in dt){let fe=Hn("td",f1,D);fe.textContent="--",P.push(fe)}return[D,P]}let Ei=new Map;function xt(v,M,P,D=!0){let H=Ei.get(M)||{},Z=ue.bind[v](i,M,P,D);Z&&(Cr(v,M,H[v]=Z),Ei.set(M,H))}function mi(v,M,P){let D=Ei.get(M)||{};for(let H in D)(v==null||H==v)&&(wf(H,M,D[H]),delete D[H]);v==null&&Ei.delete(M)}let $t=0,oi=0,O=0,Ce=0,Ke=0,rt=0,Me=Ke,Ut=rt,ze=O,Xe=Ce,R=0,x=0,X=0,he=0;i.bbox={};let re=!1,ve=!1,ye=!1,ee=!1,ie=!1,pe=!1;function F(v,M,P){(P||v!=i.width||M!=i.height)&&se(v,M),ht(!1),ye=!0,ve=!0,Oi()}function se(v,M){i.width=$t=O=v,i.height=oi=Ce=M,Ke=rt=0,be(),He();let P=i.bbox;R=P.left=Tr(Ke*Et,.5),x=P.top=Tr(rt*Et,.5),X=P.width=Tr(O*Et,.5),he=P.height=Tr(Ce*Et,.5)}let te=3;function we(){let v=!1,M=0;for(;!v;){M++;let P=Ur(M),D=Yn(M);v=M==te||P&&D,v||(se(i.width,i.height),ve=!0)}}function ge({width:v,height:M}){F(v,M)}i.setSize=ge;function be(){let v=!1,M=!1,P=!1,D=!1;A.forEach((H,Z)=>{if(H.show&&H._show){let{side:oe,_size:fe}=H,xe=oe%2,De=H.label!=null?H.labelSize:0,Ne=fe+De;Ne>0&&(xe?(O-=Ne,oe==3?(Ke+=Ne,D=!0):P=!0):(Ce-=Ne,oe==0?(rt+=Ne,v=!0):M=!0))}}),Xn[0]=v,Xn[1]=P,Xn[2]=M,Xn[3]=D,O-=Tn[1]+Tn[3],Ke+=Tn[3],Ce-=Tn[2]+Tn[0],rt+=Tn[0]}function He(){let v=Ke+O,M=rt+Ce,P=Ke,D=rt;function H(Z,oe){switch(Z){case 1:return v+=oe,v-oe;case 2:return M+=oe,M-oe;case 3:return P-=oe,P+oe;case 0:return D-=oe,D+oe}}A.forEach((Z,oe)=>{if(Z.show&&Z._show){let fe=Z.side;Z._pos=H(fe,Z._size),Z.label!=null&&(Z._lpos=H(fe,Z.labelSize))}})}if(ue.dataIdx==null){let v=ue.hover,M=v.skip=new Set(v.skip??[]);M.add(void 0);let P=v.prox=_t(v.prox),D=v.bias??=0;ue.dataIdx=(H,Z,oe,fe)=>{if(Z==0)return oe;let xe=oe,De=P(H,Z,oe,fe)??Ft,Ne=De>=0&&De<Ft,Fe=I.ori==0?O:Ce,nt=ue.left,Mt=e[0],bt=e[Z];if(M.has(bt[oe])){xe=null;let mt=null,$e=null,We;if(D==0||D==-1)for(We=oe;mt==null&&We-- >0;)M.has(bt[We])||(mt=We);if(D==0||D==1)for(We=oe;$e==null&&We++<bt.length;)M.has(bt[We])||($e=We);if(mt!=null||$e!=null)if(Ne){let Ht=mt==null?-1/0:V(Mt[mt],I,Fe,0),Qt=$e==null?1/0:V(Mt[$e],I,Fe,0),Ci=nt-Ht,Dt=Qt-nt;Ci<=Dt?Ci<=De&&(xe=mt):Dt<=De&&(xe=$e)}else xe=$e==null?mt:mt==null?$e:oe-mt<=$e-oe?mt:$e}else Ne&&Mi(nt-V(Mt[oe],I,Fe,0))>De&&(xe=null);return xe}}let Je=v=>{ue.event=v};ue.idxs=ne,ue._lock=!1;let le=ue.points;le.show=_t(le.show),le.size=_t(le.size),le.stroke=_t(le.stroke),le.width=_t(le.width),le.fill=_t(le.fill);let Oe=i.focus=pi({},n.focus||{alpha:.3},ue.focus),je=Oe.prox>=0,Re=je&&le.one,lt=[],Bt=[],Hi=[];function Go(v,M){let P=le.show(i,M);if(P instanceof HTMLElement)return mn(P,a1),mn(P,v.class),as(P,-10,-10,O,Ce),g.insertBefore(P,lt[M]),P}function Ir(v,M){if(s==1||M>0){let P=s==1&&S[v.scale].time,D=v.value;v.value=P?b0(D)?R0(Y,A0(D,G)):D||j:D||bE,v.label=v.label||(P?fE:dE)}if(Re||M>0){v.width=v.width==null?1:v.width,v.paths=v.paths||UE||E1,v.fillTo=_t(v.fillTo||TE),v.pxAlign=+St(v.pxAlign,b),v.pxRound=O0(v.pxAlign),v.stroke=_t(v.stroke||null),v.fill=_t(v.fill||null),v._stroke=v._fill=v._paths=v._focus=null;let P=SE(tn(1,v.width),1),D=v.points=pi({},{size:P,width:tn(1,P*.2),stroke:v.stroke,space:P*2,paths:FE,_stroke:null,_fill:null},v.points);D.show=_t(D.show),D.filter=_t(D.filter),D.fill=_t(D.fill),D.stroke=_t(D.stroke),D.paths=_t(D.paths),D.pxAlign=v.pxAlign}if(Q){let P=It(v,M);st.splice(M,0,P[0]),Ve.splice(M,0,P[1]),de.values.push(null)}if(me){ne.splice(M,0,null);let P=null;Re?M==0&&(P=Go(v,M)):M>0&&(P=Go(v,M)),lt.splice(M,0,P),Bt.splice(M,0,0),Hi.splice(M,0,0)}Ri("addSeries",M)}function yu(v,M){M=M??y.length,v=s==1?Pf(v,M,P0,U0):Pf(v,M,{},N0),y.splice(M,0,v),Ir(y[M],M)}i.addSeries=yu;function ol(v){if(y.splice(v,1),Q){de.values.splice(v,1),Ve.splice(v,1);let M=st.splice(v,1)[0];mi(null,M.firstChild),M.remove()}me&&(ne.splice(v,1),lt.splice(v,1)[0].remove(),Bt.splice(v,1),Hi.splice(v,1)),Ri("delSeries",v)}i.delSeries=ol;let Xn=[!1,!1,!1,!1];function ls(v,M){if(v._show=v.show,v.show){let P=v.side%2,D=S[v.scale];D==null&&(v.scale=P?y[1].scale:T,D=S[v.scale]);let H=D.time;v.size=_t(v.size),v.space=_t(v.space),v.rotate=_t(v.rotate),nr(v.incrs)&&v.incrs.forEach(oe=>{!sr.has(oe)&&sr.set(oe,$0(oe))}),v.incrs=_t(v.incrs||(D.distr==2?Y1:H?p==1?Z1:j1:Ar)),v.splits=_t(v.splits||(H&&D.distr==1?ce:D.distr==3?Tf:D.distr==4?gE:mE)),v.stroke=_t(v.stroke),v.grid.stroke=_t(v.grid.stroke),v.ticks.stroke=_t(v.ticks.stroke),v.border.stroke=_t(v.border.stroke);let Z=v.values;v.values=nr(Z)&&!nr(Z[0])?_t(Z):H?nr(Z)?T0(Y,E0(Z,G)):b0(Z)?tE(Y,Z):Z||$:Z||pE,v.filter=_t(v.filter||(D.distr>=3&&D.log==10?yE:D.distr==3&&D.log==2?xE:K0)),v.font=V0(v.font),v.labelFont=V0(v.labelFont),v._size=v.size(i,null,M,0),v._space=v._rotate=v._incrs=v._found=v._splits=v._values=null,v._size>0&&(Xn[M]=!0,v._el=wn(n1,d))}}function cs(v,M,P,D){let[H,Z,oe,fe]=P,xe=M%2,De=0;return xe==0&&(fe||Z)&&(De=M==0&&!H||M==2&&!oe?Si(C0.size/3):0),xe==1&&(H||oe)&&(De=M==1&&!Z||M==3&&!fe?Si(I0.size/2):0),De}let Wo=i.padding=(n.padding||[cs,cs,cs,cs]).map(v=>_t(St(v,cs))),Tn=i._padding=Wo.map((v,M)=>v(i,M,Xn,0)),Jt,ii=null,ni=null,qn=s==1?y[0].idxs:null,an=null,Ps=!1;function Xo(v,M){if(e=v??[],i.data=i._data=e,s==2){Jt=0;for(let P=1;P<y.length;P++)Jt+=e[P][0].length}else{e.length==0&&(i.data=i._data=e=[[]]),an=e[0],Jt=an.length;let P=e;if(z==2){P=e.slice();let D=P[0]=Array(Jt);for(let H=0;H<Jt;H++)D[H]=H}i._data=e=P}if(ht(!0),Ri("setData"),z==2&&(ye=!0),M!==!1){let P=I;P.auto(i,Ps)?qo():Ds(T,P.min,P.max),ee=ee||ue.left>=0,pe=!0,Oi()}}i.setData=Xo;function qo(){Ps=!0;let v,M;s==1&&(Jt>0?(ii=qn[0]=0,ni=qn[1]=Jt-1,v=e[0][ii],M=e[0][ni],z==2?(v=ii,M=ni):v==M&&(z==3?[v,M]=Xh(v,v,I.log,!1):z==4?[v,M]=Nf(v,v,I.log,!1):I.time?M=v+Si(86400/p):[v,M]=Hh(v,M,Uf,!0))):(ii=qn[0]=v=null,ni=qn[1]=M=null)),Ds(T,v,M)}let Dr,Ls,Nr,w,B,J,q,K,Ee,Le;function Te(v,M,P,D,H,Z){v??=s0,P??=Of,D??="butt",H??=s0,Z??="round",v!=Dr&&(u.strokeStyle=Dr=v),H!=Ls&&(u.fillStyle=Ls=H),M!=Nr&&(u.lineWidth=Nr=M),Z!=B&&(u.lineJoin=B=Z),D!=J&&(u.lineCap=J=D),P!=w&&u.setLineDash(w=P)}function Ie(v,M,P,D){M!=Ls&&(u.fillStyle=Ls=M),v!=q&&(u.font=q=v),P!=K&&(u.textAlign=K=P),D!=Ee&&(u.textBaseline=Ee=D)}function Be(v,M,P,D,H=0){if(D.length>0&&v.auto(i,Ps)&&(M==null||M.min==null)){let Z=St(ii,0),oe=St(ni,D.length-1),fe=P.min==null?y1(D,Z,oe,H,v.distr==3):[P.min,P.max];v.min=Wn(v.min,P.min=fe[0]),v.max=tn(v.max,P.max=fe[1])}}let et={min:null,max:null};function ft(){for(let D in S){let H=S[D];W[D]==null&&(H.min==null||W[T]!=null&&H.auto(i,Ps))&&(W[D]=et)}for(let D in S){let H=S[D];W[D]==null&&H.from!=null&&W[H.from]!=null&&(W[D]=et)}W[T]!=null&&ht(!0);let v={};for(let D in W){let H=W[D];if(H!=null){let Z=v[D]=No(S[D],R1);if(H.min!=null)pi(Z,H);else if(D!=T||s==2)if(Jt==0&&Z.from==null){let oe=Z.range(i,null,null,D);Z.min=oe[0],Z.max=oe[1]}else Z.min=Ft,Z.max=-Ft}}if(Jt>0){y.forEach((D,H)=>{if(s==1){let Z=D.scale,oe=W[Z];if(oe==null)return;let fe=v[Z];if(H==0){let xe=fe.range(i,fe.min,fe.max,Z);fe.min=xe[0],fe.max=xe[1],ii=Gn(fe.min,e[0]),ni=Gn(fe.max,e[0]),ni-ii>1&&(e[0][ii]<fe.min&&ii++,e[0][ni]>fe.max&&ni--),D.min=an[ii],D.max=an[ni]}else D.show&&D.auto&&Be(fe,oe,D,e[H],D.sorted);D.idxs[0]=ii,D.idxs[1]=ni}else if(H>0&&D.show&&D.auto){let[Z,oe]=D.facets,fe=Z.scale,xe=oe.scale,[De,Ne]=e[H],Fe=v[fe],nt=v[xe];Fe!=null&&Be(Fe,W[fe],Z,De,Z.sorted),nt!=null&&Be(nt,W[xe],oe,Ne,oe.sorted),D.min=oe.min,D.max=oe.max}});for(let D in v){let H=v[D],Z=W[D];if(H.from==null&&(Z==null||Z.min==null)){let oe=H.range(i,H.min==Ft?null:H.min,H.max==-Ft?null:H.max,D);H.min=oe[0],H.max=oe[1]}}}for(let D in v){let H=v[D];if(H.from!=null){let Z=v[H.from];if(Z.min==null)H.min=H.max=null;else{let oe=H.range(i,Z.min,Z.max,D);H.min=oe[0],H.max=oe[1]}}}let M={},P=!1;for(let D in v){let H=v[D],Z=S[D];if(Z.min!=H.min||Z.max!=H.max){Z.min=H.min,Z.max=H.max;let oe=Z.distr;Z._min=oe==3?Rs(Z.min):oe==4?vf(Z.min,Z.asinh):oe==100?Z.fwd(Z.min):Z.min,Z._max=oe==3?Rs(Z.max):oe==4?vf(Z.max,Z.asinh):oe==100?Z.fwd(Z.max):Z.max,M[D]=P=!0}}if(P){y.forEach((D,H)=>{s==2?H>0&&M.y&&(D._paths=null):M[D.scale]&&(D._paths=null)});for(let D in M)ye=!0,Ri("setScale",D);me&&ue.left>=0&&(ee=pe=!0)}for(let D in W)W[D]=null}function ke(v){let M=Ef(ii-1,0,Jt-1),P=Ef(ni+1,0,Jt-1);for(;v[M]==null&&M>0;)M--;for(;v[P]==null&&P<Jt-1;)P++;return[M,P]}function pt(){if(Jt>0){let v=y.some(M=>M._focus)&&Le!=Oe.alpha;v&&(u.globalAlpha=Le=Oe.alpha),y.forEach((M,P)=>{if(P>0&&M.show&&(Yt(P,!1),Yt(P,!0),M._paths==null)){let D=Le;Le!=M.alpha&&(u.globalAlpha=Le=M.alpha);let H=s==2?[0,e[P][0].length-1]:ke(e[P]);M._paths=M.paths(i,P,H[0],H[1]),Le!=D&&(u.globalAlpha=Le=D)}}),y.forEach((M,P)=>{if(P>0&&M.show){let D=Le;Le!=M.alpha&&(u.globalAlpha=Le=M.alpha),M._paths!=null&&Ct(P,!1);{let H=M._paths!=null?M._paths.gaps:null,Z=M.points.show(i,P,ii,ni,H),oe=M.points.filter(i,P,Z,H);(Z||oe)&&(M.points._paths=M.points.paths(i,P,ii,ni,oe),Ct(P,!0))}Le!=D&&(u.globalAlpha=Le=D),Ri("drawSeries",P)}}),v&&(u.globalAlpha=Le=1)}}function Yt(v,M){let P=M?y[v].points:y[v];P._stroke=P.stroke(i,v),P._fill=P.fill(i,v)}function Ct(v,M){let P=M?y[v].points:y[v],{stroke:D,fill:H,clip:Z,flags:oe,_stroke:fe=P._stroke,_fill:xe=P._fill,_width:De=P.width}=P._paths;De=Ot(De*Et,3);let Ne=null,Fe=De%2/2;M&&xe==null&&(xe=De>0?"#fff":fe);let nt=P.pxAlign==1&&Fe>0;if(nt&&u.translate(Fe,Fe),!M){let Mt=R-De/2,bt=x-De/2,mt=X+De,$e=he+De;Ne=new Path2D,Ne.rect(Mt,bt,mt,$e)}M?Ue(fe,De,P.dash,P.cap,xe,D,H,oe,Z):Pt(v,fe,De,P.dash,P.cap,xe,D,H,oe,Ne,Z),nt&&u.translate(-Fe,-Fe)}function Pt(v,M,P,D,H,Z,oe,fe,xe,De,Ne){let Fe=!1;xe!=0&&C.forEach((nt,Mt)=>{if(nt.series[0]==v){let bt=y[nt.series[1]],mt=e[nt.series[1]],$e=(bt._paths||tl).band;nr($e)&&($e=nt.dir==1?$e[0]:$e[1]);let We,Ht=null;bt.show&&$e&&b1(mt,ii,ni)?(Ht=nt.fill(i,Mt)||Z,We=bt._paths.clip):$e=null,Ue(M,P,D,H,Ht,oe,fe,xe,De,Ne,We,$e),Fe=!0}}),Fe||Ue(M,P,D,H,Z,oe,fe,xe,De,Ne)}let gi=Uo|Rf;function Ue(v,M,P,D,H,Z,oe,fe,xe,De,Ne,Fe){Te(v,M,P,D,H),(xe||De||Fe)&&(u.save(),xe&&u.clip(xe),De&&u.clip(De)),Fe?(fe&gi)==gi?(u.clip(Fe),Ne&&u.clip(Ne),gt(H,oe),ai(v,Z,M)):fe&Rf?(gt(H,oe),u.clip(Fe),ai(v,Z,M)):fe&Uo&&(u.save(),u.clip(Fe),Ne&&u.clip(Ne),gt(H,oe),u.restore(),ai(v,Z,M)):(gt(H,oe),ai(v,Z,M)),(xe||De||Fe)&&u.restore()}function ai(v,M,P){P>0&&(M instanceof Map?M.forEach((D,H)=>{u.strokeStyle=Dr=H,u.stroke(D)}):M!=null&&v&&u.stroke(M))}function gt(v,M){M instanceof Map?M.forEach((P,D)=>{u.fillStyle=Ls=D,u.fill(P)}):M!=null&&v&&u.fill(M)}function hs(v,M,P,D){let H=A[v],Z;if(D<=0)Z=[0,0];else{let oe=H._space=H.space(i,v,M,P,D),fe=H._incrs=H.incrs(i,v,M,P,D,oe);Z=HE(M,P,fe,D,oe)}return H._found=Z}function li(v,M,P,D,H,Z,oe,fe,xe,De){let Ne=oe%2/2;b==1&&u.translate(Ne,Ne),Te(fe,oe,xe,De,fe),u.beginPath();let Fe,nt,Mt,bt,mt=H+(D==0||D==3?-Z:Z);P==0?(nt=H,bt=mt):(Fe=H,Mt=mt);for(let $e=0;$e<v.length;$e++)M[$e]!=null&&(P==0?Fe=Mt=v[$e]:nt=bt=v[$e],u.moveTo(Fe,nt),u.lineTo(Mt,bt));u.stroke(),b==1&&u.translate(-Ne,-Ne)}function Ur(v){let M=!0;return A.forEach((P,D)=>{if(!P.show)return;let H=S[P.scale];if(H.min==null){P._show&&(M=!1,P._show=!1,ht(!1));return}else P._show||(M=!1,P._show=!0,ht(!1));let Z=P.side,oe=Z%2,{min:fe,max:xe}=H,[De,Ne]=hs(D,fe,xe,oe==0?O:Ce);if(Ne==0)return;let Fe=H.distr==2,nt=P._splits=P.splits(i,D,fe,xe,De,Ne,Fe),Mt=H.distr==2?nt.map(We=>an[We]):nt,bt=H.distr==2?an[nt[1]]-an[nt[0]]:De,mt=P._values=P.values(i,P.filter(i,Mt,D,Ne,bt),D,Ne,bt);P._rotate=Z==2?P.rotate(i,mt,D,Ne):0;let $e=P._size;P._size=En(P.size(i,mt,D,v)),$e!=null&&P._size!=$e&&(M=!1)}),M}function Yn(v){let M=!0;return Wo.forEach((P,D)=>{let H=P(i,D,Xn,v);H!=Tn[D]&&(M=!1),Tn[D]=H}),M}function us(){for(let v=0;v<A.length;v++){let M=A[v];if(!M.show||!M._show)continue;let P=M.side,D=P%2,H,Z,oe=M.stroke(i,v),fe=P==0||P==3?-1:1,[xe,De]=M._found;if(M.label!=null){let Xi=M.labelGap*fe,hn=Si((M._lpos+Xi)*Et);Ie(M.labelFont[0],oe,"center",P==2?"top":n0),u.save(),D==1?(H=Z=0,u.translate(hn,Si(x+he/2)),u.rotate((P==3?-zh:zh)/2)):(H=Si(R+X/2),Z=hn);let ar=q0(M.label)?M.label(i,v,xe,De):M.label;u.fillText(ar,H,Z),u.restore()}if(De==0)continue;let Ne=S[M.scale],Fe=D==0?X:he,nt=D==0?R:x,Mt=M._splits,bt=Ne.distr==2?Mt.map(Xi=>an[Xi]):Mt,mt=Ne.distr==2?an[Mt[1]]-an[Mt[0]]:xe,$e=M.ticks,We=M.border,Ht=$e.show?$e.size:0,Qt=Si(Ht*Et),Ci=Si((M.alignTo==2?M._size-Ht-M.gap:M.gap)*Et),Dt=M._rotate*-zh/180,ei=m(M._pos*Et),ln=(Qt+Ci)*fe,Wi=ei+ln;Z=D==0?Wi:0,H=D==1?Wi:0;let _n=M.font[0],An=M.align==1?Co:M.align==2?pf:Dt>0?Co:Dt<0?pf:D==0?"center":P==3?pf:Co,$n=Dt||D==1?"middle":P==2?"top":n0;Ie(_n,oe,An,$n);let cn=M.font[1]*M.lineGap,yn=Mt.map(Xi=>m(a(Xi,Ne,Fe,nt))),Rn=M._values;for(let Xi=0;Xi<Rn.length;Xi++){let hn=Rn[Xi];if(hn!=null){D==0?H=yn[Xi]:Z=yn[Xi],hn=""+hn;let ar=hn.indexOf(`
`)==-1?[hn]:hn.split(/\n/gm);for(let qi=0;qi<ar.length;qi++){let vp=ar[qi];Dt?(u.save(),u.translate(H,Z+qi*cn),u.rotate(Dt),u.fillText(vp,0,0),u.restore()):u.fillText(vp,H,Z+qi*cn)}}}$e.show&&li(yn,$e.filter(i,bt,v,De,mt),D,P,ei,Qt,Ot($e.width*Et,3),$e.stroke(i,v),$e.dash,$e.cap);let Jn=M.grid;Jn.show&&li(yn,Jn.filter(i,bt,v,De,mt),D,D==0?2:1,D==0?x:R,D==0?he:X,Ot(Jn.width*Et,3),Jn.stroke(i,v),Jn.dash,Jn.cap),We.show&&li([ei],[1],D==0?1:0,D==0?1:2,D==1?x:R,D==1?he:X,Ot(We.width*Et,3),We.stroke(i,v),We.dash,We.cap)}Ri("drawAxes")}function ht(v){y.forEach((M,P)=>{P>0&&(M._paths=null,v&&(s==1?(M.min=null,M.max=null):M.facets.forEach(D=>{D.min=null,D.max=null})))})}let jt=!1,Gi=!1,Lt=[];function ci(){Gi=!1;for(let v=0;v<Lt.length;v++)Ri(...Lt[v]);Lt.length=0}function Oi(){jt||(U1(Qf),jt=!0)}function al(v,M=!1){jt=!0,Gi=M,v(i),Qf(),M&&Lt.length>0&&queueMicrotask(ci)}i.batch=al;function Qf(){if(re&&(ft(),re=!1),ye&&(we(),ye=!1),ve){if(Wt(f,Co,Ke),Wt(f,"top",rt),Wt(f,Ja,O),Wt(f,ja,Ce),Wt(g,Co,Ke),Wt(g,"top",rt),Wt(g,Ja,O),Wt(g,ja,Ce),Wt(d,Ja,$t),Wt(d,ja,oi),h.width=Si($t*Et),h.height=Si(oi*Et),A.forEach(({_el:v,_show:M,_size:P,_pos:D,side:H})=>{if(v!=null)if(M){let Z=H===3||H===0?P:0,oe=H%2==1;Wt(v,oe?"left":"top",D-Z),Wt(v,oe?"width":"height",P),Wt(v,oe?"top":"left",oe?rt:Ke),Wt(v,oe?"height":"width",oe?Ce:O),Mf(v,Rr)}else mn(v,Rr)}),Dr=Ls=Nr=B=J=q=K=Ee=w=null,Le=1,Zo(!0),Ke!=Me||rt!=Ut||O!=ze||Ce!=Xe){ht(!1);let v=O/ze,M=Ce/Xe;if(me&&!ee&&ue.left>=0){ue.left*=v,ue.top*=M,Fr&&as(Fr,Si(ue.left),0,O,Ce),Or&&as(Or,0,Si(ue.top),O,Ce);for(let P=0;P<lt.length;P++){let D=lt[P];D!=null&&(Bt[P]*=v,Hi[P]*=M,as(D,En(Bt[P]),En(Hi[P]),O,Ce))}}if(Vt.show&&!ie&&Vt.left>=0&&Vt.width>0){Vt.left*=v,Vt.width*=v,Vt.top*=M,Vt.height*=M;for(let P in Eu)Wt(zr,P,Vt[P])}Me=Ke,Ut=rt,ze=O,Xe=Ce}Ri("setSize"),ve=!1}$t>0&&oi>0&&(u.clearRect(0,0,h.width,h.height),Ri("drawClear"),E.forEach(v=>v()),Ri("draw")),Vt.show&&ie&&(ll(Vt),ie=!1),me&&ee&&(or(null,!0,!1),ee=!1),de.show&&de.live&&pe&&(Mu(),pe=!1),l||(l=!0,i.status=1,Ri("ready")),Ps=!1,jt=!1}i.redraw=(v,M)=>{ye=M||!1,v!==!1?Ds(T,I.min,I.max):Oi()};function xu(v,M){let P=S[v];if(P.from==null){if(Jt==0){let D=P.range(i,M.min,M.max,v);M.min=D[0],M.max=D[1]}if(M.min>M.max){let D=M.min;M.min=M.max,M.max=D}if(Jt>1&&M.min!=null&&M.max!=null&&M.max-M.min<1e-16)return;v==T&&P.distr==2&&Jt>0&&(M.min=Gn(M.min,e[0]),M.max=Gn(M.max,e[0]),M.min==M.max&&M.max++),W[v]=M,re=!0,Oi()}}i.setScale=xu;let bu,Su,Fr,Or,ep,tp,kr,Br,ip,np,zt,qt,Is=!1,Ii=ue.drag,Ti=Ii.x,Ai=Ii.y;me&&(ue.x&&(bu=wn(r1,g)),ue.y&&(Su=wn(o1,g)),I.ori==0?(Fr=bu,Or=Su):(Fr=Su,Or=bu),zt=ue.left,qt=ue.top);let Vt=i.select=pi({show:!0,over:!0,left:0,width:0,top:0,height:0},n.select),zr=Vt.show?wn(s1,Vt.over?g:f):null;function ll(v,M){if(Vt.show){for(let P in v)Vt[P]=v[P],P in Eu&&Wt(zr,P,v[P]);M!==!1&&Ri("setSelect")}}i.setSelect=ll;function i_(v){if(y[v].show)Q&&Mf(st[v],Rr);else if(Q&&mn(st[v],Rr),me){let P=Re?lt[0]:lt[v];P!=null&&as(P,-10,-10,O,Ce)}}function Ds(v,M,P){xu(v,{min:M,max:P})}function Kn(v,M,P,D){M.focus!=null&&a_(v),M.show!=null&&y.forEach((H,Z)=>{Z>0&&(v==Z||v==null)&&(H.show=M.show,i_(Z),s==2?(Ds(H.facets[0].scale,null,null),Ds(H.facets[1].scale,null,null)):Ds(H.scale,null,null),Oi())}),P!==!1&&Ri("setSeries",v,M),D&&$o("setSeries",i,v,M)}i.setSeries=Kn;function n_(v,M){pi(C[v],M)}function s_(v,M){v.fill=_t(v.fill||null),v.dir=St(v.dir,-1),M=M??C.length,C.splice(M,0,v)}function r_(v){v==null?C.length=0:C.splice(v,1)}i.addBand=s_,i.setBand=n_,i.delBand=r_;function o_(v,M){y[v].alpha=M,me&&lt[v]!=null&&(lt[v].style.opacity=M),Q&&st[v]&&(st[v].style.opacity=M)}let ds,Ns,rr,Vr={focus:!0};function a_(v){if(v!=rr){let M=v==null,P=Oe.alpha!=1;y.forEach((D,H)=>{if(s==1||H>0){let Z=M||H==0||H==v;D._focus=M?null:Z,P&&o_(H,Z?1:Oe.alpha)}}),rr=v,P&&Oi()}}Q&&je&&xt(a0,Ae,v=>{ue._lock||(Je(v),rr!=null&&Kn(null,Vr,!0,hi.setSeries))});function Zn(v,M,P){let D=S[M];P&&(v=v/Et-(D.ori==1?rt:Ke));let H=O;D.ori==1&&(H=Ce,v=H-v),D.dir==-1&&(v=H-v);let Z=D._min,oe=D._max,fe=v/H,xe=Z+(oe-Z)*fe,De=D.distr;return De==3?Io(10,xe):De==4?M1(xe,D.asinh):De==100?D.bwd(xe):xe}function l_(v,M){let P=Zn(v,T,M);return Gn(P,e[0],ii,ni)}i.valToIdx=v=>Gn(v,e[0]),i.posToIdx=l_,i.posToVal=Zn,i.valToPos=(v,M,P)=>S[M].ori==0?r(v,S[M],P?X:O,P?R:0):o(v,S[M],P?he:Ce,P?x:0),i.setCursor=(v,M,P)=>{zt=v.left,qt=v.top,or(null,M,P)};function sp(v,M){Wt(zr,Co,Vt.left=v),Wt(zr,Ja,Vt.width=M)}function rp(v,M){Wt(zr,"top",Vt.top=v),Wt(zr,ja,Vt.height=M)}let Yo=I.ori==0?sp:rp,Ko=I.ori==1?sp:rp;function c_(){if(Q&&de.live)for(let v=s==2?1:0;v<y.length;v++){if(v==0&&ct)continue;let M=de.values[v],P=0;for(let D in M)Ve[v][P++].firstChild.nodeValue=M[D]}}function Mu(v,M){if(v!=null&&(v.idxs?v.idxs.forEach((P,D)=>{ne[D]=P}):A1(v.idx)||ne.fill(v.idx),de.idx=ne[0]),Q&&de.live){for(let P=0;P<y.length;P++)(P>0||s==1&&!ct)&&h_(P,ne[P]);c_()}pe=!1,M!==!1&&Ri("setLegend")}i.setLegend=Mu;function h_(v,M){let P=y[v],D=v==0&&z==2?an:e[v],H;ct?H=P.values(i,v,M)??it:(H=P.value(i,M==null?null:D[M],v,M),H=H==null?it:{_:H}),de.values[v]=H}function or(v,M,P){ip=zt,np=qt,[zt,qt]=ue.move(i,zt,qt),ue.left=zt,ue.top=qt,me&&(Fr&&as(Fr,Si(zt),0,O,Ce),Or&&as(Or,0,Si(qt),O,Ce));let D,H=ii>ni;ds=Ft,Ns=null;let Z=I.ori==0?O:Ce,oe=I.ori==1?O:Ce;if(zt<0||Jt==0||H){D=ue.idx=null;for(let fe=0;fe<y.length;fe++){let xe=lt[fe];xe!=null&&as(xe,-10,-10,O,Ce)}je&&Kn(null,Vr,!0,v==null&&hi.setSeries),de.live&&(ne.fill(D),pe=!0)}else{let fe,xe,De;s==1&&(fe=I.ori==0?zt:qt,xe=Zn(fe,T),D=ue.idx=Gn(xe,e[0],ii,ni),De=V(e[0][D],I,Z,0));let Ne=-10,Fe=-10,nt=0,Mt=0,bt=!0,mt="",$e="";for(let We=s==2?1:0;We<y.length;We++){let Ht=y[We],Qt=ne[We],Ci=Qt==null?null:s==1?e[We][Qt]:e[We][1][Qt],Dt=ue.dataIdx(i,We,D,xe),ei=Dt==null?null:s==1?e[We][Dt]:e[We][1][Dt];if(pe=pe||ei!=Ci||Dt!=Qt,ne[We]=Dt,We>0&&Ht.show){let ln=Dt==null?-10:Dt==D?De:V(s==1?e[0][Dt]:e[We][0][Dt],I,Z,0),Wi=ei==null?-10:N(ei,s==1?S[Ht.scale]:S[Ht.facets[1].scale],oe,0);if(je&&ei!=null){let _n=I.ori==1?zt:qt,An=Mi(Oe.dist(i,We,Dt,Wi,_n));if(An<ds){let $n=Oe.bias;if($n!=0){let cn=Zn(_n,Ht.scale),yn=ei>=0?1:-1,Rn=cn>=0?1:-1;Rn==yn&&(Rn==1?$n==1?ei>=cn:ei<=cn:$n==1?ei<=cn:ei>=cn)&&(ds=An,Ns=We)}else ds=An,Ns=We}}if(pe||Re){let _n,An;I.ori==0?(_n=ln,An=Wi):(_n=Wi,An=ln);let $n,cn,yn,Rn,Jn,Xi,hn=!0,ar=le.bbox;if(ar!=null){hn=!1;let qi=ar(i,We);yn=qi.left,Rn=qi.top,$n=qi.width,cn=qi.height}else yn=_n,Rn=An,$n=cn=le.size(i,We);if(Xi=le.fill(i,We),Jn=le.stroke(i,We),Re)We==Ns&&ds<=Oe.prox&&(Ne=yn,Fe=Rn,nt=$n,Mt=cn,bt=hn,mt=Xi,$e=Jn);else{let qi=lt[We];qi!=null&&(Bt[We]=yn,Hi[We]=Rn,p0(qi,$n,cn,hn),d0(qi,Xi,Jn),as(qi,En(yn),En(Rn),O,Ce))}}}}if(Re){let We=Oe.prox,Ht=rr==null?ds<=We:ds>We||Ns!=rr;if(pe||Ht){let Qt=lt[0];Qt!=null&&(Bt[0]=Ne,Hi[0]=Fe,p0(Qt,nt,Mt,bt),d0(Qt,mt,$e),as(Qt,En(Ne),En(Fe),O,Ce))}}}if(Vt.show&&Is)if(v!=null){let[fe,xe]=hi.scales,[De,Ne]=hi.match,[Fe,nt]=v.cursor.sync.scales,Mt=v.cursor.drag;if(Ti=Mt._x,Ai=Mt._y,Ti||Ai){let{left:bt,top:mt,width:$e,height:We}=v.select,Ht=v.scales[Fe].ori,Qt=v.posToVal,Ci,Dt,ei,ln,Wi,_n=fe!=null&&De(fe,Fe),An=xe!=null&&Ne(xe,nt);_n&&Ti?(Ht==0?(Ci=bt,Dt=$e):(Ci=mt,Dt=We),ei=S[fe],ln=V(Qt(Ci,Fe),ei,Z,0),Wi=V(Qt(Ci+Dt,Fe),ei,Z,0),Yo(Wn(ln,Wi),Mi(Wi-ln))):Yo(0,Z),An&&Ai?(Ht==1?(Ci=bt,Dt=$e):(Ci=mt,Dt=We),ei=S[xe],ln=N(Qt(Ci,nt),ei,oe,0),Wi=N(Qt(Ci+Dt,nt),ei,oe,0),Ko(Wn(ln,Wi),Mi(Wi-ln))):Ko(0,oe)}else Tu()}else{let fe=Mi(ip-ep),xe=Mi(np-tp);if(I.ori==1){let nt=fe;fe=xe,xe=nt}Ti=Ii.x&&fe>=Ii.dist,Ai=Ii.y&&xe>=Ii.dist;let De=Ii.uni;De!=null?Ti&&Ai&&(Ti=fe>=De,Ai=xe>=De,!Ti&&!Ai&&(xe>fe?Ai=!0:Ti=!0)):Ii.x&&Ii.y&&(Ti||Ai)&&(Ti=Ai=!0);let Ne,Fe;Ti&&(I.ori==0?(Ne=kr,Fe=zt):(Ne=Br,Fe=qt),Yo(Wn(Ne,Fe),Mi(Fe-Ne)),Ai||Ko(0,oe)),Ai&&(I.ori==1?(Ne=kr,Fe=zt):(Ne=Br,Fe=qt),Ko(Wn(Ne,Fe),Mi(Fe-Ne)),Ti||Yo(0,Z)),!Ti&&!Ai&&(Yo(0,0),Ko(0,0))}if(Ii._x=Ti,Ii._y=Ai,v==null){if(P){if(gp!=null){let[fe,xe]=hi.scales;hi.values[0]=fe!=null?Zn(I.ori==0?zt:qt,fe):null,hi.values[1]=xe!=null?Zn(I.ori==1?zt:qt,xe):null}$o(mf,i,zt,qt,O,Ce,D)}if(je){let fe=P&&hi.setSeries,xe=Oe.prox;rr==null?ds<=xe&&Kn(Ns,Vr,!0,fe):ds>xe?Kn(null,Vr,!0,fe):Ns!=rr&&Kn(Ns,Vr,!0,fe)}}pe&&(de.idx=D,Mu()),M!==!1&&Ri("setCursor")}let Us=null;Object.defineProperty(i,"rect",{get(){return Us==null&&Zo(!1),Us}});function Zo(v=!1){v?Us=null:(Us=g.getBoundingClientRect(),Ri("syncRect",Us))}function op(v,M,P,D,H,Z,oe){ue._lock||Is&&v!=null&&v.movementX==0&&v.movementY==0||(wu(v,M,P,D,H,Z,oe,!1,v!=null),v!=null?or(null,!0,!0):or(M,!0,!1))}function wu(v,M,P,D,H,Z,oe,fe,xe){if(Us==null&&Zo(!1),Je(v),v!=null)P=v.clientX-Us.left,D=v.clientY-Us.top;else{if(P<0||D<0){zt=-10,qt=-10;return}let[De,Ne]=hi.scales,Fe=M.cursor.sync,[nt,Mt]=Fe.values,[bt,mt]=Fe.scales,[$e,We]=hi.match,Ht=M.axes[0].side%2==1,Qt=I.ori==0?O:Ce,Ci=I.ori==1?O:Ce,Dt=Ht?Z:H,ei=Ht?H:Z,ln=Ht?D:P,Wi=Ht?P:D;if(bt!=null?P=$e(De,bt)?a(nt,S[De],Qt,0):-10:P=Qt*(ln/Dt),mt!=null?D=We(Ne,mt)?a(Mt,S[Ne],Ci,0):-10:D=Ci*(Wi/ei),I.ori==1){let _n=P;P=D,D=_n}}xe&&(M==null||M.cursor.event.type==mf)&&((P<=1||P>=O-1)&&(P=Tr(P,O)),(D<=1||D>=Ce-1)&&(D=Tr(D,Ce))),fe?(ep=P,tp=D,[kr,Br]=ue.move(i,P,D)):(zt=P,qt=D)}let Eu={width:0,height:0,left:0,top:0};function Tu(){ll(Eu,!1)}let ap,lp,cp,hp;function up(v,M,P,D,H,Z,oe){Is=!0,Ti=Ai=Ii._x=Ii._y=!1,wu(v,M,P,D,H,Z,oe,!0,!1),v!=null&&(xt(gf,bf,dp,!1),$o(r0,i,kr,Br,O,Ce,null));let{left:fe,top:xe,width:De,height:Ne}=Vt;ap=fe,lp=xe,cp=De,hp=Ne}function dp(v,M,P,D,H,Z,oe){Is=Ii._x=Ii._y=!1,wu(v,M,P,D,H,Z,oe,!1,!0);let{left:fe,top:xe,width:De,height:Ne}=Vt,Fe=De>0||Ne>0,nt=ap!=fe||lp!=xe||cp!=De||hp!=Ne;if(Fe&&nt&&ll(Vt),Ii.setScale&&Fe&&nt){let Mt=fe,bt=De,mt=xe,$e=Ne;if(I.ori==1&&(Mt=xe,bt=Ne,mt=fe,$e=De),Ti&&Ds(T,Zn(Mt,T),Zn(Mt+bt,T)),Ai)for(let We in S){let Ht=S[We];We!=T&&Ht.from==null&&Ht.min!=Ft&&Ds(We,Zn(mt+$e,We),Zn(mt,We))}Tu()}else ue.lock&&(ue._lock=!ue._lock,or(M,!0,v!=null));v!=null&&(mi(gf,bf),$o(gf,i,zt,qt,O,Ce,null))}function u_(v,M,P,D,H,Z,oe){if(ue._lock)return;Je(v);let fe=Is;if(Is){let xe=!0,De=!0,Ne=10,Fe,nt;I.ori==0?(Fe=Ti,nt=Ai):(Fe=Ai,nt=Ti),Fe&&nt&&(xe=zt<=Ne||zt>=O-Ne,De=qt<=Ne||qt>=Ce-Ne),Fe&&xe&&(zt=zt<kr?0:O),nt&&De&&(qt=qt<Br?0:Ce),or(null,!0,!0),Is=!1}zt=-10,qt=-10,ne.fill(null),or(null,!0,!0),fe&&(Is=fe)}function fp(v,M,P,D,H,Z,oe){ue._lock||(Je(v),qo(),Tu(),v!=null&&$o(l0,i,zt,qt,O,Ce,null))}function pp(){A.forEach(GE),F(i.width,i.height,!0)}Cr(Vh,Lo,pp);let Hr={};Hr.mousedown=up,Hr.mousemove=op,Hr.mouseup=dp,Hr.dblclick=fp,Hr.setSeries=(v,M,P,D)=>{let H=hi.match[2];P=H(i,M,P),P!=-1&&Kn(P,D,!0,!1)},me&&(xt(r0,g,up),xt(mf,g,op),xt(o0,g,v=>{Je(v),Zo(!1)}),xt(a0,g,u_),xt(l0,g,fp),Cf.add(i),i.syncRect=Zo);let cl=i.hooks=n.hooks||{};function Ri(v,M,P){Gi?Lt.push([v,M,P]):v in cl&&cl[v].forEach(D=>{D.call(null,i,M,P)})}(n.plugins||[]).forEach(v=>{for(let M in v.hooks)cl[M]=(cl[M]||[]).concat(v.hooks[M])});let mp=(v,M,P)=>P,hi=pi({key:null,setSeries:!1,filters:{pub:y0,sub:y0},scales:[T,y[1]?y[1].scale:null],match:[x0,x0,mp],values:[null,null]},ue.sync);hi.match.length==2&&hi.match.push(mp),ue.sync=hi;let gp=hi.key,Au=gv(gp);function $o(v,M,P,D,H,Z,oe){hi.filters.pub(v,M,P,D,H,Z,oe)&&Au.pub(v,M,P,D,H,Z,oe)}Au.sub(i);function d_(v,M,P,D,H,Z,oe){hi.filters.sub(v,M,P,D,H,Z,oe)&&Hr[v](null,M,P,D,H,Z,oe)}i.pub=d_;function f_(){Au.unsub(i),Cf.delete(i),Ei.clear(),wf(Vh,Lo,pp),c.remove(),Ae?.remove(),Ri("destroy")}i.destroy=f_;function Ru(){Ri("init",n,e),Xo(e||n.data,!1),W[T]?xu(T,W[T]):qo(),ie=Vt.show&&(Vt.width>0||Vt.height>0),ee=pe=!0,F(n.width,n.height)}return y.forEach(Ir),A.forEach(ls),t?t instanceof HTMLElement?(t.appendChild(c),Ru()):t(i,Ru):Ru(),i}wi.assign=pi;wi.fmtNum=Ff;wi.rangeNum=Hh;wi.rangeLog=Xh;wi.rangeAsinh=Nf;wi.orient=Lr;wi.pxRatio=Et;wi.join=N1;wi.fmtDate=kf,wi.tzDate=X1;wi.sync=gv;{wi.addGap=AE,wi.clipGaps=Kh;let n=wi.paths={points:Sv};n.linear=wv,n.stepped=PE,n.bars=LE,n.spline=DE}var jh={solid:void 0,chain:[10,3,2,3],"double chain":[10,3,2,3,2,3],dashed:[7,4],dotted:[2,3]},Rv=["solid","chain","double chain"];function Cv(n){let e=[],t=0;for(let i of n){let s=WE(i,n.slice(0,e.length)),r=s>=0?e[s].color:t++,o=Rv[Math.min(Rv.length-1,Math.floor(r/bi().series.length))];e.push({color:r,line:i.dashed?"dashed":i.record===1?"dotted":o})}return e}function Qh(n){let e=bi().series;return e[n.color%e.length]}function WE(n,e){return n.of!==void 0?n.of<e.length?n.of:-1:n.record===0&&!n.dashed?-1:e.findIndex(t=>t.record===0&&!t.dashed&&(n.name===t.name||n.name.startsWith(`${t.name} `)))}var eu=class{constructor(e,t,i){this.styles=t;this.rows=e.map((s,r)=>{let o=xp(jh[t[r].line]),a=Ze("span",{class:"value"}),l=Ze("button",{title:`${s.name}: show or hide`,attributes:{type:"button","aria-pressed":"true"}},o,XE(s,e),a);return l.addEventListener("click",()=>{let c=l.getAttribute("aria-pressed")!=="true";l.setAttribute("aria-pressed",String(c)),i(r,c)}),this.root.append(l),{key:o,value:a}}),this.recolor()}styles;root=Ze("div",{class:"legend"});rows;setValues(e){this.rows.forEach(({value:t},i)=>t.textContent=Gg(e[i]))}recolor(){this.rows.forEach(({key:e},t)=>e.style.stroke=Qh(this.styles[t]))}};function XE(n,e){let t=n.of===void 0?void 0:e[n.of];return t&&e.indexOf(n)===n.of+1&&n.name.startsWith(`${t.name} `)?n.name.slice(t.name.length+1):n.name}function nl(n,e,t=""){return n.map(i=>({...i,time:ti(e,i.time),series:i.series.map(s=>({...s,name:s.record===1&&t?`${s.name} (${t})`:s.name,values:ti(e,s.array)}))}))}function Pv(n,e){return Array.from(n,t=>Number.isFinite(t)?e*t:null)}function sl(n){let[e,t]=[1/0,-1/0];for(let{time:i}of n)i.length&&(e=Math.min(e,i[0]),t=Math.max(t,i[i.length-1]));return e<=t?[e,t]:[0,1]}function rl(n,e){let[t,i]=[0,n.length];for(;i-t>1;){let s=t+i>>1;n[s]<=e?t=s:i=s}return t}function Lv(n,e){let t=rl(n,e);return t+1<n.length&&n[t+1]-e<e-n[t]?t+1:t}var Iv=140,qE=20,tu=class{constructor(e,t,i,s,r){this.data=e;this.events=t;this.range=i;this.units=s;this.styles=Cv(e.series),this.legend=new eu(e.series,this.styles,(o,a)=>this.chart.setSeries(o+1,{show:a})),this.root.append(Ze("div",{class:"plot-head"},this.title,this.legend.root),this.box),this.chart=new wi(this.options(r),this.numbers(),this.box),this.chart.over.append(this.now),this.listenToPointers(r),this.setTitle()}data;events;range;units;root=Ze("div",{class:"plot",attributes:{role:"group"}});title=Ze("span",{class:"plot-title"});box=Ze("div",{class:"plot-box"});now=Ze("div",{class:"now"});styles;legend;chart;index=-1;time=NaN;resize(e){let t=e??this.box.clientWidth;t&&t!==this.chart.width&&this.chart.setSize({width:t,height:Iv})}setTime(e){this.time=e;let t=this.chart.valToPos(e,"x"),i=this.chart.bbox.width/wi.pxRatio,s=t>=-1&&t<=i+1;this.now.style.visibility=s?"visible":"hidden",s&&(this.now.style.transform=`translateX(${t}px)`);let r=this.data.held?rl(this.data.time,e):Lv(this.data.time,e);r!==this.index&&(this.index=r,this.showValues())}setRange(e){this.range=e,this.chart.setScale("x",{min:e[0],max:e[1]})}setUnits(e){this.units=e,this.refresh()}refresh(){this.chart.setData(this.numbers()),this.setTitle(),this.showValues()}recolor(){this.legend.recolor(),this.chart.redraw(!1)}dispose(){this.chart.destroy(),this.root.remove()}options(e){let t={stroke:()=>bi().ink,grid:{stroke:()=>bi().faint,width:1},ticks:{stroke:()=>bi().faint,width:1,size:4},font:"11px system-ui, sans-serif",values:(i,s,r,o,a)=>Wg(s,a)};return{width:400,height:Iv,padding:[8,18,0,0],legend:{show:!1},scales:{x:{time:!1,range:()=>KE(...this.range)},y:{range:(i,s,r)=>ZE(s,r)}},axes:[{...t,size:24,space:60},{...t,size:(i,s)=>YE(s),space:26}],series:[{},...this.data.series.map((i,s)=>({stroke:()=>Qh(this.styles[s]),width:1.6,pxAlign:0,dash:jh[this.styles[s].line],paths:this.data.held?wi.paths.stepped({align:1}):void 0,points:{show:this.data.time.length===1,size:6}}))],cursor:{x:!1,y:!1,points:{show:!1},drag:{x:!0,y:!1,setScale:!1},bind:{mousedown:(i,s,r)=>o=>o.shiftKey?r(o):null,dblclick:()=>()=>(e.zoom(null),null)}},hooks:{draw:[i=>this.drawEvents(i)],setScale:[()=>this.setTime(this.time)],setSize:[()=>this.setTime(this.time)],setSelect:[i=>this.zoomTo(i,e)]}}}zoomTo(e,t){let{left:i,width:s}=e.select;s<4||(t.zoom([e.posToVal(i,"x"),e.posToVal(i+s,"x")]),e.setSelect({left:0,top:0,width:0,height:0},!1))}listenToPointers({time:e}){let t=this.chart.over,i=s=>this.chart.posToVal(s.clientX-t.getBoundingClientRect().left,"x");t.addEventListener("pointerdown",s=>{s.shiftKey||s.button!==0||(t.setPointerCapture(s.pointerId),e(i(s),"press"))}),t.addEventListener("pointermove",s=>{s.shiftKey||(s.buttons&1?e(i(s),"press"):s.pointerType==="mouse"&&e(i(s),"point"))})}drawEvents(e){let{ctx:t,bbox:i}=e;t.save(),t.strokeStyle=t.fillStyle=bi().mark,t.lineWidth=devicePixelRatio,t.setLineDash([4*devicePixelRatio,3*devicePixelRatio]);let s=this.events.length>qE?8*devicePixelRatio:i.height;for(let r of this.events){let o=e.valToPos(r.time,"x",!0);o>=i.left&&o<=i.left+i.width&&(t.beginPath(),t.moveTo(o,i.top+i.height-s),t.lineTo(o,i.top+i.height),t.stroke())}t.restore()}numbers(){let{factor:e}=tr(this.data.unit,this.units),t=this.data.series.map(i=>Pv(i.values,e));return[Array.from(this.data.time),...t]}setTitle(){let{unit:e}=tr(this.data.unit,this.units);this.title.textContent=e?`${this.data.title} [${e}]`:this.data.title,this.root.setAttribute("aria-label",this.title.textContent)}showValues(){let{factor:e}=tr(this.data.unit,this.units);this.legend.setValues(this.data.series.map(t=>e*t.values[this.index]))}};function YE(n){let e=Math.max(0,...(n??[]).map(t=>t.length));return Math.max(58,6.5*e+14)}function KE(n,e){return e>n?[n,e]:[n-.5,n+.5]}function ZE(n,e){if(n===null||e===null||!Number.isFinite(n+e))return[0,1];let t=Math.max(Math.abs(n),Math.abs(e)),i=(n+e)/2,s=Math.max((e-n)/2,1e-9*t);return s>0?[i-1.08*s,i+1.08*s]:[-1,1]}var Dv="+ and - zoom about the time of now, 0 shows all",$E={"+":.5,"=":.5,"-":2,0:1/0},Bo=class{constructor(e,t){this.host=e;this.onTime=t;Fs(t0),this.observer.observe(e),this.endTheme=Eo(()=>this.plots.forEach(i=>i.recolor()))}host;onTime;plots=[];data=[];time=0;range=[0,1];width=null;units={angle:"rad",length:"m"};observer=new ResizeObserver(()=>this.resize());endTheme;set(e,t){for(let i of this.plots)i.dispose();this.data=e,this.range=sl(e),this.plots=e.map(i=>new tu(i,t,this.range,this.units,{time:this.onTime,zoom:s=>this.zoom(s)})),this.host.append(...this.plots.map(i=>i.root)),this.resize(),this.setTime(this.time)}append(e,t,i){let s=this.data[e];if(!Array.isArray(s.time))throw new Error("only plots of plain arrays grow");s.time.push(t),s.series.forEach((r,o)=>r.values.push(i[o]??NaN))}refresh(){this.range=sl(this.data);for(let e of this.plots)e.setRange(this.range),e.refresh();this.setTime(this.time)}pressKey(e){let t=$E[e.key];if(t===void 0||e.ctrlKey||e.metaKey||e.altKey)return!1;e.preventDefault();let[i,s]=sl(this.data),r=t*(this.range[1]-this.range[0]),o=Math.min(this.range[1],Math.max(this.range[0],this.time)),a=Math.min(s-r,Math.max(i,o-t*(o-this.range[0])));return this.zoom(r<s-i?[a,a+r]:null),!0}setTime(e){this.time=e;for(let t of this.plots)t.setTime(e)}setWidth(e){this.width=e,this.resize()}setUnits(e){this.units={...e};for(let t of this.plots)t.setUnits(e)}dispose(){this.observer.disconnect(),this.endTheme();for(let e of this.plots)e.dispose();this.plots=[]}zoom(e){this.range=e??sl(this.data);for(let t of this.plots)t.setRange(this.range)}resize(){for(let e of this.plots)e.resize(this.width)}};var zo=class{constructor(e,t){this.record=e;this.arrays=t;this.times=ti(t,e.frames.t),this.poses=Float32Array.from(ti(t,e.frames.poses.still))}record;arrays;times;moving=null;vectors=new Map;poses;at(e){let{poses:t,count:i}=this.record.frames;this.moving??=Mp(t,this.arrays,i);let s=7*t.links.length,[r,o]=this.find(e);return t.links.forEach((a,l)=>{let c=r*s+7*l;this.interpolate(c,c+(o>0?s:0),o,7*a)}),this.poses}vectorAt(e,t){let i=this.vectorsOf(e),[s,r]=this.find(t),o=a=>{let l=i[3*s+a];return r>0?l+r*(i[3*s+3+a]-l):l};return[o(0),o(1),o(2)]}vectorsOf(e){let t=this.vectors.get(e.array);return t||this.vectors.set(e.array,t=wp(ti(this.arrays,e.array),e.largest)),t}pointOf(e,t){let[i,s,r,o,a,l,c]=this.poses.subarray(7*e,7*e+7),h=new U(...t).applyQuaternion(new vi(a,l,c,o));return[h.x+i,h.y+s,h.z+r]}countUntil(e){return this.find(e)[0]+1}neighbour(e,t){let[i,s]=this.find(e+1e-9),r=t<0&&s>1e-6?i+1:i;return this.times[Math.min(this.times.length-1,Math.max(0,r+t))]}find(e){let t=rl(this.times,e);if(t+1>=this.times.length)return[t,0];let i=this.times[t+1]-this.times[t];return[t,i>0?Math.min(1,Math.max(0,(e-this.times[t])/i)):0]}interpolate(e,t,i,s){let r=this.moving;for(let a=0;a<3;a++)this.poses[s+a]=r[e+a]+i*(r[t+a]-r[e+a]);let o=new vi(r[e+4],r[e+5],r[e+6],r[e+3]);o.slerp(new vi(r[t+4],r[t+5],r[t+6],r[t+3]),i),this.poses.set([o.w,o.x,o.y,o.z],s+3)}};var iu=class{scene;meshes;title;notes;events;plots;frames;trace;lines;constructor({head:e,arrays:t}){let[i]=e.records;this.scene=e.scene,this.meshes=Wr(e.meshes,t),this.title=e.title,this.notes=e.notes,this.events=e.events.filter(s=>s.record===0),this.plots=nl(e.plots,t),this.frames=new zo(i,t),this.trace=i.trace?xn(ti(t,i.trace)):null,this.lines=e.lines.map(s=>({...s,points:xn(ti(t,s.array))}))}get start(){return this.frames.times[0]??0}get end(){return this.frames.times[this.frames.times.length-1]??0}};function Uv(n,e){return n.map(t=>{let i=e.find(a=>a.title===t.title&&a.unit===t.unit);if(!i)return t;let s=JE(t.time,i.time),r=t.series.map(a=>({...a,values:Nv(t.time,a.values,s,t.held)})),o=i.series.filter(a=>!a.dashed).map(a=>({name:`${a.name} before`,values:Nv(i.time,a.values,s,i.held),record:1,dashed:!0}));return{...t,time:s,series:[...r,...o]}})}function JE(n,e){let t=Float64Array.from([...Array.from(n),...Array.from(e)]).sort();return t.filter((i,s)=>s===0||i!==t[s-1])}function Nv(n,e,t,i=!1){let s=0;return t.map(r=>{for(;s+1<n.length&&n[s+1]<=r;)s+=1;if(n.length===0||r<n[0]||r>n[n.length-1])return NaN;if(i||n[s]===r||s+1>=n.length)return e[s];let o=(r-n[s])/(n[s+1]-n[s]);return(1-o)*e[s]+o*e[s+1]})}var Vo=class{constructor(e,t){this.start=e;this.end=t;this.current=e}start;end;current;running=!1;frame=0;last=0;rate=1;listeners=[];loop=!0;get time(){return this.current}get playing(){return this.running}get speed(){return this.rate}set speed(e){this.rate=Math.min(100,Math.max(.001,e))}onChange(e){this.listeners.push(e)}play(){this.running||this.end<=this.start||(this.current>=this.end&&(this.current=this.start),this.running=!0,this.last=performance.now(),this.frame=requestAnimationFrame(this.advance),this.report())}pause(){this.running&&(this.running=!1,cancelAnimationFrame(this.frame),this.report())}toggle(){this.running?this.pause():this.play()}seek(e){Number.isFinite(e)&&(this.current=Math.min(this.end,Math.max(this.start,e)),this.report())}advance=e=>{if(!this.running)return;let t=this.end-this.start,i=Math.min(.5,Math.max(0,e-this.last)/1e3),s=this.current+i*this.rate;if(this.last=e,s>=this.end)if(this.loop)s=this.start+(s-this.start)%t;else{this.current=this.end,this.pause();return}this.current=s,this.frame=requestAnimationFrame(this.advance),this.report()};report(){for(let e of this.listeners)e(this.current)}};var jE=["0.1","0.25","0.5","1","2","4"],QE="M3 1.5 L14 8 L3 14.5 Z",eT="M3 2 H6.5 V14 H3 Z M9.5 2 H13 V14 H9.5 Z",Ho=class{constructor(e,t){this.player=e;this.play=lr("","play or pause (space)",()=>t.toggle()),this.play.classList.add("play"),this.slider=Ze("input",{attributes:{type:"range",step:"any",min:String(e.start),max:String(e.end),"aria-label":"time"}}),this.slider.addEventListener("input",()=>t.seek(Number(this.slider.value)));let i=Jo("speed",jE.map(r=>[r,`${r}\xD7`]),"1",r=>e.speed=Number(r)),s=cr("Loop","begin again at the end",e.loop,r=>e.loop=r);this.root.append(this.play,this.slider,this.clock,i,s),this.play.disabled=this.slider.disabled=e.end<=e.start,this.refresh()}player;root=Ze("div",{class:"time-bar",attributes:{role:"group","aria-label":"playback"}});play;slider;clock=Ze("span",{class:"clock",attributes:{"aria-hidden":"true"}});playing=null;refresh(){let{time:e,end:t,playing:i}=this.player,s=`${e.toFixed(3)} s`;this.slider.value=String(e),this.slider.setAttribute("aria-valuetext",s),this.clock.textContent=`${s} / ${t.toFixed(3)} s`,i!==this.playing&&(this.playing=i,this.play.replaceChildren(yp(i?eT:QE)),this.play.setAttribute("aria-label",i?"pause":"play"))}};var tT=80,nu=class{constructor(e,t,i){this.host=e;this.stage=t;this.listener=i;this.compare=new ir("compare","Compare with the run before",!1,()=>this.showRun()),this.leaveButton=si("Back to the pose",()=>this.leave(),{id:"leave-replay",title:"Escape does the same"}),this.controls=ae("div",{class:"row"},this.compare.root,this.leaveButton),e.append(ae("div",{class:"results-bar kl"},this.title,this.controls,this.timeHost),this.plotHost,this.events),this.plots=new Bo(this.plotHost,(s,r)=>this.pointAt(s,r==="press"))}host;stage;listener;run=null;before=null;player=null;live=[];lastDrawn=0;replaying=!1;units={angle:"rad",length:"m"};plots;plotHost=ae("div",{class:"plots kl"});title=ae("span",{class:"run-title"});timeBar=null;timeHost=ae("div",{class:"time-host"});compare;leaveButton;controls;events=ae("ul",{class:"events",id:"events"});get time(){return this.player?.time??this.live[0]?.time.at(-1)??0}get inReplay(){return this.replaying}get comparing(){return this.compare.on&&this.before!==null}setUnits(e){this.units=e,this.plots.setUnits(e)}clear(){this.player?.pause(),this.player=null,this.replaying=!1,this.run=this.before=null,this.live=[],this.host.hidden=!0,this.plots.set([],[])}beginLive(e){this.player?.pause(),this.replaying=!1,this.live=e,this.host.hidden=!1,this.controls.hidden=this.timeHost.hidden=this.events.hidden=!0,this.title.textContent="Running",this.plots.set(Qg(e),[]),this.plots.setUnits(this.units)}addSample(e){this.live.forEach((i,s)=>this.plots.append(s,e.t,i.pick(e)));let t=performance.now();t-this.lastDrawn<tT||(this.lastDrawn=t,this.plots.setTime(e.t),this.plots.refresh(),this.title.textContent=`Running, ${e.t.toFixed(2)} s${e.share===null?"":` (${Math.round(100*e.share)} %)`}`)}endLive(){this.live.length&&(this.title.textContent=`Seen until ${this.time.toFixed(2)} s`)}setRun(e,t,i=!0){this.before=this.run,this.run=e,this.live=[],this.player?.pause(),this.player=new Vo(e.start,e.end),this.player.loop=!1,this.player.onChange(s=>this.show(s)),this.timeBar=new Ho(this.player,{toggle:()=>this.togglePlay(),seek:s=>this.seek(s)}),this.timeHost.replaceChildren(this.timeBar.root),this.compare.input.disabled=!this.before,this.before||(this.compare.input.checked=!1),this.host.hidden=this.controls.hidden=this.timeHost.hidden=!1,this.title.replaceChildren(e.title,ae("span",{class:"quiet run-notes"},e.notes.map(s=>` \xB7 ${s}`).join(""))),this.showEvents(e.events),this.showPlots(),i&&this.enter(),this.player.seek(t?e.end:e.start),i&&!t&&!matchMedia("(prefers-reduced-motion: reduce)").matches&&this.player.play()}pointAt(e,t){!this.run||!(t||this.replaying&&!this.player?.playing)||(this.player?.pause(),this.seek(e))}togglePlay(){this.enter(),this.player?.toggle()}seek(e){this.enter(),this.player?.seek(e)}enter(){this.replaying||!this.run||(this.replaying=!0,this.listener.entered(),this.showRun())}leave(){this.replaying&&(this.player?.pause(),this.replaying=!1,this.stage?.hideRun(),this.listener.left(),this.leaveButton.hidden=!0)}showRun(){this.run&&(this.enter(),this.leaveButton.hidden=!1,this.stage?.showRun(this.run,this.comparing?this.before:null),this.showPlots(),this.show(this.time))}showPlots(){if(!this.run)return;let e=this.comparing&&this.before?Uv(this.run.plots,this.before.plots):this.run.plots;this.plots.set(e,this.run.events),this.plots.setUnits(this.units),this.plots.setTime(this.time)}show(e){let{run:t,player:i}=this;!t||!i||(this.timeBar?.refresh(),this.plots.setTime(e),this.replaying&&this.stage?.placeRun(t,this.comparing?this.before:null,e))}showEvents(e){this.events.hidden=e.length===0,this.events.replaceChildren(...e.map(t=>ae("li",{},si(`${t.time.toFixed(3)} s`,()=>{this.player?.pause(),this.seek(t.time)},{class:"plain"}),` ${t.kind}: ${t.message}`))),this.events.style.borderColor=e.length?bi().mark:""}};var iT={native:"native: constrained dynamics",adaptive:"adaptive: error-controlled steps",kinematic:"kinematic: rates are followed",prescribed:"prescribed: the motion is followed",exudyn:"Exudyn (external engine)",mujoco:"MuJoCo (external engine)"},nT=["0.1","0.25","0.5","1","2","4"],su=class{lawSection=new fi("law","Control law");plantSection=new fi("plant","Plant and sensors",!1);runSection=new fi("run","Run");law;plant;measured;gains=ae("div",{class:"grid"});typed=new Map;forms=[];ready=!1;running=!1;period=new Vi({id:"period",label:"Control period",unit:"s",value:.001,low:1e-5,high:1});duration=ae("input",{id:"run-duration",type:"number",min:0,step:"any",placeholder:"auto",title:"Left empty: as long as the motion takes",inputmode:"decimal"});noise=new Vi({id:"noise-q",label:"Noise of positions",unit:"rad or m",value:0,low:0});rateNoise=new Vi({id:"noise-qd",label:"Noise of rates",unit:"rad/s or m/s",value:0,low:0});resolution=new Vi({id:"resolution",label:"Resolution of positions",unit:"rad or m",value:0,low:0});seed=new Vi({id:"seed",label:"Seed",value:0,low:0,integer:!0});live;speed;start;halt;hint=ae("p",{class:"quiet",id:"run-hint"});constructor(e,t){this.law=new Vn("law-kind","Law",()=>this.showGains()),this.plant=new Vn("plant-kind","Plant",()=>{}),this.measured=new Vn("measured","Sensors",()=>{}),this.measured.set([{value:"all",label:"all joints are measured"},{value:"active",label:"active joints; the model gives the others"}]),this.live=new ir("live","Watch it as it runs",!0,()=>this.setRunning(this.running)),this.speed=new Vn("speed","Speed",()=>{},!0),this.speed.set(nT.map(r=>({value:r,label:`${r} \xD7`})),"1"),this.start=si("Run",e,{class:"primary",id:"run-button",title:"Ctrl+Enter does the same"}),this.halt=si("Stop",t,{id:"stop-button",disabled:!0});let i=ae("div",{class:"field"},ae("label",{for:"run-duration"},"Duration"),ae("span",{class:"with-unit"},this.duration,ae("span",{class:"unit"},"s")));this.lawSection.body.append(this.law.root,this.gains);let s=[this.measured,this.noise,this.rateNoise,this.resolution,this.seed].map(r=>r.root);this.plantSection.body.append(this.plant.root,this.period.root,i,...s),this.runSection.body.append(ae("div",{class:"row"},this.live.root,this.speed.root),ae("div",{class:"row buttons"},this.start,this.halt),this.hint),this.setRunning(!1)}setForms(e,t){this.forms=e,this.law.set(e.map(i=>({value:i.kind,label:i.label}))),this.plant.set(t.map(i=>({value:i,label:iT[i]??i}))),this.showGains()}get request(){let e=this.duration.valueAsNumber;return{law:{kind:this.law.value,gains:Object.fromEntries(this.values())},plant:this.plant.value,period:this.period.value,duration:e>0?e:null,sensors:{only_active:this.measured.value==="active",noise:{q:this.noise.value,qd:this.rateNoise.value},resolution:this.resolution.value,seed:this.seed.value},live:this.live.on,speed:Number(this.speed.value)}}setReady(){this.ready=!0,this.setRunning(this.running)}setRunning(e){this.running=e,this.start.disabled=e||!this.ready,this.halt.disabled=!e,this.speed.root.hidden=!this.live.on,this.hint.textContent=this.live.on?e?"Drag the ball at the tool: it is pushed with the force of the arrow.":"While it runs, drag the ball at the tool to push it.":"The run is computed at once; then it can be replayed."}values(){let e=this.forms.find(i=>i.kind===this.law.value),t=this.typed.get(this.law.value);return new Map((e?.gains??[]).map(i=>[i.name,t?.get(i.name)??i.value]))}showGains(){let e=this.forms.find(s=>s.kind===this.law.value),t=this.values(),i=this.typed.get(this.law.value)??new Map;this.typed.set(this.law.value,i),this.gains.replaceChildren(...(e?.gains??[]).map(s=>new Vi({id:`gain-${s.name.replace(/\W+/g,"-")}`,label:s.name,unit:s.unit,value:t.get(s.name)??s.value,onInput:r=>i.set(s.name,r)}).root))}};var Fv=[{what:"record",label:"Record",title:"All samples of the last run; kl.Record.load reads it"},{what:"report",label:"Report",title:"A page that plays the last run, in one file"},{what:"python",label:"Python",title:"A program that does the last run again",settings:"A program that does the run with these settings"},{what:"experiment",label:"Experiment file",title:"The last run for kinloop simulate and kl.load_experiment",settings:"The run with these settings for kinloop simulate and kl.load_experiment"}],ru=class{section=new fi("save","Save");buttons;hasRecord=!1;constructor(e,t){this.buttons=Fv.map(({what:s,label:r})=>si(r,()=>e(s,!this.hasRecord),{id:`save-${s}`}));let i=si("Picture",t,{id:"save-picture",title:"The view as a PNG file"});this.section.body.append(ae("div",{class:"save"},...this.buttons,i)),this.setRecord(!1)}setRecord(e){this.hasRecord=e,Fv.forEach(({title:t,settings:i},s)=>{let r=this.buttons[s];r.disabled=!e&&i===void 0,r.title=e?t:i??t})}};function Ov(n){let e=n.text??Uint8Array.from(atob(n.base64??""),i=>i.charCodeAt(0)),t=URL.createObjectURL(new Blob([e],{type:n.media}));Gr(n.name,t),setTimeout(()=>URL.revokeObjectURL(t),6e4)}function zv(n,e,t){let i=t?[ou(t)]:[ou([1,0,0]),ou([0,1,0]),ou([0,0,1])],s=[];for(let r of n)for(let[o,a]of i){for(let l=0;l<=24;l++){let c=2*Math.PI*l/24,[h,u]=[e*Math.cos(c),e*Math.sin(c)];s.push(...r.map((d,f)=>d+h*o[f]+u*a[f]))}s.push(NaN,NaN,NaN)}return Float32Array.from(s)}function ou(n){let e=Bv(n),t=Math.abs(e[0])<.8?[1,0,0]:[0,1,0],i=Bv(kv(e,t));return[i,kv(e,i)]}function kv(n,e){return[n[1]*e[2]-n[2]*e[1],n[2]*e[0]-n[0]*e[2],n[0]*e[1]-n[1]*e[0]]}function Bv(n){let e=Math.hypot(...n)||1;return[n[0]/e,n[1]/e,n[2]/e]}var Xf={"type 1":"#0072b2","type 2":"#d55e00"},sT="#808892",Vv="#009e73",rT="#cc79a7",oT=5,aT=.2,lT=.15,au=12,cT=1.4,hT={width:168,height:126},lu=class{constructor(e,t){this.host=e;this.listener=t;this.viewer=new zn(e,{wheel:"always",room:aT}),e.append(this.label),this.viewer.onHandle({start:()=>this.grab(),move:i=>this.pull(i),end:()=>this.drop()}),this.listenToClicks(),addEventListener("keydown",()=>e.classList.add("by-keyboard")),e.addEventListener("pointerdown",()=>e.classList.remove("by-keyboard"),{capture:!0})}host;listener;viewer;scene=null;meshes={};shown=null;handling="pose";atBorder=!1;tool=[0,0,0];seen=[0,0,0];framed=null;poses=new Float32Array;held=!1;force=[0,0,0];forceScale=1;aim=null;loci=[];points=[];drawing=!1;label=ae("output",{class:"force",hidden:!0});setScene(e,t,i){let s=this.scene,r=s?.name!==e.name;this.scene=e,this.meshes=t,this.shown=null,r&&(this.loci=[],this.points=[]),this.viewer.setScene(e,t),this.place(i),this.drawOverlays();let o=s&&!r?e.extent/s.extent:1;Math.max(o,1/o)>cT&&this.viewer.home()}setForceScale(e){this.forceScale=e}place(e){this.fits(e)&&(this.poses=e,this.shown=null,this.show(e),this.points.length&&this.drawPoints())}placeLive(e){if(!this.fits(e)||!this.scene)return;this.show(e);let t=lT*this.scene.extent,{tool:i}=this;this.keepInView([i],i.map(s=>s-t),i.map(s=>s+t))}keepInView(e,t,i){if(!this.scene||this.viewer.camera?.moved||e.every(o=>this.isSeen(o)))return;let[s,r]=this.framed??[this.scene.lo,this.scene.hi];this.framed=[s.map((o,a)=>Math.min(o,t[a])),r.map((o,a)=>Math.max(o,i[a]))],this.viewer.fit(...this.framed)}isSeen(e){let[t,i]=this.viewer.project(e),s=this.viewer.canvas.getBoundingClientRect();return t>s.left+au&&t<s.right-au&&i>s.top+au&&i<s.bottom-au}fits(e){return this.scene!==null&&e.length===7*this.scene.links.length}show(e){this.scene&&(this.viewer.place(e),this.seen=this.tool=Gv(e,this.scene.tool.link,this.scene.tool.at),this.held&&this.handling==="push"&&this.aim&&this.pull(this.aim),this.showHandle())}setHandling(e){e!==this.handling&&(this.endPush(),this.handling=e,this.showHandle())}setBorder(e){this.atBorder=e,this.showHandle()}get toolPoint(){return this.tool}get seenTool(){return this.seen}get holding(){return this.held}get pushing(){return this.force}setLoci(e){this.loci=e,this.drawLoci()}setPoints(e){this.points=e,this.drawPoints()}setDrawing(e){this.drawing=e,this.host.classList.toggle("drawing",e)}showRun(e,t){this.shown!==e&&(this.shown=e,(!this.scene||!Hv(this.scene,e.scene))&&(this.viewer.setScene(e.scene,e.meshes),this.drawOverlays()),this.viewer.setLines("reference",e.lines.filter(i=>i.kind==="reference").map(({points:i,color:s})=>({points:i,color:s,width:1.5,dashed:!0}))),this.viewer.setLines("trace",e.trace?[{points:e.trace,color:bi().series[2],width:2.5}]:[])),t?this.viewer.setGhost(t.scene,t.meshes):this.viewer.hideGhost(),e.trace&&this.keepInView(uT(e.trace),e.scene.lo,e.scene.hi)}placeRun(e,t,i){if(this.shown!==e)return;let s=e.frames.at(i);this.viewer.place(s),this.seen=Gv(s,e.scene.tool.link,e.scene.tool.at),this.viewer.trimLines("trace",e.frames.countUntil(i)),t&&this.viewer.place(t.frames.at(i),1)}hideRun(){let{shown:e,scene:t}=this;if(t){e&&!Hv(t,e.scene)&&this.setScene(t,this.meshes,this.poses);for(let i of["reference","trace"])this.viewer.setLines(i,[]);this.framed&&!this.viewer.camera?.moved&&this.viewer.home(),this.framed=null,this.viewer.hideGhost(),this.place(this.poses)}}drawPostures(e,t){if(!this.scene)return[];let i=7*this.scene.links.length,s=Array.from({length:t},(a,l)=>e.subarray(l*i,(l+1)*i)),[r,o]=dT(this.scene,s);return this.viewer.drawPostures(s,r,o,hT)}showHandle(){let e=this.handling==="push"?"push":this.atBorder?"border":"free";this.viewer.setHandle(this.handling==="off"||!this.poses.length?null:this.tool,e)}grab(){this.held=!0}pull(e){if(this.handling==="pose"&&this.listener.dragged(e),this.handling!=="push")return;this.aim=e;let t=e.map((i,s)=>i-this.tool[s]);this.force=t.map(i=>i*this.forceScale),this.viewer.setArrows("push",[{at:this.tool,vector:t,color:rT,twist:!1}]),this.showForce(e),this.listener.pushed(this.force)}drop(){this.held=!1,this.handling==="pose"&&this.listener.dragEnded(),this.endPush()}endPush(){this.aim&&(this.aim=null,this.force=[0,0,0],this.viewer.setArrows("push",[]),this.label.hidden=!0,this.listener.pushed(this.force))}showForce(e){let[t,i]=this.viewer.project(e),s=this.host.getBoundingClientRect();this.label.hidden=!1,this.label.textContent=`${Ya(Math.hypot(...this.force),3)} N`,this.label.style.left=`${Math.min(s.width-90,Math.max(0,t-s.left))}px`,this.label.style.top=`${Math.min(s.height-4,Math.max(74,i-s.top))}px`}drawOverlays(){this.drawLoci(),this.drawPoints()}drawLoci(){this.viewer.setLines("loci",this.loci.map(({kind:e,points:t})=>({points:t,color:Xf[e]??sT,width:2.5})))}drawPoints(){if(!this.scene||!this.points.length){this.viewer.setLines("points",[]);return}let e=Float32Array.from([this.tool,...this.points].flat()),t=zv(this.points,Math.max(.012*this.scene.extent,1.3*this.scene.radius),this.scene.view);this.viewer.setLines("points",[{points:e,color:Vv,width:1.5,dashed:!0},{points:t,color:Vv,width:2.5}])}listenToClicks(){let e=null;this.host.addEventListener("pointerdown",t=>{e=t.button===0&&t.target===this.viewer.canvas?t:null},{capture:!0}),this.host.addEventListener("pointerup",t=>{e&&Math.hypot(t.clientX-e.clientX,t.clientY-e.clientY)<oT&&this.drawing&&!this.held&&this.scene&&this.listener.clicked(this.viewer.pointAt(t)),e=null},{capture:!0})}};function uT(n){let e=[1/0,1/0,1/0],t=[-1/0,-1/0,-1/0];return n.forEach((i,s)=>{Number.isFinite(i)&&(e[s%3]=Math.min(e[s%3],i),t[s%3]=Math.max(t[s%3],i))}),e.every(Number.isFinite)?[0,1,2,3,4,5,6,7].map(i=>[i&1?t[0]:e[0],i&2?t[1]:e[1],i&4?t[2]:e[2]]):[]}function Hv(n,e){let t=({name:i,links:s,stretched:r,tool:o,view:a,up:l})=>JSON.stringify([i,s,r,o,a,l]);return t(n)===t(e)}function Gv(n,e,[t,i,s]){let r=7*e,[o,a,l,c]=[n[r+3],n[r+4],n[r+5],n[r+6]],h=2*(l*s-c*i),u=2*(c*t-a*s),d=2*(a*i-l*t);return[n[r]+t+o*h+l*d-c*u,n[r+1]+i+o*u+c*h-a*d,n[r+2]+s+o*d+a*u-l*h]}function dT(n,e){let t=[...n.lo],i=[...n.hi];for(let s of e)for(let r=0;r<s.length;r++){let o=r%7;o>2||!Number.isFinite(s[r])||(t[o]=Math.min(t[o],s[r]),i[o]=Math.max(i[o],s[r]))}return[t,i]}var fT=.1,pT=.01,mT=3,cu=class{root;bar=ae("span",{class:"gauge-bar"});number=ae("output",{});meter;constructor(e,t,i){this.meter=ae("span",{class:"gauge",role:"meter","aria-label":t,"aria-valuemin":0,"aria-valuemax":1},this.bar),this.root=ae("div",{class:"gauge-row",id:e,title:i,hidden:!0},ae("span",{class:"gauge-label"},t),this.meter,this.number)}set(e){let t=typeof e=="number"&&Number.isFinite(e);if(this.root.hidden=!t,!t)return;let i=Math.min(1,Math.max(0,1+Math.log10(Math.max(e,1e-12))/mT));this.bar.style.width=`${100*i}%`,this.root.dataset.level=e<pT?"very-near":e<fT?"near":"far",this.number.textContent=Ya(e,3),this.meter.setAttribute("aria-valuenow",String(Math.min(1,e))),this.meter.setAttribute("aria-valuetext",`${Ya(e,3)}, where 0 is singular`)}},hu=class{root;mode=ae("span",{class:"fact-value",id:"mode-now"},"\u2013");named=!1;place="\u2013";kind=ae("span",{class:"chip",id:"singularity-kind"},"\u2013");limits=ae("span",{class:"chip warn",id:"limits",hidden:!0},"beyond joint limits");type1=new cu("nearness-1","type 1","How near the configuration is to a Type 1 (serial) singularity: 0 is singular, about 1 is far. The bar has three decades.");type2=new cu("nearness-2","type 2","How near the configuration is to a Type 2 (parallel) singularity: 0 is singular, about 1 is far. The bar has three decades.");constructor(){this.root=ae("div",{class:"status-strip"},ae("div",{class:"fact"},ae("span",{class:"fact-name"},"mode"),this.mode),ae("div",{class:"facts"},ae("div",{class:"fact"},ae("span",{class:"fact-name"},"singularity"),this.kind,this.limits),this.type2.root,this.type1.root))}showModes({list:e,current:t}){let i=e[t]?.label;this.place=i===void 0?"\u2013":e.length===1?"the only one":`${i} of ${e.length}`,this.named||(this.mode.textContent=this.place)}showState(e){this.named=e.mode!=="",this.mode.textContent=e.mode||this.place,this.kind.textContent=e.singularity.kind||"\u2013",this.kind.classList.toggle("warn",!["regular","","unknown"].includes(e.singularity.kind));let{"type 1":t,"type 2":i}=e.singularity.nearness;this.type1.set(t),this.type2.set(i),this.showLimits(e.within_limits)}showNearness(e,t){this.type1.root.hidden||this.type1.set(e),this.type2.root.hidden||this.type2.set(t)}showLimits(e){this.limits.hidden=e}};var uu=class{parts;legend=ae("div",{class:"loci-legend",id:"loci-legend",hidden:!0});loci;style;constructor(e){this.loci=new ir("loci","Singularity loci",!1,e.loci),this.style=new Er("How links are drawn",[{value:"shapes",label:"Shapes"},{value:"skeleton",label:"Skeleton"}],"shapes",e.style),this.parts=[this.loci.root,this.style.root,si("Reset view",e.home,{id:"home"})]}setStyles(e){this.style.root.hidden=!e}setTask(e){let t=e.filter(i=>["x","y","z"].includes(i)).length===2;this.loci.input.disabled=!t,this.loci.root.title=t?"":"Loci are drawn for machines whose tool moves in a plane.",t||this.switchLoci(!1)}switchLoci(e){this.loci.input.checked=e}showLoci(e,t){let i=[...new Set(e)].map(s=>{let r=ae("i",{"aria-hidden":"true"});return r.style.borderColor=Xf[s]??"",ae("span",{},r,s)});this.legend.hidden=!this.loci.on||!i.length&&!t,this.legend.replaceChildren(...i,...t?[ae("span",{class:"quiet"},t)]:[])}};var Wv=[NaN,NaN,NaN],gT=50,vT=4e3,_T=25,yT="The tool is at the border of what this mode reaches; it stays there until the pointer comes back.",xT="The connection to the studio's server is lost. Trying again; nothing that was recorded is lost. If the server was stopped, start it again with: kinloop studio",du=class{hook=new Ph({tool:()=>this.stage?.toolPoint??Wv,seenTool:()=>this.stage?.seenTool??Wv,toScreen:e=>this.stage?.viewer.project(e)??[NaN,NaN],force:()=>this.stage?.pushing??[0,0,0],time:()=>this.results.time,replaying:()=>this.results.inReplay,comparing:()=>this.results.comparing,disconnect:()=>this.connection.drop()});machine=null;hello=null;links=0;extent=0;running=!1;watched=!1;units={angle:"rad",length:"m"};layout=$g();messages;bar;stage;pose;modes;parameters;findings=new Uh;motion;runPanel;save;strip=new hu;tools;results;about=ae("div",{class:"about"});moves=new Ka(e=>this.hook.note("latency",e));changes=new Ka;connection;lastPush=0;runSeq=0;patience=0;lastRecord=0;constructor(e){let t=(o,a)=>this.connection.send(o,a);this.messages=new Lh(()=>t("cancel",{})),this.bar=new Rh({load:o=>{this.messages.hide(),t("load",{source:o})},undo:()=>t("undo",{}),redo:()=>t("redo",{}),units:o=>this.setUnits(o)}),this.stage=this.buildStage(),this.pose=new Fh({joint:(o,a)=>this.move(()=>t("joint",{index:o,value:a})),task:o=>this.move(()=>t("task",{values:o}))}),this.modes=new Ih(o=>{this.showPose(),this.messages.hide(),t("mode",{index:o})}),this.parameters=new Nh((o,a)=>{this.showPose(),this.messages.hide(),this.changes.put(()=>t("parameter",{name:o,value:a}))}),this.motion=new Dh({changed:o=>t("trajectory",o),pointsChanged:o=>{this.hook.points=[...o],this.stage?.setPoints(o)},drawing:o=>this.stage?.setDrawing(o)}),this.runPanel=new su(()=>this.run(),()=>t("stop",{})),this.save=new ru((o,a)=>t("save",{what:o,compare:this.results.comparing,...a?{run:this.runMessage}:{}}),()=>this.savePicture()),this.tools=new uu({loci:o=>this.askForLoci(o),style:o=>this.stage?.viewer.setStyle(o),home:()=>this.stage?.viewer.home()}),this.results=new nu(this.layout.results,this.stage,{entered:()=>this.stage?.setHandling("off"),left:()=>this.stage?.setHandling("pose")});let{pose:i,runPanel:s,tools:r}=this;Jg(this.layout,{bar:this.bar.parts,machine:[this.about,i.tool,i.joints,this.modes.section,this.parameters.section,this.findings.section],experiment:[this.motion.section,s.lawSection,s.plantSection,s.runSection,this.save.section],tools:r.parts,corner:[r.legend],stage:[this.messages.root],below:[this.strip.root]}),this.connection=new Ch(e,{message:o=>this.receive(o),packed:o=>this.receivePacked(o),poses:o=>this.receivePoses(o),connected:()=>this.connected(),lost:()=>this.lose()}),Zg({undo:()=>this.bar.undo(),redo:()=>this.bar.redo(),run:()=>this.run(),leave:()=>this.results.leave(),play:()=>this.results.togglePlay(),removePoint:()=>this.motion.removeLast()})}buildStage(){if(!zn.available())return this.layout.view.append(ae("p",{class:"no-view"},"This browser has no WebGL: the machine is not drawn, all numbers and plots work.")),null;let e=(t,i)=>this.connection.send(t,i);return new lu(this.layout.view,{dragged:t=>{this.messages.hide(),this.move(()=>e("drag",{at:t}))},dragEnded:()=>{this.moves.flush(),this.messages.showBorder(null),e("drag_end",{})},pushed:t=>this.push(t),clicked:t=>this.motion.addPoint(t)})}connected(){this.hook.connected=!0,this.moves.clear(),this.changes.clear(),this.messages.showLost(null),this.bar.setConnected(!0)}lose(){this.hook.connected=!1,this.hook.lost+=1,this.setRunning(!1),this.messages.showLost(xT),this.bar.setConnected(!1)}receive(e){switch(e.type){case"hello":return this.showHello(e);case"machine":return this.showMachine(e);case"state":return this.showState(e);case"modes":return this.showModes(e);case"progress":return this.showProgress(e);case"file":return Ov(e);case"note":return this.messages.say(e.message);case"error":return this.moves.release(),this.changes.release(),this.machine&&this.parameters.refuse(this.machine.parameters),this.bar.showLoaded(),(e.seq===void 0||e.seq===this.runSeq)&&this.setRunning(!1),this.messages.say(e.message,"error")}}receivePacked(e){let{head:t,arrays:i}=ul(e);switch(t.type){case"scene":return this.showScene({head:t,arrays:i});case"mode_poses":{this.stage&&this.modes.setPictures(this.stage.drawPostures(xn(ti(i,"poses")),t.count));return}case"loci":return this.showLoci(t.curves.map(({kind:s,array:r})=>({kind:s,points:xn(ti(i,r))})),t.note,t.on);case"live":return this.showLive({t:t.t,share:t.share,arrays:i});case"record":return this.showRecord(new iu({head:t,arrays:i}),t.number)}}receivePoses(e){let t=this.machine?Kg(e,this.links,this.machine.joints.length,this.machine.task.names.length):null;t&&(this.hook.note("frames",performance.now()),this.hook.pose=t,this.results.inReplay&&this.results.leave(),this.stage?.place(t.poses),this.stage?.setBorder(t.atBorder),this.pose.show(t.joints,t.tool),this.strip.showNearness(t.nearness.type1,t.nearness.type2),this.strip.showLimits(t.withinLimits),this.messages.showBorder(t.atBorder&&this.stage?.holding?yT:null),this.moves.answer(t.seq))}showHello(e){this.hello=e,this.bar.setMachines(e.machines,this.machine?.source??this.machine?.name??""),this.runPanel.setForms(e.laws,e.plants),this.motion.setKinds(e.trajectories,this.machine?.described??!0)}showMachine(e){let t=this.machine?.name!==e.name;this.machine=e,this.hook.machine=e.name,document.title=`${e.name} \u2013 kinloop studio`,this.about.replaceChildren(ae("strong",{},e.name),ae("p",{},e.description)),this.bar.setMachines(this.hello?.machines??[],e.source??e.name),this.bar.setHistory(e.can_undo,e.can_redo),this.parameters.set(e.parameters),this.findings.set(e.findings),this.motion.setKinds(this.hello?.trajectories??[],e.described??!0),this.changes.release(),this.tools.setTask(e.task.names),t?(this.messages.hide(),this.save.setRecord(!1),this.motion.reset(),this.results.clear(),this.tools.showLoci([],"")):this.extent&&this.pose.setMachine(e,this.extent)}showScene({head:e,arrays:t}){let{scene:i,meshes:s}=e;this.results.inReplay&&this.results.leave(),this.links=i.links.length,this.extent=i.extent,this.stage?.setScene(i,Wr(s,t),xn(ti(t,"poses"))),this.stage?.setForceScale((this.machine?.push_scale??gT)/(i.extent||1)),this.tools.setStyles(i.has_shapes),this.machine&&this.pose.setMachine(this.machine,i.extent),this.pose.setUnits(this.units),this.runPanel.setReady(),this.hook.sceneOf=i.name,this.hook.ready=!0}showState(e){this.hook.state=e,this.hook.states+=1,this.pose.show(e.q_active,e.x),this.strip.showState(e),e.can_undo!==void 0&&e.can_redo!==void 0&&this.bar.setHistory(e.can_undo,e.can_redo),this.stage?.setBorder(!e.reachable),e.message?this.messages.say(e.message,e.reachable?"note":"warn"):this.messages.withdrawWarning()}showModes(e){this.modes.set(e),this.strip.showModes(e)}showLive(e){this.machine&&(this.watched||(this.watched=!0,this.setRunning(!0),this.results.leave(),this.results.beginLive(jg(this.machine,e)),this.stage?.setHandling("push")),this.hook.liveFrames+=1,this.stage?.placeLive(xn(ti(e.arrays,"poses"))),this.results.addSample(e))}showRecord(e,t){let i=this.watched,s=this.running;this.setRunning(!1),!(t<=this.lastRecord)&&(this.lastRecord=t,e.scene.name===this.machine?.name&&(this.save.setRecord(!0),this.hook.records+=1,this.results.setRun(e,i,s)))}showLoci(e,t,i){this.hook.loci=e.length,(e.length||!i)&&this.tools.switchLoci(i),this.stage?.setLoci(e),this.tools.showLoci(e.map(s=>s.kind),t)}showProgress(e){this.messages.showProgress(e),clearTimeout(this.patience),this.running&&!e.what&&(this.patience=window.setTimeout(()=>{this.running&&!this.watched&&this.setRunning(!1)},vT))}move(e){this.showPose(),this.moves.put(e)}showPose(){this.results.leave()}run(){if(!(this.running||!this.hook.ready)){if(this.motion.missing){this.messages.say(this.motion.missing,"error");return}this.messages.hide(),this.watched=!1,this.runSeq=this.connection.send("run",this.runMessage),this.runSeq&&this.setRunning(!0)}}askForLoci(e){e||this.showLoci([],"",!1),this.connection.send("loci",{on:e})}setRunning(e){e||(this.watched&&(this.stage?.hideRun(),this.results.endLive()),this.watched=!1,this.results.inReplay||this.stage?.setHandling("pose")),this.running=this.hook.running=e,this.runPanel.setRunning(e),this.layout.machine.inert=e,this.bar.setBusy(e)}push(e){let t=performance.now();!e.every(s=>s===0)&&t-this.lastPush<_T||(this.lastPush=t,this.connection.send("push",{force:e}))}setUnits(e){this.units=e,this.pose.setUnits(e),this.parameters.setUnits(e),this.results.setUnits(e)}get runMessage(){return{...this.runPanel.request,trajectory:this.motion.request}}savePicture(){this.stage&&Gr(`${this.machine?.name??"kinloop"}.png`,this.stage.viewer.picture())}};function Xv(){Fs(hl),Fs(bp);let n=location.protocol==="https:"?"wss":"ws",e=new du(`${n}://${location.host}/ws${location.search}`);window.kinloopStudio=e.hook}function qf(){let n=new URLSearchParams(location.hash.slice(1)),e=n.get("motion");if(e===null)return null;let t=Number.parseFloat(n.get("t")??"");return{motion:e,time:Number.isFinite(t)?t:null}}function qv(n,e){let t=`#${new URLSearchParams({motion:n,t:String(Number(e.toFixed(4)))})}`;try{history.replaceState(null,"",t)}catch{location.hash=t}return location.href}var Yf=200;function Yv(n,e){if(!n.events.length)return null;let t=[...n.events].sort((o,a)=>o.time-a.time),i=Ze("ul");for(let o of t.slice(0,Yf)){let a=n.records.length>1?` (${n.records[o.record].name})`:"",l=Ze("button",{title:"go to this time",attributes:{type:"button"}});l.append(Ze("b",{text:`${o.time.toFixed(3)} s`}),` ${o.kind}${a}`),l.addEventListener("click",()=>e(o.time)),i.append(Ze("li",{},l,Ze("span",{class:"soft",text:o.message})))}t.length>Yf&&i.append(Ze("li",{class:"soft",text:`and ${t.length-Yf} more`}));let s=t.length===1?"1 event":`${t.length} events`,r=Ze("details",{class:"events"},Ze("summary",{text:s}),i);return r.open=!0,r}function Kv(n,e){let t={" ":()=>e.toggle(),ArrowLeft:()=>e.step(-1),ArrowRight:()=>e.step(1),PageDown:()=>e.skip(-.1),PageUp:()=>e.skip(.1),Home:()=>e.start(),End:()=>e.end()};n.addEventListener("keydown",i=>{i.defaultPrevented||bT(i.target,i.key)||e.view(i)||i.ctrlKey||i.metaKey||i.altKey||i.shiftKey||!t[i.key]||(i.preventDefault(),t[i.key]())})}function bT(n,e){return n instanceof HTMLElement?n instanceof HTMLSelectElement||n.isContentEditable?!0:n instanceof HTMLInputElement?n.type!=="range":e===" "&&n.closest("button, summary, a")!==null:!1}var Kf={velocity:"#56b4e9",effort:"#d55e00","loop force":"#cc79a7"},Zf="#009e73",ST=.3,Zv=16,fu=class{constructor(e,t){this.motion=e;this.arrays=t;this.frames=e.records.map(i=>new zo(i,t)),this.meshes=Wr(e.meshes,t),this.shown={style:"shapes",trace:!0,ghost:e.records.length>1,ground:!e.scene.view,arrows:new Set}}motion;arrays;frames;shown;camera=null;framed=null;meshes;arrowKinds(){let e=new Map;for(let{kind:t,unit:i,largest:s}of this.motion.records[0].arrows){let r=e.get(t)??new Map;e.set(t,r.set(i,Math.max(r.get(i)??0,s)))}return[...e].map(([t,i])=>({kind:t,largest:[...i].map(([s,r])=>`${Number(r.toPrecision(3))} ${s}`).join(", ")}))}enter(e,t){e.setStyle(this.shown.style),e.setGround(this.shown.ground),e.setScene(this.motion.scene,this.meshes),this.frame(e,this.camera),this.refresh(e,t)}refresh(e,t){e.setStyle(this.shown.style),this.framed!==this.shown.style&&this.frame(e,e.camera),e.setGround(this.shown.ground),this.setLines(e),this.shown.ghost||e.hideGhost(),this.draw(e,t)}draw(e,t){let[i,s]=this.frames;e.place(i.at(t)),s&&this.shown.ghost&&e.place(s.at(t),1),e.trimLines("trace",i.countUntil(t)),this.drawArrows(e,i,t)}frame(e,t){this.framed=this.shown.style,e.frameMotion(this.postures()),e.camera=t}postures(){return this.frames.flatMap((e,t)=>{let[i,s]=[e.times[0],e.times[e.times.length-1]],r=Array.from({length:Zv},(l,c)=>i+c/(Zv-1)*(s-i)),{trace:o}=this.motion.records[t],a=o?MT(xn(ti(this.arrays,o))).map(l=>e.times[l]):[];return[...r,...a].map(l=>e.at(l).slice())})}setLines(e){let t=this.motion.lines.map(r=>({points:xn(ti(this.arrays,r.array)),color:r.color,width:r.kind==="reference"?1.5:2,dashed:r.kind==="reference"}));e.setLines("lines",t);let{trace:i}=this.motion.records[0],s=this.shown.trace&&i?xn(ti(this.arrays,i)):null;e.setLines("trace ahead",s?[{points:s,color:bi().ahead,width:1.5}]:[]),e.setLines("trace",s?[{points:s,color:Zf,width:3}]:[])}drawArrows(e,t,i){let{arrows:s}=this.motion.records[0],o=s.filter(({kind:a})=>this.shown.arrows.has(a)).map(a=>{let c=ST*To(this.motion.scene)/Math.max(...s.filter(u=>wT(u,a)).map(({largest:u})=>u),1e-300),h=t.vectorAt(a,i).map(u=>c*u);return{at:t.pointOf(a.link,a.at),vector:h,color:Kf[a.kind],twist:a.twist}});e.setArrows("arrows",o)}};function MT(n){return[0,1,2].flatMap(e=>{let[t,i]=[0,0];for(let s=1;3*s<n.length;s++)n[3*s+e]<n[3*t+e]&&(t=s),n[3*s+e]>n[3*i+e]&&(i=s);return[t,i]})}function wT(n,e){return n.kind===e.kind&&n.unit===e.unit}var $f={angle:"rad",length:"m"},$v=[];function pu(){return $f}function Jv(n){Object.assign($f,n);for(let e of $v)e($f)}function mu(n){$v.push(n)}var ET={velocity:"Velocity",effort:"Efforts","loop force":"Loop forces"};function jv(n,e,t){let i=Ze("div",{class:"options",attributes:{role:"group","aria-label":"display"}});return e&&i.append(...TT(n,t)),i.append(AT(),lr("Copy link","copy a link to this motion and time",()=>t.copyLink())),i}function TT(n,e){let{motion:t,shown:i}=n,s=o=>{o(),e.refresh()},r=[];if(t.scene.has_shapes){let o=[["shapes","Shapes"],["skeleton","Skeleton"]];r.push(Jo("how links are drawn",o,i.style,a=>s(()=>i.style=a)))}t.records[0].trace&&r.push(cr("Trace","the tool's path",i.trace,o=>s(()=>i.trace=o))),t.records.length>1&&r.push(cr("Ghost",`${t.records[1].name}, translucent`,i.ghost,o=>s(()=>i.ghost=o)));for(let{kind:o}of n.arrowKinds()){let a=l=>s(()=>l?i.arrows.add(o):i.arrows.delete(o));r.push(cr(ET[o],`arrows: ${o}`,i.arrows.has(o),a))}return r.push(cr("Grid","a grid below or behind the machine",i.ground,o=>s(()=>i.ground=o)),lr("Reset view","show the whole machine from the usual side (0)",()=>e.resetView()),lr("Picture","save the view as a PNG picture",()=>e.savePicture())),r}function AT(){let n=s=>{let[r,o]=s.split(" ");return{angle:r,length:o}},e=s=>`${s.angle} ${s.length}`,i=Jo("units",["rad m","deg m","rad mm","deg mm"].map(s=>[s,s.replace(" ",", ")]),e(pu()),s=>Jv(n(s)));return mu(s=>i.value=e(s)),i}var gu=class{constructor(e){this.scene=e;this.refresh()}scene;root=Ze("div",{class:"scene-legend"});refresh(){let{motion:e,shown:t}=this.scene,i=e.lines.map(s=>Jf(s.name,s.color,s.kind==="reference"?"dashed":"solid"));t.trace&&e.records[0].trace&&i.push(Jf("tool's path",Zf,"solid"));for(let{kind:s,largest:r}of this.scene.arrowKinds())t.arrows.has(s)&&i.push(Jf(`${s}, largest ${r}`,Kf[s],"solid"));e.records.length>1&&t.ghost&&i.push(Ze("span",{text:`${e.records[0].name}; translucent: ${e.records[1].name}`})),this.root.replaceChildren(...i)}};function Jf(n,e,t){let i=Ze("span",{class:"key"});return i.style.borderTop=`3px ${t} ${e}`,Ze("span",{},i,n)}var RT="This browser has no WebGL: the machine is a still picture, the plots work.",vu=class n{constructor(e,t,i,s,r){this.root=e;this.scene=t;this.stage=s;this.use=r;this.plotData=i,this.player=new Vo(...PT(t)),this.legend=new gu(t),this.poster=e.querySelector("img.poster")??Ze("img",{class:"poster"}),this.poster.alt||=t.motion.title,this.box=Ze("div",{class:"stage"},this.poster),this.timeBar=new Ho(this.player,{toggle:()=>this.toggle(),seek:a=>this.seekByUser(a)});let o={tabindex:"0",role:"group","aria-label":`plots over time. ${Dv}`};this.plotBox=Ze("div",{class:"plots",attributes:o}),this.plotBox.style.setProperty("--plots",String(i.length)),this.build(),this.listen()}root;scene;stage;use;box;player;poster;timeBar;legend;status=Ze("p",{class:"status soft",attributes:{role:"status"}});plotBox;plotData;plots=null;posterIsFresh=!1;static async mount(e,t,i){let s=e.dataset.motion??"",r=document.getElementById(`data-${s}`);if(!r?.textContent)throw new Error(`the page has no data of the motion '${s}'`);let{head:o,arrays:a}=ul(await Sp(r.textContent));if(o.version!==1)throw new Error(`the data has version ${o.version}, this player reads version 1`);let l=nl(o.plots,a,o.records[1]?.name);return new n(e,new fu(o,a),l,t,i)}get id(){return this.scene.motion.id}get time(){return this.player.time}seek(e){this.player.pause(),this.player.seek(e)}occupied(e){this.root.classList.toggle("in-use",e)}showPoster(e){this.poster.src=e,this.posterIsFresh=!0}makePlots(){this.plots||(this.plots=new Bo(this.plotBox,(e,t)=>{t==="press"?this.seekByUser(e):this.player.playing||this.player.seek(e)}),this.plots.setUnits(pu()),this.plots.set(this.plotData,this.scene.motion.events),this.plots.setTime(this.time))}setPrinting(e){this.makePlots(),this.plots.setWidth(e?CT:null)}build(){let{motion:e}=this.scene,t=jv(this.scene,this.stage!==null,{refresh:()=>this.refreshView(),resetView:()=>this.resetView(),savePicture:()=>this.savePicture(),copyLink:()=>{this.copyLink()}}),i=Ze("div",{class:"machine"},this.box,this.legend.root,this.timeBar.root,t,this.status);this.stage||(this.status.textContent=RT),this.root.classList.toggle("no-webgl",!this.stage);let s=Yv(e,o=>this.seekByUser(o));s&&i.append(s);let r=Ze("ul",{class:"notes soft"},...e.notes.map(o=>Ze("li",{text:o})));e.notes.length&&i.append(r),this.root.classList.add("kl"),this.root.setAttribute("aria-label",e.title),this.root.prepend(Ze("div",{class:"columns"},i,this.plotBox))}listen(){this.player.onChange(()=>this.showTime()),mu(e=>this.plots?.setUnits(e)),this.box.addEventListener("click",()=>this.use(this)),this.root.addEventListener("focusin",()=>this.use(this)),Kv(this.root,{toggle:()=>this.toggle(),step:e=>this.seekByUser(this.scene.frames[0].neighbour(this.time,e)),skip:e=>this.seekByUser(this.time+e*(this.player.end-this.player.start)),start:()=>this.seekByUser(this.player.start),end:()=>this.seekByUser(this.player.end),view:e=>this.pressViewKey(e)})}pressViewKey(e){return this.plots&&this.plotBox.contains(e.target)&&this.plots.pressKey(e)?!0:this.stage?.current===this&&this.stage.pressKey(e)}toggle(){this.use(this),this.player.toggle()}seekByUser(e){this.use(this),this.seek(e)}showTime(){this.posterIsFresh=!1,this.timeBar.refresh(),this.stage?.draw(this),this.plots?.setTime(this.time)}refreshView(){this.use(this),this.legend.refresh(),this.stage?.refresh(this)}resetView(){this.use(this),this.stage?.resetView()}savePicture(){this.use(this),this.stage&&Gr(`${this.id} ${this.time.toFixed(3)} s.png`,this.stage.picture())}async copyLink(){let e=qv(this.id,this.time);try{await navigator.clipboard.writeText(e),this.status.textContent="The link to this motion and time is in the clipboard."}catch{this.status.textContent="The page's address is now the link to this motion and time."}}},CT=330;function PT(n){let e=n.frames.map(t=>t.times);return[Math.min(...e.map(t=>t[0])),Math.max(...e.map(t=>t[t.length-1]))]}var Qv=`/* A motion: stage and controls beside the plots where there is room, else above them. */
.kinloop-motion.kl { margin: 1.5em 0; container-type: inline-size; }
.kinloop-motion .columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px 20px; }
.kinloop-motion .machine { min-width: 0; }
.kinloop-motion .stage {
  position: relative;
  overflow: hidden;
  aspect-ratio: 4 / 3;
  max-height: 70vh;
  width: 100%;
  border: 1px solid var(--kl-line);
  border-radius: 8px;
  background: var(--kl-panel);
}
.kinloop-motion .poster { display: block; width: 100%; height: 100%; object-fit: contain; border: 0; cursor: pointer; }
.kinloop-motion .poster:not([src]) { visibility: hidden; }
.kinloop-motion.in-use .poster { display: none; }
.kinloop-motion .scene-legend { display: flex; flex-wrap: wrap; gap: 0 14px; margin-top: 4px; font-size: 12px; color: var(--kl-soft); }
.kinloop-motion .scene-legend:empty, .kinloop-motion.no-webgl .scene-legend { display: none; }
.kinloop-motion .scene-legend .key { display: inline-block; width: 18px; margin-right: 5px; vertical-align: middle; }
.kinloop-motion .time-bar { display: flex; align-items: center; gap: 8px; margin-top: 8px; }
.kinloop-motion .time-bar input { flex: 1 1 80px; min-width: 60px; }
.kinloop-motion .play { width: 40px; }
.kinloop-motion .clock { white-space: nowrap; font-variant-numeric: tabular-nums; font-size: 13px; }
.kinloop-motion .options { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 8px; }
.kinloop-motion .options > *, .kinloop-motion .time-bar > select, .kinloop-motion .time-bar > .toggle { font-size: 13px; }
.kinloop-motion .status { margin: 6px 0; font-size: 13px; }
.kinloop-motion .status:empty { display: none; }
.kinloop-motion .events summary { cursor: pointer; font-weight: 600; }
.kinloop-motion .events ul { margin: 4px 0; padding: 0; max-height: 220px; overflow-y: auto; list-style: none; }
.kinloop-motion .events li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 8px; font-size: 13px; }
.kinloop-motion .events button { min-height: 26px; padding: 0 6px; border-color: transparent; background: none; color: var(--kl-mark); text-align: left; }
.kinloop-motion .notes { margin: 6px 0; padding-left: 1.2em; font-size: 13px; }
.kinloop-motion .plots {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 360px), 1fr));
  gap: 8px 12px;
  align-content: start;
  min-width: 0;
}
.kinloop-motion .plots:empty { min-height: calc(var(--plots) * 180px); }

@container (min-width: 820px) {
  .kinloop-motion .columns { grid-template-columns: minmax(0, 1.05fr) minmax(0, 1fr); }
  .kinloop-motion .machine { position: sticky; top: 8px; align-self: start; }
}
@container (max-width: 819px) {
  .kinloop-motion .stage { position: sticky; top: 0; z-index: 1; max-height: 45vh; }
  .kinloop-motion .machine { display: contents; }
}
@container (max-width: 480px) {
  .kinloop-motion .time-bar { flex-wrap: wrap; }
  .kinloop-motion .time-bar input { flex-basis: calc(100% - 60px); }
}

@media print {
  .kinloop-motion.kl { break-inside: auto; }
  :root {
    --kl-ink: #000;
    --kl-soft: #444;
    --kl-paper: #fff;
    --kl-panel: #f6f7f9;
    --kl-line: #ccc;
    --kl-mark: #b3261e;
  }
  .kinloop-motion .columns { display: block; }
  .kinloop-motion .stage { position: relative; width: 400px; max-height: none; break-inside: avoid; }
  .kinloop-motion .machine { display: block; position: static; }
  .kinloop-motion.in-use .poster { display: block; }
  .kinloop-motion .kinloop-canvas, .kinloop-motion .time-bar, .kinloop-motion .options, .kinloop-motion .now { display: none; }
  .kinloop-motion .plots { grid-template-columns: repeat(2, 330px); }
  .kinloop-motion .plot { break-inside: avoid; }
  .kinloop-motion .legend .value { display: none; }
  .kinloop-motion .events ul { max-height: none; }
}
`;var _u=class n{viewer=null;seat=null;static open(){return zn.available()?new n:null}get current(){return this.seat}moveTo(e){if(this.seat===e)return;this.leave(),this.seat=e;let t=this.viewerIn(e.box);e.scene.enter(t,e.time),e.occupied(!0)}draw(e){this.viewer&&this.seat===e&&e.scene.draw(this.viewer,e.time)}refresh(e){this.viewer&&this.seat===e&&e.scene.refresh(this.viewer,e.time)}resetView(){this.viewer?.home()}pressKey(e){return this.viewer?.pressKey(e)??!1}picture(){return this.viewer?.picture()??""}makePoster(e){let{clientWidth:t,clientHeight:i}=e.box;if(!t||!i||this.viewer?.lost)return;if(this.seat===e){e.showPoster(this.viewer.picture());return}let s=this.viewer??this.viewerIn(e.box);this.seat&&(this.seat.scene.camera=s.camera),e.scene.enter(s,e.time),e.showPoster(s.picture({width:t,height:i})),this.seat?this.seat.scene.enter(s,this.seat.time):s.canvas.remove()}leave(){!this.viewer||!this.seat||(this.seat.scene.camera=this.viewer.camera,this.viewer.lost||this.seat.showPoster(this.viewer.picture()),this.seat.occupied(!1),this.seat=null)}viewerIn(e){return this.viewer?this.viewer.attach(e):this.viewer=this.createViewer(e),this.viewer}createViewer(e){let t=new zn(e,{wheel:"focused"});return t.canvas.addEventListener("webglcontextlost",()=>this.seat?.occupied(!1)),t.canvas.addEventListener("webglcontextrestored",()=>this.seat?.occupied(!0)),t}};var IT="400px",jf=class{stage=_u.open();roots=[...document.querySelectorAll("figure.kinloop-motion")];figures=new Map;near=new Set;visible=new Map;current=null;untouched=!0;posterTask=0;async start(){window.kinloop={motions:this.roots.map(e=>this.hook(e)),webgl:zn.available()},window.addEventListener("hashchange",()=>this.openAddress()),window.addEventListener("beforeprint",()=>this.print(!0)),window.addEventListener("afterprint",()=>this.print(!1)),Eo(()=>this.renewPosters()),await this.mountAll()}async mountAll(){let e=qf()?.motion,t=[...this.roots].sort((i,s)=>+(s.dataset.motion===e)-+(i.dataset.motion===e));for(let i of t){try{this.figures.set(i,await vu.mount(i,this.stage,s=>this.use(s)))}catch(s){this.report(i,s)}this.watch(i),i===t[0]&&this.openAddress(),await new Promise(s=>setTimeout(s))}}report(e,t){let i=t instanceof Error?t.message:String(t);e.append(Ze("p",{class:"kl status",text:`This motion cannot be shown: ${i}`})),console.error(t)}hook(e){let t=()=>this.figures.get(e);return{id:e.dataset.motion??"",get ready(){return t()!==void 0},get time(){return t()?.time??0},get playing(){return t()?.player.playing??!1},seek:i=>{let s=t();s&&(this.use(s),s.seek(i))}}}use(e){this.untouched=!1,this.takeStage(e)}takeStage(e){for(let t of this.figures.values())t!==e&&t.player.pause();this.current=e,e.makePlots(),this.stage?.moveTo(e)}openAddress(){let e=qf(),t=this.roots.find(s=>s.dataset.motion===e?.motion),i=t&&this.figures.get(t);!e||!i||(this.use(i),i.seek(e.time??i.player.start),i.root.scrollIntoView({block:"start"}))}watch(e){new IntersectionObserver(([s])=>{s.isIntersecting?this.near.add(e):this.near.delete(e),s.isIntersecting&&this.figures.get(e)?.makePlots(),this.schedulePosters()},{rootMargin:IT}).observe(e),new IntersectionObserver(([s])=>{this.visible.set(e,s.isIntersecting?s.intersectionRatio:0),this.followScrolling()},{threshold:[0,.05,.25,.5,.75]}).observe(e.querySelector(".stage")??e)}followScrolling(){let e=i=>this.visible.get(i)??0;if(this.current&&e(this.current.root)>0)return;let t=this.roots.find(i=>this.figures.has(i)&&e(i)>.25);t&&(this.takeStage(this.figures.get(t)),this.autoplay(t))}autoplay(e){e!==this.roots[0]||!this.untouched||matchMedia("(prefers-reduced-motion: reduce)").matches||(this.untouched=!1,this.figures.get(e).player.play())}renewPosters(){for(let e of this.figures.values())e.posterIsFresh=!1;this.schedulePosters()}schedulePosters(){this.posterTask||!this.stage||(this.posterTask=window.setTimeout(()=>{this.posterTask=0;let e=[...this.near].map(t=>this.figures.get(t)).find(t=>t&&this.needsPoster(t));e&&(this.stage.makePoster(e),e.posterIsFresh&&this.schedulePosters())},30))}needsPoster(e){return!e.posterIsFresh&&e!==this.current}print(e){Rg(e);for(let t of this.figures.values())t.setPrinting(e),e&&(t===this.current||!t.posterIsFresh)&&this.stage?.makePoster(t)}};function e_(){Fs(hl),Fs(Qv),new jf().start()}function t_(){document.body.classList.contains("kinloop-studio")?Xv():document.body.classList.contains("kinloop-page")&&e_()}document.readyState==="loading"?document.addEventListener("DOMContentLoaded",t_):t_();})();
