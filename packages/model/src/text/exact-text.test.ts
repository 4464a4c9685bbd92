import { decodeExact } from "@reprise/testkit/spoofing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactCode, exactLine, exactText, quotedWord } from "./exact-text.ts";

/** Characters that hide, reorder, join or imitate, mixed with ordinary ones and parts of our own codes. */
const piece = fc.oneof(
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.string({ unit: "grapheme", maxLength: 4 }),
  fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  fc.constantFrom(
    ...["\\", "\\\\", "x1b", "\\x1b", "\\x09", "x7f", "⟨", "U+", "⟨U+202E⟩", "⟩", "␊", '"', " ", "\n", "\t", "\r"],
    ...["\u001b]0;x\u0007", "\u009b2J", "\u202e", "\u200d", "\u00a0", "e\u0301", "\u0301", "é", "\u212b", "\u3164"],
    ...[
      "ㄱ",
      "\u1100\u1161",
      "\u{e0041}",
      "\ufe0f",
      "\u2800",
      "\u2028",
      "\u0085",
      "\ud83d",
      "\u{1f469}\u200d\u{1f467}",
    ],
  ),
);
const hostile = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const control = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/;
const invisible = /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

describe("exact text", () => {
  test("can be read back from what is shown, whatever it holds: no two texts look the same", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(decodeExact(exactText(text))).toBe(text);
        expect(decodeExact(exactLine(text).replaceAll("␊", "\n"))).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });

  test("holds no control character except newline, and nothing invisible", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(exactText(text)).not.toMatch(control);
        expect(exactText(text)).not.toMatch(invisible);
        expect(exactText(text)).not.toMatch(/ $/m);
        expect(exactText(text).isWellFormed()).toBe(true);
        expect(exactLine(text)).not.toContain("\n");
        expect(exactCode(text).replaceAll("\t", "")).not.toMatch(control);
      }),
      { numRuns: 3000 },
    );
  });

  test("two texts that Unicode counts as the same look different", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const other of [text.normalize("NFC"), text.normalize("NFD")])
          if (other !== text) expect(exactText(other).normalize("NFC")).not.toBe(exactText(text).normalize("NFC"));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ["echo hello \u001b]0;touch PWNED;:\u0007", "echo hello \\x1b]0;touch PWNED;:\\x07"],
    ["rm -rf /\rls", "rm -rf /\\x0dls"],
    ["a\tb\r\nc", "a\\x09b\\x0d\nc"],
    ["\u202egnp.exe", "⟨U+202E⟩gnp.exe"],
    ["a\u00a0b\u3000c\u2009d", "a⟨U+00A0⟩b⟨U+3000⟩c⟨U+2009⟩d"],
    ["cu\u200brl \u00adx \ufeff \u3164 \u2800", "cu⟨U+200B⟩rl ⟨U+00AD⟩x ⟨U+FEFF⟩ ⟨U+3164⟩ ⟨U+2800⟩"],
    ["\u009b2J \u0085 \u2028", "⟨U+009B⟩2J ⟨U+0085⟩ ⟨U+2028⟩"],
    ["x\u{e0041}", "x⟨U+E0041⟩"],
    ["👩\u200d👧 ⚠\ufe0f", "👩⟨U+200D⟩👧 ⚠⟨U+FE0F⟩"],
    ["\u{16d67}\u{16d67} \u{16d68}", "⟨U+16D67⟩⟨U+16D67⟩ ⟨U+16D68⟩"],
    ["e\u0301 \u212b", "e⟨U+0301⟩ ⟨U+212B⟩"],
    [`a${"\u0300".repeat(4)}`, `a${"⟨U+0300⟩".repeat(4)}`],
    ["printf '\\x1b[31m'", "printf '\\\\x1b[31m'"],
    ["echo ⟨U+202E⟩", "echo ⟨U+27E8⟩U+202E⟩"],
    ["\ud83d x", "⟨U+D83D⟩ x"],
    ["echo \\ \nrm -rf x", "echo \\⟨U+0020⟩\nrm -rf x"],
    ["cat <<E\nE  \nls\nE ", "cat <<E\nE ⟨U+0020⟩\nls\nE⟨U+0020⟩"],
    ["  ", " ⟨U+0020⟩"],
  ])("%j is shown as %j", (text, shown) => {
    expect(exactText(text)).toBe(shown);
  });

  test("ordinary text of every script and ordinary backslashes stay as they are", () => {
    for (const text of [
      "grep -P '\\t\\d+\\n' a\\b C:\\temp \\\\server\\x \\x41 | tr -d '\\r'",
      "echo a &&\n  echo b",
      "üñ Ж 日本語 한국어 हिन्दी עברית ไทย é 😀 → ⟨x⟩",
    ])
      expect(exactText(text)).toBe(text);
  });

  test("on one line a newline is a sign, and the sign itself a code", () => {
    expect(exactLine("a\nb␊")).toBe("a␊b⟨U+240A⟩");
  });

  test("tabs of source code stay", () => {
    expect(exactCode("a\n\n")).toBe("a\n");
    expect(exactCode("\tif x\u202e {\\\tx")).toBe("\tif x⟨U+202E⟩ {\\\tx");
  });

  test("a blank that ends a line of source code is seen, but for an empty line of a diff", () => {
    expect(exactCode("+a \t \n \n b\t\n+\t\n")).toBe("+a \t⟨U+0020⟩\n \n b⟨U+0009⟩\n+⟨U+0009⟩");
  });

  test("a quoted word ends where it ends", () => {
    expect(quotedWord("curl")).toBe('"curl"');
    expect(quotedWord('a" "b\\')).toBe('"a\\" \\"b\\\\"');
    expect(quotedWord("\u001b\n")).toBe('"\\x1b␊"');
    expect(quotedWord("")).toBe('""');
  });

  test("takes time in proportion to the text, whatever it holds", () => {
    const repeat = 100_000;
    for (const piece of [
      "\\",
      "\\x",
      "\u0301",
      "⟨",
      "⟨U",
      "\u001b]",
      "\u1161",
      "\u212b",
      "é",
      "\u200d",
      " ",
      " \n",
      "\t",
    ])
      expect(exactText(piece.repeat(repeat)).length).toBeGreaterThanOrEqual(repeat);
  });
});
