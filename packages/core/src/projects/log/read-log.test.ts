import { type ProjectOrigin, SessionError } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { at, ours, potter, sampleRecords } from "../../../test/projects/sample-records.ts";
import { placeOf } from "../find/place-of.ts";
import { encodeRepair } from "./encode-record.ts";
import { readLog } from "./read-log.ts";

const folders = {
  reprise: "/w/.reprise/projects/2026/11/17/1",
  codexpotter: "/w/.codexpotter/projects/2026/02/28/1",
} as const;

function place(origin: ProjectOrigin) {
  const found = placeOf(folders[origin], { real: (path) => path });
  if (!found) throw new Error("no place");
  return found;
}

function read(text: string | Buffer | null, origin: ProjectOrigin = "codexpotter") {
  const host = memoryHost(text === null ? {} : { [place(origin).logFile]: text });
  return readLog(place(origin), host.files);
}

const started = potter({
  type: "project_started",
  user_message: "Port the parser",
  user_prompt_file: "MAIN.md",
});
const round = (current = 1, total = 10) => potter({ type: "round_started", current, total });
const configured = potter({
  type: "round_configured",
  thread_id: "019ca423-63d9-7641-ae83-db060ad3c000",
  rollout_path: "/h/r.jsonl",
});
const succeeded = potter({
  type: "project_succeeded",
  rounds: 1,
  duration_secs: 42,
  user_prompt_file: "MAIN.md",
  git_commit_start: "a",
  git_commit_end: "b",
});
const finished = (type = "completed", message?: string) =>
  potter({ type: "round_finished", outcome: { type, ...(message === undefined ? {} : { message }) } });

describe("a log of CodexPotter", () => {
  it("is read in both of its vocabularies", () => {
    const text =
      started + round() + configured + succeeded + finished() + round(1, 3) + configured + finished("fatal", "no");
    const log = read(text);
    expect(log).toMatchObject({ problems: [], words: "project", wholeBytes: text.length, resumed: null });
    expect(log.started).toEqual({
      type: "project-started",
      at: null,
      goal: "Port the parser",
      progressFile: "MAIN.md",
      agent: null,
      settings: null,
    });
    expect(log.rounds.map(({ number, current, total }) => [number, current, total])).toEqual([
      [1, 1, 10],
      [2, 1, 3],
    ]);
    expect(log.rounds[0]?.succeeded).toMatchObject({ rounds: 1, durationSecs: 42, gitCommitEnd: "b" });
    expect(log.rounds[1]?.finished?.outcome).toEqual({ type: "fatal", message: "no" });
    const older = read(text.replaceAll('"project_', '"session_'));
    expect(older).toEqual({ ...log, words: "session" });
  });

  it("has a round without an end, with its thread: no problem", () => {
    const { rounds, problems } = read(started + round(4) + configured);
    expect(problems).toEqual([]);
    expect(rounds).toMatchObject([{ finished: null, configured: { agent: "codex", rolloutPath: "/h/r.jsonl" } }]);
  });

  it("may have the path of a rollout that could not be resolved, or a relative one", () => {
    const raw = potter({
      type: "round_configured",
      thread_id: "t",
      rollout_path: "/h/x.jsonl",
      rollout_path_raw: "x.jsonl",
      rollout_base_dir: "/h",
    });
    const relative = potter({ type: "round_configured", thread_id: "t", rollout_path: "s/x.jsonl" });
    expect(read(started + round() + raw).rounds[0]?.configured?.rolloutPath).toBe("/h/x.jsonl");
    expect(read(started + round() + relative).rounds[0]?.configured?.rolloutPath).toBe("/w/s/x.jsonl");
  });

  it("is not there if an older version made the project", () => {
    expect(read(null).problems).toEqual([
      {
        path: "/w/.codexpotter/projects/2026/02/28/1/potter-rollout.jsonl",
        line: 1,
        expected: "a log",
        isTail: false,
        found: "none (unsupported: made by an older version of CodexPotter, which kept no log)",
      },
    ]);
  });
});

/** The text, the line of the problem, what was expected and found, whether a crash explains it, and the rounds that are left. */
type Case = readonly [string, string, number, string, string, boolean, number];

const whole = round() + configured + finished();

