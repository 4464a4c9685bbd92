import { exactLine, zonedTime } from "@reprise/model";
import type { Theme } from "../../../kernel/theme.ts";
import { grouped } from "../../../text/count.ts";
import { apart, cutTo } from "../../../text/fit.ts";
import { offerPainted } from "../../sessions/offer/offer.ts";
import { waitingCount } from "../asking/ask.ts";
import type { LiveState } from "../state.ts";

/** The state in words comes first, so it survives narrow screens. */
export function statusLine(state: LiveState, columns: number, theme: Theme): string {
  if (state.offered !== null) return offerPainted(state.offered, state.offerGuard, columns, theme);
  const { model, effort, sandbox, approvalPolicy, cwd } = state.view.settings;
  const folder = cwd === null ? null : shortened(cwd, state.place.homeFolder);
  const parts = [stateWords(state), model, effort, sandbox, approvalPolicy, folder];
  const left = parts.flatMap((part) => (part === null ? [] : [exactLine(part)])).join(" · ");
  // During a turn, the working line has them.
  const isShown = state.view.tokens !== null && state.phase !== "working" && state.phase !== "interrupting";
  const right = !isShown ? "" : `${grouped(state.view.tokens)} tokens`;
  const line = columns < 60 ? cutTo(left, columns) : apart(left, right, columns);
  return theme("dim", line);
}

function shortened(path: string, homeFolder: string): string {
  return path === homeFolder || path.startsWith(`${homeFolder}/`) ? `~${path.slice(homeFolder.length)}` : path;
}

function stateWords(state: LiveState): string {
  if (waitingCount(state.asks) > 0) return "waiting for you";
  const { parkedUntil } = state.view;
  if (parkedUntil !== null && (state.phase === "idle" || state.phase === "ended"))
    return `parked until ${zonedTime(parkedUntil)}`;
  return words[state.phase];
}

const words = {
  unstarted: "new session",
  checking: "checking",
  restoring: "restoring",
  idle: "ready",
  working: "working",
  interrupting: "stopping the turn",
  closing: "closing",
  ended: "closed",
} as const;
