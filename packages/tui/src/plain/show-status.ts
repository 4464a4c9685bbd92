import type { SessionSummary } from "@reprise/model";
import { detailsOf, titleOf } from "../screens/crash/blocks.ts";
import { whyNotRestore } from "../screens/crash/cut-off.ts";
import type { World } from "../world.ts";
import { isBack, type Lines, say } from "./lines.ts";

const WIDE = 1_000;

/** What was going on when something died; the session to restore, where the person wants one. */
export async function showStatus(isAll: boolean, world: World, lines: Lines): Promise<SessionSummary | null> {
  const rows = await (await world.runner()).status(isAll ? "all" : { workspace: world.cwd });
  if (rows.length === 0) say(lines, "Nothing was interrupted, and nothing runs.");
  for (const [index, row] of rows.entries())
    say(lines, `${index + 1}. ${titleOf(row)}`, ...detailsOf(row, WIDE).map(({ text }) => text));
  if (rows.length === 0) return null;
  for (;;) {
    const line = (await lines.ask("Number of one to restore, or back: "))?.trim().toLowerCase();
    if (line === undefined || line === "" || isBack(line)) return null;
    const row = /^\d+$/.test(line) ? rows[Number(line) - 1] : undefined;
    const reason =
      row === undefined ? `Please type a number from 1 to ${rows.length}, or back.` : whyNotRestore(row);
    if (reason === null && row?.session) return world.library.find(row.session);
    say(lines, reason ?? "Nothing of it was written down yet.");
  }
}
