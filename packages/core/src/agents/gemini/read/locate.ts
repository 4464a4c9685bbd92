import { basename, join } from "node:path";
import type { FolderEntry } from "../../../host/files/files.ts";
import type { Host } from "../../../host/host.ts";
import { fileVersion } from "../../reading/file-version.ts";
import { ReadOrWarn } from "../../reading/read-or-warn.ts";
import type { Located, RolloutRef } from "../../reading/source.ts";
import { isChatFile, isSubagentFile, threadOfFile } from "./file-name.ts";

/**
 * `GEMINI_CLI_HOME` stands for the person's home, so that the agent's own is `.gemini` in it.
 * Where it names a folder that is itself such a home, its sessions are listed too.
 */
export function geminiHomes(host: Host): string[] {
  const named = host.env.GEMINI_CLI_HOME;
  return [join(named || host.homeFolder, ".gemini"), ...(named && isGeminiFolder(named, host) ? [named] : [])];
}

function isGeminiFolder(folder: string, host: Host): boolean {
  const has = (name: string) => host.files.stamp(join(folder, name)) !== null;
  return has("tmp") && (has("projects.json") || basename(folder) === ".gemini");
}

/** `tmp/<project>/chats/session-….jsonl`, and `<session>/<sub-agent>.jsonl` beside those. */
export function locateGemini(home: string, host: Host): Located {
  const rollouts: RolloutRef[] = [];
  const readOrWarn = new ReadOrWarn();
  const projects = join(home, "tmp");
  for (const project of entriesOf(projects)) {
    if (project.kind !== "file") walkChats(join(projects, project.name, "chats"));
  }
  return { rollouts, warnings: readOrWarn.warnings };

  function walkChats(chats: string): void {
    for (const entry of entriesOf(chats)) {
      const path = join(chats, entry.name);
      if (isChatFile(entry.name)) add(path, entry);
      if (entry.kind === "folder") walkSubagents(path);
    }
  }

  function walkSubagents(folder: string): void {
    for (const entry of entriesOf(folder)) if (isSubagentFile(entry.name)) add(join(folder, entry.name), entry);
  }

  function add(path: string, entry: FolderEntry): void {
    const stamp = readOrWarn.stamp(path, entry, host.files);
    if (!stamp) return;
    const { sizeBytes, mtimeMs } = stamp;
    const version = fileVersion(stamp);
    const thread = threadOfFile(path);
    rollouts.push({
      agent: "gemini",
      home,
      key: path,
      path,
      sizeBytes,
      mtimeMs,
      version,
      thread,
      rolloutId: null,
      archived: false,
    });
  }

  function entriesOf(folder: string): readonly FolderEntry[] {
    return readOrWarn.at(folder, () => host.files.list(folder)) ?? [];
  }
}
