import { expect, test } from "vitest";
import type { FileAt, FilesPlan } from "../files.ts";
import type { Ailment, Drift, KeptApproval, RestoreEvent, RestorePlan, Unfinished } from "../restore.ts";
import type { Decision, FailureKind, Request, RunStatus, Settings } from "../run.ts";
import type { Offer, StatusRow } from "../runner.ts";
import {
  ailmentSchema,
  decisionSchema,
  driftSchema,
  failureKinds,
  fileAtSchema,
  filesPlanSchema,
  handoffSchema,
  keptApprovalSchema,
  planSchema,
  requestSchema,
  restoreEventSchema,
  runPlanSchema,
  runStatusSchema,
  settingsSchema,
  statusRowSchema,
  unfinishedSchema,
} from "./index.ts";

/** As in schema.test.ts: the compiler complains when a type changes, the test when the schema did not. */
type Members<Name extends PropertyKey> = Readonly<Record<Name, true>>;

const keys = (members: object) => Object.keys(members).sort();
const all = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Members<Name>;

test("plans, settings, requests and rows have the fields of their types", () => {
  const plan: Members<keyof RestorePlan> = all(
    ...([
      "mode",
      "session",
      "target",
      "via",
      "ways",
      "turns",
      "basis",
      "settings",
      "baseline",
      "drift",
      "refusals",
      "segments",
      "tokens",
    ] as const),
    ...(["hasExactTokens", "contextTokens", "brief", "ailments", "continues"] as const),
    ...([
      "approvals",
      "pending",
      "unfinished",
      "lost",
      "unchecked",
      "owner",
      "prompt",
      "account",
      "unsentPrompt",
    ] as const),
  );
  const settings: Members<keyof Settings> = all(
    ...(["model", "provider", "effort", "summary", "sandbox", "approvalPolicy", "cwd"] as const),
  );
  const request: Members<keyof Request> = all(
    ...(["id", "kind", "subject", "reason", "cwd", "item", "hash", "choices", "questions"] as const),
    ...(["environment", "network", "grants", "rule", "changes"] as const),
  );
  const row: Members<keyof StatusRow> = all(
    ...(["session", "run", "agent", "thread", "title", "workspace", "status", "owner"] as const),
    ...([
      "updatedAt",
      "doing",
      "unfinished",
      "stillRunning",
      "drift",
      "parkedUntil",
      "pendingCount",
      "unsentPrompt",
    ] as const),
  );
  const drift: Members<keyof Drift> = all("kind", "subject", "recorded", "now", "widens", "note");
  const unfinished: Members<keyof Unfinished> = all("item", "kind", "subject", "outcome", "evidence");
  const kept: Members<keyof KeptApproval> = all("hash", "subject", "source");
  const offer: Members<keyof Offer> = all("run", "session", "mode", "prompt", "agent", "startedAt", "status");
  const ailment: Members<keyof Ailment> = all("kind", "onResume", "file", "line", "byteOffset", "detail");
  const files: Members<keyof FilesPlan> = all("session", "turn", "root", "files", "patch");
  const fileAt: Members<keyof FileAt> = all(
    ...(["path", "change", "diff", "content", "nowHash", "conflict"] as const),
  );
  const pairs = [
    [ailmentSchema, ailment],
    [filesPlanSchema, files],
    [fileAtSchema, fileAt],
    [planSchema, plan],
    [settingsSchema, settings],
    [requestSchema, request],
    [statusRowSchema, row],
    [driftSchema, drift],
    [unfinishedSchema, unfinished],
    [keptApprovalSchema, kept],
    [runPlanSchema.shape.offer.unwrap(), offer],
  ] as const;
  for (const [schema, members] of pairs) expect(keys(schema.shape)).toEqual(keys(members));
});

test("every event has the fields of its type", () => {
  type Fields<Type extends RestoreEvent["type"]> = keyof (RestoreEvent & { type: Type });
  const events: { readonly [Type in RestoreEvent["type"]]: Members<Fields<Type>> } = {
    "run-started": all("type", "run", "agent", "settings"),
    thread: all("type", "thread", "isPersisted"),
    settings: all("type", "settings"),
    "turn-started": all("type", "turn"),
    "prompt-persisted": all("type", "promptId"),
    item: all("type", "key", "isComplete", "item"),
    delta: all("type", "key", "kind", "text"),
    "item-dropped": all("type", "key"),
    request: all("type", "request"),
    "request-resolved": all("type", "id", "decision", "by"),
    usage: all("type", "tokens"),
    notice: all("type", "text"),
    "journal-health": all("type", "problem"),
    "turn-ended": all("type", "turn", "state", "failure"),
    "run-ended": all("type", "status", "failure"),
    checking: all("type"),
    checked: all("type", "settings"),
    "drift-found": all("type", "drift"),
    restoring: all("type", "doneCount", "totalCount", "items", "tokens"),
    "restore-cancelled": all("type", "doneCount", "totalCount"),
    restored: all(
      ...(["type", "session", "thread", "from", "via", "itemCount", "segmentCount", "sentTokens"] as const),
    ),
    brief: all("type", "text", "tokens"),
    refused: all("type", "plan"),
    busy: all("type", "owner"),
  };
  const ofSchema = restoreEventSchema.options.map(({ shape }) => [shape.type.value, keys(shape)]);
  expect(ofSchema).toEqual(Object.entries(events).map(([type, fields]) => [type, keys(fields)]));
});

test("a handoff has the fields of a brief, and whose it is", () => {
  type Brief = Omit<RestoreEvent & { type: "brief" }, "type"> & Pick<RestorePlan, "session">;
  const handoff: Members<keyof Brief> = all("session", "text", "tokens");
  expect(keys(handoffSchema.shape)).toEqual(keys(handoff));
});

test("closed words are those of their types", () => {
  const failures: Members<FailureKind> = all(
    ...(["transport", "server", "limit", "authentication", "context-full", "thread-missing"] as const),
    ...(["thread-archived", "thread-damaged", "busy", "agent-missing", "other"] as const),
  );
  const statuses: Members<RunStatus> = all("running", "completed", "interrupted", "failed", "cancelled");
  const changes: Members<FileAt["change"]> = all("none", "write", "create", "delete");
  expect([...fileAtSchema.shape.change.options].sort()).toEqual(keys(changes));
  const ailments: Members<Ailment["kind"]> = all(
    ...(["orphan-call", "orphan-output", "foreign-reasoning", "lone-surrogate", "nul"] as const),
    ...(["oversized-item", "oversized-image", "broken-image", "ordinal"] as const),
    ...(["context-full", "missing-base", "unreadable-line"] as const),
  );
  expect([...ailmentSchema.shape.kind.options].sort()).toEqual(keys(ailments));
  const reasons: Members<Exclude<RestorePlan["refusals"][number]["reason"], FailureKind>> = all(
    ...(["wider-permissions", "folder-missing", "not-supported"] as const),
    ...(["no-thread", "nothing-to-tell", "not-wanted"] as const),
  );
  const ofSchema = planSchema.shape.refusals.element.shape.reason.options;
  expect([...ofSchema].sort()).toEqual([...failureKinds, ...keys(reasons)].sort());
  const decisions: Members<Decision> = all("once", "session", "always", "decline", "cancel");
  expect([...failureKinds].sort()).toEqual(keys(failures));
  expect([...runStatusSchema.options].sort()).toEqual(keys(statuses));
  expect([...decisionSchema.options].sort()).toEqual(keys(decisions));
});
