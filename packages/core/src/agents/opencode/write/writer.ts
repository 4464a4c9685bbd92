import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { asThreadId, SessionError, tryParseJson } from "@reprise/model";
import { withTemporaryFile } from "../../../host/files/temporary-file.ts";
import type { Host } from "../../../host/host.ts";
import { homeFolderOf } from "../../../host/own-folders.ts";
import { fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";
import { existingHomes } from "../../reading/source.ts";
import type { NativeWriter, WriteOrder } from "../../writing/native-writer.ts";
import { cacheFolder, databasesIn, opencodeHomes, openDatabase } from "../read/locations.ts";
import { tablesIn } from "../read/tables.ts";
import { sessionId } from "./ids.ts";
import { environment, runOpencode } from "./run-opencode.ts";
import { type Model, type SessionFile, sessionOf } from "./session.ts";

/**
 * Uses `opencode import`, since only OpenCode may write its store. A started import always runs to its end: a killed one leaves
 * part of the session, which the next write completes.
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

/** Also true if the session has continued: missing parts were then removed by the user or by OpenCode. */
function isWhole({ messages }: SessionFile, { messageIds, partIds }: FoundSession): boolean {
  const own = new Set(messages.map(({ info }) => info.id));
  if ([...messageIds].some((id) => !own.has(id))) return true;
  return messages.every(({ info, parts }) => messageIds.has(info.id) && parts.every(({ id }) => partIds.has(id)));
}

/** The machine as the agent sees it, with our own folders. */
function hostOf(order: WriteOrder, host: Host): Host {
  const { REPRISE_CACHE } = host.env;
  const env = { ...environment(order), REPRISE_CACHE: REPRISE_CACHE || undefined };
  return { ...host, env, homeFolder: homeFolderOf(order.env) };
}

export interface FoundSession {
  /** Its database. */
  readonly path: string;
  readonly messageIds: ReadonlySet<string>;
  readonly partIds: ReadonlySet<string>;
}

/** The session's ids in OpenCode's stores now; null if none has it. */
export function findSession(thread: string, host: Host): FoundSession | null {
  const paths = existingHomes(opencodeHomes(host), host).flatMap((home) => databasesIn(home, host));
  for (const path of paths) {
    const copy = openDatabase(path, host);
    if (copy === null) continue;
    try {
      const tables = tablesIn(copy);
      if (!["session", "message", "part"].every((table) => tables.has(table))) continue;
      if (copy.all("SELECT id FROM session WHERE id = ?", thread).length === 0) continue;
      const idsIn = (table: string) =>
        new Set(copy.all(`SELECT id FROM ${table} WHERE session_id = ?`, thread).map(({ id }) => String(id)));
      return { path, messageIds: idsIn("message"), partIds: idsIn("part") };
    } finally {
      copy.close();
    }
  }
  return null;
}

const mostBytes = 1024 * 1024;

/**
 * The model to continue with: OpenCode takes it from the last prompt and requires one in every prompt.
 * If the order names none: the one OpenCode would use for a new session.
 */
export async function modelFor(order: WriteOrder, host: Host): Promise<Model> {
  const { model, provider } = order.settings;
  const ordered = modelOf(
    model === null || provider === null ? model : `${provider}/${model.replace(`${provider}/`, "")}`,
  );
  const found = ordered ?? (await configured(order)) ?? lastUsed(host);
  if (found !== null) return found;
  const message = "OpenCode has no default model. Name one as provider/model.";
  throw new SessionError("refused", message);
}

async function configured(order: WriteOrder): Promise<Model | null> {
  const { output } = await runOpencode(["debug", "config"], order);
  return modelOf(textOf(fieldOf(tryParseJson(output.slice(output.indexOf("{"))), "model")));
}

function lastUsed({ env, homeFolder, files }: Host): Model | null {
  const state = join(env.XDG_STATE_HOME || join(homeFolder, ".local", "state"), "opencode", "model.json");
  const [recent] = listOf(fieldOf(tryParseJson(files.text(state, mostBytes) ?? ""), "recent"));
  if (!isForeign(recent)) return null;
  const [providerID, modelID] = [textOf(recent.providerID), textOf(recent.modelID)];
  return providerID === null || modelID === null ? null : { providerID, modelID };
}

/** `provider/model`; the model may contain a slash too. */
function modelOf(name: string | null): Model | null {
  const at = name?.indexOf("/") ?? -1;
  if (name === null || at < 1 || at === name.length - 1) return null;
  return { providerID: name.slice(0, at), modelID: name.slice(at + 1) };
}
