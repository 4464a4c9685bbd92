import {
  chatEventSchema,
  contract,
  renewKeySchema,
  unlockSchema,
  workbenchOptionsSchema,
} from "@reprise/model/schema";
import { z } from "zod";
import { pageMessageSchema } from "../socket/socket-message.ts";

/** An event with its number in front, as it is sent. */
const chatLineSchema = z.discriminatedUnion(
  "type",
  chatEventSchema.options.map((option) =>
    z
      .strictObject({ id: z.int().min(1).describe("from 1; for `Last-Event-ID`"), ...option.shape })
      .describe(option.description ?? ""),
  ) as never,
);

/** What is sent, but is no part of the contract of programs. */
const others = {
  "chat-line": chatLineSchema,
  "options-change": workbenchOptionsSchema.partial(),
  "renew-key": renewKeySchema,
  "stream-request": pageMessageSchema,
  unlock: unlockSchema,
};

export type SchemaName = keyof typeof contract | keyof typeof others;

const PLACE = "#/components/schemas/";

/** Where a schema is in the document. */
export function schemaPath(name: string): string {
  return PLACE + name;
}

/** The JSON Schemas that the paths refer to, by name. */
export function componentSchemas(paths: unknown): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  const refs = JSON.stringify(paths).matchAll(new RegExp(`"${PLACE}([^"]+)"`, "g"));
  for (const name of new Set([...refs].map(([, name]) => name as SchemaName)))
    registry.add(schemaOf(name), { id: name });
  const made = z.toJSONSchema(registry, { uri: schemaPath });
  // A value of any JSON contains itself, and is kept in a place of its own: `__shared#/$defs/schema0`.
  const text = JSON.stringify(made.schemas).replaceAll("__shared#/$defs/", "any-");
  const { __shared: shared, ...schemas } = JSON.parse(text) as Record<string, Record<string, unknown>>;
  const recursive = Object.entries((shared?.$defs ?? {}) as Record<string, unknown>);
  return {
    ...Object.fromEntries(
      Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
    ),
    ...Object.fromEntries(recursive.map(([name, schema]) => [`any-${name}`, schema])),
  };
}

function schemaOf(name: SchemaName): z.ZodType {
  if (name === "chat-request") return contract[name].strict();
  return name in others ? others[name as keyof typeof others] : contract[name as keyof typeof contract];
}
