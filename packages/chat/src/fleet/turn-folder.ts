import { join } from "node:path";
import { stateFolderOf } from "@reprise/core/folders";
import { takeLock } from "@reprise/core/parts";
import type { Owner } from "@reprise/model";
import type { AgentParts } from "../turn/requested-turn.ts";
import { digest } from "./admission.ts";

export interface TurnFolder {
  readonly path: string;
  release(): void;
}

/**
 * Where the turns of a chat run on this machine: the same folder each time, since agents look for conversations by path. Another
 * one while a process that lost the chat still has it, which would remove what the next turn works on.
 */
export function turnFolder({ host }: AgentParts, tenant: string, chat: string, owner: Owner): TurnFolder {
  const folder = join(stateFolderOf(host), "fleet", digest(JSON.stringify([tenant, chat])).slice(0, 32));
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? folder : `${folder}-${number}`;
    const lock = takeLock(join(path, "lock"), owner, host.processes);
    if (lock.isHeld) return { path, release: lock.release };
  }
}
