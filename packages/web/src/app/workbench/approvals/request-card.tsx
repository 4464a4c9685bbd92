import { type Answer, choicesAmong, count, mildestNo, type Request, requestParts } from "@reprise/model";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button } from "../../design/index.ts";
import "./request.css";
import { decisionLabels, requestTitle } from "./decision-labels.ts";
import { QuestionForm } from "./question-form.tsx";
import { RequestBody } from "./request-body.tsx";
import { useGuard } from "./use-guard.ts";
import { useSeen } from "./use-seen.ts";
import { whyNotAnswer } from "./why-not-answer.ts";

interface RequestCardProps {
  /** Another one is another question. */
  readonly id: string;
  readonly request: Request;
  /** The display name of the agent that asks. */
  readonly agent: string;
  /** How many wait after it. */
  readonly more: number;
  /** Why nothing can be answered now. */
  readonly whyNot: string | null;
  /** Resolves with whether the answer arrived. */
  readonly onAnswer: (answer: Answer) => Promise<boolean>;
  /** More buttons. */
  readonly children?: ComponentChildren;
}

/** A request that waits for an answer. Only its buttons answer: no letter, no paste. */
export function RequestCard({ id, request, agent, more, whyNot, onAnswer, children }: RequestCardProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [isSent, setSent] = useState(false);
  const asked = request.questions.length;
  const question = request.questions[Object.keys(answers).length] ?? null;
  const body = useRef<HTMLElement>(null);
  const edition = `${id} ${Object.keys(answers).length}`;
  const guard = useGuard(edition);
  const inBox = useSeen(edition, body);
  // A question that says it all by itself.
  const isBare = requestParts(request).length === 0;
  const seen = isBare ? { ...inBox, isWhole: true } : inBox;
  const blocked = isSent ? "The answer is on its way." : whyNot;

  const send = async (answer: Answer) => {
    setSent(true);
    if (!(await onAnswer(answer))) setSent(false);
  };
  const answerQuestion = (text: string) => {
    const given = { ...answers, [question?.id ?? ""]: [text] };
    setAnswers(given);
    if (Object.keys(given).length === asked) void send({ decision: "once", answers: given });
  };
  const no = mildestNo(request.choices);
  const choices = asked === 0 ? choicesAmong(request.choices).map(({ decision }) => decision) : no === null ? [] : [no];
  return (
    <section class="active-request" aria-label="Request">
      <header>
        <h2>{requestTitle(agent, request)}</h2>
        {more > 0 && <span class="soft">{count(more, "more request")} waiting</span>}
      </header>
      {!isBare && (
        <section
          ref={body}
          class="request-box"
          aria-label="What is asked"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
          tabIndex={0}
        >
          <RequestBody parts={requestParts(request)} />
        </section>
      )}
      {question !== null && (
        <QuestionForm
          key={edition}
          question={question}
          place={asked > 1 ? `${Object.keys(answers).length + 1} of ${asked}` : ""}
          whyNot={blocked ?? whyNotAnswer("once", guard, seen)}
          onAnswer={answerQuestion}
        />
      )}
      {!seen.isWhole && <p class="soft">↓ Scroll through all of it: nothing is allowed before you have seen it all.</p>}
      <div class="toolbar">
        {choices.map((decision) => (
          <Button
            key={decision}
            tone={decision === "once" ? "primary" : decision === "cancel" ? "quiet" : "plain"}
            whyNot={blocked ?? whyNotAnswer(decision, guard, seen)}
            onClick={() => void send({ decision })}
          >
            {decisionLabels[decision]}
          </Button>
        ))}
        {children}
      </div>
    </section>
  );
}
