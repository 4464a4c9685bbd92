import { sep } from "node:path";
import { type Agent, everySession, type Hidden, type Library, type Page, type SessionSummary } from "@reprise/model";
import type { Home } from "../machine.ts";

export interface Amount {
  readonly sessionCount: number;
  readonly fileCount: number;
  readonly sizeBytes: number;
  readonly damagedCount: number;
  /** Sessions the default list leaves out, by the first reason that applies. */
  readonly hidden: Hidden;
}

export interface Summary extends Amount {
  /** `path` is null for sessions outside every home. */
  readonly homes: readonly (Amount & { readonly agent: Agent; readonly path: string | null })[];
}

/** Totals by agent and home, for the machine or below `path`. */
export async function summarise(library: Library, homes: readonly Home[], path?: string): Promise<Summary> {
  const all: SessionSummary[] = [];
  for await (const session of sessionsIn(library)) {
    if (path === undefined || session.files.some((file) => isBelow(file.path, path))) all.push(session);
  }
  const groups = new Map<string, { agent: Agent; path: string | null; sessions: SessionSummary[] }>();
  for (const home of homes) groups.set(`${home.agent} ${home.path}`, { ...home, sessions: [] });
  for (const session of all) {
    const home = homeOf(session, homes);
    const key = `${session.agent} ${home}`;
    const group = groups.get(key) ?? { agent: session.agent, path: home, sessions: [] };
    group.sessions.push(session);
    groups.set(key, group);
  }
  const perHome = [...groups.values()].map(({ agent, path, sessions }) => ({
    agent,
    path,
    ...amountOf(sessions),
  }));
  return { ...amountOf(all), homes: perHome };
}

async function* sessionsIn(library: Library): AsyncIterable<SessionSummary> {
  const all = { ...everySession, limit: 1000 };
  for (const query of [all, { ...all, state: "unreadable" } as const]) {
    let cursor: string | undefined;
    do {
      const page: Page = await library.list({ ...query, cursor });
      yield* page.sessions;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }
}

function homeOf(session: SessionSummary, homes: readonly Home[]): string | null {
  const path = session.files[0]?.path ?? "";
  const around = homes.filter((home) => home.agent === session.agent && isBelow(path, home.path));
  return around.reduce<string | null>(
    (best, { path }) => (best === null || path.length > best.length ? path : best),
    null,
  );
}

function amountOf(sessions: readonly SessionSummary[]): Amount {
  const sizes = new Map<string, number>();
  for (const { files } of sessions) for (const file of files) sizes.set(file.path, file.sizeBytes);
  const reasons = sessions.map(hiddenBecause);
  const hiddenFor = (reason: keyof Hidden) => reasons.filter((one) => one === reason).length;
  return {
    sessionCount: sessions.length,
    fileCount: sizes.size,
    sizeBytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    damagedCount: sessions.filter((session) => session.damageCount > 0).length,
    hidden: {
      empty: hiddenFor("empty"),
      subagents: hiddenFor("subagents"),
      archived: hiddenFor("archived"),
      byPerson: hiddenFor("byPerson"),
      unreadable: hiddenFor("unreadable"),
    },
  };
}

function hiddenBecause({ archived, hidden, subagentOf, state }: SessionSummary): keyof Hidden | null {
  if (state === "unreadable") return "unreadable";
  if (hidden) return "byPerson";
  if (archived) return "archived";
  if (subagentOf !== null) return "subagents";
  return state === "empty" ? "empty" : null;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
