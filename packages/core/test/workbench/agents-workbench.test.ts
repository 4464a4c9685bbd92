import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings, WorkbenchView } from "@reprise/model";
import {
  type Action,
  claude,
  codex,
  entriesAnywhere,
  gemini,
  opencode,
  quickToStart,
  type TestAgent,
  type ToolCall,
} from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { patch } from "../codex-driver/actions.ts";
import { AgentStage } from "./agent-stage.ts";

interface Case {
  readonly agent: TestAgent;
  readonly settings: Partial<Settings>;
  readonly canSteer?: true;
  /** What its stream leaves out and its log has. */
  readonly unstreamed?: readonly string[];
  /** What was there before the file was written over is not told. */
  readonly forgets?: true;
  /** Changes a2 to A2, writes over a.txt, makes n.txt, and fails. */
  readonly edits: (at: (name: string) => string) => readonly Action[];
}

const call = (name: string, given: object): Action => ({ call: { name, arguments: given } as ToolCall });

const cases: readonly Case[] = [
  {
    agent: codex,
    settings: { sandbox: "danger-full-access", approvalPolicy: "never" },
    canSteer: true,
    unstreamed: ["a failed edit"],
    edits: () => [
      patch("*** Update File: a.txt", "@@", "-a2", "+A2"),
      patch("*** Update File: a.txt", "@@", "-a1", "-A2", "-a3", "+all", "+new"),
      patch("*** Add File: n.txt", "+n1"),
      patch("*** Update File: a.txt", "@@", "-nowhere", "+A2"),
    ],
  },
  {
    agent: claude,
    settings: { approvalPolicy: "bypassPermissions" },
    edits: (at) => [
      call("Read", { file_path: at("a.txt") }),
      call("Edit", { file_path: at("a.txt"), old_string: "a2", new_string: "A2" }),
      call("Write", { file_path: at("a.txt"), content: "all\nnew\n" }),
      call("Write", { file_path: at("n.txt"), content: "n1\n" }),
      call("Edit", { file_path: at("a.txt"), old_string: "nowhere", new_string: "A2" }),
    ],
  },
  {
    agent: gemini,
    settings: { model: "gemini-2.5-flash", approvalPolicy: "yolo" },
    unstreamed: ["reasoning"],
    edits: (at) => [
      call("replace", { file_path: at("a.txt"), instruction: "-", old_string: "a2", new_string: "A2" }),
      call("write_file", { file_path: at("a.txt"), content: "all\nnew\n" }),
      call("write_file", { file_path: at("n.txt"), content: "n1\n" }),
      call("replace", { file_path: at("a.txt"), instruction: "-", old_string: "nowhere", new_string: "A2" }),
    ],
  },
  {
    agent: opencode,
    settings: { sandbox: "danger-full-access" },
    forgets: true,
    edits: (at) => [
      call("read", { filePath: at("a.txt") }),
      call("edit", { filePath: at("a.txt"), oldString: "a2", newString: "A2" }),
      call("write", { filePath: at("a.txt"), content: "all\nnew\n" }),
      call("write", { filePath: at("n.txt"), content: "n1\n" }),
      call("edit", { filePath: at("a.txt"), oldString: "nowhere", newString: "A2" }),
    ],
  },
];

/** What a person sees, in order, without ids and times. */
function seen(view: WorkbenchView): readonly unknown[] {
  const { execs, outputs, diffs } = view;
  return entriesAnywhere(view).map(({ item, exec, diff }) => {
    if (item.kind === "command") {
      const { status, exitCode, isStale } = execs.find(({ id }) => id === exec) ?? {};
      return { command: item.command, status, exitCode, isStale, output: outputs[exec ?? ""]?.text };
    }
    if (item.kind === "edit") {
      const documents = diffs.find(({ id }) => id === diff)?.documents ?? [];
      const files = documents.map(({ path, state, original, modified }) => ({
        path,
        state,
        original,
        modified,
      }));
      return { kind: item.status === "failed" ? "a failed edit" : "an edit", edit: item.status, files };
    }
    return item.kind === "tool" ? { tool: item.name, status: item.status } : item;
  });
}

