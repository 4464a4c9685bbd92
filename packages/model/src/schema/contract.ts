import {
  approvalsSchema,
  cancelledSchema,
  dismissedSchema,
  handoffSchema,
  offerSchema,
  runPlanSchema,
  statusRowSchema,
  statusSchema,
} from "./acting.ts";
import {
  diagnosisSchema,
  diagnosisSummarySchema,
  errorSchema,
  exportedSchema,
  findingSchema,
  hitSchema,
  reindexedSchema,
  warningSchema,
} from "./answer.ts";
import { chatEventSchema, chatRequestSchema, chatSchema, chatTurnSchema } from "./chat.ts";
import { eventLineSchema } from "./event.ts";
import { filesPlanSchema } from "./files.ts";
import { healthSchema, httpErrorSchema, listeningSchema, turnCancelledSchema } from "./http.ts";
import {
  ailmentSchema,
  baselineSchema,
  driftSchema,
  keptApprovalSchema,
  planSchema,
  unfinishedSchema,
  wishSchema,
} from "./plan.ts";
import {
  answerSchema,
  consentSchema,
  failureSchema,
  requestSchema,
  runWishSchema,
  settingsSchema,
} from "./run.ts";
import { lineageSchema, listQuerySchema, ownerSchema, pageSchema, sessionSchema } from "./session.ts";
import { damageSchema, exportLineSchema, itemSchema, transcriptSchema, turnSchema } from "./transcript.ts";
import type { Value } from "./value.ts";

/** Every value that programs exchange with Reprise, by its name for `reprise schema NAME`. */
export const contract = {
  // Output of commands with `--json`, or a line of it.
  list: pageSchema,
  show: transcriptSchema,
  search: hitSchema,
  export: exportLineSchema,
  exported: exportedSchema,
  doctor: diagnosisSchema,
  reindex: reindexedSchema,
  event: eventLineSchema,
  plan: planSchema,
  "run-plan": runPlanSchema,
  files: filesPlanSchema,
  handoff: handoffSchema,
  status: statusSchema,
  cancel: cancelledSchema,
  dismiss: dismissedSchema,
  approvals: approvalsSchema,
  "chat-event": chatEventSchema,
  chat: chatSchema,
  serve: listeningSchema,
  "turn-cancelled": turnCancelledSchema,
  health: healthSchema,
  "http-error": httpErrorSchema,
  error: errorSchema,
  warning: warningSchema,
  // Parts of these.
  session: sessionSchema,
  turn: turnSchema,
  item: itemSchema,
  damage: damageSchema,
  finding: findingSchema,
  "doctor-summary": diagnosisSummarySchema,
  owner: ownerSchema,
  lineage: lineageSchema,
  settings: settingsSchema,
  failure: failureSchema,
  approval: keptApprovalSchema,
  request: requestSchema,
  baseline: baselineSchema,
  drift: driftSchema,
  unfinished: unfinishedSchema,
  ailment: ailmentSchema,
  offer: offerSchema,
  "status-row": statusRowSchema,
  "chat-turn": chatTurnSchema,
  // Input of Reprise.
  "list-query": listQuerySchema,
  wish: wishSchema,
  "run-wish": runWishSchema,
  consent: consentSchema,
  answer: answerSchema,
  "chat-request": chatRequestSchema,
} as const;

/** Describes each value and names the command that prints it. */
export const contractNotes: Readonly<Record<keyof typeof contract, string>> = {
  list: "One page of sessions: `list`.",
  show: "One session, streamed: `show ID`.",
  search: "One hit a line: `search TEXT`.",
  export: "One record a line: `export ID --format jsonl`.",
  exported: "What was written: `export ID --output FILE`.",
  doctor: "One object, streamed: `doctor [PATH]`.",
  reindex: "What was indexed: `reindex`.",
  event:
    "One event a line: `run`, `resume`, `replay`, `fork`, `repair`, `handoff --run`. The last line is `done` (exit 0 if completed, else 1), `refused` (5) or `busy` (4).",
  plan: "What a restore would do: `resume`, `replay`, `handoff`, `fork` and `repair` with `--dry-run`.",
  "run-plan": "What a run would do: `run --dry-run`.",
  files:
    "Files at an earlier turn: `fork --files --dry-run`, as a second line; `fork --files-only --dry-run`.",
  handoff: "A brief: `handoff ID`.",
  status: "Interrupted and running sessions: `status`.",
  cancel: "`cancel ID`.",
  dismiss: "`dismiss ID`.",
  approvals: "Saved approvals and pending requests: `approvals ID`.",
  "chat-event": "One event a line: `chat`, `POST /chat`. The last is `result`.",
  chat: "A chat and its latest turns: `GET /chat/:id`.",
  serve: "First line: `serve`.",
  "turn-cancelled": "A turn that was stopped, or had ended: `POST /chat/:id/turns/:turn/cancel`.",
  health: "`GET /healthz`.",
  "http-error": "The body of every answer over HTTP with a status of 400 or more.",
  error: "One line on stderr when a command failed.",
  warning: "One line on stderr: something to know although the answer stands.",
  session: "A session.",
  turn: "A turn: one prompt and everything until the agent settles.",
  item: "An item of a turn.",
  damage: "Something in a file that could not be read as promised.",
  finding: "Why a file or session is not in the default list, or what is unusual about it.",
  "doctor-summary": "What is on the machine, by agent and home.",
  owner: "A living process.",
  lineage: "What a session came from.",
  settings: "How a thread is set up. Null is unknown, or left to the agent.",
  request: "Something the agent may not do without an answer.",
  failure: "Why a turn or run failed.",
  approval: "A permission for the whole session that can be given again.",
  baseline: "The permissions a plan is measured against.",
  drift: "A difference between what was recorded and now.",
  unfinished: "Work whose outcome the agent's log does not hold.",
  ailment: "What makes a session fail when it is sent to a model again.",
  offer: "A run that can be continued, or a prompt that was never sent.",
  "status-row": "One run or session that was active when something died, or still is.",
  "chat-turn": "One message of a chat and what became of it.",
  "list-query": "What to list.",
  wish: "What should differ from what was recorded.",
  "run-wish": "What to run.",
  consent: "What the person agreed to before a plan is carried out.",
  answer: "The answer to a request.",
  "chat-request": "A message to a chat: `POST /chat`.",
};

export type ContractName = keyof typeof contract;
export type ContractValue<Name extends ContractName> = Value<(typeof contract)[Name]>;
