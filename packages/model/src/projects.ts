import type { Scope } from "./library.ts";
import type { Live, Settings } from "./run.ts";
import type {
  commitSchema,
  nextStepSchema,
  projectEventSchema,
  projectOriginSchema,
  projectResumeWishSchema,
  projectSchema,
  projectStateSchema,
  projectViewSchema,
  projectWishSchema,
  roundOutcomeSchema,
  roundPermissionsSchema,
  roundSchema,
} from "./schema/project.ts";
import type { Value } from "./schema/value.ts";

export type ProjectOrigin = Value<typeof projectOriginSchema>;
export type ProjectState = Value<typeof projectStateSchema>;
export type ProjectSummary = Value<typeof projectSchema>;
export type ProjectView = Value<typeof projectViewSchema>;
export type Round = Value<typeof roundSchema>;
export type RoundOutcome = Value<typeof roundOutcomeSchema>;
export type RoundPermissions = Value<typeof roundPermissionsSchema>;
export type Commit = Value<typeof commitSchema>;
export type NextStep = Value<typeof nextStepSchema>;
export type ProjectEvent = Live<Value<typeof projectEventSchema>>;

export type ProjectWish = Omit<Value<typeof projectWishSchema>, "settings"> & {
  readonly settings: Partial<Settings>;
};

export type ProjectResumeWish = Omit<Value<typeof projectResumeWishSchema>, "settings"> & {
  readonly settings: Partial<Settings>;
};

/** What decides what the rounds of a resume may do, and how many there are. */
export type RoundsWish = Pick<ProjectResumeWish, "agent" | "settings" | "isFresh"> & {
  readonly rounds?: number | undefined;
};

export interface NumberedProjectEvent {
  readonly number: number;
  readonly event: ProjectEvent;
}

/** Work on a project, one round after another, by this process. */
export interface ProjectRun {
  readonly path: string;
  /** Event numbers are comparable only if this is the same. */
  readonly origin: string;
  readonly controls: ProjectControls;
  /** Events after a number, then new ones, until the work ends or the signal aborts. The last is `project-ended`. */
  events(after?: number, signal?: AbortSignal): AsyncIterable<NumberedProjectEvent>;
}

export interface ProjectControls {
  /** Stops the turn; the round is then paused. Ends a wait for a retry or a reset the same way. */
  interrupt(): Promise<void>;
  /** Continues a paused round in its thread. The agent reads the progress file again: it may have been changed meanwhile. */
  continueRound(): Promise<void>;
  /** Ends the round as asked for by a person, then the work. */
  stop(): Promise<void>;
  /** Ends the work now and leaves the round without an end, as a kill would. Resolves when it has ended; never rejects. */
  end(): Promise<void>;
}

/** Goals worked on in rounds, each with a thread of its own and the progress file as memory. */
export interface Projects {
  /** Latest first, damaged ones included. Read-only. */
  list(scope: Scope): Promise<readonly ProjectSummary[]>;
  /**
   * The folder of the project that a path means: absolute, below the projects' folder of `from`, or relative to `from`. Throws
   * `not-found` with the paths that were tried, or `ambiguous` with those found. Read-only.
   */
  find(path: string, from: string): Promise<string>;
  /** Throws `not-found`. `next` is what a resume with that wish would do. Read-only: starts no process. */
  view(path: string, wish?: RoundsWish): Promise<ProjectView>;
  /** Makes a project, then works on it. */
  start(wish: ProjectWish): Promise<ProjectRun>;
  /**
   * Continues the unfinished round, else starts new ones. Throws `busy` with the owner if another process works on it, and
   * `refused` with the reason if it cannot be continued; then nothing was written.
   */
  resume(path: string, wish: ProjectResumeWish): Promise<ProjectRun>;
  /** The work of this process on a project; null if there is none. */
  running(path: string): ProjectRun | null;
  /** Ends all work of this process. */
  close(): Promise<void>;
}

/** The rounds of a project as one session: what `Library.read` and everything built on it take as an id. */
export function playbackIdOf(path: string): string {
  return `project:${path}`;
}

/** The folder of a project, if the id is that of a playback. */
export function projectOfPlayback(id: string): string | null {
  return id.startsWith("project:/") ? id.slice("project:".length) : null;
}