describe("a rule that a log breaks is named with file, line and expectation", () => {
  it.each<Case>([
    ["blank line", `${started}\n${whole}`, 2, "a record", "a blank line", false, 1],
    ["blank line at the end", `${started}${whole}\n`, 5, "a record", "a blank line", false, 1],
    ["line that is no JSON", `${started}nonsense\n${whole}`, 2, "a record in JSON", "nonsense", false, 1],
    ["line that is no record", `${started}[]\n${whole}`, 2, "a record with a type", "[]", false, 1],
    ["unknown type", `${started}{"type":"x"}\n${whole}`, 2, "a record that CodexPotter writes", "x", false, 1],
    [
      "field that is missing",
      `${started}{"type":"round_started","current":1}\n${whole}`,
      ...([2, "round_started with total", '{"type":"round_started","current":1}', false, 1] as const),
    ],
    [
      "unknown outcome",
      started + round() + configured + finished("odd"),
      4,
      "round_finished with one of the outcomes completed, interrupted, user_requested, task_failed, fatal",
      '{"type":"round_finished","outcome":{"type":"odd"}}',
      ...([false, 1] as const),
    ],
    ["second start", started + started + whole, 2, "one project_started", "a second one", false, 1],
    ["round before the start", whole, 1, "project_started", "round_started", false, 1],
    [
      "round in a round",
      started + round() + configured + whole,
      ...([4, "round_finished of round 1", "round_started", false, 2] as const),
    ],
    [
      "configuration outside a round",
      started + configured + whole,
      ...([2, "round_started", "round_configured", false, 1] as const),
    ],
    [
      "second configuration",
      started + round() + configured + configured + finished(),
      ...([4, "one round_configured in round 1", "a second one", false, 1] as const),
    ],
    [
      "success outside a round",
      started + succeeded + whole,
      ...([2, "round_started", "project_succeeded", false, 1] as const),
    ],
    [
      "second success",
      started + round() + configured + succeeded + succeeded + finished(),
      ...([5, "one project_succeeded in round 1", "a second one", false, 1] as const),
    ],
    [
      "success with another outcome",
      started + round() + configured + succeeded + finished("task_failed", "m"),
      ...([5, "the outcome completed after project_succeeded", "task_failed", false, 1] as const),
    ],
    [
      "end without a start",
      started + finished() + whole,
      ...([2, "round_started", "round_finished", false, 1] as const),
    ],
    [
      "end without a configuration",
      started + round() + finished(),
      ...([3, "round_configured of round 1", "round_finished", false, 1] as const),
    ],
    [
      "end of the file after success",
      started + round() + configured + succeeded,
      ...([4, "round_finished of round 1", "the end of the file", true, 1] as const),
    ],
    [
      "end of the file without a configuration",
      started + whole + round(2),
      ...([5, "round_configured of round 2", "the end of the file", true, 2] as const),
    ],
    ["start without rounds", started, 1, "round_started", "the end of the file", true, 0],
    ["empty file", "", 1, "project_started", "the end of the file", true, 0],
    [
      "torn last line",
      `${started}${whole}{"type":"round_st`,
      ...([5, "a record in JSON", 'a line that was cut off: {"type":"round_st', true, 1] as const),
    ],
  ])("%s", (_name, text, line, expected, found, isTail, roundCount) => {
    const { problems, rounds } = read(text);
    const path = `${folders.codexpotter}/potter-rollout.jsonl`;
    expect(problems).toEqual([{ path, line, expected, found, isTail }]);
    expect(rounds).toHaveLength(roundCount);
  });

  it("late start, besides the round before it", () => {
    const { problems, started: found } = read(whole + started);
    expect(found?.goal).toBe("Port the parser");
    expect(problems.map(({ line, expected, found, isTail }) => [line, expected, found, isTail])).toEqual([
      [1, "project_started", "round_started", false],
      [4, "one project_started at the start", "project_started after other records", false],
    ]);
  });

  it("file that cannot be read", () => {
    const refused = new SessionError("unreadable", "It cannot be read (EACCES).");
    const open = () => {
      throw refused;
    };
    const { problems } = readLog(place("codexpotter"), { ...memoryHost({}).files, open });
    expect(problems).toMatchObject([{ line: 1, found: refused.message, isTail: false }]);
  });
});

