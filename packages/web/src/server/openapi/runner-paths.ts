import {
  acts,
  done,
  events,
  inQuery,
  json,
  lastEvent,
  pathPart,
  reads,
  sessionId,
  streams,
  workspace,
} from "./parts.ts";
import type { SchemaName } from "./schemas.ts";

const runId = pathPart("run", "the id of a run");
const scope = [
  inQuery("kind", "`workspace`, `project` or `pull-request`: each with its own parameters"),
  inQuery("root", "of a workspace: its folder"),
  inQuery("path", "of a project: its file"),
  ...["host", "owner", "repository"].map((name) => inQuery(name, "of a pull request")),
  inQuery("number", "of a pull request", { schema: { type: "integer", minimum: 0 } }),
];

const issued = (name: SchemaName) => json("The plan, and the id to carry it out", name);
const kept = json("What is kept now", "kept-approvals");

/** What a server with a runner has besides. */
export const runnerPaths = {
  "/find": reads("findSession", "One session, by whatever names it", "session", [
    inQuery("text", "an id, a unique prefix, a thread id, a name or a file path", { required: true }),
  ]),
  "/diagnosis": streams("diagnose", "What is hidden, damaged or unusual", events("finding", "Findings"), [
    inQuery("path", "only files below it; absolute"),
  ]),
  "/changes": streams("followChanges", "Sessions that change on disk", events("changes", "Changes")),
  "/warnings": reads("getWarnings", "What to know although answers stand", "warnings", [
    inQuery("after", "the last number that the client has", { schema: { type: "integer", minimum: 0 } }),
  ]),
  "/runs": {
    ...reads("listRuns", "Journalled runs, newest first", "runs", scope),
    ...acts("startRun", "Start an agent. It continues when nobody listens", {
      ...{ body: "run-wish", answer: json("It has started", "attached-run") },
    }),
  },
  "/runs/{run}": reads("attachRun", "A run, to follow or control it", "attached-run", [runId]),
  "/runs/{run}/events": streams(
    "followRun",
    "Numbered events of a run, from any number, as they come",
    events("run-event", "Events, each with its number as `id`"),
    [
      runId,
      inQuery("origin", "of the run: whose numbers `Last-Event-ID` means", { required: true }),
      lastEvent,
    ],
  ),
  "/runs/{run}/controls": acts("controlRun", "Answer, decide, steer, interrupt, send, close or end", {
    ...{ body: "controls-request", parameters: [runId] },
    answer: events("control-result", "First that all calls were made, then each result"),
  }),
  "/runs/{run}/decline": acts("declineRun", "Offer this run no more", {
    ...{ body: null, answer: done, parameters: [runId] },
  }),
  "/offer": reads("getOffer", "The run or unsent prompt to continue, if there is one", "offered", scope),
  "/plans": acts("planRestore", "What a restore would do. Starts nothing", {
    ...{ body: "plan-request", answer: issued("issued-plan") },
  }),
  "/restores": acts("restore", "Carry out a plan that this server made, once", {
    ...{ body: "restore-request", answer: json("It has started", "attached-run") },
  }),
  "/file-plans": acts("planFiles", "The files of a session after one of its turns. Writes nothing", {
    ...{ body: "files-request", answer: issued("issued-files") },
  }),
  "/rewinds": acts("rewindFiles", "Write the files of a plan that this server made, once", {
    ...{ body: "rewind-request", answer: json("Written", "rewound") },
  }),
  "/rewinds/{id}/undo": acts("undoRewind", "Write the files as they were before", {
    body: null,
    answer: json("Written", "undone"),
    parameters: [pathPart("id", "of the rewind")],
  }),
  "/status": reads("getStatus", "What was interrupted and what still runs", "status", [workspace]),
  "/dismissals": reads("countDismissed", "How many interruptions are dismissed", "dismissed-count", [
    workspace,
  ]),
  "/sessions/{id}/dismissal": {
    ...reads("getDismissal", "Whether it can be dismissed, and was", "dismissal", [sessionId]),
    ...acts("dismiss", "Dismiss an interruption, or undo that", {
      body: "dismiss-request",
      answer: json("As it is now", "dismissal"),
      parameters: [sessionId],
    }),
  },
  "/sessions/{id}/run": reads("getRunning", "Our run that has it open", "running", [sessionId]),
  "/sessions/{id}/cancel": acts("cancelSession", "Ask the process that runs it to stop the turn", {
    ...{ body: null, answer: json("The run that was asked", "running"), parameters: [sessionId] },
  }),
  "/sessions/{id}/approvals": {
    ...reads("listApprovals", "Saved approvals", "kept-approvals", [sessionId]),
    ...acts("grantApproval", "Save one", { body: "grant-request", answer: kept, parameters: [sessionId] }),
  },
  "/sessions/{id}/approvals/revoke": acts("revokeApproval", "Remove one", {
    ...{ body: "revoke-request", answer: kept, parameters: [sessionId] },
  }),
};
