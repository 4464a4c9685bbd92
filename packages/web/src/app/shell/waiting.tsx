import { signal } from "@preact/signals";
import { type Page as ListPage, labelOf, processWords, type SessionSummary, waitingQuery } from "@reprise/model";
import { useEffect, useMemo } from "preact/hooks";
import { Button } from "../design/index.ts";
import { lostWords } from "./connection.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { type Page, usePage } from "./page.ts";
import { goTo, route } from "./router.ts";

/** How many sessions wait for the person, in any project, and the newest of them. */
export const waiting = signal<Pick<ListPage, "sessions" | "total">>({ sessions: [], total: 0 });

/** Keeps `waiting` up to date, and its number in the title of the page. */
export function useWaiting(): void {
  const { library, sessions, connection } = usePage();
  const changes = sessions.changes.value;
  const load = useMemo(() => {
    return oneAtATime(async () => {
      waiting.value = await library.list({ ...waitingQuery, limit: 1 }).catch(() => waiting.value); // the list reports it
    });
  }, [library]);
  useEffect(() => void load(), [load, changes]);
  const count = connection.isLost.value ? 0 : waiting.value.total;
  const { screen } = route.value;
  useEffect(() => {
    document.title = `${count === 0 ? "" : `(${count}) `}${document.title.replace(/^\(\d+\) /, "")}`;
  }, [count, screen]);
}

/** A server shows the requests of its own runs on the workbench; others are answered where they run. */
export function canAnswer({ owner }: Pick<SessionSummary, "owner">): boolean {
  return owner?.program === "reprise open";
}

/** Shows the conversation with its request. */
export async function goToRequest(
  { id, workspace }: Pick<SessionSummary, "id" | "workspace">,
  { runner, toasts }: Pick<Page, "runner" | "toasts">,
): Promise<void> {
  try {
    const run = await runner.running(id);
    goTo({ screen: "workbench", folder: workspace, run: run?.run ?? null });
  } catch (error) {
    toasts.fail(error);
  }
}

/** What waits, or that nothing can be known of it; on every screen but the workbench, which says both itself. Announced, since nothing else may be looked at. */
export function WaitingBar() {
  const page = usePage();
  const { total, sessions } = waiting.value;
  const [first] = sessions;
  const isElsewhere = route.value.screen !== "workbench";
  const isLost = page.connection.isLost.value;
  return (
    <div role="alert">
      {isElsewhere && isLost && <div class="waiting-bar">{lostWords}</div>}
      {isElsewhere && !isLost && first !== undefined && (
        <div class="waiting-bar">
          <span class="cut grow">
            “{labelOf(first)}” is waiting for you
            {canAnswer(first) || first.owner === null ? "" : ` in ${processWords(first.owner)}`}
            {total === 1 ? "" : ` · ${total - 1} more`}
          </span>
          {canAnswer(first) && (
            <Button size="small" tone="primary" onClick={() => void goToRequest(first, page)}>
              Answer
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
