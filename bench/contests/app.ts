import type { Row } from "../report/row.ts";
import { appListRows } from "./app-list.ts";
import { appStreamRows } from "./app-stream.ts";
import { appViewerRows } from "./app-viewer.ts";
import type { Arena } from "./contests.ts";

/** The terminal app, in a terminal: its first picture, its keys, its memory, and a stream. */
export async function appContest(arena: Arena): Promise<Row[]> {
  return [...(await appListRows(arena)), ...(await appViewerRows(arena)), ...(await appStreamRows())];
}
