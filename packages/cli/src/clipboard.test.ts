import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyToClipboard } from "./clipboard.ts";

const before = process.env.PATH;
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-clipboard-"));
  process.env.PATH = folder;
});

afterEach(() => {
  process.env.PATH = before;
  rmSync(folder, { recursive: true });
});

function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

test("the first program that takes it has it, byte for byte", async () => {
  program("wl-copy", "exit 1");
  program("xclip", `echo "$@" > ${folder}/words; while IFS= read -r line; do echo "$line"; done > ${folder}/got`);
  expect(await copyToClipboard("a\nü 😀\n")).toBe("xclip");
  expect(readFileSync(join(folder, "got"), "utf8")).toBe("a\nü 😀\n");
  expect(readFileSync(join(folder, "words"), "utf8")).toBe("-selection clipboard\n");
});

test("without any there is none", async () => {
  expect(await copyToClipboard("x")).toBeNull();
});
