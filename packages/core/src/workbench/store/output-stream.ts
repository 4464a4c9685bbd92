import { type ExecOutput, joinedOutput } from "@reprise/model";
import type { Redactor, TextStream } from "./redactor.ts";

/** Waiting text beyond this is given out without its colours. */
const mostWaiting = 64 * 1024;

/**
 * The output of one exec without secrets, whole lines at a time. Escape sequences can hide a secret, so lines that had one
 * are saved without their colours.
 */
export class OutputStream {
  readonly #redactor: Redactor;
  readonly #stream: TextStream;
  /** Not given to the stream yet: the line is not complete. */
  #line: ExecOutput = { text: "", ansi: null };
  /** Since the stream last held nothing back. */
  #raw: ExecOutput = { text: "", ansi: null };
  #given = "";

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
    this.#stream = redactor.stream();
  }

  /** Null: nothing is certain yet. */
  push(output: ExecOutput): ExecOutput | null {
    const whole = joinedOutput(this.#line, output);
    const [lines, rest] = lengthOf(whole) > mostWaiting ? [whole, none] : atLastNewline(whole);
    this.#line = rest;
    this.#take(lines);
    if (this.#stream.isSettled || lengthOf(this.#raw) > mostWaiting) return this.#give();
    return null;
  }

  /** Gives out everything as if it ended here. */
  flush(): ExecOutput | null {
    const rest = this.#line;
    this.#line = none;
    this.#take(rest);
    this.#given += this.#stream.flush();
    return this.#give();
  }

  #take(output: ExecOutput): void {
    this.#raw = joinedOutput(this.#raw, output);
    this.#given += this.#stream.push(output.text);
  }

  #give(): ExecOutput | null {
    const [{ text, ansi }, given] = [this.#raw, this.#given];
    this.#raw = none;
    this.#given = "";
    if (given === "" && (ansi ?? "") === "") return null;
    return { text: given, ansi: ansi !== null && given === text ? this.#redactor.text(ansi) : null };
  }
}

function lengthOf({ text, ansi }: ExecOutput): number {
  return Math.max(text.length, ansi?.length ?? 0);
}

const none: ExecOutput = { text: "", ansi: null };

/** Escape sequences contain no newline, so both texts have the same ones. */
function atLastNewline({ text, ansi }: ExecOutput): [lines: ExecOutput, rest: ExecOutput] {
  const [at, ansiAt] = [text.lastIndexOf("\n") + 1, ansi === null ? 0 : ansi.lastIndexOf("\n") + 1];
  return [
    { text: text.slice(0, at), ansi: ansi?.slice(0, ansiAt) ?? null },
    { text: text.slice(at), ansi: ansi?.slice(ansiAt) ?? null },
  ];
}
