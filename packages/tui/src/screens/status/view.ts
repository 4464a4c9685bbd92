import { isCounted, safeLine, zoneText } from "@reprise/model";
import { clickableLine, rowTarget } from "../../kernel/click-zones.ts";
import { type Hint, hintsOf } from "../../kernel/keys.ts";
import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme } from "../../kernel/theme.ts";
import { apart, cutTo, fit } from "../../text/fit.ts";
import { actionLine, hintLine } from "../../widgets/footer.ts";
import { readyEntries } from "./batch.ts";
import { keys } from "./keys.ts";
import { bodyHeight, bodyLines } from "./layout.ts";
import { chosenRow, type State } from "./state.ts";
import { hasPrompt, isLive, whyNotRestore } from "./status-row.ts";

export function view(state: State, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const height = bodyHeight(size);
  const lines = bodyLines(state, columns);
  const body = lines.slice(state.top, state.top + height).map(({ text, tone, isChosen, row }) => {
    const line = isChosen ? theme("highlight", fit(text, columns)) : theme(tone, cutTo(text, columns));
    return row === null ? line : clickableLine(rowTarget(row), line, theme);
  });
  const space = new Array<string>(height - body.length).fill("");
  const shown = [
    ...headLines(state, lines.length, size, theme),
    ...body,
    ...space,
    theme("warn", cutTo(safeLine(state.note ?? ""), columns)),
    startLine(state, columns, theme),
    hintLine(hints(state), columns, theme),
  ];
  return { lines: shown.slice(-rows) };
}

function headLines(state: State, total: number, size: Size, theme: Theme): string[] {
  const height = bodyHeight(size);
  const end = Math.min(total, state.top + height);
  const place = total > height ? `${state.top + 1}–${end} / ${total}${end < total ? " ↓" : ""}` : "";
  const marks = [state.isDemo ? "DEMO" : "", place].filter((mark) => mark !== "").join("  ");
  const scope = state.isEveryProject ? "All sessions" : "This project";
  const live = (state.rows ?? []).filter(isLive).length;
  const cut = (state.rows ?? []).filter(isCounted).length;
  const others = state.notShown === "" ? "" : `not shown: ${state.notShown} (. in the list) · `;
  const counted = [cut > 0 ? `${cut} interrupted` : "", live > 0 ? `${live} live` : ""].filter((part) => part !== "");
  const counts = state.rows === null || counted.length === 0 ? others : `${counted.join(", ")} · ${others}`;
  return [
    theme("bold", apart("Interrupted and running", marks, size.columns)),
    theme("dim", cutTo(`${counts}${scope}${zoneOf(state)}`, size.columns)),
  ];
}

/** The rows show times without it. */
function zoneOf({ rows }: State): string {
  const [newest] = rows ?? [];
  const zone = newest ? zoneText(newest.updatedAt) : "";
  return zone === "" ? "" : ` · times in ${zone}`;
}

/** The action of Enter, or why it is unavailable. */
function startLine(state: State, columns: number, theme: Theme): string {
  const { label, reason } = actionOf(state);
  const action = actionLine([{ label, whyNot: reason }], reason === null ? 0 : -1, columns, theme);
  return reason === null ? action : cutTo(`${action} ${theme("dim", reason)}`, columns);
}

function actionOf(state: State): { readonly label: string; readonly reason: string | null } {
  const { batch } = state;
  if (batch !== null) {
    const ready = readyEntries(batch).length;
    const label = batch.phase === "over" ? "Return" : `Resume ${ready}`;
    if (batch.phase === "planning") return { label, reason: "The plans are not ready yet." };
    if (batch.phase === "running") return { label, reason: "They are being resumed." };
    return {
      label,
      reason: ready === 0 && batch.phase === "asking" ? "None can resume without a question." : null,
    };
  }
  const row = chosenRow(state);
  if (row === null) return { label: "Resume", reason: "Nothing to resume." };
  if (row.project !== null && !isLive(row)) return { label: "Open its project", reason: null };
  if (hasPrompt(row)) return { label: "New session", reason: null };
  return { label: "Resume", reason: whyNotRestore(row) };
}

function hints(state: State): Hint[] {
  const { batch } = state;
  if (batch === null) return hintsOf(keys);
  const own = keys.filter(({ action }) => action === "back" || (action === "restore" && batch.phase !== "running"));
  return hintsOf(own);
}
