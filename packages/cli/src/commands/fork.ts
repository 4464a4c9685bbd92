import type { FilesPlan, Runner } from "@reprise/model";
import { promptFrom } from "../acting/read-prompt.ts";
import { printPlan } from "../acting/restore/print-plan.ts";
import {
  agreeToStart,
  checkRestore,
  planNamed,
  restoreAgreed,
  sameWithYes,
} from "../acting/restore/restore-session.ts";
import { agreeToFiles, checkConflicts, printFiles, rewind, undoRewind } from "../acting/restore/rewind.ts";
import { checkExclusive, wishOf } from "../acting/said-settings.ts";
import { badUse } from "../arguments/bad-use.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { filesText } from "../print/plan/files-text.ts";
import type { Command, Job } from "./command.ts";

export const run: Command = async (job) => {
  const { values, operands } = job;
  checkWords(job);
  if (values.undo) return undoRewind(job, operands[0] ?? "");
  const prompt = await promptFrom(job, operands[1], {
    takesPiped: false,
    target: { mode: "fork", session: operands[0] ?? null },
  });
  const runner = await job.runner();
  const plan = await planNamed(job, runner, wishOf(job, prompt, ["fork", "replay"]));
  const files = await filesOf(job, runner, plan.session);
  if (values["files-only"] && files !== null) return onlyFiles(job, runner, files);
  if (values["dry-run"]) {
    await printPlan(job, plan);
    return files === null ? exitCodes.done : printFiles(job, files);
  }
  if (files !== null) await checkConflicts(job, files);
  const preview = files === null ? "" : filesText(files, job.paint);
  const consent = await agreeToStart(job, plan, { command: "fork", preview });
  if (files !== null) await rewind(job, runner, files);
  return restoreAgreed(job, runner, { plan, consent, command: "fork" });
};

function checkWords(job: Job): void {
  const { values, operands } = job;
  checkRestore(job);
  const others = ["files", "files-only", "at", "to", "dry-run", "step"] as const;
  checkExclusive(values, ["files", "files-only"], ...others.map((other) => ["undo", other] as const));
  const hasPrompt = operands[1] !== undefined;
  if (values.undo && hasPrompt) throw badUse("--undo takes one ID, and no PROMPT.");
  if (values["files-only"] && hasPrompt) throw badUse("--files-only takes no PROMPT: it makes no session.");
  if ((values.files || values["files-only"]) && values.at === null) throw badUse("--files needs a turn: --at TURN.");
}

async function filesOf({ values }: Job, runner: Runner, session: string): Promise<FilesPlan | null> {
  if (values.at === null || !(values.files || values["files-only"])) return null;
  return runner.filesAt(session, values.at);
}

async function onlyFiles(job: Job, runner: Runner, files: FilesPlan): Promise<ExitCode> {
  if (job.values["dry-run"]) return printFiles(job, files);
  await checkConflicts(job, files);
  await agreeToFiles(job, files, sameWithYes(job, "fork"));
  await rewind(job, runner, files);
  return exitCodes.done;
}
