import type { PageServer } from "@reprise/core/workbench";
import { openSchema } from "@reprise/model/schema";

const PATIENCE_MS = 5000;

/** A link to the folder's page from a server that runs; null if it does not answer. */
export async function linkFrom({ url, token }: PageServer, folder: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/open`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ folder }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return openSchema.parse(await answer.json()).url;
  } catch {
    // It hangs or is shutting down: another one is started instead.
    return null;
  }
}
