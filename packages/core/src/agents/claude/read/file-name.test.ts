import { describe, expect, it } from "vitest";
import { threadOfFile, threadOfPath } from "./file-name.ts";

const sid = "29458b7b-0326-4058-9586-deb20acd8ee9";

describe("threadOfFile", () => {
  it("takes the name of a session's file for its thread, whatever it looks like", () => {
    expect(threadOfFile([`${sid}.jsonl`])).toEqual({ thread: sid, subagent: null });
    expect(threadOfFile(["handmade.jsonl"])).toEqual({ thread: "handmade", subagent: null });
  });

  it("names a sub-agent by its parent and itself", () => {
    expect(threadOfFile([sid, "subagents", "agent-a1.jsonl"])).toEqual({
      thread: `${sid}/agent-a1`,
      subagent: { parent: sid },
    });
    expect(threadOfFile([sid, "subagents", "workflows", "w1", "agent-a1.jsonl"])).toEqual({
      thread: `${sid}/workflows/w1/agent-a1`,
      subagent: { parent: sid },
    });
  });

  it("knows the sub-agents of releases that kept them beside their parents", () => {
    expect(threadOfFile(["agent-a1.jsonl"])).toEqual({ thread: "agent-a1", subagent: { parent: null } });
  });

  it("takes nothing else for a thread", () => {
    for (const place of [
      ["memory", "MEMORY.md"],
      [sid, "tool-results", "x.jsonl"],
      [sid, "subagents", "agent-a1.meta.json"],
      [".jsonl"],
      [],
    ]) {
      expect(threadOfFile(place)).toBeNull();
    }
  });
});

describe("threadOfPath", () => {
  it("finds the same in a whole path", () => {
    expect(threadOfPath(`/h/.claude/projects/-srv/${sid}.jsonl`)).toEqual({ thread: sid, subagent: null });
    expect(threadOfPath(`C:\\h\\.claude\\projects\\-srv\\${sid}\\subagents\\agent-a1.jsonl`)?.thread).toBe(
      `${sid}/agent-a1`,
    );
  });
});
