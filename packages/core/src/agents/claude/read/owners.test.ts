import { asThreadId } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { Host } from "../../../host/host.ts";
import { claudeNames } from "./given-names.ts";
import { claudeOwners } from "./owners.ts";

const home = "/home/dev/.claude";
const entry = (more: object) =>
  JSON.stringify({
    pid: 42,
    sessionId: "s1",
    procStart: "98656",
    kind: "interactive",
    status: "busy",
    ...more,
  });

function hostWith(files: Record<string, string>, living: Record<number, string>): Host {
  const host = memoryHost(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${home}/sessions/${name}`, text])),
  );
  const processes = {
    ...host.processes,
    isAlive: (pid: number, start: string | null) => pid in living && (start === null || living[pid] === start),
    describe: (pid: number) => ({ pid, program: "claude", terminal: null }),
  };
  return { ...host, processes };
}

describe("claudeOwners", () => {
  it("names the living process of a registered session", () => {
    const owners = claudeOwners(home, [], hostWith({ "42.json": entry({}) }, { 42: "98656" }));
    expect([...owners]).toEqual([["s1", { pid: 42, program: "claude", terminal: null }]]);
  });

  it("believes no entry that a killed process left behind, nor one whose pid is another's now", () => {
    expect(claudeOwners(home, [], hostWith({ "42.json": entry({}) }, {})).size).toBe(0);
    expect(claudeOwners(home, [], hostWith({ "42.json": entry({}) }, { 42: "11111" })).size).toBe(0);
  });

  it("takes an entry without a start by its pid, and one without a pid by its name", () => {
    expect(claudeOwners(home, [], hostWith({ "42.json": entry({ procStart: undefined }) }, { 42: "7" })).size).toBe(1);
    expect(
      claudeOwners(home, [], hostWith({ "42.json": entry({ pid: undefined, procStart: 98656 }) }, { 42: "98656" }))
        .size,
    ).toBe(1);
  });

  it("passes over half-written entries, keys and other files", () => {
    const files = {
      "42.json": '{"pid":42,"sess',
      "43.json": "[]",
      "44.json": '{"pid":44}',
      "42.key": "secret",
      "x.json": entry({}),
    };
    expect(claudeOwners(home, [], hostWith(files, { 42: "98656", 43: "1", 44: "1" })).size).toBe(0);
  });

  it("gives an open sub-agent its parent's process", () => {
    const open = ["s1/agent-x", "s2/agent-y"].map((thread) => ({
      thread: asThreadId(thread),
      cwd: null,
      updatedAtMs: 0,
    }));
    const owners = claudeOwners(home, open, hostWith({ "42.json": entry({}) }, { 42: "98656" }));
    expect([...owners.keys()]).toEqual(["s1", "s1/agent-x"]);
  });

  it("finds nobody in a home without a registry", () => {
    expect(claudeOwners(home, [], memoryHost({})).size).toBe(0);
  });
});

describe("claudeNames", () => {
  it("tells the names that a person gave to living sessions, not those made up for them", () => {
    const files = {
      "42.json": entry({ name: "given", nameSource: "user" }),
      "43.json": entry({ pid: 43, sessionId: "s2", name: "proj-a-ff", nameSource: "derived" }),
      "44.json": entry({ pid: 44, sessionId: "s3" }),
    };
    expect([...claudeNames(home, hostWith(files, { 42: "98656", 43: "98656", 44: "98656" }))]).toEqual([
      ["s1", "given"],
    ]);
  });
});
