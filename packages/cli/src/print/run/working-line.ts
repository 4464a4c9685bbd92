import { type RunView, type Working, workingWords } from "@reprise/model";
import { cut } from "../width.ts";

interface Terminal {
  /** To stderr. */
  write(text: string): Promise<void>;
  now(): number;
  /** Calls it each `ms` until the returned function is called. */
  every(ms: number, listener: () => void): () => void;
  columns(): number;
}

const erase = "\r\u001b[K";

/**
 * One line about the turn that runs, drawn again each second and taken away before anything else is written. Not while a
 * question stands there, and not in the middle of a line.
 */
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

  /** Before something is written; `text` is what. */
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
    void this.#terminal
      .write(`${erase}${cut(words, Math.max(1, this.#terminal.columns() - 1))}`)
      .catch(() => {}); // whoever does not read it misses nothing
  }
}
