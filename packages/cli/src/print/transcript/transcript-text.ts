import type { Damage, Reading, Turn } from "@reprise/model";
import { exactLine, localTime, openWordsIn, safeLine, stateTones } from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import type { Output } from "../../output.ts";
import { damageLine } from "../doctor/damage-line.ts";
import { toned } from "../plan/plan-text.ts";
import { sessionFacts } from "../sessions/session-facts.ts";
import { padEnd } from "../width.ts";
import { count } from "../words.ts";
import { type ItemStyle, itemText } from "./item-text.ts";

export interface TextStyle extends ItemStyle {
  readonly width: number | null;
}

/** Longer output is folded on a terminal. */
const FOLD_LINES = 12;

export function styleOf({ paint, width, values }: Pick<Job, "paint" | "width" | "values">): TextStyle {
  return { paint, width, foldLines: width === null || values.full ? null : FOLD_LINES };
}

export async function writeTranscriptText(out: Output, reading: Reading, style: TextStyle): Promise<void> {
  await out.write(factsText(sessionFacts(reading.session), style));
  await writeTurns(out, reading, style);
}

/** Without the facts about the session. */
export async function writeTurns(out: Output, reading: Reading, style: TextStyle): Promise<void> {
  for await (const turn of reading.turns) {
    await out.write(turnText(turn, style));
    const openWords = openWordsIn(turn);
    for (const item of turn.items) await out.write(`\n${itemText(item, { ...style, openWords })}`);
  }
  if (reading.damage.length > 0) await out.write(damageText(reading.damage, style));
}

/** Texts of people, which may have several lines. */
const proseLabels = ["Title", "Goal"];

export function factsText(
  facts: readonly (readonly [label: string, value: string])[],
  { paint }: Pick<TextStyle, "paint">,
): string {
  const width = Math.max(...facts.map(([label]) => label.length));
  return facts
    .map(
      ([label, value]) =>
        `${paint("dim", padEnd(label, width))}  ${(proseLabels.includes(label) ? safeLine : exactLine)(value)}\n`,
    )
    .join("");
}

function turnText(turn: Turn, { paint, width }: TextStyle): string {
  const started = turn.startedAt === null ? "" : ` · ${localTime(turn.startedAt)}`;
  const history = turn.number === 0 ? " (history from another session)" : "";
  const left = `── Turn ${turn.number}${history} · `;
  const rule = "─".repeat(Math.max(2, (width ?? 60) - left.length - turn.state.length - started.length - 1));
  const state = toned(paint)(stateTones[turn.state], turn.state);
  return `\n${paint("dim", left)}${state}${paint("dim", `${started} ${rule}`)}\n`;
}

function damageText(damage: readonly Damage[], { paint }: TextStyle): string {
  const rows = damage.map((one) => `  ${damageLine(one)}\n`).join("");
  return `\n${paint("red", `${count(damage.length, "damaged place")}; everything readable is shown above:`)}\n${rows}`;
}
