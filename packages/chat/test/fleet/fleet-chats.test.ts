import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtInAgents, nodeHost } from "@reprise/core";
import type { Chats } from "@reprise/model";
import { describeChats, echoAgent, echoProgram } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { openFleet } from "../../src/fleet.ts";

let tenantCount = 0;
let database: Promise<string> | null = null;

describeChats("fleet", async () => {
  database ??= testDatabase();
  const store = await database;
  tenantCount += 1;
  const tenant = `tenant ${tenantCount}`;
  const root = mkdtempSync(join(tmpdir(), "fleet-"));
  const release = join(root, "release");
  const opened: Chats[] = [];
  return {
    async open() {
      const state = join(root, `state-${opened.length}`);
      const env = { ...process.env, REPRISE_STATE: state, REPRISE_ECHO_BIN: echoProgram };
      const agents = [echoAgent, ...builtInAgents] as const;
      const chats = await openFleet(nodeHost(env), { store, tenant, agents, cwd: root });
      opened.push(chats);
      return chats;
    },
    quick: "hello",
    held: `wait for ${release}`,
    otherAgent: "codex",
    isShared: true,
    release: () => writeFileSync(release, ""),
    async close() {
      for (const chats of opened) await chats.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
});
