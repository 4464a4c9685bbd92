import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localSandbox } from "@reprise/chat";
import { builtInAgents, nodeHost } from "@reprise/core";
import type { Chats } from "@reprise/model";
import { describeChats, echoAgent, echoProgram, isWhole } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { type FleetChats, openFleet, openTenants } from "../../src/fleet.ts";

let tenantCount = 0;
let database: Promise<string> | null = null;

describeChats("fleet", () => stageOf(async (chats) => chats));
// The whole suite again in the campaign `fleet`; what a token must not give is in tenants.test.ts.
if (isWhole) describeChats("fleet, with a token of a tenant:", () => stageOf(withToken));

async function stageOf(enter: (chats: FleetChats, store: string, tenant: string) => Promise<Chats>) {
  database ??= testDatabase();
  const store = await database;
  tenantCount += 1;
  const tenant = `tenant ${tenantCount}`;
  const root = mkdtempSync(join(tmpdir(), "fleet-"));
  const release = join(root, "release");
  const opened: FleetChats[] = [];
  return {
    async open() {
      const state = join(root, `state-${opened.length}`);
      const env = { ...process.env, REPRISE_STATE: state, REPRISE_ECHO_BIN: echoProgram };
      const agents = [echoAgent, ...builtInAgents] as const;
      const host = nodeHost(env);
      const sandboxes = [{ ...localSandbox(host), name: "apart", isIsolated: true }];
      const chats = await openFleet(host, { store, tenant, agents, sandboxes, cwd: root });
      opened.push(chats);
      return enter(chats, store, tenant);
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
}

/** As a program of the tenant has them, which works under the tenant's role. */
async function withToken(fleet: FleetChats, store: string, tenant: string): Promise<Chats> {
  const tenants = await openTenants(store);
  const { secret } = await tenants.create({ tenant, name: null, right: "act", chats: null, expiresAt: null });
  await tenants.change(tenant, { sandbox: "apart" });
  await tenants.close();
  const caller = await fleet.callerWith(secret);
  if (caller === null) throw new Error("The token is not known.");
  const { chats } = caller;
  return {
    send: (request, options) => chats.send(request, options),
    chat: (id) => chats.chat(id),
    turn: (chat, turn) => chats.turn(chat, turn),
    get runningCount() {
      return fleet.runningCount;
    },
    close: (graceMs) => fleet.close(graceMs),
  };
}
