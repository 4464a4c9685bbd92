import type { PromptInput } from "@reprise/model";
import type { Attachment, LiveState } from "../state.ts";

interface Unsent {
  readonly text: string;
  readonly cursor: number;
  readonly inputs: readonly PromptInput[];
}

/**
 * All that no agent has received: the queue and the composer, with what is attached. The file of a prompt on its way has its
 * text; what is attached to it is kept here until it has arrived.
 */
export function unsentText({
  queued,
  composer,
  attached,
  view: { lastPrompt },
}: Pick<LiveState, "queued" | "composer" | "attached"> & {
  readonly view: Pick<LiveState["view"], "lastPrompt">;
}): Unsent {
  const { text, cursor } = composer.buffer;
  const onItsWay = lastPrompt === null || lastPrompt.isPersisted ? [] : lastPrompt.inputs;
  const inputs = [...onItsWay, ...queued.flatMap((one) => one.inputs), ...attached].map(plainInput);
  if (queued.length === 0) return { text, cursor, inputs };
  const before = queuedText(queued);
  return text === ""
    ? { text: before, cursor: before.length, inputs }
    : { text: `${before}\n\n${text}`, cursor: before.length + 2 + cursor, inputs };
}

export function queuedText(queued: LiveState["queued"]): string {
  return queued.map(({ text }) => text).join("\n\n");
}

/** What stands after the queue in an unsent text. */
export function afterQueue(text: string, queue: string): string {
  if (queue === "") return text;
  if (text === queue) return "";
  return text.startsWith(`${queue}\n\n`) ? text.slice(queue.length + 2) : text;
}

/** Differs for different drafts. */
export function draftKey({ text, inputs = [] }: { text: string; inputs?: readonly PromptInput[] | undefined }): string {
  return [text, ...inputs.map(({ path }) => path)].join("\0");
}

export function plainInput({ kind, path }: Attachment): PromptInput {
  return { kind, path };
}
