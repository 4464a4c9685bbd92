import type { QueuedApproval } from "@reprise/model";
import { Button } from "../../design/index.ts";
import { useAgentTitle } from "../agent-title.ts";
import { useAct, usePart, useWorkbench } from "../use-workbench.ts";
import { RequestCard } from "./request-card.tsx";

interface ActiveRequestProps {
  readonly approval: QueuedApproval;
  /** How many wait after it. */
  readonly more: number;
}

/** The request of the workbench that waits for an answer. */
export function ActiveRequest({ approval, more }: ActiveRequestProps) {
  const { store, links } = useWorkbench();
  const act = useAct();
  const agent = useAgentTitle();
  const { id, request } = approval;
  const diff = usePart("diffs")?.find((one) => one.request === id);
  return (
    <RequestCard
      id={id}
      request={request}
      agent={agent}
      more={more}
      whyNot={store.whyNotAct.value}
      onAnswer={async (answer) => (await act({ type: "answer", request: id, answer })) !== null}
    >
      {diff !== undefined && (
        <Button tone="quiet" onClick={() => links.goTo("diffs", diff.id)}>
          Review files
        </Button>
      )}
    </RequestCard>
  );
}
