import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { type Finding, SessionError } from "@reprise/model";
import { json } from "@reprise/model/json";
import { exitCodes } from "../exit.ts";
import { findingText } from "../print/doctor/finding-text.ts";
import { summaryText } from "../print/doctor/summary-text.ts";
import type { Command, Job } from "./command.ts";
import { type Summary, summarise } from "./doctor-summary.ts";
import { unreadableHere } from "./unreadable-here.ts";

export const run: Command = async (job) => {
  const path = pathOf(job);
  const library = await job.library();
  const homes = await job.machine.homes(job.libraryOptions);
  const summary = await summarise(library, homes, path);
  const findings = everyFinding(library.diagnose(path), path === undefined ? job : null);
  await (job.values.json ? writeJson(job, findings, summary) : writeText(job, findings, summary));
  return exitCodes.done;
};

async function* everyFinding(diagnosed: AsyncIterable<Finding>, here: Job | null): AsyncGenerator<Finding> {
  yield* diagnosed;
  if (here) yield* unreadableHere(here.machine);
}

async function writeJson({ stdout }: Job, findings: AsyncIterable<Finding>, summary: Summary): Promise<void> {
  await stdout.write('{"findings":[');
  let separator = "\n";
  for await (const finding of findings) {
    await stdout.write(separator + json("finding", finding));
    separator = ",\n";
  }
  await stdout.write(`],"summary":${json("doctor-summary", summary)}}\n`);
}

async function writeText({ stdout, paint }: Job, findings: AsyncIterable<Finding>, summary: Summary): Promise<void> {
  await stdout.write(summaryText(summary, paint));
  let findingCount = 0;
  for await (const finding of findings) {
    findingCount += 1;
    await stdout.write(`\n${findingText(finding, paint)}`);
  }
  if (findingCount === 0) await stdout.write("\nNo damaged or missing sessions.\n");
}

function pathOf({ operands, machine }: Job): string | undefined {
  if (operands[0] === undefined) return undefined;
  const path = resolve(machine.cwd, operands[0]);
  if (isThere(path)) return path;
  throw new SessionError("not-found", `${path} does not exist. Give a file or folder of an agent, or nothing for all.`);
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // not a valid file name
  }
}
