import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionId } from "@reprise/model";
import { makeScratch, memoryLibrary, promptTurn, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exportFromApp } from "./export-from-app.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("export-from-app");
});
afterEach(() => scratch.remove());

const turns = [promptTurn("a question")];
const library = () => memoryLibrary([{ thread: "a", workspace: "/w", updatedAt: "2026-11-15T09:00:00.000Z", turns }]);

function exported(file: string | null, { isForced = false } = {}) {
  const { root: cwd, home: homeFolder } = scratch;
  const place = { library: library(), cwd, homeFolder, homes: [] };
  return exportFromApp("codex:a" as SessionId, { file, isForced }, place);
}

describe("/export", () => {
  test("writes a file named after the session, once", async () => {
    const { path, sizeBytes } = await exported(null);
    expect(path).toBe(join(scratch.root, "codex-a.md"));
    expect(sizeBytes).toBeGreaterThan(0);
    await expect(exported(null)).rejects.toThrow("already exists");
    await exported(null, { isForced: true });
  });

  test("writes to no terminal, device or pipe, which would garble the screen or wait for ever", async () => {
    execFileSync("mkfifo", [join(scratch.root, "pipe.md")]);
    symlinkSync("/dev/null", join(scratch.root, "link.md"));
    for (const file of ["/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/null", "pipe.md", "link.md"])
      await expect(exported(file, { isForced: true }), file).rejects.toThrow("is not a file");
  });

  test("replaces a link, when forced, and not what it leads to", async () => {
    const target = join(scratch.root, "target");
    writeFileSync(target, "mine");
    symlinkSync(target, join(scratch.root, "link.md"));
    await expect(exported("link.md")).rejects.toThrow("already exists");
    await exported("link.md", { isForced: true });
    expect(execFileSync("cat", [target], { encoding: "utf8" })).toBe("mine");
  });

  test("takes one line as a name, and names only what can be typed here", async () => {
    await expect(exported("a\nb.md")).rejects.toThrow("one line");
    await expect(exported("a.final")).rejects.toThrow("Use .md, .html or .jsonl.");
    expect(readdirSync(scratch.root).filter((name) => name.includes("a\n"))).toEqual([]);
    expect(existsSync(join(scratch.root, "a.final"))).toBe(false);
  });
});
