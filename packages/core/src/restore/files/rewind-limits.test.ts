import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FilesPlan, SessionError, type SessionId } from "@reprise/model";
import { compareTrees, hashTree } from "@reprise/testkit";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { added, deleted, turnOf, updated, Workspace } from "../../../test/rewind/tree.ts";
import { type FileWriter, nodeFileWriter } from "../../host/files/file-writer.ts";
import { nodeHost } from "../../host/node-host.ts";
import { filesAt } from "./files-at.ts";
import { type RewindStore, rewindFiles } from "./rewind.ts";
import { isGitName } from "./rewind-limits.ts";
import { undoRewind } from "./undo.ts";

let work: Workspace;
beforeEach(() => {
  work = new Workspace({ "in.txt": "new\n" });
});
afterEach(() => work.remove());

const session = "codex:s" as SessionId;

/** The plan to make a file again that the session is said to have deleted. */
function planFor(path: string, { root = work.root, env = {}, homes = [] as readonly string[] } = {}) {
  const host = nodeHost({ PATH: process.env.PATH, HOME: join(work.folder, "home"), ...env });
  const turns = [turnOf(1), turnOf(2, [deleted(path, "evil\n")])];
  return filesAt({ session, turns, turn: 1, root, gitCommit: null, host, homes });
}

function withoutConflicts(plan: FilesPlan): FilesPlan {
  const files = plan.files.map((file) => ({
    ...file,
    change: "create" as const,
    content: "evil\n",
    conflict: null,
  }));
  return { ...plan, files };
}

async function refusalOf(doing: Promise<unknown>): Promise<string> {
  const error = await doing.then(
    () => new Error("It was done."),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SessionError)) throw error;
  return error.message;
}

/** Planned as a conflict, and refused also when a plan without the conflict is carried out. */
async function expectRefused(path: string, reason: RegExp, options: Parameters<typeof planFor>[1] = {}) {
  const before = await hashTree(work.folder);
  const plan = await planFor(path, options);
  expect(plan.files, path).toMatchObject([{ path, change: "none", content: null }]);
  expect(plan.files[0]?.conflict, path).toMatch(reason);
  const host = nodeHost({ PATH: process.env.PATH, HOME: join(work.folder, "home"), ...options.env });
  const place = { ...work.place, host, homes: options.homes ?? [] };
  expect(await refusalOf(rewindFiles(withoutConflicts(plan), place)), path).toMatch(reason);
  const changed = compareTrees(before, await hashTree(work.folder)).map((change) => change.path);
  expect(
    changed.filter((name) => !name.startsWith("state/rewinds/lock")),
    path,
  ).toEqual([]);
}

