import { actionTarget, clickable, keyTarget } from "../kernel/click-zones.ts";
import type { Hint } from "../kernel/keys.ts";
import type { Theme } from "../kernel/theme.ts";
import { cutTo } from "../text/fit.ts";
import { widthOf } from "../text/width.ts";

/** An action of Enter; one is selected. */
export interface FooterAction {
  readonly label: string;
  /** Why it is unavailable; null if available. */
  readonly whyNot: string | null;
  /** Enter does not count yet: dim, also when selected. */
  readonly isWaiting?: boolean | undefined;
}

/** The actions in fixed order: the selected one highlighted and visible, unavailable ones dim. A click's target is `action:INDEX`. */
export function actionLine(actions: readonly FooterAction[], chosen: number, columns: number, theme: Theme): string {
  const labels = actions.map(({ label, whyNot, isWaiting = false }, index) => {
    const tone = index === chosen && !isWaiting ? "highlight" : whyNot === null && !isWaiting ? "plain" : "dim";
    return clickable(actionTarget(index), theme(tone, ` ${label} `), theme);
  });
  const wide = labels.join(" ");
  if (widthOf(wide) <= columns) return wide;
  let first = 0;
  while (first < chosen && widthOf(labels.slice(first, chosen + 1).join("")) > columns) first += 1;
  return cutTo(labels.slice(first).join(""), columns);
}

/**
 * Keys with their actions. If they do not all fit, the least important go first and the help, which has the
 * rest, comes last. Without a help key, dots show that there are more. A click presses the key. One that does not count yet is
 * dim.
 */
export function hintLine(hints: readonly Hint[], columns: number, theme: Theme): string {
  const paint = ({ key, label, press, isWaiting = false }: Hint) => {
    const text = isWaiting ? theme("dim", ` ${key}  ${label}`) : `${theme("highlight", ` ${key} `)} ${label}`;
    return press === undefined ? text : clickable(keyTarget(press), text, theme);
  };
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

/** Drops one at a time: the last of the least important. */
function* fewer(hints: readonly Hint[]): Generator<readonly Hint[]> {
  let left = hints;
  while (left.length > 0) {
    yield left;
    const least = Math.min(...left.map(({ weight = 0 }) => weight));
    const gone = left.findLastIndex(({ weight = 0 }) => weight === least);
    left = left.filter((_, index) => index !== gone);
  }
}
