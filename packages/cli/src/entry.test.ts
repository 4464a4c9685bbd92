import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const home = mkdtempSync(join(tmpdir(), "reprise-entry-"));
afterAll(() => rmSync(home, { recursive: true }));

const entry = fileURLToPath(new URL("./entry.ts", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

function reprise(...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: home, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], {
    env,
    cwd: home,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("the program says its version without loading anything or leaving anything behind", () => {
  expect(reprise("--version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  expect(existsSync(join(home, ".cache"))).toBe(false);
});

test("the program's exit code and streams are those of the command line", () => {
  const { status, stdout, stderr } = reprise("lst", "--json");
  expect([status, stdout]).toEqual([2, ""]);
  expect(JSON.parse(stderr).error.code).toBe("bad-use");
  expect(reprise("--help")).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringContaining("Usage: reprise"),
  });
});

test("compiled code is kept in our own cache folder", () => {
  reprise("--help");
  expect(existsSync(join(home, ".cache/reprise/compiled"))).toBe(true);
});
