import { findSecrets } from "./secrets/find-secrets.ts";
import type { Secret } from "./secrets/secret.ts";

/** The text without recognised secrets. Works on plain text and on text within JSON; what is valid JSON stays so. */
export function redactSecrets(text: string): string {
  const { secrets } = findSecrets(text);
  return secrets.length === 0 ? text : withoutSecrets(text, secrets);
}

function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  let [kept, at] = ["", 0];
  for (const { start, end, kind } of secrets) {
    kept += `${text.slice(at, start)}[redacted ${kind}]`;
    at = end;
  }
  return kept + text.slice(at);
}
