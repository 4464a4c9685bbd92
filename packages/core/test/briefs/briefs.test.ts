import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeScratch } from "@reprise/testkit";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Expected, expectations, type Outcome, type Words } from "./expectations.ts";
import { type BriefStage, openBriefStage } from "./stage.ts";

const budgets = [512, 1000, 4000];
const plainText = { disallowedSpecial: new Set<string>() };

describe.each(expectations)("the brief of $name ($about)", (expected) => {
  let stage: BriefStage;
  const briefs = new Map<number, string>();
  const brief = (tokens = 4000) => briefs.get(tokens) ?? "";
  beforeAll(async () => {
    stage = await openBriefStage(expected.name);
    for (const tokens of budgets) briefs.set(tokens, (await stage.brief(tokens)).text);
  });
  afterAll(() => stage.close());

  it("names the session and its file, and stays within every budget by both tokenizers", () => {
    for (const [budget, text] of briefs) {
      const [first, second] = text.split("\n");
      expect(first).toBe(`Restore this session: ${stage.session}`);
      expect(second).toBe(`File: ${stage.path}`);
      expect(o200k(text, plainText)).toBeLessThanOrEqual(budget);
      expect(cl100k(text, plainText)).toBeLessThanOrEqual(budget);
    }
  });

  it("has the current goal", () => {
    expectWords(sectionOf(brief(), "Goal"), expected.goal);
    for (const [, text] of briefs) {
      expect(sectionOf(text, "Goal"), text).not.toBe("");
      for (const word of expected.goal.not ?? []) expect(sectionOf(text, "Goal")).not.toMatch(pattern(word));
    }
  });

  it("keeps what the person demanded, at every budget", () => {
    for (const [, text] of briefs) expectConstraints(sectionOf(text, "Constraints"), expected);
  });

  it("says what became of each turn", () => {
    for (const [turn, outcome] of Object.entries(expected.turns)) expectOutcome(brief(), Number(turn), outcome);
  });

  it("says what is open", () => expectSection(brief(), "Open", expected.open));

  it("shows what fails now, and nothing else", () => expectSection(brief(), "Failing", expected.failing));

  it("lists the files and what was done to them", () => {
    const rows = sectionOf(brief(), "Files").split("\n");
    for (const file of expected.files)
      expect(
        rows.filter((row) => file.test(row)),
        `${file} in\n${rows.join("\n")}`,
      ).toHaveLength(1);
    for (const file of expected.noFile ?? []) expect(rows.join("\n")).not.toMatch(file);
  });

  it("counts each turn, command and edit once", () => {
    const { turns, commands, edits } = expected.counts;
    const said = (count: number, word: string) => new RegExp(`\\b${count} ${word}${count === 1 ? "" : "s"}\\b`);
    const facts = brief().split("\n").slice(0, 4).join("\n");
    expect(facts).toMatch(said(turns, "turn"));
    if (commands > 0) expect(facts).toMatch(said(commands, "command"));
    if (edits > 0) expect(facts).toMatch(said(edits, "edit"));
  });

  it("says the rest that matters", () => expectWords(brief(), expected.anywhere ?? {}));
});

describe("a brief of a session whose workspace is there", () => {
  it("says which files were changed since", async () => {
    const scratch = await makeScratch("brief-workspace");
    onTestFinished(() => scratch.remove());
    const left = join(scratch.workspace, "src", "pages.js");
    const changed = join(scratch.workspace, "src", "export.js");
    mkdirSync(dirname(left), { recursive: true });
    for (const path of [left, changed]) writeFileSync(path, "// written by hand\n");
    // As the session left it: not written since.
    utimesSync(left, 0, 0);
    const stage = await openBriefStage("course-change", scratch.workspace);
    onTestFinished(() => stage.close());
    const files = sectionOf((await stage.brief(4000)).text, "Files").split("\n");
    expect(files).toContainEqual(expect.stringMatching(/^- `src\/export\.js`: modified, turn 4; changed since$/));
    expect(files).toContainEqual("- `src/pages.js`: modified, turn 1");
  });
});

/** The lines of a section without its title; empty when it is not there. */
function sectionOf(text: string, title: string): string {
  const lines = text.split("\n");
  const start = lines.indexOf(`## ${title}`);
  if (start === -1) return "";
  const end = lines.findIndex((line, index) => index > start && line.startsWith("## "));
  return lines.slice(start + 1, end === -1 ? -2 : end).join("\n");
}

function expectSection(text: string, title: string, words: Words | null): void {
  const section = sectionOf(text, title);
  if (words === null) expect(section).toBe("");
  else expectWords(section, words);
}

function expectWords(text: string, { has = [], not = [] }: Words): void {
  for (const word of has) expect(text).toMatch(pattern(word));
  for (const word of not) expect(text).not.toMatch(pattern(word));
}

function pattern(word: string | RegExp): RegExp {
  return typeof word === "string" ? new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : word;
}

function expectConstraints(section: string, { constraints = [], noConstraint = [], revoked = [] }: Expected): void {
  for (const words of constraints) expect(section).toContain(words);
  for (const words of noConstraint) expect(section).not.toContain(words);
  for (const words of revoked) {
    const rows = section.split("\n").filter((row) => row.includes(words));
    for (const row of rows) expect(row).toMatch(/revoked/i);
  }
}

const outcomes: Readonly<Record<Exclude<Outcome, "no row">, RegExp>> = {
  done: /^done\b/,
  answered: /^answered\b/,
  "not done": /^(?!done|answered)/,
  interrupted: /^interrupted\b/,
  failed: /^failed\b/,
};

function expectOutcome(text: string, turn: number, outcome: Outcome): void {
  const section = sectionOf(text, "Requests");
  const row = new RegExp(`^- Turn ${turn}, (.*)$`, "m").exec(section)?.[1] ?? null;
  if (outcome === "no row") expect(row).toBe(null);
  else {
    expect(row, section).not.toBe(null);
    expect(row).toMatch(outcomes[outcome]);
  }
}
