import { openChatLibrary, openChats } from "@reprise/chat";
import { nodeHost } from "@reprise/core";
import type { Chats, Library, MigratedChat } from "@reprise/model";
import type { ChatsOptions, LibraryOptions, Machine, MigrationOptions, ReadChats } from "./machine.ts";
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

/** Chats as sessions of their agents. */
export async function openChatLibraryOn(
  env: Machine["env"],
  { agents, homes = {}, onProgress, chats }: Pick<Machine, "agents"> & LibraryOptions & { readonly chats: ReadChats },
): Promise<Library> {
  const { store, objects, tenant, cwd, isWithSessions } = chats;
  const options = { agents, onProgress, own: isWithSessions ? homes : null };
  if (store === null) return openChatLibrary(nodeHost(env), options);
  const { openFleetLibrary } = await import("@reprise/chat/fleet");
  const shared = { store, cwd, objects: objects ?? undefined, tenant: tenant ?? undefined };
  return openFleetLibrary(nodeHost(env), { ...options, ...shared });
}

export async function migrateChatsOn(
  env: Machine["env"],
  { store, objects, tenant, cwd }: MigrationOptions,
): Promise<AsyncIterable<MigratedChat>> {
  const { openMigration } = await import("@reprise/chat/fleet");
  return openMigration(nodeHost(env), { store, cwd, objects: objects ?? undefined, tenant: tenant ?? undefined });
}
