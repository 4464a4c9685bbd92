import { exactLine, type SessionId, type SessionPlace, type SessionSummary } from "@reprise/model";
import type { Go } from "../kernel/screen.ts";
import type { World } from "../world.ts";
import { heldBy } from "./session-actions.ts";
import { textOf } from "./session-text.ts";

/** Opens a session in its agent's own interface, or says why not. */
export function agentItself(session: SessionSummary): { readonly go: Go } | { readonly whyNot: string } {
  const whyNot = heldBy(session);
  if (whyNot !== null) return { whyNot: `It is ${whyNot}` };
  return { go: { outside: async (world) => world.openAgent(await textOf(session, world.library)) } };
}

/** Copies the command that opens it there; resolves with what to say. */
export async function copyCommand(session: SessionPlace | SessionId, world: World): Promise<string> {
  const text = typeof session === "string" ? session : await textOf(session, world.library);
  const command = await world.agentCommand(text);
  world.copy(command);
  return `Copied: ${exactLine(command)}`;
}
