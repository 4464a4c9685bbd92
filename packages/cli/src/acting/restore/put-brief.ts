import { resolve } from "node:path";
import { agentOf, exactLine, type RestorePlan } from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import { checkTarget } from "../../export/check-target.ts";
import { writeWhole } from "../../export/write-file.ts";
import { isOwnStdout } from "../../export/write-stream.ts";
import { copyText } from "../../print/copy-text.ts";
import { bytes } from "../../print/words.ts";

/** Delivers the text and prints its location on stderr. */
type PutBrief = (text: string) => Promise<void>;

/** Throws `refused` for a target that may not be written, before anything is done. */
export async function briefTarget(job: Job, plan: RestorePlan): Promise<PutBrief> {
  const { values, machine, stdout } = job;
  if (values.copy) return (text) => copyText(job, text, "Use --output FILE.");
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
