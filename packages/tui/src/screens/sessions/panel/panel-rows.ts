import { exactLine, safeLine } from "@reprise/model";
import type { Tone } from "../../../kernel/theme.ts";
import { grouped } from "../../../text/count.ts";
import { fit } from "../../../text/fit.ts";
import { wrap } from "../../../text/wrap.ts";
import type { Panel, State } from "../state.ts";
import { filterOptions, isOn } from "./filter-options.ts";
import { choiceWords } from "./new-session.ts";

interface PanelRow {
  readonly text: string;
  readonly tone: Tone;
  readonly isChosen: boolean;
}

/** The content of a panel, no wider than `columns` where words can be wrapped. */
export function panelRows(panel: Panel, state: State, columns: number): PanelRow[] {
  switch (panel.kind) {
    case "filter":
      return filterRows(panel, state);
    case "agents":
      return agentRows(panel, columns);
    case "warnings":
      return warningRows(panel.top, state, columns);
  }
}

export function panelTitle(panel: Panel, { warnings }: State): string {
  switch (panel.kind) {
    case "filter":
      return "Filter";
    case "agents":
      return "New session with";
    case "warnings":
      return `${grouped(warnings.length)} noticed while reading`;
  }
}

function filterRows(
  { chosen, counts }: Extract<Panel, { kind: "filter" }>,
  { filters, here }: State,
): PanelRow[] {
  return filterOptions(here.agents).map((option, index) => {
    const counted = counts.get(option.id);
    const number = fit(counted === undefined ? "…" : grouped(counted), 8, "right");
    const isChosen = index === chosen;
    const text = `${isChosen ? "›" : " "} ${isOn(option, filters) ? "●" : "○"} ${fit(option.label, 12)}${number}`;
    return { text, tone: counted === 0 ? "dim" : "plain", isChosen };
  });
}

const nameWidth = 13;

function agentRows({ chosen, choices }: Extract<Panel, { kind: "agents" }>, columns: number): PanelRow[] {
  return choices.flatMap((choice, index) => {
    const isChosen = index === chosen;
    const name = `${isChosen ? "›" : " "} ${fit(choice.title, nameWidth)}`;
    const lines = wrap(safeLine(choiceWords(choice)), Math.max(8, columns - nameWidth - 2));
    return lines.map((line, row): PanelRow => {
      const text = `${row === 0 ? name : " ".repeat(nameWidth + 2)}${line}`;
      return { text, tone: choice.whyNot === null ? "plain" : "dim", isChosen };
    });
  });
}

function warningRows(top: number, { warnings }: State, columns: number): PanelRow[] {
  return warnings
    .slice(top)
    .flatMap(({ path, detail }) =>
      wrap(`${exactLine(path)}: ${safeLine(detail)}`, columns).map(
        (text): PanelRow => ({ text, tone: "plain", isChosen: false }),
      ),
    );
}
