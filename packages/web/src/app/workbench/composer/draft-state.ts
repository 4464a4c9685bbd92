import type { PromptInput, WorkbenchDraft } from "@reprise/model";
import { mergedDraft, movedCursor } from "./merged-draft.ts";

/** The draft in this page, and what the server is known to have. */
export interface DraftState {
  readonly text: string;
  readonly cursor: number;
  readonly inputs: readonly PromptInput[];
  /** The text that the server had last. */
  readonly saved: string;
  readonly savedInputs: readonly PromptInput[];
  /** The texts on their way to the server: coming back they are no news. */
  readonly sent: readonly string[];
  /** The person moved the cursor since. A cursor of another page does not move it. */
  readonly isMoved: boolean;
}

export const emptyDraft: DraftState = {
  text: "",
  cursor: 0,
  inputs: [],
  saved: "",
  savedInputs: [],
  sent: [],
  isMoved: false,
};

export function typed(draft: DraftState, text: string, cursor: number): DraftState {
  return { ...draft, text, cursor, isMoved: true };
}

export function isUnsaved({ text, inputs, saved, savedInputs, sent, isMoved }: DraftState): boolean {
  return (isMoved && text !== "") || (sent.at(-1) ?? saved) !== text || !isSame(inputs, savedInputs);
}

/** After giving it to the server. */
export function sending(draft: DraftState): DraftState {
  return { ...draft, sent: [...draft.sent, draft.text], savedInputs: draft.inputs, isMoved: false };
}

/** Giving it to the server failed. */
export function unsent(draft: DraftState, text: string): DraftState {
  return { ...draft, sent: draft.sent.filter((one) => one !== text), isMoved: true };
}

/** The server has another draft: its own news, or what another page wrote. */
export function received(draft: DraftState, news: WorkbenchDraft | null): DraftState {
  const { text, cursor, inputs } = news ?? { text: "", cursor: 0, inputs: [] };
  const own = draft.sent.indexOf(text);
  if (own !== -1) return { ...draft, saved: text, sent: draft.sent.slice(own + 1) };
  const merged = mergedDraft(draft.saved, draft.text, text);
  const isTheirs = draft.text === draft.saved;
  const moved = isTheirs ? cursor : movedCursor(draft.text, merged, draft.cursor);
  return {
    text: merged,
    cursor: merged === draft.text ? draft.cursor : moved,
    inputs: isSame(draft.inputs, draft.savedInputs) ? inputs : draft.inputs,
    saved: text,
    savedInputs: inputs,
    sent: [],
    isMoved: draft.isMoved,
  };
}

function isSame(a: readonly PromptInput[], b: readonly PromptInput[]): boolean {
  return a.length === b.length && a.every(({ path }, index) => path === b[index]?.path);
}
