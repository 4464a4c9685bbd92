import { bundleScript } from "@reprise/testkit";
import { run } from "../measure/command.ts";
import { contest, figure } from "../measure/contest.ts";
import { bareNode, node } from "../measure/reprise.ts";
import { type Row, timeRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";

const [many, few] = ["2,000", "20"];

/** The review screen with 2,000 comments, beside the same with 20. */
export async function reviewContest(arena: Arena): Promise<Row[]> {
  const script = bundleScript(new URL("./paint-review.ts", import.meta.url));
  const painted = (count: string, part: keyof Painted) => async () => {
    const args = [script, count.replace(",", "")];
    const { stdout } = await run({ ...bareNode(), program: node, args });
    return (JSON.parse(stdout) as Painted)[part];
  };
  const parts = (part: keyof Painted) =>
    contest(
      [many, few].map((count) => ({ name: `${count} comments`, run: painted(count, part) })),
      arena,
    );
  const [first, filter] = [await parts("firstMs"), await parts("filterMs")];
  const row = (what: string, figures: typeof first, mostMs: number) =>
    timeRow({
      what,
      ours: figure(figures, `${many} comments`),
      peer: figure(figures, `${few} comments`),
      mostMs,
    });
  return [
    row(`first picture of ${many} review comments, once they are there`, first, 300),
    row(`another filter of ${many} review comments (95 of 100)`, filter, 16),
  ];
}

interface Painted {
  readonly firstMs: number;
  /** 95 of 100 took no longer. */
  readonly filterMs: number;
}
