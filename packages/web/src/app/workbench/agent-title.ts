import { agentOf, traitsOf } from "@reprise/model";
import { usePage } from "../shell/page.ts";
import { usePart } from "./use-workbench.ts";

/** The display name of the agent of the thread; of the chosen one before there is a thread. */
export function useAgentTitle(): string {
  const { here } = usePage();
  const session = usePart("thread")?.session ?? null;
  const chosen = usePart("choice")?.agent;
  const agent = session === null ? chosen : agentOf(session);
  return agent === undefined ? "The agent" : traitsOf(here.agents, agent).title;
}
