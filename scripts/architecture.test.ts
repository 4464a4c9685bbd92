import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readFacts } from "./source-facts.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

interface Step {
  readonly file: string;
  /** The contract through which it is called; null where an import shows the link. */
  readonly contract: string | null;
}

interface Walk {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The first code block: a line for the name of each walk, and below it a line for each of its steps. */
function walksIn(document: string): Walk[] {
  const [, block = ""] = document.split("```");
  return block
    .trim()
    .split("\n\n")
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      return { name: title.split(":")[0] ?? "", steps: lines.map(stepIn) };
    });
}

function stepIn(line: string): Step {
  const [, name, path] = /^ {2}([a-z]+)\/(\S+\.tsx?) {1,}\S/.exec(line) ?? [];
  if (name === undefined) throw new Error(`No file and what happens there: ${line}`);
  return { file: `packages/${name}/src/${path}`, contract: /\[(\w+)\]$/.exec(line)?.[1] ?? null };
}

const known = new Map<string, readonly string[]>();

function importsOf(file: string): readonly string[] {
  const found = known.get(file) ?? readImports(file);
  known.set(file, found);
  return found;
}

function readImports(file: string): readonly string[] {
  const { imports } = readFacts(file, textOf(file));
  return imports.flatMap(({ name }) => (name.startsWith(".") ? [posix.join(posix.dirname(file), name)] : []));
}

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Says the name, or takes from a neighbour that does. */
function knows(file: string, contract: string): boolean {
  const says = (one: string) => new RegExp(`\\b${contract}\\b`).test(textOf(one));
  return says(file) || importsOf(file).filter(isCode).some(says);
}

function isCode(file: string): boolean {
  return /\.tsx?$/.test(file);
}

/** Null if one of the files before leads to it. */
function whyNotReached({ file, contract }: Step, before: readonly string[]): string | null {
  if (contract === null) {
    const isLinked = before.some((other) => importsOf(other).includes(file) || importsOf(file).includes(other));
    return isLinked ? null : `no file before ${file} imports it, and it imports none of them`;
  }
  if (!new RegExp(`\\b${contract}\\b`).test(textOf(file))) return `${file} does not say ${contract}`;
  return before.some((other) => knows(other, contract)) ? null : `no file before ${file} knows ${contract}`;
}

const walks = walksIn(text);

describe("ARCHITECTURE.md", () => {
  test("fits on two pages", () => {
    const lines = text.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(130);
    expect(lines.filter((line) => line.length > 140)).toEqual([]);
  });

  test("has a walk for each thing that is done with a session", () => {
    expect(walks.map(({ name }) => name)).toEqual(["list", "resume", "message", "chat", "round", "review"]);
  });
});

describe.each(walks)("the walk of $name", ({ steps }) => {
  test("names only the files where control turns", () => {
    expect(steps.length).toBeGreaterThanOrEqual(6);
    expect(steps.length).toBeLessThanOrEqual(12);
  });

  test.each(steps.map((step, index) => ({ ...step, index })))("passes $file", ({ index, ...step }) => {
    expect(existsSync(join(root, step.file)), step.file).toBe(true);
    const before = steps.slice(0, index).map(({ file }) => file);
    if (index > 0) expect(whyNotReached(step, before)).toBeNull();
  });
});

describe("a step that nothing leads to", () => {
  const list = "packages/cli/src/commands/list.ts";

  test("is found, whether by its imports or by a contract that it or they do not know", () => {
    const elsewhere = "packages/chat/src/turn/recap.ts";
    expect(whyNotReached({ file: elsewhere, contract: null }, [list])).toContain("imports none of them");
    expect(whyNotReached({ file: elsewhere, contract: "Library" }, [list])).toContain("does not say Library");
    const chats = "packages/chat/src/agent-chats.ts";
    expect(whyNotReached({ file: chats, contract: "SandboxProvider" }, [list])).toContain("knows SandboxProvider");
  });
});
