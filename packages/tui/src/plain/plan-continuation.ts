import type { RunId, SessionId } from "@reprise/model";
import { found } from "../screens/live/run/find-session.ts";
import { continuationOf } from "../screens/live/run/leave.ts";
import type { Continuation } from "../screens/live/state.ts";
import { begin } from "../screens/restore/index.ts";
import type { World } from "../world.ts";
import { type Agreed, agreeToPlan } from "./agree-to-plan.ts";
import type { Lines, Next } from "./lines.ts";

/** The plan to continue a conversation in another way, shown and agreed to while its run continues. */
export async function planContinuation(
  session: SessionId,
  wanted: Continuation,
  run: RunId | null,
  { world, lines }: { readonly world: World; readonly lines: Lines },
): Promise<Agreed | Next> {
  const known = await found({ session, forks: wanted.kind === "fork" }, world);
  const { subject } = begin({ ...continuationOf(wanted, known), conversation: { run } }, world).state;
  return agreeToPlan(subject, world, lines);
}
