import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A small readable project with a mistake in it, and a slow run of checks that finds it. */
export function writeProject(folder: string): void {
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** How often a check prints; long enough to be interrupted midway. */
const checkMs = 180;

const files = {
  "README.md": `# Cart

A sample project of \`reprise demo\`. Prices are in cents; \`node test.mjs\` runs the checks.

The agent here is scripted. It fixes the cart, whatever you ask; prompts with these words play another scene:
crash (it dies in the middle of a command), changelog (it writes one).

\`comments.jsonl\` has review comments: \`reprise review --comments comments.jsonl\`.
`,
  "comments.jsonl": comments([
    [1, "ana", "cart.mjs", 3, "Each line is rounded by itself. Round the sum once, or carts lose a cent.", false],
    [2, "ben", "cart.mjs", 6, "Can a count be negative? If not, say so here.", false],
    [3, "ana", "test.mjs", 11, "Nice: this one fails today.", true],
  ]),
  "cart.mjs": `/** The price of all lines, in whole cents. */
export function total(lines) {
  return lines.reduce((sum, { price, count }) => sum + Math.round(price * count), 0);
}

export function countOf(lines) {
  return lines.reduce((sum, { count }) => sum + count, 0);
}
`,
  "test.mjs": `import { setTimeout as wait } from "node:timers/promises";
import { countOf, total } from "./cart.mjs";

const lines = [
  { price: 10.4, count: 1 },
  { price: 10.4, count: 1 },
];
const checks = [
  ["an empty cart costs nothing", () => total([]) === 0],
  ["an empty cart holds nothing", () => countOf([]) === 0],
  ["one line costs price times count", () => total([{ price: 250, count: 3 }]) === 750],
  ["lines are counted", () => countOf(lines) === 2],
  ["cents are rounded once", () => total(lines) === 21],
  ["an order of lines does not matter", () => total(lines) === total(lines.toReversed())],
];

let failedCount = 0;
for (const [index, [name, holds]] of checks.entries()) {
  await wait(${checkMs});
  const isGood = holds();
  if (!isGood) failedCount += 1;
  console.log(\`check \${index + 1} of \${checks.length}: \${isGood ? "good" : "WRONG"}: \${name}\`);
}
console.log(failedCount === 0 ? "all good" : \`\${failedCount} wrong\`);
process.exitCode = failedCount === 0 ? 0 : 1;
`,
  "note.mjs": `import { appendFileSync } from "node:fs";

appendFileSync("CHECKED.md", \`- \${process.argv[2]}\\n\`);
console.log("noted in CHECKED.md");
`,
};

type Comment = readonly [id: number, author: string, path: string, line: number, body: string, isResolved: boolean];

/** Review comments, one a line. */
function comments(all: readonly Comment[]): string {
  const lines = all.map(([id, author, file_path, line_number, body, resolved]) =>
    JSON.stringify({ id, author, file_path, line_number, body, resolved }),
  );
  return `${lines.join("\n")}\n`;
}
