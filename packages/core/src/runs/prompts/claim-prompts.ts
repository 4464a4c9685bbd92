import { hashOf } from "../../journal/journal-name.ts";
import { lockNamed, type RunEnvironment, release } from "../open-run.ts";

/** No other process of ours sends these prompts until released. Throws `BusyError` if one already does. */
export function claimPrompts(ids: readonly string[], environment: RunEnvironment): { readonly release: () => void } {
  const locks: ReturnType<typeof lockNamed>[] = [];
  const releaseAll = () => {
    for (const lock of locks.splice(0)) release(lock);
  };
  try {
    for (const id of new Set(ids)) locks.push(lockNamed(`prompt-${hashOf(id)}`, environment));
  } catch (error) {
    releaseAll();
    throw error;
  }
  return { release: releaseAll };
}
