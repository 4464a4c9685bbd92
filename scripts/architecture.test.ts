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

const walks = text.split("```").filter((block) => /^\n *1 /.test(block));

function stepsIn(walk: string): Step[] {
  return [...walk.matchAll(/^ *\d+ ([a-z]+)\/(\S+\.ts)(.*)$/gm)].map(([, name, path, rest]) => ({
    file: `packages/${name}/src/${path}`,
    contract: /\(([A-Za-z]+)\)$/.exec(rest ?? "")?.[1] ?? null,
  }));
}

const known = new Map<string, string[]>();

function importsOf(file: string): string[] {
  let found = known.get(file);
  if (!found) {
    const { imports } = readFacts(file, readFileSync(join(root, file), "utf8"));
    found = imports.map(({ name }) => posix.join(posix.dirname(file), name));
    known.set(file, found);
  }
  return found;
}

describe.each([
  ["a session file becomes a row", walks[0], 14],
  ["a session is resumed", walks[1], 24],
])("the walk on which %s", (_name, walk = "", most) => {
  const steps = stepsIn(walk);

  test("is short", () => {
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.length).toBeLessThanOrEqual(most);
  });

  test.each(steps.map((step, index) => [step.file, index] as const))("passes %s", (file, index) => {
    expect(existsSync(join(root, file)), file).toBe(true);
    if (index === 0 || steps[index]?.contract != null) return;
    const before = steps.slice(0, index).map((step) => step.file);
    const linked = before.filter((other) => importsOf(other).includes(file) || importsOf(file).includes(other));
    expect(linked, `no file before ${file} imports it, and it imports none of them`).not.toEqual([]);
  });
});
