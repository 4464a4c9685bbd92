import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { itemFields } from "@reprise/model/json";
import { transcriptSchema } from "@reprise/model/schema";
import { afterAll, describe, expect, test } from "vitest";
import { collector, run } from "../../test/support/run.ts";
import { everyKind, session, torn, turn } from "../../test/support/sessions.ts";

const folder = mkdtempSync(join(tmpdir(), "reprise-show-"));
afterAll(() => rmSync(folder, { recursive: true }));

const turns = [
  turn(1, [{ kind: "prompt", text: "one" }]),
  turn(2, [{ kind: "prompt", text: "two" }], "failed"),
  turn(3, everyKind, "interrupted"),
];
const contents = {
  sessions: [session("abc-1", { name: "mine" }), session("abc-2"), session("xyz")],
  turns,
  damage: [torn],
};

describe("show --json", () => {
  test("has every field of every kind of item and no other", async () => {
    const ran = await run("show xyz --json", { contents });
    expect(ran.code).toBe(0);
    const transcript = transcriptSchema.parse(JSON.parse(ran.stdout));
    const whole = turns.map((one) => ({ ...one, items: one.items.map(itemFields) }));
    expect(transcript).toEqual({ session: contents.sessions[2], turns: whole, damage: [torn] });
    expect(Object.keys(transcript)).toEqual(["session", "turns", "damage"]);
  });

  test("writes null where an agent recorded nothing", async () => {
    const bodies = [
      { kind: "tool", name: "t", input: undefined, output: null, status: "open" },
      { kind: "opaque", raw: undefined },
    ] as const;
    const ran = await run("show xyz --json", { contents: { ...contents, turns: [turn(1, bodies)] } });
    const [tool, opaque] = transcriptSchema.parse(JSON.parse(ran.stdout)).turns[0]?.items ?? [];
    expect(tool).toMatchObject({ input: null, output: null });
    expect(opaque).toMatchObject({ raw: null });
  });

  test("is streamed: what is read is written before the next turn is", async () => {
    const stdout = collector();
    const writtenAt: number[] = [];
    const watched = turns.map((one) => ({
      ...one,
      get items() {
        writtenAt.push(stdout.text().length);
        return one.items;
      },
    }));
    await run("show xyz --json", { contents: { ...contents, turns: watched }, stdout: stdout.stream });
    expect(writtenAt[0]).toBeGreaterThan(0);
    expect(writtenAt[1]).toBeGreaterThan(writtenAt[0] ?? 0);
    expect(writtenAt.at(-1)).toBeLessThan(stdout.text().length);
  });

  test("a session without turns and damage is still whole", async () => {
    const ran = await run("show xyz --json", { contents: { sessions: contents.sessions } });
    expect(transcriptSchema.parse(JSON.parse(ran.stdout))).toMatchObject({ turns: [], damage: [] });
  });
});

describe("the session", () => {
  const id = async (text: string, given: object = {}) =>
    JSON.parse((await run(["show", text, "--json"], { contents, ...given })).stdout).session.id;

  test("is found by id, unique beginning, thread, name or path", async () => {
    expect(await id("codex:xyz")).toBe("codex:xyz");
    expect(await id("codex:x")).toBe("codex:xyz");
    expect(await id("abc-2")).toBe("codex:abc-2");
    expect(await id("mine")).toBe("codex:abc-1");
    expect(await id("/home/me/.codex/sessions/rollout-xyz.jsonl")).toBe("codex:xyz");
  });

  test("is found by a path relative to the current directory", async () => {
    const path = join(folder, "a.jsonl");
    writeFileSync(path, "");
    const sessions = [session("here", { files: [{ path, sizeBytes: 0, role: "main" }] })];
    expect(await id("./a.jsonl", { contents: { sessions }, cwd: folder })).toBe("codex:here");
  });

  test("that does not exist is 3 with the nearest; an ambiguous one is 2 with the candidates", async () => {
    const missing = await run("show nope", { contents });
    expect([missing.code, missing.stdout]).toEqual([3, ""]);
    expect(missing.stderr).toContain("codex:xyz");
    const ambiguous = await run("show codex:abc", { contents });
    expect(ambiguous.code).toBe(2);
    expect(ambiguous.stderr).toContain("  codex:abc-1\n  codex:abc-2\n");
  });
});

