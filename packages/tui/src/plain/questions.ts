import type { Answer, Decision, Request } from "@reprise/model";
import {
  asksTo,
  choicesAmong,
  decisionFor,
  mildestNo,
  partRows,
  questionParts,
  type RequestRow,
  requestRows,
} from "@reprise/model";
import { yesOrNo } from "./lines.ts";

/** A question that waits for a line while events continue. */
export interface Waiting {
  readonly key: string;
  readonly text: string;
  /** How to answer: said when an answer counts. */
  readonly prompt: string;
  /** The answer is text for the agent: what looks like a command is none. */
  readonly takesText?: boolean | undefined;
  /** False if the line is no valid answer; the question stays open. */
  take(line: string): boolean;
  /** The input ended. */
  drop(): void;
}

/** An agent's request; each answer has a number and its usual letter. */
export function approvalQuestion(request: Request, answer: (answer: Answer) => void, columns: number | null): Waiting {
  const { id, kind } = request;
  const choices = choicesAmong(request.choices);
  const text = [
    `The agent ${asksTo[kind]}:`,
    ...rowTexts(requestRows(request, columns)),
    ...choices.map(({ key, words }, index) => `${index + 1}. ${words} (${key})`),
  ].join("\n");
  return {
    key: id,
    text,
    prompt: `Type 1 to ${choices.length}, or the letter.`,
    take(line) {
      const decision = decided(line, request.choices);
      if (decision === null) return false;
      answer({ decision });
      return true;
    },
    drop: () => answer({ decision: "decline" }),
  };
}

function decided(line: string, offered: readonly Decision[]): Decision | null {
  if (/^\d+$/.test(line)) return choicesAmong(offered)[Number(line) - 1]?.decision ?? null;
  return /^q$/i.test(line) ? mildestNo(offered) : decisionFor(line, offered);
}

/** Asked in sequence; an answer is the number of an option, or text. */
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
    takesText: true,
    text: ["The agent asks:", ...around, ...rowTexts(partRows(questionParts(question), columns))].join("\n"),
    prompt: question.options.length > 0 ? "Type a number, or an answer in your own words." : "Type an answer.",
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
    key,
    text,
    prompt: "[y/n]",
    answered: promise,
    take(line) {
      const isYes = yesOrNo(line);
      if (isYes === null) return false;
      resolve(isYes);
      return true;
    },
    drop: () => resolve(false),
  };
}
