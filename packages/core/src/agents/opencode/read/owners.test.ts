import { asThreadId } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { opencodeOwners } from "./owners.ts";

const open = (thread = "ses_1", cwd: string | null = "/srv/a") => ({
  thread: asThreadId(thread),
  cwd,
  updatedAtMs: 5000,
});

function holders(
  running: { command: string[]; cwd?: string | null; startedAtMs?: number }[],
  ...threads: ReturnType<typeof open>[]
) {
  const host = memoryHost({});
  const all = running.map((process, index) => ({
    pid: index + 10,
    cwd: "/srv/a",
    startedAtMs: 1000,
    ...process,
  }));
  const processes = {
    ...host.processes,
    running: () => all,
    describe: (pid: number) => ({ pid, program: "opencode", terminal: null }),
  };
  return [...opencodeOwners(threads, { ...host, processes })].map(([id, { pid }]) => [id, pid]);
}

describe("who holds an OpenCode session", () => {
  it.each([
    [{ command: ["opencode"] }],
    [{ command: ["/opt/opencode-linux-x64/bin/opencode", "run", "hello"] }],
    [{ command: ["node", "/usr/lib/node_modules/opencode-ai/bin/opencode"] }],
    [{ command: ["opencode", "run", "--session", "ses_1", "--", "hello"], cwd: "/elsewhere" }],
    [{ command: ["opencode", "run", "--dir=/srv/a", "hello"], cwd: "/elsewhere" }],
  ])("is %j", (process) => {
    expect(holders([process], open())).toEqual([["ses_1", 10]]);
  });

  it.each([
    [{ command: ["vim", "opencode.db"] }],
    [{ command: ["opencode"], cwd: "/srv/b" }],
    [{ command: ["opencode"], startedAtMs: 6000 }],
    [{ command: ["opencode", "run", "-s", "ses_2", "hello"] }],
  ])("is not %j", (process) => {
    expect(holders([process], open())).toEqual([]);
  });

  it("is asked only about what is open, and not guessed without a folder", () => {
    expect(holders([{ command: ["opencode"] }])).toEqual([]);
    expect(holders([{ command: ["opencode"], cwd: null }], open("ses_1", null))).toEqual([]);
    expect(holders([{ command: ["opencode", "--", "--session", "ses_2"] }], open())).toEqual([["ses_1", 10]]);
  });
});
