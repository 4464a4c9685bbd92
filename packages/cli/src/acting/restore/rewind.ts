import { exactLine, type FilesPlan, type Runner, SessionError } from "@reprise/model";
import { json } from "@reprise/model/json";
import type { Job } from "../../commands/command.ts";
import { type ExitCode, exitCodes } from "../../exit.ts";
import { changedFiles, filesText, uncoveredText } from "../../print/plan/files-text.ts";
import { count, shellWord } from "../../print/words.ts";
import { personOf } from "../ask-person.ts";

export async function printFiles({ values, stdout, paint }: Job, files: FilesPlan): Promise<ExitCode> {
  await stdout.write(values.json ? `${json("files", files)}\n` : filesText(files, paint));
  return exitCodes.done;
}

/** If the person changed any file since, no file is touched. */
export async function checkConflicts(job: Job, files: FilesPlan): Promise<void> {
  const conflicts = files.files.flatMap(({ path, conflict }) => (conflict === null ? [] : [`${path}: ${conflict}`]));
  if (conflicts.length === 0) return;
  const message = `${count(conflicts.length, "file")} cannot be put back to how it was after turn ${files.turn}. Nothing was done. Save your changes elsewhere, or fork without --files:`;
  return refuseFiles(job, files, { message, candidates: conflicts, wasShown: false });
}

/** Returns on Enter or `--yes`. */
export async function agreeToFiles(job: Job, files: FilesPlan, again: string): Promise<void> {
  if (job.values.yes) return;
  const person = personOf(job);
  if (person === null) {
    const message = "Changing files needs your consent. Nothing was done.";
    return refuseFiles(job, files, { message, candidates: [again], wasShown: false });
  }
  await job.stderr.write(filesText(files, job.paint));
  const chosen = await person.choose("Enter starts, Esc cancels", { enter: "start" } as const);
  if (chosen !== "start")
    return refuseFiles(job, files, { message: "Nothing was done.", candidates: [], wasShown: true });
}

/** Prints how to undo as soon as it is done, whatever follows. */
export async function rewind(job: Job, runner: Runner, files: FilesPlan): Promise<void> {
  const { session, turn } = files;
  const paths = changedFiles(files).map(({ path }) => path);
  if (paths.length === 0) return;
  const rewind = await runner.rewindFiles(files);
  if (job.values.json)
    await job.stdout.write(`${json("event", { type: "files-rewound", session, turn, rewind, paths })}\n`);
  else {
    const undo = `reprise fork --undo ${shellWord(exactLine(rewind))}`;
    const doubts = files.files.filter(({ doubt }) => doubt !== null).length;
    const uncertain = doubts === 0 ? "" : ` (${count(doubts, "file")} uncertain)`;
    await job.stderr.write(
      `${count(paths.length, "file")} as after turn ${turn}${uncertain}. To undo: ${undo}\n${uncoveredText(files, job.paint)}`,
    );
  }
}

export async function undoRewind(job: Job, rewind: string): Promise<ExitCode> {
  const paths = await (await job.runner()).undoRewind(rewind);
  const words = [`${count(paths.length, "file")} as before:`, ...paths.map((path) => `  ${exactLine(path)}`)];
  await job.stdout.write(
    job.values.json ? `${json("event", { type: "rewind-undone", rewind, paths })}\n` : `${words.join("\n")}\n`,
  );
  return exitCodes.done;
}

async function refuseFiles(
  { values, stdout, stderr, paint }: Job,
  files: FilesPlan,
  refusal: { readonly message: string; readonly candidates: readonly string[]; readonly wasShown: boolean },
): Promise<never> {
  const { message, candidates, wasShown } = refusal;
  if (values.json) await stdout.write(`${json("event", { type: "files-refused", files })}\n`);
  else if (!wasShown) await stderr.write(filesText(files, paint));
  throw new SessionError("refused", message, { candidates });
}
