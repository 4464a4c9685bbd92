import type { Host } from "@reprise/core";
import { type Library, projectOfPlayback } from "@reprise/model";

/** The same library, which also reads the rounds of a project as one session. Loads what that needs when it is first asked for. */
export function withPlaybacks(library: Library, host: Host): Library {
  let played: Library | null = null;
  const playing = async (): Promise<Library> => {
    const loaded = await import("@reprise/core/projects");
    played ??= loaded.withPlaybacks(library, host);
    return played;
  };
  const isPlayback = (id: string) => projectOfPlayback(id) !== null;
  return {
    list: (query) => library.list(query),
    search: (text, query, how) => library.search(text, query, how),
    read: async (session, window, how) => {
      const id = typeof session === "string" ? session : session.id;
      return (isPlayback(id) ? await playing() : library).read(session, window, how);
    },
    find: async (text) => (isPlayback(text.trim()) ? await playing() : library).find(text),
    shortIds: (sessions) => library.shortIds(sessions),
    usage: (query, signal) => library.usage(query, signal),
    diagnose: (path) => library.diagnose(path),
    reindex: (signal) => library.reindex(signal),
    watch: (signal) => (played ?? library).watch(signal),
    warnings: () => library.warnings(),
    close: () => library.close(),
  };
}
