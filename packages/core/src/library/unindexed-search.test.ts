import type { Hit } from "@reprise/model";
import { type MemoryHost, memoryHost } from "@reprise/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codexSource } from "../agents/codex/source.ts";
import { type Databases, nodeDatabases } from "../host/database/database.ts";
import { nodeGit } from "../host/git/git.ts";
import { FileLibrary } from "./file-library.ts";

const home = "/home/dev/.codex";
const inMemory: Databases = { open: () => nodeDatabases.open(null), remove: () => undefined };
const all = { scope: "all" } as const;

function open(host: MemoryHost, options: { fewBytes: number; indexBehind?: () => void }): FileLibrary {
  const parts = { sources: [codexSource], homes: {}, databases: inMemory, git: nodeGit, onProgress: undefined };
  return new FileLibrary(host, { ...parts, ...options });
}

const found = (library: FileLibrary, text: string): Promise<Hit[]> => Array.fromAsync(library.search(text, all));

const line = (payload: string, type = "event_msg", minute = 0) =>
  `{"timestamp":"2026-11-15T20:${String(minute % 60).padStart(2, "0")}:00.000Z","type":"${type}","payload":${payload}}\n`;
const prompt = (text: string) => line(`{"type":"user_message","message":"${text}"}`);
const reply = (text: string) => line(`{"type":"agent_message","message":"${text}"}`);
const command = (text: string, output: string) =>
  line(
    `{"type":"function_call","name":"shell","arguments":"{\\"command\\":[\\"echo\\",\\"${text}\\"]}","call_id":"c"}`,
    "response_item",
  ) + line(`{"type":"function_call_output","call_id":"c","output":"${output}"}`, "response_item");

const threadOf = (number: number) => `01a1e0b9-148a-7f41-84de-${String(number).padStart(12, "0")}`;
const pathOf = (number: number, folder = "15") =>
  `${home}/sessions/2026/11/${folder}/rollout-2026-11-15T19-35-21-${threadOf(number)}.jsonl`;

function session(number: number, text: string, base: { of: number; endByte: number } | null = null): string {
  const history = base ? `,"history_base":{"thread_id":"${threadOf(base.of)}","end_byte_offset":${base.endByte}}` : "";
  const meta = `{"id":"${threadOf(number)}","timestamp":"2026-11-15T20:00:00.000Z","cwd":"/srv/app"${history}}`;
  return (
    line(meta, "session_meta") + text + line(`{"type":"agent_message","message":"that was all"}`, "event_msg", number)
  );
}

/** Ways in which a text with these words may stand in a file, and some without. */
const texts = [
  "the VelMariScope",
  String.raw`the vel\u006dariscope`,
  String.raw`the vel\u001b[1mmari\u001b[0mscope`,
  "the velmari\u017Fcope",
  "the velmáriscope",
  "the velma\u0301riscope",
  String.raw`the velm\u00e1riscope`,
  "the ｖｅｌｍａｒｉｓｃｏｐｅ",
  "a \uFB01ne velmari near a scope",
  "half a velmari",
  "only a scope",
  "編譯器 velmari",
  String.raw`\u7de8\u8b6f\u5668`,
  "ｶﾞｷﾞ カ\u3099",
  "Привет Straße ΣΊΣΥΦΟΣ",
  "port 8080 and 12345",
  "nothing of it, only smoke 🎈 “quoted” — and 100 % of dots…",
];
const queries = [
  ...["velmariscope", "velmari scope", '"velmari near"', "fine", "編譯", "編", "ガ", "привет", "strasse", "σίσυφος"],
  ...["8080", "12345", "100000", "smoke", "nowhere", "path:velmari", "fine velmari path:scope"],
];
/** Every file may have these: all are read, and titles come before that is done, in their own order. */
const unchosen = ["=>", "settings", "a"];
const byText = (hits: readonly Hit[]) => hits.map((hit) => JSON.stringify(hit)).toSorted();

const part = fc.oneof(
  fc.constantFrom(...texts).map(prompt),
  fc.constantFrom(...texts).map(reply),
  fc.tuple(fc.constantFrom("velmari", "scope", "12e4"), fc.constantFrom(...texts)).map(([a, b]) => command(a, b)),
);
const files = fc.array(
  fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
  {
    minLength: 2,
    maxLength: 7,
  },
);

