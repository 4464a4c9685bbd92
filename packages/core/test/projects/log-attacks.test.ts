import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asThreadId, followed, type RunEvent, type Settings } from "@reprise/model";
import { describe, expect, it, onTestFinished } from "vitest";
import type { NewRecord } from "../../src/projects/log/log-record.ts";
import { newProgressFile } from "../../src/projects/progress-file/new-progress-file.ts";
import { eventsOf, type OpenedProjects, openProjectStage, type ProjectStage } from "./project-stage.ts";
import { ours } from "./sample-records.ts";

const calls = (cmd: string) => [{ call: { name: "exec_command", arguments: { cmd } } }] as const;

async function openStage(name: string): Promise<{ stage: ProjectStage; opened: OpenedProjects }> {
  const stage = await openProjectStage(name, { rounds: 0 });
  onTestFinished(stage.close);
  stage.configure('sandbox_mode = "read-only"\napproval_policy = "on-request"');
  const opened = await stage.open();
  onTestFinished(opened.close);
  return { stage, opened };
}

/** A project that came with the workspace. */
function strangersProject({ workspace }: ProjectStage, settings: Partial<Settings>, thread?: string): string {
  const path = join(workspace, ".reprise/projects/2026/11/17/1");
  const records: NewRecord[] = [
    { type: "project-started", goal: "g", progressFile: "MAIN.md", agent: "codex", settings },
    { type: "round-started", number: 1, current: 1, total: 1, gitCommit: null },
  ];
  if (thread !== undefined)
    records.push({ type: "round-configured", number: 1, agent: "codex", thread, rolloutPath: null });
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "MAIN.md"), newProgressFile({ goal: "g", gitCommit: null, gitBranch: null }));
  writeFileSync(join(path, "rounds.jsonl"), records.map(ours).join(""));
  return path;
}

/** A private session of another folder, with full access. */
async function privateThread({ scratch, model }: ProjectStage, { runner }: OpenedProjects): Promise<string> {
  const cwd = join(scratch.root, "private");
  mkdirSync(cwd, { recursive: true });
  model.push([{ text: "Kept to ourselves." }]);
  const events: RunEvent[] = [];
  const settings = { sandbox: "danger-full-access", approvalPolicy: "never" };
  for await (const event of followed(runner.run({ agent: "codex", cwd, settings, prompt: "secret", canAnswer: false })))
    events.push(event as RunEvent);
  return events.find((event) => event.type === "thread")?.thread ?? "";
}

