import { spawn } from "@lydell/node-pty";
import { type ScreenProgram, terminalScreen } from "./terminal-screen.ts";

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

/** A program in a real terminal. */
export interface PtyProgram extends ScreenProgram {
  readonly pid: number;
  kill(signal?: string): void;
  /** Closes the terminal itself, like closing its window. */
  hangUp(): void;
}

const running = new Set<PtyProgram>();

export function startPty(options: PtyOptions): PtyProgram {
  const { columns = 80, rows = 24 } = options;
  const child = spawn(options.command, [...options.args], {
    name: "xterm-256color",
    cols: columns,
    rows,
    cwd: options.cwd,
    env: { ...options.env, TERM: "xterm-256color" },
  });
  const { terminal, program: screen, write } = terminalScreen({ columns, rows, send: (text) => child.write(text) });
  child.onData(write);
  if (options.knowsKitty)
    terminal.parser.registerCsiHandler({ prefix: "?", final: "u" }, () => {
      child.write("\x1b[?0u");
      return true;
    });
  const { beforeAnswer } = options;
  if (beforeAnswer)
    terminal.parser.registerCsiHandler({ final: "c" }, () => {
      child.write(beforeAnswer());
      return false; // it answers as usual
    });
  const program: PtyProgram = {
    ...screen,
    pid: child.pid,
    resize: (width, height) => {
      terminal.resize(width, height);
      child.resize(width, height);
    },
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
