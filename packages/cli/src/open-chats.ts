import { nodeHost } from "@reprise/core";
import { openChats } from "@reprise/core/chat";
import type { Chats, MigratedChat } from "@reprise/model";
import type { ChatsOptions, Machine, MigrationOptions } from "./machine.ts";
import { withHomes } from "./open-runner.ts";

/** Sign-in and configuration come from the given homes. */
export async function openChatsOn(
  env: Machine["env"],
  { version, agents, homes = {}, fleet }: Pick<Machine, "version" | "agents"> & ChatsOptions,
): Promise<Chats> {
  const host = nodeHost(await withHomes(env, homes, agents));
  if (fleet === undefined) return openChats(host, { version, agents });
  // What a database needs is loaded only for it.
  const { openFleet } = await import("@reprise/chat/fleet");
  return openFleet(host, { ...fleet, version, agents });
}

export async function migrateChatsOn(
  env: Machine["env"],
  { store, objects, tenant, cwd }: MigrationOptions,
): Promise<AsyncIterable<MigratedChat>> {
  const { openMigration } = await import("@reprise/chat/fleet");
  return openMigration(nodeHost(env), { store, cwd, objects: objects ?? undefined, tenant: tenant ?? undefined });
}
