import { join } from "node:path";
import { findProgram, type Host } from "@reprise/core";
import type { ChatAgent } from "@reprise/core/agents";
import { cacheFolderOf } from "@reprise/core/folders";
import { digestOf, parkFiles, unparkFiles } from "@reprise/core/parts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { ChatState } from "../store/chat-store.ts";

export interface KeptDatabases {
  readonly host: Host;
  readonly agent: ChatAgent;
  readonly chat: string;
  /** Instead of the program's usual name. */
  readonly program: string | undefined;
  readonly sandbox: Pick<Sandbox, "real">;
}

/** Of this machine's chats, so many. */
const mostKept = 100;

/**
 * Agents keep databases beside their sessions. To make them takes about as long as a message, so those of a completed turn wait in our cache
 * for the next one, if that continues exactly the files they are about, with the same program. Everyone else makes them anew.
 */
export function keepDatabases(of: KeptDatabases, state: ChatState): void {
  const place = placeOf(of, state);
  const { databases } = of.agent.home;
  if (place && databases) parkFiles(place.home, databases.isOne, place);
}

export function takeDatabases(of: KeptDatabases, state: ChatState): void {
  const place = placeOf(of, state);
  if (place) unparkFiles(place.home, place);
}

function placeOf({ host, agent, chat, program, sandbox }: KeptDatabases, { files, session }: ChatState) {
  const { databases } = agent.home;
  const path = findProgram(program ?? agent.program, host.env);
  const stamp = path === null ? null : host.files.stamp(host.files.real(path));
  if (databases === undefined || sandbox.real === undefined || stamp === null) return null;
  const { sizeBytes, mtimeMs, inode } = stamp;
  return {
    home: join(sandbox.real.home, databases.folder),
    folder: join(cacheFolderOf(host), "chat-databases"),
    key: digestOf(JSON.stringify([chat, session, files.sha256, sandbox.real.home, path, sizeBytes, mtimeMs, inode])),
    most: mostKept,
  };
}
