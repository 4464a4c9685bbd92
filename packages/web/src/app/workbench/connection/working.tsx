import { elapsedText, grouped, safeLine } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { Dot } from "../../design/index.ts";
import { usePart } from "../use-workbench.ts";

const phases = {
  none: "",
  starting: "starting",
  restoring: "restoring",
  idle: "",
  working: "working",
  stopping: "stopping",
} as const;

/** What the agent is doing, and for how long. */
export function Working() {
  const activity = usePart("activity");
  const words = activity === undefined ? "" : phases[activity.phase];
  const since = activity?.since ?? null;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (words === "") return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [words]);
  if (activity === undefined || words === "") return null;
  const parts = [
    activity.doing === null ? words : safeLine(activity.doing),
    since === null ? "" : elapsedText(now - Date.parse(since)),
    activity.tokens === null ? "" : `${grouped(activity.tokens)} tokens`,
    activity.isWatched ? "watched: another process has the run" : "",
  ];
  return (
    <span class="working soft">
      <Dot tone="accent" pulses />
      <span class="cut">{parts.filter((part) => part !== "").join(" · ")}</span>
    </span>
  );
}
