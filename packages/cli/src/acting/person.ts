import { type Questions, questionsOn } from "../ask/questions.ts";
import type { Job } from "../commands/command.ts";

/** The person to ask; null where nobody can be asked: no terminal, or a program that reads our JSON. */
export function personOf({ values, surroundings, stderr }: Job): Questions | null {
  const { stdin, stderr: isSeen } = surroundings.isTerminal;
  if (values.json || !stdin || !isSeen) return null;
  return questionsOn({ stderr, openKeyboard: () => surroundings.openKeyboard() });
}

export const yesOrNo = { y: "yes", n: "no" } as const;
