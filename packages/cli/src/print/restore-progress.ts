import type { RestoreEvent } from "@reprise/model";
import { exactLine } from "@reprise/model";
import { count } from "./words.ts";

const CELLS = 10;

/** How much of the history is told: one line that changes on a terminal, elsewhere a line at each tenth. */
export class RestoreProgress {
  readonly #isTerminal: boolean;
  #tenth = -1;
  #isMidLine = false;

  constructor({ isTerminal }: { readonly isTerminal: boolean }) {
    this.#isTerminal = isTerminal;
  }

  next({ doneCount, totalCount }: { readonly doneCount: number; readonly totalCount: number }): string {
    const share = totalCount === 0 ? 1 : Math.min(1, doneCount / totalCount);
    const tenth = Math.floor(share * 10);
    if (!this.#isTerminal && tenth === this.#tenth) return "";
    this.#tenth = tenth;
    this.#isMidLine = this.#isTerminal;
    return this.#isTerminal ? `\r\u001b[K${barText(share)}` : `${barText(share)}\n`;
  }

  /** Ends the line, so that something else can be said. */
  end(): string {
    const rest = this.#isMidLine ? "\n" : "";
    this.#isMidLine = false;
    return rest;
  }
}

function barText(share: number): string {
  const done = Math.floor(share * CELLS);
  return `Restoring: [${"#".repeat(done)}${"—".repeat(CELLS - done)}] ${Math.floor(share * 100)}%`;
}

export function restoredLine(event: RestoreEvent & { readonly type: "restored" }): string {
  const { session, from, via, itemCount, segmentCount, sentTokens } = event;
  const [old, fresh] = [exactLine(from), exactLine(session)];
  if (via === "fork") return `Forked ${old} as ${fresh}: by the agent itself.\n`;
  const sent = sentTokens === 0 ? "nothing sent to a model" : `${count(sentTokens, "token")} sent to a model`;
  return `Restored ${old} as ${fresh}: ${count(itemCount, "item")} in ${count(segmentCount, "segment")}, ${sent}.\n`;
}
