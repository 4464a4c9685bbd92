import { join } from "node:path";
import { type ProcessIdentity, tryParseJson } from "@reprise/model";
import { processIdentitySchema } from "@reprise/model/schema";
import { z } from "zod";
import { takeLock } from "../host/files/lock.ts";
import { replaceFile } from "../host/files/replace-file.ts";
import { removeFile } from "../host/files/set-aside.ts";
import { orNull } from "../host/files/unless-missing.ts";
import type { Host } from "../host/host.ts";
import { isSameProcessAlive, processIdentity } from "../host/processes/process-identity.ts";

/** A `reprise open` that runs on this machine. */
export interface PageServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** With it, programs of the person may use the server. */
  readonly token: string;
  /** What it reads, as `AGENT=FOLDER`. */
  readonly homes: readonly string[];
}

export interface PageServers {
  /** Those whose process lives, oldest first. Records of dead ones are removed. */
  running(): readonly PageServer[];
  /** Records a server of this process, readable by the person only. */
  save(server: PageServer): void;
  remove(server: PageServer): void;
  /** Held while looking for a server or starting one, so that two do not start at once. Null while another has it. */
  lock(): { readonly release: () => void } | null;
}

const recordSchema = z.strictObject({
  version: z.literal(1),
  process: processIdentitySchema,
  startedAt: z.string(),
  url: z.string(),
  token: z.string(),
  homes: z.array(z.string()),
});

const MOST_BYTES = 64 * 1024;

/** One file a server: `<state>/servers/<port>.json`. */
export function openPageServers(stateFolder: string, host: Host): PageServers {
  const folder = join(stateFolder, "servers");
  const pathOf = ({ url }: PageServer) => join(folder, `${new URL(url).port}.json`);
  const isAlive = (process: ProcessIdentity) => isSameProcessAlive(process, host.processes);
  return {
    running() {
      const names = (host.files.list(folder) ?? []).map(({ name }) => name);
      const records = names
        .filter((name) => /^\d+\.json$/.test(name))
        .flatMap((name) => {
          const path = join(folder, name);
          const text = orNull(() => host.files.text(path, MOST_BYTES));
          const { data } = recordSchema.safeParse(tryParseJson(text ?? ""));
          if (data === undefined) return []; // of another version, perhaps, or no file
          if (isAlive(data.process)) return [data];
          removeFile(path);
          return [];
        });
      return records.sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
    },
    save(server) {
      const process = processIdentity(host.pid, host.processes);
      const record = { version: 1, process, startedAt: host.now(), ...server };
      replaceFile(pathOf(server), `${JSON.stringify(record)}\n`);
    },
    remove: (server) => removeFile(pathOf(server)),
    lock() {
      const lock = takeLock(join(folder, "lock"), host.processes.describe(host.pid), host.processes);
      return lock.isHeld ? lock : null;
    },
  };
}
