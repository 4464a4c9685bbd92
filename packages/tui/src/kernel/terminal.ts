import type { Input } from "./input.ts";
import { readInput } from "./read-input.ts";
import type { Picture, Size } from "./screen.ts";

/** The terminal as the app sees it. */
export interface Terminal {
  readonly size: Size;
  /** Takes the whole screen; what was on it comes back with `leave`. */
  enter(onInput: (input: Input) => void): void;
  /** Gives the terminal back as it was. Can be called at any time, more than once. */
  leave(): void;
  /** Writes only the lines that have changed. */
  show(picture: Picture): void;
  write(text: string): void;
}

export interface Streams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/** The other screen, no cursor, pastes marked, the wheel reported. */
const enterCodes = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1000h\x1b[?1006h\x1b[2J\x1b[H";
const leaveCodes = "\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?25h\x1b[?1049l";

export function realTerminal({ input, output }: Streams): Terminal {
  let shown: string[] = [];
  let stop: (() => void) | null = null;
  const size = () => ({ columns: output.columns || 80, rows: output.rows || 24 });
  return {
    get size() {
      return size();
    },
    enter(onInput) {
      if (stop) return;
      const reading = readInput(onInput);
      const onData = (bytes: Buffer) => reading.take(bytes);
      const onResize = () => {
        shown = [];
        onInput({ type: "resize" });
      };
      input.setRawMode?.(true);
      input.on("data", onData);
      input.resume();
      output.on("resize", onResize);
      output.write(enterCodes);
      shown = [];
      stop = () => {
        input.off("data", onData);
        output.off("resize", onResize);
        reading.close();
        input.setRawMode?.(false);
        input.pause();
        output.write(leaveCodes);
      };
    },
    leave() {
      stop?.();
      stop = null;
    },
    show({ lines, cursor }) {
      const { rows } = size();
      const changed = changesOf(shown, lines, rows);
      const place = cursor ? `\x1b[${cursor.row + 1};${cursor.column + 1}H\x1b[?25h` : "\x1b[?25l";
      // One write, marked as one: no half of a picture is ever seen.
      output.write(`\x1b[?2026h${changed}${place}\x1b[?2026l`);
      shown = lines.slice(0, rows) as string[];
    },
    write: (text) => void output.write(text),
  };
}

export function changesOf(before: readonly string[], lines: readonly string[], rows: number): string {
  let text = "";
  for (let row = 0; row < rows; row += 1) {
    const line = lines[row] ?? "";
    if (before.length > 0 && (before[row] ?? "") === line) continue;
    text += `\x1b[${row + 1};1H${line}\x1b[0m\x1b[K`;
  }
  return text;
}
