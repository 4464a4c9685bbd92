import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SessionError, type Timestamp } from "@reprise/model";
import { makeScratch, memoryLibrary, promptTurn, type Scratch } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeFiles } from "../../host/files/node-files.ts";
import { findProject } from "./find-project.ts";
import { newProjectFolder } from "./new-project-folder.ts";
import { placeOf } from "./place-of.ts";
import { projectPlaces } from "./project-places.ts";

let scratch: Scratch;
let machine: { files: typeof nodeFiles; homeFolder: string };
let deep: string;
beforeAll(async () => {
  scratch = await makeScratch("find-project");
  machine = { files: nodeFiles, homeFolder: scratch.root };
  deep = join(scratch.workspace, "src/deep");
  mkdirSync(deep, { recursive: true });
  for (const path of [
    ".reprise/projects/2026/11/17/1",
    ".codexpotter/projects/2026/11/17/1",
    ".codexpotter/projects/2026/02/28/2",
    ".codexpotter/projects/20260101_3",
    "src/.codexpotter/projects/2026/02/28/2",
  ])
    project(join(scratch.workspace, path));
});
afterAll(() => scratch.remove());

function project(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "MAIN.md"), "---\nstatus: open\n---\n");
}

const at = (path: string) => join(scratch.workspace, path);
const find = (path: string, from = scratch.workspace) => findProject(path, from, machine).path;
it("a link below a folder of projects leads to no other project", () => {
  const linked = at(".reprise/projects/2026/11/17/9");
  symlinkSync(at(".codexpotter/projects/2026/02/28/2"), linked);
  expect(placeOf(linked, nodeFiles)).toBeNull();
  expect(() => find("2026/11/17/9")).toThrow("No project is at");
});

const failure = (path: string, from = scratch.workspace) => {
  try {
    find(path, from);
  } catch (error) {
    if (error instanceof SessionError) return error;
  }
  throw new Error("it was found");
};

describe("a path means a project", () => {
  it("by its folder or its MAIN.md, absolute, with ~, or relative to either", () => {
    const folder = at(".codexpotter/projects/2026/02/28/2");
    for (const path of [
      ...[folder, join(folder, "MAIN.md"), folder.replace(scratch.root, "~"), "2026/02/28/2"],
      ...["2026/02/28/2/MAIN.md", ".codexpotter/projects/2026/02/28/2", "./.codexpotter/projects/2026/02/28/2/"],
    ])
      expect([path, find(path)]).toEqual([path, folder]);
    expect(find("20260101_3")).toBe(at(".codexpotter/projects/20260101_3"));
    expect(findProject(folder, "/", machine)).toEqual({
      path: folder,
      origin: "codexpotter",
      workspace: scratch.workspace,
      progressFile: join(folder, "MAIN.md"),
      logFile: join(folder, "potter-rollout.jsonl"),
    });
  });

  it("from a folder below it: the nearest that has it", () => {
    expect(find("20260101_3", deep)).toBe(at(".codexpotter/projects/20260101_3"));
    expect(find("2026/02/28/2", deep)).toBe(at("src/.codexpotter/projects/2026/02/28/2"));
    expect(find("2026/02/28/2")).toBe(at(".codexpotter/projects/2026/02/28/2"));
  });

  it("through a link, once", () => {
    symlinkSync(at(".codexpotter/projects/20260101_3"), at("link"));
    expect(find("link")).toBe(at(".codexpotter/projects/20260101_3"));
  });

  it("by a progress file that a crash left under its other name", () => {
    const folder = at(".reprise/projects/2026/11/16/1");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "MAIN.md.moved"), "");
    expect(find("2026/11/16/1")).toBe(folder);
  });

  it("or to none, with what was tried", () => {
    const { code, message } = failure("2026/01/01/9", deep);
    expect(code).toBe("not-found");
    for (const tried of [
      ...["src/deep/.reprise/projects/2026/01/01/9", "src/deep/.codexpotter/projects/2026/01/01/9"],
      ...["src/deep/2026/01/01/9", ".reprise/projects/2026/01/01/9", "src/.codexpotter/projects/2026/01/01/9"],
    ])
      expect(message).toContain(`~${at(tried).slice(scratch.root.length)}/MAIN.md`);
    expect(message).not.toContain(scratch.root);
    expect(failure(scratch.workspace).code).toBe("not-found");
    expect(failure(at("src/nothing/MAIN.md")).code).toBe("not-found");
    expect(failure(" ").code).toBe("bad-use");
  });

  it("or to several, which are named", () => {
    const { code, candidates } = failure("2026/11/17/1");
    expect(code).toBe("ambiguous");
    expect(candidates.map((one) => one.replace("~", scratch.root))).toEqual([
      at(".reprise/projects/2026/11/17/1"),
      at(".codexpotter/projects/2026/11/17/1"),
    ]);
  });
});

