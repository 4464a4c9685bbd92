import type { Options, Workbenches } from "@reprise/model";
import type { optionRoutes } from "@reprise/model/routes";
import type { Answers } from "../mount.ts";

/** The options of the workbench, from the settings file and back into it. */
export function optionAnswers(options: Options, workbenches: Workbenches | undefined): Answers<typeof optionRoutes> {
  return {
    readOptions: () => options.read(),
    async changeOptions({ body }) {
      const changed = await options.change(body);
      await workbenches?.follow();
      return changed;
    },
  };
}
