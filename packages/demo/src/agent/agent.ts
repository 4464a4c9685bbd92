import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Conversation } from "./conversation.ts";
import { forkThread, NotOpened, resumeThread, startThread, type ThreadContext, threadAnswer } from "./thread.ts";
import { type Fields, type Incoming, type MessageId, Wire } from "./wire.ts";
import { WriterLocks } from "./writer-lock.ts";

interface Machine {
  readonly input: Readable;
  readonly write: (text: string) => void;
  readonly place: ThreadContext;
}

/**
 * Speaks the `codex app-server` protocol and writes Codex rollouts, but follows a script and calls no model. Resolves when its
 * input ends; a turn then running is recorded as aborted.
 */
export async function playAgent({ input, write, place }: Machine): Promise<void> {
  const wire = new Wire(write);
  const server = new Server(wire, place);
  for await (const line of createInterface({ input })) {
    const message = parsed(line);
    if (message === null) continue;
    if (message.method === undefined) wire.answered(message);
    else if (message.id !== undefined) server.call(message.id, message.method, message.params ?? {});
  }
  await server.close();
}

class Server {
  readonly #wire: Wire;
  readonly #place: ThreadContext;
  readonly #locks: WriterLocks;
  #conversation: Conversation | null = null;

  constructor(wire: Wire, place: ThreadContext) {
    this.#wire = wire;
    this.#place = place;
    this.#locks = new WriterLocks(place.home);
  }

  call(id: MessageId, method: string, params: Fields): void {
    try {
      const answer = this.#answer(method, params);
      if (answer === null) this.#wire.refuse(id, `Invalid request: unknown variant \`${method}\``);
      else this.#wire.respond(id, answer);
    } catch (error) {
      if (!(error instanceof NotOpened)) throw error;
      this.#wire.refuse(id, error.message);
    }
  }

  async close(): Promise<void> {
    await this.#conversation?.interrupt();
    this.#locks.releaseAll();
  }

  #answer(method: string, params: Fields): object | null {
    const conversation = this.#conversation;
    switch (method) {
      case "initialize":
        return this.#introduction();
      case "thread/start":
        return this.#opened(startThread(params, this.#place));
      case "thread/resume":
        return this.#opened(resumeThread(params, this.#place));
      case "thread/fork":
        return this.#opened(forkThread(params, this.#place));
      case "thread/inject_items":
        return conversation?.inject(params.items) ?? null;
      case "turn/start":
        return conversation?.start(params) ?? null;
      case "turn/steer":
        return conversation?.steer(params) ?? null;
      case "turn/interrupt":
        void conversation?.interrupt();
        return {};
      case "mcpServerStatus/list":
        return { data: [], nextCursor: null };
      default:
        return null;
    }
  }

  #opened(thread: ReturnType<typeof startThread>): object {
    this.#locks.take(thread.id);
    this.#conversation = new Conversation(thread, this.#wire);
    return threadAnswer(thread);
  }

  #introduction(): object {
    return {
      userAgent: "reprise-demo/0.166.0",
      codexHome: this.#place.home,
      platformFamily: "unix",
      platformOs: process.platform,
    };
  }
}

function parsed(line: string): Incoming | null {
  try {
    return JSON.parse(line);
  } catch {
    return null; // as in Codex, an invalid line gets no answer
  }
}
