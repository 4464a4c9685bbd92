import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Content,
  type LanguageModelV4GenerateResult,
  type LanguageModelV4StreamPart,
  type LanguageModelV4StreamResult,
  type SharedV4Warning,
} from "@ai-sdk/provider";
import { type ChatLine, PartMapper } from "./stream-parts.ts";

export interface RepriseSettings {
  /** As `reprise serve` printed it. */
  readonly url: string;
  readonly token: string;
  /** The conversation. It keeps its own history: only the last user message is sent. */
  readonly chat: string;
  readonly workspace?: string;
  readonly permissions?: "read-only" | "workspace-write" | "danger-full-access";
}

/** A coding agent as a language model: `streamText({ model: reprise(settings)("codex"), prompt })`. */
export function reprise(settings: RepriseSettings): (agent: string) => LanguageModelV4 {
  return (agent) => ({
    specificationVersion: "v4",
    provider: "reprise",
    modelId: agent,
    supportedUrls: {},
    doStream: (options) => stream(settings, agent, options),
    doGenerate: (options) => generate(settings, agent, options),
  });
}

async function stream(
  { url, token, chat, workspace, permissions }: RepriseSettings,
  agent: string,
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamResult> {
  const { message, instructions, warnings } = messageIn(options);
  const body = { chat_id: chat, agent, message, instructions, workspace, permissions };
  const address = `${url}/chat`;
  const response = await fetch(address, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      // The SDK repeats a call that failed before its stream; a message must not run twice.
      "Idempotency-Key": keyFor(options),
    },
    body: JSON.stringify(body),
    ...(options.abortSignal ? { signal: options.abortSignal } : {}),
  });
  if (!response.ok || response.body === null) throw await failure(address, body, response);
  const mapper = new PartMapper();
  const parts = lines(response.body).pipeThrough(
    new TransformStream<ChatLine, LanguageModelV4StreamPart>({
      start: (controller) => controller.enqueue({ type: "stream-start", warnings }),
      transform(line, controller) {
        for (const part of mapper.parts(line)) controller.enqueue(part);
      },
      flush(controller) {
        for (const part of mapper.end()) controller.enqueue(part);
      },
    }),
  );
  return {
    stream: parts,
    request: { url: address, body },
    response: { headers: Object.fromEntries(response.headers) },
  };
}

/** Everything of the stream, put together. */
async function generate(
  settings: RepriseSettings,
  agent: string,
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> {
  const { stream: parts, request } = await stream(settings, agent, options);
  const content: LanguageModelV4Content[] = [];
  const texts = new Map<string, { type: "text" | "reasoning"; text: string }>();
  let warnings: SharedV4Warning[] = [];
  for await (const part of parts) {
    if (part.type === "stream-start") warnings = part.warnings;
    else if (part.type === "text-start" || part.type === "reasoning-start") {
      const block = {
        type: part.type === "text-start" ? ("text" as const) : ("reasoning" as const),
        text: "",
      };
      texts.set(part.id, block);
      content.push(block);
    } else if (part.type === "text-delta" || part.type === "reasoning-delta") {
      const block = texts.get(part.id);
      if (block) block.text += part.delta;
    } else if (part.type === "tool-call" || part.type === "tool-result") content.push(part);
    else if (part.type === "error") throw part.error;
    else if (part.type === "finish")
      return {
        content,
        finishReason: part.finishReason,
        usage: part.usage,
        warnings,
        request: request ?? {},
      };
  }
  throw new Error("The stream ended before the turn did.");
}

const keys = new WeakMap<object, string>();

/** One key for each call of the SDK, whatever it repeats. */
function keyFor({ prompt }: LanguageModelV4CallOptions): string {
  const key = keys.get(prompt) ?? crypto.randomUUID();
  keys.set(prompt, key);
  return key;
}

function messageIn({ prompt, tools, temperature, responseFormat }: LanguageModelV4CallOptions) {
  const user = prompt.findLast(({ role }) => role === "user");
  const parts = user?.role === "user" ? user.content : [];
  const message = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const system = prompt.flatMap((one) => (one.role === "system" ? [one.content] : [])).join("\n");
  const ignored = [
    parts.some(({ type }) => type !== "text") ? "files" : null,
    tools && tools.length > 0 ? "tools" : null,
    temperature === undefined ? null : "temperature",
    responseFormat?.type === "json" ? "responseFormat" : null,
  ].filter((feature) => feature !== null);
  const warnings = ignored.map((feature): SharedV4Warning => ({ type: "unsupported", feature }));
  return { message, instructions: system === "" ? undefined : system, warnings };
}

/** Busy, 429 and 503: nothing was run, and it is worth trying again. */
async function failure(url: string, requestBodyValues: unknown, response: Response): Promise<APICallError> {
  const responseBody = await response.text();
  const { status: statusCode, headers } = response;
  const error = errorIn(responseBody);
  const isRetryable = error?.code === "busy" || statusCode === 429 || statusCode === 503;
  const message = error?.message ?? `The server answered ${statusCode}.`;
  return new APICallError({
    message,
    url,
    requestBodyValues,
    statusCode,
    responseBody,
    isRetryable,
    responseHeaders: Object.fromEntries(headers),
  });
}

/** Null if it is not an answer of Reprise. */
function errorIn(body: string): { code: string; message: string } | null {
  try {
    return JSON.parse(body).error ?? null;
  } catch {
    return null;
  }
}

function lines(body: ReadableStream<Uint8Array>): ReadableStream<ChatLine> {
  let rest = "";
  return body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).pipeThrough(
    new TransformStream<string, ChatLine>({
      transform(text, controller) {
        const found = (rest + text).split("\n");
        rest = found.pop() ?? "";
        for (const line of found) controller.enqueue(JSON.parse(line));
      },
    }),
  );
}
