import { type Agent, asThreadId, type Owner, SessionError, type Warning } from "@reprise/model";
import type { OpenThread } from "../../agents/reading/source.ts";
import type { Database } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import type { Home } from "../rollout-lookup.ts";

/** Which process has which session open, by `ownerKey`. */
interface SessionOwners {
  readonly owners: ReadonlyMap<string, Owner>;
  readonly warnings: readonly Warning[];
}

const openRows =
  "SELECT thread, cwd, updatedAt FROM rollout WHERE isOpen = 1 AND role = 'main' AND agent = ? AND home = ?";

export function ownerKey(agent: Agent, home: string, thread: string): string {
  return `${agent}\0${home}\0${thread}`;
}

export function sessionOwners(database: Database, homes: readonly Home[], host: Host): SessionOwners {
  const warnings: Warning[] = [];
  const owners = new Map<string, Owner>();
  for (const home of homes) {
    const { agent } = home.source;
    for (const [thread, owner] of ownersIn(home, database, host, warnings)) {
      owners.set(ownerKey(agent, home.path, thread), owner);
    }
  }
  return { owners, warnings };
}

function ownersIn(home: Home, database: Database, host: Host, warnings: Warning[]): ReadonlyMap<string, Owner> {
  try {
    return home.source.owners(home.path, { [Symbol.iterator]: () => openThreads(home, database) }, host);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    warnings.push({
      kind: "unreadable",
      path: home.path,
      detail: `Reprise cannot tell which process has its sessions open: ${error.message}`,
    });
    return new Map();
  }
}

function* openThreads(home: Home, database: Database): Generator<OpenThread> {
  for (const { thread, cwd, updatedAt } of database.prepare(openRows).all(home.source.agent, home.path)) {
    yield {
      thread: asThreadId(String(thread)),
      cwd: cwd as string | null,
      updatedAtMs: new Date(String(updatedAt)).getTime(),
    };
  }
}
