import { resolve } from "node:path";
import { bytes, exactLine } from "@reprise/model";
import { json } from "@reprise/model/json";
import { type ExportFormat, exportFormats } from "../arguments/options.ts";
import { exitCodes } from "../exit.ts";
import { exportSession, formatFor, writers } from "../export/export-session.ts";
import { isOwnStdout } from "../export/write-stream.ts";
import { keepHeapSmall } from "../small-heap.ts";
import type { Command, Job } from "./command.ts";
import { findSession } from "./find-session.ts";

export const run: Command = async (job) => {
  keepHeapSmall();
  const { values, machine, stdout } = job;
  const format = formatOf(job);
  const library = await job.library();
  const session = await findSession(job, library);
  if (values.output === null || values.output === "-" || isOwnStdout(values.output)) {
    await writers[format](stdout, await library.read(session));
    return exitCodes.done;
  }
  const path = resolve(machine.cwd, values.output);
  const homes = [...(await machine.homes(job.libraryOptions)), ...(await machine.homes({}))];
  const [isForced, signal] = [values.force, machine.interruption()];
  const sizeBytes = await exportSession({ session, path, format, isForced, homes, library, signal });
  const result = { session: session.id, format, path, sizeBytes };
  await stdout.write(
    values.json ? `${json("exported", result)}\n` : `Wrote ${exactLine(path)} (${bytes(sizeBytes)}).\n`,
  );
  return exitCodes.done;
};

/** The option table's `choices` has checked `--format`. */
function formatOf({ values }: Job): ExportFormat {
  const asked = exportFormats.find((format) => format === values.format);
  if (asked !== undefined) return asked;
  if (values.output === null) return values.json ? "jsonl" : "markdown";
  return formatFor(values.output, ", or name the format with --format");
}
