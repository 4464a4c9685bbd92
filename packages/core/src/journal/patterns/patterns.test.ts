import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { redactWith } from "../redact.ts";
import { RedactedStream } from "../redacted-stream.ts";
import { type CompiledPatterns, compilePatterns, patternProblem } from "./compile-patterns.ts";
import { PatternScanner } from "./pattern-scanner.ts";

const compiled = (...sources: string[]) => compilePatterns(sources) as CompiledPatterns;

function coveredBy(pattern: string, pieces: readonly string[]): string {
  const scanner = new PatternScanner(compiled(pattern));
  for (const piece of pieces) scanner.push(piece);
  scanner.settle();
  return marked(pieces.join(""), (at) => scanner.found.some(({ start, end }) => at >= start && at < end));
}

const marked = (text: string, isCovered: (at: number) => boolean) =>
  Array.from({ length: text.length }, (_, at) => (isCovered(at) ? "#" : text[at])).join("");

/** Every start and every end, tried with JavaScript's own engine. */
function expected(pattern: string, text: string): string {
  const source = pattern.replace(/^\(\?i\)/, "");
  const covered = new Set<number>();
  for (let end = 1; end <= text.length; end += 1) {
    const flags = source === pattern ? "my" : "imy";
    const match = new RegExp(`(?:${source})(?<=(?<![^])[^]{${end}})`, flags);
    for (let start = 0; start < end; start += 1) {
      match.lastIndex = start;
      if (match.test(text)) for (let at = start; at < end; at += 1) covered.add(at);
    }
  }
  return marked(text, (at) => covered.has(at));
}

