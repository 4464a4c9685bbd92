import type { ListQuery, Page } from "@reprise/model";
import { json } from "@reprise/model/json";
import { withShortIds } from "../acting/short-id.ts";
import { commandLine } from "../arguments/command-line.ts";
import { exitCodes } from "../exit.ts";
import { saveLastList } from "../last-list.ts";
import { listText } from "../print/sessions/session-list.ts";
import type { Command, Job } from "./command.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { queryOf } from "./list-query.ts";

const ROWS_AS_TEXT = 20;
/** One extra row is requested to see whether there are more. */
const ALL_ROWS = Number.MAX_SAFE_INTEGER - 1;

export const run: Command = async (job) => {
  const { values, stdout } = job;
  const { start, cursor } = readCursor(values.cursor);
  const limit = values.limit ?? (values.json ? ALL_ROWS : ROWS_AS_TEXT);
  const order = (values.sort as ListQuery["order"] | null) ?? undefined;
  const query = { ...queryOf(job), order, limit, cursor };
  const library = await job.library();
  const found = await library.list(query);
  const next = found.next === null ? null : writeCursor(start + found.sessions.length, found.next);
  const page: Page = { ...found, next };
  if (values.json) await stdout.write(`${json("list", page)}\n`);
  else if (page.total > 0) {
    await stdout.write(pageText(job, { ...page, sessions: await withShortIds(job, page.sessions) }, start));
    saveLastList({ start, ids: page.sessions.map(({ id }) => id) }, job.machine);
  } else {
    const { emptyListText } = await import("../lazy-commands.ts");
    await stdout.write(await emptyListText(job, library, query, page));
  }
  return exitCodes.done;
};

function pageText({ values, machine, paint, width }: Job, page: Page, start: number): string {
  const nextCommand = page.next === null ? null : commandLine("list", { ...values, cursor: page.next });
  return listText(page, { start, nextCommand }, { paint, width, isEveryWorkspace: values.all, now: machine.now() });
}
