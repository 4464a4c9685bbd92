import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Turn } from "@reprise/model";
import { compareTrees, hashTree, makeScratch, type Scratch, transcriptOf } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyKind } from "../../../../test/codex-driver/history.ts";
import { anyThread, orderOf } from "../../../../test/codex-driver/order.ts";
import { nodeHost } from "../../../host/node-host.ts";
import { codexSource } from "../source.ts";
import { rolloutOf } from "./rollout.ts";
import { codexWriter, usualProvider } from "./writer.ts";

const settings = {
  model: "gpt-5.5",
  provider: "mine",
  effort: "low",
  sandbox: "workspace-write",
  approvalPolicy: "never",
};

describe("a written rollout", () => {
  let scratch: Scratch;
  let count = 0;
  const host = nodeHost({});
  const newHome = () => {
    const home = join(scratch.root, `home-${++count}`);
    mkdirSync(home);
    return home;
  };
  beforeAll(async () => {
    scratch = await makeScratch("codex-writer");
  });
  afterAll(() => scratch.remove());

  test("is read back with the same turns and items", async () => {
    const home = newHome();
    const { path } = await codexWriter.write(everyKind, orderOf(home, settings), host);
    const { rollouts } = codexSource.locate(home, host);
    expect(rollouts.map(({ path, thread }) => ({ path, thread }))).toEqual([{ path, thread: anyThread }]);
    const [rollout] = rollouts;
    if (!rollout) throw new Error("It is not found.");
    const { turns, damage, outline, peeked } = await transcriptOf(rollout, codexSource, host);
    expect(damage).toEqual([]);
    expect(peeked).toEqual(outline);
    expect(turns.map(shown)).toEqual(readBack);
    expect(outline.about).toMatchObject({
      thread: anyThread,
      workspace: "/w",
      cwd: "/w",
      source: "reprise",
      agentVersion: "0.166.0",
      createdAt: "2026-11-15T10:00:00.000Z",
      ...settings,
    });
  });

  test.each([
    ["0.144.0", false],
    ["0.145.0", true],
  ])("for an installed %s has numbered lines: %s; it reads back the same", async (version, isNumbered) => {
    const home = newHome();
    const program = join(home, "modules/bin/codex");
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, "");
    writeFileSync(join(home, "modules/package.json"), JSON.stringify({ name: "@openai/codex", version }));
    const { path } = await codexWriter.write(everyKind, orderOf(home, settings, { program }), host);
    const lines = readFileSync(path, "utf8").trim().split("\n");
    expect(lines.every((line) => "ordinal" in JSON.parse(line) === isNumbered)).toBe(true);
    expect(JSON.parse(lines[0] ?? "").payload.history_mode === "paginated").toBe(isNumbered);
    const [rollout] = codexSource.locate(home, host).rollouts;
    if (!rollout) throw new Error("It is not found.");
    const { turns, damage } = await transcriptOf(rollout, codexSource, host);
    expect(damage).toEqual([]);
    expect(turns.map(shown)).toEqual(readBack);
  });

  test("has Codex's name, by local time, and is for its owner alone", async () => {
    const home = newHome();
    const at = new Date(2026, 0, 2, 3, 4, 5).toISOString();
    const { path } = await codexWriter.write(everyKind, orderOf(home, {}, { at: at as never }), host);
    expect(path).toBe(join(home, `sessions/2026/01/02/rollout-2026-01-02T03-04-05-${anyThread}.jsonl`));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("is written once: again, and after the agent has gone on with it, nothing is changed", async () => {
    const home = newHome();
    const other = join(home, "sessions/2026/11/15/rollout-2026-11-15T09-00-00-other.jsonl");
    mkdirSync(dirname(other), { recursive: true });
    writeFileSync(other, "{}\n");
    utimesSync(other, 1, 1);
    const before = await hashTree(home);
    const first = await codexWriter.write(everyKind, orderOf(home), host);
    expect(compareTrees(before, await hashTree(home))).toEqual([
      { path: expect.stringContaining(anyThread), change: "added" },
    ]);
    writeFileSync(first.path, "more\n", { flag: "a" });
    const after = await hashTree(home);
    const later = orderOf(home, {}, { at: "2026-12-31T00:00:00.000Z" as never });
    expect(await codexWriter.write([], later, host)).toEqual(first);
    expect(compareTrees(after, await hashTree(home))).toEqual([]);
  });

  test("is the same for the same order", () => {
    const order = orderOf("/h", settings);
    expect(rolloutOf(everyKind, order)).toBe(rolloutOf(everyKind, order));
    const lines = rolloutOf(everyKind, order).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).ordinal)).toEqual(lines.map((_, index) => index));
  });

  test("is not written when it was given up", async () => {
    const home = newHome();
    const order = orderOf(home, {}, { signal: AbortSignal.abort(new Error("given up")) });
    await expect(codexWriter.write(everyKind, order, host)).rejects.toThrow("given up");
    expect((await hashTree(home)).size).toBe(0);
  });

  test("names the provider of the home when none is given: without one Codex resumes nothing", async () => {
    const home = newHome();
    expect(usualProvider(home, host)).toBe("openai");
    const config = `model = "m"\n# model_provider = "no"\nmodel_provider = "proxy"\n[profiles.x]\nmodel_provider = "no"\n`;
    writeFileSync(join(home, "config.toml"), config);
    expect(usualProvider(home, host)).toBe("proxy");
    const { path } = await codexWriter.write(everyKind, orderOf(home), host);
    const [header] = readFileSync(path, "utf8").split("\n", 1);
    expect(JSON.parse(header ?? "").payload.model_provider).toBe("proxy");
    writeFileSync(join(home, "config.toml"), `[profiles.x]\nmodel_provider = "no"\n`);
    expect(usualProvider(home, host)).toBe("openai");
  });

  test("leaves out settings whose words Codex would not take", () => {
    const odd = { ...settings, sandbox: "yolo", approvalPolicy: "on-failure", summary: "loud" };
    const contexts = rolloutOf(everyKind, orderOf("/h", odd))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === "turn_context");
    expect(contexts).toHaveLength(2);
    for (const { payload } of contexts)
      expect(payload).toMatchObject({
        sandbox_policy: { type: "read-only" },
        approval_policy: "on-request",
        summary: "auto",
        model: "gpt-5.5",
      });
    expect(rolloutOf(everyKind, orderOf("/h"))).not.toContain("turn_context");
  });

  test("gives new threads ids as Codex does, in the order of their time", () => {
    const ids = Array.from({ length: 50 }, () => codexWriter.newThread(host));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(50);
    expect(Number.parseInt(ids[0]?.replace("-", "").slice(0, 12) ?? "", 16)).toBeGreaterThan(1.7e12);
  });
});

