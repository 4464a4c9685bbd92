import { createHash, randomInt, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  Sandbox,
  SandboxCommand,
  SandboxFile,
  SandboxProcess,
  SandboxProvider,
  SandboxRequest,
} from "@reprise/chat";

export interface SandboxCase {
  /** Works with this environment in place of ours. */
  provider(env: Readonly<Record<string, string>>): SandboxProvider;
  /** Variables of ours reach what runs in it. */
  readonly passesEnvironmentOn: boolean;
  /** Containers and the like that are still there. */
  leftovers?(): Promise<readonly string[]>;
  /** Reasons for what it cannot promise. */
  readonly backPressure?: string;
  readonly sharedWorkspace?: string;
  readonly snapshots?: string;
}

/** In the environment of the provider. */
export const planted = {
  REPRISE_TOKEN: "planted-reprise-token",
  SOME_SECRET: "planted-secret",
  PLAIN_NOTE: "planted-note",
};

/** One provider and the sandboxes a test opened with it. */
export class SandboxStage {
  readonly provider: SandboxProvider;
  readonly #opened: Sandbox[] = [];
  readonly #folders: string[] = [];

  constructor({ provider }: SandboxCase) {
    const { PATH = "/usr/bin:/bin", HOME = "/" } = process.env;
    this.provider = provider({ PATH, HOME, ...planted });
  }

  async folder(): Promise<string> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "sandbox-test-")));
    this.#folders.push(folder);
    return folder;
  }

  async request(more: Partial<SandboxRequest> = {}): Promise<SandboxRequest> {
    const { signal } = new AbortController();
    return {
      chat: `test-${randomUUID()}`,
      workspace: null,
      snapshot: null,
      signal,
      scratch: await this.folder(),
      ...more,
    };
  }

  async open(more: Partial<SandboxRequest> = {}): Promise<Sandbox> {
    const sandbox = await this.provider.open(await this.request(more));
    this.#opened.push(sandbox);
    return sandbox;
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((sandbox) => sandbox.dispose()));
    await Promise.all(this.#folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

export interface Finished {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly code: number | null;
  readonly signal: string | null;
}

export function shell(
  script: string,
  args: readonly string[] = [],
  more: Partial<SandboxCommand> = {},
): SandboxCommand {
  return { program: "sh", args: ["-c", script, "sh", ...args], env: {}, input: "", ...more };
}

export async function finish(running: SandboxProcess): Promise<Finished> {
  const [stdout, stderr, exit] = await Promise.all([bytesOf(running.stdout), bytesOf(running.stderr), running.exited]);
  return { stdout, stderr, code: exit.code, signal: exit.signal };
}

export async function runShell(sandbox: Sandbox, ...command: Parameters<typeof shell>): Promise<Finished> {
  return finish(await sandbox.run(shell(...command)));
}

export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function fileOf(path: string, content: string | Uint8Array, isExecutable = false): SandboxFile {
  const bytes = Buffer.from(content);
  return {
    path,
    sizeBytes: bytes.length,
    isExecutable,
    bytes: async function* () {
      for (let at = 0; at < bytes.length; at += 65_537) yield bytes.subarray(at, at + 65_537);
    },
  };
}

/** Path, content and executable bit of each. */
export async function filesIn(sandbox: Sandbox, ...from: Parameters<Sandbox["get"]>) {
  const all: [path: string, content: string, isExecutable: boolean][] = [];
  for await (const { path, isExecutable, sizeBytes, bytes } of sandbox.get(...from)) {
    const content = await bytesOf(bytes());
    if (content.length !== sizeBytes) throw new Error(`${path} has ${content.length} bytes, not ${sizeBytes}`);
    all.push([path, content.toString("latin1"), isExecutable]);
  }
  return all;
}

/** Processes of this machine, in any container, with the text in their command line. */
export function processesWith(text: string): readonly number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(text) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** A number of seconds that is in no other command line; longer than any test. */
export function anySeconds(): string {
  return `${10 ** 8 + randomInt(9 * 10 ** 8)}`;
}
