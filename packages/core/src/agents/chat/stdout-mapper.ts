import {
  type ChatErrorCode,
  type ChatEvent,
  type ChatStatus,
  type ChatUsage,
  type Failure,
  type RunEvent,
  type Timestamp,
  tryParseJson,
} from "@reprise/model";
import type { TurnEnd, TurnReader } from "../exec/exec-agent.ts";
import { endOf } from "../exec/turn-end.ts";
import { type Foreign, isForeign } from "../foreign.ts";
import type { ProcessEnd, StdoutMapper } from "./chat-agent.ts";
import { ChatEvents } from "./chat-events.ts";

/** A longer line is no event of an agent: it would only fill the memory. */
const mostLine = 64 * 1024 * 1024;

const leftOut: ChatEvent = {
  type: "stderr",
  content: "The agent printed a line of more than 64 MiB, which was left out.",
};

interface MapperOptions {
  readonly title: string;
  readonly reader: TurnReader;
  /** The conversation that was asked for; null for a new one. */
  readonly asked: string | null;
  readonly usageBefore: ChatUsage | null;
}

/** Lines of JSON, through an agent's reader, to events. The same events for any pieces of the same bytes. */
export class JsonLinesMapper implements StdoutMapper {
  readonly #options: MapperOptions;
  readonly #events = new ChatEvents();
  readonly #decoder = new TextDecoder();
  #line = "";
  #isTooLong = false;
  #otherThread: string | null = null;
  #hasBegun = false;

  constructor(options: MapperOptions) {
    this.#options = options;
  }

  get isOtherSession(): boolean {
    return this.#otherThread !== null;
  }

  get usageSoFar(): ChatUsage | null {
    const { usage } = this.#options.reader;
    return usage?.isOfThread ? usage.tokens : null;
  }

  push(bytes: Uint8Array): readonly ChatEvent[] {
    return this.#lines(this.#decoder.decode(bytes, { stream: true }));
  }

  flush({ code, signal, stderr, stopped }: ProcessEnd): readonly ChatEvent[] {
    const events = [...this.#lines(`${this.#decoder.decode()}\n`)];
    const exit = { code, signal: signal as NodeJS.Signals | null };
    events.push(...this.#options.reader.rest(exit).flatMap((event) => this.#mapped(event)));
    const { title, reader } = this.#options;
    const end = endOf({
      title,
      said: reader.end,
      exit,
      stderr,
      hasBegun: this.#hasBegun,
      isStopped: stopped !== null,
    });
    return [...events, ...this.#events.rest(), ...this.#ended(end, stopped)];
  }

  #lines(text: string): readonly ChatEvent[] {
    const [first = "", ...others] = text.split("\n");
    const lines = others.length === 0 ? [] : [this.#line + first, ...others.slice(0, -1)];
    this.#line = others.length === 0 ? this.#line + first : (others.at(-1) ?? "");
    const isCut = this.#isTooLong;
    if (others.length > 0) this.#isTooLong = false;
    if (this.#line.length > mostLine) {
      this.#line = "";
      this.#isTooLong = true;
    }
    const [cut, whole] = isCut ? [lines.slice(0, 1), lines.slice(1)] : [[], lines];
    return [...cut.map(() => leftOut), ...whole.flatMap((line) => this.#taken(line))];
  }

  #taken(line: string): readonly ChatEvent[] {
    if (line.length > mostLine) return [leftOut];
    const value = tryParseJson(line);
    return isForeign(value) ? this.#take(value) : [];
  }

  #take(line: Foreign): readonly ChatEvent[] {
    const events: ChatEvent[] = [];
    for (const event of this.#options.reader.take(line)) {
      this.#hasBegun = true;
      events.push(...this.#mapped(event));
    }
    return events;
  }

  /** Nothing of another conversation is reported. */
  #mapped(event: RunEvent): readonly ChatEvent[] {
    const { asked } = this.#options;
    if (event.type === "thread" && asked !== null && event.thread.toLowerCase() !== asked.toLowerCase())
      this.#otherThread = event.thread;
    return this.#otherThread === null ? this.#events.take(event) : [];
  }

  #ended(end: TurnEnd, stopped: ProcessEnd["stopped"]): readonly ChatEvent[] {
    if (this.#otherThread !== null) {
      const { title, asked } = this.#options;
      const message = `${title} was asked to continue ${asked} but started another conversation. The chat stays as it was before this message.`;
      return failed("other-thread", message, this.#usage());
    }
    if (end.state === "completed") return [result("completed", this.#usage())];
    if (stopped === "cancelled") return [result("cancelled", this.#usage())];
    if (stopped === "shutdown") return [result("parked", this.#usage())];
    if (stopped === "time-limit")
      return failed(stopped, "The turn took longer than allowed and was stopped.", this.#usage());
    if (stopped === "output-limit")
      return failed(stopped, "The agent printed more than allowed and was stopped.", this.#usage());
    return this.#failed(end);
  }

  #failed({ state, failure }: TurnEnd): readonly ChatEvent[] {
    const { title } = this.#options;
    if (failure === null || state === "interrupted")
      return failed(
        "interrupted",
        failure?.message ?? `${title} was interrupted before the turn ended.`,
        this.#usage(),
      );
    if (failure.kind === "limit" && failure.resetsAt !== null) return parked(failure, this.#usage());
    return failed(failure.kind, failure.message, this.#usage());
  }

  #usage(): ChatUsage | null {
    const { reader, usageBefore } = this.#options;
    const { usage } = reader;
    if (!usage) return null;
    if (!usage.isOfThread || usageBefore === null) return usage.tokens;
    return minus(usage.tokens, usageBefore);
  }
}

function minus(now: ChatUsage, before: ChatUsage): ChatUsage {
  const left = (name: keyof ChatUsage) => Math.max(0, now[name] - before[name]);
  return {
    input_tokens: left("input_tokens"),
    cached_input_tokens: left("cached_input_tokens"),
    output_tokens: left("output_tokens"),
    total_tokens: left("total_tokens"),
  };
}

function result(status: ChatStatus, usage: ChatUsage | null, resets: Timestamp | null = null): ChatEvent {
  return { type: "result", status, usage, resets_at: resets };
}

function failed(code: ChatErrorCode, message: string, usage: ChatUsage | null): readonly ChatEvent[] {
  return [{ type: "error", code, message }, result("failed", usage)];
}

function parked({ message, resetsAt }: Failure, usage: ChatUsage | null): readonly ChatEvent[] {
  return [{ type: "error", code: "limit", message }, result("parked", usage, resetsAt)];
}
