import {
  type Changes,
  type Library,
  playbackIdOf,
  projectOfPlayback,
  type Reading,
  SessionError,
  type SessionId,
  type Window,
} from "@reprise/model";
import { watchFolders } from "../../host/files/watch-folders.ts";
import type { Host } from "../../host/host.ts";
import { isProject, placeOf } from "../find/place-of.ts";
import type { ProjectPlace } from "../find/project-place.ts";
import { readProject } from "../read-project.ts";
import { findSessions, type Sessions } from "../round-sessions.ts";
import { roundOf } from "../view-project.ts";
import { playbackSummary } from "./playback-summary.ts";
import { type OpenPlayback, readPlayback } from "./read-playback.ts";
import type { RoundSettings } from "./round-notices.ts";
import { partsOf, type RoundPart } from "./round-parts.ts";

/** What the Library over the agents' files can do besides. */
export type PlayedLibrary = Library &
  Sessions & {
    /** The settings in the log of a session. */
    recorded?(text: string): Promise<{ readonly about: Partial<RoundSettings> }>;
  };

/**
 * The same Library, which also reads and finds projects as sessions, by the ids of `playbackIdOf`, and watches those that were
 * opened. Starts no process, opens no socket.
 */
export function withPlaybacks(library: PlayedLibrary, host: Pick<Host, "files" | "processes">): Library {
  const playbacks = new Playbacks(library, host);
  return {
    list: (query) => library.list(query),
    search: (text, query, how) => library.search(text, query, how),
    read: (session, window, how) => {
      const path = projectOfPlayback(typeof session === "string" ? session : session.id);
      return path === null ? library.read(session, window, how) : playbacks.read(path, window);
    },
    find: async (text) => {
      const path = projectOfPlayback(text.trim());
      return path === null ? library.find(text) : (await playbacks.open(path)).session;
    },
    shortIds: (sessions) => library.shortIds(sessions),
    usage: (query, signal) => library.usage(query, signal),
    diagnose: (path) => library.diagnose(path),
    reindex: (signal) => library.reindex(signal),
    watch: (signal) => playbacks.watch(signal),
    warnings: () => library.warnings(),
    close: () => library.close(),
  };
}

class Playbacks {
  readonly #library: PlayedLibrary;
  readonly #host: Pick<Host, "files" | "processes">;
  /** The sessions of each project that was opened. */
  readonly #opened = new Map<string, ReadonlySet<SessionId>>();

  constructor(library: PlayedLibrary, host: Pick<Host, "files" | "processes">) {
    this.#library = library;
    this.#host = host;
  }

  async read(path: string, window: Window | undefined): Promise<Reading> {
    const { session, source } = await this.open(path);
    return { session, ...readPlayback(source, window) };
  }

  async open(path: string): Promise<OpenPlayback> {
    const place = this.#placeOf(path);
    const project = readProject(place, this.#host);
    const found = await findSessions(project.log.rounds, this.#library);
    const sessions = found.map(({ session }) => session);
    const rounds = project.log.rounds.map((round, index) => roundOf(round, found[index]));
    const isRunning = project.owner !== null;
    const parts = partsOf({ rounds, logged: project.log.rounds, sessions, isRunning });
    this.#opened.set(place.path, new Set(sessions.flatMap((session) => session?.id ?? [])));
    const { started, resumed } = project.log;
    const recorded = { ...started?.settings, ...resumed?.settings };
    const settingsOf = (part: RoundPart) => this.#settingsOf(part, recorded, place);
    return {
      session: playbackSummary(project, parts, this.#host.files),
      source: { project, parts, library: this.#library, settingsOf },
    };
  }

  /** Changes of sessions, and of the projects that were opened. */
  async *watch(signal: AbortSignal): AsyncGenerator<Changes> {
    const folders = () => [...this.#opened.keys()];
    const mine = mapped(watchFolders(folders, signal), () => ({
      sessions: folders().map((path) => playbackIdOf(path) as SessionId),
    }));
    for await (const { sessions } of merged([this.#library.watch(signal), mine])) {
      if (sessions === null) yield { sessions };
      else if (sessions.length > 0) yield { sessions: [...new Set([...sessions, ...this.#playbacksOf(sessions)])] };
    }
  }

  #playbacksOf(changed: readonly SessionId[]): SessionId[] {
    const known = [...this.#opened].filter(([, sessions]) => changed.some((one) => sessions.has(one)));
    return known.map(([path]) => playbackIdOf(path) as SessionId);
  }

  #placeOf(path: string): ProjectPlace {
    const place = placeOf(path, this.#host.files);
    if (place && isProject(place.path, this.#host.files)) return place;
    throw new SessionError("not-found", `No project is at ${path}. \`reprise project list\` lists the projects.`);
  }

  /** As its own log has them, else as they were asked for. */
  async #settingsOf(
    { session }: RoundPart,
    asked: Partial<RoundSettings>,
    { workspace }: ProjectPlace,
  ): Promise<RoundSettings> {
    const own = session && (await this.#library.recorded?.(session.files[0]?.path ?? session.id))?.about;
    return {
      model: own?.model ?? session?.model ?? asked.model ?? null,
      sandbox: own?.sandbox ?? asked.sandbox ?? null,
      approvalPolicy: own?.approvalPolicy ?? asked.approvalPolicy ?? null,
      cwd: own?.cwd ?? session?.workspace ?? asked.cwd ?? workspace,
    };
  }
}

async function* mapped<From, To>(values: AsyncIterable<From>, map: (value: From) => To): AsyncGenerator<To> {
  for await (const value of values) yield map(value);
}

/** Values of all, as they come. */
async function* merged<T>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  const next = (index: number) => iterators[index]?.next().then((result) => ({ index, result }));
  const waiting = new Map(iterators.map((_, index) => [index, next(index)]));
  try {
    while (waiting.size > 0) {
      const first = await Promise.race(waiting.values());
      if (!first || first.result.done) waiting.delete(first?.index ?? 0);
      else {
        waiting.set(first.index, next(first.index));
        yield first.result.value;
      }
    }
  } finally {
    for (const iterator of iterators) void iterator.return?.();
  }
}
