import { asThreadId, type ItemBody, type RunEvent } from "@reprise/model";
import type { ChildExit } from "../../../host/processes/child.ts";
import type { ExecTurn, TurnEnd, TurnReader, TurnUsage } from "../../exec/exec-agent.ts";
import { failureOf } from "../../exec/failure.ts";
import { StreamedTexts } from "../../exec/streamed-texts.ts";
import { type Foreign, fieldOf, numberOf, textOf } from "../../foreign.ts";
import { bodyOfUse, withResult } from "./call.ts";

const cancelled = /^Operation cancelled|FatalCancellation/;

/** A reply is streamed in pieces and ends where something else starts. */
export class GeminiReader implements TurnReader {
  end: TurnEnd | null = null;
  readonly toolServers = null;
  usage: TurnUsage | null = null;
  readonly #turn: Pick<ExecTurn, "prompt" | "launch">;
  readonly #spoken: StreamedTexts;
  readonly #used = new Map<string, { name: string; body: ItemBody }>();
  #error: string | null = null;
  #failed: string | null = null;
  #opaqueCount = 0;

  constructor(turn: Pick<ExecTurn, "prompt" | "launch">) {
    this.#turn = turn;
    this.#spoken = new StreamedTexts(turn.prompt.id);
  }

  take(line: Foreign): readonly RunEvent[] {
    if (line.type === "message") return this.#message(line);
    return [...this.#spoken.rest({ isComplete: true }), ...this.#other(line)];
  }

  /** Its exit code is the HTTP status modulo 256; the message of a 429 lacks it. */
  rest(exit: ChildExit): readonly RunEvent[] {
    const status = exit.code !== null && exit.code > 128 ? exit.code + 256 : null;
    if (this.#failed !== null && !cancelled.test(this.#failed))
      this.end = { state: "failed", failure: failureOf(this.#failed, { status }) };
    return this.#spoken.rest({ isComplete: false });
  }

  #message(line: Foreign): readonly RunEvent[] {
    if (line.role !== "assistant") return [];
    const text = textOf(line.content) ?? "";
    return line.delta === true ? this.#spoken.delta("reply", text) : this.#spoken.whole("reply", text);
  }

  #other(line: Foreign): readonly RunEvent[] {
    switch (line.type) {
      case "init":
        return this.#init(line);
      case "tool_use":
        return [this.#use(line)];
      case "tool_result":
        return [this.#result(line)];
      case "error":
        this.#error = textOf(line.message);
        return this.#error === null ? [] : [{ type: "notice", text: this.#error }];
      case "result":
        return this.#ended(line);
      default:
        this.#opaqueCount += 1;
        return [
          {
            type: "item",
            key: `${this.#turn.prompt.id}/opaque-${this.#opaqueCount}`,
            isComplete: true,
            item: { kind: "opaque", raw: line },
          },
        ];
    }
  }

  #init(line: Foreign): readonly RunEvent[] {
    const { settings } = this.#turn.launch;
    return [
      { type: "thread", thread: asThreadId(textOf(line.session_id) ?? ""), isPersisted: false },
      { type: "settings", settings: { ...settings, model: textOf(line.model) ?? settings.model } },
      { type: "turn-started", turn: null },
    ];
  }

  #use(line: Foreign): RunEvent {
    const name = textOf(line.tool_name) ?? "";
    const id = textOf(line.tool_id) ?? name;
    const body = bodyOfUse(name, line.parameters);
    this.#used.set(id, { name, body });
    return { type: "item", key: id, isComplete: false, item: body };
  }

  #result(line: Foreign): RunEvent {
    const id = textOf(line.tool_id) ?? "";
    const { name, body } = this.#used.get(id) ?? { name: "", body: bodyOfUse("", null) };
    return { type: "item", key: id, isComplete: true, item: withResult(name, body, line) };
  }

  #ended(line: Foreign): readonly RunEvent[] {
    if (line.status === "success") this.end = { state: "completed", failure: null };
    else {
      const message =
        textOf(fieldOf(line.error, "message")) ?? this.#error ?? "The turn failed, and Gemini CLI did not say why.";
      const isCancelled = cancelled.test(message) || cancelled.test(textOf(fieldOf(line.error, "type")) ?? "");
      this.#failed = isCancelled ? null : message;
      this.end = isCancelled
        ? { state: "interrupted", failure: null }
        : { state: "failed", failure: failureOf(message) };
    }
    this.usage = usageOf(line.stats);
    return [{ type: "usage", tokens: this.usage?.tokens.total_tokens ?? null, isOfThread: false }];
  }
}

function usageOf(stats: unknown): TurnUsage | null {
  const total = numberOf(fieldOf(stats, "total_tokens"));
  if (total === null) return null;
  const of = (name: string) => numberOf(fieldOf(stats, name)) ?? 0;
  const tokens = {
    input_tokens: of("input_tokens"),
    cached_input_tokens: of("cached"),
    output_tokens: of("output_tokens"),
    total_tokens: total,
  };
  return { tokens, isOfThread: false };
}
