import { setPriority } from "node:os";
import { indexRest, nodeHost } from "@reprise/core";
import { tryParseJson } from "@reprise/model";

const lowPriority = 10;

/** Indexes what a search has left. It tells nobody what went wrong: the next search meets it and says so. */
export async function index([homes = ""]: readonly string[]): Promise<void> {
  try {
    setPriority(lowPriority);
  } catch {
    // The system refuses: it runs as everything else.
  }
  const given = tryParseJson(homes) ?? {};
  await indexRest(nodeHost(process.env), { homes: given as Record<string, string[]> }).catch(() => undefined);
}
