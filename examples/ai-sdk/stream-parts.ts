import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";

/** A line of `POST /chat`; `reprise schema chat-event` describes it. */
export type ChatLine = { id: number } & (
  | { type: "init"; session_id: string; modelId?: string }
  | { type: "message"; role: "assistant"; content: string; delta: boolean }
  | { type: "reasoning"; content: string; delta: boolean }
  | { type: "tool_use"; tool_id: string; tool_name: string; parameters: unknown }
  | {
      type: "tool_result";
      tool_id: string;
      status: "success" | "error" | "declined" | "unknown";
      output: string | null;
    }
  | { type: "stderr"; content: string }
  | { type: "error"; code: string; message: string }
  | { type: "result"; status: "completed" | "failed" | "cancelled" | "parked"; usage: ChatUsage | null }
);

interface ChatUsage {
  input_tokens: number;
  cached_input_tokens: number;
  output_tokens: number;
  total_tokens: number;
}

/** What `onError` of the SDK gets. */
export class RepriseError extends Error {
  override readonly name = "RepriseError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Turns events into the parts of a stream. Pieces of one text share a block; nothing is sent twice. */
export class PartMapper {
  #open: { type: "text" | "reasoning"; id: string } | null = null;
  readonly #tools = new Map<string, string>();
  #hasError = false;
  #isFinished = false;

  parts(line: ChatLine): LanguageModelV4StreamPart[] {
    switch (line.type) {
      case "init":
        return [
          {
            type: "response-metadata",
            id: line.session_id,
            ...(line.modelId ? { modelId: line.modelId } : {}),
          },
        ];
      case "message":
        return this.#text("text", line);
      case "reasoning":
        return this.#text("reasoning", line);
      case "tool_use":
        return [...this.#close(), this.#call(line)];
      case "tool_result":
        return [...this.#close(), this.#result(line)];
      case "error":
        this.#hasError = true;
        return [...this.#close(), { type: "error", error: new RepriseError(line.code, line.message) }];
      case "result":
        return this.#finish(line.status, line.usage);
      default:
        return []; // what the agent said next to its work, and events of later versions
    }
  }

  /** For a stream that broke: an error and a finish, unless it was finished. */
  end(): LanguageModelV4StreamPart[] {
    if (this.#isFinished) return [];
    const message = "The stream ended before the turn did.";
    const error = this.parts({ id: 0, type: "error", code: "transport", message });
    return [...error, ...this.#finish("failed", null)];
  }

  #text(
    type: "text" | "reasoning",
    { id, content, delta }: { id: number; content: string; delta: boolean },
  ): LanguageModelV4StreamPart[] {
    const parts: LanguageModelV4StreamPart[] = [];
    if (!delta || this.#open?.type !== type) {
      parts.push(...this.#close());
      this.#open = { type, id: String(id) };
      parts.push({ type: `${type}-start`, id: String(id) });
    }
    parts.push({ type: `${type}-delta`, id: this.#open?.id ?? String(id), delta: content });
    if (!delta) parts.push(...this.#close());
    return parts;
  }

  #close(): LanguageModelV4StreamPart[] {
    const open = this.#open;
    this.#open = null;
    return open === null ? [] : [{ type: `${open.type}-end`, id: open.id }];
  }

  /** The agent runs its tools itself: `providerExecuted`. */
  #call({ tool_id, tool_name, parameters }: ChatLine & { type: "tool_use" }): LanguageModelV4StreamPart {
    this.#tools.set(tool_id, tool_name);
    return {
      type: "tool-call",
      toolCallId: tool_id,
      toolName: tool_name,
      input: JSON.stringify(parameters ?? {}),
      providerExecuted: true,
      dynamic: true,
    };
  }

  #result({ tool_id, status, output }: ChatLine & { type: "tool_result" }): LanguageModelV4StreamPart {
    return {
      type: "tool-result",
      toolCallId: tool_id,
      toolName: this.#tools.get(tool_id) ?? "unknown",
      result: { status, output },
      isError: status !== "success",
      dynamic: true,
    };
  }

  #finish(status: (ChatLine & { type: "result" })["status"], usage: ChatUsage | null): LanguageModelV4StreamPart[] {
    this.#isFinished = true;
    const unified = this.#hasError && status === "completed" ? "other" : reasons[status];
    return [...this.#close(), { type: "finish", finishReason: { unified, raw: status }, usage: usageOf(usage) }];
  }
}

const reasons: Record<(ChatLine & { type: "result" })["status"], LanguageModelV4FinishReason["unified"]> = {
  completed: "stop",
  failed: "error",
  cancelled: "interrupted",
  parked: "interrupted",
};

function usageOf(usage: ChatUsage | null): LanguageModelV4Usage {
  const input = usage?.input_tokens;
  const cached = usage?.cached_input_tokens;
  return {
    inputTokens: {
      total: input,
      noCache: input === undefined ? undefined : input - (cached ?? 0),
      cacheRead: cached,
      cacheWrite: undefined,
    },
    outputTokens: { total: usage?.output_tokens, text: undefined, reasoning: undefined },
  };
}
