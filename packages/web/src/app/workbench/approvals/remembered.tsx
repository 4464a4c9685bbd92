import { exactLine, type KeptApproval } from "@reprise/model";
import { IconButton } from "../../design/index.ts";
import { useAct, useWorkbench } from "../use-workbench.ts";

/** Permissions that answer identical requests. */
export function Remembered({ approvals }: { readonly approvals: readonly KeptApproval[] }) {
  const { store } = useWorkbench();
  const act = useAct();
  if (approvals.length === 0) return <p class="soft">None. “Allow for this session” adds one.</p>;
  return (
    <ul class="plain-list remembered">
      {approvals.map(({ hash, subject, source }) => (
        <li key={hash}>
          <code class="exact-line">{exactLine(subject)}</code>
          {source === "log" && <span class="soft">only the agent's log says so</span>}
          <IconButton
            icon="close"
            size="small"
            label={`Remove the saved approval of ${exactLine(subject).slice(0, 80)}`}
            whyNot={store.whyNotChange.value}
            onClick={() => void act({ type: "forget", hash })}
          />
        </li>
      ))}
    </ul>
  );
}
