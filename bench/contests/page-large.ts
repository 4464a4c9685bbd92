import { spawn } from "node:child_process";
import { until } from "@reprise/testkit";
import { OpenProgram } from "../../packages/cli/test/open-stage.ts";
import { figureOf } from "../measure/contest.ts";
import { readIntoPageCache } from "../measure/page-cache.ts";
import { Cache, reprise } from "../measure/reprise.ts";
import { noted } from "../measure/shown.ts";
import type { MeasuredBrowser } from "../measure/tab.ts";
import { memoryRow, type Row, timeText } from "../report/row.ts";
import type { Arena } from "./contests.ts";

const screensUp = 100;

/** A gigabyte in a tab: from the click on it in the list to its last turn, then a long way up. */
export async function pageLargeRows(arena: Arena, browser: MeasuredBrowser): Promise<Row[]> {
  const corpus = arena.corpus("large");
  const { turnCount, sizeBytes, first } = corpus.totals;
  const cache = new Cache();
  readIntoPageCache(corpus);
  const { program, args, env, cwd } = reprise(corpus, cache, "open", "--json", "--no-browser", "--port", "0");
  const server = new OpenProgram(spawn(program, args, { env, cwd }));
  try {
    await until(() => server.stdout.includes("\n") || server.hasEnded, { what: "the link" });
    const person = await browser.person(server.link);
    const [times, sizes]: [number[], number[]] = [[], []];
    for (let round = 0; round < arena.samples; round += 1) {
      const tab = await person.newPage();
      await tab.goto(`${server.link.origin}/#/?folder=${encodeURIComponent(first.cwd)}`);
      await tab.evaluate(clickOnFirst(turnCount));
      times.push(await noted<number>(tab, "lastTurnMs"));
      await tab.evaluate(scrollUp);
      await noted(tab, "isScrolled");
      sizes.push(await browser.tabBytes());
      await tab.close();
      const megabytes = ((sizes.at(-1) ?? 0) / 1e6).toFixed(0);
      arena.say(`last turn on the screen after ${times.at(-1)?.toFixed(0)} ms; ${megabytes} MB`);
    }
    await person.close();
    const [clicked, size] = [figureOf("click", times), `${(sizeBytes / 1e9).toFixed(2)} GB`];
    return [
      {
        what: `from the click on a session of ${size} to the last of its ${turnCount} turns on the screen`,
        bar: "≤ 500 ms",
        ours: timeText(clicked),
        peer: "–",
        ratio: "–",
        isReached: clicked.medianMs <= 500,
      },
      memoryRow(`memory of that tab after ${screensUp} screens upwards, the most`, Math.max(...sizes), 150),
    ];
  } finally {
    await server.kill("SIGKILL");
    cache.remove();
  }
}

/** As soon as the list shows it; the time is in `lastTurnMs`. */
function clickOnFirst(turnCount: number): string {
  return `{
    const isShown = () => {
      const last = [...document.querySelectorAll(".transcript .block")].at(-1)?.getBoundingClientRect();
      const isLast = document.querySelector('.transcript [data-key="turn ${turnCount}"]') !== null;
      return isLast && last !== undefined && last.height > 0 && last.top < innerHeight && last.bottom > 0;
    };
    const click = () => {
      const link = document.querySelector('.preview a[href^="#/sessions/"]');
      if (link === null) return setTimeout(click, 20);
      const clickedMs = performance.now();
      const look = () => requestAnimationFrame(() => {
        if (!isShown()) return look();
        requestAnimationFrame(() => { window.lastTurnMs = performance.now() - clickedMs; });
      });
      link.click();
      look();
    };
    click();
  }`;
}

const scrollUp = `{
  const box = document.querySelector(".transcript");
  let left = ${screensUp};
  const step = () => {
    if (left === 0) { window.isScrolled = true; return; }
    left -= 1;
    box.scrollTop -= box.clientHeight;
    setTimeout(step, 50);
  };
  step();
}`;
