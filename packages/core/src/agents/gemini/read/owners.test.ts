import { asThreadId } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { geminiOwners } from "./owners.ts";

const thread = asThreadId("a0000001-0000-4000-8000-000000000001");
const other = asThreadId("b0000002-0000-4000-8000-000000000002");
const open = (id = thread) => ({ thread: id, cwd: "/srv/a", updatedAtMs: 5000 });

function hostWith(...running: { command: string[]; cwd?: string | null; startedAtMs?: number }[]) {
  const host = memoryHost({});
  const all = running.map((process, index) => ({
    pid: index + 10,
    cwd: "/srv/a",
    startedAtMs: 1000 + index,
    ...process,
  }));
  return {
    ...host,
    processes: {
      ...host.processes,
      running: () => all,
      describe: (pid: number) => ({ pid, program: "node", terminal: null }),
    },
  };
}

const holders = (host: ReturnType<typeof hostWith>, ...threads: ReturnType<typeof open>[]) =>
  [...geminiOwners(threads, host)].map(([id, { pid }]) => [id, pid]);

describe("who holds a session", () => {
  it.each([
    [["gemini"]],
    [["/usr/bin/gemini", "-p", "hello"]],
    [["node", "/usr/lib/node_modules/@google/gemini-cli/bundle/gemini.js"]],
    [["/opt/node-24", "--max-old-space-size=8000", "/x/gemini-cli/dist/index.js"]],
    [["node", "/home/dev/.local/bin/gemini"]],
  ])("is a process that runs %j in its folder", (command) => {
    expect(holders(hostWith({ command }), open())).toEqual([[thread, 10]]);
  });

  it.each([
    [{ command: ["vim", "gemini-cli/notes.js"] }],
    [{ command: ["node", "server.js", "gemini"] }],
    [{ command: ["gemini"], cwd: "/srv/b" }],
    [{ command: ["gemini"], cwd: null }],
    [{ command: ["gemini"], startedAtMs: 6000 }],
    [{ command: ["gemini", "--resume", other] }],
    [{ command: ["gemini", `--session-id=${other}`] }],
  ])("is not %j", (process) => {
    expect(holders(hostWith(process), open())).toEqual([]);
  });

  it("is the one that names the session, and of parent and child the child", () => {
    const host = hostWith(
      { command: ["gemini", "-r", other] },
      { command: ["gemini", "--resume", thread] },
      { command: ["gemini", "--resume", thread] },
    );
    expect(holders(host, open(), open(other))).toEqual([
      [thread, 12],
      [other, 10],
    ]);
  });

  it("is nobody while no session is open", () => {
    expect(holders(hostWith({ command: ["gemini"] }))).toEqual([]);
  });
});
