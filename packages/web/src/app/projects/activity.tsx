import {
  activityWords,
  count,
  elapsedText,
  grouped,
  type ProjectView,
  projectEndWords,
  projectStateLine,
  type Round,
  roundDuration,
  roundWords,
  type Timestamp,
} from "@reprise/model";
import { Dot, Facts } from "../design/index.ts";
import type { ProjectStore } from "./project-store.ts";
import { projectTones } from "./project-tones.ts";

interface ActivityProps {
  readonly store: ProjectStore;
  readonly view: ProjectView;
  readonly now: Timestamp;
}

/** What happens now: the round, what the agent does, for how long, at what cost, and what comes next. */
export function Activity({ store, view, now }: ActivityProps) {
  const run = store.run.value;
  const activity = store.activity.value;
  const last = view.rounds.at(-1);
  const isWorking = run !== null && activity.end === null;
  if (!isWorking) {
    const words = activity.end === null ? restWords(view) : projectEndWords(activity.end);
    return (
      <section class="project-now" aria-label="Now">
        {words !== null && (
          <p>
            <Dot tone={projectTones[view.state]} />
            {words}
          </p>
        )}
        <Facts facts={totals(view, now)} />
      </section>
    );
  }
  const round = activity.round ?? last ?? null;
  const ms = last === undefined ? null : roundDuration(last, now);
  return (
    <section class="project-now" aria-label="Now">
      <p aria-live="polite">
        <Dot tone={activity.phase === "working" ? "accent" : "caution"} pulses={activity.phase === "working"} />
        <span>
          {round === null ? "" : `${roundWords(round)} · `}
          <strong>{activityWords(activity)}</strong>
        </span>
      </p>
      <Facts
        facts={[
          ["Elapsed", ms === null ? null : elapsedText(ms)],
          ["Tokens", activity.roundTokens === null ? null : grouped(activity.roundTokens)],
          ["Next", nextWords(round)],
          ...totals(view, now),
        ]}
      />
    </section>
  );
}

/** What the state alone does not say. */
function restWords(view: ProjectView): string | null {
  if (view.state === "parked") return projectStateLine({ ...view, rounds: view.rounds.length });
  return view.unfinishedRound === null || view.owner !== null
    ? null
    : `Round ${view.unfinishedRound} has no end: its thread can be continued.`;
}

function nextWords(round: Pick<Round, "current" | "total"> | null): string | null {
  if (round === null) return null;
  const { current, total } = round;
  return current < total
    ? `${roundWords({ current: current + 1, total })}, unless the goal is met`
    : "this is the last round";
}

function totals({ rounds, state }: ProjectView, now: Timestamp): readonly (readonly [string, string | null])[] {
  const tokens = rounds.reduce((sum, round) => sum + (round.tokens ?? 0), 0);
  const ms = rounds.reduce((sum, round) => sum + (roundDuration(round, state === "running" ? now : null) ?? 0), 0);
  const commits = rounds.reduce((sum, round) => sum + (round.commits?.length ?? 0), 0);
  const parts = [
    count(rounds.length, "round"),
    ms === 0 ? "" : elapsedText(ms),
    tokens === 0 ? "" : count(tokens, "token"),
    commits === 0 ? "" : count(commits, "commit"),
  ];
  return [["In all", parts.filter((part) => part !== "").join(" · ")]];
}
