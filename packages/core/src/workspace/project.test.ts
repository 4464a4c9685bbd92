import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFiles } from "../host/files/node-files.ts";
import { nodeGit } from "../host/git/git.ts";
import { isInside } from "./is-inside.ts";
import { type CommitCache, movedHere } from "./moved-folders.ts";
import { isInProject, projectOf } from "./project.ts";
import { remotesOf, repositoryOf, sameUrl } from "./repository.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "workspace-")));
});
afterEach(() => rmSync(root, { recursive: true }));

const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false", ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();

function makeRepository(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "commit", "--quiet", "--allow-empty", "--message=start");
  git(folder, "remote", "add", "origin", "git@example.test:team/app.git");
  return folder;
}

const has = (directory: string, workspace: string) =>
  isInProject(workspace, projectOf(directory, nodeFiles), nodeFiles);

describe("this project", () => {
  it("is the repository, from anywhere in it", () => {
    const app = makeRepository("app");
    mkdirSync(join(app, "web/src"), { recursive: true });
    expect(projectOf(join(app, "web/src"), nodeFiles).roots).toEqual([app]);
    expect(has(join(app, "web"), app)).toBe(true);
    expect(has(app, join(app, "web/src"))).toBe(true);
    expect(has(app, join(app, "gone/since/long"))).toBe(true);
  });

  it("is not what begins with the same letters", () => {
    const app = makeRepository("app");
    makeRepository("app-docker");
    expect(has(app, join(root, "app-docker"))).toBe(false);
    expect(has(join(root, "app-docker"), app)).toBe(false);
  });

  it("is all worktrees together, from each of them", () => {
    const app = makeRepository("app");
    git(app, "worktree", "add", "--quiet", join(root, "elsewhere/feature"));
    const feature = join(root, "elsewhere/feature");
    expect(has(app, feature)).toBe(true);
    expect(has(feature, app)).toBe(true);
    expect(has(join(feature), join(feature, "deep"))).toBe(true);
    expect(new Set(projectOf(feature, nodeFiles).roots)).toEqual(new Set([feature, app]));
  });

  it("keeps a worktree that was deleted but is still registered", () => {
    const app = makeRepository("app");
    const feature = join(root, "feature");
    git(app, "worktree", "add", "--quiet", feature);
    rmSync(feature, { recursive: true });
    expect(has(app, feature)).toBe(true);
  });

  it("is found through symbolic links, both ways", () => {
    const app = makeRepository("app");
    symlinkSync(app, join(root, "link"));
    expect(has(join(root, "link"), app)).toBe(true);
    expect(has(app, join(root, "link"))).toBe(true);
  });

  it("is a submodule by itself", () => {
    const inner = makeRepository("inner");
    const outer = makeRepository("outer");
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "--quiet", inner, "sub");
    expect(projectOf(join(outer, "sub"), nodeFiles).roots).toEqual([join(outer, "sub")]);
  });

  it("is the directory itself where there is no repository", () => {
    mkdirSync(join(root, "plain/deep"), { recursive: true });
    expect(repositoryOf(join(root, "plain"), nodeFiles)).toBeNull();
    expect(has(join(root, "plain"), join(root, "plain/deep"))).toBe(true);
    expect(has(join(root, "plain/deep"), join(root, "plain"))).toBe(false);
  });

  it("is everything at the root of the disk", () => {
    expect(isInside("/srv", "/")).toBe(true);
    expect(isInside("/", "/")).toBe(true);
  });

  it("takes no notice of a .git that is not one", () => {
    mkdirSync(join(root, "odd/.git"), { recursive: true });
    writeFileSync(join(root, "odd2"), "");
    expect(repositoryOf(join(root, "odd"), nodeFiles)).toBeNull();
  });
});

describe("a folder that was moved", () => {
  const asked: string[][] = [];
  const memory: CommitCache = { recall: () => new Map(), keep: () => undefined };
  const counting = {
    commitsIn(folder: string, commits: readonly string[]) {
      asked.push([...commits]);
      return nodeGit.commitsIn(folder, commits);
    },
  };
  const moved = (recorded: { workspace: string; commit: string }[], now: string, using = memory) => {
    const repository = repositoryOf(now, nodeFiles);
    if (!repository) throw new Error("no repository");
    return [...movedHere(recorded, repository, { files: nodeFiles, git: counting, memory: using })];
  };
  beforeEach(() => void asked.splice(0));

  it("is known by a commit when its old place is gone", () => {
    const old = makeRepository("old");
    const commit = git(old, "rev-parse", "HEAD");
    renameSync(old, join(root, "new"));
    expect(moved([{ workspace: old, commit }], join(root, "new"))).toEqual([old]);
  });

  it("is not claimed while the old place lives: two clones stay two", () => {
    const one = makeRepository("one");
    const commit = git(one, "rev-parse", "HEAD");
    git(root, "clone", "--quiet", one, "two");
    expect(moved([{ workspace: one, commit }], join(root, "two"))).toEqual([]);
    expect(asked).toEqual([]);
  });

  it("is not claimed when the commit is not here", () => {
    makeRepository("app");
    expect(moved([{ workspace: join(root, "gone"), commit: "0".repeat(40) }], join(root, "app"))).toEqual([]);
  });

  it("is asked of git once, until the repository changes", () => {
    const app = makeRepository("app");
    const commit = git(app, "rev-parse", "HEAD");
    const kept = new Map<string, Map<string, boolean>>();
    const remembering: CommitCache = {
      recall: (repository, mark) => kept.get(repository + mark) ?? new Map(),
      keep: (repository, mark, answers) => void kept.set(repository + mark, new Map(answers)),
    };
    const recorded = [{ workspace: join(root, "gone"), commit }];
    expect(moved(recorded, app, remembering)).toEqual([join(root, "gone")]);
    expect(moved(recorded, app, remembering)).toEqual([join(root, "gone")]);
    expect(asked).toHaveLength(1);
  });

  it("is not looked for where git is missing", () => {
    const app = makeRepository("app");
    const repository = repositoryOf(app, nodeFiles);
    const none = { commitsIn: () => null };
    expect(
      repository && [
        ...movedHere([{ workspace: "/gone", commit: "abcdef1" }], repository, {
          files: nodeFiles,
          git: none,
          memory,
        }),
      ],
    ).toEqual([]);
  });

  it("is asked for commits only, whatever a rollout says a commit is", () => {
    const app = makeRepository("app");
    expect(nodeGit.commitsIn(join(app, ".git"), ["--help", "HEAD", "$(id)", "xyz"])).toEqual(new Set());
  });
});

describe("addresses of a repository", () => {
  it.each([
    ["git@example.test:team/app.git"],
    ["https://example.test/team/app"],
    ["https://token:x@Example.test/team/app.git/"],
    ["ssh://git@example.test:22/team/app.git"],
    ["git://example.test/team/app.git"],
  ])("%s is the same place", (url) => {
    expect(sameUrl(url)).toBe("example.test/team/app");
  });

  it("are read from its configuration", () => {
    const app = makeRepository("app");
    git(app, "remote", "add", "fork", "https://example.test/me/app");
    const repository = repositoryOf(app, nodeFiles);
    expect(repository && remotesOf(repository, nodeFiles)).toEqual(
      new Set(["example.test/team/app", "example.test/me/app"]),
    );
  });

  it("may be folders", () => {
    expect(sameUrl("/srv/git/app.git")).toBe("/srv/git/app");
  });
});
