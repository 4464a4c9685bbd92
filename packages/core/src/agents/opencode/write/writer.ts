import { randomUUID } from "node:crypto";
import { asThreadId, SessionError } from "@reprise/model";
import { withTemporaryFile } from "../../../host/files/temporary-file.ts";
import type { Host } from "../../../host/host.ts";
import { homeFolderOf } from "../../../host/own-folders.ts";
import type { NativeWriter, WriteOrder } from "../../writing/native-writer.ts";
import { cacheFolder } from "../read/locations.ts";
import { type FoundSession, findSession } from "./find-session.ts";
import { sessionId } from "./ids.ts";
import { modelFor } from "./model.ts";
import { environment, runOpencode } from "./run-opencode.ts";
import { type SessionFile, sessionOf } from "./session.ts";

/**
 * By `opencode import`, since its store is its own. An import that has begun is let run to its end: what is in the store
 * after one that was killed is a part of the session, which the next write completes.
 */
export const opencodeWriter: NativeWriter = {
  agent: "opencode",
  newThread: (host) => asThreadId(sessionId(Date.parse(host.now()), randomUUID())),
  async write(history, order, host) {
    order.signal.throwIfAborted();
    const { thread } = order;
    const agentHost = hostOf(order, host);
    const before = findSession(thread, agentHost);
    // Ids do not depend on the model.
    if (before && isWhole(sessionOf(history, order, noModel), before)) return { thread, path: before.path };
    const session = sessionOf(history, order, await modelFor(order, agentHost));
    order.signal.throwIfAborted();
    const file = { folder: cacheFolder(host), ending: ".json", text: JSON.stringify(session) };
    const { output, words } = await withTemporaryFile(file, (path) => runOpencode(["import", path], order));
    const after = findSession(thread, agentHost);
    if (after && isWhole(session, after)) return { thread, path: after.path };
    const message = `OpenCode did not import the session. It said: ${words || output || "nothing"}`;
    throw new SessionError("not-saved", message);
  },
};

const noModel = { providerID: "", modelID: "" };

/** Also when it has gone on since: what is missing then was taken out by the person or by OpenCode. */
function isWhole({ messages }: SessionFile, { messageIds, partIds }: FoundSession): boolean {
  const own = new Set(messages.map(({ info }) => info.id));
  if ([...messageIds].some((id) => !own.has(id))) return true;
  return messages.every(
    ({ info, parts }) => messageIds.has(info.id) && parts.every(({ id }) => partIds.has(id)),
  );
}

/** The machine as the agent will see it, with our own folders. */
function hostOf(order: WriteOrder, host: Host): Host {
  const { REPRISE_CACHE } = host.env;
  const env = { ...environment(order), REPRISE_CACHE: REPRISE_CACHE || undefined };
  return { ...host, env, homeFolder: homeFolderOf(order.env) };
}
