import type { Progress } from "@reprise/model";
import { bytes, grouped } from "./words.ts";

export interface ProgressLine {
  report(progress: Progress): void;
  /** Removes the line from the terminal. Ignores later reports: the answer has started. */
  end(): void;
}

interface Screen {
  write(text: string): void;
  isTerminal(): boolean;
  columns(): number;
  ticks(): number;
}

const SILENT_MS = 300;
const TERMINAL_PAUSE_MS = 100;
const LOG_PAUSE_MS = 3000;

/** Silent for short work; then one updating line, or without a terminal an occasional line. */
export function progressLine(screen: Screen): ProgressLine {
  const startedAt = screen.ticks();
  let spokenAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  let isOver = false;
  return {
    report(progress) {
      const now = screen.ticks();
      if (isOver || now - startedAt < SILENT_MS) return;
      const isTerminal = screen.isTerminal();
      if (now - spokenAt < (isTerminal ? TERMINAL_PAUSE_MS : LOG_PAUSE_MS)) return;
      spokenAt = now;
      isShown = isTerminal;
      const text = progressText(progress);
      screen.write(isTerminal ? `\r\u001b[K${text.slice(0, screen.columns() - 1)}` : `${text}\n`);
    },
    end() {
      if (isShown) screen.write("\r\u001b[K");
      isShown = false;
      isOver = true;
    },
  };
}

function progressText({ stage, doneCount, totalCount, doneBytes, totalBytes }: Progress): string {
  const what = { outline: "Reading sessions", text: "Indexing text", usage: "Counting tokens and commands" }[stage];
  const size = totalBytes > 0 ? ` (${bytes(doneBytes)} of ${bytes(totalBytes)})` : "";
  return `${what}: ${grouped(doneCount)} of ${grouped(totalCount)}${size}`;
}
