import { safeLine } from "@reprise/model";
import { composerPicture } from "../../composer/index.ts";
import { hintsOf } from "../../kernel/keys.ts";
import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme } from "../../kernel/theme.ts";
import { cutTo } from "../../text/fit.ts";
import { wrap } from "../../text/wrap.ts";
import { hintLine } from "../../widgets/footer.ts";
import { handshakeLine } from "../../widgets/handshake.ts";
import { progressLine } from "../../widgets/progress.ts";
import { activeAsk, waitingCount } from "./asking/ask.ts";
import { askLines } from "./asking/view.ts";
import { type LiveAction, liveKeys } from "./keys.ts";
import { letterAction } from "./letter.ts";
import type { LiveState } from "./state.ts";
import { statusLine } from "./status-line.ts";
import { itemNamed } from "./transcript/transcript.ts";

const bannerRows = 3;

/** Everything below the conversation: a modal, or what is under way and the composer; the state in words last. */
export function bottom(state: LiveState, size: Size, theme: Theme): Picture {
  const { columns } = size;
  const status = statusLine(state, columns, theme);
  const ask = activeAsk(state.asks);
  if (ask && state.asking) {
    const item =
      ask.kind === "request" && ask.request.item !== null
        ? itemNamed(state.transcript, ask.request.item)
        : null;
    const picture = {
      ask,
      asking: state.asking,
      agent: state.agent,
      waiting: waitingCount(state.asks),
      item,
    };
    return { lines: [...askLines(picture, columns, Math.max(6, size.rows - 3), theme), status] };
  }
  const above = [...bannerLines(state, columns, theme), ...underWay(state, columns, theme)];
  const most = Math.max(1, Math.floor(size.rows / 3));
  const { lines, cursor, hasAbove, hasBelow } = composerPicture(
    state.composer,
    columns,
    most,
    theme,
    placeholder(state),
  );
  const mark = hasAbove || hasBelow ? ` ${hasAbove ? "↑" : ""}${hasBelow ? "↓" : ""} more ` : "";
  const rule = theme(
    "dim",
    cutTo(`${"─".repeat(2)}${mark}${"─".repeat(columns)}`, columns).replace("…", "─"),
  );
  return {
    lines: [...above, rule, ...lines, status, lastLine(state, columns, theme)],
    cursor: { row: above.length + 1 + cursor.row, column: cursor.column },
  };
}

function bannerLines({ banner }: LiveState, columns: number, theme: Theme): string[] {
  if (banner === null) return [];
  const rows = wrap(safeLine(banner.text), columns - 2).map((row) => cutTo(row, columns - 2));
  return rows.slice(0, bannerRows).map((row, index) => theme("bad", `${index === 0 ? "! " : "  "}${row}`));
}

/** Said above the composer while it lasts. */
function underWay(state: LiveState, columns: number, theme: Theme): string[] {
  const lines: string[] = [];
  if (state.handshake !== null) lines.push(handshakeLine(state.handshake, state.tick, columns, theme));
  if (state.restoring) lines.push(...restoringLines(state.restoring, columns, theme));
  for (const text of state.queued)
    lines.push(theme("dim", cutTo(`after this turn: ${safeLine(text)}`, columns)));
  return lines;
}

function restoringLines(
  restoring: NonNullable<LiveState["restoring"]>,
  columns: number,
  theme: Theme,
): string[] {
  const { done, total, waits, isCancelling } = restoring;
  const bar = progressLine(done, total, columns);
  if (isCancelling)
    return [bar, theme("dim", cutTo("Cancelling after this segment… Esc again ends it at once.", columns))];
  return waits
    ? [bar, cutTo(`Segment ${waits.segment} of ${total}: Enter goes on, Esc cancels.`, columns)]
    : [bar];
}

function placeholder({ phase, agent }: LiveState): string {
  switch (phase) {
    case "unstarted":
      return `Say what ${agent} is to do`;
    case "working":
      return `Say something to ${agent} while it works`;
    case "ended":
      return "Enter goes on with the session, with a plan first";
    default:
      return "Say how to go on";
  }
}

const letterWords: Readonly<Partial<Record<LiveAction, string>>> = {
  "open-agent": "Enter opens the agent's own interface and closes ours · go on typing to write",
  retry: "Enter tries again · go on typing to write",
  help: "Enter shows the help · go on typing to write",
};

function lastLine(state: LiveState, columns: number, theme: Theme): string {
  if (state.armedKey?.key === "ctrl+c") return theme("warn", cutTo("Ctrl-C again quits.", columns));
  if (state.armedKey?.key === "escape") return theme("warn", cutTo("Esc again goes back.", columns));
  const letter = letterAction(state);
  if (letter !== null) return theme("accent", cutTo(letterWords[letter] ?? "", columns));
  if (state.anchor !== null) {
    const news = state.newCount > 0 ? `↓ ${state.newCount} new · ` : "↓ ";
    return theme("warn", cutTo(`${news}End follows again`, columns));
  }
  return hintLine(
    hintsOf(liveKeys).map((hint) => inWords(hint, state)),
    columns,
    theme,
  );
}

/** What a key that means several things means now. */
function inWords<Hint extends { readonly key: string; readonly label: string }>(
  hint: Hint,
  { phase, agent, restoring }: LiveState,
): Hint {
  if (hint.key === "Enter" && restoring?.waits) return { ...hint, label: "next segment" };
  const isBusy = phase === "working" || phase === "interrupting";
  if (hint.key === "Enter")
    return { ...hint, label: isBusy ? `steer ${agent}` : phase === "ended" ? "go on" : "send" };
  if (hint.key === "Esc")
    return { ...hint, label: isBusy ? "stop the turn" : phase === "restoring" ? "cancel" : "go back" };
  if (hint.key === "Ctrl-T") return { ...hint, label: "unfold" };
  return hint;
}
