import { type ByteChild, endsWithin, startByteChild, stopChild } from "@reprise/core/parts";
import { markVariable } from "../local-process.ts";
import { type SandboxCommand, SandboxError, type SandboxProcess } from "../sandbox.ts";
import type { ContainerClient } from "./container-client.ts";
import { endMarked, signal, start } from "./scripts.ts";

interface ProcessParts {
  readonly client: ContainerClient;
  readonly container: string;
  /** Unique in the container. */
  readonly number: string;
  readonly cwd: string;
}

const steps = [
  { name: "INT", waitMs: 5_000 },
  { name: "TERM", waitMs: 2_000 },
] as const;

/** A program in a container. The client process on this machine carries its input and output. */
export class ContainerProcess implements SandboxProcess {
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  readonly exited: SandboxProcess["exited"];
  readonly #child: ByteChild;
  readonly #parts: ProcessParts;

  private constructor(child: ByteChild, parts: ProcessParts) {
    this.#child = child;
    this.#parts = parts;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    this.exited = child.finished;
  }

  static async start({ program, args, env, input }: SandboxCommand, parts: ProcessParts): Promise<ContainerProcess> {
    const { client, container, number, cwd } = parts;
    const around = { ...env, [markVariable]: markOf(parts) };
    const options = ["--interactive", "--workdir", cwd, ...client.variables(around)];
    const command = ["exec", ...options, container, "sh", "-c", start, "sh", number, program, ...args];
    try {
      return new ContainerProcess(await startByteChild(client.launch(command, around), input), parts);
    } catch (error) {
      throw new SandboxError(`${program} could not be started: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  async stop(): Promise<void> {
    const { client, container, number } = this.#parts;
    const inside = (script: string, ...args: readonly string[]) =>
      client.run(["exec", container, "sh", "-c", script, "sh", ...args]).catch(() => undefined);
    for (const { name, waitMs } of steps) {
      if (await endsWithin(this.#child, 0)) break;
      await inside(signal, number, name);
      if (await endsWithin(this.#child, waitMs)) break;
    }
    await inside(endMarked, markOf(this.#parts));
    await stopChild(this.#child, [
      { signal: "SIGTERM", waitMs: 2_000 },
      { signal: "SIGKILL", waitMs: 2_000 },
    ]);
  }

  /** The container is gone: ends the client. */
  async abandon(): Promise<void> {
    await stopChild(this.#child, [{ signal: "SIGKILL", waitMs: 5_000 }]);
    this.#child.closeOutput();
  }
}

function markOf({ container, number }: ProcessParts): string {
  return `${container}.${number}.`;
}
