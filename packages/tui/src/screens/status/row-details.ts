import {
  doingLine,
  driftRow,
  exactLine,
  localTime,
  processWords,
  type StatusRow,
  safeBody,
  safeLine,
  stateTones,
  stateWords,
  unfinishedRow,
} from "@reprise/model";
import type { Tone } from "../../kernel/theme.ts";
import { count } from "../../text/count.ts";
import { planRow, planTones } from "../../widgets/plan-rows.ts";
import { type Line, layOut, type Row } from "../../widgets/rows.ts";
import { hasPrompt, whyNotRestore } from "./status-row.ts";

const limitKeys = "Enter, then w waits for its end, or t takes another agent";

/** Details of one row, without its first line; cached per width. `limitHint`: what to do about a usage limit. */
export function detailsOf(row: StatusRow, columns: number, limitHint = limitKeys): readonly Line[] {
  const known = laidOut.get(row);
  if (known?.columns === columns) return known.lines;
  const lines = layOut(
    detailRows(row, limitHint).map((detail) => ({ ...detail, indent: (detail.indent ?? 0) + 6 })),
    columns,
  );
  laidOut.set(row, { columns, lines });
  return lines;
}

const laidOut = new WeakMap<StatusRow, { readonly columns: number; readonly lines: readonly Line[] }>();

export function titleOf({ title, state, parkedUntil, agent, updatedAt, isDismissed }: StatusRow): string {
  return `${stateWords(state, parkedUntil)}${isDismissed ? " (dismissed)" : ""} · ${agent} · ${localTime(updatedAt)} · ${safeLine(title === "" ? "(no prompt)" : title)}`;
}

export function toneOf({ state, isDismissed }: StatusRow): Tone {
  return isDismissed ? "dim" : planTones[stateTones[state]];
}

function detailRows(row: StatusRow, limitHint: string): Row[] {
  const { session, run, workspace, owner, parkedUntil, pendingCount } = row;
  const doing = doingLine(row);
  const name = session ?? `no session yet (run ${run ?? "unknown"})`;
  return [
    { text: `${exactLine(name)} in ${exactLine(workspace ?? "an unknown folder")}`, tone: "dim" },
    ...(owner === null ? [] : [{ text: `open in ${processWords(owner)}` }]),
    ...(doing === null ? [] : [{ text: doing }]),
    ...(parkedUntil === null ? [] : [{ text: `usage limit: ${limitHint}` }]),
    ...unsentRows(row),
    ...(pendingCount === 0
      ? []
      : [
          {
            text: `${count(pendingCount, "request")} ${row.state === "waiting" ? "to answer there" : "never answered"}`,
          },
        ]),
    ...listed("unfinished work:", row.unfinished.map(unfinishedRow).map(planRow)),
    ...listed(
      "still running (not touched):",
      row.stillRunning.map((owner) => ({ text: processWords(owner) })),
    ),
    ...listed("changes since:", row.drift.map(driftRow).map(planRow)),
    ...hindrance(row),
  ];
}

function unsentRows({ unsentPrompt }: StatusRow): Row[] {
  return listed(
    "unsent prompt:",
    unsentPrompt === null
      ? []
      : safeBody(unsentPrompt)
          .split("\n")
          .map((text) => ({ text })),
  );
}

function listed(title: string, rows: readonly Row[]): Row[] {
  return rows.length === 0 ? [] : [{ text: title }, ...rows.map((row) => ({ ...row, indent: 2 }))];
}

function hindrance(row: StatusRow): Row[] {
  const reason = whyNotRestore(row);
  if (reason === null) return [];
  const prompt = hasPrompt(row) ? " Enter puts it into a new session, unsent." : "";
  return [{ text: `${reason}${prompt}`, tone: "dim" }];
}
