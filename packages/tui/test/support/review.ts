import {
  allComments,
  type CommentReport,
  type FetchedComments,
  type RestoreEvent,
  type ReviewComment,
  type Timestamp,
} from "@reprise/model";
import { sampleComment, samplePullRequest, sampleTarget } from "@reprise/testkit";
import type { ReviewRoute } from "../../src/kernel/route.ts";
import type { Size } from "../../src/kernel/screen.ts";
import { begin as beginLive } from "../../src/screens/live/index.ts";
import { begin, reviewScreen } from "../../src/screens/review/index.ts";
import type { Message, RoutedTask, State, Task } from "../../src/screens/review/state.ts";
import { Driven } from "./drive.ts";
import { PlayedControls } from "./live.ts";
import { summary } from "./plans.ts";
import { testWorld } from "./world.ts";

export const reviewRoute: ReviewRoute = {
  target: sampleTarget,
  filter: allComments,
  agent: "codex",
  settings: {},
  isForced: false,
};

export function comment(id: number, given: Partial<ReviewComment> = {}): ReviewComment {
  return sampleComment(id, {
    author: "alice",
    lineNumber: 12,
    originalLineNumber: 12,
    body: "Use integers for money.",
    diffHunk: "@@ -10,3 +10,3 @@\n const a = 1;\n-old\n+new",
    commitSha: "a1a1a1a1a1a1",
    ...given,
  });
}

export function fetchedOf(given: readonly ReviewComment[]): FetchedComments {
  return {
    pullRequest: samplePullRequest,
    comments: [...given],
    resolutionProblem: null,
    problems: [],
    fetchedAt: "2026-11-15T12:00:00.000Z" as Timestamp,
  };
}

export function reportOf(about: ReviewComment, outcome: CommentReport["outcome"]): CommentReport {
  const isChanged = outcome !== "unchanged";
  const size = { kind: "update", added: 3, removed: 1, isByEdit: true } as const;
  const change = { path: about.filePath ?? "", ...size, lines: [{ start: 11, end: 13 }] };
  return {
    comment: about,
    outcome,
    changes: isChanged ? [change] : [],
    draft: isChanged ? "Changed `src/cart.ts`, lines 11–13." : "No change was made.",
  };
}

export const comments: readonly ReviewComment[] = [
  comment(1),
  comment(2, { author: "bob", inReplyToId: 1, body: "Cents, then." }),
  comment(3, { filePath: "src/price.ts", lineNumber: 4, resolved: true, body: "Name the constant." }),
  comment(4, { filePath: null, lineNumber: null, author: "bob", body: "Add a test.", resolved: null }),
];

export const offered = {
  run: "run-0" as never,
  words: "Interrupted session from 2026-02-15 10:32 UTC.",
  session: summary("t-0"),
};

/** The review screen in a test; nothing is performed. */
export class DrivenReview extends Driven<State, Message, RoutedTask> {
  readonly controls = new PlayedControls();

  constructor(size?: Size, route: Partial<ReviewRoute> = {}) {
    super(reviewScreen, begin({ ...reviewRoute, ...route }, testWorld()), size);
  }

  static open(size?: Size, given: readonly ReviewComment[] = comments): DrivenReview {
    return new DrivenReview(size).gets(given);
  }

  gets(given: readonly ReviewComment[]): this {
    return this.tell({ type: "fetched", request: this.state.request, fetched: fetchedOf(given) });
  }

  /** The question takes answers. */
  quiet(): this {
    return this.tell({ type: "quiet", edition: this.state.guard.edition });
  }

  happens(...events: readonly RestoreEvent[]): this {
    return this.tell({ type: "live", message: { type: "events", events } });
  }

  /** A run on the comments shown. */
  runs(): this {
    this.press("x").tell({ type: "offer", offered: null, unsent: null });
    const wish = { agent: "codex", cwd: "/home/me/shop", settings: {}, prompt: "Resolve", canAnswer: true };
    this.tell({ type: "live-opened", opened: beginLive({ kind: "hosted", wish }, testWorld()) });
    this.tell({ type: "live", message: { type: "hold", hold: { abort: () => {} } } });
    this.tell({ type: "live", message: { type: "controls", controls: this.controls } });
    return this.happens({ type: "turn-started", turn: null });
  }

  ends(status: "completed" | "cancelled" | "failed", message: string | null = null): this {
    const failure = message === null ? null : ({ kind: "server", message, resetsAt: null } as const);
    return this.happens({ type: "run-ended", status, failure }).tell({
      type: "live",
      message: { type: "run-over", failure: null },
    });
  }

  done(type: Task["type"]): Task[] {
    return this.tasks.map(({ task }) => task).filter((task) => task.type === type);
  }

  /** The last row. */
  get status(): string {
    return this.text.split("\n").slice(-2).join("\n");
  }
}
