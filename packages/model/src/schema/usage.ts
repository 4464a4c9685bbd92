import { z } from "zod";
import { agentSchema, count, sessionId, text, timestamp } from "./basics.ts";
import { scopeSchema } from "./session.ts";

const day = text.regex(/^\d{4}-\d\d-\d\d$/);

export const tokensSchema = z.strictObject({
  input: count.nullable().describe("everything sent to the model, cached or not"),
  cached: count.nullable().describe("the part of `input` that the provider had in its cache"),
  output: count.nullable().describe("everything the model wrote, reasoning included"),
  reasoning: count.nullable().describe("the part of `output` that is reasoning"),
});

const figures = {
  turnCount: count,
  tokens: tokensSchema.describe("null: recorded by no turn"),
  workMs: count.nullable().describe("from the start of each turn to its last record"),
  commandCount: count.describe("run by the agent, not by a person"),
  failedCommandCount: count,
  editCount: count,
};

export const usageFiguresSchema = z.strictObject(figures);

export const usageDaySchema = z.strictObject({
  day: day.nullable().describe("the day in `zone` on which the turns started; null: no time was recorded"),
  agent: agentSchema,
  model: text.nullable(),
  ...figures,
});

export const usageSessionSchema = z.strictObject({
  session: sessionId,
  agent: agentSchema,
  title: text,
  workspace: text.nullable(),
  subagentOf: sessionId.nullable(),
  models: z.array(text),
  startedAt: timestamp.nullable().describe("start of the first turn that is counted"),
  lastAt: timestamp.nullable().describe("start of the last turn that is counted"),
  ...figures,
});

/** `usage --json` */
export const usageSchema = z.strictObject({
  zone: text.describe("time zone of the days, such as `Europe/Berlin`"),
  since: day.nullable(),
  until: day.nullable(),
  total: usageFiguresSchema,
  days: z.array(usageDaySchema).describe("by day, agent and model, oldest first"),
  sessions: z.array(usageSessionSchema).describe("latest first; a turn copied by a fork counts once"),
  without: z
    .strictObject({
      tokens: count,
      time: count,
      turns: count.describe("nothing to count: empty, or the file cannot be read"),
    })
    .describe("sessions that lack these figures"),
});

export const usageQuerySchema = z.strictObject({
  scope: scopeSchema.describe("`workspace`: the project of that folder, its worktrees and former folders"),
  agent: agentSchema.optional(),
  zone: text.describe("IANA name"),
  since: day.optional().describe("first day"),
  until: day.optional().describe("last day"),
});
