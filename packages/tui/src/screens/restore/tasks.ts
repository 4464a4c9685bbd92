import { afterDelay } from "../../kernel/after-delay.ts";
import type { World } from "../../world.ts";
import type { Message, Task } from "./state.ts";

/** Reads and copies; never starts an agent. */
export async function perform(
  task: Task,
  world: World,
  tell: (message: Message) => void,
  signal: AbortSignal,
): Promise<void> {
  if (task.type === "wait") return afterDelay(task.ms, () => tell(task.message), world, signal);
  if (task.type === "copy") return world.copy(task.text);
  const { request, session, wish } = task;
  try {
    const runner = await world.runner();
    const plan = await runner.plan(session, wish);
    tell({ type: "planned", request, plan, at: world.now() });
  } catch (error) {
    // Failures carry their request, so that those of earlier ones can be ignored.
    tell({ type: "not-planned", request, reason: error instanceof Error ? error.message : String(error) });
  }
}
