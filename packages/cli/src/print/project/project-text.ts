import { type ProjectView, projectStateLine, type Round, roundSummaryWords, safeLine, zonedTime } from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import { factsText, styleOf, writeTurns } from "../transcript/transcript-text.ts";
import { projectResumeCommand } from "./resume-command.ts";

/** The project and its rounds in recorded order. Runs and sends nothing. */
export async function writeProjectText(job: Job, view: ProjectView): Promise<void> {
  const { stdout, stderr, paint } = job;
  await stdout.write(factsText(factsOf(view), { paint }));
  for (const round of view.rounds) await writeRound(job, view, round);
  for (const problem of view.problems) await stdout.write(`\n${paint("red", safeLine(problem))}\n`);
  if (view.state !== "running") await stderr.write(`\nTo continue: ${projectResumeCommand(view.path)}\n`);
}

function factsOf(view: ProjectView): [string, string][] {
  const tasks = (title: string, all: readonly string[]): [string, string][] =>
    all.map((task, index) => [index === 0 ? title : "", task]);
  const facts: [string, string | null][] = [
    ["Project", view.path],
    ["Title", view.title],
    ["Goal", view.goal.trim().replace(/\s+/g, " ") === view.title ? null : view.goal],
    ["State", projectStateLine({ ...view, rounds: view.rounds.length })],
    ["Workspace", view.workspace],
    ["Branch", view.branch],
    ["Time", `${zonedTime(view.createdAt)} – ${zonedTime(view.updatedAt)}`],
    ["Log of", view.origin === "codexpotter" ? "CodexPotter" : null],
    ...tasks("In progress", view.inProgress),
    ...tasks("To do", view.todo),
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

async function writeRound(job: Job, view: ProjectView, round: Round): Promise<void> {
  const { stdout, paint } = job;
  const words = safeLine(roundSummaryWords(round, view.state === "running"));
  await stdout.write(`\n${paint("bold", `━━ ${words}`)}\n`);
  if (round.problem !== null) await stdout.write(`${paint("red", safeLine(round.problem))}\n`);
  for (const { hash, subject } of round.commits ?? [])
    await stdout.write(`${paint("dim", safeLine(`${hash.slice(0, 8)} ${subject}`))}\n`);
  if (round.session === null) return;
  const reading = await (await job.library()).read(round.session);
  const { model, workspace } = reading.session;
  const configured = [round.session, model, workspace].filter((fact) => fact !== null).join(" · ");
  await stdout.write(`${paint("dim", safeLine(configured))}\n`);
  await writeTurns(stdout, reading, styleOf(job));
}
