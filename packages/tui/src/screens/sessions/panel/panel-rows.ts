import { exactLine, safeLine } from "@reprise/model";
import type { Tone } from "../../../kernel/theme.ts";
import { grouped } from "../../../text/count.ts";
import { fit } from "../../../text/fit.ts";
import { wrap } from "../../../text/wrap.ts";
import type { Panel, State } from "../state.ts";
import { filterOptions, isOn } from "./filter-options.ts";
import { choiceWords } from "./new-session.ts";
import { type TidyPanel, tagWords, tidyOptions } from "./tidy.ts";

interface PanelRow {
  readonly text: string;
  readonly tone: Tone;
  readonly isChosen: boolean;
  /** What a click chooses; null for text. */
  readonly option: number | null;
}

/** The content of a panel, no wider than `columns` where words can be wrapped. */
export function panelRows(panel: Panel, state: State, columns: number): PanelRow[] {
  switch (panel.kind) {
    case "filter":
      return filterRows(panel, state, columns);
    case "agents":
      return agentRows(panel, columns);
    case "tidy":
      return tidyRows(panel);
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
    case "tidy":
      return "Tidy up";
    case "warnings":
      return `${grouped(warnings.length)} noticed while reading`;
  }
}

const circles = { on: "●", off: "○" };
/** Any number of them may be on. */
const boxes = { on: "■", off: "□" };

const labelWidth = 17;

function filterRows(
  { chosen, counts }: Extract<Panel, { kind: "filter" }>,
  { filters, here }: State,
  columns: number,
): PanelRow[] {
  const numberWidth = Math.max(4, Math.min(8, columns - labelWidth - 4));
  return filterOptions(here.agents).map((option, index) => {
    const counted = counts.get(option.id);
    const number = fit(counted === undefined ? "…" : grouped(counted), numberWidth, "right");
    const isChosen = index === chosen;
    const mark = "kind" in option ? boxes : circles;
    const text = `${isChosen ? "›" : " "} ${isOn(option, filters) ? mark.on : mark.off} ${fit(option.label, labelWidth)}${number}`;
    return { text, tone: counted === 0 ? "dim" : "plain", isChosen, option: index };
  });
}

function tidyRows({ annotation, chosen }: TidyPanel): PanelRow[] {
  const { name, tags, isHidden, isArchived } = annotation;
  const words = {
    name: `name     ${name === null ? "–" : exactLine(name)}`,
    tags: `tags     ${tags.length === 0 ? "none" : exactLine(tagWords(tags))}`,
    hide: isHidden ? "list it again" : "hide it from lists and searches",
    archive: isArchived ? "take it out of the archive" : "archive it",
  };
  return tidyOptions.map((option, index) => {
    const isChosen = index === chosen;
    return { text: `${isChosen ? "›" : " "} ${words[option]}`, tone: "plain", isChosen, option: index };
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
      return { text, tone: choice.whyNot === null ? "plain" : "dim", isChosen, option: index };
    });
  });
}

function warningRows(top: number, { warnings }: State, columns: number): PanelRow[] {
  return warnings
    .slice(top)
    .flatMap(({ path, detail }) =>
      wrap(`${exactLine(path)}: ${safeLine(detail)}`, columns).map(
        (text): PanelRow => ({ text, tone: "plain", isChosen: false, option: null }),
      ),
    );
}
