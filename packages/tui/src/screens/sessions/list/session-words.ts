import {
  exactLine,
  type SessionId,
  type SessionState,
  type SessionSummary,
  safeLine,
  type Timestamp,
} from "@reprise/model";
import type { Tone } from "../../../kernel/theme.ts";
import { brief } from "../../../text/count.ts";
import type { Filters } from "../state.ts";

/** The session's label: its special traits, name and first prompt. */
export function labelOf({ name, title, archived, subagentOf }: SessionSummary): string {
  const marks = `${archived ? "[archived] " : ""}${subagentOf === null ? "" : "[sub-agent] "}`;
  const words = [name, title].filter((part) => part !== null && part !== "").join(" · ");
  return marks + (words === "" ? "(no prompt)" : safeLine(words));
}

export function countsOf({ messageCount, toolCount }: SessionSummary): string {
  return `${brief(messageCount)} msgs/${brief(toolCount)} tools`;
}

/** The workspace with the home folder as `~`. */
export function rootOf({ workspace }: SessionSummary, homeFolder: string): string {
  if (workspace === null) return "root: Unknown";
  const isBelow = homeFolder !== "" && `${workspace}/`.startsWith(`${homeFolder}/`);
  return exactLine(isBelow ? `~${workspace.slice(homeFolder.length)}` : workspace);
}

interface Badge {
  readonly word: string;
  readonly tone: Tone;
}

const stateTones: Readonly<Record<SessionState, Tone>> = {
  live: "good",
  interrupted: "warn",
  failed: "bad",
  completed: "plain",
  empty: "dim",
  unreadable: "bad",
};

/** A word, coloured if there are colours. */
export function badgeOf({ id, state }: SessionSummary, parked: ReadonlyMap<SessionId, Timestamp>): Badge {
  const isParked = parked.has(id) && state !== "live" && state !== "completed";
  return isParked ? { word: "parked", tone: "accent" } : { word: state, tone: stateTones[state] };
}

/** The active filter in words; empty if there is none. */
export function onlyWords({ state, agent }: Filters): string {
  return [state, agent].filter((filter) => filter !== null).join(", ");
}
