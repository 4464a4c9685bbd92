import type { Draft, ReplayWay, RestoreMode, RestorePlan, SessionSummary, ThreadPlan } from "@reprise/model";
import type { Hint } from "./keys.ts";

/** What can be opened, and what each needs to know. */
export type Route =
  /** `isAll`: of every project, not only of this one. */
  | { readonly screen: "sessions"; readonly isAll?: boolean | undefined }
  /** `at`: the turn to show first; the end when null. */
  | {
      readonly screen: "viewer";
      readonly session: SessionSummary;
      readonly at: number | null;
      readonly search: string | null;
    }
  /** The preflight of a restore. `plan`: one that is known already, such as the next one after a refusal. */
  | {
      readonly screen: "restore";
      readonly session: SessionSummary;
      readonly modes: readonly RestoreMode[];
      readonly isStepwise: boolean;
      readonly plan: RestorePlan | null;
      /** Go on after this turn instead of the last. */
      readonly at?: number | null | undefined;
      /** How a replay is told, where that is decided already. */
      readonly via?: ReplayWay | null | undefined;
    }
  /** A conversation with a living agent: a plan that is carried out, or a new session in this folder. */
  | { readonly screen: "live"; readonly begin: LiveRoute }
  /** `isAll`: of every project, not only of this one. */
  | { readonly screen: "status"; readonly isAll?: boolean | undefined }
  | { readonly screen: "help"; readonly title: string; readonly sections: readonly HelpSection[] };

export type LiveRoute =
  | {
      readonly kind: "restore";
      readonly session: SessionSummary;
      readonly plan: ThreadPlan;
      readonly reappliesApprovals: boolean;
      readonly sendsRecap: boolean;
      readonly isStepwise: boolean;
      /** The person said yes to more permissions than were recorded, having seen which. */
      readonly allowsWider?: boolean | undefined;
    }
  /** With the agent of the world. `draft` stands in the composer and is sent by nobody but the person. */
  | {
      readonly kind: "new";
      readonly draft: Draft | null;
      readonly from: SessionSummary | null;
      /** Unsent prompts that the draft is made of. */
      readonly carries?: readonly string[] | undefined;
    };

export interface HelpSection {
  readonly title: string;
  readonly hints: readonly Hint[];
  readonly text?: string | undefined;
}
