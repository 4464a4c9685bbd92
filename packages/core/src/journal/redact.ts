import { findSecrets } from "./secrets/find-secrets.ts";
import type { Secret } from "./secrets/secret.ts";

/** Works on plain text and on JSON; valid JSON stays valid. */
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
