import { newId } from "./ids.ts";
import { contentText, type Json, listOf, objectOf, textOf } from "./json.ts";
import type { Frame, Protocol, ReplyWriter, ToolLink } from "./protocol.ts";
import { argumentsText, type CustomCall, type Failure, type ToolCall, type Usage } from "./script.ts";
import { responsesRefusal } from "./shape/responses.ts";

/** OpenAI Responses as Codex uses them: POST /v1/responses, answered by server-sent events. */
export const responses: Protocol = {
  asks(method, path) {
    if (method === "POST" && path.endsWith("/responses")) return { ask: "reply", isStream: true, isAside: false };
    if (method === "GET" && path.endsWith("/models"))
      return { ask: "fixed", body: { object: "list", data: [], models: [] } };
    return null;
  },
  lastUserText(body) {
    const message = listOf(objectOf(body).input).findLast((item) => item.type === "message" && item.role === "user");
    return contentText(message?.content);
  },
  toolLinks(body) {
    return listOf(objectOf(body).input).flatMap((item, message): ToolLink[] => {
      const id = textOf(item.call_id);
      if (!id) return [];
      return [{ kind: textOf(item.type).endsWith("_output") ? "output" : "call", id, message }];
    });
  },
  shapeRefusal: responsesRefusal,
  errorBody: (_status, message) => ({
    error: { message, type: "invalid_request_error", param: null, code: null },
  }),
  speak: (body) => new ResponsesVoice(textOf(objectOf(body).model)),
};

class ResponsesVoice implements ReplyWriter {
  private readonly response: Json;
  private readonly output: Json[] = [];
  private nextIndex = 0;
  private current: { item: Json; index: number; text: string } | null = null;

  constructor(model: string) {
    this.response = { id: newId("resp"), object: "response", model };
  }

  open(): Frame[] {
    return this.about("response.created", { status: "in_progress" });
  }

  startText({ phase }: { phase?: string }): Frame[] {
    const item = { type: "message", id: newId("msg"), role: "assistant", ...(phase ? { phase } : {}) };
    const index = this.nextIndex++;
    this.current = { item, index, text: "" };
    return [
      frame({
        type: "response.output_item.added",
        output_index: index,
        item: { ...item, status: "in_progress", content: [] },
      }),
      this.inText("response.content_part.added", {
        part: { type: "output_text", text: "", annotations: [] },
      }),
    ];
  }

  textDelta(delta: string): Frame[] {
    if (this.current) this.current.text += delta;
    return [this.inText("response.output_text.delta", { delta })];
  }

  endText(): Frame[] {
    const { item, index, text } = this.current ?? { item: {}, index: 0, text: "" };
    const done = this.inText("response.output_text.done", { text });
    this.current = null;
    const finished = {
      ...item,
      status: "completed",
      content: [{ type: "output_text", text, annotations: [] }],
    };
    this.output.push(finished);
    return [done, frame({ type: "response.output_item.done", output_index: index, item: finished })];
  }

  reasoning(text: string): Frame[] {
    const item = {
      type: "reasoning",
      id: newId("rs"),
      summary: [{ type: "summary_text", text }],
      encrypted_content: newId("sealed"),
    };
    const where = { item_id: item.id, output_index: this.nextIndex, summary_index: 0 };
    return this.wholeItem(item, { summary: [] }, [
      frame({
        type: "response.reasoning_summary_part.added",
        ...where,
        part: { type: "summary_text", text: "" },
      }),
      frame({ type: "response.reasoning_summary_text.delta", ...where, delta: text }),
    ]);
  }

  call(call: ToolCall): Frame[] {
    const ids = { id: newId("fc"), call_id: call.id ?? newId("call") };
    const name = call.namespace ? { namespace: call.namespace, name: call.name } : { name: call.name };
    const item = {
      type: "function_call",
      ...ids,
      ...name,
      arguments: argumentsText(call),
      status: "completed",
    };
    return this.wholeItem(item, { arguments: "", status: "in_progress" });
  }

  custom({ name, input, id }: CustomCall): Frame[] {
    const item = {
      type: "custom_tool_call",
      id: newId("ctc"),
      call_id: id ?? newId("call"),
      name,
      input,
      status: "completed",
    };
    return this.wholeItem(item, { input: "", status: "in_progress" });
  }

  item(item: object): Frame[] {
    return this.wholeItem({ ...item }, {});
  }

  event(event: object): Frame[] {
    return [frame({ ...event })];
  }

  failed(error: Failure): Frame[] {
    return this.about("response.failed", { status: "failed", error });
  }

  incomplete(reason: string, usage: Required<Usage>): Frame[] {
    return this.about("response.incomplete", {
      status: "incomplete",
      incomplete_details: { reason },
      usage: usageOf(usage),
    });
  }

  close(usage: Required<Usage>): Frame[] {
    return this.about("response.completed", {
      status: "completed",
      output: this.output,
      usage: usageOf(usage),
    });
  }

  whole(): unknown {
    return this.response;
  }

  private about(type: string, news: Json): Frame[] {
    Object.assign(this.response, news);
    return [frame({ type, response: { ...this.response } })];
  }

  private inText(type: string, rest: Json): Frame {
    return frame({
      type,
      item_id: this.current?.item.id,
      output_index: this.current?.index,
      content_index: 0,
      ...rest,
    });
  }

  private wholeItem(item: Json, started: Json, between: Frame[] = []): Frame[] {
    const output_index = this.nextIndex++;
    this.output.push(item);
    return [
      frame({ type: "response.output_item.added", output_index, item: { ...item, ...started } }),
      ...between,
      frame({ type: "response.output_item.done", output_index, item }),
    ];
  }
}

function usageOf(usage: Required<Usage>) {
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cached_tokens: usage.cachedTokens },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
}

function frame(content: Json): Frame {
  return { event: textOf(content.type) || null, content };
}