describe("a file is refused by name, and nothing is written", () => {
  test("outside the workspace", async () => {
    writeFileSync(join(work.folder, "outside.txt"), "x\n");
    for (const path of ["../outside.txt", "a/../../outside.txt", "a/../in.txt", "..", "a\\..\\b"])
      await expectRefused(path, /contains `\.\.`/);
    for (const path of [join(work.folder, "outside.txt"), "/etc/reprise-test", `${work.root}-other/a`, "//a"])
      await expectRefused(path, /outside/);
    await expectRefused(".", /workspace itself/);
  });

  test("with a name that no file can have", async () => {
    await expectRefused("a\0b", /NUL/);
    await expectRefused("x".repeat(256), /too long/);
    await expectRefused("é".repeat(128), /too long/);
    await expectRefused("long/".repeat(1000), /too long/);
    await expectRefused("", /no name/);
    await expectRefused("in.txt/below.txt", /not a plain folder/);
  });

  test("through a symbolic link, wherever it leads", async () => {
    work.write("real/in.txt", "x\n");
    symlinkSync(work.folder, join(work.root, "up"));
    symlinkSync("real", join(work.root, "alias"));
    symlinkSync(join(work.folder, "nowhere"), join(work.root, "dangling"));
    symlinkSync("in.txt", join(work.root, "link.txt"));
    for (const path of ["up/a.txt", "alias/a.txt", "dangling", "dangling/a.txt", "link.txt", "alias/new/a.txt"])
      await expectRefused(path, /symbolic link/);
    // The workspace itself may be known by a link.
    symlinkSync(work.root, join(work.folder, "also"));
    const plan = await planFor(join(work.folder, "also", "a.txt"));
    expect(plan.files).toMatchObject([{ path: "a.txt", conflict: null }]);
    expect((await planFor("a.txt", { root: join(work.folder, "also") })).files[0]?.conflict).toBeNull();
  });

  test("that is no plain file now", async () => {
    mkdirSync(join(work.root, "folder"));
    execFileSync("mkfifo", [join(work.root, "pipe")]);
    await expectRefused("folder", /not a plain file/);
    await expectRefused("pipe", /not a plain file/);
  });

  test("that git would read: .git under any name, submodules, worktrees, bare repositories", async () => {
    for (const path of [".git", ".git/hooks/pre-commit", ".GIT/config", "sub/.Git/config", ".git /config"])
      await expectRefused(path, /belongs to git/);
    for (const path of [".g\u200cit/config", "git~1/config", ".git::$INDEX_ALLOCATION/config", "a/.git./x"])
      await expectRefused(path, /belongs to git/);
    execFileSync("git", ["init", "--quiet", "--bare", "--template=", join(work.root, "store")]);
    await expectRefused("store/hooks/post-update", /belongs to git/);
    execFileSync("git", ["init", "--quiet", `--separate-git-dir=${join(work.root, "meta")}`, join(work.root, "ws")]);
    for (const path of ["meta/config", "meta/new/deep/file", "ws/.git"]) await expectRefused(path, /belongs to git/);
    expect((await planFor("ws/.gitignore")).files[0]?.conflict).toBeNull();
  });

  test("in the home of any agent, also one inside the workspace", async () => {
    const inside = join(work.root, "agent");
    const variables = ["CODEX_HOME", "CODEX_SQLITE_HOME", "CLAUDE_CONFIG_DIR"];
    for (const name of variables)
      await expectRefused("agent/a.toml", /belongs to (Codex|Claude Code)/, { env: { [name]: inside } });
    await expectRefused("AGENT/a.toml", /belongs to Codex/, { env: { CODEX_HOME: inside } });
    await expectRefused("agent/.gemini/a", /Gemini/, { env: { GEMINI_CLI_HOME: inside } });
    for (const name of ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"])
      await expectRefused("agent/opencode/a", /OpenCode/, { env: { [name]: inside } });
    await expectRefused("agent/a", /agent that recorded/, { homes: [inside] });
    // Known by another name.
    mkdirSync(join(work.root, "real-home"));
    symlinkSync(join(work.root, "real-home"), join(work.folder, "named"));
    await expectRefused("real-home/a", /Codex/, { env: { CODEX_HOME: join(work.folder, "named") } });
  });

  test("in folders of Reprise", async () => {
    const inside = join(work.root, "ours");
    await expectRefused("ours/replies.jsonl", /belongs to Reprise/, { env: { REPRISE_STATE: inside } });
    await expectRefused("ours/catalog.db", /belongs to Reprise/, { env: { REPRISE_CACHE: inside } });
    await expectRefused("ours", /belongs to Reprise/, { env: { REPRISE_CONFIG: inside } });
    for (const name of ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"])
      await expectRefused("ours/reprise/x", /belongs to Reprise/, { env: { [name]: inside } });
  });

  test("whatever path is recorded: nothing but plain files of the workspace is ever written", async () => {
    const names = [
      ...["..", ".", "", ".git", ".GIT", "a", "in.txt", "up", "alias", "agent", "store", "hooks"],
      ...["\0", "x".repeat(300), "/", "home", ".codex", "state", "rewinds", "\u202e", "A"],
    ];
    work.write("real/a", "x\n");
    symlinkSync(work.folder, join(work.root, "up"));
    symlinkSync("real", join(work.root, "alias"));
    execFileSync("git", ["init", "--quiet", "--bare", "--template=", join(work.root, "store")]);
    mkdirSync(join(work.root, "agent"));
    const env = { CODEX_HOME: join(work.root, "agent") };
    const path = fc
      .tuple(
        fc.constantFrom("", "/", `${work.root}/`, `${work.folder}/`),
        fc.array(fc.constantFrom(...names), { maxLength: 5 }),
      )
      .map(([start, parts]) => start + parts.join("/"));
    const place = { ...work.place, host: nodeHost({ HOME: join(work.folder, "home"), ...env }) };
    const before = await hashTree(work.folder);
    await fc.assert(
      fc.asyncProperty(path, async (recorded) => {
        const plan = await planFor(recorded, { env });
        await rewindFiles(withoutConflicts(plan), place).catch((error: unknown) => {
          if (!(error instanceof SessionError)) throw error;
        });
      }),
      { numRuns: 100, examples: [["a"], [".git/config"], ["agent/config.toml"], ["up/evil"]] },
    );
    const changed = compareTrees(before, await hashTree(work.folder)).map((change) => change.path);
    expect(changed).toContain("work/a");
    const bad = /^(?!work\/|state\/rewinds\/)|\/\.git(\/|$)|^work\/(up|alias|agent|store|real)(\/|$)/i;
    expect(changed.filter((name) => bad.test(name))).toEqual([]);
  });
});

describe("a workspace is refused", () => {
  test("that is the disk, the home folder, or around it", async () => {
    const home = join(work.root, "me");
    mkdirSync(home, { recursive: true });
    const env = { HOME: home };
    for (const root of ["/", home, work.root, work.folder, dirname(work.folder), `${home}/`, `${home}/../me`])
      expect(await refusalOf(planFor("a", { root, env })), root).toMatch(/home folder|root of the disk/);
    symlinkSync(home, join(work.folder, "alias"));
    expect(await refusalOf(planFor("a", { root: join(work.folder, "alias"), env }))).toMatch(/home folder/);
    const plan = { session, turn: 1, root: home, files: [], commands: [], patch: "" };
    expect(await refusalOf(rewindFiles(plan, { ...work.place, host: nodeHost(env) }))).toMatch(/home folder/);
  });

  test("that belongs to git, an agent or Reprise, is gone, or is no absolute path", async () => {
    work.git("init", "--quiet");
    const [hooks, home] = [join(work.root, ".git", "hooks"), join(work.root, "codex", "worktrees", "a")];
    mkdirSync(home, { recursive: true });
    expect(await refusalOf(planFor("a", { root: hooks }))).toMatch(/belongs to git/);
    const env = { CODEX_HOME: join(work.root, "codex") };
    expect(await refusalOf(planFor("a", { root: home, env }))).toMatch(/belongs to Codex/);
    expect(await refusalOf(planFor("a", { root: join(work.folder, "gone") }))).toMatch(/does not exist/);
    expect(await refusalOf(planFor("a", { root: join(work.root, "in.txt") }))).toMatch(/does not exist/);
    for (const root of ["", "work", "..", `${work.root}\0`])
      expect(await refusalOf(planFor("a", { root }))).toMatch(/absolute path/);
  });
});

describe("a link that appears", () => {
  const swapped = (writer: Partial<FileWriter>): RewindStore => ({
    ...work.place,
    writer: { ...nodeFileWriter, ...writer },
  });
  const swap = () => {
    renameSync(join(work.root, "dir"), join(work.root, "old"));
    symlinkSync(join(work.folder, "victim"), join(work.root, "dir"));
  };
  beforeEach(() => {
    work.write("dir/a.txt", "new\n");
    mkdirSync(join(work.folder, "victim"));
    writeFileSync(join(work.folder, "victim", "a.txt"), "new\n");
  });
  const plan = () => work.at(1, [turnOf(1), turnOf(2, [updated("dir/a.txt", "old\n", "new\n")])]);
  const victim = () => readFileSync(join(work.folder, "victim", "a.txt"), "utf8");

  test("after the last check stops the rewind", async () => {
    const modeOf: FileWriter["modeOf"] = (path) => {
      // Asked for twice: for what is kept, and right before the file is replaced.
      asked += 1;
      if (asked === 2) swap();
      return nodeFileWriter.modeOf(path);
    };
    let asked = 0;
    expect(await refusalOf(rewindFiles(await plan(), swapped({ modeOf })))).toMatch(/symbolic link/);
    expect(victim()).toBe("new\n");
  });

  test("while the file is written has no effect", async () => {
    const replace: FileWriter["replace"] = (...given) => {
      swap();
      nodeFileWriter.replace(...given);
    };
    await rewindFiles(await plan(), swapped({ replace }));
    expect(victim()).toBe("new\n");
    expect(readFileSync(join(work.root, "old", "a.txt"), "utf8")).toBe("old\n");
    expect(existsSync(join(work.folder, "victim", "a.txt.tmp"))).toBe(false);
  });
});

test("the other name of a hard link keeps its content", async () => {
  const other = join(work.folder, "other.txt");
  linkSync(join(work.root, "in.txt"), other);
  const turns = [turnOf(1), turnOf(2, [updated("in.txt", "old\n", "new\n")])];
  const id = await rewindFiles(await work.at(1, turns), work.place);
  expect([readFileSync(other, "utf8"), work.tree()["in.txt"]]).toEqual(["new\n", "old\n"]);
  await undoRewind(id, work.place);
  expect([readFileSync(other, "utf8"), work.tree()["in.txt"]]).toEqual(["new\n", "new\n"]);
});

test("two names of one file in the workspace are refused", async () => {
  linkSync(join(work.root, "in.txt"), join(work.root, "twin.txt"));
  const edits = ["in.txt", "twin.txt"].map((name) => updated(name, "old\n", "new\n"));
  const plan = await work.at(1, [turnOf(1), turnOf(2, edits)]);
  expect(plan.files.map(({ path, conflict }) => [path, conflict])).toEqual([
    ["in.txt", "It is the same file as twin.txt."],
    ["twin.txt", "It is the same file as in.txt."],
  ]);
});

describe("undoing keeps to the same limits", () => {
  const manifestOf = (id: string) => join(work.place.stateFolder, "rewinds", id, "manifest.json");
  async function rewound(): Promise<string> {
    const turns = [turnOf(1), turnOf(2, [updated("in.txt", "old\n", "new\n"), added("x/y.txt", "y\n")])];
    work.write("x/y.txt", "y\n");
    return rewindFiles(await work.at(1, turns), work.place);
  }

  test.each([
    [(text: string) => text.replaceAll('"in.txt"', '"../victim.txt"'), /damaged/],
    [(text: string) => text.replaceAll('"in.txt"', '"/etc/victim"'), /damaged/],
    [(text: string) => text.replaceAll('"0.before"', '"../../../victim.txt"'), /damaged/],
    [(text: string) => text.replaceAll('"folders": []', '"folders": ["../victim"]'), /damaged/],
    [(text: string) => text.replaceAll('"in.txt"', '".git/config"'), /belongs to git/],
    [(text: string) => text.replaceAll('"in.txt"', '"link/a"'), /symbolic link/],
    [(text: string) => text.replace(/"root": "[^"]*"/, '"root": "/"'), /root of the disk/],
    [(text: string) => text.replace(/"files": \[/, '"files": [null,'), /damaged/],
    [(text: string) => text.replace(/"id": "[^"]*"/, '"id": "other"'), /damaged/],
  ])("whatever its manifest says (%#)", async (change, reason) => {
    const id = await rewound();
    mkdirSync(join(work.folder, "victim"));
    writeFileSync(join(work.folder, "victim.txt"), "old\n");
    symlinkSync(work.folder, join(work.root, "link"));
    const text = readFileSync(manifestOf(id), "utf8");
    expect(change(text)).not.toBe(text);
    writeFileSync(manifestOf(id), change(text));
    const before = await hashTree(work.folder);
    expect(await refusalOf(undoRewind(id, work.place))).toMatch(reason);
    const changed = compareTrees(before, await hashTree(work.folder)).map(({ path }) => path);
    expect(changed.filter((path) => !path.startsWith("state/rewinds/lock"))).toEqual([]);
    expect(existsSync(join(work.folder, "victim"))).toBe(true);
  });

  test("a folder that became a link since is not written through", async () => {
    work.write("dir/a.txt", "new\n");
    const turns = [turnOf(1), turnOf(2, [updated("dir/a.txt", "old\n", "new\n")])];
    const id = await rewindFiles(await work.at(1, turns), work.place);
    renameSync(join(work.root, "dir"), join(work.folder, "elsewhere"));
    symlinkSync(join(work.folder, "elsewhere"), join(work.root, "dir"));
    expect(await refusalOf(undoRewind(id, work.place))).toMatch(/symbolic link/);
    expect(readFileSync(join(work.folder, "elsewhere", "a.txt"), "utf8")).toBe("old\n");
    rmSync(join(work.root, "dir"));
  });
});

test("the names of a git folder are known in every spelling", () => {
  for (const name of [
    ".git",
    ".GIT",
    ".giT",
    ".git.",
    ".git ",
    ".git. .",
    "git~1",
    "GIT~1",
    ".git:x",
    ".gi\u200dt",
    ".\ufeffgit",
  ])
    expect(isGitName(name), name).toBe(true);
  for (const name of [".gitignore", ".github", "git", "a.git", ".gitmodules", "digit~1"])
    expect(isGitName(name), name).toBe(false);
});
