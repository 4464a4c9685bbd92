import type { ExecOutput, SavedState, WorkbenchEntry } from "@reprise/model";

export interface Dropped {
  readonly entryCount: number;
  readonly outputCount: number;
}

/** The next time is far off: not with every save. */
const target = 0.75;

/** Leaves out the oldest outputs, then the oldest entries, until the rest is well below the limit. */
export function withinLimit(
  state: SavedState,
  mostBytes: number,
): { readonly state: SavedState; readonly dropped: Dropped } {
  const sizes = {
    outputs: sum(Object.values(state.outputs), outputSize),
    entries: sum(state.entries, sizeOf),
  };
  let over = sizes.outputs + sizes.entries - mostBytes;
  if (over <= 0) return { state, dropped: { entryCount: 0, outputCount: 0 } };
  over += mostBytes * (1 - target);
  const outputs = new Map(Object.entries(state.outputs));
  const lost = new Map<string, number>();
  for (const { id } of state.execs) {
    if (over <= 0) break;
    const output = outputs.get(id);
    if (output === undefined || output.text === "") continue;
    over -= outputSize(output);
    outputs.delete(id);
    lost.set(id, output.text.length);
  }
  let entryCount = 0;
  for (const entry of state.entries.slice(0, -1)) {
    if (over <= 0) break;
    over -= sizeOf(entry);
    entryCount += 1;
  }
  const execs = state.execs.map((exec) => ({
    ...exec,
    droppedCount: exec.droppedCount + (lost.get(exec.id) ?? 0),
  }));
  return {
    state: {
      ...state,
      execs,
      outputs: Object.fromEntries(outputs),
      entries: state.entries.slice(entryCount),
    },
    dropped: { entryCount, outputCount: lost.size },
  };
}

function sum<One>(list: readonly One[], sizeOfOne: (one: One) => number): number {
  return list.reduce((total, one) => total + sizeOfOne(one), 0);
}

function outputSize({ text, ansi }: ExecOutput): number {
  return text.length + (ansi?.length ?? 0);
}

/** About; most of an entry is its texts. */
function sizeOf({ item }: WorkbenchEntry): number {
  return Object.values(item).reduce<number>(
    (total, value) => total + (typeof value === "string" ? value.length : 0),
    200,
  );
}
