import { grouped, totalTokens, type UsageFigures } from "@reprise/model";

/** What a chart shows. */
export interface Measure {
  readonly name: "tokens" | "time" | "commands";
  readonly label: string;
  /** Null: unknown. */
  valueOf(figures: UsageFigures): number | null;
  /** As short as an axis needs it. */
  short(value: number): string;
  exact(value: number): string;
  /** Distances of lines in a chart. */
  readonly steps: readonly number[];
}

const countSteps = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();
const minuteMs = 60_000;
const timeSteps = [
  ...[1, 5, 15, 30].map((seconds) => seconds * 1000),
  ...[1, 5, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 5, 10, 24, 48, 120, 240, 480].map((hours) => hours * 60 * minuteMs),
];

export const measures: readonly Measure[] = [
  {
    name: "tokens",
    label: "Tokens",
    steps: countSteps,
    valueOf: ({ tokens }) => totalTokens(tokens),
    short: shortCount,
    exact: (value) => grouped(value),
  },
  {
    name: "time",
    label: "Working time",
    steps: timeSteps,
    valueOf: ({ workMs }) => workMs,
    short: timeWords,
    exact: timeWords,
  },
  {
    name: "commands",
    label: "Commands",
    steps: countSteps,
    valueOf: ({ commandCount }) => commandCount,
    short: shortCount,
    exact: (value) => grouped(value),
  },
];

/** `950`, `12 k`, `3.4 M`. */
export function shortCount(value: number): string {
  for (const [size, unit] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const)
    if (value >= size) {
      const scaled = value / size;
      return `${scaled < 10 ? String(Number(scaled.toFixed(1))) : Math.round(scaled)} ${unit}`;
    }
  return String(Math.round(value));
}

/** `45 s`, `12 min`, `3 h 05 min`. */
export function timeWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(ms / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(rest).padStart(2, "0")} min`;
}
