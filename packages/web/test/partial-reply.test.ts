import type { Item, Library, Turn, ViewLine } from "@reprise/model";
import { openStoppedSession } from "@reprise/testkit";
import { httpViews } from "@reprise/web/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { Stage } from "./stage.ts";

const notice = "The reply above is incomplete. Only the journal of Reprise has it.";

const wordsOf = (item: Item) => ("text" in item ? `${item.id} ${item.text}` : item.id);

async function shown(library: Library, window?: Parameters<Library["read"]>[1]): Promise<string[]> {
  const turns: Turn[] = await Array.fromAsync((await library.read("codex:a" as never, window)).turns);
  return turns.flatMap(({ number, items }) => items.map((item) => `${number} ${wordsOf(item)}`));
}

async function viewed(lines: AsyncIterable<ViewLine>): Promise<string[]> {
  const all = await Array.fromAsync(lines);
  return all.flatMap((line) => (line.type === "item" ? [`${line.turn} ${wordsOf(line.item as Item)}`] : []));
}

async function searched(library: Library, text: string) {
  const hits = await Array.fromAsync(library.search(text, { scope: "all" }));
  return hits.filter(({ kind }) => kind !== "title").map(({ turn, item, reach }) => `${turn} ${item} ${reach}`);
}

describe("a reply that only the journal has", () => {
  it.each([
    { turnCount: 3, stopped: [2], isRunning: false },
    { turnCount: 3, stopped: [3], isRunning: false },
    { turnCount: 3, stopped: [3], isRunning: true },
    { turnCount: 5, stopped: [1, 3, 5], isRunning: false },
  ])("is in its turn once, in every window and on the page: %o", async ({ turnCount, stopped, isRunning }) => {
    const { library, dispose } = openStoppedSession({ turnCount, stopped, isRunning });
    onTestFinished(dispose);
    const stage = await Stage.open({ library });
    onTestFinished(() => stage.close());
    const views = httpViews(stage.call);
    const whole = await shown(library);
    for (const number of stopped)
      expect(whole.filter((line) => line.startsWith(`${number} journal:`))).toEqual([
        expect.stringContaining(`half ${number}`),
        expect.stringContaining(notice),
      ]);
    // What is shown is found, once and there; also with words that the log has.
    const ofJournal = whole.filter((line) => line.includes(" half ")).map((line) => line.split(" ", 2).join(" "));
    expect((await searched(library, "half")).toSorted()).toEqual(ofJournal.map((line) => `${line} item`).toSorted());
    for (const number of stopped) {
      const [place] = ofJournal.filter((line) => line.startsWith(`${number} `));
      expect(await searched(library, `"half ${number}"`)).toEqual([`${place} item`]);
      expect(await searched(library, `"question ${number}" "half ${number}"`)).toContain(`${place} session`);
    }
    const prompts = await searched(library, "question");
    expect(prompts.length).toBe(turnCount);
    for (let from = 1; from <= turnCount; from += 1)
      for (let to = from; to <= turnCount; to += 1) {
        const expected = whole.filter((line) => Number.parseInt(line, 10) >= from && Number.parseInt(line, 10) <= to);
        expect(await shown(library, { from, to })).toEqual(expected);
      }
    for (const count of [1, 3, 7, 100]) {
      const end = await viewed(views.view("codex:a", { last: true, count }));
      expect(end).toEqual(whole.slice(-end.length));
      expect(end.length).toBeGreaterThanOrEqual(Math.min(count, whole.length));
    }
  });
});
