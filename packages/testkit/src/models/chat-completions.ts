import { newId } from "./ids.ts";
import { contentText, type Json, listOf, objectOf, textOf } from "./json.ts";
import type { Ask, Frame, Protocol, ReplyWriter, ToolLink } from "./protocol.ts";
import { argumentsText, type CustomCall, type Failure, type ToolCall, type Usage } from "./script.ts";
import { chatCompletionsRefusal } from "./shape/chat-completions.ts";

/** OpenAI chat completions as OpenCode uses them with an openai-compatible provider: POST /v1/chat/completions. */
export const chatCompletions: Protocol = {
  asks(method, path, body): Ask | null {
    if (method === "GET" && path.endsWith("/models")) return { ask: "fixed", body: { object: "list", data: [] } };
    if (method !== "POST" || !path.endsWith("/chat/completions")) return null;
    const { messages, stream, tools } = objectOf(body);
    const isInstructed = listOf(messages).some(({ role }) => role === "system");
    return { ask: "reply", isStream: stream === true, isAside: isInstructed && listOf(tools).length === 0 };
  },
  lastUserText(body) {
    const message = listOf(objectOf(body).messages).findLast(({ role }) => role === "user");
    return contentText(message?.content);
  },
  toolLinks(body) {
    return listOf(objectOf(body).messages).flatMap((message, number): ToolLink[] => {
      if (message.role === "tool") return [{ kind: "output", id: textOf(message.tool_call_id), message: number }];
      return listOf(message.tool_calls).map((call) => ({
        kind: "call",
        id: textOf(call.id),
        message: number,
      }));
    });
  },
  shapeRefusal: chatCompletionsRefusal,
  errorBody: (_status, message) => ({
    error: { message, type: "invalid_request_error", param: null, code: null },
  }),
  speak: (body) => new ChatCompletionsVoice(textOf(objectOf(body).model)),
};

class ChatCompletionsVoice implements ReplyWriter {
  private readonly head: Json;
  private readonly message: Json = { role: "assistant", content: null };
  private readonly calls: Json[] = [];
  private ending: Json = {};

  constructor(model: string) {
    this.head = { id: newId("chatcmpl"), created: Math.floor(Date.now() / 1000), model };
  }

  open(): Frame[] {
    return [this.delta({ role: "assistant", content: "" })];
  }

  startText(): Frame[] {
    return [];
  }

  textDelta(content: string): Frame[] {
    this.message.content = textOf(this.message.content) + content;
    return [this.delta({ content })];
  }

  endText(): Frame[] {
    return [];
  }

  reasoning(reasoning_content: string): Frame[] {
    this.message.reasoning_content = reasoning_content;
    return [this.delta({ reasoning_content })];
  }

  call(call: ToolCall): Frame[] {
    const whole = {
      id: call.id ?? newId("call"),
      type: "function",
      function: { name: call.name, arguments: argumentsText(call) },
    };
    const index = this.calls.push(whole) - 1;
    this.message.tool_calls = this.calls;
    return [this.delta({ tool_calls: [{ index, ...whole }] })];
  }

  custom({ name }: CustomCall): Frame[] {
    throw new Error(`Chat completions have no free-form tool calls: use "call" for ${name}.`);
  }

  item(item: object): Frame[] {
    Object.assign(this.message, item);
    return [this.delta({ ...item })];
  }

  event(event: object): Frame[] {
    return [{ event: null, content: event }];
  }

  failed({ code, message }: Failure): Frame[] {
    return [{ event: null, content: { error: { message, type: "server_error", code } } }];
  }

  incomplete(reason: string, usage: Required<Usage>): Frame[] {
    return this.finish(reason, usage);
  }

  close(usage: Required<Usage>): Frame[] {
    return this.finish(this.calls.length > 0 ? "tool_calls" : "stop", usage);
  }

  whole(): unknown {
    const { finish_reason, usage } = this.ending;
    return {
      ...this.head,
      object: "chat.completion",
      choices: [{ index: 0, message: this.message, finish_reason }],
      usage,
    };
  }

  private delta(delta: Json, finish_reason: string | null = null): Frame {
    return this.chunk({ choices: [{ index: 0, delta, finish_reason }] });
  }

  private chunk(rest: Json): Frame {
    return { event: null, content: { ...this.head, object: "chat.completion.chunk", ...rest } };
  }

  private finish(finish_reason: string, usage: Required<Usage>): Frame[] {
    this.ending = { finish_reason, usage: usageOf(usage) };
    return [
      this.delta({}, finish_reason),
      this.chunk({ choices: [], usage: usageOf(usage) }),
      { event: null, content: "[DONE]" },
    ];
  }
}

function usageOf(usage: Required<Usage>) {
  return {
    prompt_tokens: usage.inputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens: usage.outputTokens,
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
}