describe("the window", () => {
  test.each([
    ["--last 2", { last: 2 }, [2, 3]],
    ["--turns 2-3", { from: 2, to: 3 }, [2, 3]],
    ["--turns 2", { from: 2, to: 2 }, [2]],
    ["--turns 0-1", { from: 0, to: 1 }, [1]],
    ["--turns 8-9", { from: 8, to: 9 }, []],
    ["", undefined, [1, 2, 3]],
  ])("%s", async (option, window, numbers) => {
    const ran = await run(`show xyz --json ${option}`, { contents });
    expect(ran.library.asked.window).toEqual(window);
    expect(JSON.parse(ran.stdout).turns.map(({ number }: { number: number }) => number)).toEqual(numbers);
  });

  test.each(["--turns 3-1", "--turns x", "--turns 1-2-3", "--last 1 --turns 1-2", "--last 0"])(
    "%s is bad use",
    async (option) => {
      expect((await run(`show xyz ${option}`, { contents })).code).toBe(2);
    },
  );
});

describe("show as text", () => {
  test("every kind of item, without a terminal", async () => {
    expect((await run("show xyz --turns 3", { contents })).stdout).toMatchSnapshot();
  });

  test("everything a session can say about itself", async () => {
    const full = session("full", {
      name: "nightly",
      state: "working",
      owner: { pid: 7, program: "codex", terminal: null },
      workspace: null,
      model: null,
      archived: true,
      subagentOf: session("abc-1").id,
      lineage: { kind: "fork", session: session("xyz").id, turn: 3 },
      damageCount: 1,
      files: [
        { path: "/h/a.jsonl", sizeBytes: 1_234_567, role: "main" },
        { path: "/h/b.jsonl", sizeBytes: 999, role: "segment" },
      ],
    });
    expect((await run("show full", { contents: { sessions: [full], turns: [turn(0, [])] } })).stdout).toMatchSnapshot();
  });

  const output = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join("\n");
  const long = {
    ...contents,
    turns: [turn(1, [{ kind: "command", command: "seq", output, exitCode: 0, status: "done" }])],
  };

  test("long outputs are folded on a terminal, with a count", async () => {
    const { stdout } = await run("show xyz", { contents: long, terminal: 80 });
    expect(stdout).toContain("  line 8\n  … 88 more lines (--full)\n  line 97\n");
    expect(stdout).not.toContain("line 50");
  });

  test("and whole with --full, or without a terminal", async () => {
    for (const [line, terminal] of [
      ["show xyz --full", 80],
      ["show xyz", undefined],
    ] as const) {
      const { stdout } = await run(line, { contents: long, ...(terminal ? { terminal } : {}) });
      expect(stdout).toContain("line 50");
      expect(stdout).not.toContain("more lines");
    }
  });

  test("an open item says that its outcome is unknown", async () => {
    const { stdout } = await run("show xyz --turns 3", { contents });
    expect(stdout).toContain("$ sleep 100  (outcome unknown: may have partly run)\n");
  });

  test("damage stands at the end with file, line and byte", async () => {
    const { stdout } = await run("show xyz", { contents });
    expect(stdout).toMatch(
      /\/home\/me\/\.codex\/sessions\/a\.jsonl, line 9, byte 4096: torn: 120 bytes without an end\n$/,
    );
  });

  test("nothing an agent recorded reaches the terminal as a control", async () => {
    const bomb = "\u001b]52;c;AAAA\u0007\u001b[2J\u009b31m\u202e\rx\u0000";
    const evil = everyKind.map((body) =>
      JSON.parse(
        JSON.stringify(body, (key, value) =>
          typeof value === "string" && !["kind", "status", "change"].includes(key) ? value + bomb : value,
        ),
      ),
    );
    const damage = [{ ...torn, file: bomb, detail: bomb }];
    const sessions = [
      session("xyz", {
        title: bomb,
        name: bomb,
        model: bomb,
        source: bomb,
        workspace: bomb,
        files: [{ path: bomb, sizeBytes: 1, role: "main" }],
      }),
    ];
    const { stdout } = await run("show xyz", {
      contents: { sessions, turns: [turn(1, evil)], damage },
      terminal: 80,
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
    expect(stdout).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
  });
});
