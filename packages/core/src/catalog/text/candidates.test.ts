import { parseSearch, type Timestamp } from "@reprise/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeDatabases } from "../../host/database/database.ts";
import { prepareSchema } from "../schema.ts";
import { placesOf } from "./candidates.ts";
import { Matcher } from "./match.ts";
import { addText } from "./text-rows.ts";
import { addVocabulary, wordsWith } from "./vocabulary.ts";
import { WordSet } from "./word-set.ts";

const now = "2026-11-15T20:00:00.000Z" as Timestamp;

/** An index of replies, one a session. */
function indexOf(texts: readonly string[]) {
  const database = nodeDatabases.open(null);
  prepareSchema(database);
  for (const [index, text] of texts.entries()) {
    const bag = new WordSet();
    bag.add(text);
    const passages = [{ turn: 1, field: "reply", words: bag.take() } as const];
    addText(database, index + 1, passages, null);
    addVocabulary(database, passages);
  }
  return database;
}

function bothWays(line: string, texts: readonly string[]) {
  const database = indexOf(texts);
  const { terms } = parseSearch(line, { agents: [], now });
  const matcher = new Matcher(terms);
  const found = texts.flatMap((text, index) =>
    matcher.findIn([{ field: "reply", text }]).includes(null) ? [] : [index + 1],
  );
  const candidates = terms.map((term) => placesOf(term, database));
  database.close();
  return {
    found,
    isCandidate: (session: number) => candidates.every((one) => one === null || one.has(session)),
  };
}

describe("the index", () => {
  it.each([
    ["login", "The Login page"],
    ["plete", "all complete"],
    ["reply", "parseHTTPReply()"],
    ["snake_case", "a snake_case_name"],
    ["ake_cas", "a snake_case_name"],
    ["rc/app.ts", "see src/app.ts:12"],
    ["tsrc/ap", "see mytsrc/app.ts:12"],
    ["--dry-run", "git push --dry-run"],
    ["编译", "修复编译器的错误"],
    ["器", "修复编译器的错误"],
    ["react组件", "使用react组件"],
    ["grosse", "Größe"],
    ["osse", "Größe"],
    ["осква", "Москва"],
    ["&&", "a && b"],
    ['"login page"', "the login\n   page is"],
    ["x1b", "x1b"],
    ["eedle12", "needle1234"],
    ["banana", "bananabanana"],
    ["ana", "an banana"],
  ])("names what has %s: %j", (line, text) => {
    const { found, isCandidate } = bothWays(line, ["nothing", text]);
    expect(found).toEqual([2]);
    expect(isCandidate(2)).toBe(true);
  });

  it("names everything that matches, whatever it is", () => {
    const text = fc.stringMatching(/^[a-cA-C_ /.éΣ编译]{0,30}$/);
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.stringMatching(/^[a-cA-C_/éς编译]{1,6}$/),
        fc.boolean(),
        (texts, wanted, isQuoted) => {
          const { found, isCandidate } = bothWays(isQuoted ? `"${wanted}"` : wanted, texts);
          for (const session of found) expect(isCandidate(session)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("the vocabulary", () => {
  it("has every word however often it is added, in few lists", () => {
    const words = Array.from({ length: 300 }, (_, index) => `word${index}end`);
    const database = indexOf(words);
    expect(wordsWith({ text: "ord7", isEnd: false }, database, 1000)).toEqual(
      new Set(words.filter((word) => word.startsWith("word7"))),
    );
    expect(wordsWith({ text: "7end", isEnd: true }, database, 1000)?.size).toBe(30);
    expect(wordsWith({ text: "end", isEnd: false }, database, 100)).toBeNull();
    const lists = database.prepare("SELECT count(*) AS count FROM vocabulary").get();
    expect(Number(lists?.count)).toBeLessThan(12);
  });
});
