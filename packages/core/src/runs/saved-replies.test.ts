import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunId, SessionId } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requestHash } from "../agents/driving/request-hash.ts";
import { nodeHost } from "../host/node-host.ts";
import { addReply, isDeclined, type KeptReply, keptApprovals, type Reply, readReplies } from "./saved-replies.ts";

const session = "codex:a" as SessionId;
const other = "codex:b" as SessionId;
const run = "r1" as RunId;
const hashOf = (name: string) => requestHash({ name }) ?? "";
const kept = (name: string, of = session): Reply & { type: "approval-kept" } => ({
  type: "approval-kept",
  session: of,
  hash: hashOf(name),
  subject: `run ${name}`,
  run,
});
const revoked = (name: string, of = session): Reply => ({
  type: "approval-revoked",
  session: of,
  hash: hashOf(name),
});
const declined: Reply = { type: "offer-declined", run };

function read(...lines: (Reply | string)[]): readonly KeptReply[] {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  return readReplies("/state", memoryHost({ "/state/replies.jsonl": text }));
}

describe("keptApprovals", () => {
  it("are those of just this session that were not taken back since", () => {
    const replies = read(declined, kept("one"), kept("two"), kept("three", other), revoked("two"));
    expect([...keptApprovals(replies, session)]).toEqual([[hashOf("one"), "run one"]]);
    expect([...keptApprovals(replies, other)]).toEqual([[hashOf("three"), "run three"]]);
  });

  it("one that was taken back and given again holds again; what another session takes back stays", () => {
    const replies = read(kept("one"), revoked("one"), kept("one"), revoked("one", other));
    expect([...keptApprovals(replies, session).keys()]).toEqual([hashOf("one")]);
  });

  it("one saved before hashes covered the whole request is asked again", () => {
    const older = { ...kept("one"), hash: hashOf("one").replace(/^2:/, "") };
    expect([...keptApprovals(read(older, { ...older, hash: "" }, kept("two")), session).values()]).toEqual(["run two"]);
  });
});

describe("isDeclined", () => {
  it("is so for just the run that was declined, and nothing else declines it", () => {
    expect(isDeclined(read(declined), run)).toBe(true);
    expect(isDeclined(read(declined), "r2" as RunId)).toBe(false);
    expect(isDeclined(read(kept("one"), revoked("one")), run)).toBe(false);
    expect(isDeclined([], run)).toBe(false);
  });
});

describe("readReplies", () => {
  it("a line that is no reply answers nothing, and hides none of the others", () => {
    const replies = read(kept("one"), '{"type":"approval-kept","sess', "null", "7", "[]", "{}", "", declined);
    expect(replies).toEqual([kept("one"), declined]);
    expect([...keptApprovals(replies, session).keys()]).toEqual([hashOf("one")]);
    expect(isDeclined(replies, run)).toBe(true);
  });

  it("a file that is too long to be read whole is refused: an approval may be taken back at its end", () => {
    const text = `${"x".repeat(16 * 1024 * 1024)}\n${JSON.stringify(revoked("one"))}\n`;
    const host = memoryHost({ "/state/replies.jsonl": `${JSON.stringify(kept("one"))}\n${text}` });
    expect(() => readReplies("/state", host)).toThrow("no log is so long");
  });

  it("there are none where nothing was ever said", () => {
    expect(readReplies("/state", memoryHost({}))).toEqual([]);
  });
});

describe("addReply", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "reprise-replies-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const path = () => join(folder, "replies.jsonl");
  const host = nodeHost({});

  it("adds a line with its version and time, and leaves those before as they were", () => {
    addReply(folder, declined, host);
    const before = readFileSync(path(), "utf8");
    expect(before).toMatch(/^\{"v":1,"at":"[^"]+","type":"offer-declined","run":"r1"\}\n$/);
    addReply(folder, kept("one"), host);
    expect(readFileSync(path(), "utf8").startsWith(before)).toBe(true);
    expect(readFileSync(path(), "utf8").split("\n")).toHaveLength(3);
    expect(readReplies(folder, host)).toMatchObject([declined, kept("one")]);
  });

  it("stores no secret that the subject of an approval names", () => {
    const secret = `ghp_${"a1B2c3".repeat(6)}`;
    addReply(folder, { ...kept("one"), subject: `curl -H "X-Token: ${secret}" example.test` }, host);
    expect(readFileSync(path(), "utf8")).not.toContain("a1B2c3");
    expect([...keptApprovals(readReplies(folder, host), session)]).toEqual([
      [hashOf("one"), 'curl -H "X-Token: [redacted github token]" example.test'],
    ]);
  });

  it.skipIf(process.platform !== "linux")("keeps no file open", () => {
    const openCount = () => readdirSync("/proc/self/fd").length;
    const before = openCount();
    for (let count = 0; count < 10; count += 1) addReply(folder, declined, host);
    expect(openCount()).toBeLessThan(before + 10);
  });
});
