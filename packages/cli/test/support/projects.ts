import {
  type ProjectControls,
  type ProjectEvent,
  type ProjectResumeWish,
  type ProjectRun,
  type ProjectSummary,
  type Projects,
  type ProjectView,
  type ProjectWish,
  SessionError,
} from "@reprise/model";
import { sampleProject, sampleProjectPath } from "@reprise/testkit";

/** What happens when the work gets there: an event, or something done to the process. */
export type ScriptedStep = ProjectEvent | (() => void | Promise<void>);

export interface ProjectScript {
  readonly views?: readonly ProjectView[];
  readonly summaries?: readonly ProjectSummary[];
  readonly steps?: readonly ScriptedStep[];
  /** What is thrown by `start` and `resume`. */
  readonly refusal?: SessionError;
}

/** Projects in a test: a script in place of agents. A paused round waits for its controls. */
export class ScriptedProjects implements Projects {
  readonly done: (readonly [string, unknown?])[] = [];
  readonly #script: ProjectScript;
  #answer = Promise.withResolvers<"continued" | "stopped" | "ended">();

  constructor(script: ProjectScript = {}) {
    this.#script = script;
  }

  async list(): Promise<readonly ProjectSummary[]> {
    return this.#script.summaries ?? [];
  }

  async find(path: string): Promise<string> {
    const found = (this.#script.views ?? [sampleProject()]).find((view) => view.path.endsWith(path));
    if (found) return found.path;
    throw new SessionError("not-found", `There is no project at ${path}.`, { candidates: [path] });
  }

  async view(path: string): Promise<ProjectView> {
    const found = (this.#script.views ?? [sampleProject()]).find((view) => view.path === path);
    if (found) return found;
    throw new SessionError("not-found", "There is no such project.");
  }

  async start(wish: ProjectWish): Promise<ProjectRun> {
    return this.#run("start", wish);
  }

  async resume(_path: string, wish: ProjectResumeWish): Promise<ProjectRun> {
    return this.#run("resume", wish);
  }

  running(): ProjectRun | null {
    return null;
  }

  async close(): Promise<void> {
    this.done.push(["close"]);
  }

  #run(how: string, wish: unknown): ProjectRun {
    this.done.push([how, wish]);
    if (this.#script.refusal) throw this.#script.refusal;
    return {
      path: sampleProjectPath,
      origin: "test",
      controls: this.#controls(),
      events: () => this.#events(),
    };
  }

  #controls(): ProjectControls {
    const control = (name: string, answer?: "continued" | "stopped" | "ended") => async () => {
      this.done.push([name]);
      if (answer) this.#answer.resolve(answer);
    };
    return {
      interrupt: control("interrupt"),
      continueRound: control("continueRound", "continued"),
      stop: control("stop", "stopped"),
      end: control("end", "ended"),
    };
  }

  async *#events() {
    let number = 0;
    for (const step of this.#script.steps ?? []) {
      if (typeof step === "function") {
        await step();
        continue;
      }
      number += 1;
      yield { number, event: step };
      if (step.type !== "round-paused") continue;
      const answer = await this.#answer.promise;
      this.#answer = Promise.withResolvers();
      if (answer === "continued") continue;
      const state = answer === "stopped" ? ("stopped" as const) : ("interrupted" as const);
      yield { number: number + 1, event: { type: "project-ended" as const, state, rounds: 0, reason: null } };
      return;
    }
  }
}
