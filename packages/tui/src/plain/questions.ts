import type { Answer, Decision, Request } from "@reprise/model";
import { partRows, questionParts, type RequestRow, requestRows } from "@reprise/model";
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
  always: "yes, always: this adds the permanent rule shown above",
  decline: "no",
  cancel: "no, and stop the turn",
};

const asksTo: Readonly<Record<Request["kind"], string>> = {
  command: "asks to run a command",
  edit: "asks to change files",
  permissions: "asks for more permissions",
  question: "asks",
  other: "asks",
};

/** What an agent asks for, as numbered answers. */
export function approvalQuestion(
  request: Request,
  answer: (answer: Answer) => void,
  columns: number | null,
): Waiting {
  const { id, kind, choices } = request;
  const text = [
    `The agent ${asksTo[kind]}:`,
    ...rowTexts(requestRows(request, columns)),
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
export function inputQuestions(
  request: Request,
  answer: (answer: Answer) => void,
  columns: number | null,
): readonly Waiting[] {
  const answers: Record<string, readonly string[]> = {};
  const { id, questions } = request;
  const around = rowTexts(requestRows(request, columns));
  return questions.map((question, index) => ({
    key: id,
    text: [
      "The agent asks:",
      ...around,
      ...rowTexts(partRows(questionParts(question), columns)),
      question.options.length > 0 ? "Type a number, or an answer in your own words." : "Type an answer.",
    ].join("\n"),
    take(line) {
      if (line === "") return false;
      answers[question.id] = [(/^\d+$/.test(line) ? question.options[Number(line) - 1] : undefined) ?? line];
      if (index === questions.length - 1) answer({ decision: "once", answers });
      return true;
    },
    drop: () => {
      if (index === questions.length - 1) answer({ decision: "decline" });
    },
  }));
}

function rowTexts(rows: readonly RequestRow[]): string[] {
  return rows.map(({ lead, text }) => `${lead}${text}`.trimEnd());
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