describe.each(quickToStart(cases))("$agent.name", ({ agent, settings, canSteer, unstreamed = [], forgets, edits }) => {
  let stage: AgentStage;
  beforeEach(async () => {
    // Without it, Claude Code refuses full access to a superuser, which test machines are.
    stage = await AgentStage.open(agent, { IS_SANDBOX: "1" });
    await stage.choose(settings);
  });
  afterEach(() => stage.close());

  it("shows the same after a restart as while it worked: texts, commands, and files as they were and are", async () => {
    writeFileSync(stage.at("a.txt"), "a1\na2\na3\n");
    stage.machine.model.push(
      [{ text: "In pieces.", chunks: 4 }, { call: agent.shellCall("echo out; exit 3") }],
      ...edits((name) => stage.at(name)).map((action) => [action]),
      [{ reasoning: "thinking hard" }, { text: "All done." }],
    );
    await stage.turn("do it");
    const failed = {
      status: "failed",
      exitCode: 3,
      isStale: false,
      output: expect.stringContaining("out"),
    };
    const command = { command: expect.stringContaining("echo out"), ...failed };
    // A file that is written before its edit is announced can only be kept.
    const isLate = agent.name === "gemini";
    await stage.page.until("the exit code", ({ execs }) => execs[0]?.exitCode === 3);
    const live = seen(stage.page.view);
    expect(live).toMatchObject([
      { kind: "prompt", text: "do it" },
      { kind: "reply", text: "In pieces." },
      command,
      ...(edits(String).length > 4 ? [{ tool: expect.any(String), status: "done" }] : []),
      {
        edit: "done",
        files: [
          {
            path: "a.txt",
            state: "written",
            original: isLate ? expect.toBeOneOf(["a1\na2\na3\n", null]) : "a1\na2\na3\n",
            modified: "a1\nA2\na3\n",
          },
        ],
      },
      {
        edit: "done",
        files: [
          {
            path: "a.txt",
            state: "written",
            original: forgets ? null : expect.toBeOneOf(["a1\nA2\na3\n", ...(isLate ? [null] : [])]),
            modified: "all\nnew\n",
          },
        ],
      },
      { edit: "done", files: [{ path: "n.txt", state: "written", original: null, modified: "n1\n" }] },
      ...(unstreamed.includes("a failed edit") ? [] : [{ edit: "failed" }]),
      ...(unstreamed.includes("reasoning") ? [] : [{ kind: "reasoning", text: "thinking hard" }]),
      { kind: "reply", text: "All done." },
    ]);
    expect(
      stage.page.view.diffs.flatMap(({ documents }) => documents.filter((one) => one.state === "proposed")),
    ).toEqual([]);

    await stage.restart();
    const view = await stage.compared();
    const told = seen(view).filter((one) => !unstreamed.includes((one as { kind?: string }).kind ?? ""));
    expect(told).toEqual(live);
  });

  it("can be stopped, says truthfully whether it can be steered, and goes on", async () => {
    stage.machine.model.push([{ partial: "Working on" }, { hang: true }]);
    await stage.page.send("work");
    await stage.machine.model.arrived(1);
    const { activity } = await stage.page.until("work", (view) => view.activity.phase === "working");
    expect(activity.canSteer).toBe(canSteer ?? false);
    if (!canSteer)
      await expect(stage.page.act({ type: "send", text: "more", inputs: [], steers: true })).rejects.toMatchObject({
        code: "refused",
      });
    await stage.page.act({ type: "interrupt" });
    await stage.page.idle();
    expect(stage.page.view).toMatchObject({
      banner: null,
      entries: [{ item: { text: "work" } }, ...stage.page.view.entries.slice(1)],
    });
    stage.machine.model.push([{ text: "Second reply." }]);
    await stage.turn("and again");
    expect(stage.page.texts.slice(-2)).toEqual(["prompt and again", "reply Second reply."]);
  });
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("a prompt that could not be sent is back in the box, with the reason", () => {
  let stage: AgentStage;
  afterEach(() => stage.close());

  it("to an agent that is not installed", async () => {
    stage = await AgentStage.open(claude, { REPRISE_CLAUDE_BIN: "/nowhere/claude" });
    await stage.choose();
    await stage.page.act({ type: "draft", text: "hello", cursor: 5, inputs: [] });
    await stage.page.send("hello");
    const { banner } = await stage.page.until("both", (view) => view.banner !== null && view.draft !== null);
    expect(banner?.text).toMatch(/Claude Code.*npm install/s);
    expect(stage.page.view).toMatchObject({ draft: { text: "hello" }, entries: [] });
  });
});

it("Gemini CLI gets a pasted image, which is outside its workspace, and no folder of ours", async () => {
  const stage = await AgentStage.open(gemini);
  try {
    await stage.choose({ model: "gemini-2.5-flash" });
    stage.machine.model.push([{ text: "A pixel." }]);
    const image = await stage.page.workbench.keepImage(png);
    await stage.page.act({ type: "send", text: "look", inputs: [image], steers: false });
    await stage.page.until("a reply", () => stage.page.texts.includes("reply A pixel."));
    await stage.page.idle();
    expect(JSON.stringify(stage.machine.model.requests[0]?.body)).toContain(png.toString("base64"));
    expect(stage.page.texts.filter((text) => text.startsWith("notice"))).toEqual([]);
    const kept = join(stage.machine.state, "kept");
    expect(readdirSync(kept).filter((name) => name.startsWith("inputs-"))).toEqual([]);
  } finally {
    await stage.close();
  }
});

it("after a sign-in the same prompt is sent again, and the workbench is live", async () => {
  const stage = await AgentStage.open(claude);
  try {
    await stage.choose();
    const error = { type: "authentication_error", message: "invalid key" };
    stage.machine.model.push([{ http: { status: 401, body: { type: "error", error } } }], [{ text: "Hello." }]);
    await stage.turn("hello");
    const { connection } = await stage.page.until("degraded", (view) => view.connection.state === "degraded");
    expect(connection.detail).toMatch(/^Not signed in\./);
    await stage.page.act({ type: "retry" });
    await stage.page.until("a reply", () => stage.page.texts.includes("reply Hello."));
    await stage.page.live();
    expect(stage.page.view.banner).toBeNull();
  } finally {
    await stage.close();
  }
});
