import { memoryHost, transcriptOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { RolloutRef } from "../../reading/source.ts";
import { geminiSource } from "../source.ts";

const path = "/h/tmp/p/chats/session-2025-10-02T09-15-b1.json";
const message = (id: string, type: string, content: string) => ({
  id,
  timestamp: "2025-10-02T09:15:10.000Z",
  type,
  content,
});
const messages = [
  message("m1", "user", "One"),
  message("m2", "gemini", "First."),
  message("m3", "user", "Two"),
  message("m4", "gemini", "Second."),
];
const document = JSON.stringify(
  { sessionId: "b1", projectHash: "x", startTime: "2025-10-02T09:15:00.000Z", messages },
  null,
  2,
);

function rolloutOf(at = path): RolloutRef {
  return {
    agent: "gemini",
    home: "/h",
    key: at,
    path: at,
    sizeBytes: 1,
    mtimeMs: 1,
    version: "1",
    thread: null,
    rolloutId: null,
    archived: false,
  };
}

async function read(text: string | Buffer, at = path, window?: { from: number; to: number }) {
  const host = memoryHost({ [at]: text });
  const { turns, damage, outline } = await transcriptOf(rolloutOf(at), geminiSource, host, window ? { window } : {});
  const texts = turns.flatMap(({ items }) => items.map((item) => ("text" in item ? item.text : "")));
  return { turns, texts, damage: damage.map(({ kind }) => kind), outline };
}

describe("a document of the older form", () => {
  it("tells its messages with their lines", async () => {
    const { turns, texts, damage } = await read(document);
    expect(texts).toEqual(["One", "First.", "Two", "Second."]);
    expect(damage).toEqual([]);
    expect(turns[1]?.items[0]?.origin).toEqual({
      file: path,
      line: 18,
      byteOffset: document.indexOf("{", document.indexOf("First.")),
    });
  });

  it("can be read one turn at a time", async () => {
    const { turns } = await read(document);
    expect((await read(document, path, { from: 2, to: 2 })).turns).toEqual([turns[1]]);
    expect((await read(document, path, { from: 1, to: 1 })).turns).toEqual([turns[0]]);
  });

  it("may stand on one line of a log", async () => {
    const log = `${JSON.stringify(JSON.parse(document))}\n`;
    const whole = await read(log, `${path}l`);
    expect(whole.texts).toEqual(["One", "First.", "Two", "Second."]);
    expect((await read(log, `${path}l`, { from: 2, to: 2 })).turns).toEqual([whole.turns[1]]);
  });

  it("gives what is whole in it when it was cut off", async () => {
    const cut = await read(document.slice(0, document.indexOf("Second.")));
    expect(cut.texts).toEqual(["One", "First.", "Two"]);
    expect(cut.damage).toEqual(["torn"]);
    expect(cut.outline.about.thread).toBe("b1");
  });

  it("gives the messages beside a damaged one", async () => {
    const { texts, damage } = await read(document.replace('"First."', '"Fir'));
    expect(texts).toEqual(["One", "Two", "Second."]);
    expect(damage).toEqual(["torn"]);
  });

  it.each([
    ["", ["empty-file"]],
    ["nonsense", ["not-json"]],
    ["[1]", ["not-json"]],
    ["{", ["torn"]],
  ])("%j is damage", async (text, expected) => {
    expect((await read(text)).damage).toEqual(expected);
  });

  it("too large to be parsed is told by its beginning", async () => {
    const large = Buffer.concat([Buffer.from(document.slice(0, -6)), Buffer.alloc(64 * 1024 * 1024 + 1, 32)]);
    const { texts, damage } = await read(large);
    expect(texts.slice(0, 3)).toEqual(["One", "First.", "Two"]);
    expect(damage).toEqual(["oversized-line"]);
  });

  it("that begins with a byte order mark is read", async () => {
    expect((await read(`\uFEFF${document}`)).texts).toHaveLength(4);
  });
});
