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
  /**
   * Restores the terminal. Can be called at any time, more than once. `isForGood`: what was typed before, and what the terminal
   * still reports, is dropped; the shell would take it for commands. Otherwise the next program gets it.
   */
  leave(isForGood?: boolean): void;
  /** Writes only changed lines. While the terminal is slow, only the latest picture is kept. */
  show(picture: Picture): void;
  /** The latest picture is not written yet. */
  readonly isBehind: boolean;
  write(text: string): void;
  /** Gives the mouse to the terminal's own selection, or takes it back; true if it is ours afterwards. */
  toggleMouse(): boolean;
  /**
   * Resolves when all replies have come or have timed out; null if none is pending. A reply after leaving
   * would be typed into the next program.
   */
  answered(): Promise<void> | null;
}

export interface Streams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** False if the terminal should not report its mouse at first; then nothing is clicked, and the wheel does not scroll. */
  readonly reportsMouse?: boolean | undefined;
  /** Drops what has arrived and nobody has read; waits for `last` too, at most so long. */
  readonly dropTyped?: ((last: RegExp | null, mostMs: number) => void) | undefined;
  /** Called before the terminal is taken, and after it is restored. */
  readonly onTaken?: ((isTaken: boolean) => void) | undefined;
}

/**
 * Alternate screen, hidden cursor, no wrapping, bracketed paste, mouse reports. Turned off in reverse order.
 * A terminal without an alternate screen continues below the picture.
 */
const enterCodes = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[0m\x1b[2J\x1b[H";
const mouse = { on: "\x1b[?1000h\x1b[?1006h", off: "\x1b[?1006l\x1b[?1000l" } as const;
const leaveCodes = `${mouse.off}\x1b[?2004l\x1b[?7h\x1b[0m\x1b[?25h\x1b[999;1H\n\x1b[?1049l`;

/**
 * For a terminal that an app left behind when it was killed: everything it may have turned on is off. Ends on a fresh line
 * at the bottom, wherever the cursor was.
 */
export const resetCodes = `\x1b[?2026l${keyboardOff}${leaveCodes}\x1b[999;1H\n`;

/** Replies later than this are not waited for. */
const ANSWER_MS = 300;
/** So long after the wheel or a click there may be more of them on their way: a touchpad rolls on. */
const MOUSE_MS = 1000;
/** Every terminal answers it, after everything it sent before. */
const lastQuestion = { ask: "\x1b[c", reply: /\[\?[\d;]*c/ } as const;

export function realTerminal({
  input,
  output,
  reportsMouse = true,
  dropTyped = () => {},
  onTaken = () => {},
}: Streams): Terminal {
  let shown: readonly string[] = [];
  let placed = "";
  let waiting: Picture | null = null;
  let latest: Picture | null = null;
  /** Null until known; queried once. */
  let isLight: boolean | null = null;
  let stop: ((isForGood: boolean) => void) | null = null;
  let mouseUsedAt = Number.NEGATIVE_INFINITY;
  let hasMouse = reportsMouse;
  const keyboard = makeKeyboard();
  let answer = Promise.withResolvers<void>();
  /** An answer may still come. */
  let isDue = false;
  const hear = (report: string) => {
    const codes = keyboard.hear(report);
    if (codes !== "") output.write(codes);
    if (!keyboard.isAwaiting) {
      isDue = false;
      answer.resolve();
    }
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
    get isBehind() {
      return waiting !== null;
    },
    enter(onInput) {
      if (stop) return;
      const reading = readInput((event) => {
        if (event.type === "wheel" || event.type === "click") mouseUsedAt = performance.now();
        onInput(event);
      }, hear);
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
        enterCodes + (hasMouse ? mouse.on : "") + (isLight === null ? backgroundQuestion : "") + keyboard.enter(),
      );
      if (keyboard.isAwaiting) {
        const asked = Promise.withResolvers<void>();
        answer = asked;
        isDue = true;
        const giveUp = () => {
          if (answer === asked) isDue = false;
          asked.resolve();
        };
        setTimeout(giveUp, ANSWER_MS).unref();
      }
      shown = [];
      placed = "";
      stop = (isForGood) => {
        input.off("data", onData);
        output.off("resize", onResize);
        output.off("drain", onDrain);
        waiting = null;
        latest = null;
        reading.close();
        const isMouseUsed = performance.now() - mouseUsedAt < MOUSE_MS;
        const asks = isForGood && isMouseUsed ? lastQuestion.ask : "";
        const drop = () => {
          if (isForGood) dropTyped(isMouseUsed || isDue ? lastQuestion.reply : null, ANSWER_MS);
        };
        giveBack(input, output, `\x1b[?2026l${keyboard.leave()}${leaveCodes}${asks}`, drop);
        onTaken(false);
      };
    },
    leave(isForGood = false) {
      const stopping = stop;
      stop = null;
      stopping?.(isForGood);
    },
    show,
    answered: () => (stop !== null && keyboard.isAwaiting ? answer.promise : null),
    write: (text) => void output.write(text),
    toggleMouse() {
      hasMouse = !hasMouse;
      if (stop) output.write(hasMouse ? mouse.on : mouse.off);
      return hasMouse;
    },
  };
}

/** A terminal that has gone away cannot be restored; that must not block the exit. */
function giveBack(input: NodeJS.ReadStream, output: NodeJS.WriteStream, codes: string, drop: () => void): void {
  try {
    if (output.writable) output.write(codes);
    drop();
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