const atoms = ["a", "b", "[ab]", "[^a]", ".", "\\d", "\\w", "(?:ab|b)", "(a|b1)", "(?:a*b)", "\\s", "-"];
const repeats = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}"];
const places = ["", "", "", "\\b", "^", "$", "\\B"];
const pattern = fc
  .array(fc.tuple(fc.constantFrom(...places), fc.constantFrom(...atoms), fc.constantFrom(...repeats)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.flat().join(""));
const text = fc
  .array(fc.constantFrom("a", "b", "ab", "1", "-", " ", "\n", "A"), { maxLength: 8 })
  .map((parts) => parts.join(""));

describe("a pattern", () => {
  it("covers every character of every match that JavaScript's own engine finds, and no other", () => {
    fc.assert(
      fc.property(pattern, fc.boolean(), text, (source, ignoresCase, text) => {
        fc.pre(patternProblem(source) === null);
        const whole = ignoresCase ? `(?i)${source}` : source;
        expect(coveredBy(whole, [text])).toBe(expected(whole, text));
      }),
      { numRuns: 3000 },
    );
  });

  it("finds the same however the text is split", () => {
    fc.assert(
      fc.property(pattern, text, fc.nat(), fc.nat(), (source, text, one, two) => {
        fc.pre(patternProblem(source) === null);
        const [a = 0, b = 0] = [one % (text.length + 1), two % (text.length + 1)].sort((x, y) => x - y);
        const whole = redactWith(text, compiled(source));
        for (const pieces of [[text.slice(0, a), text.slice(a, b), text.slice(b)], [...text]]) {
          const stream = new RedactedStream(compiled(source));
          expect(pieces.map((piece) => stream.push(piece)).join("") + stream.end()).toBe(whole);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["ACME-[0-9]{4}", "see ACME-1234 and ACME-12", "see [redacted pattern] and ACME-12"],
    ["(?i)project (?:zeus|hera)", "Project ZEUS, project hades", "[redacted pattern], project hades"],
    ["^secret: .*$", "a\nsecret: of mine\nb", "a\n[redacted pattern]\nb"],
    ["\\bkunde \\d+", "kunde 17, vkunde 18", "[redacted pattern], vkunde 18"],
    ["Ω[α-ω]+", "das Ωmega Ωμέγα", "das Ωmega [redacted pattern]έγα"],
    ["\\x41\\u0042\\.", "AB. ABC", "[redacted pattern] ABC"],
    ["(?<name>x)(?P<other>y)", "xy", "[redacted pattern]"],
    ["[\\]\\w-]{3}", "a-] !", "[redacted pattern] !"],
  ])("%s", (source, text, redacted) => {
    expect(redactWith(text, compiled(source))).toBe(redacted);
  });

  it.each([
    ["", "is empty"],
    ["(", "has a ( without a )"],
    ["a)", "has a ) without a ("],
    ["[a", "has a [ without a ]"],
    ["[]", "has an empty class, []"],
    ["[z-a]", "ends before it starts"],
    ["[\\d-z]", "range between classes"],
    ["*a", "has a * with nothing before it"],
    ["a**", "repeats a repeat"],
    ["a{2}{3}", "repeats a repeat"],
    ["a.*?b", "Matches are as long as possible"],
    ["a++", "Matches are as long as possible"],
    ["a{3,2}", "end is before its start"],
    ["a{2000}", "more than 1000 times"],
    ["(?:[a-z]{100}){100}", "is too large"],
    ["a(?=b)", "looks ahead or behind"],
    ["(?<!a)b", "looks ahead or behind"],
    ["a(?i)b", "only (?i) at its start"],
    ["(a)\\1", "refers to a group"],
    ["\\p{L}", "has \\p, which is not possible here"],
    ["a\\", "ends with a backslash"],
    ["^*", "repeats a place"],
    ["a*", "matches an empty text"],
    ["(?:a|b?)", "matches an empty text"],
    ["\\b", "matches an empty text"],
    ["[😀]", "too rare"],
    [`${"(".repeat(60)}a${")".repeat(60)}`, "too many groups"],
    ["a".repeat(501), "longer than 500"],
  ])("%s is refused: %s", (source, problem) => {
    expect(patternProblem(source)).toContain(problem);
  });
});

test("what a pattern and the built-in rules find together is one, with nothing left between", () => {
  const key = `sk-proj-${"a1B2".repeat(8)}`;
  const patterns = compiled("x-sk-[a-z]{4}", "-tail");
  const stream = new RedactedStream(patterns);
  const text = `say x-${key}-tail end`;
  const whole = redactWith(text, patterns);
  expect(whole).toBe("say [redacted pattern] end");
  expect([...text].map((one) => stream.push(one)).join("") + stream.end()).toBe(whole);
});

test("a match may be longer than what is held back, and is labelled once", () => {
  const patterns = compiled("KEY[a-z]+");
  const text = `see KEY${"abcdefgh ".trim().repeat(1000)} end`;
  for (const length of [1, 100, 5000]) {
    const stream = new RedactedStream(patterns);
    const pieces = text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
    expect(pieces.map((piece) => stream.push(piece)).join("") + stream.end()).toBe("see [redacted pattern] end");
  }
});

test("everything is given out on demand, and the rest of a secret and of a match is still recognised", () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4)}`;
  const stream = new RedactedStream(compiled("KEY[a-z]+"));
  expect(stream.push("see KEYab")).toBe("see ");
  expect(stream.isSettled).toBe(false);
  expect(stream.flush()).toBe("[redacted pattern]");
  expect(stream.isSettled).toBe(true);
  expect(stream.push(`cd ${token.slice(0, 36)}`)).toBe(" ");
  expect(stream.flush()).toBe("[redacted github token]");
  expect(stream.push(`${token.slice(36)} end\n`)).toBe(" end\n");
});

test("no pattern makes the work grow faster than the text", () => {
  for (const source of ["(?:a+)+b", "(?:a|a)*b", "(?:a|aa)+$b", "a*a*a*a*b", "(?:.*,){20}x"]) {
    const scanner = new PatternScanner(compiled(source));
    scanner.push("a".repeat(200_000));
    scanner.settle();
    expect(scanner.found).toEqual([]);
  }
}, 120_000);
