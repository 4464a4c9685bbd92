import { elapsedText, grouped, safeLine } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { Dot } from "../../design/index.ts";
import { usePart, useWorkbench } from "../use-workbench.ts";

const phases = {
  none: "",
  starting: "starting",
  restoring: "restoring",
  idle: "",
  working: "working",
  stopping: "stopping",
} as const;

/** What the agent is doing, and for how long; without a connection, what it was doing. */
export function Working() {
  const { store } = useWorkbench();
  const isLost = store.link.value === "lost";
  const activity = usePart("activity");
  const words = activity === undefined ? "" : phases[activity.phase];
  const since = activity?.since ?? null;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (words === "" || isLost) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [words, isLost]);
  if (activity === undefined || words === "") return null;
  const parts = [
    `${isLost ? "last seen: " : ""}${activity.doing === null ? words : safeLine(activity.doing)}`,
    since === null || isLost ? "" : elapsedText(now - Date.parse(since)),
    activity.tokens === null ? "" : `${grouped(activity.tokens)} tokens`,
    activity.isWatched ? "watched: another process has the run" : "",
  ];
  return (
    <span class="working soft">
      <Dot tone={isLost ? "plain" : "accent"} pulses={!isLost} />
      <span class="cut">{parts.filter((part) => part !== "").join(" · ")}</span>
    </span>
  );
}
