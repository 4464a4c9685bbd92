import { safeText } from "@reprise/model";
import Anser from "anser";
import { overwrittenLines } from "./overwritten-lines.ts";

/** Text with one look. Its text is safe to show; classes are of our own making. */
export interface AnsiPart {
  readonly text: string;
  readonly classes: string;
  /** `r, g, b` of a colour beyond the sixteen; null for the usual. */
  readonly colour: string | null;
}

/** Output of a program: colours and emphasis stay, every other escape sequence goes, controls are made visible. */
export function ansiParts(output: string): readonly AnsiPart[] {
  const text = overwrittenLines(output);
  if (!text.includes("\x1b[")) return [{ text: safeText(text), classes: "", colour: null }];
  return Anser.ansiToJson(text, { json: true, use_classes: true, remove_empty: true }).flatMap((entry) => {
    const shown = safeText(entry.content);
    if (shown === "") return [];
    return [{ text: shown, classes: classesOf(entry), colour: colourOf(entry) }];
  });
}

const colours = /^ansi-(?:bright-)?(?:black|red|green|yellow|blue|magenta|cyan|white)$/;
const looks = new Set(["bold", "dim", "italic", "underline", "strikethrough", "reverse"]);

function classesOf({ fg, bg, decorations }: Anser.AnserJsonEntry): string {
  return [
    ...(fg && colours.test(fg) ? [fg] : []),
    ...(bg && colours.test(bg) ? [`${bg}-back`] : []),
    ...decorations.filter((one) => looks.has(one)).map((one) => `ansi-${one}`),
  ].join(" ");
}

function colourOf({ fg, fg_truecolor }: Anser.AnserJsonEntry): string | null {
  if (fg === "ansi-truecolor") return /^\d{1,3}, \d{1,3}, \d{1,3}$/.test(fg_truecolor) ? fg_truecolor : null;
  const number = Number(/^ansi-palette-(\d{1,3})$/.exec(fg ?? "")?.[1] ?? -1);
  return number >= 16 && number <= 255 ? paletteColour(number) : null;
}

/** The 6×6×6 cube and the greys of xterm. */
function paletteColour(number: number): string {
  if (number >= 232)
    return Array(3)
      .fill((number - 232) * 10 + 8)
      .join(", ");
  const at = number - 16;
  const level = (step: number) => (step === 0 ? 0 : step * 40 + 55);
  return [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map(level).join(", ");
}
