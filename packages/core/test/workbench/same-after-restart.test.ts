import { writeFileSync } from "node:fs";
import { type Action, claude } from "@reprise/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { AgentStage } from "./agent-stage.ts";

let stage: AgentStage;
afterEach(() => stage.close());

/** Without the texts of edits: their diffs have them. */
const items = () =>
  stage.page.view.entries.map(({ item }) =>
    item.kind === "edit" ? { ...item, changes: item.changes.map(({ path }) => path) } : item,
  );

async function openClaude(): Promise<void> {
  // Without it, Claude Code refuses full access to a superuser, which test machines are.
  stage = await AgentStage.open(claude, { IS_SANDBOX: "1" });
  await stage.choose({ approvalPolicy: "bypassPermissions" });
}

const task = (given: object): Action => ({
  call: {
    name: "Task",
    arguments: { description: "look", prompt: "Look around", subagent_type: "general-purpose", ...given },
  },
});

describe("Claude Code: live and after a restart a person sees", () => {
  it("what a sub-agent does, and its edit under review", async () => {
    await openClaude();
    writeFileSync(stage.at("a.txt"), "before\n");
    const read = { name: "Read", arguments: { file_path: stage.at("a.txt") } };
    const edit = {
      name: "Edit",
      arguments: { file_path: stage.at("a.txt"), old_string: "before", new_string: "after" },
    };
    stage.machine.model.push(
      [{ text: "I ask another." }, task({ run_in_background: false })],
      [{ reasoning: "hm" }, { text: "I look." }, { call: claude.shellCall("echo below") }],
      [{ call: read }],
      [{ call: edit }],
      [{ text: "I looked." }],
      [{ text: "It looked." }],
    );
    await stage.turn("do it");
    const live = items();
    expect(live).toMatchObject([
      { kind: "prompt", text: "do it" },
      { kind: "reply", text: "I ask another." },
      { kind: "tool", name: "Task", output: expect.stringContaining("I looked."), status: "done" },
      { kind: "command", command: "echo below", status: "done" },
      { kind: "tool", name: "Read", status: "done" },
      { kind: "edit", status: "done" },
      { kind: "reply", text: "It looked." },
    ]);
    await stage.restart();
    const { entries, diffs } = await stage.compared();
    expect(items()).toEqual(live);
    expect(entries.find(({ item }) => item.kind === "edit")?.diff).toBe(diffs[0]?.id);
  });

  it("the report of a sub-agent in the background, and what it did", async () => {
    await openClaude();
    const match = /Look around/;
    stage.machine.model.push(
      { match, times: 1, actions: [{ text: "I look." }, { call: claude.shellCall("echo below") }] },
      { match, times: 1, actions: [{ text: "I looked." }] },
      [{ text: "I ask another." }, task({})],
      [{ text: "It looks." }],
      [{ text: "It looked." }],
    );
    await stage.page.send("do it");
    await stage.page.until("its end", () => stage.page.texts.includes("reply It looked."));
    await stage.page.idle();
    const live = items();
    const inOrder = (kind: string) => live.filter((item) => item.kind === kind);
    expect(inOrder("attachment")).toEqual([
      { kind: "attachment", what: "result", name: 'Agent "look" finished', text: "I looked." },
    ]);
    expect(inOrder("command")).toMatchObject([{ command: "echo below", status: "done" }]);
    await stage.restart();
    await stage.compared();
    expect(items()).toEqual(live);
  });

  it("a compaction as one line, below the command that was typed", async () => {
    await openClaude();
    const summary = [{ text: "<summary>SUMMARY</summary>" }];
    stage.machine.model.push([{ text: "One." }], summary, [{ text: "Two." }]);
    for (const prompt of ["one", "/compact", "two"]) await stage.turn(prompt);
    const seen = ["prompt one", "reply One.", "prompt /compact", "notice Context compacted (manual)."];
    const texts = [...seen, "notice Compacted", "prompt two", "reply Two."];
    expect(stage.page.texts).toEqual(texts);
    await stage.restart();
    await stage.compared();
    expect(stage.page.texts).toEqual(texts);
  });
});
