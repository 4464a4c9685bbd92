import { nodeHost } from "@reprise/core";
import { SessionError, type Window } from "@reprise/model";
import { transcriptJson } from "@reprise/model/json";
import { withShortIds } from "../acting/short-id.ts";
import { withPlaybacks } from "../app/with-playbacks.ts";
import type { Values } from "../arguments/options.ts";
import { exitCodes } from "../exit.ts";
import { styleOf, writeTranscriptText } from "../print/transcript/transcript-text.ts";
import { keepHeapSmall } from "../small-heap.ts";
import type { Command } from "./command.ts";
import { findSession } from "./find-session.ts";

export const run: Command = async (job) => {
  keepHeapSmall();
  const { values, stdout } = job;
  const window = windowOf(values);
  const library = withPlaybacks(await job.library(), nodeHost(job.machine.env));
  const session = await findSession(job, library);
  const reading = await library.read(session, window);
  if (values.json) {
    for await (const piece of transcriptJson(reading)) await stdout.write(piece);
  } else {
    const [shown = reading.session] = await withShortIds(job, [reading.session]);
    await writeTranscriptText(stdout, { ...reading, session: shown }, styleOf(job));
  }
  return exitCodes.done;
};

function windowOf({ last, turns }: Pick<Values, "last" | "turns">): Window | undefined {
  if (turns === null) return last === null ? undefined : { last };
  if (last !== null) throw new SessionError("bad-use", "--last and --turns cannot be combined. Give one of them.");
  const match = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(turns);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (match === null || from > to) {
    throw new SessionError("bad-use", `--turns needs a range such as 3-5, smaller number first, not "${turns}".`);
  }
  return { from, to };
}
