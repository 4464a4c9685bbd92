import { isExpectedToFail, labelOf, planTitle, type SessionSummary } from "@reprise/model";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Banner, Button, LinkButton, Spinner } from "../design/index.ts";
import { useKeys } from "../shell/keys.ts";
import { usePage } from "../shell/page.ts";
import { viewerHref } from "../shell/route.ts";
import { goTo } from "../shell/router.ts";
import type { ScreenProps } from "../shell/screens.ts";
import { useTitle } from "../shell/use-title.ts";
import { CopyButton } from "../text/copy-button.tsx";
import { useLeaving } from "../workbench/leaving.tsx";
import "../text/text.css";
import "./restore.css";
import { Choices } from "./choices.tsx";
import { ConsentList } from "./consent-list.tsx";
import { whyNotStart } from "./consents.ts";
import { labelOfKind } from "./kinds.ts";
import { PlanView } from "./plan-view.tsx";
import { firstRequest, kindOf } from "./request.ts";
import { RestoreStore } from "./restore-store.ts";

export function Screen({ route }: ScreenProps<"restore">) {
  const { library } = usePage();
  const [session, setSession] = useState<SessionSummary | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useTitle("Restore");
  useEffect(() => {
    setSession(null);
    library.find(route.session).then(setSession, (error: Error) => setProblem(error.message));
  }, [library, route.session]);
  if (problem !== null) return <Banner tone="danger">{problem}</Banner>;
  return session === null ? <Spinner>Looking for the session…</Spinner> : <Plan session={session} route={route} />;
}

function Plan({ session, route }: ScreenProps<"restore"> & { readonly session: SessionSummary }) {
  const { runner, here, workbenchAt } = usePage();
  const { mode, at, model, ends } = route;
  const store = useMemo(() => {
    return new RestoreStore(runner, session.id, firstRequest(session, { mode, at, model, ends }, here.folder));
  }, [runner, session, mode, at, model, ends, here]);
  useEffect(() => void store.plan(), [store]);
  const { request, plan, failure, agreed, isHushed, isStarting } = store.state.value;
  const kind = kindOf(request, plan);
  const whyNot = whyNotStart(plan, agreed, request.allowsWider);
  const { leave, question } = useLeaving();
  const folder = plan?.settings.cwd ?? session.workspace ?? here.folder;
  const startWith = (brief: string) => {
    const workbench = workbenchAt(folder, () => undefined);
    void leave(async (active) => {
      await workbench.act({ type: "new", active, draft: brief });
      goTo({ screen: "workbench", folder, run: null });
    });
  };
  const start = () => {
    const workbench = workbenchAt(folder, () => undefined);
    void leave(async (active) => {
      await workbench.act({ type: "leave", active });
      const run = await store.start();
      if (run !== null) goTo({ screen: "workbench", folder, run: run.id });
    });
  };
  useKeys("Restore", [
    { keys: ["Escape", "q"], label: "Back", run: () => window.history.back() },
    {
      keys: ["v"],
      label: "View the session",
      run: () => goTo({ screen: "viewer", session: session.id, turn: null, item: null, find: null }),
    },
    { keys: ["R"], label: "Plan again", run: () => void store.plan() },
  ]);
  return (
    <div class="screen restore">
      {question}
      <div class="screen-head">
        <LinkButton href={viewerHref(session.id)} tone="quiet" icon="back">
          View
        </LinkButton>
        <h1 class="cut grow">{labelOf(session)}</h1>
      </div>
      <div class="restore-body">
        <Choices session={session} request={request} plan={plan} onAsk={(change) => store.ask(change)} />
        <div class="plan-side" aria-busy={plan === null && failure === null} aria-live="polite">
          {plan === null && failure === null && <Spinner>Planning…</Spinner>}
          {failure !== null && (
            <Banner tone="danger" actions={<Button onClick={() => void store.plan()}>Plan again</Button>}>
              {failure}
            </Banner>
          )}
          {plan !== null && (
            <h2 class="plan-title" title={session.id}>
              {planTitle(plan, labelOf(session))}
            </h2>
          )}
          {plan !== null && <PlanView plan={plan} session={session} />}
        </div>
      </div>
      {plan !== null && (
        <div class="restore-foot">
          <ConsentList
            plan={plan}
            agreed={agreed}
            allowsWider={request.allowsWider}
            onAgree={(change) => store.agree(change)}
            onWider={(allowsWider) => store.ask({ allowsWider })}
          />
          {plan.mode === "handoff" ? (
            <div class="toolbar">
              <span class="soft grow">It is written into the message box; nothing is sent until you send it.</span>
              <CopyButton text={plan.brief} label="Copy the brief" />
              <Button tone="primary" icon="play" onClick={() => startWith(plan.brief)}>
                Start a session with this brief
              </Button>
            </div>
          ) : (
            <div class="toolbar">
              <span class={`grow ${isExpectedToFail(plan) ? "tone-danger" : "soft"}`}>
                {whyNot ??
                  (isExpectedToFail(plan)
                    ? "Expected to fail, as shown above."
                    : "Nothing is sent until you write something.")}
              </span>
              <Button
                tone="primary"
                icon="play"
                onClick={start}
                whyNot={isHushed || isStarting ? "One moment…" : whyNot}
              >
                {labelOfKind(kind)}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
