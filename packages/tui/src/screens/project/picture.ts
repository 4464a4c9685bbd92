import {
  brief,
  type Round,
  type RoundKind,
  roundDuration,
  roundKind,
  roundMarks,
  type Timestamp,
} from "@reprise/model";
import type { Theme } from "../../kernel/theme.ts";
import { cutTo, fit } from "../../text/fit.ts";
import { roundTones } from "./tones.ts";

interface Painting {
  readonly isRunning: boolean;
  readonly now: Timestamp;
  readonly columns: number;
  readonly theme: Theme;
}

/** A round with its place on the time line. */
interface Bar {
  readonly round: Round;
  readonly kind: RoundKind;
  readonly width: number;
}

const least = 2;

/**
 * The rounds on a time line, each a bar as long as it took, then the rounds to come; below each what it did. With little room
 * the earliest rounds are left out.
 */
export function roundsPicture(rounds: readonly Round[], painting: Painting): [bars: string, marks: string] {
  const { columns, theme } = painting;
  const last = rounds.at(-1);
  if (last === undefined) return ["", ""];
  const planned = painting.isRunning ? Math.min(last.total - last.current, Math.floor(columns / 4)) : 0;
  const room = columns - (planned > 0 ? planned + 1 : 0);
  const most = Math.max(1, Math.floor((room + 1) / (least + 1)));
  const isCut = rounds.length > most;
  const shown = isCut ? rounds.slice(-Math.max(1, Math.floor((room - 1) / (least + 1)))) : rounds;
  const bars = barsOf(shown, room - (isCut ? 2 : 0), painting);
  const start = isCut ? "… " : "";
  const line = bars.map((bar) => theme(roundTones[bar.kind], barText(bar))).join(theme("dim", "│"));
  const toCome = planned > 0 ? ` ${theme("dim", "·".repeat(planned))}` : "";
  const marks = bars.map((bar) => theme("dim", fit(effectsText(bar), bar.width))).join(" ");
  return [cutTo(start + line + toCome, columns), cutTo(" ".repeat(start.length) + marks, columns)];
}

function barsOf(rounds: readonly Round[], room: number, { isRunning, now }: Painting): Bar[] {
  const weights = weightsOf(rounds, isRunning ? now : null);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // A few short rounds need not fill the screen.
  const free = Math.min(room, rounds.length * 24) - (rounds.length - 1) - rounds.length * least;
  return rounds.map((round, index) => ({
    round,
    kind: roundKind(round, isRunning),
    width: Math.max(1, Math.min(room, least + Math.floor(Math.max(0, free) * ((weights[index] ?? 0) / total)))),
  }));
}

/** By time; by tokens if the log has no times. Unknown ones are as the average. */
function weightsOf(rounds: readonly Round[], now: Timestamp | null): number[] {
  const times = rounds.map((round) => roundDuration(round, now));
  const known = times.some((time) => time !== null && time > 0) ? times : rounds.map(({ tokens }) => tokens);
  const counted = known.filter((weight) => weight !== null && weight > 0) as number[];
  const average = counted.length === 0 ? 1 : counted.reduce((sum, one) => sum + one, 0) / counted.length;
  return known.map((weight) => (weight === null ? average : Math.max(weight, average / 1000)));
}

/** Its number first, if there is room; its mark in every other cell. */
function barText({ round, kind, width }: Bar): string {
  const number = String(round.number);
  const mark = roundMarks[kind];
  return number.length < width ? number + mark.repeat(width - number.length) : mark.repeat(width);
}

/** `+2 12k tokens`: commits and tokens, as far as they fit. */
function effectsText({ round, width }: Bar): string {
  const commits = round.commits?.length ? `+${brief(round.commits.length)}` : "";
  const tokens = round.tokens === null ? "" : brief(round.tokens);
  const whole = [commits, tokens].filter((part) => part !== "").join(" ");
  const inWords = tokens === "" ? whole : `${whole} tokens`;
  return [inWords, whole, commits, "+"].find((text) => text.length <= width && (text !== "+" || commits !== "")) ?? "";
}
