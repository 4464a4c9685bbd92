import { extname, resolve } from "node:path";
import { exactLine } from "@reprise/model";
import { json } from "@reprise/model/json";
import { badUse } from "../arguments/bad-use.ts";
import { type ExportFormat, exportFormats } from "../arguments/options.ts";
import { exitCodes } from "../exit.ts";
import { checkTarget } from "../export/check-target.ts";
import { writeHtml } from "../export/html.ts";
import { writeJsonl } from "../export/jsonl.ts";
import { writeMarkdown } from "../export/markdown.ts";
import type { WriteTranscript } from "../export/write.ts";
import { writeWhole } from "../export/write-file.ts";
import { isOwnStdout, isStream } from "../export/write-stream.ts";
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
  ".md": "markdown",
  ".markdown": "markdown",
  ".txt": "markdown",
  ".html": "html",
  ".htm": "html",
  ".jsonl": "jsonl",
};

/** The option table's `choices` has checked `--format`. */
function formatOf({ values }: Job): ExportFormat {
  const asked = exportFormats.find((format) => format === values.format);
  if (asked !== undefined) return asked;
  if (values.output === null) return values.json ? "jsonl" : "markdown";
  const ending = extname(values.output).toLowerCase();
  if (ending === "" || isStream(values.output)) return "markdown";
  const format = endings[ending];
  if (format !== undefined) return format;
  throw badUse(
    `${values.output}: ${ending} is not a format of export. Use .md, .html or .jsonl, or name the format with --format.`,
    [".md", ".html", ".jsonl"].map((known) => values.output?.slice(0, -ending.length) + known),
  );
}

const writers: Readonly<Record<ExportFormat, WriteTranscript>> = {
  markdown: writeMarkdown,
  html: writeHtml,
  jsonl: writeJsonl,
};
