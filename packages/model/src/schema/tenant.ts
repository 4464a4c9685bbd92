import { z } from "zod";
import { count, text, timestamp } from "./basics.ts";

const name = text.regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u, "1 to 200 characters, none of them control characters");

export const tokenRightSchema = z.enum(["read", "act"]);

export const chatTokenSchema = z.strictObject({
  id: text.describe("names the token; no secret"),
  tenant: text,
  name: text.nullable(),
  right: tokenRightSchema.describe("`act`: sends and cancels too"),
  chats: z.array(text).nullable().describe("ids of chats, or beginnings of ids with `*`; null: all of the tenant"),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
  usedAt: timestamp.nullable().describe("to the minute"),
});

export const tokenWishSchema = z.strictObject({
  tenant: name,
  name: name.nullable(),
  right: tokenRightSchema,
  chats: z.array(name).min(1).max(100).nullable(),
  expiresAt: timestamp.nullable(),
});

/** `token create` */
export const newTokenSchema = z.strictObject({
  token: chatTokenSchema,
  secret: text.describe("what a program sends; shown this once"),
});

export const tenantSchema = z.strictObject({
  tenant: text,
  sandbox: text.nullable().describe("where its turns run; null: an isolated sandbox"),
  turnsAtOnce: count.nullable().describe("turns that run or wait; null: no limit"),
  turnsADay: count.nullable().describe("since 00:00 UTC"),
  bytes: count.nullable().describe("what its chats may hold before a message: session files, workspaces, events"),
  used: z.strictObject({ turnsAtOnce: count, turnsADay: count, bytes: count }),
});

/** `token list` */
export const tenantsSchema = z.strictObject({ tenants: z.array(tenantSchema), tokens: z.array(chatTokenSchema) });

/** A line of `token audit` */
export const auditRowSchema = z.strictObject({
  id: count,
  at: timestamp,
  tenant: text,
  token: text.nullable().describe("its id; null: the token of the server, or its operator"),
  act: z.enum(["send", "read", "cancel", "token-created", "token-revoked", "quota-changed"]),
  chat: text.nullable(),
  turn: text.nullable(),
  outcome: z.enum(["done", "repeated", "busy", "forbidden", "quota", "expired", "revoked"]),
});
