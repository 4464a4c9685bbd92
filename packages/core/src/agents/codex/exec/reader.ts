import { asThreadId, type RunEvent, type Settings } from "@reprise/model";
import type { ChildExit } from "../../../host/processes/child.ts";
import type { ExecTurn, TurnEnd, TurnReader, TurnUsage } from "../../exec/exec-agent.ts";
import { failureOf } from "../../exec/failure.ts";
import { StreamedTexts } from "../../exec/streamed-texts.ts";
import { type Foreign, fieldOf, isForeign, numberOf, textOf } from "../../foreign.ts";
import { bodyOf } from "./item.ts";
import { OldReader } from "./old-reader.ts";

/** What `codex exec --json` prints, in the words of every release. Its item ids begin anew in each process. */
export class CodexReader implements TurnReader {
  readonly toolServers = null;
  usage: TurnUsage | null = null;
  #settings: Settings;
  readonly #prefix: string;
  readonly #old: OldReader;
  readonly #spoken: StreamedTexts;
  #end: TurnEnd | null = null;
  /** An `error` is no end: the turn may still complete, or say the same again when it fails. */
  #error: string | null = null;
  #opaqueCount = 0;
  readonly #warnings = new Set<string>();

  constructor({ prompt, launch }: Pick<ExecTurn, "prompt" | "launch">) {
    this.#settings = launch.settings;
    this.#prefix = prompt.id;
    this.#old = new OldReader(prompt.id);
    this.#spoken = new StreamedTexts(prompt.id);
  }

  get end(): TurnEnd | null {
    return this.#end ?? this.#old.end;
  }

  take(line: Foreign): readonly RunEvent[] {
    if (isForeign(line.msg)) return this.#old.take(line.msg);
    switch (textOf(line.type)) {
      case null:
        return "workdir" in line ? [this.#header(line)] : [];
      case "thread.started":
        return this.#started(textOf(line.thread_id) ?? "");
      // Its id is the provider's, and nothing can be resumed by it.
      case "session.created":
        return [
          {
            type: "settings",
            settings: { ...this.#settings, model: textOf(line.model) ?? this.#settings.model },
          },
        ];
      case "turn.started":
        return [{ type: "turn-started", turn: null }];
      case "turn.completed":
        return this.#completed(line);
      case "turn.failed":
        return this.#failed(textOf(fieldOf(line.error, "message")));
      case "error":
        return this.#erred(textOf(line.message) ?? "");
      default:
        return this.#said(line);
    }
  }

  rest(exit: ChildExit): readonly RunEvent[] {
    return [
      ...this.#held(),
      ...this.#spoken.rest({ isComplete: this.#end?.state === "completed" }),
      ...this.#old.rest(exit),
    ];
  }

  /** Headless, Codex never asks, whatever was configured. */
  #started(id: string): readonly RunEvent[] {
    this.#settings = { ...this.#settings, approvalPolicy: "never" };
    const thread: RunEvent = { type: "thread", thread: asThreadId(id), isPersisted: false };
    return [thread, { type: "settings", settings: this.#settings }];
  }

  #said(line: Foreign): readonly RunEvent[] {
    switch (line.type) {
      case "item.started":
      case "item.updated":
      case "item.completed":
        return isForeign(line.item) ? this.#item(line.item, line.type === "item.completed") : [];
      case "message.output_text.delta":
        return this.#spoken.delta("reply", textOf(line.delta) ?? textOf(line.text) ?? "");
      case "message.output_text.done":
        return this.#spoken.whole("reply", textOf(line.text) ?? "");
      default:
        this.#opaqueCount += 1;
        return [
          {
            type: "item",
            key: `${this.#prefix}/opaque-${this.#opaqueCount}`,
            isComplete: true,
            item: { kind: "opaque", raw: line },
          },
        ];
    }
  }

  #item(item: Foreign, isComplete: boolean): readonly RunEvent[] {
    const body = bodyOf(item);
    if (body === null) return this.#warned(textOf(item.message) ?? "");
    const key = `${this.#prefix}/${textOf(item.id) ?? "item"}`;
    if ((body.kind === "reply" || body.kind === "reasoning") && isComplete)
      return this.#spoken.whole(body.kind, body.text, key);
    return [{ type: "item", key, isComplete, item: body }];
  }

  /** A deprecated setting is said once for the process and once for the thread. */
  #warned(text: string): readonly RunEvent[] {
    if (this.#warnings.has(text)) return [];
    this.#warnings.add(text);
    return [{ type: "notice", text }];
  }

  #completed(line: Foreign): readonly RunEvent[] {
    this.#end = { state: "completed", failure: null };
    this.usage = isForeign(line.usage) ? usageOf(line.usage) : null;
    return [...this.#held(), { type: "usage", tokens: this.usage?.tokens.total_tokens ?? null, isOfThread: true }];
  }

  #failed(message: string | null): readonly RunEvent[] {
    const text = message ?? this.#error ?? "The turn failed, and Codex did not say why.";
    this.#end = { state: "failed", failure: failureOf(text) };
    if (text === this.#error) this.#error = null;
    return this.#held();
  }

  #erred(message: string): readonly RunEvent[] {
    if (/^reconnecting/i.test(message)) return [{ type: "notice", text: message }];
    const held = this.#held();
    this.#error = message;
    return held;
  }

  #held(): readonly RunEvent[] {
    const text = this.#error;
    this.#error = null;
    return text === null ? [] : [{ type: "notice", text }];
  }

  /** The first line of the old releases. */
  #header(line: Foreign): RunEvent {
    const told: Partial<Record<keyof Settings, unknown>> = {
      cwd: line.workdir,
      model: line.model,
      provider: line.provider,
      sandbox: line.sandbox,
      effort: line["reasoning effort"],
      summary: line["reasoning summaries"],
      approvalPolicy: typeof line.approval === "string" ? line.approval.toLowerCase() : null,
    };
    const known = Object.entries(told).filter(([, value]) => textOf(value) !== null);
    return { type: "settings", settings: { ...this.#settings, ...Object.fromEntries(known) } };
  }
}

function usageOf(usage: Foreign): TurnUsage {
  const [input, cached, output] = ["input_tokens", "cached_input_tokens", "output_tokens"].map(
    (name) => numberOf(usage[name]) ?? 0,
  ) as [number, number, number];
  const tokens = {
    input_tokens: input,
    cached_input_tokens: cached,
    output_tokens: output,
    total_tokens: input + output,
  };
  return { tokens, isOfThread: true };
}
