import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codexSource, nodeHost, Outliner, turnStateOf } from "@reprise/core";
import { afterAll, expect, test } from "vitest";
import { appendTurn, rememberFile } from "./append.ts";
import { needles } from "./needles.ts";
import { longShape, smallShape, tenfoldShape } from "./shapes.ts";
import { type WrittenSession, writeSessions } from "./write.ts";

const folder = mkdtempSync(join(tmpdir(), "reprise-corpus-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const specs = [
  { name: "many", sessionCount: 60, shape: smallShape },
  { name: "tenfold", sessionCount: 4, shape: tenfoldShape },
  { name: "large", sessionCount: 1, shape: longShape, untilBytes: 1_500_000 },
] as const;

test.each(specs)("the reader finds in $name what was put there", async (spec) => {
  const home = join(folder, spec.name);
  const written = [...writeSessions(home, spec, 1)];
  const read = new Map((await outlines(home)).map((outline) => [String(outline.thread), outline]));
  expect(read.size).toBe(spec.sessionCount);
  for (const { truth } of written) {
    const { thread, cwd, state, turnCount, itemCount, messageCount, toolCount } = truth;
    const counts = { turnCount, itemCount, messageCount, toolCount, damageCount: 0 };
    expect(read.get(thread)).toMatchObject({ thread, workspace: cwd, state, ...counts });
    const title = read.get(thread)?.title ?? "";
    expect(truth.firstPrompt.replace(/\s+/g, " ")).toContain(title.slice(0, 60));
  }
});

test("each planted word stands in its sessions and in no other", () => {
  for (const { path, truth } of writtenOnce("planted")) {
    const text = readFileSync(path, "utf8");
    const found = Object.entries(needles).filter(([, needle]) => text.includes(needle.text));
    expect(found.map(([name]) => name)).toEqual(truth.needles);
  }
});

test("the same seed writes the same bytes, another seed others", () => {
  const bytesOf = (name: string, seed: number) => writtenOnce(name, seed).map(({ path }) => readFileSync(path, "utf8"));
  const first = bytesOf("first", 1);
  expect(bytesOf("second", 1)).toEqual(first);
  expect(bytesOf("third", 2)).not.toEqual(first);
});

test("a session can go on by a turn, and be as before", async () => {
  const home = join(folder, "grown");
  const [session] = writtenOnce("grown");
  const before = readFileSync(session?.path ?? "");
  const restore = rememberFile(session?.path ?? "");
  expect(appendTurn(session?.path ?? "")).toBeGreaterThan(1000);
  const grown = (await outlines(home)).find(({ thread }) => thread === session?.truth.thread);
  expect(grown).toMatchObject({ turnCount: (session?.truth.turnCount ?? 0) + 1, damageCount: 0 });
  restore();
  expect(readFileSync(session?.path ?? "")).toEqual(before);
});

function writtenOnce(name: string, seed = 1): WrittenSession[] {
  return [...writeSessions(join(folder, name), { name: "many", sessionCount: 8, shape: smallShape }, seed)];
}

async function outlines(home: string) {
  const host = nodeHost();
  return Promise.all(
    codexSource.locate(home, host).rollouts.map(async (rollout) => {
      const outliner = new Outliner();
      for await (const { facts } of codexSource.decode(rollout, host, { depth: "outline" })) outliner.take(facts);
      const outline = outliner.result();
      const { thread, workspace } = outline.about;
      const state = outline.lastTurn ? turnStateOf(outline.lastTurn, false) : "empty";
      return { ...outline, thread, workspace, state };
    }),
  );
}
