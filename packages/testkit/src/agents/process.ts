import { type ChildProcess, spawn } from "node:child_process";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { makeDeferred } from "../host/deferred.ts";
import { withLimit } from "../host/limit.ts";
import { patienceMs, until } from "../host/poll.ts";
import type { Binary } from "./binaries.ts";
import { familyMark, familyMembers } from "./family.ts";

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type AgentProcess = {
  pid: number;
  /** Complete stdout lines so far. */
  lines: readonly string[];
  stderr(): string;
  /** Resolves when the process has ended and its output is read, even if a child still holds the pipe. */
  exited: Promise<Exit>;
  write(text: string): void;
  closeInput(): void;
  /** The first accepted line, past or future. Rejects if the process ends without one. */
  line(accepts: (line: string) => boolean, limit?: { timeoutMs: number }): Promise<string>;
  /** Called for every future line. */
  onLine(listener: (line: string) => void): void;
  /** Signals the process and its group, like a terminal. */
  kill(signal?: NodeJS.Signals): void;
  /** Signals only the process, like a crash: its children may survive. */
  killAlone(signal?: NodeJS.Signals): void;
};

export type Launch = Binary & {
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  hasInput?: boolean;
};

/** Starts an agent in its own process group. `disposeAll` always ends it. */
export function spawnAgent({ command, leadingArgs, args, cwd, env, hasInput = false }: Launch): AgentProcess {
  const stdio = [hasInput ? "pipe" : "ignore", "pipe", "pipe"] as const;
  const child = spawn(command, [...leadingArgs, ...args], {
    cwd,
    env: { ...env, ...familyMark },
    stdio: [...stdio],
    detached: true,
  });
  child.once("error", () => {}); // reported by the missing pid
  if (child.pid === undefined) throw new Error(`${command} could not be started in ${cwd}.`);
  const started = new StartedAgent(child, child.pid);
  live.add(started);
  void started.exited.then(() => live.delete(started));
  return started;
}

/** Ends every process started here, and their descendants. Resolves when they are gone. */
export async function disposeAll(): Promise<void> {
  const ending = [...live].map((agent) => agent.exited);
  endAll();
  await Promise.all(ending);
  await until(isFamilyGone, { what: "the agents' children to end" });
}

const live = new Set<AgentProcess>();
process.on("exit", endAll);

function endAll(): void {
  for (const agent of live) agent.kill("SIGKILL");
  for (const pid of familyMembers()) signalTo(pid, "SIGKILL");
}

/** Checked repeatedly, since a dying process may have started another. */
function isFamilyGone(): boolean {
  endAll();
  return familyMembers().length === 0;
}

/** The process may have ended before the signal; that is fine. */
function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

class StartedAgent implements AgentProcess {
  readonly pid: number;
  readonly lines: string[] = [];
  readonly exited: Promise<Exit>;
  private readonly child: ChildProcess;
  private readonly listeners = new Set<(line: string) => void>();
  private errors = "";
  private unfinished = "";

  constructor(child: ChildProcess, pid: number) {
    this.child = child;
    this.pid = pid;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.errors += text));
    child.stdin?.on("error", () => {}); // writing to a killed agent: `exited` reports it
    child.stdout?.setEncoding("utf8").on("data", (text: string) => this.read(text));
    this.exited = this.waitForExit();
  }

  stderr(): string {
    return this.errors;
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  closeInput(): void {
    this.child.stdin?.end();
  }

  onLine(listener: (line: string) => void): void {
    this.listeners.add(listener);
  }

  async line(accepts: (line: string) => boolean, { timeoutMs } = { timeoutMs: patienceMs }): Promise<string> {
    const { promise, resolve, reject } = makeDeferred<string>();
    const past = this.lines.find(accepts);
    if (past !== undefined) return past;
    const listener = (line: string) => accepts(line) && resolve(line);
    this.listeners.add(listener);
    void this.exited.then((exit) =>
      reject(new Error(`The agent ended (${JSON.stringify(exit)}) without the awaited line. ${this.state()}`)),
    );
    return withLimit(
      promise,
      timeoutMs,
      () => `The awaited line did not come within ${timeoutMs} ms. ${this.state()}`,
    ).finally(() => this.listeners.delete(listener));
  }

  kill(signal: NodeJS.Signals = "SIGKILL"): void {
    signalTo(-this.pid, signal);
  }

  killAlone(signal: NodeJS.Signals = "SIGKILL"): void {
    if (this.child.exitCode === null && this.child.signalCode === null) signalTo(this.pid, signal);
  }

  /** Not node:readline, which also splits at U+2028, a character JSON may contain unescaped. */
  private read(text: string): void {
    const [first = "", ...more] = text.split("\n");
    this.unfinished += first;
    for (const next of more) {
      this.take(this.unfinished);
      this.unfinished = next;
    }
  }

  private take(line: string): void {
    this.lines.push(line);
    for (const listener of this.listeners) listener(line);
  }

  private async waitForExit(): Promise<Exit> {
    const closed = new Promise<void>((resolve) => this.child.once("close", () => resolve()));
    const exit = await new Promise<Exit>((resolve) =>
      this.child.once("exit", (code, signal) => resolve({ code, signal })),
    );
    await Promise.race([closed, this.readRest()]);
    return exit;
  }

  /** For a pipe held open by a surviving child; the last step reads what a busy event loop left in it. */
  private async readRest(): Promise<void> {
    await sleep(250, undefined, { ref: false });
    await setImmediate();
  }

  private state(): string {
    return `Its output was:\n${this.lines.join("\n")}\n${this.errors}`;
  }
}
