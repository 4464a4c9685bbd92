import { Button } from "../../design/index.ts";
import { useAct, usePart, useWorkbench } from "../use-workbench.ts";

interface BlockedProps {
  /** Why the chosen agent cannot be started; null if it can. */
  readonly missing: string | null;
  readonly isEmpty: boolean;
}

/** Why what is written cannot be sent, where that does not end by itself, and what to do. */
export function Blocked({ missing, isEmpty }: BlockedProps) {
  const { store } = useWorkbench();
  const act = useAct();
  const connection = usePart("connection");
  const isWatched = usePart("activity")?.isWatched ?? false;
  const whyNot = store.whyNotAct.value;
  const isOff = connection?.state === "degraded" || connection?.state === "stale";
  const reason = store.link.value !== "lost" && (isOff || isWatched) && !isEmpty ? whyNot : null;
  const words = reason ?? missing;
  if (words === null) return null;
  return (
    <div class="composer-blocked">
      <span role="status" class="grow">
        {words}
        {reason !== null && connection?.plan != null ? " Agree to the plan above first." : ""}
        {isEmpty ? "" : " Your text is kept."}
      </span>
      {reason !== null && isOff && !isWatched && connection.plan === null && (
        <Button size="small" onClick={() => void act({ type: "connect" })}>
          Try again
        </Button>
      )}
    </div>
  );
}
