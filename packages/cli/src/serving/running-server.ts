import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { PageServer } from "@reprise/core/workbench";
import { tryParseJson } from "@reprise/model";
import { openSchema } from "@reprise/model/schema";

const PATIENCE_MS = 5000;

/** A link to the folder's page from a server that runs; null if it does not answer as expected. */
export async function linkFrom({ url, token }: PageServer, folder: string): Promise<string | null> {
  const sent = request(`${url}/open`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    signal: AbortSignal.timeout(PATIENCE_MS),
    // Not through a proxy that the environment names.
    agent: false,
  });
  sent.end(JSON.stringify({ folder }));
  try {
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    return openSchema.safeParse(tryParseJson(await text(answer))).data?.url ?? null;
  } catch {
    // It hangs or is shutting down: another one is started instead.
    return null;
  }
}
