import { nodeHost } from "@reprise/core";
import { openChats } from "@reprise/core/chat";
import type { Chats } from "@reprise/model";
import type { LibraryOptions, Machine } from "./machine.ts";
import { withHomes } from "./open-runner.ts";

/** Sign-in and configuration come from the given homes. */
export async function openChatsOn(
  env: Machine["env"],
  { version, agents, homes = {} }: Pick<Machine, "version" | "agents"> & Pick<LibraryOptions, "homes">,
): Promise<Chats> {
  return openChats(nodeHost(await withHomes(env, homes, agents)), { version, agents });
}
