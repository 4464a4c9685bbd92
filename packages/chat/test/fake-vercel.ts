import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type {
  VercelCommand,
  VercelCreate,
  VercelRun,
  VercelSandbox,
  VercelSandboxClass,
} from "../src/sandbox/vercel/vercel-types.ts";

/**
 * Behaves as `@vercel/sandbox` 3.5.0: logs are text, a signal reaches one process, a snapshot shuts the sandbox down, a stopped
 * sandbox can only be deleted, and a deleted one keeps its snapshots. Its machines are folders and processes of this one.
 */
export class FakeVercel implements VercelSandboxClass {
  readonly #root: string;
  readonly machines = new Map<string, FakeMachine>();
  readonly created: VercelCreate[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  async create(params: VercelCreate): Promise<FakeMachine> {
    params.signal?.throwIfAborted();
    this.created.push(params);
    const name = `machine-${randomUUID()}`;
    const cwd = join(this.#root, name);
    const source = params.source && join(this.#root, "snapshots", params.source.snapshotId);
    if (source !== undefined && !existsSync(source)) throw new Error("Status code 404: snapshot_not_found");
    if (source === undefined) mkdirSync(cwd, { recursive: true });
    else cpSync(source, cwd, { recursive: true, verbatimSymlinks: true });
    const machine = new FakeMachine({
      name,
      cwd,
      tags: params.tags ?? {},
      machines: this.machines,
      root: this.#root,
    });
    this.machines.set(name, machine);
    return machine;
  }

  async get({ name }: { name: string }): Promise<FakeMachine> {
    const machine = this.machines.get(name);
    if (!machine) throw new Error("Status code 404: not_found");
    return machine;
  }

  async list({ tags }: { tags: { reprise: string } }): Promise<AsyncIterable<{ name: string }>> {
    const found = [...this.machines.values()].filter((machine) => machine.tags.reprise === tags.reprise);
    return (async function* () {
      for (const { name } of found) yield { name };
    })();
  }
}

interface MachineParts {
  readonly name: string;
  readonly cwd: string;
  readonly tags: Record<string, string>;
  readonly machines: Map<string, FakeMachine>;
  readonly root: string;
}

class FakeMachine implements VercelSandbox {
  readonly name: string;
  readonly cwd: string;
  readonly tags: Record<string, string>;
  readonly #parts: MachineParts;
  extendedMs = 0;
  status: "running" | "stopped" = "running";

  constructor(parts: MachineParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.cwd = parts.cwd;
    this.tags = parts.tags;
  }

  runCommand(params: VercelRun & { detached: true }): Promise<VercelCommand>;
  runCommand(params: VercelRun): Promise<{ exitCode: number; stderr(): Promise<string> }>;
  async runCommand({ cmd, args = [], cwd = this.cwd, env = {}, detached }: VercelRun & { detached?: boolean }) {
    this.#check();
    const around = { PATH: process.env.PATH, FAKE_MACHINE: this.name, ...env };
    const command = new FakeCommand(spawn(cmd, args, { cwd, env: around, stdio: "pipe", detached: true }));
    if (!detached) await command.wait();
    return command as FakeCommand & { exitCode: number };
  }

  async readFile({ path }: { path: string }) {
    this.#check();
    return existsSync(path) ? createReadStream(path) : null;
  }

  async readFileToBuffer({ path }: { path: string }) {
    this.#check();
    return existsSync(path) ? readFileSync(path) : null;
  }

  async writeFiles(files: { path: string; content: Uint8Array; mode?: number }[]) {
    this.#check();
    for (const { path, content, mode = 0o644 } of files) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content, { mode });
    }
  }

  async extendTimeout(duration: number) {
    this.#check();
    this.extendedMs += duration;
  }

  async snapshot() {
    this.#check();
    await this.stop();
    const snapshotId = `snap_${randomUUID()}`;
    cpSync(this.cwd, join(this.#parts.root, "snapshots", snapshotId), {
      recursive: true,
      verbatimSymlinks: true,
    });
    return { snapshotId };
  }

  async stop() {
    this.#check();
    this.status = "stopped";
    for (let left = true; left; ) left = readdirSync("/proc").filter((name) => this.#isEnded(name)).length > 0;
  }

  async delete() {
    if (this.status === "running") await this.stop();
    if (!this.#parts.machines.delete(this.name)) throw new Error("Status code 404: not_found");
    rmSync(this.cwd, { recursive: true, force: true });
  }

  #check(): void {
    if (this.status !== "running") throw new Error("Status code 410: the sandbox is stopped");
  }

  /** True if it was a process of the machine. */
  #isEnded(pid: string): boolean {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
      return environment.includes(`FAKE_MACHINE=${this.name}`) && process.kill(Number(pid), "SIGKILL");
    } catch {
      // No process, or it has ended meanwhile.
      return false;
    }
  }
}

class FakeCommand implements VercelCommand {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: { stream: "stdout" | "stderr"; data: string }[] = [];
  readonly #end: Promise<{ exitCode: number }>;
  exitCode: number | null = null;
  #wake = () => {};
  #isOver = false;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stdin.end();
    for (const stream of ["stdout", "stderr"] as const)
      child[stream].on("data", (piece: Buffer) => {
        // Text: bytes that are not UTF-8 are lost, as are characters in two pieces.
        this.#lines.push({ stream, data: piece.toString("utf8") });
        this.#wake();
      });
    const ended = new Promise<number>((resolve) => {
      child.on("error", () => resolve(127));
      child.on("close", (code) => resolve(code ?? 137));
    });
    this.#end = ended.then((exitCode) => {
      this.#isOver = true;
      this.exitCode = exitCode;
      this.#wake();
      return { exitCode };
    });
  }

  async *logs() {
    for (;;) {
      const line = this.#lines.shift();
      if (line) yield line;
      else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  wait() {
    return this.#end;
  }

  async stderr() {
    return this.#lines
      .filter(({ stream }) => stream === "stderr")
      .map(({ data }) => data)
      .join("");
  }

  async kill(signal: NodeJS.Signals = "SIGTERM") {
    this.#child.kill(signal);
  }
}
