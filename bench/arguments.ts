import { parseArgs } from "node:util";
import type { Scale } from "./corpus/corpora.ts";

export interface Wish {
  readonly only: readonly string[];
  readonly scale: Scale;
  readonly samples: number;
}

export const usage = `npm run bench -- [--only NAME,NAME] [--small] [--samples N]
  --only     Only these contests; the document is then left as it is
  --small    Small corpora, to see that everything runs; the document is then left as it is
  --samples  How often each is measured (default 7); runs of many seconds are measured three times at most
REPRISE_BENCH_DIR is where the corpora are kept (5.7 GB, and 2 GB more while it runs); by default below the temporary folder.
REPRISE_BENCH_BIN is another bin/reprise to measure, to compare two builds; the document is then left as it is.`;

/** Throws with the usage when something is not understood. */
export function parseWish(argv: readonly string[], names: readonly string[]): Wish {
  const { values } = parseArgs({
    args: [...argv],
    options: { only: { type: "string" }, small: { type: "boolean" }, samples: { type: "string" } },
  });
  const only = values.only?.split(",") ?? [];
  const unknown = only.filter((name) => !names.includes(name));
  const samples = Number(values.samples ?? 7);
  if (unknown.length > 0)
    throw new Error(`There is no contest ${unknown.join(", ")}. There are: ${names.join(", ")}.\n${usage}`);
  if (!Number.isInteger(samples) || samples < 1) throw new Error(`--samples takes a whole number from 1.\n${usage}`);
  return { only, scale: values.small ? "small" : "full", samples };
}
