import { localTime, type QueuedApproval, questionParts, requestParts } from "@reprise/model";
import { Badge, Button } from "../../design/index.ts";
import { useAgentTitle } from "../agent-title.ts";
import { useAct, useWorkbench } from "../use-workbench.ts";
import { requestTitle } from "./decision-labels.ts";
import { RequestBody } from "./request-body.tsx";

/** A request of a process that is gone: it can be asked again, not answered. */
export function ExpiredCard({ approval }: { readonly approval: QueuedApproval }) {
  const { store } = useWorkbench();
  const act = useAct();
  const agent = useAgentTitle();
  const { id, request, state, queuedAt } = approval;
  const parts = [...requestParts(request), ...request.questions.flatMap(questionParts)];
  const outcome = request.kind === "question" ? "it was not answered" : "it was not run";
  const whyNot = store.whyNotChange.value;
  return (
    <article class="card expired" aria-label={`Expired request: ${request.subject.slice(0, 80)}`}>
      <header>
        <h3>{requestTitle(agent, request)}</h3>
        <Badge tone="caution">{state === "again" ? "asked again" : "expired"}</Badge>
      </header>
      <p class="soft">
        {state === "again"
          ? "Your next message asks the agent to ask for it again."
          : `Asked ${localTime(queuedAt)}. The process that asked is gone, and ${outcome}.`}
      </p>
      <details>
        <summary>What was asked</summary>
        <RequestBody parts={parts} />
      </details>
      <div class="toolbar">
        {state === "expired" && (
          <Button whyNot={whyNot} onClick={() => void act({ type: "ask-again", approval: id })}>
            Ask again
          </Button>
        )}
        <Button tone="quiet" whyNot={whyNot} onClick={() => void act({ type: "drop", approval: id })}>
          Drop
        </Button>
      </div>
    </article>
  );
}
