import { exactLine, safeLine } from "@reprise/model";
import { count, grouped } from "../../../text/count.ts";
import type { Note, State } from "../state.ts";

export interface Notice extends Note {
  /** Used when the text does not fit. */
  readonly short?: string | undefined;
}

/** Lines below the title, each only when needed. */
export function noticesOf(state: State): Notice[] {
  return [
    hiddenNotice(state),
    unreadableNotice(state),
    interruptedNotice(state),
    projectsNotice(state),
    warningsNotice(state),
  ].filter((notice) => notice !== null);
}

function hiddenNotice({ list: { hidden }, filters }: State): Notice | null {
  const kinds: Kind[] = [
    {
      ...{ left: hidden.empty, isShown: filters.hasEmpty, key: "E" },
      words: `${grouped(hidden.empty)} more without messages`,
      ...{ short: "empty", shown: "those without messages" },
    },
    {
      ...{ left: hidden.subagents, isShown: filters.hasSubagents, key: "G" },
      words: count(hidden.subagents, "sub-agent"),
      ...{ short: "sub", shown: "sub-agents" },
    },
    {
      ...{ left: hidden.archived, isShown: filters.hasArchived, key: "V" },
      words: `${grouped(hidden.archived)} archived`,
      ...{ short: "archived", shown: "archived" },
    },
  ];
  const told = kinds.filter(({ left, isShown }) => isShown || left > 0);
  if (told.length === 0) return null;
  const text = told.map(({ isShown, shown, words, key }) => `${isShown ? `with ${shown}` : words} (${key})`);
  const short = told.map(
    ({ isShown, short, left, key }) => `${isShown ? "+" : grouped(left)} ${short} ${key}`,
  );
  return { text: text.join(" · "), short: short.join(" · "), tone: "dim" };
}

function unreadableNotice({ list: { hidden } }: State): Notice | null {
  if (hidden.unreadable === 0) return null;
  const what = `${count(hidden.unreadable, "session file")} could not be read`;
  return {
    text: `${what}: \`reprise doctor\` says why`,
    short: `${grouped(hidden.unreadable)} unreadable`,
    tone: "warn",
  };
}

/** A kind of session hidden by default. */
interface Kind {
  readonly left: number;
  readonly isShown: boolean;
  readonly key: string;
  readonly words: string;
  readonly short: string;
  readonly shown: string;
}

function interruptedNotice({ runs }: State): Notice | null {
  const interrupted = runs.interruptedCount ?? 0;
  return interrupted === 0
    ? null
    : {
        text: `${grouped(interrupted)} interrupted: R shows the details`,
        short: `${grouped(interrupted)} interrupted R`,
        tone: "warn",
      };
}

function projectsNotice({ runs, filters }: State): Notice | null {
  const unfinished = runs.unfinishedProjects;
  return unfinished === 0 || filters.isAll
    ? null
    : {
        text: `${count(unfinished, "unfinished project")}: P shows what happened and continues`,
        short: `${count(unfinished, "project")} P`,
        tone: "warn",
      };
}

function warningsNotice({ warnings }: State): Notice | null {
  const [first] = warnings;
  if (!first) return null;
  const more = warnings.length > 1 ? `${count(warnings.length, "warning")} (W)` : "Warning (W)";
  return { text: `${more}: ${exactLine(first.path)}: ${safeLine(first.detail)}`, short: more, tone: "warn" };
}
