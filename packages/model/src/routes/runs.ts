import { flag, get, needed, post, routes, text, whole, workspace } from "./route.ts";

const pull = text("of a pull request");
const scope = {
  kind: text("`workspace`, `project`, `comments` or `pull-request`: each with its own parameters"),
  root: text("of a workspace: its folder"),
  path: text("of a project or of comments: its file"),
  host: pull,
  owner: pull,
  repository: pull,
  number: whole("of a pull request", {}),
};

/** Runs: start, list, follow, control. */
export const runRoutes = routes("page", {
  listRuns: get("/runs", "Journalled runs, newest first", { query: scope, answer: "runs" }),
  startRun: post("/runs", "Start an agent. It continues when nobody listens", {
    more: "`cwd` and every other path are absolute. Settings that are not named are left to the agent.",
    body: "run-wish",
    answer: "attached-run",
  }),
  attachRun: get("/runs/:run", "A run, to follow or control it", {
    more: "Has its `origin`, and whether it can be controlled here.",
    answer: "attached-run",
  }),
  followRun: get("/runs/:run/events", "Numbered events of a run, from any number, as they come", {
    more: "For any number of listeners.",
    query: { origin: needed(text("of the run: whose numbers `Last-Event-ID` means")) },
    streams: "run-event",
    numbered: true,
    live: true,
  }),
  controlRun: post("/runs/:run/controls", "Answer, decide, steer, interrupt, send, close or end", {
    more: "Several at once, in order. The first event says that all calls were made; then comes each result.",
    body: "controls-request",
    streams: "control-result",
    whileClosing: true,
  }),
  declineRun: post("/runs/:run/decline", "Offer this run no more", { whileClosing: true }),
  getOffer: get("/offer", "The run or unsent prompt to continue, if there is one", {
    query: { ...scope, asked: flag("a person asks what can be continued: also what was stopped or declined") },
    answer: "offered",
  }),
});

/** Plans, and carrying out those that this server made: a client names them and cannot change them. */
export const restoreRoutes = routes("page", {
  planRestore: post("/plans", "What a restore would do. Starts nothing", {
    body: "plan-request",
    answer: "issued-plan",
  }),
  restore: post(
    "/restores",
    "Carry out a plan that this server made, once. 409 if the session has changed since: plan again",
    {
      body: "restore-request",
      answer: "attached-run",
    },
  ),
  planFiles: post("/file-plans", "The files of a session after one of its turns. Writes nothing", {
    body: "files-request",
    answer: "issued-files",
  }),
  rewindFiles: post("/rewinds", "Write the files of a plan that this server made, once", {
    body: "rewind-request",
    answer: "rewound",
  }),
  undoRewind: post("/rewinds/:id/undo", "Write the files as they were before", { answer: "undone" }),
});

/** What a runner knows about sessions and keeps for them. */
export const sessionActRoutes = routes("page", {
  getStatus: get("/status", "What was interrupted and what still runs", { query: { workspace }, answer: "status" }),
  countDismissed: get("/dismissals", "How many interruptions are dismissed", {
    query: { workspace },
    answer: "dismissed-count",
  }),
  getDismissal: get("/sessions/:id/dismissal", "Whether it can be dismissed, and was", { answer: "dismissal" }),
  dismiss: post("/sessions/:id/dismissal", "Dismiss an interruption, or undo that", {
    body: "dismiss-request",
    answer: "dismissal",
  }),
  getRunning: get("/sessions/:id/run", "Our run that has it open", { answer: "running" }),
  cancelSession: post("/sessions/:id/cancel", "Ask the process that runs it to stop the turn", {
    answer: "running",
    whileClosing: true,
  }),
  listApprovals: get("/sessions/:id/approvals", "Saved approvals", { answer: "kept-approvals" }),
  grantApproval: post("/sessions/:id/approvals", "Save one", { body: "grant-request", answer: "kept-approvals" }),
  revokeApproval: post("/sessions/:id/approvals/revoke", "Remove one", {
    body: "revoke-request",
    answer: "kept-approvals",
  }),
});
