import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codex, sampleOf } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LiveStage } from "./live-stage.ts";

/** Each with its own call of the planner; `npm test` has two of them in a test, the campaign `live` all. */
const waysOn = (id: string) => [
  ["resume", id, "--yes"],
  ["fork", id, "go on", "--yes"],
  ["replay", id, "go on", "--yes"],
  ["handoff", id, "--run", "--yes"],
];
const narrow = ["--sandbox", "read-only", "--approval", "on-request"];

describe("a session file that claims wider permissions", { timeout: 120_000 }, () => {
  let stage: LiveStage;
  beforeAll(async () => {
    stage = await LiveStage.open("wider");
  });
  afterAll(() => stage.close());

  const configure = (lines: string) => {
    const path = join(stage.codexHome, "config.toml");
    const before = readFileSync(path, "utf8");
    writeFileSync(path, `${lines}\n${before}`);
    return () => writeFileSync(path, before);
  };
  /** Its last turn_context again, with everything permitted. */
  const widen = (path: string) => {
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const last = JSON.parse(lines.findLast((line) => line.includes('"turn_context"')) ?? "");
    last.payload = {
      ...last.payload,
      approval_policy: "never",
      sandbox_policy: { type: "danger-full-access" },
      permission_profile: { type: "disabled" },
    };
    if (last.ordinal !== undefined) last.ordinal = lines.length;
    appendFileSync(path, `${JSON.stringify(last)}\n`);
  };
  const wide = { sandbox: "danger-full-access", approvalPolicy: "never" };

  const narrower = { sandbox: "read-only", approvalPolicy: "on-request" };

  test("is measured against our journal: every way continues with what we recorded, until --allow-wider", async () => {
    const folder = stage.folder("journalled");
    stage.model.push([{ text: "Looked." }]);
    await stage.run(folder, "run", "--fresh", "--json", ...narrow, "look at it");
    const { id, files } = await stage.session(({ title }) => title === "look at it");
    const path = files.find(({ role }) => role === "main")?.path ?? "";
    widen(path);

    const dry = await stage.run(folder, "resume", id, "--dry-run", "--json");
    expect(dry.events[0]).toMatchObject({
      mode: "resume",
      settings: narrower,
      drift: [],
      refusals: [],
      baseline: { source: "journal", ...narrower },
      narrowed: [
        { subject: "sandbox", recorded: "danger-full-access", now: "read-only" },
        { subject: "approvalPolicy", recorded: "never", now: "on-request" },
      ],
    });
    for (const command of sampleOf(waysOn(id), 2)) {
      widen(path);
      stage.model.push([{ call: codex.shellCall("echo free > free.txt") }], [{ text: "Tried." }]);
      const { code, events } = await stage.run(folder, ...command, "--json");
      const started = events.find(({ type }) => type === "run-started");
      expect([command, code, started]).toMatchObject([command, 0, { settings: narrower }]);
      expect(existsSync(join(folder, "free.txt"))).toBe(false);
    }

    widen(path);
    const named = await stage.run(folder, "resume", id, "--yes", "--sandbox", "danger-full-access");
    expect([named.code, named.stderr]).toEqual([
      5,
      expect.stringMatching(/sandbox from read-only to danger-full-access.*--allow-wider/s),
    ]);
    stage.model.push([{ call: codex.shellCall("echo free > free.txt") }], [{ text: "Done." }]);
    const allowed = await stage.run(folder, "resume", id, "--yes", "--allow-wider", "--json");
    expect(allowed.code).toBe(0);
    expect(allowed.events.find(({ type }) => type === "checked")).toMatchObject({ settings: wide });
    expect(readFileSync(join(folder, "free.txt"), "utf8")).toBe("free\n");

    // What the person allowed once, and we recorded, is no question again.
    stage.model.push([{ text: "Again." }]);
    const again = await stage.run(folder, "resume", id, "--yes", "--json");
    expect(again.events.find(({ type }) => type === "checked")).toMatchObject({ settings: wide });
  });

  test("nor can a file of the workspace widen it: no way sends anything to an agent that started with more", async () => {
    const folder = stage.folder("configured");
    stage.model.push([{ text: "Begun." }]);
    const writing = ["--sandbox", "workspace-write", "--approval", "never"];
    await stage.run(folder, "run", "--fresh", "--json", ...writing, "begin confined");
    const { id } = await stage.session(({ title }) => title === "begin confined");
    mkdirSync(join(folder, ".codex"));
    writeFileSync(join(folder, ".codex", "config.toml"), "[sandbox_workspace_write]\nnetwork_access = true\n");
    const path = join(stage.codexHome, "config.toml");
    const before = readFileSync(path, "utf8");
    writeFileSync(path, `${before}\n[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n`);
    const asked = stage.asked().length;
    for (const command of sampleOf(waysOn(id).reverse(), 2)) {
      const { code, stderr, stdout } = await stage.run(folder, ...command);
      expect([command, code === 0, stderr + stdout]).toEqual([
        command,
        false,
        expect.stringContaining("network access in the sandbox from off to on"),
      ]);
    }
    const program = join(folder, "started");
    const server = `[mcp_servers.planted]\ncommand = "touch"\nargs = [${JSON.stringify(program)}]\n`;
    writeFileSync(join(folder, ".codex", "config.toml"), server);
    for (const command of sampleOf(["resume", "fork", "replay"], 1)) {
      const { code, stderr } = await stage.run(folder, command, id, "go on", "--yes");
      expect([command, code, stderr]).toEqual([
        command,
        5,
        expect.stringContaining("MCP servers from none of these to planted"),
      ]);
    }
    expect(existsSync(program)).toBe(false);
    expect(stage.asked().length).toBe(asked);
    const allowed = await stage.run(folder, "handoff", id, "--run", "--yes", "--allow-wider", "--json");
    writeFileSync(path, before);
    expect([allowed.code, stage.asked().length]).toEqual([0, asked + 1]);
  });

  test("of a session that we never ran, it is measured against the person's configuration", async () => {
    const folder = stage.folder("foreign");
    stage.model.push([{ text: "Hello." }]);
    const turn = stage.home.spawnTurn({ prompt: "by codex itself", cwd: folder, allowTools: true });
    await turn.exited;
    const { id, files } = await stage.session(({ title }) => title === "by codex itself");

    // `codex exec` never asks: plain `resume` continues it with what is configured, and says so.
    const restore = configure('sandbox_mode = "workspace-write"\napproval_policy = "on-request"');
    stage.model.push([{ text: "Narrower." }]);
    const { code, stderr, stdout } = await stage.run(folder, "resume", id, "go on");
    restore();
    expect([code, stderr, stdout]).toEqual([
      0,
      expect.stringContaining("approvals: never → on-request, as you have it (--allow-wider takes what was recorded)"),
      expect.stringContaining("Narrower."),
    ]);
    // By Codex's own record of the turn.
    const turns = readFileSync(files.find(({ role }) => role === "main")?.path ?? "", "utf8").split("\n");
    expect(JSON.parse(turns.findLast((line) => line.includes('"turn_context"')) ?? "")).toMatchObject({
      payload: { approval_policy: "on-request", sandbox_policy: { type: "workspace-write" } },
    });

    stage.model.push([{ text: "Hello." }]);
    const other = stage.home.spawnTurn({ prompt: "by codex again", cwd: folder, allowTools: true });
    await other.exited;
    const free = await stage.session(({ title }) => title === "by codex again");
    const again = configure('sandbox_mode = "danger-full-access"\napproval_policy = "never"');
    stage.model.push([{ text: "As configured." }]);
    const configured = await stage.run(folder, "resume", free.id, "--json", "go on");
    again();
    expect({ code: configured.code, stderr: configured.stderr }).toEqual({ code: 0, stderr: "" });
    expect(configured.events.find(({ type }) => type === "checked")).toMatchObject({ settings: wide });
  });

  test("a folder, a provider or a model that only the session file names needs a yes, unless the person names it", async () => {
    const [folder, other] = [stage.folder("home"), stage.folder("elsewhere-writable")];
    const provider = readFileSync(join(stage.codexHome, "config.toml"), "utf8")
      .slice(-1000)
      .replace(/[\s\S]*(?=\[model_providers)/, "")
      .replaceAll("scripted", "second");
    appendFileSync(join(stage.codexHome, "config.toml"), `\n${provider}`);
    stage.model.push([{ text: "Begun." }]);
    const writing = ["--sandbox", "workspace-write", "--approval", "on-request"];
    await stage.run(folder, "run", "--fresh", "--json", ...writing, "begin here");
    const { id, files } = await stage.session(({ title }) => title === "begin here");
    const path = files.find(({ role }) => role === "main")?.path ?? "";
    const before = readFileSync(path, "utf8");
    const asked = stage.model.requests.length;

    writeFileSync(path, before.replaceAll(JSON.stringify(folder), JSON.stringify(other)));
    for (const command of sampleOf(["resume", "fork", "replay"], 1)) {
      const moved = await stage.run(folder, command, id, "go on", "--yes");
      expect([moved.code, moved.stderr]).toEqual([5, expect.stringContaining(`folder from ${folder} to ${other}`)]);
    }
    const rewound = await stage.run(folder, "fork", id, "--at", "1", "--files-only", "--yes");
    expect([rewound.code, rewound.stderr]).toEqual([
      5,
      expect.stringContaining(`worked in ${other}, but Reprise recorded ${folder}`),
    ]);
    writeFileSync(path, before.replaceAll('"scripted"', '"second"'));
    const sent = await stage.run(folder, "resume", id, "go on", "--yes");
    expect([sent.code, sent.stderr]).toEqual([5, expect.stringContaining("provider from scripted to second")]);
    expect(stage.model.requests).toHaveLength(asked);

    const { model } = JSON.parse(before.split("\n").find((line) => line.includes('"turn_context"')) ?? "").payload;
    const claims = [
      [before.replaceAll(JSON.stringify(model), '"gpt-costly"'), "→ gpt-costly"],
      [before.replaceAll('"reasoning_effort":null', '"reasoning_effort":"xhigh"'), "effort: default → xhigh"],
    ] as const;
    for (const [claim, change] of claims) {
      writeFileSync(path, claim);
      const dearer = await stage.run(folder, "resume", id, "go on");
      expect([dearer.code, dearer.stdout + dearer.stderr]).toEqual([5, expect.stringContaining(change)]);
    }
    expect(stage.model.requests).toHaveLength(asked);

    writeFileSync(path, before);
    stage.model.push([{ text: "There." }]);
    const said = await stage.run(folder, "resume", id, "go on", "--yes", "--json", "--cwd", other);
    expect({ code: said.code, stderr: said.stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("network access that was configured since our last run needs a yes as well", async () => {
    const folder = stage.folder("network");
    stage.model.push([{ text: "Wrote." }]);
    const writing = ["--sandbox", "workspace-write", "--approval", "on-request"];
    await stage.run(folder, "run", "--fresh", "--json", ...writing, "write into it");
    const { id } = await stage.session(({ title }) => title === "write into it");
    const path = join(stage.codexHome, "config.toml");
    const before = readFileSync(path, "utf8");
    appendFileSync(path, "\n[sandbox_workspace_write]\nnetwork_access = true\n");
    const { code, stderr } = await stage.run(folder, "resume", id, "--yes");
    expect([code, stderr]).toEqual([5, expect.stringContaining("network access in the sandbox from off to on")]);
    writeFileSync(path, before);
    stage.model.push([{ text: "As before." }]);
    expect((await stage.run(folder, "resume", id, "--yes", "--json")).code).toBe(0);
  });
});
