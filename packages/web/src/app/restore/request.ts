import {
  type Agent,
  continuingModes,
  type ReplayWay,
  type RestoreMode,
  type RestorePlan,
  type RunId,
  type SessionSummary,
  usualWish,
  type Wish,
} from "@reprise/model";
import type { RouteOf } from "../shell/route.ts";

/** How to continue: the modes, and a replay without what makes the session fail. */
export type Kind = RestoreMode | "repair";

/** What the person asked for, where it differs from the record. */
export interface RestoreRequest {
  /** Null: the mode that keeps most of those possible. */
  readonly kind: Kind | null;
  /** Null: the same agent. */
  readonly to: Agent | null;
  readonly via: ReplayWay | null;
  /** Continue after this turn; null: the last. */
  readonly at: number | null;
  /** Null: the recorded folder. */
  readonly folder: string | null;
  /** Null: the recorded one. */
  readonly model: string | null;
  /** The run that ends first; null: none. */
  readonly ends: RunId | null;
  readonly allowsWider: boolean;
}

export const plainRequest: RestoreRequest = {
  kind: null,
  to: null,
  via: null,
  at: null,
  folder: null,
  model: null,
  ends: null,
  allowsWider: false,
};

/** Without a prompt nothing is sent until the person writes something. */
export function wishOf(request: RestoreRequest, prompt: string | null = null): Wish {
  const { kind, to, via, at, folder, model, ends, allowsWider } = request;
  return {
    ...usualWish,
    modes: modesOf(request),
    to,
    via,
    at,
    allowsWider,
    prompt,
    isSilent: prompt === null,
    looksForAilments: kind === "repair",
    settings: { ...(folder === null ? {} : { cwd: folder }), ...(model === null ? {} : { model }) },
    endsRun: ends,
  };
}

function modesOf({ kind, to }: RestoreRequest): readonly RestoreMode[] {
  if (kind === "repair") return ["replay"];
  if (kind !== null) return [kind];
  // Another agent does not have the session's thread.
  return to === null ? continuingModes : ["replay"];
}

/** Consent belonged to the plan before: another request drops it. */
export function changed(request: RestoreRequest, change: Partial<RestoreRequest>): RestoreRequest {
  const next = { ...request, allowsWider: false, ...change };
  const isOther = next.to !== request.to || next.kind !== request.kind;
  if (!isOther) return next;
  // A way belongs to an agent and a mode; resuming and forking belong to the session's own agent.
  const kind = next.to !== null && (next.kind === "resume" || next.kind === "fork") ? "replay" : next.kind;
  return { ...next, kind, via: change.via ?? null };
}

/** What the plan shown is about. */
export function kindOf({ kind }: RestoreRequest, plan: RestorePlan | null): Kind {
  if (kind !== null) return kind;
  return plan?.mode ?? plan?.refusals.at(-1)?.mode ?? "resume";
}

/** Without a recorded folder, the current one is the only choice. */
export function firstRequest(
  session: Pick<SessionSummary, "workspace">,
  { mode, at, model, ends }: Pick<RouteOf<"restore">, "mode" | "at" | "model" | "ends">,
  here: string,
): RestoreRequest {
  const folder = session.workspace === null ? here : null;
  return { ...plainRequest, kind: mode, at, folder, model, ends: ends as RunId | null };
}
