import type { RunId, RunState } from "@reprise/model";

const mark = "frankie:";

/** The same for as long as its transcript has its name, so that a decline is remembered. */
export function frankieRunId(name: string): RunId {
  return `${mark}${name}` as RunId;
}

/** Its files are frankie's: they are never written, and nothing said in them was said to us. */
export function isFrankies({ run }: Pick<RunState, "run">): boolean {
  return run.startsWith(mark);
}
