import type { Library } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";
import type { Link } from "./link.ts";
import { withParameters } from "./requests.ts";

/** Each warning of the server once. */
export function warningsOver(link: Link): Library["warnings"] {
  let last = 0;
  return async () => {
    const path = withParameters("/warnings", { after: last });
    const { warnings } = await link.get<ContractValue<"warnings">>(path, "warnings");
    last = warnings.at(-1)?.number ?? last;
    return warnings.map(({ kind, path, detail }) => ({ kind, path, detail }));
  };
}
