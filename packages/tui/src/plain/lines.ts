import { GuardedQuestion } from "@reprise/model";

/** Line input and output: for screen readers, paper and pipes. */
export interface Lines {
  /** Width of the terminal; null if there is none. */
  readonly columns: number | null;
  /** Resolves after `ms`; lines that arrived meanwhile are delivered first. */
  wait(ms: number): Promise<void>;
  /** Text that ends with a newline, or streamed text that does not yet. Never redrawn. */
  write(text: string): void;
  /** The next line, without its end; null at the end of input or when aborted. */
  ask(prompt: string, signal?: AbortSignal): Promise<string | null>;
  /** Ctrl-C calls the latest listener instead of ending the program, until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
}

/** Where to go after a dialogue. */
export type Next = "back" | "quit";

export function say(lines: Pick<Lines, "write">, ...texts: readonly string[]): void {
  for (const text of texts) lines.write(`${text}\n`);
}

/** Every answer has a number, for users who can only press digits; words work too. */
const yes = /^(y(es)?|1)$/i;
const no = /^(no?|2|0|q)$/i;

/** Null if the line is neither. */
export function yesOrNo(line: string): boolean | null {
  if (yes.test(line)) return true;
  return no.test(line) ? false : null;
}

/** `0`, and the words that cancel a question. */
export function isBack(line: string): boolean {
  return ["0", "back", "b", "q", "quit"].includes(line.toLowerCase());
}

export const tooEarly = "Please answer again.";

/**
 * For questions that start or allow something: ignores lines typed before the question could be read. The prompt is written when
 * an answer counts.
 */
export function guarded(lines: Lines): Pick<Lines, "write" | "ask"> {
  return {
    write: (text) => lines.write(text),
    async ask(prompt, signal) {
      const question = new GuardedQuestion((ms) => lines.wait(ms));
      for (;;) {
        let isOver = false;
        void question.ready().then(() => {
          if (!isOver) lines.write(prompt);
        });
        const line = await lines.ask("", signal);
        isOver = true;
        if (line === null || question.accepts()) return line;
        say(lines, tooEarly);
      }
    },
  };
}

/** The same lines, at an end once this is aborted. */
export function until(lines: Lines, signal: AbortSignal): Lines {
  return {
    columns: lines.columns,
    wait: (ms) => lines.wait(ms),
    write: (text) => lines.write(text),
    ask: (prompt, own = signal) => lines.ask(prompt, own),
    onInterrupt: (listener) => lines.onInterrupt(listener),
  };
}

/** Null at the end of input. */
export async function askYesNo(lines: Lines, question: string): Promise<boolean | null> {
  for (;;) {
    lines.write(`${question} `);
    const line = (await guarded(lines).ask("[y/n] "))?.trim();
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

/** Numbered from 1. Null for `back` and at the end of input. */
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
