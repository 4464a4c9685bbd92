import type { Failure, FileChange, Request, RunEvent, Settings } from "@reprise/model";
import { plainRequest } from "@reprise/model";

/** What the agent does in a turn, in sequence. Plain data but for `does`, so that it can be passed to another process. */
export type AgentStep =
  | { readonly event: RunEvent }
  /** Waits for the answer, and repeats it in a reply. */
  | { readonly request: Request }
  /** Works in the workspace, as tools of a real agent do. */
  | { readonly does: () => void | Promise<void> }
  /** Until interrupted. */
  | { readonly hangs: true }
  | { readonly fails: Failure };

export interface AgentScript {
  /** Steps for its next prompts; later ones get a short reply. */
  readonly turns?: readonly (readonly AgentStep[])[];
  /** Awaited before each turn, where a test needs time: in this process only. */
  readonly beforeTurn?: () => Promise<void>;
  /** Settings it reports instead of the requested ones. */
  readonly reports?: Partial<Settings>;
  /** It never starts. */
  readonly startHangs?: boolean;
  /** It ends before it has a thread, and says this. */
  readonly startFails?: string;
}

export const step = {
  reply: (key: string, text: string): AgentStep => ({
    event: { type: "item", key, isComplete: true, item: { kind: "reply", text } },
  }),
  starts: (key: string, text: string): AgentStep => ({
    event: { type: "item", key, isComplete: false, item: { kind: "reply", text } },
  }),
  delta: (key: string, text: string): AgentStep => ({ event: { type: "delta", key, kind: "reply", text } }),
  edit: (key: string, changes: readonly FileChange[]): AgentStep => ({
    event: {
      type: "item",
      key,
      isComplete: true,
      item: { kind: "edit", status: "done", reason: null, changes },
    },
  }),
  notice: (text: string): AgentStep => ({ event: { type: "notice", text } }),
  usage: (tokens: number): AgentStep => ({ event: { type: "usage", tokens, isOfThread: false } }),
  request: (id: string, more: Partial<Request> = {}): AgentStep => ({
    request: {
      ...plainRequest,
      id,
      kind: "command",
      subject: `run ${id}`,
      reason: null,
      cwd: null,
      item: null,
      hash: `2:${id}`,
      choices: ["once", "session", "decline", "cancel"],
      ...more,
    },
  }),
  does: (does: () => void | Promise<void>): AgentStep => ({ does }),
  hang: { hangs: true } as AgentStep,
  fail: (message: string): AgentStep => ({ fails: { kind: "other", message, resetsAt: null } }),
} as const;
