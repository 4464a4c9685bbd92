import { createHash } from "node:crypto";
import { SessionError } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { Host } from "../../../host/host.ts";
import { existingHomes } from "../../reading/source.ts";
import { geminiHomes, locateGemini } from "./locate.ts";
import { projectRootOf } from "./project.ts";

const hash = (root: string) => createHash("sha256").update(root).digest("hex");

const there = (homes: (host: Host) => readonly string[], host: Host) => existingHomes(homes(host), host);

describe("the homes of Gemini CLI", () => {
  it("are .gemini in the person's home, or in what stands for it", () => {
    const files = { "/home/dev/.gemini/projects.json": "{}", "/else/.gemini/projects.json": "{}" };
    expect(there(geminiHomes, memoryHost(files))).toEqual(["/home/dev/.gemini"]);
    expect(there(geminiHomes, memoryHost(files, { GEMINI_CLI_HOME: "/else" }))).toEqual(["/else/.gemini"]);
    expect(there(geminiHomes, memoryHost(files, { GEMINI_CLI_HOME: "/nowhere" }))).toEqual([]);
  });

  it("may be named directly, beside the one that is really used", () => {
    const files = { "/x/.gemini/tmp/p/chats/session-1.jsonl": "", "/x/.gemini/.gemini/projects.json": "{}" };
    const named = memoryHost(files, { GEMINI_CLI_HOME: "/x/.gemini" });
    expect(there(geminiHomes, named)).toEqual(["/x/.gemini/.gemini", "/x/.gemini"]);
    const other = memoryHost({ "/y/tmp/a": "" }, { GEMINI_CLI_HOME: "/y" });
    expect(there(geminiHomes, other)).toEqual([]);
  });
});

describe("locating chats", () => {
  const chats = "/h/tmp/proj-a/chats";
  const host = memoryHost({
    [`${chats}/session-2026-11-15T12-00-aaaaaaaa.jsonl`]: "{}",
    [`${chats}/session-2025-11-15T12-00-bbbbbbbb.json`]: "{}",
    [`${chats}/session-2026-11-15T12-00-cccccccc.jsonl.unreadable-17`]: "",
    [`${chats}/session-2026-11-15T12-00-dddddddd.jsonl.tmp-3`]: "",
    [`${chats}/notes.jsonl`]: "{}",
    [`${chats}/parent-1/child-1.jsonl`]: "{}",
    [`${chats}/parent-1/.hidden.jsonl`]: "{}",
    "/h/tmp/proj-a/logs.json": "[]",
    "/h/tmp/bin/rg": "",
    "/h/history/proj-a/.project_root": "/p",
  });

  it("finds those of both forms, of sub-agents, and what the agent could not read", () => {
    const { rollouts, warnings } = locateGemini("/h", host);
    expect(rollouts.map(({ path, thread }) => [path.slice(chats.length + 1), thread])).toEqual([
      ["session-2026-11-15T12-00-aaaaaaaa.jsonl", null],
      ["session-2025-11-15T12-00-bbbbbbbb.json", null],
      ["session-2026-11-15T12-00-cccccccc.jsonl.unreadable-17", null],
      ["parent-1/child-1.jsonl", "child-1"],
    ]);
    expect(warnings).toEqual([]);
  });

  it("warns of a folder that cannot be looked into and lists the others", () => {
    const list = (folder: string) => {
      if (folder.endsWith("parent-1")) throw new SessionError("unreadable", "no leave");
      return host.files.list(folder);
    };
    const { rollouts, warnings } = locateGemini("/h", { ...host, files: { ...host.files, list } });
    expect(rollouts).toHaveLength(3);
    expect(warnings).toEqual([{ kind: "unreadable", path: `${chats}/parent-1`, detail: "no leave" }]);
  });
});

describe("the folder a session was made in", () => {
  const rootOf = (path: string, files: Record<string, string>, hashed: string | null, directories: string[] = []) =>
    projectRootOf(path, "/h", { hash: hashed, directories }, memoryHost(files));
  const chat = "/h/tmp/proj-a/chats/session-1.jsonl";
  const registry = JSON.stringify({ projects: { "/srv/a": "proj-a", "/srv/b": "proj-b" } });

  it("is the one marked in the project's folder", () => {
    expect(rootOf(chat, { "/h/tmp/proj-a/.project_root": "/srv/a\n" }, hash("/srv/a"))).toBe("/srv/a");
    expect(rootOf("/h/tmp/proj-a/chats/parent/child.jsonl", { "/h/tmp/proj-a/.project_root": "/srv/a" }, null)).toBe(
      "/srv/a",
    );
  });

  it("is the one that has the recorded hash, whatever the mark says", () => {
    const files = { "/h/tmp/proj-a/.project_root": "/srv/moved", "/h/projects.json": registry };
    expect(rootOf(chat, files, hash("/srv/b"))).toBe("/srv/b");
    expect(rootOf(chat, files, hash("/srv/c"), ["/srv/c"])).toBe("/srv/c");
    expect(rootOf(chat, files, hash("/srv/unknown"))).toBe("/srv/moved");
  });

  it("is found by name, or by a folder that is named by the hash", () => {
    expect(rootOf(chat, { "/h/projects.json": registry }, hash("/srv/unknown"))).toBe("/srv/a");
    const old = `/h/tmp/${hash("/srv/b")}/chats/session-1.json`;
    expect(rootOf(old, { "/h/projects.json": registry }, null)).toBe("/srv/b");
  });

  it("stays unknown when nothing tells", () => {
    expect(rootOf(chat, {}, hash("/srv/a"))).toBeNull();
    expect(rootOf(chat, { "/h/projects.json": "not json" }, null)).toBeNull();
  });
});
