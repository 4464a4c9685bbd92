/** Every pinned release through everything, one after another; `[AGENT [VERSION…]]`. Ends with 1 where something went wrong. */
import { installRelease } from "./install.ts";
import { inShort, steps } from "./outcome.ts";
import { pinned, type ReleaseAgent, releaseAgents } from "./pinned.ts";
import { walk } from "./walk.ts";

const [wanted, ...versions] = process.argv.slice(2).filter((word) => word !== "");
const rows: string[][] = [["", ...steps]];
const problems: string[] = [];
for (const agent of releaseAgents.filter((name) => wanted === undefined || name === wanted))
  for (const version of versions.length > 0 ? versions : pinned[agent]) await one(agent, version);
for (const row of rows)
  console.log(
    row
      .map((cell, index) => cell.padEnd(widthOf(index)))
      .join("  ")
      .trimEnd(),
  );
for (const problem of problems) console.log(problem);
console.log(`releases: ${rows.length - 1} tried, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

async function one(agent: ReleaseAgent, version: string): Promise<void> {
  const walked = await walk(agent, version, await installRelease(agent, version));
  problems.push(...walked.problems.map((problem) => `${agent} ${version}: ${problem}`));
  const cells = steps.map((step) => walked.outcomes.find((one) => one.step === step));
  const row = [`${agent} ${version}`, ...cells.map((cell) => (cell ? inShort(cell) : "–"))];
  rows.push(row);
  console.error(`${row.join(" | ")}${walked.problems.map((problem) => `\n  ${problem}`).join("")}`);
}

function widthOf(column: number): number {
  return Math.max(...rows.map((row) => row[column]?.length ?? 0));
}
