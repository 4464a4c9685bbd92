import type {
  Agent,
  Answers,
  Draft,
  ProjectResumeWish,
  ProjectWish,
  ReplayWay,
  RestoreMode,
  RestorePlan,
  ReviewFilter,
  ReviewTarget,
  RunId,
  RunWish,
  SessionId,
  SessionSummary,
  Settings,
  ThreadPlan,
} from "@reprise/model";
import type { Hint } from "./keys.ts";

/** Every screen that can be opened, and its parameters. */
export type Route =
  /** `isAll`: all projects, not only this one. */
  | { readonly screen: "sessions"; readonly isAll?: boolean | undefined }
  /** `at`: the turn to show first; null for the end. */
  | {
      readonly screen: "viewer";
      readonly session: SessionSummary;
      readonly at: number | null;
      readonly search: string | null;
    }
  /** The preflight of a restore. `plan`: already made, such as the next one after a refusal. */
  | {
      readonly screen: "restore";
      readonly session: SessionSummary;
      readonly modes: readonly RestoreMode[];
      readonly isStepwise: boolean;
      readonly plan: RestorePlan | null;
      /** Continue after this turn instead of the last. */
      readonly at?: number | null | undefined;
      /** How a replay sends the history, if already decided. */
      readonly via?: ReplayWay | null | undefined;
      /** With another agent than the session's own. */
      readonly isElsewhere?: boolean | undefined;
      /** Changes to the recorded settings. */
      readonly settings?: Partial<Settings> | undefined;
      /** Sent once the session is restored; absent: nothing is sent before the user writes. */
      readonly prompt?: string | null | undefined;
      /** The conversation below, which opens what is started here; back returns to it. */
      readonly conversation?: Conversation | undefined;
    }
  /** A conversation with a running agent: a plan to carry out, or a new session in this folder. */
  | { readonly screen: "live"; readonly begin: LiveRoute }
  /** `isAll`: all projects, not only this one. */
  | { readonly screen: "status"; readonly isAll?: boolean | undefined }
  /** `wish`: the bounds of what is resumed, where they are given. */
  | {
      readonly screen: "projects";
      readonly isAll?: boolean | undefined;
      readonly wish?: ProjectResumeWish | undefined;
    }
  /** One project in rounds. */
  | { readonly screen: "project"; readonly begin: ProjectRoute }
  /** The review comments of a pull request. */
  | { readonly screen: "review"; readonly review: ReviewRoute }
  /** The changes of a session so far. */
  | { readonly screen: "diff"; readonly session: SessionId }
  | { readonly screen: "help"; readonly title: string; readonly sections: readonly HelpSection[] };

interface Conversation {
  /** Its run, which ends before anything is started; null if it has ended. */
  readonly run: RunId | null;
}

export type LiveRoute =
  | {
      readonly kind: "restore";
      readonly session: SessionSummary;
      readonly plan: ThreadPlan;
      /** To what was asked by itself; the rest of the plan was agreed to by starting it. */
      readonly answers: Answers;
      /** The user saw and accepted wider permissions than were recorded. */
      readonly allowsWider?: boolean | undefined;
      /** Part of another screen, which decides when it ends; it ends with its turn. */
      readonly isHosted?: boolean | undefined;
    }
  /** A run of another screen, which decides when it ends; it ends with its turn. */
  | { readonly kind: "hosted"; readonly wish: RunWish }
  /** Uses the agent of the world. `draft` is put in the composer; only the user sends it. */
  | {
      readonly kind: "new";
      readonly draft: Draft | null;
      readonly from: SessionSummary | null;
      /** Unsent prompts that the draft contains. */
      readonly carries?: readonly string[] | undefined;
    };

export type ProjectRoute =
  | { readonly kind: "start"; readonly wish: ProjectWish }
  /** Shows it; nothing starts before a person says so. */
  | { readonly kind: "open"; readonly path: string; readonly wish?: ProjectResumeWish | undefined };

export interface ReviewRoute {
  readonly target: ReviewTarget;
  readonly filter: ReviewFilter;
  /** What a new run uses; settings that are not given are left to the agent. */
  readonly agent: Agent;
  readonly settings: Partial<Settings>;
  /** Works in a checkout of another repository too. */
  readonly isForced: boolean;
}

export interface HelpSection {
  readonly title: string;
  readonly hints: readonly Hint[];
  readonly text?: string | undefined;
}
