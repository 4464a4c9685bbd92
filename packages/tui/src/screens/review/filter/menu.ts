import { allComments, exactLine, grouped, type ReviewComment, type ReviewFilter } from "@reprise/model";
import { emptyField, type Field } from "../../../widgets/field.ts";
import { atTop, type Scroll } from "../../../widgets/scroll.ts";
import type { State } from "../state.ts";

export interface MenuState {
  /** Narrows the choices; with `..` in it, a range of commits. */
  readonly field: Field;
  readonly scroll: Scroll;
}

export const openedMenu: MenuState = { field: emptyField, scroll: atTop };

export interface Choice {
  readonly label: string;
  /** Null: not known before it is chosen. */
  readonly count: number | null;
  readonly filter: ReviewFilter;
  /** The commits of the range, where they are known. */
  readonly commits: readonly string[] | null;
  readonly isOn: boolean;
}

type Inputs = Pick<State, "fetched" | "filter">;
const known = new WeakMap<readonly ReviewComment[], { filter: ReviewFilter; choices: readonly Choice[] }>();

/** What can be chosen, with how many comments each has. */
export function choicesOf(state: Inputs, { field }: MenuState): readonly Choice[] {
  const typed = field.text.trim();
  const range = /^\S+\.\.\S+$/.test(typed) ? [rangeChoice(state.filter, typed)] : [];
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = allChoices(state).filter(({ label }) => {
    const text = label.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return [...range, ...fitting];
}

function allChoices({ fetched, filter }: Inputs): readonly Choice[] {
  const comments = fetched?.comments ?? [];
  const before = known.get(comments);
  if (before?.filter === filter) return before.choices;
  const choices = makeChoices(comments, filter);
  known.set(comments, { filter, choices });
  return choices;
}

function makeChoices(comments: readonly ReviewComment[], filter: ReviewFilter): readonly Choice[] {
  const unresolved = comments.filter(({ resolved }) => resolved !== true).length;
  const isAll = Object.values({ ...filter, state: null }).every((value) => value === null);
  const part = (label: string, count: number, change: Partial<ReviewFilter>, isOn: boolean): Choice => ({
    label,
    count,
    isOn,
    commits: null,
    filter: { ...filter, ...change },
  });
  const isUnresolved = filter.state === "unresolved";
  return [
    {
      label: "All",
      count: comments.length,
      filter: allComments,
      commits: null,
      isOn: isAll && !isUnresolved,
    },
    part("Unresolved", unresolved, { state: isUnresolved ? "all" : "unresolved" }, isUnresolved),
    ...countsOf(comments, ({ filePath }) => filePath).map(([file, count]) =>
      part(`File  ${exactLine(file)}`, count, { file: filter.file === file ? null : file }, filter.file === file),
    ),
    ...countsOf(comments, ({ author }) => author).map(([login, count]) => {
      const isOn = filter.reviewer?.toLowerCase() === login.toLowerCase();
      return part(`By  ${exactLine(login)}`, count, { reviewer: isOn ? null : login }, isOn);
    }),
    ...countsOf(comments, ({ commitSha }) => commitSha).map(([sha, count]) => {
      const range = `${sha}^..${sha}`;
      const isOn = filter.range === range;
      return {
        ...part(`Commit  ${exactLine(sha.slice(0, 10))}`, count, { range: isOn ? null : range }, isOn),
        commits: isOn ? null : [sha],
      };
    }),
  ];
}

function rangeChoice(filter: ReviewFilter, range: string): Choice {
  return {
    label: `Commits  ${exactLine(range)}`,
    count: null,
    commits: null,
    isOn: false,
    filter: { ...filter, range },
  };
}

/** Most first. */
function countsOf(
  comments: readonly ReviewComment[],
  partOf: (comment: ReviewComment) => string | null,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const comment of comments) {
    const part = partOf(comment);
    if (part !== null) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
}

export function choiceText({ label, count, isOn }: Choice): string {
  return `${isOn ? "•" : " "} ${label}${count === null ? "" : ` (${grouped(count)})`}`;
}
