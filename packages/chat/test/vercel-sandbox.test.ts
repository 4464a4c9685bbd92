import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SandboxError, type SandboxRequest } from "@reprise/chat";
import { describeSandbox, until } from "@reprise/testkit";
import type { Sandbox as RealSandbox } from "@vercel/sandbox";
import { afterAll, expect, test } from "vitest";
import { vercelSandbox } from "../src/index.ts";
import type { VercelSandbox, VercelSandboxClass } from "../src/sandbox/vercel/vercel-types.ts";
import { FakeVercel } from "./fake-vercel.ts";

const root = mkdtempSync(join(tmpdir(), "vercel-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const vercel = new FakeVercel(root);

test("the class of @vercel/sandbox is what the adapter takes", () => {
  const taken = (real: typeof RealSandbox): VercelSandboxClass => real;
  const opened = (real: RealSandbox): VercelSandbox => real;
  expect([taken, opened]).toHaveLength(2);
});

describeSandbox("vercel", {
  provider: () => vercelSandbox(vercel),
  passesEnvironmentOn: false,
  leftovers: async () => [...vercel.machines.keys()],
  backPressure: "Vercel keeps the output",
  sharedWorkspace: "it is on another machine",
});

const request = (more: Partial<SandboxRequest> = {}): SandboxRequest => ({
  chat: "one",
  workspace: null,
  snapshot: null,
  scratch: root,
  signal: new AbortController().signal,
  ...more,
});

test("a snapshot ends the sandbox: nothing wakes it again, and only the snapshot is left", async () => {
  const own = new FakeVercel(root);
  const sandbox = await vercelSandbox(own).open(request());
  const [machine] = [...own.machines.values()];
  const snapshot = await sandbox.snapshot?.();
  expect(machine?.status).toBe("stopped");
  await expect(sandbox.run({ program: "true", args: [], env: {}, input: "" })).rejects.toThrow(SandboxError);
  await sandbox.dispose();
  expect(own.machines.size).toBe(0);
  const again = await vercelSandbox(own).open(request({ snapshot: snapshot ?? null }));
  expect(own.created.at(-1)?.source).toEqual({ type: "snapshot", snapshotId: snapshot });
  await again.dispose();
});

test("the first turn starts from the snapshot with the agents, the next one from its own", async () => {
  const own = new FakeVercel(root);
  const base = await vercelSandbox(own).open(request());
  const firstSnapshot = (await base.snapshot?.()) ?? "";
  const provider = vercelSandbox(own, { firstSnapshot });
  const first = await provider.open(request());
  const second = (await first.snapshot?.()) ?? "";
  await first.dispose();
  await (await provider.open(request({ snapshot: second }))).dispose();
  expect(own.created.map(({ source }) => source?.snapshotId)).toEqual([undefined, firstSnapshot, second]);
});

test("its time is extended as long as it is open", async () => {
  const own = new FakeVercel(root);
  const sandbox = await vercelSandbox(own, { timeoutMs: 200 }).open(request());
  const [machine] = [...own.machines.values()];
  await until(() => (machine?.extendedMs ?? 0) >= 300);
  await sandbox.dispose();
});

test("what a killed turn left is removed, and other chats stay", async () => {
  const own = new FakeVercel(root);
  const provider = vercelSandbox(own);
  await provider.open(request());
  await provider.open(request({ chat: "other" }));
  const next = await provider.open(request());
  expect(own.machines.size).toBe(2);
  await next.dispose();
  for (const machine of [...own.machines.values()]) await machine.delete();
});

test("a failure of Vercel is a SandboxError, and nothing is left", async () => {
  const own = new FakeVercel(root);
  own.create = () => Promise.reject(new Error("Status code 402: payment required"));
  await expect(vercelSandbox(own).open(request())).rejects.toThrow(/payment required/);
  await expect(vercelSandbox(own).open(request())).rejects.toThrow(SandboxError);
  expect(own.machines.size).toBe(0);
});
