import { type Agent, type AgentTraits, type SessionState, sessionStates } from "@reprise/model";
import type { Filters } from "../state.ts";

export type FilterOption =
  | { readonly id: string; readonly label: string; readonly state: SessionState | null }
  | { readonly id: string; readonly label: string; readonly agent: Agent | null };

export function filterOptions(agents: readonly AgentTraits[]): readonly FilterOption[] {
  return [
    { id: "any state", label: "any state", state: null },
    ...sessionStates.map((state) => ({ id: `state ${state}`, label: state, state })),
    { id: "any agent", label: "any agent", agent: null },
    ...agents.map(({ agent }) => ({ id: `agent ${agent}`, label: agent, agent })),
  ];
}

export function isOn(option: FilterOption, filters: Filters): boolean {
  return "state" in option ? filters.state === option.state : filters.agent === option.agent;
}
