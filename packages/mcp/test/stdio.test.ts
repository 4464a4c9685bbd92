import { compareTrees, hashTree } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, StdioStage } from "./stdio-stage.ts";

const codexSession = "codex:01a1e0ba-4bd3-7653-b0c3-c102b498c761";
const claudeSession = "claude:29458b7b-0326-4058-9586-deb20acd8ee9";

describe("the built program over stdio", () => {
  let stage: StdioStage;
  beforeAll(async () => {
    stage = await StdioStage.open("mcp-stdio");
    stage.place("codex", "complete-two-turns");
    stage.place("claude", "basic");
    stage.place("gemini", "tools-resumed");
  });
  afterAll(() => stage.close());

  test("lists the sessions of a project and of all, and changes no file of an agent", async () => {
    const before = await hashTree(stage.scratch.home);
    const { client, stderr } = await stage.connect(stage.scratch.workspace);
    const here = await call(client, "list_sessions");
    expect(here.text).toContain(`0 sessions in the project of ${stage.scratch.workspace}`);
    expect(here.text).toContain('scope "all"');
    const all = await call(client, "list_sessions", { scope: "all" });
    expect(all.text).toContain(codexSession);
    expect(all.text).toContain(claudeSession);
    expect(all.text).toContain("gemini:a0000002");
    const project = await call(client, "list_sessions", { scope: "/srv/proj-a", agent: "codex" });
    expect(project.text).toMatch(/^1 session in the project of \/srv\/proj-a/);
    expect(stderr()).toBe("");
    expect(compareTrees(before, await hashTree(stage.scratch.home))).toEqual([]);
  });
});
