/** Which curves grow while a run goes: tool coordinates, errors and efforts, one unit a plot. */
import type { PlotData } from "../core/plots";
import type { Arrays } from "../core/types";
import type { Machine } from "./protocol";

export interface LiveSample {
  t: number;
  share: number | null;
  arrays: Arrays;
}
export interface LivePlot {
  title: string;
  unit: string;
  names: string[];
  time: number[];
  pick(sample: LiveSample): number[];
}
interface Columns {
  names: string[];
  units: string[];
}

/** The plots of a run whose first sample is given. */
export function livePlots(machine: Machine, { arrays }: LiveSample): LivePlot[] {
  const { task, joints } = machine;
  const positions = { names: joints.map((joint) => joint.name), units: joints.map((joint) => joint.unit) };
  const efforts = { names: positions.names, units: positions.units.map((unit) => (unit === "m" ? "N" : "N m")) };
  const count = (name: string): number => arrays[name]?.length ?? 0;
  return [
    ...byUnit("tool", "x", fitting(count("x"), [task])),
    ...byUnit("error", "error", fitting(count("error"), [task, twist(task), positions])),
    ...byUnit("effort", "tau", fitting(count("tau"), [efforts])),
  ];
}

/** Empty lists for the plots, which grow. */
export function liveLists(plots: LivePlot[]): PlotData[] {
  return plots.map(({ title, unit, names, time }) => ({
    title,
    unit,
    time,
    series: names.map((name) => ({ name, values: [], record: 0, dashed: false })),
  }));
}

/** The columns of the first table that has so many; numbers where none has. */
function fitting(count: number, tables: Columns[]): Columns {
  const found = tables.find(({ names }) => names.length === count);
  return (
    found ?? { names: Array.from({ length: count }, (_, i) => String(i + 1)), units: Array.from({ length: count }, () => "") }
  );
}

/** An error of a pose has three rotations where the pose has a quaternion. */
function twist({ names, units }: Columns): Columns {
  const at = names.indexOf("qw");
  if (at < 0) return { names, units };
  return {
    names: [...names.slice(0, at), "rotation x", "rotation y", "rotation z", ...names.slice(at + 4)],
    units: [...units.slice(0, at), "rad", "rad", "rad", ...units.slice(at + 4)],
  };
}

function byUnit(title: string, array: string, { names, units }: Columns): LivePlot[] {
  return [...new Set(units)].map((unit) => {
    const columns = names.flatMap((_, index) => (units[index] === unit ? [index] : []));
    return {
      title,
      unit: unit === "1" ? "" : unit,
      names: columns.map((index) => names[index]),
      time: [],
      pick: ({ arrays }) => columns.map((index) => arrays[array]?.[index] ?? NaN),
    };
  });
}
