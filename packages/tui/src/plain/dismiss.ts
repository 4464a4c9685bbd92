import type { World } from "../world.ts";
import { type Lines, say } from "./lines.ts";

/** Dismisses an interruption, or undoes its dismissal. */
export async function dismissOrNot(session: string, world: World, lines: Lines): Promise<void> {
  const runner = await world.runner();
  const { whyNot, isDismissed } = await runner.dismissal(session);
  if (whyNot !== null) return say(lines, whyNot);
  await runner.dismiss(session, !isDismissed);
  say(lines, isDismissed ? "It counts again." : "Dismissed: it stays listed, and is no longer counted or offered.");
}
