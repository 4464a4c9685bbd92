import { type Drift, driftNow, type Request, type Unfinished } from "@reprise/model";
import type { BriefAbout } from "./brief.ts";
import { codeSpan } from "./markdown.ts";
import type { Measure } from "./measure.ts";
import { fittingRows, type Row } from "./rows.ts";
import { exactLine, safeLine } from "./safe-text.ts";
import type { Fill } from "./section.ts";

/** Unfinished work, without what waits for an answer: that is told as a request. */
export function unfinishedBeside({ unfinished, pending }: BriefAbout): readonly Unfinished[] {
  return unfinished.filter((work) => !pending.some((request) => isWaitingFor(work, request)));
}

function isWaitingFor(work: Unfinished, { item, subject }: Request): boolean {
  return work.outcome === "not-done" && (work.item === item || work.subject.trim() === subject.trim());
}

export function unfinishedSection(about: BriefAbout, measure: Measure): Fill {
  return listed(
    unfinishedBeside(about).map(({ kind, subject, outcome, evidence }) => {
      const line = (most: number) =>
        `- ${kind} ${codeSpan(exactLine(subject, most))}: ${unfinishedWords[outcome]} (${exactLine(evidence, 200)})`;
      return [[line(80)], [line(400)]];
    }),
    measure,
  );
}

const unfinishedWords: Record<Unfinished["outcome"], string> = {
  unknown: "interrupted, outcome unknown: it may have run wholly, in part, or not at all",
  "still-running": "still running",
  done: "interrupted, seems to be done",
  "not-done": "interrupted, not done",
  "partly-done": "interrupted, seems to be done in part",
};

export function pendingSection({ pending, unfinished }: BriefAbout, measure: Measure): Fill {
  return listed(
    pending.map((request) => {
      const { kind, subject, reason, cwd, questions } = request;
      const notRun = unfinished.some((work) => isWaitingFor(work, request)) ? ", not run" : "";
      const where = cwd === null ? "" : ` in ${codeSpan(exactLine(cwd, 200))}`;
      const why = reason === null ? "" : `. Reason given: ${safeLine(reason, 200)}`;
      const what = (most: number) => `- ${kind} ${codeSpan(exactLine(subject, most))}${notRun}`;
      const asked = questions.map(({ text, options }) => {
        const choice =
          options.length === 0 ? "" : ` (${options.map((option) => safeLine(option, 80)).join(" / ")})`;
        return `  - ${safeLine(text, 300)}${choice}`;
      });
      const line = `${what(400)}${where}${why}`;
      return [[what(80)], [line], [line, ...asked]];
    }),
    measure,
  );
}

export function driftSection(drift: readonly Drift[], measure: Measure): Fill {
  return listed(
    drift.map(({ kind, subject, recorded, now, note }) => {
      const [was, is] = [safeLine(recorded ?? "not recorded", 120), safeLine(driftNow({ kind, now }), 120)];
      const why = note === null ? "" : ` (${safeLine(note, 200)})`;
      // What a file was is told by the session itself.
      const change = kind === "file" ? is : `was ${was}, now ${is}`;
      return [[`- ${kind} ${codeSpan(exactLine(subject, 300))}: ${change}${why}`]];
    }),
    measure,
  );
}

function listed(ways: readonly (readonly (readonly string[])[])[], measure: Measure): Fill {
  const rows = ways.map((each, index): Row => ({ ways: each, rank: index }));
  return (most) =>
    rows.length === 0
      ? null
      : fittingRows(rows, most, measure, {
          leftOut: (count) => `(${count} more not told here)`,
          side: "after",
        });
}
