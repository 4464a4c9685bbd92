import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactSecrets } from "./redact.ts";

const secrets: readonly (readonly [string, string])[] = [
  ["api key", `sk-proj-${"a1B2".repeat(10)}`],
  ["anthropic key", `sk-ant-${"x9_".repeat(12)}`],
  ["github token", `ghp_${"A1b2C3".repeat(6)}`],
  ["fine-grained token", `github_pat_${"A1b2C3_".repeat(8)}`],
  ["gitlab token", `glpat-${"a1b2c3d4e5".repeat(2)}`],
  ["aws key", "AKIAIOSFODNN7EXAMPLE"],
  ["google key", `AIza${"B".repeat(35)}`],
  ["slack token", "xoxb-123456789012-abcdefghij"],
  ["npm token", `npm_${"a".repeat(36)}`],
  ["jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"],
  ["private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----"],
];

describe("redactSecrets", () => {
  it.each(secrets)("takes out a %s, in plain text and within JSON", (_kind, secret) => {
    expect(redactSecrets(`before ${secret} after`)).not.toContain(secret);
    const line = JSON.stringify({ text: `export KEY=${secret}\n` });
    expect(JSON.stringify(JSON.parse(redactSecrets(line)))).not.toContain(secret.split("\n")[1] ?? secret);
  });

  it("takes out what stands behind a label, and keeps the label", () => {
    expect(redactSecrets("postgres://me:hunter22@db/x")).toBe("postgres://me:[redacted password]@db/x");
    expect(redactSecrets("Authorization: Bearer abcdefghijklmnop1234")).toBe(
      "Authorization: Bearer [redacted token]",
    );
    expect(redactSecrets('{"api_key":"abcdefgh12345678"}')).toBe('{"api_key":"[redacted secret]"}');
    expect(redactSecrets("password=correcthorse")).toBe("password=[redacted secret]");
  });

  it("leaves ordinary text and code alone", () => {
    for (const text of [
      "git commit -m 'task-force'",
      "https://example.test/a?b=c",
      "const skip = risk - 1;",
      "the token count is 12",
      "sha256:deadbeef",
    ]) {
      expect(redactSecrets(text)).toBe(text);
    }
  });

  it("keeps JSON readable, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom(...secrets.map(([, secret]) => secret)))),
        (parts) => {
          JSON.parse(redactSecrets(JSON.stringify({ text: parts.join(" "), parts })));
        },
      ),
    );
  });
});
