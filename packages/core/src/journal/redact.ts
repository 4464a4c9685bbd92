/** Secrets that can be told by their own shape. Each pattern is anchored by a fixed beginning, so that a scan is quick. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\bsk-(?:ant-|proj-|svcacct-|or-v1-)?[A-Za-z0-9_-]{20,}/g, "api key"],
  [/\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{40,}/g, "github token"],
  [/\bglpat-[A-Za-z0-9_-]{20,}/g, "gitlab token"],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, "aws key"],
  [/\bAIza[A-Za-z0-9_-]{35}/g, "google key"],
  [/\bya29\.[A-Za-z0-9_-]{20,}/g, "google token"],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g, "slack token"],
  [/\bnpm_[A-Za-z0-9]{36}\b/g, "npm token"],
  [/\bhf_[A-Za-z0-9]{30,}/g, "token"],
  [/\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}/g, "stripe key"],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, "jwt"],
  [
    /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----[\s\S]*?(?:-----END (?:[A-Z]+ )*PRIVATE KEY-----|$)/g,
    "private key",
  ],
];

/** Secrets that are told by what stands before them; that stays. */
const labelled: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"'\\]+:)([^\s@"'\\/]{3,})(?=@)/gi, "password"],
  [/(\bBearer\s+)([A-Za-z0-9._~+/-]{16,}=*)/gi, "token"],
  [
    /((?<![A-Za-z0-9])(?:api[_-]?key|secret[_-]?(?:access[_-]?)?key|access[_-]?token|auth[_-]?token|client[_-]?secret|password|passwd)(?:\\*["'])?\s*[=:]\s*(?:\\*["'])?)([^\s"'\\,;&]{8,})/gi,
    "secret",
  ],
];

/** What every secret of these has, as told apart by case or not: two scans that are quick, where one would be slow. */
const mayHoldShape =
  /(?:s|r|p)k_|sk-|gh[opsur]_|github_pat_|glpat-|(?:AK|AS)IA|AIza|ya29\.|xox|npm_|hf_|eyJ|PRIVATE KEY|:\/\//;
const mayHoldLabel = /bearer|api[_-]?key|secret|token|passw/i;

/** The text without recognised secrets. Works on plain text and on text within JSON; what is valid JSON stays so. */
export function redactSecrets(text: string): string {
  if (!mayHoldShape.test(text) && !mayHoldLabel.test(text)) return text;
  let redacted = text;
  for (const [shape, kind] of shapes) redacted = redacted.replace(shape, `[redacted ${kind}]`);
  for (const [shape, kind] of labelled) {
    redacted = redacted.replace(shape, (whole, label: string, secret: string) =>
      secret === "[redacted" ? whole : `${label}[redacted ${kind}]`,
    );
  }
  return redacted;
}
