import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ProcessIdentity, ThreadId, Timestamp } from "@reprise/model";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { Log } from "../log/log.ts";
import type { LogHealth } from "../log/waiting-log.ts";
import type { JournalRecord } from "./journal-record.ts";
import { JournalWriter, type WriterOptions } from "./journal-writer.ts";
import { readJournal } from "./read-journal.ts";

const identity: ProcessIdentity = { pid: 1, startTicks: "2", boot: "3" };
let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-journal-"));
  path = join(folder, "runs", "workspace-x", "run.jsonl");
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

function open(more: Partial<WriterOptions> = {}): JournalWriter {
  return new JournalWriter({
    log: (tail) => new Log({ path, tail }),
    now: () => "2026-11-15T20:00:00.000Z" as Timestamp,
    process: identity,
    lastSeq: 0,
    lastEpoch: 0,
    redacts: false,
    onHealth: () => undefined,
    ...more,
  });
}

async function read(): Promise<{ records: JournalRecord[]; damage: string[] }> {
  const reading = readJournal(path, nodeHost());
  const records: JournalRecord[] = [];
  for await (const record of reading.records) records.push(record);
  return { records, damage: reading.damage.map(({ kind }) => kind) };
}

/** The log with some of its methods replaced. */
const withMethods = (log: Log, methods: Partial<Log>): Log =>
  new Proxy(log, {
    get(target, key: keyof Log) {
      const value = methods[key] ?? target[key];
      return typeof value === "function" ? value.bind(target as never) : value;
    },
  });

const thread = { type: "thread-known", thread: "t" as ThreadId, isPersisted: false, rollout: null } as const;

