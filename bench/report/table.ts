import type { Row } from "./row.ts";

const verdicts = new Map<boolean | null, string>([
  [true, "reached"],
  [false, "**falls short**"],
  [null, ""],
]);

export function tableText(rows: readonly Row[]): string {
  const cells = rows.map(({ what, ratio, bar, isReached, ours, peer }) => [
    what,
    ratio,
    bar,
    verdicts.get(isReached) ?? "",
    ours,
    peer,
  ]);
  const head = ["what", "ratio", "bar", "", "ours", "peer"];
  return [head, head.map(() => "---"), ...cells].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
