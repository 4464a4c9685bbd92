import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeHost } from "@reprise/core";
import { describeLog, type LogStage } from "@reprise/testkit";
import { FileChatStore } from "./file-chat-store.ts";

/** Where a sync costs nothing: the suite syncs some thousand times. */
const disk = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

describeLog(
  "chat",
  async (): Promise<LogStage> => {
    const root = mkdtempSync(join(disk, "reprise-log-"));
    const state = join(root, "state");
    const close = async () => rmSync(root, { recursive: true, force: true });
    const store = new FileChatStore(nodeHost({ REPRISE_STATE: state, PATH: process.env.PATH }));
    const setup = { agent: "codex", workspace: null, sandbox: "local", permissions: "read-only" } as const;
    const result = { type: "result", status: "completed", usage: null, resets_at: null } as const;
    const write = async (mark: string) => {
      const begun = await store.begin({ chat: "c", turn: `turn-${mark}`, key: null, message: mark, setup });
      if (begun.kind !== "leased") throw new Error(begun.kind);
      await begun.lease.end({ result, number: 1, error: null, state: null });
    };
    const read = async () => (await store.read("c"))?.turns.map(({ message }) => message) ?? [];
    return { path: join(store.folderOf("c"), "chat.jsonl"), write, read, damageCount: async () => 0, close };
  },
  {
    newer: { line: '{"v":2,"type":"new"}', is: "refused" },
    link: "followed",
    damaged: "continued",
    program: null,
    cutStep: 7,
  },
);
