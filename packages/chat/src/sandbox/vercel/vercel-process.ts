import { SandboxError, type SandboxProcess } from "../sandbox.ts";
import { PieceQueue } from "./piece-queue.ts";
import type { VercelCommand } from "./vercel-types.ts";

type End = Awaited<SandboxProcess["exited"]>;

/** A command in a Vercel sandbox, from the lines that the runner prints. */
export class VercelProcess implements SandboxProcess {
  readonly stdout = new PieceQueue();
  readonly stderr = new PieceQueue();
  readonly exited: Promise<End>;
  readonly #command: VercelCommand;
  readonly #endMarked: () => Promise<void>;
  readonly #started = Promise.withResolvers<void>();
  #end: End | null = null;
  #said = "";
  readonly #over: Promise<void>;

  private constructor(command: VercelCommand, endMarked: () => Promise<void>) {
    this.#command = command;
    this.#endMarked = endMarked;
    this.#over = this.#follow();
    this.exited = this.#finish();
  }

  /** `endMarked` ends everything that it started, by force. Rejects with a `SandboxError` if the program cannot start. */
  static async start(command: VercelCommand, endMarked: () => Promise<void>): Promise<VercelProcess> {
    const running = new VercelProcess(command, endMarked);
    await running.#started.promise;
    return running;
  }

  async stop(): Promise<void> {
    const steps = [
      { signal: "SIGINT", waitMs: 5_000 },
      { signal: "SIGTERM", waitMs: 2_000 },
    ] as const;
    for (const { signal, waitMs } of steps) {
      if (await this.#endsWithin(0)) break;
      await this.#command.kill(signal).catch(() => undefined);
      if (await this.#endsWithin(waitMs)) break;
    }
    await this.#endMarked().catch(() => undefined);
    if (await this.#endsWithin(0)) return;
    await this.#command.kill("SIGKILL").catch(() => undefined);
  }

  /** The sandbox is gone: nothing more comes. */
  close(): void {
    this.stdout.close();
    this.stderr.close();
  }

  async #finish(): Promise<End> {
    await Promise.all([this.stdout.drained(), this.stderr.drained()]);
    return this.#end ?? { code: null, signal: "SIGKILL" };
  }

  async #follow(): Promise<void> {
    let rest = "";
    try {
      for await (const { stream, data } of this.#command.logs()) {
        if (stream === "stderr") this.#said = (this.#said + data).slice(-1000);
        if (stream !== "stdout") continue;
        const lines = (rest + data).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) await this.#take(line);
        if (this.#end !== null) break;
      }
    } catch (error) {
      this.#started.reject(new SandboxError(`The output of Vercel ended: ${(error as Error).message}`));
    }
    // Does nothing if it has started.
    this.#started.reject(
      new SandboxError(`The command could not be started. ${this.#said.trim()} The sandbox needs Node.`),
    );
    this.stdout.end();
    this.stderr.end();
  }

  async #take(line: string): Promise<void> {
    const rest = line.slice(1);
    if (line[0] === "1") return this.stdout.push(Buffer.from(rest, "base64"));
    if (line[0] === "2") return this.stderr.push(Buffer.from(rest, "base64"));
    if (line[0] === "+") this.#started.resolve();
    if (line[0] === "=") this.#end = JSON.parse(rest) as End;
    if (line[0] === "!") this.#started.reject(startError(JSON.parse(rest) as StartFailure));
  }

  async #endsWithin(limitMs: number): Promise<boolean> {
    if (this.#end !== null) return true;
    const { promise: isLate, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(resolve, limitMs, false);
    return Promise.race([this.#over.then(() => true), isLate]).finally(() => clearTimeout(timer));
  }
}

interface StartFailure {
  readonly what: "program" | "folder";
  readonly message: string;
}

function startError({ what, message }: StartFailure): SandboxError {
  return new SandboxError(
    what === "folder"
      ? `The folder ${message} does not exist in the sandbox.`
      : `The program could not be started: ${message}. Install it in the sandbox, or use a snapshot that has it.`,
  );
}
