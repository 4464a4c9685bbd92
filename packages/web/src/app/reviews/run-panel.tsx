import { count, exactLine, healthWords, localTime, type RunState, safeLine, traitsOf } from "@reprise/model";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Banner, Button, Dialog, Dot, IconButton, LinkButton } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { viewerHref } from "../shell/route.ts";
import { DecisionCard } from "../workbench/approvals/decision-card.tsx";
import { RequestCard } from "../workbench/approvals/request-card.tsx";
import type { LiveRun, RunStore } from "./run-store.ts";
import { lastRunOutcome, outcomeOf, progressWords, questionWords } from "./run-words.ts";

interface RunPanelProps {
  readonly store: RunStore;
  readonly isStopping: boolean;
  readonly onStopping: (isOpen: boolean) => void;
  /** Of the latest run, if it is known. */
  readonly journal: string | null;
  /** After a refused resume. */
  readonly onReplay: (session: string) => void;
  readonly onFresh: () => void;
}

/** The run about these comments: what it does, what it asks for, how it ended. */
export function RunPanel({ store, isStopping, onStopping, journal, onReplay, onFresh }: RunPanelProps) {
  const [live, ended, latest] = [store.live.value, store.ended.value, store.latest.value];
  if (live !== null)
    return (
      <>
        <Working live={live} state={latest} onStop={() => onStopping(true)} />
        {isStopping && <StopDialog live={live} onClose={() => onStopping(false)} />}
      </>
    );
  if (ended !== null) {
    const { words, tone } = outcomeOf(ended);
    const { refused, session } = ended;
    return (
      <Outcome
        words={words}
        tone={tone}
        session={session}
        journal={journal}
        actions={
          <>
            {refused !== null && session !== null && (
              <>
                <Button onClick={() => onReplay(session)}>Replay in a new thread</Button>
                <Button onClick={onFresh}>Start fresh</Button>
              </>
            )}
            <IconButton size="small" icon="close" label="Close message" onClick={() => store.forgetEnd()} />
          </>
        }
      />
    );
  }
  const last = latest === null ? null : lastRunOutcome(latest);
  if (last === null || latest === null) return null;
  const session = latest.thread === null ? null : `${latest.agent}:${latest.thread}`;
  return <Outcome {...last} session={session} journal={journal} />;
}

interface OutcomeProps {
  readonly words: string;
  readonly tone: "plain" | "good" | "caution" | "danger" | "accent";
  readonly session: string | null;
  readonly journal: string | null;
  readonly actions?: ComponentChildren;
}

function Outcome({ words, tone, session, journal, actions }: OutcomeProps) {
  return (
    <section class="review-run" aria-label="Run">
      <div class="review-run-line" role={tone === "danger" ? "alert" : "status"}>
        <Dot tone={tone} />
        <span class="grow">
          {safeLine(words)}
          {journal !== null && (
            <span class="faint review-journal">
              Journal: <span class="mono">{exactLine(journal)}</span>
            </span>
          )}
        </span>
        {session !== null && (
          <LinkButton href={viewerHref(session)} tone="quiet" size="small">
            Conversation
          </LinkButton>
        )}
        {actions}
      </div>
    </section>
  );
}

interface WorkingProps {
  readonly live: LiveRun;
  readonly state: RunState | null;
  readonly onStop: () => void;
}

function Working({ live: { run, view }, state, onStop }: WorkingProps) {
  const { agents, toasts } = usePage();
  const { title } = traitsOf(agents.value, view.agent);
  const { controls } = run;
  const [request] = view.requests;
  const [question] = view.questions;
  const facts = [
    state?.run === run.id ? `started ${localTime(state.startedAt)}` : null,
    view.tokens === null ? null : count(view.tokens, "token"),
    controls === null ? "in another process: what it asks for is answered there" : null,
  ].filter((fact) => fact !== null);
  const made = (call: Promise<void>) =>
    call.then(
      () => true,
      (error: unknown) => {
        toasts.fail(error);
        return false;
      },
    );
  return (
    <section class="review-run" aria-label="Run">
      <div class="review-run-line">
        <Dot tone={view.requests.length > 0 ? "caution" : "accent"} pulses={view.requests.length === 0} />
        <span class="grow">
          <span role="status">
            {title}: <strong>{progressWords(view)}</strong>
          </span>{" "}
          <span class="faint">{facts.join(" · ")}</span>
        </span>
        {view.session !== null && (
          <LinkButton href={viewerHref(view.session)} tone="quiet" size="small">
            Conversation
          </LinkButton>
        )}
        <Button size="small" icon="stop" onClick={onStop}>
          Stop
        </Button>
      </div>
      {view.journalProblem !== null && <Banner tone="danger">{healthWords(view.journalProblem)}</Banner>}
      {controls !== null && request !== undefined && (
        <RequestCard
          key={request.id}
          id={request.id}
          request={request}
          agent={title}
          more={view.requests.length - 1}
          whyNot={null}
          onAnswer={(answer) => made(controls.answer(request.id, answer))}
        />
      )}
      {controls !== null && request === undefined && question !== undefined && (
        <DecisionCard
          key={question.id}
          id={question.id}
          {...questionWords(question)}
          onDecide={(isYes) => void made(controls.decide(question.id, isYes))}
        />
      )}
    </section>
  );
}

/** Asked first: a stopped run has spent tokens, and may have left a change half done. */
function StopDialog({ live: { run, view }, onClose }: { readonly live: LiveRun; readonly onClose: () => void }) {
  const { runner, toasts } = usePage();
  const [isAsked, setAsked] = useState(false);
  const stop = async () => {
    setAsked(true);
    try {
      if (run.controls !== null) await run.controls.interrupt();
      else if (view.session !== null) await runner.cancel(view.session);
    } catch (error) {
      toasts.fail(error);
    }
    onClose();
  };
  return (
    <Dialog
      title="Stop the run?"
      onClose={onClose}
      actions={
        <>
          <Button isFocused onClick={onClose}>
            Let it work
          </Button>
          <Button tone="danger" icon="stop" whyNot={isAsked ? "Asked for already." : null} onClick={() => void stop()}>
            Stop
          </Button>
        </>
      }
    >
      <p>What it has changed stays. It can be resumed later.</p>
    </Dialog>
  );
}
