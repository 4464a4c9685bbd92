import { SessionError } from "@reprise/model";
import { openPromptStore } from "../runs/prompt-store.ts";
import type { PromptKeeper } from "../runs/start-run.ts";
import type { Desk } from "./desk.ts";

/** A disk that refuses a prompt takes no journal either, which is told. */
export function promptKeeper({ place }: Desk): PromptKeeper {
  const store = openPromptStore(place.stateFolder, place.host);
  return {
    save(text, target) {
      try {
        return [store.save(text, target)];
      } catch (error) {
        if (error instanceof SessionError) return [];
        throw error;
      }
    },
    drop(ids) {
      for (const id of ids) store.drop(id);
    },
  };
}
