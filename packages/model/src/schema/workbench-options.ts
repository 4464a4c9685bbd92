import { z } from "zod";
import { text } from "./basics.ts";

/** What is kept of the workbench, and how it is protected: `[workbench]` in the settings. */
export const workbenchOptionsSchema = z.strictObject({
  persist: z.boolean().describe("save the workbench, so that it is there after a restart"),
  encrypt: z.boolean().describe("encrypt what is saved"),
  key: z.enum(["keyring", "passphrase"]).describe("where the key of the encryption comes from"),
  retentionDays: z
    .number()
    .int()
    .min(1)
    .max(36_500)
    .describe("saved workspaces that were not used for so long are deleted"),
  redact: z.array(text.min(1)).max(100).describe("regular expressions of what is never saved"),
  rememberApprovals: z.boolean().describe("keep approvals for the session after a restart"),
  telemetry: text.describe("`off`, or the address of an OTLP collector"),
});

/** The options in effect, and what is wrong with the file they are from. */
export const optionsReadSchema = z.strictObject({
  path: text.describe("of the settings file"),
  options: workbenchOptionsSchema,
  problems: z.array(
    z.strictObject({
      key: text.nullable().describe("such as `retention-days`; null: the whole file"),
      message: text.describe("what is wrong, what is allowed, and what is used instead"),
    }),
  ),
  savingRefusal: text.nullable().describe("why nothing is saved: a setting that protects what is saved cannot be read"),
  hasKey: z.boolean().describe("there is a key of the encryption; else the next passphrase is a new one"),
});
