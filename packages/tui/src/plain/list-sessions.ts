import { type ListQuery, type Page, type SessionSummary, safeLine } from "@reprise/model";
import { labelOf } from "../screens/sessions/session-words.ts";
import { count } from "../text/count.ts";
import { localTime } from "../text/time.ts";
import type { World } from "../world.ts";
import { type Lines, say } from "./lines.ts";

export const PAGE_SIZE = 20;
const MOST_FOUND = 20;

/** What was read out so far; its numbers stay what they are while pages are added. */
export interface Shelf {
  readonly isAll: boolean;
  readonly sessions: readonly SessionSummary[];
  readonly next: string | null;
}

export async function readShelf(isAll: boolean, world: World, lines: Lines): Promise<Shelf> {
  const page = await world.library.list({ ...queryOf(isAll, world), limit: PAGE_SIZE });
  sayPage(page, 0, isAll, world, lines);
  return { isAll, sessions: page.sessions, next: page.next };
}

export async function readMore(shelf: Shelf, world: World, lines: Lines): Promise<Shelf> {
  if (shelf.next === null) {
    say(lines, "There are no more.");
    return shelf;
  }
  const query = { ...queryOf(shelf.isAll, world), limit: PAGE_SIZE, cursor: shelf.next };
  const page = await world.library.list(query);
  sayPage(page, shelf.sessions.length, shelf.isAll, world, lines);
  return { ...shelf, sessions: [...shelf.sessions, ...page.sessions], next: page.next };
}

/** Sessions in which the words were said, run or edited. */
export async function search(words: string, isAll: boolean, world: World, lines: Lines): Promise<Shelf> {
  const stop = new AbortController();
  const found = new Map<string, SessionSummary>();
  say(lines, `Searching for ${safeLine(words)}.`);
  for await (const hit of world.library.search(words, queryOf(isAll, world), stop.signal)) {
    if (found.has(hit.session)) continue;
    const session = await world.library.find(hit.session);
    found.set(hit.session, session);
    say(
      lines,
      `${found.size}. ${sessionLine(session)}`,
      `   Turn ${hit.turn}, ${hit.kind}: ${safeLine(hit.snippet)}`,
    );
    if (found.size >= MOST_FOUND) break;
  }
  stop.abort();
  say(
    lines,
    found.size === 0
      ? "Nothing was found."
      : `${count(found.size, "session")} found. "list" shows all again.`,
  );
  return { isAll, sessions: [...found.values()], next: null };
}

export function sessionLine(session: SessionSummary): string {
  const { state, agent, updatedAt, messageCount, toolCount, owner } = session;
  const held = owner === null ? "" : `, open in ${safeLine(owner.program)} (process ${owner.pid})`;
  const sizes = `${count(messageCount, "message")}, ${count(toolCount, "tool call")}`;
  return `${labelOf(session)}. State: ${state}${held}. ${agent}, ${localTime(updatedAt)}, ${sizes}.`;
}

function queryOf(isAll: boolean, { cwd }: World): ListQuery {
  return { scope: isAll ? "all" : { workspace: cwd } };
}

function sayPage(page: Page, start: number, isAll: boolean, world: World, lines: Lines): void {
  const where = isAll ? "all projects" : `this project (${safeLine(world.cwd)})`;
  if (page.total === 0) say(lines, `No sessions in ${where}.`, ...emptyWords(isAll, world));
  else say(lines, `Sessions of ${where}: ${start + 1} to ${start + page.sessions.length} of ${page.total}.`);
  say(lines, ...page.sessions.map((session, index) => `${start + index + 1}. ${sessionLine(session)}`));
  const { empty, subagents, archived } = page.hidden;
  const hidden = empty + subagents + archived;
  if (hidden > 0)
    say(lines, `Not shown: ${empty} without messages, ${subagents} of sub-agents, ${archived} archived.`);
}

function emptyWords(isAll: boolean, { homes = [] }: World): string[] {
  if (!isAll) return ['"all" shows those of every project.'];
  return [
    "Looked in:",
    ...homes.map((home) => `  ${safeLine(home)}`),
    "reprise demo --plain shows how it would be.",
  ];
}
