import type { Lines } from "../../src/plain/lines.ts";

/** A line that is said once the output holds some words; a bare line is said when it is asked for. */
export type ScriptedLine = string | { readonly after: string; readonly line: string };

/** A person who reads and writes lines, in a test. What they say stands in the output as a terminal would echo it. */
export class ScriptedLines implements Lines {
  text = "";
  readonly columns: number | null = null;
  readonly #left: ScriptedLine[];
  readonly #waiting = new Set<() => void>();
  readonly #listeners: (() => void)[] = [];

  constructor(...left: readonly ScriptedLine[]) {
    this.#left = [...left];
  }

  write(text: string): void {
    this.text += text;
    for (const look of [...this.#waiting]) look();
  }

  async ask(prompt: string, signal?: AbortSignal): Promise<string | null> {
    this.text += prompt;
    const next = this.#left[0];
    if (next === undefined) return this.#atEnd(signal);
    await new Promise((resolve) => setImmediate(resolve)); // a prompt that comes when an answer counts is read first
    if (typeof next !== "string") await this.#until(() => this.text.includes(next.after), signal);
    if (signal?.aborted) return null;
    this.#left.shift();
    const line = typeof next === "string" ? next : next.line;
    this.text += `${line}\n`;
    return line;
  }

  async wait(_ms?: number): Promise<void> {}

  onInterrupt(listener: () => void): () => void {
    this.#listeners.push(listener);
    return () => void this.#listeners.splice(this.#listeners.indexOf(listener), 1);
  }

  interrupt(): void {
    this.#listeners.at(-1)?.();
  }

  /** Who has said everything has closed the input. */
  async #atEnd(signal?: AbortSignal): Promise<null> {
    await new Promise((resolve) => setTimeout(resolve, signal ? 20 : 0));
    return null;
  }

  #until(holds: () => boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!holds() && !signal?.aborted) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      signal?.addEventListener("abort", look, { once: true });
      look();
    });
  }
}
