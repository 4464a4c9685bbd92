import type { ChatRequest } from "@reprise/model";
import { chatRequestSchema } from "@reprise/model/schema";
import { badRequest, Problem } from "../problem.ts";
import { valueIn } from "../value-in.ts";

const schema = chatRequestSchema.strict();

export function requestIn(body: string): ChatRequest {
  return valueIn(body, schema);
}

/** The body must say that it is JSON. */
export function checkContentType(header: string | null): void {
  if (/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(header ?? "")) return;
  throw new Problem(415, { code: "bad-use", message: "Send JSON, with `Content-Type: application/json`." });
}

export function keyIn(header: string | null): string | null {
  if (header === null) return null;
  if (/^[\x21-\x7e]{1,200}$/.test(header)) return header;
  throw badRequest("Idempotency-Key takes 1 to 200 visible ASCII characters.");
}

/** The number of the last event that the client has; null if it does not say. */
export function lastEventIn(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,15}$/.test(header)) return Number(header);
  throw badRequest("Last-Event-ID takes the `id` of an event, a number.");
}
