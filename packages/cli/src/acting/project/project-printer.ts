import {
  activityAfter,
  type Commit,
  effectsWords,
  elapsedText,
  exactLine,
  type ProjectActivity,
  type ProjectEvent,
  type ProjectState,
  parkedWords,
  projectEndWords,
  type RestoreEvent,
  type Round,
  recoveringWords,
  roundKind,
  roundKindWords,
  roundPermissionsText,
  roundWords,
  safeLine,
  type Timestamp,
} from "@reprise/model";
import { itemFields, json } from "@reprise/model/json";
import type { Job } from "../../commands/command.ts";
import { projectTones } from "../../print/project/project-list.ts";
import { projectResumeCommand } from "../../print/project/resume-command.ts";
import { count } from "../../print/words.ts";
import { type RunPrinter, runPrinter } from "../run/run-printer.ts";

export interface ProjectPrinter {
  show(event: ProjectEvent): Promise<void>;
  /** Makes room for a question. */
  settle(): Promise<void>;
  /** The last words. */
  end(result: ProjectResult): Promise<void>;
}

export interface ProjectResult {
  readonly path: string;
  readonly state: ProjectState;
  readonly rounds: number;
}

export function projectPrinter(job: Job, start: ProjectActivity): ProjectPrinter {
  return job.values.json ? jsonFace(job) : new TextFace(job, start);
}

function jsonFace({ stdout }: Job): ProjectPrinter {
  return {
    show: (event) => {
      const whole = event.type === "item" ? { ...event, item: itemFields(event.item) } : event;
      return stdout.write(`${json("project-line", whole)}\n`);
    },
    settle: async () => {},
    end: (result) => stdout.write(`${json("project-line", { type: "done", ...result })}\n`),
  };
}

/** Rounds and what happens in them on stdout; waits and what to do next on stderr. */
class TextFace implements ProjectPrinter {
  readonly #job: Job;
  readonly #startedAt: number;
  readonly #commits: Commit[] = [];
  #activity: ProjectActivity;
  #roundStartedAt: Timestamp | null = null;
  /** Of the run that is going on; another one for each, since keys of items repeat. */
  #run: RunPrinter | null = null;
  #end: Extract<ProjectEvent, { type: "project-ended" }> | null = null;

  constructor(job: Job, start: ProjectActivity) {
    this.#job = job;
    this.#activity = start;
    this.#startedAt = job.machine.now().getTime();
  }

  async show(event: ProjectEvent): Promise<void> {
    this.#activity = activityAfter(this.#activity, event);
    const { stdout, stderr } = this.#job;
    switch (event.type) {
      case "project-opened":
        await stderr.write(`Project: ${exactLine(event.project.path)}\n`);
        return stderr.write(`${roundPermissionsText(event.permissions)}\n`);
      case "round-started":
        await this.#endRun();
        this.#roundStartedAt = this.#now();
        return stdout.write(this.#heading(""));
      case "round-continued":
        await this.#endRun();
        this.#roundStartedAt ??= this.#now();
        return stdout.write(this.#heading(` continues: ${safeLine(event.reason)}`));
      case "round-configured":
        return stderr.write(`${exactLine(event.session)}\n`);
      case "recovering":
        await this.settle();
        return stderr.write(`${safeLine(recoveringWords(event))}\n`);
      case "parked":
        await this.settle();
        return stderr.write(`${safeLine(parkedWords(event))}\n`);
      case "round-paused":
        return this.settle();
      case "round-finished":
        await this.#endRun();
        this.#commits.push(...(event.commits ?? []));
        return stdout.write(this.#summary(event));
      case "project-ended":
        this.#end = event;
        return this.#endRun();
      default:
        return this.#showRun(event);
    }
  }

  async settle(): Promise<void> {
    await this.#run?.settle();
  }

  async end({ path, state }: ProjectResult): Promise<void> {
    await this.#endRun();
    const { stdout, stderr, paint, machine } = this.#job;
    const words = this.#end === null ? "The work has ended." : projectEndWords(this.#end);
    const took = elapsedText(machine.now().getTime() - this.#startedAt);
    const commits = commitsWords(this.#commits);
    const tone = projectTones[state];
    await stdout.write(
      `\n${tone === null ? words : paint(tone, words)}\n${took}${commits === "" ? "" : ` · ${commits}`}\n`,
    );
    // The result does not depend on this line being read.
    await stderr.write(`To continue: ${projectResumeCommand(path)}\n`).catch(() => {});
  }

  async #showRun(event: RestoreEvent): Promise<void> {
    this.#run ??= runPrinter(this.#job);
    // The project says how its rounds end.
    await this.#run.show(event);
  }

  async #endRun(): Promise<void> {
    await this.#run?.end();
    this.#run = null;
  }

  #heading(more: string): string {
    const { paint, width } = this.#job;
    const { round } = this.#activity;
    const left = `── ${round === null ? "Round" : roundWords(round)}${more} `;
    return `\n${paint("bold", left + "─".repeat(Math.max(2, (width ?? 60) - left.length)))}\n\n`;
  }

  #summary(event: Extract<ProjectEvent, { type: "round-finished" }>): string {
    const { paint } = this.#job;
    const { outcome, isSuccess, commits } = event;
    const words = roundKindWords[roundKind({ outcome, isSuccess } as Round, false)];
    const started = this.#roundStartedAt === null ? null : Date.parse(this.#roundStartedAt);
    const took = started === null ? "" : elapsedText(Date.parse(this.#now()) - started);
    const round = this.#activity.round;
    const parts = [
      round === null ? "Round" : roundWords(round),
      outcome.message === null ? words : `${words}: ${safeLine(outcome.message)}`,
      took,
      effectsWords(event),
    ];
    const line = paint("bold", parts.filter((part) => part !== "").join(" · "));
    return `\n${line}\n${(commits ?? []).map((commit) => `  ${commitWords(commit)}\n`).join("")}`;
  }

  #now(): Timestamp {
    return this.#job.machine.now().toISOString() as Timestamp;
  }
}

function commitWords({ hash, subject }: Commit): string {
  return `${exactLine(hash.slice(0, 8))} ${safeLine(subject)}`;
}

/** `3 commits (a1b2c3d4 → e5f6a7b8)`. */
function commitsWords(commits: readonly Commit[]): string {
  const [first, last] = [commits[0], commits.at(-1)];
  if (first === undefined || last === undefined) return "";
  const [from, to] = [first, last].map(({ hash }) => exactLine(hash.slice(0, 8)));
  return `${count(commits.length, "commit")} (${from === to ? from : `${from} → ${to}`})`;
}
