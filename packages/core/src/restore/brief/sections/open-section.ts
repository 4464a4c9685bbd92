import { outcomeWords, type Request, type Unfinished, workWords } from "@reprise/model";
import type { BriefAbout } from "../brief.ts";
import type { SessionDigest } from "../digest/digest.ts";
import { linesOf } from "../text/fit-text.ts";
import { exactLine, safeLine } from "../text/safe-text.ts";
import type { TokenCost } from "../text/token-cost.ts";
import type { Fill } from "./section.ts";
import { codeSpan, fenced, fittingRows, type Row } from "./section.ts";

/** Requests waiting for the user, and work with an unknown outcome. Each piece of work once. */
export function openSection(digest: SessionDigest, about: BriefAbout, tokenCost: TokenCost): Fill | null {
  const ways = [
    ...(digest.question === null ? [] : [questionWays(digest.question)]),
    ...about.pending.map((request) => pendingWays(request, about.unfinished)),
    ...withoutPending(about).map(unfinishedWays),
  ];
  if (ways.length === 0) return null;
  const rows = ways.map((each, index): Row => ({ ways: each, rank: index }));
  return (most) =>
    fittingRows(rows, most, tokenCost, { leftOut: (count) => `(${count} more not shown)`, side: "after" });
}

/** Unfinished work without a pending request: the request itself covers it. */
export function withoutPending({ unfinished, pending }: Pick<BriefAbout, "unfinished" | "pending">): Unfinished[] {
  return unfinished.filter((work) => work.outcome !== "not-done" || !pending.some((request) => isAbout(request, work)));
}

function isAbout({ item, subject }: Request, work: Unfinished): boolean {
  return work.item === item || work.subject.trim() === subject.trim();
}

function questionWays({ turn, text }: NonNullable<SessionDigest["question"]>): string[][] {
  const title = `- The agent asked in turn ${turn}, and the person has not answered:`;
  return [[`${title} ${codeSpan(text.line(200))}`], [title, ...fenced(linesOf(text.excerpt))]];
}

function pendingWays(request: Request, unfinished: readonly Unfinished[]): string[][] {
  const { kind, subject, reason, cwd, questions } = request;
  // A command that failed in its sandbox is requested again, to run without one.
  const mayHaveRun = unfinished.some((work) => work.outcome !== "not-done" && isAbout(request, work));
  const where = cwd === null ? "" : ` in ${codeSpan(exactLine(cwd, 200))}`;
  const why = reason === null ? "" : `. The agent's reason: ${codeSpan(safeLine(reason, 200))}`;
  const waiting = mayHaveRun ? "waiting for approval, may have run before" : workWords.waiting;
  const title = kind === "question" ? "not answered" : waiting;
  const what = (most: number) => `- ${title}: ${kind} ${codeSpan(exactLine(subject, most))}`;
  const asked = questions.map(({ text, options }) => {
    const choice = options.map((option) => codeSpan(safeLine(option, 80))).join(", ");
    return `  - ${codeSpan(safeLine(text, 300))}${choice === "" ? "" : ` (${choice})`}`;
  });
  const line = `${what(400)}${where}${why}`;
  return [[what(80)], [line], [line, ...asked]];
}

function unfinishedWays({ kind, subject, outcome, evidence }: Unfinished): string[][] {
  const line = (most: number, why: string) =>
    `- ${kind} ${codeSpan(exactLine(subject, most))}: ${outcomeWords[outcome]}${why}`;
  return [[line(80, "")], [line(400, ` (${exactLine(evidence, 200)})`)]];
}
