import type { Host } from "@reprise/core";
import { environmentOf } from "./environment.ts";
import { chatMark, type FolderLaunch, FolderSandbox } from "./folder-sandbox.ts";
import { endMarked } from "./local-process.ts";
import type { SandboxProvider } from "./sandbox.ts";
import { foldersOf } from "./sandbox-folders.ts";

/** Processes of this machine, as the person: no isolation. The person's environment, without its secrets. */
export function localSandbox(host: Host): SandboxProvider {
  return {
    name: "local",
    isIsolated: false,
    isLocal: true,
    unavailable: async () => null,
    open: async (request) => {
      const folders = foldersOf(request, host, "local");
      const mark = chatMark(request);
      // A killed Reprise leaves its agent running.
      await endMarked(mark);
      const env = environmentOf(host.env);
      const launch: FolderLaunch = (command) => ({ ...command, env: { ...env, ...command.env } });
      return new FolderSandbox({ folders, mark, launch });
    },
  };
}
