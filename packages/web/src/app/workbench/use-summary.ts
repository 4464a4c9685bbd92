import type { SessionId, SessionSummary } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { usePage } from "../shell/page.ts";
import { usePart } from "./use-workbench.ts";

/** The session was used just now. */
const latest = 20;

/** A session of this workbench as lists show it; null until it is listed, which takes a moment where it has just begun. */
export function useSummary(session: SessionId | null): SessionSummary | null {
  const { library, sessions } = usePage();
  const root = usePart("root") ?? "";
  const [found, setFound] = useState<SessionSummary | null>(null);
  const isThis = ({ id }: SessionSummary) => id === session;
  const known = sessions.rows.value.find(isThis) ?? (found?.id === session ? found : null);
  const changes = sessions.changes.value;
  useEffect(() => {
    if (session === null || known !== null || root === "") return;
    let isOver = false;
    library.list({ scope: { workspace: root }, includeHidden: true, archived: true, limit: latest }).then(
      (page) => !isOver && setFound(page.sessions.find(isThis) ?? null),
      () => undefined, // asked again with the next change
    );
    return () => {
      isOver = true;
    };
  }, [library, root, session, known === null, known === null ? changes : null]);
  return known;
}
