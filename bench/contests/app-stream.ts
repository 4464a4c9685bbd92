import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { codex, locateBinary, makeScratch, startModel } from "@reprise/testkit";
import type { Corpus } from "../corpus/prepare.ts";
import { type Cache, reprise } from "../measure/reprise.ts";
import { MeasuredTerminal } from "../measure/terminal.ts";
import { memoryRow, type Row } from "../report/row.ts";

const deltas = 2_000;
/** As fast as the fastest models tell their words. */
const deltaMs = 5;

/** The real Codex against a scripted model. */
export async function appStreamRows(): Promise<Row[]> {
  const scratch = await makeScratch("bench-stream");
  const model = await startModel("responses");
  const home = await codex.prepareHome({ home: scratch.home, model });
  const env = {
    ...home.env,
    REPRISE_STATE: join(scratch.root, "state"),
    REPRISE_CACHE: join(scratch.root, "cache"),
    REPRISE_CODEX_BIN: locateBinary("codex").command,
  };
  model.push([{ text: `${"word ".repeat(deltas)} the-end`, chunks: deltas, paceMs: deltaMs }]);
  const { program } = reprise({ home: "", codexHome: "" } as Corpus, { folder: "" } as Cache);
  const terminal = new MeasuredTerminal({ program, args: [], cwd: scratch.workspace, env });
  try {
    await terminal.untilShown("No sessions");
    terminal.type("n");
    await terminal.untilShown("Ask codex to");
    terminal.type("go");
    await wait(300);
    terminal.type("\r");
    await terminal.untilShown("word");
    const [beginMs, beginCpuMs] = [performance.now(), terminal.processorMs()];
    await terminal.untilShown("the-end");
    const [wallMs, cpuMs] = [performance.now() - beginMs, terminal.processorMs() - beginCpuMs];
    const used = cpuMs / wallMs;
    return [
      {
        what: `a stream of ${deltas} deltas in ${(wallMs / 1000).toFixed(1)} s, the real Codex: time on a processor`,
        bar: "≤ 30 % of one core",
        ours: `${(used * 100).toFixed(0)} %, ${cpuMs.toFixed(0)} ms`,
        peer: "–",
        ratio: "–",
        isReached: used <= 0.3,
      },
      memoryRow("memory of the app, the most until then", terminal.peakBytes(), 120),
    ];
  } finally {
    await terminal.end();
    await model.close();
    await scratch.remove();
  }
}
