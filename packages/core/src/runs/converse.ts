import type { Prompt } from "../agents/driving/driver.ts";
import type { LiveRun } from "./live-run.ts";
import type { RunTask } from "./start-run.ts";

/** Runs turns in sequence while prompts arrive and the agent lives. The recap precedes the first. */
export async function converse(
  run: LiveRun,
  { queue, signal: ended, tell }: Pick<RunTask, "queue" | "signal" | "tell">,
  recap: string | null = null,
): Promise<void> {
  if (queue === null) return;
  const gone = new AbortController();
  let end: string | null = null;
  void run.thread.gone?.then((how) => {
    end = how;
    gone.abort();
  });
  const signal = AbortSignal.any([ended, gone.signal]);
  for (let first = recap; ; first = null) {
    const wasThere = run.thread.pid !== null; // otherwise the end of its turn said so
    if (!wasThere && run.thread.gone) return; // queued prompts stay on disk
    const prompt = await queue.next(signal);
    if (end !== null && wasThere) tell({ type: "notice", text: end });
    if (prompt === null) return;
    await run.ask(withRecap(prompt, first), ended, prompt.saved);
  }
}

export function withRecap<Any extends Prompt>(prompt: Any, recap: string | null): Any {
  if (recap === null) return prompt;
  return { ...prompt, text: `${recap}\n\n${prompt.text}`, written: prompt.text };
}
