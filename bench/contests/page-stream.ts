import { WorkbenchStage } from "../../packages/cli/test/page/workbench-stage.ts";
import { contest, type Figure, figure } from "../measure/contest.ts";
import { type Frames, frameScript, framesPerSecond } from "../measure/frames.ts";
import { noted } from "../measure/shown.ts";
import type { MeasuredBrowser, Person, Tab } from "../measure/tab.ts";
import type { Row } from "../report/row.ts";
import type { Arena } from "./contests.ts";
import { denseText, proseText } from "./streamed-texts.ts";

const deltas = 2_000;
const leastFrames = 50;

interface Stream {
  readonly what: string;
  readonly text: string;
  /** Between two deltas. */
  readonly paceMs: number;
}

const streams: readonly Stream[] = [
  { what: "prose, 5 ms apart", text: proseText, paceMs: 5 },
  { what: "dense Markdown, in one burst", text: denseText, paceMs: 0 },
];

/** The real Codex tells its words; against a page that appends the same words to a `<pre>`, once per frame. */
export async function pageStreamRows(arena: Arena, browser: MeasuredBrowser): Promise<Row[]> {
  const stage = await WorkbenchStage.open("bench-frames");
  await stage.serve();
  const person = await browser.person(stage.program.link);
  try {
    const rows: Row[] = [];
    for (const stream of streams) rows.push(await streamRow(stream, stage, person, arena));
    return rows;
  } finally {
    await person.close();
    await stage.close();
  }
}

async function streamRow(
  { what, text, paceMs }: Stream,
  stage: WorkbenchStage,
  person: Person,
  arena: Arena,
): Promise<Row> {
  const longest = new Map<string, number>();
  let count = 0;
  const run = (name: string, open: (tab: Tab, end: string) => Promise<void>) => async () => {
    count += 1;
    const end = `the-end-of-${paceMs}-${count}`;
    stage.model.push([{ text: `${text}\n\n${end}`, chunks: deltas, paceMs }]);
    const tab = await person.newPage();
    await open(tab, end);
    await tab.evaluate(say(stage.folder, `Stream ${count}.`));
    const frames = await noted<Frames>(tab, "measuredFrames");
    await tab.close();
    longest.set(name, Math.max(longest.get(name) ?? 0, frames.longestMs));
    return framesPerSecond(frames);
  };
  const figures = await contest(
    [
      { name: "ours", run: run("ours", (tab, end) => openWorkbench(tab, stage, end)) },
      { name: "a bare <pre>", run: run("a bare <pre>", (tab, end) => openBare(tab, stage, end)) },
    ],
    { ...arena, samples: arena.fewSamples, unit: "frames/s" },
  );
  const [ours, peer] = [figure(figures, "ours"), figure(figures, "a bare <pre>")];
  const words = (one: Figure, name: string) =>
    `${one.medianMs.toFixed(0)} (${one.leastMs.toFixed(0)}–${one.mostMs.toFixed(0)}), longest ${longest.get(name)?.toFixed(0)} ms`;
  return {
    what: `frames per second while ${deltas} deltas come: ${what}`,
    bar: `≥ ${leastFrames}`,
    ours: words(ours, "ours"),
    peer: `a bare \`<pre>\`: ${words(peer, "a bare <pre>")}`,
    ratio: `${(ours.medianMs / peer.medianMs).toFixed(2)} ×`,
    isReached: ours.medianMs >= leastFrames,
  };
}

async function openWorkbench(tab: Tab, { program, folder }: WorkbenchStage, end: string): Promise<void> {
  await tab.goto(`${program.link.origin}/#/workbench?folder=${encodeURIComponent(folder)}`);
  await tab.evaluate(`new Promise((resolve) => {
    const look = () => document.querySelector('[role=status][aria-label="Connection"]')?.textContent === "live" ? resolve() : setTimeout(look, 20);
    look();
  })`);
  await tab.evaluate(
    frameScript({
      isBegun: `document.querySelector(".entry[data-kind=reply] .visually-hidden") !== null`,
      isOver: `document.querySelector(".measured-rows > :last-child")?.textContent.includes(${JSON.stringify(end)})`,
    }),
  );
}

/** The same news, of the same server, with no more than a browser needs to show text. */
async function openBare(tab: Tab, { program, folder }: WorkbenchStage, end: string): Promise<void> {
  const { origin } = program.link;
  await tab.route(`${origin}/bare`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><pre></pre>" }),
  );
  await tab.goto(`${origin}/bare`);
  await tab.evaluate(`{
    const source = new EventSource(${JSON.stringify(`/workbench/news?folder=${encodeURIComponent(folder)}`)});
    const box = document.querySelector("pre");
    let waiting = "";
    window.bareText = "";
    source.onmessage = ({ data }) => {
      const { type, change } = JSON.parse(data);
      if (type !== "change" || change.type !== "text") return;
      if (waiting === "") requestAnimationFrame(() => {
        box.append(waiting);
        window.bareText += waiting;
        waiting = "";
        scrollTo(0, document.body.scrollHeight);
      });
      waiting += change.text;
    };
    source.onerror = () => source.close();
  }`);
  await tab.evaluate(
    frameScript({
      isBegun: `window.bareText !== ""`,
      isOver: `window.bareText.includes(${JSON.stringify(end)})`,
    }),
  );
}

function say(folder: string, text: string): string {
  const body = JSON.stringify({ type: "send", text, inputs: [], steers: false });
  return `fetch(${JSON.stringify(`/workbench/actions?folder=${encodeURIComponent(folder)}`)}, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: ${JSON.stringify(body)},
  }).then((answer) => { if (!answer.ok) throw new Error("not sent: " + answer.status); })`;
}
