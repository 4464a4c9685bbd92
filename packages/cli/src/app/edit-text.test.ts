import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { editText } from "./edit-text.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-editor-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function edit(script: string, text: string, variable = "VISUAL", options = "") {
  const program = join(folder, "an editor");
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o700);
  const env = {
    PATH: process.env.PATH,
    TMPDIR: folder,
    EDITOR: "false",
    [variable]: `'${program}'${options}`,
  };
  return editText(text, { env, cwd: folder });
}

const left = () => readdirSync(folder).filter((name) => name.startsWith("reprise-edit-"));

test("what the editor writes comes back, without the newline it ends files with", async () => {
  expect(await edit('printf "%s and more\\n" "$(cat "$1")" >"$1.new"; mv "$1.new" "$1"', "日本")).toBe("日本 and more");
});

test("nothing changed is null, also when only a last newline was added", async () => {
  expect(await edit('printf "\\n" >>"$1"', "text")).toBeNull();
  expect(await edit(":", "text\n")).toBeNull();
});

test("the file is its owner's alone, and gone afterwards", async () => {
  await edit(`stat -c %a "$1" "$(dirname "$1")" >"${folder}/modes"; echo x >>"$1"`, "secret");
  expect(readFileSync(join(folder, "modes"), "utf8")).toBe("600\n700\n");
  expect(left()).toEqual([]);
});

test("VISUAL stands over EDITOR, and an editor may have options", async () => {
  expect(await edit('printf "%s" "$1" >"$2"', "text", "VISUAL", " --wait")).toBe("--wait");
});

test.each([
  ["exit 3", "failed"],
  ["exit 127", "could not be started"],
])("an editor that ends with %s is an error that says what to do, and leaves nothing", async (script, words) => {
  await expect(edit(script, "text")).rejects.toThrow(new RegExp(`${words}.*Set VISUAL or EDITOR`));
  expect(left()).toEqual([]);
  expect(existsSync(folder)).toBe(true);
});
