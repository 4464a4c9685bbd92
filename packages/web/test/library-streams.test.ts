import { type Library, type Progress, SessionError, type SessionId, type Warning } from "@reprise/model";
import { conformanceSeeds, memoryLibrary } from "@reprise/testkit";
import { CallError, httpLibrary } from "@reprise/web/client";
import { afterEach, describe, expect, it } from "vitest";
import { CuttingProxy } from "./cutting-proxy.ts";
import { openRunnerStage } from "./runner-stage.ts";

let stage: Awaited<ReturnType<typeof openRunnerStage>>;
afterEach(() => stage.close());

const id = "claude:tools" as SessionId;
const memory = memoryLibrary(conformanceSeeds);
const overMemory = async (changes: Partial<Library> = {}) => {
  stage = await openRunnerStage({ library: { ...memory, ...changes } });
  return stage.library();
};

describe("a library over HTTP", () => {
  it("reads what the library behind it reads", async () => {
    stage = await openRunnerStage({}, conformanceSeeds);
    const local = stage.sessions;
    for (const { id } of (await local.list({ scope: "all", limit: 100 })).sessions) {
      const [here, there] = await Promise.all([stage.library().read(id), local.read(id)]);
      expect(here.session).toEqual(there.session);
      expect(JSON.parse(JSON.stringify(await Array.fromAsync(here.turns)))).toMatchObject(
        (await Array.fromAsync(there.turns)).map(({ number, state, items }) => ({
          number,
          state,
          items: items.map(({ id, kind }) => ({ id, kind })),
        })),
      );
    }
    expect(await Array.fromAsync(stage.library().diagnose())).toEqual(await Array.fromAsync(local.diagnose()));
  });

  it("says how far the index is while it searches, and gives every hit", async () => {
    const at = (doneBytes: number) => ({
      ...({ stage: "text", doneCount: doneBytes, totalCount: 3, doneBytes, totalBytes: 3 } as const),
    });
    const library = await overMemory({
      async *search(text, query, how = {}) {
        how.onProgress?.(at(1));
        await new Promise((resolve) => setImmediate(resolve));
        how.onProgress?.(at(2));
        how.onProgress?.(at(3));
        yield* memory.search(text, query, how);
      },
    });
    const told: number[] = [];
    const onProgress = ({ doneBytes }: Progress) => void told.push(doneBytes);
    const hits = await Array.fromAsync(library.search("question", { scope: "all" }, { onProgress }));
    expect(hits).toEqual(await Array.fromAsync(memory.search("question", { scope: "all" })));
    expect(told.at(-1)).toBe(3);
    expect(told).toEqual(told.toSorted());
    const unheard = library.search("question", { scope: "all" });
    expect(await Array.fromAsync(unheard)).toEqual(hits);
  });

  it("throws when the connection is cut in the middle: a part is not taken for the whole", async () => {
    await overMemory();
    const proxy = await CuttingProxy.open(stage.server.listening.port);
    stage.onClose.push(() => proxy.close());
    const whole = (await (await stage.server.call(`/sessions/${id}`, events)).text()).length;
    let cutCount = 0;
    for (let bytes = 100; bytes < whole; bytes += 97) {
      proxy.bytes = () => bytes;
      const reading = stage.library({}, proxy.url).read(id);
      const turns = reading.then(({ turns }) => Array.fromAsync(turns));
      await expect(turns).rejects.toBeInstanceOf(CallError);
      cutCount += 1;
    }
    expect(cutCount).toBeGreaterThan(5);
  });

  it("throws what the library throws, also after the first turns", async () => {
    const library = await overMemory({
      async read(session) {
        const { turns, ...reading } = await memory.read(session);
        return { ...reading, turns: failing(turns) };
      },
    });
    const { turns } = await library.read(id);
    const heard: number[] = [];
    const reading = (async () => {
      for await (const { number } of turns) heard.push(number);
    })();
    await expect(reading).rejects.toMatchObject({ code: "refused", message: "The disk is gone." });
    expect(heard).toEqual([1, 2, 3]);
  });

  it("tells every client each warning once", async () => {
    const found: Warning[] = [{ kind: "unreadable", path: "/x", detail: "no permission" }];
    const one = await overMemory({ warnings: async () => found.splice(0) });
    const other = stage.library();
    expect(await one.warnings()).toEqual([{ kind: "unreadable", path: "/x", detail: "no permission" }]);
    expect(await other.warnings()).toHaveLength(1);
    found.push({ kind: "not-saved", path: "/y", detail: "full" });
    expect(await one.warnings()).toEqual([{ kind: "not-saved", path: "/y", detail: "full" }]);
    expect(await one.warnings()).toEqual([]);
  });

  it("tells sessions apart that have the same id in two homes", async () => {
    const asked: unknown[] = [];
    const library = await overMemory({
      async read(session) {
        asked.push(session);
        return memory.read(session);
      },
    });
    const summary = await memory.find(id);
    await library.read({ ...summary, files: [{ path: "/other/home/a.jsonl" }] });
    expect(asked).toEqual([{ id, agent: "claude", thread: "tools", files: [{ path: "/other/home/a.jsonl" }] }]);
  });

  it("takes nothing for an answer that is not one", async () => {
    stage = await openRunnerStage();
    const page = async () => new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } });
    const library = httpLibrary(page);
    await expect(library.list({ scope: "all" })).rejects.toMatchObject({ code: "not-ours" });
    await expect(library.read(id)).rejects.toMatchObject({ code: "not-ours" });
    await expect(library.reindex()).rejects.toBeInstanceOf(SessionError);
  });

  it.each([
    ["/find", 400],
    ["/find?text=a&b=1", 400],
    ["/find?text=nothing-like-it", 404],
    ["/diagnosis?path=relative", 400],
    ["/changes?since=1", 400],
    ["/warnings?after=x", 400],
    ["/runs?kind=odd", 400],
    ["/runs?kind=pull-request&host=a&owner=b&repository=c&number=x", 400],
    ["/runs/none", 404],
    ["/runs/none/events?origin=a", 404],
    ["/offer", 400],
    ["/status?all=1", 400],
    ["/sessions/none/dismissal", 404],
  ])("GET %s answers %i", async (path, status) => {
    stage = await openRunnerStage();
    expect((await stage.server.get(path)).status).toBe(status);
  });

  it("is not there without a runner, nor is anything that acts", async () => {
    stage = await openRunnerStage({ runner: undefined });
    for (const path of ["/find?text=a", "/diagnosis", "/changes", "/warnings", "/runs", "/status", "/tags"])
      expect([path, (await stage.server.get(path)).status]).toEqual([path, 404]);
    for (const path of ["/runs", "/plans", "/restores", "/file-plans", "/rewinds", "/sessions/a/annotation"])
      expect([path, (await stage.post(path, {})).status]).toEqual([path, 404]);
  });
});

const events = { headers: { accept: "text/event-stream" } };

async function* failing<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  yield* values;
  throw new SessionError("refused", "The disk is gone.");
}
