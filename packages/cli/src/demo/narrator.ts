import type { Output } from "../output.ts";
import type { Paint } from "../print/paint.ts";
import { shellWord } from "../print/words.ts";

interface Step {
  readonly title: string;
  /** As a person would type it, without the program name. */
  readonly args: readonly string[];
}

export interface StepEnd {
  readonly exitCode: number | null;
  /** Events beyond the command itself. */
  readonly note: string | null;
}

/** Reports the demo step by step. */
export interface Narrator {
  opening(folder: string): Promise<void>;
  begin(step: Step, number: number, count: number): Promise<void>;
  /** The command's output, in pieces. */
  print(text: string): Promise<void>;
  end(end: StepEnd): Promise<void>;
  closing(): Promise<void>;
}

export function textNarrator(stdout: Output, paint: Paint): Narrator {
  let isLineStart = true;
  return {
    opening: (folder) =>
      stdout.write(
        `${paint("bold", "DEMO")}  Sample sessions and a scripted agent. No account, no network, nothing of yours.\n` +
          `DEMO  Everything is in ${folder}, and removed at the end.\n`,
      ),
    begin: (step, number, count) =>
      stdout.write(
        `\n${paint("bold", `DEMO ${number} of ${count}`)}  ${step.title}\n` +
          `DEMO $ ${paint("cyan", lineOf(step))}\n\n`,
      ),
    async print(text) {
      const indented = text.replace(/^(?=[^\n])/gm, (_, at: number) => (at > 0 || isLineStart ? "  " : ""));
      if (text !== "") isLineStart = text.endsWith("\n");
      await stdout.write(indented);
    },
    async end({ exitCode, note }) {
      const lead = isLineStart ? "" : "\n";
      isLineStart = true;
      const told = note ?? (exitCode === 0 ? null : `The command ended with exit code ${exitCode}.`);
      await stdout.write(told === null ? lead : `${lead}\nDEMO  ${told}\n`);
    },
    closing: () =>
      stdout.write(
        "\nDEMO  That was all of it: the scratch folder is removed now, and no agent runs.\n" +
          "DEMO  With your own sessions: reprise list, then reprise resume ID\n",
      ),
  };
}

/** One line per step, written when it has ended. */
export function jsonNarrator(stdout: Output): Narrator {
  let told: Readonly<Record<string, unknown>> = {};
  let output = "";
  return {
    opening: async () => {},
    async begin(step, number, count) {
      output = "";
      told = { demo: true, step: number, of: count, title: step.title, command: lineOf(step) };
    },
    async print(text) {
      output += text;
    },
    end: ({ exitCode, note }) => stdout.write(`${JSON.stringify({ ...told, exitCode, note, output })}\n`),
    closing: async () => {},
  };
}

function lineOf({ args }: Step): string {
  return ["reprise", ...args.map(shellWord)].join(" ");
}