describe("a new folder", () => {
  it("has the first free number of the local day, and git ignores it", () => {
    const workspace = join(scratch.root, "new");
    mkdirSync(workspace);
    const now = "2026-11-17T15:00:00.000Z" as Timestamp;
    const [one, two] = [newProjectFolder(workspace, now, nodeFiles), newProjectFolder(workspace, now, nodeFiles)];
    const local = new Date(now);
    const day = [local.getFullYear(), local.getMonth() + 1, local.getDate()].map((part) =>
      String(part).padStart(2, "0"),
    );
    expect(one).toEqual(placeOf(join(workspace, ".reprise/projects", ...day, "1"), nodeFiles));
    expect(two.path).toBe(join(workspace, ".reprise/projects", ...day, "2"));
    expect(readFileSync(join(workspace, ".reprise/.gitignore"), "utf8")).toBe("*\n");
  });
});

it.each([".reprise", ".reprise/projects"])(
  "a project is not started where %s is a link: nothing is written there",
  (link) => {
    const workspace = join(scratch.root, `linked ${link.length}`);
    const target = join(scratch.root, `target ${link.length}`, ".reprise");
    mkdirSync(join(workspace, link, ".."), { recursive: true });
    mkdirSync(target, { recursive: true });
    symlinkSync(target, join(workspace, link));
    const now = "2026-11-17T15:00:00.000Z" as Timestamp;
    expect(() => newProjectFolder(workspace, now, nodeFiles)).toThrow("is a link");
    expect(readdirSync(target)).toEqual([]);
  },
);

describe("all projects", () => {
  const sources = () => ({ files: nodeFiles, library: memoryLibrary([]), runs: async () => [] });

  it("of a folder: its own, those above it in the repository, those of other worktrees", async () => {
    const { places, warnings } = await projectPlaces({ workspace: deep }, sources());
    expect(warnings).toEqual([]);
    expect(places.map(({ path }) => path.slice(scratch.workspace.length + 1)).toSorted()).toEqual([
      ".codexpotter/projects/2026/02/28/2",
      ".codexpotter/projects/2026/11/17/1",
      ".codexpotter/projects/20260101_3",
      ".reprise/projects/2026/11/16/1",
      ".reprise/projects/2026/11/17/1",
      "src/.codexpotter/projects/2026/02/28/2",
    ]);
  });

  it("of every workspace that a session or a run names", async () => {
    const other = join(scratch.root, "other");
    project(join(other, ".reprise/projects/2026/11/17/1"));
    const updatedAt = "2026-11-17T15:00:00.000Z";
    const library = memoryLibrary([{ thread: "t", workspace: deep, updatedAt, turns: [promptTurn("x")] }]);
    const run = { scope: { kind: "project", path: join(other, ".reprise/projects/2026/11/17/1") } };
    const found = await projectPlaces("all", { ...sources(), library, runs: async () => [run as never] });
    expect(found.places).toHaveLength(7);
  });

  it("without following links in circles", async () => {
    const looping = join(scratch.root, "looping");
    mkdirSync(join(looping, ".reprise/projects"), { recursive: true });
    symlinkSync(join(looping, ".reprise/projects"), join(looping, ".reprise/projects/2026"));
    mkdirSync(join(looping, ".reprise/projects/2025/01/02/7"), { recursive: true });
    const found = await projectPlaces({ workspace: looping }, sources());
    expect(found).toEqual({ places: [], warnings: [] });
  });
});
