import { projectStateWords, roundSummaryWords, roundWords, safeLine } from "@reprise/model";
import { actionTarget, clickableLine } from "../../kernel/click-zones.ts";
import { hintsOf, type KeyTable } from "../../kernel/keys.ts";
import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme } from "../../kernel/theme.ts";
import { cutTo, fit } from "../../text/fit.ts";
import { widthOf } from "../../text/width.ts";
import { actionLine, hintLine } from "../../widgets/footer.ts";
import { viewerScreen } from "../viewer/index.ts";
import { statusOf } from "../viewer/status-line.ts";
import { type Action, historyKeys, keys } from "./keys.ts";
import { layoutOf, viewerSize } from "./layout.ts";
import { liveLines } from "./live-line.ts";
import { isWaitingFor, type Menu, menuOf } from "./menu.ts";
import { roundsPicture } from "./picture.ts";
import { isElsewhere, isWorking, type State } from "./state.ts";
import { projectTones } from "./tones.ts";

export function view(state: State, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const layout = layoutOf(state, size);
  const menu = menuOf(state);
  const above = [
    headLine(state, columns, theme),
    ...padded(pictureLines(state, columns, theme), layout.picture),
    ...padded(historyLines(state, size, theme), layout.history),
    ...padded(
      liveLines(state, columns, layout.live).map((line) => theme("bold", line)),
      layout.live,
    ),
    ...(menu === null ? [] : menuLines(menu, state, layout.menu, columns, theme)),
  ];
  const { text, column } = footLine(state, size, theme);
  const lines = [...above.slice(0, rows - layout.foot), ...(layout.foot > 0 ? [text] : [])];
  return { lines, cursor: column === null ? null : { row: lines.length - 1, column } };
}

function headLine({ view, goal, isDemo, activity, phase }: State, columns: number, theme: Theme): string {
  const round = activity?.round ?? view?.rounds.at(-1) ?? null;
  const isRunning = phase !== "idle" && phase !== "opening";
  const state = isRunning ? (activity?.phase === "parked" ? "parked" : "running") : (view?.state ?? null);
  const words = [
    state === null ? "" : phase === "paused" ? "paused" : projectStateWords[state],
    round === null ? "" : columns < 50 ? `${round.current}/${round.total}` : roundWords(round),
  ].filter((part) => part !== "");
  const right = words.join(" · ");
  const mark = isDemo ? "DEMO  " : "";
  const room = Math.max(0, columns - widthOf(right) - 2);
  const left = fit(`${mark}${safeLine(view?.title ?? goal)}`, room);
  const tone = state === null ? "plain" : projectTones[state];
  return cutTo(`${theme("bold", left)}  ${theme(tone, right)}`, columns);
}

function pictureLines(state: State, columns: number, theme: Theme): string[] {
  const { view, now } = state;
  const last = view?.rounds.at(-1);
  if (view === null || last === undefined) return [];
  const isRunning = isWorking(state) || state.phase === "paused" || isElsewhere(state);
  const [bars, marks] = roundsPicture(view.rounds, { isRunning, now, columns, theme });
  return [bars, marks, theme("dim", cutTo(safeLine(roundSummaryWords(last, isRunning, now)), columns))];
}

function historyLines(state: State, size: Size, theme: Theme): string[] {
  const { viewer, view, problem, phase } = state;
  if (problem !== null) return [theme("bad", cutTo(safeLine(problem), size.columns))];
  if (viewer === null) return [theme("dim", phase === "starting" ? "Starting…" : "Reading…")];
  if (view?.rounds.length === 0) return [theme("dim", "No round has started.")];
  // Without the viewer's own header and foot.
  return viewerScreen.view(viewer, viewerSize(state, size), theme).lines.slice(1, -2);
}

function menuLines(menu: Menu, state: State, height: number, columns: number, theme: Theme): string[] {
  const entries = menu.entries.map((entry) => ({ ...entry, whyNot: null, isWaiting: isWaitingFor(state, entry) }));
  if (height === 1) return [actionLine(entries, state.chosen, columns, theme)];
  return [
    theme("bold", cutTo(safeLine(menu.title), columns)),
    ...entries.map(({ label, isWaiting }, index) => {
      const isChosen = index === state.chosen;
      const line = isChosen ? fit(`› ${label}`, columns) : cutTo(`  ${label}`, columns);
      const tone = isWaiting ? "dim" : isChosen ? "highlight" : "plain";
      return clickableLine(actionTarget(index), theme(tone, line), theme);
    }),
  ];
}

function footLine(state: State, size: Size, theme: Theme): { readonly text: string; readonly column: number | null } {
  const { columns } = size;
  const { viewer, note } = state;
  if (viewer !== null && (viewer.typing !== null || viewer.damageTop !== null)) {
    const shown = viewerScreen.view(viewer, viewerSize(state, size), theme);
    return { text: shown.lines.at(-1) ?? "", column: shown.cursor?.column ?? null };
  }
  const status = note ?? (viewer === null ? "" : statusOf(viewer));
  const chosen = menuOf(state)?.entries[state.chosen];
  const isWaiting = chosen !== undefined && isWaitingFor(state, chosen);
  const hints = hintsOf(hintKeys(state)).map((hint) => (hint.key === "Enter" ? { ...hint, isWaiting } : hint));
  if (status === "") return { text: hintLine(hints, columns, theme), column: null };
  const words = theme("warn", safeLine(status));
  const text = `${words}  ${hintLine(hints, columns - widthOf(words) - 2, theme)}`;
  return { text: cutTo(text.trimEnd(), columns), column: null };
}

/** What a key does now. */
function hintKeys(state: State): KeyTable<string> {
  const hasMenu = menuOf(state) !== null;
  const isRunning = isWorking(state);
  const own = keys.flatMap((row): KeyTable<Action> => {
    if (row.action === "act" || row.action === "up") return hasMenu ? [row] : [];
    if (row.action === "escape" && state.phase !== "paused")
      return [{ ...row, label: isRunning ? "interrupt" : "back", isHint: true, weight: 8 }];
    if (row.action === "end" && state.phase !== "idle" && state.phase !== "opening")
      return [{ ...row, label: "end", isHint: state.phase !== "running", weight: 7 }];
    return row.action === "help" ? [row] : [];
  });
  const history = historyKeys.filter(
    ({ action }) => action === "search" || action === "fold" || action === "previous-turn",
  );
  return [...own, ...history];
}

function padded(lines: readonly string[], height: number): string[] {
  return Array.from({ length: height }, (_, index) => lines[index] ?? "");
}
