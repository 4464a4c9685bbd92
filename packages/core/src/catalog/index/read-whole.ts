import type { AgentSource, RolloutRef } from "../../agents/reading/source.ts";
import type { Host } from "../../host/host.ts";
import { rowOf } from "../row.ts";
import { PassageCollector } from "../text/passages.ts";
import { OutlineReader } from "./outline-reader.ts";
import type { OutlinedRollout } from "./outlined-rollout.ts";
import type { OutlineToSave } from "./write-rows.ts";

/** Larger files are read twice, so that their text is written in parts. */
export const largestWithText = 1024 * 1024;

/** Reads new files from the start, in any thread; with their text, if it is wanted. */
export class WholeReader {
  readonly #reader: OutlineReader;
  readonly #collector: PassageCollector | null;

  constructor(reader: OutlineReader, { isWithText }: { readonly isWithText: boolean }) {
    this.#reader = reader;
    this.#collector = isWithText ? new PassageCollector() : null;
  }

  async read(
    rollout: RolloutRef,
    source: AgentSource,
    onPart?: (byteOffset: number) => Promise<unknown>,
  ): Promise<OutlineToSave> {
    const collector = rollout.sizeBytes <= largestWithText ? this.#collector : null;
    const outlined = await this.#reader.read(rollout, source, {
      before: null,
      collector: collector ?? undefined,
      onPart,
    });
    return toSave(outlined, collector);
  }
}

function toSave(outlined: OutlinedRollout, collector: PassageCollector | null): OutlineToSave {
  const collected = collector?.passages() ?? null;
  const passages = outlined.chain.pieces.length === 1 ? collected : null;
  return { row: rowOf(outlined), isForced: false, passages };
}

/** What a thread is to do with each rollout of one agent. */
export interface OutlineJob {
  readonly kind: "outline";
  readonly agent: string;
  readonly isWithText: boolean;
}

/** In a thread. Null: the file continues another, so it is for the thread that knows all files. */
export function outlining(
  { isWithText }: OutlineJob,
  source: AgentSource,
  host: Host,
): (rollout: RolloutRef) => Promise<OutlineToSave | null> {
  const continues = new Error("It continues another file.");
  const find = () => {
    throw continues;
  };
  const reader = new WholeReader(new OutlineReader(host, find), { isWithText });
  return (rollout) =>
    reader.read(rollout, source).catch((error: unknown) => {
      if (error === continues) return null;
      throw error;
    });
}
