import { newId } from "./ids.ts";
import { contentText, type Json, listOf, objectOf, textOf } from "./json.ts";
import type { Ask, Frame, Protocol, ReplyWriter, ToolLink } from "./protocol.ts";
import { argumentsText, type CustomCall, type Failure, type ToolCall, type Usage } from "./script.ts";
import { messagesRefusal } from "./shape/messages.ts";

/** Anthropic Messages as Claude Code uses them: POST /v1/messages, streamed or whole, and count_tokens. */
export const messages: Protocol = {
  asks(method, path, body): Ask | null {
    if (method === "GET" && path.endsWith("/models")) return { ask: "fixed", body: { data: [], has_more: false } };
    if (method !== "POST") return null;
    if (path.endsWith("/messages/count_tokens"))
      return { ask: "fixed", body: { input_tokens: Math.ceil(JSON.stringify(body ?? null).length / 4) } };
    if (!path.endsWith("/messages")) return null;
    const { stream, system, tools } = objectOf(body);
    return {
      ask: "reply",
      isStream: stream === true,
      isAside: system !== undefined && listOf(tools).length === 0,
    };
  },
  lastUserText(body) {
    const texts = listOf(objectOf(body).messages).flatMap((message) =>
      message.role === "user" ? [contentText(message.content)] : [],
    );
    return texts.findLast((text) => text !== "") ?? "";
  },
  toolLinks(body) {
    return listOf(objectOf(body).messages).flatMap((message, number) =>
      listOf(message.content).flatMap((block): ToolLink[] => {
        if (block.type === "tool_use") return [{ kind: "call", id: textOf(block.id), message: number }];
        if (block.type === "tool_result") return [{ kind: "output", id: textOf(block.tool_use_id), message: number }];
        return [];
      }),
    );
  },
  shapeRefusal: messagesRefusal,
  errorBody: (status, message) => ({
    type: "error",
    error: { type: status >= 500 ? "api_error" : "invalid_request_error", message },
  }),
  speak: (body) => new MessagesVoice(textOf(objectOf(body).model)),
};

class MessagesVoice implements ReplyWriter {
  private readonly message: Json;
  private readonly content: Json[] = [];
  private nextIndex = 0;
  private text = "";

  constructor(model: string) {
    const ends = { stop_reason: null, stop_sequence: null };
    this.message = {
      id: newId("msg"),
      type: "message",
      role: "assistant",
      model,
      content: this.content,
      ...ends,
    };
  }

  open(): Frame[] {
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    };
    return [frame({ type: "message_start", message: { ...this.message, content: [], usage } })];
  }

  startText(): Frame[] {
    this.text = "";
    return [this.at("content_block_start", { content_block: { type: "text", text: "" } })];
  }

  textDelta(delta: string): Frame[] {
    this.text += delta;
    return [this.at("content_block_delta", { delta: { type: "text_delta", text: delta } })];
  }

  endText(): Frame[] {
    return [this.stop({ type: "text", text: this.text })];
  }

  reasoning(thinking: string): Frame[] {
    const signature = newId("signature");
    return [
      this.at("content_block_start", { content_block: { type: "thinking", thinking: "", signature: "" } }),
      this.at("content_block_delta", { delta: { type: "thinking_delta", thinking } }),
      this.at("content_block_delta", { delta: { type: "signature_delta", signature } }),
      this.stop({ type: "thinking", thinking, signature }),
    ];
  }

  call(call: ToolCall): Frame[] {
    const block = { type: "tool_use", id: call.id ?? newId("toolu"), name: call.name };
    const partial_json = argumentsText(call);
    return [
      this.at("content_block_start", { content_block: { ...block, input: {} } }),
      this.at("content_block_delta", { delta: { type: "input_json_delta", partial_json } }),
      this.stop({
        ...block,
        input: typeof call.arguments === "string" ? JSON.parse(partial_json) : (call.arguments ?? {}),
      }),
    ];
  }

  custom({ name }: CustomCall): Frame[] {
    throw new Error(`The Messages protocol has no free-form tool calls: use "call" for ${name}.`);
  }

  item(item: object): Frame[] {
    return [this.at("content_block_start", { content_block: item }), this.stop({ ...item })];
  }

  event(event: object): Frame[] {
    return [frame({ ...event })];
  }

  failed({ code, message }: Failure): Frame[] {
    return [frame({ type: "error", error: { type: code, message } })];
  }

  incomplete(reason: string, usage: Required<Usage>): Frame[] {
    return this.finish(reason, usage);
  }

  close(usage: Required<Usage>): Frame[] {
    return this.finish(this.content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn", usage);
  }

  whole(): unknown {
    return this.message;
  }

  private at(type: string, rest: Json): Frame {
    return frame({ type, index: this.nextIndex, ...rest });
  }

  private stop(block: Json): Frame {
    this.content.push(block);
    return frame({ type: "content_block_stop", index: this.nextIndex++ });
  }

  private finish(stop_reason: string, usage: Required<Usage>): Frame[] {
    const delta = { stop_reason, stop_sequence: null };
    Object.assign(this.message, delta, { usage: usageOf(usage) });
    return [frame({ type: "message_delta", delta, usage: usageOf(usage) }), frame({ type: "message_stop" })];
  }
}

function usageOf(usage: Required<Usage>) {
  return {
    input_tokens: usage.inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cachedTokens,
    output_tokens: usage.outputTokens,
  };
}

function frame(content: Json): Frame {
  return { event: textOf(content.type) || null, content };
}