function written(bodies: readonly string[], forked: boolean): [string, string][] {
  const made = bodies.map((body, index): [string, string] => [pathOf(index), session(index, body)]);
  const [first] = made;
  if (!forked || !first) return made;
  const base = { of: 0, endByte: Buffer.byteLength(first[1]) };
  const fork: [string, string] = [pathOf(90), session(90, prompt("go on"), base)];
  // An older copy of the same thread.
  const copy: [string, string] = [pathOf(0, "14"), session(0, prompt("before velmari"))];
  return [...made, fork, copy];
}

describe("a search in files that are not indexed", () => {
  it("finds what an index finds, in the same order and words, however much is indexed", async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.boolean(), fc.constantFrom(...queries), async (bodies, forked, query) => {
        const entries = written(bodies, forked);
        const host = () => memoryHost(Object.fromEntries(entries));
        const indexed = open(host(), { fewBytes: Number.POSITIVE_INFINITY });
        const expected = await found(indexed, query);

        const scanning = open(host(), { fewBytes: 0 });
        expect(await found(scanning, query)).toEqual(expected);
        await scanning.list(all);
        expect(await found(scanning, query)).toEqual(expected);
        await scanning.indexRest();
        expect(await found(scanning, query)).toEqual(expected);

        const growing = memoryHost(Object.fromEntries(entries.slice(0, entries.length / 2)));
        const mixed = open(growing, { fewBytes: 0 });
        await mixed.list(all);
        await found(mixed, "scope");
        for (const [path, text] of entries) growing.write(path, text);
        expect(await found(mixed, query)).toEqual(expected);
        for (const library of [indexed, scanning, mixed]) library.close();
      }),
      { numRuns: 40 },
    );
  });

  it("finds all of what no byte can tell", async () => {
    const entries = written(texts.map(prompt), true);
    const host = () => memoryHost(Object.fromEntries(entries));
    for (const query of unchosen) {
      const indexed = open(host(), { fewBytes: Number.POSITIVE_INFINITY });
      const scanning = open(host(), { fewBytes: 0 });
      const expected = byText(await found(indexed, query));
      expect(byText(await found(scanning, query)), query).toEqual(expected);
      const listed = open(host(), { fewBytes: 0 });
      await listed.list(all);
      expect(byText(await found(listed, query)), query).toEqual(expected);
      for (const library of [indexed, scanning, listed]) library.close();
    }
  });

  it("finds a session by a name that is not in its file", async () => {
    const names = `{"id":"${threadOf(1)}","thread_name":"The velmari","updated_at":"2026-11-15T20:00:00.000Z"}\n`;
    const host = memoryHost({
      [pathOf(0)]: session(0, prompt("one")),
      [pathOf(1)]: session(1, prompt("two")),
      [`${home}/session_index.jsonl`]: names,
    });
    const library = open(host, { fewBytes: 0 });
    expect((await found(library, "velmari")).map(({ session: id }) => id)).toEqual([`codex:${threadOf(1)}`]);
    library.close();
  });

  it("reads only those that may have it, and says that others are left to be indexed", async () => {
    const host = memoryHost({
      [pathOf(0)]: session(0, prompt("a velmari")),
      [pathOf(1)]: session(1, prompt("a telescope")),
    });
    let leftCount = 0;
    const library = open(host, { fewBytes: 0, indexBehind: () => (leftCount += 1) });
    expect(await found(library, "velmari")).toHaveLength(2);
    expect(leftCount).toBe(1);
    expect((await library.list(all)).total).toBe(2);
    await library.indexRest();
    await found(library, "velmari");
    expect(leftCount).toBe(1);
    library.close();
  });

  it("finds a word at the edges of the parts in which a long file is read", async () => {
    const filler = reply("x".repeat(1000));
    const text =
      prompt("go") + filler.repeat(4500).replace("xxxx", "velmari") + reply("a telescope") + filler.repeat(4500);
    const host = memoryHost({ [pathOf(0)]: session(0, text), [pathOf(1)]: session(1, filler) });
    for (const query of ["velmari", "telescope", "velmari telescope", "nowhere"]) {
      const library = open(host, { fewBytes: 0 });
      expect((await found(library, query)).length > 0, query).toBe(query !== "nowhere");
      library.close();
    }
  });
});
