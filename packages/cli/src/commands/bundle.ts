import { resolve } from "node:path";
import { type Bundled, exactLine } from "@reprise/model";
import { json } from "@reprise/model/json";
import { badUse } from "../arguments/bad-use.ts";
import { exitCodes } from "../exit.ts";
import { checkTarget } from "../export/check-target.ts";
import { bytes, count } from "../print/words.ts";
import type { Command } from "./command.ts";
import { findSession } from "./find-session.ts";

export const run: Command = async (job) => {
  const { values, machine, stdout, libraryOptions } = job;
  if (values.output === null || values.output === "-") throw badUse("Name the bundle to write: -o FILE.");
  const library = await job.library();
  const session = await findSession(job, library);
  const path = resolve(machine.cwd, values.output);
  const homes = [...(await machine.homes(libraryOptions)), ...(await machine.homes({}))];
  checkTarget(path, { homes, session, isForced: values.force });
  const bundles = await machine.openBundles(library, libraryOptions);
  const made = await bundles.bundle({
    session: session.id,
    path,
    replaces: values.force,
    isRedacted: values.redact,
    isDryRun: values["dry-run"],
    signal: machine.interruption(),
  });
  await stdout.write(values.json ? `${json("bundled", made)}\n` : textOf(made));
  return exitCodes.done;
};

function textOf({ session, title, path, sizeBytes, parts, totalBytes, isRedacted }: Bundled): string {
  const hasNotes = parts.some((part) => part.path === "annotation.json");
  const warning = isRedacted
    ? "Secrets that were recognised are replaced: the files in this bundle differ from the originals."
    : "This bundle holds the whole conversation, including anything secret said in it.";
  const lines = [
    `${session}  ${exactLine(title)}`,
    ...parts.map((part) => `  ${exactLine(part.path)} (${bytes(part.sizeBytes)})`),
    warning,
    ...(hasNotes ? ["Includes your name and tags."] : []),
    sizeBytes === null
      ? `Would write ${count(parts.length, "file")}, ${bytes(totalBytes)}, to ${exactLine(path)}. Nothing was written.`
      : `Wrote ${exactLine(path)} (${bytes(sizeBytes)}).`,
  ];
  return `${lines.join("\n")}\n`;
}
