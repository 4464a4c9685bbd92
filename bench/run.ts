import { disposeAll } from "@reprise/testkit";
import { parseWish, type Wish } from "./arguments.ts";
import { type Arena, contests } from "./contests/contests.ts";
import type { CorpusName } from "./corpus/corpora.ts";
import { prepareCorpus } from "./corpus/prepare.ts";
import { writeDocument } from "./report/document.ts";
import { machineText } from "./report/machine.ts";
import type { Row } from "./report/row.ts";
import { tableText } from "./report/table.ts";

const say = (text: string) => process.stderr.write(`bench: ${text}\n`);
/** Ends the run whatever happens; a whole one takes a tenth of it. */
const limitMs = 90 * 60_000;

async function bench(wish: Wish): Promise<void> {
  const rows = await rowsOf(wish);
  const measured = `${machineText()}\n\n${tableText(rows)}`;
  process.stdout.write(`${measured}\n`);
  if (process.exitCode === 1 || wish.only.length > 0 || wish.scale === "small" || process.env.REPRISE_BENCH_BIN) return;
  say(`wrote ${writeDocument(measured)}`);
}

/** The bars are about the full corpora: at the small scale nothing is held against them. */
async function rowsOf(wish: Wish): Promise<Row[]> {
  const arena: Arena = {
    samples: wish.samples,
    fewSamples: Math.min(3, wish.samples),
    warmUps: 1,
    say,
    corpus: (name: CorpusName) => prepareCorpus(name, wish.scale, say),
  };
  const rows: Row[] = [];
  for (const [name, contest] of Object.entries(contests)) {
    if (wish.only.length > 0 && !wish.only.includes(name)) continue;
    say(`contest ${name}`);
    try {
      rows.push(...(await contest(arena)).map((row) => (wish.scale === "small" ? { ...row, isReached: null } : row)));
    } catch (error) {
      // What the others measured is printed.
      say(`contest ${name} failed: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
  return rows;
}

const timer = setTimeout(() => {
  say(`took longer than ${limitMs / 60_000} minutes and was ended`);
  process.exit(1); // what it started ends with it
}, limitMs);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
try {
  await bench(parseWish(process.argv.slice(2), Object.keys(contests)));
} catch (error) {
  say((error as Error).message);
  process.exitCode = 1;
} finally {
  clearTimeout(timer);
  await disposeAll();
}