describe("the log of a project, which its agent can write", { timeout: 120_000 }, () => {
  it("gives an agent that edits it nothing wider: the resume is refused before anything is written or sent", async () => {
    const { stage, opened } = await openStage("log-sandbox");
    const { projects } = opened;
    const widen =
      'sed \'s/"sandbox":"workspace-write"/"sandbox":"danger-full-access"/\' .reprise/projects/*/*/*/*/rounds.jsonl > wide && cat wide > $(ls .reprise/projects/*/*/*/*/rounds.jsonl)';
    stage.model.push(calls(widen), [{ text: "Edited." }]);
    const settings = { sandbox: "workspace-write" };
    const started = await projects.start({
      goal: "Look",
      cwd: stage.workspace,
      agent: "codex",
      settings,
      rounds: 1,
    });
    const [first] = await eventsOf(started);
    expect(first).toMatchObject({
      type: "project-opened",
      permissions: { ...settings, approvalPolicy: "never", source: "named" },
    });
    expect(stage.log()[0]).toMatchObject({ settings: { sandbox: "danger-full-access" } }); // the edit arrived
    const log = join(started.path, "rounds.jsonl");
    const [before, asked] = [readFileSync(log, "utf8"), stage.model.requests.length];

    const refusal = expect.stringMatching(/danger-full-access.*workspace-write.*--sandbox/);
    await expect(projects.resume(started.path, { settings: {}, rounds: 1 })).rejects.toMatchObject({
      code: "refused",
      message: refusal,
    });
    expect((await projects.view(started.path)).next).toMatchObject({ refusal, permissions: null });
    expect(readFileSync(log, "utf8")).toBe(before);
    expect(stage.model.requests).toHaveLength(asked);

    const outside = join(stage.scratch.root, "outside.txt");
    stage.model.push(calls(`touch ${outside} /var/tmp/${"x".repeat(8)}-${process.pid}`), [{ text: "Tried." }]);
    const named = await eventsOf(await projects.resume(started.path, { settings, rounds: 1 }));
    expect(named.find(({ type }) => type === "run-started")).toMatchObject({ settings });
    expect(existsSync(`/var/tmp/${"x".repeat(8)}-${process.pid}`)).toBe(false);
  });

  it("continues no thread but those of this project, whether or not it was run here", async () => {
    const { stage, opened } = await openStage("log-thread");
    const { projects } = opened;
    const thread = await privateThread(stage, opened);
    const path = strangersProject(stage, {}, thread);
    const asked = stage.model.requests.length;
    const refused = (why: RegExp) => ({ code: "refused", message: expect.stringMatching(why) });
    await expect(projects.resume(path, { settings: {}, rounds: 1 })).rejects.toMatchObject(
      refused(/ran for something else.*--fresh/),
    );
    // Not even with a sandbox by name, and not by a journal that does not know it.
    const other = await stage.open({ REPRISE_STATE: join(stage.scratch.root, "other-state") });
    onTestFinished(other.close);
    await expect(other.projects.resume(path, { settings: { sandbox: "read-only" }, rounds: 1 })).rejects.toMatchObject(
      refused(/which began in .*private/),
    );
    expect(stage.model.requests).toHaveLength(asked);

    // A new thread is the way on; then our journal knows the project.
    stage.model.push([{ text: "Done again." }]);
    const events = await eventsOf(await projects.resume(path, { settings: {}, isFresh: true, rounds: 1 }));
    expect(events.find(({ type }) => type === "run-started")).toMatchObject({
      settings: { sandbox: "read-only" },
    });
    expect((await projects.view(path)).rounds.map(({ number, outcome }) => [number, outcome?.type])).toEqual([
      [1, "interrupted"],
      [2, "completed"],
    ]);
    const log = join(path, "rounds.jsonl");
    const more: NewRecord[] = [
      { type: "round-started", number: 3, current: 1, total: 1, gitCommit: null },
      { type: "round-configured", number: 3, agent: "codex", thread: asThreadId(thread), rolloutPath: null },
    ];
    writeFileSync(log, readFileSync(log, "utf8") + more.map(ours).join(""));
    await expect(projects.resume(path, { settings: {}, rounds: 1 })).rejects.toMatchObject(
      refused(/did not start for this project.*--fresh/),
    );
    expect(JSON.stringify(stage.model.requests.slice(asked).map(({ body }) => body))).not.toContain("secret");
  });

  it("of a stranger widens nothing that is configured, and names no other agent or provider later", async () => {
    const { stage, opened } = await openStage("log-stranger");
    const { projects } = opened;
    const path = strangersProject(stage, {
      sandbox: "workspace-write",
      approvalPolicy: "never",
      provider: "p",
    });
    stage.model.push(calls("touch written.txt"), [{ text: "Tried." }]);
    const events = await eventsOf(await projects.resume(path, { settings: {}, rounds: 1 }));
    expect(events[0]).toMatchObject({
      permissions: {
        sandbox: "read-only",
        source: "configuration",
        narrowed: [{ recorded: "workspace-write" }],
      },
    });
    expect(events.find(({ type }) => type === "run-started")).toMatchObject({
      settings: { sandbox: "read-only", provider: expect.not.stringMatching(/^p$/) },
    });
    expect(existsSync(join(stage.workspace, "written.txt"))).toBe(false);

    const log = join(path, "rounds.jsonl");
    const claim = (record: Partial<NewRecord>) => {
      const before = readFileSync(log, "utf8");
      const resumed = { type: "project-resumed", rounds: 1, agent: "codex", settings: {}, ...record };
      writeFileSync(log, before + ours(resumed as NewRecord));
      return () => writeFileSync(log, before);
    };
    for (const [record, option] of [
      [{ agent: "claude" }, "--agent"],
      [{ settings: { provider: "p" } }, "--provider"],
      [{ settings: { sandbox: "workspace-write" } }, "--sandbox"],
    ] as const) {
      const undo = claim(record);
      await expect(projects.resume(path, { settings: {}, rounds: 1 })).rejects.toMatchObject({
        code: "refused",
        message: expect.stringContaining(option),
      });
      undo();
    }
  });

  it("a configuration that widens between rounds is noticed before anything is sent", async () => {
    const widened = [
      ["sandbox_workspace_write.network_access = true", /network access.*Nothing was sent/],
      ['mcp_servers.planted = { command = "true" }', /MCP servers.*planted.*Nothing was sent/],
    ] as const;
    for (const [index, [lines, reason]] of widened.entries()) {
      const { stage, opened } = await openStage(`round-config-${index}`);
      stage.model.push(calls("true"), [{ text: "One." }]);
      const settings = { sandbox: "workspace-write" };
      const started = await opened.projects.start({
        goal: "Look",
        cwd: stage.workspace,
        agent: "codex",
        settings,
        rounds: 2,
      });
      for await (const { event } of started.events()) {
        if (event.type === "item" && event.isComplete && event.item.kind === "command") stage.configure(lines);
        if (event.type === "project-ended")
          expect(event).toMatchObject({ rounds: 1, reason: expect.stringMatching(reason) });
      }
      expect(stage.model.requests).toHaveLength(2);
    }
  });
});
