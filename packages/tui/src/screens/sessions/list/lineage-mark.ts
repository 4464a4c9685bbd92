import type { SessionSummary } from "@reprise/model";

type Kind = NonNullable<SessionSummary["lineage"]>["kind"];

/** One column each, on every terminal. A session that its agent resumed under another id is the same conversation. */
const marks: Readonly<Partial<Record<Kind, string>>> = { fork: "↳", replay: "↻", handoff: "→" };

/** Before the title of a session that came from another; empty for any other. */
export function lineageMark({ lineage }: Pick<SessionSummary, "lineage">): string {
  const mark = lineage === null ? undefined : marks[lineage.kind];
  return mark === undefined ? "" : `${mark} `;
}

/** For the help. */
export const markHints = [
  { key: marks.fork ?? "", label: "a fork of another session" },
  { key: marks.replay ?? "", label: "a replay of another session" },
  { key: marks.handoff ?? "", label: "started from the brief of another session" },
];
