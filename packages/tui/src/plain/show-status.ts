import { exactLine, notShownIn, notShownWords, type SessionSummary, type StatusRow } from "@reprise/model";
import { detailsOf, titleOf } from "../screens/status/row-details.ts";
import { hasPrompt, whyNotRestore } from "../screens/status/status-row.ts";
import type { World } from "../world.ts";
import { dismissOrNot } from "./dismiss.ts";
import { isBack, type Lines, say } from "./lines.ts";
import type { sendUnsent } from "./start-new.ts";

const WIDE = 1_000;

/** A session to resume, or a prompt to send. */
type Chosen = { readonly session: SessionSummary } | { readonly offer: UnsentOffer };
type UnsentOffer = Parameters<typeof sendUnsent>[0];

async function dismissRow(row: StatusRow | undefined, world: World, lines: Lines): Promise<void> {
  if (row?.session) return dismissOrNot(row.session, world, lines);
  say(lines, row ? "Only an interrupted session can be dismissed." : "There is no such number.");
}

/** Here no key waits: a line is a message. */
function limitHint({ session, agent }: StatusRow): string {
  return `reprise resume ${exactLine(session ?? agent)} --when-reset waits for its end`;
}

/** Shows interrupted and running work; returns what the user wants to continue. */
export async function showStatus(isAll: boolean, world: World, lines: Lines): Promise<Chosen | null> {
  const scope = isAll ? "all" : { workspace: world.cwd };
  const rows = await (await world.runner()).status(scope);
  const notShown = notShownWords(await notShownIn(scope, world.library));
  if (rows.length === 0) say(lines, "Nothing was interrupted, and nothing runs.");
  for (const [index, row] of rows.entries())
    say(lines, `${index + 1}. ${titleOf(row)}`, ...detailsOf(row, WIDE, limitHint(row)).map(({ text }) => text));
  if (notShown !== "") say(lines, `Not shown: ${notShown}.`);
  if (rows.length === 0) return null;
  for (;;) {
    const line = (await lines.ask('Number of one to resume, "dismiss" and a number, or back: '))?.trim().toLowerCase();
    if (line === undefined || line === "" || isBack(line)) return null;
    const dismissed = /^dismiss\s+(\d+)$/.exec(line);
    if (dismissed) {
      await dismissRow(rows[Number(dismissed[1]) - 1], world, lines);
      continue;
    }
    const row = /^\d+$/.test(line) ? rows[Number(line) - 1] : undefined;
    const reason = row === undefined ? `Please type a number from 1 to ${rows.length}, or back.` : whyNotRestore(row);
    if (row !== undefined && hasPrompt(row)) {
      const { run, unsentPrompt: prompt, agent, updatedAt } = row;
      return { offer: { run, prompt, agent, startedAt: updatedAt ?? world.now() } };
    }
    if (reason === null && row?.session) return { session: await world.library.find(row.session) };
    say(lines, reason ?? "Nothing of it was written down yet.");
  }
}
