import type { CustomCall, Failure, TextAction, ToolCall, Usage } from "./script.ts";

export type ModelKind = "responses" | "messages" | "generate-content" | "chat-completions";

/** One server-sent event; text is sent unchanged, anything else as JSON. */
export type Frame = { event: string | null; content: unknown };

/**
 * What a request asks for: a reply from the script, or a fixed answer (a token count, a list of models). An aside is a
 * request beside the conversation, such as for a title or a summary: instructions but no tools. It takes no reply from the
 * queue, so that tests need not know how many there are.
 */
export type Ask = { ask: "reply"; isStream: boolean; isAside: boolean } | { ask: "fixed"; body: unknown };

/** A tool call or a tool's output in a request, in order. */
export type ToolLink = { kind: "call" | "output"; id: string; message: number };

/** One wire protocol: reads its requests and writes its replies. */
export type Protocol = {
  /** null: this protocol has no such path. */
  asks(method: string, path: string, body: unknown): Ask | null;
  lastUserText(body: unknown): string;
  toolLinks(body: unknown): ToolLink[];
  /** Why its providers are documented or known to refuse a request's shape, in their words; null: accepted. */
  shapeRefusal(body: unknown): string | null;
  errorBody(status: number, message: string): object;
  speak(body: unknown): ReplyWriter;
};

/** Turns actions into frames and records them, so that the same reply can be sent whole. */
export type ReplyWriter = {
  open(): Frame[];
  startText(options: Pick<TextAction, "phase">): Frame[];
  textDelta(delta: string): Frame[];
  endText(): Frame[];
  reasoning(text: string): Frame[];
  call(call: ToolCall): Frame[];
  custom(call: CustomCall): Frame[];
  item(item: object): Frame[];
  event(event: object): Frame[];
  failed(failure: Failure): Frame[];
  incomplete(reason: string, usage: Required<Usage>): Frame[];
  close(usage: Required<Usage>): Frame[];
  /** The body of an unstreamed answer; only after `close` or `incomplete`. */
  whole(): unknown;
};

export const defaultUsage: Required<Usage> = {
  inputTokens: 100,
  cachedTokens: 0,
  outputTokens: 10,
  reasoningTokens: 0,
};
