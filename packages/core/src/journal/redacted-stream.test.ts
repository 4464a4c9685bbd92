import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { harmlessTexts } from "../../test/secrets/harmless.ts";
import { labelledSamples, shapedSamples } from "../../test/secrets/samples.ts";
import { redactSecrets } from "./redact.ts";
import { mostHeldBack, RedactedStream } from "./redacted-stream.ts";

function streamed(pieces: readonly string[]): string {
  const stream = new RedactedStream();
  return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
}

const split = (text: string, ...at: number[]) =>
  [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end));

const texts = [
  ...shapedSamples.map(({ kind, secret }) => ({ kind, text: `say ${secret} end\n` })),
  ...labelledSamples.map((parts) => ({ kind: parts[0], text: parts.join("") })),
];

/** Random text with 62 characters to choose from. */
function random(length: number): string {
  let [text, state] = ["", 7];
  for (let index = 0; index < length; index += 1) {
    state = (state * 1103515245 + 12345) % 2147483648;
    text += "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[(state >> 8) % 62];
  }
  return text;
}

describe("a text that comes in pieces", () => {
  it.each(texts)("is redacted as the whole of it, split anywhere: $kind", ({ text }) => {
    const whole = redactSecrets(text);
    expect(whole).not.toBe(text);
    expect(streamed([...text])).toBe(whole);
    for (let at = 0; at <= text.length; at += 1) expect(streamed(split(text, at))).toBe(whole);
  });

  it("is redacted as the whole of it, in three pieces and more", () => {
    const places = fc.array(fc.nat(), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(...texts), places, ({ text }, at) => {
        const sorted = at.map((one) => one % (text.length + 1)).sort((a, b) => a - b);
        expect(streamed(split(text, ...sorted))).toBe(redactSecrets(text));
      }),
      { numRuns: 1000 },
    );
  });

  it("loses nothing that is no secret", () => {
    const parts = fc.array(fc.oneof(fc.string(), fc.constantFrom(...harmlessTexts)), { maxLength: 8 });
    fc.assert(
      fc.property(parts, (pieces) => {
        const text = pieces.join("");
        fc.pre(redactSecrets(text) === text);
        expect(streamed(pieces)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["a labelled value", `export password=${random(6000)} end\n`],
    ["a value in JSON", `{"api_key": "${random(6000)}", "x": 1}`],
    ["a token", `say sk-proj-${random(6000)} end`],
    ["a JWT", `eyJ${random(300)}.eyJ${random(5000)}.${random(300)} end`],
    ["cookies", `Cookie: a=${random(500)}; b=${random(700)}; c=${random(900)}\nend`],
    ["a header", `Authorization: Bearer ${random(5000)}\nend`],
    [
      "a private key",
      `a -----BEGIN RSA PRIVATE KEY-----\n${`${random(64)}\n`.repeat(180)}-----END RSA PRIVATE KEY-----\nend`,
    ],
    ["a private key that is cut off", `-----BEGIN PRIVATE KEY-----\n${`${random(64)}\n`.repeat(180)}`],
  ])("%s may be longer than what is held back", (_, text) => {
    for (const length of [1, 7, 100, 1000, 3000]) {
      const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
        text.slice(index * length, (index + 1) * length),
      );
      expect(streamed(pieces).trimEnd()).toBe(redactSecrets(text).trimEnd());
    }
  });

  it("is held back to the end of its last word, and never by more than its bound", () => {
    const stream = new RedactedStream();
    expect(stream.push("The tests pass. Nex")).toBe("The tests pass. ");
    expect(stream.push("t I will ")).toBe("Next I will ");
    expect(stream.push("写完了。")).toBe("写完了。");
    for (const text of [random(20_000), "eyJ".repeat(5000), `password="${"a b ".repeat(3000)}`, "=".repeat(5000)]) {
      const one = new RedactedStream();
      let given = 0;
      for (let at = 0; at < text.length; at += 100) {
        given += one.push(text.slice(at, at + 100)).length;
        expect(Math.min(at + 100, text.length) - given).toBeLessThanOrEqual(mostHeldBack);
      }
    }
  });

  it("is not held back behind a newline", () => {
    for (const text of ["password: \n", "https://example.test\n", "sk-\n", "-----BEGIN PRIVATE KEY\n"])
      expect(new RedactedStream().push(text)).toBe(text);
  });
});
