import { chatEventSchema, contract } from "@reprise/model/schema";
import { z } from "zod";

const named = [
  "chat-request",
  "chat",
  "turn-cancelled",
  "list",
  "show",
  "search",
  "usage",
  "health",
  "http-error",
] as const;

/** Of a server with a runner. */
const ofRunner = [
  "session",
  "finding",
  "changes",
  "warnings",
  "runs",
  "running",
  "attached-run",
  "run-event",
  "control-result",
  "offered",
  "issued-plan",
  "issued-files",
  "rewound",
  "undone",
  "status",
  "dismissal",
  "dismissed-count",
  "kept-approvals",
  "run-wish",
  "plan-request",
  "restore-request",
  "files-request",
  "rewind-request",
  "dismiss-request",
  "grant-request",
  "revoke-request",
  "controls-request",
] as const;

/** Of a server with projects. */
const ofProjects = [
  "projects",
  "project-view",
  "project-event",
  "found-project",
  "attached-project",
  "running-project",
  "project-wish",
  "resume-project-request",
  "project-control-request",
] as const;

/** What a server has besides chats and the sessions to read. */
export interface Has {
  readonly hasRunner: boolean;
  readonly hasProjects: boolean;
}

export type SchemaName =
  | (typeof named)[number]
  | (typeof ofRunner)[number]
  | (typeof ofProjects)[number]
  | "chat-line";

/** An event with its number in front, as it is sent. */
const chatLineSchema = z.discriminatedUnion(
  "type",
  chatEventSchema.options.map((option) =>
    z
      .strictObject({ id: z.int().min(1).describe("from 1; for `Last-Event-ID`"), ...option.shape })
      .describe(option.description ?? ""),
  ) as never,
);

/** Where a schema is in the document. */
export function schemaPath(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The JSON Schemas of everything that is sent, by name. */
export function componentSchemas({ hasRunner, hasProjects }: Has): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const name of [...named, ...(hasRunner ? ofRunner : []), ...(hasProjects ? ofProjects : [])])
    registry.add(name === "chat-request" ? contract[name].strict() : contract[name], { id: name });
  registry.add(chatLineSchema, { id: "chat-line" satisfies SchemaName });
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
