import { backgroundQuestion, isLightIn, onLight } from "./background.ts";
import type { Input } from "./input.ts";
import { keyboardOff, makeKeyboard } from "./keyboard.ts";
import { readInput } from "./read-input.ts";
import { realigned } from "./realign.ts";
import type { Picture, Size } from "./screen.ts";

export interface Terminal {
  readonly size: Size;
  /** Takes the whole screen; `leave` restores its content. */
  enter(onInput: (input: Input) => void): void;
  /** Restores the terminal. Can be called at any time, more than once. */
  leave(): void;
  /** Writes only changed lines. While the terminal is slow, only the latest picture is kept. */
  show(picture: Picture): void;
  write(text: string): void;
  /**
   * Resolves when all replies have come or have timed out; null if none is pending. A reply after leaving
   * would be typed into the next program.
   */
  answered(): Promise<void> | null;
}

export interface Streams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** False if the terminal should not report its mouse; then the wheel does not scroll. */
  readonly reportsWheel?: boolean | undefined;
  /** Called before the terminal is taken, and after it is restored. */
  readonly onTaken?: ((isTaken: boolean) => void) | undefined;
}

/**
 * Alternate screen, hidden cursor, no wrapping, bracketed paste, wheel reports. Turned off in reverse order.
 * A terminal without an alternate screen continues below the picture.
 */
const enterCodes = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[0m\x1b[2J\x1b[H";
const wheelOn = "\x1b[?1000h\x1b[?1006h";
const leaveCodes = "\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[?7h\x1b[0m\x1b[?25h\x1b[999;1H\n\x1b[?1049l";

/**
 * For a terminal that an app left behind when it was killed: everything it may have turned on is off. Ends on a fresh line
 * at the bottom, wherever the cursor was.
 */
export const resetCodes = `\x1b[?2026l${keyboardOff}${leaveCodes}\x1b[999;1H\n`;

/** Replies later than this are not waited for. */
const ANSWER_MS = 300;

export function realTerminal({ input, output, reportsWheel = true, onTaken = () => {} }: Streams): Terminal {
  let shown: readonly string[] = [];
  let placed = "";
  let waiting: Picture | null = null;
  let latest: Picture | null = null;
  /** Null until known; queried once. */
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
    // A synchronised write: no partial picture is ever visible.
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
      onTaken(true);
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
        onTaken(false);
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

/** A terminal that has gone away cannot be restored; that must not block the exit. */
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

/** The output that turns `before` into `lines`; repaints everything if the screen content is unknown. */
export function paintChanges(before: readonly string[], lines: readonly string[], rows: number): string {
  let text = "";
  for (let row = 0; row < rows; row += 1) {
    const line = lines[row] ?? "";
    if (before.length > 0 && (before[row] ?? "") === line) continue;
    // Clear before writing: after a full-width line, clearing would erase its last character.
    text += `\x1b[${row + 1};1H\x1b[K${realigned(line)}\x1b[0m`;
  }
  return text;
}
