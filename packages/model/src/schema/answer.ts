import { z } from "zod";
import { errorCodes } from "../error.ts";
import { warningKinds } from "../library.ts";
import { agentSchema, count, sessionId, text, timestamp } from "./basics.ts";
import { ailmentSchema } from "./plan.ts";
import { hiddenSchema } from "./session.ts";
import { damageSchema, itemKinds } from "./transcript.ts";

/** One line of `search --json` */
export const hitSchema = z.strictObject({
  session: sessionId,
  title: text.max(200),
  turn: count.describe("0: the title"),
  item: text.min(1),
  kind: z.enum(["title", ...itemKinds]),
  isWaiting: z.boolean().describe("it asked for approval and got no answer: it was not run"),
  snippet: text,
  marks: z
    .array(z.tuple([count, count]))
    .describe("what matched in the snippet: start and end of each part, in UTF-16 units"),
  reach: z
    .enum(["item", "turn", "session"])
    .describe("what has all the words: this item, its turn, or the session only"),
  at: timestamp.nullable(),
});

/** Why a file or session is not in the default list, or what is unusual about it. */
export const findingSchema = z.strictObject({
  path: text,
  session: sessionId.nullable(),
  listed: z.boolean(),
  reasons: z.array(text).describe("empty when the file is listed and whole"),
  damage: z.array(damageSchema),
  ailments: z.array(ailmentSchema).describe("why a resume is expected to fail"),
});

const amount = {
  sessionCount: count,
  fileCount: count,
  sizeBytes: count,
  damagedCount: count.describe("sessions with damage"),
  hidden: hiddenSchema,
};

export const diagnosisSummarySchema = z.strictObject({
  ...amount,
  homes: z.array(
    z.strictObject({
      agent: agentSchema,
      path: text.nullable().describe("null for sessions outside every home"),
      ...amount,
    }),
  ),
});

/** `doctor --json` */
export const diagnosisSchema = z.strictObject({
  findings: z.array(findingSchema),
  summary: diagnosisSummarySchema,
});

/** `reindex --json` */
export const reindexedSchema = z.strictObject({ sessionCount: count, sizeBytes: count });

/** `export --output FILE --json` */
export const exportedSchema = z.strictObject({
  session: sessionId,
  format: z.enum(["markdown", "html", "jsonl"]),
  path: text,
  sizeBytes: count,
});

/** One line of stderr with `--json`, when a command failed */
export const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.enum([...errorCodes, "unexpected"]),
    message: text.min(1),
    candidates: z.array(text).describe("near or matching ones"),
    resetsAt: timestamp.nullable().describe("when a limit is lifted, if that is the reason"),
  }),
});

/** One line of stderr with `--json`: a warning about a valid answer */
export const warningSchema = z.strictObject({
  warning: z.strictObject({
    kind: z.enum([...warningKinds, "journal-not-saved", "unknown-setting", "expected-to-fail"]),
    path: text,
    detail: text,
  }),
});
