import type { SandboxProcess } from "../sandbox/sandbox.ts";

interface Piece {
  readonly stdout: Uint8Array | null;
  /** Whole lines. */
  readonly stderr: readonly string[];
}

const mostKept = 64 * 1024;

/** Both outputs of a process, as they come. One that is not read holds the process back. */
export class ProcessOutput implements AsyncIterable<Piece> {
  byteCount = 0;
  lastOfStderr = "";
  readonly #process: SandboxProcess;
  readonly #decoder = new TextDecoder();
  #line = "";

  constructor(process: SandboxProcess) {
    this.#process = process;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Piece> {
    const outputs = { stdout: iteratorOf(this.#process.stdout), stderr: iteratorOf(this.#process.stderr) };
    const next = async (from: keyof typeof outputs) => ({ from, step: await outputs[from].next() });
    const waiting = new Map((["stdout", "stderr"] as const).map((from) => [from, next(from)]));
    while (waiting.size > 0) {
      const { from, step } = await Promise.race(waiting.values());
      if (step.done) {
        waiting.delete(from);
        continue;
      }
      this.byteCount += step.value.length;
      if (from === "stdout") yield { stdout: step.value, stderr: [] };
      else yield { stdout: null, stderr: this.#lines(this.#decoder.decode(step.value, { stream: true })) };
      waiting.set(from, next(from));
    }
    const rest = this.#lines(`${this.#decoder.decode()}\n`);
    if (rest.length > 0) yield { stdout: null, stderr: rest };
  }

  #lines(text: string): readonly string[] {
    this.lastOfStderr = (this.lastOfStderr + text).slice(-mostKept);
    const lines = (this.#line + text).split("\n");
    this.#line = lines.pop() ?? "";
    if (this.#line.length > mostKept) {
      lines.push(this.#line);
      this.#line = "";
    }
    return lines.filter((line) => line.trim() !== "");
  }
}

function iteratorOf(bytes: AsyncIterable<Uint8Array>): AsyncIterator<Uint8Array> {
  return bytes[Symbol.asyncIterator]();
}
