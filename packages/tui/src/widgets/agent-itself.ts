import { exactLine, type SessionId, type SessionSummary } from "@reprise/model";
import type { Go } from "../kernel/screen.ts";
import type { World } from "../world.ts";
import { heldBy } from "./session-actions.ts";

/** Opens a session in its agent's own interface, or says why not. */
export function agentItself(session: SessionSummary): { readonly go: Go } | { readonly whyNot: string } {
  const whyNot = heldBy(session);
  if (whyNot !== null) return { whyNot: `It is ${whyNot}` };
  return { go: { outside: (world) => world.openAgent(session.id) } };
}

/** Copies the command that opens it there; resolves with what to say. */
export async function copyCommand(session: SessionId, world: World): Promise<string> {
  const command = await world.agentCommand(session);
  world.copy(command);
  return `Copied: ${exactLine(command)}`;
}
