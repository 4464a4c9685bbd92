import type { Hint } from "../kernel/keys.ts";
import type { Theme } from "../kernel/theme.ts";
import { cutTo } from "../text/fit.ts";

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

/** Keys by name, each with what it does; as many as there is room for. */
export function hintLine(hints: readonly Hint[], columns: number, theme: Theme): string {
  const parts = hints.map(({ key, label }) => `${theme("highlight", ` ${key} `)} ${label}`);
  return cutTo(parts.join("  "), columns);
}
