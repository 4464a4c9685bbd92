import { type Questions, questionsOn } from "../ask/questions.ts";
import type { Job } from "../commands/command.ts";

/** Null when nobody can be asked: no terminal, or `--json` output. */
export function personOf({ values, machine, stderr }: Job): Questions | null {
  const { stdin, stderr: isSeen } = machine.isTerminal;
  if (values.json || !stdin || !isSeen) return null;
  return questionsOn({ stderr, openKeyboard: () => machine.openKeyboard() });
}

export const yesOrNo = { y: "yes", n: "no" } as const;
