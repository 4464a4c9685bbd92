import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Warning } from "@reprise/model";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { openPromptStore, savedPrompts } from "./prompt-store.ts";

let state = "";
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "prompt-store-"));
});
afterEach(() => rmSync(state, { recursive: true }));

const host = nodeHost();
const target = { mode: "resume", session: "codex:a", agent: "claude", cwd: "/srv" } as const;
const warnings: Warning[] = [];
const read = () => {
  warnings.splice(0);
  return savedPrompts(state, host, (warning) => void warnings.push(warning));
};
const fileOf = (id: string) => join(state, "prompts", `${id}.json`);

test("a prompt is whole on disk when it is saved, for its owner only, and gone when it is dropped", () => {
  const store = openPromptStore(state, host);
  const id = store.save("build\na bridge", target);
  expect(read()).toMatchObject([{ id, text: "build\na bridge", ...target, process: { pid: host.pid } }]);
  expect(statSync(fileOf(id)).mode & 0o777).toBe(0o600);
  store.drop(id);
  store.drop(id);
  expect([read(), readdirSync(join(state, "prompts"))]).toEqual([[], []]);
});

test("any text comes back as it was, half a surrogate pair and a megabyte too", () => {
  const store = openPromptStore(state, host);
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\ud800", "x".repeat(1_000_000), "\u0000\n"));
  fc.assert(
    fc.property(text, (said) => {
      const id = store.save(said, target);
      expect(read().map((saved) => saved.text)).toEqual([said]);
      store.drop(id);
    }),
    { numRuns: 30 },
  );
});

test("what is no saved prompt is named and hides none; nothing outside the folder is ever removed", () => {
  const store = openPromptStore(state, host);
  const id = store.save("build a bridge", target);
  const whole = JSON.parse(readFileSync(fileOf(id), "utf8"));
  const wrong = [
    "",
    "{",
    "[]",
    "null",
    JSON.stringify({ ...whole, mode: "x" }),
    JSON.stringify({ ...whole, id: "../a" }),
  ];
  wrong.push(JSON.stringify({ ...whole, version: 2 }), JSON.stringify({ ...whole, process: null }));
  for (const [index, text] of wrong.entries()) writeFileSync(fileOf(`wrong-${index}`), text);
  mkdirSync(fileOf("folder"));
  expect(read().map((saved) => saved.id)).toEqual([id]);
  expect(warnings.map(({ kind }) => kind)).toEqual(Array(wrong.length + 1).fill("unreadable"));
  writeFileSync(join(state, "precious.json"), "{}");
  store.drop("../precious");
  expect(readdirSync(state)).toContain("precious.json");
});

test("a disk that refuses is told with the path and the reason", () => {
  writeFileSync(join(state, "prompts"), "a file where the folder must be");
  expect(() => openPromptStore(state, host).save("x", target)).toThrow(
    expect.objectContaining({ code: "not-saved", message: expect.stringContaining(join(state, "prompts")) }),
  );
  expect(read()).toEqual([]);
});
