import { z } from "zod";
import { roundSources } from "../permissions.ts";
import { agentSchema, count, sessionId, text, threadId, timestamp } from "./basics.ts";
import { runEvents } from "./event.ts";
import { narrowedSchema, permissionsSchema } from "./plan.ts";
import { failureSchema, settingsSchema } from "./run.ts";
import { ownerSchema } from "./session.ts";
import { turnSchema } from "./transcript.ts";

const of = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

export const projectOriginSchema = z.enum(["reprise", "codexpotter"]).describe("the program whose log the project has");

export const projectStateSchema = z
  .enum(["running", "parked", "interrupted", "succeeded", "stopped", "failed", "rounds-used", "damaged"])
  .describe(
    "`parked`: a usage limit stopped it; `interrupted`: no process works on it, and a round has no end or more rounds were planned; `stopped`: by a person; `rounds-used`: the goal may not be met; `damaged`: the log breaks a rule, see `problem`",
  );

export const roundOutcomeSchema = z.strictObject({
  type: z.enum(["completed", "interrupted", "user_requested", "task_failed", "fatal"]),
  message: text.nullable(),
});

const project = {
  path: text.describe("the folder of the project"),
  origin: projectOriginSchema,
  workspace: text.describe("the folder the agent works in"),
  goal: text,
  title: text.describe("given by the agent; else the goal on one line, at most 200 characters"),
  state: projectStateSchema,
  unfinishedRound: count.nullable().describe("number of the round that has no end; `resume` continues its thread"),
  branch: text.nullable(),
  agent: agentSchema.nullable().describe("of the last round"),
  owner: ownerSchema.nullable().describe("the living process that works on it"),
  parkedUntil: timestamp.nullable(),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
  problem: text.nullable().describe("file, line, and what was expected there"),
};

export const projectSchema = z.strictObject({ ...project, rounds: count });

/** `project list --json` */
export const projectsSchema = z.strictObject({ projects: z.array(projectSchema) });

export const commitSchema = z.strictObject({ hash: text, subject: text });

/** What a round did, by the machine's account. Null: not recorded. */
const effects = {
  tokens: count.nullable(),
  commits: z.array(commitSchema).nullable(),
  files: z.array(text).nullable().describe("changed since the start of the round, committed or not"),
};

export const roundSchema = z.strictObject({
  number: count.describe("from 1, over all resumes of the project"),
  current: count.describe("from 1 in each start or resume"),
  total: count,
  agent: agentSchema.nullable(),
  thread: threadId.nullable(),
  session: sessionId.nullable().describe("null: no thread was recorded, or its log is not found"),
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  outcome: roundOutcomeSchema.nullable().describe("null: the round has no end"),
  isSuccess: z.boolean().describe("the goal was declared met at the end of this round"),
  ...effects,
  problem: text.nullable().describe("why its conversation cannot be shown"),
});

/** What the coming rounds may do. Nobody is asked: what is not allowed is declined. */
export const roundPermissionsSchema = z.strictObject({
  agent: agentSchema,
  sandbox: permissionsSchema.shape.sandbox.describe("null: the agent has none, or it is left to it"),
  approvalPolicy: permissionsSchema.shape.approvalPolicy,
  source: z
    .enum(roundSources)
    .describe(
      "`named`: by the person for these rounds; `journal`: as in the last round that Reprise ran here; `configuration`: how the agent is configured; `default`: the agent's own default",
    ),
  narrowed: z.array(narrowedSchema).describe("what the log of the project names and they do not get"),
});

/** What can be done next with a project. */
export const nextStepSchema = z.strictObject({
  kind: z.enum(["continue-round", "new-rounds"]),
  rounds: count.describe("including the one that is continued"),
  refusal: text.nullable().describe("why it cannot be continued here and now"),
  permissions: roundPermissionsSchema.nullable().describe("null: it cannot be continued, or is running"),
});

export const projectViewSchema = z.strictObject({
  ...project,
  rounds: z.array(roundSchema),
  inProgress: z.array(text).describe("the tasks of the progress file"),
  todo: z.array(text),
  done: z.array(text),
  next: nextStepSchema,
  problems: z.array(text).describe("all that is damaged, `problem` first"),
});

/** `project show --json` */
export const projectAnswerSchema = projectViewSchema.extend({
  rounds: z.array(roundSchema.extend({ turns: z.array(turnSchema) })),
});

const bounds = {
  rounds: count.min(1).describe("how many at most"),
  untilTime: timestamp.nullable().optional().describe("no round starts after it, and no wait lasts beyond it"),
  maxTokens: count.nullable().optional().describe("no round starts once the rounds of this run have used as many"),
};

export const projectWishSchema = z.strictObject({
  goal: text.min(1),
  cwd: text,
  agent: agentSchema,
  settings: settingsSchema.partial().describe("what is not given is left to the agent"),
  ...bounds,
});

export const projectResumeWishSchema = z.strictObject({
  agent: agentSchema.nullable().optional().describe("for new rounds; else the one of the last round"),
  settings: settingsSchema.partial().describe("what is not given is as in the last round here; more has to be named"),
  isFresh: z
    .boolean()
    .optional()
    .describe("an unfinished round is done again in a new thread, instead of continued in its own"),
  ...bounds,
});

const round = { number: count };

/** Events of a project: its own, and in each round those of the run. */
export const projectEventSchema = z.discriminatedUnion("type", [
  of("project-opened", { project: projectSchema, permissions: roundPermissionsSchema }),
  of("round-started", { ...round, current: count, total: count }),
  of("round-continued", { ...round, thread: threadId.nullable(), reason: text }).describe(
    "the same round again, in the same thread unless it is null",
  ),
  of("round-configured", { ...round, agent: agentSchema, thread: threadId, session: sessionId }),
  of("recovering", {
    ...round,
    attempt: count,
    attempts: count.describe("how many at most in a row"),
    at: timestamp.describe("when it is tried again"),
    failure: failureSchema,
  }),
  of("parked", { ...round, until: timestamp, failure: failureSchema }),
  of("round-paused", round).describe("interrupted by a person: continue the round, or stop"),
  of("round-finished", { ...round, outcome: roundOutcomeSchema, isSuccess: z.boolean(), ...effects }),
  of("project-ended", {
    state: projectStateSchema,
    rounds: count.describe("finished since the project was started"),
    reason: text.nullable().describe("why it ended before its rounds were used"),
  }),
  ...runEvents,
]);

/** The last line of `project start --json` and `project resume --json` */
export const projectDoneSchema = of("done", { path: text, state: projectStateSchema, rounds: count });

/** One line of `project start --json` and `project resume --json` */
export const projectLineSchema = z.discriminatedUnion("type", [...projectEventSchema.options, projectDoneSchema]);