function shown({ number, state, items }: Turn) {
  return { number, state, items: items.map(({ id: _, at: __, origin: ___, ...body }) => body) };
}

const readBack = [
  {
    number: 1,
    state: "completed",
    items: [
      { kind: "prompt", text: "first  question: ünï 漢字 🎉\n\n\tsecond line\r\n" },
      { kind: "reply", text: "I will look." },
      {
        kind: "command",
        command: 'ls -la; echo "it\'s"',
        output: "total 0\n\u001b[31mred\u001b[0m\n",
        exitCode: null,
        status: "done",
      },
      {
        kind: "edit",
        changes: [
          { path: "/w/new.txt", change: "add", diff: "hello\n" },
          { path: "/w/old.txt", change: "update", diff: "@@ -1,2 +1,2 @@\n kept\n-a\n+b\n" },
          {
            path: "/w/here.txt",
            change: "move",
            diff: "@@ -1,1 +1,1 @@\n-c\n+d\n",
            movedTo: "/w/there.txt",
          },
        ],
        status: "done",
      },
      { kind: "reply", text: "Done." },
    ],
  },
  {
    number: 2,
    state: "completed",
    items: [
      { kind: "prompt", text: "<environment_context> is how I begin" },
      {
        kind: "tool",
        name: "mcp__files__read",
        input: { path: "/w/a", deep: { list: [1, null, "x"] } },
        output: "content",
        status: "done",
      },
      { kind: "tool", name: "WebFetch", input: {}, output: "Error: no network", status: "failed" },
      { kind: "command", command: "false", output: null, exitCode: null, status: "failed" },
      { kind: "reply", text: "That did not work." },
    ],
  },
];
