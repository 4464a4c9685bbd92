import type { Failure, Request, RunEvent, Settings } from "@reprise/model";
import { plainRequest } from "@reprise/model";

/** What the agent does in a turn, one after another. Plain data, so that another process can be given it. */
export type AgentStep =
  | { readonly event: RunEvent }
  /** Waits for the answer, and says it in a reply. */
  | { readonly request: Request }
  /** Until it is interrupted. */
  | { readonly hangs: true }
  | { readonly fails: Failure };

export interface AgentScript {
  /** What it does at its next prompts; a short reply to those beyond. */
  readonly turns?: readonly (readonly AgentStep[])[];
  /** What it reports in place of what it was asked for. */
  readonly reports?: Partial<Settings>;
  /** It never starts. */
  readonly startHangs?: boolean;
}

/** Steps of a turn. */
export const step = {
  reply: (key: string, text: string): AgentStep => ({
    event: { type: "item", key, isComplete: true, item: { kind: "reply", text } },
  }),
  starts: (key: string, text: string): AgentStep => ({
    event: { type: "item", key, isComplete: false, item: { kind: "reply", text } },
  }),
  delta: (key: string, text: string): AgentStep => ({ event: { type: "delta", key, kind: "reply", text } }),
  notice: (text: string): AgentStep => ({ event: { type: "notice", text } }),
  usage: (tokens: number): AgentStep => ({ event: { type: "usage", tokens } }),
  request: (id: string, more: Partial<Request> = {}): AgentStep => ({
    request: {
      ...plainRequest,
      ...{ id, kind: "command", subject: `run ${id}`, reason: null, cwd: null, item: null, hash: `2:${id}` },
      choices: ["once", "session", "decline", "cancel"],
      ...more,
    },
  }),
  hang: { hangs: true } as AgentStep,
  fail: (message: string): AgentStep => ({ fails: { kind: "other", message, resetsAt: null } }),
} as const;
