import {
  agentOf,
  canStartSilently,
  planTitle,
  refusalWords,
  type SessionId,
  type SessionSummary,
} from "@reprise/model";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Banner, Button, Dialog, Spinner } from "../design/index.ts";
import { ConsentList } from "../restore/consent-list.tsx";
import { whyNotStart } from "../restore/consents.ts";
import { labelOfKind } from "../restore/kinds.ts";
import { PlanView } from "../restore/plan-view.tsx";
import { plainRequest } from "../restore/request.ts";
import { RestoreStore } from "../restore/restore-store.ts";
import { usePage } from "../shell/page.ts";
import type { WorkGiven } from "./work-dialog.tsx";

interface ResumeRunProps extends WorkGiven {
  readonly session: string;
  readonly agent: string;
  readonly mode: "resume" | "replay";
  readonly notice: ComponentChildren;
  readonly whyNot: string | null;
  readonly onReplay: () => void;
  readonly onFresh: () => void;
}

/** Continues an interrupted run with the current comments: at once if the plan needs no consent, else after it. */
export function ResumeRun(props: ResumeRunProps) {
  const { session: id, mode, notice, whyNot: blocked, onReplay, onFresh, ...given } = props;
  const { reviews, target, comments, isForced, onStarted, onClose } = given;
  const { runner, library } = usePage();
  const [session, setSession] = useState<SessionSummary | null>(null);
  const [store, setStore] = useState<RestoreStore | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const agent = props.agent === "" ? agentOf(id as SessionId) : props.agent;
  const fail = (error: unknown) => setProblem(error instanceof Error ? error.message : String(error));

  const start = async (planned: RestoreStore) => {
    try {
      const run = await planned.start();
      if (run !== null) onStarted(run, agent);
    } catch (error) {
      fail(error);
      setAsked(true);
    }
  };
  useEffect(() => {
    let isGone = false;
    const plan = async () => {
      const { prompt } = await reviews.prepare({
        target,
        comments: [...comments],
        agent,
        settings: {},
        isForced,
        canAnswer: true,
        isResumed: true,
      });
      const found = await library.find(id);
      const planned = new RestoreStore(runner, found.id, { ...plainRequest, kind: mode }, { prompt, stays: false });
      await planned.plan();
      if (isGone) return;
      setSession(found);
      setStore(planned);
      const made = planned.state.value.plan;
      if (made === null || !canStartSilently(made)) setAsked(true);
      else await start(planned);
    };
    plan().catch((error: unknown) => isGone || fail(error));
    return () => {
      isGone = true;
    };
  }, []);

  const state = store?.state.value ?? null;
  const plan = state?.plan ?? null;
  const failure = problem ?? state?.failure ?? null;
  const refused = plan !== null && plan.mode === null ? refusalWords(plan) : null;
  const whyNot =
    state === null || plan === null
      ? "There is no plan yet."
      : (blocked ?? whyNotStart(plan, state.agreed, state.request.allowsWider));
  const other = (failure !== null || refused !== null) && (
    <>
      {mode === "resume" && <Button onClick={onReplay}>Replay in a new thread</Button>}
      <Button onClick={onFresh}>Start fresh</Button>
    </>
  );
  return (
    <Dialog
      title={mode === "resume" ? "Resume the run" : "Replay in a new thread"}
      size={isAsked ? "large" : "usual"}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          {other}
          {store !== null && isAsked && refused === null && (
            <Button
              tone="primary"
              icon="play"
              whyNot={state?.isHushed || state?.isStarting ? "One moment…" : whyNot}
              onClick={() => void start(store)}
            >
              {labelOfKind(mode)}
            </Button>
          )}
        </>
      }
    >
      <div class="review-form">
        {failure !== null && <Banner tone="danger">{failure}</Banner>}
        {notice}
        {failure === null && !isAsked && <Spinner>{mode === "resume" ? "Resuming…" : "Planning…"}</Spinner>}
        {isAsked && plan !== null && session !== null && (
          <>
            <h3>{planTitle(plan)}</h3>
            <PlanView plan={plan} session={session} />
            {store !== null && state !== null && (
              <ConsentList
                plan={plan}
                agreed={state.agreed}
                allowsWider={state.request.allowsWider}
                onAgree={(change) => store.agree(change)}
                onWider={(allowsWider) => store.ask({ allowsWider })}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
