import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openChats } from "@reprise/chat";
import { builtInAgents, nodeHost } from "@reprise/core";
import type { Chats } from "@reprise/model";
import { describeChats, echoAgent, echoProgram } from "@reprise/testkit";

describeChats("agent", async () => {
  const root = mkdtempSync(join(tmpdir(), "chats-"));
  const release = join(root, "release");
  const env = { ...process.env, REPRISE_STATE: join(root, "state"), REPRISE_ECHO_BIN: echoProgram };
  const opened: Chats[] = [];
  return {
    async open() {
      const chats = openChats(nodeHost(env), { agents: [echoAgent, ...builtInAgents] });
      opened.push(chats);
      return chats;
    },
    quick: "hello",
    held: `wait for ${release}`,
    otherAgent: "codex",
    release: () => writeFileSync(release, ""),
    async close() {
      for (const chats of opened) await chats.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
});
