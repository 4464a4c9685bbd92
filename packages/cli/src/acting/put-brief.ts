import { resolve } from "node:path";
import { agentOf, exactLine, type RestorePlan, SessionError } from "@reprise/model";
import type { Job } from "../commands/command.ts";
import { checkTarget } from "../export/check-target.ts";
import { isOwnStdout } from "../export/write-stream.ts";
import { writeWhole } from "../export/write-whole.ts";
import { clipboardSequence } from "../print/osc52.ts";
import { bytes } from "../print/words.ts";

/** Takes a text to where the person wants it, and says on stderr where that is. */
type PutBrief = (text: string) => Promise<void>;

/** Throws `refused` for a place that may not be written, before anything is done. */
export async function placeFor(job: Job, plan: RestorePlan): Promise<PutBrief> {
  const { values, surroundings, stdout } = job;
  if (values.copy) return (text) => copy(job, text);
  if (values.output === null || values.output === "-" || isOwnStdout(values.output))
    return async (text) => {
      if (!values.json) await stdout.write(text);
    };
  const path = resolve(surroundings.cwd, values.output);
  const homes = [...(await surroundings.homes(job.libraryOptions)), ...(await surroundings.homes({}))];
  const session = { agent: agentOf(plan.session), files: plan.basis };
  checkTarget(path, { homes, session, isForced: values.force });
  return (text) => writeTo(job, path, text);
}

async function writeTo({ values, surroundings, stderr }: Job, path: string, text: string): Promise<void> {
  const wish = { isForced: values.force, signal: surroundings.interruption() };
  const sizeBytes = await writeWhole(path, wish, (out) => out.write(text));
  if (!values.json) await stderr.write(`Wrote ${exactLine(path)} (${bytes(sizeBytes)}).\n`);
}

async function copy({ values, surroundings, stdout, stderr }: Job, text: string): Promise<void> {
  const { isTerminal } = surroundings;
  // With --json stdout is data, also on a terminal.
  const terminal = isTerminal.stderr ? stderr : isTerminal.stdout && !values.json ? stdout : null;
  if (terminal !== null) {
    await terminal.write(clipboardSequence(text, surroundings.env));
    const words =
      "Copied to the terminal's clipboard. If it is not there, the terminal does not allow it: use --output FILE.";
    if (!values.json) await stderr.write(`${words}\n`);
    return;
  }
  const program = await surroundings.copy(text);
  if (program === null)
    throw new SessionError(
      "not-saved",
      "There is no clipboard here: no terminal, and none of wl-copy, xclip and pbcopy. Use --output FILE.",
    );
  if (!values.json) await stderr.write(`Copied with ${program}.\n`);
}
