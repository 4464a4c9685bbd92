import { nodeHost } from "@reprise/core";
import { openChats } from "@reprise/core/chat";
import type { Chats } from "@reprise/model";
import type { Machine } from "./machine.ts";

export function openChatsOn(
  env: Machine["env"],
  { version, agents }: Pick<Machine, "version" | "agents">,
): Chats {
  return openChats(nodeHost(env), { version, agents });
}
