import { exactLine } from "@reprise/model";
import { useAgentTitle } from "../agent-title.ts";
import { usePart } from "../use-workbench.ts";
import { requestTitle } from "./decision-labels.ts";

/** Read aloud as a request appears, whatever has the focus and whichever pane is shown. */
export function RequestAlert() {
  const agent = useAgentTitle();
  const request = usePart("approvals")?.find(({ state }) => state === "open")?.request;
  return (
    <p role="alert" class="visually-hidden">
      {request === undefined ? "" : `${requestTitle(agent, request)} and waits: ${exactLine(request.subject)}`}
    </p>
  );
}
