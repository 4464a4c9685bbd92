import { widthOf } from "../../../text/width.ts";
import type { Panel, State } from "../state.ts";
import { panelRows, panelTitle } from "./panel-rows.ts";

/** Position of a panel: beside the list if both fit, else below it. */
export interface PanelPosition {
  readonly isBeside: boolean;
  /** Including the frame, like the height. */
  readonly columns: number;
  readonly height: number;
}

/** A narrower list shows too little. */
const leastColumns = 44;
const mostColumns = 100;
/** List rows that stay visible above a panel. */
const leastRows = 3;
const frame = { columns: 4, rows: 2 };

export function panelPosition(
  panel: Panel,
  state: State,
  { columns, height }: { readonly columns: number; readonly height: number },
): PanelPosition {
  const rows = panelRows(panel, state, mostColumns - frame.columns);
  const widest = Math.max(widthOf(panelTitle(panel, state)) + 2, ...rows.map(({ text }) => widthOf(text)));
  const wanted = Math.min(mostColumns, widest + frame.columns);
  if (columns - wanted - 1 >= leastColumns)
    return { isBeside: true, columns: wanted, height: Math.min(height, rows.length + frame.rows) };
  const count = panelRows(panel, state, columns - frame.columns).length + frame.rows;
  const left = Math.max(0, Math.min(leastRows, height - frame.rows - leastRows));
  return { isBeside: false, columns, height: Math.max(1, Math.min(count, height - left)) };
}
