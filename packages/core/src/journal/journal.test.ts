import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  asThreadId,
  noSettings,
  plainRequest,
  type Request,
  type RunId,
  type RunState,
  type Timestamp,
} from "@reprise/model";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { type Journal, openJournal, sidecarPath } from "./journal.ts";

let folder = "";
let path = "";
let nowMs = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-sidecar-"));
  path = join(folder, "run.jsonl");
  nowMs = Date.parse("2026-11-15T20:00:00.000Z");
});
afterEach(() => rmSync(folder, { recursive: true }));

const identity = { pid: 1, startTicks: "2", boot: "3" };
const sidecar = () => JSON.parse(readFileSync(sidecarPath(path), "utf8")) as RunState;
/** A replaced file is another file. */
const inode = () => statSync(sidecarPath(path)).ino;

async function started(): Promise<Journal> {
  const host = { ...nodeHost({}), now: () => new Date(nowMs).toISOString() as Timestamp };
  const journal = await openJournal(path, {
    host,
    process: identity,
    onHealth: () => undefined,
    redacts: true,
  });
  journal.append({
    type: "run-started",
    run: "r" as RunId,
    agent: "codex",
    scope: { kind: "workspace", root: folder },
    label: "l",
    home: null,
    workspace: folder,
    settings: noSettings,
    process: identity,
    repriseVersion: "0",
    lineage: null,
  });
  return journal;
}

it("the sidecar is replaced with every change of the state, and not for a later time alone", async () => {
  const journal = await started();
  const first = inode();
  for (let index = 0; index < 5; index += 1)
    journal.append({ type: "item-completed", item: `i${index}`, kind: "reply" });
  expect(inode()).toBe(first);
  journal.append({ type: "thread-known", thread: asThreadId("t"), isPersisted: false, rollout: null });
  expect(inode()).not.toBe(first);
  expect(sidecar()).toMatchObject({ thread: "t", status: "running" });
  journal.append({ type: "parked", until: "2026-11-16T20:00:00.000Z" as Timestamp });
  journal.append({ type: "run-ended", status: "failed", failure: null });
  expect(sidecar()).toMatchObject({ status: "failed", parkedUntil: "2026-11-16T20:00:00.000Z" });
  journal.close();
});

it("the sidecar's time is at most a second behind the last record", async () => {
  const journal = await started();
  nowMs += 1500;
  journal.append({ type: "item-completed", item: "i", kind: "reply" });
  expect(sidecar().updatedAt).toBe("2026-11-15T20:00:01.500Z");
  journal.close();
});

it("neither the journal nor its sidecar holds a secret that a request or a failure names", async () => {
  const secret = `ghp_${"a1B2c3".repeat(6)}`;
  const journal = await started();
  const request: Request = {
    id: "1",
    kind: "command" as const,
    subject: `git push https://me:${secret}@example.test`,
    reason: secret,
    ...plainRequest,
    cwd: null,
    item: null,
    hash: "h",
    choices: [],
    rule: { kind: "command-prefix", words: ["git", "push", `https://me:${secret}@example.test`] },
    grants: [{ access: "other", target: secret }],
    changes: [{ path: "a", change: "add", diff: `token = "${secret}"\n`, movedTo: null }],
  };
  journal.append({ type: "request-asked", request });
  const failure = { kind: "other", message: `${secret} was refused`, resetsAt: null } as const;
  journal.append({ type: "turn-ended", turn: null, state: "failed", failure });
  expect(sidecar().pending[0]?.reason).toBe("[redacted github token]");
  expect(sidecar().failure?.message).toBe("[redacted github token] was refused");
  journal.close();
  for (const file of [path, sidecarPath(path)]) expect(readFileSync(file, "utf8")).not.toContain("a1B2c3");
});
