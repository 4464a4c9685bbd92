import { gzipSync } from "node:zlib";
import { WorkbenchStage } from "../../packages/cli/test/page/workbench-stage.ts";
import { noted, notesShown } from "../measure/shown.ts";
import type { MeasuredBrowser } from "../measure/tab.ts";
import type { Row } from "../report/row.ts";

const mostBytes = 100_000;

/** The scripts that the workbench, the largest screen, has loaded when it can be used; each as gzip makes it. */
export async function pageScriptRow(browser: MeasuredBrowser): Promise<Row> {
  const stage = await WorkbenchStage.open("bench-script");
  await stage.serve();
  const person = await browser.person(stage.program.link);
  try {
    const tab = await person.newPage();
    await tab.addInitScript(notesShown(".composer-box", ""));
    await tab.goto(`${stage.program.link.origin}/#/workbench?folder=${encodeURIComponent(stage.folder)}`);
    await noted(tab, "shownMs");
    const scripts = await tab.evaluate<readonly string[]>(`Promise.all(performance.getEntriesByType("resource")
      .map(({ name }) => name).filter((name) => name.endsWith(".js"))
      .map((name) => fetch(name).then((answer) => answer.text())))`);
    const bytes = scripts.reduce((sum, text) => sum + gzipSync(text).length, 0);
    return {
      what: `script of the first load, ${scripts.length} files with gzip`,
      bar: `≤ ${mostBytes / 1000} kB`,
      ours: `${(bytes / 1000).toFixed(1)} kB`,
      peer: "–",
      ratio: "–",
      isReached: bytes <= mostBytes,
    };
  } finally {
    await person.close();
    await stage.close();
  }
}
