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

/** The actions in their fixed order, the chosen one highlighted, what cannot be done dim. */
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
  return cutTo(labels.join(" "), columns);
}

/** Keys by name, each with what it does; as many as there is room for, none of them cut but the first. */
export function hintLine(hints: readonly Hint[], columns: number, theme: Theme): string {
  let line = "";
  for (const { key, label } of hints) {
    const longer = `${line}${line && "  "}${theme("highlight", ` ${key} `)} ${label}`;
    if (line !== "" && widthOf(longer) > columns) break;
    line = longer;
  }
  return cutTo(line, columns);
}