describe("a journal's writer", () => {
  it("numbers its records and keeps them to its owner", async () => {
    const writer = open();
    writer.append(thread);
    writer.close();
    expect((await read()).records.map(({ type, seq, epoch, v }) => [type, seq, epoch, v])).toEqual([
      ["writer-opened", 1, 1, 1],
      ["thread-known", 2, 1, 1],
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "runs")).mode & 0o777).toBe(0o700);
  });

  it("puts streamed text together, and writes it before whatever follows", async () => {
    const writer = open();
    writer.stream("m1", "reply", "Hel");
    writer.stream("m1", "reply", "lo");
    writer.append(thread);
    writer.stream("m1", "reply", "!");
    writer.close();
    const texts = (await read()).records.map((record) => (record.type === "text" ? record.text : record.type));
    expect(texts).toEqual(["writer-opened", "Hello", "thread-known", "!"]);
  });

  it("streamed text is on disk within half a second", async () => {
    vi.useFakeTimers();
    const writer = open();
    writer.stream("m1", "reply", "waiting");
    expect(readFileSync(path, "utf8")).not.toContain("waiting");
    vi.advanceTimersByTime(450);
    expect(readFileSync(path, "utf8")).toContain("waiting");
    writer.close();
  });

  it("closes a torn tail with a newline and says so, and then it is not damage", async () => {
    open().close();
    const whole = readFileSync(path, "utf8");
    writeFileSync(path, `${whole}{"v":1,"type":"thread-kn`);
    expect((await read()).damage).toEqual(["torn"]);
    const writer = open({ lastSeq: 1, lastEpoch: 1 });
    writer.append(thread);
    writer.close();
    const { records, damage } = await read();
    expect(damage).toEqual([]);
    expect(records.map(({ type, epoch }) => [type, epoch])).toEqual([
      ["writer-opened", 1],
      ["tail-repaired", 2],
      ["writer-opened", 2],
      ["thread-known", 2],
    ]);
    expect(records[1]).toMatchObject({ byteOffset: whole.length, byteCount: 24 });
  });

  it("when the disk refuses it goes on, visibly, and writes everything in order once it can", async () => {
    vi.useFakeTimers();
    let isFull = false;
    const seen: LogHealth["state"][] = [];
    const failing = (log: Log) =>
      withMethods(log, {
        append(text: string) {
          if (!isFull) return log.append(text);
          // A full disk takes a part of the line.
          log.append(text.slice(0, 5));
          throw new Error("ENOSPC: no space left on device");
        },
      });
    const writer = open({
      log: (tail) => failing(new Log({ path, tail })),
      onHealth: ({ state }) => seen.push(state),
    });
    isFull = true;
    for (let index = 0; index < 5; index += 1) writer.append({ ...thread, rollout: `r${index}` });
    expect(writer.health).toMatchObject({ state: "degraded", waitingCount: 5 });
    isFull = false;
    vi.advanceTimersByTime(1100);
    expect(writer.health).toEqual({ state: "good" });
    writer.close();
    vi.useRealTimers();
    const { records, damage } = await read();
    expect(records.flatMap((record) => (record.type === "thread-known" ? [record.rollout] : []))).toEqual([
      "r0",
      "r1",
      "r2",
      "r3",
      "r4",
    ]);
    expect(damage).toEqual([]);
    expect(seen[0]).toBe("degraded");
    expect(seen.at(-1)).toBe("good");
  });

  it("a disk that fills up in the middle of many records leaves none out and writes none twice", async () => {
    vi.useFakeTimers();
    let room = Number.POSITIVE_INFINITY;
    const limited = (log: Log) =>
      withMethods(log, {
        append(text: string) {
          const part = Buffer.from(text).subarray(0, Math.max(0, room)).toString("latin1");
          room -= text.length;
          log.append(part);
          if (part.length < text.length) throw new Error("ENOSPC: no space left on device");
        },
      });
    const writer = open({ log: (tail) => limited(new Log({ path, tail })) });
    for (let index = 0; index < 20; index += 1) writer.append({ type: "line", direction: "in", line: `line ${index}` });
    room = 700;
    writer.append(thread);
    expect(writer.health.state).toBe("degraded");
    room = Number.POSITIVE_INFINITY;
    vi.advanceTimersByTime(1100);
    writer.close();
    vi.useRealTimers();
    const { records, damage } = await read();
    expect(records.flatMap((record) => (record.type === "line" ? [record.line] : []))).toEqual(
      Array.from({ length: 20 }, (_, index) => `line ${index}`),
    );
    expect(damage).toEqual([]);
  });

  it("on a disk that stays full it is never called good: not when it is tried again, and not at the end", () => {
    vi.useFakeTimers();
    const seen: LogHealth["state"][] = [];
    const full = (log: Log) =>
      withMethods(log, {
        append() {
          throw new Error("ENOSPC: no space left on device");
        },
      });
    const writer = open({
      log: (tail) => full(new Log({ path, tail })),
      onHealth: ({ state }) => seen.push(state),
    });
    writer.append(thread);
    vi.advanceTimersByTime(5500);
    expect(writer.health).toMatchObject({ state: "degraded", reason: expect.stringContaining("ENOSPC") });
    writer.close();
    vi.advanceTimersByTime(5500);
    expect(new Set(seen)).toEqual(new Set(["degraded"]));
  });

  it("a path that is a named pipe or a device takes nothing, and is not waited for", () => {
    vi.useFakeTimers();
    mkdirSync(dirname(path), { recursive: true });
    execFileSync("mkfifo", [path]);
    const writer = open({});
    writer.append(thread);
    const reason = `${path} is a named pipe, not a regular file.`;
    expect(writer.health).toMatchObject({ state: "degraded", reason });
    rmSync(path);
    symlinkSync("/dev/null", path);
    vi.advanceTimersByTime(1100);
    expect(writer.health).toMatchObject({ reason: `${path} is a device, not a regular file.` });
    rmSync(path);
    vi.advanceTimersByTime(2200);
    expect(writer.health).toEqual({ state: "good" });
    writer.close();
  });

  it("closing writes what waits, where the disk takes it by then", async () => {
    writeFileSync(join(folder, "runs"), "a file where the folder should be");
    const writer = open();
    writer.append(thread);
    rmSync(join(folder, "runs"));
    writer.close();
    expect(writer.health.state).toBe("good");
    expect((await read()).records.map(({ type }) => type)).toEqual(["writer-opened", "thread-known"]);
  });

  it("a journal that could not even be opened is made as soon as that is possible", async () => {
    vi.useFakeTimers();
    writeFileSync(join(folder, "runs"), "a file where the folder should be");
    const writer = open();
    writer.append(thread);
    rmSync(join(folder, "runs"));
    vi.advanceTimersByTime(1100);
    writer.close();
    vi.useRealTimers();
    expect((await read()).records.map(({ type }) => type)).toEqual(["writer-opened", "thread-known"]);
  });

  it("what is told together is synced once, and nothing is synced twice", () => {
    let syncCount = 0;
    const counting = (log: Log) =>
      withMethods(log, {
        sync() {
          syncCount += 1;
          log.sync();
        },
      });
    const writer = open({ log: (tail) => counting(new Log({ path, tail })) });
    writer.append(thread, { type: "turn-started", turn: "1" });
    expect(syncCount).toBe(1);
    writer.append({ type: "turn-ended", turn: "1", state: "completed", failure: null });
    expect(syncCount).toBe(2);
    writer.close();
    expect(syncCount).toBe(2);
  });

  it("redacts what is stored", async () => {
    const secret = `sk-${"a1B2".repeat(8)}`;
    const writer = open({ redacts: true });
    writer.append({ type: "line", direction: "in", line: `key ${secret}` });
    writer.line("in", `and ${secret} again`);
    writer.close();
    expect((await read()).records.at(-1)).toMatchObject({ line: "and [redacted api key] again" });
    expect(readFileSync(path, "utf8")).not.toContain(secret);
    truncateSync(path, 0);
  });
});
