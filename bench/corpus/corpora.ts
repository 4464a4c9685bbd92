import type { Shape } from "./plan.ts";
import { longShape, smallShape, tenfoldShape } from "./shapes.ts";

export type CorpusName = "many" | "tenfold" | "twenty" | "thousand" | "growth" | "large" | "resume" | "rounds";
export type Scale = "full" | "small";

export interface CorpusSpec {
  readonly name: CorpusName;
  readonly sessionCount: number;
  readonly shape: Shape;
  /** Each session goes on until it is as large. */
  readonly untilBytes?: number;
}

const megabyte = 1_000_000;

/** `full` takes about 5.7 GB of disk, `small` about 27 MB. */
export function corpusSpec(name: CorpusName, scale: Scale): CorpusSpec {
  const isFull = scale === "full";
  switch (name) {
    case "many":
      return { name, sessionCount: isFull ? 10_000 : 200, shape: smallShape };
    case "tenfold":
      return { name, sessionCount: isFull ? 10_000 : 40, shape: tenfoldShape };
    case "twenty":
      return { name, sessionCount: 20, shape: smallShape };
    case "thousand":
      return { name, sessionCount: isFull ? 1000 : 50, shape: smallShape };
    case "growth":
      return { name, sessionCount: isFull ? 100_000 : 400, shape: smallShape };
    case "large":
      return { name, sessionCount: 1, shape: longShape, untilBytes: (isFull ? 1000 : 8) * megabyte };
    case "resume":
      return { name, sessionCount: 1, shape: longShape, untilBytes: (isFull ? 50 : 2) * megabyte };
    case "rounds":
      return {
        name,
        sessionCount: isFull ? 100 : 4,
        shape: longShape,
        untilBytes: (isFull ? 5 : 0.5) * megabyte,
      };
  }
}
