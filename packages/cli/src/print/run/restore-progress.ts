import { restoredShare } from "@reprise/model";

const CELLS = 10;

/** How much of the history is sent: one updating line on a terminal, elsewhere a line at each tenth. */
export class RestoreProgress {
  readonly #isTerminal: boolean;
  #tenth = -1;
  #isMidLine = false;

  constructor({ isTerminal }: { readonly isTerminal: boolean }) {
    this.#isTerminal = isTerminal;
  }

  next(progress: { readonly doneCount: number; readonly totalCount: number }): string {
    const share = restoredShare(progress);
    const tenth = Math.floor(share * 10);
    if (!this.#isTerminal && tenth === this.#tenth) return "";
    this.#tenth = tenth;
    this.#isMidLine = this.#isTerminal;
    return this.#isTerminal ? `\r\u001b[K${barText(share)}` : `${barText(share)}\n`;
  }

  /** Ends the line, so that other text can be printed. */
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
