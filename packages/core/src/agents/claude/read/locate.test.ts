import { SessionError } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { Host } from "../../../host/host.ts";
import { existingHomes } from "../../reading/source.ts";
import { claudeHomes, locateClaude } from "./locate.ts";

const home = "/home/dev/.claude";
const projects = `${home}/projects`;

function located(files: Record<string, string>) {
  return locateClaude(home, memoryHost(files)).rollouts.map(({ path, thread }) => [
    path.slice(projects.length + 1),
    thread,
  ]);
}

const there = (homes: (host: Host) => readonly string[], host: Host) => existingHomes(homes(host), host);

describe("claudeHomes", () => {
  const files = { "/home/dev/.claude/settings.json": "{}", "/elsewhere/settings.json": "{}" };

  it("is ~/.claude, or what CLAUDE_CONFIG_DIR says", () => {
    expect(there(claudeHomes, memoryHost(files))).toEqual(["/home/dev/.claude"]);
    expect(there(claudeHomes, memoryHost(files, { CLAUDE_CONFIG_DIR: "/elsewhere" }))).toEqual(["/elsewhere"]);
  });

  it("is none when the folder is missing", () => {
    expect(there(claudeHomes, memoryHost(files, { CLAUDE_CONFIG_DIR: "/missing" }))).toEqual([]);
  });
});

describe("locateClaude", () => {
  it("finds sessions and sub-agents of every project, empty files too, and nothing else", () => {
    const found = located({
      [`${projects}/-srv-a/s1.jsonl`]: "{}\n",
      [`${projects}/-srv-a/s2.jsonl`]: "",
      [`${projects}/-srv-a/s1/subagents/agent-x.jsonl`]: "{}\n",
      [`${projects}/-srv-a/s1/subagents/agent-x.meta.json`]: "{}",
      [`${projects}/-srv-a/s1/tool-results/big.txt`]: "…",
      [`${projects}/-srv-a/s1/subagents/workflows/w/agent-y.jsonl`]: "{}\n",
      [`${projects}/-srv-a/memory/MEMORY.md`]: "",
      [`${projects}/-srv-b/agent-old.jsonl`]: "{}\n",
      [`${home}/history.jsonl`]: "{}\n",
    });
    expect(found.sort()).toEqual([
      ["-srv-a/s1.jsonl", "s1"],
      ["-srv-a/s1/subagents/agent-x.jsonl", "s1/agent-x"],
      ["-srv-a/s1/subagents/workflows/w/agent-y.jsonl", "s1/workflows/w/agent-y"],
      ["-srv-a/s2.jsonl", "s2"],
      ["-srv-b/agent-old.jsonl", "agent-old"],
    ]);
  });

  it("says which folders it could not look into, and finds the rest", () => {
    const host = memoryHost({
      [`${projects}/-srv-a/s1.jsonl`]: "{}\n",
      [`${projects}/-srv-b/s2.jsonl`]: "{}\n",
    });
    const list: Host["files"]["list"] = (folder) => {
      if (folder.endsWith("-srv-a")) throw new SessionError("unreadable", `${folder} cannot be read (EACCES).`);
      return host.files.list(folder);
    };
    const { rollouts, warnings } = locateClaude(home, { ...host, files: { ...host.files, list } });
    expect(rollouts.map(({ thread }) => thread)).toEqual(["s2"]);
    expect(warnings).toEqual([
      {
        kind: "unreadable",
        path: `${projects}/-srv-a`,
        detail: `${projects}/-srv-a cannot be read (EACCES).`,
      },
    ]);
  });

  it("follows a linked project, and takes a link to another session for that session", () => {
    const host = memoryHost({ [`${projects}/-srv-a/s1.jsonl`]: "{}\n", "/disk/-srv-b/s2.jsonl": "{}\n" });
    const files: Host["files"] = {
      ...host.files,
      list: (folder) => {
        if (folder === `${projects}/-srv-b`) return [{ name: "s2.jsonl", kind: "file" }];
        const linked = folder === projects ? [{ name: "-srv-b", kind: "other" as const }] : [];
        const twin = folder === `${projects}/-srv-a` ? [{ name: "twin.jsonl", kind: "other" as const }] : [];
        return [...(host.files.list(folder) ?? []), ...linked, ...twin];
      },
      stamp: (path) => host.files.stamp(path.replace(`${projects}/-srv-b`, "/disk/-srv-b")),
      real: (path) => (path.endsWith("twin.jsonl") ? `${projects}/-srv-a/s1.jsonl` : path),
    };
    expect(locateClaude(home, { ...host, files }).rollouts.map(({ thread }) => thread)).toEqual(["s1", "s2"]);
  });

  it("takes a link to a file that is no session by its name for a session of its own", () => {
    const host = memoryHost({ [`${projects}/-srv-a/kept/s1.data`]: "{}\n" });
    const files: Host["files"] = {
      ...host.files,
      list: (folder) => [
        ...(host.files.list(folder) ?? []),
        ...(folder === `${projects}/-srv-a` ? [{ name: "s1.jsonl", kind: "other" as const }] : []),
      ],
      stamp: (path) => host.files.stamp(path.replace("/s1.jsonl", "/kept/s1.data")),
      real: (path) => path.replace("/s1.jsonl", "/kept/s1.data"),
    };
    expect(locateClaude(home, { ...host, files }).rollouts.map(({ thread }) => thread)).toEqual(["s1"]);
  });

  it("finds nothing in a home without projects", () => {
    expect(locateClaude(home, memoryHost({ [`${home}/settings.json`]: "{}" }))).toEqual({
      rollouts: [],
      warnings: [],
    });
  });
});