describe("our log", () => {
  const text = sampleRecords.map(ours).join("");

  it("has absolute numbers, settings, times and effects", () => {
    const log = read(text, "reprise");
    expect(log.problems).toEqual([]);
    expect(log.started).toMatchObject({
      at,
      goal: "Port the parser",
      agent: "codex",
      settings: { sandbox: "read-only" },
    });
    expect(log.resumed).toMatchObject({ rounds: 3, agent: "claude", settings: { model: "m" } });
    expect(log.rounds.map(({ number, current, declined }) => [number, current, declined])).toEqual([
      [1, 1, ["rm -rf /"]],
      [2, 2, []],
      [3, 1, []],
    ]);
    expect(log.rounds[0]?.finished).toMatchObject({
      tokens: 1200,
      files: ["a.ts"],
      commits: [{ hash: "abc", subject: "Port it" }],
    });
    expect(log.rounds[2]).toMatchObject({ parkedUntil: "2026-11-17T18:00:00.000Z", finished: null });
  });

  it("keeps records that a later release adds to this format, and refuses a later format", () => {
    const more = `${JSON.stringify({ v: 1, at, type: "round_praised", number: 1 })}\n`;
    expect(read(text + more, "reprise").problems).toEqual([]);
    const later = `${JSON.stringify({ v: 2, at, type: "round_started", number: 4 })}\n`;
    expect(read(text + later, "reprise")).toMatchObject({
      rounds: [{}, {}, {}],
      problems: [
        {
          line: sampleRecords.length + 1,
          expected: "format 1",
          isTail: false,
          found: "format 2, written by a newer Reprise: update Reprise",
        },
      ],
    });
  });

  it.each([
    ["a number that was left out", { type: "round-started", number: 5 }, "round_started with number 4", "number 5"],
    ["a number of another round", { type: "round-parked", number: 2 }, "round_parked of round 3", "number 2"],
  ])("names %s", (_name, fields, expected, found) => {
    const base = sampleRecords.find(({ type }) => type === fields.type);
    const { problems } = read(text + ours({ ...base, ...fields } as never), "reprise");
    expect(problems).toContainEqual(expect.objectContaining({ expected, found, isTail: false }));
  });

  it("names a record without a format or a time", () => {
    const [line = ""] = text.split("\n");
    expect(read(line.replace('"v":1,', ""), "reprise").problems[0]?.expected).toBe("a record of format 1");
    expect(read(line.replace(`"at":"${at}",`, ""), "reprise").problems[0]?.expected).toBe("project_started with at");
  });

  it("forgives a line that a crash cut off and the next writer closed, even if that was cut off too", () => {
    const torn = '{"v":1,"at":"20';
    const twice = `${torn}\n{"v":1,"type":"tail_rep`;
    for (const left of [torn, `${torn}\n`, twice]) {
      const cut = read(text + left, "reprise");
      expect(cut.problems.every(({ isTail }) => isTail)).toBe(true);
      expect(cut.wholeBytes).toBe(Buffer.byteLength(text));
      const newline = left.endsWith("\n") ? "" : "\n";
      const closed = `${text}${left}${newline}${encodeRepair(Buffer.byteLength(text), left.length, at)}`;
      expect(read(closed, "reprise").problems).toEqual([]);
    }
  });

  it("that is not there yet was cut off by a crash", () => {
    expect(read(null, "reprise").problems).toMatchObject([{ expected: "project_started", isTail: true }]);
  });
});

describe("a crash", () => {
  it.each<[ProjectOrigin, string]>([
    ["codexpotter", started + whole + round(2) + configured + succeeded + finished()],
    ["reprise", sampleRecords.map(ours).join("") + encodeRepair(3, 4, at)],
  ])("leaves a log of %s usable, wherever it is cut", (origin, text) => {
    const bytes = Buffer.from(text);
    const most = read(bytes, origin).rounds.length;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (length) => {
        const { problems, rounds, wholeBytes } = read(bytes.subarray(0, length), origin);
        expect(problems.filter(({ isTail }) => !isTail)).toEqual([]);
        expect(rounds.length).toBeLessThanOrEqual(most);
        expect(wholeBytes).toBeLessThanOrEqual(length);
      }),
      { numRuns: 400 },
    );
  });

  it("and any bytes at all never throw", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom("reprise", "codexpotter"), (bytes, origin) => {
        read(Buffer.concat([Buffer.from(started), Buffer.from(bytes)]), origin as ProjectOrigin);
      }),
      { numRuns: 300 },
    );
  });
});
