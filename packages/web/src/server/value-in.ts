import { tryParseJson } from "@reprise/model";
import type { z } from "zod";
import { badRequest } from "./problem.ts";

/** The value of a JSON body. Throws a `Problem` that says what is wrong, and where. */
export function valueIn<Value>(body: string, schema: z.ZodType<Value>): Value {
  const value = tryParseJson(body);
  if (value === undefined) throw badRequest("The body is not JSON.");
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  const words = issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  throw badRequest(`The request is not as it should be. ${words.join("; ")}`, issues);
}
