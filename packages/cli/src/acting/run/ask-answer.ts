import type { Answer, Question, Request } from "@reprise/model";
import { choicesAmong, mildestNo, partRows, questionParts } from "@reprise/model";
import type { NoAnswer, Questions } from "../../ask/questions.ts";
import type { Output } from "../../output.ts";
import { requestText, rowsText } from "../../print/run/request-text.ts";

interface Asking {
  readonly person: Questions;
  readonly stderr: Output;
  readonly signal: AbortSignal;
  readonly columns: number;
}

/** `stop`: the person wants out, and the agent offers no decision for that. */
type Reply = Answer | "stop" | "withdrawn";

/** Asks about one request. Esc and `q` decline, Ctrl-C cancels. */
export async function answerTo(request: Request, asking: Asking): Promise<Reply> {
  await asking.stderr.write(requestText(request, asking.columns));
  if (request.questions.length > 0) return answers(request, asking);
  const choices = choicesAmong(request.choices);
  const text = `Allow? ${choices.map(({ key, words }) => `[${key}] ${words}`).join("  ")}`;
  const keys = Object.fromEntries(choices.map(({ key, decision }) => [key, decision]));
  const chosen = await asking.person.choose(text, keys, asking.signal);
  return isLeft(chosen) ? leaving(chosen, request) : { decision: chosen };
}

async function answers(request: Request, asking: Asking): Promise<Reply> {
  const given: Record<string, readonly string[]> = {};
  for (const question of request.questions) {
    const answer = await answered(question, asking);
    if (isLeft(answer)) return leaving(answer, request);
    given[question.id] = [answer.text];
  }
  return { decision: "once", answers: given };
}

async function answered(
  question: Question,
  { person, stderr, signal, columns }: Asking,
): Promise<{ text: string } | NoAnswer> {
  const { options } = question;
  await stderr.write(rowsText(partRows(questionParts(question), columns - 2)));
  if (options.length === 0) return person.line("Answer:", signal);
  for (;;) {
    const typed = await person.line(`Answer (1-${options.length}, or in your own words):`, signal);
    if (isLeft(typed)) return typed;
    const word = typed.text.trim();
    if (word !== "") return { text: options[Number(word) - 1] ?? word };
  }
}

function leaving(how: NoAnswer, { choices }: Request): Reply {
  if (how === "withdrawn") return "withdrawn";
  const decision = mildestNo(how === "escape" ? choices : choices.filter((one) => one === "cancel"));
  return decision === null ? "stop" : { decision };
}

function isLeft<Value>(value: Value | NoAnswer): value is NoAnswer {
  return value === "escape" || value === "interrupt" || value === "withdrawn";
}
