import type { CompiledPatterns } from "./patterns/compile-patterns.ts";
import { PatternScanner } from "./patterns/pattern-scanner.ts";
import { findSecrets } from "./secrets/find-secrets.ts";
import { findWrapped } from "./secrets/find-wrapped.ts";
import { joinSecrets } from "./secrets/join-secrets.ts";
import type { Secret } from "./secrets/secret.ts";

/** Works on plain text and on JSON; valid JSON stays valid. */
export function redactSecrets(text: string): string {
  return withoutSecrets(text, findSecrets(text).secrets);
}

/** As `redactSecrets`; also tokens that line breaks cut. For what leaves Reprise whole, not in pieces. */
export function redactWrapped(text: string): string {
  return withoutSecrets(text, joinSecrets(findSecrets(text).secrets, findWrapped(text)));
}

/** For plain text: a match of the person's own patterns may hold a quote that JSON needs. */
export function redactWith(text: string, patterns: CompiledPatterns | null): string {
  if (patterns === null) return redactSecrets(text);
  const scanner = new PatternScanner(patterns);
  scanner.push(text);
  scanner.settle();
  return withoutSecrets(text, joinSecrets(findSecrets(text).secrets, scanner.found));
}

function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  if (secrets.length === 0) return text;
  let [kept, at] = ["", 0];
  for (const { start, end, kind } of secrets) {
    kept += `${text.slice(at, start)}[redacted ${kind}]`;
    at = end;
  }
  return kept + text.slice(at);
}
