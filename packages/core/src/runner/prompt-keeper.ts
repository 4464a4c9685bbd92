import { SessionError } from "@reprise/model";
import { openPromptStore } from "../runs/prompts/prompt-store.ts";
import type { PromptKeeper } from "../runs/start-run.ts";
import type { EvidenceReader } from "./evidence-reader.ts";

/** A disk that refuses a prompt refuses the journal too, which is reported. */
export function promptKeeper({ environment }: EvidenceReader): PromptKeeper {
  const store = openPromptStore(environment.stateFolder, environment.host);
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
