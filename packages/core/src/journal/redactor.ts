import { tryParseJson } from "@reprise/model";
import { compilePatterns } from "./patterns/compile-patterns.ts";
import { redactSecrets, redactWith } from "./redact.ts";
import { RedactedStream } from "./redacted-stream.ts";

/** Takes out what is recognised as a secret, and what the person's own patterns match. */
export interface Redactor {
  /** Works on plain text and on JSON; valid JSON stays valid. */
  redact(text: string): string;
  /** For a text that comes in pieces. */
  stream(): RedactedStream;
}

/** Throws `PatternProblem` for a pattern that the options would refuse. */
export function redactorWith(sources: readonly string[]): Redactor {
  const patterns = compilePatterns(sources);
  if (patterns === null) return { redact: redactSecrets, stream: () => new RedactedStream() };
  const redactPlain = (text: string) => redactWith(text, patterns);
  return {
    redact: (text) => {
      const value = /^\s*[{["]/.test(text) ? tryParseJson(text) : undefined;
      // A match may hold a quote or a bracket that the JSON needs.
      return value === undefined
        ? redactPlain(text)
        : redactSecrets(JSON.stringify(inStrings(value, redactPlain)));
    },
    stream: () => new RedactedStream(patterns),
  };
}

function inStrings(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => inStrings(part, redact));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [redact(name), inStrings(part, redact)]),
  );
}
