import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { nodeHost } from "@reprise/core";
import { workspaceStoreOn } from "@reprise/core/workbench";
import type { SavedChange } from "@reprise/model";
import type { WalkPage } from "../../packages/cli/test/page/walk-page.ts";
import { send } from "../../packages/cli/test/page/walks.ts";
import { WorkbenchStage } from "../../packages/cli/test/page/workbench-stage.ts";
import { contest, figure } from "../measure/contest.ts";
import { notesShown, shownMs } from "../measure/shown.ts";
import type { MeasuredBrowser, Person } from "../measure/tab.ts";
import { type Row, timeRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";

const [turns, turnLength] = [500, 40_000];
const lastWords = `the end of turn ${turns}`;
const listener = {
  saved: () => undefined,
  failed: () => undefined,
  saving: () => undefined,
  found: () => undefined,
};

/** From the first byte of the page to its saved state: just after the server's start, and later; against a page of text. */
export async function pageStaleRows(arena: Arena, browser: MeasuredBrowser): Promise<Row[]> {
  const [restarted, warm] = [await WorkbenchStage.open("bench-stale"), await WorkbenchStage.open("bench-warm")];
  const people: Person[] = [];
  const newPerson = async (link: URL | null) => {
    const person = await browser.person(link);
    people.push(person);
    return person;
  };
  try {
    await haveThread(restarted, browser);
    for (const stage of [restarted, warm]) await saveTurns(stage);
    cpSync(savedIn(restarted), `${restarted.state}-kept`, { recursive: true });
    await warm.serve();
    const [person, stranger] = [await newPerson(warm.program.link), await newPerson(null)];
    const origin = () => warm.program.link.origin;
    const figures = await contest(
      [
        {
          name: "first load of a new server",
          before: async () => {
            await restartWithSaved(restarted);
          },
          run: async () =>
            loaded(await newPerson(restarted.program.link), workbenchAt(restarted), [".entry", lastWords]),
        },
        {
          name: "load of a page that was loaded before",
          run: () => loaded(person, workbenchAt(warm), [".entry", lastWords]),
        },
        { name: "a page of text", run: () => loaded(stranger, `${origin()}/`, ["h1", "Not signed in"]) },
      ],
      arena,
    );
    const peer = figure(figures, "a page of text");
    const what = `first byte to the saved workbench on the screen, ${turns} turns of ${turnLength} characters`;
    const row = (name: string) => timeRow({ what: `${what}: ${name}`, ours: figure(figures, name), peer, mostMs: 300 });
    return [row("load of a page that was loaded before"), row("first load of a new server")];
  } finally {
    for (const person of people) await person.close();
    rmSync(`${restarted.state}-kept`, { recursive: true, force: true });
    await restarted.close();
    await warm.close();
  }
}

function workbenchAt({ program, folder }: WorkbenchStage): string {
  return `${program.link.origin}/#/workbench?folder=${encodeURIComponent(folder)}`;
}

async function loaded(person: Person, url: string, [selector, text]: [string, string]): Promise<number> {
  const tab = await person.newPage();
  await tab.addInitScript(notesShown(selector, text));
  await tab.goto(url, { waitUntil: "commit" });
  const ms = await shownMs(tab);
  await tab.close();
  return ms;
}

/** Then the agent starts while the page is loaded, to continue it. */
async function haveThread(stage: WorkbenchStage, browser: MeasuredBrowser): Promise<void> {
  await stage.serve();
  stage.model.push([{ text: "Done." }]);
  const person = await browser.person(stage.program.link);
  const page = (await person.newPage()) as unknown as WalkPage;
  await page.goto(workbenchAt(stage));
  await send(page, "Go.");
  await page.getByText("Done.").waitFor();
  await person.close();
  await stage.program.kill("SIGTERM");
}

async function saveTurns(stage: WorkbenchStage): Promise<void> {
  const host = nodeHost({
    ...process.env,
    REPRISE_STATE: stage.state,
    REPRISE_CONFIG: join(stage.state, "none"),
  });
  const saved = await workspaceStoreOn(host, { version: "0.0.0" }).open(stage.folder, listener);
  await saved.save(Array.from({ length: turns }, (_, index) => reply(index + 1)));
  await saved.close();
}

function reply(number: number): SavedChange {
  const words = "The test failed because the **cart** was empty: `items.reduce((sum, item) => sum + item.price)`\n\n";
  const text = `${words.repeat(Math.ceil(turnLength / words.length)).slice(0, turnLength)} the end of turn ${number}`;
  const id = String(number);
  return {
    type: "entry",
    entry: { id, at: null, item: { kind: "reply", text }, isComplete: true, exec: null, diff: null },
  };
}

function savedIn({ state }: WorkbenchStage): string {
  return join(state, "workspaces");
}

/** A thread that was continued has other entries: each load begins with the same. */
async function restartWithSaved(stage: WorkbenchStage): Promise<void> {
  await stage.kill();
  rmSync(savedIn(stage), { recursive: true });
  cpSync(`${stage.state}-kept`, savedIn(stage), { recursive: true });
  await stage.serve();
}
