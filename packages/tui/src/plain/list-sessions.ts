import {
  exactLine,
  hitPlace,
  type ListQuery,
  labelOf,
  localTime,
  type Page,
  rootOf,
  type SessionSummary,
  safeLine,
  snippetText,
} from "@reprise/model";
import { onlyWords } from "../screens/sessions/list/session-words.ts";
import { queryOf } from "../screens/sessions/query.ts";
import type { Filters } from "../screens/sessions/state.ts";
import { count } from "../text/count.ts";
import type { World } from "../world.ts";
import { type Lines, say } from "./lines.ts";

const PAGE_SIZE = 20;
const MOST_FOUND = 20;

/** The sessions listed so far; numbers do not change as pages are added. */
export interface ReadSessions {
  readonly filters: Filters;
  readonly sessions: readonly SessionSummary[];
  readonly next: string | null;
}

export async function readSessions(filters: Filters, world: World, lines: Lines): Promise<ReadSessions> {
  const page = await world.library.list({ ...queryIn(filters, world), limit: PAGE_SIZE });
  sayPage(page, 0, filters, world, lines);
  return { filters, sessions: page.sessions, next: page.next };
}

export async function readMore(listed: ReadSessions, world: World, lines: Lines): Promise<ReadSessions> {
  if (listed.next === null) {
    say(lines, "There are no more.");
    return listed;
  }
  const query = { ...queryIn(listed.filters, world), limit: PAGE_SIZE, cursor: listed.next };
  const page = await world.library.list(query);
  sayPage(page, listed.sessions.length, listed.filters, world, lines);
  return { ...listed, sessions: [...listed.sessions, ...page.sessions], next: page.next };
}

/** Sessions whose messages, commands or edits contain the words. */
export async function search(words: string, filters: Filters, world: World, lines: Lines): Promise<ReadSessions> {
  const stop = new AbortController();
  const found = new Map<string, SessionSummary>();
  say(lines, `Searching for ${exactLine(words)}.`);
  let isCut = false;
  for await (const hit of world.library.search(words, queryIn(filters, world), stop)) {
    if (found.has(hit.session)) continue;
    isCut = found.size >= MOST_FOUND;
    if (isCut) break;
    const session = await world.library.find(hit.session);
    found.set(hit.session, session);
    const place = hit.kind === "title" ? [] : [`   In ${hitPlace(hit)}: ${safeLine(snippetText(hit))}`];
    say(lines, `${found.size}. ${sessionLine(session, filters, world)}`, ...place);
  }
  stop.abort();
  say(
    lines,
    found.size === 0
      ? "Nothing was found."
      : isCut
        ? `These are the best ${found.size}; there are more. More words find fewer. "list" shows all again.`
        : `${count(found.size, "session")} found. "list" shows all again.`,
  );
  return { filters, sessions: [...found.values()], next: null };
}

export function sessionLine(
  session: SessionSummary,
  { isAll }: Pick<Filters, "isAll">,
  { homeFolder }: Pick<World, "homeFolder">,
): string {
  const { state, agent, updatedAt, messageCount, toolCount, owner, damageCount } = session;
  const sizes = `${count(messageCount, "message")}, ${count(toolCount, "tool call")}`;
  const root = isAll ? ` Root: ${rootOf(session, homeFolder).replace(/^root: /, "")}.` : "";
  const damaged = damageCount > 0 ? ` ${count(damageCount, "damaged place")}.` : "";
  const held = owner === null ? "" : `, open in ${exactLine(owner.program)} (process ${owner.pid})`;
  return `${labelOf(session)}. State: ${state}${held}. ${agent}, ${localTime(updatedAt)}, ${sizes}.${root}${damaged}`;
}

function queryIn(filters: Filters, { cwd, traits, homeFolder, isDemo, demo }: World): ListQuery {
  return queryOf({ filters, here: { cwd, agents: traits, homeFolder, isDemo, hasDemo: demo !== undefined } });
}

function sayPage(page: Page, start: number, filters: Filters, world: World, lines: Lines): void {
  const { isAll } = filters;
  const only = onlyWords(filters);
  const where = `${isAll ? "all projects" : `this project (${exactLine(world.cwd)})`}${only === "" ? "" : `, only ${only}`}`;
  if (page.total === 0) say(lines, `No sessions in ${where}.`, ...emptyWords(isAll, world));
  else say(lines, `Sessions of ${where}: ${start + 1} to ${start + page.sessions.length} of ${page.total}.`);
  say(lines, ...page.sessions.map((session, index) => `${start + index + 1}. ${sessionLine(session, filters, world)}`));
  const { empty, subagents, archived, unreadable } = page.hidden;
  const hidden = [
    empty > 0 ? `${empty} without messages ("empty")` : "",
    subagents > 0 ? `${subagents} of sub-agents ("sub-agents")` : "",
    archived > 0 ? `${archived} archived ("archived")` : "",
  ].filter((words) => words !== "");
  if (hidden.length > 0) say(lines, `Not shown, each with the word that shows them: ${hidden.join(", ")}.`);
  if (unreadable > 0) say(lines, `${unreadable} could not be read; the command "reprise doctor" says why.`);
}

function emptyWords(isAll: boolean, { homes = [] }: World): string[] {
  if (!isAll) return ['"all" shows those of every project.'];
  return ["Looked in:", ...homes.map((home) => `  ${exactLine(home)}`), "reprise demo --plain shows how it would be."];
}
