import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type CodexServer, hasCodex, startCodex } from "../measure/codex.ts";
import { needles } from "./needles.ts";
import { smallShape } from "./shapes.ts";
import { writeSessions } from "./write.ts";

const home = mkdtempSync(join(tmpdir(), "reprise-corpus-codex-"));
const place = { home, codexHome: join(home, ".codex") };
const everySource = { modelProviders: [], sourceKinds: ["cli", "vscode", "exec"] };
let server: CodexServer | null = null;
afterAll(async () => {
  await server?.end();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

test.skipIf(!hasCodex())(
  "the real Codex lists, searches and resumes it (skipped without its binary: npm test installs it)",
  async () => {
    const written = [...writeSessions(place.codexHome, { name: "many", sessionCount: 40, shape: smallShape }, 1)];
    server = await startCodex(place);
    const { data } = (await server.request("thread/list", { ...everySource, limit: 100 })) as {
      data: { id: string }[];
    };
    expect(data.map(({ id }) => id).sort()).toEqual(written.map(({ truth }) => truth.thread).sort());
    const searchTerm = needles.usual.text;
    const hits = await server.request("thread/search", { searchTerm, sourceKinds: everySource.sourceKinds });
    expect(hits).toMatchObject({ data: [{ thread: { id: written[0]?.truth.thread } }] });
    const { truth } = longest(written.filter((session) => session.truth.state === "completed"));
    const params = { threadId: truth.thread, excludeTurns: false };
    const { thread } = (await server.request("thread/resume", params)) as {
      thread: { turns: { items: unknown[] }[] };
    };
    expect(thread.turns).toHaveLength(truth.turnCount);
    expect(thread.turns.flatMap(({ items }) => items)).toHaveLength(truth.itemCount - truth.noticeCount);
  },
);

function longest<T extends { truth: { turnCount: number } }>(sessions: readonly T[]): T {
  return sessions.reduce((most, next) => (next.truth.turnCount > most.truth.turnCount ? next : most));
}
