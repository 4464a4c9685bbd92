import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readFacts } from "./source-facts.ts";
import { avoidedPhrases, proseOf } from "./wording.ts";

const CHECKED = [
  "*.md",
  "docs/*.md",
  "docs/guide/*.md",
  "docs/agents/*.md",
  "docs/formats/*.md",
  "packages/acp/src/**/*.ts",
  "packages/cli/src/{acting,app,arguments,ask,commands,export,print}/**/*.ts",
  "packages/core/src/{agents,catalog,host,journal,library,projects,restore,runner,runs,transcript,workbench,workspace}/**/*.ts",
  "packages/mcp/src/**/*.ts",
  "packages/model/src/**/*.ts",
  "packages/tui/src/{composer,items,kernel,plain,text,widgets}/**/*.ts",
  "packages/tui/src/screens/**/*.ts",
  "packages/vscode/src/**/*.ts",
  "packages/web/src/{app,server}/**/*.{ts,tsx}",
];
/** Titles of tests, and words that users type. */
const QUOTED = ["docs/traceability.md", "packages/core/src/restore/brief/digest/prompt-intent.ts"];

describe("avoided phrases are found", () => {
  test.each([
    ['const a = "The session goes on here.";', "goes on"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    ["const a = `${name} was told what happened`;", "told"],
    ['print("reuse a kept approval");', "kept approval"],
    ['const title = "After the crash";', "After the crash"],
    ['const help = "How hard the model is to think";', "is to think"],
    ['const a = { label: "may have half-run" };', "half-run"],
    ["const a = <p>It starts with a tag of yours.</p>;", "tag of yours"],
  ])("%s", (source, phrase) => {
    const found = avoidedPhrases("a.ts", readFacts("a.tsx", source).texts);
    expect(found.join("\n")).toContain(`a.ts:1 says "${phrase}" (write: `);
  });

  test("in a document, with its line", () => {
    expect(avoidedPhrases("a.md", proseOf("Fine.\nIt starts afresh."))).toEqual([
      'a.md:2 says "afresh" (write: again, from scratch, someone): It starts afresh.',
    ]);
  });
});

test.each([
  'const a = "Resume continues in the same thread. Reprise cannot tell which process has it open.";',
  'import { a } from "./told.ts"; const told = 1; const b = "told";',
  "// A comment that goes on is not a text.",
])("plain words and code are left alone: %s", (source) => {
  expect(avoidedPhrases("a.ts", readFacts("a.ts", source).texts)).toEqual([]);
});

test("user-facing text uses the words of docs/language.md", () => {
  const files = globSync(CHECKED).filter((path) => !isTest(path) && !QUOTED.includes(path));
  expect(files.length).toBeGreaterThan(1);
  expect(files.flatMap(phrasesIn)).toEqual([]);
});

function phrasesIn(path: string): string[] {
  const text = readFileSync(path, "utf8");
  return avoidedPhrases(path, path.endsWith(".md") ? proseOf(text) : readFacts(path, text).texts);
}

function isTest(path: string): boolean {
  return path.endsWith(".test.ts");
}
