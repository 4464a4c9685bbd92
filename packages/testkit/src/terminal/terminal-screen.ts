import xterm from "@xterm/headless";
import { until } from "../host/poll.ts";
import { brightLines, linesOf } from "./screen-text.ts";

/** A program whose screen can be read at any time. */
export interface ScreenProgram {
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
  /** Resolves when the condition holds. */
  until(holds: () => boolean, what: string): Promise<void>;
  /** Everything written to the terminal, codes included. */
  raw(): string;
  readonly exited: Promise<{ readonly code: number; readonly signal: number | undefined }>;
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

interface ScreenOptions {
  readonly columns: number;
  readonly rows: number;
  /** Where what is typed goes, and what the terminal answers. */
  readonly send: (text: string) => void;
  /** Called between two looks at the screen. */
  readonly whileWaiting?: () => void;
  readonly everyMs?: number;
}

/** A terminal without a window: what is written to it, read and typed. */
export function terminalScreen({ columns, rows, send, whileWaiting = () => {}, everyMs = 20 }: ScreenOptions) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 5000 });
  let written = "";
  let pending = 0;
  /** Writes and sizes so far: reading the screen takes as long as drawing it, so it is read again only after a change. */
  let changes = 0;
  terminal.onResize(() => {
    changes += 1;
  });
  // Replies of the terminal itself, such as its cursor position.
  terminal.onData(send);
  const lines = () => linesOf(terminal);
  const holds = async (condition: () => boolean, what: string) => {
    const look = () => {
      if (pending === 0 && condition()) return true;
      whileWaiting();
      return false;
    };
    await until(look, { what, everyMs }).catch((error: Error) => {
      throw new Error(`${error.message}\n${lines().join("\n")}`);
    });
  };
  const isIn = (shown: () => readonly string[], wanted: string | RegExp) => {
    let lookedAt = -1;
    return () => {
      if (lookedAt === changes) return false;
      lookedAt = changes;
      const text = shown().join("\n");
      return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
    };
  };
  const program: Omit<ScreenProgram, "resize" | "exited"> = {
    type: send,
    press: (...keys) => {
      for (const key of keys) send(keyBytes[key]);
    },
    paste: (text) => send(`\x1b[200~${text}\x1b[201~`),
    screen: lines,
    text: () => lines().join("\n"),
    shows: (wanted, what) => holds(isIn(lines, wanted), what ?? `the screen to show ${wanted}`),
    ready: (wanted, what) =>
      holds(
        isIn(() => brightLines(terminal), wanted),
        what ?? `${wanted} to count`,
      ),
    until: holds,
    raw: () => written,
  };
  const write = (text: string) => {
    written += text;
    changes += 1;
    pending += 1;
    terminal.write(text, () => {
      pending -= 1;
    });
  };
  return { terminal, program, write };
}
