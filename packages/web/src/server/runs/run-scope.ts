import type { RunScope } from "@reprise/model";
import { runScopeSchema } from "@reprise/model/schema";
import { badRequest } from "../problem.ts";

/** Null if none is named. Throws a `Problem`. */
export function runScopeIn(parameters: Readonly<Record<string, string | number>>): RunScope | null {
  if (Object.keys(parameters).length === 0) return null;
  const parsed = runScopeSchema.safeParse(parameters);
  if (parsed.success) return parsed.data;
  throw badRequest(
    "Give kind=workspace and root, or kind=project or kind=comments and path, or kind=pull-request and host, owner, repository and number.",
  );
}
