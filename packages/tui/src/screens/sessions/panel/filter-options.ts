import { type Agent, type AgentTraits, type SessionState, sessionStates } from "@reprise/model";
import { type Kind, kinds } from "../list/kinds.ts";
import type { Filters } from "../state.ts";

interface Option {
  readonly id: string;
  readonly label: string;
}

/** One state, one agent, and any kinds that the list leaves out. */
export type FilterOption =
  | (Option & { readonly state: SessionState | null })
  | (Option & { readonly agent: Agent | null })
  | (Option & { readonly kind: Kind });

export function filterOptions(agents: readonly AgentTraits[]): readonly FilterOption[] {
  return [
    { id: "any state", label: "any state", state: null },
    ...sessionStates.map((state) => ({ id: `state ${state}`, label: state, state })),
    { id: "any agent", label: "any agent", agent: null },
    ...agents.map(({ agent }) => ({ id: `agent ${agent}`, label: agent, agent })),
    ...kinds.map((kind) => ({ id: `kind ${kind.kind}`, label: kind.label, kind })),
  ];
}

export function isOn(option: FilterOption, filters: Filters): boolean {
  if ("kind" in option) return filters[option.kind.filter];
  return "state" in option ? filters.state === option.state : filters.agent === option.agent;
}

/** A state or an agent replaces the other; a kind is added or taken out again. */
export function withOption(filters: Filters, option: FilterOption): Filters {
  if ("kind" in option) return { ...filters, [option.kind.filter]: !filters[option.kind.filter] };
  return "state" in option ? { ...filters, state: option.state } : { ...filters, agent: option.agent };
}
