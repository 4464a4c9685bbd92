import { createHash, randomUUID } from "node:crypto";
import {
  type Sandbox,
  type SandboxCommand,
  SandboxError,
  type SandboxFile,
  type SandboxProvider,
  type SandboxRequest,
  type SandboxRoot,
} from "../sandbox.ts";
import { asSandboxError, getFiles, putFiles, runNode } from "./vercel-files.ts";
import { VercelProcess } from "./vercel-process.ts";
import { endMarked, makeFolders, runCommand } from "./vercel-scripts.ts";
import type { VercelCreate, VercelSandbox, VercelSandboxClass } from "./vercel-types.ts";

export interface VercelSandboxOptions {
  /** Given to `Sandbox.create`: image, resources, network policy, credentials. */
  readonly create?: Readonly<Record<string, unknown>> | undefined;
  /** A snapshot with the agents in it, for the first turn of a chat. */
  readonly firstSnapshot?: string | undefined;
  /** How long a sandbox outlives a program that was killed. Extended while a turn runs. */
  readonly timeoutMs?: number | undefined;
  /** When a snapshot expires, and with it the state of its chat; 0 for never. Default: Vercel's. */
  readonly snapshotExpirationMs?: number | undefined;
}

/**
 * Sandboxes of Vercel. Pass the class: `vercelSandbox(Sandbox)`, with `Sandbox` of `@vercel/sandbox`. A snapshot ends the
 * sandbox; the next turn starts from it. The image needs Node, as those of Vercel have.
 */
export function vercelSandbox(vercel: VercelSandboxClass, options: VercelSandboxOptions = {}): SandboxProvider {
  return {
    name: "vercel",
    isIsolated: true,
    isLocal: false,
    unavailable: async () => null,
    open: (request) => open(vercel, options, request),
  };
}

const usualTimeoutMs = 5 * 60_000;

async function open(
  vercel: VercelSandboxClass,
  { create = {}, firstSnapshot, timeoutMs: timeout = usualTimeoutMs, snapshotExpirationMs }: VercelSandboxOptions,
  { chat, workspace, snapshot, signal }: SandboxRequest,
): Promise<Sandbox> {
  if (signal.aborted) throw new SandboxError("Cancelled before the sandbox was open.");
  if (workspace !== null)
    throw new SandboxError(`A sandbox of Vercel cannot reach the folder ${workspace}. Leave the workspace out.`);
  const reprise = createHash("sha256").update(chat).digest("hex").slice(0, 32);
  const snapshotId = snapshot ?? firstSnapshot;
  const source = snapshotId === undefined ? {} : { source: { type: "snapshot", snapshotId } as const };
  const params: VercelCreate = {
    persistent: false,
    ...create,
    ...source,
    timeout,
    tags: { reprise },
    signal,
  };
  try {
    await removeLeftovers(vercel, reprise);
    const opened = new OpenVercelSandbox(await vercel.create(params), { timeout, snapshotExpirationMs });
    await opened.prepare();
    return opened;
  } catch (error) {
    throw asSandboxError("Vercel could not open a sandbox", error);
  }
}

/** Of a turn that was killed. */
async function removeLeftovers(vercel: VercelSandboxClass, reprise: string): Promise<void> {
  for await (const { name } of await vercel.list({ tags: { reprise } })) {
    const left = await vercel.get({ name });
    await left.stop().catch(() => undefined);
    await left.delete().catch(() => undefined);
  }
}

interface Settings {
  readonly timeout: number;
  readonly snapshotExpirationMs: number | undefined;
}

class OpenVercelSandbox implements Sandbox {
  readonly id: string;
  readonly home: string;
  readonly workspace: string;
  readonly isWorkspaceShared = false;
  readonly #stage: string;
  readonly #sandbox: VercelSandbox;
  readonly #settings: Settings;
  readonly #processes = new Set<VercelProcess>();
  readonly #extending: NodeJS.Timeout;
  #isOver = false;
  #disposed: Promise<void> | null = null;

  constructor(sandbox: VercelSandbox, settings: Settings) {
    this.id = `${sandbox.name}.${randomUUID()}`;
    this.#sandbox = sandbox;
    this.#settings = settings;
    this.home = `${sandbox.cwd}/home`;
    this.workspace = `${sandbox.cwd}/workspace`;
    this.#stage = `${sandbox.cwd}/stage`;
    const half = Math.ceil(settings.timeout / 2);
    const extend = () => void sandbox.extendTimeout(half).catch(() => undefined);
    this.#extending = setInterval(extend, half).unref();
  }

  async prepare(): Promise<void> {
    try {
      await runNode(this.#sandbox, makeFolders, this.home, this.workspace, this.#stage);
    } catch (error) {
      await this.dispose();
      throw error;
    }
  }

  async run({ program, args, env, cwd, input }: SandboxCommand): Promise<VercelProcess> {
    this.#checkOpen();
    const file = `${this.#stage}/${randomUUID()}`;
    const mark = `${this.id}.${randomUUID()}.`;
    try {
      await this.#sandbox.writeFiles([{ path: file, content: Buffer.from(input), mode: 0o600 }]);
      const command = await this.#sandbox.runCommand({
        cmd: "node",
        args: ["-e", runCommand, "--", file, cwd ?? this.workspace, program, ...args],
        env: { HOME: this.home, ...env, REPRISE_SANDBOX: mark },
        detached: true,
      });
      const started = await VercelProcess.start(command, () => runNode(this.#sandbox, endMarked, mark));
      this.#processes.add(started);
      void started.exited.then(() => this.#processes.delete(started));
      return started;
    } catch (error) {
      throw asSandboxError(`${program} could not be started`, error);
    }
  }

  async put(root: SandboxRoot, files: AsyncIterable<SandboxFile> | Iterable<SandboxFile>): Promise<void> {
    this.#checkOpen();
    await putFiles({ sandbox: this.#sandbox, root: this[root], stage: this.#stage }, files);
  }

  get(root: SandboxRoot, paths: readonly string[]): AsyncIterable<SandboxFile> {
    this.#checkOpen();
    return getFiles({ sandbox: this.#sandbox, root: this[root], stage: this.#stage }, paths);
  }

  async snapshot(): Promise<string> {
    this.#checkOpen();
    const { snapshotExpirationMs: expiration } = this.#settings;
    await Promise.all([...this.#processes].map((running) => running.stop()));
    // From here on any other call would start the sandbox again.
    this.#isOver = true;
    clearInterval(this.#extending);
    try {
      const { snapshotId } = await this.#sandbox.snapshot(expiration === undefined ? {} : { expiration });
      return snapshotId;
    } catch (error) {
      throw asSandboxError("Vercel could not take a snapshot", error);
    }
  }

  dispose(): Promise<void> {
    this.#disposed ??= this.#remove();
    return this.#disposed;
  }

  #checkOpen(): void {
    if (this.#isOver || this.#disposed !== null) throw new SandboxError("The sandbox is closed. Open another one.");
  }

  async #remove(): Promise<void> {
    clearInterval(this.#extending);
    if (!this.#isOver) await this.#sandbox.stop().catch(() => undefined);
    // Keeps its snapshots.
    await this.#sandbox.delete().catch(() => undefined);
    for (const running of this.#processes) running.close();
  }
}
