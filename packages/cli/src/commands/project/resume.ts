import { nextStepWords, SessionError } from "@reprise/model";
import { json } from "@reprise/model/json";
import { personOf, yesOrNo } from "../../acting/ask-person.ts";
import { projectResumeWish } from "../../acting/project/project-wish.ts";
import { workOnProject } from "../../acting/project/work-on-project.ts";
import { checkHomes } from "../../acting/said-settings.ts";
import { opensApp } from "../../app/app-mode.ts";
import { exitCodes } from "../../exit.ts";
import { writeProjectText } from "../../print/project/project-text.ts";
import { nextText } from "../../print/project/wish-text.ts";
import type { Command, Job } from "../command.ts";
import { scopeFolder } from "../list-query.ts";

export const run: Command = async (job) => {
  const { values, stdout, machine } = job;
  checkHomes(values);
  const wish = projectResumeWish(job);
  const isInApp = !values["dry-run"] && opensApp(values, machine);
  const path = await pathOf(job, isInApp);
  if (isInApp) {
    const { projectApp } = await import("../../app/commands.ts");
    return projectApp(job, { kind: "resume", path, wish });
  }
  if (path === null) return noPath(job);
  const projects = await job.projects();
  const view = await projects.view(path, wish);
  if (values["dry-run"]) {
    await stdout.write(values.json ? `${json("next-step", view.next)}\n` : nextText(view));
    return exitCodes.done;
  }
  if (values.plain && !values.json) {
    await writeProjectText(job, view);
    const person = view.next.refusal === null ? personOf(job) : null;
    // Without new rounds given, as many as the view says.
    const next = view.next.kind === "new-rounds" ? { ...view.next, rounds: wish.rounds } : view.next;
    const answer = (await person?.choose(`\n${nextStepWords(next)}? [y/n]`, yesOrNo)) ?? "yes";
    if (answer !== "yes") return exitCodes.done;
  }
  return workOnProject(job, await projects.resume(path, wish), view);
};

async function pathOf(job: Job, isInApp: boolean): Promise<string | null> {
  const [path] = job.operands;
  if (path === undefined) return isInApp ? null : noPath(job);
  return (await job.projects()).find(path, scopeFolder(job.values.cwd, job.machine.cwd));
}

async function noPath(job: Job): Promise<never> {
  const scope = { workspace: scopeFolder(job.values.cwd, job.machine.cwd) };
  const candidates = (await (await job.projects()).list(scope)).map(({ path }) => path);
  throw new SessionError("bad-use", "Name the project: reprise project resume PATH. reprise project list shows them.", {
    candidates,
  });
}
