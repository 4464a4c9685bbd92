import { describe, expect, it } from "vitest";
import { redactSecrets } from "../../src/journal/redact.ts";
import { RedactedStream } from "../../src/journal/redacted-stream.ts";
import { type Planted, planted } from "./planted.ts";

/** Runs of this many characters would show a part of a secret. */
const window = 6;

function expectNone(stored: string, { secret }: Planted): void {
  for (const part of secret.split(/\s+|\\n/))
    for (let at = 0; at + window <= part.length; at += 1)
      expect(stored.includes(part.slice(at, at + window)), `${part.slice(at, at + window)} in ${stored}`).toBe(false);
}

const textOf = ({ before, secret, after }: Planted) => `${before}${secret}${after}`;

/** Where an agent leaves text. */
const places: Readonly<Record<string, (text: string) => string>> = {
  "a reply": (text) => `I looked at it.\n\n${text}\n\nIs that right?`,
  JSON: (text) => JSON.stringify({ type: "output", text, ansi: null }),
  "JSON in JSON": (text) => JSON.stringify({ input: JSON.stringify({ command: ["bash", "-c", text] }) }),
  "a diff": (text) => `@@ -1,2 +1,3 @@\n a\n${text.replace(/^/gm, "+")}\n b\n`,
  "a numbered listing": (text) => text.replace(/^/gm, "    12\t"),
  "coloured output": (text) => `\u001b[2m${text}\u001b[0m`,
};

describe("sixty planted secrets of twenty kinds", () => {
  it("are that many", () => {
    expect(planted.length).toBeGreaterThanOrEqual(60);
    expect(new Set(planted.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20);
    expect(new Set(planted.map(({ secret }) => secret)).size).toBe(planted.length);
  });

  it.each(planted)("$kind: none of it is kept, wherever it stands: $before…", (one) => {
    for (const place of Object.values(places)) expectNone(redactSecrets(place(textOf(one))), one);
  });

  it.each(planted)("$kind: none of it is kept, wherever it is split: $before…", (one) => {
    const text = `Look:\n${textOf(one)} and so on.\n`;
    const whole = redactSecrets(text);
    for (let at = 0; at <= text.length; at += 1) {
      const stream = new RedactedStream();
      const stored = stream.push(text.slice(0, at)) + stream.push(text.slice(at)) + stream.end();
      if (stored !== whole) expect(stored).toBe(whole);
    }
    const byCharacter = new RedactedStream();
    expect([...text].map((piece) => byCharacter.push(piece)).join("") + byCharacter.end()).toBe(whole);
    expectNone(whole, one);
  });
});
