import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { harmlessTexts } from "../../test/secrets/harmless.ts";
import { labelledSamples, shapedSamples } from "../../test/secrets/samples.ts";
import { redactSecrets, redactWrapped } from "./redact.ts";

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
    expect(redactSecrets("Authorization: Bearer abcdefghijklmnop1234")).toBe("Authorization: Bearer [redacted token]");
    expect(redactSecrets('{"api_key":"abcdefgh12345678"}')).toBe('{"api_key":"[redacted secret]"}');
    expect(redactSecrets("password=correcthorse")).toBe("password=[redacted secret]");
  });

  it("takes out a private key that was cut off, to the end", () => {
    expect(redactSecrets("a -----BEGIN EC PRIVATE KEY-----\nMIIEpAIB\nAAKC")).toBe("a [redacted private key]");
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
      expect(redactSecrets(`${label}${between}correcthorse end`)).toBe(`${label}${between}[redacted secret] end`);
  });

  it("a label that only begins like one, or has no value, keeps what follows", () => {
    for (const text of ["password-policy=strictest", "password reset: tomorrow", "api_key=short", "tokens=12345678"])
      expect(redactSecrets(text)).toBe(text);
  });

  it("says of a secret once that it was taken out", () => {
    expect(redactSecrets(`password=sk-${"a1".repeat(10)}`)).toBe("password=[redacted api key]");
    expect(redactSecrets("password=[redacted_by_me")).toBe("password=[redacted secret]");
    expect(redactSecrets("Bearer  abcdefghijklmnop1234")).toBe("Bearer  [redacted token]");
  });

  it("knows at least 80 kinds, and names each", () => {
    expect(new Set(shapedSamples.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(80);
    expect(shapedSamples.length + labelledSamples.length).toBeGreaterThanOrEqual(140);
  });

  it.each(shapedSamples)("takes out a $kind wherever it stands: $secret", ({ kind, secret }) => {
    const colour = String.fromCharCode(27);
    for (const [before, after] of [
      ["", ""],
      ["use ", " now"],
      ["first\n", "\nlast"],
      ["(`", "`)"],
      ['{"a":"', '","b":1}'],
      [`${colour}[32m`, `${colour}[0m`],
      ["VALUE=", ";"],
      ["-", "\n"],
    ] as const)
      expect(redactSecrets(`${before}${secret}${after}`)).toBe(`${before}[redacted ${kind}]${after}`);
  });

  it.each(shapedSamples)("takes out a $kind at the start of a line within JSON within JSON", ({ kind, secret }) => {
    const nested = JSON.stringify(JSON.stringify({ text: `a\n${secret}\nb` }));
    expect(JSON.parse(JSON.parse(redactSecrets(nested)))).toEqual({ text: `a\n[redacted ${kind}]\nb` });
  });

  it.each(labelledSamples)("takes out what stands behind %s", (before, secret, after) => {
    const redacted = redactSecrets(`${before}${secret}${after}`);
    expect(redacted).toMatch(/\[redacted [a-z ]+\]/);
    expect(redacted.replace(/\[redacted [a-z ]+\]/, "")).toBe(`${before}${after}`);
    const nested = redactSecrets(JSON.stringify(JSON.stringify({ text: `a\n${before}${secret}${after}` })));
    expect(JSON.parse(JSON.parse(nested)).text).not.toContain(secret);
  });

  it("has a corpus of harmless texts worth the name", () => {
    expect(new Set(harmlessTexts).size).toBeGreaterThanOrEqual(120);
  });

  it.each(harmlessTexts)("leaves ordinary text alone: %s", (text) => {
    const record = { v: 1, text };
    for (const given of [
      text,
      `a\n${text}\nb`,
      JSON.stringify(record),
      JSON.stringify(record, null, 2),
      JSON.stringify(JSON.stringify({ text: `a\n${text}` })),
    ])
      expect(redactSecrets(given)).toBe(given);
  });

  it("takes out keys that code, diffs and listings hold line by line", () => {
    const lines = Array.from({ length: 4 }, () => "aB3dE5gH7jK9".repeat(5));
    const key = ["-----BEGIN RSA PRIVATE KEY-----", ...lines, "-----END RSA PRIVATE KEY-----"];
    for (const text of [
      key.map((line) => `+${line}`).join("\n"),
      key.map((line) => `    ${line}`).join("\r\n"),
      key.map((line, index) => `${String(index + 1).padStart(6)}\t${line}`).join("\n"),
      key.map((line) => `  "${line}\\n" +`).join("\n"),
      key.map((line) => `  '${line}',`).join("\n"),
      key.join(" "),
      key.join("\\n"),
      `Proc-Type: 4,ENCRYPTED\n${key.join("\n")}`,
    ]) {
      expect(redactSecrets(text)).not.toContain(lines[0]);
      expect(redactSecrets(JSON.stringify({ text }))).not.toContain(lines[0]);
      JSON.parse(redactSecrets(JSON.stringify({ text })));
    }
  });

  it("a private key that JSON cuts off takes nothing else of the record with it", () => {
    const record = { text: "-----BEGIN EC PRIVATE KEY-----\nMIIEpAIB\nAAKC", kind: "reply" };
    expect(JSON.parse(redactSecrets(JSON.stringify(record)))).toEqual({
      text: "[redacted private key]",
      kind: "reply",
    });
  });

  it("keeps JSON readable, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom(...shapedSamples.map(({ secret }) => secret)),
            fc.constantFrom(...labelledSamples.flatMap((parts) => [...parts, parts.join("")])),
            fc.constantFrom(...harmlessTexts),
            fc.constantFrom('"', "'", "\\", "\n", "password=", "-----BEGIN PRIVATE KEY-----", "MIIE"),
          ),
        ),
        fc.constantFrom("", " ", "\n"),
        (parts, between) => {
          const record = { text: parts.join(between), parts, [parts.join("")]: parts };
          for (const json of [JSON.stringify(record), JSON.stringify(record, null, 2)]) JSON.parse(redactSecrets(json));
        },
      ),
    );
  });
});

describe("a token that a line break cuts", () => {
  const random = "q7Zx9Kd2Wv5Tb8Yn3Rm6Pc1Lf4Hj0Gs7AaE2";

  it.each(["\n", "\r\n", "\n    ", "\\n", "\\r\\n", "\\x0d\\x0a"])(
    "is redacted whole, wherever it is cut: %j",
    (cut) => {
      for (let at = 1; at < random.length - 1; at += 1) {
        const text = `before ghp_${random.slice(0, at)}${cut}${random.slice(at)} after`;
        expect(redactWrapped(text), text).toBe("before [redacted github token] after");
      }
    },
  );

  it("in three pieces too, and next to whole ones", () => {
    const text = `ghp_${random} x ghp_${random.slice(0, 9)}\n${random.slice(9, 20)}\n${random.slice(20)}\nnext ghp_${random}`;
    const redacted = "[redacted github token]";
    expect(redactWrapped(text)).toBe(`${redacted} x ${redacted}\nnext ${redacted}`);
  });

  it("takes no word of the next line, and nothing of other text", () => {
    expect(redactWrapped(`ghp_${random}\nNext line`)).toBe("[redacted github token]\nNext line");
    expect(redactWrapped(`PORT=1\nDB_PASSWORD=q7Zx9Kd2Wv5T\nPORT=2`)).toBe(
      redactSecrets(`PORT=1\nDB_PASSWORD=q7Zx9Kd2Wv5T\nPORT=2`),
    );
    for (const text of ["one\ntwo\nthree", "a-\nb", "\\n", "\n", ""]) expect(redactWrapped(text)).toBe(text);
  });
});
