import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ailment, Finding } from "@reprise/model";
import { diagnosisSchema } from "@reprise/model/schema";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../../test/support/run.ts";
import { session, torn } from "../../test/support/sessions.ts";

const folder = mkdtempSync(join(tmpdir(), "reprise-doctor-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (path: string, sizeBytes = 1000) => [{ path, sizeBytes, role: "main" }] as const;
const sessions = [
  session("a", { files: file("/home/me/.codex/sessions/a.jsonl"), damageCount: 2 }),
  session("b", { files: file("/home/me/.codex/sessions/b.jsonl"), state: "empty" }),
  session("c", { files: file("/home/me/.codex/sessions/c.jsonl"), subagentOf: session("a").id }),
  session("d", { files: file("/home/me/.codex/archived_sessions/d.jsonl"), archived: true, state: "empty" }),
  session("e", { files: file("/mnt/backup/e.jsonl") }),
];
const ailment: Ailment = {
  kind: "bad-call-id",
  onResume: "sent",
  file: "/home/me/.codex/sessions/e.jsonl",
  line: 7,
  byteOffset: 99,
  detail: "The id of a call is empty. A cleaned copy gives the call a new id.",
};
const findings: Finding[] = [
  {
    path: torn.file,
    session: session("a").id,
    listed: true,
    reasons: [],
    damage: [torn, { ...torn, file: "/base.jsonl", kind: "missing-base", detail: "" }],
    ailments: [],
  },
  {
    path: "/home/me/.codex/sessions/b.jsonl",
    session: session("b").id,
    listed: false,
    reasons: ["It has no prompt."],
    damage: [],
    ailments: [],
  },
  {
    path: "/home/me/.codex/sessions/notes.txt",
    session: null,
    listed: false,
    reasons: ["It is not a rollout."],
    damage: [],
    ailments: [],
  },
  {
    path: "/home/me/.codex/sessions/e.jsonl",
    session: session("e").id,
    listed: true,
    reasons: [],
    damage: [],
    ailments: [],
  },
];
const contents = { sessions, findings };

describe("doctor --json", () => {
  test("has every field of the contract and no other", async () => {
    const ran = await run("doctor --json", { contents });
    expect(ran.code).toBe(0);
    const diagnosis = diagnosisSchema.parse(JSON.parse(ran.stdout));
    expect(diagnosis.findings).toEqual(findings);
    expect(Object.keys(diagnosis)).toEqual(["findings", "summary"]);
  });

  test("sums up by agent and home, with each hidden session counted once", async () => {
    const { summary } = JSON.parse((await run("doctor --json", { contents })).stdout);
    const nothing = {
      sessionCount: 0,
      fileCount: 0,
      sizeBytes: 0,
      damagedCount: 0,
      hidden: { empty: 0, subagents: 0, archived: 0, byPerson: 0, unreadable: 0 },
    };
    const hidden = { empty: 1, subagents: 1, archived: 1, byPerson: 0, unreadable: 0 };
    expect(summary).toEqual({
      sessionCount: 5,
      fileCount: 5,
      sizeBytes: 5000,
      damagedCount: 1,
      hidden,
      homes: [
        {
          agent: "codex",
          path: "/home/me/.codex",
          sessionCount: 4,
          fileCount: 4,
          sizeBytes: 4000,
          damagedCount: 1,
          hidden,
        },
        { agent: "claude", path: "/home/me/.claude", ...nothing },
        { agent: "codex", path: null, ...nothing, sessionCount: 1, fileCount: 1, sizeBytes: 1000 },
      ],
    });
  });

  test("reads all pages of the list", async () => {
    const many = Array.from({ length: 2500 }, (_, index) => session(`t${index}`));
    expect(JSON.parse((await run("doctor --json", { contents: { sessions: many } })).stdout).summary.sessionCount).toBe(
      2500,
    );
  });

  test("a file that several sessions share is counted once", async () => {
    const shared = ["x", "y"].map((thread) => session(thread, { agent: "opencode", files: file("/db", 5000) }));
    const { summary } = JSON.parse((await run("doctor --json", { contents: { sessions: shared } })).stdout);
    expect(summary).toMatchObject({ sessionCount: 2, fileCount: 1, sizeBytes: 5000 });
  });
});

describe("doctor PATH", () => {
  test("explains what lies at or below it, by its whole path", async () => {
    const ran = await run(["doctor", ".", "--json"], { contents, cwd: folder });
    expect(ran.library.asked.path).toBe(folder);
    expect(JSON.parse(ran.stdout).summary.sessionCount).toBe(0);
  });

  test("that does not exist is 3", async () => {
    const ran = await run("doctor nowhere", { contents, cwd: folder });
    expect([ran.code, ran.stdout]).toEqual([3, ""]);
    expect(ran.stderr).toContain(join(folder, "nowhere"));
  });
});

describe("doctor as text", () => {
  test("names why a resume is expected to fail, and where", async () => {
    const reasons = ["a resume is expected to fail; to continue from a cleaned copy: reprise repair codex:e"];
    const ill = { path: ailment.file, session: session("e").id, listed: true, reasons, damage: [] };
    const { stdout } = await run("doctor", { contents: { findings: [{ ...ill, ailments: [ailment] }] } });
    expect(stdout).toContain(`  ${reasons[0]}\n`);
    expect(stdout).toContain(
      "  line 7, byte 99: bad-call-id (models refuse it): The id of a call is empty. A cleaned copy gives the call a new id.\n",
    );
  });

  test("is a summary, then the findings; damage is no failure", async () => {
    const ran = await run("doctor", { contents });
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatchSnapshot();
  });

  test("says when there is nothing to say", async () => {
    const ran = await run("doctor", { contents: { sessions: [session("a")] } });
    expect(ran.stdout).toMatch(/none damaged\n[\s\S]*\nNo damaged or missing sessions\.\n$/);
  });

  test("nothing an agent recorded reaches the terminal as a control", async () => {
    const bomb = "/x\u001b[2J\u009b1m\u202e\n";
    const evil = [
      {
        path: bomb,
        session: null,
        listed: false,
        reasons: [bomb],
        damage: [{ ...torn, file: bomb, detail: bomb }],
        ailments: [{ ...ailment, file: bomb, detail: bomb }],
      },
    ];
    const { stdout } = await run("doctor", { contents: { findings: evil }, terminal: 80 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  });
});
