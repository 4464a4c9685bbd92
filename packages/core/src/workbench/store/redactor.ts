import { parseJson } from "@reprise/model";
import { type CompiledPatterns, compilePatterns } from "../../journal/patterns/compile-patterns.ts";
import { redactSecrets, redactWith } from "../../journal/redact.ts";
import { RedactedStream } from "../../journal/redacted-stream.ts";

/** Takes secrets out of what is saved. */
export interface Redactor {
  /** Of plain text. */
  text(text: string): string;
  /** Of every text in a value. The same object if it has no secret. */
  value<Value>(value: Value): Value;
  /** For a text that comes in pieces. */
  stream(): TextStream;
}

export type TextStream = Pick<RedactedStream, "push" | "flush" | "isSettled">;

/** Of these, a match of the person's own patterns would break the record. */
const structural = new Set([
  ...["type", "kind", "id", "at", "state", "status", "change", "section", "ids", "run", "entry", "exec", "diff"],
  ...["agent", "thread", "session", "tone", "queuedAt", "startedAt", "endedAt", "baseHash", "writtenHash", "hash"],
]);

/** Known secrets, and matches of the person's own patterns. Throws `PatternProblem`. */
export function redactorWith(patterns: readonly string[]): Redactor {
  const own = compilePatterns(patterns);
  return {
    text: (text) => redactWith(text, own),
    value: (value) => withoutSecrets(value, own),
    stream: () => new RedactedStream(own),
  };
}

/** As JSON, since the name of a field can show that its value is a secret. */
function withoutSecrets<Value>(value: Value, own: CompiledPatterns | null): Value {
  const json = JSON.stringify(value);
  const redacted = redactSecrets(own === null ? json : JSON.stringify(withoutMatches(value, null, own)));
  return redacted === json ? value : (parseJson(redacted) as Value);
}

function withoutMatches(value: unknown, name: string | null, own: CompiledPatterns): unknown {
  if (typeof value === "string") return name !== null && structural.has(name) ? value : redactWith(value, own);
  if (Array.isArray(value)) return value.map((one) => withoutMatches(one, name, own));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([field, inner]) => [field, withoutMatches(inner, field, own)]);
  return Object.fromEntries(fields);
}
