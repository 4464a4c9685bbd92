import type { Library, Runner } from "@reprise/model";
import type { libraryRoutes } from "@reprise/model/routes";
import type { Answers } from "../mount.ts";
import { WarningLog } from "../warning-log.ts";

export function libraryAnswers(library: Library, runner: Runner): Answers<typeof libraryRoutes> {
  const warnings = new WarningLog([library, runner]);
  return {
    findSession: ({ query }) => library.find(query.text),
    diagnose: ({ query }) => ({ open: () => library.diagnose(query.path) }),
    followChanges: () => ({ open: (signal) => library.watch(signal), isLive: true }),
    async getWarnings({ query }) {
      await warnings.gather();
      return { warnings: warnings.after(query.after) };
    },
  };
}
