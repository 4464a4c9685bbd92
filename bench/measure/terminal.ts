import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { spawn } from "@lydell/node-pty";
import type { Command } from "./command.ts";

/** How the app ends each picture it draws, and the floor. */
const usualEnd = "\x1b[?2026l";
const limitMs = 60_000;

/** A program in a terminal of 160 × 48 that nobody draws: only when something was written counts. */
export class MeasuredTerminal {
  readonly #child: ReturnType<typeof spawn>;
  readonly #startedAt = performance.now();
  readonly #pictureEnd: string;
  readonly #ended: Promise<void>;
  #written = "";
  #wake: () => void = () => {};

  constructor({ program, args, cwd, env }: Command, pictureEnd = usualEnd) {
    this.#pictureEnd = pictureEnd;
    this.#child = spawn(program, [...args], {
      name: "xterm-256color",
      cols: 160,
      rows: 48,
      cwd,
      env: { ...env, TERM: "xterm-256color" },
    });
    this.#ended = new Promise((resolve) => this.#child.onExit(() => resolve()));
    this.#child.onData((data) => {
      this.#written += data;
      this.#wake();
    });
  }

  /** Milliseconds since the start of the program until a picture holds it. */
  async untilShown(text: string | RegExp): Promise<number> {
    await this.#until(() => {
      const holds = typeof text === "string" ? this.#written.includes(text) : text.test(this.#written);
      return holds && this.#isDrawn();
    }, `${text}`);
    return performance.now() - this.#startedAt;
  }

  /** Milliseconds from a key to the end of the picture after it; null when nothing was drawn in a second. */
  async press(bytes: string): Promise<number | null> {
    this.#written = "";
    const startedAt = performance.now();
    this.#child.write(bytes);
    const isDrawn = await this.#until(() => this.#isDrawn(), null, 1_000);
    return isDrawn ? performance.now() - startedAt : null;
  }

  type(text: string): void {
    this.#written = "";
    this.#child.write(text);
  }

  get written(): string {
    return this.#written;
  }

  /** What it holds in memory now. */
  residentBytes(): number {
    return this.#memory("VmRSS");
  }

  /** The most it ever held. */
  peakBytes(): number {
    return this.#memory("VmHWM");
  }

  #memory(field: string): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    const found = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status);
    return Number(found?.[1] ?? Number.NaN) * 1024;
  }

  /** Time on the processor so far, of the program alone. */
  processorMs(): number {
    const stat = readFileSync(`/proc/${this.#child.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10; // the system counts in hundredths of a second
  }

  async end(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended();
  }

  /** Resolves when the program is gone. */
  ended(): Promise<void> {
    return this.#ended;
  }

  #isDrawn(): boolean {
    return this.#written.endsWith(this.#pictureEnd);
  }

  async #until(isDone: () => boolean, what: string | null, mostMs = limitMs): Promise<boolean> {
    const startedAt = performance.now();
    while (!isDone()) {
      const leftMs = startedAt + mostMs - performance.now();
      if (leftMs <= 0 && what === null) return false;
      if (leftMs <= 0) throw new Error(`The app did not show ${what}. It wrote: ${this.#written.slice(-2000)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return true;
  }
}
