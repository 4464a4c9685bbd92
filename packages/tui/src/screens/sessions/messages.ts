import type {
  Agent,
  Annotated,
  Annotation,
  AnnotationChange,
  Hidden,
  Hit,
  ListQuery,
  Page,
  Progress,
  RunId,
  Scope,
  SessionId,
  SessionPlace,
  SessionSummary,
  Timestamp,
  Warning,
} from "@reprise/model";
import type { AgentChoice, Preferences } from "../../world.ts";
import type { Previewed, Wanted } from "./preview/preview.ts";
import type { Anywhere, Offered, Reach } from "./state.ts";

export type Message =
  | {
      readonly type: "page";
      readonly reach: Reach;
      readonly epoch: number;
      readonly page: Page;
      readonly warnings: readonly Warning[];
      readonly now: Timestamp;
      readonly tookMs: number;
    }
  | { readonly type: "list-failed"; readonly epoch: number; readonly reason: string }
  | { readonly type: "anywhere"; readonly anywhere: Anywhere }
  /** `sessions`: null if it is not known which. */
  | { readonly type: "changed"; readonly sessions: readonly SessionId[] | null }
  /** Time has passed: what rows say about it may be different. */
  | { readonly type: "now"; readonly now: Timestamp }
  | {
      readonly type: "status";
      readonly isAll: boolean;
      readonly interruptedCount: number;
      readonly newest: SessionSummary | null;
      readonly waitingCount: number;
    }
  | { readonly type: "projects"; readonly unfinishedCount: number }
  | { readonly type: "offered"; readonly offered: Offered | null }
  | { readonly type: "offer-ready"; readonly edition: number }
  | { readonly type: "hits"; readonly number: number; readonly hits: readonly Hit[] }
  | { readonly type: "search-progress"; readonly number: number; readonly progress: Progress }
  | { readonly type: "search-failed"; readonly number: number; readonly reason: string }
  | { readonly type: "searched"; readonly number: number; readonly isCut: boolean }
  | { readonly type: "agents"; readonly choices: readonly AgentChoice[]; readonly usual: Agent }
  | { readonly type: "counted"; readonly option: string; readonly count: number }
  | { readonly type: "dismissed"; readonly session: SessionId; readonly isDismissed: boolean }
  | { readonly type: "tidy"; readonly session: SessionId; readonly annotation: Annotation }
  | { readonly type: "annotated"; readonly annotated: Annotated; readonly isUndo: boolean }
  | { readonly type: "previewed"; readonly key: string; readonly previewed: Previewed }
  | { readonly type: "note"; readonly text: string };

/** The sessions of a query, or of one kind that it leaves out. */
export interface Counted {
  readonly option: string;
  readonly query: ListQuery;
  readonly leftOut: keyof Hidden | null;
}

export type Task =
  | {
      readonly do: "list";
      readonly reach: Reach;
      readonly epoch: number;
      readonly query: ListQuery;
      /** Of a first page: read on up to this session. */
      readonly through: SessionSummary | null;
      readonly waitMs: number;
    }
  | { readonly do: "look-anywhere" }
  | { readonly do: "watch" }
  | { readonly do: "clock" }
  | { readonly do: "status"; readonly scope: Scope }
  | { readonly do: "offer"; readonly cwd: string }
  | { readonly do: "wait-for-offer"; readonly edition: number }
  | { readonly do: "decline"; readonly run: RunId }
  | { readonly do: "search"; readonly number: number; readonly text: string; readonly query: ListQuery }
  | { readonly do: "stop-search" }
  | { readonly do: "count"; readonly asked: readonly Counted[] }
  | { readonly do: "dismiss"; readonly session: SessionPlace }
  | { readonly do: "copy"; readonly text: string }
  | { readonly do: "copy-command"; readonly session: SessionPlace }
  | { readonly do: "tidy"; readonly session: SessionId }
  | {
      readonly do: "annotate";
      readonly session: SessionId;
      readonly change: AnnotationChange;
    }
  | { readonly do: "undo"; readonly changed: Annotated }
  | { readonly do: "preview"; readonly wanted: Wanted }
  | { readonly do: "stop-preview" }
  | { readonly do: "remember"; readonly preferences: Preferences }
  | { readonly do: "find-agents" }
  | { readonly do: "prefer"; readonly agent: Agent };
