import type { Timestamp } from "@reprise/model";
import type { JournalRecord } from "../../journal/journal-record.ts";
import { redactSecrets } from "../../journal/redact.ts";

/** A prompt of which nobody knows whether the agent has it. */
export interface UnconfirmedPrompt {
  readonly id: string;
  readonly text: string;
  readonly sentAt: Timestamp;
  readonly isSteering: boolean;
  /** The agent says that it has it. Codex says so before the prompt is on its disk. */
  readonly isConfirmed: boolean;
  /** Saved prompts that it is made of, also by way of earlier ones that it repeats. */
  readonly carries: readonly string[];
}

/** The prompts that a journal calls sent, and that may be lost with the agent, after one more record. */
export function unconfirmedAfter(
  before: readonly UnconfirmedPrompt[],
  record: JournalRecord,
): readonly UnconfirmedPrompt[] {
  switch (record.type) {
    case "prompt-sending": {
      const { prompt: id, text, at: sentAt, isSteering } = record;
      const own = record.carries ?? [];
      const sent = { id, text, sentAt, isSteering, isConfirmed: false };
      if (isSteering) return [...before, { ...sent, carries: own }];
      // What is said between turns was said in view of everything that did not arrive.
      return [{ ...sent, carries: [...before.flatMap(({ carries }) => carries), ...own] }];
    }
    case "prompt-persisted":
      return before.map((sent) => (sent.id === record.prompt ? { ...sent, isConfirmed: true } : sent));
    case "text":
    case "item-completed":
    case "request-asked":
      return unconfirmed(before);
    case "turn-ended":
      return record.state === "completed" ? [] : unconfirmed(before);
    case "run-ended":
      // An agent that heard no steering has refused it, and whoever wrote it has the words.
      return before.filter(({ isSteering }) => !isSteering);
    default:
      return before;
  }
}

/** A journal holds no secrets. The files of its prompts do, for as long as the agent may not have them. */
export function inFull(
  { text, carries }: UnconfirmedPrompt,
  savedTexts: ReadonlyMap<string, string>,
): string {
  return carries.reduce((full, id) => {
    const words = savedTexts.get(id);
    return words === undefined ? full : full.replace(redactSecrets(words), () => words);
  }, text);
}

/** An agent that works on a prompt has it on its disk. */
function unconfirmed(prompts: readonly UnconfirmedPrompt[]): readonly UnconfirmedPrompt[] {
  return prompts.filter(({ isConfirmed }) => !isConfirmed);
}
