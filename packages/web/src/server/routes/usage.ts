import type { UsageQuery } from "@reprise/model";
import { json } from "@reprise/model/json";
import { usageQuerySchema } from "@reprise/model/schema";
import { type App, jsonAnswer, type Shared } from "../context.ts";
import { badRequest } from "../problem.ts";
import { parametersIn } from "../query.ts";

export function usageRoutes(app: App, { library, readings }: Shared): void {
  app.get("/usage", async (call) => {
    const query = usageQueryIn(parametersIn(call.req.url));
    const leave = readings.take();
    try {
      return jsonAnswer(json("usage", await library.usage(query, call.req.raw.signal)));
    } finally {
      leave();
    }
  });
}

/** Without `workspace`, every project; without `zone`, days of UTC. */
function usageQueryIn({ workspace, zone = "UTC", ...rest }: Readonly<Record<string, string>>): UsageQuery {
  const scope = workspace === undefined ? "all" : { workspace };
  const parsed = usageQuerySchema.safeParse({ scope, zone, ...rest });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  throw badRequest(issues.map(({ path, message }) => `${path}: ${message}`).join("; "), issues);
}
