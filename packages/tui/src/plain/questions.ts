import type { Answer, Decision, ItemBody, Request } from "@reprise/model";
import { safeBody, safeLine } from "@reprise/model";
import { itemText } from "./item-text.ts";
import { yesOrNo } from "./lines.ts";

/** Something that waits for a line while other things go on. */
export interface Waiting {
  readonly key: string;
  readonly text: string;
  /** What the line means; false when it means nothing, and the question stands. */
  take(line: string): boolean;
  /** There are no more lines. */
  drop(): void;
}

const decisionWords: Readonly<Record<Decision, string>> = {
  once: "yes, once",
  session: "yes, for this session",
  always: "yes, always: this writes a rule for the whole agent home",
  decline: "no",
  cancel: "no, and stop the turn",
};

/** What an agent asks for, as numbered answers. */
export function approvalQuestion(
  request: Request,
  answer: (answer: Answer) => void,
  edit?: ItemBody,
): Waiting {
  const { id, kind, subject, reason, cwd, choices } = request;
  const text = [
    `The agent asks (${kind}): ${safeBody(subject)}`,
    ...(reason === null ? [] : [`Reason: ${safeLine(reason)}`]),
    ...(cwd === null ? [] : [`In: ${safeLine(cwd)}`]),
    ...(edit === undefined ? [] : [itemText(edit)]),
    ...choices.map((choice, index) => `${index + 1}. ${decisionWords[choice]}`),
    `Type a number from 1 to ${choices.length}.`,
  ].join("\n");
  return {
    ...{ key: id, text },
    take(line) {
      const decision = /^\d+$/.test(line) ? choices[Number(line) - 1] : undefined;
      if (decision === undefined) return false;
      answer({ decision });
      return true;
    },
    drop: () => answer({ decision: "decline" }),
  };
}

/** One after another; an answer is a number of an option, or words. */
export function inputQuestions(request: Request, answer: (answer: Answer) => void): readonly Waiting[] {
  const answers: Record<string, readonly string[]> = {};
  const { id, questions, subject } = request;
  return questions.map(({ id: name, text, options }, index) => ({
    key: id,
    text: [
      `The agent asks: ${safeBody(text === "" ? subject : text)}`,
      ...options.map((option, number) => `${number + 1}. ${safeLine(option)}`),
      options.length > 0 ? "Type a number, or an answer in your own words." : "Type an answer.",
    ].join("\n"),
    take(line) {
      if (line === "") return false;
      answers[name] = [(/^\d+$/.test(line) ? options[Number(line) - 1] : undefined) ?? line];
      if (index === questions.length - 1) answer({ decision: "once", answers });
      return true;
    },
    drop: () => {
      if (index === questions.length - 1) answer({ decision: "decline" });
    },
  }));
}

export function yesNoQuestion(key: string, text: string): Waiting & { readonly answered: Promise<boolean> } {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  return {
    ...{ key, text: `${text} [y/n]`, answered: promise },
    take(line) {
      const isYes = yesOrNo(line);
      if (isYes === null) return false;
      resolve(isYes);
      return true;
    },
    drop: () => resolve(false),
  };
}
