import type { Agent } from "../ids.ts";
import { exactLine } from "../text/exact-text.ts";

/** What `/model` with these words asks for: a model, or why there is nothing to do. */
export function modelWish(
  words: string,
  { agent, model }: { readonly agent: Agent; readonly model: string | null },
  when: "start" | "continue",
): { readonly model: string } | { readonly hint: string } {
  if (words === "") {
    const current = model === null ? `${agent} chooses the model` : `The model is ${exactLine(model)}`;
    return { hint: `${current}. ${how[when]}` };
  }
  if (/\s/.test(words)) return { hint: "The name of a model has no spaces: /model NAME." };
  return words === model ? { hint: `The model is ${exactLine(words)} already.` } : { model: words };
}

const how = {
  start: "/model NAME starts with another one.",
  continue:
    "/model NAME continues with another one from the next turn; a plan first shows what that changes and costs.",
} as const;
