import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProjectOrigin } from "@reprise/model";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, ours, sampleRecords } from "../../../test/projects/sample-records.ts";
import { potterProblem } from "../../../test/projects/strict-potter.ts";
import { nodeFiles } from "../../host/files/node-files.ts";
import { placeOf } from "../find/place-of.ts";
import type { ProjectPlace } from "../find/project-place.ts";
import type { NewRecord } from "./log-record.ts";
import { openLogWriter } from "./open-log-writer.ts";
import { readLog } from "./read-log.ts";

let scratch: Scratch;
let count = 0;
beforeAll(async () => {
  scratch = await makeScratch("log-writer");
});
afterAll(() => scratch.remove());

function newPlace(origin: ProjectOrigin): ProjectPlace {
  count += 1;
  const place = placeOf(join(scratch.workspace, `.${origin}`, "projects/2026/11/17", String(count)), nodeFiles);
  if (!place) throw new Error("no place");
  mkdirSync(place.path, { recursive: true });
  return place;
}

function append(place: ProjectPlace, records: readonly NewRecord[]): void {
  const writer = openLogWriter(place, { files: nodeFiles, now: () => at });
  for (const record of records) writer.append(record);
  writer.close();
}

const text = (place: ProjectPlace) => readFileSync(place.logFile, "utf8");
/** UUIDs, as CodexPotter requires. */
const potterRecords = sampleRecords.map((record) =>
  record.type === "round-configured"
    ? {
        ...record,
        thread: "019ca423-63d9-7641-ae83-db060ad3c000",
        rolloutPath: record.number === 2 ? null : "/h/r.jsonl",
      }
    : record,
);

describe("our log", () => {
  it("is never written through a link: an agent may have put it there to reach files that it may not write", () => {
    const place = newPlace("reprise");
    const outside = join(scratch.workspace, "outside");
    writeFileSync(outside, "mine\n");
    symlinkSync(outside, place.logFile);
    expect(readLog(place, nodeFiles).problems).toMatchObject([{ isTail: false, found: "a link to another one" }]);
    expect(() => append(place, sampleRecords)).toThrow(/cannot be written/);
    expect(readFileSync(outside, "utf8")).toBe("mine\n");
  });

  it("gets every record with format and time, for its owner only, and reads back the same", () => {
    const place = newPlace("reprise");
    append(place, sampleRecords);
    expect(text(place)).toBe(sampleRecords.map(ours).join(""));
    const lines = text(place)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.every(({ v, at: time }) => v === 1 && time === at)).toBe(true);
    expect(lines.map(({ type }) => type).slice(0, 4)).toEqual([
      ...["project_started", "round_started", "round_configured", "request_declined"],
    ]);
    expect(readLog(place, nodeFiles).problems).toEqual([]);
  });

  it("keeps a last record that lacks only its newline", () => {
    const place = newPlace("reprise");
    writeFileSync(place.logFile, ours(sampleRecords[0] as NewRecord).trimEnd());
    append(place, sampleRecords.slice(1));
    expect(text(place)).toBe(sampleRecords.map(ours).join(""));
  });
});

describe("CodexPotter's log", () => {
  it.each(["project", "session"] as const)("gets what its %s_ vocabulary has, and nothing else", (words) => {
    const place = newPlace("codexpotter");
    if (words === "session")
      writeFileSync(place.logFile, '{"type":"session_started","user_message":null,"user_prompt_file":"MAIN.md"}\n');
    append(place, words === "session" ? potterRecords.slice(1) : potterRecords);
    expect(potterProblem(text(place), words)).toBeNull();
    const types = text(place)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).type);
    expect(types).toEqual([
      ...[`${words}_started`, "round_started", "round_configured", "round_finished", "round_started"],
      ...["round_configured", `${words}_succeeded`, "round_finished", "round_started", "round_configured"],
    ]);
  });

  it("gives failures a message, as CodexPotter requires, and other outcomes none", () => {
    const place = newPlace("codexpotter");
    for (const type of ["completed", "interrupted", "user_requested", "task_failed", "fatal"] as const) {
      const end = { type: "round-finished", number: 1, tokens: 1, commits: [], files: [] } as const;
      append(place, [
        ...(existsSync(place.logFile) ? [] : potterRecords.slice(0, 1)),
        ...potterRecords.slice(1, 3),
        { ...end, outcome: { type, message: null } },
      ]);
    }
    expect(potterProblem(text(place), "project")).toBeNull();
  });

  it("loses torn bytes, since CodexPotter refuses them; the whole file is kept next to it", () => {
    const place = newPlace("codexpotter");
    append(place, potterRecords.slice(0, 5));
    const whole = text(place);
    for (const number of [1, 2]) {
      appendFileSync(place.logFile, '{"type":"round_star');
      const torn = text(place);
      append(place, [{ type: "round-started", number: 2, current: 2, total: 2, gitCommit: null }]);
      append(place, potterRecords.slice(2, 3));
      append(place, potterRecords.slice(4, 5));
      expect(potterProblem(text(place), "project")).toBeNull();
      expect(text(place).startsWith(whole)).toBe(true);
      expect(readFileSync(`${place.logFile}.torn-${number}`, "utf8")).toBe(torn);
    }
    expect(readdirSync(dirname(place.logFile)).toSorted()).toEqual([
      ...["potter-rollout.jsonl", "potter-rollout.jsonl.torn-1", "potter-rollout.jsonl.torn-2"],
    ]);
  });

  it("is well-formed again after a crash between any two records, once the missing one is appended", () => {
    const cases: [number, readonly NewRecord[]][] = [
      [0, potterRecords.slice(0, 3)],
      [1, potterRecords.slice(1, 3)],
      [2, potterRecords.slice(2, 3)],
      [3, []],
      [8, potterRecords.slice(8, 9)],
    ];
    for (const [length, missing] of cases) {
      const place = newPlace("codexpotter");
      append(place, potterRecords.slice(0, length));
      append(place, missing);
      expect([length, potterProblem(text(place), "project")]).toEqual([length, null]);
    }
  });
});
