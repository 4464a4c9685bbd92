import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { type WorktreeState, worktreeState } from "../../workspace/worktree-state.ts";
import { gitChanges } from "./changed-files.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("changes");
  write("src/a.ts", "one\ntwo\nthree\n");
  write("src/b.ts", "b\n");
  write(".gitignore", "out/\n");
  git("add", "-A");
  git("commit", "--quiet", "--message=files");
});
afterEach(() => scratch.remove());

const host = () => nodeHost({ HOME: scratch.home, PATH: process.env.PATH });
const write = (name: string, text: string) => {
  const path = join(scratch.workspace, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
};
const git = (...args: string[]) => {
  const who = ["-c", "user.name=A", "-c", "user.email=a@localhost", "-c", "commit.gpgsign=false"];
  execFileSync("git", ["-C", scratch.workspace, ...who, ...args], {
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    stdio: "ignore",
  });
};
const seen = async () => (await worktreeState(scratch.workspace, host())) as WorktreeState;
const during = async (work: () => void) => {
  const start = await seen();
  work();
  return { start, end: await seen() };
};
const paths = (changes: readonly { path: string }[]) => changes.map(({ path }) => path);

describe("what git shows of a run", () => {
  it("is every file that differs at its end, with its lines", async () => {
    const span = await during(() => {
      write("src/a.ts", "zero\none\n2\nthree\n");
      write("new.ts", "x\ny\n");
      write("out/built.js", "ignored");
      rmSync(join(scratch.workspace, "src/b.ts"));
    });
    const { changes, isUnchanged } = await gitChanges([span], host());
    expect(changes).toMatchObject([
      { path: "new.ts", kind: "add", added: 2, removed: 0, lines: [{ start: 1, end: 2 }], isByEdit: false },
      {
        path: "src/a.ts",
        kind: "update",
        added: 2,
        removed: 1,
        lines: [
          { start: 1, end: 1 },
          { start: 3, end: 3 },
        ],
        was: [
          { start: 1, end: 1 },
          { start: 2, end: 2 },
        ],
      },
      { path: "src/b.ts", kind: "delete", added: 0, removed: 1 },
    ]);
    expect(isUnchanged(".gitignore")).toBe(true);
    expect(isUnchanged("src/a.ts")).toBe(false);
    expect(isUnchanged("out/built.js")).toBe(false);
  });

  it("leaves out what the person changed before, between and after", async () => {
    write("src/b.ts", "mine before\n");
    write("untracked.ts", "mine\n");
    const first = await during(() => write("src/a.ts", "one\ntwo\nthree\nfour\n"));
    write("between.ts", "mine\n");
    const second = await during(() => appendFileSync(join(scratch.workspace, "untracked.ts"), "agent\n"));
    write("after.ts", "mine\n");
    write("src/a.ts", "mine after\n");
    const { changes } = await gitChanges([first, second], host());
    expect(changes).toMatchObject([
      // Its text at the end of the run is gone.
      { path: "src/a.ts", kind: "update", added: null, lines: [] },
      // Its text at the start was never in a commit.
      { path: "untracked.ts", kind: "update", added: null, lines: [] },
    ]);
    expect(paths(changes)).toHaveLength(2);
  });

  it("is the same when the agent commits, and a commit of the person's own work is no change", async () => {
    write("src/b.ts", "mine\n");
    const span = await during(() => {
      write("src/a.ts", "one\n2\nthree\n");
      git("add", "-A");
      git("commit", "--quiet", "--message=work");
    });
    expect((await gitChanges([span], host())).changes).toMatchObject([
      { path: "src/a.ts", added: 1, removed: 1, lines: [{ start: 2, end: 2 }] },
    ]);
  });

  it("is compared with the present where the run was killed, and nothing is left of what was undone", async () => {
    const start = await seen();
    write("src/a.ts", "two\n");
    expect(paths((await gitChanges([{ start, end: null }], host())).changes)).toEqual(["src/a.ts"]);
    write("src/a.ts", "one\ntwo\nthree\n");
    expect((await gitChanges([{ start, end: null }], host())).changes).toEqual([]);
  });

  it("is unknown without git, and before the first commit", async () => {
    expect(await worktreeState(scratch.home, host())).toBeNull();
    mkdirSync(join(scratch.home, "new"));
    execFileSync("git", ["init", "--quiet", join(scratch.home, "new")], { env: { PATH: process.env.PATH } });
    expect(await worktreeState(join(scratch.home, "new"), host())).toBeNull();
    expect((await gitChanges([], host())).changes).toEqual([]);
  });

  it("runs nothing that the repository names, writes nothing there, and follows no link", async () => {
    const mark = join(scratch.root, "ran");
    const config = `[core]\n\tfsmonitor = touch ${mark}\n[filter "x"]\n\tclean = touch ${mark}\n\tprocess = touch ${mark}\n`;
    appendFileSync(join(scratch.workspace, ".git/config"), config);
    write(".gitattributes", "* filter=x\n");
    write("src/a.ts", "1\n");
    symlinkSync("/etc/passwd", join(scratch.workspace, "link"));
    const index = join(scratch.workspace, ".git/index");
    renameSync(index, `${index}.kept`);
    execFileSync("cp", [`${index}.kept`, index]);
    const { files } = await seen();
    expect(paths(files)).toEqual([".gitattributes", "link", "src/a.ts"]);
    expect(existsSync(mark)).toBe(false);
    expect(() => execFileSync("cmp", [`${index}.kept`, index])).not.toThrow();
    rmSync(index);
    symlinkSync(`${index}.kept`, index);
    expect(await seen()).toBeNull();
  });

  it("is a move where a command moved a file, also if it was changed and committed", async () => {
    const span = await during(() => {
      git("mv", "src/a.ts", "src/c.ts");
      write("src/c.ts", "one\n2\nthree\n");
      write("src/d.ts", "other\n");
      git("add", "-A");
      git("commit", "--quiet", "--message=moved");
    });
    expect((await gitChanges([span], host())).changes).toMatchObject([
      {
        path: "src/c.ts",
        from: "src/a.ts",
        kind: "move",
        added: 1,
        removed: 1,
        lines: [{ start: 2, end: 2 }],
        was: [{ start: 2, end: 2 }],
      },
      { path: "src/d.ts", from: null, kind: "add" },
    ]);
  });

  it("reads no file that a link leads to", async () => {
    const span = await during(() => symlinkSync("/etc/passwd", join(scratch.workspace, "link")));
    const { changes } = await gitChanges([span], host());
    expect(changes).toMatchObject([{ path: "link", kind: "add", added: null, lines: [] }]);
  });

  it("leaves out what is excluded for all worktrees of the repository, in a linked one too", async () => {
    appendFileSync(join(scratch.workspace, ".git/info/exclude"), "notes\n");
    const linked = join(scratch.root, "linked");
    git("worktree", "add", "--quiet", linked);
    writeFileSync(join(linked, "notes"), "mine\n");
    expect((await worktreeState(linked, host()))?.files).toEqual([]);
  });
});
