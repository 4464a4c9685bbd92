import type { Timestamp } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { RecordBody } from "./journal-record.ts";
import { readJournal } from "./read-journal.ts";
import { encodeRecord } from "./record-line.ts";

const path = "/state/r.jsonl";
const record = (seq: number, fact: RecordBody) =>
  encodeRecord({ v: 1, at: "2026-11-15T20:00:00.000Z" as Timestamp, seq, epoch: 1, ...fact });
const persisted = (seq: number) => record(seq, { type: "prompt-persisted", prompt: `p${seq}` });
const repaired = (seq: number, byteOffset: number, byteCount: number) =>
  record(seq, { type: "tail-repaired", byteOffset, byteCount });

async function read(text: string | null) {
  const { records, damage } = readJournal(path, memoryHost(text === null ? {} : { [path]: text }));
  const found = await Array.fromAsync(records);
  return { seqs: found.map(({ seq }) => seq), damage };
}

describe("readJournal", () => {
  it("gives every record in order; a journal that is not there has none", async () => {
    expect(await read(persisted(1) + persisted(2))).toEqual({ seqs: [1, 2], damage: [] });
    expect(await read(null)).toEqual({ seqs: [], damage: [] });
    expect(await read("")).toEqual({ seqs: [], damage: [] });
  });

  it("passes over empty lines and other tools' marks", async () => {
    const { seqs, damage } = await read(`${persisted(1)}\n\n{"note":"not ours"}\n${persisted(2)}`);
    expect([seqs, damage]).toEqual([[1, 2], []]);
  });

  it("a bad line is told with its place, and hides none of the others", async () => {
    const { seqs, damage } = await read(`${persisted(1)}{"v":1,"seq":\n${persisted(3)}`);
    expect(seqs).toEqual([1, 3]);
    expect(damage).toMatchObject([{ file: path, line: 2 }]);
    expect(damage[0]?.byteOffset).toBeGreaterThanOrEqual(persisted(1).length);
    expect(damage[0]?.byteOffset).toBeLessThan(persisted(1).length + 14);
  });

  it.each<[string, object]>([
    ["run-started", { run: "r", agent: "codex", settings: null }],
    ["run-started", { run: "r", agent: "nobody", settings: {}, scope: { kind: "workspace", root: "/a" } }],
    ["run-resumed", { process: { pid: 1 }, settings: 7 }],
    ["settings-effective", {}],
    ["prompt-sending", { prompt: "p", text: "t", carries: 5 }],
    ["tool-servers", { servers: [[]] }],
    ["request-asked", { request: null }],
    ["request-answered", { request: "q", answer: null }],
    ["turn-ended", { state: "failed", failure: 7 }],
    ["text", { item: "i", text: [] }],
  ])("a %s of another shape is told as damage, and hides none of the others", async (type, fields) => {
    const odd = JSON.stringify({ v: 1, at: "2026-11-15T20:00:00.000Z", seq: 2, epoch: 1, type, ...fields });
    const { seqs, damage } = await read(`${persisted(1)}${odd}\n${persisted(3)}`);
    expect(seqs).toEqual([1, 3]);
    expect(damage).toMatchObject([{ file: path, line: 2 }]);
  });

  it("a last line without its end is told as torn, and a whole record there still counts", async () => {
    const torn = await read(`${persisted(1)}{"v":1,"se`);
    expect(torn.seqs).toEqual([1]);
    expect(torn.damage).toMatchObject([{ kind: "torn", line: 2 }]);
    expect((await read(persisted(1) + persisted(2).trimEnd())).seqs).toEqual([1, 2]);
    const detail = expect.stringContaining("cut off while it was written");
    expect(torn.damage).toMatchObject([{ detail }]);
    const elsewhere = await read(`{"v":1,"se\n${persisted(2)}{"v":1,"se`);
    expect(elsewhere.damage.map((one) => one.detail)).toEqual([expect.not.stringMatching("cut off"), detail]);
    expect((await read(`{"v":1,"se\n`)).damage[0]?.detail).not.toContain("cut off");
  });

  it("keeps whole records of a line that is not one, and takes nothing within a cut-off one for a record", async () => {
    const cut = '{"v":1,"seq":1,"type":"request-asked","request":{"v":1,"type":"x"},"more":{"seq":9,"type":"x"},"an';
    const { seqs, damage } = await read(`${cut}${persisted(2)}${cut}\n`);
    expect(seqs).toEqual([2]);
    expect(damage.map(({ kind, line }) => [kind, line])).toEqual([
      ["glued", 1],
      ["torn", 2],
    ]);
  });

  it("tells the very byte of damage within a line", async () => {
    const { seqs, damage } = await read(`${persisted(1)}${persisted(2).replace('"prompt"', '"prompt"\0')}`);
    expect(seqs).toEqual([1, 2]);
    const place = persisted(1).length + persisted(2).indexOf('"prompt"') + 8;
    expect(damage).toMatchObject([{ kind: "nul", line: 2, byteOffset: place }]);
  });

  it("a torn line that the next writer closed is no damage any more, and only that one", async () => {
    const first = persisted(1);
    const torn = '{"v":1,"se';
    const closed = `${first}${torn}\n${repaired(3, first.length, torn.length)}`;
    expect(await read(closed)).toEqual({ seqs: [1, 3], damage: [] });
    const after = await read(`${closed}{"bad":\n`);
    expect(after.seqs).toEqual([1, 3]);
    expect(after.damage).toMatchObject([{ line: 4 }]);
    const before = `{"bad":\n${closed.replace(`"byteOffset":${first.length}`, `"byteOffset":${first.length + 8}`)}`;
    expect((await read(before)).damage).toMatchObject([{ line: 1 }]);
    const short = `${first}${torn}\n${repaired(3, 0, first.length)}`;
    expect((await read(short)).damage).toHaveLength(1);
  });

  it("a record of a newer Reprise is refused, after those that can be read", async () => {
    const seen: number[] = [];
    const { records } = readJournal(path, memoryHost({ [path]: `${persisted(1)}{"v":2,"seq":2,"type":"x"}\n` }));
    await expect(async () => {
      for await (const { seq } of records) seen.push(seq);
    }).rejects.toMatchObject({ code: "newer-version" });
    expect(seen).toEqual([1]);
  });
});
