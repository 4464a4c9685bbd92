import { z } from "zod";
import { count, text, timestamp } from "./basics.ts";

const workspaceId = text.regex(/^[0-9a-z-]+$/).describe("a hash: no path");
const trigger = z.enum(["turn", "timer", "shutdown"]);
const errorType = text.regex(/^[\w.-]+$/).describe("the kind of the error, never its message");

const event = <Name extends string, Shape extends z.core.$ZodLooseShape>(name: Name, attributes: Shape) =>
  z.strictObject({
    name: z.literal(name),
    at: timestamp,
    attributes: z.strictObject({ workspaceId, ...attributes }),
  });

export const telemetryEventSchema = z.discriminatedUnion("name", [
  event("session.persist.save", {
    turnCount: count,
    execCount: count,
    bytes: count,
    durationMs: count,
    trigger,
  }),
  event("session.persist.failure", { errorType, trigger, attempt: count }),
  event("session.resume.start", {
    hasDraft: z.boolean(),
    hasPendingDiff: z.boolean(),
    hasPendingExec: z.boolean(),
  }),
  event("session.resume.success", { turnCount: count, execCount: count, diffCount: count, elapsedMs: count }),
  event("session.resume.partial", { staleExecCount: count, staleDiffCount: count, droppedApprovals: count }),
  event("session.resume.failure", { errorType, hadBackup: z.boolean() }),
]);

export const telemetryExportSchema = z.strictObject({
  state: z
    .enum(["off", "waiting", "sending", "failing"])
    .describe("`off`: nothing leaves this machine; `waiting`: nothing was sent yet"),
  address: text.nullable().describe("of the collector"),
  detail: text.nullable().describe("why the last attempt failed"),
});

/** `GET /telemetry` */
export const telemetryReportSchema = z.strictObject({
  events: z.array(telemetryEventSchema).describe("the latest, oldest first; gone when the server ends"),
  export: telemetryExportSchema,
});
