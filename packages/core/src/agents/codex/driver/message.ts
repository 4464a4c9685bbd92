import { tryParseJson } from "@reprise/model";
import { type Foreign, isForeign, textOf } from "../../foreign.ts";

export type MessageId = number | string;

/** `method` distinguishes its requests from its answers: both count from 0. */
export type Message =
  | { readonly kind: "answer"; readonly id: MessageId; readonly result: unknown; readonly error: unknown }
  | { readonly kind: "request"; readonly id: MessageId; readonly method: string; readonly params: Foreign }
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly params: Foreign;
      /** Server time, if given. */
      readonly emittedAtMs: number | null;
    };

export type ServerRequest = Extract<Message, { kind: "request" }>;
export type Notification = Extract<Message, { kind: "notification" }>;

/** A batch has several. Null if any part is not a message. */
export function messagesOf(line: string): readonly Message[] | null {
  const value = tryParseJson(line);
  const messages = (Array.isArray(value) ? value : [value]).map(messageOf);
  return messages.length > 0 && messages.every((message) => message !== null) ? messages : null;
}

function messageOf(value: unknown): Message | null {
  if (!isForeign(value)) return null;
  const id = typeof value.id === "number" || typeof value.id === "string" ? value.id : null;
  const method = textOf(value.method);
  const params = isForeign(value.params) ? value.params : {};
  if (method !== null && id !== null) return { kind: "request", id, method, params };
  const emittedAtMs = typeof value.emittedAtMs === "number" ? value.emittedAtMs : null;
  if (method !== null) return { kind: "notification", method, params, emittedAtMs };
  const isAnswer = id !== null && ("result" in value || "error" in value);
  return isAnswer ? { kind: "answer", id, result: value.result, error: value.error } : null;
}
