import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { until } from "../host/poll.ts";
import { brightLines, linesOf } from "./screen-text.ts";

export interface PtyOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
  /** The terminal reports support for Kitty's keyboard protocol; otherwise it does not answer. */
  readonly knowsKitty?: boolean;
  /** What the terminal still sends before it answers what it is, such as turns of the wheel. */
  readonly beforeAnswer?: () => string;
}

/** A program in a real terminal whose screen can be read at any time. */
export interface PtyProgram {
  readonly pid: number;
  /** Bytes as a keyboard sends them. */
  type(text: string): void;
  press(...keys: readonly PtyKey[]): void;
  paste(text: string): void;
  resize(columns: number, rows: number): void;
  /** The current lines of the screen, without trailing spaces. */
  screen(): string[];
  text(): string;
  /** Resolves when the screen contains the text; otherwise throws with the content of the screen. */
  shows(text: string | RegExp, what?: string): Promise<void>;
  /** The same for text that is not dim: keys are dim until they count. */
  ready(text: string | RegExp, what?: string): Promise<void>;
  /** Everything written to the terminal, codes included. */
  raw(): string;
  readonly exited: Promise<{ code: number; signal: number | undefined }>;
  kill(signal?: string): void;
  /** Closes the terminal itself, like closing its window. */
  hangUp(): void;
}

export type PtyKey = keyof typeof keyBytes;

const keyBytes = {
  enter: "\r",
  escape: "\x1b",
  tab: "\t",
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  home: "\x1b[H",
  end: "\x1b[F",
  pageUp: "\x1b[5~",
  pageDown: "\x1b[6~",
  backspace: "\x7f",
  "ctrl+c": "\x03",
  "ctrl+d": "\x04",
  "ctrl+z": "\x1a",
} as const;

const running = new Set<PtyProgram>();

export function startPty(options: PtyOptions): PtyProgram {
  const { columns = 80, rows = 24 } = options;
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 5000 });
  const child = spawn(options.command, [...options.args], {
    name: "xterm-256color",
    cols: columns,
    rows,
    cwd: options.cwd,
    env: { ...options.env, TERM: "xterm-256color" },
  });
  let written = "";
  let pending = 0;
  child.onData((data) => {
    written += data;
    pending += 1;
    screen.write(data, () => {
      pending -= 1;
    });
  });
  // Replies of the terminal itself, such as its cursor position.
  screen.onData((data) => child.write(data));
  if (options.knowsKitty)
    screen.parser.registerCsiHandler({ prefix: "?", final: "u" }, () => {
      child.write("\x1b[?0u");
      return true;
    });
  const { beforeAnswer } = options;
  if (beforeAnswer)
    screen.parser.registerCsiHandler({ final: "c" }, () => {
      child.write(beforeAnswer());
      return false; // it answers as usual
    });
  const lines = () => linesOf(screen);
  const holds = async (read: () => readonly string[], wanted: string | RegExp, what: string) => {
    const isThere = () => {
      const text = read().join("\n");
      return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
    };
    await until(() => pending === 0 && isThere(), { what }).catch((error: Error) => {
      throw new Error(`${error.message}\n${lines().join("\n")}`);
    });
  };
  const program: PtyProgram = {
    pid: child.pid,
    type: (text) => child.write(text),
    press: (...keys) => {
      for (const key of keys) child.write(keyBytes[key]);
    },
    paste: (text) => child.write(`\x1b[200~${text}\x1b[201~`),
    resize: (width, height) => {
      screen.resize(width, height);
      child.resize(width, height);
    },
    screen: lines,
    text: () => lines().join("\n"),
    shows: (wanted, what) => holds(lines, wanted, what ?? `the screen to show ${wanted}`),
    ready: (wanted, what) => holds(() => brightLines(screen), wanted, what ?? `${wanted} to count`),
    raw: () => written,
    exited: new Promise((resolve) => {
      child.onExit(({ exitCode, signal }) => {
        running.delete(program);
        resolve({ code: exitCode, signal });
      });
    }),
    kill: (signal) => child.kill(signal),
    // Not in the types: it closes our end of the terminal.
    hangUp: () => (child as unknown as { destroy(): void }).destroy(),
  };
  running.add(program);
  return program;
}

/** Ends what a test left running. */
export async function endPtys(): Promise<void> {
  const left = [...running];
  for (const program of left) program.kill("SIGKILL");
  await Promise.all(left.map(({ exited }) => exited));
}
