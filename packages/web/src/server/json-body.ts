import type { z } from "zod";
import type { Call, Shared } from "./context.ts";
import { closing } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { checkContentType } from "./turns/read-request.ts";
import { valueIn } from "./value-in.ts";

/** The body of a request that acts. Throws a `Problem` that says what is wrong, and where. */
export async function jsonBody<Value>(
  call: Call,
  { limits, isClosing }: Pick<Shared, "limits" | "isClosing">,
  schema: z.ZodType<Value>,
): Promise<Value> {
  if (isClosing()) throw closing();
  checkContentType(call.req.header("content-type") ?? null);
  return valueIn(await readBody(call.req.raw, limits.bodyBytes), schema);
}
