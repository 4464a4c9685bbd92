import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LiveStage } from "./live-stage.ts";

/** What the agent of each round runs: a line and a commit, twice; then the goal is met. */
const step = `set -e
main=$(ls .reprise/projects/*/*/*/*/MAIN.md | tail -1)
if [ "$(wc -l < work.txt)" -lt 2 ]; then
  echo "step" >> work.txt
  git add work.txt
  git commit -qm "step $(wc -l < work.txt | tr -d ' ')"
  sed -i 's/^status: .*/status: open/; s/^short_title: .*/short_title: "Two steps"/' "$main"
else
  sed -i 's/^finite_incantatem: .*/finite_incantatem: true/' "$main"
fi
`;

/** The real Codex and a scripted model, in a repository with work to do. */
export class ProjectStage {
  readonly live: LiveStage;
  readonly workspace: string;

  private constructor(live: LiveStage, workspace: string) {
    this.live = live;
    this.workspace = workspace;
  }

  static async open(name: string): Promise<ProjectStage> {
    const live = await LiveStage.open(name);
    const stage = new ProjectStage(live, live.folder("shop"));
    stage.#git("init", "-q", "-b", "main");
    stage.#git("config", "user.name", "T");
    stage.#git("config", "user.email", "t@example.com");
    writeFileSync(join(stage.workspace, "step.sh"), step);
    stage.restart();
    return stage;
  }

  /** There is something to do again. */
  restart(): void {
    writeFileSync(join(this.workspace, "work.txt"), "");
    this.#git("add", ".");
    this.#git("commit", "-qm", "start", "--allow-empty");
  }

  /** What the model says in as many rounds. */
  plays(rounds: number): void {
    for (let round = 0; round < rounds; round += 1)
      this.live.model.push(
        [{ call: { name: "exec_command", arguments: { cmd: "sh step.sh" } } }],
        [{ text: "The step is done.", chunks: 3 }],
      );
  }

  /** Of the newest project. */
  get folder(): string {
    const root = join(this.workspace, ".reprise", "projects");
    const found = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("MAIN.md"));
    return join(root, found.sort().at(-1) ?? "", "..");
  }

  /** The log of the newest project. */
  log(): Record<string, unknown>[] {
    return readFileSync(join(this.folder, "rounds.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line.endsWith("}"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** The one document that a command prints. */
  async read(...args: string[]): Promise<unknown> {
    const started = this.live.start(this.workspace, ...args, "--json");
    await started.exited;
    return JSON.parse(started.lines.join("\n"));
  }

  close(): Promise<void> {
    return this.live.close();
  }

  #git(...args: string[]): void {
    execFileSync("git", args, { cwd: this.workspace });
  }
}
