import { mentioned, traitsOf } from "@reprise/model";
import { rewritten } from "../../../composer/index.ts";
import { targetRow } from "../../../kernel/click-zones.ts";
import type { Input } from "../../../kernel/input.ts";
import type { LiveState } from "../state.ts";
import { type Choice, type Completion, openCompletion } from "./completion.ts";

/** Null if the input is not for the list. */
export function pressCompletion(state: LiveState, input: Input): LiveState | null {
  const open = openCompletion(state);
  if (open === null) return null;
  if (input.type === "click") {
    const choice = open.choices[targetRow(input.target) ?? -1];
    return choice === undefined ? null : completed(state, open, choice);
  }
  if (input.type !== "key") return null;
  switch (input.key) {
    case "up":
    case "ctrl+p":
      return { ...state, completion: moved(open, -1) };
    case "down":
    case "ctrl+n":
      return { ...state, completion: moved(open, 1) };
    case "escape":
      return { ...state, completion: { ...open, isClosed: true } };
    case "tab":
      return completed(state, open, open.choices[open.chosen ?? 0]);
    case "enter":
      return isWhole(open) ? null : completed(state, open, open.choices[open.chosen ?? -1]);
    default:
      return null;
  }
}

function moved(open: Completion, by: -1 | 1): Completion {
  const { length } = open.choices;
  const from = open.chosen ?? (by === 1 ? -1 : length);
  return { ...open, chosen: (from + by + length) % length };
}

/** Nothing is left to complete: Enter is for the text. */
function isWhole({ trigger, choices, chosen }: Completion): boolean {
  const word = choices[chosen ?? -1]?.word;
  if (word === undefined) return true;
  return (trigger.kind === "command" ? `/${trigger.letters.toLowerCase()}` : trigger.letters) === word;
}

function completed(state: LiveState, { trigger }: Completion, choice: Choice | undefined): LiveState | null {
  if (choice === undefined) return null;
  const { composer, place, view } = state;
  const { text, cursor } = composer.buffer;
  const { escapesMentions: isEscaped } = traitsOf(place.agents, view.agent);
  const next =
    trigger.kind === "file"
      ? mentioned(text, cursor, trigger, choice.word, { isEscaped })
      : inPlace(text, cursor, trigger.start, choice.text ?? choice.word);
  return { ...state, composer: rewritten(composer, next.text, next.cursor) };
}

function inPlace(text: string, cursor: number, start: number, word: string) {
  const rest = text.slice(cursor).replace(word.endsWith(" ") ? /^ / : /^/, "");
  return { text: text.slice(0, start) + word + rest, cursor: start + word.length };
}
