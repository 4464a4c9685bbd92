import type { TurnEnd, TurnReader } from "@reprise/core/agents";
import { asThreadId, type RunEvent } from "@reprise/model";

/** Reads the program's output: `{thread}`, `{reply}`, `{end}`, one per line. */
export class EchoReader implements TurnReader {
  end: TurnEnd | null = null;
  readonly toolServers = null;
  readonly usage = null;

  take(line: Parameters<TurnReader["take"]>[0]): readonly RunEvent[] {
    if (typeof line.thread === "string")
      return [
        { type: "thread", thread: asThreadId(line.thread), isPersisted: false },
        { type: "turn-started", turn: null },
      ];
    if (typeof line.reply === "string")
      return [{ type: "item", key: "reply", isComplete: true, item: { kind: "reply", text: line.reply } }];
    if (line.end === "completed") this.end = { state: "completed", failure: null };
    return [];
  }

  rest(): readonly RunEvent[] {
    return [];
  }
}
