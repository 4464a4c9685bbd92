import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { agentSources } from "../library.ts";
import { diagnoseOutside } from "./diagnose-outside.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outside-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const host = () => nodeHost({ HOME: folder, REPRISE_CACHE: join(folder, "cache") });
const mostFiles = 100;
const reasonsOf = async (path: string, machine = host()) =>
  (await Array.fromAsync(diagnoseOutside(path, { host: machine, sources: agentSources, mostFiles }))).map(
    (finding) => [finding.path, ...finding.reasons] as const,
  );

const rollout = [
  { timestamp: "2026-11-16T00:00:00Z", type: "session_meta", payload: { id: "a", cwd: "/srv" } },
  { timestamp: "2026-11-16T00:00:01Z", type: "event_msg", payload: { type: "user_message", message: "hi" } },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");

it("reads regular files, follows no link, and counts the rest", async () => {
  mkdirSync(join(folder, "deep"));
  writeFileSync(join(folder, "deep", "session"), rollout);
  writeFileSync(join(folder, "deep", "torn"), `half a line\n${rollout}`);
  writeFileSync(join(folder, "code.ts"), "export function x() {}\n");
  symlinkSync(folder, join(folder, "deep", "loop"));
  symlinkSync("/", join(folder, "disk"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const found = await reasonsOf(folder);
  expect(found.map(([path]) => path).sort()).toEqual(
    [folder, ...["code.ts", "deep/session", "deep/torn"].map((name) => join(folder, name))].sort(),
  );
  expect(new Map(found.map(([path, reason]) => [path, reason]))).toEqual(
    new Map([
      [folder, "3 links, devices, pipes or sockets in it were not read"],
      [join(folder, "code.ts"), "it is not a session file of any agent"],
      [join(folder, "deep", "session"), expect.stringContaining("reads as a session of codex")],
      [join(folder, "deep", "torn"), expect.stringContaining("reads as a session of codex")],
    ]),
  );
});

it.runIf(process.platform === "linux").each(["/dev", "/proc", "/proc/self", "/sys"])(
  "%s ends soon and fails at nothing",
  async (path) => {
    const found = await reasonsOf(path);
    expect(found.length).toBeLessThan(1000);
    if (path !== "/dev") expect(found).toEqual([[path, expect.stringContaining("no sessions in it")]]);
  },
);

it("names the kind of a single special file, and does not wait for it", async () => {
  execFileSync("mkfifo", [join(folder, "pipe")]);
  expect(await reasonsOf(join(folder, "pipe"))).toEqual([
    [join(folder, "pipe"), expect.stringContaining("named pipe")],
  ]);
  expect(await reasonsOf("/dev/zero")).toEqual([["/dev/zero", expect.stringContaining("device")]]);
});

it("ends in a folder with more files than it reads", async () => {
  const names = Array.from({ length: mostFiles + 1 }, (_, index) => ({ name: `f${index}`, kind: "file" }) as const);
  const list = (path: string) => (path === "/huge" ? names : null);
  const stamp = () => ({ sizeBytes: 1, mtimeMs: 1, inode: 1 });
  const open = () => ({ read: () => 0, close: () => undefined });
  const machine = host();
  const huge = { ...machine, files: { ...machine.files, list, stamp, open } };
  const found = await reasonsOf("/huge", huge);
  expect(found).toHaveLength(mostFiles + 1);
  expect(found.at(-1)).toEqual(["/huge", expect.stringContaining("name a smaller folder")]);
});
