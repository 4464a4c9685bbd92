import { hintOf } from "../../kernel/keys.ts";
import type { Route } from "../../kernel/route.ts";
import { offerKeys, searchKeys, sessionsKeys } from "./keys.ts";
import { markHints } from "./list/lineage-mark.ts";
import { agentsKeys, panelKeys, tidyFieldKeys, tidyKeys, warningsKeys } from "./panel/keys.ts";

export const help: Route = {
  screen: "help",
  title: "Sessions",
  sections: [
    { title: "Keys", hints: sessionsKeys.map(hintOf) },
    { title: "Marks before a title", hints: markHints },
    { title: "While a search is typed", hints: searchKeys.map(hintOf) },
    { title: "In the filter", hints: panelKeys.map(hintOf) },
    { title: "Tidying up", hints: [...tidyKeys, ...tidyFieldKeys].map(hintOf) },
    { title: "New session", hints: agentsKeys.map(hintOf) },
    { title: "Where warnings are shown", hints: warningsKeys.map(hintOf) },
    { title: "When an interrupted session is offered", hints: offerKeys.map(hintOf) },
  ],
};
