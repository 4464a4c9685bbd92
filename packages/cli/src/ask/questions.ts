import { quietAfterAnswerMs, quietMs, safeLine } from "@reprise/model";
import type { Output } from "../output.ts";
import type { Key, Keyboard } from "./keyboard.ts";

/** `withdrawn`: the answer is no longer needed. */
export type NoAnswer = "escape" | "interrupt" | "withdrawn";

export interface Questions {
  /** One line, one key. Only the keys of `choices` count; Enter is `enter`, `q` is Esc. */
  choose<Choice extends string>(
    text: string,
    choices: Readonly<Record<string, Choice>>,
    signal?: AbortSignal,
  ): Promise<Choice | NoAnswer>;
  line(text: string, signal?: AbortSignal): Promise<{ readonly text: string } | NoAnswer>;
}

interface Terminal {
  readonly stderr: Output;
  openKeyboard(): Promise<Keyboard>;
}

/** Questions on stderr, answered by keys. The caller makes texts safe to print. */
export function questionsOn({ stderr, openKeyboard }: Terminal): Questions {
  let ms = quietMs;
  const asked = async <Result>(
    text: string,
    signal: AbortSignal | undefined,
    answer: (keyboard: Keyboard) => Promise<Result | NoAnswer>,
  ): Promise<Result | NoAnswer> => {
    const keyboard = await openKeyboard();
    try {
      if (signal?.aborted) return "withdrawn";
      await stderr.write(text);
      await keyboard.quiet(signal, ms);
      await stderr.write(" "); // the cursor leaves the question when keys count
      const answered = await answer(keyboard);
      ms = quietAfterAnswerMs;
      return answered;
    } finally {
      keyboard.close();
    }
  };
  return {
    choose: (text, choices, signal) =>
      asked(text, signal, async (keyboard) => {
        for (;;) {
          const key = await keyboard.next(signal, { isAlone: true });
          const choice = choices[key.toLowerCase()];
          const left = leaving(choice === undefined && key.toLowerCase() === "q" ? "escape" : key, signal);
          if (left === null && choice === undefined) {
            // It may begin a word, such as /status, whose letters are no answers.
            await keyboard.quiet(signal, ms);
            continue;
          }
          await stderr.write(left === null && key.length === 1 ? `${key}\n` : "\n");
          return left ?? (choice as NonNullable<typeof choice>);
        }
      }),
    line: (text, signal) => asked(text, signal, (keyboard) => typedLine(keyboard, stderr, signal)),
  };
}

async function typedLine(
  keyboard: Keyboard,
  stderr: Output,
  signal?: AbortSignal,
): Promise<{ text: string } | NoAnswer> {
  let typed: string[] = [];
  for (;;) {
    const key = await keyboard.next(signal);
    const left = leaving(key, signal);
    if (left !== null || key === "enter") {
      await stderr.write("\n");
      return left ?? { text: typed.join("") };
    }
    if (key === "backspace") {
      if (typed.length > 0) await stderr.write("\b \b");
      typed = typed.slice(0, -1);
    } else {
      typed.push(key);
      await stderr.write(safeLine(key));
    }
  }
}

function leaving(key: Key, signal?: AbortSignal): NoAnswer | null {
  if (signal?.aborted) return "withdrawn";
  if (key === "escape") return "escape";
  return key === "interrupt" || key === "closed" ? "interrupt" : null;
}
