import type { Sandbox, SandboxCommand } from "../sandbox/sandbox.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** Of the output of one command. */
const mostOutput = 256 * 1024 * 1024;
const keptOfStderr = 4_000;

export interface ShellAnswer {
  readonly code: number | null;
  readonly stdout: Buffer;
  /** Its end. */
  readonly stderr: string;
}

type Command = Partial<SandboxCommand> & Pick<SandboxCommand, "program" | "args">;

/** Runs a command to its end. Rejects with a `WorkspaceError` if it prints too much. */
export async function runToEnd(sandbox: Sandbox, command: Command): Promise<ShellAnswer> {
  const running = await sandbox.run({ env: {}, input: "", ...command });
  try {
    const [stdout, stderr] = await Promise.all([whole(running.stdout), tail(running.stderr)]);
    const { code } = await running.exited;
    return { code, stdout, stderr: stderr.trim() };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** The output of a command that must succeed. Rejects with a `WorkspaceError` that says what `what` was about. */
export async function outputOf(sandbox: Sandbox, what: string, command: Command): Promise<Buffer> {
  const { code, stdout, stderr } = await runToEnd(sandbox, command);
  if (code === 0) return stdout;
  throw new WorkspaceError("failed", `${what} failed in the sandbox: ${stderr || `exit code ${code}`}`);
}

export function script(text: string, ...args: readonly string[]): Pick<SandboxCommand, "program" | "args"> {
  return { program: "sh", args: ["-c", text, "sh", ...args] };
}

/** Text between NULs. */
export function fields(output: Buffer): readonly string[] {
  return output.toString("utf8").split("\0").slice(0, -1);
}

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > mostOutput) throw new WorkspaceError("too-large", "The workspace has too many files to list.");
    all.push(piece);
  }
  return Buffer.concat(all);
}

async function tail(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of pieces) text = (text + decoder.decode(piece, { stream: true })).slice(-keptOfStderr);
  return text;
}
