import { isCutOff, isHeld, labelOf, localTime, relativeTime, type SessionSummary, stateWords } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { LinkButton } from "../../design/index.ts";
import { usePage } from "../../shell/page.ts";
import { hrefOf, restoreRoute, viewerHref } from "../../shell/route.ts";

const most = 3;
/** Among these, what was cut off comes first. */
const latest = 20;

/** What agents still have of this folder, where its workbench has nothing: new, cleared, or unreadable. */
export function RecentSessions({ root }: { readonly root: string }) {
  const { library, sessions } = usePage();
  const [found, setFound] = useState<readonly SessionSummary[]>([]);
  const changes = sessions.changes.value;
  useEffect(() => {
    let isOver = false;
    if (root !== "")
      library.list({ scope: { workspace: root }, limit: latest }).then(
        (page) => !isOver && setFound(cutOffFirst(page.sessions.filter(isFree)).slice(0, most)),
        () => undefined, // the list of sessions says why
      );
    return () => {
      isOver = true;
    };
  }, [library, root, changes]);
  if (found.length === 0) return null;
  return (
    <section class="recent-sessions" aria-label="Sessions of this folder">
      <p>Or continue a session that your agents still have:</p>
      <ul class="plain-list">
        {found.map((session) => (
          <li key={session.id}>
            <a class="cut grow" href={viewerHref(session.id)}>
              {labelOf(session)}
            </a>
            <span class="faint">
              {isCutOff(session.state) ? `${stateWords(session.state)} · ` : ""}
              {session.agent} ·{" "}
              <time title={localTime(session.updatedAt)}>{relativeTime(session.updatedAt, new Date())}</time>
            </span>
            <LinkButton size="small" href={hrefOf(restoreRoute(session.id))}>
              Restore
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What runs is listed under *Also running*, or continues where it is open. */
function isFree({ state }: SessionSummary): boolean {
  return !isHeld(state);
}

function cutOffFirst(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  return sessions.toSorted((a, b) => Number(isCutOff(b.state)) - Number(isCutOff(a.state)));
}
