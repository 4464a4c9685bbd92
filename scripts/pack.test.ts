import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const root = new URL("..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "reprise-pack-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, args: string[], cwd: string, env: Record<string, string> = {}) =>
  execFileSync(program, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });

it("the packed command line installs elsewhere, without anything else, and runs", () => {
  run("npm", ["pack", "--pack-destination", folder], join(root, "packages/cli"));
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  run("npm", ["init", "--yes"], folder);
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${tarball}`], folder);
  const reprise = join(folder, "node_modules/.bin/reprise");
  const home = {
    HOME: folder,
    REPRISE_CACHE: join(folder, "cache"),
    CODEX_HOME: join(root, "fixtures/codex/exec-tools"),
  };
  expect(run(reprise, ["--version"], folder)).toMatch(/^\d+\.\d+\.\d+/);
  const page = JSON.parse(run(reprise, ["list", "--all", "--json"], folder, home)) as {
    sessions: { title: string }[];
  };
  expect(page.sessions.map(({ title }) => title)).toEqual(["do the work"]);
});
