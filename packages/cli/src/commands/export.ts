import { extname, resolve } from "node:path";
import { exactLine } from "@reprise/model";
import { json } from "@reprise/model/json";
import { type ExportFormat, exportFormats } from "../arguments/options.ts";
import { exitCodes } from "../exit.ts";
import { checkTarget } from "../export/check-target.ts";
import { writeHtml } from "../export/html.ts";
import { writeJsonl } from "../export/jsonl.ts";
import { writeMarkdown } from "../export/markdown.ts";
import type { WriteTranscript } from "../export/write.ts";
import { writeWhole } from "../export/write-file.ts";
import { isOwnStdout } from "../export/write-stream.ts";
import { bytes } from "../print/words.ts";
import { keepHeapSmall } from "../small-heap.ts";
import type { Command, Job } from "./command.ts";
import { findSession } from "./find-session.ts";

export const run: Command = async (job) => {
  keepHeapSmall();
  const { values, machine, stdout } = job;
  const format = formatOf(job);
  const write = writers[format];
  const library = await job.library();
  const session = await findSession(job, library);
  if (values.output === null || values.output === "-" || isOwnStdout(values.output)) {
    await write(stdout, await library.read(session));
    return exitCodes.done;
  }
  const path = resolve(machine.cwd, values.output);
  const homes = [...(await machine.homes(job.libraryOptions)), ...(await machine.homes({}))];
  checkTarget(path, { homes, session, isForced: values.force });
  const reading = await library.read(session);
  const wish = { isForced: values.force, signal: machine.interruption() };
  const sizeBytes = await writeWhole(path, wish, (out) => write(out, reading));
  const result = { session: session.id, format, path, sizeBytes };
  await stdout.write(
    values.json ? `${json("exported", result)}\n` : `Wrote ${exactLine(path)} (${bytes(sizeBytes)}).\n`,
  );
  return exitCodes.done;
};

const endings: Readonly<Record<string, ExportFormat>> = {
  ".html": "html",
  ".htm": "html",
  ".jsonl": "jsonl",
};

/** The option table's `choices` has checked `--format`. */
function formatOf({ values }: Job): ExportFormat {
  const asked = exportFormats.find((format) => format === values.format);
  if (asked !== undefined) return asked;
  if (values.output === null) return values.json ? "jsonl" : "markdown";
  return endings[extname(values.output).toLowerCase()] ?? "markdown";
}

const writers: Readonly<Record<ExportFormat, WriteTranscript>> = {
  markdown: writeMarkdown,
  html: writeHtml,
  jsonl: writeJsonl,
};
