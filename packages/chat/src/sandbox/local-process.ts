import {
  type ByteChild,
  endProcesses,
  type ProgramLaunch,
  processesMarked,
  startByteChild,
  stopChild,
} from "@reprise/core/parts";
import { SandboxError, type SandboxProcess } from "./sandbox.ts";

/** In the environment of everything that a sandbox started; finds what left its process group. */
export const markVariable = "REPRISE_SANDBOX";

/** Sends a signal to what a child runs, in place of its process group. */
export type GroupSignal = (child: ByteChild, signal: NodeJS.Signals) => void;

interface StartOptions {
  readonly input: string | Uint8Array;
  /** Its own. */
  readonly mark: string;
  readonly signal?: GroupSignal | undefined;
}

/** A program on this machine, which ends with everything it started. */
export class LocalProcess implements SandboxProcess {
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  readonly exited: SandboxProcess["exited"];
  readonly #child: ByteChild;
  readonly #mark: string;

  private constructor(child: ByteChild, mark: string) {
    this.#child = child;
    this.#mark = mark;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    this.exited = child.finished;
  }

  /** Rejects with a `SandboxError`. */
  static async start(launch: ProgramLaunch, { input, mark, signal }: StartOptions): Promise<LocalProcess> {
    const env = { ...launch.env, [markVariable]: mark };
    try {
      const child = await startByteChild({ ...launch, env }, input);
      const kill: ByteChild["kill"] = (name) => (signal === undefined ? child.kill(name) : signal(child, name));
      return new LocalProcess({ ...child, kill }, mark);
    } catch (error) {
      throw startError(launch, error as NodeJS.ErrnoException);
    }
  }

  async stop(): Promise<void> {
    await stopChild(this.#child);
    await endMarked(this.#mark);
  }

  /** Nobody reads on: lets `exited` resolve. */
  close(): void {
    this.#child.closeOutput();
  }
}

/** Ends processes by the start of their mark, whatever they did to leave. Never throws. */
export async function endMarked(mark: string): Promise<void> {
  // They may start others meanwhile.
  for (let round = 0; round < 5; round++) {
    const left = processesMarked(markVariable, mark);
    if (left.length === 0) return;
    await endProcesses(left);
  }
}

function startError({ program }: ProgramLaunch, error: NodeJS.ErrnoException): SandboxError {
  const message =
    error.code === "ENOENT" && error.path === program
      ? `${program} is not installed, or not on the PATH. Install it, or add its folder to the PATH.`
      : `${program} could not be started: ${error.message}`;
  return new SandboxError(message, { cause: error });
}
