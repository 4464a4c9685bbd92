import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { linesOf, scripted } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { home, open, seed, threads, useHome } from "./stage.ts";

useHome();

describe("a project", () => {
  const git = (folder: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false", ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  const about = (workspace: string, gitCommit: string | null) =>
    scripted.line({ about: { workspace, gitCommit, gitUrl: "https://example.test/team/app" } });

  it("holds the sessions of a folder that was renamed, once its old place is gone", async () => {
    const old = join(home.root, "old");
    const now = join(home.root, "now");
    mkdirSync(old);
    git(old, "init", "--quiet");
    git(old, "commit", "--quiet", "--allow-empty", "--message=start");
    git(old, "remote", "add", "origin", "git@example.test:team/app.git");
    const commit = git(old, "rev-parse", "HEAD");
    const said = scripted.file(...linesOf(seed("x", 1, { workspace: null })));
    home.write(
      "sessions/with-commit.jsonl",
      about(old, commit) + said.replaceAll('"thread":"x"', '"thread":"with-commit"'),
    );
    home.write(
      "sessions/below.jsonl",
      about(join(old, "web"), null) + said.replaceAll('"thread":"x"', '"thread":"below"'),
    );
    home.write(
      "sessions/foreign.jsonl",
      about("/somewhere/gone", "0123456789abcdef0123456789abcdef01234567") +
        said.replaceAll('"thread":"x"', '"thread":"foreign"'),
    );
    const library = open();
    git(home.root, "clone", "--quiet", old, "now");
    git(now, "remote", "set-url", "origin", "https://example.test/team/app.git");
    expect(await threads(library, { scope: { workspace: now } })).toEqual([]);
    renameSync(old, join(home.root, "put-away"));
    expect(new Set(await threads(library, { scope: { workspace: now } }))).toEqual(new Set(["with-commit", "below"]));
    const without = open(
      { git: { commitsIn: () => null } },
      { ...home.host, env: { ...home.host.env, REPRISE_CACHE: join(home.root, "cache2") } },
    );
    expect(await threads(without, { scope: { workspace: now } })).toEqual([]);
  });
});
