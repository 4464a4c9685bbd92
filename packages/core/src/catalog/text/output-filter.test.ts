import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Item, parseSearch, type Timestamp, type Turn } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { codexSource } from "../../agents/codex/source.ts";
import type { AgentSource, RolloutRef } from "../../agents/reading/source.ts";
import type { Host } from "../../host/host.ts";
import { nodeHost } from "../../host/node-host.ts";
import { Outliner } from "../../transcript/outline.ts";
import { readTurns } from "../../transcript/read-turns.ts";
import { searchTexts } from "./item-text.ts";
import { Matcher } from "./match.ts";
import { OutputFilter } from "./output-filter.ts";

const fixtures = fileURLToPath(new URL("../../../../../fixtures/codex", import.meta.url));
const here = nodeHost({});
const termsOf = (line: string) => parseSearch(line, { agents: [], now: "2026-11-15T20:00:00.000Z" as Timestamp }).terms;

describe("a sifted reading", () => {
  const cases = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  it.each(cases.map(({ name }) => name))("of %s finds for every word what a whole one finds", async (name) => {
    let siftedCount = 0;
    for (const rollout of codexSource.locate(join(fixtures, name), here).rollouts) {
      const read = await readingOf(rollout, here);
      for (const turn of await read(codexSource)) {
        for (const word of wordsOf(turn.items)) {
          if (!OutputFilter.of(termsOf(word))?.isFor(codexSource)) continue;
          const { sifted, whole } = await bothWays(word, turn, read);
          expect(sifted, word).toEqual(whole);
          siftedCount += 1;
        }
      }
    }
    expect(siftedCount).toBeGreaterThan(0);
  });

  it.each([
    ["as it is, in capitals", "the VelMariScope"],
    ["with an escaped letter", String.raw`the vel\u006dariscope`],
    ["with a colour code in it", String.raw`the vel\u001b[1mmariscope`],
    ["with a long s", "the velmari\u017Fcope"],
    ["with an accent", "the velmáriscope"],
    ["with an escaped accent", String.raw`the velm\u00e1riscope`],
    ["in wide letters", "the ｖｅｌｍａｒｉｓｃｏｐｅ"],
    ["inside of another", "the xvelmariscopes"],
  ])("finds a word %s", async (_, text) => {
    const read = await readingOf(...rolloutOf(prompt("go"), call("c1", "ls"), output("c1", text)));
    const [turn] = await read(codexSource);
    const { sifted, whole } = await bothWays("velmariscope", turn as Turn, read);
    expect(sifted).toHaveLength(1);
    expect(sifted).toEqual(whole);
  });

  it("does not find what a further line, without the word, corrects", async () => {
    const told = [reply("a velmariscope"), shownReply("a telescope")];
    const read = await readingOf(...rolloutOf(prompt("go"), ...told));
    const [turn] = await read(codexSource);
    expect(turn?.items.map((item) => ("text" in item ? item.text : ""))).toEqual(["go", "a telescope"]);
    expect(await bothWays("velmariscope", turn as Turn, read)).toEqual({ sifted: [], whole: [] });
  });

  it("is not made of a word the decoder says by itself, nor of one with too few letters", () => {
    expect(OutputFilter.of(termsOf("hist"))?.isFor(codexSource)).toBe(false);
    expect(OutputFilter.of(termsOf("velmariscope ab"))).toBeNull();
    expect(OutputFilter.of(termsOf("\u51AA\u7B49"))).toBeNull();
  });
});

type Read = (source: AgentSource, turn?: number) => Promise<Turn[]>;

async function bothWays(word: string, turn: Turn, read: Read) {
  const terms = termsOf(word);
  const matcher = new Matcher(terms);
  const matches = (items: readonly Item[]) =>
    items.flatMap((item) => {
      const [found] = matcher.find(item);
      return found ? [{ item, snippet: matcher.snippetAt(found).snippet }] : [];
    });
  const sifted = await OutputFilter.of(terms)?.sift(codexSource, async (source) => {
    const [again] = await read(source, turn.number);
    return matches(again?.items ?? []);
  });
  return { sifted: shown(sifted ?? []), whole: shown(matches(turn.items)) };
}

const line = (type: string, payload: string) =>
  `{"timestamp":"2026-11-15T20:00:00.000Z","type":"${type}","payload":${payload}}\n`;
const prompt = (text: string) => line("event_msg", `{"type":"user_message","message":"${text}"}`);
const reply = (text: string) =>
  line("response_item", `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"${text}"}]}`);
const shownReply = (text: string) => line("event_msg", `{"type":"agent_message","message":"${text}"}`);
const call = (id: string, command: string) =>
  line(
    "response_item",
    `{"type":"function_call","name":"shell","arguments":"{\\"command\\":[\\"${command}\\"]}","call_id":"${id}"}`,
  );
const output = (id: string, text: string) =>
  line("response_item", `{"type":"function_call_output","call_id":"${id}","output":"${text}"}`);

function rolloutOf(...lines: readonly string[]): [RolloutRef, Host] {
  const path = "/home/dev/.codex/sessions/rollout-2026-11-15T19-35-21-01a1e0b9-148a.jsonl";
  const header = line("session_meta", `{"id":"01a1e0b9-148a","timestamp":"2026-11-15T20:00:00.000Z"}`);
  const host = memoryHost({ [path]: header + lines.join("") });
  const [rollout] = codexSource.locate("/home/dev/.codex", host).rollouts;
  return [rollout as RolloutRef, host];
}

function shown(found: readonly { readonly item: Item; readonly snippet: string }[]) {
  return found.map(({ item, snippet }) => [item.id, item.kind, item.at, snippet]);
}

function wordsOf(items: readonly Item[]): Set<string> {
  const texts = items.flatMap((item) => [...searchTexts(item)]);
  return new Set(
    texts
      .flatMap(({ text }) => text.toLowerCase().match(/[a-z]{4,}/g) ?? [])
      .values()
      .take(400),
  );
}

async function readingOf(rollout: RolloutRef, host: Host): Promise<Read> {
  const outliner = new Outliner();
  for await (const { facts } of codexSource.decode(rollout, host, { depth: "outline" })) outliner.take(facts);
  const outline = outliner.result();
  const chain = { pieces: [{ rollout, toByte: null }], missing: null };
  return async (source, turn) => {
    const window = turn === undefined ? undefined : { from: turn, to: turn };
    const turns: Turn[] = [];
    for await (const one of readTurns({ chain, outline, window, isLive: false }, source, host).turns) turns.push(one);
    return turns;
  };
}
