import { type Agent, type Library, type ProjectRun, type Runner, SessionError, type SessionId } from "@reprise/model";
import type { PermissionRules } from "../../agents/driving/permission-rules.ts";
import { entryAt } from "../../host/files/entry-at.ts";
import { takeLock } from "../../host/files/lock.ts";
import type { Host } from "../../host/host.ts";
import { onOneLine } from "../../transcript/title.ts";
import type { ProjectPlace } from "../find/project-place.ts";
import type { LogWriter } from "../log/open-log-writer.ts";
import { readProgressFile } from "../progress-file/read-progress-file.ts";
import { lockOf, readProject } from "../read-project.ts";
import { summariseProject } from "../summarise-project.ts";
import { startWork, type WorkParts } from "./project-work.ts";

/** What work on projects needs. */
export interface ProjectsParts {
  readonly host: Host;
  readonly library: Library;
  readonly runner: Runner;
  readonly newId: () => string;
  /** Whether an agent asks for permission: it is then told not to, as nobody is there to answer. */
  readonly asks: (agent: Agent) => boolean;
  /** Null if the agent's permissions cannot be compared. */
  readonly rulesOf: (agent: Agent) => Promise<PermissionRules | null>;
}

export interface HeldProject {
  readonly release: () => void;
}

/** What the system refuses, such as in a folder that is read-only, is thrown as `not-saved`. */
export function orNotSaved<T>(what: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof SessionError) throw error;
    const reason = (error as Error).message;
    throw new SessionError("not-saved", `${what}: ${reason}. Nothing was run.`, { cause: error });
  }
}

/** Throws `busy` with the owner. */
export function holdProject(place: ProjectPlace, { host }: Pick<ProjectsParts, "host">): HeldProject {
  const owner = { ...host.processes.describe(host.pid), program: "reprise" };
  const path = lockOf(place);
  if (entryAt(path)?.kind === "link")
    throw new SessionError("refused", `${path} is a link. Remove it. Nothing was changed.`);
  const lock = orNotSaved(`${path} cannot be made or used as a lock`, () => takeLock(path, owner, host.processes));
  if (lock.isHeld) return lock;
  const who = lock.owner ? `${lock.owner.program} (process ${lock.owner.pid})` : "Another process";
  throw new SessionError("busy", `${who} is working on this project. Wait until it ends, or stop it there.`);
}

export interface OpenedProject {
  readonly place: ProjectPlace;
  readonly held: HeldProject;
  readonly writer: LogWriter;
}

type Given = Omit<
  WorkParts,
  "origin" | "host" | "runner" | "place" | "writer" | "rolloutOf" | "readProgress" | "summary" | "release" | "name"
>;

const mostNameLength = 60;

/** From here on the work has the lock and the log. */
export function openWork({ place, held, writer }: OpenedProject, given: Given, parts: ProjectsParts): ProjectRun {
  const { host, runner, newId } = parts;
  const summary = () => summariseProject(readProject(place, host));
  return startWork({
    ...given,
    name: onOneLine(summary().title, mostNameLength),
    origin: newId(),
    host,
    runner,
    place,
    writer,
    rolloutOf: (session) => rolloutOf(session, parts.library),
    readProgress: () => readProgressFile(place, host.files, { goal: null }),
    summary,
    release() {
      writer.close();
      held.release();
    },
  });
}

async function rolloutOf(session: SessionId, library: Library): Promise<string | null> {
  try {
    const { files } = await library.find(session);
    return files.find(({ role }) => role === "main")?.path ?? null;
  } catch (error) {
    if (error instanceof SessionError) return null; // not on disk yet
    throw error;
  }
}
