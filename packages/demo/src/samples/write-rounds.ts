import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Round {
  readonly thread: string;
  readonly at: Date;
}

/** A project in the workspace that met its goal; each round is one of the sample sessions. docs/formats/project.md */
export function writeRounds(workspace: string, goal: string, rounds: readonly Round[]): void {
  const start = rounds[0]?.at ?? new Date();
  const day = [start.getFullYear(), start.getMonth() + 1, start.getDate()];
  const path = [".reprise", "projects", ...day.map((part) => String(part).padStart(2, "0")), "1"].join("/");
  const folder = join(workspace, path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(workspace, ".reprise", ".gitignore"), "*\n");
  const progressFile = `${path}/MAIN.md`;
  writeFileSync(join(workspace, progressFile), progressText(goal));
  const done = { user_prompt_file: progressFile, git_commit_start: "", git_commit_end: "" };
  const lines = rounds.flatMap(({ thread, at }, index) => {
    const number = index + 1;
    const end = new Date(at.getTime() + 10 * 60_000);
    const succeeded = { rounds: number, duration_secs: 600, ...done, number };
    return [
      record(at, "round_started", { current: number, total: 10, number, git_commit: null }),
      record(at, "round_configured", { thread_id: thread, rollout_path: null, number, agent: "codex" }),
      ...(number === rounds.length ? [record(end, "project_succeeded", succeeded)] : []),
      record(end, "round_finished", {
        outcome: { type: "completed", message: null },
        number,
        tokens: 18_000 * number,
        commits: [],
        files: ["cart.mjs"],
      }),
    ];
  });
  const settings = { sandbox: "workspace-write" };
  const begun = { user_message: goal, user_prompt_file: progressFile, agent: "codex", settings };
  writeFileSync(join(folder, "rounds.jsonl"), [record(start, "project_started", begun), ...lines].join(""));
}

function record(at: Date, type: string, fields: object): string {
  return `${JSON.stringify(Object.assign({ v: 1, at: at.toISOString(), type }, fields))}\n`;
}

function progressText(goal: string): string {
  return `---
status: open
finite_incantatem: true
short_title: "Delivery fees"
git_commit: ""
git_branch: ""
---

# Overall Goal

${goal}

## In Progress

## Todo

## Done

- Orders from 50.00 on are delivered free.
- The checks say so, and 30.00 was tried.
`;
}
