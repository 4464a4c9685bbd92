import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { until, withLimit } from "@reprise/testkit";

/** Counted from 0. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A screen that nobody sees, with a keyboard, a mouse and a clipboard. One window at a time. */
export class Display {
  readonly name: string;
  readonly #server: ChildProcess;

  private constructor(server: ChildProcess, name: string) {
    this.#server = server;
    this.name = name;
  }

  static async open(): Promise<Display> {
    const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const [number] = await withLimit(once(server.stdio[3] as Readable, "data"), 20_000, () => "Xvfb did not start.");
    return new Display(server, `:${String(number).trim()}`);
  }

  press(...keys: readonly string[]): void {
    this.#do("key", "--clearmodifiers", "--delay", "40", ...keys);
  }

  type(text: string): void {
    this.#do("type", "--delay", "20", text);
  }

  /** One notch, over the middle of the window. */
  turnWheel(direction: "up" | "down"): void {
    this.#do("mousemove", "300", "200", "click", direction === "up" ? "4" : "5");
  }

  click(kind: string, cell: Cell, size: Size): void {
    this.#do("mousemove", ...this.#pointOf(kind, cell, size), "click", "1");
  }

  /** Selects from one cell to another, if the mouse is the terminal's. */
  drag(kind: string, { from, to }: { readonly from: Cell; readonly to: Cell }, size: Size): void {
    this.#do("mousemove", ...this.#pointOf(kind, from, size), "mousedown", "1");
    this.#do("mousemove", ...this.#pointOf(kind, to, size), "mouseup", "1");
  }

  resize(kind: string, width: number, height: number): void {
    this.#do("windowsize", this.#windowOf(kind), `${width}`, `${height}`);
  }

  /** Resolves when there is a window, and what is typed goes to it. */
  async focus(kind: string): Promise<void> {
    await until(() => this.#windowOf(kind), { timeoutMs: 20_000, what: `a window of ${kind}` });
    this.#do("windowfocus", this.#windowOf(kind));
    this.#do("mousemove", "300", "200");
  }

  /** What the mouse's middle button or Shift-Insert would paste. */
  select(text: string): void {
    // Its output is ignored: what stays behind to serve the selection would keep a pipe open.
    execFileSync("xclip", ["-selection", "primary", "-i"], {
      env: this.#env,
      input: text,
      stdio: ["pipe", "ignore", "ignore"],
      timeout: 10_000,
    });
  }

  /** Empty where there is none. */
  selected(where: "primary" | "clipboard"): string {
    try {
      return this.#ask("xclip", ["-selection", where, "-o"]);
    } catch {
      return ""; // nobody owns one
    }
  }

  async close(): Promise<void> {
    const ended = once(this.#server, "exit");
    this.#server.kill();
    await ended;
  }

  get #env() {
    return { PATH: process.env.PATH, DISPLAY: this.name };
  }

  #windowOf(kind: string): string {
    try {
      return this.#ask("xdotool", ["search", "--onlyvisible", "--class", kind]).trim().split("\n").at(-1) ?? "";
    } catch {
      return ""; // there is none yet
    }
  }

  /** In the middle of the cell; borders are narrow enough not to matter. */
  #pointOf(kind: string, { column, row }: Cell, { columns, rows }: Size): [string, string] {
    const told = this.#ask("xdotool", ["getwindowgeometry", "--shell", this.#windowOf(kind)]);
    const part = (name: string) => Number(new RegExp(`^${name}=(-?\\d+)$`, "m").exec(told)?.[1]);
    const x = part("X") + ((column + 0.5) * part("WIDTH")) / columns;
    const y = part("Y") + ((row + 0.5) * part("HEIGHT")) / rows;
    return [`${Math.round(x)}`, `${Math.round(y)}`];
  }

  #do(...words: readonly string[]): void {
    this.#ask("xdotool", words);
  }

  #ask(command: string, args: readonly string[]): string {
    return execFileSync(command, args, {
      env: this.#env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 10_000,
    });
  }
}
