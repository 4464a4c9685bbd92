import type {
  Agent,
  Answer,
  Failure,
  ItemBody,
  Lineage,
  Permissions,
  ProcessIdentity,
  PromptInput,
  ReplayWay,
  Request,
  RunId,
  RunScope,
  RunStatus,
  SessionId,
  Settings,
  ThreadId,
  Timestamp,
} from "@reprise/model";

/** Newer records are refused; older ones stay readable. */
export const journalVersion = 1;

interface Envelope {
  readonly v: number;
  readonly at: Timestamp;
  /** Counts from 1. */
  readonly seq: number;
  /** Grows with every writer, so that a writer believed dead is not mistaken for the current one. */
  readonly epoch: number;
}

export type RecordBody =
  | {
      readonly type: "run-started";
      readonly run: RunId;
      readonly agent: Agent;
      readonly scope: RunScope;
      readonly label: string;
      readonly home: string | null;
      readonly workspace: string | null;
      readonly settings: Settings;
      readonly process: ProcessIdentity;
      readonly repriseVersion: string;
      readonly lineage: Lineage | null;
      /** Absent in journals of older versions. */
      readonly instructions?: string | null | undefined;
      /** They hold a secret, and are not in the journal. */
      readonly lacksInstructions?: true | undefined;
    }
  /** Other tools look for this `text`. */
  | {
      readonly type: "run-resumed";
      readonly text: "session resumed";
      readonly process: ProcessIdentity;
      readonly settings: Settings;
    }
  | { readonly type: "agent-started"; readonly process: ProcessIdentity; readonly version: string | null }
  | {
      readonly type: "thread-known";
      readonly thread: ThreadId;
      readonly isPersisted: boolean;
      readonly rollout: string | null;
    }
  /** `permissions`: what the sandbox grants, if reported; absent in old journals. */
  | {
      readonly type: "settings-effective";
      readonly settings: Settings;
      readonly permissions?: Permissions | undefined;
      /** As in `Permissions`: what was there when the agent started. Absent in old journals and within a run. */
      readonly workspaceFiles?: readonly string[] | undefined;
      /** Where the working directory led when the agent started. Absent likewise. */
      readonly realCwd?: string | undefined;
    }
  | { readonly type: "settings_changed"; readonly from: Settings; readonly to: Settings }
  | {
      readonly type: "tool-servers";
      readonly servers: readonly {
        readonly name: string;
        readonly isReady: boolean;
        readonly tools: readonly string[];
      }[];
    }
  | { readonly type: "mcp_tools_missing"; readonly tools: readonly string[] }
  | {
      readonly type: "prompt-sending";
      readonly prompt: string;
      readonly text: string;
      /** The prompt as typed; absent if `text` is the same. */
      readonly written?: string | undefined;
      readonly isSteering: boolean;
      /** Absent where there are none. */
      readonly inputs?: readonly PromptInput[] | undefined;
      /** Ids of saved prompts and runs whose unsent prompts it contains. Absent in old journals. */
      readonly carries?: readonly string[] | undefined;
    }
  | { readonly type: "prompt-persisted"; readonly prompt: string }
  | { readonly type: "turn-started"; readonly turn: string | null }
  | { readonly type: "line"; readonly direction: "in" | "out" | "stderr"; readonly line: string }
  | {
      readonly type: "text";
      readonly item: string;
      readonly kind: "reply" | "reasoning" | "output";
      readonly text: string;
    }
  | { readonly type: "item-started"; readonly item: string; readonly body: ItemBody }
  /** `body`: absent in journals of older versions, and for what the agent dropped. */
  | {
      readonly type: "item-completed";
      readonly item: string;
      readonly kind: string;
      readonly body?: ItemBody | undefined;
    }
  | {
      readonly type: "usage";
      readonly tokens: number | null;
      /** Of the whole thread so far; absent in older journals. */
      readonly isOfThread?: boolean;
    }
  | { readonly type: "notice"; readonly text: string }
  | { readonly type: "request-asked"; readonly request: Request }
  | {
      readonly type: "request-answered";
      readonly request: string;
      /** Null for a request that cannot be identified. */
      readonly hash: string | null;
      readonly answer: Answer;
      /** `log`: by an approval that only the agent's log claims. */
      readonly by: "person" | "kept" | "log" | "policy" | "agent";
    }
  | {
      readonly type: "turn-ended";
      readonly turn: string | null;
      readonly state: "completed" | "failed" | "interrupted";
      readonly failure: Failure | null;
      /** A person stopped it. Absent in journals of older versions. */
      readonly isStopped?: true | undefined;
    }
  /** A new thread will get the history of a session. */
  | {
      readonly type: "restore-begun";
      readonly from: SessionId;
      readonly mode: "replay" | "fork";
      readonly via: ReplayWay;
      readonly turn: number | null;
      readonly hash: string;
      readonly segmentCount: number;
    }
  | { readonly type: "segment-sending"; readonly segment: number }
  | { readonly type: "segment-sent"; readonly segment: number; readonly tokens: number }
  /** `sentTokens` went to a model. */
  | {
      readonly type: "restored";
      readonly itemCount: number;
      readonly segmentCount: number;
      readonly sentTokens: number;
    }
  | { readonly type: "parked"; readonly until: Timestamp }
  | { readonly type: "unparked"; readonly reason: string }
  /** What differs from the commit when the agent starts and when it has ended; for runs whose changes are reported. */
  | {
      readonly type: "worktree-seen";
      readonly moment: "start" | "end";
      readonly root: string;
      readonly commit: string;
      readonly files: readonly { readonly path: string; readonly hash: string | null }[];
    }
  | { readonly type: "run-ended"; readonly status: RunStatus; readonly failure: Failure | null }
  | { readonly type: "writer-opened"; readonly process: ProcessIdentity }
  | { readonly type: "tail-repaired"; readonly byteOffset: number; readonly byteCount: number }
  | { readonly type: "records-lost"; readonly reason: string; readonly count: number };

export type JournalRecord = Envelope & RecordBody;

const notDurable: ReadonlySet<RecordBody["type"]> = new Set(["line", "text", "item-started", "usage", "notice"]);

/** Durable before the run continues: intents, identities, calls of tools, answers and ends. */
export function mustBeDurable(fact: RecordBody): boolean {
  return !notDurable.has(fact.type) || (fact.type === "item-started" && isCall(fact.body));
}

export function isCall({ kind }: ItemBody): boolean {
  return kind === "command" || kind === "edit" || kind === "tool";
}
