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
"use strict";(()=>{function Ke(n,e={},...t){let i=document.createElement(n);e.class&&(i.className=e.class),e.text!==void 0&&(i.textContent=e.text),e.title&&(i.title=e.title);for(let[s,r]of Object.entries(e.attributes??{}))i.setAttribute(s,r);return i.append(...t),i}function dr(n,e,t){let i=Ke("button",{text:n,title:e,attributes:{type:"button"}});return i.addEventListener("click",t),i}function fr(n,e,t,i){let s=dr(n,e,()=>{let r=s.getAttribute("aria-pressed")!=="true";s.setAttribute("aria-pressed",String(r)),i(r)});return s.classList.add("toggle"),s.setAttribute("aria-pressed",String(t)),s}function ia(n,e,t,i){let s=Ke("select",{title:n,attributes:{"aria-label":n}});for(let[r,o]of e)s.append(Ke("option",{text:o,attributes:{value:r}}));return s.value=t,s.addEventListener("change",()=>i(s.value)),s}function kp(n){let e="http://www.w3.org/2000/svg",t=document.createElementNS(e,"svg");t.setAttribute("viewBox","0 0 16 16"),t.setAttribute("aria-hidden","true");let i=document.createElementNS(e,"path");return i.setAttribute("d",n),t.append(i),t}function Bp(n){let e="http://www.w3.org/2000/svg",t=document.createElementNS(e,"svg");t.setAttribute("viewBox","0 0 26 4"),t.setAttribute("class","key"),t.setAttribute("aria-hidden","true");let i=document.createElementNS(e,"path");return i.setAttribute("d","M0 2 H26"),i.setAttribute("stroke-width","3"),n&&i.setAttribute("stroke-dasharray",n.join(" ")),t.append(i),t}function Yr(n,e){let t=Ke("a",{attributes:{href:e,download:n}});document.body.append(t),t.click(),t.remove()}var Op=new Set;function gs(n){Op.has(n)||(Op.add(n),document.head.append(Ke("style",{text:n})))}var vl=`/* Colours and controls of the player and the studio. Canvases take theirs from theme.ts. */
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
`;var zp=`/* The studio: a bar, two columns of controls, the view and the results between them. */
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
`;var Vp=`/* The section Sweep. */
.kinloop-studio .axis { display: grid; gap: 4px; padding-bottom: 4px; }
.kinloop-studio .axis-fields { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 4px 8px; }
.kinloop-studio .axis-fields .field { display: block; min-height: 0; }
.kinloop-studio .axis-fields .field > label { color: var(--quiet); font-size: 12.5px; }
.kinloop-studio .experiment .axis-fields .with-unit { display: block; }
.kinloop-studio .experiment .axis-fields .unit { display: block; min-height: 1.2em; text-align: right; font-size: 12px; }
.kinloop-studio #sweep .field:has(> select) { grid-template-columns: 4.4em minmax(0, 1fr); }
.kinloop-studio #sweep progress { width: 100%; accent-color: var(--accent); }
.kinloop-studio #sweep .fault { color: var(--bad); }
.kinloop-studio .sweep-line { font-size: 13px; }
.kinloop-studio .sweep-result { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; border-top: 1px solid var(--line); padding-top: 8px; margin-top: 4px; }
.kinloop-studio .sweep-picture { border-radius: 6px; min-width: 0; overflow: hidden; }
.kinloop-studio .sweep-picture canvas { display: block; }
.kinloop-studio .sweep-picture.map canvas, .kinloop-studio .sweep-picture .u-over { cursor: crosshair; }
.kinloop-studio .sweep-point { font-size: 12.5px; min-height: 2.9em; color: var(--quiet); overflow-wrap: anywhere; }
.kinloop-studio .sweep-table { border-collapse: collapse; width: 100%; font-size: 12.5px; }
.kinloop-studio .sweep-table th { font-weight: 400; color: var(--quiet); text-align: left; overflow-wrap: anywhere; }
.kinloop-studio .sweep-table thead th:not(:first-child), .kinloop-studio .sweep-table td { text-align: right; }
.kinloop-studio .sweep-table th, .kinloop-studio .sweep-table td { padding: 2px 3px; border-bottom: 1px solid var(--line); vertical-align: middle; }
.kinloop-studio .sweep-table tbody th { white-space: nowrap; }
.kinloop-studio .sweep-table button { height: 24px; color: var(--accent); padding: 0 4px; }
.kinloop-studio .sweep-percentiles { margin: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(76px, 1fr)); gap: 4px 8px; font-size: 12.5px; }
.kinloop-studio .sweep-percentiles dt { color: var(--quiet); }
.kinloop-studio .sweep-percentiles dd { margin: 0; }
.kinloop-studio .sweep-kept summary { cursor: pointer; }
.kinloop-studio .sweep-kept code { display: block; font-size: 12px; overflow-wrap: anywhere; background: var(--hover); border-radius: 6px; padding: 4px 8px; margin: 4px 0; user-select: all; }
.kinloop-studio .mismatch { display: flex; align-items: center; gap: 6px; font-size: 13px; }
.kinloop-studio .mismatch span { flex: 1; overflow-wrap: anywhere; }
`;var Vy={f4:Float32Array,f8:Float64Array,i2:Int16Array,u2:Uint16Array,i4:Int32Array,u4:Uint32Array};async function Hp(n){let e=atob(n.trim()),t=new Uint8Array(e.length);for(let s=0;s<e.length;s++)t[s]=e.charCodeAt(s);let i=new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"));return new Response(i).arrayBuffer()}function yl(n){let e=new DataView(n).getUint32(0,!0),t=JSON.parse(new TextDecoder().decode(new Uint8Array(n,4,e))),i=Math.ceil((4+e)/8)*8,s={};for(let[r,o]of Object.entries(t.arrays??{})){let a=Vy[o.type];if(!a)throw new Error(`array '${r}' has the unknown type '${o.type}'`);s[r]=new a(n,i+o.at,o.count)}return{head:t,arrays:s}}function Vt(n,e){let t=n[e];if(!t)throw new Error(`the data has no array '${e}'`);return t}function Sn(n){return n instanceof Float32Array?n:Float32Array.from(n)}function $r(n,e){let t={};for(let[i,s]of Object.entries(n??{}))t[i]=s.map(r=>{let o=Vt(e,r.vertices),a=new Float32Array(o.length);for(let l=0;l<a.length;l++)a[l]=r.lo[l%3]+r.step[l%3]*o[l];return{vertices:a,faces:Vt(e,r.faces),color:r.color}});return t}function Gp(n,e,t){let i=Vt(e,n.array),s=7*n.links.length,r=new Float32Array(t*s),o=new Int16Array(s);for(let a=0;a<t;a++){for(let l=0;l<s;l++){o[l]+=i[a*s+l];let c=l%7,u=o[l];r[a*s+l]=c<3?n.lo[c]+n.step*(u+32768):u/32767}for(let l=0;l<n.links.length;l++)Hy(r,a*s+7*l+3)}return r}function Wp(n,e){let t=new Float32Array(n.length),i=new Int16Array(3);for(let s=0;s<t.length;s++)i[s%3]+=n[s],t[s]=i[s%3]/32767*e;return t}function Hy(n,e){let t=Math.hypot(n[e],n[e+1],n[e+2],n[e+3]);if(!(t>0)){n.set([1,0,0,0],e);return}for(let i=e;i<e+4;i++)n[i]/=t}var Qs={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},er={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},wm=0,Sd=1,Em=2;var Oa=1,Tm=2,Mo=3,tr=0,en=1,is=2,br=0,wo=1,Md=2,wd=3,Ed=4,Am=5;var Sr=100,Rm=101,Cm=102,Pm=103,Lm=104,Im=200,Dm=201,Nm=202,Um=203,Td=204,Ad=205,Fm=206,Om=207,km=208,Bm=209,zm=210,Vm=211,Hm=212,Gm=213,Wm=214,Yl=0,$l=1,Kl=2,fo=3,Zl=4,Jl=5,jl=6,Ql=7,Ac=0,Xm=1,qm=2,ns=0,Rd=1,Cd=2,Pd=3,Ld=4,Id=5,Dd=6,Nd=7;var Ud=300,Mr=301,Eo=302,Rc=303,Cc=304,ec=1e3,es=1001,tc=1002,Ii=1003,Ym=1004;var ka=1005;var ji=1006,Pc=1007;var Rs=1008;var on=1009,Fd=1010,Od=1011,To=1012,Lc=1013,kn=1014,Bn=1015,zn=1016,Ic=1017,Dc=1018,wr=1020,kd=35902,Bd=35899,zd=1021,Vd=1022,Vn=1023,ws=1026,Cs=1027,Hd=1028,Nc=1029,ir=1030,Uc=1031;var Fc=1033,Ba=33776,za=33777,Va=33778,Ha=33779,Oc=35840,kc=35841,Bc=35842,zc=35843,Vc=36196,Hc=37492,Gc=37496,Wc=37488,Xc=37489,Ga=37490,qc=37491,Yc=37808,$c=37809,Kc=37810,Zc=37811,Jc=37812,jc=37813,Qc=37814,eh=37815,th=37816,ih=37817,nh=37818,sh=37819,rh=37820,oh=37821,ah=36492,lh=36494,ch=36495,hh=36283,uh=36284,Wa=36285,dh=36286;var ha=2300,ic=2301,Xl=2302,pd=2303,md=2400,gd=2401,vd=2402;var $m=3200;var fh=0,Km=1,Ps="",Ki="srgb",ua="srgb-linear",da="linear",At="srgb";var ql=7680;var Zm=519,Jm=512,jm=513,Qm=514,Gd=515,eg=516,tg=517,Wd=518,Xd=519,qd=35044;var Yd="300 es",wn=2e3,po=2001;function Gy(n){for(let e=n.length-1;e>=0;--e)if(n[e]>=65535)return!0;return!1}function Wy(n){return ArrayBuffer.isView(n)&&!(n instanceof DataView)}function fa(n){return document.createElementNS("http://www.w3.org/1999/xhtml",n)}function ig(){let n=fa("canvas");return n.style.display="block",n}var Xp={},mo=null;function pa(...n){let e="THREE."+n.shift();mo?mo("log",e,...n):console.log(e,...n)}function ng(n){let e=n[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=n[1];t&&t.isStackTrace?n[0]+=" "+t.getLocation():n[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return n}function qe(...n){n=ng(n);let e="THREE."+n.shift();if(mo)mo("warn",e,...n);else{let t=n[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...n)}}function Qe(...n){n=ng(n);let e="THREE."+n.shift();if(mo)mo("error",e,...n);else{let t=n[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...n)}}function la(...n){let e=n.join(" ");e in Xp||(Xp[e]=!0,qe(...n))}function sg(n,e,t){return new Promise(function(i,s){function r(){switch(n.clientWaitSync(e,n.SYNC_FLUSH_COMMANDS_BIT,0)){case n.WAIT_FAILED:s();break;case n.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:i()}}setTimeout(r,t)})}var rg={[Yl]:Yl,[Kl]:jl,[Zl]:Zl,[fo]:Jl,[$l]:$l,[jl]:Kl,[Ql]:Ql,[Jl]:fo},Nn=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[e]===void 0&&(i[e]=[]),i[e].indexOf(t)===-1&&i[e].push(t)}hasEventListener(e,t){let i=this._listeners;return i===void 0?!1:i[e]!==void 0&&i[e].indexOf(t)!==-1}removeEventListener(e,t){let i=this._listeners;if(i===void 0)return;let s=i[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let i=t[e.type];if(i!==void 0){e.target=this;let s=i.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},zi=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],qp=1234567,ho=Math.PI/180,go=180/Math.PI;function nr(){let n=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(zi[n&255]+zi[n>>8&255]+zi[n>>16&255]+zi[n>>24&255]+"-"+zi[e&255]+zi[e>>8&255]+"-"+zi[e>>16&15|64]+zi[e>>24&255]+"-"+zi[t&63|128]+zi[t>>8&255]+"-"+zi[t>>16&255]+zi[t>>24&255]+zi[i&255]+zi[i>>8&255]+zi[i>>16&255]+zi[i>>24&255]).toLowerCase()}function ot(n,e,t){return Math.max(e,Math.min(t,n))}function $d(n,e){return(n%e+e)%e}function Xy(n,e,t,i,s){return i+(n-e)*(s-i)/(t-e)}function qy(n,e,t){return n!==e?(t-n)/(e-n):0}function ca(n,e,t){return(1-t)*n+t*e}function Yy(n,e,t,i){return ca(n,e,1-Math.exp(-t*i))}function $y(n,e=1){return e-Math.abs($d(n,e*2)-e)}function Ky(n,e,t){return n<=e?0:n>=t?1:(n=(n-e)/(t-e),n*n*(3-2*n))}function Zy(n,e,t){return n<=e?0:n>=t?1:(n=(n-e)/(t-e),n*n*n*(n*(n*6-15)+10))}function Jy(n,e){return n+Math.floor(Math.random()*(e-n+1))}function jy(n,e){return n+Math.random()*(e-n)}function Qy(n){return n*(.5-Math.random())}function ex(n){n!==void 0&&(qp=n);let e=qp+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function tx(n){return n*ho}function ix(n){return n*go}function nx(n){return n>0&&Number.isInteger(n)&&2**Math.round(Math.log2(n))===n}function sx(n){return Math.pow(2,Math.ceil(Math.log(n)/Math.LN2))}function Kd(n){return Math.pow(2,Math.floor(Math.log(n)/Math.LN2))}function rx(n,e,t,i,s){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+i)/2),u=o((e+i)/2),h=r((e-i)/2),d=o((e-i)/2),f=r((i-e)/2),g=o((i-e)/2);switch(s){case"XYX":n.set(a*u,l*h,l*d,a*c);break;case"YZY":n.set(l*d,a*u,l*h,a*c);break;case"ZXZ":n.set(l*h,l*d,a*u,a*c);break;case"XZX":n.set(a*u,l*g,l*f,a*c);break;case"YXY":n.set(l*f,a*u,l*g,a*c);break;case"ZYZ":n.set(l*g,l*f,a*u,a*c);break;default:qe("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function ph(n){switch(n.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Zd(n,e){if(e.constructor===Float32Array)return n;let t=ph(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(n/t,-1)}function Jd(n,e){if(e.constructor===Float32Array)return n;let t=ph(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(n*t)}var Xa={DEG2RAD:ho,RAD2DEG:go,generateUUID:nr,clamp:ot,euclideanModulo:$d,mapLinear:Xy,inverseLerp:qy,lerp:ca,damp:Yy,pingpong:$y,smoothstep:Ky,smootherstep:Zy,randInt:Jy,randFloat:jy,randFloatSpread:Qy,seededRandom:ex,degToRad:tx,radToDeg:ix,isPowerOfTwo:nx,ceilPowerOfTwo:sx,floorPowerOfTwo:Kd,setQuaternionFromProperEuler:rx,normalize:Jd,denormalize:Zd},Ye=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,i=this.y,s=e.elements;return this.x=s[0]*t+s[3]*i+s[6],this.y=s[1]*t+s[4]*i+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=ot(this.x,e.x,t.x),this.y=ot(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=ot(this.x,e,t),this.y=ot(this.y,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(ot(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(ot(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y;return t*t+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let i=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*i-o*s+e.x,this.y=r*s+o*i+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},_i=class{constructor(e=0,t=0,i=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=i,this._w=s}static slerpFlat(e,t,i,s,r,o,a){let l=i[s+0],c=i[s+1],u=i[s+2],h=i[s+3],d=r[o+0],f=r[o+1],g=r[o+2],_=r[o+3];if(h!==_||l!==d||c!==f||u!==g){let m=l*d+c*f+u*g+h*_;m<0&&(d=-d,f=-f,g=-g,_=-_,m=-m);let p=1-a;if(m<.9995){let x=Math.acos(m),A=Math.sin(x);p=Math.sin(p*x)/A,a=Math.sin(a*x)/A,l=l*p+d*a,c=c*p+f*a,u=u*p+g*a,h=h*p+_*a}else{l=l*p+d*a,c=c*p+f*a,u=u*p+g*a,h=h*p+_*a;let x=1/Math.sqrt(l*l+c*c+u*u+h*h);l*=x,c*=x,u*=x,h*=x}}e[t]=l,e[t+1]=c,e[t+2]=u,e[t+3]=h}static multiplyQuaternionsFlat(e,t,i,s,r,o){let a=i[s],l=i[s+1],c=i[s+2],u=i[s+3],h=r[o],d=r[o+1],f=r[o+2],g=r[o+3];return e[t]=a*g+u*h+l*f-c*d,e[t+1]=l*g+u*d+c*h-a*f,e[t+2]=c*g+u*f+a*d-l*h,e[t+3]=u*g-a*h-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,i,s){return this._x=e,this._y=t,this._z=i,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let i=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(i/2),u=a(s/2),h=a(r/2),d=l(i/2),f=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=d*u*h+c*f*g,this._y=c*f*h-d*u*g,this._z=c*u*g+d*f*h,this._w=c*u*h-d*f*g;break;case"YXZ":this._x=d*u*h+c*f*g,this._y=c*f*h-d*u*g,this._z=c*u*g-d*f*h,this._w=c*u*h+d*f*g;break;case"ZXY":this._x=d*u*h-c*f*g,this._y=c*f*h+d*u*g,this._z=c*u*g+d*f*h,this._w=c*u*h-d*f*g;break;case"ZYX":this._x=d*u*h-c*f*g,this._y=c*f*h+d*u*g,this._z=c*u*g-d*f*h,this._w=c*u*h+d*f*g;break;case"YZX":this._x=d*u*h+c*f*g,this._y=c*f*h+d*u*g,this._z=c*u*g-d*f*h,this._w=c*u*h-d*f*g;break;case"XZY":this._x=d*u*h-c*f*g,this._y=c*f*h-d*u*g,this._z=c*u*g+d*f*h,this._w=c*u*h+d*f*g;break;default:qe("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let i=t/2,s=Math.sin(i);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,i=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],u=t[6],h=t[10],d=i+a+h;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(u-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(i>a&&i>h){let f=2*Math.sqrt(1+i-a-h);this._w=(u-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>h){let f=2*Math.sqrt(1+a-i-h);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+u)/f}else{let f=2*Math.sqrt(1+h-i-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+u)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let i=e.dot(t)+1;return i<1e-8?(i=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=i):(this._x=0,this._y=-e.z,this._z=e.y,this._w=i)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=i),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(ot(this.dot(e),-1,1)))}rotateTowards(e,t){let i=this.angleTo(e);if(i===0)return this;let s=Math.min(1,t/i);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let i=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,u=t._w;return this._x=i*u+o*a+s*c-r*l,this._y=s*u+o*l+r*a-i*c,this._z=r*u+o*c+i*l-s*a,this._w=o*u-i*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let i=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(i=-i,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),u=Math.sin(c);l=Math.sin(l*c)/u,t=Math.sin(t*c)/u,this._x=this._x*l+i*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+i*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,i){return this.copy(e).slerp(t,i)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),i=Math.random(),s=Math.sqrt(1-i),r=Math.sqrt(i);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},U=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,i=0){this.x=e,this.y=t,this.z=i}set(e,t,i){return i===void 0&&(i=this.z),this.x=e,this.y=t,this.z=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(Yp.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Yp.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,i=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*i+r[6]*s,this.y=r[1]*t+r[4]*i+r[7]*s,this.z=r[2]*t+r[5]*i+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,i=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*i+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*i+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*i+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*i+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,i=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*i),u=2*(a*t-r*s),h=2*(r*i-o*t);return this.x=t+l*c+o*h-a*u,this.y=i+l*u+a*c-r*h,this.z=s+l*h+r*u-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,i=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*i+r[8]*s,this.y=r[1]*t+r[5]*i+r[9]*s,this.z=r[2]*t+r[6]*i+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=ot(this.x,e.x,t.x),this.y=ot(this.y,e.y,t.y),this.z=ot(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=ot(this.x,e,t),this.y=ot(this.y,e,t),this.z=ot(this.z,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(ot(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let i=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-i*l,this.z=i*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let i=e.dot(this)/t;return this.copy(e).multiplyScalar(i)}projectOnPlane(e){return Xu.copy(this).projectOnVector(e),this.sub(Xu)}reflect(e){return this.sub(Xu.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(ot(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y,s=this.z-e.z;return t*t+i*i+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,i){let s=Math.sin(t)*e;return this.x=s*Math.sin(i),this.y=Math.cos(t)*e,this.z=s*Math.cos(i),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,i){return this.x=e*Math.sin(t),this.y=i,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),i=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=i,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,i=Math.sqrt(1-t*t);return this.x=i*Math.cos(e),this.y=t,this.z=i*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Xu=new U,Yp=new _i,tt=class{static{this.prototype.isMatrix3=!0}constructor(e,t,i,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,i,s,r,o,a,l,c)}set(e,t,i,s,r,o,a,l,c){let u=this.elements;return u[0]=e,u[1]=s,u[2]=a,u[3]=t,u[4]=r,u[5]=l,u[6]=i,u[7]=o,u[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],this}extractBasis(e,t,i){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,s=t.elements,r=this.elements,o=i[0],a=i[3],l=i[6],c=i[1],u=i[4],h=i[7],d=i[2],f=i[5],g=i[8],_=s[0],m=s[3],p=s[6],x=s[1],A=s[4],S=s[7],C=s[2],T=s[5],y=s[8];return r[0]=o*_+a*x+l*C,r[3]=o*m+a*A+l*T,r[6]=o*p+a*S+l*y,r[1]=c*_+u*x+h*C,r[4]=c*m+u*A+h*T,r[7]=c*p+u*S+h*y,r[2]=d*_+f*x+g*C,r[5]=d*m+f*A+g*T,r[8]=d*p+f*S+g*y,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],u=e[8];return t*o*u-t*a*c-i*r*u+i*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],i=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],u=e[8],h=u*o-a*c,d=a*l-u*r,f=c*r-o*l,g=t*h+i*d+s*f;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/g;return e[0]=h*_,e[1]=(s*c-u*i)*_,e[2]=(a*i-s*o)*_,e[3]=d*_,e[4]=(u*t-s*l)*_,e[5]=(s*r-a*t)*_,e[6]=f*_,e[7]=(i*l-c*t)*_,e[8]=(o*t-i*r)*_,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,i,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(i*l,i*c,-i*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return la("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(qu.makeScale(e,t)),this}rotate(e){return la("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(qu.makeRotation(-e)),this}translate(e,t){return la("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(qu.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,i,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,i=e.elements;for(let s=0;s<9;s++)if(t[s]!==i[s])return!1;return!0}fromArray(e,t=0){for(let i=0;i<9;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e}clone(){return new this.constructor().fromArray(this.elements)}},qu=new tt,$p=new tt().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Kp=new tt().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function ox(){let n={enabled:!0,workingColorSpace:ua,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===At&&(s.r=Ms(s.r),s.g=Ms(s.g),s.b=Ms(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===At&&(s.r=uo(s.r),s.g=uo(s.g),s.b=uo(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Ps?da:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],i=[.3127,.329];return n.define({[ua]:{primaries:e,whitePoint:i,transfer:da,toXYZ:$p,fromXYZ:Kp,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Ki},outputColorSpaceConfig:{drawingBufferColorSpace:Ki}},[Ki]:{primaries:e,whitePoint:i,transfer:At,toXYZ:$p,fromXYZ:Kp,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Ki}}}),n}var vt=ox();function Ms(n){return n<.04045?n*.0773993808:Math.pow(n*.9478672986+.0521327014,2.4)}function uo(n){return n<.0031308?n*12.92:1.055*Math.pow(n,.41666)-.055}var Kr,nc=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let i;if(e instanceof HTMLCanvasElement)i=e;else{Kr===void 0&&(Kr=fa("canvas")),Kr.width=e.width,Kr.height=e.height;let s=Kr.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),i=Kr}return i.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=fa("canvas");t.width=e.width,t.height=e.height;let i=t.getContext("2d");i.drawImage(e,0,0,e.width,e.height);let s=i.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Ms(r[o]/255)*255;return i.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let i=0;i<t.length;i++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[i]=Math.floor(Ms(t[i]/255)*255):t[i]=Ms(t[i]);return{data:t,width:e.width,height:e.height}}else return qe("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},ax=0,vo=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:ax++}),this.uuid=nr(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let i={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Yu(s[o].image)):r.push(Yu(s[o]))}else r=Yu(s);i.url=r}return t||(e.images[this.uuid]=i),i}};function Yu(n){return typeof HTMLImageElement<"u"&&n instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&n instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&n instanceof ImageBitmap?nc.getDataURL(n):n.data?{data:Array.from(n.data),width:n.width,height:n.height,type:n.data.constructor.name}:(qe("Texture: Unable to serialize Texture."),{})}var lx=0,$u=new U,rn=class n extends Nn{constructor(e=n.DEFAULT_IMAGE,t=n.DEFAULT_MAPPING,i=es,s=es,r=ji,o=Rs,a=Vn,l=on,c=n.DEFAULT_ANISOTROPY,u=Ps){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:lx++}),this.uuid=nr(),this.name="",this.source=new vo(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=i,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Ye(0,0),this.repeat=new Ye(1,1),this.center=new Ye(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new tt,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize($u).x}get height(){return this.source.getSize($u).y}get depth(){return this.source.getSize($u).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let i=e[t];if(i===void 0){qe(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){qe(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&i&&s.isVector2&&i.isVector2||s&&i&&s.isVector3&&i.isVector3||s&&i&&s.isMatrix3&&i.isMatrix3?s.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(i.userData=this.userData),t||(e.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==Ud)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case ec:e.x=e.x-Math.floor(e.x);break;case es:e.x=e.x<0?0:1;break;case tc:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case ec:e.y=e.y-Math.floor(e.y);break;case es:e.y=e.y<0?0:1;break;case tc:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};rn.DEFAULT_IMAGE=null;rn.DEFAULT_MAPPING=Ud;rn.DEFAULT_ANISOTROPY=1;var Rt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,i=0,s=1){this.x=e,this.y=t,this.z=i,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,i,s){return this.x=e,this.y=t,this.z=i,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,i=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*i+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*i+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*i+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*i+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,i,s,r,l=e.elements,c=l[0],u=l[4],h=l[8],d=l[1],f=l[5],g=l[9],_=l[2],m=l[6],p=l[10];if(Math.abs(u-d)<.01&&Math.abs(h-_)<.01&&Math.abs(g-m)<.01){if(Math.abs(u+d)<.1&&Math.abs(h+_)<.1&&Math.abs(g+m)<.1&&Math.abs(c+f+p-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let A=(c+1)/2,S=(f+1)/2,C=(p+1)/2,T=(u+d)/4,y=(h+_)/4,E=(g+m)/4;return A>S&&A>C?A<.01?(i=0,s=.707106781,r=.707106781):(i=Math.sqrt(A),s=T/i,r=y/i):S>C?S<.01?(i=.707106781,s=0,r=.707106781):(s=Math.sqrt(S),i=T/s,r=E/s):C<.01?(i=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),i=y/r,s=E/r),this.set(i,s,r,t),this}let x=Math.sqrt((m-g)*(m-g)+(h-_)*(h-_)+(d-u)*(d-u));return Math.abs(x)<.001&&(x=1),this.x=(m-g)/x,this.y=(h-_)/x,this.z=(d-u)/x,this.w=Math.acos((c+f+p-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=ot(this.x,e.x,t.x),this.y=ot(this.y,e.y,t.y),this.z=ot(this.z,e.z,t.z),this.w=ot(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=ot(this.x,e,t),this.y=ot(this.y,e,t),this.z=ot(this.z,e,t),this.w=ot(this.w,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(ot(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this.w=e.w+(t.w-e.w)*i,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},sc=class extends Nn{constructor(e=1,t=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:ji,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},i),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=i.depth,this.scissor=new Rt(0,0,e,t),this.scissorTest=!1,this.viewport=new Rt(0,0,e,t),this.textures=[];let s=i.count;for(let r=0;r<s;r++)this.textures[r]=new rn({width:e,height:t,depth:i.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:ji,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,i=1){if(this.width!==e||this.height!==t||this.depth!==i){this.width=e,this.height=t,this.depth=i;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=i,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,i=e.textures.length;t<i;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new vo(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},pn=class extends sc{constructor(e=1,t=1,i={}){super(e,t,i),this.isWebGLRenderTarget=!0}},ma=class extends rn{constructor(e=null,t=1,i=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:i,depth:s},this.magFilter=Ii,this.minFilter=Ii,this.wrapR=es,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var rc=class extends rn{constructor(e=null,t=1,i=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:i,depth:s},this.magFilter=Ii,this.minFilter=Ii,this.wrapR=es,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Ft=class n{static{this.prototype.isMatrix4=!0}constructor(e,t,i,s,r,o,a,l,c,u,h,d,f,g,_,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,i,s,r,o,a,l,c,u,h,d,f,g,_,m)}set(e,t,i,s,r,o,a,l,c,u,h,d,f,g,_,m){let p=this.elements;return p[0]=e,p[4]=t,p[8]=i,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=u,p[10]=h,p[14]=d,p[3]=f,p[7]=g,p[11]=_,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new n().fromArray(this.elements)}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],t[9]=i[9],t[10]=i[10],t[11]=i[11],t[12]=i[12],t[13]=i[13],t[14]=i[14],t[15]=i[15],this}copyPosition(e){let t=this.elements,i=e.elements;return t[12]=i[12],t[13]=i[13],t[14]=i[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,i){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),i.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(e,t,i){return this.set(e.x,t.x,i.x,0,e.y,t.y,i.y,0,e.z,t.z,i.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,i=e.elements,s=1/Zr.setFromMatrixColumn(e,0).length(),r=1/Zr.setFromMatrixColumn(e,1).length(),o=1/Zr.setFromMatrixColumn(e,2).length();return t[0]=i[0]*s,t[1]=i[1]*s,t[2]=i[2]*s,t[3]=0,t[4]=i[4]*r,t[5]=i[5]*r,t[6]=i[6]*r,t[7]=0,t[8]=i[8]*o,t[9]=i[9]*o,t[10]=i[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,i=e.x,s=e.y,r=e.z,o=Math.cos(i),a=Math.sin(i),l=Math.cos(s),c=Math.sin(s),u=Math.cos(r),h=Math.sin(r);if(e.order==="XYZ"){let d=o*u,f=o*h,g=a*u,_=a*h;t[0]=l*u,t[4]=-l*h,t[8]=c,t[1]=f+g*c,t[5]=d-_*c,t[9]=-a*l,t[2]=_-d*c,t[6]=g+f*c,t[10]=o*l}else if(e.order==="YXZ"){let d=l*u,f=l*h,g=c*u,_=c*h;t[0]=d+_*a,t[4]=g*a-f,t[8]=o*c,t[1]=o*h,t[5]=o*u,t[9]=-a,t[2]=f*a-g,t[6]=_+d*a,t[10]=o*l}else if(e.order==="ZXY"){let d=l*u,f=l*h,g=c*u,_=c*h;t[0]=d-_*a,t[4]=-o*h,t[8]=g+f*a,t[1]=f+g*a,t[5]=o*u,t[9]=_-d*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let d=o*u,f=o*h,g=a*u,_=a*h;t[0]=l*u,t[4]=g*c-f,t[8]=d*c+_,t[1]=l*h,t[5]=_*c+d,t[9]=f*c-g,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let d=o*l,f=o*c,g=a*l,_=a*c;t[0]=l*u,t[4]=_-d*h,t[8]=g*h+f,t[1]=h,t[5]=o*u,t[9]=-a*u,t[2]=-c*u,t[6]=f*h+g,t[10]=d-_*h}else if(e.order==="XZY"){let d=o*l,f=o*c,g=a*l,_=a*c;t[0]=l*u,t[4]=-h,t[8]=c*u,t[1]=d*h+_,t[5]=o*u,t[9]=f*h-g,t[2]=g*h-f,t[6]=a*u,t[10]=_*h+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(cx,e,hx)}lookAt(e,t,i){let s=this.elements;return dn.subVectors(e,t),dn.lengthSq()===0&&(dn.z=1),dn.normalize(),zs.crossVectors(i,dn),zs.lengthSq()===0&&(Math.abs(i.z)===1?dn.x+=1e-4:dn.z+=1e-4,dn.normalize(),zs.crossVectors(i,dn)),zs.normalize(),xl.crossVectors(dn,zs),s[0]=zs.x,s[4]=xl.x,s[8]=dn.x,s[1]=zs.y,s[5]=xl.y,s[9]=dn.y,s[2]=zs.z,s[6]=xl.z,s[10]=dn.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,s=t.elements,r=this.elements,o=i[0],a=i[4],l=i[8],c=i[12],u=i[1],h=i[5],d=i[9],f=i[13],g=i[2],_=i[6],m=i[10],p=i[14],x=i[3],A=i[7],S=i[11],C=i[15],T=s[0],y=s[4],E=s[8],k=s[12],L=s[1],I=s[5],z=s[9],V=s[13],N=s[2],W=s[6],Y=s[10],G=s[14],ce=s[3],J=s[7],Q=s[11],se=s[15];return r[0]=o*T+a*L+l*N+c*ce,r[4]=o*y+a*I+l*W+c*J,r[8]=o*E+a*z+l*Y+c*Q,r[12]=o*k+a*V+l*G+c*se,r[1]=u*T+h*L+d*N+f*ce,r[5]=u*y+h*I+d*W+f*J,r[9]=u*E+h*z+d*Y+f*Q,r[13]=u*k+h*V+d*G+f*se,r[2]=g*T+_*L+m*N+p*ce,r[6]=g*y+_*I+m*W+p*J,r[10]=g*E+_*z+m*Y+p*Q,r[14]=g*k+_*V+m*G+p*se,r[3]=x*T+A*L+S*N+C*ce,r[7]=x*y+A*I+S*W+C*J,r[11]=x*E+A*z+S*Y+C*Q,r[15]=x*k+A*V+S*G+C*se,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],u=e[2],h=e[6],d=e[10],f=e[14],g=e[3],_=e[7],m=e[11],p=e[15],x=l*f-c*d,A=a*f-c*h,S=a*d-l*h,C=o*f-c*u,T=o*d-l*u,y=o*h-a*u;return t*(_*x-m*A+p*S)-i*(g*x-m*C+p*T)+s*(g*A-_*C+p*y)-r*(g*S-_*T+m*y)}determinantAffine(){let e=this.elements,t=e[0],i=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],u=e[10];return t*(o*u-a*c)-i*(r*u-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,i){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=i),this}invert(){let e=this.elements,t=e[0],i=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],u=e[8],h=e[9],d=e[10],f=e[11],g=e[12],_=e[13],m=e[14],p=e[15],x=t*a-i*o,A=t*l-s*o,S=t*c-r*o,C=i*l-s*a,T=i*c-r*a,y=s*c-r*l,E=u*_-h*g,k=u*m-d*g,L=u*p-f*g,I=h*m-d*_,z=h*p-f*_,V=d*p-f*m,N=x*V-A*z+S*I+C*L-T*k+y*E;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let W=1/N;return e[0]=(a*V-l*z+c*I)*W,e[1]=(s*z-i*V-r*I)*W,e[2]=(_*y-m*T+p*C)*W,e[3]=(d*T-h*y-f*C)*W,e[4]=(l*L-o*V-c*k)*W,e[5]=(t*V-s*L+r*k)*W,e[6]=(m*S-g*y-p*A)*W,e[7]=(u*y-d*S+f*A)*W,e[8]=(o*z-a*L+c*E)*W,e[9]=(i*L-t*z-r*E)*W,e[10]=(g*T-_*S+p*x)*W,e[11]=(h*S-u*T-f*x)*W,e[12]=(a*k-o*I-l*E)*W,e[13]=(t*I-i*k+s*E)*W,e[14]=(_*A-g*C-m*x)*W,e[15]=(u*C-h*A+d*x)*W,this}scale(e){let t=this.elements,i=e.x,s=e.y,r=e.z;return t[0]*=i,t[4]*=s,t[8]*=r,t[1]*=i,t[5]*=s,t[9]*=r,t[2]*=i,t[6]*=s,t[10]*=r,t[3]*=i,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],i=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,i,s))}makeTranslation(e,t,i){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,i,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),i=Math.sin(e);return this.set(1,0,0,0,0,t,-i,0,0,i,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,0,i,0,0,1,0,0,-i,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,0,i,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let i=Math.cos(t),s=Math.sin(t),r=1-i,o=e.x,a=e.y,l=e.z,c=r*o,u=r*a;return this.set(c*o+i,c*a-s*l,c*l+s*a,0,c*a+s*l,u*a+i,u*l-s*o,0,c*l-s*a,u*l+s*o,r*l*l+i,0,0,0,0,1),this}makeScale(e,t,i){return this.set(e,0,0,0,0,t,0,0,0,0,i,0,0,0,0,1),this}makeShear(e,t,i,s,r,o){return this.set(1,i,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,i){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,u=o+o,h=a+a,d=r*c,f=r*u,g=r*h,_=o*u,m=o*h,p=a*h,x=l*c,A=l*u,S=l*h,C=i.x,T=i.y,y=i.z;return s[0]=(1-(_+p))*C,s[1]=(f+S)*C,s[2]=(g-A)*C,s[3]=0,s[4]=(f-S)*T,s[5]=(1-(d+p))*T,s[6]=(m+x)*T,s[7]=0,s[8]=(g+A)*y,s[9]=(m-x)*y,s[10]=(1-(d+_))*y,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,i){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return i.set(1,1,1),t.identity(),this;let o=Zr.set(s[0],s[1],s[2]).length(),a=Zr.set(s[4],s[5],s[6]).length(),l=Zr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Ln.copy(this);let c=1/o,u=1/a,h=1/l;return Ln.elements[0]*=c,Ln.elements[1]*=c,Ln.elements[2]*=c,Ln.elements[4]*=u,Ln.elements[5]*=u,Ln.elements[6]*=u,Ln.elements[8]*=h,Ln.elements[9]*=h,Ln.elements[10]*=h,t.setFromRotationMatrix(Ln),i.x=o,i.y=a,i.z=l,this}makePerspective(e,t,i,s,r,o,a=wn,l=!1){let c=this.elements,u=2*r/(t-e),h=2*r/(i-s),d=(t+e)/(t-e),f=(i+s)/(i-s),g,_;if(l)g=r/(o-r),_=o*r/(o-r);else if(a===wn)g=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===po)g=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=h,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,i,s,r,o,a=wn,l=!1){let c=this.elements,u=2/(t-e),h=2/(i-s),d=-(t+e)/(t-e),f=-(i+s)/(i-s),g,_;if(l)g=1/(o-r),_=o/(o-r);else if(a===wn)g=-2/(o-r),_=-(o+r)/(o-r);else if(a===po)g=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=h,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,i=e.elements;for(let s=0;s<16;s++)if(t[s]!==i[s])return!1;return!0}fromArray(e,t=0){for(let i=0;i<16;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e[t+9]=i[9],e[t+10]=i[10],e[t+11]=i[11],e[t+12]=i[12],e[t+13]=i[13],e[t+14]=i[14],e[t+15]=i[15],e}},Zr=new U,Ln=new Ft,cx=new U(0,0,0),hx=new U(1,1,1),zs=new U,xl=new U,dn=new U,Zp=new Ft,Jp=new _i,Es=class n{constructor(e=0,t=0,i=0,s=n.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=i,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,i,s=this._order){return this._x=e,this._y=t,this._z=i,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,i=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],u=s[9],h=s[2],d=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(ot(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-u,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-ot(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-h,r),this._z=0);break;case"ZXY":this._x=Math.asin(ot(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-h,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-ot(h,-1,1)),Math.abs(h)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(ot(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-u,c),this._y=Math.atan2(-h,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-ot(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-u,f),this._y=0);break;default:qe("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,i===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,i){return Zp.makeRotationFromQuaternion(e),this.setFromRotationMatrix(Zp,t,i)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return Jp.setFromEuler(this),this.setFromQuaternion(Jp,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Es.DEFAULT_ORDER="XYZ";var yo=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},ux=0,jp=new U,Jr=new _i,vs=new Ft,_l=new U,na=new U,dx=new U,fx=new _i,Qp=new U(1,0,0),em=new U(0,1,0),tm=new U(0,0,1),im={type:"added"},px={type:"removed"},jr={type:"childadded",child:null},Ku={type:"childremoved",child:null},Ui=class n extends Nn{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:ux++}),this.uuid=nr(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=n.DEFAULT_UP.clone();let e=new U,t=new Es,i=new _i,s=new U(1,1,1);function r(){i.setFromEuler(t,!1)}function o(){t.setFromQuaternion(i,void 0,!1)}t._onChange(r),i._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ft},normalMatrix:{value:new tt}}),this.matrix=new Ft,this.matrixWorld=new Ft,this.matrixAutoUpdate=n.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new yo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Jr.setFromAxisAngle(e,t),this.quaternion.multiply(Jr),this}rotateOnWorldAxis(e,t){return Jr.setFromAxisAngle(e,t),this.quaternion.premultiply(Jr),this}rotateX(e){return this.rotateOnAxis(Qp,e)}rotateY(e){return this.rotateOnAxis(em,e)}rotateZ(e){return this.rotateOnAxis(tm,e)}translateOnAxis(e,t){return jp.copy(e).applyQuaternion(this.quaternion),this.position.add(jp.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Qp,e)}translateY(e){return this.translateOnAxis(em,e)}translateZ(e){return this.translateOnAxis(tm,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(vs.copy(this.matrixWorld).invert())}lookAt(e,t,i){e.isVector3?_l.copy(e):_l.set(e,t,i);let s=this.parent;this.updateWorldMatrix(!0,!1),na.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?vs.lookAt(na,_l,this.up):vs.lookAt(_l,na,this.up),this.quaternion.setFromRotationMatrix(vs),s&&(vs.extractRotation(s.matrixWorld),Jr.setFromRotationMatrix(vs),this.quaternion.premultiply(Jr.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Qe("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(im),jr.child=e,this.dispatchEvent(jr),jr.child=null):Qe("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(px),Ku.child=e,this.dispatchEvent(Ku),Ku.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),vs.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),vs.multiply(e.parent.matrixWorld)),e.applyMatrix4(vs),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(im),jr.child=e,this.dispatchEvent(jr),jr.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let i=0,s=this.children.length;i<s;i++){let o=this.children[i].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,i=[]){this[e]===t&&i.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,i);return i}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(na,e,dx),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(na,fx,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,i=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*i-r[8]*s,r[13]+=i-r[1]*t-r[5]*i-r[9]*s,r[14]+=s-r[2]*t-r[6]*i-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].updateMatrixWorld(e)}updateWorldMatrix(e,t,i=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,i)}}toJSON(e){let t=e===void 0||typeof e=="string",i={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,u=l.length;c<u;c++){let h=l[c];r(e.shapes,h)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),u=o(e.images),h=o(e.shapes),d=o(e.skeletons),f=o(e.animations),g=o(e.nodes);a.length>0&&(i.geometries=a),l.length>0&&(i.materials=l),c.length>0&&(i.textures=c),u.length>0&&(i.images=u),h.length>0&&(i.shapes=h),d.length>0&&(i.skeletons=d),f.length>0&&(i.animations=f),g.length>0&&(i.nodes=g)}return i.object=s,i;function o(a){let l=[];for(let c in a){let u=a[c];delete u.metadata,l.push(u)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let i=0;i<e.children.length;i++){let s=e.children[i];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Ui.DEFAULT_UP=new U(0,1,0);Ui.DEFAULT_MATRIX_AUTO_UPDATE=!0;Ui.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var mi=class extends Ui{constructor(){super(),this.isGroup=!0,this.type="Group"}},mx={type:"move"},xo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new mi,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new mi,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new U,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new U),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new mi,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new U,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new U,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let i of e.hand.values())this._getHandJoint(t,i)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,i){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let _ of e.hand.values()){let m=t.getJointPose(_,i),p=this._getHandJoint(c,_);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.quaternion,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let u=c.joints["index-finger-tip"],h=c.joints["thumb-tip"],d=u.position.distanceTo(h.position),f=.02,g=.005;c.inputState.pinching&&d>f+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,i),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,i),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(mx)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let i=new mi;i.matrixAutoUpdate=!1,i.visible=!1,e.joints[t.jointName]=i,e.add(i)}return e.joints[t.jointName]}},og={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Vs={h:0,s:0,l:0},bl={h:0,s:0,l:0};function Zu(n,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?n+(e-n)*6*t:t<1/2?e:t<2/3?n+(e-n)*6*(2/3-t):n}var at=class{constructor(e,t,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,i)}set(e,t,i){if(t===void 0&&i===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,i);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Ki){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,vt.colorSpaceToWorking(this,t),this}setRGB(e,t,i,s=vt.workingColorSpace){return this.r=e,this.g=t,this.b=i,vt.colorSpaceToWorking(this,s),this}setHSL(e,t,i,s=vt.workingColorSpace){if(e=$d(e,1),t=ot(t,0,1),i=ot(i,0,1),t===0)this.r=this.g=this.b=i;else{let r=i<=.5?i*(1+t):i+t-i*t,o=2*i-r;this.r=Zu(o,r,e+1/3),this.g=Zu(o,r,e),this.b=Zu(o,r,e-1/3)}return vt.colorSpaceToWorking(this,s),this}setStyle(e,t=Ki){function i(r){r!==void 0&&parseFloat(r)<1&&qe("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:qe("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);qe("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Ki){let i=og[e.toLowerCase()];return i!==void 0?this.setHex(i,t):qe("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=Ms(e.r),this.g=Ms(e.g),this.b=Ms(e.b),this}copyLinearToSRGB(e){return this.r=uo(e.r),this.g=uo(e.g),this.b=uo(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Ki){return vt.workingToColorSpace(Vi.copy(this),e),Math.round(ot(Vi.r*255,0,255))*65536+Math.round(ot(Vi.g*255,0,255))*256+Math.round(ot(Vi.b*255,0,255))}getHexString(e=Ki){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=vt.workingColorSpace){vt.workingToColorSpace(Vi.copy(this),t);let i=Vi.r,s=Vi.g,r=Vi.b,o=Math.max(i,s,r),a=Math.min(i,s,r),l,c,u=(a+o)/2;if(a===o)l=0,c=0;else{let h=o-a;switch(c=u<=.5?h/(o+a):h/(2-o-a),o){case i:l=(s-r)/h+(s<r?6:0);break;case s:l=(r-i)/h+2;break;case r:l=(i-s)/h+4;break}l/=6}return e.h=l,e.s=c,e.l=u,e}getRGB(e,t=vt.workingColorSpace){return vt.workingToColorSpace(Vi.copy(this),t),e.r=Vi.r,e.g=Vi.g,e.b=Vi.b,e}getStyle(e=Ki){vt.workingToColorSpace(Vi.copy(this),e);let t=Vi.r,i=Vi.g,s=Vi.b;return e!==Ki?`color(${e} ${t.toFixed(3)} ${i.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(i*255)},${Math.round(s*255)})`}offsetHSL(e,t,i){return this.getHSL(Vs),this.setHSL(Vs.h+e,Vs.s+t,Vs.l+i)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,i){return this.r=e.r+(t.r-e.r)*i,this.g=e.g+(t.g-e.g)*i,this.b=e.b+(t.b-e.b)*i,this}lerpHSL(e,t){this.getHSL(Vs),e.getHSL(bl);let i=ca(Vs.h,bl.h,t),s=ca(Vs.s,bl.s,t),r=ca(Vs.l,bl.l,t);return this.setHSL(i,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,i=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*i+r[6]*s,this.g=r[1]*t+r[4]*i+r[7]*s,this.b=r[2]*t+r[5]*i+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Vi=new at;at.NAMES=og;var ga=class extends Ui{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Es,this.environmentIntensity=1,this.environmentRotation=new Es,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},In=new U,ys=new U,Ju=new U,xs=new U,Qr=new U,eo=new U,nm=new U,ju=new U,Qu=new U,ed=new U,td=new Rt,id=new Rt,nd=new Rt,Ss=class n{constructor(e=new U,t=new U,i=new U){this.a=e,this.b=t,this.c=i}static getNormal(e,t,i,s){s.subVectors(i,t),In.subVectors(e,t),s.cross(In);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,i,s,r){In.subVectors(s,t),ys.subVectors(i,t),Ju.subVectors(e,t);let o=In.dot(In),a=In.dot(ys),l=In.dot(Ju),c=ys.dot(ys),u=ys.dot(Ju),h=o*c-a*a;if(h===0)return r.set(0,0,0),null;let d=1/h,f=(c*l-a*u)*d,g=(o*u-a*l)*d;return r.set(1-f-g,g,f)}static containsPoint(e,t,i,s){return this.getBarycoord(e,t,i,s,xs)===null?!1:xs.x>=0&&xs.y>=0&&xs.x+xs.y<=1}static getInterpolation(e,t,i,s,r,o,a,l){return this.getBarycoord(e,t,i,s,xs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,xs.x),l.addScaledVector(o,xs.y),l.addScaledVector(a,xs.z),l)}static getInterpolatedAttribute(e,t,i,s,r,o){return td.setScalar(0),id.setScalar(0),nd.setScalar(0),td.fromBufferAttribute(e,t),id.fromBufferAttribute(e,i),nd.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(td,r.x),o.addScaledVector(id,r.y),o.addScaledVector(nd,r.z),o}static isFrontFacing(e,t,i,s){return In.subVectors(i,t),ys.subVectors(e,t),In.cross(ys).dot(s)<0}set(e,t,i){return this.a.copy(e),this.b.copy(t),this.c.copy(i),this}setFromPointsAndIndices(e,t,i,s){return this.a.copy(e[t]),this.b.copy(e[i]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,i,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,i),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return In.subVectors(this.c,this.b),ys.subVectors(this.a,this.b),In.cross(ys).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return n.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return n.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,i,s,r){return n.getInterpolation(e,this.a,this.b,this.c,t,i,s,r)}containsPoint(e){return n.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return n.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let i=this.a,s=this.b,r=this.c,o,a;Qr.subVectors(s,i),eo.subVectors(r,i),ju.subVectors(e,i);let l=Qr.dot(ju),c=eo.dot(ju);if(l<=0&&c<=0)return t.copy(i);Qu.subVectors(e,s);let u=Qr.dot(Qu),h=eo.dot(Qu);if(u>=0&&h<=u)return t.copy(s);let d=l*h-u*c;if(d<=0&&l>=0&&u<=0&&l-u>0)return o=l/(l-u),t.copy(i).addScaledVector(Qr,o);ed.subVectors(e,r);let f=Qr.dot(ed),g=eo.dot(ed);if(g>=0&&f<=g)return t.copy(r);let _=f*c-l*g;if(_<=0&&c>=0&&g<=0)return a=c/(c-g),t.copy(i).addScaledVector(eo,a);let m=u*g-f*h;if(m<=0&&h-u>=0&&f-g>=0)return nm.subVectors(r,s),a=(h-u)/(h-u+(f-g)),t.copy(s).addScaledVector(nm,a);let p=1/(m+_+d);return o=_*p,a=d*p,t.copy(i).addScaledVector(Qr,o).addScaledVector(eo,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},Qi=class{constructor(e=new U(1/0,1/0,1/0),t=new U(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t+=3)this.expandByPoint(Dn.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,i=e.count;t<i;t++)this.expandByPoint(Dn.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let i=Dn.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(i),this.max.copy(e).add(i),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let i=e.geometry;if(i!==void 0){let r=i.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Dn):Dn.fromBufferAttribute(r,o),Dn.applyMatrix4(e.matrixWorld),this.expandByPoint(Dn);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Sl.copy(e.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),Sl.copy(i.boundingBox)),Sl.applyMatrix4(e.matrixWorld),this.union(Sl)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Dn),Dn.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,i;return e.normal.x>0?(t=e.normal.x*this.min.x,i=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,i=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,i+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,i+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,i+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,i+=e.normal.z*this.min.z),t<=-e.constant&&i>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(sa),Ml.subVectors(this.max,sa),to.subVectors(e.a,sa),io.subVectors(e.b,sa),no.subVectors(e.c,sa),Hs.subVectors(io,to),Gs.subVectors(no,io),pr.subVectors(to,no);let t=[0,-Hs.z,Hs.y,0,-Gs.z,Gs.y,0,-pr.z,pr.y,Hs.z,0,-Hs.x,Gs.z,0,-Gs.x,pr.z,0,-pr.x,-Hs.y,Hs.x,0,-Gs.y,Gs.x,0,-pr.y,pr.x,0];return!sd(t,to,io,no,Ml)||(t=[1,0,0,0,1,0,0,0,1],!sd(t,to,io,no,Ml))?!1:(wl.crossVectors(Hs,Gs),t=[wl.x,wl.y,wl.z],sd(t,to,io,no,Ml))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Dn).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Dn).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(_s[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),_s[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),_s[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),_s[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),_s[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),_s[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),_s[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),_s[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(_s),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},_s=[new U,new U,new U,new U,new U,new U,new U,new U],Dn=new U,Sl=new Qi,to=new U,io=new U,no=new U,Hs=new U,Gs=new U,pr=new U,sa=new U,Ml=new U,wl=new U,mr=new U;function sd(n,e,t,i,s){for(let r=0,o=n.length-3;r<=o;r+=3){mr.fromArray(n,r);let a=s.x*Math.abs(mr.x)+s.y*Math.abs(mr.y)+s.z*Math.abs(mr.z),l=e.dot(mr),c=t.dot(mr),u=i.dot(mr);if(Math.max(-Math.max(l,c,u),Math.min(l,c,u))>a)return!1}return!0}var pi=new U,El=new Ye,gx=0,sn=class extends Nn{constructor(e,t,i=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:gx++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=i,this.usage=qd,this.updateRanges=[],this.gpuType=Bn,this.version=0,this._normalizationScale=e!==void 0?ph(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,i){e*=this.itemSize,i*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[i+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,i=this.count;t<i;t++)El.fromBufferAttribute(this,t),El.applyMatrix3(e),this.setXY(t,El.x,El.y);else if(this.itemSize===3)for(let t=0,i=this.count;t<i;t++)pi.fromBufferAttribute(this,t),pi.applyMatrix3(e),this.setXYZ(t,pi.x,pi.y,pi.z);return this}applyMatrix4(e){for(let t=0,i=this.count;t<i;t++)pi.fromBufferAttribute(this,t),pi.applyMatrix4(e),this.setXYZ(t,pi.x,pi.y,pi.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)pi.fromBufferAttribute(this,t),pi.applyNormalMatrix(e),this.setXYZ(t,pi.x,pi.y,pi.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)pi.fromBufferAttribute(this,t),pi.transformDirection(e),this.setXYZ(t,pi.x,pi.y,pi.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let i=this.array[e*this.itemSize+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(i)),this.array[e*this.itemSize+t]=i,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=i,this}setXYZ(e,t,i,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=s,this}setXYZW(e,t,i,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Zd(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Jd(e,this.array)}};var va=class extends sn{constructor(e,t,i){super(new Uint16Array(e),t,i)}};var ya=class extends sn{constructor(e,t,i){super(new Uint32Array(e),t,i)}};var xt=class extends sn{constructor(e,t,i){super(new Float32Array(e),t,i)}},vx=new Qi,ra=new U,rd=new U,Un=class{constructor(e=new U,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let i=this.center;t!==void 0?i.copy(t):vx.setFromPoints(e).getCenter(i);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,i.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let i=this.center.distanceToSquared(e);return t.copy(e),i>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;ra.subVectors(e,this.center);let t=ra.lengthSq();if(t>this.radius*this.radius){let i=Math.sqrt(t),s=(i-this.radius)*.5;this.center.addScaledVector(ra,s/i),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(rd.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(ra.copy(e.center).add(rd)),this.expandByPoint(ra.copy(e.center).sub(rd))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},yx=0,Mn=new Ft,od=new Ui,so=new U,fn=new Qi,oa=new Qi,Li=new U,Jt=class n extends Nn{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:yx++}),this.uuid=nr(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Gy(e)?ya:va)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,i=0){this.groups.push({start:e,count:t,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let i=this.attributes.normal;if(i!==void 0){let r=new tt().getNormalMatrix(e);i.applyNormalMatrix(r),i.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return Mn.makeRotationFromQuaternion(e),this.applyMatrix4(Mn),this}rotateX(e){return Mn.makeRotationX(e),this.applyMatrix4(Mn),this}rotateY(e){return Mn.makeRotationY(e),this.applyMatrix4(Mn),this}rotateZ(e){return Mn.makeRotationZ(e),this.applyMatrix4(Mn),this}translate(e,t,i){return Mn.makeTranslation(e,t,i),this.applyMatrix4(Mn),this}scale(e,t,i){return Mn.makeScale(e,t,i),this.applyMatrix4(Mn),this}lookAt(e){return od.lookAt(e),od.updateMatrix(),this.applyMatrix4(od.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(so).negate(),this.translate(so.x,so.y,so.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let i=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];i.push(o.x,o.y,o.z||0)}this.setAttribute("position",new xt(i,3))}else{let i=Math.min(e.length,t.count);for(let s=0;s<i;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&qe("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Qi);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new U(-1/0,-1/0,-1/0),new U(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let i=0,s=t.length;i<s;i++){let r=t[i];fn.setFromBufferAttribute(r),this.morphTargetsRelative?(Li.addVectors(this.boundingBox.min,fn.min),this.boundingBox.expandByPoint(Li),Li.addVectors(this.boundingBox.max,fn.max),this.boundingBox.expandByPoint(Li)):(this.boundingBox.expandByPoint(fn.min),this.boundingBox.expandByPoint(fn.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Qe('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Un);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new U,1/0);return}if(e){let i=this.boundingSphere.center;if(fn.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];oa.setFromBufferAttribute(a),this.morphTargetsRelative?(Li.addVectors(fn.min,oa.min),fn.expandByPoint(Li),Li.addVectors(fn.max,oa.max),fn.expandByPoint(Li)):(fn.expandByPoint(oa.min),fn.expandByPoint(oa.max))}fn.getCenter(i);let s=0;for(let r=0,o=e.count;r<o;r++)Li.fromBufferAttribute(e,r),s=Math.max(s,i.distanceToSquared(Li));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,u=a.count;c<u;c++)Li.fromBufferAttribute(a,c),l&&(so.fromBufferAttribute(e,c),Li.add(so)),s=Math.max(s,i.distanceToSquared(Li))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&Qe('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Qe("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==i.count)&&(o=new sn(new Float32Array(4*i.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(i.count);for(let k=0;k<i.count;k++)a[k]=new U,l[k]=new U;let u=new U,h=new U,d=new U,f=new Ye,g=new Ye,_=new Ye,m=new U,p=new U;function x(k,L,I){c[k]=c[L]=c[I]=1,u.fromBufferAttribute(i,k),h.fromBufferAttribute(i,L),d.fromBufferAttribute(i,I),f.fromBufferAttribute(r,k),g.fromBufferAttribute(r,L),_.fromBufferAttribute(r,I),h.sub(u),d.sub(u),g.sub(f),_.sub(f);let z=1/(g.x*_.y-_.x*g.y);isFinite(z)&&(m.copy(h).multiplyScalar(_.y).addScaledVector(d,-g.y).multiplyScalar(z),p.copy(d).multiplyScalar(g.x).addScaledVector(h,-_.x).multiplyScalar(z),a[k].add(m),a[L].add(m),a[I].add(m),l[k].add(p),l[L].add(p),l[I].add(p))}let A=this.groups;A.length===0&&(A=[{start:0,count:e.count}]);for(let k=0,L=A.length;k<L;++k){let I=A[k],z=I.start,V=I.count;for(let N=z,W=z+V;N<W;N+=3)x(e.getX(N+0),e.getX(N+1),e.getX(N+2))}let S=new U,C=new U,T=new U,y=new U;function E(k){T.fromBufferAttribute(s,k),y.copy(T);let L=a[k];S.copy(L),S.sub(T.multiplyScalar(T.dot(L))).normalize(),C.crossVectors(y,L);let z=C.dot(l[k])<0?-1:1;o.setXYZW(k,S.x,S.y,S.z,z)}for(let k=0,L=i.count;k<L;++k)c[k]&&E(k);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==t.count)i=new sn(new Float32Array(t.count*3),3),this.setAttribute("normal",i);else for(let d=0,f=i.count;d<f;d++)i.setXYZ(d,0,0,0);let s=new U,r=new U,o=new U,a=new U,l=new U,c=new U,u=new U,h=new U;if(e)for(let d=0,f=e.count;d<f;d+=3){let g=e.getX(d+0),_=e.getX(d+1),m=e.getX(d+2);s.fromBufferAttribute(t,g),r.fromBufferAttribute(t,_),o.fromBufferAttribute(t,m),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),a.fromBufferAttribute(i,g),l.fromBufferAttribute(i,_),c.fromBufferAttribute(i,m),a.add(u),l.add(u),c.add(u),i.setXYZ(g,a.x,a.y,a.z),i.setXYZ(_,l.x,l.y,l.z),i.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)s.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),i.setXYZ(d+0,u.x,u.y,u.z),i.setXYZ(d+1,u.x,u.y,u.z),i.setXYZ(d+2,u.x,u.y,u.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,i=e.count;t<i;t++)Li.fromBufferAttribute(e,t),Li.normalize(),e.setXYZ(t,Li.x,Li.y,Li.z)}toNonIndexed(){function e(a,l){let c=a.array,u=a.itemSize,h=a.normalized,d=new c.constructor(l.length*u),f=0,g=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?f=l[_]*a.data.stride+a.offset:f=l[_]*u;for(let p=0;p<u;p++)d[g++]=c[f++]}return new sn(d,u,h)}if(this.index===null)return qe("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new n,i=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,i);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let u=0,h=c.length;u<h;u++){let d=c[u],f=e(d,i);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let i=this.attributes;for(let l in i){let c=i[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],u=[];for(let h=0,d=c.length;h<d;h++){let f=c[h];u.push(f.toJSON(e.data))}u.length>0&&(s[l]=u,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let i=e.index;i!==null&&this.setIndex(i.clone());let s=e.attributes;for(let c in s){let u=s[c];this.setAttribute(c,u.clone(t))}let r=e.morphAttributes;for(let c in r){let u=[],h=r[c];for(let d=0,f=h.length;d<f;d++)u.push(h[d].clone(t));this.morphAttributes[c]=u}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,u=o.length;c<u;c++){let h=o[c];this.addGroup(h.start,h.count,h.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},oc=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e!==void 0?e.length/t:0,this.usage=qd,this.updateRanges=[],this.version=0,this.uuid=nr()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,i){e*=this.stride,i*=t.stride;for(let s=0,r=this.stride;s<r;s++)this.array[e+s]=t.array[i+s];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=sm(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=this.array.slice(0).buffer);let i=new this.array.constructor(e.arrayBuffers[t]),s=new this.constructor(i,this.stride);return s.setUsage(this.usage),s}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=sm(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let i={uuid:this.uuid,buffer:t,type:this.array.constructor.name,stride:this.stride};return i.usage=this.usage,i}};function sm(n){return n.buffer._uuid===void 0&&(n.buffer._uuid=nr()),n.byteOffset===0&&n.byteLength===n.buffer.byteLength?n.buffer._uuid:n.buffer._uuid+":"+n.byteOffset+":"+n.byteLength}var $i=new U,Fn=class n{constructor(e,t,i,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=e,this.itemSize=t,this.offset=i,this.normalized=s,this._normalizationScale=e!==void 0?ph(e.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,i=this.data.count;t<i;t++)$i.fromBufferAttribute(this,t),$i.applyMatrix4(e),this.setXYZ(t,$i.x,$i.y,$i.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)$i.fromBufferAttribute(this,t),$i.applyNormalMatrix(e),this.setXYZ(t,$i.x,$i.y,$i.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)$i.fromBufferAttribute(this,t),$i.transformDirection(e),this.setXYZ(t,$i.x,$i.y,$i.z);return this}getComponent(e,t){let i=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(i)),this.data.array[e*this.data.stride+this.offset+t]=i,this}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=this._denormalize(t)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=this._denormalize(t)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=this._denormalize(t)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=this._denormalize(t)),t}setXY(e,t,i){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),i=this._normalize(i)),this.data.array[e+0]=t,this.data.array[e+1]=i,this}setXYZ(e,t,i,s){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),i=this._normalize(i),s=this._normalize(s)),this.data.array[e+0]=t,this.data.array[e+1]=i,this.data.array[e+2]=s,this}setXYZW(e,t,i,s,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),i=this._normalize(i),s=this._normalize(s),r=this._normalize(r)),this.data.array[e+0]=t,this.data.array[e+1]=i,this.data.array[e+2]=s,this.data.array[e+3]=r,this}clone(e){if(e===void 0){pa("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let i=0;i<this.count;i++){let s=i*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return new sn(new this.array.constructor(t),this.itemSize,this.normalized)}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.clone(e)),new n(e.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){pa("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let i=0;i<this.count;i++){let s=i*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:t,normalized:this.normalized}}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Zd(e,this.data.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Jd(e,this.data.array)}},ad=new U,xx=new U,_x=new tt,Zi=class{constructor(e=new U(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,i,s){return this.normal.set(e,t,i),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,i){let s=ad.subVectors(i,t).cross(xx.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,i=!0){let s=e.delta(ad),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return i===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),i=this.distanceToPoint(e.end);return t<0&&i>0||i<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let i=t||_x.getNormalMatrix(e),s=this.coplanarPoint(ad).applyMatrix4(e),r=this.normal.applyMatrix3(i).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},bx=0,Ts=class extends Nn{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:bx++}),this.uuid=nr(),this.name="",this.type="Material",this.blending=wo,this.side=tr,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Td,this.blendDst=Ad,this.blendEquation=Sr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new at(0,0,0),this.blendAlpha=0,this.depthFunc=fo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Zm,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=ql,this.stencilZFail=ql,this.stencilZPass=ql,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let i=e[t];if(i===void 0){qe(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){qe(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(i):s&&s.isVector2&&i&&i.isVector2||s&&s.isEuler&&i&&i.isEuler||s&&s.isVector3&&i&&i.isVector3?s.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.stencilWriteMask=this.stencilWriteMask,i.stencilFunc=this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(e).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(e).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(e).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=this.normalMap.toJSON(e).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(e).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(i.combine=this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(i.textures=r),o.length>0&&(i.images=o)}return i}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new at().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(i=>new Zi().fromJSON(i))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let i=e.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new Ye().fromArray(i)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Ye().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,i=null;if(t!==null){let s=t.length;i=new Array(s);for(let r=0;r!==s;++r)i[r]=t[r].clone()}return this.clippingPlanes=i,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var bs=new U,ld=new U,Tl=new U,Al=new U,Xs=class{constructor(e=new U,t=new U(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,bs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let i=t.dot(this.direction);return i<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=bs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(bs.copy(this.origin).addScaledVector(this.direction,t),bs.distanceToSquared(e))}distanceSqToSegment(e,t,i,s){ld.copy(e).add(t).multiplyScalar(.5),Tl.copy(t).sub(e).normalize(),Al.copy(this.origin).sub(ld);let r=e.distanceTo(t)*.5,o=-this.direction.dot(Tl),a=Al.dot(this.direction),l=-Al.dot(Tl),c=Al.lengthSq(),u=Math.abs(1-o*o),h,d,f,g;if(u>0)if(h=o*l-a,d=o*a-l,g=r*u,h>=0)if(d>=-g)if(d<=g){let _=1/u;h*=_,d*=_,f=h*(h+o*d+2*a)+d*(o*h+d+2*l)+c}else d=r,h=Math.max(0,-(o*d+a)),f=-h*h+d*(d+2*l)+c;else d=-r,h=Math.max(0,-(o*d+a)),f=-h*h+d*(d+2*l)+c;else d<=-g?(h=Math.max(0,-(-o*r+a)),d=h>0?-r:Math.min(Math.max(-r,-l),r),f=-h*h+d*(d+2*l)+c):d<=g?(h=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(h=Math.max(0,-(o*r+a)),d=h>0?r:Math.min(Math.max(-r,-l),r),f=-h*h+d*(d+2*l)+c);else d=o>0?-r:r,h=Math.max(0,-(o*d+a)),f=-h*h+d*(d+2*l)+c;return i&&i.copy(this.origin).addScaledVector(this.direction,h),s&&s.copy(ld).addScaledVector(Tl,d),f}intersectSphere(e,t){if(e.radius<0)return null;bs.subVectors(e.center,this.origin);let i=bs.dot(this.direction),s=bs.dot(bs)-i*i,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=i-o,l=i+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(e.normal)+e.constant)/t;return i>=0?i:null}intersectPlane(e,t){let i=this.distanceToPlane(e);return i===null?null:this.at(i,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let i,s,r,o,a,l,c=1/this.direction.x,u=1/this.direction.y,h=1/this.direction.z,d=this.origin;return c>=0?(i=(e.min.x-d.x)*c,s=(e.max.x-d.x)*c):(i=(e.max.x-d.x)*c,s=(e.min.x-d.x)*c),u>=0?(r=(e.min.y-d.y)*u,o=(e.max.y-d.y)*u):(r=(e.max.y-d.y)*u,o=(e.min.y-d.y)*u),i>o||r>s||((r>i||isNaN(i))&&(i=r),(o<s||isNaN(s))&&(s=o),h>=0?(a=(e.min.z-d.z)*h,l=(e.max.z-d.z)*h):(a=(e.max.z-d.z)*h,l=(e.min.z-d.z)*h),i>l||a>s)||((a>i||i!==i)&&(i=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(i>=0?i:s,t)}intersectsBox(e){return this.intersectBox(e,bs)!==null}intersectTriangle(e,t,i,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,u=a.z,h=e.x-o.x,d=e.y-o.y,f=e.z-o.z,g=t.x-o.x,_=t.y-o.y,m=t.z-o.z,p=i.x-o.x,x=i.y-o.y,A=i.z-o.z,S=Math.abs(l),C=Math.abs(c),T=Math.abs(u),y,E,k,L,I,z,V,N,W,Y,G,ce;if(S>=C&&S>=T?(k=l,z=h,W=g,ce=p,l>=0?(y=c,E=u,L=d,I=f,V=_,N=m,Y=x,G=A):(y=u,E=c,L=f,I=d,V=m,N=_,Y=A,G=x)):C>=T?(k=c,z=d,W=_,ce=x,c>=0?(y=u,E=l,L=f,I=h,V=m,N=g,Y=A,G=p):(y=l,E=u,L=h,I=f,V=g,N=m,Y=p,G=A)):(k=u,z=f,W=m,ce=A,u>=0?(y=l,E=c,L=h,I=d,V=g,N=_,Y=p,G=x):(y=c,E=l,L=d,I=h,V=_,N=g,Y=x,G=p)),k===0)return null;let J=y/k,Q=E/k,se=1/k,de=L-J*z,ue=I-Q*z,ee=V-J*W,me=N-Q*W,ye=Y-J*ce,Ae=G-Q*ce,Se=ye*me-Ae*ee,Ge=de*Ae-ue*ye,st=ee*ue-me*de;if(s){if(Se<0||Ge<0||st<0)return null}else if((Se<0||Ge<0||st<0)&&(Se>0||Ge>0||st>0))return null;let Ve=Se+Ge+st;if(Ve===0)return null;let dt=se*(Se*z+Ge*W+st*ce);return(Ve>0?dt<0:dt>0)?null:this.at(dt/Ve,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},_o=class extends Ts{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new at(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Es,this.combine=Ac,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},rm=new Ft,gr=new Xs,Rl=new Un,om=new U,Cl=new U,Pl=new U,Ll=new U,cd=new U,Il=new U,am=new U,Dl=new U,jt=class extends Ui{constructor(e=new Jt,t=new _o){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let s=t[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let i=this.geometry,s=i.attributes.position,r=i.morphAttributes.position,o=i.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){Il.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let u=a[l],h=r[l];u!==0&&(cd.fromBufferAttribute(h,e),o?Il.addScaledVector(cd,u):Il.addScaledVector(cd.sub(t),u))}t.add(Il)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),Rl.copy(i.boundingSphere),Rl.applyMatrix4(r),gr.copy(e.ray).recast(e.near),!(Rl.containsPoint(gr.origin)===!1&&(gr.intersectSphere(Rl,om)===null||gr.origin.distanceToSquared(om)>(e.far-e.near)**2))&&(rm.copy(r).invert(),gr.copy(e.ray).applyMatrix4(rm),!(i.boundingBox!==null&&gr.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(e,t,gr)))}_computeIntersections(e,t,i){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,u=r.attributes.uv1,h=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,_=d.length;g<_;g++){let m=d[g],p=o[m.materialIndex],x=Math.max(m.start,f.start),A=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let S=x,C=A;S<C;S+=3){let T=a.getX(S),y=a.getX(S+1),E=a.getX(S+2);s=Nl(this,p,e,i,c,u,h,T,y,E),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let g=Math.max(0,f.start),_=Math.min(a.count,f.start+f.count);for(let m=g,p=_;m<p;m+=3){let x=a.getX(m),A=a.getX(m+1),S=a.getX(m+2);s=Nl(this,o,e,i,c,u,h,x,A,S),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,_=d.length;g<_;g++){let m=d[g],p=o[m.materialIndex],x=Math.max(m.start,f.start),A=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let S=x,C=A;S<C;S+=3){let T=S,y=S+1,E=S+2;s=Nl(this,p,e,i,c,u,h,T,y,E),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let g=Math.max(0,f.start),_=Math.min(l.count,f.start+f.count);for(let m=g,p=_;m<p;m+=3){let x=m,A=m+1,S=m+2;s=Nl(this,o,e,i,c,u,h,x,A,S),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}}};function Sx(n,e,t,i,s,r,o,a){let l;if(e.side===en?l=i.intersectTriangle(o,r,s,!0,a):l=i.intersectTriangle(s,r,o,e.side===tr,a),l===null)return null;Dl.copy(a),Dl.applyMatrix4(n.matrixWorld);let c=t.ray.origin.distanceTo(Dl);return c<t.near||c>t.far?null:{distance:c,point:Dl.clone(),object:n}}function Nl(n,e,t,i,s,r,o,a,l,c){n.getVertexPosition(a,Cl),n.getVertexPosition(l,Pl),n.getVertexPosition(c,Ll);let u=Sx(n,e,t,i,Cl,Pl,Ll,am);if(u){let h=new U;Ss.getBarycoord(am,Cl,Pl,Ll,h),s&&(u.uv=Ss.getInterpolatedAttribute(s,a,l,c,h,new Ye)),r&&(u.uv1=Ss.getInterpolatedAttribute(r,a,l,c,h,new Ye)),o&&(u.normal=Ss.getInterpolatedAttribute(o,a,l,c,h,new U),u.normal.dot(i.direction)>0&&u.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new U,materialIndex:0};Ss.getNormal(Cl,Pl,Ll,d.normal),u.face=d,u.barycoord=h}return u}var ac=class extends rn{constructor(e=null,t=1,i=1,s,r,o,a,l,c=Ii,u=Ii,h,d){super(null,o,a,l,c,u,s,r,h,d),this.isDataTexture=!0,this.image={data:e,width:t,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var vr=new Un,Mx=new Ye(.5,.5),Ul=new U,qs=class{constructor(e=new Zi,t=new Zi,i=new Zi,s=new Zi,r=new Zi,o=new Zi){this.planes=[e,t,i,s,r,o]}set(e,t,i,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(i),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let i=0;i<6;i++)t[i].copy(e.planes[i]);return this}setFromProjectionMatrix(e,t=wn,i=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],u=r[4],h=r[5],d=r[6],f=r[7],g=r[8],_=r[9],m=r[10],p=r[11],x=r[12],A=r[13],S=r[14],C=r[15];if(s[0].setComponents(c-o,f-u,p-g,C-x).normalize(),s[1].setComponents(c+o,f+u,p+g,C+x).normalize(),s[2].setComponents(c+a,f+h,p+_,C+A).normalize(),s[3].setComponents(c-a,f-h,p-_,C-A).normalize(),i)s[4].setComponents(l,d,m,S).normalize(),s[5].setComponents(c-l,f-d,p-m,C-S).normalize();else if(s[4].setComponents(c-l,f-d,p-m,C-S).normalize(),t===wn)s[5].setComponents(c+l,f+d,p+m,C+S).normalize();else if(t===po)s[5].setComponents(l,d,m,S).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),vr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),vr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(vr)}intersectsSprite(e){vr.center.set(0,0,0);let t=Mx.distanceTo(e.center);return vr.radius=.7071067811865476+t,vr.applyMatrix4(e.matrixWorld),this.intersectsSphere(vr)}intersectsSphere(e){let t=this.planes,i=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(i)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let i=0;i<6;i++){let s=t[i];if(Ul.x=s.normal.x>0?e.max.x:e.min.x,Ul.y=s.normal.y>0?e.max.y:e.min.y,Ul.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(Ul)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let i=0;i<6;i++)if(t[i].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},lm=new Ft,lc=class n{constructor(){this.coordinateSystem=wn,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,i=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];lm.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),i[s]===void 0&&(i[s]=new qs),i[s].setFromProjectionMatrix(lm,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,i=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new qs),t[s].copy(i[s]);return this._count=e._count,this}clone(){return new n().copy(this)}};var yr=class extends Ts{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new at(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},cc=new U,hc=new U,cm=new Ft,aa=new Xs,Fl=new Un,hd=new U,hm=new U,uc=class extends Ui{constructor(e=new Jt,t=new yr){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[0];for(let s=1,r=t.count;s<r;s++)cc.fromBufferAttribute(t,s-1),hc.fromBufferAttribute(t,s),i[s]=i[s-1],i[s]+=cc.distanceTo(hc);e.setAttribute("lineDistance",new xt(i,1))}else qe("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=i.drawRange;if(i.boundingSphere===null&&i.computeBoundingSphere(),Fl.copy(i.boundingSphere),Fl.applyMatrix4(s),Fl.radius+=r,e.ray.intersectsSphere(Fl)===!1)return;cm.copy(s).invert(),aa.copy(e.ray).applyMatrix4(cm);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,u=i.index,d=i.attributes.position;if(u!==null){let f=Math.max(0,o.start),g=Math.min(u.count,o.start+o.count);for(let _=f,m=g-1;_<m;_+=c){let p=u.getX(_),x=u.getX(_+1),A=Ol(this,e,aa,l,p,x,_);A&&t.push(A)}if(this.isLineLoop){let _=u.getX(g-1),m=u.getX(f),p=Ol(this,e,aa,l,_,m,g-1);p&&t.push(p)}}else{let f=Math.max(0,o.start),g=Math.min(d.count,o.start+o.count);for(let _=f,m=g-1;_<m;_+=c){let p=Ol(this,e,aa,l,_,_+1,_);p&&t.push(p)}if(this.isLineLoop){let _=Ol(this,e,aa,l,g-1,f,g-1);_&&t.push(_)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let s=t[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Ol(n,e,t,i,s,r,o){let a=n.geometry.attributes.position;if(cc.fromBufferAttribute(a,s),hc.fromBufferAttribute(a,r),t.distanceSqToSegment(cc,hc,hd,hm)>i)return;hd.applyMatrix4(n.matrixWorld);let c=e.ray.origin.distanceTo(hd);if(!(c<e.near||c>e.far))return{distance:c,point:hm.clone().applyMatrix4(n.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:n}}var um=new U,dm=new U,Ys=class extends uc{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[];for(let s=0,r=t.count;s<r;s+=2)um.fromBufferAttribute(t,s),dm.fromBufferAttribute(t,s+1),i[s]=s===0?0:i[s-1],i[s+1]=i[s]+um.distanceTo(dm);e.setAttribute("lineDistance",new xt(i,1))}else qe("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var xa=class extends rn{constructor(e=[],t=Mr,i,s,r,o,a,l,c,u){super(e,t,i,s,r,o,a,l,c,u),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var As=class extends rn{constructor(e,t,i=kn,s,r,o,a=Ii,l=Ii,c,u=ws,h=1){if(u!==ws&&u!==Cs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:h};super(d,s,r,o,a,l,u,i,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new vo(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},_a=class extends As{constructor(e,t=kn,i=Mr,s,r,o=Ii,a=Ii,l,c=ws){let u={width:e,height:e,depth:1},h=[u,u,u,u,u,u];super(e,e,t,i,s,r,o,a,l,c),this.image=h,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},ba=class extends rn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},$s=class n extends Jt{constructor(e=1,t=1,i=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:i,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],u=[],h=[],d=0,f=0;g("z","y","x",-1,-1,i,t,e,o,r,0),g("z","y","x",1,-1,i,t,-e,o,r,1),g("x","z","y",1,1,e,i,t,s,o,2),g("x","z","y",1,-1,e,i,-t,s,o,3),g("x","y","z",1,-1,e,t,i,s,r,4),g("x","y","z",-1,-1,e,t,-i,s,r,5),this.setIndex(l),this.setAttribute("position",new xt(c,3)),this.setAttribute("normal",new xt(u,3)),this.setAttribute("uv",new xt(h,2));function g(_,m,p,x,A,S,C,T,y,E,k){let L=S/y,I=C/E,z=S/2,V=C/2,N=T/2,W=y+1,Y=E+1,G=0,ce=0,J=new U;for(let Q=0;Q<Y;Q++){let se=Q*I-V;for(let de=0;de<W;de++){let ue=de*L-z;J[_]=ue*x,J[m]=se*A,J[p]=N,c.push(J.x,J.y,J.z),J[_]=0,J[m]=0,J[p]=T>0?1:-1,u.push(J.x,J.y,J.z),h.push(de/y),h.push(1-Q/E),G+=1}}for(let Q=0;Q<E;Q++)for(let se=0;se<y;se++){let de=d+se+W*Q,ue=d+se+W*(Q+1),ee=d+(se+1)+W*(Q+1),me=d+(se+1)+W*Q;l.push(de,ue,me),l.push(ue,ee,me),ce+=6}a.addGroup(f,ce,k),f+=ce,d+=G}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}},Sa=class n extends Jt{constructor(e=1,t=1,i=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:e,height:t,capSegments:i,radialSegments:s,heightSegments:r},t=Math.max(0,t),i=Math.max(1,Math.floor(i)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],u=t/2,h=Math.PI/2*e,d=t,f=2*h+d,g=i*2+r,_=s+1,m=new U,p=new U;for(let x=0;x<=g;x++){let A=0,S=0,C=0,T=0;if(x<=i){let k=x/i,L=k*Math.PI/2;S=-u-e*Math.cos(L),C=e*Math.sin(L),T=-e*Math.cos(L),A=k*h}else if(x<=i+r){let k=(x-i)/r;S=-u+k*t,C=e,T=0,A=h+k*d}else{let k=(x-i-r)/i,L=k*Math.PI/2;S=u+e*Math.sin(L),C=e*Math.cos(L),T=e*Math.sin(L),A=h+d+k*h}let y=Math.max(0,Math.min(1,A/f)),E=0;x===0?E=.5/s:x===g&&(E=-.5/s);for(let k=0;k<=s;k++){let L=k/s,I=L*Math.PI*2,z=Math.sin(I),V=Math.cos(I);p.x=-C*V,p.y=S,p.z=C*z,a.push(p.x,p.y,p.z),m.set(-C*V,T,C*z),m.normalize(),l.push(m.x,m.y,m.z),c.push(L+E,y)}if(x>0){let k=(x-1)*_;for(let L=0;L<s;L++){let I=k+L,z=k+L+1,V=x*_+L,N=x*_+L+1;o.push(I,z,V),o.push(z,N,V)}}}this.setIndex(o),this.setAttribute("position",new xt(a,3)),this.setAttribute("normal",new xt(l,3)),this.setAttribute("uv",new xt(c,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radius,e.height,e.capSegments,e.radialSegments,e.heightSegments)}};var ts=class n extends Jt{constructor(e=1,t=1,i=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:i,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let u=[],h=[],d=[],f=[],g=0,_=[],m=i/2,p=0;x(),o===!1&&(e>0&&A(!0),t>0&&A(!1)),this.setIndex(u),this.setAttribute("position",new xt(h,3)),this.setAttribute("normal",new xt(d,3)),this.setAttribute("uv",new xt(f,2));function x(){let S=new U,C=new U,T=0,y=(t-e)/i;for(let E=0;E<=r;E++){let k=[],L=E/r,I=L*(t-e)+e;for(let z=0;z<=s;z++){let V=z/s,N=V*l+a,W=Math.sin(N),Y=Math.cos(N);C.x=I*W,C.y=-L*i+m,C.z=I*Y,h.push(C.x,C.y,C.z),S.set(W,y,Y).normalize(),d.push(S.x,S.y,S.z),f.push(V,1-L),k.push(g++)}_.push(k)}for(let E=0;E<s;E++)for(let k=0;k<r;k++){let L=_[k][E],I=_[k+1][E],z=_[k+1][E+1],V=_[k][E+1];(e>0||k!==0)&&(u.push(L,I,V),T+=3),(t>0||k!==r-1)&&(u.push(I,z,V),T+=3)}c.addGroup(p,T,0),p+=T}function A(S){let C=g,T=new Ye,y=new U,E=0,k=S===!0?e:t,L=S===!0?1:-1;for(let z=1;z<=s;z++)h.push(0,m*L,0),d.push(0,L,0),f.push(.5,.5),g++;let I=g;for(let z=0;z<=s;z++){let N=z/s*l+a,W=Math.cos(N),Y=Math.sin(N);y.x=k*Y,y.y=m*L,y.z=k*W,h.push(y.x,y.y,y.z),d.push(0,L,0),T.x=W*.5+.5,T.y=Y*.5*L+.5,f.push(T.x,T.y),g++}for(let z=0;z<s;z++){let V=C+z,N=I+z;S===!0?u.push(N,N+1,V):u.push(N+1,N,V),E+=3}c.addGroup(p,E,S===!0?1:2),p+=E}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},Ma=class n extends ts{constructor(e=1,t=1,i=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,i,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:i,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new n(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var kl=new U,Bl=new U,ud=new U,zl=new Ss,wa=class extends Jt{constructor(e=null,t=1){if(super(),this.type="EdgesGeometry",this.parameters={geometry:e,thresholdAngle:t},e!==null){let s=Math.pow(10,4),r=Math.cos(ho*t),o=e.getIndex(),a=e.getAttribute("position"),l=o?o.count:a.count,c=[0,0,0],u=["a","b","c"],h=new Array(3),d=new Map,f=[];for(let g=0;g<l;g+=3){o?(c[0]=o.getX(g),c[1]=o.getX(g+1),c[2]=o.getX(g+2)):(c[0]=g,c[1]=g+1,c[2]=g+2);let{a:_,b:m,c:p}=zl;if(_.fromBufferAttribute(a,c[0]),m.fromBufferAttribute(a,c[1]),p.fromBufferAttribute(a,c[2]),zl.getNormal(ud),h[0]=`${Math.round(_.x*s)},${Math.round(_.y*s)},${Math.round(_.z*s)}`,h[1]=`${Math.round(m.x*s)},${Math.round(m.y*s)},${Math.round(m.z*s)}`,h[2]=`${Math.round(p.x*s)},${Math.round(p.y*s)},${Math.round(p.z*s)}`,!(h[0]===h[1]||h[1]===h[2]||h[2]===h[0]))for(let x=0;x<3;x++){let A=(x+1)%3,S=h[x],C=h[A],T=zl[u[x]],y=zl[u[A]],E=`${S}_${C}`,k=`${C}_${S}`,L=d.get(k);L?(ud.dot(L.normal)<=r&&(f.push(T.x,T.y,T.z),f.push(y.x,y.y,y.z)),d.set(k,null)):d.has(E)||d.set(E,{index0:c[x],index1:c[A],normal:ud.clone()})}}for(let g of d.values())if(g){let{index0:_,index1:m}=g;kl.fromBufferAttribute(a,_),Bl.fromBufferAttribute(a,m),f.push(kl.x,kl.y,kl.z),f.push(Bl.x,Bl.y,Bl.z)}this.setAttribute("position",new xt(f,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}};var Ea=class n extends Jt{constructor(e=1,t=1,i=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:i,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(i),l=Math.floor(s),c=a+1,u=l+1,h=e/a,d=t/l,f=[],g=[],_=[],m=[];for(let p=0;p<u;p++){let x=p*d-o;for(let A=0;A<c;A++){let S=A*h-r;g.push(S,-x,0),_.push(0,0,1),m.push(A/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let x=0;x<a;x++){let A=x+c*p,S=x+c*(p+1),C=x+1+c*(p+1),T=x+1+c*p;f.push(A,S,T),f.push(S,C,T)}this.setIndex(f),this.setAttribute("position",new xt(g,3)),this.setAttribute("normal",new xt(_,3)),this.setAttribute("uv",new xt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.widthSegments,e.heightSegments)}};var xr=class n extends Jt{constructor(e=1,t=32,i=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:i,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),i=Math.max(2,Math.floor(i));let l=Math.min(o+a,Math.PI),c=0,u=[],h=new U,d=new U,f=[],g=[],_=[],m=[];for(let p=0;p<=i;p++){let x=[],A=p/i,S=o+A*a,C=e*Math.cos(S),T=Math.sqrt(e*e-C*C),y=0;p===0&&o===0?y=.5/t:p===i&&l===Math.PI&&(y=-.5/t);for(let E=0;E<=t;E++){let k=E/t,L=s+k*r;h.x=-T*Math.cos(L),h.y=C,h.z=T*Math.sin(L),g.push(h.x,h.y,h.z),d.copy(h).normalize(),_.push(d.x,d.y,d.z),m.push(k+y,1-A),x.push(c++)}u.push(x)}for(let p=0;p<i;p++)for(let x=0;x<t;x++){let A=u[p][x+1],S=u[p][x],C=u[p+1][x],T=u[p+1][x+1];(p!==0||o>0)&&f.push(A,S,T),(p!==i-1||l<Math.PI)&&f.push(S,C,T)}this.setIndex(f),this.setAttribute("position",new xt(g,3)),this.setAttribute("normal",new xt(_,3)),this.setAttribute("uv",new xt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var Ta=class extends Jt{constructor(e=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:e},e!==null){let t=[],i=new Set,s=new U,r=new U;if(e.index!==null){let o=e.attributes.position,a=e.index,l=e.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,u=l.length;c<u;++c){let h=l[c],d=h.start,f=h.count;for(let g=d,_=d+f;g<_;g+=3)for(let m=0;m<3;m++){let p=a.getX(g+m),x=a.getX(g+(m+1)%3);s.fromBufferAttribute(o,p),r.fromBufferAttribute(o,x),fm(s,r,i)===!0&&(t.push(s.x,s.y,s.z),t.push(r.x,r.y,r.z))}}}else{let o=e.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let u=3*a+c,h=3*a+(c+1)%3;s.fromBufferAttribute(o,u),r.fromBufferAttribute(o,h),fm(s,r,i)===!0&&(t.push(s.x,s.y,s.z),t.push(r.x,r.y,r.z))}}this.setAttribute("position",new xt(t,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}};function fm(n,e,t){let i=`${n.x},${n.y},${n.z}-${e.x},${e.y},${e.z}`,s=`${e.x},${e.y},${e.z}-${n.x},${n.y},${n.z}`;return t.has(i)===!0||t.has(s)===!0?!1:(t.add(i),t.add(s),!0)}function Er(n){let e={};for(let t in n){e[t]={};for(let i in n[t]){let s=n[t][i];if(pm(s))s.isRenderTargetTexture?(qe("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][i]=null):e[t][i]=s.clone();else if(Array.isArray(s))if(pm(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][i]=r}else e[t][i]=s.slice();else e[t][i]=s}}return e}function Hi(n){let e={};for(let t=0;t<n.length;t++){let i=Er(n[t]);for(let s in i)e[s]=i[s]}return e}function pm(n){return n&&(n.isColor||n.isMatrix3||n.isMatrix4||n.isVector2||n.isVector3||n.isVector4||n.isTexture||n.isQuaternion)}function wx(n){let e=[];for(let t=0;t<n.length;t++)e.push(n[t].clone());return e}function jd(n){let e=n.getRenderTarget();return e===null?n.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:vt.workingColorSpace}var qa={clone:Er,merge:Hi},Ex=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Tx=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,En=class extends Ts{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Ex,this.fragmentShader=Tx,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Er(e.uniforms),this.uniformsGroups=wx(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let i={};for(let s in this.extensions)this.extensions[s]===!0&&(i[s]=!0);return Object.keys(i).length>0&&(t.extensions=i),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let i in e.uniforms){let s=e.uniforms[i];switch(this.uniforms[i]={},s.type){case"t":this.uniforms[i].value=t[s.value]||null;break;case"c":this.uniforms[i].value=new at().setHex(s.value);break;case"v2":this.uniforms[i].value=new Ye().fromArray(s.value);break;case"v3":this.uniforms[i].value=new U().fromArray(s.value);break;case"v4":this.uniforms[i].value=new Rt().fromArray(s.value);break;case"m3":this.uniforms[i].value=new tt().fromArray(s.value);break;case"m4":this.uniforms[i].value=new Ft().fromArray(s.value);break;default:this.uniforms[i].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let i in e.extensions)this.extensions[i]=e.extensions[i];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},dc=class extends En{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var _r=class extends Ts{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new at(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new at(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=fh,this.normalScale=new Ye(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Es,this.combine=Ac,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},fc=class extends Ts{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=$m,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},pc=class extends Ts{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function ro(n,e){return!n||n.constructor===e?n:typeof e.BYTES_PER_ELEMENT=="number"?new e(n):Array.prototype.slice.call(n)}function Vl(n){return n!==void 0&&n.inTangents!==void 0&&n.outTangents!==void 0}var Ks=class{constructor(e,t,i,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(i),this.sampleValues=t,this.valueSize=i,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,i=this._cachedIndex,s=t[i],r=t[i-1];i:{e:{let o;t:{n:if(!(e<s)){for(let a=i+2;;){if(s===void 0){if(e<r)break n;return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}if(i===a)break;if(r=s,s=t[++i],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(i=2,r=a);for(let l=i-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===l)break;if(s=r,r=t[--i-1],e>=r)break e}o=i,i=0;break t}break i}for(;i<o;){let a=i+o>>>1;e<t[a]?o=a:i=a+1}if(s=t[i],r=t[i-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}this._cachedIndex=i,this.intervalChanged_(i,r,s)}return this.interpolate_(i,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,i=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=i[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},mc=class extends Ks{constructor(e,t,i,s){super(e,t,i,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:md,endingEnd:md}}intervalChanged_(e,t,i){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case gd:r=e,a=2*t-i;break;case vd:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=i}if(l===void 0)switch(this.getSettings_().endingEnd){case gd:o=e,l=2*i-t;break;case vd:o=1,l=i+s[1]-s[0];break;default:o=e-1,l=t}let c=(i-t)*.5,u=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-i),this._offsetPrev=r*u,this._offsetNext=o*u}interpolate_(e,t,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,u=this._offsetPrev,h=this._offsetNext,d=this._weightPrev,f=this._weightNext,g=(i-t)/(s-t),_=g*g,m=_*g,p=-d*m+2*d*_-d*g,x=(1+d)*m+(-1.5-2*d)*_+(-.5+d)*g+1,A=(-1-f)*m+(1.5+f)*_+.5*g,S=f*m-f*_;for(let C=0;C!==a;++C)r[C]=p*o[u+C]+x*o[c+C]+A*o[l+C]+S*o[h+C];return r}},gc=class extends Ks{constructor(e,t,i,s){super(e,t,i,s)}interpolate_(e,t,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,u=(i-t)/(s-t),h=1-u;for(let d=0;d!==a;++d)r[d]=o[c+d]*h+o[l+d]*u;return r}},vc=class extends Ks{constructor(e,t,i,s){super(e,t,i,s)}interpolate_(e){return this.copySampleValue_(e-1)}},yc=class extends Ks{interpolate_(e,t,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,u=this.inTangents,h=this.outTangents;if(!u||!h){let g=(i-t)/(s-t),_=1-g;for(let m=0;m!==a;++m)r[m]=o[c+m]*_+o[l+m]*g;return r}let d=a*2,f=e-1;for(let g=0;g!==a;++g){let _=o[c+g],m=o[l+g],p=f*d+g*2,x=h[p],A=h[p+1],S=e*d+g*2,C=u[S],T=u[S+1],y=Rx(i,t,x,C,s);r[g]=ag(y,_,A,T,m)}return r}};function ag(n,e,t,i,s){let r=1-n;return r*r*r*e+3*r*r*n*t+3*r*n*n*i+n*n*n*s}function Ax(n,e,t,i,s){let r=1-n;return 3*r*r*(t-e)+6*r*n*(i-t)+3*n*n*(s-i)}function Rx(n,e,t,i,s){let r=(n-e)/(s-e);for(let o=0;o<8;o++){let a=ag(r,e,t,i,s)-n;if(Math.abs(a)<1e-10)break;let l=Ax(r,e,t,i,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var mn=class{constructor(e,t,i,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=ro(t,this.TimeBufferType),this.values=ro(i,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,i;if(t.toJSON!==this.toJSON)i=t.toJSON(e);else{i={name:e.name,times:ro(e.times,Array),values:ro(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(i.interpolation=s),Vl(e.settings)&&(i.settings={inTangents:ro(e.settings.inTangents,Array),outTangents:ro(e.settings.outTangents,Array)})}return i.type=e.ValueTypeName,i}InterpolantFactoryMethodDiscrete(e){return new vc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new gc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new mc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new yc(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case ha:t=this.InterpolantFactoryMethodDiscrete;break;case ic:t=this.InterpolantFactoryMethodLinear;break;case Xl:t=this.InterpolantFactoryMethodSmooth;break;case pd:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let i="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(i);return qe("KeyframeTrack:",i),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return ha;case this.InterpolantFactoryMethodLinear:return ic;case this.InterpolantFactoryMethodSmooth:return Xl;case this.InterpolantFactoryMethodBezier:return pd}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let i=0,s=t.length;i!==s;++i)t[i]+=e;Vl(this.settings)&&(mm(this.settings.inTangents,e),mm(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let i=0,s=t.length;i!==s;++i)t[i]*=e;Vl(this.settings)&&(gm(this.settings.inTangents,e),gm(this.settings.outTangents,e))}return this}trim(e,t){let i=this.times,s=i.length,r=0,o=s-1;for(;r!==s&&i[r]<e;)++r;for(;o!==-1&&i[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=i.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Qe("KeyframeTrack: Invalid value size in track.",this),e=!1);let i=this.times,s=this.values,r=i.length;r===0&&(Qe("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=i[a];if(typeof l=="number"&&isNaN(l)){Qe("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){Qe("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&Wy(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){Qe("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),i=this.getValueSize(),s=this.getInterpolation()===Xl,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],u=e[a+1];if(c!==u&&(a!==1||c!==e[0]))if(s)l=!0;else{let h=a*i,d=h-i,f=h+i;for(let g=0;g!==i;++g){let _=t[h+g];if(_!==t[d+g]||_!==t[f+g]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let h=a*i,d=o*i;for(let f=0;f!==i;++f)t[d+f]=t[h+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*i,l=o*i,c=0;c!==i;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*i)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),i=this.constructor,s=new i(this.name,e,t);return s.createInterpolant=this.createInterpolant,Vl(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function mm(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]+=e}function gm(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]*=e}mn.prototype.ValueTypeName="";mn.prototype.TimeBufferType=Float32Array;mn.prototype.ValueBufferType=Float32Array;mn.prototype.DefaultInterpolation=ic;var Zs=class extends mn{constructor(e,t,i){super(e,t,i)}};Zs.prototype.ValueTypeName="bool";Zs.prototype.ValueBufferType=Array;Zs.prototype.DefaultInterpolation=ha;Zs.prototype.InterpolantFactoryMethodLinear=void 0;Zs.prototype.InterpolantFactoryMethodSmooth=void 0;var xc=class extends mn{constructor(e,t,i,s){super(e,t,i,s)}};xc.prototype.ValueTypeName="color";var _c=class extends mn{constructor(e,t,i,s){super(e,t,i,s)}};_c.prototype.ValueTypeName="number";var bc=class extends Ks{constructor(e,t,i,s){super(e,t,i,s)}interpolate_(e,t,i,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(i-t)/(s-t),c=e*a;for(let u=c+a;c!==u;c+=4)_i.slerpFlat(r,0,o,c-a,o,c,l);return r}},Aa=class extends mn{constructor(e,t,i,s){super(e,t,i,s)}InterpolantFactoryMethodLinear(e){return new bc(this.times,this.values,this.getValueSize(),e)}};Aa.prototype.ValueTypeName="quaternion";Aa.prototype.InterpolantFactoryMethodSmooth=void 0;var Js=class extends mn{constructor(e,t,i){super(e,t,i)}};Js.prototype.ValueTypeName="string";Js.prototype.ValueBufferType=Array;Js.prototype.DefaultInterpolation=ha;Js.prototype.InterpolantFactoryMethodLinear=void 0;Js.prototype.InterpolantFactoryMethodSmooth=void 0;var Sc=class extends mn{constructor(e,t,i,s){super(e,t,i,s)}};Sc.prototype.ValueTypeName="vector";var Mc=class{constructor(e,t,i){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=i,this._abortController=null,this.itemStart=function(u){a++,r===!1&&s.onStart!==void 0&&s.onStart(u,o,a),r=!0},this.itemEnd=function(u){o++,s.onProgress!==void 0&&s.onProgress(u,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(u){s.onError!==void 0&&s.onError(u)},this.resolveURL=function(u){return u=u.normalize("NFC"),l?l(u):u},this.setURLModifier=function(u){return l=u,this},this.addHandler=function(u,h){return c.push(u,h),this},this.removeHandler=function(u){let h=c.indexOf(u);return h!==-1&&c.splice(h,2),this},this.getHandler=function(u){for(let h=0,d=c.length;h<d;h+=2){let f=c[h],g=c[h+1];if(f.global&&(f.lastIndex=0),f.test(u))return g}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},lg=new Mc,wc=class{constructor(e){this.manager=e!==void 0?e:lg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let i=this;return new Promise(function(s,r){i.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};wc.DEFAULT_MATERIAL_NAME="__DEFAULT";var Ra=class extends Ui{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new at(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},Ca=class extends Ra{constructor(e,t,i){super(e,i),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Ui.DEFAULT_UP),this.updateMatrix(),this.groundColor=new at(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},dd=new Ft,vm=new U,ym=new U,Ec=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Ye(512,512),this.mapType=on,this.map=null,this.mapPass=null,this.matrix=new Ft,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new qs,this._frameExtents=new Ye(1,1),this._viewportCount=1,this._viewports=[new Rt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;vm.setFromMatrixPosition(e.matrixWorld),t.position.copy(vm),ym.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(ym),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,i,s){dd.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),i.setFromProjectionMatrix(dd,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===po||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(dd)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},Hl=new U,Gl=new _i,Qn=new U,Pa=class extends Ui{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ft,this.projectionMatrix=new Ft,this.projectionMatrixInverse=new Ft,this.coordinateSystem=wn,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Hl,Gl,Qn),Qn.x===1&&Qn.y===1&&Qn.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Hl,Gl,Qn.set(1,1,1)).invert()}updateWorldMatrix(e,t,i=!1){super.updateWorldMatrix(e,t,i),this.matrixWorld.decompose(Hl,Gl,Qn),Qn.x===1&&Qn.y===1&&Qn.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Hl,Gl,Qn.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Ws=new U,xm=new Ye,_m=new Ye,Ji=class extends Pa{constructor(e=50,t=1,i=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=i,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=go*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(ho*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return go*2*Math.atan(Math.tan(ho*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,i){Ws.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Ws.x,Ws.y).multiplyScalar(-e/Ws.z),Ws.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(Ws.x,Ws.y).multiplyScalar(-e/Ws.z)}getViewSize(e,t){return this.getViewBounds(e,xm,_m),t.subVectors(_m,xm)}setViewOffset(e,t,i,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(ho*.5*this.fov)/this.zoom,i=2*t,s=this.aspect*i,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*i/c,s*=o.width/l,i*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-i,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var On=class extends Pa{constructor(e=-1,t=1,i=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=i,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,i,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=i-e,o=i+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,u=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=u*this.view.offsetY,l=a-u*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},yd=class extends Ec{constructor(){super(new On(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},La=class extends Ra{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Ui.DEFAULT_UP),this.updateMatrix(),this.target=new Ui,this.shadow=new yd}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}};var Ia=class extends Jt{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(e){return super.copy(e),this.instanceCount=e.instanceCount,this}toJSON(){let e=super.toJSON();return e.instanceCount=this.instanceCount,e.isInstancedBufferGeometry=!0,e}};var oo=-90,ao=1,bo=class extends Ui{constructor(e,t,i){super(),this.type="CubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Ji(oo,ao,e,t);s.layers=this.layers,this.add(s);let r=new Ji(oo,ao,e,t);r.layers=this.layers,this.add(r);let o=new Ji(oo,ao,e,t);o.layers=this.layers,this.add(o);let a=new Ji(oo,ao,e,t);a.layers=this.layers,this.add(a);let l=new Ji(oo,ao,e,t);l.layers=this.layers,this.add(l);let c=new Ji(oo,ao,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[i,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===wn)i.up.set(0,1,0),i.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===po)i.up.set(0,-1,0),i.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,u]=this.children,h=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),g=e.xr.enabled;e.xr.enabled=!1;let _=i.texture.mipmapsAutoUpdate;i.texture.mipmapsAutoUpdate=!1;let m=!1;e.isWebGLRenderer===!0?m=e.state.buffers.depth.getReversed():m=e.reversedDepthBuffer,e.setRenderTarget(i,0,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(i,1,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(i,2,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(i,3,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(i,4,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),i.texture.mipmapsAutoUpdate=_,e.setRenderTarget(i,5,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,u),e.setRenderTarget(h,d,f),e.xr.enabled=g,i.texture.needsPMREMUpdate=!0}},Tc=class extends Ji{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var Qd="\\[\\]\\.:\\/",Cx=new RegExp("["+Qd+"]","g"),ef="[^"+Qd+"]",Px="[^"+Qd.replace("\\.","")+"]",Lx=/((?:WC+[\/:])*)/.source.replace("WC",ef),Ix=/(WCOD+)?/.source.replace("WCOD",Px),Dx=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",ef),Nx=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",ef),Ux=new RegExp("^"+Lx+Ix+Dx+Nx+"$"),Fx=["material","materials","bones","map"],xd=class{constructor(e,t,i){let s=i||qt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let i=this._targetGroup.nCachedObjects_,s=this._bindings[i];s!==void 0&&s.getValue(e,t)}setValue(e,t){let i=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=i.length;s!==r;++s)i[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].unbind()}},qt=class n{constructor(e,t,i){this.path=t,this.parsedPath=i||n.parseTrackName(t),this.node=n.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,i){return e&&e.isAnimationObjectGroup?new n.Composite(e,t,i):new n(e,t,i)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(Cx,"")}static parseTrackName(e){let t=Ux.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let i={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=i.nodeName&&i.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=i.nodeName.substring(s+1);Fx.indexOf(r)!==-1&&(i.nodeName=i.nodeName.substring(0,s),i.objectName=r)}if(i.propertyName===null||i.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return i}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let i=e.skeleton.getBoneByName(t);if(i!==void 0)return i}if(e.children){let i=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=i(a.children);if(l)return l}return null},s=i(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)e[t++]=i[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let i=this.resolvedProperty;for(let s=0,r=i.length;s!==r;++s)i[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,i=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=n.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){qe("PropertyBinding: No target node found for track: "+this.path+".");return}if(i){let c=t.objectIndex;switch(i){case"materials":if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Qe("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Qe("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let u=0;u<e.length;u++)if(e[u].name===c){c=u;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Qe("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[i]===void 0){Qe("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[i]}if(c!==void 0){if(e[c]===void 0){Qe("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;Qe("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};qt.Composite=xd;qt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};qt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};qt.prototype.GetterByBindingType=[qt.prototype._getValue_direct,qt.prototype._getValue_array,qt.prototype._getValue_arrayElement,qt.prototype._getValue_toArray];qt.prototype.SetterByBindingTypeAndVersioning=[[qt.prototype._setValue_direct,qt.prototype._setValue_direct_setNeedsUpdate,qt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[qt.prototype._setValue_array,qt.prototype._setValue_array_setNeedsUpdate,qt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[qt.prototype._setValue_arrayElement,qt.prototype._setValue_arrayElement_setNeedsUpdate,qt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[qt.prototype._setValue_fromArray,qt.prototype._setValue_fromArray_setNeedsUpdate,qt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var SA=new Float32Array(1);var js=class extends oc{constructor(e,t,i=1){super(e,t),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=i}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}clone(e){let t=super.clone(e);return t.meshPerAttribute=this.meshPerAttribute,t}toJSON(e){let t=super.toJSON(e);return t.isInstancedInterleavedBuffer=!0,t.meshPerAttribute=this.meshPerAttribute,t}};var bm=new Ft,Da=class{constructor(e,t,i=0,s=1/0){this.ray=new Xs(e,t),this.near=i,this.far=s,this.camera=null,this.layers=new yo,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):Qe("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return bm.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(bm),this}intersectObject(e,t=!0,i=[]){return _d(e,this,i,t),i.sort(Sm),i}intersectObjects(e,t=!0,i=[]){for(let s=0,r=e.length;s<r;s++)_d(e[s],this,i,t);return i.sort(Sm),i}};function Sm(n,e){return n.distance-e.distance}function _d(n,e,t,i){let s=!0;if(n.layers.test(e.layers)&&n.raycast(e,t)===!1&&(s=!1),s===!0&&i===!0){let r=n.children;for(let o=0,a=r.length;o<a;o++)_d(r[o],e,t,!0)}}var So=class{constructor(e=1,t=0,i=0){this.radius=e,this.phi=t,this.theta=i}set(e,t,i){return this.radius=e,this.phi=t,this.theta=i,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=ot(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,i){return this.radius=Math.sqrt(e*e+t*t+i*i),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,i),this.phi=Math.acos(ot(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var bd=class{static{this.prototype.isMatrix2=!0}constructor(e,t,i,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,i,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let i=0;i<4;i++)this.elements[i]=e[i+t];return this}set(e,t,i,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=i,r[3]=s,this}};var Mm=new U,Wl=new U,lo=new U,co=new U,fd=new U,Ox=new U,kx=new U,Na=class{constructor(e=new U,t=new U){this.start=e,this.end=t}set(e,t){return this.start.copy(e),this.end.copy(t),this}copy(e){return this.start.copy(e.start),this.end.copy(e.end),this}getCenter(e){return e.addVectors(this.start,this.end).multiplyScalar(.5)}delta(e){return e.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(e,t){return this.delta(t).multiplyScalar(e).add(this.start)}closestPointToPointParameter(e,t){Mm.subVectors(e,this.start),Wl.subVectors(this.end,this.start);let i=Wl.dot(Wl);if(i===0)return 0;let r=Wl.dot(Mm)/i;return t&&(r=ot(r,0,1)),r}closestPointToPoint(e,t,i){let s=this.closestPointToPointParameter(e,t);return this.delta(i).multiplyScalar(s).add(this.start)}distanceSqToLine3(e,t=Ox,i=kx){let s=10000000000000001e-32,r,o,a=this.start,l=e.start,c=this.end,u=e.end;lo.subVectors(c,a),co.subVectors(u,l),fd.subVectors(a,l);let h=lo.dot(lo),d=co.dot(co),f=co.dot(fd);if(h<=s&&d<=s)return t.copy(a),i.copy(l),t.distanceToSquared(i);if(h<=s)r=0,o=f/d,o=ot(o,0,1);else{let g=lo.dot(fd);if(d<=s)o=0,r=ot(-g/h,0,1);else{let _=lo.dot(co),m=h*d-_*_;m!==0?r=ot((_*f-g*d)/m,0,1):r=0,o=(_*r+f)/d,o<0?(o=0,r=ot(-g/h,0,1)):o>1&&(o=1,r=ot((_-g)/h,0,1))}}return t.copy(a).addScaledVector(lo,r),i.copy(l).addScaledVector(co,o),t.distanceToSquared(i)}applyMatrix4(e){return this.start.applyMatrix4(e),this.end.applyMatrix4(e),this}equals(e){return e.start.equals(this.start)&&e.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var Ua=class extends Ys{constructor(e=10,t=10,i=4473924,s=8947848){i=new at(i),s=new at(s);let r=t/2,o=e/t,a=e/2,l=[],c=[];for(let d=0,f=0,g=-a;d<=t;d++,g+=o){l.push(-a,0,g,a,0,g),l.push(g,0,-a,g,0,a);let _=d===r?i:s;_.toArray(c,f),f+=3,_.toArray(c,f),f+=3,_.toArray(c,f),f+=3,_.toArray(c,f),f+=3}let u=new Jt;u.setAttribute("position",new xt(l,3)),u.setAttribute("color",new xt(c,3));let h=new yr({vertexColors:!0,toneMapped:!1});super(u,h),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var Fa=class extends Nn{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function tf(n,e,t,i){let s=Bx(i);switch(t){case zd:return n*e;case Hd:return n*e/s.components*s.byteLength;case Nc:return n*e/s.components*s.byteLength;case ir:return n*e*2/s.components*s.byteLength;case Uc:return n*e*2/s.components*s.byteLength;case Vd:return n*e*3/s.components*s.byteLength;case Vn:return n*e*4/s.components*s.byteLength;case Fc:return n*e*4/s.components*s.byteLength;case Ba:case za:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case Va:case Ha:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case kc:case zc:return Math.max(n,16)*Math.max(e,8)/4;case Oc:case Bc:return Math.max(n,8)*Math.max(e,8)/2;case Vc:case Hc:case Wc:case Xc:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case Gc:case Ga:case qc:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Yc:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case $c:return Math.floor((n+4)/5)*Math.floor((e+3)/4)*16;case Kc:return Math.floor((n+4)/5)*Math.floor((e+4)/5)*16;case Zc:return Math.floor((n+5)/6)*Math.floor((e+4)/5)*16;case Jc:return Math.floor((n+5)/6)*Math.floor((e+5)/6)*16;case jc:return Math.floor((n+7)/8)*Math.floor((e+4)/5)*16;case Qc:return Math.floor((n+7)/8)*Math.floor((e+5)/6)*16;case eh:return Math.floor((n+7)/8)*Math.floor((e+7)/8)*16;case th:return Math.floor((n+9)/10)*Math.floor((e+4)/5)*16;case ih:return Math.floor((n+9)/10)*Math.floor((e+5)/6)*16;case nh:return Math.floor((n+9)/10)*Math.floor((e+7)/8)*16;case sh:return Math.floor((n+9)/10)*Math.floor((e+9)/10)*16;case rh:return Math.floor((n+11)/12)*Math.floor((e+9)/10)*16;case oh:return Math.floor((n+11)/12)*Math.floor((e+11)/12)*16;case ah:case lh:case ch:return Math.ceil(n/4)*Math.ceil(e/4)*16;case hh:case uh:return Math.ceil(n/4)*Math.ceil(e/4)*8;case Wa:case dh:return Math.ceil(n/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function Bx(n){switch(n){case on:case Fd:return{byteLength:1,components:1};case To:case Od:case zn:return{byteLength:2,components:1};case Ic:case Dc:return{byteLength:2,components:4};case kn:case Lc:case Bn:return{byteLength:4,components:1};case kd:case Bd:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${n}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?qe("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Pg(){let n=null,e=!1,t=null,i=null;function s(r,o){i=n.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&n!==null&&(i=n.requestAnimationFrame(s),e=!0)},stop:function(){n!==null&&n.cancelAnimationFrame(i),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){n=r}}}function Vx(n){let e=new WeakMap;function t(a,l){let c=a.array,u=a.usage,h=c.byteLength,d=n.createBuffer();n.bindBuffer(l,d),n.bufferData(l,c,u),a.onUploadCallback();let f;if(c instanceof Float32Array)f=n.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=n.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=n.HALF_FLOAT:f=n.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=n.SHORT;else if(c instanceof Uint32Array)f=n.UNSIGNED_INT;else if(c instanceof Int32Array)f=n.INT;else if(c instanceof Int8Array)f=n.BYTE;else if(c instanceof Uint8Array)f=n.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=n.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:h}}function i(a,l,c){let u=l.array,h=l.updateRanges;if(n.bindBuffer(c,a),h.length===0)n.bufferSubData(c,0,u);else{h.sort((f,g)=>f.start-g.start);let d=0;for(let f=1;f<h.length;f++){let g=h[d],_=h[f];_.start<=g.start+g.count+1?g.count=Math.max(g.count,_.start+_.count-g.start):(++d,h[d]=_)}h.length=d+1;for(let f=0,g=h.length;f<g;f++){let _=h[f];n.bufferSubData(c,_.start*u.BYTES_PER_ELEMENT,u,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(n.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let u=e.get(a);(!u||u.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Hx=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Gx=`#ifdef USE_ALPHAHASH
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
#endif`,Wx=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Xx=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,qx=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Yx=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,$x=`#ifdef USE_AOMAP
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
#endif`,Kx=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Zx=`#ifdef USE_BATCHING
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
#endif`,Jx=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,jx=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Qx=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,e_=`float G_BlinnPhong_Implicit( ) {
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
} // validated`,t_=`#ifdef USE_IRIDESCENCE
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
#endif`,i_=`#ifdef USE_BUMPMAP
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
#endif`,n_=`#if NUM_CLIPPING_PLANES > 0
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
#endif`,s_=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,r_=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,o_=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,a_=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,l_=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,c_=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,h_=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
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
#endif`,u_=`#define PI 3.141592653589793
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
} // validated`,d_=`vec3 transformedNormal = objectNormal;
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
#endif`,f_=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,p_=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,m_=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,g_=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,v_="gl_FragColor = linearToOutputTexel( gl_FragColor );",y_=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,x_=`#ifdef USE_ENVMAP
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
#endif`,__=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,b_=`#ifdef USE_ENVMAP
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
#endif`,S_=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,M_=`#ifdef USE_ENVMAP
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
#endif`,w_=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,E_=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,T_=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,A_=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,R_=`#ifdef USE_GRADIENTMAP
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
}`,C_=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,P_=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,L_=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,I_=`uniform bool receiveShadow;
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
#include <lightprobes_pars_fragment>`,D_=`#ifdef USE_ENVMAP
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
#endif`,N_=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,U_=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,F_=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,O_=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,k_=`PhysicalMaterial material;
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
#endif`,B_=`uniform sampler2D dfgLUT;
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
}`,z_=`
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
#endif`,V_=`#if defined( RE_IndirectDiffuse )
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
#endif`,H_=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,G_=`#if NUM_LIGHT_PROBE_GRIDS > 0
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
#endif`,W_=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,X_=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,q_=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Y_=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,$_=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,K_=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Z_=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
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
#endif`,J_=`#if defined( USE_POINTS_UV )
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
#endif`,j_=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Q_=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,eb=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,tb=`#if defined( USE_MORPHCOLORS )
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
#endif`,ib=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,nb=`#ifdef USE_MORPHTARGETS
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
#endif`,sb=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,rb=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
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
vec3 nonPerturbedNormal = normal;`,ob=`#ifdef USE_NORMALMAP_OBJECTSPACE
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
#endif`,ab=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,lb=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,cb=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,hb=`#ifdef USE_NORMALMAP
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
#endif`,ub=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,db=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,fb=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,pb=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,mb=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,gb=`vec3 packNormalToRGB( const in vec3 normal ) {
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
}`,vb=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,yb=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,xb=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,_b=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,bb=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Sb=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Mb=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,wb=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,Eb=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
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
#endif`,Tb=`float getShadowMask() {
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
}`,Ab=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Rb=`#ifdef USE_SKINNING
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
#endif`,Cb=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Pb=`#ifdef USE_SKINNING
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
#endif`,Lb=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Ib=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Db=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Nb=`#ifndef saturate
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
vec3 CustomToneMapping( vec3 color ) { return color; }`,Ub=`#ifdef USE_TRANSMISSION
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
#endif`,Fb=`#ifdef USE_TRANSMISSION
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
#endif`,Ob=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,kb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,Bb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,zb=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Vb=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Hb=`uniform sampler2D t2D;
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
}`,Gb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Wb=`uniform float backgroundBlurriness;
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
}`,Xb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,qb=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Yb=`#include <common>
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
}`,$b=`#if DEPTH_PACKING == 3200
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
}`,Kb=`#define DISTANCE
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
}`,Zb=`#define DISTANCE
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
}`,Jb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,jb=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Qb=`uniform float scale;
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
}`,eS=`uniform vec3 diffuse;
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
}`,tS=`#include <common>
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
}`,iS=`uniform vec3 diffuse;
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
}`,nS=`#define LAMBERT
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
}`,sS=`#define LAMBERT
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
}`,rS=`#define MATCAP
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
}`,oS=`#define MATCAP
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
}`,aS=`#define NORMAL
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
}`,lS=`#define NORMAL
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
}`,cS=`#define PHONG
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
}`,hS=`#define PHONG
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
}`,uS=`#define STANDARD
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
}`,dS=`#define STANDARD
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
}`,fS=`#define TOON
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
}`,pS=`#define TOON
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
}`,mS=`uniform float size;
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
}`,gS=`uniform vec3 diffuse;
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
}`,vS=`#include <common>
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
}`,yS=`uniform vec3 color;
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
}`,xS=`uniform float rotation;
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
}`,_S=`uniform vec3 diffuse;
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
}`,ut={alphahash_fragment:Hx,alphahash_pars_fragment:Gx,alphamap_fragment:Wx,alphamap_pars_fragment:Xx,alphatest_fragment:qx,alphatest_pars_fragment:Yx,aomap_fragment:$x,aomap_pars_fragment:Kx,batching_pars_vertex:Zx,batching_vertex:Jx,begin_vertex:jx,beginnormal_vertex:Qx,bsdfs:e_,iridescence_fragment:t_,bumpmap_pars_fragment:i_,clipping_planes_fragment:n_,clipping_planes_pars_fragment:s_,clipping_planes_pars_vertex:r_,clipping_planes_vertex:o_,color_fragment:a_,color_pars_fragment:l_,color_pars_vertex:c_,color_vertex:h_,common:u_,defaultnormal_vertex:d_,displacementmap_pars_vertex:f_,displacementmap_vertex:p_,emissivemap_fragment:m_,emissivemap_pars_fragment:g_,colorspace_fragment:v_,colorspace_pars_fragment:y_,envmap_fragment:x_,envmap_common_pars_fragment:__,envmap_pars_fragment:b_,envmap_pars_vertex:S_,envmap_physical_pars_fragment:D_,envmap_vertex:M_,fog_vertex:w_,fog_pars_vertex:E_,fog_fragment:T_,fog_pars_fragment:A_,gradientmap_pars_fragment:R_,lightmap_pars_fragment:C_,lights_lambert_fragment:P_,lights_lambert_pars_fragment:L_,lights_pars_begin:I_,lights_toon_fragment:N_,lights_toon_pars_fragment:U_,lights_phong_fragment:F_,lights_phong_pars_fragment:O_,lights_physical_fragment:k_,lights_physical_pars_fragment:B_,lights_fragment_begin:z_,lights_fragment_maps:V_,lights_fragment_end:H_,lightprobes_pars_fragment:G_,logdepthbuf_fragment:W_,logdepthbuf_pars_fragment:X_,logdepthbuf_pars_vertex:q_,logdepthbuf_vertex:Y_,map_fragment:$_,map_pars_fragment:K_,map_particle_fragment:Z_,map_particle_pars_fragment:J_,metalnessmap_fragment:j_,metalnessmap_pars_fragment:Q_,morphinstance_vertex:eb,morphcolor_vertex:tb,morphnormal_vertex:ib,morphtarget_pars_vertex:nb,morphtarget_vertex:sb,normal_fragment_begin:rb,normal_fragment_maps:ob,normal_pars_fragment:ab,normal_pars_vertex:lb,normal_vertex:cb,normalmap_pars_fragment:hb,clearcoat_normal_fragment_begin:ub,clearcoat_normal_fragment_maps:db,clearcoat_pars_fragment:fb,iridescence_pars_fragment:pb,opaque_fragment:mb,packing:gb,premultiplied_alpha_fragment:vb,project_vertex:yb,dithering_fragment:xb,dithering_pars_fragment:_b,roughnessmap_fragment:bb,roughnessmap_pars_fragment:Sb,shadowmap_pars_fragment:Mb,shadowmap_pars_vertex:wb,shadowmap_vertex:Eb,shadowmask_pars_fragment:Tb,skinbase_vertex:Ab,skinning_pars_vertex:Rb,skinning_vertex:Cb,skinnormal_vertex:Pb,specularmap_fragment:Lb,specularmap_pars_fragment:Ib,tonemapping_fragment:Db,tonemapping_pars_fragment:Nb,transmission_fragment:Ub,transmission_pars_fragment:Fb,uv_pars_fragment:Ob,uv_pars_vertex:kb,uv_vertex:Bb,worldpos_vertex:zb,background_vert:Vb,background_frag:Hb,backgroundCube_vert:Gb,backgroundCube_frag:Wb,cube_vert:Xb,cube_frag:qb,depth_vert:Yb,depth_frag:$b,distance_vert:Kb,distance_frag:Zb,equirect_vert:Jb,equirect_frag:jb,linedashed_vert:Qb,linedashed_frag:eS,meshbasic_vert:tS,meshbasic_frag:iS,meshlambert_vert:nS,meshlambert_frag:sS,meshmatcap_vert:rS,meshmatcap_frag:oS,meshnormal_vert:aS,meshnormal_frag:lS,meshphong_vert:cS,meshphong_frag:hS,meshphysical_vert:uS,meshphysical_frag:dS,meshtoon_vert:fS,meshtoon_frag:pS,points_vert:mS,points_frag:gS,shadow_vert:vS,shadow_frag:yS,sprite_vert:xS,sprite_frag:_S},Pe={common:{diffuse:{value:new at(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new tt},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new tt}},envmap:{envMap:{value:null},envMapRotation:{value:new tt},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new tt}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new tt}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new tt},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new tt},normalScale:{value:new Ye(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new tt},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new tt}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new tt}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new tt}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new at(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new at(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0},uvTransform:{value:new tt}},sprite:{diffuse:{value:new at(16777215)},opacity:{value:1},center:{value:new Ye(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new tt},alphaMap:{value:null},alphaMapTransform:{value:new tt},alphaTest:{value:0}}},tn={basic:{uniforms:Hi([Pe.common,Pe.specularmap,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.fog]),vertexShader:ut.meshbasic_vert,fragmentShader:ut.meshbasic_frag},lambert:{uniforms:Hi([Pe.common,Pe.specularmap,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.fog,Pe.lights,{emissive:{value:new at(0)},envMapIntensity:{value:1}}]),vertexShader:ut.meshlambert_vert,fragmentShader:ut.meshlambert_frag},phong:{uniforms:Hi([Pe.common,Pe.specularmap,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.fog,Pe.lights,{emissive:{value:new at(0)},specular:{value:new at(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ut.meshphong_vert,fragmentShader:ut.meshphong_frag},standard:{uniforms:Hi([Pe.common,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.roughnessmap,Pe.metalnessmap,Pe.fog,Pe.lights,{emissive:{value:new at(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ut.meshphysical_vert,fragmentShader:ut.meshphysical_frag},toon:{uniforms:Hi([Pe.common,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.gradientmap,Pe.fog,Pe.lights,{emissive:{value:new at(0)}}]),vertexShader:ut.meshtoon_vert,fragmentShader:ut.meshtoon_frag},matcap:{uniforms:Hi([Pe.common,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.fog,{matcap:{value:null}}]),vertexShader:ut.meshmatcap_vert,fragmentShader:ut.meshmatcap_frag},points:{uniforms:Hi([Pe.points,Pe.fog]),vertexShader:ut.points_vert,fragmentShader:ut.points_frag},dashed:{uniforms:Hi([Pe.common,Pe.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ut.linedashed_vert,fragmentShader:ut.linedashed_frag},depth:{uniforms:Hi([Pe.common,Pe.displacementmap]),vertexShader:ut.depth_vert,fragmentShader:ut.depth_frag},normal:{uniforms:Hi([Pe.common,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,{opacity:{value:1}}]),vertexShader:ut.meshnormal_vert,fragmentShader:ut.meshnormal_frag},sprite:{uniforms:Hi([Pe.sprite,Pe.fog]),vertexShader:ut.sprite_vert,fragmentShader:ut.sprite_frag},background:{uniforms:{uvTransform:{value:new tt},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ut.background_vert,fragmentShader:ut.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new tt}},vertexShader:ut.backgroundCube_vert,fragmentShader:ut.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ut.cube_vert,fragmentShader:ut.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ut.equirect_vert,fragmentShader:ut.equirect_frag},distance:{uniforms:Hi([Pe.common,Pe.displacementmap,{referencePosition:{value:new U},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ut.distance_vert,fragmentShader:ut.distance_frag},shadow:{uniforms:Hi([Pe.lights,Pe.fog,{color:{value:new at(0)},opacity:{value:1}}]),vertexShader:ut.shadow_vert,fragmentShader:ut.shadow_frag}};tn.physical={uniforms:Hi([tn.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new tt},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new tt},clearcoatNormalScale:{value:new Ye(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new tt},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new tt},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new tt},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new tt},sheen:{value:0},sheenColor:{value:new at(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new tt},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new tt},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new tt},transmissionSamplerSize:{value:new Ye},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new tt},attenuationDistance:{value:0},attenuationColor:{value:new at(0)},specularColor:{value:new at(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new tt},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new tt},anisotropyVector:{value:new Ye},anisotropyMap:{value:null},anisotropyMapTransform:{value:new tt}}]),vertexShader:ut.meshphysical_vert,fragmentShader:ut.meshphysical_frag};var mh={r:0,b:0,g:0},bS=new Ft,Lg=new tt;Lg.set(-1,0,0,0,1,0,0,0,1);function SS(n,e,t,i,s,r){let o=new at(0),a=s===!0?0:1,l,c,u=null,h=0,d=null;function f(x){let A=x.isScene===!0?x.background:null;if(A&&A.isTexture){let S=x.backgroundBlurriness>0;A=e.get(A,S)}return A}function g(x){let A=!1,S=f(x);S===null?m(o,a):S&&S.isColor&&(m(S,1),A=!0);let C=n.xr.getEnvironmentBlendMode();C==="additive"?t.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(n.autoClear||A)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),n.clear(n.autoClearColor,n.autoClearDepth,n.autoClearStencil))}function _(x,A){let S=f(A);S&&S.isCubeTexture?(c===void 0&&(c=new jt(new $s(1,1,1),new En({name:"BackgroundCubeMaterial",uniforms:Er(tn.backgroundCube.uniforms),vertexShader:tn.backgroundCube.vertexShader,fragmentShader:tn.backgroundCube.fragmentShader,side:en,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,T,y){this.matrixWorld.copyPosition(y.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(c)),c.material.uniforms.envMap.value=S,c.material.uniforms.backgroundBlurriness.value=A.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(bS.makeRotationFromEuler(A.backgroundRotation)).transpose(),S.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Lg),c.material.toneMapped=vt.getTransfer(S.colorSpace)!==At,(u!==S||h!==S.version||d!==n.toneMapping)&&(c.material.needsUpdate=!0,u=S,h=S.version,d=n.toneMapping),c.layers.enableAll(),x.unshift(c,c.geometry,c.material,0,0,null)):S&&S.isTexture&&(l===void 0&&(l=new jt(new Ea(2,2),new En({name:"BackgroundMaterial",uniforms:Er(tn.background.uniforms),vertexShader:tn.background.vertexShader,fragmentShader:tn.background.fragmentShader,side:tr,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(l)),l.material.uniforms.t2D.value=S,l.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,l.material.toneMapped=vt.getTransfer(S.colorSpace)!==At,S.matrixAutoUpdate===!0&&S.updateMatrix(),l.material.uniforms.uvTransform.value.copy(S.matrix),(u!==S||h!==S.version||d!==n.toneMapping)&&(l.material.needsUpdate=!0,u=S,h=S.version,d=n.toneMapping),l.layers.enableAll(),x.unshift(l,l.geometry,l.material,0,0,null))}function m(x,A){x.getRGB(mh,jd(n)),t.buffers.color.setClear(mh.r,mh.g,mh.b,A,r)}function p(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(x,A=1){o.set(x),a=A,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(x){a=x,m(o,a)},render:g,addToRenderList:_,dispose:p}}function MS(n,e){let t=n.getParameter(n.MAX_VERTEX_ATTRIBS),i={},s=d(null),r=s,o=!1;function a(I,z,V,N,W){let Y=!1,G=h(I,N,V,z);r!==G&&(r=G,c(r.object)),Y=f(I,N,V,W),Y&&g(I,N,V,W),W!==null&&e.update(W,n.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,S(I,z,V,N),W!==null&&n.bindBuffer(n.ELEMENT_ARRAY_BUFFER,e.get(W).buffer))}function l(){return n.createVertexArray()}function c(I){return n.bindVertexArray(I)}function u(I){return n.deleteVertexArray(I)}function h(I,z,V,N){let W=N.wireframe===!0,Y=i[z.id];Y===void 0&&(Y={},i[z.id]=Y);let G=I.isInstancedMesh===!0?I.id:0,ce=Y[G];ce===void 0&&(ce={},Y[G]=ce);let J=ce[V.id];J===void 0&&(J={},ce[V.id]=J);let Q=J[W];return Q===void 0&&(Q=d(l()),J[W]=Q),Q}function d(I){let z=[],V=[],N=[];for(let W=0;W<t;W++)z[W]=0,V[W]=0,N[W]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:V,attributeDivisors:N,object:I,attributes:{},index:null}}function f(I,z,V,N){let W=r.attributes,Y=z.attributes,G=0,ce=V.getAttributes();for(let J in ce)if(ce[J].location>=0){let se=W[J],de=Y[J];if(de===void 0&&(J==="instanceMatrix"&&I.instanceMatrix&&(de=I.instanceMatrix),J==="instanceColor"&&I.instanceColor&&(de=I.instanceColor)),se===void 0||se.attribute!==de||de&&se.data!==de.data)return!0;G++}return r.attributesNum!==G||r.index!==N}function g(I,z,V,N){let W={},Y=z.attributes,G=0,ce=V.getAttributes();for(let J in ce)if(ce[J].location>=0){let se=Y[J];se===void 0&&(J==="instanceMatrix"&&I.instanceMatrix&&(se=I.instanceMatrix),J==="instanceColor"&&I.instanceColor&&(se=I.instanceColor));let de={};de.attribute=se,se&&se.data&&(de.data=se.data),W[J]=de,G++}r.attributes=W,r.attributesNum=G,r.index=N}function _(){let I=r.newAttributes;for(let z=0,V=I.length;z<V;z++)I[z]=0}function m(I){p(I,0)}function p(I,z){let V=r.newAttributes,N=r.enabledAttributes,W=r.attributeDivisors;V[I]=1,N[I]===0&&(n.enableVertexAttribArray(I),N[I]=1),W[I]!==z&&(n.vertexAttribDivisor(I,z),W[I]=z)}function x(){let I=r.newAttributes,z=r.enabledAttributes;for(let V=0,N=z.length;V<N;V++)z[V]!==I[V]&&(n.disableVertexAttribArray(V),z[V]=0)}function A(I,z,V,N,W,Y,G){G===!0?n.vertexAttribIPointer(I,z,V,W,Y):n.vertexAttribPointer(I,z,V,N,W,Y)}function S(I,z,V,N){_();let W=N.attributes,Y=V.getAttributes(),G=z.defaultAttributeValues;for(let ce in Y){let J=Y[ce];if(J.location>=0){let Q=W[ce];if(Q===void 0&&(ce==="instanceMatrix"&&I.instanceMatrix&&(Q=I.instanceMatrix),ce==="instanceColor"&&I.instanceColor&&(Q=I.instanceColor)),Q!==void 0){let se=Q.normalized,de=Q.itemSize,ue=e.get(Q);if(ue===void 0)continue;let ee=ue.buffer,me=ue.type,ye=ue.bytesPerElement,Ae=me===n.INT||me===n.UNSIGNED_INT||Q.gpuType===Lc;if(Q.isInterleavedBufferAttribute){let Se=Q.data,Ge=Se.isInterleavedBuffer===!0?Se.stride:Se.itemSize,st=Q.offset;if(Se.isInstancedInterleavedBuffer||Se.isInstancedBufferAttribute){for(let Ve=0;Ve<J.locationSize;Ve++)p(J.location+Ve,Se.meshPerAttribute);I.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=Se.meshPerAttribute*Se.count)}else for(let Ve=0;Ve<J.locationSize;Ve++)m(J.location+Ve);n.bindBuffer(n.ARRAY_BUFFER,ee);for(let Ve=0;Ve<J.locationSize;Ve++)A(J.location+Ve,de/J.locationSize,me,se,Ge*ye,(st+de/J.locationSize*Ve)*ye,Ae)}else{if(Q.isInstancedBufferAttribute){for(let Se=0;Se<J.locationSize;Se++)p(J.location+Se,Q.meshPerAttribute);I.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let Se=0;Se<J.locationSize;Se++)m(J.location+Se);n.bindBuffer(n.ARRAY_BUFFER,ee);for(let Se=0;Se<J.locationSize;Se++)A(J.location+Se,de/J.locationSize,me,se,de*ye,de/J.locationSize*Se*ye,Ae)}}else if(G!==void 0){let se=G[ce];if(se!==void 0)switch(se.length){case 2:n.vertexAttrib2fv(J.location,se);break;case 3:n.vertexAttrib3fv(J.location,se);break;case 4:n.vertexAttrib4fv(J.location,se);break;default:n.vertexAttrib1fv(J.location,se)}}}}x()}function C(){k();for(let I in i){let z=i[I];for(let V in z){let N=z[V];for(let W in N){let Y=N[W];for(let G in Y)u(Y[G].object),delete Y[G];delete N[W]}}delete i[I]}}function T(I){if(i[I.id]===void 0)return;let z=i[I.id];for(let V in z){let N=z[V];for(let W in N){let Y=N[W];for(let G in Y)u(Y[G].object),delete Y[G];delete N[W]}}delete i[I.id]}function y(I){for(let z in i){let V=i[z];for(let N in V){let W=V[N];if(W[I.id]===void 0)continue;let Y=W[I.id];for(let G in Y)u(Y[G].object),delete Y[G];delete W[I.id]}}}function E(I){for(let z in i){let V=i[z],N=I.isInstancedMesh===!0?I.id:0,W=V[N];if(W!==void 0){for(let Y in W){let G=W[Y];for(let ce in G)u(G[ce].object),delete G[ce];delete W[Y]}delete V[N],Object.keys(V).length===0&&delete i[z]}}}function k(){L(),o=!0,r!==s&&(r=s,c(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:k,resetDefaultState:L,dispose:C,releaseStatesOfGeometry:T,releaseStatesOfObject:E,releaseStatesOfProgram:y,initAttributes:_,enableAttribute:m,disableUnusedAttributes:x}}function wS(n,e,t){let i;function s(l){i=l}function r(l,c){n.drawArrays(i,l,c),t.update(c,i,1)}function o(l,c,u){u!==0&&(n.drawArraysInstanced(i,l,c,u),t.update(c,i,u))}function a(l,c,u){if(u===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,l,0,c,0,u);let d=0;for(let f=0;f<u;f++)d+=c[f];t.update(d,i,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function ES(n,e,t,i){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let y=e.get("EXT_texture_filter_anisotropic");s=n.getParameter(y.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(y){return!(y!==Vn&&i.convert(y)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(y){let E=y===zn&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(y!==on&&y!==Bn&&!E&&i.convert(y)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_TYPE))}function l(y){if(y==="highp"){if(n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.HIGH_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.HIGH_FLOAT).precision>0)return"highp";y="mediump"}return y==="mediump"&&n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.MEDIUM_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",u=l(c);u!==c&&(qe("WebGLRenderer:",c,"not supported, using",u,"instead."),c=u);let h=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&h===!1;t.reversedDepthBuffer===!0&&h===!1&&qe("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&h===!0&&qe("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=n.getParameter(n.MAX_TEXTURE_IMAGE_UNITS),g=n.getParameter(n.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=n.getParameter(n.MAX_TEXTURE_SIZE),m=n.getParameter(n.MAX_CUBE_MAP_TEXTURE_SIZE),p=n.getParameter(n.MAX_VERTEX_ATTRIBS),x=n.getParameter(n.MAX_VERTEX_UNIFORM_VECTORS),A=n.getParameter(n.MAX_VARYING_VECTORS),S=n.getParameter(n.MAX_FRAGMENT_UNIFORM_VECTORS),C=n.getParameter(n.MAX_SAMPLES),T=n.getParameter(n.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:h,maxTextures:f,maxVertexTextures:g,maxTextureSize:_,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:x,maxVaryings:A,maxFragmentUniforms:S,maxSamples:C,samples:T}}function TS(n){let e=this,t=null,i=0,s=!1,r=!1,o=new Zi,a=new tt,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(h,d){let f=h.length!==0||d||i!==0||s;return s=d,i=h.length,f},this.beginShadows=function(){r=!0,u(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(h,d){t=u(h,d,0)},this.setState=function(h,d,f){let g=h.clippingPlanes,_=h.clipIntersection,m=h.clipShadows,p=n.get(h);if(!s||g===null||g.length===0||r&&!m)r?u(null):c();else{let x=r?0:i,A=x*4,S=p.clippingState||null;l.value=S,S=u(g,d,A,f);for(let C=0;C!==A;++C)S[C]=t[C];p.clippingState=S,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=x}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=i>0),e.numPlanes=i,e.numIntersection=0}function u(h,d,f,g){let _=h!==null?h.length:0,m=null;if(_!==0){if(m=l.value,g!==!0||m===null){let p=f+_*4,x=d.matrixWorldInverse;a.getNormalMatrix(x),(m===null||m.length<p)&&(m=new Float32Array(p));for(let A=0,S=f;A!==_;++A,S+=4)o.copy(h[A]).applyMatrix4(x,a),o.normal.toArray(m,S),m[S+3]=o.constant}l.value=m,l.needsUpdate=!0}return e.numPlanes=_,e.numIntersection=0,m}}var Ka=class extends pn{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let i={width:e,height:e,depth:1},s=[i,i,i,i,i,i];this.texture=new xa(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let i={uniforms:{tEquirect:{value:null}},vertexShader:`

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
			`},s=new $s(5,5,5),r=new En({name:"CubemapFromEquirect",uniforms:Er(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:en,blending:br});r.uniforms.tEquirect.value=t;let o=new jt(s,r),a=t.minFilter;return t.minFilter===Rs&&(t.minFilter=ji),new bo(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,i=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,i,s);e.setRenderTarget(r)}},cg=256,AS=3,RS=20,Ig=256,Dg=16,CS=3,PS=new U,LS=new at,vh=class n{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new bo(1,10,null),this._boxMesh=new jt(new $s(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,i=.1,s=100,r={}){let{size:o=256,position:a=PS}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),u=this._getSourceTarget(!0);t>0&&(u.texture.mipmapsAutoUpdate=!1);let h=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,g=l.autoClearStencil,_=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,_===null&&(e.background=l.getClearColor(LS));let m=new bo(i,s,u);return m.position.copy(a),m.update(l,e),l.autoClear=h,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=g,e.background=_,t>0&&(u.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=dg(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=ug(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(cg,Kd(e))}_fromTexture(e,t){e.mapping===Mr||e.mapping===Eo?this._setSize(e.image.length===0?cg:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let i=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(i),i}_allocateTarget(){let e=this._cubeSize,t=hg(e,!1,!1),i=Math.log2(e)-AS;for(let s=0;s<=i;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,i=this._sourceTarget;return(i===null||i.width!==t||e&&i.depthBuffer===!1)&&(i!==null&&i.dispose(),this._sourceTarget=hg(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,i){let s=this._boxMesh,r=this._cubeCamera;s.material=i,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===Mr||e.mapping===Eo?(this._cubemapMaterial===null&&(this._cubemapMaterial=dg()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=ug()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=IS(),this._integrationMaterial=DS());let t=this._cubeSize,i=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/Dg);for(let o=0;o<=i;o++){let a=n.lodToRoughness(o,i);if(o>i-CS)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(Ig*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=NS());let i=this._blurMaterial,s=i.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,i),s.envMap.value=e.texture,this._renderCube(r,0,i)}};function hg(n,e,t){return new Ka(n,{minFilter:Rs,generateMipmaps:e,type:zn,colorSpace:ua,depthBuffer:t})}function Za(n,e,t){return new En({name:n,uniforms:e,vertexShader:ut.cube_vert,fragmentShader:t,side:en,blending:br,depthTest:!1,depthWrite:!1})}function IS(){return Za("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Ig}u

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
	`)}function DS(){return Za("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Dg}},`

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
	`)}function NS(){return Za("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${RS}
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
	`)}function ug(){return Za("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

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
	`)}function dg(){return Za("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function US(n){let e=new WeakMap,t=new WeakMap,i=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Rc||f===Cc)if(e.has(d)){let g=e.get(d).texture;return a(g,d.mapping)}else{let g=d.image;if(g&&g.height>0){let _=new Ka(g.height);return _.fromEquirectangularTexture(n,d),e.set(d,_),d.addEventListener("dispose",c),a(_.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,g=f===Rc||f===Cc,_=f===Mr||f===Eo;if(g||_){let m=t.get(d),p=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==p)return i===null&&(i=new vh(n)),m=g?i.fromEquirectangular(d,m):i.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),m.texture;if(m!==void 0)return m.texture;{let x=d.image;return g&&x&&x.height>0||_&&x&&l(x)?(i===null&&(i=new vh(n)),m=g?i.fromEquirectangular(d):i.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),d.addEventListener("dispose",u),m.texture):null}}}return d}function a(d,f){return f===Rc?d.mapping=Mr:f===Cc&&(d.mapping=Eo),d}function l(d){let f=0,g=6;for(let _=0;_<g;_++)d[_]!==void 0&&f++;return f===g}function c(d){let f=d.target;f.removeEventListener("dispose",c);let g=e.get(f);g!==void 0&&(e.delete(f),g.dispose())}function u(d){let f=d.target;f.removeEventListener("dispose",u);let g=t.get(f);g!==void 0&&(t.delete(f),g.dispose())}function h(){e=new WeakMap,t=new WeakMap,i!==null&&(i.dispose(),i=null)}return{get:s,dispose:h}}function FS(n){let e={};function t(i){if(e[i]!==void 0)return e[i];let s=n.getExtension(i);return e[i]=s,s}return{has:function(i){return t(i)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(i){let s=t(i);return s===null&&la("WebGLRenderer: "+i+" extension not supported."),s}}}function OS(n,e,t,i){let s={},r=new WeakMap,o=new FinalizationRegistry(g=>delete s[g]);function a(g){l(g.target)}function l(g){g.index!==null&&e.remove(g.index);for(let m in g.attributes)e.remove(g.attributes[m]);g.removeEventListener("dispose",a),delete s[g.id],o.unregister(g);let _=r.get(g);_&&(e.remove(_),r.delete(g)),i.releaseStatesOfGeometry(g),g.isInstancedBufferGeometry===!0&&delete g._maxInstanceCount,t.memory.geometries--}function c(g,_){return s[_.id]!==void 0||(_.addEventListener("dispose",a),s[_.id]=new WeakRef(_),o.register(_,_.id,_),t.memory.geometries++),_}function u(g){let _=g.attributes;for(let m in _)e.update(_[m],n.ARRAY_BUFFER)}function h(g){let _=g.index,m=g.attributes.position,p=0;if(m===void 0)return;let x=_!==null?_.array.length:m.array.length/3-1,A=m.count>=65535?ya:va,S=new A(Math.ceil(x/3)*6,1),C=S.array;if(_!==null){let y=_.array;p=_.version;for(let E=0,k=0;E<x;E+=3){let L=y[E+0],I=y[E+1],z=y[E+2];C[k++]=L,C[k++]=I,C[k++]=I,C[k++]=z,C[k++]=z,C[k++]=L}}else{p=m.version;for(let y=0,E=0;y<x;y+=3){let k=y+0,L=y+1,I=y+2;C[E++]=k,C[E++]=L,C[E++]=L,C[E++]=I,C[E++]=I,C[E++]=k}}S.version=p;let T=r.get(g);T&&e.remove(T),r.set(g,S)}function d(g){let _=r.get(g);if(_){let m=g.index;m!==null&&_.version<m.version&&h(g)}else h(g);return r.get(g)}function f(){for(let g in s){let _=s[g].deref();_!==void 0&&l(_)}}return{get:c,update:u,getWireframeAttribute:d,dispose:f}}function kS(n,e,t){let i;function s(h){i=h}let r,o;function a(h){r=h.type,o=h.bytesPerElement}function l(h,d){n.drawElements(i,d,r,h*o),t.update(d,i,1)}function c(h,d,f){f!==0&&(n.drawElementsInstanced(i,d,r,h*o,f),t.update(d,i,f))}function u(h,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,d,0,r,h,0,f);let _=0;for(let m=0;m<f;m++)_+=d[m];t.update(_,i,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=u}function BS(n){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function i(r,o,a){switch(t.calls++,o){case n.TRIANGLES:t.triangles+=a*(r/3);break;case n.LINES:t.lines+=a*(r/2);break;case n.LINE_STRIP:t.lines+=a*(r-1);break;case n.LINE_LOOP:t.lines+=a*r;break;case n.POINTS:t.points+=a*r;break;default:Qe("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:i}}function zS(n,e,t){let i=new WeakMap,s=new Rt;function r(o,a,l){let c=o.morphTargetInfluences,u=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,h=u!==void 0?u.length:0,d=i.get(a);if(d===void 0||d.count!==h){let k=function(){y.dispose(),i.delete(a),a.removeEventListener("dispose",k)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],x=a.morphAttributes.color||[],A=0;f===!0&&(A=1),g===!0&&(A=2),_===!0&&(A=3);let S=a.attributes.position.count*A,C=1;S>e.maxTextureSize&&(C=Math.ceil(S/e.maxTextureSize),S=e.maxTextureSize);let T=new Float32Array(S*C*4*h),y=new ma(T,S,C,h);y.type=Bn,y.needsUpdate=!0;let E=A*4;for(let L=0;L<h;L++){let I=m[L],z=p[L],V=x[L],N=S*C*4*L;for(let W=0;W<I.count;W++){let Y=W*E;f===!0&&(s.fromBufferAttribute(I,W),T[N+Y+0]=s.x,T[N+Y+1]=s.y,T[N+Y+2]=s.z,T[N+Y+3]=0),g===!0&&(s.fromBufferAttribute(z,W),T[N+Y+4]=s.x,T[N+Y+5]=s.y,T[N+Y+6]=s.z,T[N+Y+7]=0),_===!0&&(s.fromBufferAttribute(V,W),T[N+Y+8]=s.x,T[N+Y+9]=s.y,T[N+Y+10]=s.z,T[N+Y+11]=V.itemSize===4?s.w:1)}}d={count:h,texture:y,size:new Ye(S,C)},i.set(a,d),a.addEventListener("dispose",k)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(n,"morphTexture",o.morphTexture,t);else{let f=0;for(let _=0;_<c.length;_++)f+=c[_];let g=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(n,"morphTargetBaseInfluence",g),l.getUniforms().setValue(n,"morphTargetInfluences",c)}l.getUniforms().setValue(n,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(n,"morphTargetsTextureSize",d.size)}return{update:r}}function VS(n,e,t,i,s){let r=new WeakMap;function o(c){let u=s.render.frame,h=c.geometry,d=e.get(c,h);if(r.get(d)!==u&&(e.update(d),r.set(d,u)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==u&&(t.update(c.instanceMatrix,n.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,n.ARRAY_BUFFER),r.set(c,u))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==u&&(f.update(),r.set(f,u))}return d}function a(){r=new WeakMap}function l(c){let u=c.target;u.removeEventListener("dispose",l),i.releaseStatesOfObject(u),t.remove(u.instanceMatrix),u.instanceColor!==null&&t.remove(u.instanceColor)}return{update:o,dispose:a}}var HS={[Rd]:"LINEAR_TONE_MAPPING",[Cd]:"REINHARD_TONE_MAPPING",[Pd]:"CINEON_TONE_MAPPING",[Ld]:"ACES_FILMIC_TONE_MAPPING",[Dd]:"AGX_TONE_MAPPING",[Nd]:"NEUTRAL_TONE_MAPPING",[Id]:"CUSTOM_TONE_MAPPING"};function GS(n,e,t,i,s,r){let o=new pn(e,t,{type:n,depthBuffer:s,stencilBuffer:r,samples:i?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,u=new Jt;u.setAttribute("position",new xt([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute("uv",new xt([0,2,0,0,2,0],2));let h=new dc({uniforms:{tDiffuse:{value:null}},vertexShader:`
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
			}`,depthTest:!1,depthWrite:!1}),d=new jt(u,h),f=new On(-1,1,1,-1,0,1),g=null,_=null,m=!1,p,x=null,A=[],S=!1;this.setSize=function(C,T){o.setSize(C,T),a!==null&&a.setSize(C,T),l!==null&&l.setSize(C,T);for(let y=0;y<A.length;y++){let E=A[y];E.setSize&&E.setSize(C,T)}},this.setEffects=function(C){A=C,S=A.length>0&&A[0].isRenderPass===!0;let T=o.width,y=o.height;A.length>0&&a===null&&(a=new pn(T,y,{type:zn,depthBuffer:!1,stencilBuffer:!1}),l=new pn(T,y,{type:zn,depthBuffer:!1,stencilBuffer:!1}));let E=s===!0&&A.some(k=>k.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&c===null&&(c=new As(T,y),r===!0&&(c.format=Cs,c.type=wr)),o.dispose(),o.depthTexture=E?c:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let k=0;k<A.length;k++){let L=A[k];L.setSize&&L.setSize(T,y),E&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(c)}},this.begin=function(C,T){if(m||C.toneMapping===ns&&A.length===0)return!1;if(x=T,T!==null){let y=T.width,E=T.height;(o.width!==y||o.height!==E)&&this.setSize(y,E)}return S===!1&&C.setRenderTarget(o),p=C.toneMapping,C.toneMapping=ns,!0},this.hasRenderPass=function(){return S},this.end=function(C,T){C.toneMapping=p,m=!0;let y=o,E=a;for(let k=0;k<A.length;k++){let L=A[k];L.enabled!==!1&&(L.render(C,E,y,T),L.needsSwap!==!1&&(y=E,E=E===a?l:a))}if(g!==C.outputColorSpace||_!==C.toneMapping){g=C.outputColorSpace,_=C.toneMapping,h.defines={},vt.getTransfer(g)===At&&(h.defines.SRGB_TRANSFER="");let k=HS[_];k&&(h.defines[k]=""),h.needsUpdate=!0}h.uniforms.tDiffuse.value=y.texture,C.setRenderTarget(x),C.render(d,f),x=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),u.dispose(),h.dispose()}}var Ng=new rn,Ug=new As(1,1),Fg=new _a(1),Og=new ma,kg=new rc,Bg=new xa,fg=[],pg=[],mg=new Float32Array(16),gg=new Float32Array(9),vg=new Float32Array(4);function Ro(n,e,t){let i=n[0];if(i<=0||i>0)return n;let s=e*t,r=fg[s];if(r===void 0&&(r=new Float32Array(s),fg[s]=r),e!==0){i.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,n[o].toArray(r,a)}return r}function bi(n,e){if(n.length!==e.length)return!1;for(let t=0,i=n.length;t<i;t++)if(n[t]!==e[t])return!1;return!0}function Si(n,e){for(let t=0,i=e.length;t<i;t++)n[t]=e[t]}function xh(n,e){let t=pg[e];t===void 0&&(t=new Int32Array(e),pg[e]=t);for(let i=0;i!==e;++i)t[i]=n.allocateTextureUnit();return t}function WS(n,e){let t=this.cache;t[0]!==e&&(n.uniform1f(this.addr,e),t[0]=e)}function XS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bi(t,e))return;n.uniform2fv(this.addr,e),Si(t,e)}}function qS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(n.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(bi(t,e))return;n.uniform3fv(this.addr,e),Si(t,e)}}function YS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bi(t,e))return;n.uniform4fv(this.addr,e),Si(t,e)}}function $S(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(bi(t,e))return;n.uniformMatrix2fv(this.addr,!1,e),Si(t,e)}else{if(bi(t,i))return;vg.set(i),n.uniformMatrix2fv(this.addr,!1,vg),Si(t,i)}}function KS(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(bi(t,e))return;n.uniformMatrix3fv(this.addr,!1,e),Si(t,e)}else{if(bi(t,i))return;gg.set(i),n.uniformMatrix3fv(this.addr,!1,gg),Si(t,i)}}function ZS(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(bi(t,e))return;n.uniformMatrix4fv(this.addr,!1,e),Si(t,e)}else{if(bi(t,i))return;mg.set(i),n.uniformMatrix4fv(this.addr,!1,mg),Si(t,i)}}function JS(n,e){let t=this.cache;t[0]!==e&&(n.uniform1i(this.addr,e),t[0]=e)}function jS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bi(t,e))return;n.uniform2iv(this.addr,e),Si(t,e)}}function QS(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(bi(t,e))return;n.uniform3iv(this.addr,e),Si(t,e)}}function eM(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bi(t,e))return;n.uniform4iv(this.addr,e),Si(t,e)}}function tM(n,e){let t=this.cache;t[0]!==e&&(n.uniform1ui(this.addr,e),t[0]=e)}function iM(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bi(t,e))return;n.uniform2uiv(this.addr,e),Si(t,e)}}function nM(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(bi(t,e))return;n.uniform3uiv(this.addr,e),Si(t,e)}}function sM(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bi(t,e))return;n.uniform4uiv(this.addr,e),Si(t,e)}}function _h(n){return n.version===0&&(n.compareFunction=Xd,n.needsUpdate=!0),n}function rM(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===n.SAMPLER_2D_SHADOW?r=_h(Ug):r=Ng,t.setTexture2D(e||r,s)}function oM(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),t.setTexture3D(e||kg,s)}function aM(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===n.SAMPLER_CUBE_SHADOW?r=_h(Fg):r=Bg,t.setTextureCube(e||r,s)}function lM(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),t.setTexture2DArray(e||Og,s)}function cM(n){switch(n){case 5126:return WS;case 35664:return XS;case 35665:return qS;case 35666:return YS;case 35674:return $S;case 35675:return KS;case 35676:return ZS;case 5124:case 35670:return JS;case 35667:case 35671:return jS;case 35668:case 35672:return QS;case 35669:case 35673:return eM;case 5125:return tM;case 36294:return iM;case 36295:return nM;case 36296:return sM;case 35678:case 36198:case 36298:case 36306:case 35682:return rM;case 35679:case 36299:case 36307:return oM;case 35680:case 36300:case 36308:case 36293:return aM;case 36289:case 36303:case 36311:case 36292:return lM}}function hM(n,e){n.uniform1fv(this.addr,e)}function uM(n,e){let t=Ro(e,this.size,2);n.uniform2fv(this.addr,t)}function dM(n,e){let t=Ro(e,this.size,3);n.uniform3fv(this.addr,t)}function fM(n,e){let t=Ro(e,this.size,4);n.uniform4fv(this.addr,t)}function pM(n,e){let t=Ro(e,this.size,4);n.uniformMatrix2fv(this.addr,!1,t)}function mM(n,e){let t=Ro(e,this.size,9);n.uniformMatrix3fv(this.addr,!1,t)}function gM(n,e){let t=Ro(e,this.size,16);n.uniformMatrix4fv(this.addr,!1,t)}function vM(n,e){n.uniform1iv(this.addr,e)}function yM(n,e){n.uniform2iv(this.addr,e)}function xM(n,e){n.uniform3iv(this.addr,e)}function _M(n,e){n.uniform4iv(this.addr,e)}function bM(n,e){n.uniform1uiv(this.addr,e)}function SM(n,e){n.uniform2uiv(this.addr,e)}function MM(n,e){n.uniform3uiv(this.addr,e)}function wM(n,e){n.uniform4uiv(this.addr,e)}function EM(n,e,t){let i=this.cache,s=e.length,r=xh(t,s);bi(i,r)||(n.uniform1iv(this.addr,r),Si(i,r));let o;this.type===n.SAMPLER_2D_SHADOW?o=_h(Ug):o=Ng;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function TM(n,e,t){let i=this.cache,s=e.length,r=xh(t,s);bi(i,r)||(n.uniform1iv(this.addr,r),Si(i,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||kg,r[o])}function AM(n,e,t){let i=this.cache,s=e.length,r=xh(t,s);bi(i,r)||(n.uniform1iv(this.addr,r),Si(i,r));let o;this.type===n.SAMPLER_CUBE_SHADOW?o=_h(Fg):o=Bg;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function RM(n,e,t){let i=this.cache,s=e.length,r=xh(t,s);bi(i,r)||(n.uniform1iv(this.addr,r),Si(i,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||Og,r[o])}function CM(n){switch(n){case 5126:return hM;case 35664:return uM;case 35665:return dM;case 35666:return fM;case 35674:return pM;case 35675:return mM;case 35676:return gM;case 5124:case 35670:return vM;case 35667:case 35671:return yM;case 35668:case 35672:return xM;case 35669:case 35673:return _M;case 5125:return bM;case 36294:return SM;case 36295:return MM;case 36296:return wM;case 35678:case 36198:case 36298:case 36306:case 35682:return EM;case 35679:case 36299:case 36307:return TM;case 35680:case 36300:case 36308:case 36293:return AM;case 36289:case 36303:case 36311:case 36292:return RM}}var rf=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.setValue=cM(t.type)}},of=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=CM(t.type)}},af=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,i){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],i)}}},nf=/(\w+)(\])?(\[|\.)?/g;function yg(n,e){n.seq.push(e),n.map[e.id]=e}function PM(n,e,t){let i=n.name,s=i.length;for(nf.lastIndex=0;;){let r=nf.exec(i),o=nf.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){yg(t,c===void 0?new rf(a,n,e):new of(a,n,e));break}else{let h=t.map[a];h===void 0&&(h=new af(a),yg(t,h)),t=h}}}var Ao=class{constructor(e,t){this.seq=[],this.map={};let i=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<i;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);PM(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,i,s){let r=this.map[t];r!==void 0&&r.setValue(e,i,s)}setOptional(e,t,i){let s=t[i];s!==void 0&&this.setValue(e,i,s)}static upload(e,t,i,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=i[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let i=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&i.push(o)}return i}};function xg(n,e,t){let i=n.createShader(e);return n.shaderSource(i,t),n.compileShader(i),i}var LM=37297,IM=0;function DM(n,e){let t=n.split(`
`),i=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;i.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return i.join(`
`)}var _g=new tt;function NM(n){vt._getMatrix(_g,vt.workingColorSpace,n);let e=`mat3( ${_g.elements.map(t=>t.toFixed(4))} )`;switch(vt.getTransfer(n)){case da:return[e,"LinearTransferOETF"];case At:return[e,"sRGBTransferOETF"];default:return qe("WebGLProgram: Unsupported color space: ",n),[e,"LinearTransferOETF"]}}function bg(n,e,t){let i=n.getShaderParameter(e,n.COMPILE_STATUS),r=(n.getShaderInfoLog(e)||"").trim();if(i&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+DM(n.getShaderSource(e),a)}else return r}function UM(n,e){let t=NM(e);return[`vec4 ${n}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var FM={[Rd]:"Linear",[Cd]:"Reinhard",[Pd]:"Cineon",[Ld]:"ACESFilmic",[Dd]:"AgX",[Nd]:"Neutral",[Id]:"Custom"};function OM(n,e){let t=FM[e];return t===void 0?(qe("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+n+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+n+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var gh=new U;function kM(){vt.getLuminanceCoefficients(gh);let n=gh.x.toFixed(4),e=gh.y.toFixed(4),t=gh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${n}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function BM(n){return[n.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",n.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter($a).join(`
`)}function zM(n){let e=[];for(let t in n){let i=n[t];i!==!1&&e.push("#define "+t+" "+i)}return e.join(`
`)}function VM(n,e){let t={},i=n.getProgramParameter(e,n.ACTIVE_ATTRIBUTES);for(let s=0;s<i;s++){let r=n.getActiveAttrib(e,s),o=r.name,a=1;r.type===n.FLOAT_MAT2&&(a=2),r.type===n.FLOAT_MAT3&&(a=3),r.type===n.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:n.getAttribLocation(e,o),locationSize:a}}return t}function $a(n){return n!==""}function Sg(n,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return n.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function Mg(n,e){return n.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var HM=/^[ \t]*#include +<([\w\d./]+)>/gm;function lf(n){return n.replace(HM,GM)}function GM(n,e){let t=ut[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return lf(t)}var WM=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function wg(n){return n.replace(WM,XM)}function XM(n,e,t,i){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=i.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function Eg(n){let e=`precision ${n.precision} float;
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
#define LOW_PRECISION`),e}var qM={[Oa]:"SHADOWMAP_TYPE_PCF",[Mo]:"SHADOWMAP_TYPE_VSM"};function YM(n){return qM[n.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var $M={[Eo]:"ENVMAP_MODE_REFRACTION"};function KM(n){return n.envMap===!1?"ENVMAP_MODE_REFLECTION":$M[n.envMapMode]||"ENVMAP_MODE_REFLECTION"}var ZM={[Ac]:"ENVMAP_BLENDING_MULTIPLY",[Xm]:"ENVMAP_BLENDING_MIX",[qm]:"ENVMAP_BLENDING_ADD"};function JM(n){return n.envMap===!1?"ENVMAP_BLENDING_NONE":ZM[n.combine]||"ENVMAP_BLENDING_NONE"}function jM(n,e,t,i){let s=n.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=YM(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",u=KM(t),h=JM(t),d=BM(t),f=zM(r),g=s.createProgram(),_,m,p=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(_=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter($a).join(`
`),_.length>0&&(_+=`
`),m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter($a).join(`
`),m.length>0&&(m+=`
`)):(_=[Eg(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+u:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter($a).join(`
`),m=[Eg(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+u:"",t.envMap?"#define "+h:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==ns?"#define TONE_MAPPING":"",t.toneMapping!==ns?ut.tonemapping_pars_fragment:"",t.toneMapping!==ns?OM("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",ut.colorspace_pars_fragment,UM("linearToOutputTexel",t.outputColorSpace),kM(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter($a).join(`
`)),o=lf(o),o=Sg(o,t),o=Mg(o,t),a=lf(a),a=Sg(a,t),a=Mg(a,t),o=wg(o),a=wg(a),t.isRawShaderMaterial!==!0&&(p=`#version 300 es
`,_=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+_,m=["#define varying in",t.glslVersion===Yd?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===Yd?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let x=p+_+o,A=p+m+a,S=xg(s,s.VERTEX_SHADER,x),C=xg(s,s.FRAGMENT_SHADER,A);s.attachShader(g,S),s.attachShader(g,C),t.index0AttributeName!==void 0?s.bindAttribLocation(g,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(g,0,"position"),s.linkProgram(g);function T(L){if(n.debug.checkShaderErrors){let I=s.getProgramInfoLog(g)||"",z=s.getShaderInfoLog(S)||"",V=s.getShaderInfoLog(C)||"",N=I.trim(),W=z.trim(),Y=V.trim(),G=!0,ce=!0;if(s.getProgramParameter(g,s.LINK_STATUS)===!1)if(G=!1,typeof n.debug.onShaderError=="function")n.debug.onShaderError(s,g,S,C);else{let J=bg(s,S,"vertex"),Q=bg(s,C,"fragment");Qe("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(g,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+N+`
`+J+`
`+Q)}else N!==""?qe("WebGLProgram: Program Info Log:",N):(W===""||Y==="")&&(ce=!1);ce&&(L.diagnostics={runnable:G,programLog:N,vertexShader:{log:W,prefix:_},fragmentShader:{log:Y,prefix:m}})}s.deleteShader(S),s.deleteShader(C),y=new Ao(s,g),E=VM(s,g)}let y;this.getUniforms=function(){return y===void 0&&T(this),y};let E;this.getAttributes=function(){return E===void 0&&T(this),E};let k=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return k===!1&&(k=s.getProgramParameter(g,LM)),k},this.destroy=function(){i.releaseStatesOfProgram(this),s.deleteProgram(g),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=IM++,this.cacheKey=e,this.usedTimes=1,this.program=g,this.vertexShader=S,this.fragmentShader=C,this}var QM=0,cf=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,i){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(i)===!1&&(s.add(i),i.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let i of t)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,i=t.get(e);return i===void 0&&(i=new Set,t.set(e,i)),i}_getShaderStage(e){let t=this.shaderCache,i=t.get(e);return i===void 0&&(i=new hf(e),t.set(e,i)),i}},hf=class{constructor(e){this.id=QM++,this.code=e,this.usedTimes=0}};function ew(n){return n===ir||n===Ga||n===Wa}function tw(n,e,t,i,s,r){let o=new yo,a=new cf,l=new Set,c=[],u=new Map,h=i.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(y){return l.add(y),y===0?"uv":`uv${y}`}function g(y,E,k,L,I,z){let V=L.fog,N=I.geometry,W=y.isMeshStandardMaterial||y.isMeshLambertMaterial||y.isMeshPhongMaterial?L.environment:null,Y=y.isMeshStandardMaterial||y.isMeshLambertMaterial&&!y.envMap||y.isMeshPhongMaterial&&!y.envMap,G=e.get(y.envMap||W,Y),ce=d[y.type],J=i.precision;y.precision!==null&&(J=i.getMaxPrecision(y.precision),J!==y.precision&&qe("WebGLProgram.getParameters:",y.precision,"not supported, using",J,"instead."));let Q=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,se=Q!==void 0?Q.length:0,de=0;N.morphAttributes.position!==void 0&&(de=1),N.morphAttributes.normal!==void 0&&(de=2),N.morphAttributes.color!==void 0&&(de=3);let ue,ee,me,ye;if(ce){let Re=tn[ce];ue=Re.vertexShader,ee=Re.fragmentShader}else{ue=y.vertexShader,ee=y.fragmentShader;let Re=a.getVertexShaderStage(y),lt=a.getFragmentShaderStage(y);a.update(y,Re,lt),me=Re.id,ye=lt.id}let Ae=n.getRenderTarget(),Se=n.state.buffers.depth.getReversed(),Ge=I.isInstancedMesh===!0,st=I.isBatchedMesh===!0,Ve=!!y.map,dt=!!y.matcap,ct=!!G,it=ct&&G.isPMREMTexture===!0,$t=!!y.aoMap,zt=!!y.lightMap,li=!!y.bumpMap&&y.wireframe===!1,Nt=!!y.normalMap,Ti=!!y.displacementMap,_t=!!y.emissiveMap,yi=!!y.metalnessMap,Qt=!!y.roughnessMap,ci=y.anisotropy>0,O=y.clearcoat>0,Ce=y.diffuseRoughness>0,$e=y.dispersion>0,rt=y.retroreflectivity>0,Me=y.iridescence>0,Ot=y.sheen>0,ze=y.transmission>0,Xe=ci&&!!y.anisotropyMap,R=O&&!!y.clearcoatMap,b=O&&!!y.clearcoatNormalMap,X=O&&!!y.clearcoatRoughnessMap,he=Ce&&!!y.diffuseRoughnessMap,oe=Me&&!!y.iridescenceMap,ve=Me&&!!y.iridescenceThicknessMap,xe=Ot&&!!y.sheenColorMap,te=Ot&&!!y.sheenRoughnessMap,ne=!!y.specularMap,pe=!!y.specularColorMap,F=!!y.specularIntensityMap,re=ze&&!!y.transmissionMap,ie=ze&&!!y.thicknessMap,we=!!y.gradientMap,ge=!!y.alphaMap,be=y.alphaTest>0,He=!!y.alphaHash,Je=!!y.extensions,le=ns;y.toneMapped&&(Ae===null||Ae.isXRRenderTarget===!0)&&(le=n.toneMapping);let Oe=it?G.isCompressedCubeTexture?G.image[0].mipmaps:G.mipmaps:null,je={shaderID:ce,shaderType:y.type,shaderName:y.name,vertexShader:ue,fragmentShader:ee,defines:y.defines,customVertexShaderID:me,customFragmentShaderID:ye,isRawShaderMaterial:y.isRawShaderMaterial===!0,glslVersion:y.glslVersion,precision:J,batching:st,batchingColor:st&&I._colorsTexture!==null,instancing:Ge,instancingColor:Ge&&I.instanceColor!==null,instancingMorph:Ge&&I.morphTexture!==null,outputColorSpace:Ae===null?n.outputColorSpace:Ae.isXRRenderTarget===!0?Ae.texture.colorSpace:vt.workingColorSpace,alphaToCoverage:!!y.alphaToCoverage,map:Ve,matcap:dt,envMap:ct,envMapMode:ct&&G.mapping,envMapPMREM:it,envMapMaxLod:it?Oe.length-1:null,envMapSize:it?Oe[0].width:null,aoMap:$t,lightMap:zt,bumpMap:li,normalMap:Nt,displacementMap:Ti,emissiveMap:_t,normalMapObjectSpace:Nt&&y.normalMapType===Km,normalMapTangentSpace:Nt&&y.normalMapType===fh,packedNormalMap:Nt&&y.normalMapType===fh&&ew(y.normalMap.format),metalnessMap:yi,roughnessMap:Qt,anisotropy:ci,anisotropyMap:Xe,clearcoat:O,clearcoatMap:R,clearcoatNormalMap:b,clearcoatRoughnessMap:X,diffuseRoughness:Ce,diffuseRoughnessMap:he,dispersion:$e,retroreflection:rt,iridescence:Me,iridescenceMap:oe,iridescenceThicknessMap:ve,sheen:Ot,sheenColorMap:xe,sheenRoughnessMap:te,specularMap:ne,specularColorMap:pe,specularIntensityMap:F,transmission:ze,transmissionMap:re,thicknessMap:ie,gradientMap:we,opaque:y.transparent===!1&&y.blending===wo&&y.alphaToCoverage===!1,alphaMap:ge,alphaTest:be,alphaHash:He,combine:y.combine,mapUv:Ve&&f(y.map.channel),aoMapUv:$t&&f(y.aoMap.channel),lightMapUv:zt&&f(y.lightMap.channel),bumpMapUv:li&&f(y.bumpMap.channel),normalMapUv:Nt&&f(y.normalMap.channel),displacementMapUv:Ti&&f(y.displacementMap.channel),emissiveMapUv:_t&&f(y.emissiveMap.channel),metalnessMapUv:yi&&f(y.metalnessMap.channel),roughnessMapUv:Qt&&f(y.roughnessMap.channel),anisotropyMapUv:Xe&&f(y.anisotropyMap.channel),clearcoatMapUv:R&&f(y.clearcoatMap.channel),clearcoatNormalMapUv:b&&f(y.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(y.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:he&&f(y.diffuseRoughnessMap.channel),iridescenceMapUv:oe&&f(y.iridescenceMap.channel),iridescenceThicknessMapUv:ve&&f(y.iridescenceThicknessMap.channel),sheenColorMapUv:xe&&f(y.sheenColorMap.channel),sheenRoughnessMapUv:te&&f(y.sheenRoughnessMap.channel),specularMapUv:ne&&f(y.specularMap.channel),specularColorMapUv:pe&&f(y.specularColorMap.channel),specularIntensityMapUv:F&&f(y.specularIntensityMap.channel),transmissionMapUv:re&&f(y.transmissionMap.channel),thicknessMapUv:ie&&f(y.thicknessMap.channel),alphaMapUv:ge&&f(y.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(Nt||ci),vertexNormals:!!N.attributes.normal,vertexColors:y.vertexColors,vertexAlphas:y.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:I.isPoints===!0&&!!N.attributes.uv&&(Ve||ge),fog:!!V,useFog:y.fog===!0,fogExp2:!!V&&V.isFogExp2,flatShading:y.wireframe===!1&&(y.flatShading===!0||N.attributes.normal===void 0&&Nt===!1&&(y.isMeshLambertMaterial||y.isMeshPhongMaterial||y.isMeshStandardMaterial||y.isMeshPhysicalMaterial)),sizeAttenuation:y.sizeAttenuation===!0,logarithmicDepthBuffer:h,reversedDepthBuffer:Se,skinning:I.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:se,morphTextureStride:de,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:z.filter(Re=>Re.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:y.dithering,shadowMapEnabled:n.shadowMap.enabled&&k.length>0,shadowMapType:n.shadowMap.type,toneMapping:le,decodeVideoTexture:Ve&&y.map.isVideoTexture===!0&&vt.getTransfer(y.map.colorSpace)===At,decodeVideoTextureEmissive:_t&&y.emissiveMap.isVideoTexture===!0&&vt.getTransfer(y.emissiveMap.colorSpace)===At,premultipliedAlpha:y.premultipliedAlpha,doubleSided:y.side===is,flipSided:y.side===en,useDepthPacking:y.depthPacking>=0,depthPacking:y.depthPacking||0,index0AttributeName:y.index0AttributeName,extensionClipCullDistance:Je&&y.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Je&&y.extensions.multiDraw===!0||st)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:y.customProgramCacheKey()};return je.vertexUv1s=l.has(1),je.vertexUv2s=l.has(2),je.vertexUv3s=l.has(3),l.clear(),je}function _(y){let E=[];if(y.shaderID?E.push(y.shaderID):(E.push(y.customVertexShaderID),E.push(y.customFragmentShaderID)),y.defines!==void 0)for(let k in y.defines)E.push(k),E.push(y.defines[k]);return y.isRawShaderMaterial===!1&&(m(E,y),p(E,y),E.push(n.outputColorSpace)),E.push(y.customProgramCacheKey),E.join()}function m(y,E){y.push(E.precision),y.push(E.outputColorSpace),y.push(E.envMapMode),y.push(E.envMapPMREM),y.push(E.envMapMaxLod),y.push(E.envMapSize),y.push(E.mapUv),y.push(E.alphaMapUv),y.push(E.lightMapUv),y.push(E.aoMapUv),y.push(E.bumpMapUv),y.push(E.normalMapUv),y.push(E.displacementMapUv),y.push(E.emissiveMapUv),y.push(E.metalnessMapUv),y.push(E.roughnessMapUv),y.push(E.anisotropyMapUv),y.push(E.clearcoatMapUv),y.push(E.clearcoatNormalMapUv),y.push(E.clearcoatRoughnessMapUv),y.push(E.diffuseRoughnessMapUv),y.push(E.iridescenceMapUv),y.push(E.iridescenceThicknessMapUv),y.push(E.sheenColorMapUv),y.push(E.sheenRoughnessMapUv),y.push(E.specularMapUv),y.push(E.specularColorMapUv),y.push(E.specularIntensityMapUv),y.push(E.transmissionMapUv),y.push(E.thicknessMapUv),y.push(E.combine),y.push(E.fogExp2),y.push(E.sizeAttenuation),y.push(E.morphTargetsCount),y.push(E.numSunLights),y.push(E.numDirLights),y.push(E.numPointLights),y.push(E.numSpotLights),y.push(E.numSpotLightMaps),y.push(E.numHemiLights),y.push(E.numRectAreaLights),y.push(E.numSunLightShadows),y.push(E.numDirLightShadows),y.push(E.numPointLightShadows),y.push(E.numSpotLightShadows),y.push(E.numSpotLightShadowsWithMaps),y.push(E.numLightProbes),y.push(E.numLightProbeGrids),y.push(E.shadowMapType),y.push(E.toneMapping),y.push(E.numClippingPlanes),y.push(E.numClipIntersection),y.push(E.depthPacking)}function p(y,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),y.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),y.push(o.mask)}function x(y){let E=d[y.type],k;if(E){let L=tn[E];k=qa.clone(L.uniforms)}else k=y.uniforms;return k}function A(y,E){let k=u.get(E);return k!==void 0?++k.usedTimes:(k=new jM(n,E,y,s),c.push(k),u.set(E,k)),k}function S(y){if(--y.usedTimes===0){let E=c.indexOf(y);c[E]=c[c.length-1],c.pop(),u.delete(y.cacheKey),y.destroy()}}function C(y){a.remove(y)}function T(){a.dispose()}return{getParameters:g,getProgramCacheKey:_,getUniforms:x,acquireProgram:A,releaseProgram:S,releaseShaderCache:C,programs:c,dispose:T}}function iw(){let n=new WeakMap;function e(o){return n.has(o)}function t(o){let a=n.get(o);return a===void 0&&(a={},n.set(o,a)),a}function i(o){n.delete(o)}function s(o,a,l){n.get(o)[a]=l}function r(){n=new WeakMap}return{has:e,get:t,remove:i,update:s,dispose:r}}function nw(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.material.id!==e.material.id?n.material.id-e.material.id:n.materialVariant!==e.materialVariant?n.materialVariant-e.materialVariant:n.z!==e.z?n.z-e.z:n.id-e.id}function Tg(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.z!==e.z?e.z-n.z:n.id-e.id}function Ag(){let n=[],e=0,t=[],i=[],s=[];function r(){e=0,t.length=0,i.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,g,_,m,p){let x=n[e];return x===void 0?(x={id:d.id,object:d,geometry:f,material:g,materialVariant:o(d),groupOrder:_,renderOrder:d.renderOrder,z:m,group:p},n[e]=x):(x.id=d.id,x.object=d,x.geometry=f,x.material=g,x.materialVariant=o(d),x.groupOrder=_,x.renderOrder=d.renderOrder,x.z=m,x.group=p),e++,x}function l(d,f,g,_,m,p,x){x.reversedDepth===!0&&(m=-m);let A=a(d,f,g,_,m,p);g.transmission>0?i.push(A):g.transparent===!0?s.push(A):t.push(A)}function c(d,f,g,_,m,p){let x=a(d,f,g,_,m,p);g.transmission>0?i.unshift(x):g.transparent===!0?s.unshift(x):t.unshift(x)}function u(d,f){t.length>1&&t.sort(d||nw),i.length>1&&i.sort(f||Tg),s.length>1&&s.sort(f||Tg)}function h(){for(let d=e,f=n.length;d<f;d++){let g=n[d];if(g.id===null)break;g.id=null,g.object=null,g.geometry=null,g.material=null,g.group=null}}return{opaque:t,transmissive:i,transparent:s,init:r,push:l,unshift:c,finish:h,sort:u}}function sw(){let n=new WeakMap;function e(i,s){let r=n.get(i),o;return r===void 0?(o=new Ag,n.set(i,[o])):s>=r.length?(o=new Ag,r.push(o)):o=r[s],o}function t(){n=new WeakMap}return{get:e,dispose:t}}function rw(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new U,color:new at};break;case"SpotLight":t={position:new U,direction:new U,color:new at,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new U,color:new at,distance:0,decay:0};break;case"HemisphereLight":t={direction:new U,skyColor:new at,groundColor:new at};break;case"RectAreaLight":t={color:new at,position:new U,halfWidth:new U,halfHeight:new U};break}return n[e.id]=t,t}}}function ow(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ye};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ye};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ye,shadowCameraNear:1,shadowCameraFar:1e3};break}return n[e.id]=t,t}}}var aw=0;function lw(n,e){return(e.castShadow?2:0)-(n.castShadow?2:0)+(e.map?1:0)-(n.map?1:0)}function cw(n){let e=new rw,t=ow(),i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)i.probe.push(new U);let s=new U,r=new Ft,o=new Ft;function a(c){let u=0,h=0,d=0;for(let z=0;z<9;z++)i.probe[z].set(0,0,0);let f=0,g=0,_=0,m=0,p=0,x=0,A=0,S=0,C=0,T=0,y=0,E=0,k=0,L=0;c.sort(lw);for(let z=0,V=c.length;z<V;z++){let N=c[z],W=N.color,Y=N.intensity,G=N.distance,ce=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===ir?ce=N.shadow.map.texture:ce=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)u+=W.r*Y,h+=W.g*Y,d+=W.b*Y;else if(N.isLightProbe){for(let J=0;J<9;J++)i.probe[J].addScaledVector(N.sh.coefficients[J],Y);L++}else if(N.isSunLight){let J=e.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let Q=N.shadow,se=t.get(N);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),i.sunShadow[g]=se,i.sunShadowMap[g]=ce;let de=Q.getViewportCount();for(let ue=0;ue<de;ue++)i.sunShadowMatrix[_+ue]=Q.getMatrix(ue),i.sunShadowCascade[_+ue]=Q._cascadeData[ue];_+=de,g++}i.sun[f]=J,f++}else if(N.isDirectionalLight){let J=e.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let Q=N.shadow,se=t.get(N);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,i.directionalShadow[m]=se,i.directionalShadowMap[m]=ce,i.directionalShadowMatrix[m]=N.shadow.matrix,C++}i.directional[m]=J,m++}else if(N.isSpotLight){let J=e.get(N);J.position.setFromMatrixPosition(N.matrixWorld),J.color.copy(W).multiplyScalar(Y),J.distance=G,J.coneCos=Math.cos(N.angle),J.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),J.decay=N.decay,i.spot[x]=J;let Q=N.shadow;if(N.map&&(i.spotLightMap[E]=N.map,E++,Q.updateMatrices(N),N.castShadow&&k++),i.spotLightMatrix[x]=Q.matrix,N.castShadow){let se=t.get(N);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,i.spotShadow[x]=se,i.spotShadowMap[x]=ce,y++}x++}else if(N.isRectAreaLight){let J=e.get(N);J.color.copy(W).multiplyScalar(Y),J.halfWidth.set(N.width*.5,0,0),J.halfHeight.set(0,N.height*.5,0),i.rectArea[A]=J,A++}else if(N.isPointLight){let J=e.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),J.distance=N.distance,J.decay=N.decay,N.castShadow){let Q=N.shadow,se=t.get(N);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,se.shadowCameraNear=Q.camera.near,se.shadowCameraFar=Q.camera.far,i.pointShadow[p]=se,i.pointShadowMap[p]=ce,i.pointShadowMatrix[p]=N.shadow.matrix,T++}i.point[p]=J,p++}else if(N.isHemisphereLight){let J=e.get(N);J.skyColor.copy(N.color).multiplyScalar(Y),J.groundColor.copy(N.groundColor).multiplyScalar(Y),i.hemi[S]=J,S++}}A>0&&(n.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=Pe.LTC_FLOAT_1,i.rectAreaLTC2=Pe.LTC_FLOAT_2):(i.rectAreaLTC1=Pe.LTC_HALF_1,i.rectAreaLTC2=Pe.LTC_HALF_2)),i.ambient[0]=u,i.ambient[1]=h,i.ambient[2]=d;let I=i.hash;(I.sunLength!==f||I.directionalLength!==m||I.pointLength!==p||I.spotLength!==x||I.rectAreaLength!==A||I.hemiLength!==S||I.numSunShadows!==g||I.numDirectionalShadows!==C||I.numPointShadows!==T||I.numSpotShadows!==y||I.numSpotMaps!==E||I.numLightProbes!==L)&&(i.sun.length=f,i.directional.length=m,i.spot.length=x,i.rectArea.length=A,i.point.length=p,i.hemi.length=S,i.sunShadow.length=g,i.sunShadowMap.length=g,i.sunShadowMatrix.length=_,i.sunShadowCascade.length=_,i.directionalShadow.length=C,i.directionalShadowMap.length=C,i.directionalShadowMatrix.length=C,i.pointShadow.length=T,i.pointShadowMap.length=T,i.pointShadowMatrix.length=T,i.spotShadow.length=y,i.spotShadowMap.length=y,i.spotLightMatrix.length=y+E-k,i.spotLightMap.length=E,i.numSpotLightShadowsWithMaps=k,i.numLightProbes=L,I.sunLength=f,I.directionalLength=m,I.pointLength=p,I.spotLength=x,I.rectAreaLength=A,I.hemiLength=S,I.numSunShadows=g,I.numDirectionalShadows=C,I.numPointShadows=T,I.numSpotShadows=y,I.numSpotMaps=E,I.numLightProbes=L,i.version=aw++)}function l(c,u){let h=0,d=0,f=0,g=0,_=0,m=0,p=u.matrixWorldInverse;for(let x=0,A=c.length;x<A;x++){let S=c[x];if(S.isSunLight){let C=i.sun[h];C.direction.setFromMatrixPosition(S.matrixWorld),C.direction.transformDirection(p),h++}else if(S.isDirectionalLight){let C=i.directional[d];C.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),d++}else if(S.isSpotLight){let C=i.spot[g];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(p),C.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),g++}else if(S.isRectAreaLight){let C=i.rectArea[_];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(p),o.identity(),r.copy(S.matrixWorld),r.premultiply(p),o.extractRotation(r),C.halfWidth.set(S.width*.5,0,0),C.halfHeight.set(0,S.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),_++}else if(S.isPointLight){let C=i.point[f];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(p),f++}else if(S.isHemisphereLight){let C=i.hemi[m];C.direction.setFromMatrixPosition(S.matrixWorld),C.direction.transformDirection(p),m++}}}return{setup:a,setupView:l,state:i}}function Rg(n){let e=new cw(n),t=[],i=[],s=[];function r(h){u.camera=h,t.length=0,i.length=0,s.length=0}function o(h){h.isLightProbeGrid?s.push(h):t.push(h)}function a(h){i.push(h)}function l(){e.setup(t),s.sort((h,d)=>h.priority-d.priority||h.id-d.id)}function c(h){e.setupView(t,h)}let u={lightsArray:t,shadowsArray:i,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:u,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function hw(n){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new Rg(n),e.set(s,[a])):r>=o.length?(a=new Rg(n),o.push(a)):a=o[r],a}function i(){e=new WeakMap}return{get:t,dispose:i}}var uw=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,dw=`uniform sampler2D shadow_pass;
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
}`,fw=[new U(1,0,0),new U(-1,0,0),new U(0,1,0),new U(0,-1,0),new U(0,0,1),new U(0,0,-1)],pw=[new U(0,-1,0),new U(0,-1,0),new U(0,0,1),new U(0,0,-1),new U(0,-1,0),new U(0,-1,0)],Cg=new Ft,Ya=new U,sf=new U;function mw(n,e,t){let i=new qs,s=new Ye,r=new Ye,o=new Rt,a=new fc,l=new pc,c={},u=t.maxTextureSize,h={[tr]:en,[en]:tr,[is]:is},d=new En({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Ye},radius:{value:4}},vertexShader:uw,fragmentShader:dw}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let g=new Jt;g.setAttribute("position",new sn(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new jt(g,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Oa;let p=this.type;this.render=function(T,y,E){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;this.type===Tm&&(qe("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Oa);let k=n.getRenderTarget(),L=n.getActiveCubeFace(),I=n.getActiveMipmapLevel(),z=n.state;z.setBlending(br),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let V=p!==this.type;V&&y.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(W=>W.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,W=T.length;N<W;N++){let Y=T[N],G=Y.shadow;if(G===void 0){qe("WebGLShadowMap:",Y,"has no shadow.");continue}if(G.autoUpdate===!1&&G.needsUpdate===!1)continue;s.copy(G.mapSize);let ce=G.getFrameExtents();s.multiply(ce),r.copy(G.mapSize),(s.x>u||s.y>u)&&(s.x>u&&(r.x=Math.floor(u/ce.x),s.x=r.x*ce.x,G.mapSize.x=r.x),s.y>u&&(r.y=Math.floor(u/ce.y),s.y=r.y*ce.y,G.mapSize.y=r.y));let J=n.state.buffers.depth.getReversed();if(G.camera._reversedDepth=J,G.map===null||V===!0){if(G.map!==null&&(G.map.depthTexture!==null&&(G.map.depthTexture.dispose(),G.map.depthTexture=null),G.map.dispose()),this.type===Mo){if(Y.isPointLight){qe("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}G.map=new pn(s.x,s.y,{format:ir,type:zn,minFilter:ji,magFilter:ji,generateMipmaps:!1}),G.map.texture.name=Y.name+".shadowMap",G.map.depthTexture=new As(s.x,s.y,Bn),G.map.depthTexture.name=Y.name+".shadowMapDepth",G.map.depthTexture.format=ws,G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=Ii,G.map.depthTexture.magFilter=Ii}else Y.isPointLight?(G.map=new Ka(s.x),G.map.depthTexture=new _a(s.x,kn)):(G.map=new pn(s.x,s.y),G.map.depthTexture=new As(s.x,s.y,kn)),G.map.depthTexture.name=Y.name+".shadowMap",G.map.depthTexture.format=ws,this.type===Oa?(G.map.depthTexture.compareFunction=J?Wd:Gd,G.map.depthTexture.minFilter=ji,G.map.depthTexture.magFilter=ji):(G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=Ii,G.map.depthTexture.magFilter=Ii);G.camera.updateProjectionMatrix()}G.map.isWebGLCubeRenderTarget!==!0&&(G.map.width!==s.x||G.map.height!==s.y)&&G.map.setSize(s.x,s.y);let Q=G.map.isWebGLCubeRenderTarget?6:G.getViewportCount();Y.isPointLight!==!0&&G.updateMatrices(Y,E);let se=(G.camera.layers.mask&4294967294)!==0?G.camera.layers:E.layers;for(let de=0;de<Q;de++){let ue=G.getCamera(de);if(Y.isPointLight){let ee=G.camera,me=G.matrix,ye=Y.distance||ee.far;ye!==ee.far&&(ee.far=ye,ee.updateProjectionMatrix()),Ya.setFromMatrixPosition(Y.matrixWorld),ee.position.copy(Ya),sf.copy(ee.position),sf.add(fw[de]),ee.up.copy(pw[de]),ee.lookAt(sf),ee.updateMatrixWorld(),me.makeTranslation(-Ya.x,-Ya.y,-Ya.z),Cg.multiplyMatrices(ee.projectionMatrix,ee.matrixWorldInverse),G._frustum.setFromProjectionMatrix(Cg,ee.coordinateSystem,ee.reversedDepth)}if(G.map.isWebGLCubeRenderTarget)n.setRenderTarget(G.map,de),n.clear();else{de===0&&(n.setRenderTarget(G.map),n.clear());let ee=G.getViewport(de);o.set(r.x*ee.x,r.y*ee.y,r.x*ee.z,r.y*ee.w),z.viewport(o)}i=G.getFrustum(de),S(y,E,ue,Y,se,this.type)}G.isPointLightShadow!==!0&&this.type===Mo&&x(G,E),G.needsUpdate=!1}p=this.type,m.needsUpdate=!1,n.setRenderTarget(k,L,I)};function x(T,y){let E=e.update(_);d.defines.VSM_SAMPLES!==T.blurSamples&&(d.defines.VSM_SAMPLES=T.blurSamples,f.defines.VSM_SAMPLES=T.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),T.mapPass===null?T.mapPass=new pn(s.x,s.y,{format:ir,type:zn}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),d.uniforms.shadow_pass.value=T.map.depthTexture,d.uniforms.resolution.value.set(T.map.width,T.map.height),d.uniforms.radius.value=T.radius,n.setRenderTarget(T.mapPass),n.clear(),n.renderBufferDirect(y,null,E,d,_,null),f.uniforms.shadow_pass.value=T.mapPass.texture,f.uniforms.resolution.value.set(T.map.width,T.map.height),f.uniforms.radius.value=T.radius,n.setRenderTarget(T.map),n.clear(),n.renderBufferDirect(y,null,E,f,_,null)}function A(T,y,E,k){let L=null,I=E.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(I!==void 0)L=I;else if(L=E.isPointLight===!0?l:a,n.localClippingEnabled&&y.clipShadows===!0&&Array.isArray(y.clippingPlanes)&&y.clippingPlanes.length!==0||y.displacementMap&&y.displacementScale!==0||y.alphaMap&&y.alphaTest>0||y.map&&y.alphaTest>0||y.alphaToCoverage===!0){let z=L.uuid,V=y.uuid,N=c[z];N===void 0&&(N={},c[z]=N);let W=N[V];W===void 0&&(W=L.clone(),N[V]=W,y.addEventListener("dispose",C)),L=W}if(L.visible=y.visible,L.wireframe=y.wireframe,k===Mo?L.side=y.shadowSide!==null?y.shadowSide:y.side:L.side=y.shadowSide!==null?y.shadowSide:h[y.side],L.alphaMap=y.alphaMap,L.alphaTest=y.alphaToCoverage===!0?.5:y.alphaTest,L.map=y.map,L.clipShadows=y.clipShadows,L.clippingPlanes=y.clippingPlanes,L.clipIntersection=y.clipIntersection,L.displacementMap=y.displacementMap,L.displacementScale=y.displacementScale,L.displacementBias=y.displacementBias,L.wireframeLinewidth=y.wireframeLinewidth,L.linewidth=y.linewidth,E.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let z=n.properties.get(L);z.light=E}return L}function S(T,y,E,k,L,I){if(T.visible===!1)return;if(T.layers.test(L)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&I===Mo)&&(!T.frustumCulled||T.intersectsFrustum(i))){T.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,T.matrixWorld);let N=e.update(T),W=T.material;if(Array.isArray(W)){let Y=N.groups;for(let G=0,ce=Y.length;G<ce;G++){let J=Y[G],Q=W[J.materialIndex];if(Q&&Q.visible){let se=A(T,Q,k,I);T.onBeforeShadow(n,T,y,E,N,se,J),n.renderBufferDirect(E,null,N,se,T,J),T.onAfterShadow(n,T,y,E,N,se,J)}}}else if(W.visible){let Y=A(T,W,k,I);T.onBeforeShadow(n,T,y,E,N,Y,null),n.renderBufferDirect(E,null,N,Y,T,null),T.onAfterShadow(n,T,y,E,N,Y,null)}}let V=T.children;for(let N=0,W=V.length;N<W;N++)S(V[N],y,E,k,L,I)}function C(T){T.target.removeEventListener("dispose",C);for(let E in c){let k=c[E],L=T.target.uuid;L in k&&(k[L].dispose(),delete k[L])}}}function gw(n,e){function t(){let F=!1,re=new Rt,ie=null,we=new Rt(0,0,0,0);return{setMask:function(ge){ie!==ge&&!F&&(n.colorMask(ge,ge,ge,ge),ie=ge)},setLocked:function(ge){F=ge},setClear:function(ge,be,He,Je,le){le===!0&&(ge*=Je,be*=Je,He*=Je),re.set(ge,be,He,Je),we.equals(re)===!1&&(n.clearColor(ge,be,He,Je),we.copy(re))},reset:function(){F=!1,ie=null,we.set(-1,0,0,0)}}}function i(){let F=!1,re=!1,ie=null,we=null,ge=null;return{setReversed:function(be){if(re!==be){let He=e.get("EXT_clip_control");be?He.clipControlEXT(He.LOWER_LEFT_EXT,He.ZERO_TO_ONE_EXT):He.clipControlEXT(He.LOWER_LEFT_EXT,He.NEGATIVE_ONE_TO_ONE_EXT),re=be;let Je=ge;ge=null,this.setClear(Je)}},getReversed:function(){return re},setTest:function(be){be?Se(n.DEPTH_TEST):Ge(n.DEPTH_TEST)},setMask:function(be){ie!==be&&!F&&(n.depthMask(be),ie=be)},setFunc:function(be){if(re&&(be=rg[be]),we!==be){switch(be){case Yl:n.depthFunc(n.NEVER);break;case $l:n.depthFunc(n.ALWAYS);break;case Kl:n.depthFunc(n.LESS);break;case fo:n.depthFunc(n.LEQUAL);break;case Zl:n.depthFunc(n.EQUAL);break;case Jl:n.depthFunc(n.GEQUAL);break;case jl:n.depthFunc(n.GREATER);break;case Ql:n.depthFunc(n.NOTEQUAL);break;default:n.depthFunc(n.LEQUAL)}we=be}},setLocked:function(be){F=be},setClear:function(be){ge!==be&&(ge=be,re&&(be=1-be),n.clearDepth(be))},reset:function(){F=!1,ie=null,we=null,ge=null,re=!1}}}function s(){let F=!1,re=null,ie=null,we=null,ge=null,be=null,He=null,Je=null,le=null;return{setTest:function(Oe){F||(Oe?Se(n.STENCIL_TEST):Ge(n.STENCIL_TEST))},setMask:function(Oe){re!==Oe&&!F&&(n.stencilMask(Oe),re=Oe)},setFunc:function(Oe,je,Re){(ie!==Oe||we!==je||ge!==Re)&&(n.stencilFunc(Oe,je,Re),ie=Oe,we=je,ge=Re)},setOp:function(Oe,je,Re){(be!==Oe||He!==je||Je!==Re)&&(n.stencilOp(Oe,je,Re),be=Oe,He=je,Je=Re)},setLocked:function(Oe){F=Oe},setClear:function(Oe){le!==Oe&&(n.clearStencil(Oe),le=Oe)},reset:function(){F=!1,re=null,ie=null,we=null,ge=null,be=null,He=null,Je=null,le=null}}}let r=new t,o=new i,a=new s,l={},c=new WeakMap,u={},h={},d={},f=new WeakMap,g=[],_=null,m=!1,p=null,x=null,A=null,S=null,C=null,T=null,y=null,E=new at(0,0,0),k=0,L=!1,I=null,z=null,V=null,N=null,W=null,Y=n.getParameter(n.MAX_COMBINED_TEXTURE_IMAGE_UNITS),G=!1,ce=0,J=n.getParameter(n.VERSION);J.indexOf("WebGL")!==-1?(ce=parseFloat(/^WebGL (\d)/.exec(J)[1]),G=ce>=1):J.indexOf("OpenGL ES")!==-1&&(ce=parseFloat(/^OpenGL ES (\d)/.exec(J)[1]),G=ce>=2);let Q=null,se={},de=n.getParameter(n.SCISSOR_BOX),ue=n.getParameter(n.VIEWPORT),ee=new Rt().fromArray(de),me=new Rt().fromArray(ue);function ye(F,re,ie,we){let ge=new Uint8Array(4),be=n.createTexture();n.bindTexture(F,be),n.texParameteri(F,n.TEXTURE_MIN_FILTER,n.NEAREST),n.texParameteri(F,n.TEXTURE_MAG_FILTER,n.NEAREST);for(let He=0;He<ie;He++)F===n.TEXTURE_3D||F===n.TEXTURE_2D_ARRAY?n.texImage3D(re,0,n.RGBA,1,1,we,0,n.RGBA,n.UNSIGNED_BYTE,ge):n.texImage2D(re+He,0,n.RGBA,1,1,0,n.RGBA,n.UNSIGNED_BYTE,ge);return be}let Ae={};Ae[n.TEXTURE_2D]=ye(n.TEXTURE_2D,n.TEXTURE_2D,1),Ae[n.TEXTURE_CUBE_MAP]=ye(n.TEXTURE_CUBE_MAP,n.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ae[n.TEXTURE_2D_ARRAY]=ye(n.TEXTURE_2D_ARRAY,n.TEXTURE_2D_ARRAY,1,1),Ae[n.TEXTURE_3D]=ye(n.TEXTURE_3D,n.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Se(n.DEPTH_TEST),o.setFunc(fo),li(!1),Nt(Sd),Se(n.CULL_FACE),$t(br);function Se(F){u[F]!==!0&&(n.enable(F),u[F]=!0)}function Ge(F){u[F]!==!1&&(n.disable(F),u[F]=!1)}function st(F,re){return d[F]!==re?(n.bindFramebuffer(F,re),d[F]=re,F===n.DRAW_FRAMEBUFFER&&(d[n.FRAMEBUFFER]=re),F===n.FRAMEBUFFER&&(d[n.DRAW_FRAMEBUFFER]=re),!0):!1}function Ve(F,re){let ie=g,we=!1;if(F){ie=f.get(re),ie===void 0&&(ie=[],f.set(re,ie));let ge=F.textures;if(ie.length!==ge.length||ie[0]!==n.COLOR_ATTACHMENT0){for(let be=0,He=ge.length;be<He;be++)ie[be]=n.COLOR_ATTACHMENT0+be;ie.length=ge.length,we=!0}}else ie[0]!==n.BACK&&(ie[0]=n.BACK,we=!0);we&&n.drawBuffers(ie)}function dt(F){return _!==F?(n.useProgram(F),_=F,!0):!1}let ct={[Sr]:n.FUNC_ADD,[Rm]:n.FUNC_SUBTRACT,[Cm]:n.FUNC_REVERSE_SUBTRACT};ct[Pm]=n.MIN,ct[Lm]=n.MAX;let it={[Im]:n.ZERO,[Dm]:n.ONE,[Nm]:n.SRC_COLOR,[Td]:n.SRC_ALPHA,[zm]:n.SRC_ALPHA_SATURATE,[km]:n.DST_COLOR,[Fm]:n.DST_ALPHA,[Um]:n.ONE_MINUS_SRC_COLOR,[Ad]:n.ONE_MINUS_SRC_ALPHA,[Bm]:n.ONE_MINUS_DST_COLOR,[Om]:n.ONE_MINUS_DST_ALPHA,[Vm]:n.CONSTANT_COLOR,[Hm]:n.ONE_MINUS_CONSTANT_COLOR,[Gm]:n.CONSTANT_ALPHA,[Wm]:n.ONE_MINUS_CONSTANT_ALPHA};function $t(F,re,ie,we,ge,be,He,Je,le,Oe){if(F===br){m===!0&&(Ge(n.BLEND),m=!1);return}if(m===!1&&(Se(n.BLEND),m=!0),F!==Am){if(F!==p||Oe!==L){if((x!==Sr||C!==Sr)&&(n.blendEquation(n.FUNC_ADD),x=Sr,C=Sr),Oe)switch(F){case wo:n.blendFuncSeparate(n.ONE,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case Md:n.blendFunc(n.ONE,n.ONE);break;case wd:n.blendFuncSeparate(n.ZERO,n.ONE_MINUS_SRC_COLOR,n.ZERO,n.ONE);break;case Ed:n.blendFuncSeparate(n.DST_COLOR,n.ONE_MINUS_SRC_ALPHA,n.ZERO,n.ONE);break;default:Qe("WebGLState: Invalid blending: ",F);break}else switch(F){case wo:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case Md:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE,n.ONE,n.ONE);break;case wd:Qe("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Ed:Qe("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Qe("WebGLState: Invalid blending: ",F);break}A=null,S=null,T=null,y=null,E.set(0,0,0),k=0,p=F,L=Oe}return}ge=ge||re,be=be||ie,He=He||we,(re!==x||ge!==C)&&(n.blendEquationSeparate(ct[re],ct[ge]),x=re,C=ge),(ie!==A||we!==S||be!==T||He!==y)&&(n.blendFuncSeparate(it[ie],it[we],it[be],it[He]),A=ie,S=we,T=be,y=He),(Je.equals(E)===!1||le!==k)&&(n.blendColor(Je.r,Je.g,Je.b,le),E.copy(Je),k=le),p=F,L=!1}function zt(F,re){F.side===is?Ge(n.CULL_FACE):Se(n.CULL_FACE);let ie=F.side===en;re&&(ie=!ie),li(ie),F.blending===wo&&F.transparent===!1?$t(br):$t(F.blending,F.blendEquation,F.blendSrc,F.blendDst,F.blendEquationAlpha,F.blendSrcAlpha,F.blendDstAlpha,F.blendColor,F.blendAlpha,F.premultipliedAlpha),o.setFunc(F.depthFunc),o.setTest(F.depthTest),o.setMask(F.depthWrite),r.setMask(F.colorWrite);let we=F.stencilWrite;a.setTest(we),we&&(a.setMask(F.stencilWriteMask),a.setFunc(F.stencilFunc,F.stencilRef,F.stencilFuncMask),a.setOp(F.stencilFail,F.stencilZFail,F.stencilZPass)),_t(F.polygonOffset,F.polygonOffsetFactor,F.polygonOffsetUnits),F.alphaToCoverage===!0?Se(n.SAMPLE_ALPHA_TO_COVERAGE):Ge(n.SAMPLE_ALPHA_TO_COVERAGE)}function li(F){I!==F&&(F?n.frontFace(n.CW):n.frontFace(n.CCW),I=F)}function Nt(F){F!==wm?(Se(n.CULL_FACE),F!==z&&(F===Sd?n.cullFace(n.BACK):F===Em?n.cullFace(n.FRONT):n.cullFace(n.FRONT_AND_BACK))):Ge(n.CULL_FACE),z=F}function Ti(F){F!==V&&(G&&n.lineWidth(F),V=F)}function _t(F,re,ie){F?(Se(n.POLYGON_OFFSET_FILL),(N!==re||W!==ie)&&(N=re,W=ie,o.getReversed()&&(re=-re,ie=-ie),n.polygonOffset(re,ie))):Ge(n.POLYGON_OFFSET_FILL)}function yi(F){F?Se(n.SCISSOR_TEST):Ge(n.SCISSOR_TEST)}function Qt(F){F===void 0&&(F=n.TEXTURE0+Y-1),Q!==F&&(n.activeTexture(F),Q=F)}function ci(F,re,ie){ie===void 0&&(Q===null?ie=n.TEXTURE0+Y-1:ie=Q);let we=se[ie];we===void 0&&(we={type:void 0,texture:void 0},se[ie]=we),(we.type!==F||we.texture!==re)&&(Q!==ie&&(n.activeTexture(ie),Q=ie),n.bindTexture(F,re||Ae[F]),we.type=F,we.texture=re)}function O(){let F=se[Q];F!==void 0&&F.type!==void 0&&(n.bindTexture(F.type,null),F.type=void 0,F.texture=void 0)}function Ce(){try{n.compressedTexImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function $e(){try{n.compressedTexImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function rt(){try{n.texSubImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Me(){try{n.texSubImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Ot(){try{n.compressedTexSubImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function ze(){try{n.compressedTexSubImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Xe(){try{n.texStorage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function R(){try{n.texStorage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function b(){try{n.texImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function X(){try{n.texImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function he(F){return h[F]!==void 0?h[F]:n.getParameter(F)}function oe(F,re){h[F]!==re&&(n.pixelStorei(F,re),h[F]=re)}function ve(F){ee.equals(F)===!1&&(n.scissor(F.x,F.y,F.z,F.w),ee.copy(F))}function xe(F){me.equals(F)===!1&&(n.viewport(F.x,F.y,F.z,F.w),me.copy(F))}function te(F,re){let ie=c.get(re);ie===void 0&&(ie=new WeakMap,c.set(re,ie));let we=ie.get(F);we===void 0&&(we=n.getUniformBlockIndex(re,F.name),n.uniformBlockBinding(re,we,we),ie.set(F,we))}function ne(F,re,ie){let ge=c.get(re).get(F);l[ge]!==ie&&(n.bindBufferBase(n.UNIFORM_BUFFER,ge,ie),l[ge]=ie)}function pe(){n.disable(n.BLEND),n.disable(n.CULL_FACE),n.disable(n.DEPTH_TEST),n.disable(n.POLYGON_OFFSET_FILL),n.disable(n.SCISSOR_TEST),n.disable(n.STENCIL_TEST),n.disable(n.SAMPLE_ALPHA_TO_COVERAGE),n.blendEquation(n.FUNC_ADD),n.blendFunc(n.ONE,n.ZERO),n.blendFuncSeparate(n.ONE,n.ZERO,n.ONE,n.ZERO),n.blendColor(0,0,0,0),n.colorMask(!0,!0,!0,!0),n.clearColor(0,0,0,0),n.depthMask(!0),n.depthFunc(n.LESS),o.setReversed(!1),n.clearDepth(1),n.stencilMask(4294967295),n.stencilFunc(n.ALWAYS,0,4294967295),n.stencilOp(n.KEEP,n.KEEP,n.KEEP),n.clearStencil(0),n.cullFace(n.BACK),n.frontFace(n.CCW),n.polygonOffset(0,0),n.activeTexture(n.TEXTURE0),n.bindFramebuffer(n.FRAMEBUFFER,null),n.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),n.bindFramebuffer(n.READ_FRAMEBUFFER,null),n.useProgram(null),n.lineWidth(1),n.scissor(0,0,n.canvas.width,n.canvas.height),n.viewport(0,0,n.canvas.width,n.canvas.height),n.pixelStorei(n.PACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,!1),n.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),n.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,n.BROWSER_DEFAULT_WEBGL),n.pixelStorei(n.PACK_ROW_LENGTH,0),n.pixelStorei(n.PACK_SKIP_PIXELS,0),n.pixelStorei(n.PACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_ROW_LENGTH,0),n.pixelStorei(n.UNPACK_IMAGE_HEIGHT,0),n.pixelStorei(n.UNPACK_SKIP_PIXELS,0),n.pixelStorei(n.UNPACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_SKIP_IMAGES,0),u={},h={},Q=null,se={},d={},l={},f=new WeakMap,g=[],_=null,m=!1,p=null,x=null,A=null,S=null,C=null,T=null,y=null,E=new at(0,0,0),k=0,L=!1,I=null,z=null,V=null,N=null,W=null,ee.set(0,0,n.canvas.width,n.canvas.height),me.set(0,0,n.canvas.width,n.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Se,disable:Ge,bindFramebuffer:st,drawBuffers:Ve,useProgram:dt,setBlending:$t,setMaterial:zt,setFlipSided:li,setCullFace:Nt,setLineWidth:Ti,setPolygonOffset:_t,setScissorTest:yi,activeTexture:Qt,bindTexture:ci,unbindTexture:O,compressedTexImage2D:Ce,compressedTexImage3D:$e,texImage2D:b,texImage3D:X,pixelStorei:oe,getParameter:he,updateUBOMapping:te,uniformBlockBinding:ne,texStorage2D:Xe,texStorage3D:R,texSubImage2D:rt,texSubImage3D:Me,compressedTexSubImage2D:Ot,compressedTexSubImage3D:ze,scissor:ve,viewport:xe,reset:pe}}function vw(n,e,t,i,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Ye,u=new WeakMap,h=new Set,d,f=new WeakMap,g=new Set,_=new FinalizationRegistry(R=>g.delete(R)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function p(R,b){return m?new OffscreenCanvas(R,b):fa("canvas")}function x(R,b,X){let he=1,oe=Xe(R);if((oe.width>X||oe.height>X)&&(he=X/Math.max(oe.width,oe.height)),he<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let ve=Math.floor(he*oe.width),xe=Math.floor(he*oe.height);d===void 0&&(d=p(ve,xe));let te=b?p(ve,xe):d;return te.width=ve,te.height=xe,te.getContext("2d").drawImage(R,0,0,ve,xe),qe("WebGLRenderer: Texture has been resized from ("+oe.width+"x"+oe.height+") to ("+ve+"x"+xe+")."),te}else return"data"in R&&qe("WebGLRenderer: Image in DataTexture is too big ("+oe.width+"x"+oe.height+")."),R;return R}function A(R){return R.generateMipmaps}function S(R){n.generateMipmap(R)}function C(R){return R.isWebGLCubeRenderTarget?n.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?n.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?n.TEXTURE_2D_ARRAY:n.TEXTURE_2D}function T(R,b,X,he,oe,ve=!1){if(R!==null){if(n[R]!==void 0)return n[R];qe("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let xe;he&&(xe=e.get("EXT_texture_norm16"),xe||qe("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let te=b;if(b===n.RED&&(X===n.FLOAT&&(te=n.R32F),X===n.HALF_FLOAT&&(te=n.R16F),X===n.UNSIGNED_BYTE&&(te=n.R8),X===n.UNSIGNED_SHORT&&xe&&(te=xe.R16_EXT),X===n.SHORT&&xe&&(te=xe.R16_SNORM_EXT)),b===n.RED_INTEGER&&(X===n.UNSIGNED_BYTE&&(te=n.R8UI),X===n.UNSIGNED_SHORT&&(te=n.R16UI),X===n.UNSIGNED_INT&&(te=n.R32UI),X===n.BYTE&&(te=n.R8I),X===n.SHORT&&(te=n.R16I),X===n.INT&&(te=n.R32I)),b===n.RG&&(X===n.FLOAT&&(te=n.RG32F),X===n.HALF_FLOAT&&(te=n.RG16F),X===n.UNSIGNED_BYTE&&(te=n.RG8),X===n.UNSIGNED_SHORT&&xe&&(te=xe.RG16_EXT),X===n.SHORT&&xe&&(te=xe.RG16_SNORM_EXT)),b===n.RG_INTEGER&&(X===n.UNSIGNED_BYTE&&(te=n.RG8UI),X===n.UNSIGNED_SHORT&&(te=n.RG16UI),X===n.UNSIGNED_INT&&(te=n.RG32UI),X===n.BYTE&&(te=n.RG8I),X===n.SHORT&&(te=n.RG16I),X===n.INT&&(te=n.RG32I)),b===n.RGB_INTEGER&&(X===n.UNSIGNED_BYTE&&(te=n.RGB8UI),X===n.UNSIGNED_SHORT&&(te=n.RGB16UI),X===n.UNSIGNED_INT&&(te=n.RGB32UI),X===n.BYTE&&(te=n.RGB8I),X===n.SHORT&&(te=n.RGB16I),X===n.INT&&(te=n.RGB32I)),b===n.RGBA_INTEGER&&(X===n.UNSIGNED_BYTE&&(te=n.RGBA8UI),X===n.UNSIGNED_SHORT&&(te=n.RGBA16UI),X===n.UNSIGNED_INT&&(te=n.RGBA32UI),X===n.BYTE&&(te=n.RGBA8I),X===n.SHORT&&(te=n.RGBA16I),X===n.INT&&(te=n.RGBA32I)),b===n.RGB&&(X===n.UNSIGNED_SHORT&&xe&&(te=xe.RGB16_EXT),X===n.SHORT&&xe&&(te=xe.RGB16_SNORM_EXT),X===n.UNSIGNED_INT_5_9_9_9_REV&&(te=n.RGB9_E5),X===n.UNSIGNED_INT_10F_11F_11F_REV&&(te=n.R11F_G11F_B10F)),b===n.RGBA){let ne=ve?da:vt.getTransfer(oe);X===n.FLOAT&&(te=n.RGBA32F),X===n.HALF_FLOAT&&(te=n.RGBA16F),X===n.UNSIGNED_BYTE&&(te=ne===At?n.SRGB8_ALPHA8:n.RGBA8),X===n.UNSIGNED_SHORT&&xe&&(te=xe.RGBA16_EXT),X===n.SHORT&&xe&&(te=xe.RGBA16_SNORM_EXT),X===n.UNSIGNED_SHORT_4_4_4_4&&(te=n.RGBA4),X===n.UNSIGNED_SHORT_5_5_5_1&&(te=n.RGB5_A1)}return(te===n.R16F||te===n.R32F||te===n.RG16F||te===n.RG32F||te===n.RGBA16F||te===n.RGBA32F)&&e.get("EXT_color_buffer_float"),te}function y(R,b){let X;return R?b===null||b===kn||b===wr?X=n.DEPTH24_STENCIL8:b===Bn?X=n.DEPTH32F_STENCIL8:b===To&&(X=n.DEPTH24_STENCIL8,qe("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):b===null||b===kn||b===wr?X=n.DEPTH_COMPONENT24:b===Bn?X=n.DEPTH_COMPONENT32F:b===To&&(X=n.DEPTH_COMPONENT16),X}function E(R,b){return A(R)===!0||R.isFramebufferTexture&&R.minFilter!==Ii&&R.minFilter!==ji?Math.log2(Math.max(b.width,b.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?b.mipmaps.length:1}function k(R){let b=new WeakRef(R);i.get(R).__ref=b,g.add(b),_.register(R,b,b)}function L(R){let b=i.get(R).__ref;b!==void 0&&(g.delete(b),_.unregister(b))}function I(R){V(R.target)}function z(R){N(R.target)}function V(R){R.removeEventListener("dispose",I),L(R),Y(R),R.isVideoTexture&&u.delete(R),R.isHTMLTexture&&h.delete(R)}function N(R){R.removeEventListener("dispose",z),L(R),ce(R)}function W(){for(let R of g){let b=R.deref();b!==void 0&&(b.isRenderTarget===!0?N(b):V(b))}g.clear(),h.clear()}function Y(R){let b=i.get(R);if(b.__webglInit===void 0)return;let X=R.source,he=f.get(X);if(he){let oe=he[b.__cacheKey];oe.usedTimes--,oe.usedTimes===0&&G(R),Object.keys(he).length===0&&f.delete(X)}i.remove(R)}function G(R){let b=i.get(R);n.deleteTexture(b.__webglTexture);let X=R.source,he=f.get(X);delete he[b.__cacheKey],o.memory.textures--}function ce(R){let b=i.get(R);b.__depthDisposeCallback&&b.__depthDisposeCallback();let X=R.depthTexture;if(X&&X.renderTarget===R&&V(X),R.isWebGLCubeRenderTarget)for(let oe=0;oe<6;oe++){if(Array.isArray(b.__webglFramebuffer[oe]))for(let ve=0;ve<b.__webglFramebuffer[oe].length;ve++)n.deleteFramebuffer(b.__webglFramebuffer[oe][ve]);else n.deleteFramebuffer(b.__webglFramebuffer[oe]);b.__webglDepthbuffer&&n.deleteRenderbuffer(b.__webglDepthbuffer[oe])}else{if(Array.isArray(b.__webglFramebuffer))for(let oe=0;oe<b.__webglFramebuffer.length;oe++)n.deleteFramebuffer(b.__webglFramebuffer[oe]);else n.deleteFramebuffer(b.__webglFramebuffer);if(b.__webglDepthbuffer&&n.deleteRenderbuffer(b.__webglDepthbuffer),b.__webglMultisampledFramebuffer&&n.deleteFramebuffer(b.__webglMultisampledFramebuffer),b.__webglColorRenderbuffer)for(let oe=0;oe<b.__webglColorRenderbuffer.length;oe++)b.__webglColorRenderbuffer[oe]&&n.deleteRenderbuffer(b.__webglColorRenderbuffer[oe]);b.__webglDepthRenderbuffer&&n.deleteRenderbuffer(b.__webglDepthRenderbuffer)}let he=R.textures;for(let oe=0,ve=he.length;oe<ve;oe++){let xe=i.get(he[oe]);xe.__webglTexture&&(n.deleteTexture(xe.__webglTexture),o.memory.textures--),i.remove(he[oe])}i.remove(R)}let J=0;function Q(){J=0}function se(){return J}function de(R){J=R}function ue(){let R=J;return R>=s.maxTextures&&qe("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),J+=1,R}function ee(R){let b=[];return b.push(R.wrapS),b.push(R.wrapT),b.push(R.wrapR||0),b.push(R.magFilter),b.push(R.minFilter),b.push(R.anisotropy),b.push(R.internalFormat),b.push(R.format),b.push(R.type),b.push(R.generateMipmaps),b.push(R.mipmapsAutoUpdate),b.push(R.premultiplyAlpha),b.push(R.flipY),b.push(R.unpackAlignment),b.push(R.colorSpace),b.join()}function me(R,b){let X=i.get(R);if(R.isVideoTexture&&Ot(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&X.__version!==R.version){let he=R.image;if(he===null)qe("WebGLRenderer: Texture marked for update but no image data found.");else if(he.complete===!1)qe("WebGLRenderer: Texture marked for update but image is incomplete");else{zt(X,R,b);return}}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(n.TEXTURE_2D,X.__webglTexture,n.TEXTURE0+b)}function ye(R,b){let X=i.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){zt(X,R,b);return}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(n.TEXTURE_2D_ARRAY,X.__webglTexture,n.TEXTURE0+b)}function Ae(R,b){let X=i.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){zt(X,R,b);return}t.bindTexture(n.TEXTURE_3D,X.__webglTexture,n.TEXTURE0+b)}function Se(R,b){let X=i.get(R);if(R.version>0&&X.__version!==R.version){li(X,R,b);return}t.bindTexture(n.TEXTURE_CUBE_MAP,X.__webglTexture,n.TEXTURE0+b)}let Ge={[ec]:n.REPEAT,[es]:n.CLAMP_TO_EDGE,[tc]:n.MIRRORED_REPEAT},st={[Ii]:n.NEAREST,[Ym]:n.NEAREST_MIPMAP_NEAREST,[ka]:n.NEAREST_MIPMAP_LINEAR,[ji]:n.LINEAR,[Pc]:n.LINEAR_MIPMAP_NEAREST,[Rs]:n.LINEAR_MIPMAP_LINEAR},Ve={[Jm]:n.NEVER,[Xd]:n.ALWAYS,[jm]:n.LESS,[Gd]:n.LEQUAL,[Qm]:n.EQUAL,[Wd]:n.GEQUAL,[eg]:n.GREATER,[tg]:n.NOTEQUAL};function dt(R,b){if(b.type===Bn&&e.has("OES_texture_float_linear")===!1&&(b.magFilter===ji||b.magFilter===Pc||b.magFilter===ka||b.magFilter===Rs||b.minFilter===ji||b.minFilter===Pc||b.minFilter===ka||b.minFilter===Rs)&&qe("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),n.texParameteri(R,n.TEXTURE_WRAP_S,Ge[b.wrapS]),n.texParameteri(R,n.TEXTURE_WRAP_T,Ge[b.wrapT]),(R===n.TEXTURE_3D||R===n.TEXTURE_2D_ARRAY)&&n.texParameteri(R,n.TEXTURE_WRAP_R,Ge[b.wrapR]),n.texParameteri(R,n.TEXTURE_MAG_FILTER,st[b.magFilter]),n.texParameteri(R,n.TEXTURE_MIN_FILTER,st[b.minFilter]),b.compareFunction&&(n.texParameteri(R,n.TEXTURE_COMPARE_MODE,n.COMPARE_REF_TO_TEXTURE),n.texParameteri(R,n.TEXTURE_COMPARE_FUNC,Ve[b.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(b.magFilter===Ii||b.minFilter!==ka&&b.minFilter!==Rs||b.type===Bn&&e.has("OES_texture_float_linear")===!1)return;if(b.anisotropy>1||i.get(b).__currentAnisotropy){let X=e.get("EXT_texture_filter_anisotropic");n.texParameterf(R,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(b.anisotropy,s.getMaxAnisotropy())),i.get(b).__currentAnisotropy=b.anisotropy}}}function ct(R,b){let X=!1;R.__webglInit===void 0&&(R.__webglInit=!0,b.addEventListener("dispose",I),k(b));let he=b.source,oe=f.get(he);oe===void 0&&(oe={},f.set(he,oe));let ve=ee(b);if(ve!==R.__cacheKey){oe[ve]===void 0&&(oe[ve]={texture:n.createTexture(),usedTimes:0},o.memory.textures++,X=!0),oe[ve].usedTimes++;let xe=oe[R.__cacheKey];xe!==void 0&&(oe[R.__cacheKey].usedTimes--,xe.usedTimes===0&&G(b)),R.__cacheKey=ve,R.__webglTexture=oe[ve].texture}return X}function it(R,b,X){return Math.floor(Math.floor(R/X)/b)}function $t(R,b,X,he){let ve=R.updateRanges;if(ve.length===0)t.texSubImage2D(n.TEXTURE_2D,0,0,0,b.width,b.height,X,he,b.data);else{ve.sort((F,re)=>F.start-re.start);let xe=0;for(let F=1;F<ve.length;F++){let re=ve[xe],ie=ve[F],we=re.start+re.count,ge=it(ie.start,b.width,4),be=it(re.start,b.width,4);ie.start<=we+1&&ge===be&&it(ie.start+ie.count-1,b.width,4)===ge?re.count=Math.max(re.count,ie.start+ie.count-re.start):(++xe,ve[xe]=ie)}ve.length=xe+1;let te=t.getParameter(n.UNPACK_ROW_LENGTH),ne=t.getParameter(n.UNPACK_SKIP_PIXELS),pe=t.getParameter(n.UNPACK_SKIP_ROWS);t.pixelStorei(n.UNPACK_ROW_LENGTH,b.width);for(let F=0,re=ve.length;F<re;F++){let ie=ve[F],we=Math.floor(ie.start/4),ge=Math.ceil(ie.count/4),be=we%b.width,He=Math.floor(we/b.width),Je=ge,le=1;t.pixelStorei(n.UNPACK_SKIP_PIXELS,be),t.pixelStorei(n.UNPACK_SKIP_ROWS,He),t.texSubImage2D(n.TEXTURE_2D,0,be,He,Je,le,X,he,b.data)}R.clearUpdateRanges(),t.pixelStorei(n.UNPACK_ROW_LENGTH,te),t.pixelStorei(n.UNPACK_SKIP_PIXELS,ne),t.pixelStorei(n.UNPACK_SKIP_ROWS,pe)}}function zt(R,b,X){let he=n.TEXTURE_2D;(b.isDataArrayTexture||b.isCompressedArrayTexture)&&(he=n.TEXTURE_2D_ARRAY),b.isData3DTexture&&(he=n.TEXTURE_3D);let oe=ct(R,b),ve=b.source;t.bindTexture(he,R.__webglTexture,n.TEXTURE0+X);let xe=i.get(ve);if(ve.version!==xe.__version||oe===!0){if(t.activeTexture(n.TEXTURE0+X),(typeof ImageBitmap<"u"&&b.image instanceof ImageBitmap)===!1){let le=vt.getPrimaries(vt.workingColorSpace),Oe=b.colorSpace===Ps?null:vt.getPrimaries(b.colorSpace),je=b.colorSpace===Ps||le===Oe?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,b.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,je)}t.pixelStorei(n.UNPACK_ALIGNMENT,b.unpackAlignment);let ne=x(b.image,!1,s.maxTextureSize);ne=ze(b,ne);let pe=r.convert(b.format,b.colorSpace),F=r.convert(b.type),re=T(b.internalFormat,pe,F,b.normalized,b.colorSpace,b.isVideoTexture);dt(he,b);let ie,we=b.mipmaps,ge=b.isVideoTexture!==!0,be=xe.__version===void 0||oe===!0,He=ve.dataReady,Je=E(b,ne);if(b.isDepthTexture)re=y(b.format===Cs,b.type),be&&(ge?t.texStorage2D(n.TEXTURE_2D,1,re,ne.width,ne.height):t.texImage2D(n.TEXTURE_2D,0,re,ne.width,ne.height,0,pe,F,null));else if(b.isDataTexture)if(we.length>0){ge&&be&&t.texStorage2D(n.TEXTURE_2D,Je,re,we[0].width,we[0].height);for(let le=0,Oe=we.length;le<Oe;le++)ie=we[le],ge?He&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,ie.width,ie.height,pe,F,ie.data):t.texImage2D(n.TEXTURE_2D,le,re,ie.width,ie.height,0,pe,F,ie.data);b.generateMipmaps=!1}else ge?(be&&t.texStorage2D(n.TEXTURE_2D,Je,re,ne.width,ne.height),He&&$t(b,ne,pe,F)):t.texImage2D(n.TEXTURE_2D,0,re,ne.width,ne.height,0,pe,F,ne.data);else if(b.isCompressedTexture)if(b.isCompressedArrayTexture){ge&&be&&t.texStorage3D(n.TEXTURE_2D_ARRAY,Je,re,we[0].width,we[0].height,ne.depth);for(let le=0,Oe=we.length;le<Oe;le++)if(ie=we[le],b.format!==Vn)if(pe!==null)if(ge){if(He)if(b.layerUpdates.size>0){let je=tf(ie.width,ie.height,b.format,b.type);for(let Re of b.layerUpdates){let lt=ie.data.subarray(Re*je/ie.data.BYTES_PER_ELEMENT,(Re+1)*je/ie.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,Re,ie.width,ie.height,1,pe,lt)}}else t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,0,ie.width,ie.height,ne.depth,pe,ie.data)}else t.compressedTexImage3D(n.TEXTURE_2D_ARRAY,le,re,ie.width,ie.height,ne.depth,0,ie.data,0,0);else qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ge?He&&t.texSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,0,ie.width,ie.height,ne.depth,pe,F,ie.data):t.texImage3D(n.TEXTURE_2D_ARRAY,le,re,ie.width,ie.height,ne.depth,0,pe,F,ie.data);b.layerUpdates.size>0&&b.clearLayerUpdates()}else{ge&&be&&t.texStorage2D(n.TEXTURE_2D,Je,re,we[0].width,we[0].height);for(let le=0,Oe=we.length;le<Oe;le++)ie=we[le],b.format!==Vn?pe!==null?ge?He&&t.compressedTexSubImage2D(n.TEXTURE_2D,le,0,0,ie.width,ie.height,pe,ie.data):t.compressedTexImage2D(n.TEXTURE_2D,le,re,ie.width,ie.height,0,ie.data):qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ge?He&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,ie.width,ie.height,pe,F,ie.data):t.texImage2D(n.TEXTURE_2D,le,re,ie.width,ie.height,0,pe,F,ie.data)}else if(b.isDataArrayTexture)if(ge){if(be&&t.texStorage3D(n.TEXTURE_2D_ARRAY,Je,re,ne.width,ne.height,ne.depth),He)if(b.layerUpdates.size>0){let le=tf(ne.width,ne.height,b.format,b.type);for(let Oe of b.layerUpdates){let je=ne.data.subarray(Oe*le/ne.data.BYTES_PER_ELEMENT,(Oe+1)*le/ne.data.BYTES_PER_ELEMENT);t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,Oe,ne.width,ne.height,1,pe,F,je)}b.clearLayerUpdates()}else t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,0,ne.width,ne.height,ne.depth,pe,F,ne.data)}else t.texImage3D(n.TEXTURE_2D_ARRAY,0,re,ne.width,ne.height,ne.depth,0,pe,F,ne.data);else if(b.isData3DTexture)ge?(be&&t.texStorage3D(n.TEXTURE_3D,Je,re,ne.width,ne.height,ne.depth),He&&t.texSubImage3D(n.TEXTURE_3D,0,0,0,0,ne.width,ne.height,ne.depth,pe,F,ne.data)):t.texImage3D(n.TEXTURE_3D,0,re,ne.width,ne.height,ne.depth,0,pe,F,ne.data);else if(b.isFramebufferTexture){if(be)if(ge)t.texStorage2D(n.TEXTURE_2D,Je,re,ne.width,ne.height);else{let le=ne.width,Oe=ne.height;for(let je=0;je<Je;je++)t.texImage2D(n.TEXTURE_2D,je,re,le,Oe,0,pe,F,null),le>>=1,Oe>>=1}}else if(b.isHTMLTexture){if("texElementImage2D"in n){let le=n.canvas;if(le.hasAttribute("layoutsubtree")||le.setAttribute("layoutsubtree","true"),ne.parentNode!==le){le.appendChild(ne),h.add(b),le.onpaint=Oe=>{let je=Oe.changedElements;for(let Re of h)je.includes(Re.image)&&(Re.needsUpdate=!0)},le.requestPaint();return}if(n.texElementImage2D.length===3)n.texElementImage2D(n.TEXTURE_2D,n.RGBA8,ne);else{let je=n.RGBA,Re=n.RGBA,lt=n.UNSIGNED_BYTE;n.texElementImage2D(n.TEXTURE_2D,0,je,Re,lt,ne)}n.texParameteri(n.TEXTURE_2D,n.TEXTURE_MIN_FILTER,n.LINEAR),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_S,n.CLAMP_TO_EDGE),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_T,n.CLAMP_TO_EDGE)}}else if(we.length>0){if(ge&&be){let le=Xe(we[0]);t.texStorage2D(n.TEXTURE_2D,Je,re,le.width,le.height)}for(let le=0,Oe=we.length;le<Oe;le++)ie=we[le],ge?He&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,pe,F,ie):t.texImage2D(n.TEXTURE_2D,le,re,pe,F,ie);b.generateMipmaps=!1}else if(ge){if(be){let le=Xe(ne);t.texStorage2D(n.TEXTURE_2D,Je,re,le.width,le.height)}He&&t.texSubImage2D(n.TEXTURE_2D,0,0,0,pe,F,ne)}else t.texImage2D(n.TEXTURE_2D,0,re,pe,F,ne);A(b)&&b.mipmapsAutoUpdate===!0&&S(he),xe.__version=ve.version,b.onUpdate&&b.onUpdate(b)}R.__version=b.version}function li(R,b,X){if(b.image.length!==6)return;let he=ct(R,b),oe=b.source;t.bindTexture(n.TEXTURE_CUBE_MAP,R.__webglTexture,n.TEXTURE0+X);let ve=i.get(oe);if(oe.version!==ve.__version||he===!0){t.activeTexture(n.TEXTURE0+X);let xe=vt.getPrimaries(vt.workingColorSpace),te=b.colorSpace===Ps?null:vt.getPrimaries(b.colorSpace),ne=b.colorSpace===Ps||xe===te?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,b.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),t.pixelStorei(n.UNPACK_ALIGNMENT,b.unpackAlignment),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,ne);let pe=b.isCompressedTexture||b.image[0].isCompressedTexture,F=b.image[0]&&b.image[0].isDataTexture,re=[];for(let Re=0;Re<6;Re++)!pe&&!F?re[Re]=x(b.image[Re],!0,s.maxCubemapSize):re[Re]=F?b.image[Re].image:b.image[Re],re[Re]=ze(b,re[Re]);let ie=re[0],we=r.convert(b.format,b.colorSpace),ge=r.convert(b.type),be=T(b.internalFormat,we,ge,b.normalized,b.colorSpace),He=b.isVideoTexture!==!0,Je=ve.__version===void 0||he===!0,le=oe.dataReady,Oe=E(b,ie);dt(n.TEXTURE_CUBE_MAP,b);let je;if(b.isDepthTexture){if(be=y(b.format===Cs,b.type),Je)if(He)t.texStorage2D(n.TEXTURE_CUBE_MAP,1,be,ie.width,ie.height);else for(let Re=0;Re<6;Re++)t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,ie.width,ie.height,0,we,ge,null)}else if(pe){He&&Je&&t.texStorage2D(n.TEXTURE_CUBE_MAP,Oe,be,ie.width,ie.height);for(let Re=0;Re<6;Re++){je=re[Re].mipmaps;for(let lt=0;lt<je.length;lt++){let Ht=je[lt];b.format!==Vn?we!==null?He?le&&t.compressedTexSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt,0,0,Ht.width,Ht.height,we,Ht.data):t.compressedTexImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt,be,Ht.width,Ht.height,0,Ht.data):qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):He?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt,0,0,Ht.width,Ht.height,we,ge,Ht.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt,be,Ht.width,Ht.height,0,we,ge,Ht.data)}}}else{if(je=b.mipmaps,He&&Je){je.length>0&&Oe++;let Re=Xe(re[0]);t.texStorage2D(n.TEXTURE_CUBE_MAP,Oe,be,Re.width,Re.height)}for(let Re=0;Re<6;Re++)if(F){He?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,re[Re].width,re[Re].height,we,ge,re[Re].data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,re[Re].width,re[Re].height,0,we,ge,re[Re].data);for(let lt=0;lt<je.length;lt++){let Gi=je[lt].image[Re].image;He?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt+1,0,0,Gi.width,Gi.height,we,ge,Gi.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt+1,be,Gi.width,Gi.height,0,we,ge,Gi.data)}}else{He?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,we,ge,re[Re]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,we,ge,re[Re]);for(let lt=0;lt<je.length;lt++){let Ht=je[lt];He?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt+1,0,0,we,ge,Ht.image[Re]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+Re,lt+1,be,we,ge,Ht.image[Re])}}}A(b)&&b.mipmapsAutoUpdate===!0&&S(n.TEXTURE_CUBE_MAP),ve.__version=oe.version,b.onUpdate&&b.onUpdate(b)}R.__version=b.version}function Nt(R,b,X,he,oe,ve){let xe=r.convert(X.format,X.colorSpace),te=r.convert(X.type),ne=T(X.internalFormat,xe,te,X.normalized,X.colorSpace),pe=i.get(b),F=i.get(X);if(F.__renderTarget=b,!pe.__hasExternalTextures){let re=Math.max(1,b.width>>ve),ie=Math.max(1,b.height>>ve);oe===n.TEXTURE_3D||oe===n.TEXTURE_2D_ARRAY?t.texImage3D(oe,ve,ne,re,ie,b.depth,0,xe,te,null):t.texImage2D(oe,ve,ne,re,ie,0,xe,te,null)}t.bindFramebuffer(n.FRAMEBUFFER,R),Me(b)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,he,oe,F.__webglTexture,0,rt(b)):(oe===n.TEXTURE_2D||oe>=n.TEXTURE_CUBE_MAP_POSITIVE_X&&oe<=n.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&n.framebufferTexture2D(n.FRAMEBUFFER,he,oe,F.__webglTexture,ve),t.bindFramebuffer(n.FRAMEBUFFER,null)}function Ti(R,b,X){if(n.bindRenderbuffer(n.RENDERBUFFER,R),b.depthBuffer){let he=b.depthTexture,oe=he&&he.isDepthTexture?he.type:null,ve=y(b.stencilBuffer,oe),xe=b.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;Me(b)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,rt(b),ve,b.width,b.height):X?n.renderbufferStorageMultisample(n.RENDERBUFFER,rt(b),ve,b.width,b.height):n.renderbufferStorage(n.RENDERBUFFER,ve,b.width,b.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,xe,n.RENDERBUFFER,R)}else{let he=b.textures;for(let oe=0;oe<he.length;oe++){let ve=he[oe],xe=r.convert(ve.format,ve.colorSpace),te=r.convert(ve.type),ne=T(ve.internalFormat,xe,te,ve.normalized,ve.colorSpace);Me(b)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,rt(b),ne,b.width,b.height):X?n.renderbufferStorageMultisample(n.RENDERBUFFER,rt(b),ne,b.width,b.height):n.renderbufferStorage(n.RENDERBUFFER,ne,b.width,b.height)}}n.bindRenderbuffer(n.RENDERBUFFER,null)}function _t(R,b,X){let he=b.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(n.FRAMEBUFFER,R),!(b.depthTexture&&b.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let oe=i.get(b.depthTexture);oe.__renderTarget=b;let ve=he?b.depthTexture.image[0]:b.depthTexture.image;(!oe.__webglTexture||ve.width!==b.width||ve.height!==b.height)&&(ve.width=b.width,ve.height=b.height,b.depthTexture.needsUpdate=!0),he?Se(b.depthTexture,0):me(b.depthTexture,0);let xe=oe.__webglTexture,te=rt(b),ne=he?n.TEXTURE_CUBE_MAP_POSITIVE_X+X:n.TEXTURE_2D,pe=b.depthTexture.format===Cs?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;if(b.depthTexture.format===ws)Me(b)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,pe,ne,xe,0,te):n.framebufferTexture2D(n.FRAMEBUFFER,pe,ne,xe,0);else if(b.depthTexture.format===Cs)Me(b)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,pe,ne,xe,0,te):n.framebufferTexture2D(n.FRAMEBUFFER,pe,ne,xe,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function yi(R){let b=i.get(R),X=R.isWebGLCubeRenderTarget===!0;if(b.__boundDepthTexture!==R.depthTexture){let he=R.depthTexture;if(b.__depthDisposeCallback&&b.__depthDisposeCallback(),he){let oe=()=>{delete b.__boundDepthTexture,delete b.__depthDisposeCallback,he.removeEventListener("dispose",oe)};he.addEventListener("dispose",oe),b.__depthDisposeCallback=oe}b.__boundDepthTexture=he}if(R.depthTexture&&!b.__autoAllocateDepthBuffer)if(X)for(let he=0;he<6;he++)_t(b.__webglFramebuffer[he],R,he);else R.texture.mipmaps.length>0?_t(b.__webglFramebuffer[0],R,0):_t(b.__webglFramebuffer,R,0);else if(X){b.__webglDepthbuffer=[];for(let he=0;he<6;he++)if(t.bindFramebuffer(n.FRAMEBUFFER,b.__webglFramebuffer[he]),b.__webglDepthbuffer[he]===void 0)b.__webglDepthbuffer[he]=n.createRenderbuffer(),Ti(b.__webglDepthbuffer[he],R,!1);else{let oe=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ve=b.__webglDepthbuffer[he];n.bindRenderbuffer(n.RENDERBUFFER,ve),n.framebufferRenderbuffer(n.FRAMEBUFFER,oe,n.RENDERBUFFER,ve)}}else if(R.texture.mipmaps.length>0?t.bindFramebuffer(n.FRAMEBUFFER,b.__webglFramebuffer[0]):t.bindFramebuffer(n.FRAMEBUFFER,b.__webglFramebuffer),b.__webglDepthbuffer===void 0)b.__webglDepthbuffer=n.createRenderbuffer(),Ti(b.__webglDepthbuffer,R,!1);else{let oe=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ve=b.__webglDepthbuffer;n.bindRenderbuffer(n.RENDERBUFFER,ve),n.framebufferRenderbuffer(n.FRAMEBUFFER,oe,n.RENDERBUFFER,ve)}t.bindFramebuffer(n.FRAMEBUFFER,null)}function Qt(R,b,X){let he=i.get(R);b!==void 0&&Nt(he.__webglFramebuffer,R,R.texture,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,0),X!==void 0&&yi(R)}function ci(R){let b=R.texture,X=i.get(R),he=i.get(b);R.addEventListener("dispose",z),k(R);let oe=R.textures,ve=R.isWebGLCubeRenderTarget===!0,xe=oe.length>1;if(xe||(he.__webglTexture===void 0&&(he.__webglTexture=n.createTexture()),he.__version=b.version,o.memory.textures++),ve){X.__webglFramebuffer=[];for(let te=0;te<6;te++)if(b.mipmaps.length>0){X.__webglFramebuffer[te]=[];for(let ne=0;ne<b.mipmaps.length;ne++)X.__webglFramebuffer[te][ne]=n.createFramebuffer()}else X.__webglFramebuffer[te]=n.createFramebuffer()}else{if(b.mipmaps.length>0){X.__webglFramebuffer=[];for(let te=0;te<b.mipmaps.length;te++)X.__webglFramebuffer[te]=n.createFramebuffer()}else X.__webglFramebuffer=n.createFramebuffer();if(xe)for(let te=0,ne=oe.length;te<ne;te++){let pe=i.get(oe[te]);pe.__webglTexture===void 0&&(pe.__webglTexture=n.createTexture(),o.memory.textures++)}if(R.samples>0&&Me(R)===!1){X.__webglMultisampledFramebuffer=n.createFramebuffer(),X.__webglColorRenderbuffer=[],t.bindFramebuffer(n.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let te=0;te<oe.length;te++){let ne=oe[te];X.__webglColorRenderbuffer[te]=n.createRenderbuffer(),n.bindRenderbuffer(n.RENDERBUFFER,X.__webglColorRenderbuffer[te]);let pe=r.convert(ne.format,ne.colorSpace),F=r.convert(ne.type),re=T(ne.internalFormat,pe,F,ne.normalized,ne.colorSpace,R.isXRRenderTarget===!0),ie=rt(R);n.renderbufferStorageMultisample(n.RENDERBUFFER,ie,re,R.width,R.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+te,n.RENDERBUFFER,X.__webglColorRenderbuffer[te])}n.bindRenderbuffer(n.RENDERBUFFER,null),R.depthBuffer&&(X.__webglDepthRenderbuffer=n.createRenderbuffer(),Ti(X.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(n.FRAMEBUFFER,null)}}if(ve){t.bindTexture(n.TEXTURE_CUBE_MAP,he.__webglTexture),dt(n.TEXTURE_CUBE_MAP,b);for(let te=0;te<6;te++)if(b.mipmaps.length>0)for(let ne=0;ne<b.mipmaps.length;ne++)Nt(X.__webglFramebuffer[te][ne],R,b,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+te,ne);else Nt(X.__webglFramebuffer[te],R,b,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+te,0);A(b)?S(n.TEXTURE_CUBE_MAP):b.mipmaps.length>0&&n.texParameteri(n.TEXTURE_CUBE_MAP,n.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),t.unbindTexture()}else if(xe){for(let te=0,ne=oe.length;te<ne;te++){let pe=oe[te],F=i.get(pe),re=n.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(re=R.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(re,F.__webglTexture),dt(re,pe),Nt(X.__webglFramebuffer,R,pe,n.COLOR_ATTACHMENT0+te,re,0),A(pe)&&S(re)}t.unbindTexture()}else{let te=n.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(te=R.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(te,he.__webglTexture),dt(te,b),b.mipmaps.length>0)for(let ne=0;ne<b.mipmaps.length;ne++)Nt(X.__webglFramebuffer[ne],R,b,n.COLOR_ATTACHMENT0,te,ne);else Nt(X.__webglFramebuffer,R,b,n.COLOR_ATTACHMENT0,te,0);A(b)?S(te):b.mipmaps.length>0&&n.texParameteri(te,n.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&yi(R)}function O(R){let b=R.textures;for(let X=0,he=b.length;X<he;X++){let oe=b[X];if(A(oe)&&oe.mipmapsAutoUpdate===!0){let ve=C(R),xe=i.get(oe).__webglTexture;t.bindTexture(ve,xe),S(ve),t.unbindTexture()}}}let Ce=[];function $e(R){if(R.samples>0){if(Me(R)===!1){let b=R.textures,X=R.width,he=R.height,oe=n.COLOR_BUFFER_BIT,ve=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,xe=i.get(R),te=b.length>1;if(te)for(let pe=0;pe<b.length;pe++)t.bindFramebuffer(n.FRAMEBUFFER,xe.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.RENDERBUFFER,null),t.bindFramebuffer(n.FRAMEBUFFER,xe.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.TEXTURE_2D,null,0);t.bindFramebuffer(n.READ_FRAMEBUFFER,xe.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?t.bindFramebuffer(n.DRAW_FRAMEBUFFER,xe.__webglFramebuffer[0]):t.bindFramebuffer(n.DRAW_FRAMEBUFFER,xe.__webglFramebuffer);for(let pe=0;pe<b.length;pe++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(oe|=n.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(oe|=n.STENCIL_BUFFER_BIT)),te){n.framebufferRenderbuffer(n.READ_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.RENDERBUFFER,xe.__webglColorRenderbuffer[pe]);let F=i.get(b[pe]).__webglTexture;n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,F,0)}n.blitFramebuffer(0,0,X,he,0,0,X,he,oe,n.NEAREST),l===!0&&(Ce.length=0,Ce.push(n.COLOR_ATTACHMENT0+pe),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Ce.push(ve),n.invalidateFramebuffer(n.READ_FRAMEBUFFER,Ce))}if(t.bindFramebuffer(n.READ_FRAMEBUFFER,null),t.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),te)for(let pe=0;pe<b.length;pe++){t.bindFramebuffer(n.FRAMEBUFFER,xe.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.RENDERBUFFER,xe.__webglColorRenderbuffer[pe]);let F=i.get(b[pe]).__webglTexture;t.bindFramebuffer(n.FRAMEBUFFER,xe.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.TEXTURE_2D,F,0)}t.bindFramebuffer(n.DRAW_FRAMEBUFFER,xe.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let b=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;n.invalidateFramebuffer(n.DRAW_FRAMEBUFFER,[b])}}}function rt(R){return Math.min(s.maxSamples,R.samples)}function Me(R){let b=i.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&b.__useRenderToTexture!==!1}function Ot(R){let b=o.render.frame;u.get(R)!==b&&(u.set(R,b),R.update())}function ze(R,b){let X=R.colorSpace,he=R.format,oe=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||X!==ua&&X!==Ps&&(vt.getTransfer(X)===At?(he!==Vn||oe!==on)&&qe("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Qe("WebGLTextures: Unsupported texture color space:",X)),b}function Xe(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=ue,this.resetTextureUnits=Q,this.getTextureUnits=se,this.setTextureUnits=de,this.setTexture2D=me,this.setTexture2DArray=ye,this.setTexture3D=Ae,this.setTextureCube=Se,this.rebindTextures=Qt,this.setupRenderTarget=ci,this.updateRenderTargetMipmap=O,this.updateMultisampleRenderTarget=$e,this.setupDepthRenderbuffer=yi,this.setupFrameBufferTexture=Nt,this.useMultisampledRTT=Me,this.dispose=W}function yw(n,e){function t(i,s=Ps){let r,o=vt.getTransfer(s);if(i===on)return n.UNSIGNED_BYTE;if(i===Ic)return n.UNSIGNED_SHORT_4_4_4_4;if(i===Dc)return n.UNSIGNED_SHORT_5_5_5_1;if(i===kd)return n.UNSIGNED_INT_5_9_9_9_REV;if(i===Bd)return n.UNSIGNED_INT_10F_11F_11F_REV;if(i===Fd)return n.BYTE;if(i===Od)return n.SHORT;if(i===To)return n.UNSIGNED_SHORT;if(i===Lc)return n.INT;if(i===kn)return n.UNSIGNED_INT;if(i===Bn)return n.FLOAT;if(i===zn)return n.HALF_FLOAT;if(i===zd)return n.ALPHA;if(i===Vd)return n.RGB;if(i===Vn)return n.RGBA;if(i===ws)return n.DEPTH_COMPONENT;if(i===Cs)return n.DEPTH_STENCIL;if(i===Hd)return n.RED;if(i===Nc)return n.RED_INTEGER;if(i===ir)return n.RG;if(i===Uc)return n.RG_INTEGER;if(i===Fc)return n.RGBA_INTEGER;if(i===Ba||i===za||i===Va||i===Ha)if(o===At)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(i===Ba)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===za)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===Va)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===Ha)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(i===Ba)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===za)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(i===Va)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===Ha)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===Oc||i===kc||i===Bc||i===zc)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(i===Oc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===kc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===Bc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===zc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(i===Vc||i===Hc||i===Gc||i===Wc||i===Xc||i===Ga||i===qc)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(i===Vc||i===Hc)return o===At?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(i===Gc)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(i===Wc)return r.COMPRESSED_R11_EAC;if(i===Xc)return r.COMPRESSED_SIGNED_R11_EAC;if(i===Ga)return r.COMPRESSED_RG11_EAC;if(i===qc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===Yc||i===$c||i===Kc||i===Zc||i===Jc||i===jc||i===Qc||i===eh||i===th||i===ih||i===nh||i===sh||i===rh||i===oh)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(i===Yc)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===$c)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(i===Kc)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===Zc)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===Jc)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===jc)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===Qc)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===eh)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===th)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===ih)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===nh)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===sh)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===rh)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===oh)return o===At?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===ah||i===lh||i===ch)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(i===ah)return o===At?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===lh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===ch)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===hh||i===uh||i===Wa||i===dh)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(i===hh)return r.COMPRESSED_RED_RGTC1_EXT;if(i===uh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(i===Wa)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===dh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===wr?n.UNSIGNED_INT_24_8:n[i]!==void 0?n[i]:null}return{convert:t}}var xw=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,_w=`
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

}`,uf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let i=new ba(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=i}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,i=new En({vertexShader:xw,fragmentShader:_w,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new jt(new Ea(20,20),i)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},df=class extends Nn{constructor(e,t){super();let i=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,u=null,h=null,d=null,f=null,g=null,_=typeof XRWebGLBinding<"u",m=new uf,p={},x=t.getContextAttributes(),A=null,S=null,C=[],T=[],y=new Ye,E=null,k=null,L=new Ji;L.viewport=new Rt;let I=new Ji;I.viewport=new Rt;let z=[L,I],V=new Tc,N=null,W=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(ee){let me=C[ee];return me===void 0&&(me=new xo,C[ee]=me),me.getTargetRaySpace()},this.getControllerGrip=function(ee){let me=C[ee];return me===void 0&&(me=new xo,C[ee]=me),me.getGripSpace()},this.getHand=function(ee){let me=C[ee];return me===void 0&&(me=new xo,C[ee]=me),me.getHandSpace()};function Y(ee){let me=T.indexOf(ee.inputSource);if(me===-1)return;let ye=C[me];ye!==void 0&&(ye.update(ee.inputSource,ee.frame,c||o),ye.dispatchEvent({type:ee.type,data:ee.inputSource}))}function G(){s.removeEventListener("select",Y),s.removeEventListener("selectstart",Y),s.removeEventListener("selectend",Y),s.removeEventListener("squeeze",Y),s.removeEventListener("squeezestart",Y),s.removeEventListener("squeezeend",Y),s.removeEventListener("end",G),s.removeEventListener("inputsourceschange",ce);for(let ee=0;ee<C.length;ee++){let me=T[ee];me!==null&&(T[ee]=null,C[ee].disconnect(me))}N=null,W=null,m.reset();for(let ee in p)delete p[ee];if(e.setRenderTarget(A),f=null,d=null,h=null,s=null,S=null,ue.stop(),i.isPresenting=!1,e.setPixelRatio(E),e.setSize(y.width,y.height,!1),k!==null){let ee=k.camera;ee.fov=k.fov,ee.zoom=k.zoom,ee.updateProjectionMatrix(),k=null}i.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(ee){r=ee,i.isPresenting===!0&&qe("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(ee){a=ee,i.isPresenting===!0&&qe("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(ee){c=ee},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return h===null&&_&&(h=new XRWebGLBinding(s,t)),h},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(ee){if(s=ee,s!==null){if(A=e.getRenderTarget(),s.addEventListener("select",Y),s.addEventListener("selectstart",Y),s.addEventListener("selectend",Y),s.addEventListener("squeeze",Y),s.addEventListener("squeezestart",Y),s.addEventListener("squeezeend",Y),s.addEventListener("end",G),s.addEventListener("inputsourceschange",ce),x.xrCompatible!==!0&&await t.makeXRCompatible(),E=e.getPixelRatio(),e.getSize(y),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let ye=null,Ae=null,Se=null;x.depth&&(Se=x.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,ye=x.stencil?Cs:ws,Ae=x.stencil?wr:kn);let Ge={colorFormat:t.RGBA8,depthFormat:Se,scaleFactor:r};h=this.getBinding(),d=h.createProjectionLayer(Ge),s.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),S=new pn(d.textureWidth,d.textureHeight,{format:Vn,type:on,depthTexture:new As(d.textureWidth,d.textureHeight,Ae,void 0,void 0,void 0,void 0,void 0,void 0,ye),stencilBuffer:x.stencil,colorSpace:e.outputColorSpace,samples:x.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let ye={antialias:x.antialias,alpha:!0,depth:x.depth,stencil:x.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,ye),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),S=new pn(f.framebufferWidth,f.framebufferHeight,{format:Vn,type:on,colorSpace:e.outputColorSpace,stencilBuffer:x.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}S.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ue.setContext(s),ue.start(),i.isPresenting=!0,i.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ce(ee){for(let me=0;me<ee.removed.length;me++){let ye=ee.removed[me],Ae=T.indexOf(ye);Ae>=0&&(T[Ae]=null,C[Ae].disconnect(ye))}for(let me=0;me<ee.added.length;me++){let ye=ee.added[me],Ae=T.indexOf(ye);if(Ae===-1){for(let Ge=0;Ge<C.length;Ge++)if(Ge>=T.length){T.push(ye),Ae=Ge;break}else if(T[Ge]===null){T[Ge]=ye,Ae=Ge;break}if(Ae===-1)break}let Se=C[Ae];Se&&Se.connect(ye)}}function J(ee,me){me===null?ee.matrixWorld.copy(ee.matrix):ee.matrixWorld.multiplyMatrices(me.matrixWorld,ee.matrix),ee.matrixWorldInverse.copy(ee.matrixWorld).invert()}this.updateCamera=function(ee){if(s===null)return;let me=ee.near,ye=ee.far;m.texture!==null&&(m.depthNear>0&&(me=m.depthNear),m.depthFar>0&&(ye=m.depthFar)),V.near=I.near=L.near=me,V.far=I.far=L.far=ye,(N!==V.near||W!==V.far)&&(s.updateRenderState({depthNear:V.near,depthFar:V.far}),N=V.near,W=V.far),V.layers.mask=ee.layers.mask|6,L.layers.mask=V.layers.mask&-5,I.layers.mask=V.layers.mask&-3;let Ae=ee.parent,Se=V.cameras;J(V,Ae);for(let Ge=0;Ge<Se.length;Ge++)J(Se[Ge],Ae);V.projectionMatrix.copy(L.projectionMatrix),V.projectionMatrixInverse.copy(L.projectionMatrixInverse),k===null&&ee.isPerspectiveCamera&&(k={camera:ee,fov:ee.fov,zoom:ee.zoom}),Q(ee,V,Ae)};function Q(ee,me,ye){ye===null?ee.matrix.copy(me.matrixWorld):(ee.matrix.copy(ye.matrixWorld),ee.matrix.invert(),ee.matrix.multiply(me.matrixWorld)),ee.matrix.decompose(ee.position,ee.quaternion,ee.scale),ee.updateMatrixWorld(!0),ee.projectionMatrix.copy(me.projectionMatrix),ee.projectionMatrixInverse.copy(me.projectionMatrixInverse),ee.isPerspectiveCamera&&(ee.fov=go*2*Math.atan(1/ee.projectionMatrix.elements[5]),ee.zoom=1)}this.getCamera=function(){return V},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(ee){l=ee,d!==null&&(d.fixedFoveation=ee),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=ee)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(V)},this.getCameraTexture=function(ee){return p[ee]};let se=null;function de(ee,me){if(u=me.getViewerPose(c||o),g=me,u!==null){let ye=u.views;f!==null&&(e.setRenderTargetFramebuffer(S,f.framebuffer),e.setRenderTarget(S));let Ae=!1;ye.length!==V.cameras.length&&(V.cameras.length=0,Ae=!0);for(let Ve=0;Ve<ye.length;Ve++){let dt=ye[Ve],ct=null;if(f!==null)ct=f.getViewport(dt);else{let $t=h.getViewSubImage(d,dt);ct=$t.viewport,Ve===0&&(e.setRenderTargetTextures(S,$t.colorTexture,$t.depthStencilTexture),e.setRenderTarget(S))}let it=z[Ve];it===void 0&&(it=new Ji,it.layers.enable(Ve),it.viewport=new Rt,z[Ve]=it),it.matrix.fromArray(dt.transform.matrix),it.matrix.decompose(it.position,it.quaternion,it.scale),it.projectionMatrix.fromArray(dt.projectionMatrix),it.projectionMatrixInverse.copy(it.projectionMatrix).invert(),it.viewport.set(ct.x,ct.y,ct.width,ct.height),Ve===0&&(V.matrix.copy(it.matrix),V.matrix.decompose(V.position,V.quaternion,V.scale)),Ae===!0&&V.cameras.push(it)}let Se=s.enabledFeatures;if(Se&&Se.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){h=i.getBinding();let Ve=h.getDepthInformation(ye[0]);Ve&&Ve.isValid&&Ve.texture&&m.init(Ve,s.renderState)}if(Se&&Se.includes("camera-access")&&_){e.state.unbindTexture(),h=i.getBinding();for(let Ve=0;Ve<ye.length;Ve++){let dt=ye[Ve].camera;if(dt){let ct=p[dt];ct||(ct=new ba,p[dt]=ct);let it=h.getCameraImage(dt);ct.sourceTexture=it}}}}for(let ye=0;ye<C.length;ye++){let Ae=T[ye],Se=C[ye];Ae!==null&&Se!==void 0&&Se.update(Ae,me,c||o)}se&&se(ee,me),me.detectedPlanes&&i.dispatchEvent({type:"planesdetected",data:me}),g=null}let ue=new Pg;ue.setAnimationLoop(de),this.setAnimationLoop=function(ee){se=ee},this.dispose=function(){}}},bw=new Ft,zg=new tt;zg.set(-1,0,0,0,1,0,0,0,1);function Sw(n,e){function t(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function i(m,p){p.color.getRGB(m.fogColor.value,jd(n)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function s(m,p,x,A,S){p.isNodeMaterial?p.uniformsNeedUpdate=!1:p.isMeshBasicMaterial?r(m,p):p.isMeshLambertMaterial?(r(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshToonMaterial?(r(m,p),h(m,p)):p.isMeshPhongMaterial?(r(m,p),u(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshStandardMaterial?(r(m,p),d(m,p),p.isMeshPhysicalMaterial&&f(m,p,S)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),_(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,x,A):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,t(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,t(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===en&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,t(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===en&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,t(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,t(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,t(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let x=e.get(p),A=x.envMap,S=x.envMapRotation;A&&(m.envMap.value=A,m.envMapRotation.value.setFromMatrix4(bw.makeRotationFromEuler(S)).transpose(),A.isCubeTexture&&A.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(zg),m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,t(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,t(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,t(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,x,A){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*x,m.scale.value=A*.5,p.map&&(m.map.value=p.map,t(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,t(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function u(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function h(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function d(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,t(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,t(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function f(m,p,x){m.ior.value=p.ior,p.diffuseRoughness>0&&(m.diffuseRoughness.value=p.diffuseRoughness,p.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=p.diffuseRoughnessMap,t(p.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,t(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,t(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,t(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,t(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,t(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===en&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.retroreflectivity>0&&(m.retroreflectivity.value=p.retroreflectivity),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=p.iridescenceThicknessMaximum,p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,t(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,t(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=x.texture,m.transmissionSamplerSize.value.set(x.width,x.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,t(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,t(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,t(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,t(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,t(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function _(m,p){let x=e.get(p).light;m.referencePosition.value.setFromMatrixPosition(x.matrixWorld),m.nearDistance.value=x.shadow.camera.near,m.farDistance.value=x.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:s}}function Mw(n,e,t,i){let s={},r={};function o(x,A){let S=A.program;i.uniformBlockBinding(x,S,s[x.id])}function a(x,A){let S=s[x.id];S===void 0&&(g(x),S=l(x),s[x.id]=S,x.addEventListener("dispose",m));let C=A.program;i.updateUBOMapping(x,C);let T=e.render.frame;r[x.id]!==T&&(c(x),r[x.id]=T)}function l(x){let A=n.createBuffer(),S=x.__size,C=x.usage;return n.bindBuffer(n.UNIFORM_BUFFER,A),n.bufferData(n.UNIFORM_BUFFER,S,C),n.bindBuffer(n.UNIFORM_BUFFER,null),A}function c(x){let A=s[x.id],S=x.uniforms,C=x.__cache;n.bindBuffer(n.UNIFORM_BUFFER,A);for(let T=0,y=S.length;T<y;T++){let E=S[T];if(Array.isArray(E))for(let k=0,L=E.length;k<L;k++)u(E[k],T,k,C);else u(E,T,0,C)}n.bindBuffer(n.UNIFORM_BUFFER,null)}function u(x,A,S,C){if(d(x,A,S,C)===!0){let T=x.__offset,y=x.value;if(Array.isArray(y)){let E=0;for(let k=0;k<y.length;k++){let L=y[k],I=_(L,!0);h(L,x.__data,E),E+=I.storage/Float32Array.BYTES_PER_ELEMENT}}else h(y,x.__data,0);n.bufferSubData(n.UNIFORM_BUFFER,T,x.__data)}}function h(x,A,S){typeof x=="number"||typeof x=="boolean"?A[S]=x:x.isMatrix3?(A[S]=x.elements[0],A[S+1]=x.elements[1],A[S+2]=x.elements[2],A[S+3]=0,A[S+4]=x.elements[3],A[S+5]=x.elements[4],A[S+6]=x.elements[5],A[S+7]=0,A[S+8]=x.elements[6],A[S+9]=x.elements[7],A[S+10]=x.elements[8],A[S+11]=0):ArrayBuffer.isView(x)?A.set(x.subarray(0,A.length-S),S):x.toArray(A,S)}function d(x,A,S,C){let T=x.value,y=A+"_"+S;if(Array.isArray(T)){C[y]===void 0&&(C[y]=[]);let E=C[y],k=!1;for(let L=0;L<T.length;L++)f(T[L],E,L)===!0&&(k=!0);return k}return f(T,C,y)}function f(x,A,S){if(A[S]===void 0)return typeof x=="number"||typeof x=="boolean"?A[S]=x:ArrayBuffer.isView(x)?A[S]=x.slice():A[S]=x.clone(),!0;{let C=A[S];if(typeof x=="number"||typeof x=="boolean"){if(C!==x)return A[S]=x,!0}else{if(ArrayBuffer.isView(x))return!0;if(C.equals(x)===!1)return C.copy(x),!0}}return!1}function g(x){let A=x.uniforms,S=0,C=16;for(let y=0,E=A.length;y<E;y++){let k=Array.isArray(A[y])?A[y]:[A[y]];for(let L=0,I=k.length;L<I;L++){let z=k[L],V=Array.isArray(z.value)?z.value:[z.value],N=Array.isArray(A[y])||Array.isArray(z.value),W=S;for(let G=0,ce=V.length;G<ce;G++){let J=V[G],Q=_(J,N),se=S%C,de=se%Q.boundary,ue=se+de;S+=de,ue!==0&&C-ue<Q.storage&&(S+=C-ue),G===0&&(W=S),S+=Q.storage}let Y=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new Y((S-W)/Float32Array.BYTES_PER_ELEMENT),z.__offset=W}}let T=S%C;return T>0&&(S+=C-T),x.__size=S,x.__cache={},this}function _(x,A){let S={boundary:0,storage:0};return typeof x=="number"||typeof x=="boolean"?(S.boundary=4,S.storage=4):x.isVector2?(S.boundary=8,S.storage=8):x.isVector3||x.isColor?(S.boundary=16,S.storage=12):x.isVector4?(S.boundary=16,S.storage=16):x.isMatrix3?(S.boundary=16,S.storage=48):x.isMatrix4?(S.boundary=16,S.storage=64):x.isTexture?qe("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(x)?(S.boundary=16,S.storage=x.byteLength):qe("WebGLRenderer: Unsupported uniform value type.",x),A===!0&&(S.boundary=16,S.storage=Math.ceil(S.storage/16)*16),S}function m(x){let A=x.target;A.removeEventListener("dispose",m),n.deleteBuffer(s[A.id]),delete s[A.id],delete r[A.id]}function p(){for(let x in s)n.deleteBuffer(s[x]);s={},r={}}return{bind:o,update:a,dispose:p}}var ww=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),ss=null;function Ew(){return ss===null&&(ss=new ac(ww,16,16,ir,zn),ss.name="DFG_LUT",ss.minFilter=ji,ss.magFilter=ji,ss.wrapS=es,ss.wrapT=es,ss.generateMipmaps=!1,ss.needsUpdate=!0),ss}var yh=class{constructor(e={}){let{canvas:t=ig(),context:i=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:u="default",failIfMajorPerformanceCaveat:h=!1,reversedDepthBuffer:d=!1,outputBufferType:f=on}=e;this.isWebGLRenderer=!0;let g;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");g=i.getContextAttributes().alpha}else g=o;let _=f,m=new Set([Fc,Uc,Nc]),p=new Set([on,kn,To,wr,Ic,Dc]),x=new Uint32Array(4),A=new Int32Array(4),S={textures:[],min:[],max:[],resolution:[]},C=null,T=null,y=[],E=[],k=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=ns,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,I=!1,z=null,V=null,N=null,W=null;this._outputColorSpace=Ki;let Y=0,G=0,ce=null,J=-1,Q=null,se=new Rt,de=new Rt,ue=null,ee=new at(0),me=0,ye=t.width,Ae=t.height,Se=1,Ge=null,st=null,Ve=new Rt(0,0,ye,Ae),dt=new Rt(0,0,ye,Ae),ct=!1,it=new qs,$t=new lc,zt=!1,li=!1,Nt=new Ft,Ti=new U,_t=new Rt,yi={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Qt=!1;function ci(){return ce===null?Se:1}let O=i;function Ce(w,B){return t.getContext(w,B)}let $e,rt,Me,Ot,ze,Xe,R,b,X,he,oe,ve,xe,te,ne,pe,F,re,ie,we,ge,be,He;try{let w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:u,failIfMajorPerformanceCaveat:h};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Oe,!1),t.addEventListener("webglcontextrestored",je,!1),t.addEventListener("webglcontextcreationerror",Re,!1),O===null){let B="webgl2";if(O=Ce(B,w),O===null)throw Ce(B)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Je()}catch(w){throw t.removeEventListener("webglcontextlost",Oe,!1),t.removeEventListener("webglcontextrestored",je,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),Qe("WebGLRenderer: "+w.message),w}function Je(){$e=new FS(O),$e.init(),ge=new yw(O,$e),rt=new ES(O,$e,e,ge),Me=new gw(O,$e),rt.reversedDepthBuffer&&d&&Me.buffers.depth.setReversed(!0),V=O.createFramebuffer(),N=O.createFramebuffer(),W=O.createFramebuffer(),Ot=new BS(O),ze=new iw,Xe=new vw(O,$e,Me,ze,rt,ge,Ot),R=new US(L),b=new Vx(O),be=new MS(O,b),X=new OS(O,b,Ot,be),he=new VS(O,X,b,be,Ot),re=new zS(O,rt,Xe),ne=new TS(ze),oe=new tw(L,R,$e,rt,be,ne),ve=new Sw(L,ze),xe=new sw,te=new hw($e),F=new SS(L,R,Me,he,g,l),pe=new mw(L,he,rt),He=new Mw(O,Ot,rt,Me),ie=new wS(O,$e,Ot),we=new kS(O,$e,Ot),Ot.programs=oe.programs,L.capabilities=rt,L.extensions=$e,L.properties=ze,L.renderLists=xe,L.shadowMap=pe,L.state=Me,L.info=Ot}_!==on&&(k=new GS(_,t.width,t.height,a,s,r));let le=new df(L,O);this.xr=le,this.getContext=function(){return O},this.getContextAttributes=function(){return O.getContextAttributes()},this.forceContextLoss=function(){let w=$e.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=$e.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return Se},this.setPixelRatio=function(w){w!==void 0&&(Se=w,this.setSize(ye,Ae,!1))},this.getSize=function(w){return w.set(ye,Ae)},this.setSize=function(w,B,j=!0){if(le.isPresenting){qe("WebGLRenderer: Can't change size while VR device is presenting.");return}ye=w,Ae=B,t.width=Math.floor(w*Se),t.height=Math.floor(B*Se),j===!0&&(t.style.width=w+"px",t.style.height=B+"px"),k!==null&&k.setSize(t.width,t.height),this.setViewport(0,0,w,B)},this.getDrawingBufferSize=function(w){return w.set(ye*Se,Ae*Se).floor()},this.setDrawingBufferSize=function(w,B,j){ye=w,Ae=B,Se=j,t.width=Math.floor(w*j),t.height=Math.floor(B*j),this.setViewport(0,0,w,B)},this.setEffects=function(w){if(_===on){Qe("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let B=0;B<w.length;B++)if(w[B].isOutputPass===!0){qe("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}k.setEffects(w||[])},this.getCurrentViewport=function(w){return w.copy(se)},this.getViewport=function(w){return w.copy(Ve)},this.setViewport=function(w,B,j,q){w.isVector4?Ve.set(w.x,w.y,w.z,w.w):Ve.set(w,B,j,q),Me.viewport(se.copy(Ve).multiplyScalar(ci()).round())},this.getScissor=function(w){return w.copy(dt)},this.setScissor=function(w,B,j,q){w.isVector4?dt.set(w.x,w.y,w.z,w.w):dt.set(w,B,j,q),Me.scissor(de.copy(dt).multiplyScalar(ci()).round())},this.getScissorTest=function(){return ct},this.setScissorTest=function(w){Me.setScissorTest(ct=w)},this.setOpaqueSort=function(w){Ge=w},this.setTransparentSort=function(w){st=w},this.getClearColor=function(w){return w.copy(F.getClearColor())},this.setClearColor=function(){F.setClearColor(...arguments)},this.getClearAlpha=function(){return F.getClearAlpha()},this.setClearAlpha=function(){F.setClearAlpha(...arguments)},this.clear=function(w=!0,B=!0,j=!0){let q=0;if(w){let $=!1;if(ce!==null){let Ee=ce.texture.format;$=m.has(Ee)}if($){let Ee=ce.texture.type,Le=p.has(Ee),Te=F.getClearColor(),Ie=F.getClearAlpha(),Be=Te.r,et=Te.g,ft=Te.b;Le?(x[0]=Be,x[1]=et,x[2]=ft,x[3]=Ie,O.clearBufferuiv(O.COLOR,0,x)):(A[0]=Be,A[1]=et,A[2]=ft,A[3]=Ie,O.clearBufferiv(O.COLOR,0,A))}else q|=O.COLOR_BUFFER_BIT}B&&(q|=O.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),j&&(q|=O.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),q!==0&&O.clear(q)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(w){w.setRenderer(this),z=w},this.dispose=function(){t.removeEventListener("webglcontextlost",Oe,!1),t.removeEventListener("webglcontextrestored",je,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),F.dispose(),xe.dispose(),te.dispose(),Xe.dispose(),ze.dispose(),R.dispose(),he.dispose(),X.dispose(),be.dispose(),He.dispose(),oe.dispose(),le.dispose(),le.removeEventListener("sessionstart",fl),le.removeEventListener("sessionend",qn),us.stop()};function Oe(w){w.preventDefault(),pa("WebGLRenderer: Context Lost."),I=!0}function je(){pa("WebGLRenderer: Context Restored."),I=!1;let w=Ot.autoReset,B=pe.enabled,j=pe.autoUpdate,q=pe.needsUpdate,$=pe.type;Je(),Ot.autoReset=w,pe.enabled=B,pe.autoUpdate=j,pe.needsUpdate=q,pe.type=$}function Re(w){Qe("WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function lt(w){let B=w.target;B.removeEventListener("dispose",lt),Ht(B)}function Ht(w){Gi(w),ze.remove(w)}function Gi(w){let B=ze.get(w).programs;B!==void 0&&(B.forEach(function(j){oe.releaseProgram(j)}),w.isShaderMaterial&&oe.releaseShaderCache(w))}this.renderBufferDirect=function(w,B,j,q,$,Ee){B===null&&(B=yi);let Le=$.isMesh&&$.matrixWorld.determinantAffine()<0,Te=Jo(w,B,j,q,$);Me.setMaterial(q,Le);let Ie=j.index,Be=1;if(q.wireframe===!0){if(Ie=X.getWireframeAttribute(j),Ie===void 0)return;Be=2}let et=j.drawRange,ft=j.attributes.position,ke=et.start*Be,pt=(et.start+et.count)*Be;Ee!==null&&(ke=Math.max(ke,Ee.start*Be),pt=Math.min(pt,(Ee.start+Ee.count)*Be)),Ie!==null?(ke=Math.max(ke,0),pt=Math.min(pt,Ie.count)):ft!=null&&(ke=Math.max(ke,0),pt=Math.min(pt,ft.count));let Zt=pt-ke;if(Zt<0||Zt===1/0)return;be.setup($,q,Te,j,Ie);let Lt,It=ie;if(Ie!==null&&(Lt=b.get(Ie),It=we,It.setIndex(Lt)),$.isMesh)q.wireframe===!0?(Me.setLineWidth(q.wireframeLinewidth*ci()),It.setMode(O.LINES)):It.setMode(O.TRIANGLES);else if($.isLine){let xi=q.linewidth;xi===void 0&&(xi=1),Me.setLineWidth(xi*ci()),$.isLineSegments?It.setMode(O.LINES):$.isLineLoop?It.setMode(O.LINE_LOOP):It.setMode(O.LINE_STRIP)}else $.isPoints?It.setMode(O.POINTS):$.isSprite&&It.setMode(O.TRIANGLES);if($.isBatchedMesh)if($e.get("WEBGL_multi_draw"))It.renderMultiDraw($._multiDrawStarts,$._multiDrawCounts,$._multiDrawCount);else{let xi=$._multiDrawStarts,Ue=$._multiDrawCounts,hi=$._multiDrawCount,gt=Ie?b.get(Ie).bytesPerElement:1,fs=ze.get(q).currentProgram.getUniforms();for(let ui=0;ui<hi;ui++)fs.setValue(O,"_gl_DrawID",ui),It.render(xi[ui]/gt,Ue[ui])}else if($.isInstancedMesh)It.renderInstances(ke,Zt,$.count);else if(j.isInstancedBufferGeometry){let xi=j._maxInstanceCount!==void 0?j._maxInstanceCount:1/0,Ue=Math.min(j.instanceCount,xi);It.renderInstances(ke,Zt,Ue)}else It.render(ke,Zt)};function $o(w,B,j,q){z!==null&&w.isNodeMaterial&&z.setObject(q,w),zt===!0&&ne.setState(w,j,!1),w.transparent===!0&&w.side===is&&w.forceSinglePass===!1?(w.side=en,w.needsUpdate=!0,Yn(w,B,q),w.side=tr,w.needsUpdate=!0,Yn(w,B,q),w.side=is):Yn(w,B,q)}this.compile=function(w,B,j=null){j===null&&(j=w),z!==null&&z.renderStart(w,B,j),T=te.get(j),T.init(B),E.push(T),j.traverseVisible(function($){$.isLight&&$.layers.test(B.layers)&&(T.pushLight($),$.castShadow&&T.pushShadow($))}),w!==j&&w.traverseVisible(function($){$.isLight&&$.layers.test(B.layers)&&(T.pushLight($),$.castShadow&&T.pushShadow($))}),T.setupLights(),z!==null&&z.updateLights(T.state.lightsArray),li=this.localClippingEnabled,zt=ne.init(this.clippingPlanes,li),zt===!0&&ne.setGlobalState(this.clippingPlanes,B),z!==null&&pe.render(T.state.shadowsArray,j,B);let q=new Set;return w.traverse(function($){if(!($.isMesh||$.isPoints||$.isLine||$.isSprite))return;let Ee=$.material;if(Ee)if(Array.isArray(Ee))for(let Le=0;Le<Ee.length;Le++){let Te=Ee[Le];$o(Te,j,B,$),q.add(Te)}else $o(Ee,j,B,$),q.add(Ee)}),T=E.pop(),z!==null&&z.renderEnd(),q},this.compileAsync=function(w,B,j=null){let q=this.compile(w,B,j);return new Promise($=>{function Ee(){if(q.forEach(function(Le){let Ie=ze.get(Le).currentProgram;(Ie===void 0||Ie.isReady())&&q.delete(Le)}),q.size===0){$(w);return}setTimeout(Ee,10)}$e.get("KHR_parallel_shader_compile")!==null?Ee():setTimeout(Ee,10)})};let Fr=null;function Uu(w){Fr&&Fr(w)}function fl(){us.stop()}function qn(){us.start()}let us=new Pg;us.setAnimationLoop(Uu),typeof self<"u"&&us.setContext(self),this.setAnimationLoop=function(w){Fr=w,le.setAnimationLoop(w),w===null?us.stop():us.start()},le.addEventListener("sessionstart",fl),le.addEventListener("sessionend",qn),this.render=function(w,B){if(B!==void 0&&B.isCamera!==!0){Qe("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(I===!0)return;z!==null&&z.renderStart(w,B);let j=le.enabled===!0&&le.isPresenting===!0,q=k!==null&&(ce===null||j)&&k.begin(L,ce);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),B.parent===null&&B.matrixWorldAutoUpdate===!0&&B.updateMatrixWorld(),le.enabled===!0&&le.isPresenting===!0&&(k===null||k.isCompositing()===!1)&&(le.cameraAutoUpdate===!0&&le.updateCamera(B),B=le.getCamera()),w.isScene===!0&&w.onBeforeRender(L,w,B,ce),T=te.get(w,E.length),T.init(B),T.state.textureUnits=Xe.getTextureUnits(),E.push(T),Nt.multiplyMatrices(B.projectionMatrix,B.matrixWorldInverse),B.isArrayCamera?$t.setFromArrayCamera(B):it.setFromProjectionMatrix(Nt,wn,B.reversedDepth),li=this.localClippingEnabled,zt=ne.init(this.clippingPlanes,li),C=xe.get(w,y.length),C.init(),y.push(C),this.info.render.frame++,le.enabled===!0&&le.isPresenting===!0){let Le=L.xr.getDepthSensingMesh();Le!==null&&ds(Le,B,-1/0,L.sortObjects)}ds(w,B,0,L.sortObjects),C.finish(),z!==null&&z.updateLights(T.state.lightsArray),L.sortObjects===!0&&C.sort(Ge,st),Qt=le.enabled===!1||le.isPresenting===!1||le.hasDepthSensing()===!1,Qt&&F.addToRenderList(C,w),this.info.autoReset===!0&&this.info.reset(),zt===!0&&ne.beginShadows();let $=T.state.shadowsArray;if(pe.render($,w,B),zt===!0&&ne.endShadows(),(q&&k.hasRenderPass())===!1){let Le=C.opaque,Te=C.transmissive;if(T.setupLights(),B.isArrayCamera){let Ie=B.cameras;if(Te.length>0)for(let Be=0,et=Ie.length;Be<et;Be++){let ft=Ie[Be];Rn(Le,Te,w,ft)}Qt&&F.render(w);for(let Be=0,et=Ie.length;Be<et;Be++){let ft=Ie[Be];Ko(C,w,ft,ft.viewport)}}else Te.length>0&&Rn(Le,Te,w,B),Qt&&F.render(w),Ko(C,w,B)}ce!==null&&G===0&&(Xe.updateMultisampleRenderTarget(ce),Xe.updateRenderTargetMipmap(ce)),q&&k.end(L),w.isScene===!0&&w.onAfterRender(L,w,B),be.resetDefaultState(),J=-1,Q=null,E.pop(),E.length>0?(T=E[E.length-1],Xe.setTextureUnits(T.state.textureUnits),zt===!0&&ne.setGlobalState(L.clippingPlanes,T.state.camera)):T=null,y.pop(),y.length>0?C=y[y.length-1]:C=null,z!==null&&z.renderEnd()};function ds(w,B,j,q){if(w.visible===!1)return;if(w.layers.test(B.layers)){if(w.isGroup)j=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(B);else if(w.isLight)T.pushLight(w),w.castShadow&&T.pushShadow(w);else if(w.isSprite){let Le=B.isArrayCamera?$t:it;if(!w.frustumCulled||w.intersectsFrustum(Le)){q&&_t.setFromMatrixPosition(w.matrixWorld).applyMatrix4(Nt);let Te=he.update(w),Ie=w.material;Ie.visible&&C.push(w,Te,Ie,j,_t.z,null,B)}}else if(w.isMesh||w.isLine||w.isPoints){let Le=B.isArrayCamera?$t:it;if(!w.frustumCulled||w.intersectsFrustum(Le)){let Te=he.update(w),Ie=w.material;if(q&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),_t.copy(w.boundingSphere.center)):(Te.boundingSphere===null&&Te.computeBoundingSphere(),_t.copy(Te.boundingSphere.center)),_t.applyMatrix4(w.matrixWorld).applyMatrix4(Nt)),Array.isArray(Ie)){let Be=Te.groups;for(let et=0,ft=Be.length;et<ft;et++){let ke=Be[et],pt=Ie[ke.materialIndex];pt&&pt.visible&&C.push(w,Te,pt,j,_t.z,ke,B)}}else Ie.visible&&C.push(w,Te,Ie,j,_t.z,null,B)}}}let Ee=w.children;for(let Le=0,Te=Ee.length;Le<Te;Le++)ds(Ee[Le],B,j,q)}function Ko(w,B,j,q){let{opaque:$,transmissive:Ee,transparent:Le}=w;T.setupLightsView(j),zt===!0&&ne.setGlobalState(L.clippingPlanes,j),q&&Me.viewport(se.copy(q)),$.length>0&&ei($,B,j),Ee.length>0&&ei(Ee,B,j),Le.length>0&&ei(Le,B,j),Me.buffers.depth.setTest(!0),Me.buffers.depth.setMask(!0),Me.buffers.color.setMask(!0),Me.setPolygonOffset(!1)}function Rn(w,B,j,q){if((j.isScene===!0?j.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[q.id]===void 0){let ke=$e.has("EXT_color_buffer_half_float")||$e.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[q.id]=new pn(1,1,{generateMipmaps:!0,type:ke?zn:on,minFilter:Rs,samples:Math.max(4,rt.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:vt.workingColorSpace})}let Ee=T.state.transmissionRenderTarget[q.id],Le=q.viewport||se;Ee.setSize(Le.z*L.transmissionResolutionScale,Le.w*L.transmissionResolutionScale);let Te=L.getRenderTarget(),Ie=L.getActiveCubeFace(),Be=L.getActiveMipmapLevel();L.setRenderTarget(Ee),L.getClearColor(ee),me=L.getClearAlpha(),me<1&&L.setClearColor(16777215,.5),L.clear(),Qt&&F.render(j);let et=L.toneMapping;L.toneMapping=ns;let ft=q.viewport;if(q.viewport!==void 0&&(q.viewport=void 0),T.setupLightsView(q),zt===!0&&ne.setGlobalState(L.clippingPlanes,q),ei(w,j,q),Xe.updateMultisampleRenderTarget(Ee),Xe.updateRenderTargetMipmap(Ee),$e.has("WEBGL_multisampled_render_to_texture")===!1){let ke=!1;for(let pt=0,Zt=B.length;pt<Zt;pt++){let Lt=B[pt],{object:It,geometry:xi,material:Ue,group:hi}=Lt;if(Ue.side===is&&It.layers.test(q.layers)){let gt=Ue.side;Ue.side=en,Ue.needsUpdate=!0,ri(It,j,q,xi,Ue,hi),Ue.side=gt,Ue.needsUpdate=!0,ke=!0}}ke===!0&&(Xe.updateMultisampleRenderTarget(Ee),Xe.updateRenderTargetMipmap(Ee))}L.setRenderTarget(Te,Ie,Be),L.setClearColor(ee,me),ft!==void 0&&(q.viewport=ft),L.toneMapping=et}function ei(w,B,j){let q=B.isScene===!0?B.overrideMaterial:null;for(let $=0,Ee=w.length;$<Ee;$++){let Le=w[$],{object:Te,geometry:Ie,group:Be}=Le,et=Le.material;et.allowOverride===!0&&q!==null&&(et=q),Te.layers.test(j.layers)&&ri(Te,B,j,Ie,et,Be)}}function ri(w,B,j,q,$,Ee){z!==null&&$.isNodeMaterial&&z.setObject(w,$),w.onBeforeRender(L,B,j,q,$,Ee),w.modelViewMatrix.multiplyMatrices(j.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),$.onBeforeRender(L,B,j,q,w,Ee),$.transparent===!0&&$.side===is&&$.forceSinglePass===!1?($.side=en,$.needsUpdate=!0,L.renderBufferDirect(j,B,q,$,w,Ee),$.side=tr,$.needsUpdate=!0,L.renderBufferDirect(j,B,q,$,w,Ee),$.side=is):L.renderBufferDirect(j,B,q,$,w,Ee),w.onAfterRender(L,B,j,q,$,Ee)}function oi(w){let B=0;for(let j of w)j.texture!==null&&B++;return B}function Yn(w,B,j){B.isScene!==!0&&(B=yi);let q=ze.get(w),$=T.state.lights,Ee=T.state.shadowsArray,Le=$.state.version,Te=oe.getParameters(w,$.state,Ee,B,j,T.state.lightProbeGridArray),Ie=oe.getProgramCacheKey(Te),Be=q.programs;q.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?B.environment:null,q.fog=B.fog;let et=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;q.envMap=R.get(w.envMap||q.environment,et),q.envMapRotation=q.environment!==null&&w.envMap===null?B.environmentRotation:w.envMapRotation,Be===void 0&&(w.addEventListener("dispose",lt),Be=new Map,q.programs=Be,q.programVariants=new Map);let ft=Be.get(Ie);if(ft!==void 0){if(q.currentProgram===ft&&q.lightsStateVersion===Le)return Zo(w,Te),ft}else Te.uniforms=oe.getUniforms(w),z!==null&&w.isNodeMaterial&&z.build(w,j,Te),w.onBeforeCompile(Te,L),ft=oe.acquireProgram(Te,Ie),Be.set(Ie,ft),q.uniforms=Te.uniforms;let ke=q.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(ke.clippingPlanes=ne.uniform),Zo(w,Te),q.needsLights=Us(w),q.lightsStateVersion=Le,q.needsLights&&(ke.ambientLightColor.value=$.state.ambient,ke.lightProbe.value=$.state.probe,ke.sunLights.value=$.state.sun,ke.sunLightShadows.value=$.state.sunShadow,ke.directionalLights.value=$.state.directional,ke.directionalLightShadows.value=$.state.directionalShadow,ke.spotLights.value=$.state.spot,ke.spotLightShadows.value=$.state.spotShadow,ke.rectAreaLights.value=$.state.rectArea,ke.ltc_1.value=$.state.rectAreaLTC1,ke.ltc_2.value=$.state.rectAreaLTC2,ke.pointLights.value=$.state.point,ke.pointLightShadows.value=$.state.pointShadow,ke.hemisphereLights.value=$.state.hemi,ke.sunShadowMatrix.value=$.state.sunShadowMatrix,ke.sunShadowCascade.value=$.state.sunShadowCascade,ke.directionalShadowMatrix.value=$.state.directionalShadowMatrix,ke.spotLightMatrix.value=$.state.spotLightMatrix,ke.spotLightMap.value=$.state.spotLightMap,ke.pointShadowMatrix.value=$.state.pointShadowMatrix),q.numLightProbeGrids=oi(T.state.lightProbeGridArray),q.currentProgram=ft,q.uniformsList=null,ft}function ln(w,B,j,q,$){let Ee=ze.get(w),Le=Ee.currentProgram.id+","+q+","+$,Te=Ee.programVariants.get(Le);return Te===void 0?(Te=Yn(w,B,j),Ee.programVariants.set(Le,Te)):(Ee.currentProgram=Te,Ee.uniformsList=null,Ee.outputColorSpace=q,Ee.toneMapping=$),Te}function Ns(w){if(w.uniformsList===null){let B=w.currentProgram.getUniforms();w.uniformsList=Ao.seqWithValue(B.seq,w.uniforms)}return w.uniformsList}function Zo(w,B){let j=ze.get(w);j.outputColorSpace=B.outputColorSpace,j.batching=B.batching,j.batchingColor=B.batchingColor,j.instancing=B.instancing,j.instancingColor=B.instancingColor,j.instancingMorph=B.instancingMorph,j.skinning=B.skinning,j.morphTargets=B.morphTargets,j.morphNormals=B.morphNormals,j.morphColors=B.morphColors,j.morphTargetsCount=B.morphTargetsCount,j.numClippingPlanes=B.numClippingPlanes,j.numIntersection=B.numClipIntersection,j.vertexAlphas=B.vertexAlphas,j.vertexTangents=B.vertexTangents,j.toneMapping=B.toneMapping}function Jo(w,B,j,q,$){B.isScene!==!0&&(B=yi),Xe.resetTextureUnits();let Ee=B.fog,Le=q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial?B.environment:null,Te=ce===null?L.outputColorSpace:ce.isXRRenderTarget===!0?ce.texture.colorSpace:vt.workingColorSpace,Ie=q.isMeshStandardMaterial||q.isMeshLambertMaterial&&!q.envMap||q.isMeshPhongMaterial&&!q.envMap,Be=R.get(q.envMap||Le,Ie),et=q.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,ft=!!j.attributes.tangent&&(!!q.normalMap||q.anisotropy>0),ke=!!j.morphAttributes.position,pt=!!j.morphAttributes.normal,Zt=!!j.morphAttributes.color,Lt=ns;q.toneMapped&&(ce===null||ce.isXRRenderTarget===!0)&&(Lt=L.toneMapping);let It=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,xi=It!==void 0?It.length:0,Ue=ze.get(q),hi=T.state.lights;if(zt===!0&&(li===!0||w!==Q)){let Dt=w===Q&&q.id===J;ne.setState(q,w,Dt)}let gt=!1,fs=!1;q.version===Ue.__version?Ue.needsLights&&Ue.lightsStateVersion!==hi.state.version||$.isBatchedMesh&&Ue.batching===!1||!$.isBatchedMesh&&Ue.batching===!0||$.isBatchedMesh&&Ue.batchingColor===!0&&$._colorsTexture===null||$.isBatchedMesh&&Ue.batchingColor===!1&&$._colorsTexture!==null||$.isInstancedMesh&&Ue.instancing===!1||!$.isInstancedMesh&&Ue.instancing===!0||$.isSkinnedMesh&&Ue.skinning===!1||!$.isSkinnedMesh&&Ue.skinning===!0||$.isInstancedMesh&&Ue.instancingColor===!0&&$.instanceColor===null||$.isInstancedMesh&&Ue.instancingColor===!1&&$.instanceColor!==null||$.isInstancedMesh&&Ue.instancingMorph===!0&&$.morphTexture===null||$.isInstancedMesh&&Ue.instancingMorph===!1&&$.morphTexture!==null||Ue.envMap!==Be||q.fog===!0&&Ue.fog!==Ee||Ue.numClippingPlanes!==void 0&&(Ue.numClippingPlanes!==ne.numPlanes||Ue.numIntersection!==ne.numIntersection)||Ue.vertexAlphas!==et||Ue.vertexTangents!==ft||Ue.morphTargets!==ke||Ue.morphNormals!==pt||Ue.morphColors!==Zt||Ue.morphTargetsCount!==xi||Ue.numLightProbeGrids!==oi(T.state.lightProbeGridArray)?gt=!0:(Ue.outputColorSpace!==Te||Ue.toneMapping!==Lt)&&(fs=!0):(gt=!0,Ue.__version=q.version);let ui=Ue.currentProgram;(gt===!0||fs===!0)&&(ui=fs===!0?ln(q,B,$,Te,Lt):Yn(q,B,$),z&&q.isNodeMaterial&&z.onUpdateProgram(q,ui,Ue));let Br=!1,$n=!1,ps=!1,ht=ui.getUniforms(),ti=Ue.uniforms;if(Me.useProgram(ui.program)&&(Br=!0,$n=!0,ps=!0),q.id!==J&&(J=q.id,$n=!0),Br||Q!==w){Me.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),ht.setValue(O,"projectionMatrix",w.projectionMatrix),ht.setValue(O,"viewMatrix",w.matrixWorldInverse);let di=ht.map.cameraPosition;di!==void 0&&di.setValue(O,Ti.setFromMatrixPosition(w.matrixWorld)),rt.logarithmicDepthBuffer&&ht.setValue(O,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(q.isMeshPhongMaterial||q.isMeshToonMaterial||q.isMeshLambertMaterial||q.isMeshBasicMaterial||q.isMeshStandardMaterial||q.isShaderMaterial)&&ht.setValue(O,"isOrthographic",w.isOrthographicCamera===!0),Q!==w&&(Q=w,$n=!0,ps=!0)}if(Ue.needsLights&&(hi.state.sunShadowMap.length>0&&ht.setValue(O,"sunShadowMap",hi.state.sunShadowMap,Xe),hi.state.directionalShadowMap.length>0&&ht.setValue(O,"directionalShadowMap",hi.state.directionalShadowMap,Xe),hi.state.spotShadowMap.length>0&&ht.setValue(O,"spotShadowMap",hi.state.spotShadowMap,Xe),hi.state.pointShadowMap.length>0&&ht.setValue(O,"pointShadowMap",hi.state.pointShadowMap,Xe)),$.isSkinnedMesh){ht.setOptional(O,$,"bindMatrix"),ht.setOptional(O,$,"bindMatrixInverse");let Dt=$.skeleton;Dt&&(Dt.boneTexture===null&&Dt.computeBoneTexture(),ht.setValue(O,"boneTexture",Dt.boneTexture,Xe))}$.isBatchedMesh&&(ht.setOptional(O,$,"batchingTexture"),ht.setValue(O,"batchingTexture",$._matricesTexture,Xe),ht.setOptional(O,$,"batchingIdTexture"),ht.setValue(O,"batchingIdTexture",$._indirectTexture,Xe),ht.setOptional(O,$,"batchingColorTexture"),$._colorsTexture!==null&&ht.setValue(O,"batchingColorTexture",$._colorsTexture,Xe));let Wi=j.morphAttributes;if((Wi.position!==void 0||Wi.normal!==void 0||Wi.color!==void 0)&&re.update($,j,ui),($n||Ue.receiveShadow!==$.receiveShadow)&&(Ue.receiveShadow=$.receiveShadow,ht.setValue(O,"receiveShadow",$.receiveShadow)),(q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial)&&q.envMap===null&&B.environment!==null&&(ti.envMapIntensity.value=B.environmentIntensity),ti.dfgLUT!==void 0&&(ti.dfgLUT.value=Ew()),$n){if(ht.setValue(O,"toneMappingExposure",L.toneMappingExposure),Ue.needsLights&&Or(ti,ps),Ee&&q.fog===!0&&ve.refreshFogUniforms(ti,Ee),ve.refreshMaterialUniforms(ti,q,Se,Ae,T.state.transmissionRenderTarget[w.id]),Ue.needsLights&&Ue.numLightProbeGrids>0){let Dt=S,di=0;for(let Bi of T.state.lightProbeGridArray)Bi.texture!==null&&(Dt.textures[di]=Bi.texture,Dt.min[di]=Bi.boundingBox.min,Dt.max[di]=Bi.boundingBox.max,Dt.resolution[di]=Bi.resolution,di++);for(let Bi in Dt)Dt[Bi].length=di;ti.probesSH.value=Dt.textures,ti.probesMin.value=Dt.min,ti.probesMax.value=Dt.max,ti.probesResolution.value=Dt.resolution}Ao.upload(O,Ns(Ue),ti,Xe)}if(q.isShaderMaterial&&q.uniformsNeedUpdate===!0&&(Ao.upload(O,Ns(Ue),ti,Xe),q.uniformsNeedUpdate=!1),q.isSpriteMaterial&&ht.setValue(O,"center",$.center),ht.setValue(O,"modelViewMatrix",$.modelViewMatrix),ht.setValue(O,"normalMatrix",$.normalMatrix),ht.setValue(O,"modelMatrix",$.matrixWorld),q.uniformsGroups!==void 0){let Dt=q.uniformsGroups;for(let di=0,Bi=Dt.length;di<Bi;di++){let pl=Dt[di];He.update(pl,ui),He.bind(pl,ui)}}return ui}function Or(w,B){w.ambientLightColor.needsUpdate=B,w.lightProbe.needsUpdate=B,w.sunLights.needsUpdate=B,w.sunLightShadows.needsUpdate=B,w.directionalLights.needsUpdate=B,w.directionalLightShadows.needsUpdate=B,w.pointLights.needsUpdate=B,w.pointLightShadows.needsUpdate=B,w.spotLights.needsUpdate=B,w.spotLightShadows.needsUpdate=B,w.rectAreaLights.needsUpdate=B,w.hemisphereLights.needsUpdate=B}function Us(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return G},this.getRenderTarget=function(){return ce},this.setRenderTargetTextures=function(w,B,j){let q=ze.get(w);q.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,q.__autoAllocateDepthBuffer===!1&&(q.__useRenderToTexture=!1),ze.get(w.texture).__webglTexture=B,ze.get(w.depthTexture).__webglTexture=q.__autoAllocateDepthBuffer?void 0:j,q.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,B){let j=ze.get(w);j.__webglFramebuffer=B,j.__useDefaultFramebuffer=B===void 0},this.setRenderTarget=function(w,B=0,j=0){ce=w,Y=B,G=j;let q=null,$=!1,Ee=!1;if(w){let Te=ze.get(w);if(Te.__useDefaultFramebuffer!==void 0){Me.bindFramebuffer(O.FRAMEBUFFER,Te.__webglFramebuffer),se.copy(w.viewport),de.copy(w.scissor),ue=w.scissorTest,Me.viewport(se),Me.scissor(de),Me.setScissorTest(ue),J=-1;return}else if(Te.__webglFramebuffer===void 0)Xe.setupRenderTarget(w);else if(Te.__hasExternalTextures)Xe.rebindTextures(w,ze.get(w.texture).__webglTexture,ze.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let et=w.depthTexture;if(Te.__boundDepthTexture!==et){if(et!==null&&ze.has(et)&&(w.width!==et.image.width||w.height!==et.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Xe.setupDepthRenderbuffer(w)}}let Ie=w.texture;(Ie.isData3DTexture||Ie.isDataArrayTexture||Ie.isCompressedArrayTexture)&&(Ee=!0);let Be=ze.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray(Be[B])?q=Be[B][j]:q=Be[B],$=!0):w.samples>0&&Xe.useMultisampledRTT(w)===!1?q=ze.get(w).__webglMultisampledFramebuffer:Array.isArray(Be)?q=Be[j]:q=Be,se.copy(w.viewport),de.copy(w.scissor),ue=w.scissorTest}else se.copy(Ve).multiplyScalar(Se).floor(),de.copy(dt).multiplyScalar(Se).floor(),ue=ct;if(j!==0&&(q=V),Me.bindFramebuffer(O.FRAMEBUFFER,q)&&Me.drawBuffers(w,q),Me.viewport(se),Me.scissor(de),Me.setScissorTest(ue),$){let Te=ze.get(w.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_CUBE_MAP_POSITIVE_X+B,Te.__webglTexture,j)}else if(Ee){let Te=B;for(let Ie=0;Ie<w.textures.length;Ie++){let Be=ze.get(w.textures[Ie]);O.framebufferTextureLayer(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0+Ie,Be.__webglTexture,j,Te)}}else if(w!==null&&j!==0){let Te=ze.get(w.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,Te.__webglTexture,j)}J=-1};function kr(w){let B=ze.get(w);return(B.__readFormat!==w.format||B.__readType!==w.type)&&(B.__readFormat=w.format,B.__readType=w.type,B.__formatReadable=rt.textureFormatReadable(w.format),B.__typeReadable=rt.textureTypeReadable(w.type)),B}this.readRenderTargetPixels=function(w,B,j,q,$,Ee,Le,Te=0){if(!(w&&w.isWebGLRenderTarget)){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ie=ze.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Le!==void 0&&(Ie=Ie[Le],Array.isArray(Ie)&&(Ie=Ie[0])),Ie){Me.bindFramebuffer(O.FRAMEBUFFER,Ie);try{let Be=w.textures[Te],et=Be.format,ft=Be.type;w.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+Te);let ke=kr(Be);if(ke.__formatReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(ke.__typeReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}B>=0&&B<=w.width-q&&j>=0&&j<=w.height-$&&O.readPixels(B,j,q,$,ge.convert(et),ge.convert(ft),Ee)}finally{let Be=ce!==null?ze.get(ce).__webglFramebuffer:null;Me.bindFramebuffer(O.FRAMEBUFFER,Be)}}},this.readRenderTargetPixelsAsync=async function(w,B,j,q,$,Ee,Le,Te=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ie=ze.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Le!==void 0&&(Ie=Ie[Le],Array.isArray(Ie)&&(Ie=Ie[0])),Ie)if(B>=0&&B<=w.width-q&&j>=0&&j<=w.height-$){Me.bindFramebuffer(O.FRAMEBUFFER,Ie);let Be=w.textures[Te],et=Be.format,ft=Be.type;w.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+Te);let ke=kr(Be);if(ke.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(ke.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let pt=O.createBuffer();O.bindBuffer(O.PIXEL_PACK_BUFFER,pt),O.bufferData(O.PIXEL_PACK_BUFFER,Ee.byteLength,O.STREAM_READ),O.readPixels(B,j,q,$,ge.convert(et),ge.convert(ft),0),O.bindBuffer(O.PIXEL_PACK_BUFFER,null);let Zt=ce!==null?ze.get(ce).__webglFramebuffer:null;Me.bindFramebuffer(O.FRAMEBUFFER,Zt);let Lt=O.fenceSync(O.SYNC_GPU_COMMANDS_COMPLETE,0);return O.flush(),await sg(O,Lt,4),O.bindBuffer(O.PIXEL_PACK_BUFFER,pt),O.getBufferSubData(O.PIXEL_PACK_BUFFER,0,Ee),O.bindBuffer(O.PIXEL_PACK_BUFFER,null),O.deleteBuffer(pt),O.deleteSync(Lt),Ee}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(w,B=null,j=0){let q=Math.pow(2,-j),$=Math.floor(w.image.width*q),Ee=Math.floor(w.image.height*q),Le=B!==null?B.x:0,Te=B!==null?B.y:0;Xe.setTexture2D(w,0),O.copyTexSubImage2D(O.TEXTURE_2D,j,0,0,Le,Te,$,Ee),Me.unbindTexture()},this.copyTextureToTexture=function(w,B,j=null,q=null,$=0,Ee=0){let Le,Te,Ie,Be,et,ft,ke,pt,Zt,Lt=w.isCompressedTexture?w.mipmaps[Ee]:w.image;if(j!==null)Le=j.max.x-j.min.x,Te=j.max.y-j.min.y,Ie=j.isBox3?j.max.z-j.min.z:1,Be=j.min.x,et=j.min.y,ft=j.isBox3?j.min.z:0;else{let ht=Math.pow(2,-$);Le=Math.floor(Lt.width*ht),Te=Math.floor(Lt.height*ht),w.isDataArrayTexture?Ie=Lt.depth:w.isData3DTexture?Ie=Math.floor(Lt.depth*ht):Ie=1,Be=0,et=0,ft=0}q!==null?(ke=q.x,pt=q.y,Zt=q.z):(ke=0,pt=0,Zt=0);let It=ge.convert(B.format),xi=ge.convert(B.type),Ue;B.isData3DTexture?(Xe.setTexture3D(B,0),Ue=O.TEXTURE_3D):B.isDataArrayTexture||B.isCompressedArrayTexture?(Xe.setTexture2DArray(B,0),Ue=O.TEXTURE_2D_ARRAY):(Xe.setTexture2D(B,0),Ue=O.TEXTURE_2D),Me.activeTexture(O.TEXTURE0),Me.pixelStorei(O.UNPACK_FLIP_Y_WEBGL,B.flipY),Me.pixelStorei(O.UNPACK_PREMULTIPLY_ALPHA_WEBGL,B.premultiplyAlpha),Me.pixelStorei(O.UNPACK_ALIGNMENT,B.unpackAlignment);let hi=Me.getParameter(O.UNPACK_ROW_LENGTH),gt=Me.getParameter(O.UNPACK_IMAGE_HEIGHT),fs=Me.getParameter(O.UNPACK_SKIP_PIXELS),ui=Me.getParameter(O.UNPACK_SKIP_ROWS),Br=Me.getParameter(O.UNPACK_SKIP_IMAGES);Me.pixelStorei(O.UNPACK_ROW_LENGTH,Lt.width),Me.pixelStorei(O.UNPACK_IMAGE_HEIGHT,Lt.height),Me.pixelStorei(O.UNPACK_SKIP_PIXELS,Be),Me.pixelStorei(O.UNPACK_SKIP_ROWS,et),Me.pixelStorei(O.UNPACK_SKIP_IMAGES,ft);let $n=w.isDataArrayTexture||w.isData3DTexture,ps=B.isDataArrayTexture||B.isData3DTexture;if(w.isDepthTexture){let ht=ze.get(w),ti=ze.get(B),Wi=ze.get(ht.__renderTarget),Dt=ze.get(ti.__renderTarget);Me.bindFramebuffer(O.READ_FRAMEBUFFER,Wi.__webglFramebuffer),Me.bindFramebuffer(O.DRAW_FRAMEBUFFER,Dt.__webglFramebuffer);for(let di=0;di<Ie;di++)$n&&(O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,ze.get(w).__webglTexture,$,ft+di),O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,ze.get(B).__webglTexture,Ee,Zt+di)),O.blitFramebuffer(Be,et,Be+Le,et+Te,ke,pt,ke+Le,pt+Te,O.DEPTH_BUFFER_BIT,O.NEAREST);Me.bindFramebuffer(O.READ_FRAMEBUFFER,null),Me.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else if($!==0||w.isRenderTargetTexture||ze.has(w)){let ht=ze.get(w),ti=ze.get(B);Me.bindFramebuffer(O.READ_FRAMEBUFFER,N),Me.bindFramebuffer(O.DRAW_FRAMEBUFFER,W);for(let Wi=0;Wi<Ie;Wi++)$n?O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,ht.__webglTexture,$,ft+Wi):O.framebufferTexture2D(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,ht.__webglTexture,$),ps?O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,ti.__webglTexture,Ee,Zt+Wi):O.framebufferTexture2D(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,ti.__webglTexture,Ee),$!==0?O.blitFramebuffer(Be,et,Be+Le,et+Te,ke,pt,ke+Le,pt+Te,O.COLOR_BUFFER_BIT,O.NEAREST):ps?O.copyTexSubImage3D(Ue,Ee,ke,pt,Zt+Wi,Be,et,Le,Te):O.copyTexSubImage2D(Ue,Ee,ke,pt,Be,et,Le,Te);Me.bindFramebuffer(O.READ_FRAMEBUFFER,null),Me.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else ps?w.isDataTexture||w.isData3DTexture?O.texSubImage3D(Ue,Ee,ke,pt,Zt,Le,Te,Ie,It,xi,Lt.data):B.isCompressedArrayTexture?O.compressedTexSubImage3D(Ue,Ee,ke,pt,Zt,Le,Te,Ie,It,Lt.data):O.texSubImage3D(Ue,Ee,ke,pt,Zt,Le,Te,Ie,It,xi,Lt):w.isDataTexture?O.texSubImage2D(O.TEXTURE_2D,Ee,ke,pt,Le,Te,It,xi,Lt.data):w.isCompressedTexture?O.compressedTexSubImage2D(O.TEXTURE_2D,Ee,ke,pt,Lt.width,Lt.height,It,Lt.data):O.texSubImage2D(O.TEXTURE_2D,Ee,ke,pt,Le,Te,It,xi,Lt);Me.pixelStorei(O.UNPACK_ROW_LENGTH,hi),Me.pixelStorei(O.UNPACK_IMAGE_HEIGHT,gt),Me.pixelStorei(O.UNPACK_SKIP_PIXELS,fs),Me.pixelStorei(O.UNPACK_SKIP_ROWS,ui),Me.pixelStorei(O.UNPACK_SKIP_IMAGES,Br),Ee===0&&B.generateMipmaps===!0&&B.mipmapsAutoUpdate===!0&&O.generateMipmap(Ue),Me.unbindTexture()},this.initRenderTarget=function(w){ze.get(w).__webglFramebuffer===void 0&&Xe.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?Xe.setTextureCube(w,0):w.isData3DTexture?Xe.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?Xe.setTexture2DArray(w,0):Xe.setTexture2D(w,0),Me.unbindTexture()},this.resetState=function(){Y=0,G=0,ce=null,Me.reset(),be.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return wn}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=vt._getDrawingBufferColorSpace(e),t.unpackColorSpace=vt._getUnpackColorSpace()}};var Vg="Shift and arrows turn, Ctrl, Shift and arrows move, + and - zoom, 0 resets the view",Tw={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]};function Hg(n,e,t){let i=Tw[n.key];if(i&&n.shiftKey)n.ctrlKey?e.pan(.05*i[0],.05*i[1]):e.turn(-.1*i[0],-.1*i[1]);else{if(n.ctrlKey||n.metaKey||n.altKey)return!1;if(n.key==="+"||n.key==="=")e.zoom(1.15);else if(n.key==="-")e.zoom(1/1.15);else if(n.key==="0")t();else return!1}return n.preventDefault(),!0}var Gg={type:"change"},pf={type:"start"},Xg={type:"end"},bh=new Xs,Wg=new Zi,Aw=Math.cos(70*Xa.DEG2RAD),Mi=new U,an=2*Math.PI,Et={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},ff=1e-6,Sh=class extends Fa{constructor(e,t=null){super(e,t),this.state=Et.NONE,this.target=new U,this.cursor=new U,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:Qs.ROTATE,MIDDLE:Qs.DOLLY,RIGHT:Qs.PAN},this.touches={ONE:er.ROTATE,TWO:er.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new U,this._lastQuaternion=new _i,this._lastTargetPosition=new U,this._quat=new _i().setFromUnitVectors(e.up,new U(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new So,this._sphericalDelta=new So,this._scale=1,this._panOffset=new U,this._rotateStart=new Ye,this._rotateEnd=new Ye,this._rotateDelta=new Ye,this._panStart=new Ye,this._panEnd=new Ye,this._panDelta=new Ye,this._dollyStart=new Ye,this._dollyEnd=new Ye,this._dollyDelta=new Ye,this._dollyDirection=new U,this._mouse=new Ye,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=Cw.bind(this),this._onPointerDown=Rw.bind(this),this._onPointerUp=Pw.bind(this),this._onContextMenu=Ow.bind(this),this._onMouseWheel=Dw.bind(this),this._onKeyDown=Nw.bind(this),this._onTouchStart=Uw.bind(this),this._onTouchMove=Fw.bind(this),this._onMouseDown=Lw.bind(this),this._onMouseMove=Iw.bind(this),this._interceptControlDown=kw.bind(this),this._interceptControlUp=Bw.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Et.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(Gg),this.update(),this.state=Et.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;Mi.copy(t).sub(this.target),Mi.applyQuaternion(this._quat),this._spherical.setFromVector3(Mi),this.autoRotate&&this.state===Et.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let i=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(i)&&isFinite(s)&&(i<-Math.PI?i+=an:i>Math.PI&&(i-=an),s<-Math.PI?s+=an:s>Math.PI&&(s-=an),i<=s?this._spherical.theta=Math.max(i,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(i+s)/2?Math.max(i,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(Mi.setFromSpherical(this._spherical),Mi.applyQuaternion(this._quatInverse),t.copy(this.target).add(Mi),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=Mi.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new U(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new U(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=Mi.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(bh.origin.copy(this.object.position),bh.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(bh.direction))<Aw?this.object.lookAt(this.target):(Wg.setFromNormalAndCoplanarPoint(this.object.up,this.target),bh.intersectPlane(Wg,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>ff||8*(1-this._lastQuaternion.dot(this.object.quaternion))>ff||this._lastTargetPosition.distanceToSquared(this.target)>ff?(this.dispatchEvent(Gg),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?an/60*this.autoRotateSpeed*e:an/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){Mi.setFromMatrixColumn(t,0),Mi.multiplyScalar(-e),this._panOffset.add(Mi)}_panUp(e,t){this.screenSpacePanning===!0?Mi.setFromMatrixColumn(t,1):(Mi.setFromMatrixColumn(t,0),Mi.crossVectors(this.object.up,Mi)),Mi.multiplyScalar(e),this._panOffset.add(Mi)}_pan(e,t){let i=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;Mi.copy(s).sub(this.target);let r=Mi.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/i.clientHeight,this.object.matrix),this._panUp(2*t*r/i.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/i.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/i.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let i=this.domElement.getBoundingClientRect(),s=e-i.left,r=t-i.top,o=i.width,a=i.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(an*this._rotateDelta.x/t.clientHeight),this._rotateUp(an*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(an*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-an*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(an*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-an*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._rotateStart.set(i,s)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panStart.set(i,s)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),i=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(i*i+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let i=this._getSecondPointerPosition(e),s=.5*(e.pageX+i.x),r=.5*(e.pageY+i.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(an*this._rotateDelta.x/t.clientHeight),this._rotateUp(an*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),i=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panEnd.set(i,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),i=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(i*i+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new Ye,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,i={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:i.deltaY*=16;break;case 2:i.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(i.deltaY*=10),i}};function Rw(n){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(n.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(n)&&(this._addPointer(n),n.pointerType==="touch"?this._onTouchStart(n):this._onMouseDown(n),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function Cw(n){this.enabled!==!1&&(n.pointerType==="touch"?this._onTouchMove(n):this._onMouseMove(n))}function Pw(n){switch(this._removePointer(n),this._pointers.length){case 0:this.domElement.releasePointerCapture(n.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(Xg),this.state=Et.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function Lw(n){let e;switch(n.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case Qs.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(n),this.state=Et.DOLLY;break;case Qs.ROTATE:if(n.ctrlKey||n.metaKey||n.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(n),this.state=Et.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(n),this.state=Et.ROTATE}break;case Qs.PAN:if(n.ctrlKey||n.metaKey||n.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(n),this.state=Et.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(n),this.state=Et.PAN}break;default:this.state=Et.NONE}this.state!==Et.NONE&&this.dispatchEvent(pf)}function Iw(n){switch(this.state){case Et.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(n);break;case Et.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(n);break;case Et.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(n);break}}function Dw(n){this.enabled===!1||this.enableZoom===!1||this.state!==Et.NONE||(n.preventDefault(),this.dispatchEvent(pf),this._handleMouseWheel(this._customWheelEvent(n)),this.dispatchEvent(Xg))}function Nw(n){this.enabled!==!1&&this._handleKeyDown(n)}function Uw(n){switch(this._trackPointer(n),this._pointers.length){case 1:switch(this.touches.ONE){case er.ROTATE:if(this.enableRotate===!1){this.state=Et.NONE;break}this._handleTouchStartRotate(n),this.state=Et.TOUCH_ROTATE;break;case er.PAN:if(this.enablePan===!1){this.state=Et.NONE;break}this._handleTouchStartPan(n),this.state=Et.TOUCH_PAN;break;default:this.state=Et.NONE}break;case 2:switch(this.touches.TWO){case er.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(n),this.state=Et.TOUCH_DOLLY_PAN;break;case er.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(n),this.state=Et.TOUCH_DOLLY_ROTATE;break;default:this.state=Et.NONE}break;default:this.state=Et.NONE}this.state!==Et.NONE&&this.dispatchEvent(pf)}function Fw(n){switch(this._trackPointer(n),this.state){case Et.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(n),this.update();break;case Et.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(n),this.update();break;case Et.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(n),this.update();break;case Et.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(n),this.update();break;default:this.state=Et.NONE}}function Ow(n){this.enabled!==!1&&n.preventDefault()}function kw(n){n.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function Bw(n){n.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var mf=35,qg=1.08,Ja=class{camera;controls;direction;points;halfHeight=1;aspect=1;moved=!1;constructor(e,t,i){let s=zw(e);this.camera=e.view?new On:new Ji(mf),this.camera.up.copy(s),this.direction=e.view?new U(...e.view).normalize():Vw(s),this.controls=new Sh(this.camera,t),this.controls.addEventListener("change",i),this.controls.addEventListener("start",()=>this.moved=!0),this.points=Tr(e.lo,e.hi)}fit(e){this.points=e,this.moved=!1,this.frame()}resize(e){this.aspect=e,this.moved?this.project():this.frame()}get state(){let{position:e,zoom:t}=this.camera;return{position:e.toArray(),target:this.controls.target.toArray(),zoom:t,moved:this.moved}}set state(e){e.moved&&(this.moved=!0,this.camera.position.set(...e.position),this.camera.zoom=e.zoom,this.controls.target.set(...e.target),this.project(),this.controls.update())}turn(e,t){let i=this.camera.position.clone().sub(this.controls.target),s=this.axis(0),r=i.angleTo(this.camera.up);i.applyAxisAngle(s,Math.min(Math.PI-.02,Math.max(.02,r-t))-r),i.applyAxisAngle(this.camera.up,e),this.camera.position.copy(this.controls.target).add(i),this.finish()}pan(e,t){let i=2*this.pixelSize(1),s=this.axis(0).multiplyScalar(e*i).addScaledVector(this.axis(1),t*i);this.camera.position.add(s),this.controls.target.add(s),this.finish()}zoom(e){this.camera instanceof On?this.camera.zoom*=e:this.camera.position.sub(this.controls.target).divideScalar(e).add(this.controls.target),this.finish()}pixelSize(e){if(this.camera instanceof On)return e*this.camera.top/this.camera.zoom;let t=this.camera.position.distanceTo(this.controls.target);return e*t*Math.tan(mf*Math.PI/360)}dispose(){this.controls.dispose()}finish(){this.moved=!0,this.camera.updateProjectionMatrix(),this.controls.update(),this.camera.updateMatrixWorld()}axis(e){return this.camera.updateMatrixWorld(),new U().setFromMatrixColumn(this.camera.matrixWorld,e)}frame(){let e=new Qi().setFromPoints(this.points),t=e.getCenter(new U),i=Math.max(e.getSize(new U).length()/2,1e-9),s=this.camera.up.clone().cross(this.direction).normalize(),r=this.direction.clone().cross(s),o=this.camera instanceof On,a=o?0:Math.tan(mf*Math.PI/360)/qg,[l,c]=[new Mh,new Mh];for(let d of this.points){let f=d.clone().sub(t),g=f.dot(this.direction);l.add(f.dot(s),g*a*this.aspect),c.add(f.dot(r),g*a)}let u=Math.max(c.half,l.half/this.aspect,.001*i);this.halfHeight=qg*u;let h=o?5*i:u/a;this.camera.zoom=1,this.camera.near=o?-20*i:h/100,this.camera.far=o?40*i:20*(h+i),this.controls.target.copy(t).addScaledVector(s,l.middle).addScaledVector(r,c.middle),this.camera.position.copy(this.controls.target).addScaledVector(this.direction,h),this.project(),this.controls.update(),this.camera.updateMatrixWorld()}project(){if(this.camera instanceof On){let[e,t]=[this.halfHeight*this.aspect,this.halfHeight];Object.assign(this.camera,{left:-e,right:e,top:t,bottom:-t})}else this.camera.aspect=this.aspect;this.camera.updateProjectionMatrix()}};function zw(n){let e=new U(...n.up).normalize();if(!n.view)return e;let t=new U(...n.view).normalize();if(Math.abs(e.dot(t))<.9)return e.addScaledVector(t,-e.dot(t)).normalize();let i=Math.abs(t.y)<.9?new U(0,1,0):new U(0,0,1);return i.addScaledVector(t,-i.dot(t)).normalize()}function Vw(n){let e=Math.abs(n.y)<.9?new U(0,-1,0):new U(0,0,1);e.addScaledVector(n,-e.dot(n)).normalize();let t=e.clone().cross(n).negate();return e.addScaledVector(t,.75).addScaledVector(n,.55).normalize()}function Tr(n,e){return[0,1,2,3,4,5,6,7].map(t=>new U(t&1?e[0]:n[0],t&2?e[1]:n[1],t&4?e[2]:n[2]))}var Mh=class{high=-1/0;low=-1/0;add(e,t){this.high=Math.max(this.high,e+t),this.low=Math.max(this.low,t-e)}get half(){return(this.high+this.low)/2}get middle(){return(this.high-this.low)/2}};var Yg=new U(0,1,0),wh=72,Ls=8,gf=330*Math.PI/180,Eh=class{constructor(e,t){this.size=e;this.planar=t}size;planar;root=new mi;straight=[];arcs=[];set(e){let t=e.filter(i=>[...i.at,...i.vector].every(Number.isFinite));this.fill(this.straight,t.filter(i=>!i.twist),()=>new vf(this.size,this.planar)),this.fill(this.arcs,t.filter(i=>i.twist),()=>new yf(this.size,this.planar))}dispose(){this.root.removeFromParent();for(let e of[...this.straight,...this.arcs])e.dispose()}fill(e,t,i){for(;e.length<t.length;){let s=i();e.push(s),this.root.add(s.root)}e.forEach((s,r)=>{s.root.visible=r<t.length,s.root.visible&&s.set(t[r])})}},Th=class{constructor(e,t,i){this.headLength=t;this.material=new _r({depthTest:!i,transparent:i}),this.body=new jt(e,this.material),this.head=new jt(new Ma(.32*t,t,20),this.material),this.body.renderOrder=this.head.renderOrder=i?5:0,this.root.add(this.body,this.head)}headLength;root=new mi;body;head;material;set(e){this.material.color.set(e.color);let t=new U(...e.vector),i=t.length();this.root.visible=i>this.headLength/40,this.root.visible&&(this.root.position.set(...e.at),this.root.quaternion.setFromUnitVectors(Yg,t.divideScalar(i)),this.shape(i))}dispose(){this.body.geometry.dispose(),this.head.geometry.dispose(),this.material.dispose()}},vf=class extends Th{constructor(e,t){super(new ts(.006*e,.006*e,1,12).translate(0,.5,0),.05*e,t)}shape(e){let t=Math.min(1,.6*e/this.headLength),i=e-t*this.headLength;this.body.scale.set(t,i,t),this.head.scale.setScalar(t),this.head.position.set(0,i+t*this.headLength/2,0)}},yf=class extends Th{radius;constructor(e,t){super(Hw(.07*e,.006*e),.045*e,t),this.radius=.07*e}shape(e){let t=Math.min(gf,e/this.radius),i=Math.min(1,e/this.headLength),s=Math.max(1,Math.round(t/gf*wh));this.body.geometry.setDrawRange(0,6*Ls*s),this.head.scale.setScalar(i),this.head.position.set(this.radius*Math.cos(t),0,-this.radius*Math.sin(t));let r=new U(-Math.sin(t),0,-Math.cos(t));this.head.quaternion.setFromUnitVectors(Yg,r),this.head.position.addScaledVector(r,i*this.headLength/4)}};function Hw(n,e){let[t,i,s]=[[],[],[]];for(let o=0;o<=wh;o++){let a=o/wh*gf;for(let l=0;l<Ls;l++){let c=2*Math.PI*l/Ls,u=[Math.cos(a)*Math.cos(c),Math.sin(c),-Math.sin(a)*Math.cos(c)],h=[n*Math.cos(a),0,-n*Math.sin(a)];if(i.push(...u),t.push(...h.map((g,_)=>g+e*u[_])),o===wh)continue;let[d,f]=[Ls*o+l,Ls*o+(l+1)%Ls];s.push(d,d+Ls,f,f,d+Ls,f+Ls)}}let r=new Jt;return r.setAttribute("position",new xt(t,3)),r.setAttribute("normal",new xt(i,3)),r.setIndex(s),r}var Gw={background:"#f6f8fa",ink:"#30343b",faint:"#dde1e7",mark:"#b3261e",ahead:"#9aa3ae",series:["#0072b2","#d55e00","#009e73","#cc79a7","#e69f00","#56b4e9","#30343b"]},Ww={background:"#1d232a",ink:"#c9cdd5",faint:"#3a424d",mark:"#ff8a80",ahead:"#66707c",series:["#56b4e9","#e69f00","#00b383","#cc79a7","#f0e442","#d55e00","#c9cdd5"]},bf=matchMedia("(prefers-color-scheme: dark)"),xf=new Set,_f=!1;function bt(){return bf.matches&&!_f?Ww:Gw}function rs(n){return xf.add(n),()=>xf.delete(n)}function $g(n){let e=bf.matches&&n!==_f;_f=n,e&&Kg()}function Kg(){for(let n of[...xf])n()}bf.addEventListener("change",Kg);function Co(n){let e=Math.hypot(...n.hi.map((t,i)=>t-n.lo[i]));return Math.max(e,4*n.radius)||n.extent||1}function Sf({lo:n,hi:e,radius:t,extent:i},s){let r=t+s*i;return[n.map(o=>o-r),e.map(o=>o+r)]}var Ah=class{root=new mi;step;constructor(e){let t=new U(...e.view??e.up).normalize(),[i,s]=[new U(...e.lo),new U(...e.hi)],r=i.clone().add(s).divideScalar(2);this.step=Xw(Co(e)/8);let o=new Ua(20*this.step,20,bt().faint,bt().faint);o.quaternion.copy(new _i().setFromUnitVectors(new U(0,1,0),t));let a=Math.abs(s.sub(i).dot(t))/2+e.radius;o.position.copy(r).addScaledVector(t,-a);for(let l of["x","y","z"])Math.abs(t[l])<.5&&(o.position[l]=Math.round(o.position[l]/this.step)*this.step);this.root.add(o)}dispose(){this.root.removeFromParent();for(let e of this.root.children)e.geometry.dispose(),e.material.dispose()}};function Xw(n){let e=10**Math.floor(Math.log10(n)),t=n/e;return e*(t>=5?5:t>=2?2:1)}var qw={free:"#0072b2",border:"#d55e00",push:"#cc79a7"},Zg={mouse:16,touch:30},Rh=class{constructor(e,t,i){this.canvas=e;this.camera=t;this.normal=i;this.mesh.visible=!1,this.mesh.renderOrder=10,e.addEventListener("pointerdown",this.press,{capture:!0}),e.addEventListener("pointermove",this.move);for(let s of["pointerup","pointercancel"])e.addEventListener(s,this.release)}canvas;camera;normal;mesh=new jt(new xr(1,24,16),new _o({depthTest:!1,transparent:!0,opacity:.85}));listeners=null;pointer=null;offset=new U;plane=new Zi;set(e,t){this.mesh.visible=e!==null&&e.every(Number.isFinite),e&&this.mesh.position.set(...e),this.mesh.material.color.set(qw[t])}listen(e){this.listeners=e}pointAt(e,t){return this.setPlane(t),this.intersect(e)??t.toArray()}dispose(){this.mesh.geometry.dispose(),this.mesh.material.dispose()}press=e=>{!this.listeners||!this.mesh.visible||e.button!==0||this.distance(e)>Jg(e)||(e.stopImmediatePropagation(),this.pointer=e.pointerId,this.canvas.setPointerCapture(e.pointerId),this.canvas.focus({preventScroll:!0}),this.setPlane(this.mesh.position),this.offset.copy(this.mesh.position).sub(new U(...this.intersect(e)??this.mesh.position.toArray())),this.listeners.start())};move=e=>{if(this.pointer===null){let i=this.listeners&&this.mesh.visible&&this.distance(e)<=Jg(e);this.canvas.style.cursor=i?"grab":"";return}if(e.pointerId!==this.pointer)return;let t=this.intersect(e);t&&this.listeners?.move(new U(...t).add(this.offset).toArray())};release=e=>{e.pointerId===this.pointer&&(this.pointer=null,this.listeners?.end())};setPlane(e){let t=this.normal(),i=t?new U(...t).normalize():this.camera().getWorldDirection(new U);this.plane.setFromNormalAndCoplanarPoint(i,e)}intersect(e){let t=this.canvas.getBoundingClientRect(),i=new Ye(2*(e.clientX-t.left)/t.width-1,1-2*(e.clientY-t.top)/t.height),s=new Da;return s.setFromCamera(i,this.camera()),s.ray.intersectPlane(this.plane,new U)?.toArray()??null}distance(e){let t=this.canvas.getBoundingClientRect(),i=this.mesh.position.clone().project(this.camera());return Math.hypot(t.left+(i.x+1)/2*t.width-e.clientX,t.top+(1-i.y)/2*t.height-e.clientY)}};function Jg(n){return n.pointerType==="mouse"?Zg.mouse:Zg.touch}Pe.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new Ye},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};tn.line={uniforms:qa.merge([Pe.common,Pe.fog,Pe.line]),vertexShader:`
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
		`};var Po=class extends En{constructor(e){super({type:"LineMaterial",uniforms:qa.clone(tn.line.uniforms),vertexShader:tn.line.vertexShader,fragmentShader:tn.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(e)}get color(){return this.uniforms.diffuse.value}set color(e){this.uniforms.diffuse.value=e}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(e){e===!0!==this.worldUnits&&(this.needsUpdate=!0),e===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(e){this.uniforms.linewidth&&(this.uniforms.linewidth.value=e)}get dashed(){return"USE_DASH"in this.defines}set dashed(e){e===!0!==this.dashed&&(this.needsUpdate=!0),e===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(e){this.uniforms.dashScale.value=e}get dashSize(){return this.uniforms.dashSize.value}set dashSize(e){this.uniforms.dashSize.value=e}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(e){this.uniforms.dashOffset.value=e}get gapSize(){return this.uniforms.gapSize.value}set gapSize(e){this.uniforms.gapSize.value=e}get opacity(){return this.uniforms.opacity.value}set opacity(e){this.uniforms&&(this.uniforms.opacity.value=e)}get resolution(){return this.uniforms.resolution.value}set resolution(e){this.uniforms.resolution.value.copy(e)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(e){this.defines&&(e===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),e===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var jg=new Qi,Ch=new U,Lo=class extends Ia{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let e=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],t=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],i=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(i),this.setAttribute("position",new xt(e,3)),this.setAttribute("uv",new xt(t,2))}applyMatrix4(e){let t=this.attributes.instanceStart,i=this.attributes.instanceEnd;return t!==void 0&&(t.applyMatrix4(e),i.applyMatrix4(e),t.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let i=new js(t,6,1);return this.setAttribute("instanceStart",new Fn(i,3,0)),this.setAttribute("instanceEnd",new Fn(i,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let i=new js(t,6,1);return this.setAttribute("instanceColorStart",new Fn(i,3,0)),this.setAttribute("instanceColorEnd",new Fn(i,3,3)),this}fromWireframeGeometry(e){return this.setPositions(e.attributes.position.array),this}fromEdgesGeometry(e){return this.setPositions(e.attributes.position.array),this}fromMesh(e){return this.fromWireframeGeometry(new Ta(e.geometry)),this}fromLineSegments(e){let t=e.geometry;return this.setPositions(t.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Qi);let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;e!==void 0&&t!==void 0&&(this.boundingBox.setFromBufferAttribute(e),jg.setFromBufferAttribute(t),this.boundingBox.union(jg))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Un),this.boundingBox===null&&this.computeBoundingBox();let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;if(e!==void 0&&t!==void 0){let i=this.boundingSphere.center;this.boundingBox.getCenter(i);let s=0;for(let r=0,o=e.count;r<o;r++)Ch.fromBufferAttribute(e,r),s=Math.max(s,i.distanceToSquared(Ch)),Ch.fromBufferAttribute(t,r),s=Math.max(s,i.distanceToSquared(Ch));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};var Mf=new Rt,Qg=new U,e0=new U,Fi=new Rt,Oi=new Rt,os=new Rt,wf=new U,Ef=new Ft,ki=new Na,t0=new U,Ph=new Qi,Lh=new Un,as=new Rt,ls,Ar;function i0(n,e,t){return as.set(0,0,-e,1).applyMatrix4(n.projectionMatrix),as.multiplyScalar(1/as.w),as.x=Ar/t.width,as.y=Ar/t.height,as.applyMatrix4(n.projectionMatrixInverse),as.multiplyScalar(1/as.w),Math.abs(Math.max(as.x,as.y))}function Yw(n,e){let t=n.matrixWorld,i=n.geometry,s=i.attributes.instanceStart,r=i.attributes.instanceEnd,o=Math.min(i.instanceCount,s.count);for(let a=0,l=o;a<l;a++){ki.start.fromBufferAttribute(s,a),ki.end.fromBufferAttribute(r,a),ki.applyMatrix4(t);let c=new U,u=new U;ls.distanceSqToSegment(ki.start,ki.end,u,c),u.distanceTo(c)<Ar*.5&&e.push({point:u,pointOnLine:c,distance:ls.origin.distanceTo(u),object:n,face:null,faceIndex:a,uv:null,uv1:null})}}function $w(n,e,t){let i=e.projectionMatrix,r=n.material.resolution,o=n.matrixWorld,a=n.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,u=Math.min(a.instanceCount,l.count),h=-e.near;ls.at(1,os),os.w=1,os.applyMatrix4(e.matrixWorldInverse),os.applyMatrix4(i),os.multiplyScalar(1/os.w),os.x*=r.x/2,os.y*=r.y/2,os.z=0,wf.copy(os),Ef.multiplyMatrices(e.matrixWorldInverse,o);for(let d=0,f=u;d<f;d++){if(Fi.fromBufferAttribute(l,d),Oi.fromBufferAttribute(c,d),Fi.w=1,Oi.w=1,Fi.applyMatrix4(Ef),Oi.applyMatrix4(Ef),Fi.z>h&&Oi.z>h)continue;if(Fi.z>h){let A=Fi.z-Oi.z,S=(Fi.z-h)/A;Fi.lerp(Oi,S)}else if(Oi.z>h){let A=Oi.z-Fi.z,S=(Oi.z-h)/A;Oi.lerp(Fi,S)}Fi.applyMatrix4(i),Oi.applyMatrix4(i),Fi.multiplyScalar(1/Fi.w),Oi.multiplyScalar(1/Oi.w),Fi.x*=r.x/2,Fi.y*=r.y/2,Oi.x*=r.x/2,Oi.y*=r.y/2,ki.start.copy(Fi),ki.start.z=0,ki.end.copy(Oi),ki.end.z=0;let _=ki.closestPointToPointParameter(wf,!0);ki.at(_,t0);let m=Xa.lerp(Fi.z,Oi.z,_),p=m>=-1&&m<=1,x=wf.distanceTo(t0)<Ar*.5;if(p&&x){ki.start.fromBufferAttribute(l,d),ki.end.fromBufferAttribute(c,d),ki.start.applyMatrix4(o),ki.end.applyMatrix4(o);let A=new U,S=new U;ls.distanceSqToSegment(ki.start,ki.end,S,A),t.push({point:S,pointOnLine:A,distance:ls.origin.distanceTo(S),object:n,face:null,faceIndex:d,uv:null,uv1:null})}}}var Ih=class extends jt{constructor(e=new Lo,t=new Po({color:Math.random()*16777215})){super(e,t),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let e=this.geometry,t=e.attributes.instanceStart,i=e.attributes.instanceEnd,s=new Float32Array(2*t.count);for(let o=0,a=0,l=t.count;o<l;o++,a+=2)Qg.fromBufferAttribute(t,o),e0.fromBufferAttribute(i,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+Qg.distanceTo(e0);let r=new js(s,2,1);return e.setAttribute("instanceDistanceStart",new Fn(r,1,0)),e.setAttribute("instanceDistanceEnd",new Fn(r,1,1)),this}raycast(e,t){let i=this.material.worldUnits,s=e.camera;if(s===null&&!i&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),i===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=e.params.Line2!==void 0&&e.params.Line2.threshold||0;ls=e.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;Ar=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),Lh.copy(a.boundingSphere).applyMatrix4(o);let c;if(i)c=Ar*.5;else{let h=Math.max(s.near,Lh.distanceToPoint(ls.origin));c=i0(s,h,l.resolution)}if(Lh.radius+=c,ls.intersectsSphere(Lh)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),Ph.copy(a.boundingBox).applyMatrix4(o);let u;if(i)u=Ar*.5;else{let h=Math.max(s.near,Ph.distanceToPoint(ls.origin));u=i0(s,h,l.resolution)}Ph.expandByScalar(u),ls.intersectsBox(Ph)!==!1&&(i?Yw(this,t):$w(this,s,t))}onBeforeRender(e){let t=this.material.uniforms;t&&t.resolution&&(e.getViewport(Mf),this.material.uniforms.resolution.value.set(Mf.z,Mf.w))}};var Dh=class{root=new mi;drawn=[];constructor(e,t,i){for(let s of e){let{positions:r,until:o}=Kw(s.points);if(!r.length)continue;let{color:a,width:l=2,dashed:c=!1}=s,u=new Po({color:a,linewidth:l,dashed:c,dashSize:t/60,gapSize:t/60,depthTest:!i,transparent:i}),h=new Ih(new Lo().setPositions(r),u);s.dashed&&h.computeLineDistances(),h.frustumCulled=!1,h.renderOrder=i?1+this.drawn.length:0,this.drawn.push({segments:h,until:o}),this.root.add(h)}}trim(e){for(let{segments:t,until:i}of this.drawn){let s=Math.min(i.length,Math.max(1,Math.floor(e)))-1;t.geometry.instanceCount=i[s]}}dispose(){this.root.removeFromParent();for(let{segments:e}of this.drawn)e.geometry.dispose(),e.material.dispose()}};function Kw(n){let e=Math.floor(n.length/3),t=new Float32Array(6*Math.max(0,e-1)),i=new Int32Array(e),s=0;for(let r=1;r<e;r++){let o=n.subarray(3*r-3,3*r+3);o.every(Number.isFinite)&&t.set(o,6*s++),i[r]=s}return{positions:t.slice(0,6*s),until:i}}var Zw=Math.cos(Math.PI/6);function n0(n,e){let t=e.length-e.length%3,i=new Float32Array(3*t);for(let l=0;l<t;l++)for(let c=0;c<3;c++)i[3*l+c]=n[3*e[l]+c];let s=Jw(i,t/3),r=jw(e,t,n.length/3),o=new Float32Array(3*t);for(let l=0;l<t;l++)Qw(o,l,e[l],s,r);let a=new Jt;return a.setAttribute("position",new sn(i,3)),a.setAttribute("normal",new sn(o,3)),a}function Jw(n,e){let t=new Float32Array(3*e),i=new Float32Array(e);for(let s=0;s<e;s++){let r=9*s,[o,a,l]=[n[r+3]-n[r],n[r+4]-n[r+1],n[r+5]-n[r+2]],[c,u,h]=[n[r+6]-n[r],n[r+7]-n[r+1],n[r+8]-n[r+2]],d=[a*h-l*u,l*c-o*h,o*u-a*c];i[s]=Math.hypot(...d);for(let f=0;f<3;f++)t[3*s+f]=i[s]>0?d[f]/i[s]:0}return{unit:t,area:i}}function jw(n,e,t){let i=new Int32Array(t).fill(-1),s=new Int32Array(e);for(let r=0;r<e;r++)s[r]=i[n[r]],i[n[r]]=r;return{first:i,next:s}}function Qw(n,e,t,i,s){let r=3*Math.floor(e/3),o=i.unit,a=[0,0,0];for(let c=s.first[t];c>=0;c=s.next[c]){let u=Math.floor(c/3),h=3*u;if(o[r]*o[h]+o[r+1]*o[h+1]+o[r+2]*o[h+2]>Zw)for(let f=0;f<3;f++)a[f]+=i.area[u]*o[h+f]}let l=Math.hypot(...a);for(let c=0;c<3;c++)n[3*e+c]=l>0?a[c]/l:o[r+c]}function s0(n){let[e,t,i]=n.size;switch(n.kind){case"box":return new $s(e,t,i);case"sphere":return new xr(e,24,16);case"cylinder":return new ts(e,e,t,28).rotateX(Math.PI/2);case"capsule":return new Sa(e,t,8,20).rotateX(Math.PI/2);case"hull":return e1(n.vertices??[],n.faces??[]);default:return new Jt}}function r0(n){n.computeBoundingSphere();let e=100/(n.boundingSphere.radius||1),t=n.clone().scale(e,e,e);return new wa(t,30).scale(1/e,1/e,1/e)}function e1(n,e){let t=new Jt;t.setAttribute("position",new xt(n.flat(),3)),t.setIndex(e.flat());let i=t.toNonIndexed();return i.computeVertexNormals(),i}var t1=new U(0,0,1),i1=.3,n1=4,Rr=class{constructor(e,t,i){this.meshes=t;this.ghost=i;this.links=e.links.map(s=>{let[r,o]=[this.draw(s.shapes),this.draw(s.skeleton)],a=new mi().add(r,o);return this.root.add(a),{frame:a,shapes:r,skeleton:o}}),this.rods=e.stretched.map(s=>{let r=new jt(new ts(s.radius,s.radius,1,16).rotateX(Math.PI/2),this.material(s.color));return this.root.add(r),{rod:s,mesh:r}}),this.setStyle("shapes")}meshes;ghost;root=new mi;links;rods;materials=new Map;setStyle(e){for(let{shapes:t,skeleton:i}of this.links)t.visible=e==="shapes"&&t.children.length>0,i.visible=!t.visible;for(let{rod:t,mesh:i}of this.rods)this.stretch(t,i)}place(e){this.links.forEach(({frame:t},i)=>{let[s,r,o,a,l,c,u]=Array.prototype.slice.call(e,7*i,7*i+7);t.visible=Number.isFinite(s+r+o+a+l+c+u),t.visible&&(t.position.set(s,r,o),t.quaternion.set(l,c,u,a).normalize(),t.updateMatrixWorld(!0))});for(let{rod:t,mesh:i}of this.rods)this.stretch(t,i)}pointOf(e,t){return new U(t[0],t[1],t[2]).applyMatrix4(this.links[e].frame.matrixWorld)}corners(){let e=[];return this.root.updateMatrixWorld(!0),this.root.traverseVisible(t=>{if(!(t instanceof jt))return;t.geometry.boundingBox||t.geometry.computeBoundingBox();let{min:i,max:s}=t.geometry.boundingBox;for(let r of Tr(i.toArray(),s.toArray()))e.push(r.applyMatrix4(t.matrixWorld))}),e}dispose(){this.root.removeFromParent(),this.root.traverse(e=>{(e instanceof jt||e instanceof Ys)&&e.geometry.dispose(),e instanceof Ys&&e.material.dispose()});for(let e of this.materials.values())e.dispose()}stretch(e,t){let i=this.pointOf(e.a,e.pa),s=this.pointOf(e.b,e.pb),r=i.distanceTo(s),o=[this.links[e.a],this.links[e.b]],a=e.always===!1&&o.every(l=>l.shapes.visible);t.visible=!a&&r>0&&o.every(l=>l.frame.visible),t.visible&&(t.position.copy(i).add(s).divideScalar(2),t.quaternion.setFromUnitVectors(t1,s.sub(i).divideScalar(r)),t.scale.set(1,1,r))}draw(e){let t=new mi;for(let i of e)for(let s of this.meshesOf(i)){let[r,o,a,l]=i.quat;s.position.set(...i.pos),s.quaternion.set(o,a,l,r),t.add(s)}return t}meshesOf(e){return e.kind!=="mesh"?[this.outlined(e)]:(this.meshes[e.mesh??""]??[]).map(t=>{let i=new jt(s1(t),this.material(t.color));return e.size.length===3&&i.scale.set(e.size[0],e.size[1],e.size[2]),i})}outlined(e){let t=new jt(s0(e),this.material(e.color));if(this.ghost||!["box","hull","cylinder"].includes(e.kind))return t;let i=t.material.color.clone().multiplyScalar(.45);return t.add(new Ys(r0(t.geometry),new yr({color:i}))),t}material([e,t,i,s]){let r=[e,t,i,s].join(),o=this.materials.get(r);if(!o){let a=this.ghost?i1*s:s,l=new at().setRGB(e,t,i,Ki),c=this.ghost?2:1,u={polygonOffset:!0,polygonOffsetFactor:c,polygonOffsetUnits:c+n1*this.materials.size};o=new _r({color:l,transparent:a<1,opacity:a,...u}),this.materials.set(r,o)}return o}},o0=new WeakMap;function s1(n){let e=o0.get(n);return e||o0.set(n,e=n0(n.vertices,n.faces)),e}var Tf,Nh=null;function a0(){return Tf===void 0&&(Nh=r1(),Tf=Nh!==null),Tf}function l0(){let n=Nh??document.createElement("canvas");return Nh=null,n}function r1(){try{let n=document.createElement("canvas");return n.getContext("webgl2",{antialias:!0})?n:null}catch{return null}}var Hn=class{constructor(e,t={wheel:"always"}){this.options=t;this.host=e,this.canvas=l0(),this.canvas.className="kinloop-canvas";for(let[i,s]of Object.entries({tabindex:"0",role:"img","aria-label":`3D view. ${Vg}`}))this.canvas.setAttribute(i,s);this.renderer=new yh({canvas:this.canvas,antialias:!0}),this.handle=new Rh(this.canvas,()=>this.cameraRig().camera,()=>this.scene?.view??null),this.world.add(this.sky,this.sun,this.overlays,this.handle.mesh),this.canvas.addEventListener("keydown",i=>this.pressKey(i)),this.canvas.addEventListener("pointerdown",i=>i.pointerType==="mouse"&&this.canvas.focus({preventScroll:!0})),this.canvas.addEventListener("webglcontextrestored",()=>this.changed());for(let i of["focus","blur"])this.canvas.addEventListener(i,()=>this.engage());this.endTheme=rs(()=>this.recolor()),this.attach(e),this.recolor()}options;canvas;renderer;world=new ga;sun=new La(16777215,2.4);sky=new Ca(16777215,11055296,2.8);overlays=new mi;handle;lines=new Map;arrows=new Map;observer=new ResizeObserver(()=>{this.resize(),this.render()});endTheme;scene=null;meshes={};machines=[null,null];style="shapes";rig=null;ground=null;groundOn=!1;covered=[];frame=0;discarded=[];host;static available(){return a0()}attach(e){this.observer.disconnect(),this.host=e,e.append(this.canvas),this.observer.observe(e),this.resize()}setScene(e,t){let i=this.scene&&o1(this.scene,e);for(let s of this.machines)s&&this.discard(s);this.clearOverlays(),this.scene=e,this.meshes=t,this.covered=[],this.machines=[new Rr(e,t,!1),null],this.machines[0].setStyle(this.style),this.world.add(this.machines[0].root),this.placeLights(e),i||(this.rig?.dispose(),this.rig=new Ja(e,this.canvas,()=>this.changed()),this.resize(),this.home()),this.engage(),this.setGround(this.groundOn)}place(e,t=0){if(!this.scene)return;let i=this.machines[t];i||(i=this.machines[t]=new Rr(this.scene,this.meshes,t===1),i.setStyle(this.style),this.world.add(i.root)),i.root.visible=!0,i.place(e),this.changed()}setGhost(e,t){this.machines[1]&&this.discard(this.machines[1]),this.machines[1]=new Rr(e,t,!0),this.machines[1].setStyle(this.style),this.machines[1].root.visible=!1,this.world.add(this.machines[1].root)}hideGhost(){this.machines[1]&&(this.machines[1].root.visible=!1),this.changed()}setStyle(e){this.style=e;for(let t of this.machines)t?.setStyle(e);this.changed()}setLines(e,t){let i=this.lines.get(e);if(i&&this.discard(i),this.lines.delete(e),t.length){let s=new Dh(t,...this.sizes());this.lines.set(e,s),this.overlays.add(s.root)}this.changed()}trimLines(e,t){this.lines.get(e)?.trim(t),this.changed()}setArrows(e,t){let i=this.arrows.get(e);if(!i){if(!t.length)return;i=new Eh(...this.sizes()),this.arrows.set(e,i),this.overlays.add(i.root)}i.set(t),this.changed()}setHandle(e,t){this.handle.set(e,t),this.changed()}onHandle(e){this.handle.listen(e)}pointAt(e){let t=this.handle.mesh.visible?this.handle.mesh.position:this.toolPoint();return this.handle.pointAt(e,t)}setGround(e){this.groundOn=e,this.ground?.dispose(),this.ground=e&&this.scene?new Ah(this.scene):null,this.ground&&this.world.add(this.ground.root),this.changed()}fit(e,t){this.rig?.fit(Tr(e,t)),this.changed()}frameMotion(e){if(!this.scene)return;let[t,i]=Sf(this.scene,0).map(r=>new U(...r)),s=this.machines[0];this.covered=e.flatMap(r=>(s.place(r),s.corners().map(o=>o.clamp(t,i)))),this.home()}home(){if(!this.scene)return;let e=(this.options.room??0)*(this.scene.view?1:.2);this.rig?.fit(this.covered.length?this.covered:Tr(...Sf(this.scene,e))),this.changed()}get camera(){return this.rig?.state??null}set camera(e){!this.rig||!e||(this.rig.state=e,this.changed())}pressKey(e){let t=!!this.rig&&!e.defaultPrevented&&Hg(e,this.rig,()=>this.home());return t&&this.changed(),t}get lost(){return this.renderer.getContext().isContextLost()}render(){if(cancelAnimationFrame(this.frame),this.frame=0,!this.rig||this.lost)return;let e=Math.max(1,this.host.clientHeight/2);this.handle.mesh.scale.setScalar(Math.max(this.rig.pixelSize(8/e),1.5*(this.scene?.radius??0))),this.renderer.render(this.world,this.rig.camera);for(let t of this.discarded.splice(0))t.dispose()}picture(e){e&&this.setSize(e.width,e.height,1),this.render();let t=this.canvas.toDataURL("image/png");return e&&this.resize(),t}project(e){let{camera:t}=this.cameraRig();t.updateMatrixWorld();let{x:i,y:s}=new U(...e).project(t),r=this.canvas.getBoundingClientRect();return[r.left+(i+1)/2*r.width,r.top+(1-s)/2*r.height]}drawPostures(e,t,i,s){if(!this.scene)return[];let r=new Rr(this.scene,this.meshes,!1);r.setStyle(this.style);let o=[this.overlays,this.handle.mesh,...this.machines.flatMap(u=>u?[u.root]:[])],a=o.map(u=>u.visible);for(let u of o)u.visible=!1;this.world.add(r.root);let l=new Ja(this.scene,Ke("canvas"),()=>{});l.resize(s.width/s.height),l.fit(Tr(t,i)),this.renderer.setPixelRatio(1),this.renderer.setSize(s.width,s.height,!1);let c=e.map(u=>{r.place(u),this.renderer.render(this.world,l.camera);let h=Ke("canvas",{attributes:{width:String(s.width),height:String(s.height)}});return h.getContext("2d")?.drawImage(this.canvas,0,0,s.width,s.height),h});return this.discard(r),l.dispose(),o.forEach((u,h)=>u.visible=a[h]),this.resize(),c}dispose(){cancelAnimationFrame(this.frame),this.observer.disconnect(),this.endTheme();for(let e of this.machines)e?.dispose();this.clearOverlays();for(let e of this.discarded.splice(0))e.dispose();this.ground?.dispose(),this.handle.dispose(),this.rig?.dispose(),this.renderer.dispose(),this.renderer.forceContextLoss(),this.canvas.remove()}changed(){this.frame||(this.frame=requestAnimationFrame(()=>this.render()))}resize(){let{clientWidth:e,clientHeight:t}=this.host;!e||!t||(this.setSize(e,t,Math.min(window.devicePixelRatio,2)),this.changed())}setSize(e,t,i){this.renderer.setPixelRatio(i),this.renderer.setSize(e,t,!1),this.rig?.resize(e/t)}discard(e){e.root.removeFromParent(),this.discarded.push(e)}cameraRig(){if(!this.rig)throw new Error("the viewer has no scene");return this.rig}sizes(){return this.scene?[Co(this.scene),this.scene.view!==null]:[1,!1]}toolPoint(){return this.scene?this.machines[0].pointOf(this.scene.tool.link,this.scene.tool.at):new U}clearOverlays(){for(let e of[...this.lines.values(),...this.arrows.values()])this.discard(e);this.lines.clear(),this.arrows.clear()}placeLights(e){let t=new U(...e.up).normalize(),i=new U(1,-.7,.4),s=e.view?new U(...e.view):t;this.sky.position.copy(s),this.sun.position.copy(s).multiplyScalar(3).add(t).add(i)}recolor(){this.world.background=new at(bt().background),this.setGround(this.groundOn),this.changed()}engage(){if(!this.rig)return;let e=this.options.wheel==="always"||document.activeElement===this.canvas;this.rig.controls.enableZoom=e,this.canvas.style.touchAction=e?"none":"pan-y pinch-zoom"}};function o1(n,e){let t=i=>JSON.stringify([i.name,i.links.length,i.up,i.view]);return t(n)===t(e)}var a1=/^(rad|m)(\/s(\^[23])?)?$/;function sr(n,e){let[,t,i=""]=a1.exec(n)??[];return t==="rad"&&e.angle==="deg"?{unit:`deg${i}`,factor:180/Math.PI}:t==="m"&&e.length==="mm"?{unit:`mm${i}`,factor:1e3}:{unit:n,factor:1}}function Io(n){if(n==null||!Number.isFinite(n))return"\u2013";let e=Math.abs(n);return e!==0&&(e<.001||e>=1e5)?n.toExponential(3):n.toPrecision(5)}function ja(n,e){let t=Math.max(...n.map(r=>Math.abs(r??0))),i=t>=1e5||t>0&&t<.01,s=l1(e);return n.map(r=>{if(r===null)return"";if(Math.abs(r)<e/1e6)return"0";if(!i)return r.toFixed(Math.max(0,s));let o=Math.floor(Math.log10(Math.abs(r))+1e-9)+s;return r.toExponential(Math.min(9,Math.max(0,o)))})}function l1(n){let e=-Math.floor(Math.log10(n)+1e-9),t=n*10**e;return Math.abs(t-Math.round(t))<1e-6?e:e+1}function c0(n){return!(n>0)||!Number.isFinite(n)?4:Math.min(9,Math.max(0,Math.ceil(4-Math.log10(n)-1e-9)))}function Qa(n,e=4){if(n==null||!Number.isFinite(n))return"\u2013";if(n===0)return"0";let t=Math.abs(n);return t>=1e5||t<1e-4?n.toExponential(e-2):String(Number(n.toPrecision(e)))}function K(n,e={},...t){let i=Object.entries(e).filter(([,r])=>r!=null&&r!==!1),s=Object.fromEntries(i.map(([r,o])=>[r,o===!0?"":String(o)]));return Ke(n,{attributes:s},...t.filter(r=>r!=null))}function Ct(n,e,t={}){let i=K("button",{type:"button",...t},n);return i.addEventListener("click",e),i}var h0=0;function c1(n){return h0+=1,`${n}-${h0}`}var si=class{body=K("div",{class:"section-body"});aside=K("span",{class:"section-aside"});root;constructor(e,t,i=!0){this.root=K("details",{class:"section",id:e},K("summary",{},K("h2",{},t),this.aside),this.body),this.root.open=i}},gn=class{input;root;constructor(e,t,i,s=!1){this.input=K("select",{id:e}),this.input.addEventListener("change",()=>i(this.input.value)),this.root=K("div",{class:"field"},K("label",{for:e,class:s?"hidden":null},t),this.input)}get value(){return this.input.value}set(e,t){let i=t??this.input.value;this.input.replaceChildren(...e.map(s=>K("option",{value:s.value},s.label))),e.some(s=>s.value===i)&&(this.input.value=i)}},gi=class{constructor(e){this.options=e;let t=e.id??c1("number");this.stored=this.committed=e.value,e.unit==="1"&&(this.options.unit=""),this.input=K("input",{id:t,type:"number",step:"any",inputmode:"decimal",autocomplete:"off",title:e.title}),this.unit=K("span",{class:"unit"});let i=K("label",{for:t,class:e.hideLabel?"hidden":null,title:e.title},e.label);this.root=K("div",{class:"field number"},i,K("span",{class:"with-unit"},this.input,this.unit)),this.input.addEventListener("input",()=>{this.refused=null,this.read()&&e.onInput?.(this.stored)}),this.input.addEventListener("change",()=>this.commit()),this.input.addEventListener("blur",()=>this.write()),this.input.addEventListener("keydown",s=>this.step(s)),this.write()}options;input;root;unit;stored;committed;refused=null;units={angle:"rad",length:"m"};get value(){return this.stored}get spoken(){return`${this.text(this.stored)} ${sr(this.options.unit??"",this.units).unit}`}set(e){this.stored=this.committed=e,document.activeElement!==this.input&&this.write()}refuse(e){let t=e!==this.stored&&document.activeElement===this.input;t&&(this.refused=this.input.value),this.set(e),t&&this.input.setAttribute("aria-invalid","true")}setUnits(e){this.units=e,this.write()}get factor(){return sr(this.options.unit??"",this.units).factor}commit(){if(this.input.value===this.refused){this.write();return}let e=this.read(),t=e&&this.stored!==this.committed;this.committed=this.stored,e&&this.write(),t&&this.options.onChange?.(this.committed)}read(){let e=this.input.value.trim(),t=e===""?NaN:Number(e)/this.factor,{low:i=-1/0,high:s=1/0,integer:r=!1}=this.options,o=Number.isFinite(t)&&t>=i&&t<=s&&(!r||Number.isInteger(t));return this.input.setAttribute("aria-invalid",String(!o)),o&&e!==this.text(this.stored)&&(this.stored=t),o}write(){this.input.value=this.text(this.stored),this.input.setAttribute("aria-invalid","false"),this.unit.textContent=sr(this.options.unit??"",this.units).unit}text(e){return Number.isFinite(e)?this.options.integer?String(e):this.options.scale===void 0?String(Number((e*this.factor).toPrecision(9))):(e*this.factor).toFixed(c0(this.options.scale*this.factor)).replace(/^-(0(?:\.0*)?)$/,"$1"):""}step(e){let t=e.key==="ArrowUp"?1:e.key==="ArrowDown"?-1:0;if(!t||e.ctrlKey||e.metaKey)return;e.preventDefault();let i=Math.abs(this.options.scale??this.stored)*this.factor||1,s=this.options.integer?1:10**(Math.round(Math.log10(i))-(e.shiftKey?1:2));this.input.value=String(Number((Number(this.input.value)+t*s).toPrecision(9))),this.input.dispatchEvent(new Event("input")),this.input.dispatchEvent(new Event("change"))}},rr=class{input;root;constructor(e,t,i,s){this.input=K("input",{id:e,type:"checkbox"}),this.input.checked=i,this.input.addEventListener("change",()=>s(this.input.checked)),this.root=K("label",{class:"toggle",for:e},this.input,t)}get on(){return this.input.checked}},Cr=class{constructor(e,t,i,s){this.value=i;this.onChange=s;this.buttons=new Map(t.map(r=>[r.value,Ct(r.label,()=>this.choose(r.value),{"data-value":r.value})])),this.root=K("div",{class:"choice",role:"group","aria-label":e},...this.buttons.values()),this.show()}value;onChange;root;buttons;choose(e){e!==this.value&&(this.value=e,this.show(),this.onChange(e))}show(){for(let[e,t]of this.buttons)t.setAttribute("aria-pressed",String(e===this.value))}};var Uh=class{constructor(e){this.actions=e;this.machine=new gn("machine","Machine",e.load),this.undoButton=Ct("Undo",()=>this.undo(),{id:"undo",title:"Ctrl+Z"}),this.redoButton=Ct("Redo",()=>this.redo(),{id:"redo",title:"Ctrl+Shift+Z"});let t=new Cr("Unit of angles",[{value:"rad",label:"rad"},{value:"deg",label:"deg"}],"rad",s=>this.change({angle:s})),i=new Cr("Unit of lengths",[{value:"m",label:"m"},{value:"mm",label:"mm"}],"m",s=>this.change({length:s}));this.parts=[K("h1",{},"kinloop studio"),this.machine.root,K("div",{class:"row"},this.undoButton,this.redoButton),K("span",{class:"spring"}),t.root,i.root,this.link],this.show()}actions;parts;machine;undoButton;redoButton;link=K("span",{class:"link-state",id:"link-state",role:"status"},"connecting");units={angle:"rad",length:"m"};history={undo:!1,redo:!1};busy=!1;loaded="";setMachines(e,t){this.loaded=t;let i=t&&!e.includes(t)?[t,...e]:e,s=t?[]:[{value:"",label:"loading"}];this.machine.set([...s,...i.map(r=>({value:r,label:r}))],t)}showLoaded(){this.machine.input.value=this.loaded}setHistory(e,t){this.history={undo:e,redo:t},this.show()}setBusy(e){this.busy=e,this.show()}setConnected(e){this.link.textContent=e?"connected":"connection lost",this.link.classList.toggle("lost",!e)}undo(){this.undoButton.disabled||this.actions.undo()}redo(){this.redoButton.disabled||this.actions.redo()}change(e){this.units={...this.units,...e},this.actions.units(this.units)}show(){this.undoButton.disabled=this.busy||!this.history.undo,this.redoButton.disabled=this.busy||!this.history.redo,this.machine.input.disabled=this.busy}};function u0(n){return n.byteLength>=20&&new DataView(n).getUint32(0,!0)===15770597}function d0(n,e,t,i){let s=new Float32Array(n,20);if(s.length!==7*e+t+i)return null;let r=new DataView(n),o=r.getUint32(8,!0);return{seq:r.getUint32(4,!0),reachable:(o&1)!==0,withinLimits:(o&2)!==0,atBorder:(o&4)!==0,nearness:{type2:r.getFloat32(12,!0),type1:r.getFloat32(16,!0)},poses:s.subarray(0,7*e),joints:s.subarray(7*e,7*e+t),tool:s.subarray(7*e+t)}}var h1=300,u1=3e3,Fh=class{constructor(e,t){this.url=e;this.listener=t;this.open()}url;listener;socket=null;seq=0;attempt=0;send(e,t){return this.socket?.readyState!==WebSocket.OPEN?0:(this.seq+=1,this.socket.send(JSON.stringify({type:e,seq:this.seq,...t})),this.seq)}drop(){this.socket?.close()}open(){let e=new WebSocket(this.url);e.binaryType="arraybuffer",e.onopen=()=>{this.attempt=0,this.listener.connected()},e.onmessage=t=>this.receive(t.data),e.onclose=()=>{this.attempt+=1,this.listener.lost(this.attempt),setTimeout(()=>this.open(),Math.min(u1,h1*2**(this.attempt-1)))},this.socket=e}receive(e){typeof e=="string"?this.listener.message(JSON.parse(e)):u0(e)?this.listener.poses(e):this.listener.packed(e)}},el=class{constructor(e=()=>{},t=3e3){this.answered=e;this.patience=t}answered;patience;flying=0;sentAt=0;waiting=null;get busy(){return this.flying!==0}put(e){if(this.flying&&performance.now()-this.sentAt<this.patience){this.waiting=e;return}this.sentAt=performance.now(),this.flying=e()}answer(e){this.flying&&e===this.flying&&(this.answered(performance.now()-this.sentAt),this.release())}release(){this.flying=0;let e=this.waiting;this.waiting=null,e&&this.put(e)}flush(){let e=this.waiting;this.clear(),e&&e()}clear(){this.flying=0,this.waiting=null}};var Oh=class{ready=!1;connected=!1;running=!1;machine="";sceneOf="";state=null;pose=null;points=[];states=0;records=0;liveFrames=0;lost=0;loci=0;sweeps=0;settings=0;frames=[];latency=[];tool;seenTool;toScreen;force;time;replaying;comparing;disconnect;constructor(e){Object.assign(this,e)}note(e,t){this[e].length>=5e3&&this[e].splice(0,5e3/2),this[e].push(t)}};function f0(n){addEventListener("keydown",e=>{let t=d1(e,n);t&&(e.preventDefault(),t())})}function d1(n,e){let t=n.ctrlKey||n.metaKey,i=n.key.toLowerCase(),s=n.target,r=s instanceof HTMLInputElement&&s.type==="number"||s instanceof HTMLSelectElement;return t&&i==="enter"?e.run:r||n.altKey?null:t&&i==="z"?n.shiftKey?e.redo:e.undo:t&&i==="y"?e.redo:t?null:i==="escape"?e.leave:i==="backspace"||i==="delete"?e.removePoint:i===" "&&(s===document.body||s instanceof HTMLCanvasElement)?e.play:null}function p0(){let n=K("header",{class:"studio-bar"}),e=K("aside",{class:"column machine","aria-label":"Machine"}),t=K("aside",{class:"column experiment","aria-label":"Experiment"}),i=K("div",{class:"view",id:"view"}),s=K("div",{class:"view-tools"}),r=K("div",{class:"view-corner"}),o=K("div",{class:"below"}),a=K("section",{class:"results","aria-label":"Results",hidden:!0}),l=K("div",{class:"stage"},i,s,r),c=K("main",{class:"middle"},l,o,a);return document.body.replaceChildren(n,e,c,t),{bar:n,machine:e,experiment:t,view:i,below:o,results:a,tools:s,corner:r}}function m0(n,e){let t=i=>i.map(s=>s instanceof si?s.root:s);n.bar.append(...e.bar),n.machine.append(...t(e.machine)),n.experiment.append(...t(e.experiment)),n.tools.append(...e.tools),n.corner.append(...e.corner),n.view.parentElement?.append(...e.stage),n.below.append(...e.below)}function g0(n,{arrays:e}){let{task:t,joints:i}=n,s={names:i.map(a=>a.name),units:i.map(a=>a.unit)},r={names:s.names,units:s.units.map(a=>a==="m"?"N":"N m")},o=a=>e[a]?.length??0;return[...Rf("tool","x",Af(o("x"),[t])),...Rf("error","error",Af(o("error"),[t,f1(t),s])),...Rf("effort","tau",Af(o("tau"),[r]))]}function v0(n){return n.map(({title:e,unit:t,names:i,time:s})=>({title:e,unit:t,time:s,series:i.map(r=>({name:r,values:[],record:0,dashed:!1}))}))}function Af(n,e){return e.find(({names:i})=>i.length===n)??{names:Array.from({length:n},(i,s)=>String(s+1)),units:Array.from({length:n},()=>"")}}function f1({names:n,units:e}){let t=n.indexOf("qw");return t<0?{names:n,units:e}:{names:[...n.slice(0,t),"rotation x","rotation y","rotation z",...n.slice(t+4)],units:[...e.slice(0,t),"rad","rad","rad",...e.slice(t+4)]}}function Rf(n,e,{names:t,units:i}){return[...new Set(i)].map(s=>{let r=t.flatMap((o,a)=>i[a]===s?[a]:[]);return{title:n,unit:s==="1"?"":s,names:r.map(o=>t[o]),time:[],pick:({arrays:o})=>r.map(a=>o[e]?.[a]??NaN)}})}var p1=7e3,m1=2e4,kh=class{root;sentence=K("p",{class:"sentence"});card;lost=K("p",{class:"message lost",role:"alert",hidden:!0});border=K("p",{class:"message border",id:"border",role:"status",hidden:!0});bar=K("progress",{max:1,"aria-label":"Progress"});what=K("span",{});stopIt;progress;timer=0;lastSentence="";constructor(e){this.card=K("div",{class:"message",id:"message","aria-live":"polite",hidden:!0},this.sentence,Ct("\xD7",()=>this.hide(),{class:"plain","aria-label":"Close this message"})),this.stopIt=Ct("Cancel",e,{id:"cancel"}),this.progress=K("div",{class:"message progress",id:"progress",role:"status",hidden:!0},this.what,this.bar,this.stopIt),this.root=K("div",{class:"messages"},this.lost,this.progress,this.border,this.card)}get text(){return this.lastSentence}say(e,t="note"){e&&(this.lastSentence=e,this.sentence.textContent=y0(e),this.card.className=`message ${t}`,this.card.hidden=!1,clearTimeout(this.timer),this.timer=window.setTimeout(()=>this.hide(),t==="error"?m1:p1))}hide(){this.card.hidden=!0}withdrawWarning(){this.card.classList.contains("warn")&&this.hide()}showBorder(e){this.border.hidden=e===null,e!==null&&this.border.textContent!==e&&(this.border.textContent=e)}showLost(e){this.lost.hidden=e===null,this.lost.textContent=e??"",e!==null&&(this.progress.hidden=!0)}showProgress(e){let t=!e.what||e.share!==null&&e.share>=1;this.progress.hidden=t,this.what.textContent=y0(e.what),e.share===null?this.bar.removeAttribute("value"):this.bar.value=e.share,this.stopIt.hidden=!e.cancellable}hideProgress(){this.progress.hidden=!0}};function y0(n){return/^[a-z]+([ ,]|$)/.test(n)?n.charAt(0).toUpperCase()+n.slice(1):n}var Bh=class{constructor(e){this.choose=e;this.section.body.append(K("p",{class:"quiet"},"The modes are being computed."))}choose;section=new si("modes","Modes");items=[];listed="";set(e){let t=JSON.stringify(e.list);if(t===this.listed){this.press(e.current);return}this.listed=t,this.section.aside.textContent=e.list.length?String(e.list.length):"",this.items=e.list.map((i,s)=>this.item(i.label,i.within_limits,i.note,s===e.current,s)),this.section.body.replaceChildren(this.items.length?K("div",{class:"modes",role:"group","aria-label":"Configurations with these tool coordinates"},...this.items):K("p",{class:"quiet"},"No list of modes for this pose."))}setPictures(e){this.items.forEach((t,i)=>{let s=e[i],r=t.querySelector(".picture");s&&r&&(s.setAttribute("aria-hidden","true"),r.replaceChildren(s))})}press(e){this.items.forEach((t,i)=>t.setAttribute("aria-pressed",String(i===e)))}item(e,t,i,s,r){let o=K("button",{type:"button",class:"mode","aria-pressed":String(s),title:i||null},K("span",{class:"picture"}),K("span",{class:"mode-label"},e),t?null:K("span",{class:"mode-note"},"beyond limits"));return o.addEventListener("click",()=>this.choose(r)),o}};var g1=2,v1={described:{label:"Motion of the description",points:"none",hint:"The motion that the machine's file gives."},quintic:{label:"To a point",points:"one",hint:"Click a point in the view: the tool goes there on a straight line and rests."},drawn:{label:"Through drawn points",points:"several",hint:"Click points in the view: the tool goes through them in this order and rests at the last."},lines:{label:"Along straight lines",points:"several",hint:"Click points in the view: the tool goes from one to the next on straight lines and rests at each."},circle:{label:"On a circle",points:"one",hint:"Click the middle of the circle in the view: the tool goes around it once."}};function tl(n){return v1[n]??{label:n,points:"none",hint:""}}var zh=class{constructor(e){this.listener=e;this.kind=new gn("motion-kind","Kind",()=>this.chooseKind()),this.duration=new gi({id:"motion-duration",label:"Duration",unit:"s",value:g1,low:.001,high:600,onChange:()=>this.report()}),this.undoPoint=Ct("Undo last point",()=>this.removeLast(),{id:"undo-point",title:"Backspace does the same"}),this.clearPoints=Ct("Clear",()=>this.setPoints([]),{id:"clear-points"}),this.pointRow=K("div",{class:"row points"},this.count,this.undoPoint,this.clearPoints),this.section.body.append(this.kind.root,this.hint,this.pointRow,this.duration.root),this.show()}listener;section=new si("motion","Motion");kind;duration;hint=K("p",{class:"quiet",id:"motion-hint"});count=K("output",{id:"point-count"});undoPoint;clearPoints;pointRow;list=[];get points(){return this.list}get takesPoints(){return tl(this.kind.value).points!=="none"}get missing(){return this.takesPoints&&this.list.length===0?"Click at least one point in the view first: the motion has none.":null}get request(){return{kind:this.kind.value,points:[...this.list],duration:this.duration.value}}setKinds(e,t){let i=e.filter(r=>t||r!=="described"),s=i[0]??"";this.kind.set(i.map(r=>({value:r,label:tl(r).label})),i.includes(this.kind.value)?void 0:s),this.show()}setRequest({kind:e,points:t,duration:i}){this.kind.input.value=e,this.list=[...t],this.duration.set(i),this.show()}reset(){this.list.length&&(this.list=[],this.show())}addPoint(e){tl(this.kind.value).points==="one"?this.setPoints([e]):this.setPoints([...this.list,e])}removeLast(){this.list.length&&this.setPoints(this.list.slice(0,-1))}chooseKind(){let{points:e}=tl(this.kind.value);e==="one"&&(this.list=this.list.slice(-1)),e==="none"&&(this.list=[]),this.show(),this.report()}setPoints(e){this.list=e,this.show(),this.report()}report(){this.missing===null&&this.listener.changed(this.request)}show(){let{points:e,hint:t}=tl(this.kind.value),i=e==="several";this.hint.textContent=t,this.hint.hidden=!t,this.pointRow.hidden=e==="none",this.duration.root.hidden=this.kind.value==="described",this.count.textContent=this.list.length===0?"No point yet":i?`${this.list.length} ${this.list.length===1?"point":"points"}`:"Point chosen",this.undoPoint.hidden=!i,this.undoPoint.disabled=this.clearPoints.disabled=this.list.length===0,this.listener.pointsChanged(this.list),this.listener.drawing(e!=="none")}};var Vh=class{constructor(e){this.change=e}change;section=new si("parameters","Parameters",!1);fields=new Map;units={angle:"rad",length:"m"};set(e){if(e.length===this.fields.size&&e.every(i=>this.fields.has(i.name)))for(let i of e)this.fields.get(i.name)?.set(i.value);else this.rebuild(e)}refuse(e){for(let t of e)this.fields.get(t.name)?.refuse(t.value)}setUnits(e){this.units=e;for(let t of this.fields.values())t.setUnits(e)}rebuild(e){this.fields=new Map(e.map((i,s)=>[i.name,new gi({id:`parameter-${s}`,label:i.name,unit:i.unit,value:i.value,title:i.meaning,onInput:r=>this.change(i.name,r)})]));let t=e.map(i=>K("div",{class:"parameter"},this.fields.get(i.name)?.root,i.meaning?K("p",{class:"meaning"},i.meaning):null));this.section.aside.textContent=e.length?String(e.length):"none",this.section.body.replaceChildren(...t.length?t:[K("p",{class:"quiet"},"This machine has no parameters.")]),this.setUnits(this.units)}},Hh=class{section=new si("findings","Check",!1);set(e){this.section.aside.textContent=e.length?String(e.length):"nothing found",this.section.body.replaceChildren(e.length?K("ul",{class:"findings"},...e.map(t=>K("li",{},t))):K("p",{class:"quiet"},"kinloop check found nothing to mention."))}};var y1=Math.PI;function x1(n,e){let t=n.unit==="rad"?y1:e;return[n.low??Math.min(-t,n.value),n.high??Math.max(t,n.value)]}var Cf=class{root;slider;field;held=!1;constructor(e,t,i,s){let[r,o]=x1(e,i),a=Math.max(Math.abs(r),Math.abs(o),1e-9);this.slider=K("input",{type:"range",id:`joint-slider-${t}`,min:r,max:o,step:"any","aria-label":`${e.name}, slider`}),this.field=new gi({id:`joint-${t}`,label:e.name,unit:e.unit,value:e.value,scale:a,onInput:l=>{this.slider.value=String(l),s.joint(t,l)}}),this.slider.addEventListener("input",()=>{this.field.set(this.slider.valueAsNumber),s.joint(t,this.slider.valueAsNumber)}),this.slider.addEventListener("pointerdown",()=>{this.held=!0});for(let l of["pointerup","pointercancel","change"])this.slider.addEventListener(l,()=>{this.held=!1});this.root=K("div",{class:"joint"},this.field.root,this.slider),this.set(e.value)}set(e){this.held||(this.field.set(e),this.slider.value=String(e),this.slider.setAttribute("aria-valuetext",this.field.spoken))}setUnits(e){this.field.setUnits(e)}},Gh=class{constructor(e){this.actions=e}actions;tool=new si("tool","Tool");joints=new si("joints","Active joints");rows=[];fields=[];key="";units={angle:"rad",length:"m"};setMachine(e,t){let{names:i,values:s,units:r}=e.task,o=JSON.stringify([e.joints.map(a=>({...a,value:0})),i,r,t]);if(o===this.key){this.show(e.joints.map(a=>a.value),s);return}this.key=o,this.fields=i.map((a,l)=>new gi({id:`task-${l}`,label:a,unit:r[l]??"",value:s[l]??0,scale:r[l]==="m"?t:1,onChange:()=>this.actions.task(this.fields.map(c=>c.value))})),this.tool.body.replaceChildren(K("div",{class:"grid"},...this.fields.map(a=>a.root))),this.rows=e.joints.map((a,l)=>new Cf(a,l,t,this.actions)),this.joints.body.replaceChildren(...this.rows.map(a=>a.root)),this.setUnits(this.units)}show(e,t){this.rows.forEach((i,s)=>i.set(e[s]??NaN)),this.fields.forEach((i,s)=>i.set(t[s]??NaN))}setUnits(e){this.units=e;for(let t of[...this.rows,...this.fields])t.setUnits(e)}};var x0='.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: relative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th > * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.07);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 solid;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}';var b1="uplot",S1="u-hz",M1="u-vt",w1="u-title",E1="u-wrap",T1="u-under",A1="u-over",R1="u-axis",Ir="u-off",C1="u-select",P1="u-cursor-x",L1="u-cursor-y",I1="u-cursor-pt",D1="u-legend",N1="u-live",U1="u-inline",F1="u-series",O1="u-marker",_0="u-label",k1="u-value",nl="width",sl="height";var b0="bottom",Do="left",Pf="right",Yf="#000",S0=Yf+"0",Lf="mousemove",M0="mousedown",If="mouseup",w0="mouseenter",E0="mouseleave",T0="dblclick",B1="resize",z1="scroll",A0="change",$h="dppxchange",$f="--",zo=typeof window<"u",Of=zo?document:null,Uo=zo?window:null,V1=zo?navigator:null,Tt,Wh;function kf(){let n=devicePixelRatio;Tt!=n&&(Tt=n,Wh&&zf(A0,Wh,kf),Wh=matchMedia(`(min-resolution: ${Tt-.001}dppx) and (max-resolution: ${Tt+.001}dppx)`),Dr(A0,Wh,kf),Uo.dispatchEvent(new CustomEvent($h)))}function vn(n,e){if(e!=null){let t=n.classList;!t.contains(e)&&t.add(e)}}function Bf(n,e){let t=n.classList;t.contains(e)&&t.remove(e)}function Yt(n,e,t){n.style[e]=t+"px"}function Gn(n,e,t,i){let s=Of.createElement(n);return e!=null&&vn(s,e),t?.insertBefore(s,i),s}function Tn(n,e){return Gn("div",n,e)}var R0=new WeakMap;function cs(n,e,t,i,s){let r="translate("+e+"px,"+t+"px)",o=R0.get(n);r!=o&&(n.style.transform=r,R0.set(n,r),e<0||t<0||e>i||t>s?vn(n,Ir):Bf(n,Ir))}var C0=new WeakMap;function P0(n,e,t){let i=e+t,s=C0.get(n);i!=s&&(C0.set(n,i),n.style.background=e,n.style.borderColor=t)}var L0=new WeakMap;function I0(n,e,t,i){let s=e+""+t,r=L0.get(n);s!=r&&(L0.set(n,s),n.style.height=t+"px",n.style.width=e+"px",n.style.marginLeft=i?-e/2+"px":0,n.style.marginTop=i?-t/2+"px":0)}var Kf={passive:!0},H1={...Kf,capture:!0};function Dr(n,e,t,i){e.addEventListener(n,t,i?H1:Kf)}function zf(n,e,t,i){e.removeEventListener(n,t,Kf)}zo&&kf();function Wn(n,e,t,i){let s;t=t||0,i=i||e.length-1;let r=i<=2147483647;for(;i-t>1;)s=r?t+i>>1:yn((t+i)/2),e[s]<n?t=s:i=s;return n-e[t]<=e[i]-n?t:i}function ov(n){return(t,i,s)=>{let r=-1,o=-1;for(let a=i;a<=s;a++)if(n(t[a])){r=a;break}for(let a=s;a>=i;a--)if(n(t[a])){o=a;break}return[r,o]}}var av=n=>n!=null,lv=n=>n!=null&&n>0,Jh=ov(av),G1=ov(lv);function W1(n,e,t,i=0,s=!1){let r=s?G1:Jh,o=s?lv:av;[e,t]=r(n,e,t);let a=n[e],l=n[e];if(e>-1)if(i==1)a=n[e],l=n[t];else if(i==-1)a=n[t],l=n[e];else for(let c=e;c<=t;c++){let u=n[c];o(u)&&(u<a?a=u:u>l&&(l=u))}return[a??kt,l??-kt]}function jh(n,e,t,i){let s=U0(n),r=U0(e);n==e&&(s==-1?(n*=t,e/=t):(n/=t,e*=t));let o=t==10?Is:cv,a=s==1?yn:An,l=r==1?An:yn,c=a(o(Ei(n))),u=l(o(Ei(e))),h=Fo(t,c),d=Fo(t,u);return t==10&&(c<0&&(h=Bt(h,-c)),u<0&&(d=Bt(d,-u))),i||t==2?(n=h*s,e=d*r):(n=fv(n,h),e=Qh(e,d)),[n,e]}function Zf(n,e,t,i){let s=jh(n,e,t,i);return n==0&&(s[0]=0),e==0&&(s[1]=0),s}var Jf=.1,D0={mode:3,pad:Jf},ol={pad:0,soft:null,mode:0},X1={min:ol,max:ol};function Kh(n,e,t,i){return eu(t)?N0(n,e,t):(ol.pad=t,ol.soft=i?0:null,ol.mode=i?3:0,N0(n,e,X1))}function Mt(n,e){return n??e}function q1(n,e,t){for(e=Mt(e,0),t=Mt(t,n.length-1);e<=t;){if(n[e]!=null)return!0;e++}return!1}function N0(n,e,t){let i=t.min,s=t.max,r=Mt(i.pad,0),o=Mt(s.pad,0),a=Mt(i.hard,-kt),l=Mt(s.hard,kt),c=Mt(i.soft,kt),u=Mt(s.soft,-kt),h=Mt(i.mode,0),d=Mt(s.mode,0),f=e-n,g=Is(f),_=nn(Ei(n),Ei(e)),m=Is(_),p=Ei(m-g);(f<1e-24||p>10)&&(f=0,(n==0||e==0)&&(f=1e-24,h==2&&c!=kt&&(r=0),d==2&&u!=-kt&&(o=0)));let x=f||_||1e3,A=Is(x),S=Fo(10,yn(A)),C=x*(f==0?n==0?.1:1:r),T=Bt(fv(n-C,S/10),24),y=n>=c&&(h==1||h==3&&T<=c||h==2&&T>=c)?c:kt,E=nn(a,T<y&&n>=y?y:Xn(y,T)),k=x*(f==0?e==0?.1:1:o),L=Bt(Qh(e+k,S/10),24),I=e<=u&&(d==1||d==3&&L>=u||d==2&&L<=u)?u:-kt,z=Xn(l,L>I&&e<=I?I:nn(I,L));return E==z&&E==0&&(z=100),[E,z]}var Y1=new Intl.NumberFormat(zo?V1.language:"en-US"),jf=n=>Y1.format(n),xn=Math,Yh=xn.PI,Ei=xn.abs,yn=xn.floor,wi=xn.round,An=xn.ceil,Xn=xn.min,nn=xn.max,Fo=xn.pow,U0=xn.sign,Is=xn.log10,cv=xn.log2,$1=(n,e=1)=>xn.sinh(n)*e,Df=(n,e=1)=>xn.asinh(n/e),kt=1/0;function F0(n){return(Is((n^n>>31)-(n>>31))|0)+1}function Vf(n,e,t){return Xn(nn(n,e),t)}function hv(n){return typeof n=="function"}function yt(n){return hv(n)?n:()=>n}var K1=()=>{},uv=n=>n,dv=(n,e)=>e,Z1=n=>null,O0=n=>!0,k0=(n,e)=>n==e,J1=/\.\d*?(?=9{6,}|0{6,})/gm,Nr=n=>{if(mv(n)||ar.has(n))return n;let e=`${n}`,t=e.match(J1);if(t==null)return n;let i=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${Nr(s)}e${r}`}return Bt(n,i)};function Pr(n,e){return Nr(Bt(Nr(n/e))*e)}function Qh(n,e){return Nr(An(Nr(n/e))*e)}function fv(n,e){return Nr(yn(Nr(n/e))*e)}function Bt(n,e=0){if(mv(n))return n;let t=10**e,i=n*t*(1+Number.EPSILON);return wi(i)/t}var ar=new Map;function pv(n){return((""+n).split(".")[1]||"").length}function ll(n,e,t,i){let s=[],r=i.map(pv);for(let o=e;o<t;o++){let a=Ei(o),l=Bt(Fo(n,o),a);for(let c=0;c<i.length;c++){let u=n==10?+`${i[c]}e${o}`:i[c]*l,h=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=n==10?u:Bt(u,h);s.push(d),ar.set(d,h)}}return s}var al={},Qf=[],Oo=[null,null],or=Array.isArray,mv=Number.isInteger,j1=n=>n===void 0;function B0(n){return typeof n=="string"}function eu(n){let e=!1;if(n!=null){let t=n.constructor;e=t==null||t==Object}return e}function Q1(n){return n!=null&&typeof n=="object"}var eE=Object.getPrototypeOf(Uint8Array),gv="__proto__";function ko(n,e=eu){let t;if(or(n)){let i=n.find(s=>s!=null);if(or(i)||e(i)){t=Array(n.length);for(let s=0;s<n.length;s++)t[s]=ko(n[s],e)}else t=n.slice()}else if(n instanceof eE)t=n.slice();else if(e(n)){t={};for(let i in n)i!=gv&&(t[i]=ko(n[i],e))}else t=n;return t}function vi(n){let e=arguments;for(let t=1;t<e.length;t++){let i=e[t];for(let s in i)s!=gv&&(eu(n[s])?vi(n[s],ko(i[s])):n[s]=ko(i[s]))}return n}var tE=0,iE=1,nE=2;function sE(n,e,t){for(let i=0,s,r=-1;i<e.length;i++){let o=e[i];if(o>r){for(s=o-1;s>=0&&n[s]==null;)n[s--]=null;for(s=o+1;s<t&&n[s]==null;)n[r=s++]=null}}}function rE(n,e){if(lE(n)){let o=n[0].slice();for(let a=1;a<n.length;a++)o.push(...n[a].slice(1));return cE(o[0])||(o=aE(o)),o}let t=new Set;for(let o=0;o<n.length;o++){let l=n[o][0],c=l.length;for(let u=0;u<c;u++)t.add(l[u])}let i=[Array.from(t).sort((o,a)=>o-a)],s=i[0].length,r=new Map;for(let o=0;o<s;o++)r.set(i[0][o],o);for(let o=0;o<n.length;o++){let a=n[o],l=a[0];for(let c=1;c<a.length;c++){let u=a[c],h=Array(s).fill(void 0),d=e?e[o][c]:iE,f=[];for(let g=0;g<u.length;g++){let _=u[g],m=r.get(l[g]);_===null?d!=tE&&(h[m]=_,d==nE&&f.push(m)):h[m]=_}sE(h,f,s),i.push(h)}}return i}var oE=typeof queueMicrotask>"u"?n=>Promise.resolve().then(n):queueMicrotask;function aE(n){let e=n[0],t=e.length,i=Array(t);for(let r=0;r<i.length;r++)i[r]=r;i.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<n.length;r++){let o=n[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[i[l]];s.push(a)}return s}function lE(n){let e=n[0][0],t=e.length;for(let i=1;i<n.length;i++){let s=n[i][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function cE(n,e=100){let t=n.length;if(t<=1)return!0;let i=0,s=t-1;for(;i<=s&&n[i]==null;)i++;for(;s>=i&&n[s]==null;)s--;if(s<=i)return!0;let r=nn(1,yn((s-i+1)/e));for(let o=n[i],a=i+r;a<=s;a+=r){let l=n[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var vv=["January","February","March","April","May","June","July","August","September","October","November","December"],yv=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function xv(n){return n.slice(0,3)}var hE=yv.map(xv),uE=vv.map(xv),dE={MMMM:vv,MMM:uE,WWWW:yv,WWW:hE};function il(n){return(n<10?"0":"")+n}function fE(n){return(n<10?"00":n<100?"0":"")+n}var pE={YYYY:n=>n.getFullYear(),YY:n=>(n.getFullYear()+"").slice(2),MMMM:(n,e)=>e.MMMM[n.getMonth()],MMM:(n,e)=>e.MMM[n.getMonth()],MM:n=>il(n.getMonth()+1),M:n=>n.getMonth()+1,DD:n=>il(n.getDate()),D:n=>n.getDate(),WWWW:(n,e)=>e.WWWW[n.getDay()],WWW:(n,e)=>e.WWW[n.getDay()],HH:n=>il(n.getHours()),H:n=>n.getHours(),h:n=>{let e=n.getHours();return e==0?12:e>12?e-12:e},AA:n=>n.getHours()>=12?"PM":"AM",aa:n=>n.getHours()>=12?"pm":"am",a:n=>n.getHours()>=12?"p":"a",mm:n=>il(n.getMinutes()),m:n=>n.getMinutes(),ss:n=>il(n.getSeconds()),s:n=>n.getSeconds(),fff:n=>fE(n.getMilliseconds())};function ep(n,e){e=e||dE;let t=[],i=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=i.exec(n);)t.push(s[0][0]=="{"?pE[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var mE=new Intl.DateTimeFormat().resolvedOptions().timeZone;function gE(n,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+n+n.getTimezoneOffset()*6e4):e==mE?t=n:(t=new Date(n.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(n.getMilliseconds())),t}var _v=n=>n%1==0,Zh=[1,2,2.5,5],vE=ll(10,-32,0,Zh),bv=ll(10,0,32,Zh),yE=bv.filter(_v),Lr=vE.concat(bv),tp=`
`,Sv="{YYYY}",z0=tp+Sv,Mv="{M}/{D}",rl=tp+Mv,Xh=rl+"/{YY}",wv="{aa}",xE="{h}:{mm}",No=xE+wv,V0=tp+No,H0=":{ss}",Pt=null;function Ev(n){let e=n*1e3,t=e*60,i=t*60,s=i*24,r=s*30,o=s*365,l=(n==1?ll(10,0,3,Zh).filter(_v):ll(10,-3,0,Zh)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,i,i*2,i*3,i*4,i*6,i*8,i*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Sv,Pt,Pt,Pt,Pt,Pt,Pt,1],[s*28,"{MMM}",z0,Pt,Pt,Pt,Pt,Pt,1],[s,Mv,z0,Pt,Pt,Pt,Pt,Pt,1],[i,"{h}"+wv,Xh,Pt,rl,Pt,Pt,Pt,1],[t,No,Xh,Pt,rl,Pt,Pt,Pt,1],[e,H0,Xh+" "+No,Pt,rl+" "+No,Pt,V0,Pt,1],[n,H0+".{fff}",Xh+" "+No,Pt,rl+" "+No,Pt,V0,Pt,1]];function u(h){return(d,f,g,_,m,p)=>{let x=[],A=m>=o,S=m>=r&&m<o,C=h(g),T=Bt(C*n,3),y=Nf(C.getFullYear(),A?0:C.getMonth(),S||A?1:C.getDate()),E=Bt(y*n,3);if(S||A){let k=S?m/r:0,L=A?m/o:0,I=T==E?T:Bt(Nf(y.getFullYear()+L,y.getMonth()+k,1)*n,3),z=new Date(wi(I/n)),V=z.getFullYear(),N=z.getMonth();for(let W=0;I<=_;W++){let Y=Nf(V+L*W,N+k*W,1),G=Y-h(Bt(Y*n,3));I=Bt((+Y+G)*n,3),I<=_&&x.push(I)}}else{let k=m>=s?s:m,L=yn(g)-yn(T),I=E+L+Qh(T-E,k);x.push(I);let z=h(I),V=z.getHours()+z.getMinutes()/t+z.getSeconds()/i,N=m/i,W=d.axes[f]._space,Y=p/W;for(;I=Bt(I+m,n==1?0:3),!(I>_);)if(N>1){let G=yn(Bt(V+N,6))%24,Q=h(I).getHours()-G;Q>1&&(Q=-1),I-=Q*i,V=(V+N)%24;let se=x[x.length-1];Bt((I-se)/m,3)*Y>=.7&&x.push(I)}else x.push(I)}return x}}return[l,c,u]}var[_E,bE,SE]=Ev(1),[ME,wE,EE]=Ev(.001);ll(2,-53,53,[1]);function G0(n,e){return n.map(t=>t.map((i,s)=>s==0||s==8||i==null?i:e(s==1||t[8]==0?i:t[1]+i)))}function W0(n,e){return(t,i,s,r,o)=>{let a=e.find(g=>o>=g[0])||e[e.length-1],l,c,u,h,d,f;return i.map(g=>{let _=n(g),m=_.getFullYear(),p=_.getMonth(),x=_.getDate(),A=_.getHours(),S=_.getMinutes(),C=_.getSeconds(),T=m!=l&&a[2]||p!=c&&a[3]||x!=u&&a[4]||A!=h&&a[5]||S!=d&&a[6]||C!=f&&a[7]||a[1];return l=m,c=p,u=x,h=A,d=S,f=C,T(_)})}}function TE(n,e){let t=ep(e);return(i,s,r,o,a)=>s.map(l=>t(n(l)))}function Nf(n,e,t){return new Date(n,e,t)}function X0(n,e){return e(n)}var AE="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function q0(n,e){return(t,i,s,r)=>r==null?$f:e(n(i))}function RE(n,e){let t=n.series[e];return t.width?t.stroke(n,e):t.points.width?t.points.stroke(n,e):null}function CE(n,e){return n.series[e].fill(n,e)}var PE={show:!0,live:!0,isolate:!1,mount:K1,markers:{show:!0,width:2,stroke:RE,fill:CE,dash:"solid"},idx:null,idxs:null,values:[]};function LE(n,e){let t=n.cursor.points,i=Tn(),s=t.size(n,e);Yt(i,nl,s),Yt(i,sl,s);let r=s/-2;Yt(i,"marginLeft",r),Yt(i,"marginTop",r);let o=t.width(n,e,s);return o&&Yt(i,"borderWidth",o),i}function IE(n,e){let t=n.series[e].points;return t._fill||t._stroke}function DE(n,e){let t=n.series[e].points;return t._stroke||t._fill}function NE(n,e){return n.series[e].points.size}var Uf=[0,0];function UE(n,e,t){return Uf[0]=e,Uf[1]=t,Uf}function qh(n,e,t,i=!0){return s=>{s.button==0&&(!i||s.target==e)&&t(s)}}function Ff(n,e,t,i=!0){return s=>{(!i||s.target==e)&&t(s)}}var FE={show:!0,x:!0,y:!0,lock:!1,move:UE,points:{one:!1,show:LE,size:NE,width:0,stroke:DE,fill:IE},bind:{mousedown:qh,mouseup:qh,click:qh,dblclick:qh,mousemove:Ff,mouseleave:Ff,mouseenter:Ff},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(n,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(n,e,t,i,s)=>i-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Tv={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},ip=vi({},Tv,{filter:dv}),Av=vi({},ip,{size:10}),Rv=vi({},Tv,{show:!1}),np='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Cv="bold "+np,Pv=1.5,Y0={show:!0,scale:"x",stroke:Yf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Cv,side:2,grid:ip,ticks:Av,border:Rv,font:np,lineGap:Pv,rotate:0},OE="Value",kE="Time",$0={show:!0,scale:"x",auto:!1,sorted:1,min:kt,max:-kt,idxs:[]};function BE(n,e,t,i,s){return e.map(r=>r==null?"":jf(r))}function zE(n,e,t,i,s,r,o){let a=[],l=ar.get(s)||0;t=o?t:Bt(Qh(t,s),l);for(let c=t;c<=i;c=Bt(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Hf(n,e,t,i,s,r,o){let a=[],l=n.scales[n.axes[e].scale].log,c=l==10?Is:cv,u=yn(c(t));s=Fo(l,u),l==10&&(s=Lr[Wn(s,Lr)]);let h=t,d=s*l;l==10&&(d=Lr[Wn(d,Lr)]);do a.push(h),h=h+s,l==10&&!ar.has(h)&&(h=Bt(h,ar.get(s))),h>=d&&(s=h,d=s*l,l==10&&(d=Lr[Wn(d,Lr)]));while(h<=i);return a}function VE(n,e,t,i,s,r,o){let l=n.scales[n.axes[e].scale].asinh,c=i>l?Hf(n,e,nn(l,t),i,s):[l],u=i>=0&&t<=0?[0]:[];return(t<-l?Hf(n,e,nn(l,-i),-t,s):[l]).reverse().map(d=>-d).concat(u,c)}var Lv=/./,HE=/[12357]/,GE=/[125]/,K0=/1/,Gf=(n,e,t,i)=>n.map((s,r)=>e==4&&s==0||r%i==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function WE(n,e,t,i,s){let r=n.axes[t],o=r.scale,a=n.scales[o],l=n.valToPos,c=r._space,u=l(10,o),h=l(9,o)-u>=c?Lv:l(7,o)-u>=c?HE:l(5,o)-u>=c?GE:K0;if(h==K0){let d=Ei(l(1,o)-u);if(d<c)return Gf(e.slice().reverse(),a.distr,h,An(c/d)).reverse()}return Gf(e,a.distr,h,1)}function XE(n,e,t,i,s){let r=n.axes[t],o=r.scale,a=r._space,l=n.valToPos,c=Ei(l(1,o)-l(2,o));return c<a?Gf(e.slice().reverse(),3,Lv,An(a/c)).reverse():e}function qE(n,e,t,i){return i==null?$f:e==null?"":jf(e)}var Z0={show:!0,scale:"y",stroke:Yf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Cv,side:3,grid:ip,ticks:Av,border:Rv,font:np,lineGap:Pv,rotate:0};function YE(n,e){let t=3+(n||1)*2;return Bt(t*e,3)}function $E(n,e){let{scale:t,idxs:i}=n.series[0],s=n._data[0],r=n.valToPos(s[i[0]],t,!0),o=n.valToPos(s[i[1]],t,!0),a=Ei(o-r),l=n.series[e],c=a/(l.points.space*Tt);return i[1]-i[0]<=c}var J0={scale:null,auto:!0,sorted:0,min:kt,max:-kt},Iv=(n,e,t,i,s)=>s,j0={show:!0,auto:!0,sorted:0,gaps:Iv,alpha:1,facets:[vi({},J0,{scale:"x"}),vi({},J0,{scale:"y"})]},Q0={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Iv,alpha:1,points:{show:$E,filter:null},values:null,min:kt,max:-kt,idxs:[],path:null,clip:null};function KE(n,e,t,i,s){return t/10}var Dv={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},ZE=vi({},Dv,{time:!1,ori:1}),ev={};function Nv(n,e){let t=ev[n];return t||(t={key:n,plots:[],sub(i){t.plots.push(i)},unsub(i){t.plots=t.plots.filter(s=>s!=i)},pub(i,s,r,o,a,l,c){for(let u=0;u<t.plots.length;u++)t.plots[u]!=s&&t.plots[u].pub(i,s,r,o,a,l,c)}},n!=null&&(ev[n]=t)),t}var Bo=1,Wf=2;function Ur(n,e,t){let i=n.mode,s=n.series[e],r=i==2?n._data[e]:n._data,o=n.scales,a=n.bbox,l=r[0],c=i==2?r[1]:r[e],u=i==2?o[s.facets[0].scale]:o[n.series[0].scale],h=i==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,g=a.width,_=a.height,m=n.valToPosH,p=n.valToPosV;return u.ori==0?t(s,l,c,u,h,m,p,d,f,g,_,iu,Vo,su,Fv,kv):t(s,l,c,u,h,p,m,f,d,_,g,nu,Ho,op,Ov,Bv)}function sp(n,e){let t=0,i=0,s=Mt(n.bands,Qf);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?i|=1:i|=2)}return[t,i==1?-1:i==2?1:i==3?2:0]}function JE(n,e,t,i,s){let r=n.mode,o=n.series[e],a=r==2?o.facets[1].scale:o.scale,l=n.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Ds(n,e,t,i,s,r){return Ur(n,e,(o,a,l,c,u,h,d,f,g,_,m)=>{let p=o.pxRound,x=c.dir*(c.ori==0?1:-1),A=c.ori==0?Vo:Ho,S,C;x==1?(S=t,C=i):(S=i,C=t);let T=p(h(a[S],c,_,f)),y=p(d(l[S],u,m,g)),E=p(h(a[C],c,_,f)),k=p(d(r==1?u.max:u.min,u,m,g)),L=new Path2D(s);return A(L,E,k),A(L,T,k),A(L,T,y),L})}function tu(n,e,t,i,s,r){let o=null;if(n.length>0){o=new Path2D;let a=e==0?su:op,l=t;for(let h=0;h<n.length;h++){let d=n[h];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,i,f,i+r),l=d[1]}}let c=t+s-l,u=10;c>0&&a(o,l,i-u/2,c,i+r+u)}return o}function jE(n,e,t){let i=n[n.length-1];i&&i[0]==e?i[1]=t:n.push([e,t])}function rp(n,e,t,i,s,r,o){let a=[],l=n.length;for(let c=s==1?t:i;c>=t&&c<=i;c+=s)if(e[c]===null){let h=c,d=c;if(s==1)for(;++c<=i&&e[c]===null;)d=c;else for(;--c>=t&&e[c]===null;)d=c;let f=r(n[h]),g=d==h?f:r(n[d]),_=h-s;f=o<=0&&_>=0&&_<l?r(n[_]):f;let p=d+s;g=o>=0&&p>=0&&p<l?r(n[p]):g,g>=f&&a.push([f,g])}return a}function tv(n){return n==0?uv:n==1?wi:e=>Pr(e,n)}function Uv(n){let e=n==0?iu:nu,t=n==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},i=n==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,u=0)=>{c==0&&u==0?i(s,r,o,a,l):(c=Xn(c,a/2,l/2),u=Xn(u,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,u),t(s,r,o+l,r,o,u),t(s,r,o,r+a,o,c),s.closePath())}}var iu=(n,e,t)=>{n.moveTo(e,t)},nu=(n,e,t)=>{n.moveTo(t,e)},Vo=(n,e,t)=>{n.lineTo(e,t)},Ho=(n,e,t)=>{n.lineTo(t,e)},su=Uv(0),op=Uv(1),Fv=(n,e,t,i,s,r)=>{n.arc(e,t,i,s,r)},Ov=(n,e,t,i,s,r)=>{n.arc(t,e,i,s,r)},kv=(n,e,t,i,s,r,o)=>{n.bezierCurveTo(e,t,i,s,r,o)},Bv=(n,e,t,i,s,r,o)=>{n.bezierCurveTo(t,e,s,i,o,r)};function zv(n){return(e,t,i,s,r)=>Ur(e,t,(o,a,l,c,u,h,d,f,g,_,m)=>{let{pxRound:p,points:x}=o,A,S;c.ori==0?(A=iu,S=Fv):(A=nu,S=Ov);let C=Bt(x.width*Tt,3),T=(x.size-x.width)/2*Tt,y=Bt(T*2,3),E=new Path2D,k=new Path2D,{left:L,top:I,width:z,height:V}=e.bbox;su(k,L-y,I-y,z+y*2,V+y*2);let N=W=>{if(l[W]!=null){let Y=p(h(a[W],c,_,f)),G=p(d(l[W],u,m,g));A(E,Y+T,G),S(E,Y,G,T,0,Yh*2)}};if(r)r.forEach(N);else for(let W=i;W<=s;W++)N(W);return{stroke:C>0?E:null,fill:E,clip:k,flags:Bo|Wf}})}function Vv(n){return(e,t,i,s,r,o)=>{i!=s&&(r!=i&&o!=i&&n(e,t,i),r!=s&&o!=s&&n(e,t,s),n(e,t,o))}}var QE=Vv(Vo),eT=Vv(Ho);function Hv(n){let e=Mt(n?.alignGaps,0);return(t,i,s,r)=>Ur(t,i,(o,a,l,c,u,h,d,f,g,_,m)=>{[s,r]=Jh(l,s,r);let p=o.pxRound,x=V=>p(h(V,c,_,f)),A=V=>p(d(V,u,m,g)),S,C;c.ori==0?(S=Vo,C=QE):(S=Ho,C=eT);let T=c.dir*(c.ori==0?1:-1),y={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Bo},E=y.stroke,k=!1;if(r-s>=_*4){let V=ue=>t.posToVal(ue,c.key,!0),N=null,W=null,Y,G,ce,J=x(a[T==1?s:r]),Q=x(a[s]),se=x(a[r]),de=V(T==1?Q+1:se-1);for(let ue=T==1?s:r;ue>=s&&ue<=r;ue+=T){let ee=a[ue],ye=(T==1?ee<de:ee>de)?J:x(ee),Ae=l[ue];ye==J?Ae!=null?(G=Ae,N==null?(S(E,ye,A(G)),Y=N=W=G):G<N?N=G:G>W&&(W=G)):Ae===null&&(k=!0):(N!=null&&C(E,J,A(N),A(W),A(Y),A(G)),Ae!=null?(G=Ae,S(E,ye,A(G)),N=W=Y=G):(N=W=null,Ae===null&&(k=!0)),J=ye,de=V(J+T))}N!=null&&N!=W&&ce!=J&&C(E,J,A(N),A(W),A(Y),A(G))}else for(let V=T==1?s:r;V>=s&&V<=r;V+=T){let N=l[V];N===null?k=!0:N!=null&&S(E,x(a[V]),A(N))}let[I,z]=sp(t,i);if(o.fill!=null||I!=0){let V=y.fill=new Path2D(E),N=o.fillTo(t,i,o.min,o.max,I),W=A(N),Y=x(a[s]),G=x(a[r]);T==-1&&([G,Y]=[Y,G]),S(V,G,W),S(V,Y,W)}if(!o.spanGaps){let V=[];k&&V.push(...rp(a,l,s,r,T,x,e)),y.gaps=V=o.gaps(t,i,s,r,V),y.clip=tu(V,c.ori,f,g,_,m)}return z!=0&&(y.band=z==2?[Ds(t,i,s,r,E,-1),Ds(t,i,s,r,E,1)]:Ds(t,i,s,r,E,z)),y})}function tT(n){let e=Mt(n.align,1),t=Mt(n.ascDesc,!1),i=Mt(n.alignGaps,0),s=Mt(n.extend,!1);return(r,o,a,l)=>Ur(r,o,(c,u,h,d,f,g,_,m,p,x,A)=>{[a,l]=Jh(h,a,l);let S=c.pxRound,{left:C,width:T}=r.bbox,y=Q=>S(g(Q,d,x,m)),E=Q=>S(_(Q,f,A,p)),k=d.ori==0?Vo:Ho,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Bo},I=L.stroke,z=d.dir*(d.ori==0?1:-1),V=E(h[z==1?a:l]),N=y(u[z==1?a:l]),W=N,Y=N;s&&e==-1&&(Y=C,k(I,Y,V)),k(I,N,V);for(let Q=z==1?a:l;Q>=a&&Q<=l;Q+=z){let se=h[Q];if(se==null)continue;let de=y(u[Q]),ue=E(se);e==1?k(I,de,V):k(I,W,ue),k(I,de,ue),V=ue,W=de}let G=W;s&&e==1&&(G=C+T,k(I,G,V));let[ce,J]=sp(r,o);if(c.fill!=null||ce!=0){let Q=L.fill=new Path2D(I),se=c.fillTo(r,o,c.min,c.max,ce),de=E(se);k(Q,G,de),k(Q,Y,de)}if(!c.spanGaps){let Q=[];Q.push(...rp(u,h,a,l,z,y,i));let se=c.width*Tt/2,de=t||e==1?se:-se,ue=t||e==-1?-se:se;Q.forEach(ee=>{ee[0]+=de,ee[1]+=ue}),L.gaps=Q=c.gaps(r,o,a,l,Q),L.clip=tu(Q,d.ori,m,p,x,A)}return J!=0&&(L.band=J==2?[Ds(r,o,a,l,I,-1),Ds(r,o,a,l,I,1)]:Ds(r,o,a,l,I,J)),L})}function iv(n,e,t,i,s,r,o=kt){if(n.length>1){let a=null;for(let l=0,c=1/0;l<n.length;l++)if(e[l]!==void 0){if(a!=null){let u=Ei(n[l]-n[a]);u<c&&(c=u,o=Ei(t(n[l],i,s,r)-t(n[a],i,s,r)))}a=l}}return o}function iT(n){n=n||al;let e=Mt(n.size,[.6,kt,1]),t=n.align||0,i=n.gap||0,s=n.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=yt(s),o=1-e[0],a=Mt(e[1],kt),l=Mt(e[2],1),c=Mt(n.disp,al),u=Mt(n.each,f=>{}),{fill:h,stroke:d}=c;return(f,g,_,m)=>Ur(f,g,(p,x,A,S,C,T,y,E,k,L,I)=>{let z=p.pxRound,V=t,N=i*Tt,W=a*Tt,Y=l*Tt,G,ce;S.ori==0?[G,ce]=r(f,g):[ce,G]=r(f,g);let J=S.dir*(S.ori==0?1:-1),Q=S.ori==0?su:op,se=S.ori==0?u:(Ce,$e,rt,Me,Ot,ze,Xe)=>{u(Ce,$e,rt,Ot,Me,Xe,ze)},de=Mt(f.bands,Qf).find(Ce=>Ce.series[0]==g),ue=de!=null?de.dir:0,ee=p.fillTo(f,g,p.min,p.max,ue),me=z(y(ee,C,I,k)),ye,Ae,Se,Ge=L,st=z(p.width*Tt),Ve=!1,dt=null,ct=null,it=null,$t=null;h!=null&&(st==0||d!=null)&&(Ve=!0,dt=h.values(f,g,_,m),ct=new Map,new Set(dt).forEach(Ce=>{Ce!=null&&ct.set(Ce,new Path2D)}),st>0&&(it=d.values(f,g,_,m),$t=new Map,new Set(it).forEach(Ce=>{Ce!=null&&$t.set(Ce,new Path2D)})));let{x0:zt,size:li}=c;if(zt!=null&&li!=null){V=1,x=zt.values(f,g,_,m),zt.unit==2&&(x=x.map(rt=>f.posToVal(E+rt*L,S.key,!0)));let Ce=li.values(f,g,_,m);li.unit==2?Ae=Ce[0]*L:Ae=T(Ce[0],S,L,E)-T(0,S,L,E),Ge=iv(x,A,T,S,L,E,Ge),Se=Ge-Ae+N}else Ge=iv(x,A,T,S,L,E,Ge),Se=Ge*o+N,Ae=Ge-Se;Se<1&&(Se=0),st>=Ae/2&&(st=0),Se<5&&(z=uv);let Nt=Se>0,Ti=Ge-Se-(Nt?st:0);Ae=z(Vf(Ti,Y,W)),ye=(V==0?Ae/2:V==J?0:Ae)-V*J*((V==0?N/2:0)+(Nt?st/2:0));let _t={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},yi=Ve?null:new Path2D,Qt=null;if(de!=null)Qt=f.data[de.series[1]];else{let{y0:Ce,y1:$e}=c;Ce!=null&&$e!=null&&(A=$e.values(f,g,_,m),Qt=Ce.values(f,g,_,m))}let ci=G*Ae,O=ce*Ae;for(let Ce=J==1?_:m;Ce>=_&&Ce<=m;Ce+=J){let $e=A[Ce];if($e==null)continue;if(Qt!=null){let X=Qt[Ce]??0;if($e-X==0)continue;me=y(X,C,I,k)}let rt=S.distr!=2||c!=null?x[Ce]:Ce,Me=T(rt,S,L,E),Ot=y(Mt($e,ee),C,I,k),ze=z(Me-ye),Xe=z(nn(Ot,me)),R=z(Xn(Ot,me)),b=Xe-R;if($e!=null){let X=$e<0?O:ci,he=$e<0?ci:O;Ve?(st>0&&it[Ce]!=null&&Q($t.get(it[Ce]),ze,R+yn(st/2),Ae,nn(0,b-st),X,he),dt[Ce]!=null&&Q(ct.get(dt[Ce]),ze,R+yn(st/2),Ae,nn(0,b-st),X,he)):Q(yi,ze,R+yn(st/2),Ae,nn(0,b-st),X,he),se(f,g,Ce,ze-st/2,R,Ae+st,b)}}return st>0?_t.stroke=Ve?$t:yi:Ve||(_t._fill=p.width==0?p._fill:p._stroke??p._fill,_t.width=0),_t.fill=Ve?ct:yi,_t})}function nT(n,e){let t=Mt(e?.alignGaps,0);return(i,s,r,o)=>Ur(i,s,(a,l,c,u,h,d,f,g,_,m,p)=>{[r,o]=Jh(c,r,o);let x=a.pxRound,A=G=>x(d(G,u,m,g)),S=G=>x(f(G,h,p,_)),C,T,y;u.ori==0?(C=iu,y=Vo,T=kv):(C=nu,y=Ho,T=Bv);let E=u.dir*(u.ori==0?1:-1),k=A(l[E==1?r:o]),L=k,I=[],z=[];for(let G=E==1?r:o;G>=r&&G<=o;G+=E)if(c[G]!=null){let J=l[G],Q=A(J);I.push(L=Q),z.push(S(c[G]))}let V={stroke:n(I,z,C,y,T,x),fill:null,clip:null,band:null,gaps:null,flags:Bo},N=V.stroke,[W,Y]=sp(i,s);if(a.fill!=null||W!=0){let G=V.fill=new Path2D(N),ce=a.fillTo(i,s,a.min,a.max,W),J=S(ce);y(G,L,J),y(G,k,J)}if(!a.spanGaps){let G=[];G.push(...rp(l,c,r,o,E,A,t)),V.gaps=G=a.gaps(i,s,r,o,G),V.clip=tu(G,u.ori,g,_,m,p)}return Y!=0&&(V.band=Y==2?[Ds(i,s,r,o,N,-1),Ds(i,s,r,o,N,1)]:Ds(i,s,r,o,N,Y)),V})}function sT(n){return nT(rT,n)}function rT(n,e,t,i,s,r){let o=n.length;if(o<2)return null;let a=new Path2D;if(t(a,n[0],e[0]),o==2)i(a,n[1],e[1]);else{let l=Array(o),c=Array(o-1),u=Array(o-1),h=Array(o-1);for(let d=0;d<o-1;d++)u[d]=e[d+1]-e[d],h[d]=n[d+1]-n[d],c[d]=u[d]/h[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(h[d-1]+h[d])/((2*h[d]+h[d-1])/c[d-1]+(h[d]+2*h[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,n[d]+h[d]/3,e[d]+l[d]*h[d]/3,n[d+1]-h[d]/3,e[d+1]-l[d+1]*h[d]/3,n[d+1],e[d+1])}return a}var Xf=new Set;function nv(){for(let n of Xf)n.syncRect(!0)}zo&&(Dr(B1,Uo,nv),Dr(z1,Uo,nv,!0),Dr($h,Uo,()=>{ai.pxRatio=Tt}));var oT=Hv(),aT=zv();function sv(n,e,t,i){return(i?[n[0],n[1]].concat(n.slice(2)):[n[0]].concat(n.slice(1))).map((r,o)=>qf(r,o,e,t))}function lT(n,e){return n.map((t,i)=>i==0?{}:vi({},e,t))}function qf(n,e,t,i){return vi({},e==0?t:i,n)}function Gv(n,e,t){return e==null?Oo:[e,t]}var cT=Gv;function hT(n,e,t){return e==null?Oo:Kh(e,t,Jf,!0)}function Wv(n,e,t,i){return e==null?Oo:jh(e,t,n.scales[i].log,!1)}var uT=Wv;function Xv(n,e,t,i){return e==null?Oo:Zf(e,t,n.scales[i].log,!1)}var dT=Xv;function fT(n,e,t,i,s){let r=nn(F0(n),F0(e)),o=e-n,a=Wn(s/i*o,t);do{let l=t[a],c=i*l/o;if(c>=s&&r+(l<5?ar.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function rv(n){let e,t;return n=n.replace(/(\d+)px/,(i,s)=>(e=wi((t=+s)*Tt))+"px"),[n,e,t]}function pT(n){n.show&&[n.font,n.labelFont].forEach(e=>{let t=Bt(e[2]*Tt,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function ai(n,e,t){let i={mode:Mt(n.mode,1)},s=i.mode;function r(v,M,P,D){let H=M.valToPct(v);return D+P*(M.dir==-1?1-H:H)}function o(v,M,P,D){let H=M.valToPct(v);return D+P*(M.dir==-1?H:1-H)}function a(v,M,P,D){return M.ori==0?r(v,M,P,D):o(v,M,P,D)}i.valToPosH=r,i.valToPosV=o;let l=!1;i.status=0;let c=i.root=Tn(b1);if(n.id!=null&&(c.id=n.id),vn(c,n.class),n.title){let v=Tn(w1,c);v.textContent=n.title}let u=Gn("canvas"),h=i.ctx=u.getContext("2d"),d=Tn(E1,c);Dr("click",d,v=>{v.target===g&&(Gt!=Hr||Kt!=Gr)&&Ni.click(i,v)},!0);let f=i.under=Tn(T1,d);d.appendChild(u);let g=i.over=Tn(A1,d);n=ko(n);let _=+Mt(n.pxAlign,1),m=tv(_);(n.plugins||[]).forEach(v=>{v.opts&&(n=v.opts(i,n)||n)});let p=n.ms||.001,x=i.series=s==1?sv(n.series||[],$0,Q0,!1):lT(n.series||[null],j0),A=i.axes=sv(n.axes||[],Y0,Z0,!0),S=i.scales={},C=i.bands=n.bands||[];C.forEach(v=>{v.fill=yt(v.fill||null),v.dir=Mt(v.dir,-1)});let T=s==2?x[1].facets[0].scale:x[0].scale,y={axes:ps,series:pt},E=(n.drawOrder||["axes","series"]).map(v=>y[v]);function k(v){let M=v.distr==3?P=>Is(P>0?P:v.clamp(i,P,v.min,v.max,v.key)):v.distr==4?P=>Df(P,v.asinh):v.distr==100?P=>v.fwd(P):P=>P;return P=>{let D=M(P),{_min:H,_max:Z}=v,ae=Z-H;return(D-H)/ae}}function L(v){let M=S[v];if(M==null){let P=(n.scales||al)[v]||al;if(P.from!=null){L(P.from);let D=vi({},S[P.from],P,{key:v});D.valToPct=k(D),S[v]=D}else{M=S[v]=vi({},v==T?Dv:ZE,P),M.key=v;let D=M.time,H=M.range,Z=or(H);if((v!=T||s==2&&!D)&&(Z&&(H[0]==null||H[1]==null)&&(H={min:H[0]==null?D0:{mode:1,hard:H[0],soft:H[0]},max:H[1]==null?D0:{mode:1,hard:H[1],soft:H[1]}},Z=!1),!Z&&eu(H))){let ae=H;H=(fe,_e,De)=>_e==null?Oo:Kh(_e,De,ae)}M.range=yt(H||(D?cT:v==T?M.distr==3?uT:M.distr==4?dT:Gv:M.distr==3?Wv:M.distr==4?Xv:hT)),M.auto=yt(Z?!1:M.auto),M.clamp=yt(M.clamp||KE),M._min=M._max=null,M.valToPct=k(M)}}}L("x"),L("y"),s==1&&x.forEach(v=>{L(v.scale)}),A.forEach(v=>{L(v.scale)});for(let v in n.scales)L(v);let I=S[T],z=I.distr,V,N;I.ori==0?(vn(c,S1),V=r,N=o):(vn(c,M1),V=o,N=r);let W={};for(let v in S){let M=S[v];(M.min!=null||M.max!=null)&&(W[v]={min:M.min,max:M.max},M.min=M.max=null)}let Y=n.tzDate||(v=>new Date(wi(v/p))),G=n.fmtDate||ep,ce=p==1?SE(Y):EE(Y),J=W0(Y,G0(p==1?bE:wE,G)),Q=q0(Y,X0(AE,G)),se=[],de=i.legend=vi({},PE,n.legend),ue=i.cursor=vi({},FE,{drag:{y:s==2}},n.cursor),ee=de.show,me=ue.show,ye=de.markers;de.idxs=se,ye.width=yt(ye.width),ye.dash=yt(ye.dash),ye.stroke=yt(ye.stroke),ye.fill=yt(ye.fill);let Ae,Se,Ge,st=[],Ve=[],dt,ct=!1,it={};if(de.live){let v=x[1]?x[1].values:null;ct=v!=null,dt=ct?v(i,1,0):{_:0};for(let M in dt)it[M]=$f}if(ee)if(Ae=Gn("table",D1,c),Ge=Gn("tbody",null,Ae),de.mount(i,Ae),ct){Se=Gn("thead",null,Ae,Ge);let v=Gn("tr",null,Se);Gn("th",null,v);for(var $t in dt)Gn("th",_0,v).textContent=$t}else vn(Ae,U1),de.live&&vn(Ae,N1);let zt={show:!0},li={show:!1};function Nt(v,M){if(M==0&&(ct||!de.live||s==2))return Oo;let P=[],D=Gn("tr",F1,Ge,Ge.childNodes[M]);vn(D,v.class),v.show||vn(D,Ir);let H=Gn("th",null,D);if(ye.show){let fe=Tn(O1,H);if(M>0){let _e=ye.width(i,M);_e&&(fe.style.border=_e+"px "+ye.dash(i,M)+" "+ye.stroke(i,M)),fe.style.background=ye.fill(i,M)}}let Z=Tn(_0,H);v.label instanceof HTMLElement?Z.appendChild(v.label):Z.textContent=v.label,M>0&&(ye.show||(Z.style.color=v.width>0?ye.stroke(i,M):ye.fill(i,M)),_t("click",H,fe=>{if(ue._lock)return;Je(fe);let _e=x.indexOf(v);if((fe.ctrlKey||fe.metaKey)!=de.isolate){let De=x.some((Ne,Fe)=>Fe>0&&Fe!=_e&&Ne.show);x.forEach((Ne,Fe)=>{Fe>0&&Kn(Fe,De?Fe==_e?zt:li:zt,!0,fi.setSeries)})}else Kn(_e,{show:!v.show},!0,fi.setSeries)},!1),je&&_t(w0,H,fe=>{ue._lock||(Je(fe),Kn(x.indexOf(v),Xr,!0,fi.setSeries))},!1));for(var ae in dt){let fe=Gn("td",k1,D);fe.textContent="--",P.push(fe)}return[D,P]}let Ti=new Map;function _t(v,M,P,D=!0){let H=Ti.get(M)||{},Z=ue.bind[v](i,M,P,D);Z&&(Dr(v,M,H[v]=Z),Ti.set(M,H))}function yi(v,M,P){let D=Ti.get(M)||{};for(let H in D)(v==null||H==v)&&(zf(H,M,D[H]),delete D[H]);v==null&&Ti.delete(M)}let Qt=0,ci=0,O=0,Ce=0,$e=0,rt=0,Me=$e,Ot=rt,ze=O,Xe=Ce,R=0,b=0,X=0,he=0;i.bbox={};let oe=!1,ve=!1,xe=!1,te=!1,ne=!1,pe=!1;function F(v,M,P){(P||v!=i.width||M!=i.height)&&re(v,M),ht(!1),xe=!0,ve=!0,Bi()}function re(v,M){i.width=Qt=O=v,i.height=ci=Ce=M,$e=rt=0,be(),He();let P=i.bbox;R=P.left=Pr($e*Tt,.5),b=P.top=Pr(rt*Tt,.5),X=P.width=Pr(O*Tt,.5),he=P.height=Pr(Ce*Tt,.5)}let ie=3;function we(){let v=!1,M=0;for(;!v;){M++;let P=Br(M),D=$n(M);v=M==ie||P&&D,v||(re(i.width,i.height),ve=!0)}}function ge({width:v,height:M}){F(v,M)}i.setSize=ge;function be(){let v=!1,M=!1,P=!1,D=!1;A.forEach((H,Z)=>{if(H.show&&H._show){let{side:ae,_size:fe}=H,_e=ae%2,De=H.label!=null?H.labelSize:0,Ne=fe+De;Ne>0&&(_e?(O-=Ne,ae==3?($e+=Ne,D=!0):P=!0):(Ce-=Ne,ae==0?(rt+=Ne,v=!0):M=!0))}}),qn[0]=v,qn[1]=P,qn[2]=M,qn[3]=D,O-=Rn[1]+Rn[3],$e+=Rn[3],Ce-=Rn[2]+Rn[0],rt+=Rn[0]}function He(){let v=$e+O,M=rt+Ce,P=$e,D=rt;function H(Z,ae){switch(Z){case 1:return v+=ae,v-ae;case 2:return M+=ae,M-ae;case 3:return P-=ae,P+ae;case 0:return D-=ae,D+ae}}A.forEach((Z,ae)=>{if(Z.show&&Z._show){let fe=Z.side;Z._pos=H(fe,Z._size),Z.label!=null&&(Z._lpos=H(fe,Z.labelSize))}})}if(ue.dataIdx==null){let v=ue.hover,M=v.skip=new Set(v.skip??[]);M.add(void 0);let P=v.prox=yt(v.prox),D=v.bias??=0;ue.dataIdx=(H,Z,ae,fe)=>{if(Z==0)return ae;let _e=ae,De=P(H,Z,ae,fe)??kt,Ne=De>=0&&De<kt,Fe=I.ori==0?O:Ce,nt=ue.left,wt=e[0],St=e[Z];if(M.has(St[ae])){_e=null;let mt=null,Ze=null,We;if(D==0||D==-1)for(We=ae;mt==null&&We-- >0;)M.has(St[We])||(mt=We);if(D==0||D==1)for(We=ae;Ze==null&&We++<St.length;)M.has(St[We])||(Ze=We);if(mt!=null||Ze!=null)if(Ne){let Xt=mt==null?-1/0:V(wt[mt],I,Fe,0),ii=Ze==null?1/0:V(wt[Ze],I,Fe,0),Pi=nt-Xt,Ut=ii-nt;Pi<=Ut?Pi<=De&&(_e=mt):Ut<=De&&(_e=Ze)}else _e=Ze==null?mt:mt==null?Ze:ae-mt<=Ze-ae?mt:Ze}else Ne&&Ei(nt-V(wt[ae],I,Fe,0))>De&&(_e=null);return _e}}let Je=v=>{ue.event=v};ue.idxs=se,ue._lock=!1;let le=ue.points;le.show=yt(le.show),le.size=yt(le.size),le.stroke=yt(le.stroke),le.width=yt(le.width),le.fill=yt(le.fill);let Oe=i.focus=vi({},n.focus||{alpha:.3},ue.focus),je=Oe.prox>=0,Re=je&&le.one,lt=[],Ht=[],Gi=[];function $o(v,M){let P=le.show(i,M);if(P instanceof HTMLElement)return vn(P,I1),vn(P,v.class),cs(P,-10,-10,O,Ce),g.insertBefore(P,lt[M]),P}function Fr(v,M){if(s==1||M>0){let P=s==1&&S[v.scale].time,D=v.value;v.value=P?B0(D)?q0(Y,X0(D,G)):D||Q:D||qE,v.label=v.label||(P?kE:OE)}if(Re||M>0){v.width=v.width==null?1:v.width,v.paths=v.paths||oT||Z1,v.fillTo=yt(v.fillTo||JE),v.pxAlign=+Mt(v.pxAlign,_),v.pxRound=tv(v.pxAlign),v.stroke=yt(v.stroke||null),v.fill=yt(v.fill||null),v._stroke=v._fill=v._paths=v._focus=null;let P=YE(nn(1,v.width),1),D=v.points=vi({},{size:P,width:nn(1,P*.2),stroke:v.stroke,space:P*2,paths:aT,_stroke:null,_fill:null},v.points);D.show=yt(D.show),D.filter=yt(D.filter),D.fill=yt(D.fill),D.stroke=yt(D.stroke),D.paths=yt(D.paths),D.pxAlign=v.pxAlign}if(ee){let P=Nt(v,M);st.splice(M,0,P[0]),Ve.splice(M,0,P[1]),de.values.push(null)}if(me){se.splice(M,0,null);let P=null;Re?M==0&&(P=$o(v,M)):M>0&&(P=$o(v,M)),lt.splice(M,0,P),Ht.splice(M,0,0),Gi.splice(M,0,0)}Ci("addSeries",M)}function Uu(v,M){M=M??x.length,v=s==1?qf(v,M,$0,Q0):qf(v,M,{},j0),x.splice(M,0,v),Fr(x[M],M)}i.addSeries=Uu;function fl(v){if(x.splice(v,1),ee){de.values.splice(v,1),Ve.splice(v,1);let M=st.splice(v,1)[0];yi(null,M.firstChild),M.remove()}me&&(se.splice(v,1),lt.splice(v,1)[0].remove(),Ht.splice(v,1),Gi.splice(v,1)),Ci("delSeries",v)}i.delSeries=fl;let qn=[!1,!1,!1,!1];function us(v,M){if(v._show=v.show,v.show){let P=v.side%2,D=S[v.scale];D==null&&(v.scale=P?x[1].scale:T,D=S[v.scale]);let H=D.time;v.size=yt(v.size),v.space=yt(v.space),v.rotate=yt(v.rotate),or(v.incrs)&&v.incrs.forEach(ae=>{!ar.has(ae)&&ar.set(ae,pv(ae))}),v.incrs=yt(v.incrs||(D.distr==2?yE:H?p==1?_E:ME:Lr)),v.splits=yt(v.splits||(H&&D.distr==1?ce:D.distr==3?Hf:D.distr==4?VE:zE)),v.stroke=yt(v.stroke),v.grid.stroke=yt(v.grid.stroke),v.ticks.stroke=yt(v.ticks.stroke),v.border.stroke=yt(v.border.stroke);let Z=v.values;v.values=or(Z)&&!or(Z[0])?yt(Z):H?or(Z)?W0(Y,G0(Z,G)):B0(Z)?TE(Y,Z):Z||J:Z||BE,v.filter=yt(v.filter||(D.distr>=3&&D.log==10?WE:D.distr==3&&D.log==2?XE:dv)),v.font=rv(v.font),v.labelFont=rv(v.labelFont),v._size=v.size(i,null,M,0),v._space=v._rotate=v._incrs=v._found=v._splits=v._values=null,v._size>0&&(qn[M]=!0,v._el=Tn(R1,d))}}function ds(v,M,P,D){let[H,Z,ae,fe]=P,_e=M%2,De=0;return _e==0&&(fe||Z)&&(De=M==0&&!H||M==2&&!ae?wi(Y0.size/3):0),_e==1&&(H||ae)&&(De=M==1&&!Z||M==3&&!fe?wi(Z0.size/2):0),De}let Ko=i.padding=(n.padding||[ds,ds,ds,ds]).map(v=>yt(Mt(v,ds))),Rn=i._padding=Ko.map((v,M)=>v(i,M,qn,0)),ei,ri=null,oi=null,Yn=s==1?x[0].idxs:null,ln=null,Ns=!1;function Zo(v,M){if(e=v??[],i.data=i._data=e,s==2){ei=0;for(let P=1;P<x.length;P++)ei+=e[P][0].length}else{e.length==0&&(i.data=i._data=e=[[]]),ln=e[0],ei=ln.length;let P=e;if(z==2){P=e.slice();let D=P[0]=Array(ei);for(let H=0;H<ei;H++)D[H]=H}i._data=e=P}if(ht(!0),Ci("setData"),z==2&&(xe=!0),M!==!1){let P=I;P.auto(i,Ns)?Jo():Os(T,P.min,P.max),te=te||ue.left>=0,pe=!0,Bi()}}i.setData=Zo;function Jo(){Ns=!0;let v,M;s==1&&(ei>0?(ri=Yn[0]=0,oi=Yn[1]=ei-1,v=e[0][ri],M=e[0][oi],z==2?(v=ri,M=oi):v==M&&(z==3?[v,M]=jh(v,v,I.log,!1):z==4?[v,M]=Zf(v,v,I.log,!1):I.time?M=v+wi(86400/p):[v,M]=Kh(v,M,Jf,!0))):(ri=Yn[0]=v=null,oi=Yn[1]=M=null)),Os(T,v,M)}let Or,Us,kr,w,B,j,q,$,Ee,Le;function Te(v,M,P,D,H,Z){v??=S0,P??=Qf,D??="butt",H??=S0,Z??="round",v!=Or&&(h.strokeStyle=Or=v),H!=Us&&(h.fillStyle=Us=H),M!=kr&&(h.lineWidth=kr=M),Z!=B&&(h.lineJoin=B=Z),D!=j&&(h.lineCap=j=D),P!=w&&h.setLineDash(w=P)}function Ie(v,M,P,D){M!=Us&&(h.fillStyle=Us=M),v!=q&&(h.font=q=v),P!=$&&(h.textAlign=$=P),D!=Ee&&(h.textBaseline=Ee=D)}function Be(v,M,P,D,H=0){if(D.length>0&&v.auto(i,Ns)&&(M==null||M.min==null)){let Z=Mt(ri,0),ae=Mt(oi,D.length-1),fe=P.min==null?W1(D,Z,ae,H,v.distr==3):[P.min,P.max];v.min=Xn(v.min,P.min=fe[0]),v.max=nn(v.max,P.max=fe[1])}}let et={min:null,max:null};function ft(){for(let D in S){let H=S[D];W[D]==null&&(H.min==null||W[T]!=null&&H.auto(i,Ns))&&(W[D]=et)}for(let D in S){let H=S[D];W[D]==null&&H.from!=null&&W[H.from]!=null&&(W[D]=et)}W[T]!=null&&ht(!0);let v={};for(let D in W){let H=W[D];if(H!=null){let Z=v[D]=ko(S[D],Q1);if(H.min!=null)vi(Z,H);else if(D!=T||s==2)if(ei==0&&Z.from==null){let ae=Z.range(i,null,null,D);Z.min=ae[0],Z.max=ae[1]}else Z.min=kt,Z.max=-kt}}if(ei>0){x.forEach((D,H)=>{if(s==1){let Z=D.scale,ae=W[Z];if(ae==null)return;let fe=v[Z];if(H==0){let _e=fe.range(i,fe.min,fe.max,Z);fe.min=_e[0],fe.max=_e[1],ri=Wn(fe.min,e[0]),oi=Wn(fe.max,e[0]),oi-ri>1&&(e[0][ri]<fe.min&&ri++,e[0][oi]>fe.max&&oi--),D.min=ln[ri],D.max=ln[oi]}else D.show&&D.auto&&Be(fe,ae,D,e[H],D.sorted);D.idxs[0]=ri,D.idxs[1]=oi}else if(H>0&&D.show&&D.auto){let[Z,ae]=D.facets,fe=Z.scale,_e=ae.scale,[De,Ne]=e[H],Fe=v[fe],nt=v[_e];Fe!=null&&Be(Fe,W[fe],Z,De,Z.sorted),nt!=null&&Be(nt,W[_e],ae,Ne,ae.sorted),D.min=ae.min,D.max=ae.max}});for(let D in v){let H=v[D],Z=W[D];if(H.from==null&&(Z==null||Z.min==null)){let ae=H.range(i,H.min==kt?null:H.min,H.max==-kt?null:H.max,D);H.min=ae[0],H.max=ae[1]}}}for(let D in v){let H=v[D];if(H.from!=null){let Z=v[H.from];if(Z.min==null)H.min=H.max=null;else{let ae=H.range(i,Z.min,Z.max,D);H.min=ae[0],H.max=ae[1]}}}let M={},P=!1;for(let D in v){let H=v[D],Z=S[D];if(Z.min!=H.min||Z.max!=H.max){Z.min=H.min,Z.max=H.max;let ae=Z.distr;Z._min=ae==3?Is(Z.min):ae==4?Df(Z.min,Z.asinh):ae==100?Z.fwd(Z.min):Z.min,Z._max=ae==3?Is(Z.max):ae==4?Df(Z.max,Z.asinh):ae==100?Z.fwd(Z.max):Z.max,M[D]=P=!0}}if(P){x.forEach((D,H)=>{s==2?H>0&&M.y&&(D._paths=null):M[D.scale]&&(D._paths=null)});for(let D in M)xe=!0,Ci("setScale",D);me&&ue.left>=0&&(te=pe=!0)}for(let D in W)W[D]=null}function ke(v){let M=Vf(ri-1,0,ei-1),P=Vf(oi+1,0,ei-1);for(;v[M]==null&&M>0;)M--;for(;v[P]==null&&P<ei-1;)P++;return[M,P]}function pt(){if(ei>0){let v=x.some(M=>M._focus)&&Le!=Oe.alpha;v&&(h.globalAlpha=Le=Oe.alpha),x.forEach((M,P)=>{if(P>0&&M.show&&(Zt(P,!1),Zt(P,!0),M._paths==null)){let D=Le;Le!=M.alpha&&(h.globalAlpha=Le=M.alpha);let H=s==2?[0,e[P][0].length-1]:ke(e[P]);M._paths=M.paths(i,P,H[0],H[1]),Le!=D&&(h.globalAlpha=Le=D)}}),x.forEach((M,P)=>{if(P>0&&M.show){let D=Le;Le!=M.alpha&&(h.globalAlpha=Le=M.alpha),M._paths!=null&&Lt(P,!1);{let H=M._paths!=null?M._paths.gaps:null,Z=M.points.show(i,P,ri,oi,H),ae=M.points.filter(i,P,Z,H);(Z||ae)&&(M.points._paths=M.points.paths(i,P,ri,oi,ae),Lt(P,!0))}Le!=D&&(h.globalAlpha=Le=D),Ci("drawSeries",P)}}),v&&(h.globalAlpha=Le=1)}}function Zt(v,M){let P=M?x[v].points:x[v];P._stroke=P.stroke(i,v),P._fill=P.fill(i,v)}function Lt(v,M){let P=M?x[v].points:x[v],{stroke:D,fill:H,clip:Z,flags:ae,_stroke:fe=P._stroke,_fill:_e=P._fill,_width:De=P.width}=P._paths;De=Bt(De*Tt,3);let Ne=null,Fe=De%2/2;M&&_e==null&&(_e=De>0?"#fff":fe);let nt=P.pxAlign==1&&Fe>0;if(nt&&h.translate(Fe,Fe),!M){let wt=R-De/2,St=b-De/2,mt=X+De,Ze=he+De;Ne=new Path2D,Ne.rect(wt,St,mt,Ze)}M?Ue(fe,De,P.dash,P.cap,_e,D,H,ae,Z):It(v,fe,De,P.dash,P.cap,_e,D,H,ae,Ne,Z),nt&&h.translate(-Fe,-Fe)}function It(v,M,P,D,H,Z,ae,fe,_e,De,Ne){let Fe=!1;_e!=0&&C.forEach((nt,wt)=>{if(nt.series[0]==v){let St=x[nt.series[1]],mt=e[nt.series[1]],Ze=(St._paths||al).band;or(Ze)&&(Ze=nt.dir==1?Ze[0]:Ze[1]);let We,Xt=null;St.show&&Ze&&q1(mt,ri,oi)?(Xt=nt.fill(i,wt)||Z,We=St._paths.clip):Ze=null,Ue(M,P,D,H,Xt,ae,fe,_e,De,Ne,We,Ze),Fe=!0}}),Fe||Ue(M,P,D,H,Z,ae,fe,_e,De,Ne)}let xi=Bo|Wf;function Ue(v,M,P,D,H,Z,ae,fe,_e,De,Ne,Fe){Te(v,M,P,D,H),(_e||De||Fe)&&(h.save(),_e&&h.clip(_e),De&&h.clip(De)),Fe?(fe&xi)==xi?(h.clip(Fe),Ne&&h.clip(Ne),gt(H,ae),hi(v,Z,M)):fe&Wf?(gt(H,ae),h.clip(Fe),hi(v,Z,M)):fe&Bo&&(h.save(),h.clip(Fe),Ne&&h.clip(Ne),gt(H,ae),h.restore(),hi(v,Z,M)):(gt(H,ae),hi(v,Z,M)),(_e||De||Fe)&&h.restore()}function hi(v,M,P){P>0&&(M instanceof Map?M.forEach((D,H)=>{h.strokeStyle=Or=H,h.stroke(D)}):M!=null&&v&&h.stroke(M))}function gt(v,M){M instanceof Map?M.forEach((P,D)=>{h.fillStyle=Us=D,h.fill(P)}):M!=null&&v&&h.fill(M)}function fs(v,M,P,D){let H=A[v],Z;if(D<=0)Z=[0,0];else{let ae=H._space=H.space(i,v,M,P,D),fe=H._incrs=H.incrs(i,v,M,P,D,ae);Z=fT(M,P,fe,D,ae)}return H._found=Z}function ui(v,M,P,D,H,Z,ae,fe,_e,De){let Ne=ae%2/2;_==1&&h.translate(Ne,Ne),Te(fe,ae,_e,De,fe),h.beginPath();let Fe,nt,wt,St,mt=H+(D==0||D==3?-Z:Z);P==0?(nt=H,St=mt):(Fe=H,wt=mt);for(let Ze=0;Ze<v.length;Ze++)M[Ze]!=null&&(P==0?Fe=wt=v[Ze]:nt=St=v[Ze],h.moveTo(Fe,nt),h.lineTo(wt,St));h.stroke(),_==1&&h.translate(-Ne,-Ne)}function Br(v){let M=!0;return A.forEach((P,D)=>{if(!P.show)return;let H=S[P.scale];if(H.min==null){P._show&&(M=!1,P._show=!1,ht(!1));return}else P._show||(M=!1,P._show=!0,ht(!1));let Z=P.side,ae=Z%2,{min:fe,max:_e}=H,[De,Ne]=fs(D,fe,_e,ae==0?O:Ce);if(Ne==0)return;let Fe=H.distr==2,nt=P._splits=P.splits(i,D,fe,_e,De,Ne,Fe),wt=H.distr==2?nt.map(We=>ln[We]):nt,St=H.distr==2?ln[nt[1]]-ln[nt[0]]:De,mt=P._values=P.values(i,P.filter(i,wt,D,Ne,St),D,Ne,St);P._rotate=Z==2?P.rotate(i,mt,D,Ne):0;let Ze=P._size;P._size=An(P.size(i,mt,D,v)),Ze!=null&&P._size!=Ze&&(M=!1)}),M}function $n(v){let M=!0;return Ko.forEach((P,D)=>{let H=P(i,D,qn,v);H!=Rn[D]&&(M=!1),Rn[D]=H}),M}function ps(){for(let v=0;v<A.length;v++){let M=A[v];if(!M.show||!M._show)continue;let P=M.side,D=P%2,H,Z,ae=M.stroke(i,v),fe=P==0||P==3?-1:1,[_e,De]=M._found;if(M.label!=null){let qi=M.labelGap*fe,un=wi((M._lpos+qi)*Tt);Ie(M.labelFont[0],ae,"center",P==2?"top":b0),h.save(),D==1?(H=Z=0,h.translate(un,wi(b+he/2)),h.rotate((P==3?-Yh:Yh)/2)):(H=wi(R+X/2),Z=un);let ur=hv(M.label)?M.label(i,v,_e,De):M.label;h.fillText(ur,H,Z),h.restore()}if(De==0)continue;let Ne=S[M.scale],Fe=D==0?X:he,nt=D==0?R:b,wt=M._splits,St=Ne.distr==2?wt.map(qi=>ln[qi]):wt,mt=Ne.distr==2?ln[wt[1]]-ln[wt[0]]:_e,Ze=M.ticks,We=M.border,Xt=Ze.show?Ze.size:0,ii=wi(Xt*Tt),Pi=wi((M.alignTo==2?M._size-Xt-M.gap:M.gap)*Tt),Ut=M._rotate*-Yh/180,ni=m(M._pos*Tt),cn=(ii+Pi)*fe,Xi=ni+cn;Z=D==0?Xi:0,H=D==1?Xi:0;let _n=M.font[0],Cn=M.align==1?Do:M.align==2?Pf:Ut>0?Do:Ut<0?Pf:D==0?"center":P==3?Pf:Do,Jn=Ut||D==1?"middle":P==2?"top":b0;Ie(_n,ae,Cn,Jn);let hn=M.font[1]*M.lineGap,bn=wt.map(qi=>m(a(qi,Ne,Fe,nt))),Pn=M._values;for(let qi=0;qi<Pn.length;qi++){let un=Pn[qi];if(un!=null){D==0?H=bn[qi]:Z=bn[qi],un=""+un;let ur=un.indexOf(`
`)==-1?[un]:un.split(/\n/gm);for(let Yi=0;Yi<ur.length;Yi++){let Fp=ur[Yi];Ut?(h.save(),h.translate(H,Z+Yi*hn),h.rotate(Ut),h.fillText(Fp,0,0),h.restore()):h.fillText(Fp,H,Z+Yi*hn)}}}Ze.show&&ui(bn,Ze.filter(i,St,v,De,mt),D,P,ni,ii,Bt(Ze.width*Tt,3),Ze.stroke(i,v),Ze.dash,Ze.cap);let jn=M.grid;jn.show&&ui(bn,jn.filter(i,St,v,De,mt),D,D==0?2:1,D==0?b:R,D==0?he:X,Bt(jn.width*Tt,3),jn.stroke(i,v),jn.dash,jn.cap),We.show&&ui([ni],[1],D==0?1:0,D==0?1:2,D==1?b:R,D==1?he:X,Bt(We.width*Tt,3),We.stroke(i,v),We.dash,We.cap)}Ci("drawAxes")}function ht(v){x.forEach((M,P)=>{P>0&&(M._paths=null,v&&(s==1?(M.min=null,M.max=null):M.facets.forEach(D=>{D.min=null,D.max=null})))})}let ti=!1,Wi=!1,Dt=[];function di(){Wi=!1;for(let v=0;v<Dt.length;v++)Ci(...Dt[v]);Dt.length=0}function Bi(){ti||(oE(yp),ti=!0)}function pl(v,M=!1){ti=!0,Wi=M,v(i),yp(),M&&Dt.length>0&&queueMicrotask(di)}i.batch=pl;function yp(){if(oe&&(ft(),oe=!1),xe&&(we(),xe=!1),ve){if(Yt(f,Do,$e),Yt(f,"top",rt),Yt(f,nl,O),Yt(f,sl,Ce),Yt(g,Do,$e),Yt(g,"top",rt),Yt(g,nl,O),Yt(g,sl,Ce),Yt(d,nl,Qt),Yt(d,sl,ci),u.width=wi(Qt*Tt),u.height=wi(ci*Tt),A.forEach(({_el:v,_show:M,_size:P,_pos:D,side:H})=>{if(v!=null)if(M){let Z=H===3||H===0?P:0,ae=H%2==1;Yt(v,ae?"left":"top",D-Z),Yt(v,ae?"width":"height",P),Yt(v,ae?"top":"left",ae?rt:$e),Yt(v,ae?"height":"width",ae?Ce:O),Bf(v,Ir)}else vn(v,Ir)}),Or=Us=kr=B=j=q=$=Ee=w=null,Le=1,ea(!0),$e!=Me||rt!=Ot||O!=ze||Ce!=Xe){ht(!1);let v=O/ze,M=Ce/Xe;if(me&&!te&&ue.left>=0){ue.left*=v,ue.top*=M,zr&&cs(zr,wi(ue.left),0,O,Ce),Vr&&cs(Vr,0,wi(ue.top),O,Ce);for(let P=0;P<lt.length;P++){let D=lt[P];D!=null&&(Ht[P]*=v,Gi[P]*=M,cs(D,An(Ht[P]),An(Gi[P]),O,Ce))}}if(Wt.show&&!ne&&Wt.left>=0&&Wt.width>0){Wt.left*=v,Wt.width*=v,Wt.top*=M,Wt.height*=M;for(let P in Vu)Yt(Wr,P,Wt[P])}Me=$e,Ot=rt,ze=O,Xe=Ce}Ci("setSize"),ve=!1}Qt>0&&ci>0&&(h.clearRect(0,0,u.width,u.height),Ci("drawClear"),E.forEach(v=>v()),Ci("draw")),Wt.show&&ne&&(ml(Wt),ne=!1),me&&te&&(hr(null,!0,!1),te=!1),de.show&&de.live&&pe&&(Bu(),pe=!1),l||(l=!0,i.status=1,Ci("ready")),Ns=!1,ti=!1}i.redraw=(v,M)=>{xe=M||!1,v!==!1?Os(T,I.min,I.max):Bi()};function Fu(v,M){let P=S[v];if(P.from==null){if(ei==0){let D=P.range(i,M.min,M.max,v);M.min=D[0],M.max=D[1]}if(M.min>M.max){let D=M.min;M.min=M.max,M.max=D}if(ei>1&&M.min!=null&&M.max!=null&&M.max-M.min<1e-16)return;v==T&&P.distr==2&&ei>0&&(M.min=Wn(M.min,e[0]),M.max=Wn(M.max,e[0]),M.min==M.max&&M.max++),W[v]=M,oe=!0,Bi()}}i.setScale=Fu;let Ou,ku,zr,Vr,xp,_p,Hr,Gr,bp,Sp,Gt,Kt,Fs=!1,Ni=ue.drag,Ai=Ni.x,Ri=Ni.y;me&&(ue.x&&(Ou=Tn(P1,g)),ue.y&&(ku=Tn(L1,g)),I.ori==0?(zr=Ou,Vr=ku):(zr=ku,Vr=Ou),Gt=ue.left,Kt=ue.top);let Wt=i.select=vi({show:!0,over:!0,left:0,width:0,top:0,height:0},n.select),Wr=Wt.show?Tn(C1,Wt.over?g:f):null;function ml(v,M){if(Wt.show){for(let P in v)Wt[P]=v[P],P in Vu&&Yt(Wr,P,v[P]);M!==!1&&Ci("setSelect")}}i.setSelect=ml;function Ty(v){if(x[v].show)ee&&Bf(st[v],Ir);else if(ee&&vn(st[v],Ir),me){let P=Re?lt[0]:lt[v];P!=null&&cs(P,-10,-10,O,Ce)}}function Os(v,M,P){Fu(v,{min:M,max:P})}function Kn(v,M,P,D){M.focus!=null&&Ly(v),M.show!=null&&x.forEach((H,Z)=>{Z>0&&(v==Z||v==null)&&(H.show=M.show,Ty(Z),s==2?(Os(H.facets[0].scale,null,null),Os(H.facets[1].scale,null,null)):Os(H.scale,null,null),Bi())}),P!==!1&&Ci("setSeries",v,M),D&&ta("setSeries",i,v,M)}i.setSeries=Kn;function Ay(v,M){vi(C[v],M)}function Ry(v,M){v.fill=yt(v.fill||null),v.dir=Mt(v.dir,-1),M=M??C.length,C.splice(M,0,v)}function Cy(v){v==null?C.length=0:C.splice(v,1)}i.addBand=Ry,i.setBand=Ay,i.delBand=Cy;function Py(v,M){x[v].alpha=M,me&&lt[v]!=null&&(lt[v].style.opacity=M),ee&&st[v]&&(st[v].style.opacity=M)}let ms,ks,cr,Xr={focus:!0};function Ly(v){if(v!=cr){let M=v==null,P=Oe.alpha!=1;x.forEach((D,H)=>{if(s==1||H>0){let Z=M||H==0||H==v;D._focus=M?null:Z,P&&Py(H,Z?1:Oe.alpha)}}),cr=v,P&&Bi()}}ee&&je&&_t(E0,Ae,v=>{ue._lock||(Je(v),cr!=null&&Kn(null,Xr,!0,fi.setSeries))});function Zn(v,M,P){let D=S[M];P&&(v=v/Tt-(D.ori==1?rt:$e));let H=O;D.ori==1&&(H=Ce,v=H-v),D.dir==-1&&(v=H-v);let Z=D._min,ae=D._max,fe=v/H,_e=Z+(ae-Z)*fe,De=D.distr;return De==3?Fo(10,_e):De==4?$1(_e,D.asinh):De==100?D.bwd(_e):_e}function Iy(v,M){let P=Zn(v,T,M);return Wn(P,e[0],ri,oi)}i.valToIdx=v=>Wn(v,e[0]),i.posToIdx=Iy,i.posToVal=Zn,i.valToPos=(v,M,P)=>S[M].ori==0?r(v,S[M],P?X:O,P?R:0):o(v,S[M],P?he:Ce,P?b:0),i.setCursor=(v,M,P)=>{Gt=v.left,Kt=v.top,hr(null,M,P)};function Mp(v,M){Yt(Wr,Do,Wt.left=v),Yt(Wr,nl,Wt.width=M)}function wp(v,M){Yt(Wr,"top",Wt.top=v),Yt(Wr,sl,Wt.height=M)}let jo=I.ori==0?Mp:wp,Qo=I.ori==1?Mp:wp;function Dy(){if(ee&&de.live)for(let v=s==2?1:0;v<x.length;v++){if(v==0&&ct)continue;let M=de.values[v],P=0;for(let D in M)Ve[v][P++].firstChild.nodeValue=M[D]}}function Bu(v,M){if(v!=null&&(v.idxs?v.idxs.forEach((P,D)=>{se[D]=P}):j1(v.idx)||se.fill(v.idx),de.idx=se[0]),ee&&de.live){for(let P=0;P<x.length;P++)(P>0||s==1&&!ct)&&Ny(P,se[P]);Dy()}pe=!1,M!==!1&&Ci("setLegend")}i.setLegend=Bu;function Ny(v,M){let P=x[v],D=v==0&&z==2?ln:e[v],H;ct?H=P.values(i,v,M)??it:(H=P.value(i,M==null?null:D[M],v,M),H=H==null?it:{_:H}),de.values[v]=H}function hr(v,M,P){bp=Gt,Sp=Kt,[Gt,Kt]=ue.move(i,Gt,Kt),ue.left=Gt,ue.top=Kt,me&&(zr&&cs(zr,wi(Gt),0,O,Ce),Vr&&cs(Vr,0,wi(Kt),O,Ce));let D,H=ri>oi;ms=kt,ks=null;let Z=I.ori==0?O:Ce,ae=I.ori==1?O:Ce;if(Gt<0||ei==0||H){D=ue.idx=null;for(let fe=0;fe<x.length;fe++){let _e=lt[fe];_e!=null&&cs(_e,-10,-10,O,Ce)}je&&Kn(null,Xr,!0,v==null&&fi.setSeries),de.live&&(se.fill(D),pe=!0)}else{let fe,_e,De;s==1&&(fe=I.ori==0?Gt:Kt,_e=Zn(fe,T),D=ue.idx=Wn(_e,e[0],ri,oi),De=V(e[0][D],I,Z,0));let Ne=-10,Fe=-10,nt=0,wt=0,St=!0,mt="",Ze="";for(let We=s==2?1:0;We<x.length;We++){let Xt=x[We],ii=se[We],Pi=ii==null?null:s==1?e[We][ii]:e[We][1][ii],Ut=ue.dataIdx(i,We,D,_e),ni=Ut==null?null:s==1?e[We][Ut]:e[We][1][Ut];if(pe=pe||ni!=Pi||Ut!=ii,se[We]=Ut,We>0&&Xt.show){let cn=Ut==null?-10:Ut==D?De:V(s==1?e[0][Ut]:e[We][0][Ut],I,Z,0),Xi=ni==null?-10:N(ni,s==1?S[Xt.scale]:S[Xt.facets[1].scale],ae,0);if(je&&ni!=null){let _n=I.ori==1?Gt:Kt,Cn=Ei(Oe.dist(i,We,Ut,Xi,_n));if(Cn<ms){let Jn=Oe.bias;if(Jn!=0){let hn=Zn(_n,Xt.scale),bn=ni>=0?1:-1,Pn=hn>=0?1:-1;Pn==bn&&(Pn==1?Jn==1?ni>=hn:ni<=hn:Jn==1?ni<=hn:ni>=hn)&&(ms=Cn,ks=We)}else ms=Cn,ks=We}}if(pe||Re){let _n,Cn;I.ori==0?(_n=cn,Cn=Xi):(_n=Xi,Cn=cn);let Jn,hn,bn,Pn,jn,qi,un=!0,ur=le.bbox;if(ur!=null){un=!1;let Yi=ur(i,We);bn=Yi.left,Pn=Yi.top,Jn=Yi.width,hn=Yi.height}else bn=_n,Pn=Cn,Jn=hn=le.size(i,We);if(qi=le.fill(i,We),jn=le.stroke(i,We),Re)We==ks&&ms<=Oe.prox&&(Ne=bn,Fe=Pn,nt=Jn,wt=hn,St=un,mt=qi,Ze=jn);else{let Yi=lt[We];Yi!=null&&(Ht[We]=bn,Gi[We]=Pn,I0(Yi,Jn,hn,un),P0(Yi,qi,jn),cs(Yi,An(bn),An(Pn),O,Ce))}}}}if(Re){let We=Oe.prox,Xt=cr==null?ms<=We:ms>We||ks!=cr;if(pe||Xt){let ii=lt[0];ii!=null&&(Ht[0]=Ne,Gi[0]=Fe,I0(ii,nt,wt,St),P0(ii,mt,Ze),cs(ii,An(Ne),An(Fe),O,Ce))}}}if(Wt.show&&Fs)if(v!=null){let[fe,_e]=fi.scales,[De,Ne]=fi.match,[Fe,nt]=v.cursor.sync.scales,wt=v.cursor.drag;if(Ai=wt._x,Ri=wt._y,Ai||Ri){let{left:St,top:mt,width:Ze,height:We}=v.select,Xt=v.scales[Fe].ori,ii=v.posToVal,Pi,Ut,ni,cn,Xi,_n=fe!=null&&De(fe,Fe),Cn=_e!=null&&Ne(_e,nt);_n&&Ai?(Xt==0?(Pi=St,Ut=Ze):(Pi=mt,Ut=We),ni=S[fe],cn=V(ii(Pi,Fe),ni,Z,0),Xi=V(ii(Pi+Ut,Fe),ni,Z,0),jo(Xn(cn,Xi),Ei(Xi-cn))):jo(0,Z),Cn&&Ri?(Xt==1?(Pi=St,Ut=Ze):(Pi=mt,Ut=We),ni=S[_e],cn=N(ii(Pi,nt),ni,ae,0),Xi=N(ii(Pi+Ut,nt),ni,ae,0),Qo(Xn(cn,Xi),Ei(Xi-cn))):Qo(0,ae)}else Hu()}else{let fe=Ei(bp-xp),_e=Ei(Sp-_p);if(I.ori==1){let nt=fe;fe=_e,_e=nt}Ai=Ni.x&&fe>=Ni.dist,Ri=Ni.y&&_e>=Ni.dist;let De=Ni.uni;De!=null?Ai&&Ri&&(Ai=fe>=De,Ri=_e>=De,!Ai&&!Ri&&(_e>fe?Ri=!0:Ai=!0)):Ni.x&&Ni.y&&(Ai||Ri)&&(Ai=Ri=!0);let Ne,Fe;Ai&&(I.ori==0?(Ne=Hr,Fe=Gt):(Ne=Gr,Fe=Kt),jo(Xn(Ne,Fe),Ei(Fe-Ne)),Ri||Qo(0,ae)),Ri&&(I.ori==1?(Ne=Hr,Fe=Gt):(Ne=Gr,Fe=Kt),Qo(Xn(Ne,Fe),Ei(Fe-Ne)),Ai||jo(0,Z)),!Ai&&!Ri&&(jo(0,0),Qo(0,0))}if(Ni._x=Ai,Ni._y=Ri,v==null){if(P){if(Up!=null){let[fe,_e]=fi.scales;fi.values[0]=fe!=null?Zn(I.ori==0?Gt:Kt,fe):null,fi.values[1]=_e!=null?Zn(I.ori==1?Gt:Kt,_e):null}ta(Lf,i,Gt,Kt,O,Ce,D)}if(je){let fe=P&&fi.setSeries,_e=Oe.prox;cr==null?ms<=_e&&Kn(ks,Xr,!0,fe):ms>_e?Kn(null,Xr,!0,fe):ks!=cr&&Kn(ks,Xr,!0,fe)}}pe&&(de.idx=D,Bu()),M!==!1&&Ci("setCursor")}let Bs=null;Object.defineProperty(i,"rect",{get(){return Bs==null&&ea(!1),Bs}});function ea(v=!1){v?Bs=null:(Bs=g.getBoundingClientRect(),Ci("syncRect",Bs))}function Ep(v,M,P,D,H,Z,ae){ue._lock||Fs&&v!=null&&v.movementX==0&&v.movementY==0||(zu(v,M,P,D,H,Z,ae,!1,v!=null),v!=null?hr(null,!0,!0):hr(M,!0,!1))}function zu(v,M,P,D,H,Z,ae,fe,_e){if(Bs==null&&ea(!1),Je(v),v!=null)P=v.clientX-Bs.left,D=v.clientY-Bs.top;else{if(P<0||D<0){Gt=-10,Kt=-10;return}let[De,Ne]=fi.scales,Fe=M.cursor.sync,[nt,wt]=Fe.values,[St,mt]=Fe.scales,[Ze,We]=fi.match,Xt=M.axes[0].side%2==1,ii=I.ori==0?O:Ce,Pi=I.ori==1?O:Ce,Ut=Xt?Z:H,ni=Xt?H:Z,cn=Xt?D:P,Xi=Xt?P:D;if(St!=null?P=Ze(De,St)?a(nt,S[De],ii,0):-10:P=ii*(cn/Ut),mt!=null?D=We(Ne,mt)?a(wt,S[Ne],Pi,0):-10:D=Pi*(Xi/ni),I.ori==1){let _n=P;P=D,D=_n}}_e&&(M==null||M.cursor.event.type==Lf)&&((P<=1||P>=O-1)&&(P=Pr(P,O)),(D<=1||D>=Ce-1)&&(D=Pr(D,Ce))),fe?(xp=P,_p=D,[Hr,Gr]=ue.move(i,P,D)):(Gt=P,Kt=D)}let Vu={width:0,height:0,left:0,top:0};function Hu(){ml(Vu,!1)}let Tp,Ap,Rp,Cp;function Pp(v,M,P,D,H,Z,ae){Fs=!0,Ai=Ri=Ni._x=Ni._y=!1,zu(v,M,P,D,H,Z,ae,!0,!1),v!=null&&(_t(If,Of,Lp,!1),ta(M0,i,Hr,Gr,O,Ce,null));let{left:fe,top:_e,width:De,height:Ne}=Wt;Tp=fe,Ap=_e,Rp=De,Cp=Ne}function Lp(v,M,P,D,H,Z,ae){Fs=Ni._x=Ni._y=!1,zu(v,M,P,D,H,Z,ae,!1,!0);let{left:fe,top:_e,width:De,height:Ne}=Wt,Fe=De>0||Ne>0,nt=Tp!=fe||Ap!=_e||Rp!=De||Cp!=Ne;if(Fe&&nt&&ml(Wt),Ni.setScale&&Fe&&nt){let wt=fe,St=De,mt=_e,Ze=Ne;if(I.ori==1&&(wt=_e,St=Ne,mt=fe,Ze=De),Ai&&Os(T,Zn(wt,T),Zn(wt+St,T)),Ri)for(let We in S){let Xt=S[We];We!=T&&Xt.from==null&&Xt.min!=kt&&Os(We,Zn(mt+Ze,We),Zn(mt,We))}Hu()}else ue.lock&&(ue._lock=!ue._lock,hr(M,!0,v!=null));v!=null&&(yi(If,Of),ta(If,i,Gt,Kt,O,Ce,null))}function Uy(v,M,P,D,H,Z,ae){if(ue._lock)return;Je(v);let fe=Fs;if(Fs){let _e=!0,De=!0,Ne=10,Fe,nt;I.ori==0?(Fe=Ai,nt=Ri):(Fe=Ri,nt=Ai),Fe&&nt&&(_e=Gt<=Ne||Gt>=O-Ne,De=Kt<=Ne||Kt>=Ce-Ne),Fe&&_e&&(Gt=Gt<Hr?0:O),nt&&De&&(Kt=Kt<Gr?0:Ce),hr(null,!0,!0),Fs=!1}Gt=-10,Kt=-10,se.fill(null),hr(null,!0,!0),fe&&(Fs=fe)}function Ip(v,M,P,D,H,Z,ae){ue._lock||(Je(v),Jo(),Hu(),v!=null&&ta(T0,i,Gt,Kt,O,Ce,null))}function Dp(){A.forEach(pT),F(i.width,i.height,!0)}Dr($h,Uo,Dp);let qr={};qr.mousedown=Pp,qr.mousemove=Ep,qr.mouseup=Lp,qr.dblclick=Ip,qr.setSeries=(v,M,P,D)=>{let H=fi.match[2];P=H(i,M,P),P!=-1&&Kn(P,D,!0,!1)},me&&(_t(M0,g,Pp),_t(Lf,g,Ep),_t(w0,g,v=>{Je(v),ea(!1)}),_t(E0,g,Uy),_t(T0,g,Ip),Xf.add(i),i.syncRect=ea);let gl=i.hooks=n.hooks||{};function Ci(v,M,P){Wi?Dt.push([v,M,P]):v in gl&&gl[v].forEach(D=>{D.call(null,i,M,P)})}(n.plugins||[]).forEach(v=>{for(let M in v.hooks)gl[M]=(gl[M]||[]).concat(v.hooks[M])});let Np=(v,M,P)=>P,fi=vi({key:null,setSeries:!1,filters:{pub:O0,sub:O0},scales:[T,x[1]?x[1].scale:null],match:[k0,k0,Np],values:[null,null]},ue.sync);fi.match.length==2&&fi.match.push(Np),ue.sync=fi;let Up=fi.key,Gu=Nv(Up);function ta(v,M,P,D,H,Z,ae){fi.filters.pub(v,M,P,D,H,Z,ae)&&Gu.pub(v,M,P,D,H,Z,ae)}Gu.sub(i);function Fy(v,M,P,D,H,Z,ae){fi.filters.sub(v,M,P,D,H,Z,ae)&&qr[v](null,M,P,D,H,Z,ae)}i.pub=Fy;function Oy(){Gu.unsub(i),Xf.delete(i),Ti.clear(),zf($h,Uo,Dp),c.remove(),Ae?.remove(),Ci("destroy")}i.destroy=Oy;function Wu(){Ci("init",n,e),Zo(e||n.data,!1),W[T]?Fu(T,W[T]):Jo(),ne=Wt.show&&(Wt.width>0||Wt.height>0),te=pe=!0,F(n.width,n.height)}return x.forEach(Fr),A.forEach(us),t?t instanceof HTMLElement?(t.appendChild(c),Wu()):t(i,Wu):Wu(),i}ai.assign=vi;ai.fmtNum=jf;ai.rangeNum=Kh;ai.rangeLog=jh;ai.rangeAsinh=Zf;ai.orient=Ur;ai.pxRatio=Tt;ai.join=rE;ai.fmtDate=ep,ai.tzDate=gE;ai.sync=Nv;{ai.addGap=jE,ai.clipGaps=tu;let n=ai.paths={points:zv};n.linear=Hv,n.stepped=tT,n.bars=iT,n.spline=sT}var ru={solid:void 0,chain:[10,3,2,3],"double chain":[10,3,2,3,2,3],dashed:[7,4],dotted:[2,3]},qv=["solid","chain","double chain"];function Yv(n){let e=[],t=0;for(let i of n){let s=mT(i,n.slice(0,e.length)),r=s>=0?e[s].color:t++,o=qv[Math.min(qv.length-1,Math.floor(r/bt().series.length))];e.push({color:r,line:i.dashed?"dashed":i.record===1?"dotted":o})}return e}function ou(n){let e=bt().series;return e[n.color%e.length]}function mT(n,e){return n.of!==void 0?n.of<e.length?n.of:-1:n.record===0&&!n.dashed?-1:e.findIndex(t=>t.record===0&&!t.dashed&&(n.name===t.name||n.name.startsWith(`${t.name} `)))}var au=class{constructor(e,t,i){this.styles=t;this.rows=e.map((s,r)=>{let o=Bp(ru[t[r].line]),a=Ke("span",{class:"value"}),l=Ke("button",{title:`${s.name}: show or hide`,attributes:{type:"button","aria-pressed":"true"}},o,gT(s,e),a);return l.addEventListener("click",()=>{let c=l.getAttribute("aria-pressed")!=="true";l.setAttribute("aria-pressed",String(c)),i(r,c)}),this.root.append(l),{key:o,value:a}}),this.recolor()}styles;root=Ke("div",{class:"legend"});rows;setValues(e){this.rows.forEach(({value:t},i)=>t.textContent=Io(e[i]))}recolor(){this.rows.forEach(({key:e},t)=>e.style.stroke=ou(this.styles[t]))}};function gT(n,e){let t=n.of===void 0?void 0:e[n.of];return t&&e.indexOf(n)===n.of+1&&n.name.startsWith(`${t.name} `)?n.name.slice(t.name.length+1):n.name}function cl(n,e,t=""){return n.map(i=>({...i,time:Vt(e,i.time),series:i.series.map(s=>({...s,name:s.record===1&&t?`${s.name} (${t})`:s.name,values:Vt(e,s.array)}))}))}function $v(n,e){return Array.from(n,t=>Number.isFinite(t)?e*t:null)}function hl(n){let[e,t]=[1/0,-1/0];for(let{time:i}of n)i.length&&(e=Math.min(e,i[0]),t=Math.max(t,i[i.length-1]));return e<=t?[e,t]:[0,1]}function ul(n,e){let[t,i]=[0,n.length];for(;i-t>1;){let s=t+i>>1;n[s]<=e?t=s:i=s}return t}function Kv(n,e){let t=ul(n,e);return t+1<n.length&&n[t+1]-e<e-n[t]?t+1:t}var Zv=140,vT=20,lu=class{constructor(e,t,i,s,r){this.data=e;this.events=t;this.range=i;this.units=s;this.styles=Yv(e.series),this.legend=new au(e.series,this.styles,(o,a)=>this.chart.setSeries(o+1,{show:a})),this.root.append(Ke("div",{class:"plot-head"},this.title,this.legend.root),this.box),this.chart=new ai(this.options(r),this.numbers(),this.box),this.chart.over.append(this.now),this.listenToPointers(r),this.setTitle()}data;events;range;units;root=Ke("div",{class:"plot",attributes:{role:"group"}});title=Ke("span",{class:"plot-title"});box=Ke("div",{class:"plot-box"});now=Ke("div",{class:"now"});styles;legend;chart;index=-1;time=NaN;resize(e){let t=e??this.box.clientWidth;t&&t!==this.chart.width&&this.chart.setSize({width:t,height:Zv})}setTime(e){this.time=e;let t=this.chart.valToPos(e,"x"),i=this.chart.bbox.width/ai.pxRatio,s=t>=-1&&t<=i+1;this.now.style.visibility=s?"visible":"hidden",s&&(this.now.style.transform=`translateX(${t}px)`);let r=this.data.held?ul(this.data.time,e):Kv(this.data.time,e);r!==this.index&&(this.index=r,this.showValues())}setRange(e){this.range=e,this.chart.setScale("x",{min:e[0],max:e[1]})}setUnits(e){this.units=e,this.refresh()}refresh(){this.chart.setData(this.numbers()),this.setTitle(),this.showValues()}recolor(){this.legend.recolor(),this.chart.redraw(!1)}dispose(){this.chart.destroy(),this.root.remove()}options(e){let t={stroke:()=>bt().ink,grid:{stroke:()=>bt().faint,width:1},ticks:{stroke:()=>bt().faint,width:1,size:4},font:"11px system-ui, sans-serif",values:(i,s,r,o,a)=>ja(s,a)};return{width:400,height:Zv,padding:[8,18,0,0],legend:{show:!1},scales:{x:{time:!1,range:()=>xT(...this.range)},y:{range:(i,s,r)=>_T(s,r)}},axes:[{...t,size:24,space:60},{...t,size:(i,s)=>yT(s),space:26}],series:[{},...this.data.series.map((i,s)=>({stroke:()=>ou(this.styles[s]),width:1.6,pxAlign:0,dash:ru[this.styles[s].line],paths:this.data.held?ai.paths.stepped({align:1}):void 0,points:{show:this.data.time.length===1,size:6}}))],cursor:{x:!1,y:!1,points:{show:!1},drag:{x:!0,y:!1,setScale:!1},bind:{mousedown:(i,s,r)=>o=>o.shiftKey?r(o):null,dblclick:()=>()=>(e.zoom(null),null)}},hooks:{draw:[i=>this.drawEvents(i)],setScale:[()=>this.setTime(this.time)],setSize:[()=>this.setTime(this.time)],setSelect:[i=>this.zoomTo(i,e)]}}}zoomTo(e,t){let{left:i,width:s}=e.select;s<4||(t.zoom([e.posToVal(i,"x"),e.posToVal(i+s,"x")]),e.setSelect({left:0,top:0,width:0,height:0},!1))}listenToPointers({time:e}){let t=this.chart.over,i=s=>this.chart.posToVal(s.clientX-t.getBoundingClientRect().left,"x");t.addEventListener("pointerdown",s=>{s.shiftKey||s.button!==0||(t.setPointerCapture(s.pointerId),e(i(s),"press"))}),t.addEventListener("pointermove",s=>{s.shiftKey||(s.buttons&1?e(i(s),"press"):s.pointerType==="mouse"&&e(i(s),"point"))})}drawEvents(e){let{ctx:t,bbox:i}=e;t.save(),t.strokeStyle=t.fillStyle=bt().mark,t.lineWidth=devicePixelRatio,t.setLineDash([4*devicePixelRatio,3*devicePixelRatio]);let s=this.events.length>vT?8*devicePixelRatio:i.height;for(let r of this.events){let o=e.valToPos(r.time,"x",!0);o>=i.left&&o<=i.left+i.width&&(t.beginPath(),t.moveTo(o,i.top+i.height-s),t.lineTo(o,i.top+i.height),t.stroke())}t.restore()}numbers(){let{factor:e}=sr(this.data.unit,this.units),t=this.data.series.map(i=>$v(i.values,e));return[Array.from(this.data.time),...t]}setTitle(){let{unit:e}=sr(this.data.unit,this.units);this.title.textContent=e?`${this.data.title} [${e}]`:this.data.title,this.root.setAttribute("aria-label",this.title.textContent)}showValues(){let{factor:e}=sr(this.data.unit,this.units);this.legend.setValues(this.data.series.map(t=>e*t.values[this.index]))}};function yT(n){let e=Math.max(0,...(n??[]).map(t=>t.length));return Math.max(58,6.5*e+14)}function xT(n,e){return e>n?[n,e]:[n-.5,n+.5]}function _T(n,e){if(n===null||e===null||!Number.isFinite(n+e))return[0,1];let t=Math.max(Math.abs(n),Math.abs(e)),i=(n+e)/2,s=Math.max((e-n)/2,1e-9*t);return s>0?[i-1.08*s,i+1.08*s]:[-1,1]}var Jv="+ and - zoom about the time of now, 0 shows all",bT={"+":.5,"=":.5,"-":2,0:1/0},Go=class{constructor(e,t){this.host=e;this.onTime=t;gs(x0),this.observer.observe(e),this.endTheme=rs(()=>this.plots.forEach(i=>i.recolor()))}host;onTime;plots=[];data=[];time=0;range=[0,1];width=null;units={angle:"rad",length:"m"};observer=new ResizeObserver(()=>this.resize());endTheme;set(e,t){for(let i of this.plots)i.dispose();this.data=e,this.range=hl(e),this.plots=e.map(i=>new lu(i,t,this.range,this.units,{time:this.onTime,zoom:s=>this.zoom(s)})),this.host.append(...this.plots.map(i=>i.root)),this.resize(),this.setTime(this.time)}append(e,t,i){let s=this.data[e];if(!Array.isArray(s.time))throw new Error("only plots of plain arrays grow");s.time.push(t),s.series.forEach((r,o)=>r.values.push(i[o]??NaN))}refresh(){this.range=hl(this.data);for(let e of this.plots)e.setRange(this.range),e.refresh();this.setTime(this.time)}pressKey(e){let t=bT[e.key];if(t===void 0||e.ctrlKey||e.metaKey||e.altKey)return!1;e.preventDefault();let[i,s]=hl(this.data),r=t*(this.range[1]-this.range[0]),o=Math.min(this.range[1],Math.max(this.range[0],this.time)),a=Math.min(s-r,Math.max(i,o-t*(o-this.range[0])));return this.zoom(r<s-i?[a,a+r]:null),!0}setTime(e){this.time=e;for(let t of this.plots)t.setTime(e)}setWidth(e){this.width=e,this.resize()}setUnits(e){this.units={...e};for(let t of this.plots)t.setUnits(e)}dispose(){this.observer.disconnect(),this.endTheme();for(let e of this.plots)e.dispose();this.plots=[]}zoom(e){this.range=e??hl(this.data);for(let t of this.plots)t.setRange(this.range)}resize(){for(let e of this.plots)e.resize(this.width)}};var Wo=class{constructor(e,t){this.record=e;this.arrays=t;this.times=Vt(t,e.frames.t),this.poses=Float32Array.from(Vt(t,e.frames.poses.still))}record;arrays;times;moving=null;vectors=new Map;poses;at(e){let{poses:t,count:i}=this.record.frames;this.moving??=Gp(t,this.arrays,i);let s=7*t.links.length,[r,o]=this.find(e);return t.links.forEach((a,l)=>{let c=r*s+7*l;this.interpolate(c,c+(o>0?s:0),o,7*a)}),this.poses}vectorAt(e,t){let i=this.vectorsOf(e),[s,r]=this.find(t),o=a=>{let l=i[3*s+a];return r>0?l+r*(i[3*s+3+a]-l):l};return[o(0),o(1),o(2)]}vectorsOf(e){let t=this.vectors.get(e.array);return t||this.vectors.set(e.array,t=Wp(Vt(this.arrays,e.array),e.largest)),t}pointOf(e,t){let[i,s,r,o,a,l,c]=this.poses.subarray(7*e,7*e+7),u=new U(...t).applyQuaternion(new _i(a,l,c,o));return[u.x+i,u.y+s,u.z+r]}countUntil(e){return this.find(e)[0]+1}neighbour(e,t){let[i,s]=this.find(e+1e-9),r=t<0&&s>1e-6?i+1:i;return this.times[Math.min(this.times.length-1,Math.max(0,r+t))]}find(e){let t=ul(this.times,e);if(t+1>=this.times.length)return[t,0];let i=this.times[t+1]-this.times[t];return[t,i>0?Math.min(1,Math.max(0,(e-this.times[t])/i)):0]}interpolate(e,t,i,s){let r=this.moving;for(let a=0;a<3;a++)this.poses[s+a]=r[e+a]+i*(r[t+a]-r[e+a]);let o=new _i(r[e+4],r[e+5],r[e+6],r[e+3]);o.slerp(new _i(r[t+4],r[t+5],r[t+6],r[t+3]),i),this.poses.set([o.w,o.x,o.y,o.z],s+3)}};var cu=class{scene;meshes;title;notes;events;plots;frames;trace;lines;constructor({head:e,arrays:t}){let[i]=e.records;this.scene=e.scene,this.meshes=$r(e.meshes,t),this.title=e.title,this.notes=e.notes,this.events=e.events.filter(s=>s.record===0),this.plots=cl(e.plots,t),this.frames=new Wo(i,t),this.trace=i.trace?Sn(Vt(t,i.trace)):null,this.lines=e.lines.map(s=>({...s,points:Sn(Vt(t,s.array))}))}get start(){return this.frames.times[0]??0}get end(){return this.frames.times[this.frames.times.length-1]??0}};function Qv(n,e){return n.map(t=>{let i=e.find(a=>a.title===t.title&&a.unit===t.unit);if(!i)return t;let s=ST(t.time,i.time),r=t.series.map(a=>({...a,values:jv(t.time,a.values,s,t.held)})),o=i.series.filter(a=>!a.dashed).map(a=>({name:`${a.name} before`,values:jv(i.time,a.values,s,i.held),record:1,dashed:!0}));return{...t,time:s,series:[...r,...o]}})}function ST(n,e){let t=Float64Array.from([...Array.from(n),...Array.from(e)]).sort();return t.filter((i,s)=>s===0||i!==t[s-1])}function jv(n,e,t,i=!1){let s=0;return t.map(r=>{for(;s+1<n.length&&n[s+1]<=r;)s+=1;if(n.length===0||r<n[0]||r>n[n.length-1])return NaN;if(i||n[s]===r||s+1>=n.length)return e[s];let o=(r-n[s])/(n[s+1]-n[s]);return(1-o)*e[s]+o*e[s+1]})}var Xo=class{constructor(e,t){this.start=e;this.end=t;this.current=e}start;end;current;running=!1;frame=0;last=0;rate=1;listeners=[];loop=!0;get time(){return this.current}get playing(){return this.running}get speed(){return this.rate}set speed(e){this.rate=Math.min(100,Math.max(.001,e))}onChange(e){this.listeners.push(e)}play(){this.running||this.end<=this.start||(this.current>=this.end&&(this.current=this.start),this.running=!0,this.last=performance.now(),this.frame=requestAnimationFrame(this.advance),this.report())}pause(){this.running&&(this.running=!1,cancelAnimationFrame(this.frame),this.report())}toggle(){this.running?this.pause():this.play()}seek(e){Number.isFinite(e)&&(this.current=Math.min(this.end,Math.max(this.start,e)),this.report())}advance=e=>{if(!this.running)return;let t=this.end-this.start,i=Math.min(.5,Math.max(0,e-this.last)/1e3),s=this.current+i*this.rate;if(this.last=e,s>=this.end)if(this.loop)s=this.start+(s-this.start)%t;else{this.current=this.end,this.pause();return}this.current=s,this.frame=requestAnimationFrame(this.advance),this.report()};report(){for(let e of this.listeners)e(this.current)}};var MT=["0.1","0.25","0.5","1","2","4"],wT="M3 1.5 L14 8 L3 14.5 Z",ET="M3 2 H6.5 V14 H3 Z M9.5 2 H13 V14 H9.5 Z",qo=class{constructor(e,t){this.player=e;this.play=dr("","play or pause (space)",()=>t.toggle()),this.play.classList.add("play"),this.slider=Ke("input",{attributes:{type:"range",step:"any",min:String(e.start),max:String(e.end),"aria-label":"time"}}),this.slider.addEventListener("input",()=>t.seek(Number(this.slider.value)));let i=ia("speed",MT.map(r=>[r,`${r}\xD7`]),"1",r=>e.speed=Number(r)),s=fr("Loop","begin again at the end",e.loop,r=>e.loop=r);this.root.append(this.play,this.slider,this.clock,i,s),this.play.disabled=this.slider.disabled=e.end<=e.start,this.refresh()}player;root=Ke("div",{class:"time-bar",attributes:{role:"group","aria-label":"playback"}});play;slider;clock=Ke("span",{class:"clock",attributes:{"aria-hidden":"true"}});playing=null;refresh(){let{time:e,end:t,playing:i}=this.player,s=`${e.toFixed(3)} s`;this.slider.value=String(e),this.slider.setAttribute("aria-valuetext",s),this.clock.textContent=`${s} / ${t.toFixed(3)} s`,i!==this.playing&&(this.playing=i,this.play.replaceChildren(kp(i?ET:wT)),this.play.setAttribute("aria-label",i?"pause":"play"))}};var TT=80,hu=class{constructor(e,t,i){this.host=e;this.stage=t;this.listener=i;this.compare=new rr("compare","Compare with the run before",!1,()=>this.showRun()),this.leaveButton=Ct("Back to the pose",()=>this.leave(),{id:"leave-replay",title:"Escape does the same"}),this.controls=K("div",{class:"row"},this.compare.root,this.leaveButton),e.append(K("div",{class:"results-bar kl"},this.title,this.controls,this.timeHost),this.plotHost,this.events),this.plots=new Go(this.plotHost,(s,r)=>this.pointAt(s,r==="press"))}host;stage;listener;run=null;before=null;player=null;live=[];lastDrawn=0;replaying=!1;units={angle:"rad",length:"m"};plots;plotHost=K("div",{class:"plots kl"});title=K("span",{class:"run-title"});timeBar=null;timeHost=K("div",{class:"time-host"});compare;leaveButton;controls;events=K("ul",{class:"events",id:"events"});get time(){return this.player?.time??this.live[0]?.time.at(-1)??0}get inReplay(){return this.replaying}get comparing(){return this.compare.on&&this.before!==null}setUnits(e){this.units=e,this.plots.setUnits(e)}clear(){this.player?.pause(),this.player=null,this.replaying=!1,this.run=this.before=null,this.live=[],this.host.hidden=!0,this.plots.set([],[])}beginLive(e){this.player?.pause(),this.replaying=!1,this.live=e,this.host.hidden=!1,this.controls.hidden=this.timeHost.hidden=this.events.hidden=!0,this.title.textContent="Running",this.plots.set(v0(e),[]),this.plots.setUnits(this.units)}addSample(e){this.live.forEach((i,s)=>this.plots.append(s,e.t,i.pick(e)));let t=performance.now();t-this.lastDrawn<TT||(this.lastDrawn=t,this.plots.setTime(e.t),this.plots.refresh(),this.title.textContent=`Running, ${e.t.toFixed(2)} s${e.share===null?"":` (${Math.round(100*e.share)} %)`}`)}endLive(){this.live.length&&(this.title.textContent=`Seen until ${this.time.toFixed(2)} s`)}setRun(e,t,i=!0){this.before=this.run,this.run=e,this.live=[],this.player?.pause(),this.player=new Xo(e.start,e.end),this.player.loop=!1,this.player.onChange(s=>this.show(s)),this.timeBar=new qo(this.player,{toggle:()=>this.togglePlay(),seek:s=>this.seek(s)}),this.timeHost.replaceChildren(this.timeBar.root),this.compare.input.disabled=!this.before,this.before||(this.compare.input.checked=!1),this.host.hidden=this.controls.hidden=this.timeHost.hidden=!1,this.title.replaceChildren(e.title,K("span",{class:"quiet run-notes"},e.notes.map(s=>` \xB7 ${s}`).join(""))),this.showEvents(e.events),this.showPlots(),i&&this.enter(),this.player.seek(t?e.end:e.start),i&&!t&&!matchMedia("(prefers-reduced-motion: reduce)").matches&&this.player.play()}pointAt(e,t){!this.run||!(t||this.replaying&&!this.player?.playing)||(this.player?.pause(),this.seek(e))}togglePlay(){this.enter(),this.player?.toggle()}seek(e){this.enter(),this.player?.seek(e)}enter(){this.replaying||!this.run||(this.replaying=!0,this.listener.entered(),this.showRun())}leave(){this.replaying&&(this.player?.pause(),this.replaying=!1,this.stage?.hideRun(),this.listener.left(),this.leaveButton.hidden=!0)}showRun(){this.run&&(this.enter(),this.leaveButton.hidden=!1,this.stage?.showRun(this.run,this.comparing?this.before:null),this.showPlots(),this.show(this.time))}showPlots(){if(!this.run)return;let e=this.comparing&&this.before?Qv(this.run.plots,this.before.plots):this.run.plots;this.plots.set(e,this.run.events),this.plots.setUnits(this.units),this.plots.setTime(this.time)}show(e){let{run:t,player:i}=this;!t||!i||(this.timeBar?.refresh(),this.plots.setTime(e),this.replaying&&this.stage?.placeRun(t,this.comparing?this.before:null,e))}showEvents(e){this.events.hidden=e.length===0,this.events.replaceChildren(...e.map(t=>K("li",{},Ct(`${t.time.toFixed(3)} s`,()=>{this.player?.pause(),this.seek(t.time)},{class:"plain"}),` ${t.kind}: ${t.message}`))),this.events.style.borderColor=e.length?bt().mark:""}};var AT={native:"native: constrained dynamics",adaptive:"adaptive: error-controlled steps",kinematic:"kinematic: rates are followed",prescribed:"prescribed: the motion is followed",exudyn:"Exudyn (external engine)",mujoco:"MuJoCo (external engine)"},RT=["0.1","0.25","0.5","1","2","4"],uu=class{lawSection=new si("law","Control law");plantSection=new si("plant","Plant and sensors",!1);runSection=new si("run","Run");law;plant;measured;gains=K("div",{class:"grid"});typed=new Map;forms=[];ready=!1;running=!1;period=new gi({id:"period",label:"Control period",unit:"s",value:.001,low:1e-5,high:1});duration=K("input",{id:"run-duration",type:"number",min:0,step:"any",placeholder:"auto",title:"Left empty: as long as the motion takes",inputmode:"decimal"});noise=new gi({id:"noise-q",label:"Noise of positions",unit:"rad or m",value:0,low:0});rateNoise=new gi({id:"noise-qd",label:"Noise of rates",unit:"rad/s or m/s",value:0,low:0});resolution=new gi({id:"resolution",label:"Resolution of positions",unit:"rad or m",value:0,low:0});seed=new gi({id:"seed",label:"Seed",value:0,low:0,integer:!0});live;speed;start;halt;hint=K("p",{class:"quiet",id:"run-hint"});mismatches=K("div",{class:"grid",id:"mismatch"});mismatch={};onChange=()=>{};constructor(e,t){this.law=new gn("law-kind","Law",()=>{this.showGains(),this.onChange()}),this.plant=new gn("plant-kind","Plant",()=>{}),this.measured=new gn("measured","Sensors",()=>{}),this.measured.set([{value:"all",label:"all joints are measured"},{value:"active",label:"active joints; the model gives the others"}]),this.live=new rr("live","Watch it as it runs",!0,()=>this.setRunning(this.running)),this.speed=new gn("speed","Speed",()=>{},!0),this.speed.set(RT.map(r=>({value:r,label:`${r} \xD7`})),"1"),this.start=Ct("Run",e,{class:"primary",id:"run-button",title:"Ctrl+Enter does the same"}),this.halt=Ct("Stop",t,{id:"stop-button",disabled:!0});let i=K("div",{class:"field"},K("label",{for:"run-duration"},"Duration"),K("span",{class:"with-unit"},this.duration,K("span",{class:"unit"},"s")));this.lawSection.body.append(this.law.root,this.gains);let s=[this.measured,this.noise,this.rateNoise,this.resolution,this.seed].map(r=>r.root);this.plantSection.body.append(this.plant.root,this.mismatches,this.period.root,i,...s);for(let r of[this.noise,this.rateNoise,this.seed])r.input.addEventListener("input",()=>this.onChange());this.runSection.body.append(K("div",{class:"row"},this.live.root,this.speed.root),K("div",{class:"row buttons"},this.start,this.halt),this.hint),this.setRunning(!1)}setForms(e,t){this.forms=e,this.law.set(e.map(i=>({value:i.kind,label:i.label}))),this.plant.set(t.map(i=>({value:i,label:AT[i]??i}))),this.showGains()}get request(){let e=this.duration.valueAsNumber;return{law:{kind:this.law.value,gains:Object.fromEntries(this.values())},plant:this.plant.value,period:this.period.value,duration:e>0?e:null,sensors:{only_active:this.measured.value==="active",noise:{q:this.noise.value,qd:this.rateNoise.value},resolution:this.resolution.value,seed:this.seed.value},live:this.live.on,speed:Number(this.speed.value),mismatch:{...this.mismatch}}}get blocked(){return this.running||!this.ready}get form(){return this.forms.find(e=>e.kind===this.law.value)}setRequest({law:e,plant:t="native",period:i=.001,duration:s,sensors:r,mismatch:o={}}){this.typed.set(e.kind,new Map(Object.entries(e.gains??{}))),this.law.input.value=e.kind,this.plant.input.value=t,this.period.set(i),this.duration.value=s?String(s):"",this.measured.input.value=r?.only_active?"active":"all",this.noise.set(r?.noise?.q??0),this.rateNoise.set(r?.noise?.qd??0),this.resolution.set(r?.resolution??0),this.seed.set(r?.seed??0),this.setMismatch(o),this.showGains(),this.onChange()}setMismatch(e){this.mismatch={...e};let t=Object.entries(e);t.length&&(this.plantSection.root.open=!0),this.mismatches.replaceChildren(...t.length?[K("p",{class:"quiet"},"The plant differs from what the law knows:")]:[],...t.map(([i,s])=>{let r=()=>this.setMismatch(Object.fromEntries(t.filter(([a])=>a!==i))),o=`${i} = ${Number(s.toPrecision(6))}`;return K("div",{class:"mismatch"},K("span",{},o),Ct("\xD7",r,{class:"plain","aria-label":`Remove ${o}`}))}))}setReady(){this.ready=!0,this.setRunning(this.running)}setRunning(e){this.running=e,this.start.disabled=e||!this.ready,this.halt.disabled=!e,this.speed.root.hidden=!this.live.on,this.hint.textContent=this.live.on?e?"Drag the ball at the tool: it is pushed with the force of the arrow.":"While it runs, drag the ball at the tool to push it.":"The run is computed at once; then it can be replayed.",this.onChange()}values(){let e=this.forms.find(i=>i.kind===this.law.value),t=this.typed.get(this.law.value);return new Map((e?.gains??[]).map(i=>[i.name,t?.get(i.name)??i.value]))}showGains(){let e=this.forms.find(s=>s.kind===this.law.value),t=this.values(),i=this.typed.get(this.law.value)??new Map;this.typed.set(this.law.value,i),this.gains.replaceChildren(...(e?.gains??[]).map(s=>new gi({id:`gain-${s.name.replace(/\W+/g,"-")}`,label:s.name,unit:s.unit,value:t.get(s.name)??s.value,onInput:r=>{i.set(s.name,r),this.onChange()}}).root))}};var ey=[{what:"record",label:"Record",title:"All samples of the last run; kl.Record.load reads it"},{what:"report",label:"Report",title:"A page that plays the last run, in one file"},{what:"python",label:"Python",title:"A program that does the last run again",settings:"A program that does the run with these settings"},{what:"experiment",label:"Experiment file",title:"The last run for kinloop simulate and kl.load_experiment",settings:"The run with these settings for kinloop simulate and kl.load_experiment"}],du=class{section=new si("save","Save");buttons;hasRecord=!1;constructor(e,t){this.buttons=ey.map(({what:s,label:r})=>Ct(r,()=>e(s,!this.hasRecord),{id:`save-${s}`}));let i=Ct("Picture",t,{id:"save-picture",title:"The view as a PNG file"});this.section.body.append(K("div",{class:"save"},...this.buttons,i)),this.setRecord(!1)}setRecord(e){this.hasRecord=e,ey.forEach(({title:t,settings:i},s)=>{let r=this.buttons[s];r.disabled=!e&&i===void 0,r.title=e?t:i??t})}};function ty(n){let e=n.text??Uint8Array.from(atob(n.base64??""),i=>i.charCodeAt(0)),t=URL.createObjectURL(new Blob([e],{type:n.media}));Yr(n.name,t),setTimeout(()=>URL.revokeObjectURL(t),6e4)}function sy(n,e,t){let i=t?[fu(t)]:[fu([1,0,0]),fu([0,1,0]),fu([0,0,1])],s=[];for(let r of n)for(let[o,a]of i){for(let l=0;l<=24;l++){let c=2*Math.PI*l/24,[u,h]=[e*Math.cos(c),e*Math.sin(c)];s.push(...r.map((d,f)=>d+u*o[f]+h*a[f]))}s.push(NaN,NaN,NaN)}return Float32Array.from(s)}function fu(n){let e=ny(n),t=Math.abs(e[0])<.8?[1,0,0]:[0,1,0],i=ny(iy(e,t));return[i,iy(e,i)]}function iy(n,e){return[n[1]*e[2]-n[2]*e[1],n[2]*e[0]-n[0]*e[2],n[0]*e[1]-n[1]*e[0]]}function ny(n){let e=Math.hypot(...n)||1;return[n[0]/e,n[1]/e,n[2]/e]}var ap={"type 1":"#0072b2","type 2":"#d55e00"},CT="#808892",ry="#009e73",PT="#cc79a7",LT=5,IT=.2,DT=.15,pu=12,NT=1.4,UT={width:168,height:126},mu=class{constructor(e,t){this.host=e;this.listener=t;this.viewer=new Hn(e,{wheel:"always",room:IT}),e.append(this.label),this.viewer.onHandle({start:()=>this.grab(),move:i=>this.pull(i),end:()=>this.drop()}),this.listenToClicks(),addEventListener("keydown",()=>e.classList.add("by-keyboard")),e.addEventListener("pointerdown",()=>e.classList.remove("by-keyboard"),{capture:!0})}host;listener;viewer;scene=null;meshes={};shown=null;handling="pose";atBorder=!1;tool=[0,0,0];seen=[0,0,0];framed=null;poses=new Float32Array;held=!1;force=[0,0,0];forceScale=1;aim=null;loci=[];points=[];drawing=!1;label=K("output",{class:"force",hidden:!0});setScene(e,t,i){let s=this.scene,r=s?.name!==e.name;this.scene=e,this.meshes=t,this.shown=null,r&&(this.loci=[],this.points=[]),this.viewer.setScene(e,t),this.place(i),this.drawOverlays();let o=s&&!r?e.extent/s.extent:1;Math.max(o,1/o)>NT&&this.viewer.home()}setForceScale(e){this.forceScale=e}place(e){this.fits(e)&&(this.poses=e,this.shown=null,this.show(e),this.points.length&&this.drawPoints())}placeLive(e){if(!this.fits(e)||!this.scene)return;this.show(e);let t=DT*this.scene.extent,{tool:i}=this;this.keepInView([i],i.map(s=>s-t),i.map(s=>s+t))}keepInView(e,t,i){if(!this.scene||this.viewer.camera?.moved||e.every(o=>this.isSeen(o)))return;let[s,r]=this.framed??[this.scene.lo,this.scene.hi];this.framed=[s.map((o,a)=>Math.min(o,t[a])),r.map((o,a)=>Math.max(o,i[a]))],this.viewer.fit(...this.framed)}isSeen(e){let[t,i]=this.viewer.project(e),s=this.viewer.canvas.getBoundingClientRect();return t>s.left+pu&&t<s.right-pu&&i>s.top+pu&&i<s.bottom-pu}fits(e){return this.scene!==null&&e.length===7*this.scene.links.length}show(e){this.scene&&(this.viewer.place(e),this.seen=this.tool=ay(e,this.scene.tool.link,this.scene.tool.at),this.held&&this.handling==="push"&&this.aim&&this.pull(this.aim),this.showHandle())}setHandling(e){e!==this.handling&&(this.endPush(),this.handling=e,this.showHandle())}setBorder(e){this.atBorder=e,this.showHandle()}get toolPoint(){return this.tool}get seenTool(){return this.seen}get holding(){return this.held}get pushing(){return this.force}setLoci(e){this.loci=e,this.drawLoci()}setPoints(e){this.points=e,this.drawPoints()}setDrawing(e){this.drawing=e,this.host.classList.toggle("drawing",e)}showRun(e,t){this.shown!==e&&(this.shown=e,(!this.scene||!oy(this.scene,e.scene))&&(this.viewer.setScene(e.scene,e.meshes),this.drawOverlays()),this.viewer.setLines("reference",e.lines.filter(i=>i.kind==="reference").map(({points:i,color:s})=>({points:i,color:s,width:1.5,dashed:!0}))),this.viewer.setLines("trace",e.trace?[{points:e.trace,color:bt().series[2],width:2.5}]:[])),t?this.viewer.setGhost(t.scene,t.meshes):this.viewer.hideGhost(),e.trace&&this.keepInView(FT(e.trace),e.scene.lo,e.scene.hi)}placeRun(e,t,i){if(this.shown!==e)return;let s=e.frames.at(i);this.viewer.place(s),this.seen=ay(s,e.scene.tool.link,e.scene.tool.at),this.viewer.trimLines("trace",e.frames.countUntil(i)),t&&this.viewer.place(t.frames.at(i),1)}hideRun(){let{shown:e,scene:t}=this;if(t){e&&!oy(t,e.scene)&&this.setScene(t,this.meshes,this.poses);for(let i of["reference","trace"])this.viewer.setLines(i,[]);this.framed&&!this.viewer.camera?.moved&&this.viewer.home(),this.framed=null,this.viewer.hideGhost(),this.place(this.poses)}}drawPostures(e,t){if(!this.scene)return[];let i=7*this.scene.links.length,s=Array.from({length:t},(a,l)=>e.subarray(l*i,(l+1)*i)),[r,o]=OT(this.scene,s);return this.viewer.drawPostures(s,r,o,UT)}showHandle(){let e=this.handling==="push"?"push":this.atBorder?"border":"free";this.viewer.setHandle(this.handling==="off"||!this.poses.length?null:this.tool,e)}grab(){this.held=!0}pull(e){if(this.handling==="pose"&&this.listener.dragged(e),this.handling!=="push")return;this.aim=e;let t=e.map((i,s)=>i-this.tool[s]);this.force=t.map(i=>i*this.forceScale),this.viewer.setArrows("push",[{at:this.tool,vector:t,color:PT,twist:!1}]),this.showForce(e),this.listener.pushed(this.force)}drop(){this.held=!1,this.handling==="pose"&&this.listener.dragEnded(),this.endPush()}endPush(){this.aim&&(this.aim=null,this.force=[0,0,0],this.viewer.setArrows("push",[]),this.label.hidden=!0,this.listener.pushed(this.force))}showForce(e){let[t,i]=this.viewer.project(e),s=this.host.getBoundingClientRect();this.label.hidden=!1,this.label.textContent=`${Qa(Math.hypot(...this.force),3)} N`,this.label.style.left=`${Math.min(s.width-90,Math.max(0,t-s.left))}px`,this.label.style.top=`${Math.min(s.height-4,Math.max(74,i-s.top))}px`}drawOverlays(){this.drawLoci(),this.drawPoints()}drawLoci(){this.viewer.setLines("loci",this.loci.map(({kind:e,points:t})=>({points:t,color:ap[e]??CT,width:2.5})))}drawPoints(){if(!this.scene||!this.points.length){this.viewer.setLines("points",[]);return}let e=Float32Array.from([this.tool,...this.points].flat()),t=sy(this.points,Math.max(.012*this.scene.extent,1.3*this.scene.radius),this.scene.view);this.viewer.setLines("points",[{points:e,color:ry,width:1.5,dashed:!0},{points:t,color:ry,width:2.5}])}listenToClicks(){let e=null;this.host.addEventListener("pointerdown",t=>{e=t.button===0&&t.target===this.viewer.canvas?t:null},{capture:!0}),this.host.addEventListener("pointerup",t=>{e&&Math.hypot(t.clientX-e.clientX,t.clientY-e.clientY)<LT&&this.drawing&&!this.held&&this.scene&&this.listener.clicked(this.viewer.pointAt(t)),e=null},{capture:!0})}};function FT(n){let e=[1/0,1/0,1/0],t=[-1/0,-1/0,-1/0];return n.forEach((i,s)=>{Number.isFinite(i)&&(e[s%3]=Math.min(e[s%3],i),t[s%3]=Math.max(t[s%3],i))}),e.every(Number.isFinite)?[0,1,2,3,4,5,6,7].map(i=>[i&1?t[0]:e[0],i&2?t[1]:e[1],i&4?t[2]:e[2]]):[]}function oy(n,e){let t=({name:i,links:s,stretched:r,tool:o,view:a,up:l})=>JSON.stringify([i,s,r,o,a,l]);return t(n)===t(e)}function ay(n,e,[t,i,s]){let r=7*e,[o,a,l,c]=[n[r+3],n[r+4],n[r+5],n[r+6]],u=2*(l*s-c*i),h=2*(c*t-a*s),d=2*(a*i-l*t);return[n[r]+t+o*u+l*d-c*h,n[r+1]+i+o*h+c*u-a*d,n[r+2]+s+o*d+a*h-l*u]}function OT(n,e){let t=[...n.lo],i=[...n.hi];for(let s of e)for(let r=0;r<s.length;r++){let o=r%7;o>2||!Number.isFinite(s[r])||(t[o]=Math.min(t[o],s[r]),i[o]=Math.max(i[o],s[r]))}return[t,i]}var kT=.1,BT=.01,zT=3,gu=class{root;bar=K("span",{class:"gauge-bar"});number=K("output",{});meter;constructor(e,t,i){this.meter=K("span",{class:"gauge",role:"meter","aria-label":t,"aria-valuemin":0,"aria-valuemax":1},this.bar),this.root=K("div",{class:"gauge-row",id:e,title:i,hidden:!0},K("span",{class:"gauge-label"},t),this.meter,this.number)}set(e){let t=typeof e=="number"&&Number.isFinite(e);if(this.root.hidden=!t,!t)return;let i=Math.min(1,Math.max(0,1+Math.log10(Math.max(e,1e-12))/zT));this.bar.style.width=`${100*i}%`,this.root.dataset.level=e<BT?"very-near":e<kT?"near":"far",this.number.textContent=Qa(e,3),this.meter.setAttribute("aria-valuenow",String(Math.min(1,e))),this.meter.setAttribute("aria-valuetext",`${Qa(e,3)}, where 0 is singular`)}},vu=class{root;mode=K("span",{class:"fact-value",id:"mode-now"},"\u2013");named=!1;place="\u2013";kind=K("span",{class:"chip",id:"singularity-kind"},"\u2013");limits=K("span",{class:"chip warn",id:"limits",hidden:!0},"beyond joint limits");type1=new gu("nearness-1","type 1","How near the configuration is to a Type 1 (serial) singularity: 0 is singular, about 1 is far. The bar has three decades.");type2=new gu("nearness-2","type 2","How near the configuration is to a Type 2 (parallel) singularity: 0 is singular, about 1 is far. The bar has three decades.");constructor(){this.root=K("div",{class:"status-strip"},K("div",{class:"fact"},K("span",{class:"fact-name"},"mode"),this.mode),K("div",{class:"facts"},K("div",{class:"fact"},K("span",{class:"fact-name"},"singularity"),this.kind,this.limits),this.type2.root,this.type1.root))}showModes({list:e,current:t}){let i=e[t]?.label;this.place=i===void 0?"\u2013":e.length===1?"the only one":`${i} of ${e.length}`,this.named||(this.mode.textContent=this.place)}showState(e){this.named=e.mode!=="",this.mode.textContent=e.mode||this.place,this.kind.textContent=e.singularity.kind||"\u2013",this.kind.classList.toggle("warn",!["regular","","unknown"].includes(e.singularity.kind));let{"type 1":t,"type 2":i}=e.singularity.nearness;this.type1.set(t),this.type2.set(i),this.showLimits(e.within_limits)}showNearness(e,t){this.type1.root.hidden||this.type1.set(e),this.type2.root.hidden||this.type2.set(t)}showLimits(e){this.limits.hidden=e}};var lp="sensors.seed",VT="",dl=class{constructor(e,t,i,s,r){this.id=e;this.optional=i;this.number=s;this.changed=r;this.select=K("select",{id:e}),this.select.addEventListener("change",()=>this.choose());let o=K("div",{class:"field"},K("label",{for:e},t),this.select);this.root=K("div",{class:"axis"},o,this.fields)}id;optional;number;changed;root;select;fields=K("div",{class:"axis-fields"});choices=new Map;from=null;to=null;count=null;get request(){let e=this.select.value;if(!e||!this.from||!this.count)return null;let t={path:e,from:this.from.value,count:this.count.value};return this.to?{...t,to:this.to.value}:t}get size(){return this.select.value&&this.count?this.count.value:1}get fault(){return this.select.value?[this.from,this.to,this.count].some(t=>t?.input.getAttribute("aria-invalid")==="true")||this.to!==null&&this.to.value===this.from?.value:!1}set(e,t){let i=this.select.value;if(this.choices=new Map(e.flatMap(r=>r.paths.map(o=>[o.path,o]))),t)return;let s=e.filter(r=>r.paths.length).map(r=>{let o=K("optgroup",{label:r.name});return o.append(...r.paths.map(a=>K("option",{value:a.path},a.label))),o});this.select.replaceChildren(...this.optional?[K("option",{value:VT},"nothing else")]:[],...s),this.choices.has(i)&&(this.select.value=i),(this.select.value!==i||!this.count)&&this.choose()}choose(){let e=this.choices.get(this.select.value);this.from=this.to=this.count=null,e&&this.build(e),this.fields.replaceChildren(...[this.from,this.to,this.count].flatMap(t=>t?[t.root]:[])),this.changed()}build(e){let{unit:t,value:i,low:s,reach:r}=e,o=e.path===lp,[a,l]=i===0?[0,t.startsWith("rad")?1e-4:1]:r.map(u=>HT(u*i)),c={onInput:()=>this.changed(),onChange:()=>this.changed()};this.from=new gi({...c,id:`${this.id}-from`,label:o?"First":"From",unit:t,low:s,integer:o,value:o?i:a}),this.to=o?null:new gi({...c,id:`${this.id}-to`,label:"To",unit:t,low:s,value:l}),this.count=new gi({...c,id:`${this.id}-count`,label:"Number",value:this.number,low:2,integer:!0});for(let u of[this.from,this.to,this.count])u?.input.addEventListener("blur",()=>this.changed())}};function HT(n){return Number(n.toPrecision(3))}var GT=30;function yu(n){let e=Array.from(n).filter(s=>Number.isFinite(s)),t=e.length?Math.min(...e):0,i=e.length?Math.max(...e):1;return{low:t,high:i,log:t>0&&i/t>GT}}function hs(n,e){return e&&e!=="1"?`${n} [${e}]`:n}function cp(n){if(!Number.isFinite(n))return"\u2013";let e=Math.abs(n);return e!==0&&(e<.001||e>=1e5)?n.toExponential(2):String(Number(n.toPrecision(3)))}function Yo(n,e){return String(Number(n.values[e].toPrecision(6)))}function xu(n,e){let t={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]};n.addEventListener("keydown",i=>{let s=t[i.key];!s||i.ctrlKey||i.metaKey||i.altKey||(i.preventDefault(),e(...s))})}function _u(n,e){return K("div",{class:`sweep-picture ${e}`,tabindex:0,role:"group","aria-label":n})}var ly=190,bu=class{constructor(e,t){this.data=e;let[i]=e.axes;this.root=_u(`${e.name} over ${i.path}; the arrow keys choose a run`,"curve");let s=i.values.length-1,r=i.values[s]<i.values[0],o=h=>r?s-h:h,a=i.values.map((h,d)=>o(d)),l=a.map(h=>Number.isFinite(e.values[h])?e.values[h]:null);this.chart=new ai(this.options(),[a.map(h=>i.values[h]),l],this.root);let c=this.chart.over,u=h=>o(this.chart.posToIdx(h.clientX-c.getBoundingClientRect().left));c.addEventListener("pointermove",h=>t.pointed(u(h))),c.addEventListener("pointerleave",()=>t.pointed(null)),c.addEventListener("click",h=>t.chosen(u(h))),xu(this.root,(h,d)=>{let f=r?-h-d:h+d;t.chosen(Math.min(s,Math.max(0,(this.chosen??e.best??0)+f)))}),this.observer.observe(this.root),this.endTheme=rs(()=>this.chart.redraw(!1))}data;root;chart;observer=new ResizeObserver(()=>this.resize());endTheme;chosen=null;setChosen(e){this.chosen=e,this.chart.redraw(!1)}dispose(){this.observer.disconnect(),this.endTheme(),this.chart.destroy()}resize(){let e=this.root.clientWidth;e&&e!==this.chart.width&&this.chart.setSize({width:e,height:ly})}options(){let{data:e}=this,{log:t,low:i,high:s}=yu(e.values),r={stroke:()=>bt().ink,grid:{stroke:()=>bt().faint,width:1},ticks:{stroke:()=>bt().faint,width:1,size:4},font:"11px system-ui, sans-serif",labelFont:"11px system-ui, sans-serif",labelSize:16},o=.08*(s-i||Math.abs(s)||1),[a]=e.axes,l=.03*Math.abs(a.values[a.values.length-1]-a.values[0]),c=[Math.min(...a.values)-l,Math.max(...a.values)+l];return{width:260,height:ly,padding:[8,10,0,0],legend:{show:!1},scales:{x:{time:!1,range:()=>c},y:t?{distr:3,log:10}:{range:()=>[i>=0?Math.max(0,i-o):i-o,s+o]}},axes:[{...r,size:24,space:44,label:hs(a.path,a.unit),values:(u,h,d,f,g)=>ja(h,g)},{...r,size:54,space:26,label:`${hs(e.name,e.unit)}${t?", logarithmic":""}`,values:(u,h,d,f,g)=>t?h.map(_=>_&&/^1e/.test(_.toExponential())?_.toExponential(0):""):ja(h,g)}],series:[{},{stroke:()=>bt().series[0],width:1.6,spanGaps:!1,points:{show:a.values.length<=60,size:6,fill:()=>bt().series[0]}}],cursor:{x:!1,y:!1,points:{show:!1},drag:{x:!1,y:!1}},hooks:{draw:[u=>this.mark(u)]}}}mark(e){let{ctx:t,bbox:i}=e,{data:s}=this,[r]=s.axes;if(t.save(),t.lineWidth=2*devicePixelRatio,s.best!==null){t.strokeStyle=bt().series[1],t.beginPath();let o=e.valToPos(r.values[s.best],"x",!0),a=e.valToPos(s.values[s.best],"y",!0);t.arc(o,a,6*devicePixelRatio,0,2*Math.PI),t.stroke()}if(this.chosen!==null){t.strokeStyle=bt().ink,t.lineWidth=devicePixelRatio;let o=e.valToPos(r.values[this.chosen],"x",!0);t.beginPath(),t.moveTo(o,i.top),t.lineTo(o,i.top+i.height),t.stroke()}t.restore()}};var WT=["#440154","#482878","#3e4989","#31688e","#26828e","#1f9e89","#35b779","#6ece58","#b5de2b","#fde725"],Su=WT.map(n=>[1,3,5].map(e=>parseInt(n.slice(e,e+2),16))),Di=46,hp=8,lr=22,cy=36,XT=34,qT="11px system-ui, sans-serif";function hy(n){let e=Math.min(1,Math.max(0,n))*(Su.length-1),t=Math.min(Su.length-2,Math.floor(e));return`rgb(${Su[t].map((i,s)=>Math.round(i+(e-t)*(Su[t+1][s]-i))).join(" ")})`}var Mu=class{constructor(e,t){this.data=e;let[i,s]=e.axes;this.columns=i.values.length,this.rows=s.values.length,this.root=_u(`${e.name} over ${i.path} and ${s.path}; the arrow keys choose a run`,"map"),this.root.append(this.canvas),this.canvas.addEventListener("pointermove",r=>t.pointed(this.runAt(r))),this.canvas.addEventListener("pointerleave",()=>t.pointed(null)),this.canvas.addEventListener("click",r=>{let o=this.runAt(r);o!==null&&t.chosen(o)}),xu(this.root,(r,o)=>{let a=this.chosen??e.best??0,l=uy(Math.floor(a/this.rows)+r,this.columns),c=uy(a%this.rows+o,this.rows);t.chosen(l*this.rows+c)}),this.observer.observe(this.root),this.endTheme=rs(()=>this.draw())}data;root;canvas=document.createElement("canvas");observer=new ResizeObserver(()=>this.draw());endTheme;chosen=null;columns;rows;setChosen(e){this.chosen=e,this.draw()}dispose(){this.observer.disconnect(),this.endTheme()}get size(){let e=this.root.clientWidth;return[e-Di-hp,Math.min(200,Math.max(110,.72*(e-Di-hp)))]}runAt(e){let t=this.canvas.getBoundingClientRect(),[i,s]=this.size,r=Math.floor((e.clientX-t.left-Di)/i*this.columns),o=Math.floor((1-(e.clientY-t.top-lr)/s)*this.rows);return r>=0&&r<this.columns&&o>=0&&o<this.rows?r*this.rows+o:null}draw(){let[e,t]=this.size,i=this.canvas.getContext("2d");if(e<=0||!i)return;let s=[e+Di+hp,t+lr+cy+XT];this.canvas.width=s[0]*devicePixelRatio,this.canvas.height=s[1]*devicePixelRatio,this.canvas.style.width=`${s[0]}px`,this.canvas.style.height=`${s[1]}px`,i.scale(devicePixelRatio,devicePixelRatio),i.font=qT;let{low:r,high:o,log:a}=yu(this.data.values),l=h=>a?Math.log(h):h,c=h=>o>r?(l(h)-l(r))/(l(o)-l(r)):0,u=h=>{let d=Math.floor(h/this.rows),f=h%this.rows,g=Di+d*e/this.columns,_=lr+(this.rows-1-f)*t/this.rows;return[g,_,e/this.columns,t/this.rows]};for(let h=0;h<this.data.values.length;h++){let d=this.data.values[h],[f,g,_,m]=u(h);i.fillStyle=Number.isFinite(d)?hy(c(d)):bt().background,i.fillRect(f,g,_+.5,m+.5),Number.isFinite(d)||this.cross(i,f,g,_,m)}this.frame(i,e,t),this.data.best!==null&&this.ring(i,u(this.data.best)),this.chosen!==null&&YT(i,u(this.chosen)),this.scale(i,e,t,r,o,a)}cross(e,t,i,s,r){e.strokeStyle=bt().ahead,e.lineWidth=1,e.beginPath(),e.moveTo(t+.25*s,i+.25*r),e.lineTo(t+.75*s,i+.75*r),e.moveTo(t+.75*s,i+.25*r),e.lineTo(t+.25*s,i+.75*r),e.stroke()}ring(e,[t,i,s,r]){for(let[o,a]of[["#000000",4],["#ffffff",2]])e.strokeStyle=o,e.lineWidth=a,e.beginPath(),e.arc(t+s/2,i+r/2,Math.max(4,Math.min(7,.3*Math.min(s,r))),0,2*Math.PI),e.stroke()}frame(e,t,i){let[s,r]=this.data.axes;e.strokeStyle=bt().ahead,e.lineWidth=1,e.strokeRect(Di+.5,lr+.5,t,i),e.fillStyle=bt().ink,e.textBaseline="top",dy(s,t/56).forEach((o,a,l)=>{e.textAlign=a===0&&l.length>1?"left":a===l.length-1&&l.length>1?"right":"center";let c=Di+(o+.5)*t/this.columns,u=e.textAlign==="left"?Di:e.textAlign==="right"?Di+t:c;e.fillText(Yo(s,o),u,lr+i+4)}),e.textAlign="center",e.fillText(hs(s.path,s.unit),Di+t/2,lr+i+20),e.textAlign="right",e.textBaseline="middle";for(let o of dy(r,i/24))e.fillText(Yo(r,o),Di-5,lr+i-(o+.5)*i/this.rows,Di-6);e.textAlign="left",e.textBaseline="top",e.fillText(hs(r.path,r.unit),2,4)}scale(e,t,i,s,r,o){let a=lr+i+cy+6,l=e.createLinearGradient(Di,0,Di+t,0);for(let c=0;c<=20;c++)l.addColorStop(c/20,hy(c/20));e.fillStyle=l,e.fillRect(Di,a,t,9),e.fillStyle=bt().ink,e.textBaseline="top",e.textAlign="left",e.fillText(cp(s),Di,a+13),e.textAlign="right",e.fillText(cp(r),Di+t,a+13),e.textAlign="center",e.fillText(`${hs(this.data.name,this.data.unit)}${o?", log.":""}`,Di+t/2,a+13)}};function YT(n,[e,t,i,s]){for(let[r,o]of[["#000000",4],["#ffffff",2]])n.strokeStyle=r,n.lineWidth=o,n.strokeRect(e+1,t+1,i-2,s-2)}function uy(n,e){return Math.min(e-1,Math.max(0,n))}function dy(n,e){let t=n.values.length-1,i=Math.max(1,Math.min(t,Math.floor(e)-1,4)),s=[4,3,2].find(r=>r<=i&&t%r===0)??i;return Array.from({length:s+1},(r,o)=>Math.round(o*t/s))}var $T={error_max:"Largest error",error_rms:"Root-mean-square error",error_last:"Error at the end"},wu=class{constructor(e){this.listener=e;this.measure=new gn("sweep-measure","Measure",()=>this.show()),this.useBest=Ct("Use best run",()=>this.use(this.current?.best[0]??null),{class:"primary",id:"sweep-use-best",title:"Sets machine, law and start to those of the best run, which can then be run and watched"}),this.useChosen=Ct("Use chosen run",()=>this.use(this.chosen),{id:"sweep-use-chosen",title:"Sets them to those of the run that was clicked in the picture"});let t=Ct("Python",()=>e.python(),{id:"sweep-python",title:"A program that does this sweep, and goes on with it"}),i=K("details",{class:"sweep-kept"},K("summary",{},"Where it is kept"),K("p",{class:"quiet"},"The store, which kl.Sweep.open reads:"),this.folder,K("p",{class:"quiet"},"The same sweep in a terminal:"),this.command,K("div",{class:"row"},t)),s=K("div",{class:"row buttons"},this.useBest,this.useChosen);this.root.append(this.ended,this.measure.root,this.host,this.point,s,this.table,this.percentiles,i)}listener;root=K("div",{class:"sweep-result",id:"sweep-result",hidden:!0});found=null;picture=null;chosen=null;measure;ended=K("p",{class:"quiet",id:"sweep-ended"});host=K("div",{});point=K("output",{class:"sweep-point",id:"sweep-point"});useBest;useChosen;table=K("table",{class:"sweep-table",id:"sweep-table"});percentiles=K("dl",{class:"sweep-percentiles",id:"sweep-percentiles"});folder=K("code",{id:"sweep-folder"});command=K("code",{id:"sweep-command"});set(e){this.found=e,this.chosen=null;let{head:t}=e;this.root.hidden=!1,this.ended.textContent=ZT(t),this.measure.set(t.measures.map(({name:i})=>({value:i,label:KT(i)}))),this.folder.textContent=t.folder,this.command.textContent=t.command,this.show()}clear(){this.picture?.dispose(),this.picture=this.found=null,this.root.hidden=!0}words(e){let{axes:t}=this.found.head;return this.places(e).map((i,s)=>`${t[s].path} = ${Yo(t[s],i)}${fy(t[s].unit)}`).join(", ")}get current(){return this.found?.head.measures.find(({name:e})=>e===this.measure.value)}places(e){let{axes:t}=this.found.head,i=t[t.length-1].values.length;return t.length===1?[e]:[Math.floor(e/i),e%i]}value(e){return Vt(this.found.arrays,this.measure.value)[e]}show(){let{found:e,current:t}=this;if(!e||!t)return;this.picture?.dispose();let i=t.best[0]??null,s={axes:e.head.axes,name:t.name,unit:t.unit,best:i,values:Vt(e.arrays,t.name)},r={pointed:o=>this.showPoint(o??this.chosen),chosen:o=>this.choose(o)};this.picture=e.head.axes.length===1?new bu(s,r):new Mu(s,r),this.host.replaceChildren(this.picture.root),this.picture.setChosen(this.chosen),this.showPoint(this.chosen),this.showTable(t),this.showPercentiles(t),this.useBest.disabled=i===null,this.useChosen.disabled=this.chosen===null}choose(e){this.chosen=e,this.useChosen.disabled=!1,this.picture?.setChosen(e),this.showPoint(e)}use(e){e!==null&&this.listener.use(e)}showPoint(e){if(e===null){this.point.textContent="The ring is the best run. Point at another one to see its values, click to choose it.";return}let t=this.found.head,i=this.value(e),s=String(Vt(this.found.arrays,"status")[e]),r=Number.isFinite(i)?`${Io(i)}${fy(this.current?.unit??"")}`:t.words[s]??"";this.point.textContent=`${this.words(e)}: ${r}`}showTable(e){let{axes:t}=this.found.head,i=["",...t.map(o=>hs(o.path,o.unit)),hs(e.name,e.unit),""],s=(o,a)=>K("tr",{},K("th",{scope:"row"},o),...this.places(a).map((l,c)=>K("td",{},Yo(t[c],l))),K("td",{},Io(this.value(a))),K("td",{},Ct("Use",()=>this.use(a),{class:"plain","data-run":a,"aria-label":`Use the run with ${this.words(a)}`}))),r=e.worst.filter(o=>!e.best.includes(o)).reverse();this.table.replaceChildren(K("caption",{class:"hidden"},"The best and the worst runs"),K("thead",{},K("tr",{},...i.map(o=>K("th",{scope:"col"},o)))),K("tbody",{},...e.best.map((o,a)=>s(a?`${a+1}.`:"Best",o)),...r.map((o,a)=>s(a===r.length-1?"Worst":`${r.length-a}. worst`,o)))),this.table.hidden=e.best.length===0}showPercentiles(e){let t={0:"Least",50:"Median",100:"Largest"};this.percentiles.replaceChildren(...this.found.head.percentiles.map((i,s)=>K("div",{},K("dt",{},t[i]??`${i} %`),K("dd",{},Io(e.percentiles[s])))))}};function KT(n){return $T[n]??(n.startsWith("tau_max.")?`Largest effort of ${n.slice(8)}`:n)}function fy(n){return n&&n!=="1"?` ${n}`:""}function ZT({runs:n,done:e,statuses:t,failures:i}){let s=Object.entries(t).filter(([l])=>l!=="complete"),r=s.reduce((l,[,c])=>l+c,0),o=s.map(([l,c])=>`${c} ${l}`).join(", "),a=[e===n?`${n} runs`:`${e} of ${n} runs`,r?`${r} ended early (${o})`:"all others complete"];return r||(a[1]=e?"all complete":"none complete"),i.length&&a.push(`failed: ${i.join("; ")}`),a.join(", ")}var Eu=class{constructor(e){this.listener=e;this.first=new dl("sweep-first","Vary",!1,9,()=>this.showCount()),this.second=new dl("sweep-second","And",!0,5,()=>this.showCount()),this.begin=Ct("Start sweep",()=>this.start(),{class:"primary",id:"sweep-button"}),this.halt=Ct("Cancel",()=>e.cancel(),{id:"sweep-cancel",title:"Runs that are finished stay in the store"}),this.result=new wu(e),this.section.body.append(K("p",{class:"quiet"},"Runs the motion many times, with other values each time, and compares the errors."),this.first.root,this.second.root,this.count,K("div",{class:"row buttons"},this.begin,this.halt),this.bar,this.line,this.result.root),this.showButtons()}listener;section=new si("sweep","Sweep",!1);first;second;count=K("p",{class:"quiet",id:"sweep-count"});begin;halt;bar=K("progress",{max:1,value:0,"aria-label":"Runs of the sweep",hidden:!0});line=K("p",{class:"sweep-line",id:"sweep-line",role:"status",hidden:!0});result;most=1/0;blocked=!0;sweeping=!1;shape="";setLimit(e){this.most=e,this.showCount()}setChoices(e,t,i){let s=QT(e,t,i),r=JSON.stringify([e.name,s.map(({paths:a})=>a.map(({path:l})=>l))]),o=r===this.shape;this.shape=r,this.first.set(s,o),this.second.set(s,o),o||this.showCount()}setBlocked(e){this.blocked=e,this.showButtons()}showProgress(e){this.sweeping=e.runs>0,this.bar.hidden=!this.sweeping,this.bar.value=e.runs?e.done/e.runs:0,this.sweeping?(this.line.hidden=!1,this.line.textContent=JT(e),this.section.root.open=!0):this.line.hidden=!0,this.showButtons()}showResult(e){this.result.set(e),this.section.aside.textContent=`${e.head.done} runs`}clear(){this.result.clear(),this.section.aside.textContent=""}words(e){return this.result.words(e)}get request(){return[this.first.request,this.second.request].filter(e=>e!==null)}get runs(){return this.first.size*this.second.size}start(){this.begin.disabled||this.listener.start(this.request)}showCount(){let[e,t]=[this.first.size,this.second.size],i=t>1?`${e} \xD7 ${t} = ${this.runs} runs`:`${this.runs} runs`,s=this.second.request!==null&&this.first.request?.path===this.second.request.path,r=this.runs>this.most?`; at most ${this.most} are made here, kl.sweep in Python has no limit`:"";this.count.textContent=s?"Choose two different things to vary.":this.first.fault||this.second.fault?"Two different numbers are needed, and at least 2 values.":i+r,this.count.classList.toggle("fault",s||r!==""||this.first.fault||this.second.fault),this.showButtons()}showButtons(){this.begin.disabled=this.blocked||this.sweeping||this.count.classList.contains("fault")||!this.first.request,this.halt.disabled=!this.sweeping}};function JT({runs:n,done:e,rate:t,early:i,failed:s,seconds_left:r,words:o}){if(t===void 0)return o.charAt(0).toUpperCase()+o.slice(1);let a=[`${e} of ${n} runs`];return t&&a.push(`${Number(t.toPrecision(3))} runs/s`),a.push(`${i??0} ended early`),s&&a.push(`${s} chunks failed`),r!=null&&a.push(`${jT(r)} left`),a.join(" \xB7 ")}function jT(n){return n<100?`${Math.ceil(n)} s`:n<6e3?`${Math.round(n/60)} min`:`${(n/3600).toFixed(1)} h`}function QT(n,e,t){let i=(e?.gains??[]).map(({name:u,unit:h,value:d})=>({path:`law.${u}`,label:u,unit:h,value:t.law.gains[u]??d,reach:[.5,2],low:0})),s=(u,h)=>n.parameters.map(({name:d,unit:f,value:g})=>({path:`${u}${d}`,label:h+d,unit:f,value:g,reach:[.8,1.2]})),r=[0,2],{noise:o,seed:a}=t.sensors,l={path:"plant.payload.tool",label:"payload at the tool",unit:"kg",value:0,reach:r,low:0},c=[{path:"sensors.noise.q",label:"noise of positions",unit:"rad or m",value:o.q,reach:r,low:0},{path:"sensors.noise.qd",label:"noise of rates",unit:"rad/s or m/s",value:o.qd,reach:r,low:0},...o.q||o.qd?[{path:lp,label:"seed of the noise",unit:"",value:a,reach:r,low:0}]:[]];return[{name:"Gains of the law",paths:i},{name:"Of the plant alone: the law does not know",paths:[...n.has_tool?[l]:[],...s("plant.","plant: ")]},{name:"Of the machine: the law knows",paths:s("","")},{name:"Sensors",paths:c}]}var Tu=class{constructor(e){this.page=e;let{messages:t,send:i}=e;this.panel=new Eu({start:s=>{if(e.motion.missing)return t.say(e.motion.missing,"error");t.hide(),i("sweep",{run:e.runMessage(),vary:s})},cancel:()=>i("cancel",{}),use:s=>{t.hide(),this.wanted=this.panel.words(s),i("sweep_use",{run:s})},python:()=>i("sweep_python",{})}),e.run.onChange=()=>this.refresh()}page;panel;machine=null;wanted="";last=0;showMachine(e,t){this.machine=e,t&&(this.panel.clear(),this.page.run.setMismatch({})),this.refresh()}receive(e){e.type==="sweep_progress"?this.panel.showProgress(e):this.showSettings(e)}show(e){e.head.number<=this.last||e.head.machine!==this.machine?.name||(this.last=e.head.number,this.panel.showResult(e),this.page.hook.sweeps+=1)}showSettings({run:e}){this.page.run.setRequest(e),e.trajectory&&this.page.motion.setRequest(e.trajectory),this.page.hook.settings+=1,this.wanted&&this.page.messages.say(`The next run has ${this.wanted}; Run makes it.`),this.wanted=""}refresh(){let{run:e}=this.page;this.machine&&this.panel.setChoices(this.machine,e.form,e.request),this.panel.setBlocked(e.blocked)}};var Au=class{parts;legend=K("div",{class:"loci-legend",id:"loci-legend",hidden:!0});loci;style;constructor(e){this.loci=new rr("loci","Singularity loci",!1,e.loci),this.style=new Cr("How links are drawn",[{value:"shapes",label:"Shapes"},{value:"skeleton",label:"Skeleton"}],"shapes",e.style),this.parts=[this.loci.root,this.style.root,Ct("Reset view",e.home,{id:"home"})]}setStyles(e){this.style.root.hidden=!e}setTask(e){let t=e.filter(i=>["x","y","z"].includes(i)).length===2;this.loci.input.disabled=!t,this.loci.root.title=t?"":"Loci are drawn for machines whose tool moves in a plane.",t||this.switchLoci(!1)}switchLoci(e){this.loci.input.checked=e}showLoci(e,t){let i=[...new Set(e)].map(s=>{let r=K("i",{"aria-hidden":"true"});return r.style.borderColor=ap[s]??"",K("span",{},r,s)});this.legend.hidden=!this.loci.on||!i.length&&!t,this.legend.replaceChildren(...i,...t?[K("span",{class:"quiet"},t)]:[])}};var py=[NaN,NaN,NaN],eA=50,tA=4e3,iA=25,nA="The tool is at the border of what this mode reaches; it stays there until the pointer comes back.",sA="The connection to the studio's server is lost. Trying again; nothing that was recorded is lost. If the server was stopped, start it again with: kinloop studio",Ru=class{hook=new Oh({tool:()=>this.stage?.toolPoint??py,seenTool:()=>this.stage?.seenTool??py,toScreen:e=>this.stage?.viewer.project(e)??[NaN,NaN],force:()=>this.stage?.pushing??[0,0,0],time:()=>this.results.time,replaying:()=>this.results.inReplay,comparing:()=>this.results.comparing,disconnect:()=>this.connection.drop()});machine=null;hello=null;links=0;extent=0;running=!1;watched=!1;units={angle:"rad",length:"m"};layout=p0();messages;bar;stage;pose;modes;parameters;findings=new Hh;motion;runPanel;sweeps;save;strip=new vu;tools;results;about=K("div",{class:"about"});moves=new el(e=>this.hook.note("latency",e));changes=new el;connection;lastPush=0;runSeq=0;patience=0;lastRecord=0;constructor(e){let t=(c,u)=>this.connection.send(c,u);this.messages=new kh(()=>t("cancel",{})),this.bar=new Uh({load:c=>{this.messages.hide(),t("load",{source:c})},undo:()=>t("undo",{}),redo:()=>t("redo",{}),units:c=>this.setUnits(c)}),this.stage=this.buildStage(),this.pose=new Gh({joint:(c,u)=>this.move(()=>t("joint",{index:c,value:u})),task:c=>this.move(()=>t("task",{values:c}))}),this.modes=new Bh(c=>{this.showPose(),this.messages.hide(),t("mode",{index:c})}),this.parameters=new Vh((c,u)=>{this.showPose(),this.messages.hide(),this.changes.put(()=>t("parameter",{name:c,value:u}))}),this.motion=new zh({changed:c=>t("trajectory",c),pointsChanged:c=>{this.hook.points=[...c],this.stage?.setPoints(c)},drawing:c=>this.stage?.setDrawing(c)}),this.runPanel=new uu(()=>this.run(),()=>t("stop",{})),this.save=new du((c,u)=>t("save",{what:c,compare:this.results.comparing,...u?{run:this.runMessage}:{}}),()=>this.savePicture()),this.tools=new Au({loci:c=>this.askForLoci(c),style:c=>this.stage?.viewer.setStyle(c),home:()=>this.stage?.viewer.home()}),this.results=new hu(this.layout.results,this.stage,{entered:()=>this.stage?.setHandling("off"),left:()=>this.stage?.setHandling("pose")});let{pose:i,runPanel:s,tools:r,motion:o,messages:a,hook:l}=this;this.sweeps=new Tu({motion:o,run:s,messages:a,hook:l,send:t,runMessage:()=>this.runMessage}),m0(this.layout,{bar:this.bar.parts,machine:[this.about,i.tool,i.joints,this.modes.section,this.parameters.section,this.findings.section],experiment:[this.motion.section,s.lawSection,s.plantSection,s.runSection,this.sweeps.panel.section,this.save.section],tools:r.parts,corner:[r.legend],stage:[this.messages.root],below:[this.strip.root]}),this.connection=new Fh(e,{message:c=>this.receive(c),packed:c=>this.receivePacked(c),poses:c=>this.receivePoses(c),connected:()=>this.connected(),lost:()=>this.lose()}),f0({undo:()=>this.bar.undo(),redo:()=>this.bar.redo(),run:()=>this.run(),leave:()=>this.results.leave(),play:()=>this.results.togglePlay(),removePoint:()=>this.motion.removeLast()})}buildStage(){if(!Hn.available())return this.layout.view.append(K("p",{class:"no-view"},"This browser has no WebGL: the machine is not drawn, all numbers and plots work.")),null;let e=(t,i)=>this.connection.send(t,i);return new mu(this.layout.view,{dragged:t=>{this.messages.hide(),this.move(()=>e("drag",{at:t}))},dragEnded:()=>{this.moves.flush(),this.messages.showBorder(null),e("drag_end",{})},pushed:t=>this.push(t),clicked:t=>this.motion.addPoint(t)})}connected(){this.hook.connected=!0,this.moves.clear(),this.changes.clear(),this.messages.showLost(null),this.bar.setConnected(!0)}lose(){this.hook.connected=!1,this.hook.lost+=1,this.setRunning(!1),this.messages.showLost(sA),this.bar.setConnected(!1)}receive(e){switch(e.type){case"hello":return this.showHello(e);case"machine":return this.showMachine(e);case"state":return this.showState(e);case"modes":return this.showModes(e);case"progress":return this.showProgress(e);case"sweep_progress":case"settings":return this.sweeps.receive(e);case"file":return ty(e);case"note":return this.messages.say(e.message);case"error":return this.moves.release(),this.changes.release(),this.machine&&this.parameters.refuse(this.machine.parameters),this.bar.showLoaded(),(e.seq===void 0||e.seq===this.runSeq)&&this.setRunning(!1),this.messages.say(e.message,"error")}}receivePacked(e){let{head:t,arrays:i}=yl(e);switch(t.type){case"scene":return this.showScene({head:t,arrays:i});case"mode_poses":{this.stage&&this.modes.setPictures(this.stage.drawPostures(Sn(Vt(i,"poses")),t.count));return}case"loci":return this.showLoci(t.curves.map(({kind:s,array:r})=>({kind:s,points:Sn(Vt(i,r))})),t.note,t.on);case"live":return this.showLive({t:t.t,share:t.share,arrays:i});case"record":return this.showRecord(new cu({head:t,arrays:i}),t.number);case"sweep":return this.sweeps.show({head:t,arrays:i})}}receivePoses(e){let t=this.machine?d0(e,this.links,this.machine.joints.length,this.machine.task.names.length):null;t&&(this.hook.note("frames",performance.now()),this.hook.pose=t,this.results.inReplay&&this.results.leave(),this.stage?.place(t.poses),this.stage?.setBorder(t.atBorder),this.pose.show(t.joints,t.tool),this.strip.showNearness(t.nearness.type1,t.nearness.type2),this.strip.showLimits(t.withinLimits),this.messages.showBorder(t.atBorder&&this.stage?.holding?nA:null),this.moves.answer(t.seq))}showHello(e){this.hello=e,this.bar.setMachines(e.machines,this.machine?.source??this.machine?.name??""),this.runPanel.setForms(e.laws,e.plants),this.sweeps.panel.setLimit(e.most_runs??1/0),this.motion.setKinds(e.trajectories,this.machine?.described??!0)}showMachine(e){let t=this.machine?.name!==e.name;this.machine=e,this.hook.machine=e.name,document.title=`${e.name} \u2013 kinloop studio`,this.about.replaceChildren(K("strong",{},e.name),K("p",{},e.description)),this.bar.setMachines(this.hello?.machines??[],e.source??e.name),this.bar.setHistory(e.can_undo,e.can_redo),this.parameters.set(e.parameters),this.findings.set(e.findings),this.motion.setKinds(this.hello?.trajectories??[],e.described??!0),this.changes.release(),this.tools.setTask(e.task.names),t?(this.messages.hide(),this.save.setRecord(!1),this.motion.reset(),this.results.clear(),this.tools.showLoci([],"")):this.extent&&this.pose.setMachine(e,this.extent),this.sweeps.showMachine(e,t)}showScene({head:e,arrays:t}){let{scene:i,meshes:s}=e;this.results.inReplay&&this.results.leave(),this.links=i.links.length,this.extent=i.extent,this.stage?.setScene(i,$r(s,t),Sn(Vt(t,"poses"))),this.stage?.setForceScale((this.machine?.push_scale??eA)/(i.extent||1)),this.tools.setStyles(i.has_shapes),this.machine&&this.pose.setMachine(this.machine,i.extent),this.pose.setUnits(this.units),this.runPanel.setReady(),this.hook.sceneOf=i.name,this.hook.ready=!0}showState(e){this.hook.state=e,this.hook.states+=1,this.pose.show(e.q_active,e.x),this.strip.showState(e),e.can_undo!==void 0&&e.can_redo!==void 0&&this.bar.setHistory(e.can_undo,e.can_redo),this.stage?.setBorder(!e.reachable),e.message?this.messages.say(e.message,e.reachable?"note":"warn"):this.messages.withdrawWarning()}showModes(e){this.modes.set(e),this.strip.showModes(e)}showLive(e){this.machine&&(this.watched||(this.watched=!0,this.setRunning(!0),this.results.leave(),this.results.beginLive(g0(this.machine,e)),this.stage?.setHandling("push")),this.hook.liveFrames+=1,this.stage?.placeLive(Sn(Vt(e.arrays,"poses"))),this.results.addSample(e))}showRecord(e,t){let i=this.watched,s=this.running;this.setRunning(!1),!(t<=this.lastRecord)&&(this.lastRecord=t,e.scene.name===this.machine?.name&&(this.save.setRecord(!0),this.hook.records+=1,this.results.setRun(e,i,s)))}showLoci(e,t,i){this.hook.loci=e.length,(e.length||!i)&&this.tools.switchLoci(i),this.stage?.setLoci(e),this.tools.showLoci(e.map(s=>s.kind),t)}showProgress(e){this.messages.showProgress(e),clearTimeout(this.patience),this.running&&!e.what&&(this.patience=window.setTimeout(()=>{this.running&&!this.watched&&this.setRunning(!1)},tA))}move(e){this.showPose(),this.moves.put(e)}showPose(){this.results.leave()}run(){if(!(this.running||!this.hook.ready)){if(this.motion.missing){this.messages.say(this.motion.missing,"error");return}this.messages.hide(),this.watched=!1,this.runSeq=this.connection.send("run",this.runMessage),this.runSeq&&this.setRunning(!0)}}askForLoci(e){e||this.showLoci([],"",!1),this.connection.send("loci",{on:e})}setRunning(e){e||(this.watched&&(this.stage?.hideRun(),this.results.endLive()),this.watched=!1,this.results.inReplay||this.stage?.setHandling("pose")),this.running=this.hook.running=e,this.runPanel.setRunning(e),this.layout.machine.inert=e,this.bar.setBusy(e)}push(e){let t=performance.now();!e.every(s=>s===0)&&t-this.lastPush<iA||(this.lastPush=t,this.connection.send("push",{force:e}))}setUnits(e){this.units=e,this.pose.setUnits(e),this.parameters.setUnits(e),this.results.setUnits(e)}get runMessage(){return{...this.runPanel.request,trajectory:this.motion.request}}savePicture(){this.stage&&Yr(`${this.machine?.name??"kinloop"}.png`,this.stage.viewer.picture())}};function my(){gs(vl),gs(zp),gs(Vp);let n=location.protocol==="https:"?"wss":"ws",e=new Ru(`${n}://${location.host}/ws${location.search}`);window.kinloopStudio=e.hook}function up(){let n=new URLSearchParams(location.hash.slice(1)),e=n.get("motion");if(e===null)return null;let t=Number.parseFloat(n.get("t")??"");return{motion:e,time:Number.isFinite(t)?t:null}}function gy(n,e){let t=`#${new URLSearchParams({motion:n,t:String(Number(e.toFixed(4)))})}`;try{history.replaceState(null,"",t)}catch{location.hash=t}return location.href}var dp=200;function vy(n,e){if(!n.events.length)return null;let t=[...n.events].sort((o,a)=>o.time-a.time),i=Ke("ul");for(let o of t.slice(0,dp)){let a=n.records.length>1?` (${n.records[o.record].name})`:"",l=Ke("button",{title:"go to this time",attributes:{type:"button"}});l.append(Ke("b",{text:`${o.time.toFixed(3)} s`}),` ${o.kind}${a}`),l.addEventListener("click",()=>e(o.time)),i.append(Ke("li",{},l,Ke("span",{class:"soft",text:o.message})))}t.length>dp&&i.append(Ke("li",{class:"soft",text:`and ${t.length-dp} more`}));let s=t.length===1?"1 event":`${t.length} events`,r=Ke("details",{class:"events"},Ke("summary",{text:s}),i);return r.open=!0,r}function yy(n,e){let t={" ":()=>e.toggle(),ArrowLeft:()=>e.step(-1),ArrowRight:()=>e.step(1),PageDown:()=>e.skip(-.1),PageUp:()=>e.skip(.1),Home:()=>e.start(),End:()=>e.end()};n.addEventListener("keydown",i=>{i.defaultPrevented||rA(i.target,i.key)||e.view(i)||i.ctrlKey||i.metaKey||i.altKey||i.shiftKey||!t[i.key]||(i.preventDefault(),t[i.key]())})}function rA(n,e){return n instanceof HTMLElement?n instanceof HTMLSelectElement||n.isContentEditable?!0:n instanceof HTMLInputElement?n.type!=="range":e===" "&&n.closest("button, summary, a")!==null:!1}var fp={velocity:"#56b4e9",effort:"#d55e00","loop force":"#cc79a7"},pp="#009e73",oA=.3,xy=16,Cu=class{constructor(e,t){this.motion=e;this.arrays=t;this.frames=e.records.map(i=>new Wo(i,t)),this.meshes=$r(e.meshes,t),this.shown={style:"shapes",trace:!0,ghost:e.records.length>1,ground:!e.scene.view,arrows:new Set}}motion;arrays;frames;shown;camera=null;framed=null;meshes;arrowKinds(){let e=new Map;for(let{kind:t,unit:i,largest:s}of this.motion.records[0].arrows){let r=e.get(t)??new Map;e.set(t,r.set(i,Math.max(r.get(i)??0,s)))}return[...e].map(([t,i])=>({kind:t,largest:[...i].map(([s,r])=>`${Number(r.toPrecision(3))} ${s}`).join(", ")}))}enter(e,t){e.setStyle(this.shown.style),e.setGround(this.shown.ground),e.setScene(this.motion.scene,this.meshes),this.frame(e,this.camera),this.refresh(e,t)}refresh(e,t){e.setStyle(this.shown.style),this.framed!==this.shown.style&&this.frame(e,e.camera),e.setGround(this.shown.ground),this.setLines(e),this.shown.ghost||e.hideGhost(),this.draw(e,t)}draw(e,t){let[i,s]=this.frames;e.place(i.at(t)),s&&this.shown.ghost&&e.place(s.at(t),1),e.trimLines("trace",i.countUntil(t)),this.drawArrows(e,i,t)}frame(e,t){this.framed=this.shown.style,e.frameMotion(this.postures()),e.camera=t}postures(){return this.frames.flatMap((e,t)=>{let[i,s]=[e.times[0],e.times[e.times.length-1]],r=Array.from({length:xy},(l,c)=>i+c/(xy-1)*(s-i)),{trace:o}=this.motion.records[t],a=o?aA(Sn(Vt(this.arrays,o))).map(l=>e.times[l]):[];return[...r,...a].map(l=>e.at(l).slice())})}setLines(e){let t=this.motion.lines.map(r=>({points:Sn(Vt(this.arrays,r.array)),color:r.color,width:r.kind==="reference"?1.5:2,dashed:r.kind==="reference"}));e.setLines("lines",t);let{trace:i}=this.motion.records[0],s=this.shown.trace&&i?Sn(Vt(this.arrays,i)):null;e.setLines("trace ahead",s?[{points:s,color:bt().ahead,width:1.5}]:[]),e.setLines("trace",s?[{points:s,color:pp,width:3}]:[])}drawArrows(e,t,i){let{arrows:s}=this.motion.records[0],o=s.filter(({kind:a})=>this.shown.arrows.has(a)).map(a=>{let c=oA*Co(this.motion.scene)/Math.max(...s.filter(h=>lA(h,a)).map(({largest:h})=>h),1e-300),u=t.vectorAt(a,i).map(h=>c*h);return{at:t.pointOf(a.link,a.at),vector:u,color:fp[a.kind],twist:a.twist}});e.setArrows("arrows",o)}};function aA(n){return[0,1,2].flatMap(e=>{let[t,i]=[0,0];for(let s=1;3*s<n.length;s++)n[3*s+e]<n[3*t+e]&&(t=s),n[3*s+e]>n[3*i+e]&&(i=s);return[t,i]})}function lA(n,e){return n.kind===e.kind&&n.unit===e.unit}var mp={angle:"rad",length:"m"},_y=[];function Pu(){return mp}function by(n){Object.assign(mp,n);for(let e of _y)e(mp)}function Lu(n){_y.push(n)}var cA={velocity:"Velocity",effort:"Efforts","loop force":"Loop forces"};function Sy(n,e,t){let i=Ke("div",{class:"options",attributes:{role:"group","aria-label":"display"}});return e&&i.append(...hA(n,t)),i.append(uA(),dr("Copy link","copy a link to this motion and time",()=>t.copyLink())),i}function hA(n,e){let{motion:t,shown:i}=n,s=o=>{o(),e.refresh()},r=[];if(t.scene.has_shapes){let o=[["shapes","Shapes"],["skeleton","Skeleton"]];r.push(ia("how links are drawn",o,i.style,a=>s(()=>i.style=a)))}t.records[0].trace&&r.push(fr("Trace","the tool's path",i.trace,o=>s(()=>i.trace=o))),t.records.length>1&&r.push(fr("Ghost",`${t.records[1].name}, translucent`,i.ghost,o=>s(()=>i.ghost=o)));for(let{kind:o}of n.arrowKinds()){let a=l=>s(()=>l?i.arrows.add(o):i.arrows.delete(o));r.push(fr(cA[o],`arrows: ${o}`,i.arrows.has(o),a))}return r.push(fr("Grid","a grid below or behind the machine",i.ground,o=>s(()=>i.ground=o)),dr("Reset view","show the whole machine from the usual side (0)",()=>e.resetView()),dr("Picture","save the view as a PNG picture",()=>e.savePicture())),r}function uA(){let n=s=>{let[r,o]=s.split(" ");return{angle:r,length:o}},e=s=>`${s.angle} ${s.length}`,i=ia("units",["rad m","deg m","rad mm","deg mm"].map(s=>[s,s.replace(" ",", ")]),e(Pu()),s=>by(n(s)));return Lu(s=>i.value=e(s)),i}var Iu=class{constructor(e){this.scene=e;this.refresh()}scene;root=Ke("div",{class:"scene-legend"});refresh(){let{motion:e,shown:t}=this.scene,i=e.lines.map(s=>gp(s.name,s.color,s.kind==="reference"?"dashed":"solid"));t.trace&&e.records[0].trace&&i.push(gp("tool's path",pp,"solid"));for(let{kind:s,largest:r}of this.scene.arrowKinds())t.arrows.has(s)&&i.push(gp(`${s}, largest ${r}`,fp[s],"solid"));e.records.length>1&&t.ghost&&i.push(Ke("span",{text:`${e.records[0].name}; translucent: ${e.records[1].name}`})),this.root.replaceChildren(...i)}};function gp(n,e,t){let i=Ke("span",{class:"key"});return i.style.borderTop=`3px ${t} ${e}`,Ke("span",{},i,n)}var dA="This browser has no WebGL: the machine is a still picture, the plots work.",Du=class n{constructor(e,t,i,s,r){this.root=e;this.scene=t;this.stage=s;this.use=r;this.plotData=i,this.player=new Xo(...pA(t)),this.legend=new Iu(t),this.poster=e.querySelector("img.poster")??Ke("img",{class:"poster"}),this.poster.alt||=t.motion.title,this.box=Ke("div",{class:"stage"},this.poster),this.timeBar=new qo(this.player,{toggle:()=>this.toggle(),seek:a=>this.seekByUser(a)});let o={tabindex:"0",role:"group","aria-label":`plots over time. ${Jv}`};this.plotBox=Ke("div",{class:"plots",attributes:o}),this.plotBox.style.setProperty("--plots",String(i.length)),this.build(),this.listen()}root;scene;stage;use;box;player;poster;timeBar;legend;status=Ke("p",{class:"status soft",attributes:{role:"status"}});plotBox;plotData;plots=null;posterIsFresh=!1;static async mount(e,t,i){let s=e.dataset.motion??"",r=document.getElementById(`data-${s}`);if(!r?.textContent)throw new Error(`the page has no data of the motion '${s}'`);let{head:o,arrays:a}=yl(await Hp(r.textContent));if(o.version!==1)throw new Error(`the data has version ${o.version}, this player reads version 1`);let l=cl(o.plots,a,o.records[1]?.name);return new n(e,new Cu(o,a),l,t,i)}get id(){return this.scene.motion.id}get time(){return this.player.time}seek(e){this.player.pause(),this.player.seek(e)}occupied(e){this.root.classList.toggle("in-use",e)}showPoster(e){this.poster.src=e,this.posterIsFresh=!0}makePlots(){this.plots||(this.plots=new Go(this.plotBox,(e,t)=>{t==="press"?this.seekByUser(e):this.player.playing||this.player.seek(e)}),this.plots.setUnits(Pu()),this.plots.set(this.plotData,this.scene.motion.events),this.plots.setTime(this.time))}setPrinting(e){this.makePlots(),this.plots.setWidth(e?fA:null)}build(){let{motion:e}=this.scene,t=Sy(this.scene,this.stage!==null,{refresh:()=>this.refreshView(),resetView:()=>this.resetView(),savePicture:()=>this.savePicture(),copyLink:()=>{this.copyLink()}}),i=Ke("div",{class:"machine"},this.box,this.legend.root,this.timeBar.root,t,this.status);this.stage||(this.status.textContent=dA),this.root.classList.toggle("no-webgl",!this.stage);let s=vy(e,o=>this.seekByUser(o));s&&i.append(s);let r=Ke("ul",{class:"notes soft"},...e.notes.map(o=>Ke("li",{text:o})));e.notes.length&&i.append(r),this.root.classList.add("kl"),this.root.setAttribute("aria-label",e.title),this.root.prepend(Ke("div",{class:"columns"},i,this.plotBox))}listen(){this.player.onChange(()=>this.showTime()),Lu(e=>this.plots?.setUnits(e)),this.box.addEventListener("click",()=>this.use(this)),this.root.addEventListener("focusin",()=>this.use(this)),yy(this.root,{toggle:()=>this.toggle(),step:e=>this.seekByUser(this.scene.frames[0].neighbour(this.time,e)),skip:e=>this.seekByUser(this.time+e*(this.player.end-this.player.start)),start:()=>this.seekByUser(this.player.start),end:()=>this.seekByUser(this.player.end),view:e=>this.pressViewKey(e)})}pressViewKey(e){return this.plots&&this.plotBox.contains(e.target)&&this.plots.pressKey(e)?!0:this.stage?.current===this&&this.stage.pressKey(e)}toggle(){this.use(this),this.player.toggle()}seekByUser(e){this.use(this),this.seek(e)}showTime(){this.posterIsFresh=!1,this.timeBar.refresh(),this.stage?.draw(this),this.plots?.setTime(this.time)}refreshView(){this.use(this),this.legend.refresh(),this.stage?.refresh(this)}resetView(){this.use(this),this.stage?.resetView()}savePicture(){this.use(this),this.stage&&Yr(`${this.id} ${this.time.toFixed(3)} s.png`,this.stage.picture())}async copyLink(){let e=gy(this.id,this.time);try{await navigator.clipboard.writeText(e),this.status.textContent="The link to this motion and time is in the clipboard."}catch{this.status.textContent="The page's address is now the link to this motion and time."}}},fA=330;function pA(n){let e=n.frames.map(t=>t.times);return[Math.min(...e.map(t=>t[0])),Math.max(...e.map(t=>t[t.length-1]))]}var My=`/* A motion: stage and controls beside the plots where there is room, else above them. */
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
`;var Nu=class n{viewer=null;seat=null;static open(){return Hn.available()?new n:null}get current(){return this.seat}moveTo(e){if(this.seat===e)return;this.leave(),this.seat=e;let t=this.viewerIn(e.box);e.scene.enter(t,e.time),e.occupied(!0)}draw(e){this.viewer&&this.seat===e&&e.scene.draw(this.viewer,e.time)}refresh(e){this.viewer&&this.seat===e&&e.scene.refresh(this.viewer,e.time)}resetView(){this.viewer?.home()}pressKey(e){return this.viewer?.pressKey(e)??!1}picture(){return this.viewer?.picture()??""}makePoster(e){let{clientWidth:t,clientHeight:i}=e.box;if(!t||!i||this.viewer?.lost)return;if(this.seat===e){e.showPoster(this.viewer.picture());return}let s=this.viewer??this.viewerIn(e.box);this.seat&&(this.seat.scene.camera=s.camera),e.scene.enter(s,e.time),e.showPoster(s.picture({width:t,height:i})),this.seat?this.seat.scene.enter(s,this.seat.time):s.canvas.remove()}leave(){!this.viewer||!this.seat||(this.seat.scene.camera=this.viewer.camera,this.viewer.lost||this.seat.showPoster(this.viewer.picture()),this.seat.occupied(!1),this.seat=null)}viewerIn(e){return this.viewer?this.viewer.attach(e):this.viewer=this.createViewer(e),this.viewer}createViewer(e){let t=new Hn(e,{wheel:"focused"});return t.canvas.addEventListener("webglcontextlost",()=>this.seat?.occupied(!1)),t.canvas.addEventListener("webglcontextrestored",()=>this.seat?.occupied(!0)),t}};var gA="400px",vp=class{stage=Nu.open();roots=[...document.querySelectorAll("figure.kinloop-motion")];figures=new Map;near=new Set;visible=new Map;current=null;untouched=!0;posterTask=0;async start(){window.kinloop={motions:this.roots.map(e=>this.hook(e)),webgl:Hn.available()},window.addEventListener("hashchange",()=>this.openAddress()),window.addEventListener("beforeprint",()=>this.print(!0)),window.addEventListener("afterprint",()=>this.print(!1)),rs(()=>this.renewPosters()),await this.mountAll()}async mountAll(){let e=up()?.motion,t=[...this.roots].sort((i,s)=>+(s.dataset.motion===e)-+(i.dataset.motion===e));for(let i of t){try{this.figures.set(i,await Du.mount(i,this.stage,s=>this.use(s)))}catch(s){this.report(i,s)}this.watch(i),i===t[0]&&this.openAddress(),await new Promise(s=>setTimeout(s))}}report(e,t){let i=t instanceof Error?t.message:String(t);e.append(Ke("p",{class:"kl status",text:`This motion cannot be shown: ${i}`})),console.error(t)}hook(e){let t=()=>this.figures.get(e);return{id:e.dataset.motion??"",get ready(){return t()!==void 0},get time(){return t()?.time??0},get playing(){return t()?.player.playing??!1},seek:i=>{let s=t();s&&(this.use(s),s.seek(i))}}}use(e){this.untouched=!1,this.takeStage(e)}takeStage(e){for(let t of this.figures.values())t!==e&&t.player.pause();this.current=e,e.makePlots(),this.stage?.moveTo(e)}openAddress(){let e=up(),t=this.roots.find(s=>s.dataset.motion===e?.motion),i=t&&this.figures.get(t);!e||!i||(this.use(i),i.seek(e.time??i.player.start),i.root.scrollIntoView({block:"start"}))}watch(e){new IntersectionObserver(([s])=>{s.isIntersecting?this.near.add(e):this.near.delete(e),s.isIntersecting&&this.figures.get(e)?.makePlots(),this.schedulePosters()},{rootMargin:gA}).observe(e),new IntersectionObserver(([s])=>{this.visible.set(e,s.isIntersecting?s.intersectionRatio:0),this.followScrolling()},{threshold:[0,.05,.25,.5,.75]}).observe(e.querySelector(".stage")??e)}followScrolling(){let e=i=>this.visible.get(i)??0;if(this.current&&e(this.current.root)>0)return;let t=this.roots.find(i=>this.figures.has(i)&&e(i)>.25);t&&(this.takeStage(this.figures.get(t)),this.autoplay(t))}autoplay(e){e!==this.roots[0]||!this.untouched||matchMedia("(prefers-reduced-motion: reduce)").matches||(this.untouched=!1,this.figures.get(e).player.play())}renewPosters(){for(let e of this.figures.values())e.posterIsFresh=!1;this.schedulePosters()}schedulePosters(){this.posterTask||!this.stage||(this.posterTask=window.setTimeout(()=>{this.posterTask=0;let e=[...this.near].map(t=>this.figures.get(t)).find(t=>t&&this.needsPoster(t));e&&(this.stage.makePoster(e),e.posterIsFresh&&this.schedulePosters())},30))}needsPoster(e){return!e.posterIsFresh&&e!==this.current}print(e){$g(e);for(let t of this.figures.values())t.setPrinting(e),e&&(t===this.current||!t.posterIsFresh)&&this.stage?.makePoster(t)}};function wy(){gs(vl),gs(My),new vp().start()}function Ey(){document.body.classList.contains("kinloop-studio")?my():document.body.classList.contains("kinloop-page")&&wy()}document.readyState==="loading"?document.addEventListener("DOMContentLoaded",Ey):Ey();})();
