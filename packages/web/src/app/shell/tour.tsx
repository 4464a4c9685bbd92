import { cutOffCounts, isHeld, type SessionSummary, type TourPlace, tourWords } from "@reprise/model";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../design/index.ts";
import { usePage } from "./page.ts";
import { type Route, restoreRoute } from "./route.ts";
import { goTo, route } from "./router.ts";

/** Plans and conversations of other sessions are no steps. */
function placeIn(now: Route, sample: SessionSummary | null, isOpen: boolean): TourPlace {
  switch (now.screen) {
    case "sessions":
      return "list";
    case "restore":
      return now.session === sample?.id ? "plan" : "elsewhere";
    case "workbench":
      return isOpen ? "conversation" : "elsewhere";
    default:
      return "elsewhere";
  }
}

/** The steps of the demo, below every screen until the person hides them. */
export function Tour() {
  const { library, runner, sessions } = usePage();
  const [isHidden, setHidden] = useState(false);
  const [isDone, setDone] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [sample, setSample] = useState<SessionSummary | null>(null);
  const isLooking = useRef(false);
  const changes = sessions.changes.value;
  useEffect(() => {
    if (isLooking.current || isDone) return;
    isLooking.current = true;
    const looked =
      sample === null
        ? cutOffCounts("all", library, async () => runner).then(({ newest }) => setSample(newest))
        : library.find(sample.id).then((now) => {
            setDone(isContinued(now, sample));
            setOpen(isHeld(now.state));
          });
    looked
      .catch(() => undefined)
      .finally(() => {
        isLooking.current = false;
      });
  }, [library, runner, changes, sample === null, isDone]);
  if (isHidden) return null;
  const place = placeIn(route.value, sample, isOpen);
  return (
    <aside class="tour" aria-label="Steps of the demo">
      <span class="grow" aria-live="polite">
        {tourWords(place, "page", isDone)}
      </span>
      {place === "list" && !isDone && sample !== null && (
        <Button size="small" tone="primary" onClick={() => goTo(restoreRoute(sample.id))}>
          Restore it
        </Button>
      )}
      <Button size="small" tone="quiet" onClick={() => setHidden(true)}>
        Hide these steps
      </Button>
    </aside>
  );
}

/** Another turn has ended since. */
function isContinued({ state, turnCount }: SessionSummary, before: SessionSummary): boolean {
  return turnCount > before.turnCount && (state === "open" || state === "completed");
}
