import { type ChildProcess, spawn } from "node:child_process";

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Exit codes that are no failure; 0 unless given. */
  readonly accepts?: readonly number[];
}

export interface Ended {
  /** From before the process was started until its output was read to the end. */
  readonly wallMs: number;
  /** Until its first output was read; until its end, if there was none. */
  readonly firstByteMs: number;
  readonly stdout: string;
  readonly stdoutBytes: number;
}

const limitMs = 600_000;
const keptBytes = 32_000_000;
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Runs a program to its end and reads all it writes. Throws when it fails or takes too long; it is then ended. */
export async function run(command: Command): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(command.program, command.args, {
    cwd: command.cwd,
    env: { ...command.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const kept: Buffer[] = [];
  let stdoutBytes = 0;
  let firstByteMs: number | null = null;
  let stderr = "";
  child.stdout.on("data", (piece: Buffer) => {
    firstByteMs ??= performance.now() - startedAt;
    stdoutBytes += piece.length;
    if (stdoutBytes <= keptBytes) kept.push(piece);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-4000);
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => {
    clearTimeout(timer);
    running.delete(child);
  });
  const wallMs = performance.now() - startedAt;
  if (code === null || !(command.accepts ?? [0]).includes(code)) {
    throw new Error(`${command.program} ${command.args.join(" ")} ended with ${code}. ${stderr}`);
  }
  return { wallMs, firstByteMs: firstByteMs ?? wallMs, stdout: Buffer.concat(kept).toString("utf8"), stdoutBytes };
}
