import { count, decisionWords, exactLine, type QueuedApproval } from "@reprise/model";
import { usePart } from "../use-workbench.ts";
import { ExpiredCard } from "./expired-card.tsx";
import { Remembered } from "./remembered.tsx";

/** Answered requests that are listed. */
const mostAnswered = 20;

/** The queue: the first request is answered next to the composer, the others wait here. */
export function Approvals() {
  const approvals = usePart("approvals") ?? [];
  const remembered = usePart("remembered") ?? [];
  const open = approvals.filter(({ state }) => state === "open");
  const expired = approvals.filter(({ state }) => state === "expired" || state === "again");
  const answered = approvals.filter(({ state }) => state === "answered").slice(-mostAnswered);
  return (
    <div class="approvals">
      <section aria-label="Waiting requests">
        <h3>Waiting</h3>
        {open.length === 0 ? (
          <p class="soft">Nothing waits for you.</p>
        ) : (
          <>
            <p class="soft">{count(open.length, "request")}, answered one after another in the chat.</p>
            <ol class="plain-list">{open.map(row)}</ol>
          </>
        )}
      </section>
      {expired.length > 0 && (
        <section aria-label="Expired requests">
          <h3>Expired</h3>
          {expired.map((approval) => (
            <ExpiredCard key={approval.id} approval={approval} />
          ))}
        </section>
      )}
      {answered.length > 0 && (
        <section aria-label="Answered requests">
          <h3>Answered</h3>
          <ul class="plain-list">{answered.toReversed().map(row)}</ul>
        </section>
      )}
      <section aria-label="Saved approvals">
        <h3>Saved approvals</h3>
        <Remembered approvals={remembered} />
      </section>
    </div>
  );
}

function row({ id, request, decision }: QueuedApproval) {
  return (
    <li key={id} class="approval-row">
      <code class="exact-line">{exactLine(request.subject)}</code>
      {decision !== null && <span class="soft">{decisionWords[decision]}</span>}
    </li>
  );
}
