import { type RunView, type Working, workingWords } from "@reprise/model";
import { cut } from "../width.ts";

interface Terminal {
  /** To stderr. */
  write(text: string): Promise<void>;
  now(): number;
  /** Calls `listener` every `ms` until the returned function is called. */
  every(ms: number, listener: () => void): () => void;
  columns(): number;
}

const erase = "\r\u001b[K";

/** Status of the running turn, redrawn each second, removed before other output; hidden during questions and partial lines. */
export class WorkingLine {
  readonly #terminal: Terminal;
  #working: Working | null = null;
  #startedAt = 0;
  #turnCount = 0;
  #stop: (() => void) | null = null;
  #isDrawn = false;
  #isMidLine = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  see({ working, turns }: RunView): void {
    this.#working = working;
    if (turns.length !== this.#turnCount) this.#startedAt = this.#terminal.now();
    this.#turnCount = turns.length;
    if (this.#working === null) return this.end();
    this.#stop ??= this.#terminal.every(1000, () => this.#draw());
  }

  /** Call before writing `text`. */
  async makeRoom(text: string): Promise<void> {
    if (text !== "") this.#isMidLine = !text.endsWith("\n");
    if (!this.#isDrawn) return;
    this.#isDrawn = false;
    await this.#terminal.write(erase);
  }

  end(): void {
    this.#stop?.();
    this.#stop = null;
  }

  #draw(): void {
    const working = this.#working;
    if (working === null || working.asked.size > 0 || this.#isMidLine) return;
    const words = `Working ${workingWords(working, this.#terminal.now() - this.#startedAt)}`;
    this.#isDrawn = true;
    void this.#terminal.write(`${erase}${cut(words, Math.max(1, this.#terminal.columns() - 1))}`).catch(() => {}); // losing it costs nothing
  }
}
