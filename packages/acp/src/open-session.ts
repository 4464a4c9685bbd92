import type { SessionConfigOption } from "@agentclientprotocol/sdk";
import { type Agent, permissionWords, type SessionId } from "@reprise/model";
import { badParams } from "./errors.ts";
import type { AcpParts, OfferedAgent } from "./parts.ts";
import type { TurnStopper } from "./turn/turn-stopper.ts";

/** A session that the editor has open. */
export interface OpenSession {
  /** As the editor knows it. */
  readonly id: string;
  /** Absolute. */
  readonly cwd: string;
  /** The folder to continue in, if not the recorded one. */
  readonly otherCwd: string | null;
  /** The agent that gets the next prompt. */
  agent: Agent;
  /** Null: as recorded, or as the agent is configured. */
  sandbox: string | null;
  /** Null until the agent has named its thread. */
  session: SessionId | null;
  /** The editor made it: its id is a name of ours. */
  readonly isNamed: boolean;
  /** A turn of it was completed in this process. */
  isKnown: boolean;
  /** Made by this editor, and no agent is known to have saved anything of it. */
  isNew: boolean;
  turn: ActiveTurn | null;
}

export interface ActiveTurn {
  readonly stopper: TurnStopper;
  readonly over: Promise<unknown>;
}

const sandboxes = ["read-only", "workspace-write", "danger-full-access"] as const;
const asIs = "default";

/** What the person can choose for the next prompt. */
export function configOptions(
  { agent, sandbox, session }: OpenSession,
  agents: readonly OfferedAgent[],
): SessionConfigOption[] {
  const offered = agents.filter((one) => one.whyNot === null || one.agent === agent);
  return [
    {
      type: "select",
      id: "agent",
      name: "Agent",
      currentValue: agent,
      description:
        session === null
          ? "The agent that runs the session."
          : "Another agent continues in a new session that gets the history.",
      options: offered.map((one) => ({
        value: one.agent,
        name: one.title,
        ...(one.whyNot === null ? {} : { description: one.whyNot }),
      })),
    },
    {
      type: "select",
      id: "sandbox",
      name: "Sandbox",
      category: "mode",
      currentValue: sandbox ?? asIs,
      description: "What the agent may do without asking.",
      options: [
        { value: asIs, name: session === null ? "As configured" : "As recorded" },
        ...sandboxes.map((value) => {
          const description = permissionWords("sandbox", value);
          return { value, name: value, ...(description === null ? {} : { description }) };
        }),
      ],
    },
  ];
}

/** Throws for anything that was not offered. */
export function setOption(open: OpenSession, id: string, value: unknown, parts: AcpParts): void {
  const option = configOptions(open, parts.agents()).find((one) => one.id === id);
  if (option?.type !== "select") throw badParams(`There is no option ${id}.`);
  const values = option.options.flatMap((one) => ("value" in one ? [one.value] : []));
  if (typeof value !== "string" || !values.includes(value))
    throw badParams(`${option.name} takes one of: ${values.join(", ")}.`);
  if (id === "sandbox") open.sandbox = value === asIs ? null : value;
  else {
    open.agent = value;
    parts.lastAgent.save(open.cwd, value);
  }
}

/** The agent of a new session: the one asked for, else the one used last in the project, else the first installed. */
export async function usualAgent(parts: AcpParts, cwd: string): Promise<Agent> {
  const agents = parts.agents();
  const isHere = (agent: Agent | null | undefined): agent is Agent =>
    agents.some((one) => one.agent === agent && one.whyNot === null);
  if (parts.agent !== null) return parts.agent;
  const chosen = parts.lastAgent.load(cwd);
  if (isHere(chosen)) return chosen;
  const { sessions } = await parts.library.list({ scope: { workspace: cwd }, limit: 1 });
  const used = sessions[0]?.agent;
  if (isHere(used)) return used;
  const first = agents.find(({ whyNot }) => whyNot === null) ?? agents[0];
  if (first === undefined) throw badParams("No agent is known.");
  return first.agent;
}
