import { join, resolve } from "node:path";
import { type Library, SessionError, type SessionId } from "@reprise/model";
import type { World } from "@reprise/tui";
import { exportSession, formatFor } from "../export/export-session.ts";
import { isStream } from "../export/write-stream.ts";
import type { Home } from "../machine.ts";

interface Place {
  readonly library: Library;
  readonly cwd: string;
  readonly homeFolder: string;
  readonly homes: readonly Home[];
}

/** `/export` of a conversation. */
export async function exportFromApp(
  id: SessionId,
  { file, isForced }: Parameters<World["exportSession"]>[1],
  { library, cwd, homeFolder, homes }: Place,
): ReturnType<World["exportSession"]> {
  const session = await library.find(id);
  const name = file ?? `${session.agent}-${session.thread.replace(/[^\w-]/g, "_")}.md`;
  const path = name.startsWith("~/") ? join(homeFolder, name.slice(2)) : resolve(cwd, name);
  if (/\p{Cc}/u.test(name)) throw new SessionError("bad-use", "The name of a file is one line: /export FILE.");
  // Its text would appear on the screen, and nobody could stop waiting for the reader of a pipe.
  if (isStream(path)) throw new SessionError("refused", `${path} is not a file. Choose another place.`);
  const { signal } = new AbortController();
  const wish = { session, path, format: formatFor(name), isForced, homes, library, signal };
  return { path, sizeBytes: await exportSession(wish) };
}
