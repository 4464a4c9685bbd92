import { exactLine } from "@reprise/model";
import type { Amount, Summary } from "../../commands/doctor-summary.ts";
import type { Paint } from "../paint.ts";
import { padEnd } from "../width.ts";
import { bytes, count, grouped } from "../words.ts";

export function summaryText(summary: Summary, paint: Paint): string {
  const rows = summary.homes.flatMap(({ agent, path, ...amount }) => [
    `${padEnd(agent, 8)}  ${path === null ? "elsewhere" : exactLine(path)}`,
    `          ${amountLine(amount, paint)}`,
    ...hiddenRow(amount),
  ]);
  const total = summary.homes.length > 1 ? [`${padEnd("all", 8)}  ${amountLine(summary, paint)}`] : [];
  return [...rows, ...total].map((row) => `${row}\n`).join("");
}

function amountLine({ sessionCount, fileCount, sizeBytes, damagedCount }: Amount, paint: Paint): string {
  if (sessionCount === 0) return paint("dim", "no sessions");
  const damaged = damagedCount === 0 ? "none damaged" : paint("red", `${grouped(damagedCount)} damaged`);
  return `${count(sessionCount, "session")} in ${count(fileCount, "file")}, ${bytes(sizeBytes)}, ${damaged}`;
}

function hiddenRow({ hidden }: Amount): string[] {
  const parts = [
    hidden.empty > 0 ? `${grouped(hidden.empty)} without messages` : null,
    hidden.subagents > 0 ? count(hidden.subagents, "sub-agent session") : null,
    hidden.byPerson > 0 ? `${grouped(hidden.byPerson)} hidden by you` : null,
    hidden.archived > 0 ? `${grouped(hidden.archived)} archived` : null,
    hidden.unreadable > 0 ? `${grouped(hidden.unreadable)} unreadable` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? [] : [`          not in the default list: ${parts.join(", ")}`];
}
