import { SessionError } from "@reprise/model";
import { z } from "zod";
import type { Given } from "./given.ts";

/** A read-only tool. Its text is redacted and made safe by the server. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Throws `bad-use` for arguments that do not fit. */
  run(input: unknown, given: Given, signal: AbortSignal): Promise<string>;
}

interface ToolParts<Input extends z.ZodObject> extends Omit<Tool, "run"> {
  readonly input: Input;
  run(input: z.infer<Input>, given: Given, signal: AbortSignal): Promise<string>;
}

export function toolOf<Input extends z.ZodObject>({ run, ...parts }: ToolParts<Input>): Tool {
  return {
    ...parts,
    run: (input, given, signal) => run(argumentsOf(parts, input), given, signal),
  };
}

/** The JSON Schema of its arguments. */
export function inputSchemaOf({ input }: Tool): Record<string, unknown> & { type: "object" } {
  const { $schema, ...schema } = z.toJSONSchema(input, { io: "input" });
  return { ...schema, type: "object" };
}

/** Throws `bad-use` with every problem and the names of all arguments. */
export function argumentsOf<Input extends z.ZodObject>(
  { name, input }: Pick<ToolParts<Input>, "name" | "input">,
  given: unknown,
): z.infer<Input> {
  const parsed = input.safeParse(withoutNulls(given ?? {}));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
  const names = Object.keys(input.shape).join(", ");
  throw new SessionError("bad-use", `${name}: ${problems.join("; ")}. It takes: ${names}.`);
}

/** Models pass null for an argument that they leave out. */
function withoutNulls(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
