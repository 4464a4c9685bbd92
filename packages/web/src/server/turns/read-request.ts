import { type ChatRequest, tryParseJson } from "@reprise/model";
import { chatRequestSchema } from "@reprise/model/schema";
import { badRequest, Problem } from "../problem.ts";

const schema = chatRequestSchema.strict();

/** Throws a `Problem` that says what is wrong, and where. */
export function requestIn(body: string): ChatRequest {
  const value = tryParseJson(body);
  if (value === undefined) throw badRequest("The body is not JSON.");
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  const words = issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  throw badRequest(`The request is not as it should be. ${words.join("; ")}`, issues);
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
