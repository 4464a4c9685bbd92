import { type AnswerGuard, runLabel, safeLine } from "@reprise/model";
import { type Hint, hintsOf } from "../../kernel/keys.ts";
import type { Theme, Tone } from "../../kernel/theme.ts";
import { cutLeft, cutTo } from "../../text/fit.ts";
import { wrap } from "../../text/wrap.ts";
import { hintLine } from "../../widgets/footer.ts";
import { keys, searchKeys } from "./keys.ts";
import { authorOf, placeOf } from "./list/row-line.ts";
import { chosenRow, listedOf } from "./list/rows.ts";
import { keysOf, type Question } from "./question.ts";
import { progressText } from "./run/progress.ts";
import type { State } from "./state.ts";

interface Said {
  readonly text: string;
  readonly tone: Tone;
}

/** A question, else an error, else the run, else the keys. With room for more lines, the keys are always there. */
export function statusLines(state: State, rows: number, columns: number, theme: Theme): string[] {
  const said = saidOf(state);
  const hints = hintLine(hintsFor(state), columns, theme);
  if (said === null) return [...Array.from({ length: rows - 1 }, () => ""), hints];
  // What a question asks is at its end.
  const isQuestion = state.question !== null;
  const asking = (line: string) => askingLine(line, state.guard, theme);
  if (rows === 1)
    return [isQuestion ? asking(cutLeft(said.text, columns)) : theme(said.tone, cutTo(said.text, columns))];
  const all = wrap(said.text, columns);
  const text = isQuestion ? all.slice(1 - rows) : all.slice(0, rows - 1);
  const isCut = all.length > text.length;
  const lines = text.map((line, index) => {
    if (isQuestion) return asking(cutLeft(isCut && index === 0 ? `… ${line}` : line, columns));
    return theme(said.tone, cutTo(isCut && index === text.length - 1 ? `${line} …` : line, columns));
  });
  return [...Array.from({ length: rows - 1 - lines.length }, () => ""), ...lines, hints];
}

/** Its answers are dim until they count. */
function askingLine(line: string, { isReady }: AnswerGuard, theme: Theme): string {
  const at = line.search(/\[[yr]\/n\]$/);
  if (at < 0 || isReady) return theme("bold", line);
  return theme("bold", line.slice(0, at)) + theme("dim", line.slice(at));
}

/** Lines that are needed to read it all. */
export function statusHeight(state: State, columns: number): number {
  const said = saidOf(state);
  return said === null ? 1 : wrap(said.text, columns).length + 1;
}

function saidOf(state: State): Said | null {
  const { question, error, note, outcome, fetchProblem } = state;
  if (question !== null) return { text: safeLine(questionText(state, question)), tone: "bold" };
  if (error !== null) return { text: safeLine(`Error: ${error}`), tone: "bad" };
  if (note !== null) return { text: safeLine(note), tone: "warn" };
  const progress = progressText(state);
  if (progress !== null) return { text: safeLine(progress), tone: "accent" };
  if (fetchProblem !== null) return { text: safeLine(fetchProblem), tone: "bad" };
  return outcome === null ? null : { text: safeLine(outcome), tone: "good" };
}

function questionText(state: State, question: Question): string {
  switch (question.kind) {
    case "resume":
      return `${question.offered.words} Resume? [y/n]`;
    case "refused":
      return `The run cannot be resumed: ${question.reason} Replay it in a new thread, or start a new run? [r/n]`;
    case "cancel":
      return "Cancel the run? It can be resumed later. [y/n]";
    case "leave":
      return "A run is in progress. End it and leave? It can be resumed later. [y/n]";
    case "post": {
      const row = chosenRow(state);
      const to = row === null ? "the comment" : `${authorOf(row.comment)} at ${placeOf(row.comment)}`;
      return `Post this reply to ${to}? [y/n]`;
    }
  }
}

function hintsFor(state: State): readonly Hint[] {
  if (state.question !== null) return answerHints(state.question, state.guard);
  if (state.search?.isTyping) return hintsOf(searchKeys);
  const hasReport = state.report !== null && state.report.run !== null;
  return hintsOf(
    keys.map((row) => {
      if (row.action === "watch") return { ...row, isHint: state.live !== null };
      if (row.action === "edit" || row.action === "post") return { ...row, isHint: hasReport };
      if (row.action === "escape" && state.isRunning) return { ...row, label: "cancel", isHint: true, weight: 9 };
      if (row.action !== "run") return row;
      return { ...row, label: runLabel(listedOf(state).comments, state.choice), isHint: !state.isRunning };
    }),
  );
}

/** Esc counts at once. */
function answerHints(question: Question, { isReady }: AnswerGuard): Hint[] {
  const hints = hintsOf(keysOf(question).map((row) => ({ ...row, isHint: true })));
  return hints.map((hint) => ({ ...hint, isWaiting: !isReady && hint.key !== "Esc" }));
}
