import { join } from "node:path";
import { type Owner, parseJson, processWords, type RunId } from "@reprise/model";
import { replaceFile } from "../host/files/replace-file.ts";
import { removeFile } from "../host/files/set-aside.ts";
import type { Host } from "../host/host.ts";

const pollMs = 250;
const mostBytes = 64 * 1024;

function pathOf(stateFolder: string, run: RunId): string {
  return join(stateFolder, "stops", `${encodeURIComponent(run)}.json`);
}

/** Asks the process that has the run to stop its turn. A signal would end all else that this process does. */
export function requestStop(run: RunId, stateFolder: string, host: Host): void {
  replaceFile(pathOf(stateFolder, run), JSON.stringify(host.processes.describe(host.pid)), {
    isDurable: false,
  });
}

/** Calls `stop` with the name of who asks, each time somebody does, until the returned function is called. */
export function onStopRequest(run: RunId, stateFolder: string, host: Host, stop: (by: string) => void): () => void {
  const path = pathOf(stateFolder, run);
  const take = (): string | null => {
    try {
      const text = host.files.text(path, mostBytes);
      if (text === null) return null;
      removeFile(path);
      return byWords(text);
    } catch {
      return null; // it stays, and is looked at again
    }
  };
  take(); // of an earlier process
  const looking = setInterval(() => {
    const by = take();
    if (by !== null) stop(by);
  }, pollMs);
  looking.unref();
  return () => {
    clearInterval(looking);
    take();
  };
}

function byWords(text: string): string {
  try {
    const { pid = 0, program = "reprise", terminal = null } = (parseJson(text) ?? {}) as Partial<Owner>;
    return processWords({ pid, program, terminal });
  } catch {
    return "another process";
  }
}
