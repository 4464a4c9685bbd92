import { reasonOf } from "../../kernel/reason-of.ts";
import type { World } from "../../world.ts";
import type { Message, Task } from "./state.ts";

/** Only reads. */
export async function perform({ request, scope }: Task, world: World, tell: (message: Message) => void): Promise<void> {
  try {
    const rows = await (await world.projects()).list(scope);
    tell({ type: "rows", request, rows, now: world.now() });
  } catch (error) {
    tell({ type: "no-rows", request, reason: reasonOf(error) });
  }
}
