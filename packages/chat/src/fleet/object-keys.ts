import { digest } from "./admission.ts";

/** Where the objects of a chat are, by the epoch that saved them. */
export function objectsOf(tenant: string, chat: string): string {
  return `chats/${digest(tenant).slice(0, 16)}/${digest(chat).slice(0, 32)}/`;
}
