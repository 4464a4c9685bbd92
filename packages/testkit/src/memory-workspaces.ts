import type { WorkspaceStore } from "@reprise/core/workbench";
import { nothingSaved, type SavedState, type Saving, savedAfter } from "@reprise/model";

const saving: Saving = { state: "on", detail: null, owner: null, savedAt: null };

/** Saved state in memory: what is saved is there for the next that opens it. */
export function memoryWorkspaces(): WorkspaceStore {
  const states = new Map<string, SavedState>();
  return {
    idOf: (root) => `id-of-${root}`,
    async open(root) {
      const id = this.idOf(root);
      const state = states.get(id) ?? nothingSaved;
      const save = (changes: Parameters<Awaited<ReturnType<WorkspaceStore["open"]>>["save"]>[0]) => {
        states.set(id, changes.reduce(savedAfter<SavedState>, states.get(id) ?? nothingSaved));
      };
      return {
        state,
        outcome: { kind: states.has(id) ? "restored" : "new", detail: null },
        saving: () => saving,
        save: async (changes) => save(changes),
        saveSoon: save,
        flush: async () => undefined,
        unlock: async () => state,
        async clear() {
          states.delete(id);
        },
        close: async () => undefined,
      };
    },
    known: async () => [],
    async clear(id) {
      states.delete(id);
    },
  };
}
