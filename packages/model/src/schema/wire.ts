import { z } from "zod";
import { chatEventSchema, chatRequestSchema } from "./chat.ts";
import { contract } from "./contract.ts";
import { pageMessageSchema } from "./http.ts";
import type { Value } from "./value.ts";
import { renewKeySchema, unlockSchema } from "./workbench.ts";
import { workbenchOptionsSchema } from "./workbench-options.ts";

/** An event with its number in front, as it is sent. */
const chatLineSchema = z.discriminatedUnion(
  "type",
  chatEventSchema.options.map((option) =>
    z
      .strictObject({ id: z.int().min(1).describe("from 1; for `Last-Event-ID`"), ...option.shape })
      .describe(option.description ?? ""),
  ) as never,
);

/** Every value that is sent over HTTP, by its name in the route table: also what is no part of the contract of programs. */
export const wire = {
  ...contract,
  "chat-request": chatRequestSchema.strict(),
  "chat-line": chatLineSchema,
  "options-change": workbenchOptionsSchema.partial(),
  "renew-key": renewKeySchema,
  "stream-request": pageMessageSchema,
  unlock: unlockSchema,
} as const;

export type WireName = keyof typeof wire;
export type WireValue<Name extends WireName> = Value<(typeof wire)[Name]>;
