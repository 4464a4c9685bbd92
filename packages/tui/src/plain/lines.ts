/** A person who reads and writes lines: by a screen reader, on paper, through a pipe. */
export interface Lines {
  /** Text that ends with a newline, or streamed text that does not yet. Never redrawn. */
  write(text: string): void;
  /** The next line, without its end; null when there are no more, or when the signal says stop. */
  ask(prompt: string, signal?: AbortSignal): Promise<string | null>;
  /** Ctrl-C is told to the latest listener instead of ending the program, until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
}

/** Where to go on after a part of the conversation. */
export type Next = "back" | "quit";

export function say(lines: Lines, ...texts: readonly string[]): void {
  for (const text of texts) lines.write(`${text}\n`);
}

/** Every answer has a number, for whoever can press only those; words mean the same. */
const yes = /^(y(es)?|1)$/i;
const no = /^(no?|2|0)$/i;

/** Null for a line that is neither. */
export function yesOrNo(line: string): boolean | null {
  if (yes.test(line)) return true;
  return no.test(line) ? false : null;
}

/** `0` and the words that leave a question as it is. */
export function isBack(line: string): boolean {
  return ["0", "back", "b", "q", "quit"].includes(line.toLowerCase());
}

/** Null when there are no more lines. */
export async function askYesNo(lines: Lines, question: string): Promise<boolean | null> {
  for (;;) {
    const line = (await lines.ask(`${question} [y/n] `))?.trim();
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
  lines: Lines,
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
