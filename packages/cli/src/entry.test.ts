import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const home = mkdtempSync(join(tmpdir(), "reprise-entry-"));
afterAll(() => rmSync(home, { recursive: true }));

/** What users start: from the sources, Node would strip the types of a thousand files each time. */
const entry = fileURLToPath(new URL("../dist/reprise.js", import.meta.url));
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

test("compiled code is kept in our own cache folder, which nobody else can enter", () => {
  mkdirSync(join(home, ".cache/reprise"), { recursive: true, mode: 0o777 });
  chmodSync(join(home, ".cache/reprise"), 0o777);
  reprise("--help");
  for (const folder of [".cache/reprise", ".cache/reprise/compiled"])
    expect(statSync(join(home, folder)).mode & 0o777, folder).toBe(0o700);
});

test.each(["", ".", "here"])("HOME=%j leaves nothing in the current folder", (HOME) => {
  const folder = mkdtempSync(join(home, "cwd-"));
  const [state, config] = [join(home, "state"), join(home, "config.toml")];
  const env = { PATH: process.env.PATH, HOME, REPRISE_STATE: state, REPRISE_CONFIG: config };
  writeFileSync(config, "");
  const { stderr } = spawnSync(process.execPath, [entry, "list", "--codex-home", home], {
    env: { ...env, NODE_OPTIONS: "--disable-warning=ExperimentalWarning", XDG_CACHE_HOME: join(home, "xdg") },
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(readdirSync(folder)).toEqual([]);
});
