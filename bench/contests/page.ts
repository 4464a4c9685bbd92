import { MeasuredBrowser } from "../measure/tab.ts";
import type { Row } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { pageLargeRows } from "./page-large.ts";
import { pageScriptRow } from "./page-script.ts";
import { pageStaleRows } from "./page-stale.ts";
import { pageStreamRows } from "./page-stream.ts";

/** The page of `reprise open` in a real Chromium: its first load, its saved state, streams, and a gigabyte. */
export async function pageContest(arena: Arena): Promise<Row[]> {
  const browser = await MeasuredBrowser.start();
  try {
    return [
      ...(await pageStaleRows(arena, browser)),
      await pageScriptRow(browser),
      ...(await pageStreamRows(arena, browser)),
      ...(await pageLargeRows(arena, browser)),
    ];
  } finally {
    await browser.close();
  }
}
