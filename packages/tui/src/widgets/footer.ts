import type { Hint } from "../kernel/keys.ts";
import type { Theme } from "../kernel/theme.ts";
import { cutTo } from "../text/fit.ts";
import { widthOf } from "../text/width.ts";

/** What Enter can do, one of which is chosen. */
export interface FooterAction {
  readonly label: string;
  /** Why it cannot be done; null when it can. */
  readonly whyNot: string | null;
}

/** The actions in their fixed order, the chosen one highlighted and in sight, what cannot be done dim. */
export function actionLine(
  actions: readonly FooterAction[],
  chosen: number,
  columns: number,
  theme: Theme,
): string {
  const labels = actions.map(({ label, whyNot }, index) =>
    index === chosen
      ? theme("highlight", ` ${label} `)
      : theme(whyNot === null ? "plain" : "dim", ` ${label} `),
  );
  const wide = labels.join(" ");
  if (widthOf(wide) <= columns) return wide;
  let first = 0;
  while (first < chosen && widthOf(labels.slice(first, chosen + 1).join("")) > columns) first += 1;
  return cutTo(labels.slice(first).join(""), columns);
}

/**
 * Keys by name, each with what it does. Where there is no room for all, what matters least goes first and the help stands
 * last: it has the rest. Where there is no help, dots say that there was more.
 */
export function hintLine(hints: readonly Hint[], columns: number, theme: Theme): string {
  const paint = ({ key, label }: Hint) => `${theme("highlight", ` ${key} `)} ${label}`;
  const line = (shown: readonly Hint[]) => shown.map(paint).join("  ");
  const usual = hints.filter(({ leadsTo }) => leadsTo !== "rest");
  const whole = line(usual);
  if (widthOf(whole) <= columns) return whole;
  const help = hints.find(({ leadsTo }) => leadsTo !== undefined);
  const end = help ? paint({ ...help, label: "more" }) : theme("dim", "…");
  for (const left of fewer(usual.filter((hint) => hint !== help))) {
    const text = `${line(left)}  ${end}`;
    if (left.length > 0 && widthOf(text) <= columns) return text;
  }
  if (!help) return cutTo(whole, columns);
  const alone = [end, theme("highlight", ` ${help.key} `)];
  return alone.find((text) => widthOf(text) <= columns) ?? "";
}

/** One less every time: of those that matter least, the last. */
function* fewer(hints: readonly Hint[]): Generator<readonly Hint[]> {
  let left = hints;
  while (left.length > 0) {
    yield left;
    const least = Math.min(...left.map(({ weight = 0 }) => weight));
    const gone = left.findLastIndex(({ weight = 0 }) => weight === least);
    left = left.filter((_, index) => index !== gone);
  }
}
