import { backgroundQuestion, isLightIn, onLight } from "./background.ts";
import type { Input } from "./input.ts";
import { makeKeyboard } from "./keyboard.ts";
import { readInput } from "./read-input.ts";
import { realigned } from "./realign.ts";
import type { Picture, Size } from "./screen.ts";

/** The terminal as the app sees it. */
export interface Terminal {
  readonly size: Size;
  /** Takes the whole screen; what was on it comes back with `leave`. */
  enter(onInput: (input: Input) => void): void;
  /** Gives the terminal back as it was. Can be called at any time, more than once. */
  leave(): void;
  /** Writes only the lines that have changed. While the terminal is slow, only the latest picture counts. */
  show(picture: Picture): void;
  write(text: string): void;
  /**
   * Resolves when what the terminal was asked is answered, or will not be any more; null when nothing is on its way.
   * An answer that comes after leaving would stand where the next program is written to.
   */
  answered(): Promise<void> | null;
}

export interface Streams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** False for a terminal that had better not report its mouse; then nothing is scrolled by the wheel. */
  readonly reportsWheel?: boolean | undefined;
}

/**
 * The other screen, no cursor, no wrapping at the edge, pastes marked, the wheel reported. What is on is put off in the
 * opposite order. A terminal without another screen goes on below the picture.
 */
const enterCodes = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[0m\x1b[2J\x1b[H";
const wheelOn = "\x1b[?1000h\x1b[?1006h";
const leaveCodes = "\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[?7h\x1b[0m\x1b[?25h\x1b[999;1H\n\x1b[?1049l";

/** What has not been answered by then is not waited for. */
const ANSWER_MS = 300;

export function realTerminal({ input, output, reportsWheel = true }: Streams): Terminal {
  let shown: readonly string[] = [];
  let placed = "";
  let waiting: Picture | null = null;
  let latest: Picture | null = null;
  /** Null until it is known; asked once. */
  let isLight: boolean | null = null;
  let stop: (() => void) | null = null;
  const keyboard = makeKeyboard();
  let answer = Promise.withResolvers<void>();
  const hear = (report: string) => {
    const codes = keyboard.hear(report);
    if (codes !== "") output.write(codes);
    if (!keyboard.isAwaiting) answer.resolve();
    const wasLight = isLight ?? false;
    isLight = isLightIn(report) ?? isLight;
    if (isLight !== null && isLight !== wasLight && latest) {
      shown = [];
      show(latest);
    }
  };
  const size = () => ({ columns: output.columns || 80, rows: output.rows || 24 });
  const show = (picture: Picture) => {
    if (!stop) return;
    latest = picture;
    if (output.writableNeedDrain) {
      waiting = picture;
      return;
    }
    const { cursor } = picture;
    const lines = isLight ? picture.lines.map(onLight) : picture.lines;
    const { rows } = size();
    const changed = paintChanges(shown, lines, rows);
    const place = cursor ? `\x1b[${cursor.row + 1};${cursor.column + 1}H\x1b[?25h` : "\x1b[?25l";
    shown = lines.slice(0, rows);
    if (changed === "" && place === placed) return;
    placed = place;
    // One write, marked as one: no half of a picture is ever seen.
    output.write(`\x1b[?2026h${changed}${place}\x1b[?2026l`);
  };
  const onDrain = () => {
    const picture = waiting;
    waiting = null;
    if (picture) show(picture);
  };
  return {
    get size() {
      return size();
    },
    enter(onInput) {
      if (stop) return;
      const reading = readInput(onInput, hear);
      const onData = (bytes: Buffer) => reading.take(bytes);
      const onResize = () => {
        shown = [];
        onInput({ type: "resize" });
      };
      input.setRawMode?.(true);
      input.on("data", onData);
      input.resume();
      output.on("resize", onResize);
      output.on("drain", onDrain);
      output.write(
        enterCodes +
          (reportsWheel ? wheelOn : "") +
          (isLight === null ? backgroundQuestion : "") +
          keyboard.enter(),
      );
      if (keyboard.isAwaiting) {
        const asked = Promise.withResolvers<void>();
        answer = asked;
        setTimeout(asked.resolve, ANSWER_MS).unref();
      }
      shown = [];
      placed = "";
      stop = () => {
        input.off("data", onData);
        output.off("resize", onResize);
        output.off("drain", onDrain);
        waiting = null;
        latest = null;
        reading.close();
        giveBack(input, output, `\x1b[?2026l${keyboard.leave()}${leaveCodes}`);
      };
    },
    leave() {
      const stopping = stop;
      stop = null;
      stopping?.();
    },
    show,
    answered: () => (stop !== null && keyboard.isAwaiting ? answer.promise : null),
    write: (text) => void output.write(text),
  };
}

/** A terminal that has gone away cannot be given back: that must not keep anybody from ending. */
function giveBack(input: NodeJS.ReadStream, output: NodeJS.WriteStream, codes: string): void {
  try {
    if (output.writable) output.write(codes);
  } finally {
    try {
      input.setRawMode?.(false);
    } catch {
      // Its other end is closed: there is no mode to restore.
    }
    input.pause();
  }
}

/** What makes a screen that shows `before` show `lines`; all of it where nothing is known of what is there. */
export function paintChanges(before: readonly string[], lines: readonly string[], rows: number): string {
  let text = "";
  for (let row = 0; row < rows; row += 1) {
    const line = lines[row] ?? "";
    if (before.length > 0 && (before[row] ?? "") === line) continue;
    // Cleared before it is written: after a line as wide as the screen, clearing would take its last character.
    text += `\x1b[${row + 1};1H\x1b[K${realigned(line)}\x1b[0m`;
  }
  return text;
}
