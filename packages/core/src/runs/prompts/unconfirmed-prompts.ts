import type { Timestamp } from "@reprise/model";
import type { JournalRecord } from "../../journal/journal-record.ts";
import { redactSecrets } from "../../journal/redact.ts";

/** A prompt that the agent may not have. */
export interface UnconfirmedPrompt {
  readonly id: string;
  readonly text: string;
  readonly sentAt: Timestamp;
  readonly isSteering: boolean;
  /** The agent confirmed it. Codex confirms before the prompt is on its disk. */
  readonly isConfirmed: boolean;
  /** Saved prompts it consists of, including those of earlier prompts it repeats. */
  readonly carries: readonly string[];
}

/** Prompts that a journal calls sent and that may be lost with the agent, after one more record. */
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
      // A prompt between turns was written in view of everything that did not arrive.
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
      // Unheard steering was refused by the agent, and its author still has the text.
      return before.filter(({ isSteering }) => !isSteering);
    default:
      return before;
  }
}

/** A journal omits secrets. The prompt files keep them as long as the agent may not have the prompt. */
export function inFull({ text, carries }: UnconfirmedPrompt, savedTexts: ReadonlyMap<string, string>): string {
  return carries.reduce((full, id) => {
    const words = savedTexts.get(id);
    return words === undefined ? full : full.replace(redactSecrets(words), () => words);
  }, text);
}

/** An agent that works on a prompt has it on its disk. */
function unconfirmed(prompts: readonly UnconfirmedPrompt[]): readonly UnconfirmedPrompt[] {
  return prompts.filter(({ isConfirmed }) => !isConfirmed);
}
