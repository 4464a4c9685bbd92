import { asThreadId, type ChatUsage, type FailureKind, type ItemBody, type RunEvent } from "@reprise/model";
import type { ExecTurn, TurnEnd, TurnReader, TurnUsage } from "../../exec/exec-agent.ts";
import { failureOf } from "../../exec/failure.ts";
import { type Foreign, fieldOf, isForeign, numberOf, textOf } from "../../foreign.ts";
import { bodyOfTool } from "./part.ts";

/** Another step follows these. */
const goesOn = new Set(["tool-calls", "unknown"]);
const kinds: Readonly<Record<string, FailureKind>> = {
  ProviderAuthError: "authentication",
  ContextOverflowError: "context-full",
};

/** Complete parts only; the last step ends the turn. */
export class OpencodeReader implements TurnReader {
  end: TurnEnd | null = null;
  readonly toolServers = null;
  usage: TurnUsage | null = null;
  readonly #prefix: string;
  #isStarted = false;
  #opaqueCount = 0;
  readonly #seen = new Set<string>();

  constructor({ prompt }: Pick<ExecTurn, "prompt">) {
    this.#prefix = prompt.id;
  }

  take(line: Foreign): readonly RunEvent[] {
    const id = textOf(line.sessionID);
    const thread: RunEvent[] = id === null ? [] : [{ type: "thread", thread: asThreadId(id), isPersisted: false }];
    const part = isForeign(line.part) ? line.part : {};
    return this.#isAgain(part) ? thread : [...thread, ...this.#said(line, part)];
  }

  /** The store may repeat printed parts. */
  #isAgain({ id }: Foreign): boolean {
    const key = textOf(id);
    if (key === null) return false;
    const isAgain = this.#seen.has(key);
    this.#seen.add(key);
    return isAgain;
  }

  rest(): readonly RunEvent[] {
    return [];
  }

  #said(line: Foreign, part: Foreign): readonly RunEvent[] {
    const text = textOf(part.text) ?? "";
    switch (line.type) {
      case "step_start":
        return this.#step();
      case "text":
        return text === "" ? [] : [this.#item(part, { kind: "reply", text })];
      case "reasoning":
        return text === "" ? [] : [this.#item(part, { kind: "reasoning", text })];
      case "tool_use":
        return [this.#item(part, bodyOfTool(part))];
      case "step_finish":
        return this.#stepEnded(part);
      case "error":
        this.end = endOfError(line.error);
        return [];
      default:
        return [this.#item(part, { kind: "opaque", raw: line })];
    }
  }

  #step(): readonly RunEvent[] {
    this.end = null;
    if (this.#isStarted) return [];
    this.#isStarted = true;
    return [{ type: "turn-started", turn: null }];
  }

  #stepEnded(part: Foreign): readonly RunEvent[] {
    this.usage = { tokens: added(this.usage?.tokens ?? noTokens, part.tokens), isOfThread: false };
    const isLast = !goesOn.has(textOf(part.reason) ?? "unknown");
    if (isLast) this.end = { state: "completed", failure: null };
    return isLast ? [{ type: "usage", tokens: this.usage.tokens.total_tokens, isOfThread: false }] : [];
  }

  #item(part: Foreign, item: ItemBody): RunEvent {
    this.#opaqueCount += 1;
    return {
      type: "item",
      key: textOf(part.callID) ?? textOf(part.id) ?? `${this.#prefix}/${this.#opaqueCount}`,
      isComplete: true,
      item,
    };
  }
}

function endOfError(error: unknown): TurnEnd {
  const name = textOf(fieldOf(error, "name")) ?? "";
  if (name === "MessageAbortedError") return { state: "interrupted", failure: null };
  const message =
    textOf(fieldOf(error, "data", "message")) ?? (name || "The turn failed, and OpenCode did not say why.");
  const status = numberOf(fieldOf(error, "data", "statusCode"));
  return { state: "failed", failure: failureOf(message, { status, kind: kinds[name] ?? null }) };
}

const noTokens: ChatUsage = {
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
};

function added(sum: ChatUsage, step: unknown): ChatUsage {
  const of = (...path: string[]) => numberOf(fieldOf(step, ...path)) ?? 0;
  const cached = of("cache", "read");
  return {
    input_tokens: sum.input_tokens + of("input") + of("cache", "write") + cached,
    cached_input_tokens: sum.cached_input_tokens + cached,
    output_tokens: sum.output_tokens + of("output") + of("reasoning"),
    total_tokens: sum.total_tokens + of("total"),
  };
}
