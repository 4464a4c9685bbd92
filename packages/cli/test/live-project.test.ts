import { projectAnswerSchema, projectLineSchema, projectsSchema } from "@reprise/model/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ProjectStage } from "./project-stage.ts";

const sandbox = ["--sandbox", "danger-full-access"] as const;

let stage: ProjectStage;
beforeAll(async () => {
  stage = await ProjectStage.open("live-project");
});
afterAll(() => stage.close());

const reprise = (...args: string[]) => stage.live.run(stage.workspace, ...args);

describe("projects for programs, with the real Codex", () => {
  test("start prints every event of every round, until the goal is met", async () => {
    stage.plays(3);
    const { code, events, stderr } = await reprise("project", "start", "--json", ...sandbox, "Two steps, please");
    expect(code, stderr).toBe(0);
    const lines = events.map((event) => projectLineSchema.parse(event));
    expect(lines.filter(({ type }) => type === "round-started")).toEqual(
      [1, 2, 3].map((number) => ({ type: "round-started", number, current: number, total: 10 })),
    );
    expect(lines.at(-1)).toEqual({ type: "done", path: stage.folder, state: "succeeded", rounds: 3 });
  });

  test("list and show have it, with the turns of each round", async () => {
    const listed = projectsSchema.parse(await stage.read("project", "list"));
    expect(listed.projects).toMatchObject([{ path: stage.folder, state: "succeeded", rounds: 3, branch: "main" }]);
    const part = stage.folder.split("/projects/")[1] ?? "";
    const shown = projectAnswerSchema.parse(await stage.read("project", "show", part));
    expect(shown.rounds.map(({ turns }) => turns.length)).toEqual([1, 1, 1]);
    const text = await reprise("project", "show", part);
    expect(text.stdout).toMatch(/━━ Round 1\/10 · completed · .*tokens · 1 commit · 1 file changed/);
    expect(text.stdout).toContain("The step is done.");
    const unknown = await reprise("project", "show", "2001/01/01/1");
    expect(unknown.code).toBe(3);
    expect(unknown.stderr).toContain("2001/01/01/1");
  });

  test("resume continues at once without a terminal, and counts on", async () => {
    stage.restart();
    stage.plays(1);
    const { code, stdout, stderr } = await reprise("project", "resume", stage.folder, "--rounds", "1");
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("── Round 1/1 ─");
    expect(stdout).toContain("All 4 rounds are used.");
    expect(stderr).toContain(`To continue: reprise project resume ${stage.folder}`);
    expect(stage.log().filter(({ type }) => type === "round_started")).toHaveLength(4);
  });

  test("an agent that edits the log of its project gets nothing wider, and the permissions are shown before a round", async () => {
    const edit = `log=$(ls -d .reprise/projects/*/*/*/*/ | sort | tail -1)rounds.jsonl; sed 's/"workspace-write"/"danger-full-access"/' "$log" > wide; cat wide > "$log"`;
    stage.live.model.push([{ call: { name: "exec_command", arguments: { cmd: edit } } }], [{ text: "Edited." }]);
    const narrow = ["--sandbox", "workspace-write"] as const;
    const started = await reprise("project", "start", "--rounds", "1", ...narrow, "Look around");
    expect([started.code, started.stderr]).toEqual([
      0,
      expect.stringContaining("Permissions: workspace-write, approvals never (as you named them)\n"),
    ]);
    const { folder } = stage;
    expect(stage.log()[0]).toMatchObject({ settings: { sandbox: "danger-full-access" } });
    const asked = stage.live.model.requests.length;
    const resumed = await reprise("project", "resume", folder, "--rounds", "1");
    expect([resumed.code, resumed.stderr]).toEqual([
      5,
      expect.stringMatching(/Its log names sandbox danger-full-access.*name what you want with --sandbox/),
    ]);
    const dry = await reprise("project", "resume", folder, "--dry-run");
    expect(dry.stdout).toContain("Not now: Its log names sandbox danger-full-access");
    expect(stage.live.model.requests).toHaveLength(asked);

    stage.live.model.push([{ text: "Named." }]);
    const named = await reprise("project", "resume", folder, "--rounds", "1", "--json", ...narrow);
    expect(named.events.find(({ type }) => type === "run-started")).toMatchObject({
      settings: { sandbox: "workspace-write", approvalPolicy: "never" },
    });
    stage.live.model.push([{ text: "As before." }]);
    const again = await reprise("project", "resume", folder, "--rounds", "1");
    expect(again.stderr).toContain("Permissions: workspace-write, approvals never (as in the last round)\n");
  });
});
