import { type ChildProcess, spawn } from "node:child_process";
import { homedir } from "node:os";

/** The `reprise` program could not be run, or complained. The message is for the user. */
export class ProgramError extends Error {}

/** Far more than any list of interrupted sessions. */
const OUTPUT_LIMIT = 8 * 1024 * 1024;
const COMPLAINT_LIMIT = 2000;

/** What a server that we started says of itself. */
export const STARTER = "the VS Code extension";

export interface RepriseProgram {
  /** Everything it prints until it ends. Throws `ProgramError`. */
  output(args: readonly string[]): Promise<string>;
  /** Its first line. It keeps running after this process. Throws `ProgramError`. */
  firstLine(args: readonly string[]): Promise<string>;
}

/** `path` is a name on the PATH or an absolute path, asked for every time: settings change. */
export function repriseProgram(path: () => string): RepriseProgram {
  return {
    output: (args) => outputOf(start(path(), args, false)),
    firstLine: (args) => firstLineOf(start(path(), args, true)),
  };
}

interface Started {
  readonly child: ChildProcess;
  readonly path: string;
  /** Rejects when it could not be started or has ended with a failure; resolves when it has ended well. */
  readonly ended: Promise<void>;
}

/** In the home folder: a project cannot put a program of its own in place of this one. */
function start(path: string, args: readonly string[], isDetached: boolean): Started {
  const isShim = process.platform === "win32"; // npm installs reprise.cmd, which only a shell can start
  const quoted = (text: string) => (isShim ? `"${text.replaceAll('"', "")}"` : text);
  const child = spawn(quoted(path), args.map(quoted), {
    cwd: homedir(),
    shell: isShim,
    detached: isDetached,
    windowsHide: true,
    env: isDetached ? { ...process.env, REPRISE_STARTER: STARTER } : process.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_LIMIT);
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  child.once("error", (error) => reject(notStarted(path, error)));
  child.once("close", (code) =>
    code === 0 ? resolve() : reject(new ProgramError(complaint.trim() || `${path} ended with ${code}.`)),
  );
  return { child, path, ended };
}

async function outputOf({ child, path, ended }: Started): Promise<string> {
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output.length > OUTPUT_LIMIT) child.kill();
  });
  await ended;
  if (output.length > OUTPUT_LIMIT) throw new ProgramError(`${path} printed more than expected.`);
  return output;
}

async function firstLineOf({ child, path, ended }: Started): Promise<string> {
  const { promise: line, resolve } = Promise.withResolvers<string>();
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    if (output.includes("\n")) return;
    output += text;
    if (output.includes("\n")) resolve(output.slice(0, output.indexOf("\n")));
  });
  const noLine = ended.then(() => {
    throw new ProgramError(`${path} ended without a word. Update it: this extension may be newer.`);
  });
  noLine.catch(() => {}); // its end after the first line is no failure
  const first = await Promise.race([line, noLine]);
  child.unref();
  return first;
}

function notStarted(path: string, { code, message }: NodeJS.ErrnoException): ProgramError {
  if (code === "ENOENT")
    return new ProgramError(
      `There is no program "${path}" here. Install it with "npm install -g reprise", or set "reprise.program" to its path.`,
    );
  return new ProgramError(`${path} could not be started: ${message}.`);
}
