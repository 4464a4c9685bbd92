import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Demo, openDemo } from "@reprise/demo";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = join(root, "bin/reprise");
const readme = readFileSync(join(root, "README.md"), "utf8");
/** Those that stay open, or need a server of others: the tests that run them. */
const elsewhere: Readonly<Record<string, string>> = {
  "": "app.test.ts",
  demo: "app-demo.test.ts",
  open: "open.test.ts",
  chat: "live-chat.test.ts",
  serve: "serve.test.ts",
  mcp: "../../mcp/test/live-agents.test.ts",
  acp: "editor/editor.test.ts",
  review: "review/features.test.ts",
};
/** Their plan: what they start is tested with the real agents. */
const planned = ["run", "resume", "replay", "fork", "repair", "project"];

let demo: Demo;
beforeAll(async () => {
  demo = await openDemo({ env: process.env, now: new Date(), program: [program] });
});
afterAll(() => demo.cleanup());

const block = [...readme.matchAll(/^\$ reprise ?(.*?) *(?:#.*)?$/gm)].map(([, words = ""]) => words);
const table = [...readme.matchAll(/^\| `reprise ([^|]*)\|/gm)].flatMap(([, cell = ""]) =>
  cell.split("`").filter((part, index) => index % 2 === 0 && /^[a-z]/.test(part)),
);

test("the README has five commands, and a table of the others", () => {
  expect(block).toHaveLength(5);
  expect(table.length).toBeGreaterThan(12);
});

test.each([...block, ...table])("reprise %s", (words) => {
  const [name = ""] = words.split(" ");
  const other = elsewhere[name];
  if (other !== undefined) {
    expect(existsSync(join(import.meta.dirname, other)), other).toBe(true);
    return;
  }
  const args = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
  const filled = args.map(
    (word) => ({ ID: demo.samples.completed, FILE: join(demo.folder, "a.bundle") })[word] ?? word,
  );
  const dry = planned.includes(name) ? ["--dry-run"] : [];
  const ran = spawnSync(program, [...filled, ...dry], { cwd: demo.cwd, env: demo.env, encoding: "utf8" });
  expect(ran.status, ran.stderr).toBe(0);
  expect(ran.stdout).not.toBe("");
});
