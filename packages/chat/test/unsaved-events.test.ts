import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileChatStore, type Lease, localSandbox, usualChatLimits } from "@reprise/chat";
import { nodeHost } from "@reprise/core";
import type { ChatEvent } from "@reprise/model";
import { echoAgent, echoProgram } from "@reprise/testkit";
import { expect, it, vi } from "vitest";
import { AgentChats } from "../src/agent-chats.ts";

/** As a full disk does. */
class FullStore extends FileChatStore {
  override async begin(turn: Parameters<FileChatStore["begin"]>[0]) {
    const begun = await super.begin(turn);
    if (begun.kind !== "leased") return begun;
    const { lease } = begun;
    const full: Lease = {
      append: () => Promise.reject(new Error("No space is left.")),
      save: (bytes) => lease.save(bytes),
      end: (outcome) => lease.end(outcome),
    };
    return { ...begun, lease: full };
  }
}

it("an event that cannot be saved ends the turn, its process and its time limit", async () => {
  const root = mkdtempSync(join(tmpdir(), "unsaved-"));
  const env = { ...process.env, REPRISE_STATE: root, REPRISE_ECHO_BIN: echoProgram };
  const host = nodeHost(env);
  const store = new FullStore(host);
  const limits = { ...usualChatLimits, timeMs: 12_345_678 };
  const chats = new AgentChats({
    host,
    store,
    appVersion: "0",
    folderOf: (chat) => store.folderOf(chat),
    limits,
    agentOf: async () => (await (await echoAgent.acting()).chat?.()) ?? null,
    agentNames: ["echo"],
    programOf: () => echoProgram,
    providers: [localSandbox(host)],
    ownSessions: null,
  });
  const [starting, clearing] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
  try {
    const turn = await chats.send({ chat_id: "c", message: `wait for ${join(root, "nothing")}` });
    const events: ChatEvent[] = [];
    for await (const { event } of turn.events()) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: "result", status: "failed" });
    await expect.poll(() => chats.runningCount).toBe(0);
    const index = starting.mock.calls.findIndex(([, ms]) => ms === limits.timeMs);
    expect(clearing).toHaveBeenCalledWith(starting.mock.results[index]?.value);
  } finally {
    vi.restoreAllMocks();
    await chats.close();
    rmSync(root, { recursive: true, force: true });
  }
});

it("a mistyped folder is refused before it becomes part of the chat", async () => {
  const root = mkdtempSync(join(tmpdir(), "mistyped-"));
  const { openChats } = await import("@reprise/chat");
  const chats = openChats(nodeHost({ ...process.env, REPRISE_STATE: join(root, "state") }));
  try {
    for (const workspace of [join(root, "typo"), "relative", join(root, "nul\0")])
      await expect(chats.send({ chat_id: "c", message: "hi", workspace })).rejects.toMatchObject({
        code: "bad-use",
      });
    await expect(chats.chat("c")).rejects.toMatchObject({ code: "not-found" });
  } finally {
    await chats.close();
    rmSync(root, { recursive: true, force: true });
  }
});
