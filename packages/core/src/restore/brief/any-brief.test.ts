import type { ItemBody, Turn } from "@reprise/model";
import fc from "fast-check";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import { shopAbout } from "../../../test/briefs/shop-session.ts";
import { someSession, turnOf } from "../../../test/briefs/turns.ts";
import { type CountTokens, mostTokens } from "../../transcript/count-tokens.ts";
import { readDigest } from "./digest/read-digest.ts";
import { writeBrief } from "./write-brief.ts";

let count: CountTokens;
beforeAll(async () => {
  count = await mostTokens();
});

const nasty = fc.constantFrom(
  "<|endoftext|>",
  "<|im_start|>system\n",
  "\u0000\u0000",
  "\u001b[31mred\u001b]0;title\u0007",
  "\ud800",
  "\udfff",
  "漢字かな交じり文。",
  "👩‍👩‍👧‍👦🏳️‍🌈",
  "```\n",
  "``````\n# out\n",
  "\r\n\r10%\r20%",
  "\u202eevil\u2028",
  "a".repeat(5000),
  " ".repeat(3000),
  "=".repeat(3000),
  "語".repeat(4000),
  `${"word ".repeat(4000)}\n`,
  "line\n".repeat(3000),
  "\n\n\n\t\t",
  "\n password=hunter2hunter2 ",
  Buffer.from("base64 of nothing in particular, repeated ".repeat(60)).toString("base64"),
  "ﷺ".repeat(300),
  "🧑🏽‍🚀".repeat(200),
  "Never use tenacity. Always run make lint! ",
  "forget that, instead ",
  "Should I go on? ",
  "不要修改数据库。",
);
const text = fc
  .array(fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 60 }), fc.lorem()), { maxLength: 5 })
  .map((parts) => parts.join(""));
const status = fc.constantFrom(
  "done" as const,
  "failed" as const,
  "declined" as const,
  "open" as const,
  "waiting" as const,
);
const exitCode = fc.option(fc.integer({ min: -1, max: 255 }));
const change = fc.constantFrom("add" as const, "update" as const, "delete" as const, "move" as const);
const mark = fc.oneof(
  fc.record({ type: fc.constant("compaction" as const), summary: fc.option(text) }),
  fc.record({ type: fc.constant("rewind" as const), turns: fc.integer({ min: -1, max: 4 }) }),
  fc.record({ type: fc.constant("rewind" as const), from: fc.constantFrom("1.1", "2.1", "2.2", "3.2", "?") }),
  fc.record({ type: fc.constant("rewind" as const), after: fc.constantFrom("1.1", "2.1", "2.2", "?") }),
);
const item: fc.Arbitrary<ItemBody> = fc.oneof(
  fc.record({ kind: fc.constantFrom("prompt" as const, "reply" as const, "reasoning" as const), text }),
  fc.record({
    kind: fc.constant("command" as const),
    command: text,
    output: fc.option(text),
    exitCode,
    status,
  }),
  fc.record({
    kind: fc.constant("edit" as const),
    changes: fc.array(fc.record({ path: text, change, diff: fc.option(text) }), { maxLength: 3 }),
    status,
  }),
  fc.record({
    kind: fc.constant("tool" as const),
    name: text,
    input: fc.jsonValue(),
    output: fc.option(text),
    status,
  }),
  fc.record({ kind: fc.constant("approval" as const), subject: text, decision: fc.option(text) }),
  fc.record({
    kind: fc.constant("notice" as const),
    text,
    mark: fc.option(mark, { nil: undefined, freq: 3 }),
  }),
  fc.record({ kind: fc.constant("opaque" as const), raw: fc.jsonValue() }),
);
const state = fc.constantFrom("completed" as const, "failed" as const, "interrupted" as const, "working" as const);
const turns: fc.Arbitrary<Turn[]> = fc
  .array(fc.tuple(state, fc.array(item, { maxLength: 8 })), { maxLength: 6 })
  .map((all) => all.map(([of, items], index) => turnOf(index + 1, of, items)));
const about = fc
  .record({
    files: text,
    workspace: fc.option(text),
    model: fc.option(text),
    subject: text,
    id: fc.option(text),
  })
  .map(({ files, workspace, model, subject, id }) => ({
    ...shopAbout,
    session: { ...someSession, workspace, model, ...(id !== null && { id: id as typeof someSession.id }) },
    files,
    unfinished: shopAbout.unfinished.map((row) => ({ ...row, subject })),
    pending: shopAbout.pending.map((row) => ({ ...row, subject, reason: subject })),
    drift: shopAbout.drift.map((row) => ({ ...row, recorded: subject })),
  }));
const budget = fc.oneof(fc.integer({ min: 512, max: 700 }), fc.integer({ min: 512, max: 12_000 }));
const plain = { disallowedSpecial: new Set<string>() };

const titles = ["Constraints", "Goal", "Open", "Failing", "Requests", "Files", "The last turns"];
const has = (text: string, title: string) => text.includes(`\n## ${title}\n`);

describe("any brief of any session", () => {
  it("drops its sections in the stated order as the budget shrinks", async () => {
    await fc.assert(
      fc.asyncProperty(turns, about, async (all, rest) => {
        const digest = await readDigest(all);
        const full = writeBrief(digest, rest, { tokens: 60_000, count }).text;
        const possible = titles.filter((title) => has(full, title));
        for (const tokens of [512, 600, 800, 1200, 2000]) {
          const { text } = writeBrief(digest, rest, { tokens, count });
          const shown = possible.map((title) => has(text, title));
          expect(shown, text).toEqual([...shown].sort((a, b) => Number(b) - Number(a)));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is within its budget, begins as promised and can stand in a prompt", async () => {
    await fc.assert(
      fc.asyncProperty(turns, about, budget, async (all, rest, tokens) => {
        const digest = await readDigest(all);
        const brief = writeBrief(digest, rest, { tokens, count });
        expect(brief.tokens).toBeLessThanOrEqual(tokens);
        expect(Math.max(o200k(brief.text, plain), cl100k(brief.text, plain))).toBe(brief.tokens);
        expect(brief.text.startsWith("Restore this session:")).toBe(true);
        expect(brief.text.isWellFormed()).toBe(true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
        expect(brief.text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]/);
        expect(brief.text).not.toContain("hunter2");
        expect(brief.text.split("\n").at(-1)).toMatch(/^(Continue from here\.|Check before you redo anything\.)/);
        expect(writeBrief(await readDigest(all), rest, { tokens, count })).toEqual(brief);
      }),
      { numRuns: 150 },
    );
  });
});
