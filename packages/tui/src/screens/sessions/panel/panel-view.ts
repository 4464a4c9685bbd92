import { clickable, optionTarget } from "../../../kernel/click-zones.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { fit } from "../../../text/fit.ts";
import { panel as framed } from "../../../widgets/panel.ts";
import { keepInView } from "../../../widgets/scroll.ts";
import type { Panel, State } from "../state.ts";
import type { PanelPosition } from "./panel-position.ts";
import { panelRows, panelTitle } from "./panel-rows.ts";

/** As wide as its position, and at most as high. */
export function panelLines(panel: Panel, state: State, { columns, height }: PanelPosition, theme: Theme): string[] {
  const inner = { columns: Math.max(1, columns - 4), height: Math.max(1, height - 2) };
  const rows = panelRows(panel, state, inner.columns);
  const chosen = rows.findLastIndex(({ isChosen }) => isChosen);
  const { top } = keepInView({ top: 0, chosen }, rows.length, inner.height);
  const lines = rows.slice(top, top + inner.height).map(({ text, tone, isChosen, option }) => {
    const line = theme(isChosen ? "highlight" : tone, fit(text, inner.columns));
    return option === null ? line : clickable(optionTarget(option), line, theme);
  });
  return framed(panelTitle(panel, state), lines, columns, theme).slice(0, height);
}
