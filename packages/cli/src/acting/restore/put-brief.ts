import { resolve } from "node:path";
import { agentOf, exactLine, type RestorePlan, SessionError } from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import { checkTarget } from "../../export/check-target.ts";
import { writeWhole } from "../../export/write-file.ts";
import { isOwnStdout } from "../../export/write-stream.ts";
import { clipboardSequence } from "../../print/osc52.ts";
import { bytes } from "../../print/words.ts";

/** Delivers the text and prints its location on stderr. */
type PutBrief = (text: string) => Promise<void>;

/** Throws `refused` for a target that may not be written, before anything is done. */
export async function briefTarget(job: Job, plan: RestorePlan): Promise<PutBrief> {
  const { values, machine, stdout } = job;
  if (values.copy) return (text) => copy(job, text);
  if (values.output === null || values.output === "-" || isOwnStdout(values.output))
    return async (text) => {
      if (!values.json) await stdout.write(text);
    };
  const path = resolve(machine.cwd, values.output);
  const homes = [...(await machine.homes(job.libraryOptions)), ...(await machine.homes({}))];
  const session = { agent: agentOf(plan.session), files: plan.basis };
  checkTarget(path, { homes, session, isForced: values.force });
  return (text) => writeTo(job, path, text);
}

async function writeTo({ values, machine, stderr }: Job, path: string, text: string): Promise<void> {
  const wish = { isForced: values.force, signal: machine.interruption() };
  const sizeBytes = await writeWhole(path, wish, (out) => out.write(text));
  if (!values.json) await stderr.write(`Wrote ${exactLine(path)} (${bytes(sizeBytes)}).\n`);
}

async function copy({ values, machine, stdout, stderr }: Job, text: string): Promise<void> {
  const { isTerminal } = machine;
  // With --json stdout is data, even on a terminal.
  const terminal = isTerminal.stderr ? stderr : isTerminal.stdout && !values.json ? stdout : null;
  if (terminal !== null) {
    await terminal.write(clipboardSequence(text, machine.env));
    const words =
      "Copied to the terminal's clipboard. If it is not there, the terminal does not allow it: use --output FILE.";
    if (!values.json) await stderr.write(`${words}\n`);
    return;
  }
  const program = await machine.copy(text);
  if (program === null)
    throw new SessionError(
      "not-saved",
      "There is no clipboard here: no terminal, and none of wl-copy, xclip and pbcopy. Use --output FILE.",
    );
  if (!values.json) await stderr.write(`Copied with ${program}.\n`);
}
