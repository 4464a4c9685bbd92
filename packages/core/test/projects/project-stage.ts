import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Library, ProjectEvent, ProjectRun, Projects, Runner } from "@reprise/model";
import { codex, type Machine, type Script, startMachine, type TestAgent } from "@reprise/testkit";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { openProjects } from "../../src/projects.ts";
import { openRunner } from "../../src/runner.ts";

/** One step of the work: a line and a commit, twice; then the goal is met. What the agent of each round runs. */
const step = `set -e
main=$(ls .reprise/projects/*/*/*/*/MAIN.md .codexpotter/projects/*/*/*/*/MAIN.md 2>/dev/null | tail -1)
if [ "$(wc -l < work.txt)" -lt 2 ]; then
  echo "step" >> work.txt
  git add work.txt
  git commit -qm "step $(wc -l < work.txt | tr -d ' ')"
  sed -i 's/^status: .*/status: open/; s/^short_title: .*/short_title: "Two steps"/' "$main"
else
  sed -i 's/^finite_incantatem: .*/finite_incantatem: true/' "$main"
fi
`;

/** What the model says in each round that is not killed: run the step, then be done. */
export const stepReplies = [
  [{ call: { name: "exec_command", arguments: { cmd: "sh step.sh" } } }],
  [{ text: "The step is done.", chunks: 3 }],
] as const;

export interface ProjectStage extends Machine {
  readonly workspace: string;
  /** As another process would: nothing is shared with what was opened before. */
  open(more?: Record<string, string>): Promise<OpenedProjects>;
  /** Parsed lines of the only project's log. */
  log(): Record<string, unknown>[];
  projectFolder(): string;
  /** The person's own configuration of Codex, before what the stage needs. */
  configure(lines: string): void;
}

export interface OpenedProjects {
  readonly projects: Projects;
  readonly library: Library;
  readonly runner: Runner;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly agent?: TestAgent;
  /** What the model says in a round, for as many rounds. */
  readonly replies?: Script;
  readonly rounds?: number;
}

export async function openProjectStage(
  name: string,
  { agent = codex, replies = stepReplies, rounds = 8 }: StageOptions = {},
): Promise<ProjectStage> {
  const machine = await startMachine(name, agent);
  const { workspace } = machine.scratch;
  for (let round = 0; round < rounds; round += 1) machine.model.push(...replies);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: workspace });
  git("config", "user.name", "T");
  git("config", "user.email", "t@example.com");
  writeFileSync(join(workspace, "work.txt"), "");
  writeFileSync(join(workspace, "step.sh"), step);
  git("add", ".");
  git("commit", "-qm", "start");
  const projectFolder = () => newestProject(join(workspace, ".reprise", "projects"));
  return {
    ...machine,
    workspace,
    projectFolder,
    open: (more = {}) => openIn({ ...machine.env, ...more }),
    log: () => linesOf(join(projectFolder(), "rounds.jsonl")),
    configure(lines) {
      const path = join(machine.env.CODEX_HOME ?? "", "config.toml");
      const before = readFileSync(path, "utf8").replace(/^(?:sandbox_mode|approval_policy) .*\n/gm, "");
      writeFileSync(path, `${lines}\n${before}`);
    },
  };
}

export async function openIn(env: Record<string, string>): Promise<OpenedProjects> {
  const host = nodeHost(env);
  const library = openLibrary(host);
  const runner = await openRunner(host, { library });
  const projects = openProjects(host, { library, runner });
  return {
    projects,
    library,
    runner,
    async close() {
      await projects.close();
      runner.close();
      library.close();
    },
  };
}

/** Every event up to the end, and the last one. */
export async function eventsOf(run: ProjectRun): Promise<ProjectEvent[]> {
  const events: ProjectEvent[] = [];
  for await (const { event } of run.events()) events.push(event);
  return events;
}

/** The first event of a type. */
export async function eventOf<Type extends ProjectEvent["type"]>(
  run: ProjectRun,
  type: Type,
): Promise<ProjectEvent & { readonly type: Type }> {
  for await (const { event } of run.events())
    if (event.type === type) return event as ProjectEvent & { readonly type: Type };
  throw new Error(`The work ended without ${type}.`);
}

/** Without lines that a kill has cut. */
export function linesOf(path: string): Record<string, unknown>[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function newestProject(folder: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("MAIN.md"));
  const last = found.sort().at(-1);
  if (last === undefined) throw new Error(`There is no project in ${folder}.`);
  return join(folder, last, "..");
}
