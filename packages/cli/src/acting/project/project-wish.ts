import type { ProjectResumeWish, ProjectWish } from "@reprise/model";
import { badUse } from "../../arguments/bad-use.ts";
import type { Job } from "../../commands/command.ts";
import { saidSettings } from "../said-settings.ts";
import { untilTime } from "./until-time.ts";

const usualRounds = 10;

export async function projectWish(job: Job): Promise<ProjectWish> {
  const { values, machine } = job;
  const { cwd = null, ...settings } = saidSettings(job);
  return {
    goal: await goalOf(job),
    cwd: cwd ?? machine.cwd,
    agent: values.agent ?? machine.agents[0].agent,
    settings,
    ...boundsOf(job),
  };
}

export function projectResumeWish(job: Job): ProjectResumeWish {
  const { cwd: _, ...settings } = saidSettings(job);
  return { agent: job.values.agent, settings, isFresh: job.values.fresh, ...boundsOf(job) };
}

function boundsOf({ values, machine }: Job): Pick<ProjectWish, "rounds" | "untilTime" | "maxTokens"> {
  const until = values["until-time"];
  return {
    rounds: values.rounds ?? usualRounds,
    untilTime: until === null ? null : untilTime(until, machine.now()),
    maxTokens: values["max-tokens"],
  };
}

async function goalOf({ operands, machine }: Job): Promise<string> {
  const [word] = operands;
  const isPiped = word === "-" || (word === undefined && !machine.isTerminal.stdin);
  const goal = isPiped ? (await machine.readStdin()).trimEnd() : (word ?? "");
  if (goal.trim() === "") throw badUse('project start needs GOAL: reprise project start "GOAL".');
  return goal;
}
