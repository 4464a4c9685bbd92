import { newId } from "./ids.ts";
import { contentText, type Json, listOf, objectOf, textOf } from "./json.ts";
import type { Ask, Frame, Protocol, ReplyWriter, ToolLink } from "./protocol.ts";
import { argumentsText, type CustomCall, type Failure, type ToolCall, type Usage } from "./script.ts";
import { generateContentRefusal } from "./shape/generate-content.ts";

/** Gemini's generateContent, streamGenerateContent?alt=sse and countTokens, below /v1beta/models/<model>. */
export const generateContent: Protocol = {
  asks(method, path, body): Ask | null {
    const verb = method === "POST" ? path.slice(path.lastIndexOf(":") + 1) : "";
    if (verb === "countTokens")
      return { ask: "fixed", body: { totalTokens: Math.ceil(JSON.stringify(body ?? null).length / 4) } };
    if (verb !== "generateContent" && verb !== "streamGenerateContent") return null;
    const { systemInstruction, tools } = objectOf(body);
    const isAside = systemInstruction !== undefined && listOf(tools).length === 0;
    return { ask: "reply", isStream: verb === "streamGenerateContent", isAside };
  },
  lastUserText(body) {
    const texts = listOf(objectOf(body).contents).flatMap((turn) =>
      turn.role === "user" ? [contentText(turn.parts)] : [],
    );
    return texts.findLast((text) => text !== "") ?? "";
  },
  toolLinks: (body) => linksOf(listOf(objectOf(body).contents)),
  shapeRefusal: generateContentRefusal,
  errorBody: (status, message) => ({
    error: { code: status, message, status: status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT" },
  }),
  speak: () => new GenerateContentVoice(),
};

/** Ids are optional in this protocol; without them the n-th output of a name answers the n-th call of that name. */
function linksOf(contents: Json[]): ToolLink[] {
  const counts = new Map<string, number>();
  const idOf = (kind: string, part: Json) => {
    const key = `${kind} ${textOf(part.name)}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return textOf(part.id) || `${textOf(part.name)} ${count}`;
  };
  return contents.flatMap((turn, message) =>
    listOf(turn.parts).flatMap((part): ToolLink[] => {
      if (part.functionCall) return [{ kind: "call", id: idOf("call", objectOf(part.functionCall)), message }];
      if (part.functionResponse)
        return [{ kind: "output", id: idOf("output", objectOf(part.functionResponse)), message }];
      return [];
    }),
  );
}

class GenerateContentVoice implements ReplyWriter {
  private readonly responseId = newId("resp");
  private readonly parts: Json[] = [];
  private ending: Json = {};
  private text = "";

  open(): Frame[] {
    return [];
  }

  startText(): Frame[] {
    this.text = "";
    return [];
  }

  textDelta(text: string): Frame[] {
    this.text += text;
    return [this.chunk([{ text }])];
  }

  endText(): Frame[] {
    this.parts.push({ text: this.text });
    return [];
  }

  reasoning(text: string): Frame[] {
    return this.part({ text, thought: true });
  }

  call(call: ToolCall): Frame[] {
    const args: unknown = JSON.parse(argumentsText(call));
    return this.part({ functionCall: { id: call.id ?? newId("call"), name: call.name, args } });
  }

  custom({ name }: CustomCall): Frame[] {
    throw new Error(`The generateContent protocol has no free-form tool calls: use "call" for ${name}.`);
  }

  item(item: object): Frame[] {
    return this.part({ ...item });
  }

  event(event: object): Frame[] {
    return [{ event: null, content: event }];
  }

  failed({ code, message }: Failure): Frame[] {
    return [{ event: null, content: { error: { code: 500, message, status: code } } }];
  }

  incomplete(reason: string, usage: Required<Usage>): Frame[] {
    return this.finish(reason, usage);
  }

  close(usage: Required<Usage>): Frame[] {
    return this.finish("STOP", usage);
  }

  whole(): unknown {
    return this.envelope(this.parts, this.ending);
  }

  private part(part: Json): Frame[] {
    this.parts.push(part);
    return [this.chunk([part])];
  }

  private finish(finishReason: string, usage: Required<Usage>): Frame[] {
    this.ending = { finishReason, usageMetadata: usageOf(usage) };
    return [this.chunk([{ text: "" }])];
  }

  private chunk(parts: Json[]): Frame {
    return { event: null, content: this.envelope(parts, this.ending) };
  }

  private envelope(parts: Json[], { finishReason, usageMetadata }: Json): Json {
    const candidate = {
      index: 0,
      content: { role: "model", parts },
      ...(finishReason ? { finishReason } : {}),
    };
    return {
      responseId: this.responseId,
      candidates: [candidate],
      ...(usageMetadata ? { usageMetadata } : {}),
    };
  }
}

function usageOf(usage: Required<Usage>) {
  return {
    promptTokenCount: usage.inputTokens,
    cachedContentTokenCount: usage.cachedTokens,
    candidatesTokenCount: usage.outputTokens,
    thoughtsTokenCount: usage.reasoningTokens,
    totalTokenCount: usage.inputTokens + usage.outputTokens,
  };
}
