import { bufferOf, emptyComposer, pressComposer, textColumns } from "../../../composer/index.ts";
import type { Input } from "../../../kernel/input.ts";
import type { Hint } from "../../../kernel/keys.ts";
import type { Size, Step } from "../../../kernel/screen.ts";
import { draftOf } from "../list/chosen-detail.ts";
import { chosenRow } from "../list/rows.ts";
import type { Over, State, Task } from "../state.ts";

type ReviewStep = Step<State, Task>;

export const editorHints: readonly Hint[] = [
  { key: "Enter", label: "keep the draft", weight: 9, press: "enter" },
  { key: "Esc", label: "discard the changes", weight: 8, press: "escape" },
  { key: "Alt-Enter", label: "new line", weight: 5 },
  { key: "Ctrl-G", label: "your editor", weight: 3, press: "ctrl+g" },
];

/** Why there is no reply to edit or post; null if there is one. */
export function whyNoReply(state: State): string | null {
  const row = chosenRow(state);
  if (row === null) return "No comment is chosen.";
  if (state.posted.has(row.comment.id)) return "The reply to this comment is posted.";
  if (state.route.target.pullRequest === null)
    return "There is no pull request to reply in: the comments are from a file.";
  return draftOf(state, row.comment.id) === null
    ? "There is no drafted reply to this comment yet. x runs the agent on the comments shown."
    : null;
}

export function edit(state: State): ReviewStep {
  const reason = whyNoReply(state);
  const row = chosenRow(state);
  if (reason !== null || row === null) return { state: { ...state, note: reason } };
  const { id } = row.comment;
  const composer = { ...emptyComposer, buffer: bufferOf(draftOf(state, id) ?? "") };
  return { state: { ...state, over: { kind: "edit", comment: id, composer } } };
}

export function pressEdit(state: State, over: Over & { kind: "edit" }, input: Input, { columns }: Size): ReviewStep {
  const { comment, composer } = over;
  const key = input.type === "key" ? input.key : null;
  if (key === "escape" || key === "ctrl+c") return { state: { ...state, over: null, note: "The draft is unchanged." } };
  if (key === "enter") return kept(state, comment, composer.buffer.text);
  if (key === "ctrl+g") return inEditor(state, comment, composer.buffer.text);
  const next = pressComposer(composer, input, textColumns(columns));
  return { state: next === null ? state : { ...state, over: { ...over, composer: next } } };
}

/** An empty text is the drafted one again. */
export function kept(state: State, comment: number, text: string): ReviewStep {
  const { [comment]: _, ...others } = state.drafts;
  const drafts = text.trim() === "" ? others : { ...others, [comment]: text };
  return { state: { ...state, over: null, drafts }, tasks: [{ type: "save-drafts", drafts }] };
}

/** The edited text returns through the saved drafts. */
function inEditor(state: State, comment: number, text: string): ReviewStep {
  const { drafts, route } = state;
  return {
    state: { ...state, over: null },
    go: {
      outside: async (world) => {
        const changed = await world.edit(text);
        const next = { ...drafts, [comment]: changed ?? text };
        const place = draftsPlace(route.target);
        world.drafts.save(place, { text: JSON.stringify(next), cursor: 0, savedAt: world.now() });
      },
    },
  };
}

/** Where the edited replies of a pull request are kept. */
export function draftsPlace({ pullRequest, commentsFile }: State["route"]["target"]): string {
  if (pullRequest === null) return `review:${commentsFile ?? ""}`;
  const { host, owner, repository, number } = pullRequest;
  return `review:${host}/${owner}/${repository}#${number}`;
}
