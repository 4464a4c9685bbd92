import { type Hit, type Marker, markerOf, type SearchQuery, SessionError, termsIn } from "@reprise/model";
import { json } from "@reprise/model/json";
import { shortIdsFor } from "../acting/short-id.ts";
import { commandLine } from "../arguments/command-line.ts";
import { bufferOutput } from "../buffered-output.ts";
import { exitCodes } from "../exit.ts";
import { saveLastList } from "../last-list.ts";
import { hitTexts } from "../print/sessions/hit-text.ts";
import { hiddenLine } from "../print/sessions/session-list.ts";
import type { Command, Job } from "./command.ts";
import { queryOf } from "./list-query.ts";

const HITS_AS_TEXT = 50;

export const run: Command = async (job) => {
  const { values } = job;
  const text = job.operands.join(" ");
  const limit = values.limit ?? (values.json ? Number.POSITIVE_INFINITY : HITS_AS_TEXT);
  const library = await job.library();
  const hits = library.search(text, searchQueryOf(job));
  const hitCount = values.json
    ? await writeJson(job, hits, limit)
    : await writeText(job, hits, { marker: markerOf(termsIn(text)), limit });
  if (hitCount > 0) return exitCodes.done;
  const { hidden } = await library.list({ ...queryOf(job), limit: 1 });
  // A session without messages has nothing to find.
  throw new SessionError("not-found", nothingFound(job, text, hiddenLine({ ...hidden, empty: 0 })));
};

async function writeJson({ stdout }: Job, hits: AsyncIterable<Hit>, limit: number): Promise<number> {
  let hitCount = 0;
  const lines = bufferOutput(stdout);
  for await (const hit of hits) {
    await lines.add(`${json("search", hit)}\n`);
    if (++hitCount >= limit) break;
  }
  await lines.end();
  return hitCount;
}

async function writeText(job: Job, hits: AsyncIterable<Hit>, wish: { marker: Marker; limit: number }): Promise<number> {
  const { stdout, paint, width, values } = job;
  const texts = hitTexts({ paint, width, marker: wish.marker, isEveryWorkspace: values.all });
  let isCut = false;
  for await (const hit of hits) {
    isCut = texts.shownCount() >= wish.limit;
    if (isCut) break;
    await stdout.write(texts.next(hit, await shortIdsFor(job, [hit.session], "stdout")));
  }
  if (texts.shownCount() > 0) {
    await stdout.write(texts.end({ isCut }));
    saveLastList({ start: 1, ids: texts.sessions() }, job.machine);
  }
  return texts.shownCount();
}

function searchQueryOf(job: Job): SearchQuery {
  const { path, tool } = job.values;
  return {
    ...queryOf(job),
    ...(path.length > 0 && { paths: path }),
    ...(tool.length > 0 && { tools: tool }),
  };
}

function nothingFound({ values, operands }: Job, text: string, leftOut: string | null): string {
  const sought = text === "" ? "" : ` for "${text}"`;
  const rest = leftOut === null ? "" : ` Not searched: ${leftOut}.`;
  if (values.all) return `Nothing found${sought}${leftOut === null ? " in any session." : `.${rest}`}`;
  const command = commandLine("search", { ...values, all: true, cwd: null }, operands);
  return `Nothing found${sought} in this project.${rest} To search every session: ${command}`;
}
