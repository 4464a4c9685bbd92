import { safeLine } from "@reprise/model";
import type { Theme } from "../../kernel/theme.ts";
import { grouped } from "../../text/count.ts";
import { fit } from "../../text/fit.ts";
import { wrap } from "../../text/wrap.ts";
import { panel as framed } from "../../widgets/panel.ts";
import { keepInView } from "../../widgets/scroll.ts";
import { filterOptions, isOn } from "./filter.ts";
import type { Panel, State } from "./state.ts";

/** At most so many lines, frame included. */
export function panelLines(
  panel: Panel,
  state: State,
  size: { readonly columns: number; readonly height: number },
  theme: Theme,
): string[] {
  const { columns, height } = size;
  const inner = Math.max(1, height - 2);
  if (panel.kind === "filter")
    return framed("Filter", filterLines(panel, state, inner, theme), columns, theme);
  const title = `${grouped(state.warnings.length)} noticed while reading`;
  return framed(title, warningLines(panel.top, state, columns - 4, inner), columns, theme);
}

function filterLines(
  { chosen, counts }: Extract<Panel, { kind: "filter" }>,
  { filters }: State,
  height: number,
  theme: Theme,
): string[] {
  const { top } = keepInView({ top: 0, chosen }, filterOptions.length, height);
  return filterOptions.slice(top, top + height).map((option, index) => {
    const counted = counts.get(option.id);
    const number = fit(counted === undefined ? "…" : grouped(counted), 8, "right");
    const isChosen = top + index === chosen;
    const line = `${isChosen ? "›" : " "} ${isOn(option, filters) ? "●" : "○"} ${fit(option.label, 12)}${number}`;
    return isChosen ? theme("highlight", line) : theme(counted === 0 ? "dim" : "plain", line);
  });
}

function warningLines(top: number, { warnings }: State, columns: number, height: number): string[] {
  return warnings
    .slice(top, top + height)
    .flatMap(({ path, detail }) => wrap(`${safeLine(path)}: ${safeLine(detail)}`, columns))
    .slice(0, height);
}
