import type { Agent } from "@reprise/model";
import type { Step } from "../../../kernel/screen.ts";
import type { AgentChoice } from "../../../world.ts";
import type { Message, Task } from "../messages.ts";
import type { Panel, State } from "../state.ts";

type AgentsPanel = Extract<Panel, { readonly kind: "agents" }>;

/** Asks only if there is a choice. */
export function takeAgents(
  state: State,
  { choices, usual }: Extract<Message, { readonly type: "agents" }>,
): Step<State, Task> {
  if (state.panel !== null) return { state };
  const [only, another] = choices.filter(({ whyNot }) => whyNot === null);
  if (only && !another) return beginWith(state, only.agent);
  const likely = choices.findIndex(({ agent, whyNot }) => agent === usual && whyNot === null);
  const chosen =
    likely < 0
      ? Math.max(
          0,
          choices.findIndex(({ whyNot }) => whyNot === null),
        )
      : likely;
  return { state: { ...state, panel: { kind: "agents", chosen, choices } } };
}

/** Nothing starts until the user sends a prompt. */
export function chooseAgent(state: State, { choices, chosen }: AgentsPanel): Step<State, Task> {
  const choice = choices[chosen];
  if (!choice) return { state: { ...state, panel: null } };
  if (choice.whyNot === null) return beginWith({ ...state, panel: null }, choice.agent);
  const text = `${choice.title}: ${choice.whyNot}`;
  return { state: { ...state, note: { text, tone: "plain" } } };
}

function beginWith(state: State, agent: Agent): Step<State, Task> {
  return {
    state: { ...state, isActing: true },
    tasks: [{ do: "prefer", agent }],
    go: { to: { screen: "live", begin: { kind: "new", draft: null, from: null } } },
  };
}

export function choiceWords({ asks, whyNot }: AgentChoice): string {
  if (whyNot !== null) return whyNot;
  return asks ? "asks before it exceeds its permissions" : "declines what is not allowed, without asking";
}
