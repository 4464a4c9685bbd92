import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { followed, type RunEvent } from "@reprise/model";
import { disposeAll } from "@reprise/testkit";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { newProgressFile } from "../../src/projects/progress-file/new-progress-file.ts";
import { eventsOf, linesOf, openIn, openProjectStage, type ProjectStage } from "./project-stage.ts";
import { potter } from "./sample-records.ts";
import { potterProblem } from "./strict-potter.ts";

afterEach(disposeAll);

type Words = "project" | "session";

/** A project as CodexPotter leaves it after its first round; its thread is one of the real Codex that our journals do not have. */
async function potterProject(
  stage: ProjectStage,
  { words, isFinished }: { readonly words: Words; readonly isFinished: boolean },
) {
  const elsewhere = await openIn({ ...stage.env, REPRISE_STATE: join(stage.scratch.root, "other-state") });
  onTestFinished(elsewhere.close);
  const { runner, library } = elsewhere;
  const folder = join(stage.workspace, ".codexpotter/projects/2026/03/01/1");
  const events: RunEvent[] = [];
  const wish = { agent: "codex", cwd: stage.workspace, prompt: "Go", canAnswer: false } as const;
  const settings = { sandbox: "danger-full-access", approvalPolicy: "never" };
  for await (const event of followed(runner.run({ ...wish, settings }))) events.push(event as RunEvent);
  const thread = events.find((event) => event.type === "thread")?.thread ?? "";
  const { files } = await library.find(`codex:${thread}`);
  const main = ".codexpotter/projects/2026/03/01/1/MAIN.md";
  const end = potter({ type: "round_finished", outcome: { type: "completed" } });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "MAIN.md"), newProgressFile({ goal: "Two steps", gitCommit: "abc", gitBranch: "main" }));
  writeFileSync(
    join(folder, "potter-rollout.jsonl"),
    potter({ type: `${words}_started`, user_message: "Two steps", user_prompt_file: main }) +
      potter({ type: "round_started", current: 1, total: 3 }) +
      potter({ type: "round_configured", thread_id: thread, rollout_path: files[0]?.path }) +
      (isFinished ? end : ""),
  );
  return { folder, thread, log: join(folder, "potter-rollout.jsonl") };
}

describe("a project of CodexPotter", () => {
  it.each(["project", "session"] as const)(
    "is continued in place, and CodexPotter still reads it, in the words of %s_started",
    async (words) => {
      const stage = await openProjectStage("potter");
      onTestFinished(stage.close);
      const opened = await stage.open();
      onTestFinished(opened.close);
      const { folder, log } = await potterProject(stage, { words, isFinished: true });
      const before = readFileSync(log, "utf8");
      const { projects } = opened;
      expect(await projects.list({ workspace: stage.workspace })).toMatchObject([
        { path: folder, origin: "codexpotter", goal: "Two steps", rounds: 1, problem: null },
      ]);
      // Its log has no permissions: those of the last round are kept, as far as the person has configured them.
      expect((await projects.view(folder)).next.permissions).toMatchObject({
        sandbox: "read-only",
        source: "configuration",
        narrowed: [{ subject: "sandbox", recorded: "danger-full-access" }],
      });
      stage.configure('sandbox_mode = "danger-full-access"');
      const run = await projects.resume(folder, { settings: {}, rounds: 10 });
      const events = await eventsOf(run);
      expect(events.at(-1)).toMatchObject({ type: "project-ended", state: "succeeded" });
      const after = readFileSync(log, "utf8");
      expect(after.startsWith(before)).toBe(true);
      expect(potterProblem(after, words)).toBeNull();
      expect(linesOf(log).at(-2)).toMatchObject({ type: `${words}_succeeded` });
      expect(events.find(({ type }) => type === "run-started")).toMatchObject({
        settings: { sandbox: "danger-full-access", approvalPolicy: "never" },
      });
      await expect(projects.resume(folder, { agent: "claude", settings: {}, rounds: 1 })).rejects.toMatchObject({
        code: "refused",
        message: expect.stringContaining("codex only"),
      });
    },
  );

  it("left in the middle of a round continues its thread, then the rounds that remain", async () => {
    const stage = await openProjectStage("potter-left");
    onTestFinished(stage.close);
    const opened = await stage.open();
    onTestFinished(opened.close);
    const { folder, log, thread } = await potterProject(stage, {
      words: "project",
      isFinished: false,
    });
    const { projects } = opened;
    // It had more than is configured here: the person names what it continues with.
    expect((await projects.view(folder)).next).toMatchObject({
      kind: "continue-round",
      rounds: 3,
      permissions: null,
      refusal: expect.stringMatching(/danger-full-access.*read-only.*--sandbox/),
    });
    const wish = { settings: { sandbox: "danger-full-access" }, rounds: 10 };
    expect((await projects.view(folder, wish)).next).toMatchObject({
      refusal: null,
      permissions: { sandbox: "danger-full-access", source: "named" },
    });
    const events = await eventsOf(await projects.resume(folder, wish));
    expect(events.at(-1)).toMatchObject({ type: "project-ended" });
    expect(potterProblem(readFileSync(log, "utf8"), "project")).toBeNull();
    const configured = linesOf(log).filter(({ type }) => type === "round_configured");
    expect(configured[0]).toMatchObject({ thread_id: thread });
    expect(configured).toHaveLength(linesOf(log).filter(({ type }) => type === "round_finished").length);
    expect((await opened.library.find(`codex:${thread}`)).turnCount).toBe(2);
  });
});
