import { cutOffCounts, labelOf, relativeTime, type SessionSummary } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { Button, LinkButton } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { hrefOf, restoreRoute } from "../shell/route.ts";
import { goTo } from "../shell/router.ts";

/** What was cut off last, with one button that continues it, and how many more there are. */
export function CutOff({ isAll }: { readonly isAll: boolean }) {
  const { library, runner, here, sessions } = usePage();
  const [found, setFound] = useState<{ readonly newest: SessionSummary; readonly counted: number } | null>(null);
  const changes = sessions.changes.value;
  useEffect(() => {
    let isCurrent = true;
    cutOffCounts(isAll ? "all" : { workspace: here.folder }, library, async () => runner).then(
      ({ newest, counted }) => isCurrent && setFound(newest === null ? null : { newest, counted }),
      () => undefined, // the list reports it
    );
    return () => {
      isCurrent = false;
    };
  }, [library, runner, here, isAll, changes]);
  if (found === null) return null;
  const { newest, counted } = found;
  return (
    <div class="cut-off">
      <span class="cut grow">
        Cut off: “{labelOf(newest)}” · {relativeTime(newest.updatedAt, new Date())}
      </span>
      {counted > 1 && (
        <LinkButton size="small" tone="quiet" href={hrefOf({ screen: "status" })}>
          {`${counted - 1} more`}
        </LinkButton>
      )}
      <Button size="small" tone="primary" icon="play" onClick={() => goTo(restoreRoute(newest.id))}>
        Restore
      </Button>
    </div>
  );
}
