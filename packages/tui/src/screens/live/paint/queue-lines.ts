import { safeLine } from "@reprise/model";
import type { Theme } from "../../../kernel/theme.ts";
import { cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import type { QueuedMessage } from "../state.ts";

const mostRows = 3;
const taken = "↑ edits it";

/** Messages that wait for the end of the turn, the last ones of many; the last one can be taken back. */
export function queueLines(queued: readonly QueuedMessage[], columns: number, theme: Theme): string[] {
  const from = queued.length > mostRows ? queued.length - mostRows + 1 : 0;
  const earlier = from === 0 ? [] : [theme("dim", cutTo(`queued 1–${from}: …`, columns))];
  const rows = queued.slice(from).map(({ text, inputs }, index) => {
    const number = from + index + 1;
    const images = inputs.length === 0 ? "" : ` [${inputs.length} attached]`;
    const words = `queued ${number}: ${safeLine(text)}${images}`;
    if (number < queued.length) return theme("dim", cutTo(words, columns));
    const room = columns - widthOf(taken) - 2;
    if (room < 12) return theme("dim", cutTo(words, columns));
    return `${theme("dim", cutTo(words, room))}  ${theme("accent", taken)}`;
  });
  return [...earlier, ...rows];
}
