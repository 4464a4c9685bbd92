import { z } from "zod";
import { agents } from "../ids.ts";
import { count, sessionId, timestamp } from "./session.ts";
import { damageSchema } from "./transcript.ts";

/** One line of `search --json` */
export const hitSchema = z.strictObject({
  session: sessionId,
  title: z.string().max(200),
  turn: count,
  item: z.string().min(1),
  kind: z.enum(["prompt", "reply", "reasoning", "command", "edit", "tool", "approval", "notice", "opaque"]),
  isWaiting: z.boolean(),
  snippet: z.string(),
  at: timestamp.nullable(),
});

const amount = {
  sessionCount: count,
  fileCount: count,
  sizeBytes: count,
  damagedCount: count,
  hidden: z.strictObject({ empty: count, subagents: count, archived: count, unreadable: count }),
};

/** `doctor --json` */
export const diagnosisSchema = z.strictObject({
  findings: z.array(
    z.strictObject({
      path: z.string(),
      session: sessionId.nullable(),
      listed: z.boolean(),
      reasons: z.array(z.string()),
      damage: z.array(damageSchema),
    }),
  ),
  summary: z.strictObject({
    ...amount,
    homes: z.array(z.strictObject({ agent: z.enum(agents), path: z.string().nullable(), ...amount })),
  }),
});

/** `reindex --json` */
export const reindexedSchema = z.strictObject({ sessionCount: count, sizeBytes: count });

/** `export --output FILE --json` */
export const exportedSchema = z.strictObject({
  session: sessionId,
  format: z.enum(["markdown", "html", "jsonl"]),
  path: z.string(),
  sizeBytes: count,
});

/** One line of stderr with `--json`, when a command failed */
export const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.enum([
      "bad-use",
      "not-found",
      "ambiguous",
      "busy",
      "refused",
      "unreadable",
      "newer-version",
      "not-saved",
      "unexpected",
    ]),
    message: z.string().min(1),
    candidates: z.array(z.string()),
  }),
});

/** One line of stderr with `--json`, for what the person should know although the answer stands */
export const warningSchema = z.strictObject({
  warning: z.strictObject({
    kind: z.enum([
      "unreadable",
      "catalog-unusable",
      "catalog-not-saved",
      "not-saved",
      "sources-changed",
      "journal-not-saved",
      "unknown-setting",
      "expected-to-fail",
    ]),
    path: z.string(),
    detail: z.string(),
  }),
});
