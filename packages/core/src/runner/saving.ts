import { type PromptTarget, SessionError } from "@reprise/model";
import { openPromptStore } from "../runs/prompt-store.ts";
import type { Desk } from "./desk.ts";

/** Puts prompts on disk. The list holds the id; it is empty where the disk refuses: then it takes no journal either, which is told. */
export function saving({ place }: Desk): (text: string, target: PromptTarget) => readonly string[] {
  const store = openPromptStore(place.stateFolder, place.host);
  return (text, target) => {
    try {
      return [store.save(text, target)];
    } catch (error) {
      if (error instanceof SessionError) return [];
      throw error;
    }
  };
}

export function dropPrompts(ids: readonly string[], { place }: Desk): void {
  const store = openPromptStore(place.stateFolder, place.host);
  for (const id of ids) store.drop(id);
}
