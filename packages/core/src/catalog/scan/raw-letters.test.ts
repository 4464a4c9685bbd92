import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { termOf } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { codexSource } from "../../agents/codex/source.ts";
import { nodeDatabases } from "../../host/database/database.ts";
import { nodeHost } from "../../host/node-host.ts";
import { Outliner } from "../../transcript/outline.ts";
import { prepareSchema } from "../schema.ts";
import { searchTexts } from "../text/item-text.ts";
import { mayHideNumbers, rawLettersOf } from "./raw-letters.ts";
import { UnindexedFiles } from "./unindexed-files.ts";

const fixtures = fileURLToPath(new URL("../../../../../fixtures/codex", import.meta.url));
const host = nodeHost({});

describe("the letters of a term", () => {
  it.each([
    ["a longest word", "the velmariscope", "velmariscope"],
    ["a word rather than a number", "ab 123456", "ab"],
    ["a number, if there is nothing else", "8080", "8080"],
    ["no word of the decoder's own", "history velmari", "velmari"],
    ["those of another script", "編譯 =>", "編譯"],
  ])("are %s", (_, text, letters) => {
    expect(rawLettersOf(termOf(text, false), codexSource.ownWords ?? [])?.text).toBe(letters);
  });

  it("are none of signs, and none of a word that a decoder may say by itself", () => {
    expect(rawLettersOf(termOf("=>", false), [])).toBeNull();
    expect(rawLettersOf(termOf("history", false), ["history"])).toBeNull();
  });
});

describe("numbers that JSON spells otherwise", () => {
  it.each([
    ['{"a":1e5}', true],
    ['{"a":[12345678901234567890]}', true],
    ['{"a":12.5,"b":"1e5x"}', false],
  ])("are in %s: %s", (text, expected) => expect(mayHideNumbers(text)).toBe(expected));

  it("are looked for in time that grows with the text", () => {
    const startedAt = performance.now();
    for (const text of [`:${"1".repeat(1e6)}x`, ": ".repeat(5e5), `:${"1e".repeat(5e5)}`]) mayHideNumbers(text);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});

describe("bytes of a recording", () => {
  const cases = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  it.each(cases.map(({ name }) => name))("of %s may have each word that its items and its title have", async (name) => {
    const database = nodeDatabases.open(null);
    prepareSchema(database);
    for (const rollout of codexSource.locate(join(fixtures, name), host).rollouts) {
      const outliner = new Outliner();
      const words = new Set<string>();
      for await (const { facts } of codexSource.decode(rollout, host, { depth: "full" })) {
        outliner.take(facts);
        for (const fact of facts)
          for (const { text } of fact.type === "item" ? searchTexts(fact.item) : [])
            for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) words.add(word);
      }
      for (const word of outliner.result().title.match(/[\p{L}\p{N}]+/gu) ?? []) words.add(word);
      for (const word of [...words].slice(0, 600)) {
        const unindexed = new UnindexedFiles([termOf(word, false)], host, { fewBytes: 0 });
        const report = { threads: null, onProgress: () => undefined, signal: undefined };
        const choose = unindexed.chooser({ database, names: [], ...report });
        expect((await choose([rollout], codexSource, { isNew: true })).size, `${word} in ${rollout.path}`).toBe(1);
      }
    }
    database.close();
  });
});
