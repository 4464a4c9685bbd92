import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactSecrets } from "./redact.ts";

/** What it is called once it is taken out, and one of them. */
const secrets: readonly (readonly [string, string])[] = [
  ["api key", `sk-${"a1B2".repeat(5)}`],
  ["api key", `sk-proj-${"a1B2".repeat(10)}`],
  ["api key", `sk-ant-${"x9_".repeat(12)}`],
  ["github token", `ghp_${"A1b2C3".repeat(6)}`],
  ["github token", `ghs_${"A1b2C3".repeat(5)}`],
  ["github token", `github_pat_${"A1b2C3_".repeat(8)}`],
  ["gitlab token", `glpat-${"a1b2c3d4e5".repeat(2)}`],
  ["aws key", "AKIAIOSFODNN7EXAMPLE"],
  ["google key", `AIza${"B".repeat(35)}`],
  ["google token", `ya29.${"a1B2_".repeat(4)}`],
  ["slack token", "xoxb-123456789012-abcdefghij"],
  ["npm token", `npm_${"a".repeat(36)}`],
  ["token", `hf_${"aB1".repeat(10)}`],
  ["stripe key", `sk_live_${"a1B2".repeat(4)}`],
  ["stripe key", `rk_test_${"a1B2".repeat(4)}`],
  ["jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"],
  ["private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----"],
  ["private key", "-----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END PRIVATE KEY-----"],
];

describe("redactSecrets", () => {
  it.each(secrets)("takes out a %s, in plain text and within JSON", (kind, secret) => {
    expect(redactSecrets(`before ${secret} after`)).toBe(`before [redacted ${kind}] after`);
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

  it("takes out a private key that was cut off, to the end", () => {
    expect(redactSecrets("a -----BEGIN EC PRIVATE KEY-----\nMIIEpAIB\nAAKC")).toBe(
      "a [redacted private key]",
    );
  });

  it.each([
    ...[
      "api_key",
      "api-key",
      "apikey",
      "secret_key",
      "secretkey",
      "secret-access-key",
      "secretaccesskey",
      "access_token",
    ],
    ...["accesstoken", "auth-token", "authtoken", "client_secret", "clientsecret", "password", "passwd"],
    ...["DB_PASSWORD", "MY_API_KEY", "aws_secret_access_key", "X-Api-Key"],
  ])("knows %s as a label, however its value is given to it", (label) => {
    for (const between of ["=", ": ", " = ", '": "', "':'", '\\": \\"'])
      expect(redactSecrets(`${label}${between}correcthorse end`)).toBe(
        `${label}${between}[redacted secret] end`,
      );
  });

  it("a label that only begins like one, or has no value, keeps what follows", () => {
    for (const text of [
      "password-policy=strictest",
      "password reset: tomorrow",
      "api_key=short",
      "tokens=12345678",
    ])
      expect(redactSecrets(text)).toBe(text);
  });

  it("says of a secret once that it was taken out", () => {
    expect(redactSecrets(`password=sk-${"a".repeat(20)}`)).toBe("password=[redacted api key]");
    expect(redactSecrets("password=[redacted_by_me")).toBe("password=[redacted secret]");
    expect(redactSecrets("Bearer  abcdefghijklmnop1234")).toBe("Bearer  [redacted token]");
  });

  it("leaves alone what has only the beginning of a secret", () => {
    for (const text of [
      ...[
        "sk-learn",
        "ghp_x",
        "github_pat_x",
        "glpat-x",
        "AKIA",
        "AIzaX",
        "ya29.x",
        "xoxb-1",
        "npm_config_cache",
      ],
      ...["hf_hub", "sk_live_x", "eyJhbGciOi.eyJzdWIiO.x", "-----BEGIN PUBLIC KEY-----", "Bearer of news"],
    ])
      expect(redactSecrets(text)).toBe(text);
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
