import type { SavedChange, SavedState } from "@reprise/model";
import { approval, draft, entry, exec, more, output } from "../store-stage.ts";

/** Entries are written over again and again, so that most of the file is superseded and it is rewritten often. */
const slotCount = 60;

/** What milestone `number` saves. Everything in it follows from the number. */
export function milestone(number: number): readonly SavedChange[] {
  const slot = `slot-${number % slotCount}`;
  switch (number % 7) {
    case 0:
      return [exec(slot), output(slot, `${textOf(number)}\n`), exec(slot, "done")];
    case 1:
      return [approval(`${slot}`), { type: "banner", banner: null }];
    case 2:
      return [draft(textOf(number)), entry(slot, textOf(number))];
    default:
      return [entry(slot, textOf(number))];
  }
}

/** Text that streams between two milestones, as one reply that grows. */
export function streamed(number: number): readonly SavedChange[] {
  if (number % 25 === 0) return [entry("stream", `${number}:`, false)];
  return [more("stream", " word".repeat(50)), output("slot-0", "line\n")];
}

function textOf(number: number): string {
  return `${number} ${String(number % 10).repeat((number * 37) % 6000)}`;
}

/** The highest milestone that is in a state. */
export function lastNumber(state: SavedState): number {
  return Math.max(0, ...state.entries.filter(({ id }) => id !== "stream").map(({ item }) => numberIn(item)));
}

const numberIn = (item: SavedState["entries"][number]["item"]) =>
  item.kind === "reply" ? Number.parseInt(item.text, 10) || 0 : 0;

/** The last word of streamed text may be missing, also where the next process went on. */
const streamedShape = /^(?:\d+:)?(?: word)*(?: |$)/;

/** What is missing or wrong, after everything up to `acknowledged` was. */
export function problemsIn(state: SavedState, acknowledged: number): string[] {
  const problems: string[] = [];
  const slots = new Map(state.entries.map((one) => [one.id, one.item]));
  for (let number = Math.max(1, acknowledged - slotCount + 1); number <= acknowledged; number += 1) {
    const slot = `slot-${number % slotCount}`;
    if (number % 7 === 0) {
      if (!state.execs.some(({ id }) => id === slot)) problems.push(`the exec of ${number} is missing`);
    } else if (number % 7 === 1) {
      if (!state.approvals.some(({ id }) => id === slot)) problems.push(`the approval of ${number} is missing`);
    } else if (numberIn(slots.get(slot) ?? { kind: "reply", text: "0" }) < number)
      problems.push(`the entry of ${number} is missing`);
  }
  for (const [id, item] of slots) {
    if (item.kind !== "reply") continue;
    if (id === "stream") {
      if (!streamedShape.test(item.text)) problems.push(`the streamed text is torn: ${item.text.slice(0, 40)}`);
    } else if (item.text !== textOf(numberIn(item))) problems.push(`${id} is not what was saved`);
  }
  const drafted = acknowledged - ((((acknowledged - 2) % 7) + 7) % 7);
  if (drafted > 0 && Number.parseInt(state.draft?.text ?? "0", 10) < drafted)
    problems.push(`the draft of ${drafted} is missing`);
  return problems;
}
