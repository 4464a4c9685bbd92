import { GuardedQuestion } from "@reprise/model";

/** A person who reads and writes lines: by a screen reader, on paper, through a pipe. */
export interface Lines {
  /** How wide the terminal is; null where there is none. */
  readonly columns: number | null;
  /** Resolves after so long; lines that have arrived in that time are given out before. */
  wait(ms: number): Promise<void>;
  /** Text that ends with a newline, or streamed text that does not yet. Never redrawn. */
  write(text: string): void;
  /** The next line, without its end; null when there are no more, or when the signal says stop. */
  ask(prompt: string, signal?: AbortSignal): Promise<string | null>;
  /** Ctrl-C is told to the latest listener instead of ending the program, until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
}

/** Where to go on after a part of the conversation. */
export type Next = "back" | "quit";

export function say(lines: Pick<Lines, "write">, ...texts: readonly string[]): void {
  for (const text of texts) lines.write(`${text}\n`);
}

/** Every answer has a number, for whoever can press only those; words mean the same. */
const yes = /^(y(es)?|1)$/i;
const no = /^(no?|2|0|q)$/i;

/** Null for a line that is neither. */
export function yesOrNo(line: string): boolean | null {
  if (yes.test(line)) return true;
  return no.test(line) ? false : null;
}

/** `0` and the words that leave a question as it is. */
export function isBack(line: string): boolean {
  return ["0", "back", "b", "q", "quit"].includes(line.toLowerCase());
}

export const tooEarly = "That came too soon after the question to be its answer. Please answer it now.";

/** The same lines for questions that start or allow something: a line that was written before they could be read is no answer. */
export function guarded(lines: Lines): Pick<Lines, "write" | "ask"> {
  return {
    write: (text) => lines.write(text),
    async ask(prompt, signal) {
      const question = new GuardedQuestion((ms) => lines.wait(ms));
      for (;;) {
        const line = await lines.ask(prompt, signal);
        if (line === null || question.accepts()) return line;
        say(lines, tooEarly);
      }
    },
  };
}

/** Null when there are no more lines. */
export async function askYesNo(lines: Lines, question: string): Promise<boolean | null> {
  for (;;) {
    const line = (await guarded(lines).ask(`${question} [y/n] `))?.trim();
    if (line === undefined) return null;
    const answer = yesOrNo(line);
    if (answer !== null) return answer;
    say(lines, "Please answer y or n, or 1 for yes and 2 for no.");
  }
}

export interface Choice<T> {
  readonly label: string;
  readonly value: T;
}

/** Numbered from 1. Null for `back` and when there are no more lines. */
export async function choose<T>(
  lines: Pick<Lines, "write" | "ask">,
  title: string,
  choices: readonly Choice<T>[],
): Promise<T | null> {
  say(lines, title, ...choices.map(({ label }, index) => `${index + 1}. ${label}`));
  for (;;) {
    const line = (await lines.ask("Number, or back: "))?.trim().toLowerCase();
    if (line === undefined || isBack(line)) return null;
    const chosen = /^\d+$/.test(line) ? choices[Number(line) - 1] : undefined;
    if (chosen) return chosen.value;
    say(lines, `Please type a number from 1 to ${choices.length}, or back.`);
  }
}
