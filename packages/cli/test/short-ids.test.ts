import { fileURLToPath } from "node:url";
import { type Demo, openDemo } from "@reprise/demo";
import { endPtys, startPty } from "@reprise/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const program = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));

let demo: Demo;
beforeAll(async () => {
  demo = await openDemo({ env: process.env, now: new Date(), program: [program] });
});
afterAll(async () => {
  await endPtys();
  demo.cleanup();
});

const envOf = ({ env }: Demo) =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** What a person reads who types this. */
async function typed(line: string): Promise<string> {
  const filled = line.replace("CUT", demo.samples.interrupted).replace("DONE", demo.samples.completed);
  const pty = startPty({
    command: program,
    args: filled.split(" "),
    cwd: demo.cwd,
    env: envOf(demo),
    columns: 100,
    rows: 40,
  });
  await pty.exited;
  return pty.raw();
}

test.each([
  "list --all",
  "search --all cart",
  "show CUT",
  "show DONE --last 1",
  "status --all",
  "usage --all --by session",
  "resume CUT --dry-run",
  "replay DONE --dry-run",
  "repair DONE",
  "name DONE delivery",
  "hide DONE --dry-run",
  "dismiss CUT --dry-run",
  "resume CUT --sandbox danger-full-access --fallback none --yes",
])("reprise %s has ids of a length that a person can read and type", async (line) => {
  const text = await typed(line);
  expect(text).toMatch(/\b[0-9a-f]{8}-[0-9a-f]{4}\b/);
  expect(text).not.toMatch(/\b(?:codex|claude|gemini|opencode):[0-9a-f]{8}-[0-9a-f-]{20,}/);
});
