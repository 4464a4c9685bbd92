import { type AgentTraits, type RestorePlan, safeLine, traitsOf } from "@reprise/model";
import { composerPicture, isBlank } from "../../../composer/index.ts";
import { hintsOf } from "../../../kernel/keys.ts";
import type { Picture, Size } from "../../../kernel/screen.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { count } from "../../../text/count.ts";
import { cutLeft, cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import { hintLine } from "../../../widgets/footer.ts";
import { handshakeLine } from "../../../widgets/handshake.ts";
import { progressLine } from "../../../widgets/progress.ts";
import { askLines } from "../asking/view.ts";
import { completionHints, completionLines } from "../completion/lines.ts";
import { type LiveAction, liveKeys } from "../keys.ts";
import { letterAction } from "../prompt/letter-keys.ts";
import { isAtLimit, isHosted, type LiveState, nextSegment } from "../state.ts";
import { askPicture, isTooSmallToAsk, mostAskRows } from "./ask-area.ts";
import { attachedLines } from "./attached-lines.ts";
import { errorLines, healthLines, hintLines } from "./banners.ts";
import { queueLines } from "./queue-lines.ts";
import { statusLine } from "./status-line.ts";
import { waitingLine, workingLine } from "./working-line.ts";

/** Everything below the conversation: a modal, or progress and the composer; the status line last. */
export function bottom(state: LiveState, size: Size, theme: Theme): Picture {
  const { columns } = size;
  const status = statusLine(state, columns, theme);
  const picture = askPicture(state);
  if (picture) {
    const asked = isTooSmallToAsk(size)
      ? [theme("warn", cutTo("Enlarge the window: something is asked. Esc declines.", columns))]
      : askLines(picture, columns, mostAskRows(state, size), theme);
    return {
      lines: [
        ...healthLines(state, columns, theme).slice(0, 1),
        ...asked,
        armedLine(state, columns, theme) ?? askedLine(state, columns, theme) ?? status,
      ],
    };
  }
  const above = [
    ...healthLines(state, columns, theme),
    ...errorLines(state, columns, theme),
    ...underWay(state, columns, theme),
    ...hintLines(state, columns, theme),
    ...completionLines(state, size, theme),
    ...attachedLines(state.attached, columns, theme),
  ];
  const most = Math.max(1, Math.floor(size.rows / 3));
  const { lines, cursor, hasAbove, hasBelow } = composerPicture(
    state.composer,
    columns,
    most,
    theme,
    placeholder(state),
  );
  const mark = hasAbove || hasBelow ? ` ${hasAbove ? "↑" : ""}${hasBelow ? "↓" : ""} more ` : "";
  const rule = theme("dim", cutTo(`${"─".repeat(2)}${mark}${"─".repeat(columns)}`, columns).replace("…", "─"));
  return {
    lines: [...above, rule, ...lines, status, lastLine(state, columns, theme)],
    cursor: { row: above.length + 1 + cursor.row, column: cursor.column },
  };
}

/** The command that is being written at a question, or why it did nothing. */
function askedLine({ asking, hint }: LiveState, columns: number, theme: Theme): string | null {
  if (hint !== null) return theme("warn", cutTo(`! ${safeLine(hint)}`, columns));
  if (asking?.command == null) return null;
  const keys = "  Enter runs it · Esc closes it";
  return (
    theme("accent", `› ${cutLeft(safeLine(asking.command), Math.max(1, columns - 2))}`) +
    theme("dim", cutTo(keys, Math.max(0, columns - 2 - widthOf(safeLine(asking.command)))))
  );
}

/** An agent without a server is located, but not started yet. */
function headlessNote({ view: { agent }, place }: LiveState): string {
  const { asks, title } = traitsOf(place.agents, agent);
  return asks ? "" : `· ${title} starts with your first message`;
}

/** Progress shown above the composer. */
function underWay(state: LiveState, columns: number, theme: Theme): string[] {
  const lines: string[] = [];
  if (state.handshake !== null)
    lines.push(handshakeLine(state.handshake, state.tick, columns, theme, headlessNote(state)));
  const working = workingLine(state, columns, theme) ?? waitingLine(state, columns, theme);
  if (working !== null) lines.push(working);
  if (state.restoring) lines.push(...restoringLines(state, columns, theme));
  lines.push(...queueLines(state.queued, columns, theme));
  return lines;
}

function restoringLines(state: LiveState, columns: number, theme: Theme): string[] {
  const { beginning, view, restoring } = state;
  const next = nextSegment(state);
  const { doneCount, totalCount } = view.restore ?? { doneCount: 0, totalCount: 0 };
  const bar = progressLine(doneCount, totalCount, columns);
  if (restoring?.isCancelling) return [bar, theme("dim", cutTo("Cancelling… Esc again ends it at once.", columns))];
  if (next === null) return [bar];
  const cost = beginning.kind === "restore" ? segmentCost(beginning.plan, next.segment) : "";
  const enter = theme(state.enterGuard.isReady ? "plain" : "dim", "Enter continues");
  return [bar, cutTo(`Segment ${next.segment} of ${totalCount}${cost}: ${enter}, Esc cancels.`, columns)];
}

/** The cost of the segment that Enter sends; empty if no model is called. */
function segmentCost(plan: RestorePlan, number: number): string {
  if (plan.mode !== "replay" || plan.via !== "segments") return "";
  const tokens = plan.segments.find((one) => one.number === number)?.tokens ?? 0;
  return ` (about ${count(tokens, "token")}, a paid call)`;
}

function placeholder(state: LiveState): string {
  const { phase, view, place } = state;
  const { agent } = view;
  if (isAtLimit(state)) return "w waits, then continues; t continues with another agent now";
  switch (phase) {
    case "unstarted":
      return `Ask ${agent} to…`;
    case "working":
      return traitsOf(place.agents, agent).steers
        ? `Say something to ${agent} while it works`
        : `Say what is next: ${agent} hears it after this turn`;
    case "ended":
      return "The agent has stopped. Enter continues.";
    default:
      return "What next?";
  }
}

const letterWords: Readonly<Partial<Record<LiveAction, string>>> = {
  "open-agent": "Enter opens the agent's own interface and closes ours · keep typing to write",
  retry: "Enter tries again · keep typing to write",
  wait: "Enter waits for the reset, then continues · keep typing to write",
  switch: "Enter plans it with another agent · keep typing to write",
  help: "Enter shows the help · keep typing to write",
};

function armedLine({ armedKey, enterGuard, wasEnterEarly }: LiveState, columns: number, theme: Theme): string | null {
  if (armedKey === null && !enterGuard.isReady && wasEnterEarly)
    return theme("warn", cutTo("Press Enter again to send.", columns));
  if (armedKey === null) return null;
  const words = armedKey.key === "ctrl+c" ? "Ctrl-C again quits." : "Esc again goes back.";
  return theme("warn", cutTo(words, columns));
}

function lastLine(state: LiveState, columns: number, theme: Theme): string {
  const armed = armedLine(state, columns, theme);
  if (armed !== null) return armed;
  const letter = letterAction(state);
  if (letter !== null) return theme("accent", cutTo(letterWords[letter] ?? "", columns));
  const completion = completionHints(state);
  if (completion !== null) return hintLine(completion, columns, theme);
  if (state.anchor !== null) {
    const news = state.newCount > 0 ? `↓ ${state.newCount} new · ` : "↓ ";
    return theme("warn", cutTo(`${news}End follows again`, columns));
  }
  const hints = hintsOf(liveKeys).filter(
    ({ key }) => (key !== "Enter" || isHeard(state)) && (key !== "Tab" || canQueue(state)),
  );
  return hintLine(
    hints.map((hint) => inWords(hint, state)),
    columns,
    theme,
  );
}

/** Whether Tab differs from Enter now. */
function canQueue({ phase, composer, place, view }: LiveState): boolean {
  return phase === "working" && !isBlank(composer) && traitsOf(place.agents, view.agent).steers;
}

/** Whether Enter sends now; otherwise the text stays. */
function isHeard(state: LiveState): boolean {
  const { phase } = state;
  return (
    phase === "unstarted" || phase === "idle" || phase === "working" || phase === "ended" || nextSegment(state) !== null
  );
}

/** The current meaning of a key that has several. */
function inWords<Hint extends { readonly key: string; readonly label: string }>(hint: Hint, state: LiveState): Hint {
  const { phase, view, place } = state;
  const isWaiting = !state.enterGuard.isReady && phase !== "ended";
  if (hint.key === "Enter" && nextSegment(state) !== null) return { ...hint, label: "next segment", isWaiting };
  const isBusy = phase === "working" || phase === "interrupting";
  if (hint.key === "Enter")
    return {
      ...hint,
      label: isBusy ? busyWords(traitsOf(place.agents, view.agent)) : phase === "ended" ? "continue" : "send",
      isWaiting,
    };
  if (hint.key === "Esc" && isHosted(state)) return { ...hint, label: "back" };
  if (hint.key === "Esc")
    return isBusy
      ? { ...hint, label: "stop the turn" }
      : phase === "restoring"
        ? { ...hint, label: "cancel" }
        : { ...hint, key: "Esc Esc", label: "back" };
  if (hint.key === "Tab") return { ...hint, label: "send after this turn" };
  if (hint.key === "Ctrl-T") return { ...hint, label: "unfold" };
  if (hint.key === "Ctrl-X") return { ...hint, label: "changes" };
  return hint;
}

function busyWords({ agent, steers }: AgentTraits): string {
  return steers ? `steer ${agent}` : "send after this turn";
}
