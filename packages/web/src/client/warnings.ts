import type { Library } from "@reprise/model";
import type { libraryRoutes } from "@reprise/model/routes";
import { callsOf } from "./calls.ts";
import type { Link } from "./link.ts";

/** Each warning of the server once. */
export function warningsOver(link: Link): Library["warnings"] {
  let after = 0;
  return async () => {
    const { warnings } = await callsOf<typeof libraryRoutes>(link).get("/warnings", { after }, "warnings");
    after = warnings.at(-1)?.number ?? after;
    return warnings.map(({ kind, path, detail }) => ({ kind, path, detail }));
  };
}
