import {
  exactLine,
  nextStepWords,
  type ProjectView,
  type ProjectWish,
  roundPermissionsText,
  safeBody,
  zonedTime,
} from "@reprise/model";
import { count } from "../words.ts";
import { projectResumeCommand } from "./resume-command.ts";

/** What `start --dry-run` says. */
export function wishText({ goal, cwd, agent, rounds, untilTime, maxTokens, settings }: ProjectWish): string {
  const said = Object.entries(settings).map(([name, value]) => `${name} ${exactLine(value ?? "")}`);
  const lines = [
    `A project in ${exactLine(cwd)} with ${agent}, at most ${count(rounds, "round")}`,
    ...(untilTime ? [`No round starts after ${zonedTime(untilTime)}.`] : []),
    ...(maxTokens ? [`No round starts once ${count(maxTokens, "token")} are used.`] : []),
    ...(said.length === 0 ? [] : [`Settings: ${said.join(", ")}`]),
    ...safeBody(goal)
      .split("\n")
      .map((line) => `  > ${line}`),
    "Nothing was done.",
  ];
  return `${lines.join("\n")}\n`;
}

/** What `resume --dry-run` says. */
export function nextText({ next, path }: ProjectView): string {
  const words = `${nextStepWords(next)}: ${projectResumeCommand(path)}`;
  const permissions = next.permissions === null ? "" : `\n${roundPermissionsText(next.permissions)}`;
  return `${words}${permissions}${next.refusal === null ? "" : `\nNot now: ${exactLine(next.refusal)}`}\nNothing was done.\n`;
}
