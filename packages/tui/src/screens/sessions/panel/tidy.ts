import {
  type Annotated,
  type Annotation,
  type AnnotationChange,
  isSameAnnotation,
  type SessionId,
  type SessionSummary,
} from "@reprise/model";
import type { Input } from "../../../kernel/input.ts";
import { actionFor } from "../../../kernel/keys.ts";
import type { Step } from "../../../kernel/screen.ts";
import { editField, type Field } from "../../../widgets/field.ts";
import type { Task } from "../messages.ts";
import type { Panel, State } from "../state.ts";
import { tidyFieldKeys } from "./keys.ts";

export type TidyPanel = Extract<Panel, { readonly kind: "tidy" }>;

/** What can be changed of a session, in this order. */
export const tidyOptions = ["name", "tags", "hide", "archive"] as const;

/** Opens at once, so that the next key is for it, with what the list knows: a name or an archive may be the agent's own. */
export function openTidy(state: State, session: SessionSummary): Step<State, Task> {
  const { id, name, tags, hidden, archived } = session;
  const annotation = { name, tags, isHidden: hidden, isArchived: archived };
  return {
    state: { ...state, panel: { kind: "tidy", session: id, annotation, chosen: 0, field: null } },
    tasks: [{ do: "tidy", session: id }],
  };
}

/** What is noted about it. */
export function takeAnnotation(state: State, session: SessionId, annotation: Annotation): State {
  const { panel } = state;
  if (panel?.kind !== "tidy" || panel.session !== session || panel.field) return state;
  return { ...state, panel: { ...panel, annotation } };
}

/** A name and tags are typed; the others are changed at once. The panel closes when the change is saved. */
export function chooseTidy(state: State, panel: TidyPanel): Step<State, Task> {
  const { annotation, session } = panel;
  switch (tidyOptions[panel.chosen]) {
    case "name":
      return { state: { ...state, panel: { ...panel, field: fieldWith(annotation.name ?? "") } } };
    case "tags":
      return { state: { ...state, panel: { ...panel, field: fieldWith(annotation.tags.join(" ")) } } };
    case "hide":
      return changing(state, session, { isHidden: !annotation.isHidden });
    case "archive":
      return changing(state, session, { isArchived: !annotation.isArchived });
    default:
      return { state };
  }
}

export function pressInField(state: State, panel: TidyPanel, field: Field, input: Input): Step<State, Task> {
  const action = input.type === "key" ? actionFor(tidyFieldKeys, input.key) : null;
  switch (action) {
    case "save":
      return changing(state, panel.session, changeOf(panel, field.text));
    case "leave":
      return { state: { ...state, panel: { ...panel, field: null } } };
    case null: {
      const edited = editField(field, input.type === "paste" ? { ...input, text: inOneLine(input.text) } : input);
      return { state: edited === null ? state : { ...state, panel: { ...panel, field: edited } } };
    }
  }
}

/** A copied line often ends with its end. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

function changeOf({ chosen }: TidyPanel, text: string): AnnotationChange {
  if (tidyOptions[chosen] === "name") return { name: text.trim() === "" ? null : text.trim() };
  const tags = text.split(/[\s,]+/).map((tag) => tag.replace(/^#+/, ""));
  return { tags: tags.filter((tag) => tag !== "") };
}

function fieldWith(text: string): Field {
  return { text, cursor: text.length };
}

function changing(state: State, session: SessionId, change: AnnotationChange): Step<State, Task> {
  return { state, tasks: [{ do: "annotate", session, change }] };
}

/** What was done, and how it is undone. */
export function annotatedWords({ before, after }: Pick<Annotated, "before" | "after">): string {
  if (isSameAnnotation(before, after)) return "Nothing changed.";
  return `${changeWords(before, after)} u undoes it.`;
}

function changeWords(before: Annotation, after: Annotation): string {
  if (before.name !== after.name) return after.name === null ? "Your name of it is removed." : `Named ${after.name}.`;
  if (before.isHidden !== after.isHidden)
    return after.isHidden ? "Hidden: lists and searches leave it out." : "Listed again.";
  if (before.isArchived !== after.isArchived) return after.isArchived ? "Archived." : "No longer archived.";
  return after.tags.length === 0 ? "Tags removed." : `Tagged ${tagWords(after.tags)}.`;
}

export function tagWords(tags: readonly string[]): string {
  return tags.map((tag) => `#${tag}`).join(" ");
}
