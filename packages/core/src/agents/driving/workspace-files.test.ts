import { memoryHost } from "@reprise/testkit";
import { expect, it } from "vitest";
import { changedFiles, workspaceFiles } from "./workspace-files.ts";

const names = { files: [".mcp.json"], folders: [".claude/agents"], own: "/home/me/.claude" };
const host = () => memoryHost({ "/w/.git/HEAD": "", "/w/sub/.mcp.json": "{}", "/.mcp.json": "above" });
const pathsOf = (entries: readonly string[]) => entries.map((one) => one.replace(/ [0-9a-f]{12}$/, ""));

it("those of each folder from the root of the repository down, and all below a folder of theirs", () => {
  const { files, write } = host();
  write("/w/.mcp.json", "{}");
  write("/w/sub/.claude/agents/deep/one.md", "one");
  write("/w/sub/.claude/agents/node_modules/x", "x");
  const found = workspaceFiles(names, "/w/sub", files);
  expect(pathsOf(found)).toEqual(["../.mcp.json", ".mcp.json", ".claude/agents/deep/one.md"]);
  expect(found.every((one) => / [0-9a-f]{12}$/.test(one))).toBe(true);
  expect(workspaceFiles(names, null, files)).toEqual([]);
});

it("however many files a folder of theirs has, none of the named ones is left out", () => {
  const { files, write } = host();
  for (let number = 0; number < 400; number += 1) write(`/w/.claude/agents/${number}.md`, "x");
  expect(pathsOf(workspaceFiles(names, "/w/sub", files))).toContain(".mcp.json");
});

it("none of the person's own configuration, though they work in the folder that it is in", () => {
  const { files, write } = host();
  write("/home/me/.claude/agents/own.md", "own");
  write("/home/me/.mcp.json", "{}");
  expect(pathsOf(workspaceFiles(names, "/home/me", files))).toEqual([".mcp.json"]);
});

it("as they were at a time, only those that nobody has touched since", () => {
  const { files, write } = host();
  expect(pathsOf(workspaceFiles(names, "/w/sub", files, { until: 1 }))).toEqual([".mcp.json"]);
  write("/w/sub/.mcp.json", "{}");
  expect(workspaceFiles(names, "/w/sub", files, { until: 1 })).toEqual([]);
});

it("what was added, changed or removed is named; what is unknown is not compared", () => {
  const { files, write } = host();
  const before = workspaceFiles(names, "/w/sub", files);
  expect(changedFiles(before, workspaceFiles(names, "/w/sub", files))).toEqual([]);
  write("/w/sub/.mcp.json", "{ }");
  const now = workspaceFiles(names, "/w/sub", files);
  expect(changedFiles(before, now)).toEqual(now);
  expect(changedFiles(now, [])).toEqual([".mcp.json (removed)"]);
  expect([changedFiles(null, now), changedFiles(now, null)]).toEqual([[], []]);
});
