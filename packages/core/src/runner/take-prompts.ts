import { DriverError } from "../agents/driving/driver.ts";
import { processIdentity } from "../host/processes/process-identity.ts";
import { BusyError, type RunEnvironment } from "../runs/open-run.ts";
import { claimPrompts } from "../runs/prompts/claim-prompts.ts";
import type { SavedPrompt } from "../runs/prompts/prompt-store.ts";
import type { EvidenceReader } from "./evidence-reader.ts";

export interface PromptClaim {
  readonly release: () => void;
}

/** One process sends each offered prompt, once. Throws `DriverError` if another is sending one, or one was sent or declined. */
export async function takePrompts(
  all: readonly string[],
  environment: RunEnvironment,
  reader: EvidenceReader,
): Promise<PromptClaim> {
  const own = new Set(ownPrompts(reader).map(({ id }) => id));
  const ids = all.filter((id) => !own.has(id));
  if (ids.length === 0) return { release: () => undefined };
  const claim = claimed(ids, environment);
  try {
    // Only under the lock is it certain that no other process of ours sends it.
    const open = new Set((await reader.leftPrompts()).unsent.map(({ id }) => id));
    if (!ids.every((id) => open.has(id))) throw notNow(alreadySettled);
    return claim;
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** Prompts saved by this process. */
export function ownPrompts({ host, savedPrompts }: EvidenceReader): readonly SavedPrompt[] {
  const { startTicks, boot } = processIdentity(host.pid, host.processes);
  return savedPrompts().filter(
    ({ process }) => process.pid === host.pid && process.startTicks === startTicks && process.boot === boot,
  );
}

const alreadySettled =
  "Another Reprise has sent or declined the unsent prompt meanwhile. Nothing was sent. To send it anyway, enter it again.";

function claimed(ids: readonly string[], environment: RunEnvironment): PromptClaim {
  try {
    return claimPrompts(ids, environment);
  } catch (error) {
    if (!(error instanceof BusyError)) throw error;
    const who = error.owner === null ? "" : ` (process ${error.owner.pid})`;
    throw notNow(`Another Reprise${who} is sending the unsent prompt. Nothing was sent here.`);
  }
}

function notNow(message: string): DriverError {
  return new DriverError({ kind: "busy", message, resetsAt: null });
}
