import { asThreadId, type Library, SessionError, type SessionSummary, sessionIdOf } from "@reprise/model";
import type { LoggedRound } from "./log/log-record.ts";

/** A Library that may answer several queries from one look at the disk. */
export type Sessions = Pick<Library, "find"> & {
  atOnce?<T>(act: () => Promise<T>): Promise<T>;
};

export type RoundSession =
  | { readonly session: SessionSummary; readonly problem: null }
  | { readonly session: null; readonly problem: string | null };

/** The session of each round, wherever its files are now. */
export function findSessions(rounds: readonly LoggedRound[], library: Sessions): Promise<readonly RoundSession[]> {
  const find = async () => {
    const found: RoundSession[] = [];
    for (const round of rounds) found.push(await sessionOf(round, library));
    return found;
  };
  return library.atOnce ? library.atOnce(find) : find();
}

async function sessionOf({ configured }: LoggedRound, library: Sessions): Promise<RoundSession> {
  if (!configured) return { session: null, problem: null };
  const { agent, thread, rolloutPath } = configured;
  const id = sessionIdOf(agent, asThreadId(thread));
  try {
    return { session: await library.find(id), problem: null };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    const session = error.code === "ambiguous" ? await amongHomes(error.candidates, rolloutPath, library) : null;
    if (session) return { session, problem: null };
    const recorded = rolloutPath === null ? "" : `; it was recorded in ${rolloutPath}`;
    return { session: null, problem: `The log of ${id} is not found${recorded}.` };
  }
}

/** Two homes may have a thread of the same id: the file whose path ends most like the recorded one is meant. */
async function amongHomes(
  paths: readonly string[],
  recorded: string | null,
  library: Sessions,
): Promise<SessionSummary | null> {
  const [path] = paths.toSorted((one, other) => likeness(other, recorded) - likeness(one, recorded));
  if (path === undefined) return null;
  try {
    return await library.find(path);
  } catch (error) {
    if (error instanceof SessionError) return null;
    throw error;
  }
}

/** How many folders and names from the end are the same; a file may have been compressed. */
function likeness(path: string, recorded: string | null): number {
  const [own = [], other = []] = [path, recorded ?? ""].map((one) =>
    one
      .replace(/\.zst$/, "")
      .split("/")
      .reverse(),
  );
  const differs = own.findIndex((part, index) => part !== other[index]);
  return differs === -1 ? own.length : differs;
}
